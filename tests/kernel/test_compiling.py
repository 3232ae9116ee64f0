"""The kernel cache, seen by new processes on a copy of `skatsim.kernel` with small kernels around it.

Most processes are forks of one that has imported numba and nothing of skatsim, which saves two seconds each; those with
numba settings of their own start from nothing.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import skatsim.kernel
from skatsim.kernel import kernel
from tests.conftest import COMPILED, REPOSITORY

KERNEL_SOURCES = Path(skatsim.kernel.__file__).parent

HELPER = """
from skatsim.kernel import kernel
@kernel
def step(x):
    return x + 1
"""
CONSTANTS = "FACTOR = 10\n"
PROBE = """
from skatsim.constants import FACTOR
from skatsim.helper import step
from skatsim.kernel import kernel

@kernel
def run(x):
    return step(x) * FACTOR

@kernel
def read(values, index):
    return values[index]
"""
REPORT = """
import json
def report(*kernels, **results):
    hits = sum(sum(k.stats.cache_hits.values()) for k in kernels)
    misses = sum(sum(k.stats.cache_misses.values()) for k in kernels)
    print(json.dumps({"hits": hits, "misses": misses, **results}))
"""
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "SKATSIM_", "COV"))}
NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, resource.RLIM_INFINITY))\n"
ROOM_AGAIN = "\nresource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
RUN = "from skatsim.probe import run; result = run(4); report(run, result=result)"
RUN_WITHOUT_ROOM = NO_ROOM + RUN.replace("; report", ROOM_AGAIN + "report")
READ_PAST_THE_END = """
import numpy as np
from skatsim.probe import read
try:
    result = int(read(np.arange(8)[:4], 6))
except IndexError:
    result = "IndexError"
report(read, result=result)
"""
NURSERY = """
import json, os, sys, traceback
import numba
from numba.core import config
numba.njit(lambda x: x)(1)  # the compiler's own start costs as much as the import
for line in sys.stdin:
    job = json.loads(line)
    if os.fork() == 0:
        os.environ.clear()
        os.environ.update(job["environment"])
        config.reload_config()
        os.dup2(os.open(job["output"], os.O_WRONLY | os.O_CREAT), 1)
        sys.path.insert(0, job["environment"]["PYTHONPATH"])
        failed = 1
        try:
            exec(compile(job["code"], "<string>", "exec"), {"__name__": "__main__"})
            failed = 0
        except BaseException:
            traceback.print_exc(file=sys.stdout)
        sys.stdout.flush()
        os._exit(failed)
    print(os.wait()[1], flush=True)
"""


@pytest.fixture(scope="module")
def nursery():
    """A process that forks one child for each line it reads and answers with the child's exit status."""
    with subprocess.Popen(
        [sys.executable, "-B", "-c", NURSERY], env=CLEAN, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.stdin.close()


class Site:
    """A folder of packages with a `skatsim` in it, and Python processes that import from there."""

    def __init__(self, folder: Path, nursery: subprocess.Popen) -> None:
        self.folder = folder
        self.nursery = nursery
        self.package = folder / "skatsim"
        self.cache = folder.parent / "cache"
        shutil.copytree(KERNEL_SOURCES, self.package / "kernel", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("skatsim/__init__.py", "")
        self.write("skatsim/helper.py", HELPER)
        self.write("skatsim/constants.py", CONSTANTS)
        self.write("skatsim/probe.py", PROBE)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def run(self, code: str, **settings: str) -> dict:
        """What `code` reports in a new process."""
        chosen = {"PYTHONPATH": str(self.folder), "SKATSIM_CACHE_DIR": str(self.cache), **settings}
        environment = {**CLEAN, **{name: value for name, value in chosen.items() if value}}
        from_nothing = any(name.startswith("NUMBA_") for name in settings)
        return json.loads((start if from_nothing else self.fork)(REPORT + code, environment))

    def fork(self, code: str, environment: dict) -> str:
        output = self.folder.parent / "output"
        output.unlink(missing_ok=True)
        job = {"code": code, "environment": environment, "output": str(output)}
        self.nursery.stdin.write(json.dumps(job) + "\n")
        self.nursery.stdin.flush()
        status = self.nursery.stdout.readline().strip()
        text = output.read_text()
        assert status == "0", text
        return text

    def cached(self) -> list[Path]:
        return [path for path in self.cache.rglob("*") if path.suffix in (".nbi", ".nbc")]


def start(code: str, environment: dict) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        cwd=environment["PYTHONPATH"],  # where `python -c` looks first
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def site(tmp_path, nursery):
    return Site(tmp_path / "site", nursery)


def test_a_second_process_loads_and_an_edit_anywhere_in_the_package_recompiles(site):
    assert site.run(RUN) == {"hits": 0, "misses": 1, "result": 50}
    assert site.run(RUN) == {"hits": 1, "misses": 0, "result": 50}
    site.edit("skatsim/helper.py", "x + 1", "x + 2")  # an imported kernel, inlined into the cached one
    assert site.run(RUN) == {"hits": 0, "misses": 1, "result": 60}
    site.edit("skatsim/constants.py", "10", "100")  # an imported number, frozen into it
    assert site.run(RUN) == {"hits": 0, "misses": 1, "result": 600}
    assert len([path for path in site.cached() if path.suffix == ".nbc"]) == 2, "old machine code is removed"


def test_a_checked_process_never_runs_unchecked_code_nor_the_other_way_round(site):
    for _ in range(2):
        assert site.run(READ_PAST_THE_END)["result"] == 6  # no check: reads on
    assert site.run(READ_PAST_THE_END, NUMBA_BOUNDSCHECK="1") == {"hits": 0, "misses": 1, "result": "IndexError"}
    assert site.run(READ_PAST_THE_END, NUMBA_BOUNDSCHECK="1") == {"hits": 1, "misses": 0, "result": "IndexError"}
    assert site.run(READ_PAST_THE_END) == {"hits": 1, "misses": 0, "result": 6}


def test_a_read_only_install_caches_at_home_or_else_compiles_anew(site, tmp_path):
    """A regular file where a folder is needed cannot be written to by root either."""
    blocked = site.package / "__pycache__"
    blocked.write_text("in the way")
    home = tmp_path / "home"
    at_home = {"SKATSIM_CACHE_DIR": "", "XDG_CACHE_HOME": str(home)}
    assert site.run(RUN, **at_home)["result"] == 50
    assert list((home / "skatsim").rglob("*.nbc"))
    assert site.run(RUN, **at_home) == {"hits": 1, "misses": 0, "result": 50}

    nowhere = {"SKATSIM_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": str(blocked / "home")}
    assert site.run(RUN, **nowhere)["result"] == 50
    assert site.run(RUN, SKATSIM_CACHE_DIR=str(blocked / "below"))["result"] == 50
    assert blocked.read_text() == "in the way"
    assert not site.cache.exists()


def test_a_full_disk_costs_the_cache_and_not_the_result(site):
    assert site.run(RUN_WITHOUT_ROOM.format(1))["result"] == 50
    assert site.cached() == []


def test_a_disk_that_fills_up_between_index_and_machine_code_leaves_no_old_code_behind(site):
    site.run(RUN)
    room_for_the_index = max(path.stat().st_size for path in site.cached() if path.suffix == ".nbi") + 100
    assert room_for_the_index < min(path.stat().st_size for path in site.cached() if path.suffix == ".nbc")
    site.edit("skatsim/helper.py", "x + 1", "x + 2")
    assert site.run(RUN_WITHOUT_ROOM.format(room_for_the_index))["result"] == 60
    assert site.run(RUN) == {"hits": 0, "misses": 1, "result": 60}


@pytest.mark.parametrize("damage", [b"", b"\x80\x04 no pickle"])
def test_damaged_cache_files_are_compiled_anew(site, damage):
    site.run(RUN)
    for path in site.cached():
        path.write_bytes(damage)
    assert site.run(RUN) == {"hits": 0, "misses": 1, "result": 50}
    assert site.run(RUN) == {"hits": 1, "misses": 0, "result": 50}


USER_FILES = {
    "own/bot.py": "{head}@kernel\ndef run(x):\n    return x + 1\n",
    "own/tens.py": "TEN = 1\n",
    "sibling/bot.py": "{head}from other_step import step\n@kernel\ndef run(x):\n    return step(x)\n",
    "sibling/other_step.py": "{head}@kernel\ndef step(x):\n    return x + 1\n",
    "number/bot.py": "{head}from plain import STEP\n@kernel\ndef run(x):\n    return x + STEP\n",
    "number/plain.py": "STEP = 0 + 1\n",
    "family/mine/__init__.py": "",
    "family/mine/bots/__init__.py": "",
    "family/mine/bots/bot.py": "{head}from mine.steps import step\n@kernel\ndef run(x):\n    return step(x)\n",
    "family/mine/steps.py": "{head}@kernel\ndef step(x):\n    return x + 1\n",
    "elsewhere/bot.py": "{head}from far_step import far\n@kernel\ndef run(x):\n    return far(x)\n",
    "far/far_step.py": "{head}@kernel\ndef far(x):\n    return x + 1\n",
    "module/bot.py": "{head}import far_module\n@kernel\ndef run(x):\n    return far_module.far(x)\n",
    "far/far_module.py": "{head}@kernel\ndef far(x):\n    return x + 1\n",
    "package/bot.py": "{head}from skatsim.helper import step\n@kernel\ndef run(x):\n    return step(x)\n",
}
EDITS = {  # which file an edit of `x + 1` to `x + 2` goes to, by the user's bot
    "own": "own/bot.py",
    "sibling": "sibling/other_step.py",
    "number": "number/plain.py",
    "family": "family/mine/steps.py",
    "elsewhere": "far/far_step.py",
    "module": "far/far_module.py",
    "package": "skatsim/helper.py",
}
LOAD_USERS = """
import importlib.util, sys
results, kernels = {{}}, []
for name in {names}:
    path = "{folder}/" + name
    sys.path[:0] = [path, "{folder}/far"]
    file = path + ("/mine/bots/bot.py" if name == "family" else "/bot.py")
    spec = importlib.util.spec_from_file_location("bot", file)
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    results[name] = bot.run(4)
    kernels.append(bot.run)
prompt = {{}}
exec("from skatsim.kernel import kernel\\n@kernel\\ndef run(x): return x + {constant}", prompt)
report(*kernels, prompt=prompt["run"](4), **results)
"""


def test_user_kernels_outside_the_package_do_not_go_stale(site):
    """All bots' modules are called `bot` and their kernels `run`: they must not meet in the cache either."""
    for name, text in USER_FILES.items():
        site.write(name, text.format(head="from skatsim.kernel import kernel\n"))
    count = len(EDITS)

    def load(constant: int) -> dict:
        return site.run(LOAD_USERS.format(names=list(EDITS), folder=site.folder, constant=constant))

    fives = dict.fromkeys([*EDITS, "prompt"], 5)
    assert load(1) == {"hits": 0, "misses": count, **fives}
    assert load(1) == {"hits": count, "misses": 0, **fives}
    for file in set(EDITS.values()) - {"skatsim/helper.py"}:
        site.edit(file, "+ 1", "+ 2")
    sixes = dict.fromkeys([*EDITS, "prompt"], 6)
    assert load(2) == {"hits": 1, "misses": count - 1, **sixes, "package": 5}
    site.edit("skatsim/helper.py", "+ 1", "+ 2")
    assert load(2) == {"hits": 0, "misses": count, **sixes}


def test_nothing_is_compiled_at_import(site):
    code = """
from skatsim.probe import run
early = len(run.nopython_signatures)
run(4)
report(early=early, late=len(run.nopython_signatures))
"""
    first, second = site.run(code), site.run(code)
    assert (first["early"], first["late"]) == (second["early"], second["late"]) == (0, 1)


def test_uncompiled_a_kernel_is_the_function_itself(site):
    code = "import types; from skatsim.probe import run; report(plain=isinstance(run, types.FunctionType), r=run(4))"
    assert site.run(code, NUMBA_DISABLE_JIT="1") == {"hits": 0, "misses": 0, "plain": True, "r": 50}
    assert not site.cache.exists()


def test_division_by_zero_is_no_exception_and_the_name_stays():
    @kernel
    def share(x, y):
        """Documented."""
        return x / y

    assert share.__name__ == "share"
    assert share.__doc__ == "Documented."
    if COMPILED:
        assert share(1.0, 0.0) == float("inf")


def told(cache: Path, patience: float, code: str = "import skatsim; skatsim.deal(1, 0)") -> str:
    """What a process with this cache says on stderr."""
    script = f"from skatsim.kernel import compiling; compiling.PATIENCE = {patience}; {code}"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "SKATSIM_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return done.stderr


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_compiling_that_takes_long_says_so_once_and_is_silent_when_cached(tmp_path):
    twice = "import skatsim; skatsim.deal(1, 0); from skatsim.kernel import mix; mix(5)"
    assert told(tmp_path / "cold", 0.001, twice) == (
        "compiling (once for this version of skatsim, some 20 seconds) ...\n"
    )
    assert told(tmp_path / "cold", 0.0, twice) == ""
    assert told(tmp_path / "other", 60) == ""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_other_peoples_kernels_are_compiled_without_a_word(tmp_path):
    code = "exec('from skatsim.kernel import kernel\\n@kernel\\ndef f(x): return x + 1\\nf(1)')"
    assert told(tmp_path, 0.0, code) == ""
