"""Floor 6: what results say.

* `run_report` -- the report of a run, by its kind; `report` -- what every report offers;
* `games`, `open_table` -- the reports there are;
* `tally` -- games counted in one pass; `frames` -- small tables out of the counts;
* `headline`, `players`, `tables` with `cells` and `wording` -- the same in words and columns;
* `text` -- for the terminal; `page` with `plots` and `drawing` -- to mail;
* `reference` -- real play to set a run beside.
"""
