"""`skatsim report`: its options, and what it refuses."""

import json

import pytest

from skatsim.cli import main

RUN = ("simulate", "--games", "300", "--lineup", "random,random,random", "--seed", "5")


@pytest.fixture
def skatsim(monkeypatch, capsys):
    """skatsim(*arguments) -> (exit code, stdout, stderr)."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["skatsim", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def folder(skatsim, tmp_path):
    assert skatsim(*RUN, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run"


def test_json_csv_and_a_choice_of_rows(skatsim, folder, tmp_path):
    code, out, _ = skatsim("report", folder, "--json")
    whole = json.loads(out)
    assert code == 0
    assert sum(row["games"] for row in whole["tables"]["game_types"]) == whole["tables"]["overall"][1]["n"]
    code, out, _ = skatsim("report", folder, "--json", "--where", "game_type == 'G'", "--player", "random@1")
    assert [row["name"] for row in json.loads(out)["tables"]["game_types"]] == ["grand"]
    code, out, _ = skatsim("report", folder, "--csv", tmp_path / "tables")
    assert code == 0
    assert out == f"tables: {tmp_path / 'tables'}\n"
    assert len(list((tmp_path / "tables").glob("*.csv"))) == 12


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--where", "colour == 1"), "unknown column 'colour'"),
        (("--where", "bid == 264"), "no games to report on"),
        (("--player", "nobody"), "nobody is called 'nobody'; there played: random@1"),
        (("--csv", "run"), "outside the run's folder"),
        (("--csv", "run/tables"), "outside the run's folder"),
        (("--csv", "file"), "--csv file: is no place"),
        (("--html", "."), "--html .: is no place"),
    ],
)
def test_what_is_refused(skatsim, folder, tmp_path, monkeypatch, options, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    code, out, err = skatsim("report", folder, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert sorted(tmp_path.rglob("*")) == before
