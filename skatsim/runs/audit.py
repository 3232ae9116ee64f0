"""Which parts of a folder are whole and belong to the run: what may be kept, what has to be computed again.

A part is whole if it is byte for byte what was written: its length and SHA-256 stand in the manifest or, until there is
one, in a record of its own, `_part-000007.json`, committed just before the part and removed once the manifest is there.
Checksums inside a Parquet file would not do: they cover neither its footer nor the heads of its pages.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from skatsim.errors import SkatsimError
from skatsim.runs.folder import RunFolder
from skatsim.runs.manifest import (
    CLAIM_NAME,
    MANIFEST_NAME,
    Claim,
    Manifest,
    Part,
    Record,
    decode,
    difference,
    inconsistency,
)
from skatsim.runs.shards import PART_PREFIX, RECORD_PREFIX, part_name, record_name

_PART: Final = re.compile(r"part-(\d{6,18})\.parquet")


@dataclass(frozen=True)
class Audit:
    """What lies in a folder at one moment, held against the run it belongs to.

    Errors are SkatsimErrors that name the file at fault and the remedy.
    """

    folder: RunFolder
    claim: Claim
    files: Mapping[str, int]

    @cached_property
    def manifest(self) -> Manifest | None:
        """The manifest of the run, None if there is none or it is damaged; raises if it is of another run."""
        try:
            manifest = self.folder.manifest(self.files)
        except SkatsimError:
            return None
        if manifest is None:
            return None
        self._refuse_other(manifest)
        return None if inconsistency(manifest) else manifest

    def _refuse_other(self, manifest: Manifest) -> None:
        other = difference(manifest, self.claim)
        if other:
            raise SkatsimError(
                f"{self.folder.path(MANIFEST_NAME)}: is of another run than {CLAIM_NAME} ({other}); restore the file "
                f"that was edited, or remove it and {self.claim.config.remedy(self.folder)}"
            )

    def is_finished(self, whole: Mapping[int, Part]) -> bool:
        """Whether every part is among the `whole` ones and nothing is left of the time before the manifest."""
        left = any(name.startswith(RECORD_PREFIX) for name in self.files)
        return self.manifest is not None and tuple(whole.values()) == self.manifest.parts and not left

    @cached_property
    def part_numbers(self) -> list[int]:
        """Numbers of the parts, in order; raises for a part the run cannot have."""
        numbers = []
        shards = self.claim.config.shards
        for name in self.files:
            if not name.startswith(PART_PREFIX):
                continue
            match = _PART.fullmatch(name)
            planned = match and part_name(int(match[1])) == name and (shards is None or int(match[1]) < shards.count)
            if match is None or not planned:
                raise SkatsimError(f"{self.folder.path(name)}: is no part of this run; move it to another folder")
            numbers.append(int(match[1]))
        return sorted(numbers)

    def whole_parts(self) -> dict[int, Part]:
        """The parts that may be kept, by number, in order; every byte of the folder's parts is read."""
        found = ((number, self._recorded(number)) for number in self.part_numbers)
        return {number: part for number, part in found if part and self._is_whole(part)}

    def _recorded(self, number: int) -> Part | None:
        """What was written as part `number`."""
        if self.manifest:
            return next(iter(self.manifest.parts[number : number + 1]), None)
        name = record_name(number)
        if name not in self.files:
            return None
        try:
            record = decode(self.folder.store.read(name), Record, self.folder.path(name))
        except SkatsimError:
            return None
        if record.claim != self.claim.digest:
            raise SkatsimError(
                f"{self.folder.path(name)}: its part was written for another run than {CLAIM_NAME} says; restore the "
                f"file that was edited, or remove {name} and {self.claim.config.remedy(self.folder)}"
            )
        return record.part if record.part.name == part_name(number) else None

    def _is_whole(self, part: Part) -> bool:
        try:
            return self.files[part.name] == part.bytes and self.folder.store.digest(part.name) == part.sha256
        except SkatsimError:
            return False

    def complete(self) -> Manifest | None:
        """The manifest after a check of all that can be checked without reading parts; None if there is none."""
        path, remedy = self.folder.path, self.claim.config.remedy(self.folder)
        try:
            manifest = self.folder.manifest(self.files)
        except SkatsimError as error:
            raise SkatsimError(f"{error}; {remedy}") from None
        if manifest is None:
            return None
        self._refuse_other(manifest)
        problem = inconsistency(manifest)
        if problem:
            raise SkatsimError(f"{path(MANIFEST_NAME)}: {problem}; {remedy}")
        for number in self.part_numbers[len(manifest.parts) :]:
            raise SkatsimError(f"{path(part_name(number))}: is no part of this run; move it to another folder")
        for part in manifest.parts:
            length = self.files.get(part.name)
            if length is None:
                raise SkatsimError(f"{path(part.name)}: is missing; {remedy}")
            if length != part.bytes:
                raise SkatsimError(f"{path(part.name)}: {length} bytes where {part.bytes} were written; {remedy}")
        return manifest


def audit(folder: RunFolder, claim: Claim) -> Audit:
    """Look at a folder now."""
    return Audit(folder, claim, folder.store.files())
