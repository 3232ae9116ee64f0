"""A run from start to finish: `simulate`, `resume`, `open_run`, `write_table`, and the `Run` they return.

A run is a folder of Parquet parts between `_run.json`, written first, and `_manifest.json`, written last; or a table in
memory where no folder is given.  Whatever kills a run, `resume` (or `simulate` again) computes the missing parts and
the folder ends with the same bytes.
"""

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor as Pool
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, groupby, islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pyarrow as pa

from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import ISKO, RuleSet
from skatsim.runs.audit import Audit, audit
from skatsim.runs.config import Config, Kind, RecordsConfig, SourceFile, load_config, make_config
from skatsim.runs.executors import Executor, ProgressCallback, ProgressMeter, chunk_within, executor_of
from skatsim.runs.folder import RunFolder, run_folder
from skatsim.runs.keys import Kept
from skatsim.runs.manifest import (
    CLAIM_NAME,
    MANIFEST_NAME,
    Claim,
    EditedError,
    Manifest,
    claim_again,
    claim_of,
    encode,
    with_parts,
)
from skatsim.runs.parts import compute_shards, equal_pieces, join_tables, put_part, read_part
from skatsim.runs.plans import Plan, plan_of
from skatsim.runs.rows import Run
from skatsim.runs.shards import PART_PREFIX, RECORD_PREFIX, Shards
from skatsim.runs.store import Store
from skatsim.table.schema import SCHEMA_VERSION

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Run", "open_run", "records_config", "resume", "simulate", "write_table"]

MAX_GAMES_IN_MEMORY: Final = 2_000_000
ROW_GROUPS_PER_PART: Final = 10
"""In a run of converted games."""
AnyPath = str | PathLike[str] | Store


def simulate(
    config: Config | Claim | Mapping[str, Any] | str | PathLike[str],
    out: AnyPath | None = None,
    *,
    threads: int | None = None,
    chunk_games: int | None = None,
    progress: ProgressCallback | None = None,
    executor: Pool | Executor | None = None,
    engine: Callable[..., Any] | None = None,
) -> Run:
    """Play the games of `config`, or solve its deals.

    Parameters
    ----------
    config
        A `RunConfig`, its keys, the path of a run file, an `OpenTableConfig`, or the `Claim` of a run begun before.
    out
        Folder to write, or a `skatsim.runs.store.Store`; an interrupted run of the same configuration in it is
        finished, a finished one is checked and missing or changed parts are computed again.  None: keep the rows in
        memory (at most two million games).
    threads, executor
        Who computes: so many threads, or a `concurrent.futures.Executor` of threads, processes or a cluster, which is
        not shut down; None: a thread for each core.  Neither these nor `chunk_games`, the games of one call of the
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
    for name, function in (("progress", progress), ("engine", engine)):
        if function is not None and not callable(function):
            raise SkatsimError(f"{name}: {function!r} cannot be called; give a function")
    workers = executor_of(executor, threads)
    claim = config if isinstance(config, Claim) else claim_of(_as_config(config))
    chunk = chunk_within(claim.config.chunk_games if chunk_games is None else chunk_games, workers)
    job = _Job(plan_of(claim, engine), workers, chunk, progress)
    return job.in_memory() if out is None else job.in_folder(run_folder(out))


def check_target(config: Config, out: AnyPath) -> None:
    """Refuse a folder that cannot take the run, before anything is compiled.

    Raises
    ------
    SkatsimError
        As `simulate` would.
    """
    run_folder(out).refuse_others(claim_of(config))


def claimed(directory: AnyPath) -> Config:
    """What the run in a folder was asked for, whatever the state of its parts.

    Raises
    ------
    SkatsimError
        If there is no run.
    """
    folder = run_folder(directory)
    return _found(folder, folder.owner()).config


def has_begun(directory: AnyPath) -> bool:
    """Whether there is a run to go on with."""
    return CLAIM_NAME in run_folder(directory).store.files()


def resume(
    directory: AnyPath,
    *,
    threads: int | None = None,
    chunk_games: int | None = None,
    progress: ProgressCallback | None = None,
    executor: Pool | Executor | None = None,
    engine: Callable[..., Any] | None = None,
) -> Run:
    """Finish the interrupted run in `directory`, or repair a finished one: every part is compared with its SHA-256.

    Parameters as in `simulate`.

    Raises
    ------
    SkatsimError
        If there is no run, it is one of converted records, or the installed skatsim or its bots are not those it was
        started with.
    """
    folder = run_folder(directory)
    claim = _found(folder, folder.owner())
    if claim.config.shards is None:
        raise SkatsimError(f"{directory}: holds {claim.config.title}; {claim.config.remedy(directory)}")
    try:
        ours = claim_again(claim)
    except EditedError as error:
        raise SkatsimError(f"{directory}: {error}") from None
    except SkatsimError as error:
        wrote = f"restore it, or install the skatsim that wrote it ({claim.skatsim_version})"
        raise SkatsimError(f"{folder.path(CLAIM_NAME)}: {error}; {wrote}") from None
    return simulate(
        ours,
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
        If there is no run, it is not complete, or its manifest or parts are visibly damaged (`Run.verify` reads all).
    """
    folder = run_folder(directory)
    claim = _found(folder, folder.claim())
    if claim.schema_version > SCHEMA_VERSION:
        raise SkatsimError(
            f"{folder}: has columns of schema version {claim.schema_version}, this skatsim reads versions up to "
            f"{SCHEMA_VERSION}; install the skatsim that wrote it ({claim.skatsim_version})"
        )
    seen = audit(folder, claim)
    manifest = seen.complete()
    return _open_partial(seen, partial) if manifest is None else Run(manifest, folder)


def write_table(directory: AnyPath, tables: "Iterable[pa.Table]", config: RecordsConfig) -> Run:
    """Store the rows of converted games as a complete run, whatever the lengths of `tables`; or nothing if they fail.

    Parameters
    ----------
    directory
        Folder to write; rules for other content as in `simulate`.
    tables
        Tables from `skatsim.table.schema.outcome_table`, with deals and plays as `config.store` says.  Their own
        schema metadata is kept: rows of tables that differ in it lie in different parts.
    config
        Where the games come from: see `records_config`.

    Raises
    ------
    SkatsimError
        For a folder that holds anything else or cannot be written, or a table with other columns.
    """
    folder, claim = run_folder(directory), claim_of(config)
    claimed, seen = folder.refuse_others(claim), audit(folder, claim)
    if seen.manifest and claimed and seen.is_finished(seen.whole_parts()):
        return Run(seen.manifest, folder)
    with folder.owned(claim, all_or_nothing=True):
        folder.store.remove(folder.part_files())
        fitting = (_fit(table, claim.schema) for table in tables)
        parts = tuple(put_part(folder, claim, i, row_groups) for i, row_groups in enumerate(_record_parts(fitting)))
        manifest = with_parts(claim, sum(part.rows for part in parts), parts)
        _complete(folder, manifest)
    return Run(manifest, folder, simulated=manifest.rows)


def records_config(
    files: Iterable[str | PathLike[str]], rules: RuleSet = ISKO, store: Iterable[Kept] = ()
) -> RecordsConfig:
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


def _record_parts(tables: "Iterable[pa.Table]") -> "Iterator[Iterable[pa.Table]]":
    """The row groups of each part; tables with different metadata do not meet in one part."""
    for _, alike in groupby(tables, key=lambda table: table.schema.metadata):
        row_groups = equal_pieces(alike)
        for first in row_groups:
            yield chain([first], islice(row_groups, ROW_GROUPS_PER_PART - 1))


def _fit(table: "pa.Table", schema: "pa.Schema") -> "pa.Table":
    if not table.schema.equals(schema):
        missing = sorted(set(schema.names) ^ set(table.schema.names))
        raise SkatsimError(f"columns {', '.join(missing) or 'of other types'} do not fit the run's schema and store")
    return table.replace_schema_metadata({**(table.schema.metadata or {}), **schema.metadata})


def _as_config(config: object) -> Config:
    if isinstance(config, Kind):
        return cast(Config, config)
    if isinstance(config, Mapping):
        return make_config(**{str(key): value for key, value in config.items()})
    if isinstance(config, str | PathLike):
        return load_config(config)
    raise SkatsimError(f"config: {config!r} is no run; give a RunConfig, its keys or the path of a run file")


def _found(folder: RunFolder, claim: Claim | None) -> Claim:
    if claim is None:
        raise SkatsimError(f"{folder}: no run here (no {CLAIM_NAME}); name the folder of a run")
    return claim


def _open_partial(seen: Audit, partial: bool) -> Run:
    if partial:
        parts = tuple(seen.whole_parts().values())
        return Run(with_parts(seen.claim, sum(part.rows for part in parts), parts), seen.folder, complete=False)
    raise SkatsimError(
        f"{seen.folder}: the run is not complete (parts so far: {len(seen.part_numbers)}); to finish it, "
        f"{seen.claim.config.remedy(seen.folder)} (or read what is there: report --partial, open_run(partial=True))"
    )


def _complete(folder: RunFolder, manifest: Manifest) -> None:
    """Commit the manifest, which makes the records of the parts needless."""
    folder.store.put(MANIFEST_NAME, encode(manifest))
    folder.store.remove([name for name in folder.part_files() if name.startswith(RECORD_PREFIX)])


def _check_room(folder: RunFolder, config: Config, games: int) -> None:
    """Refuse a run that will not fit the disk; the parts that are there count as written."""
    there = sum(length for name, length in folder.store.files().items() if name.startswith(PART_PREFIX))
    needed, free = games * config.row_bytes - there, folder.store.free()
    if free is not None and needed > free:
        raise SkatsimError(
            f"{folder}: the run needs about {_size(needed)} more and the disk has {_size(free)} free; "
            f"make room, choose another disk or fewer {config.unit}"
        )


def _size(count: float) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"


@dataclass(frozen=True)
class _Job:
    """A plan and the means to carry it out."""

    plan: Plan
    executor: Executor
    chunk_games: int
    progress: ProgressCallback | None

    def in_memory(self) -> Run:
        shards, stop = self.plan.shards, self.plan.claim.config.stopping()
        if shards.games > MAX_GAMES_IN_MEMORY:
            raise SkatsimError(
                f"games: {shards.games} do not fit memory; give a folder, or at most {MAX_GAMES_IN_MEMORY}"
            )
        self.plan.warm_up()
        meter = ProgressMeter(shards.games, callback=self.progress)
        tables: list[pa.Table] = []
        with closing(self._shards(shards, meter)) as computed:
            for shard in shards:
                row_groups = list(islice(computed, shard.row_groups))
                tables += row_groups
                if stop and stop(join_tables(row_groups)):
                    break
        table = join_tables(tables)
        return Run(with_parts(self.plan.claim, len(table), ()), table=table, simulated=len(table))

    def in_folder(self, folder: RunFolder) -> Run:
        claim, shards = self.plan.claim, self.plan.shards
        claimed = folder.refuse_others(claim)
        seen = audit(folder, claim)
        done = seen.whole_parts() if seen.manifest else None
        if seen.manifest and done is not None and claimed and seen.is_finished(done):
            return Run(seen.manifest, folder)
        _check_room(folder, claim.config, shards.games)
        with folder.owned(claim):
            done = audit(folder, claim).whole_parts() if done is None else done  # as it is now, with no other writer
            missing = shards.without(frozenset(done))
            self.plan.warm_up()
            meter = ProgressMeter(shards.games, sum(part.rows for part in done.values()), self.progress)
            stop = claim.config.stopping()
            with closing(self._shards(missing, meter)) as computed:
                for shard in shards if stop else missing:
                    if shard.number not in done:
                        row_groups = islice(computed, shard.row_groups)
                        done[shard.number] = put_part(folder, claim, shard.number, row_groups)
                    if stop and stop(read_part(folder, shard.number)):
                        done = {number: part for number, part in done.items() if number <= shard.number}
                        break
            parts = [done[number] for number in sorted(done)]
            manifest = with_parts(claim, sum(part.rows for part in parts), tuple(parts))
            _complete(folder, manifest)
        return Run(manifest, folder, simulated=meter.new)

    def _shards(self, shards: Shards, meter: ProgressMeter) -> "Generator[pa.Table, None, None]":
        return compute_shards(self.plan, shards, self.executor, self.chunk_games, meter.add)
