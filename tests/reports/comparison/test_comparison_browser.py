"""The page of a comparison in headless Chromium: no errors, tables sort, swings unfold, a phone scrolls down only."""

import json
import re
from html import unescape

import pytest

import skatsim
from skatsim.reports.comparison.page import comparison_page
from tests.conftest import COMPILED
from tests.reports.test_page_browser import CHROMIUM, LISTEN, chromium

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.skipif(CHROMIUM is None or not COMPILED, reason="no Chromium here, or pages not compiled")
REPORT = """<script>
const cells = () => [...document.querySelectorAll("#table-games tbody tr")].map((row) => row.cells[1].innerText);
const click = () => document.querySelectorAll("#table-games thead button")[1].click();
const found = { before: cells() };
click(); found.down = cells();
click(); found.up = cells();
found.svgs = [...document.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().width);
const swing = document.querySelector("details");
found.folded = swing.getBoundingClientRect().height; swing.open = true;
found.unfolded = swing.getBoundingClientRect().height;
found.page = [document.documentElement.scrollWidth, innerWidth];
found.faults = window.faults;
document.body.insertAdjacentHTML("beforeend", "<pre id=found></pre>");
document.getElementById("found").textContent = JSON.stringify(found);
</script>"""


@pytest.fixture(scope="module")
def text():
    return comparison_page(skatsim.compare("heuristic", "random:top_bid=18", boards=60, seed=4))


def show(text, folder, *options):
    (folder / "page.html").write_text(text, encoding="utf-8")
    return chromium(folder / "page.html", folder / "profile", "--dump-dom", "--window-size=1200,900", *options)


def test_the_page_runs_without_errors_and_sorts(text, tmp_path):
    ran = show(text.replace("<head>", f"<head>{LISTEN}", 1).replace("</body>", f"{REPORT}</body>"), tmp_path)
    seen = json.loads(unescape(re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.DOTALL)[1]))
    assert seen["faults"] == []
    assert "CONSOLE" not in ran.stderr
    numbers = [[float(cell.split()[0].replace("−", "-")) for cell in seen[order]] for order in ("before", "down", "up")]
    assert len(numbers[0]) == 6
    assert numbers[1] == sorted(numbers[0], reverse=True)
    assert numbers[2] == sorted(numbers[0])
    assert len(seen["svgs"]) == 3
    assert min(seen["svgs"]) > 250
    assert seen["unfolded"] > 3 * seen["folded"]
    assert seen["page"][0] <= seen["page"][1]


def test_it_fits_a_phone(text, tmp_path):
    (tmp_path / "inner.html").write_text(text, encoding="utf-8")
    frame = (
        '<iframe id="phone" src="inner.html" style="border:0;width:390px;height:800px"></iframe><pre id="found"></pre>'
        "<script>phone.onload = () => { const root = phone.contentDocument.documentElement;"
        "found.textContent = JSON.stringify([root.scrollWidth, root.clientWidth]); };</script>"
    )
    ran = show(frame, tmp_path, "--allow-file-access-from-files", "--virtual-time-budget=9000")
    wide, window = json.loads(re.search(r'<pre id="found">(.*?)</pre>', ran.stdout)[1])
    assert 0 < wide <= window <= 390
