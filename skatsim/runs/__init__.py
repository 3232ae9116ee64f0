"""Floor 5: many deals.

* `keys` -- how the keys of a run may be written, and the one line that refuses a wrong one;
* `kind` -- what every kind of run is asked, and the answers that fit most;
* `config` -- what a run is: every kind of run, each answering for itself, and the name its content has;
* `commands`, `again` -- commands to be typed, and those that make a run again;
* `duplicate_kind`, `xskat` -- what runs of boards have in common, and the match against XSkat among them;
* `plans` -- a configuration made ready to be computed: games, boards, open tables, matches;
* `duplicate` -- boards of a comparison: who sits where, what counts, when a sequential test has seen enough;
* `executors` -- who computes the chunks, in order and in bounded memory, and the progress they report;
* `shards` -- how a run is cut;
* `parts` -- a plan computed, and the Parquet bytes of a part;
* `manifest` -- what a run folder says about itself;
* `store` -- the folder: atomic commits, the lock, what may be touched;
* `audit` -- which parts of a folder are whole and may be kept;
* `filters` -- `where` in words;
* `rows` -- `Run`: the rows of a run and how they are read;
* `run` -- `simulate`, `resume`, `open_run`, `write_table`.

A new kind of run is three pieces and no branch anywhere else:

1. its columns, beside those of games and open tables in `skatsim.table`: a schema, and arrays made into its table;
2. its configuration in `config`: a struct of `Kind` with a tag, its keys as fields, and an answer to every question of
   `Kind` whose default does not fit; add it to the union `Config`;
3. its plan, a module of `plans` with `claim`, `shards`, `compute`, `warm_up` and `table`; add it to `plans.plan_of`.

Commands, parts, resumption, progress and reading then work: they ask the configuration.  An example of the kind in
`tests/runs/test_kinds.py` proves that all is there.
"""
