"""What every report offers, whatever it reports on: words, frames for other programs, a page to mail."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from skatsim.errors import SkatsimError
from skatsim.reports.export import write_frames
from skatsim.reports.sheet import write_html

if TYPE_CHECKING:
    import pandas as pd


class Answer:
    """Whatever answers a question: it prints as its text, has tables to keep and a page to mail."""

    def text(self) -> str:
        """The answer for the terminal, ends with a line break."""
        raise NotImplementedError

    def tables(self) -> Mapping[str, "pd.DataFrame"]:
        """Its frames by name, as they are written."""
        raise NotImplementedError

    def page(self) -> str:
        """The answer as one HTML page.

        Raises
        ------
        SkatsimError
            When there is no page, or matplotlib is not installed.
        """
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"

    def write_tables(self, folder: Path | str) -> None:
        """Write each frame to a folder, which is made: NAME.csv and NAME.parquet.

        Raises
        ------
        SkatsimError
            Naming a path that cannot be written.
        """
        write_frames(self.tables(), Path(folder))

    def write_page(self, path: Path | str) -> None:
        """Write the page; a file of that name is replaced once the new one is complete.

        Raises
        ------
        SkatsimError
            When there is no page, matplotlib is not installed, or naming a path that cannot be written.
        """
        write_html(self.page(), path)


class Report(Answer):
    """A report on a run; `str` is its text.

    Attributes
    ----------
    title
        One line that names the run.
    facts
        Run facts in the order of printing: seed, bots, rules, versions.
    """

    title: str
    facts: Mapping[str, str]

    def headline(self) -> list[str]:
        """The answer in sentences."""
        return []

    def frames(self) -> dict[str, "pd.DataFrame"]:
        """Its tables by name: a share or mean `x` has the ends of its interval in `x_low` and `x_high`."""
        raise NotImplementedError

    def page(self) -> str:
        """The report as one HTML page.

        Raises
        ------
        SkatsimError
            When there is no page of this kind of run, or matplotlib is not installed.
        """
        raise SkatsimError("this kind of run has no page; leave out --html")

    def to_json(self) -> str:
        """Title, facts, headline and the frames, row by row; null where there is no number."""
        tables = {name: json.loads(_flat(frame).to_json(orient="records")) for name, frame in self.frames().items()}
        whole = {"title": self.title, "facts": dict(self.facts), "headline": self.headline(), "tables": tables}
        return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"

    def tables(self) -> Mapping[str, "pd.DataFrame"]:
        """The frames, what stands in an index as a column."""
        return {name: _flat(frame) for name, frame in self.frames().items()}


def _flat(frame: "pd.DataFrame") -> "pd.DataFrame":
    """What stands in the index as a column."""
    return frame.reset_index() if frame.index.name else frame
