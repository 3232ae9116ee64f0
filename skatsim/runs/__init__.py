"""Floor 5: many deals.

* `config` -- what a run is, from TOML, and the name its content has;
* `executors` -- who computes the chunks, in order and in bounded memory, and the progress they report;
* `parts` -- shards, chunks and the Parquet bytes of a part;
* `manifest` -- what a run folder says about itself;
* `store` -- the folder: atomic commits, the lock, what may be touched;
* `filters` -- `where` in words;
* `run` -- `simulate`, `resume`, `open_run`, `write_table` and the `Run` they return.
"""
