"""The folder of a run: one owner, atomic files, nothing of others touched.

A file appears whole or not at all: it is written under a temporary name that starts with a dot, synced, renamed with
`os.replace`, and the folder is synced.  A process that dies leaves at most temporary files, which the next owner
removes.  One process writes a folder at a time: it holds `flock` on `.lock`, which the system drops when it dies.

A store of another kind (an object store, where an object appears when its stream closes) has to offer `names`, `read`
and `put`.
"""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from skatsim.errors import SkatsimError
from skatsim.runs.manifest import CLAIM_NAME, MANIFEST_NAME, Claim, Manifest, decode, difference, encode

LOCK_NAME: Final = ".lock"
TEMPORARY_PREFIX: Final = ".writing-"


@dataclass(frozen=True)
class RunFolder:
    """A folder on a local or shared disk."""

    path: Path

    def names(self) -> set[str]:
        """Names of the files in the folder; none if there is no folder.

        Raises
        ------
        SkatsimError
            If the path is no folder or cannot be read.
        """
        try:
            return {entry.name for entry in os.scandir(self.path)}
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise SkatsimError(f"{self.path}: {error.strerror}; name a folder for the run") from None

    def read(self, name: str) -> bytes:
        """The bytes of a file.

        Raises
        ------
        SkatsimError
            If it cannot be read.
        """
        try:
            return (self.path / name).read_bytes()
        except OSError as error:
            raise SkatsimError(f"{self.path / name}: {error.strerror}") from None

    def claim(self) -> Claim | None:
        """Whose folder it is, None if it is nobody's."""
        return decode(self.read(CLAIM_NAME), Claim, self.path / CLAIM_NAME) if CLAIM_NAME in self.names() else None

    def manifest(self) -> Manifest | None:
        """What lies in the folder, None if the run is not complete."""
        if MANIFEST_NAME not in self.names():
            return None
        return decode(self.read(MANIFEST_NAME), Manifest, self.path / MANIFEST_NAME)

    def put(self, name: str, content: Any) -> None:
        """Commit `content` (anything with a buffer) as file `name`.

        Raises
        ------
        SkatsimError
            If it cannot be written; no half-written file is left and the files committed before stay.
        """
        temporary = self.path / f"{TEMPORARY_PREFIX}{name}"
        try:
            with open(temporary, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path / name)
            self._sync()
        except OSError as error:
            raise SkatsimError(
                f"{self.path / name}: cannot be written: {error.strerror}; mend that and run the same command again: "
                "finished parts are kept"
            ) from error
        finally:
            with suppress(OSError):
                temporary.unlink()

    def _sync(self) -> None:
        handle = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    @contextmanager
    def owned(self, ours: Claim, *, all_or_nothing: bool = False) -> Iterator[None]:
        """Hold the folder for the run `ours`: made if need be, locked, claimed, free of temporary files.

        With `all_or_nothing` a failure leaves nothing of the run behind; else what was committed stays, to go on from.

        Raises
        ------
        SkatsimError
            If the folder holds anything else, is being written by another process, or cannot be written.
        """
        self.refuse_others(ours)
        made = not self.path.exists()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SkatsimError(f"{self.path}: cannot be made: {error.strerror}; choose another folder") from None
        with self._lock():
            self.refuse_others(ours)
            self._sweep()
            if self.claim() is None:
                self.put(CLAIM_NAME, encode(ours))
            try:
                yield
            except BaseException:
                if all_or_nothing:
                    self._clear(made)
                raise

    def remove(self, names: Iterable[str]) -> None:
        """Remove files; those that are not there are no matter."""
        for name in names:
            (self.path / name).unlink(missing_ok=True)

    def _clear(self, made: bool) -> None:
        """Remove the run: its parts, the claim and, last, the lock; the folder too if it was `made` for the run."""
        self.remove(name for name in self.names() if name.startswith("part-"))
        self.remove([MANIFEST_NAME, CLAIM_NAME, LOCK_NAME])
        if made:
            with suppress(OSError):
                self.path.rmdir()

    def refuse_others(self, ours: Claim) -> None:
        """Check that the folder is free or holds the run `ours`; nothing is touched.

        Raises
        ------
        SkatsimError
            Naming what it holds.
        """
        theirs = self.claim()
        if theirs is None:
            foreign = sorted(name for name in self.names() if not _is_ours(name))
            if foreign:
                raise SkatsimError(f"{self.path}: holds other files ({foreign[0]}); choose a new or an empty folder")
            return
        what = difference(theirs, ours)
        if what:
            raise SkatsimError(f"{self.path}: holds another run ({what}); choose another folder")

    @contextmanager
    def _lock(self) -> Iterator[None]:
        path = self.path / LOCK_NAME
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise SkatsimError(f"{self.path}: cannot be written: {error.strerror}; choose another folder") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(handle), os.stat(path)):
                raise BlockingIOError  # its owner removed it meanwhile, others may hold a new one
        except (BlockingIOError, FileNotFoundError):
            os.close(handle)
            raise SkatsimError(
                f"{self.path}: another process is writing this run; wait for it or choose another folder"
            ) from None
        try:
            yield
        finally:
            os.close(handle)

    def _sweep(self) -> None:
        """Remove what a dead owner left half-written."""
        self.remove(name for name in self.names() if name.startswith(TEMPORARY_PREFIX))


def _is_ours(name: str) -> bool:
    return name == LOCK_NAME or name.startswith(TEMPORARY_PREFIX)
