"""Files of every kind of badness: one clear error that names path and line, and nothing half-read."""

import gzip
import os
import re
import tracemalloc
from itertools import islice

import pytest

from skatsim.errors import SkatsimError
from skatsim.records import read_records
from skatsim.records.lines import LONGEST_LINE
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
    refused(write(tmp_path, data), r"line 1: (this is no record of a Skat game|not a record of the Skat server)")


def test_formats_do_not_mix(tmp_path):
    other = xskat_line(make(1)).encode()
    assert "line 2: not a record of the Skat server" in refused(write(tmp_path, GOOD + b"\n" + other), "line 2")
    assert "line 2: the record is cut off or damaged" in refused(write(tmp_path, other + b"\n" + GOOD), "line 2")


def test_every_truncation_of_a_file_is_refused(tmp_path):
    whole = GOOD + b"\n" + GOOD
    for cut in range(len(GOOD) + 2, len(whole), 7):
        message = refused(write(tmp_path, whole[:cut]), "line 2")
        assert "cut off" in message or "not a record" in message


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
    refused(write(tmp_path, b"(" * (LONGEST_LINE + 1)), f"line 1: longer than {LONGEST_LINE:,} bytes")
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
