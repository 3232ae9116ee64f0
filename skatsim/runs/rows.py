"""The rows of a run: as a frame, as batches, as a dataset; damage is named, not passed on as a traceback."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import pyarrow as pa

from skatsim.errors import SkatsimError
from skatsim.rules.seats import SEAT_NAMES
from skatsim.runs.config import Config
from skatsim.runs.filters import Where, parse_where, shorten
from skatsim.runs.folder import RunFolder
from skatsim.runs.kind import Kind
from skatsim.runs.manifest import Manifest
from skatsim.table.schema import POSSIBLE

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as ds

    from skatsim.reports.report import Report

OfKind = TypeVar("OfKind", bound=Kind)
GLANCE_ROWS: Final = 1_000_000
"""A notebook counts up to so many rows unasked: about a second."""


def part_after_part(
    dataset: "ds.Dataset", columns: list[str] | None = None, filter: "ds.Expression | None" = None
) -> Iterator[pa.RecordBatch]:
    """The rows of a dataset in order, a part at a time: Arrow reads ahead without bounds where it scans them all."""
    for fragment in dataset.get_fragments():
        yield from fragment.to_batches(
            schema=dataset.schema, columns=columns, filter=filter, batch_readahead=2, fragment_readahead=1
        )


@dataclass(frozen=True, eq=False)
class Run:
    """The rows of a run and where they come from.

    Parameters
    ----------
    manifest
        Configuration, rules, players and parts.
    folder
        Where it lies; None for a run in memory.
    table
        Its rows (a `pyarrow.Table`) if it is in memory.
    complete
        False for an interrupted run opened with ``partial=True``.
    simulated
        Games computed by the call that returned this; 0 if the folder was complete already.

    Examples
    --------
    >>> from skatsim.runs.config import make_config
    >>> from skatsim.runs.run import simulate
    >>> run = simulate(make_config(games=1000, lineup="random,random,random"))
    >>> len(run), run.config.seed
    (1000, 1)
    >>> run.to_pandas(columns=["game", "declarer"], where="game < 2")["game"].to_list()
    [0, 1]
    """

    manifest: Manifest
    folder: RunFolder | None = None
    table: pa.Table | None = None
    complete: bool = True
    simulated: int = 0

    def __len__(self) -> int:
        return self.manifest.rows

    def __repr__(self) -> str:
        state = "" if self.complete else ", not complete"
        return f"<Run of {len(self):,} {self.config.unit} in {self.folder or 'memory'}{state}>"

    @property
    def config(self) -> Config:
        """What was asked for."""
        return self.manifest.config

    def config_of(self, kind: type[OfKind]) -> OfKind:
        """What was asked for, of a run that must be of this kind.

        Raises
        ------
        SkatsimError
            Naming what the run holds instead.
        """
        if not isinstance(self.config, kind):
            raise SkatsimError(f"{self.path or 'the run'}: holds {self.config.title}; name the folder of {kind.title}")
        return self.config

    @property
    def path(self) -> Path | None:
        """Its folder on this machine; None for a run in memory or in another store."""
        return getattr(self.folder and self.folder.store, "path", None)

    @cached_property
    def dataset(self) -> "ds.Dataset":
        """The rows as a `pyarrow.dataset.Dataset`, in order of the games; read it within `reading`.

        Its types are those of `skatsim.table.schema`, whatever the version that wrote the files.  Before it is handed
        out, once, every part is compared with its SHA-256.
        """
        import pyarrow.dataset as ds  # loads pandas: half a second that a simulation need not wait for

        if self.folder is None:
            return ds.dataset(self.table)
        if not self.manifest.parts:
            return ds.dataset(self.manifest.schema.empty_table())
        checked = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
        self.verify()
        with self.reading():
            return ds.dataset(
                [part.name for part in self.manifest.parts],
                filesystem=self.folder.store.filesystem,
                schema=self.manifest.schema,
                format=ds.ParquetFileFormat(default_fragment_scan_options=checked),
            )

    def to_pandas(self, columns: Sequence[str] | None = None, where: Where = None) -> "pd.DataFrame":
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
            For an unknown column, a filter that is not understood or a part that is damaged.
        """
        question = self._question(columns, where)
        with self.reading(where):
            return self.dataset.to_table(**question).to_pandas()

    def batches(self, columns: Sequence[str] | None = None, where: Where = None) -> Iterator[pa.RecordBatch]:
        """Rows as `pyarrow.RecordBatch` after batch, in order, in memory that does not grow with the run."""
        question = self._question(columns, where)
        with self.reading(where):
            self.dataset.scanner(**question)  # a filter that does not fit is refused now, not at the first row
        return self._read(question, where)

    def _read(self, question: dict[str, Any], where: Where) -> Iterator[pa.RecordBatch]:
        with self.reading(where):
            yield from part_after_part(self.dataset, **question)

    def _question(self, columns: Sequence[str] | None, where: Where) -> dict[str, Any]:
        names = self.dataset.schema.names
        if columns is not None and (isinstance(columns, str) or not isinstance(columns, Iterable)):
            raise SkatsimError(f"columns: {columns!r} is no list of names; such as ['game', 'won']")
        chosen = list(columns) if columns is not None else None
        for column in chosen or ():
            if column not in names:
                raise SkatsimError(f"columns: unknown column {column!r}; the run has: {', '.join(names)}")
        return {"columns": chosen, "filter": parse_where(where, names, self._possible())}

    def _possible(self) -> dict[str, Sequence[Any]]:
        """What can stand in some of the columns."""
        players = sorted({player.label for player in self.manifest.players})
        seated = {f"bot_{seat}": players for seat in SEAT_NAMES} if players else {}
        return {**POSSIBLE, **seated}

    def report(self, *, where: Where = None, player: str | None = None) -> "Report":
        """What the run says: `print` it, or take its `frames`, its page, JSON or CSV; see `skatsim.report`.

        Parameters
        ----------
        where
            Which rows count, as in `to_pandas`; None: all.
        player
            Count the games this player declared; None: all.

        Raises
        ------
        SkatsimError
            As in `to_pandas`, for a player nobody knows, or when no row is left.
        """
        import skatsim  # reports stand on runs: only the package as a whole knows both

        return skatsim.report(self, where=where, player=player)

    def _repr_html_(self) -> str:
        """For notebooks: what the run is, and where counting is quick, what came of it."""
        facts = {
            "what": self.config.title,
            self.config.unit: f"{len(self):,}" + ("" if self.complete else ", not complete"),
            "folder": str(self.path or "none, in memory"),
            "players": ", ".join(player.label for player in self.manifest.players),
            "configuration": self.config.digest[:12],
        }
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts.items() if text
        )
        said: list[str] = []
        if len(self) <= GLANCE_ROWS:
            with suppress(SkatsimError):  # nothing to report on, or damaged: told when asked for
                said = self.report().headline()[:2]
        return f"<table>{rows}</table>" + "".join(f"<p>{escape(line)}</p>" for line in said)

    @contextmanager
    def reading(self, where: Where = None) -> Iterator[None]:
        """Turn what Arrow and the system raise on reading `dataset` into one line: the damaged part, or the filter."""
        try:
            yield
        except (pa.ArrowException, OSError) as error:
            self.verify()
            fault = (
                f"where: {shorten(str(where))} does not fit the columns"
                if where is not None
                else f"{self.folder}: cannot be read"
            )
            raise SkatsimError(f"{fault}: {error}") from None

    def verify(self) -> None:
        """Compare every part with its SHA-256 in the manifest.

        Raises
        ------
        SkatsimError
            Naming the part that has changed and the remedy.
        """
        if self.folder is None:
            return
        for part in self.manifest.parts:
            try:
                changed = self.folder.store.digest(part.name) != part.sha256
            except SkatsimError as error:
                raise SkatsimError(f"{error}; {self.config.remedy(self.folder)}") from None
            if changed:
                path, remedy = self.folder.path(part.name), self.config.remedy(self.folder)
                raise SkatsimError(f"{path}: has changed since it was written; {remedy}")
