"""Where a run lies: files that appear whole or not at all, and one writer at a time.

`Store` is all that the rest asks for, so a store of another kind, such as an object store, is one more class.
`LocalStore` is a folder on a local or shared disk: a file is written under a temporary name that starts with a dot,
synced, renamed with `os.replace`, and the folder is synced.  A process that dies leaves at most temporary files, which
the next writer removes.  The writer holds a lock on `.lock`, which the system drops when it dies.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from pyarrow import fs

from skatsim.errors import SkatsimError

LOCK_NAME: Final = ".lock"
TEMPORARY_PREFIX: Final = ".writing-"


class NotWrittenError(SkatsimError):
    """A file that could not be committed; what was committed before is whole."""


@runtime_checkable
class Store(Protocol):
    """Files of one run; what fails raises SkatsimError, one line with the path and the remedy.  `str` is the place."""

    def files(self) -> Mapping[str, int]:
        """Names of the files and their lengths in bytes; none if there is no such place yet."""
        ...

    def read(self, name: str) -> bytes:
        """All bytes of a file."""
        ...

    def digest(self, name: str) -> str:
        """SHA-256 over all bytes of a file, hexadecimal, in memory that does not grow with it."""
        ...

    def put(self, name: str, content: bytes | memoryview) -> None:
        """Commit a file: it appears whole, or not at all and those committed before stay."""
        ...

    def remove(self, names: Iterable[str]) -> None:
        """Remove files; those that are not there are no matter."""
        ...

    def locked(self) -> AbstractContextManager[None]:
        """Be the only writer, in a place that is made if need be; a place left without a file is removed again."""
        ...

    def free(self) -> int | None:
        """Bytes that can still be written; None if that is not known."""
        ...

    @property
    def filesystem(self) -> fs.FileSystem:
        """The place as Arrow reads it, names as in `files`."""
        ...


@dataclass(frozen=True)
class LocalStore:
    """A folder on a local or shared disk."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def filesystem(self) -> fs.FileSystem:
        """The folder as Arrow reads it."""
        return fs.SubTreeFileSystem(str(self.path), fs.LocalFileSystem())

    def files(self) -> dict[str, int]:
        """Names and lengths; the lock and half-written files are not among them."""
        try:
            with os.scandir(self.path) as entries:
                return {entry.name: entry.stat().st_size for entry in entries if not _is_own(entry.name)}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise SkatsimError(f"{self.path}: {error.strerror}; name a folder for the run") from None

    def read(self, name: str) -> bytes:
        """All bytes of a file."""
        try:
            return (self.path / name).read_bytes()
        except OSError as error:
            raise SkatsimError(f"{self.path / name}: {error.strerror}") from None

    def digest(self, name: str) -> str:
        """SHA-256 over all bytes of a file."""
        try:
            with open(self.path / name, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise SkatsimError(f"{self.path / name}: {error.strerror}") from None

    def put(self, name: str, content: bytes | memoryview) -> None:
        """Commit a file."""
        temporary = self.path / f"{TEMPORARY_PREFIX}{name}"
        try:
            with open(temporary, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path / name)
            self._sync()
        except OSError as error:
            raise NotWrittenError(
                f"{self.path / name}: cannot be written: {error.strerror}; mend that and run the same command again"
            ) from error
        finally:
            with suppress(OSError):
                temporary.unlink()

    def _sync(self) -> None:
        if os.name == "nt":  # Windows has no handle for a folder
            return
        handle = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def remove(self, names: Iterable[str]) -> None:
        """Remove files."""
        for name in names:
            (self.path / name).unlink(missing_ok=True)

    def free(self) -> int | None:
        """Free bytes of the disk."""
        there = next((path for path in (self.path, *self.path.absolute().parents) if path.exists()), None)
        with suppress(OSError):
            usage = shutil.disk_usage(there or "/")
            return usage.free if usage.total else None
        return None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only writer; what a dead one left half-written is removed."""
        made = not self.path.exists()
        make_folder(self.path)
        with self._lock():
            self.remove([name for name in os.listdir(self.path) if name.startswith(TEMPORARY_PREFIX)])
            try:
                yield
            finally:
                if os.listdir(self.path) == [LOCK_NAME]:
                    self.remove([LOCK_NAME])
                    if made:
                        with suppress(OSError):
                            self.path.rmdir()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        path = self.path / LOCK_NAME
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise SkatsimError(f"{self.path}: cannot be written: {error.strerror}; choose another folder") from None
        try:
            _lock_file(handle)
            if not os.path.samestat(os.fstat(handle), os.stat(path)):
                raise BlockingIOError  # its owner removed it meanwhile, others may hold a new one
        except (BlockingIOError, FileNotFoundError, PermissionError):
            os.close(handle)
            raise SkatsimError(
                f"{self.path}: another process is writing this run; wait for it or choose another folder"
            ) from None
        try:
            yield
        finally:
            os.close(handle)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, if need be.

    Raises
    ------
    SkatsimError
        Naming it, if that cannot be.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, RecursionError) as error:  # pathlib goes up folder by folder
        why = error.strerror if isinstance(error, OSError) else "too many folders in one another"
        raise SkatsimError(f"{path}: cannot be made: {why}; choose another folder") from None


def _is_own(name: str) -> bool:
    return name == LOCK_NAME or name.startswith(TEMPORARY_PREFIX)


def _lock_file(handle: int) -> None:
    """Lock an open file or raise OSError at once; the system drops the lock with the process."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
