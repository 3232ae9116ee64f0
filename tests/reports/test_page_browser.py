"""The page in headless Chromium: no console errors, sorting works, nothing is wider than a phone.

A copy of the page gets a script that reports what it finds into the page, which Chromium prints with --dump-dom.
"""

import json
import re
import shutil
import subprocess
from html import unescape

import pytest

from skatsim.reports.page import page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; install Debian's chromium to run this")
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
LISTEN = """<script>
window.faults = [];
window.addEventListener("error", (event) => faults.push(String(event.message || event.target.outerHTML)), true);
window.addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => faults.push(event.violatedDirective));
for (const level of ["error", "warn"]) console[level] = (...words) => faults.push(words.join(" "));
</script>"""
REPORT = """<script>
const all = (name, what) => [...document.querySelectorAll(`#table-${name} ${what}`)];
const column = (name, at) => all(name, "tbody tr").map((row) => row.cells[at].innerText);
const sorted = (name) => all(name, "thead th").map((head) => head.getAttribute("aria-sort"));
const click = (name, at) => all(name, "thead button")[at].click();
const found = {};
found.before = column("bids", 2);
click("bids", 2); found.down = column("bids", 2); found.downMark = sorted("bids");
click("bids", 2); found.up = column("bids", 2); found.upMark = sorted("bids");
click("bids", 0); click("bids", 0); found.bids = column("bids", 0); found.bidsMark = sorted("bids");
click("games", 0); found.names = column("games", 0);
click("games", 6); found.points = column("games", 6);
click("games", 6); found.pointsUp = column("games", 6);
found.heads = [...document.querySelectorAll("thead th")].every((th) => th.querySelector("button").textContent.trim());
found.svgs = [...document.querySelectorAll("svg")].map((svg) => Math.round(svg.getBoundingClientRect().width));
found.page = [document.documentElement.scrollWidth, innerWidth];
found.paper = getComputedStyle(document.body.parentElement).backgroundColor;
found.bar = getComputedStyle(document.querySelector("#which-games svg path[style*=gain]")).fill;
found.faults = window.faults;
document.body.insertAdjacentHTML("beforeend", "<pre id=found></pre>");
document.getElementById("found").textContent = JSON.stringify(found);
</script>"""


def chromium(target, profile, *options):
    profile.mkdir()
    command = [CHROMIUM, *QUIET, f"--user-data-dir={profile}", "--enable-logging=stderr", *options, target.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


@pytest.fixture(scope="module", params=["light", "dark"])
def seen(request, report, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    target = folder / "page.html"
    text = page(report).replace("<head>", f"<head>{LISTEN}", 1).replace("</body>", f"{REPORT}</body>")
    target.write_text(text, encoding="utf-8")
    scheme = {"dark": 0, "light": 1}[request.param]
    ran = chromium(
        target,
        folder / "profile",
        "--dump-dom",
        "--window-size=1200,900",
        f"--blink-settings=preferredColorScheme={scheme}",
    )
    found = json.loads(unescape(re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.DOTALL)[1]))
    return {**found, "scheme": request.param, "console": re.findall(r".*CONSOLE.*", ran.stderr)}


def test_no_errors(seen):
    assert seen["faults"] == []
    assert seen["console"] == []


def test_sorting(seen):
    number = [float(text.split()[0]) for text in seen["before"]]
    assert len(number) > 20
    assert [float(text.split()[0]) for text in seen["down"]] == sorted(number, reverse=True)
    assert [float(text.split()[0]) for text in seen["up"]] == sorted(number)
    assert sorted(seen["down"]) == sorted(seen["before"])
    assert seen["downMark"] == [None, None, "descending", None, None, None, None]
    assert seen["upMark"] == [None, None, "ascending", None, None, None, None]
    bids = [int(text.rstrip("+")) for text in seen["bids"]]
    assert bids == sorted(bids)
    assert seen["bidsMark"] == ["ascending", None, None, None, None, None, None]
    assert seen["names"] == ["clubs", "diamonds", "grand", "hearts", "null", "spades"]


def test_cells_without_a_number_stay_last(seen):
    for order in ("points", "pointsUp"):
        assert seen[order][-1] == "–"
    numbers = [float(text.split()[0]) for text in seen["points"][:-1]]
    assert numbers == sorted(numbers, reverse=True)
    assert sorted(seen["pointsUp"]) == sorted(seen["points"])


def test_shown(seen):
    assert seen["heads"]
    assert min(seen["svgs"]) >= 250
    assert seen["page"][0] <= seen["page"][1]


def test_light_and_dark(seen):
    paper, bar = ([int(x) for x in re.findall(r"\d+", seen[name])[:3]] for name in ("paper", "bar"))
    assert (sum(paper) > 600) == (seen["scheme"] == "light")
    assert (sum(paper) < 150) == (seen["scheme"] == "dark")
    assert (sum(bar) > sum(paper)) == (seen["scheme"] == "dark")


def test_what_is_folded_prints_unfolded(report, tmp_path):
    """Without the script too, where Chromium knows how to."""
    opened = "<script>dispatchEvent(new Event('beforeprint')); document.title = 'open ' + [...document.querySelectorAll"
    opened += "('details')].map((part) => part.open); dispatchEvent(new Event('afterprint'));"
    opened += "document.title += ' then ' + document.querySelectorAll('details[open]').length</script></body>"
    target = tmp_path / "page.html"
    target.write_text(page(report).replace("</body>", opened), encoding="utf-8")
    ran = chromium(target, tmp_path / "profile", "--dump-dom")
    assert re.search("<title>(.*?)</title>", ran.stdout)[1] == "open true,true then 0"
    chromium(target, tmp_path / "other", "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'page.pdf'}")
    whole = (tmp_path / "page.pdf").stat().st_size
    bare = re.sub(r"<details>.*?</details>", "", page(report), flags=re.DOTALL)
    target.write_text(bare, encoding="utf-8")
    chromium(target, tmp_path / "third", "--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'page.pdf'}")
    assert whole > 1.1 * (tmp_path / "page.pdf").stat().st_size


def test_fits_a_phone(report, tmp_path):
    """In a frame as wide as a phone the page scrolls down, never sideways."""
    (tmp_path / "page.html").write_text(page(report), encoding="utf-8")
    frame = tmp_path / "phone.html"
    frame.write_text(
        '<iframe id="phone" src="page.html" style="border:0;width:390px;height:800px"></iframe><pre id="found"></pre>'
        "<script>phone.onload = () => { const root = phone.contentDocument.documentElement;"
        "found.textContent = JSON.stringify([root.scrollWidth, root.clientWidth, "
        'Math.min(...[...root.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().width))]); };</script>',
        encoding="utf-8",
    )
    ran = chromium(
        frame, tmp_path / "profile", "--dump-dom", "--allow-file-access-from-files", "--virtual-time-budget=9000"
    )
    wide, window, svg = json.loads(re.search(r'<pre id="found">(.*?)</pre>', ran.stdout)[1])
    assert window <= 390
    assert wide <= window
    assert svg > 300
