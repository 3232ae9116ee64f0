"""The page of an answer in headless Chromium: no faults, tables sort, nothing is wider than a phone."""

import json
import re
from html import unescape

import pytest

from skatsim.reports.safety import safety
from skatsim.reports.safety.page import page
from tests.conftest import COMPILED
from tests.reports.test_page_browser import CHROMIUM, LISTEN, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None or not COMPILED, reason="no Chromium here, or thousands of games")
REPORT = """<script>
const cells = () => [...document.querySelectorAll("#table-skat_cards tbody tr")].map((row) => row.cells[2].innerText);
const found = {};
found.worth = cells();
document.querySelectorAll("#table-skat_cards thead button")[2].click();
document.querySelectorAll("#table-skat_cards thead button")[2].click();
found.up = cells();
found.page = [document.documentElement.scrollWidth, innerWidth];
found.svgs = document.querySelectorAll("figure > svg").length;
found.faults = window.faults;
document.body.insertAdjacentHTML("beforeend", "<pre id=found></pre>");
document.getElementById("found").textContent = JSON.stringify(found);
</script>"""


def test_the_page_of_an_answer(tmp_path):
    answer = safety("CJ DJ CA CK C9 SA H9 H8 D8 D7", seat=1, deals=1000, threads=1)
    text = page(answer).replace("<head>", f"<head>{LISTEN}", 1).replace("</body>", f"{REPORT}</body>")
    target = tmp_path / "page.html"
    target.write_text(text, encoding="utf-8")
    ran = chromium(target, tmp_path / "profile", "--dump-dom", "--window-size=500,900")
    found = json.loads(unescape(re.search(r'<pre id="found">(.*?)</pre>', ran.stdout, re.DOTALL)[1]))
    assert found["faults"] == []
    assert re.findall(r".*CONSOLE.*", ran.stderr) == []
    assert found["svgs"] == 3
    assert found["page"][0] <= found["page"][1]
    assert len(found["worth"]) == 22
    assert found["up"] == found["worth"][::-1]
