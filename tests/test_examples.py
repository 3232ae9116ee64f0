"""What stands in `examples/` runs as its first lines say."""

import shutil
import subprocess
import sys

import pytest

from skatsim.bots import files
from tests.conftest import COMPILED, REPOSITORY


@pytest.mark.skipif(not COMPILED, reason="learns from thousands of games")
def test_a_bot_learns_and_plays(skatsim, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    shutil.copy(REPOSITORY / "examples" / "learned.py", tmp_path)
    code, _, err = skatsim("bots", "show", "learned.py")
    assert (code, err) == (2, "skatsim: learned.py: needs learned.pkl: No such file or directory\n")
    subprocess.run([sys.executable, "learned.py", "6000"], check=True)
    before = files.fingerprint("learned.py")
    code, out, _ = skatsim("compare", "learned.py:BOT", "learned.py:BOT:nerve=1000", "--boards", 20)
    assert code == 0
    assert "A is better" in out, "who never bids loses to who has learned anything"
    subprocess.run([sys.executable, "learned.py", "3000"], check=True)
    assert files.fingerprint("learned.py") != before
