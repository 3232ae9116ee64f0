"""The rows of a run: as a frame, as batches, as a dataset; damage is named, not passed on as a traceback."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from skatsim.errors import SkatsimError
from skatsim.runs.config import Config
from skatsim.runs.filters import parse_where, shorten
from skatsim.runs.manifest import Manifest
from skatsim.runs.store import RunFolder

if TYPE_CHECKING:
    import pandas as pd


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
    >>> from skatsim.runs.config import make_config
    >>> from skatsim.runs.run import simulate
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
        return f"<Run of {len(self):,} {self.config.unit} in {self.path or 'memory'}{state}>"

    @property
    def config(self) -> Config:
        """What was asked for."""
        return self.manifest.config

    @cached_property
    def dataset(self) -> Any:
        """The rows as a `pyarrow.dataset.Dataset`, in order of the games; read it within `reading`.

        Its types are those of `skatsim.table.schema`, whatever the version that wrote the files.
        """
        import pyarrow.dataset as ds  # loads pandas: half a second that a simulation need not wait for

        if self.path is None:
            return ds.dataset(self.table)
        if not self.manifest.parts:
            return ds.dataset(self.manifest.schema.empty_table())
        checked = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
        with self.reading():
            return ds.dataset(
                [str(self.path / part.name) for part in self.manifest.parts],
                schema=self.manifest.schema,
                format=ds.ParquetFileFormat(default_fragment_scan_options=checked),
            )

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
            For an unknown column, a filter that is not understood or a part that is damaged.
        """
        question = self._question(columns, where)
        with self.reading(where):
            return self.dataset.to_table(**question).to_pandas()

    def batches(self, columns: Sequence[str] | None = None, where: Any = None) -> Iterator[Any]:
        """Rows as `pyarrow.RecordBatch` after batch, in order, in memory that does not grow with the run."""
        question = self._question(columns, where)
        with self.reading(where):
            batches = self.dataset.to_batches(**question, batch_readahead=4, fragment_readahead=1)
        return self._read(batches, where)

    def _read(self, batches: Iterator[Any], where: Any) -> Iterator[Any]:
        with self.reading(where):
            yield from batches

    def _question(self, columns: Any, where: Any) -> dict[str, Any]:
        names = self.dataset.schema.names
        if columns is not None and (isinstance(columns, str) or not isinstance(columns, Iterable)):
            raise SkatsimError(f"columns: {columns!r} is no list of names; such as ['game', 'won']")
        chosen = list(columns) if columns is not None else None
        for column in chosen or ():
            if column not in names:
                raise SkatsimError(f"columns: unknown column {column!r}; the run has: {', '.join(names)}")
        return {"columns": chosen, "filter": parse_where(where, names)}

    @contextmanager
    def reading(self, where: Any = None) -> Iterator[None]:
        """Turn what Arrow and the system raise on reading `dataset` into one line: the damaged part, or the filter."""
        try:
            yield
        except (pa.ArrowException, OSError) as error:
            self.verify()
            fault = (
                f"where: {shorten(str(where))} does not fit the columns"
                if where is not None
                else f"{self.path}: cannot be read"
            )
            raise SkatsimError(f"{fault}: {error}") from None

    def verify(self) -> None:
        """Compare every part with its SHA-256 in the manifest.

        Raises
        ------
        SkatsimError
            Naming the part that has changed and the remedy.
        """
        if self.path is None:
            return
        for part in self.manifest.parts:
            try:
                changed = hashlib.sha256(RunFolder(self.path).read(part.name)).hexdigest() != part.sha256
            except SkatsimError as error:
                raise SkatsimError(f"{error}; {self.config.remedy(self.path)}") from None
            if changed:
                raise SkatsimError(
                    f"{self.path / part.name}: has changed since it was written; {self.config.remedy(self.path)}"
                )
