"""The floors: who may import whom, and what a bare import costs."""

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

PACKAGE = REPOSITORY / "skatsim"
PYPROJECT = REPOSITORY / "pyproject.toml"
HEAVY = ("numba", "numpy", "pandas", "pyarrow", "matplotlib", "rich")


def modules_after(statement: str) -> set[str]:
    """Top-level modules a fresh Python has loaded after `statement`."""
    code = f"import sys; {statement}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_skatsim_loads_nothing_heavy():
    assert modules_after("import skatsim").isdisjoint(HEAVY)


def test_importing_the_commands_loads_nothing_heavy():
    """`skatsim --help` must be quick; a command imports what it needs when it runs."""
    commands = ", ".join(f"skatsim.cli.{path.stem}" for path in (PACKAGE / "cli").glob("*.py"))
    assert modules_after(f"import {commands}").isdisjoint(set(HEAVY) - {"rich"})


def test_the_way_out_stands_before_typer_is_loaded():
    """ctrl-C while typer loads is one line too."""
    assert modules_after("import skatsim.cli").isdisjoint({"typer", *HEAVY})


def test_the_rules_need_neither_frames_nor_files():
    loaded = modules_after("import skatsim.rules.settlement, skatsim.rules.deals, skatsim.table.referee")
    assert loaded.isdisjoint({"pandas", "pyarrow", "typer", "rich", "matplotlib"})


def test_the_import_contracts_are_kept(tmp_path):
    pytest.importorskip("importlinter")
    code = (
        "import sys; from importlinter.cli import lint_imports; "
        f"sys.exit(lint_imports(config_filename={str(PYPROJECT)!r}, no_cache=True))"
    )
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kept, 0 broken" in done.stdout


def imported_names(path: Path) -> set[str]:
    """Top-level names of the import statements of a file, those inside functions included."""
    return {module.partition(".")[0] for module in imported_modules(path)}


def imported_modules(path: Path) -> set[str]:
    """The modules a file imports, whole names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(str(node.module))
    return names


def test_numba_is_imported_in_kernel_and_the_bot_abi_only():
    """Bots too: import-linter's contract leaves them out because of the ABI."""
    users = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if "numba" in imported_names(path)}
    outside = {path for path in users if path.parts[0] != "kernel"}
    assert users
    assert outside <= {Path("bots/abi.py")}


def test_statistics_know_numpy_and_nothing_of_skatsim():
    imported = {name for path in (PACKAGE / "stats").glob("*.py") for name in imported_modules(path)}
    others = {name.partition(".")[0] for name in imported if not name.startswith("skatsim.stats.")}
    assert others - sys.stdlib_module_names <= {"numpy"}


def test_only_the_commands_import_typer_and_rich():
    users = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if imported_names(path) & {"typer", "rich"}}
    assert users
    assert {path.parts[0] for path in users} == {"cli"}


def test_every_floor_is_a_package():
    """A folder without `__init__.py` imports all the same, and linters and the wheel then overlook it."""
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_floor_is_under_the_contracts():
    """A new folder goes into the layers and into the two lists of who may not import numba, typer and rich."""
    floors, no_numba, no_typer = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    rooms = {f"skatsim.{path.name}" for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    layers = {name.strip(" ()") for layer in floors["layers"] for name in layer.split("|")}
    assert rooms <= layers
    assert set(no_numba["source_modules"]) == rooms - {"skatsim.kernel", "skatsim.bots"}
    assert set(no_typer["source_modules"]) == rooms - {"skatsim.cli"}
