"""Which strategy is better: a comparison in duplicate.

* `boards` -- its games counted board by board, in one pass;
* `result` -- `compare`, and `Comparison`: differences, verdicts, roles, games, ratings, swings, as frames;
* `tables` -- the same as tables for terminal and page;
* `text` -- the answer in words, and the tables, for the terminal.
"""
