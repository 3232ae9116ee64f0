"""Files of every kind of badness: one clear error that names path and line, and nothing half-read."""

import gzip
import os
import re
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import read_records
from skatsim.records.lines import MOST_BLANK, MOST_OF_A_LINE
from skatsim.records.reading import FOREIGN_LINES, LONGEST_RECORD
from tests.records.making import iss_line, make, xskat_line

GOOD = iss_line(make(1)).encode()


def write(folder, data, name="games.sgf"):
    path = folder / name
    path.write_bytes(data)
    return path


def refused(path, match):
    with pytest.raises(SkatsimError, match=match) as caught:
        list(read_records(path))
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("name", ["games.sgf", "games.jsonl.gz", "noending"])
def test_format_is_told_by_content_and_not_by_name(tmp_path, pack, name):
    for line in (GOOD, xskat_line(make(1)).encode()):
        path = write(tmp_path, pack(line + b"\n" + line), name)
        assert [record.line for record in read_records(path)] == [1, 2]


def test_blank_lines_and_foreign_line_ends_do_not_count_as_games(tmp_path):
    path = write(tmp_path, b"\n\r\n" + GOOD + b"\r\n\n  \n" + GOOD)
    assert [record.line for record in read_records(path)] == [3, 6]


def test_names_in_utf8_and_in_latin1_are_read(tmp_path):
    line = iss_line(make(1), names=("Jörg", "Änne", "Ute"))
    for data in (line.encode("utf-8"), line.encode("latin-1"), b"\xef\xbb\xbf" + line.encode("utf-8")):
        (record,) = read_records(write(tmp_path, data))
        assert record.players == ("Jörg", "Änne", "Ute")


def test_pathlike_and_string_are_the_same(tmp_path):
    path = write(tmp_path, GOOD)
    assert list(read_records(str(path))) == list(read_records(path))


def test_a_missing_file_is_named(tmp_path):
    refused(tmp_path / "none.sgf", "No such file")


def test_a_folder_is_no_file(tmp_path):
    refused(tmp_path, "cannot be read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_forbidden_file_is_named(tmp_path):
    path = write(tmp_path, GOOD)
    path.chmod(0)
    refused(path, "Permission denied")


@pytest.mark.parametrize("data", [b"", b"\n\n", gzip.compress(b"", mtime=0)])
def test_a_file_without_a_game_is_refused(tmp_path, data):
    refused(write(tmp_path, data), "holds no game record")


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04rest of a zip", b"a,b,c\n1,2,3\n", b"\x00" * 100, b"[1, 2]", "(;".encode("utf-16")]
)
def test_a_foreign_file_is_refused_at_its_first_line(tmp_path, data):
    refused(write(tmp_path, data), "line 1: neither a record of the Skat server")


@pytest.mark.parametrize("data", [b"(;GM[Go]SZ[19];B[aa])", b"(;GM[1]FF[4])", b"(define x 1)"])
def test_another_games_record_is_refused(tmp_path, data):
    refused(write(tmp_path, data), r"line 1: (this is no record of a Skat game|neither a record of the)")


def test_formats_may_mix(tmp_path):
    other = xskat_line(make(1)).encode()
    path = write(tmp_path, GOOD + b"\n" + other + b"\n" + GOOD)
    assert [record.auction is None for record in read_records(path)] == [False, True, False]


def test_text_before_a_record_is_ignored(tmp_path):
    path = write(tmp_path, b"12:30 game over (; : " + GOOD + b"\n\xff\x00 " + GOOD)
    assert [record.line for record in read_records(path)] == [1, 2]


# --- bad lines passed over


def read_all(path):
    bad = []
    return [record.line for record in read_records(path, bad.append)], bad


def test_bad_lines_are_told_and_the_rest_is_read(tmp_path):
    lines = [b"foreign", GOOD, GOOD[:300], b"{}", b"", GOOD[300:], GOOD, b'{"hands"', GOOD]
    path = write(tmp_path, b"\n".join(lines))
    good, bad = read_all(path)
    assert good == [2, 7, 9]
    assert [each.raw for each in bad] == [lines[n] for n in (0, 2, 3, 5, 7)]
    for each, number in zip(bad, (1, 3, 4, 6, 8), strict=True):
        assert each.message.startswith(f"{path}, line {number}: ")


def test_a_line_too_long_for_a_record_is_a_bad_line(tmp_path):
    long = GOOD[:-2] + b"x" * LONGEST_RECORD + GOOD[-2:]
    path = write(tmp_path, b"\n".join([GOOD, long, GOOD]))
    good, bad = read_all(path)
    assert good == [1, 3]
    assert [each.raw for each in bad] == [long]
    assert bad[0].message == f"{path}, line 2: longer than 65,536 bytes; a game record has some 1,000"
    refused(path, "line 2: longer than 65,536 bytes")


@pytest.mark.parametrize("cut", range(2, len(GOOD), 41))
def test_wherever_a_line_is_cut_off_its_neighbours_are_read(tmp_path, cut):
    good, bad = read_all(write(tmp_path, GOOD + b"\n" + GOOD[:cut] + b"\n" + GOOD))
    assert (good, len(bad)) == ([1, 3], 1)


def test_a_packed_file_that_breaks_off_is_read_so_far(tmp_path):
    packed = gzip.compress(b"\n".join(iss_line(make(seed)).encode() for seed in range(20)))
    good, bad = read_all(write(tmp_path, packed[: len(packed) // 2]))
    assert good == list(range(1, len(good) + 1))
    assert len(bad) == 1
    assert f"the gzip file is cut off after line {len(good)}" in bad[0].message


@pytest.mark.parametrize(("count", "more"), [(1, ""), (3, " (nor is any of 2 more lines)")])
def test_a_file_without_a_game_is_refused_though_bad_lines_are_passed_over(tmp_path, count, more):
    path = write(tmp_path, b"a,b\n" * count)
    with pytest.raises(SkatsimError, match=re.escape(f"{path}, line 1: neither a record") + f".*{re.escape(more)}$"):
        read_all(path)


def test_a_long_foreign_file_is_not_read_to_its_end(tmp_path):
    path = write(tmp_path, gzip.compress(b"1,2,3\n" * FOREIGN_LINES + GOOD))
    with pytest.raises(SkatsimError, match=f"nor is any of {FOREIGN_LINES - 1:,} more lines"):
        read_all(path)
    good, bad = read_all(write(tmp_path, gzip.compress(b"1,2,3\n" * (FOREIGN_LINES - 1) + GOOD)))
    assert (good, len(bad)) == ([FOREIGN_LINES], FOREIGN_LINES - 1)


# --- what has no end, and what a terminal must not see


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_file_of_records(path):
    refused(Path(path), "is no regular file; name a file of game records")


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "is no regular file")


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" " * 5000 + b"\n"])
def test_blank_lines_without_end_are_not_read_to_their_end(tmp_path, blank):
    many = blank * (MOST_BLANK // len(blank) + 1)
    refused(
        write(tmp_path, gzip.compress(GOOD + b"\n" + many * 3, 1)), f"more than {MOST_BLANK:,} bytes of blank lines"
    )
    few = blank * (MOST_BLANK // len(blank) - 1)
    path = write(tmp_path, gzip.compress((few + GOOD + b"\n") * 2, 1))
    assert len(list(read_records(path))) == 2


def test_names_show_what_cannot_be_seen(tmp_path):
    line = iss_line(make(1), names=("E\x1b[2Jve", "a\0b\x7f\x9b", "\u202egnp.exe"))
    (record,) = read_records(write(tmp_path, line.encode()))
    assert record.players == (r"E\x1b[2Jve", r"a\x00b\x7f\x9b", r"\u202egnp.exe")


ODD = "\x1b]0;owned\x07\x00\u202e"


@pytest.mark.parametrize(("old", "new"), [
    (" 1 p", f" {ODD} p"), (" 1 p", f" 1 {ODD}"), ("G.", f"{ODD}G."), (" bidok", f" {ODD}"), (";)", ODD),
    ("P1[", f"P{ODD}["), ("C7", f"C{ODD}"), ("GM[Skat]", f"GM[{ODD}]"), ("(;", ODD),
])  # fmt: skip
def test_no_message_carries_what_moves_a_terminal(tmp_path, old, new):
    line = GOOD.decode()
    assert old in line
    message = refused(write(tmp_path, line.replace(old, new, 1).encode()), "line 1")
    assert message.isprintable()


def test_a_message_stays_short(tmp_path):
    assert len(refused(write(tmp_path, GOOD.replace(b" 1 p", b" 1 " + b"x" * 50_000)), "line 1")) < 600
    json = xskat_line(make(1)).replace('"seed"', '"\\u001b' + "s" * 9000 + '"')
    message = refused(write(tmp_path, json.encode()), "line 1")
    assert len(message) < 600
    assert message.isprintable()


def test_every_truncation_of_a_file_is_refused(tmp_path):
    whole = GOOD + b"\n" + GOOD
    for cut in range(len(GOOD) + 2, len(whole), 7):
        message = refused(write(tmp_path, whole[:cut]), "line 2")
        assert "cut off" in message or "neither a record" in message


def test_every_truncation_of_a_gzip_file_is_refused(tmp_path):
    packed = gzip.compress(b"\n".join(iss_line(make(seed)).encode() for seed in range(20)))
    for cut in range(3, len(packed) - 1, 97):
        refused(write(tmp_path, packed[:cut]), "the gzip file is (cut off|damaged) after line")


def test_a_damaged_gzip_file_is_refused(tmp_path):
    packed = bytearray(gzip.compress(b"\n".join(iss_line(make(seed)).encode() for seed in range(20))))
    packed[-6] ^= 1  # the checksum
    refused(write(tmp_path, bytes(packed)), "the gzip file is damaged")
    packed = bytearray(gzip.compress(GOOD))
    packed[2] = 99  # the method
    refused(write(tmp_path, bytes(packed)), "the gzip file is damaged")


def test_a_line_without_end_is_not_read_to_its_end(tmp_path):
    refused(write(tmp_path, b"(" * (MOST_OF_A_LINE + 1)), f"line 1: longer than {MOST_OF_A_LINE:,} bytes")
    refused(write(tmp_path, gzip.compress(bytes(10**7))), "line 1: longer than")


def test_reading_streams(tmp_path):
    """The games before a damaged line come out before it is looked at."""
    path = write(tmp_path, b"\n".join([GOOD, GOOD, b"(;damaged"]))
    reader = read_records(path)
    assert [record.line for record in islice(reader, 2)] == [1, 2]
    with pytest.raises(SkatsimError, match="line 3: the record is cut off"):
        next(reader)


def test_a_whole_archive_is_read_in_constant_memory(tmp_path):
    path = write(tmp_path, gzip.compress(b"\n".join([GOOD] * 1000), compresslevel=1))
    peaks = []
    for count in (100, 100, 1000):
        tracemalloc.start()
        assert sum(1 for _ in islice(read_records(path), count)) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] - peaks[1] < 900 * len(GOOD) / 4


def test_messages_name_path_and_line_once(tmp_path):
    path = write(tmp_path, GOOD + b"\n" + GOOD.replace(b"GM[Skat]", b""))
    assert len(re.findall(re.escape(str(path)), refused(path, "line 2: this is no record"))) == 1
