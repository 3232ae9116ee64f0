"""The one decorator for compiled functions, with a cache that cannot go stale.

numba's own ``cache=True`` looks at a function's own file only: after an edit of an imported kernel it returns the old
machine code, it ignores ``NUMBA_BOUNDSCHECK`` on a warm cache, and it raises at import where no cache folder can be
written.  Here the stamp of every cached kernel is a hash over all sources of the package (and, for users' bots, of the
sources around them), it stands in the names of the machine-code files, each set of compile flags has a folder of its
own, and without a writable folder kernels simply compile anew in each process.  Kernels without a source file (typed at
a prompt, in a notebook) are not cached.

What takes longer than a moment to compile is told on stderr, once a process.

Kernels are total functions of numbers and arrays: no exceptions, strings, dicts, closures, ``parallel`` or
``fastmath``, and no allocation: arrays come from the caller.  Nothing is compiled at import.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar, overload

import numba
from numba.core import config, event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
PATIENCE = 1.0
"""Seconds of compiling after which it is said what takes the time."""


@cache
def package_stamp() -> str:
    """Hash of every Python source of the package as it was when first asked."""
    return sources_stamp(PACKAGE)


@cache
def sources_stamp(root: Path, pattern: str = "**/*.py") -> str:
    """Hash of every Python source below `root`, names included."""
    digest = hashlib.sha256()
    for source in sorted(root.glob(pattern)):
        with contextlib.suppress(OSError):  # an editor's lock file, a source removed meanwhile
            digest.update(str(source.relative_to(root)).encode() + source.read_bytes())
    return digest.hexdigest()


def family_stamp(source: Path) -> str:
    """Hash of the sources a file outside the package may draw on: its whole package, else the modules beside it."""
    folder = source.parent
    if not (folder / "__init__.py").exists():
        return sources_stamp(folder, "*.py")
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return sources_stamp(folder)


def forget_sources() -> None:
    """Look at the sources outside the package again: they are about to be run, perhaps after an edit."""
    package_stamp()
    sources_stamp.cache_clear()


def source_stamp(function: Callable[..., Any], source: Path) -> str:
    """What the machine code of `function` was made from: the package and, for a user's kernel, its own surroundings.

    Surroundings are the families of its file and of the kernels it names, and the modules it has imported by name.
    """
    if source.is_relative_to(PACKAGE):
        return package_stamp()
    stamps = {family_stamp(source)}
    for value in list(getattr(function, "__globals__", {}).values()):
        if isinstance(value, Dispatcher):
            stamps.add(family_stamp(Path(value.py_func.__code__.co_filename)))
        elif isinstance(value, ModuleType) and getattr(value, "__file__", None):
            path = Path(str(value.__file__))
            stamps.add(sources_stamp(path.parent, path.name))
    return hashlib.sha256("".join([package_stamp(), *sorted(stamps)]).encode()).hexdigest()


def compile_flags() -> str:
    """The settings that change the machine code of the same source, as a folder name."""
    flags = f"opt{int(config.OPT)}"
    if config.BOUNDSCHECK:
        flags += "-boundscheck"
    if config.DEBUGINFO_DEFAULT:
        flags += "-debuginfo"
    return flags


def cache_roots() -> list[Path]:
    """Folders to try for compiled code, best first."""
    chosen = os.environ.get("SKATSIM_CACHE_DIR") or config.CACHE_DIR
    if chosen:
        return [Path(chosen)]
    home_cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return [PACKAGE / "__pycache__", Path(home_cache) / "skatsim"]


@cache
def cache_folder() -> Path | None:
    """The first folder that can be written, or None: then nothing is cached."""
    for root in cache_roots():
        folder = root / f"kernels-{compile_flags()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return folder
    return None


class _Notice(event.Listener):  # type: ignore[misc]
    """Says once, on stderr, that the package's kernels are being compiled, when it takes longer than a moment."""

    def __init__(self) -> None:
        self._depth = 0
        self._timer: threading.Timer | None = None

    def on_start(self, started: event.Event) -> None:
        """Begin to wait with the outermost kernel; it compiles those that it calls."""
        if not self._is_ours(started):
            return
        self._depth += 1
        if self._depth == 1 and self._timer is None:
            self._timer = threading.Timer(PATIENCE, self._say)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, ended: event.Event) -> None:
        """Say nothing of what took a moment."""
        if not self._is_ours(ended):
            return
        self._depth -= 1
        if self._depth == 0 and self._timer is not None and not self._timer.finished.is_set():
            self._timer.cancel()
            self._timer = None

    @staticmethod
    def _is_ours(happened: event.Event) -> bool:
        return str(happened.data["dispatcher"].py_func.__module__).startswith("skatsim.")

    def _say(self) -> None:
        if sys.stderr is not None:
            sys.stderr.write("compiling (once for this version of skatsim, some 20 seconds) ...\n")
            sys.stderr.flush()


if not config.DISABLE_JIT:  # what numba compiles for itself is no matter
    event.register("numba:compile", _Notice())


class _Locator:
    """Where a kernel is cached and what makes that copy valid (numba's locator protocol)."""

    def __init__(self, function: Callable[..., Any], source: str, folder: Path) -> None:
        self._function = function
        self._py_file = source
        self._folder = folder
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> "_Locator | None":
        folder = cache_folder()
        return cls(function, source, folder) if folder else None

    def get_cache_path(self) -> str:
        return str(self._folder)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return source_stamp(self._function, Path(self._py_file))

    def get_disambiguator(self) -> str:
        # numba names the cache file after the module's base name only: two `random.py` must not meet.
        return f"{hashlib.sha256(self._py_file.encode()).hexdigest()[:8]}-{self._line}"


class _CacheImplementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[Any]] = [_Locator]


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's cache, except that trouble with its files costs a compilation and never an error or old machine code.

    numba writes the index before the machine code it points to: where the second write fails (a full disk, a kill),
    a fresh index would point to a stale file of the same name.  So the stamp is part of that name.
    """

    _impl_class = _CacheImplementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._base = self._impl.filename_base
        self._mark = f"{self._base}.{self._impl.locator.get_source_stamp()[:16]}."
        self._cache_file._data_name_pattern = self._mark + "{number:d}.nbc"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(signature, target_context)
        except Exception:  # whatever is wrong with a cached file, compiling anew is right
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(signature, data)
            self._remove_stale()

    def _remove_stale(self) -> None:
        for path in Path(self.cache_path).iterdir():
            name = path.name
            if name.startswith(f"{self._base}.") and name.endswith(".nbc") and not name.startswith(self._mark):
                path.unlink(missing_ok=True)


def _can_cache(function: Callable[..., Any]) -> bool:
    # Without a source file nothing tells two versions apart: numba's key leaves out a function's constants.
    return cache_folder() is not None and os.path.isfile(function.__code__.co_filename)


def is_kernel(function: object) -> bool:
    """Whether `function` was made by `kernel`; uncompiled any function will do."""
    return callable(function) if config.DISABLE_JIT else isinstance(function, Dispatcher)


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(*, inline: bool) -> Callable[[Function], Function]: ...
def kernel(function: Callable[..., Any] | None = None, *, inline: bool = False) -> Any:
    """Compile a function on first use: no GIL, C division, cached under the package-wide stamp.

    `inline` copies the machine code into each caller: for a function that many words of arguments are handed to.
    Under ``NUMBA_DISABLE_JIT=1`` the plain Python function comes back and means the same.  A kernel that calls itself
    takes numbers, or an array and an index, and no part of an array that it cuts off anew at each call: nobody counts
    who still uses such a part, and the process can crash.

    >>> from skatsim.kernel import kernel
    >>> @kernel
    ... def clear_lowest(mask):
    ...     return mask & (mask - 1)
    >>> clear_lowest(0b1100)
    8
    """
    if function is None:
        return partial(kernel, inline=inline)
    # Kernels allocate nothing, so their arrays need no reference counts: a quarter of the engine's time saved.
    compiled = numba.njit(nogil=True, error_model="numpy", forceinline=inline, _nrt=False)(function)
    if not config.DISABLE_JIT:
        compiled._cache = _KernelCache(function) if _can_cache(function) else NullCache()
    return compiled
