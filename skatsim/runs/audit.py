"""Which parts of a folder are whole and belong to the run: what may be kept, what has to be computed again.

With a manifest a part is whole if it is byte for byte the one recorded.  Without one (the run was killed) it has to say
in its schema metadata that it belongs to the run, hold the games of its shard and read back with right checksums.
"""

import re
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from skatsim.errors import SkatsimError
from skatsim.runs.manifest import MANIFEST_NAME, Claim, Manifest, Part, difference, inconsistency
from skatsim.runs.parts import describe_part, recognize_part
from skatsim.runs.shards import part_name
from skatsim.runs.store import RunFolder

_PART: Final = re.compile(r"part-(\d{6,18})\.parquet")


def part_numbers(folder: RunFolder, claim: Claim) -> list[int]:
    """Numbers of the parts in a folder, in order.

    Raises
    ------
    SkatsimError
        For a part the run cannot have.
    """
    numbers = []
    for name in folder.names():
        if not name.startswith("part-"):
            continue
        match = _PART.fullmatch(name)
        if match is None or part_name(int(match[1])) != name or not _planned(claim, int(match[1])):
            raise SkatsimError(f"{folder.path / name}: is no part of this run; move it to another folder")
        numbers.append(int(match[1]))
    return sorted(numbers)


def _planned(claim: Claim, number: int) -> bool:
    shards = claim.config.shards
    return shards is None or number < shards.count


def whole_parts(folder: RunFolder, claim: Claim, manifest: Manifest | None) -> dict[int, Part]:
    """The parts that may be kept, by number, in order; every byte of the folder's parts is read.

    Raises
    ------
    SkatsimError
        For a part the run cannot have.
    """
    found = ((number, _whole_part(folder, claim, manifest, number)) for number in part_numbers(folder, claim))
    return {number: part for number, part in found if part}


def _whole_part(folder: RunFolder, claim: Claim, manifest: Manifest | None, number: int) -> Part | None:
    name = part_name(number)
    try:
        content = folder.read(name)
        if manifest is not None:
            part = describe_part(name, content)
            return part if part in manifest.parts[number : number + 1] else None
        shards = claim.config.shards
        return recognize_part(name, content, claim, shards[number] if shards else None)
    except SkatsimError:
        return None


def recorded(folder: RunFolder, claim: Claim) -> Manifest | None:
    """The manifest of the run, None if there is none or it is damaged.

    Raises
    ------
    SkatsimError
        If it is the manifest of another run.
    """
    try:
        manifest = folder.manifest()
    except SkatsimError:
        return None
    if manifest is None:
        return None
    other = difference(manifest, claim)
    if other:
        raise SkatsimError(
            f"{folder.path / MANIFEST_NAME}: is of another run than the folder ({other}); restore the file that was "
            f"edited, or remove {MANIFEST_NAME} and {claim.config.remedy(folder.path)}"
        )
    return None if inconsistency(manifest) else manifest


def check_folder(folder: RunFolder, claim: Claim, manifest: Manifest) -> None:
    """Check a complete run as far as it goes without reading rows: the manifest, the parts' lengths and footers.

    Raises
    ------
    SkatsimError
        Naming the file at fault and the remedy.
    """
    recorded(folder, claim)
    problem = inconsistency(manifest)
    if problem:
        raise SkatsimError(f"{folder.path / MANIFEST_NAME}: {problem}; {claim.config.remedy(folder.path)}")
    for number in part_numbers(folder, claim)[len(manifest.parts) :]:
        raise SkatsimError(f"{folder.path / part_name(number)}: is no part of this run; move it to another folder")
    for part in manifest.parts:
        fault = _fault(folder, part)
        if fault:
            raise SkatsimError(f"{folder.path / part.name}: {fault}; {claim.config.remedy(folder.path)}")


def _fault(folder: RunFolder, part: Part) -> str | None:
    path = folder.path / part.name
    try:
        length = path.stat().st_size
        if length != part.bytes:
            return f"{length} bytes where {part.bytes} were written"
        rows = pq.read_metadata(path).num_rows
    except FileNotFoundError:
        return "is missing"
    except (pa.ArrowException, OSError) as error:
        return f"is damaged: {error}"
    return None if rows == part.rows else f"{rows} rows where the manifest says {part.rows}"
