"""Bots from files of their own: ``mybot.py:BOT`` is what the file `mybot.py` calls `BOT`, once it has been run.

What travels, to other processes and into the manifest of a run, is the path as it was written and the name.  What the
file was is told by a fingerprint: SHA-256 of its text, of the modules beside it that it imports (they are found by
reading the import statements), and of the files that it names in `FILES`, such as the weights of a model.  A file is
run once for each fingerprint; after an edit it is run anew.

The modules beside a file are its own: two files in two folders may each have a `helpers.py`.  So they are imported at
the top of a file, not within its functions.
"""

import ast
import hashlib
import os
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NoReturn

from skatsim.bots.bot import Bot
from skatsim.errors import SkatsimError
from skatsim.kernel import forget_sources

_WRITTEN: Final = re.compile(r"(?P<path>.*\.py)(?::(?P<name>[A-Za-z_]\w*))?(?P<rest>:.*)?", re.DOTALL)
_PREFIX: Final = "skatsim_bot_"
_lock: Final = threading.RLock()


@dataclass(frozen=True)
class _Loaded:
    """A file as it was run."""

    fingerprint: str
    module: ModuleType

    @property
    def data(self) -> object:
        """The further files it names."""
        return getattr(self.module, "FILES", ())


_loaded: Final[dict[str, _Loaded]] = {}
"""By real path."""


def is_file(bot: str) -> bool:
    """Whether a bot's name is that of a file: ``mybot.py`` or ``mybot.py:NAME``."""
    found = _WRITTEN.fullmatch(bot)
    return found is not None and not found["rest"]


def split_settings(text: str) -> tuple[str, str]:
    """A bot as text, apart from the settings behind it: ``mybot.py:BOT:boldness=3`` is a file's bot and one setting.

    >>> split_settings("bots/mybot.py:BOT:boldness=3,null=0"), split_settings("heuristic:null=0")
    (('bots/mybot.py:BOT', ':boldness=3,null=0'), ('heuristic', ':null=0'))
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        name, colon, settings = text.partition(":")
        return name, colon + settings
    rest = found["rest"] or ""
    return text[: len(text) - len(rest)], rest


def canonical(bot: str, folder: str = "") -> str:
    """One way to write the bot of a file: forward slashes, no detours, the name said, a relative path from `folder`.

    >>> canonical("./mybot.py"), canonical("mybot.py:OTHER", "runs/today")
    ('mybot.py:BOT', 'runs/today/mybot.py:OTHER')
    """
    path, name = _parts(bot)
    return f"{Path(os.path.normpath(os.path.join(folder, path))).as_posix()}:{name}"


def load(bot: str) -> Bot:
    """The bot that a file has, run on first use and after an edit.

    Raises
    ------
    SkatsimError
        One line with the file, and the line at fault where the file does not run.
    """
    path, name = _parts(bot)
    value = getattr(_module(path), name, None)
    if isinstance(value, Bot):
        return value
    if value is not None:
        raise SkatsimError(f"{path}: {name} is of type {type(value).__name__}, no bot; write {name} = Bot(...)")
    there = [key for key, each in vars(_module(path)).items() if isinstance(each, Bot)]
    known = f"it has: {', '.join(there)}" if there else "to begin with one that plays: skatsim bots new FILE.py"
    raise SkatsimError(f"{path}: has no bot called {name}; {known}")


def fingerprint(bot: str) -> str:
    """SHA-256 of what the file was when it was run, hexadecimal; "" for a bot that is no file's."""
    if not is_file(bot):
        return ""
    path, _ = _parts(bot)
    _module(path)
    return _loaded[os.path.realpath(path)].fingerprint


def home_of(module: str) -> str:
    """The file that was run as the module of this name, "" if none was."""
    return str(sys.modules[module].__file__) if module.startswith(_PREFIX) else ""


def _parts(bot: str) -> tuple[str, str]:
    found = _WRITTEN.fullmatch(bot)
    assert found is not None, bot
    return found["path"], found["name"] or "BOT"


def _module(path: str) -> ModuleType:
    """The file, run."""
    with _lock:
        place = os.path.realpath(path)
        code, sources = _read(path)
        known = _loaded.get(place)
        if known is not None and known.fingerprint == _digest(place, sources, known.data, path):
            return known.module
        forget_sources()
        module = _run(path, place, code, sources)
        _loaded[place] = _Loaded(_digest(place, sources, getattr(module, "FILES", ()), path), module)
        return module


def _read(path: str) -> tuple[CodeType, list[Path]]:
    """The compiled text, and the modules beside it that it imports, the modules beside those too."""
    try:
        text = Path(path).read_bytes()
        tree = ast.parse(text, os.path.realpath(path))
        code = compile(tree, os.path.realpath(path), "exec")
    except OSError as error:
        raise SkatsimError(f"{path}: {error.strerror}; name a file with a bot, such as mybot.py:BOT") from None
    except SyntaxError as error:
        raise SkatsimError(f"{path}, line {error.lineno}: {type(error).__name__}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise SkatsimError(f"{path}: is no Python text: {error}") from None
    folder = Path(path).resolve().parent
    sources: list[Path] = []
    waiting = [tree]
    while waiting:
        for name in sorted(_imported(waiting.pop())):
            for source in _beside(folder, name):
                if source not in sources:
                    sources.append(source)
                    waiting.append(_tree(source))
    return code, sources


def _tree(source: Path) -> ast.Module:
    try:
        return ast.parse(source.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):  # told where it is imported
        return ast.Module([], [])


def _imported(tree: ast.Module) -> set[str]:
    """The first names of all modules that are imported, and that nobody else can mean."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.partition(".")[0])
    return names - sys.stdlib_module_names - {"skatsim"}


def _beside(folder: Path, name: str) -> Iterator[Path]:
    """The sources of a module, or a package, beside the file."""
    package = folder / name
    if (package / "__init__.py").is_file():
        yield from sorted(package.rglob("*.py"))
    elif (source := folder / f"{name}.py").is_file():
        yield source


def _digest(place: str, sources: list[Path], data: object, path: str) -> str:
    """The fingerprint; it holds no folder names, so that it is the same on every machine."""
    folder = Path(place).parent
    if not isinstance(data, tuple | list) or not all(isinstance(name, str) for name in data):
        raise SkatsimError(f'{path}: FILES is no list of names; write FILES = ("weights.npz",)')
    digest = hashlib.sha256()
    for source in [Path(place), *sorted(sources), *(folder / name for name in data)]:
        try:
            content = source.read_bytes()
        except OSError as error:
            raise SkatsimError(f"{path}: needs {source.name}: {error.strerror}") from None
        digest.update(f"{os.path.relpath(source, folder)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _run(path: str, place: str, code: CodeType, sources: list[Path]) -> ModuleType:
    """Run the file with its folder first on the path, and keep the modules beside it apart from all others."""
    folder = os.path.dirname(place)
    module = ModuleType(f"{_PREFIX}{hashlib.sha256(place.encode()).hexdigest()[:12]}_{Path(place).stem}")
    module.__file__ = place
    tops = {os.path.relpath(source, folder).split(os.sep)[0].removesuffix(".py") for source in sources}
    others = _take_out(tops)
    sys.modules[module.__name__] = module
    sys.path.insert(0, folder)
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        _refuse(path, folder, error)
    finally:
        sys.path.remove(folder)
        _take_out(tops)
        sys.modules.update(others)
    return module


def _take_out(tops: set[str]) -> dict[str, ModuleType]:
    """Remove the modules of these names, and those within them, from the loaded ones."""
    names = [name for name in sys.modules if name.partition(".")[0] in tops]
    return {name: sys.modules.pop(name) for name in names}


def _refuse(path: str, folder: str, error: BaseException) -> NoReturn:
    raise SkatsimError(f"{located(error, folder, path)}: {said(error)}") from None


def located(error: BaseException, folder: str, path: str) -> str:
    """The innermost line of a user's code at which an error arose: ``mybot.py, line 7``; `path` if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [(frame.filename, frame.lineno) for frame in frames if Path(frame.filename).is_relative_to(folder)]
    if isinstance(error, SyntaxError) and error.filename:
        lines.append((error.filename, error.lineno))
    if not lines:
        return path
    name = os.path.normpath(os.path.join(os.path.dirname(path), os.path.relpath(lines[-1][0], folder)))
    return f"{name}, line {lines[-1][1]}"


def said(error: BaseException) -> str:
    """What an error says, in one line."""
    words = str(error.msg if isinstance(error, SyntaxError) else error).strip().splitlines()
    if isinstance(error, SkatsimError) and words:
        return words[0]
    return f"{type(error).__name__}: {words[0]}" if words else type(error).__name__
