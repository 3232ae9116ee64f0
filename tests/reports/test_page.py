"""The page is whole by itself, well formed, the same each time, and says what the frames say."""

import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from skatsim.errors import SkatsimError
from skatsim.reports import frames
from skatsim.reports.games import make_report
from skatsim.reports.page import page
from skatsim.reports.plots import plots
from skatsim.reports.tables import tables

VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}
LOADS = {"src", "href", "xlink:href", "action", "data", "poster", "srcset"}


class Reader(HTMLParser):
    """Checks that tags nest, and collects elements, texts of tables and identifiers."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.faults, self.tables = [], [], [], {}
        self.table = None
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> stays open" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.seen.append((tag, attrs))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.table = self.tables[attrs["id"].removeprefix("table-")] = []
        if tag == "tr":
            self.table.append([])
        if tag in ("td", "th"):
            self.table[-1].append((attrs, []))

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> after {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.table[-1][-1][1].append(data)

    def elements(self, tag):
        return [attrs for name, attrs in self.seen if name == tag]


@pytest.fixture(scope="module")
def text(report):
    return page(report)


@pytest.fixture(scope="module")
def read(text):
    return Reader(text)


def test_well_formed(read):
    assert read.faults == []
    ids = Counter(attrs["id"] for _, attrs in read.seen if "id" in attrs)
    assert [name for name, times in ids.items() if times > 1] == []
    assert len(read.elements("h1")) == len(read.elements("main")) == 1
    assert read.elements("html") == [{"lang": "en"}]


def test_loads_nothing(read, text):
    loaded = {value for _, attrs in read.seen for name, value in attrs.items() if name in LOADS}
    assert {value for value in loaded if not value.startswith(("#", "data:,"))} == set()
    assert not re.search(r"@import|url\((?!#)|fetch\(|XMLHttpRequest|import\(", text)
    assert set(re.findall(r"https?://[^\"' <)]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_references_lead_somewhere(read, text):
    ids = {attrs["id"] for _, attrs in read.seen if "id" in attrs}
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= ids
    assert {a["href"][1:] for tag, a in read.seen if a.get("href", "").startswith("#")} <= ids
    assert {a["aria-labelledby"] for _, a in read.seen if "aria-labelledby" in a} <= ids


def test_structure_for_all_readers(read):
    for attrs in read.elements("svg"):
        assert attrs["role"] == "img"
        assert len(attrs["aria-label"]) > 20
    assert len(read.elements("svg")) == 11
    for rows in read.tables.values():
        assert all(attrs["scope"] == "col" for attrs, _ in rows[0])
        assert all(row[0][0]["scope"] == "row" for row in rows[1:])
    assert len(read.elements("caption")) == len(read.tables) == 13


def test_plots_take_their_colours_from_the_page(text):
    style, body = text.split("</style>")
    used, defined = set(re.findall(r"var\(--([\w-]+)\)", body)), set(re.findall(r"--([\w-]+):", style))
    assert {"ink", "gain", "loss", "real", "heat0", "heat6"} <= used <= defined
    assert re.findall(r"(?:fill|stroke):\s*(?=\S)(?!none|var)[^;\"]+", body) == []
    light, dark, printed = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    names = [set(re.findall(r"--([\w-]+):", block)) - {"serif", "sans"} for block in (light, dark, printed)]
    assert names[0] == names[1] == names[2]


@pytest.mark.parametrize("block", [0, 1, 2])
def test_contrast(text, block):
    """WCAG: 4.5 for text, 3 for marks, in light, dark and print."""
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", re.findall(r":root \{(.*?)\}", text, re.DOTALL)[block]))
    for name in ("ink", "muted", "link", "gain", "loss"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    assert contrast(colours["real"], colours["paper"]) >= 3
    for step in range(7):
        assert contrast(colours["on-heat"], colours[f"heat{step}"]) >= 4.5, step


def contrast(one, other):
    light = sorted(luminance(colour) for colour in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    linear = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in linear]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_tables_are_the_reports(read, report):
    for table in tables(report.tally):
        rows = read.tables[table.name]
        assert [["".join(words) for _, words in row] for row in rows[1:]] == [
            [c.text for c in row] for row in table.rows
        ]


def test_cells_sort_by_the_frames_numbers(read, report):
    frame = frames.by_bid(report.tally, fold=True)
    rows = read.tables["bids"][1:]
    won = [float(row[2][0]["data-value"]) for row in rows]
    assert [int(row[0][0]["data-value"]) for row in rows] == frame.index.tolist()
    assert won == pytest.approx(frame["won"].tolist())
    games = {row[0][1][0]: row[-1][0]["data-value"] for row in read.tables["games"][1:]}
    assert games["null"] == ""
    assert float(games["grand"]) == pytest.approx(frames.by_game_type(report.tally).loc["G", "card_points"])


def test_the_page_says_which_currency_and_where_real_figures_come_from(text):
    assert "<p>Games stand at the bid at which they were played" in text
    assert "safe" not in re.sub(r"how safe that bid is for a given hand", "", text.split("</style>")[1])
    assert "Pays is reckoned in list points" in text
    assert not re.search(r"Diamonds: [^w]", text), "the mark is not the suit"
    for word in (
        "◇ tournaments: 17,967,106 deals",
        "◇ ISS: about 20,000",
        "Skat in Zahlen (2)",
    ):
        assert word in text
    body = text.split("</style>")[1]
    assert "real games" not in body


def test_heat_map_shows_the_frames_numbers(report):
    frame = frames.by_bid_and_matadors(report.tally)
    shown = re.findall(r">(\d+)</text>", re.sub(r"<!--.*?-->", "", plots(report.tally)["heat"]))
    expected = [f"{100 * row.won:.0f}" for row in frame.itertuples() if row.games >= 10]
    assert Counter(expected) <= Counter(shown)
    assert len(expected) > 80


def test_names_are_escaped(three_games):
    nasty = make_report(three_games, "<script>alert(1)</script> & co", {"a<b": "c&d"})
    text = page(nasty)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in text
    assert Reader(text).faults == []


def test_few_games(three_games):
    """What cannot be drawn says so; a seat that never declared leaves no nan."""
    text = page(make_report(three_games, "three deals"))
    read = Reader(text)
    assert read.faults == []
    assert len(read.elements("svg")) == 3
    assert text.count("Too few games to draw") == 3
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)


def test_all_passed_in(three_games):
    read = Reader(page(make_report(three_games.slice(2), "one deal")))
    assert read.faults == []
    assert read.elements("svg") == []
    assert "bids" not in read.tables


def test_same_report_same_bytes(text, rows, tmp_path):
    """In another process, too, with another hash seed and whatever style its user has set."""
    (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.grid: True\n")
    code = (
        "import sys; from tests.reports.making import made_up_rows; from skatsim.reports.games import make_report\n"
        "facts = {'seed': '3', 'rules': 'isko <&>'}\n"
        "make_report(made_up_rows(), '20,000 made-up games', facts).write_page(sys.argv[1])\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "5", "MATPLOTLIBRC": str(tmp_path)}
    out = tmp_path / "page.html"
    subprocess.run([sys.executable, "-c", code, str(out)], check=True, env=environment, cwd=Path(__file__).parents[2])
    assert out.read_text(encoding="utf-8") == text


def test_write_page(report, tmp_path):
    target = tmp_path / "report.html"
    target.write_text("older")
    report.write_page(target)
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(SkatsimError, match=r"cannot write .*nowhere"):
        report.write_page(tmp_path / "nowhere" / "report.html")
    (tmp_path / "folder").mkdir()
    with pytest.raises(SkatsimError, match="cannot write"):
        report.write_page(tmp_path / "folder")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder", "report.html"]


def test_without_matplotlib(report, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SkatsimError, match=r"needs matplotlib; install it with: pip install 'skatsim\[report\]'"):
        report.write_page(tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []
