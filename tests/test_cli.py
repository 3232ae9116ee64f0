"""The commands, in this process: what they print, their exit codes, and one line for anything that is wrong."""

import errno
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from skatsim.bots import abi, registry
from tests.conftest import DATA

DEAL = "CJ SJ CA CT CK C9 C8 HA HT D7 | HJ DJ CQ C7 SA ST SK HK DA DT | SQ S9 S8 S7 HQ H9 H8 DK DQ D9"
RUN = ["simulate", "--games", "300", "--lineup", "random,random,random", "--seed", "5"]


def test_score_prints_the_arithmetic(skatsim):
    code, out, _ = skatsim("score", "CHS", "--bid", 24, "--matadors", 3, "--card-points", 95, "--tricks", 8)
    assert code == 0
    assert out.splitlines()[:2] == [
        "with 3, game 4, hand 5, Schneider 6, announced 7; 7 × 12 = 84",
        "won: +84 list points",
    ]
    assert "table of 3: declarer +134, each other +0" in out


@pytest.mark.parametrize("words", [["chs"], ["clubs", "hand", "Schneider"], ["Kreuz Hand Schneider angesagt"], ["♣HS"]])
def test_score_takes_words(skatsim, words):
    options = ["--bid", 24, "--matadors", 3, "--card-points", 95, "--tricks", 8]
    assert skatsim("score", *words, *options) == skatsim("score", "CHS", *options)


def test_score_of_an_overbid_game(skatsim):
    _, out, _ = skatsim("score", "D", "--bid", 36, "--matadors", 1, "--card-points", 70, "--tricks", 7)
    assert "2 × 9 = 18 < 36: overbid; 4 × 9 = 36\nlost, overbid: -72 list points" in out
    assert "table of 3: declarer -122, each other +40; at a table of 4: declarer -122, each other +30" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "X", "--bid", "18", "--card-points", "61", "--tricks", "6"], "unknown game in contract 'X'"),
        (
            ["score", "CS", "--bid", "18", "--card-points", "61", "--tricks", "6"],
            "announcing is possible only in a hand",
        ),
        (["score", "C", "--bid", "25", "--matadors", "1", "--card-points", "61", "--tricks", "6"], "bid 25 is not on"),
        (["score", "C", "--bid", "18", "--card-points", "61", "--tricks", "6"], "matadors 0"),
        (["score", "N", "--bid", "24", "--card-points", "0", "--tricks", "0"], "does not cover the bid of 24"),
        (["score", "C", "--bid", "1x", "--card-points", "61", "--tricks", "6"], "'--bid': "),
        (["score", "C", "--bid", "1x", "--card-points", "61", "--tricks", "6"], "an integer: '1x'; see: skatsim score"),
        (["score", "N", "--bid", "18", "--card-points", "23", "--tricks", "0"], "possible are 0 to 22"),
        (["score"], "Missing argument"),
        (["nosuch"], "No such command 'nosuch'"),
        (["show", "1", "0", "--lineup", "oracle,random,random"], "oracle"),
        (["show", "1", "0", "--rules", "nosuch"], "nosuch"),
        (["show", "-1", "0"], "-1"),
        (["simulate", "--games", "0"], "games: 0 is too few"),
        (["simulate", "no.toml"], "no.toml"),
        (["replay", "no.sgf"], "no.sgf"),
        (["convert", "one"], "name one or more record files"),
        (["report", "nowhere"], "nowhere"),
        (["resume", "nowhere"], "nowhere"),
        (["solve", "CJ | SJ", "--game", "C", "--declarer", "forehand"], "2 given"),
        (["solve", "CJ | SJ | CJ", "--game", "C", "--declarer", "forehand"], "CJ"),
        (["solve", "CJ | SJ | DJ", "--game", "C", "--declarer", "dealer"], "'dealer' is no seat"),
        (["solve", DEAL, "--game", "C", "--declarer", "dealer"], "'dealer' is no seat"),
        (["solve", DEAL, "--game", "K", "--declarer", "V"], "can be Kreuz (C) or Karo (D)"),
        (["solve", DEAL, "--game", "C", "--declarer", "V", "--skat", "H7"], "the skat has 1 card"),
        (["solve", DEAL, "--game", "C", "--declarer", "V", "--taken", "1"], "taken=1"),
        (["solve", DEAL, "--game", "C", "--declarer", "V", "--at-least", "121"], "at_least=121 is out of range"),
        (["solve", "KD | SJ | DJ", "--game", "C", "--declarer", "V"], "can be queen of clubs or king of diamonds"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(skatsim, arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = skatsim(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("skatsim: ")
    assert words in err
    assert list(tmp_path.iterdir()) == []


def test_a_run_from_start_to_report(skatsim, tmp_path):
    out = tmp_path / "run"
    code, text, _ = skatsim(*RUN, "--out", out)
    assert code == 0
    assert "300 games" in text
    assert "300 simulated now" in text
    code, text, _ = skatsim("resume", out)
    assert code == 0
    assert "complete already" in text
    code, text, _ = skatsim("report", out)
    assert code == 0
    assert "of declared games were won" in text
    code, text, err = skatsim(*RUN[:-1], "6", "--out", out)
    assert code == 2
    assert "another run" in err


def test_a_page_is_not_written_over_a_run(skatsim, tmp_path):
    run = tmp_path / "run"
    skatsim(*RUN, "--out", run)
    part = run / "part-000000.parquet"
    before = part.read_bytes()
    code, _, err = skatsim("report", run, "--html", part)
    assert code == 2
    assert "outside the run's folder" in err
    assert part.read_bytes() == before


def test_resume_repairs_a_finished_run(skatsim, tmp_path):
    folder = tmp_path / "run"
    skatsim(*RUN, "--out", folder)
    part = folder / "part-000000.parquet"
    whole = part.read_bytes()
    for damage in (part.unlink, lambda: part.write_bytes(whole[:-9]), (folder / "_manifest.json").unlink):
        damage()
        code, out, _ = skatsim("resume", folder)
        assert (code, part.read_bytes()) == (0, whole)
        assert out.startswith(f"{folder}: 300 games")


def test_ctrl_c_is_one_line_whatever_the_compiler_makes_of_it(skatsim, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("no compiled object yet for <Library>")

    monkeypatch.setattr("skatsim.runs.run.simulate", interrupted)
    assert skatsim(*RUN, "--out", tmp_path / "run")[::2] == (130, "skatsim: interrupted; nothing was written\n")


def test_show_agrees_with_the_run(skatsim, tmp_path):
    run = tmp_path / "run"
    skatsim(*RUN, "--out", run)
    import skatsim as library

    row = library.open_run(run).to_pandas(where="game == 17").iloc[0]
    code, text, _ = skatsim("show", 5, 17, "--run", run)
    assert code == 0
    assert f"books {row.score:+d}" in text
    assert skatsim("show", 17, "--run", run)[:2] == (0, text)
    code, _, err = skatsim("show", 5, 300, "--run", run)
    assert code == 2
    assert "games 0 to 299 of seed 5" in err


def test_replay_and_convert(skatsim, tmp_path):
    code, out, _ = skatsim("replay", DATA / "records_made.sgf")
    assert code == 0
    assert "9 equal to the rules, 1 known server quirk, 0 with differences" in out
    changed = tmp_path / "changed.sgf"
    changed.write_text(re.sub(r"win v:\d+", "win v:18", (DATA / "records_made.sgf").read_text()))
    code, out, _ = skatsim("replay", changed)
    assert code == 1
    assert "18 recorded" in out
    code, out, _ = skatsim("convert", DATA / "records_made.sgf", tmp_path / "real")
    assert code == 0
    assert "9 games written (left out: 1 without a game)" in out
    assert skatsim("report", tmp_path / "real")[0] == 0


@pytest.fixture
def damaged(tmp_path):
    """Ten records, two of them wrong in a figure, one against the rules of play, one line cut off, one foreign."""
    lines = (DATA / "records_made.sgf").read_text().splitlines()
    lines[2] = lines[2].replace("v:120", "v:96")
    lines[6] = lines[6].replace("loss", "win")
    lines[8] = lines[8].replace(" HJ w", " H9 w")
    path = tmp_path / "damaged.sgf"
    path.write_text("\n".join([*lines[:5], "a\x1b[2J,b", lines[4][:200], *lines[5:]]))
    return path


def test_every_line_that_is_not_right_is_named_and_the_rest_is_kept(skatsim, damaged, tmp_path):
    for name, *more in (["replay", damaged], ["convert", damaged, tmp_path / "real"]):
        code, out, err = skatsim(name, *more, "--rejects", tmp_path / "rejects")
        named = [int(number) for number in re.findall(r"damaged.sgf, line (\d+)", out)]
        assert (code, err, named) == (1, "", [3, 5, 6, 7, 9, 11])
        assert "1 passed in, 1 penalty; 2 lines not read" in out
        assert "3 with differences" in out
        assert "\x1b" not in out
        kept = (tmp_path / "rejects").read_text().splitlines()
        assert kept == [damaged.read_text().splitlines()[n - 1] for n in (6, 7, 11)]
    assert "8 games written (left out: 1 without a game, 1 against the rules of play)" in out
    import skatsim as library

    frame = library.open_run(tmp_path / "real").to_pandas(columns=["record_line", "score", "differs"])
    assert frame.record_line.to_list() == [1, 3, 4, 5, 8, 9, 10, 12]
    assert frame.score.to_list() == [0, 120, -96, -48, 46, -46, 96, 96]
    assert frame.differs[frame.record_line == 3].to_list() == ["score 96 recorded, 120 by the rules"]
    assert frame.differs[frame.record_line == 9].to_list() == ["outcome won recorded, lost by the rules"]
    assert frame.differs.notna().sum() == 3


def test_show_tells_a_game_of_records(skatsim, tmp_path):
    run = tmp_path / "real"
    skatsim("convert", DATA / "records_made.sgf", run)
    code, out, _ = skatsim("show", "--run", run, 7)
    assert code == 0
    assert out.startswith("Record: records_made.sgf, line 9, number 1\nForehand (Ann): CJ ")
    assert out.endswith("; forehand left the table\nValue: with 1, game 2, Schneider 3; 3 × 24 = 72\n"
                        "Lost: forehand books -144\n")  # fmt: skip
    for numbers in ([9], [1, 7]):
        code, out, err = skatsim("show", "--run", run, *numbers)
        assert (code, out) == (2, "")
        assert "has games 0 to 8 of records, without a seed" in err
    assert "name a seed and a game, or the folder of a run" in skatsim("show", 7)[2]


def test_rejects_spare_the_input_and_the_run(skatsim, damaged, tmp_path):
    before = damaged.read_bytes()
    code, _, err = skatsim("replay", damaged, "--rejects", damaged)
    assert (code, damaged.read_bytes()) == (2, before)
    assert "is a file of records to read" in err
    code, _, err = skatsim("convert", damaged, tmp_path / "real", "--rejects", tmp_path / "real" / "bad.sgf")
    assert code == 2
    assert "lies in the run's folder" in err


def test_a_conversion_on_a_full_disk_keeps_nothing_and_says_nothing_else(skatsim, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = skatsim("convert", DATA / "records_made.sgf", tmp_path / "real")
    assert (code, (tmp_path / "real").exists()) == (2, False)
    assert err.endswith("No space left on device; mend that and run the same command again\n")


def test_no_file_is_played_before_all_are_found(skatsim, tmp_path):
    code, out, err = skatsim("replay", DATA / "records_made.sgf", tmp_path / "missing")
    assert (code, out) == (2, "")
    assert "missing: cannot be read (No such file or directory)" in err


@pytest.mark.parametrize("name", ["replay", "convert"])
def test_records_without_end_are_refused(skatsim, tmp_path, name):
    more = [tmp_path / "out"] * (name == "convert")
    code, out, err = skatsim(name, DATA / "records_made.sgf", "/dev/zero", *more)
    assert (code, out, err) == (2, "", "skatsim: /dev/zero: is no regular file; name a file of game records\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["replay", "convert"])
def test_an_interrupt_while_reading_is_one_line(tmp_path, name):
    files = [DATA / "records_made.sgf"] * 3000
    more = [tmp_path / "out"] * (name == "convert")
    arguments = [sys.executable, "-m", "skatsim", name, *map(str, [*files, *more])]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert "known server quirk" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("skatsim: interrupted")
    assert not (tmp_path / "out").exists()


def test_solve(skatsim):
    code, out, _ = skatsim("solve", DEAL, "--game", "C", "--declarer", "forehand", "--line")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "skat: H7 D8"
    assert lines[1].startswith("the declarer makes 95 card points")
    assert len(lines) == 12
    assert "does not reach 96" in skatsim("solve", DEAL, "--game", "C", "--declarer", "forehand", "--at-least", 96)[1]


def test_solve_takes_habits(skatsim):
    right = skatsim("solve", DEAL, "--game", "C", "--declarer", "forehand")[1].split("  (")[0]
    deal = DEAL.replace("CJ SJ CA CT", "Kreuz Bube, sj, ♣A, C10").replace("HJ", "HB")
    for game, declarer in (("Kreuz", "Vorhand"), ("clubs hand", "V"), ("♣", "0")):
        found = skatsim("solve", deal, "--game", game, "--declarer", declarer, "--skat", "h7, Karo 8")
        assert found[1].split("  (")[0] == right.partition("\n")[2]


def test_solve_asks_for_what_was_announced(skatsim):
    def said(game, *options):
        return skatsim("solve", DEAL, "--game", game, "--declarer", "forehand", *options)

    assert "makes 95 card points: the announced Schneider is reached  (" in said("CHS")[1]
    assert "does not make all ten tricks: the announced Schwarz is missed  (" in said("CHSZ")[1]
    assert "makes 95 card points  (" in said("CH")[1]
    for options in (["--at-least", 90], ["--line"]):
        code, out, err = said("CO", *options)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "asks for all tricks" in err


def test_the_skat_is_left_over_in_the_first_trick_too(skatsim):
    led = DEAL.replace("HT D7", "HT")
    code, out, _ = skatsim("solve", led, "--game", "C", "--declarer", "forehand", "--trick", "D7")
    assert code == 0
    assert out.startswith("skat: H7 D8\nthe declarer makes 95 card points")


def test_a_null_game_that_is_lost_ends_with_the_trick_that_loses_it(skatsim):
    code, out, _ = skatsim("solve", DEAL, "--game", "N", "--declarer", "forehand", "--line")
    *_, taken, said = out.splitlines()
    assert code == 0
    assert taken.endswith(": forehand takes it")
    assert said.strip() == "the declarer has a trick: the null game is lost"


def test_open_table(skatsim, tmp_path):
    folder = tmp_path / "open"
    code, out, _ = skatsim("open-table", "--deals", 40, "--seed", 3, "--out", folder)
    assert code == 0
    table, (size, where) = out.splitlines()[:-2], out.splitlines()[-2:]
    assert table[0] == "Made with open cards as hand games, % of deals"
    assert size.startswith(f"{folder}: 40 deals, ")
    assert where == f"report: skatsim report {folder}"
    assert skatsim("report", folder)[1].splitlines() == table
    assert "complete already" in skatsim("resume", folder)[1]
    code, out, err = skatsim("report", folder, "--html", tmp_path / "page.html")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err == "skatsim: this kind of run has no page; leave out --html\n"
    assert (
        "holds an open table; to see game 1, name the folder of a simulation"
        in skatsim("show", 3, 1, "--run", folder)[2]
    )


def test_help_names_every_command_and_loads_nothing_heavy():
    script = (
        "import sys; sys.argv = ['skatsim', '--help']\n"
        "from skatsim.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "assert not {'numba', 'pandas', 'pyarrow', 'numpy'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    for command in (
        "simulate",
        "resume",
        "report",
        "score",
        "solve",
        "open-table",
        "replay",
        "convert",
        "show",
        "bench",
        "safety",
    ):
        assert f"\n  {command} " in done.stdout


def test_a_terminal_without_our_signs_gets_question_marks():
    arguments = ["score", "C", "--bid", "18", "--matadors", "1", "--card-points", "61", "--tricks", "6"]
    script = f"import sys; sys.argv = ['skatsim', *{arguments!r}]; from skatsim.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", script],
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"2 ? 12 = 24" in done.stdout


def test_bots_lists_the_bots_and_their_parameters(skatsim):
    code, out, _ = skatsim("bots")
    assert code == 0
    *listed, hint = out.splitlines()
    assert [line.split()[0] for line in listed] == [registry.get(name).label for name in registry.NAMES]
    assert hint == "one of them: skatsim bots show NAME; one of your own: skatsim bots new FILE.py"
    code, out, _ = skatsim("bots", "show", "random")
    assert (code, out.splitlines()[1]) == (0, "versions: random@1")
    assert out.splitlines()[4].split(maxsplit=2) == [
        *("top_bid", "264", "the highest bid it makes, a value of the ladder; 0 never bids")
    ]
    assert out.splitlines()[-3:] == [
        "set them where a bot is named: random:top_bid=264",
        'in run files also: { bot = "random", params = { top_bid = 264 } }',
        'in Python also: {"bot": "random", "params": {"top_bid": 264}}',
    ]
    assert skatsim("bots", "show", "nobody")[0] == 2


@pytest.mark.parametrize(("name", "measured", "worlds"), [("rollout", 270, 16), ("expert", 52_000, 4)])
def test_bots_show_tells_a_bot_that_searches_on_a_screen(skatsim, name, measured, worlds):
    code, out, _ = skatsim("bots", "show", name)
    lines = out.splitlines()
    pace = float(lines[2].removeprefix("pace: roughly ").split()[0].replace(",", ""))
    assert (code, lines[4].split()[:2]) == (0, ["worlds", str(worlds)])
    assert measured / 1.5 < pace < measured * 1.5
    assert sum("model_" in line for line in lines) == 1
    assert lines[-3] == f"set them where a bot is named: {name}:worlds={worlds}"


def test_bots_view_lists_the_slots_of_the_view(skatsim):
    code, out, _ = skatsim("bots", "view")
    slots = {line.split()[1]: int(line.split()[0]) for line in out.splitlines()}
    assert (code, slots["SEAT"], slots["LEGAL"], slots["LEADERS"]) == (0, abi.SEAT, abi.LEGAL, abi.LEADERS)
    assert len(slots) == len(set(slots.values()))
    assert all(len(line.split()) > 2 for line in out.splitlines())
    attributes = {name for name in dir(abi) if name.isupper() and getattr(abi, name) in slots.values()}
    assert set(slots) <= attributes


def test_null_is_scored_without_card_points_and_nothing_else_is(skatsim):
    code, out, _ = skatsim("score", "null ouvert", "--bid", 24, "--tricks", 0)
    assert (code, "won: +46 list points" in out) == (0, True)
    code, out, _ = skatsim("score", "N", "--bid", 18, "--tricks", 3)
    assert (code, "lost: -46 list points" in out) == (0, True)
    code, out, err = skatsim("score", "G", "--bid", 24, "--tricks", 0)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--card-points is missing" in err
