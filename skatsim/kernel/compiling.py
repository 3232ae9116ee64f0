"""The one decorator for compiled functions, with a cache that cannot go stale.

numba's own ``cache=True`` looks at a function's own file only: after an edit of an imported kernel it returns the old
machine code, it ignores ``NUMBA_BOUNDSCHECK`` on a warm cache, and it raises at import where no cache folder can be
written.  Here the stamp of every cached kernel is a hash over all sources of the package (and the kernel's own file,
for users' bots), each set of compile flags has a folder of its own, and without a writable folder kernels simply
compile anew in each process.

Kernels are total functions of numbers and arrays: no exceptions, strings, dicts, closures, ``parallel`` or
``fastmath``.  Nothing is compiled at import.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numba
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def package_stamp(root: Path = PACKAGE) -> str:
    """Hash of every Python source below `root`, names included."""
    digest = hashlib.sha256()
    for source in sorted(root.rglob("*.py")):
        digest.update(str(source.relative_to(root)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


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


class _Locator:
    """Where a kernel is cached and what makes that copy valid (numba's locator protocol)."""

    def __init__(self, function: Callable[..., Any], source: str, folder: Path) -> None:
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
        if Path(self._py_file).is_relative_to(PACKAGE):
            return package_stamp()
        own = Path(self._py_file).read_bytes() if os.path.exists(self._py_file) else b""
        return package_stamp() + hashlib.sha256(own).hexdigest()

    def get_disambiguator(self) -> str:
        # numba names the cache file after the module's base name only: two `random.py` must not meet.
        return f"{hashlib.sha256(self._py_file.encode()).hexdigest()[:8]}-{self._line}"


class _CacheImplementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[Any]] = [_Locator]


class _KernelCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImplementation


def kernel(function: Function) -> Function:
    """Compile `function` on first use: no GIL, C division, cached under the package-wide stamp.

    Under ``NUMBA_DISABLE_JIT=1`` the plain Python function comes back and means the same.

    >>> from skatsim.kernel import kernel
    >>> @kernel
    ... def clear_lowest(mask):
    ...     return mask & (mask - 1)
    >>> clear_lowest(0b1100)
    8
    """
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if not config.DISABLE_JIT:
        compiled._cache = _KernelCache(function) if cache_folder() else NullCache()
    return compiled  # type: ignore[no-any-return]


def compile_kernel(function: Callable[..., Any], *examples: Any) -> bool:
    """Compile `function` for the types of these arguments; True if machine code had to be made (not loaded)."""
    if config.DISABLE_JIT:
        return False
    dispatcher: Any = function
    dispatcher.compile(tuple(numba.typeof(example) for example in examples))
    return bool(dispatcher.stats.cache_misses)
