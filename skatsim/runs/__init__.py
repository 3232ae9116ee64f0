"""Floor 5: many deals.

* `config` -- what a run is, from TOML, and the name its content has;
* `executors` -- who computes the chunks, in order and in bounded memory, and the progress they report;
* `shards` -- how a run is cut;
* `open_table` -- deals solved with open cards, as a plan beside that of a simulation;
* `parts` -- a plan computed, and the Parquet bytes of a part;
* `manifest` -- what a run folder says about itself;
* `store` -- the folder: atomic commits, the lock, what may be touched;
* `filters` -- `where` in words;
* `rows` -- `Run`: the rows of a run and how they are read;
* `run` -- `simulate`, `resume`, `open_run`, `write_table`.
"""
