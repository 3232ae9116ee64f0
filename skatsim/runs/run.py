"""A run from start to finish: `simulate`, `resume`, `open_run`, `write_table`, and the `Run` they return.

A run is a folder of Parquet parts between `_run.json`, written first, and `_manifest.json`, written last; or a table in
memory where no folder is given.  Whatever kills a run, `resume` (or `simulate` again) computes the missing parts and
the folder ends with the same bytes.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.dataset as ds

from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.runs.config import Kept, RunConfig, load_config, make_config
from skatsim.runs.executors import Executor, ProgressCallback, ProgressMeter, local_executor
from skatsim.runs.filters import parse_where
from skatsim.runs.manifest import (
    CLAIM_NAME,
    MANIFEST_NAME,
    Claim,
    Config,
    Manifest,
    Part,
    RecordsConfig,
    SourceFile,
    claim_of,
    encode,
    with_parts,
)
from skatsim.runs.parts import (
    DEFAULT_CHUNK_GAMES,
    Engine,
    Plan,
    Shard,
    compute_shards,
    describe_part,
    empty_table,
    encode_part,
    equal_pieces,
    join_tables,
    make_plan,
    part_name,
    shards_of,
)
from skatsim.runs.store import RunFolder

if TYPE_CHECKING:
    import pandas as pd

MAX_GAMES_IN_MEMORY: Final = 2_000_000
ROW_GROUPS_PER_PART: Final = 10
"""In a run of converted games."""
AnyPath = str | PathLike[str]


@dataclass(frozen=True, eq=False)
class Run:
    """The rows of a run and where they come from.

    Parameters
    ----------
    manifest
        Configuration, rules, players and parts.
    path
        Its folder; None for a run in memory.
    table
        Its rows (a `pyarrow.Table`) if it is in memory.
    complete
        False for an interrupted run opened with ``partial=True``.
    simulated
        Games computed by the call that returned this; 0 if the folder was complete already.

    Examples
    --------
    >>> run = simulate(make_config(games=1000, lineup="random,random,random"))
    >>> len(run), run.config.seed
    (1000, 1)
    >>> run.to_pandas(columns=["game", "declarer"], where="game < 2")["game"].to_list()
    [0, 1]
    """

    manifest: Manifest
    path: Path | None = None
    table: Any = None
    complete: bool = True
    simulated: int = 0

    def __len__(self) -> int:
        return self.manifest.rows

    def __repr__(self) -> str:
        state = "" if self.complete else ", not complete"
        return f"<Run of {len(self):,} games in {self.path or 'memory'}{state}>"

    @property
    def config(self) -> Config:
        """What was asked for: a `RunConfig`, or a `RecordsConfig` for converted games."""
        return self.manifest.config

    @cached_property
    def dataset(self) -> Any:
        """The rows as a `pyarrow.dataset.Dataset`, in order of the games."""
        if self.path is None:
            return ds.dataset(self.table)
        files = [str(self.path / part.name) for part in self.manifest.parts]
        return ds.dataset(files, format="parquet") if files else ds.dataset(empty_table(self.manifest))

    def to_pandas(self, columns: Sequence[str] | None = None, where: Any = None) -> "pd.DataFrame":
        """Rows as a frame.

        Parameters
        ----------
        columns
            Which ones; None: all.
        where
            Which rows: a `pyarrow.dataset` expression, or text such as ``"won and game_type in ('G', 'N')"`` in the
            syntax of `skatsim.runs.filters`.

        Raises
        ------
        SkatsimError
            For an unknown column or a filter that is not understood.
        """
        return self._ask(self.dataset.to_table, columns, where).to_pandas()

    def batches(self, columns: Sequence[str] | None = None, where: Any = None) -> Iterator[Any]:
        """Rows as `pyarrow.RecordBatch` after batch, in order, in memory that does not grow with the run."""
        return self._ask(self.dataset.to_batches, columns, where, batch_readahead=4, fragment_readahead=1)

    def _ask(self, read: Callable[..., Any], columns: Sequence[str] | None, where: Any, **options: Any) -> Any:
        names = self.dataset.schema.names
        for column in columns or ():
            if column not in names:
                raise SkatsimError(f"columns: unknown column {column!r}; the run has: {', '.join(names)}")
        chosen = list(columns) if columns is not None else None
        try:
            return read(columns=chosen, filter=parse_where(where, names), **options)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
            raise SkatsimError(f"where: {where} does not fit the columns: {error}") from None

    def verify(self) -> None:
        """Compare every part with its SHA-256 in the manifest.

        Raises
        ------
        SkatsimError
            Naming the part that has changed.
        """
        if self.path is None:
            return
        for part in self.manifest.parts:
            if hashlib.sha256(RunFolder(self.path).read(part.name)).hexdigest() != part.sha256:
                raise SkatsimError(f"{self.path / part.name}: has changed since it was written; simulate the run anew")


def simulate(
    config: RunConfig | Mapping[str, Any] | AnyPath,
    out: AnyPath | None = None,
    *,
    threads: int | None = None,
    chunk_games: int = DEFAULT_CHUNK_GAMES,
    progress: ProgressCallback | None = None,
    executor: Executor | None = None,
    engine: Engine | None = None,
) -> Run:
    """Play the games of `config`.

    Parameters
    ----------
    config
        A `RunConfig`, its keys, or the path of a run file.
    out
        Folder to write; an interrupted run of the same configuration in it is finished, a finished one is returned as
        it is.  None: keep the rows in memory (at most two million games).
    threads, executor
        Who computes; None: a thread for each core.  Neither these nor `chunk_games`, the games of one call of the
        engine, change a byte.
    progress
        Called with a `Progress` after each chunk.
    engine
        Instead of `skatsim.table.engine.simulate_games`.

    Raises
    ------
    SkatsimError
        For a configuration that cannot be run, a folder that holds anything else or cannot be written, a bot that
        answers illegally.
    KeyboardInterrupt
        After ctrl-C, once running chunks have ended; finished parts stay.
    """
    if chunk_games < 1:
        raise SkatsimError(f"chunk_games: {chunk_games} is too few; take at least 1, best 50000 or more")
    workers = executor or local_executor(threads)
    plan = make_plan(_as_config(config), engine)
    job = _Job(plan, workers, chunk_games, progress)
    return job.in_memory() if out is None else job.in_folder(RunFolder(Path(out)))


def resume(
    directory: AnyPath,
    *,
    threads: int | None = None,
    chunk_games: int = DEFAULT_CHUNK_GAMES,
    progress: ProgressCallback | None = None,
    executor: Executor | None = None,
    engine: Engine | None = None,
) -> Run:
    """Finish the interrupted run in `directory`; a finished one is returned as it is.  Parameters as in `simulate`.

    Raises
    ------
    SkatsimError
        If there is no run, it is one of converted records, or the installed skatsim or its bots are not those it was
        started with.
    """
    claim = _claim_in(RunFolder(Path(directory)))
    if isinstance(claim.config, RecordsConfig):
        raise SkatsimError(f"{directory}: holds converted records; run skatsim convert again with the same files")
    return simulate(
        claim.config,
        directory,
        threads=threads,
        chunk_games=chunk_games,
        progress=progress,
        executor=executor,
        engine=engine,
    )


def open_run(directory: AnyPath, *, partial: bool = False) -> Run:
    """The run in a folder; `partial` also opens one that is not complete, with the parts it has.

    Raises
    ------
    SkatsimError
        If there is no run, it is not complete, or a part is missing or of another length.
    """
    folder = RunFolder(Path(directory))
    claim = _claim_in(folder)
    manifest = folder.manifest()
    if manifest is None:
        return _open_partial(folder, claim, partial)
    for part in manifest.parts:
        _check_length(folder.path / part.name, part)
    return Run(manifest, folder.path)


def write_table(directory: AnyPath, tables: Iterable[Any], config: RecordsConfig) -> Run:
    """Store the rows of converted games as a complete run, whatever the lengths of `tables`.

    Parameters
    ----------
    directory
        Folder to write; rules for other content as in `simulate`.
    tables
        Tables from `skatsim.table.columns.outcome_table`, with deals and plays as `config.store` says.  Their own
        schema metadata is kept: rows of tables that differ in it lie in different parts.
    config
        Where the games come from: see `records_config`.

    Raises
    ------
    SkatsimError
        For a folder that holds anything else or cannot be written, or a table with other columns.
    """
    folder, claim = RunFolder(Path(directory)), claim_of(config)
    folder.refuse_others(claim)
    if MANIFEST_NAME in folder.names():
        return open_run(directory)
    schema = empty_table(claim).schema
    with folder.owned(claim):
        fitting = (_fit(table, schema) for table in tables)
        parts = tuple(
            _put_part(folder, part_name(i), row_groups) for i, row_groups in enumerate(_record_parts(fitting))
        )
        rows = sum(part.rows for part in parts)
        manifest = with_parts(claim, rows, parts)
        folder.put(MANIFEST_NAME, encode(manifest))
    return Run(manifest, folder.path, simulated=rows)


def records_config(files: Iterable[AnyPath], rules: RuleSet = ISKO, store: Iterable[Kept] = ()) -> RecordsConfig:
    """The configuration of a conversion: the files by name, length and SHA-256.

    Raises
    ------
    SkatsimError
        Naming the file that cannot be read.
    """
    return RecordsConfig(tuple(_source_file(Path(file)) for file in files), rules, tuple(store))


def _source_file(path: Path) -> SourceFile:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            return SourceFile(path.name, file.tell(), digest)
    except OSError as error:
        raise SkatsimError(f"{path}: {error.strerror}; name a file of game records") from None


def _record_parts(tables: Iterable[Any]) -> Iterator[Iterable[Any]]:
    """The row groups of each part; tables with different metadata do not meet in one part."""
    for _, alike in groupby(tables, key=lambda table: table.schema.metadata):
        row_groups = equal_pieces(alike)
        for first in row_groups:
            yield chain([first], islice(row_groups, ROW_GROUPS_PER_PART - 1))


def _fit(table: Any, schema: Any) -> Any:
    if not table.schema.equals(schema):
        missing = sorted(set(schema.names) ^ set(table.schema.names))
        raise SkatsimError(f"columns {', '.join(missing) or 'of other types'} do not fit the run's schema and store")
    return table.replace_schema_metadata({**(table.schema.metadata or {}), **schema.metadata})


def _as_config(config: RunConfig | Mapping[str, Any] | AnyPath) -> RunConfig:
    if isinstance(config, RunConfig):
        return config
    return make_config(**config) if isinstance(config, Mapping) else load_config(config)


def _claim_in(folder: RunFolder) -> Claim:
    claim = folder.claim()
    if claim is None:
        raise SkatsimError(f"{folder.path}: no run here (no {CLAIM_NAME}); name the folder of a run")
    return claim


def _open_partial(folder: RunFolder, claim: Claim, partial: bool) -> Run:
    parts = _parts_present(folder)
    if not partial:
        raise SkatsimError(
            f"{folder.path}: the run is not complete (parts so far: {len(parts)}); finish it with: "
            f"skatsim resume {folder.path} (or open it with partial=True)"
        )
    return Run(with_parts(claim, sum(part.rows for part in parts), tuple(parts)), folder.path, complete=False)


def _parts_present(folder: RunFolder) -> list[Part]:
    """The readable parts of a folder, in order."""
    names = sorted(name for name in folder.names() if name.startswith("part-"))
    return [part for part in (_inspect(folder, name) for name in names) if part]


def _inspect(folder: RunFolder, name: str) -> Part | None:
    try:
        return describe_part(name, folder.read(name))
    except SkatsimError:
        return None


def _check_length(path: Path, part: Part) -> None:
    length = path.stat().st_size if path.exists() else 0
    if length != part.bytes:
        raise SkatsimError(
            f"{path}: {length} bytes where {part.bytes} were written; remove {MANIFEST_NAME} and run: "
            f"skatsim resume {path.parent}"
        )


def _put_part(folder: RunFolder, name: str, row_groups: Iterable[Any]) -> Part:
    content = encode_part(row_groups)
    folder.put(name, content)
    return describe_part(name, content)


@dataclass(frozen=True)
class _Job:
    """A plan and the means to carry it out."""

    plan: Plan
    executor: Executor
    chunk_games: int
    progress: ProgressCallback | None

    def in_memory(self) -> Run:
        games = self.plan.config.games
        if games > MAX_GAMES_IN_MEMORY:
            raise SkatsimError(f"games: {games} do not fit memory; give a folder, or at most {MAX_GAMES_IN_MEMORY}")
        self.plan.warm_up()
        meter = ProgressMeter(games, callback=self.progress)
        with closing(self._shards(list(shards_of(self.plan.config)), meter)) as computed:
            table = join_tables(list(computed))
        return Run(with_parts(self.plan.claim, games, ()), table=table, simulated=games)

    def in_folder(self, folder: RunFolder) -> Run:
        claim = self.plan.claim
        folder.refuse_others(claim)
        if MANIFEST_NAME in folder.names():
            return open_run(folder.path)
        with folder.owned(claim):
            done, missing = self._present(folder)
            self.plan.warm_up()
            meter = ProgressMeter(self.plan.config.games, sum(part.rows for part in done.values()), self.progress)
            with closing(self._shards(missing, meter)) as computed:
                for shard in missing:
                    row_groups = islice(computed, shard.row_groups)
                    done[shard.number] = _put_part(folder, shard.name, row_groups)
            manifest = with_parts(claim, meter.done, tuple(done[number] for number in sorted(done)))
            folder.put(MANIFEST_NAME, encode(manifest))
        return Run(manifest, folder.path, simulated=meter.new)

    def _shards(self, shards: list[Shard], meter: ProgressMeter) -> Generator[Any, None, None]:
        return compute_shards(self.plan, shards, self.executor, self.chunk_games, meter.add)

    def _present(self, folder: RunFolder) -> tuple[dict[int, Part], list[Shard]]:
        """The parts that are there and whole, and the shards still to be computed."""
        names = folder.names()
        done: dict[int, Part] = {}
        missing = []
        for shard in shards_of(self.plan.config):
            part = _inspect(folder, shard.name) if shard.name in names else None
            if part is not None and part.rows == shard.games:
                done[shard.number] = part
            else:
                missing.append(shard)
        return done, missing
