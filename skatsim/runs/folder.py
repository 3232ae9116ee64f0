"""A run in its store: whose it is, what it says it holds, and one owner at a time; nothing of others is touched.

`_run.json` says whose folder it is.  Where it is lost or damaged the manifest says the same, and the next owner writes
it anew.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from skatsim.errors import SkatsimError
from skatsim.runs.manifest import CLAIM_NAME, MANIFEST_NAME, Claim, Manifest, claim_in, decode, difference, encode
from skatsim.runs.shards import PART_PREFIX, RECORD_PREFIX
from skatsim.runs.store import LocalStore, NotWrittenError, Store


@dataclass(frozen=True)
class RunFolder:
    """A store that holds a run, or will."""

    store: Store

    def __str__(self) -> str:
        return str(self.store)

    def path(self, name: str) -> str:
        """A file of the folder, for people."""
        return f"{self}/{name}"

    def claim(self) -> Claim | None:
        """Whose folder it is, None if it is nobody's.

        Raises
        ------
        SkatsimError
            If `_run.json` is lost or damaged, with the remedy.
        """
        claim, problem = self._whose()
        if problem:
            raise SkatsimError(problem)
        return claim

    def owner(self) -> Claim | None:
        """As `claim`, but the manifest may speak: for those who will write `_run.json` anew."""
        claim, problem = self._whose()
        if claim is None and problem:
            raise SkatsimError(problem)
        return claim

    def _whose(self) -> tuple[Claim | None, str | None]:
        """The claim, and what is wrong with `_run.json` and mends it."""
        files = self.store.files()
        problem = f"{self.path(CLAIM_NAME)}: is missing"
        if CLAIM_NAME in files:
            try:
                return decode(self.store.read(CLAIM_NAME), Claim, self.path(CLAIM_NAME)), None
            except SkatsimError as error:
                problem = str(error)
        try:
            manifest = self.manifest(files)
        except SkatsimError:
            manifest = None
        if manifest:
            return claim_in(manifest), f"{problem}; {manifest.config.remedy(self)}"
        anew = f"{problem}; restore it, or move the folder to another place and start the run anew"
        return None, anew if CLAIM_NAME in files else None

    def manifest(self, files: Mapping[str, int]) -> Manifest | None:
        """What the run holds, None if it is not complete; `files` are those of the store."""
        if MANIFEST_NAME not in files:
            return None
        return decode(self.store.read(MANIFEST_NAME), Manifest, self.path(MANIFEST_NAME))

    def refuse_others(self, ours: Claim) -> bool:
        """Check that the folder is free or holds the run `ours`; nothing is touched.

        Returns
        -------
        bool
            Whether `_run.json` is there and says so.

        Raises
        ------
        SkatsimError
            Naming what it holds.
        """
        theirs, problem = self._whose()
        if theirs is None and problem:
            raise SkatsimError(problem)
        if theirs is None:
            foreign = sorted(self.store.files())
            if foreign:
                raise SkatsimError(f"{self}: holds other files ({foreign[0]}); choose a new or an empty folder")
            return False
        what = difference(theirs, ours)
        if what:
            raise SkatsimError(f"{self}: holds another run ({what}); choose another folder")
        return problem is None

    @contextmanager
    def owned(self, ours: Claim, *, all_or_nothing: bool = False) -> Iterator[None]:
        """Hold the folder for the run `ours`: made if need be, locked, claimed.

        With `all_or_nothing` a failure leaves nothing of the run behind; else what was committed stays, to go on from.

        Raises
        ------
        SkatsimError
            If the folder holds anything else, is being written by another process, or cannot be written.
        """
        with self.store.locked():
            if not self.refuse_others(ours):
                self.store.put(CLAIM_NAME, encode(ours))
            try:
                yield
            except BaseException as error:
                if all_or_nothing:
                    self.store.remove([*self.part_files(), MANIFEST_NAME, CLAIM_NAME])
                elif isinstance(error, NotWrittenError):
                    raise SkatsimError(f"{error}: finished parts are kept") from error
                raise

    def part_files(self) -> list[str]:
        """Names of all parts and their records."""
        return [name for name in self.store.files() if name.startswith((PART_PREFIX, RECORD_PREFIX))]


def run_folder(directory: Any) -> RunFolder:
    """The folder at a path, or in a `Store`.

    Raises
    ------
    SkatsimError
        For anything else.
    """
    if isinstance(directory, Store):
        return RunFolder(directory)
    try:
        path = Path(os.fsdecode(os.fsencode(directory))) if isinstance(directory, str | PathLike) else None
    except UnicodeEncodeError:  # half of a character
        path = None
    if path is None or "\0" in str(path):
        raise SkatsimError(f"directory: {directory!r} is no path; name the folder of a run")
    return RunFolder(LocalStore(path))
