"""The way out: what the commands print, signals, and the one line with which a command ends early.

Text goes to the terminal through `Plain`: a player's name or a path cannot move the cursor, change colours or turn the
direction of writing.  Nothing here loads typer, so that ctrl-C ends in one line from the start.
"""

import os
import shlex
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Final, NoReturn, TextIO

_UNSEEN = {*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)}
_ESCAPES: Final = {code: repr(chr(code))[1:-1] for code in _UNSEEN}
_IN_LINES: Final = {code: escape for code, escape in _ESCAPES.items() if chr(code) not in "\t\n"}


def one_line(text: object) -> str:
    r"""A text, or a path, with its control characters, line ends too, written out.

    >>> one_line("Eve\x1b[2J\n")
    'Eve\\x1b[2J\\n'
    """
    return str(text).translate(_ESCAPES)


def command(*words: object) -> str:
    """A command of ours as one can type it.

    >>> command("report", "out/my games")
    "skatsim report 'out/my games'"
    """
    return one_line(shlex.join(["skatsim", *map(str, words)]))


class Plain:
    """A text stream that writes control characters out, but for tabs and line ends; `raw` is the stream itself."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        """Write text that a terminal only shows."""
        return self.raw.write(text.translate(_IN_LINES))

    def flush(self) -> None:
        """Hand on what was written."""
        self.raw.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self.raw, name)


def open_streams() -> None:
    """Guard stdout and stderr; where one is closed, what is said there is lost, and no file takes its place."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, "r" if name == "stdin" else "w", encoding="utf-8"))
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, Plain):
            continue
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without the sign for "times" gets a question mark
        setattr(sys, name, Plain(stream))


def close_stdout() -> None:
    """Write what is left; a full disk is an error now and not when Python has ended."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


interrupted: list[int] = []
"""Signals that came: the compiler turns an interrupt into errors of its own."""


def take_signals() -> None:
    """ctrl-C and SIGTERM interrupt: nothing is lost; a reader that has read enough (`| head`) ends us quietly."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # ignored in the background of a shell script
        signal.signal(signal.SIGINT, _interrupt)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _interrupt)
        sys.unraisablehook = _interrupt_again


def _interrupt(number: int, _frame: FrameType | None) -> None:
    interrupted.append(number)
    raise KeyboardInterrupt


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """An interrupt that came where Python can raise nothing (a callback from C, a destructor) comes once more."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
    else:
        sys.__unraisablehook__(lost)


def _say_nothing(_: object) -> None:
    """What is left of work that was interrupted is no news."""


def fail(line: str, code: int = 2) -> NoReturn:
    """Say what is wrong in one line on stderr and end."""
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGALRM", signal.SIGTERM)):
        signal.signal(number, signal.SIG_IGN)  # a second ctrl-C must not break the line
    with suppress(OSError):
        print(one_line(f"skatsim: {line}"), file=sys.stderr, flush=True)
    sys.exit(code)


def interrupt(how_to_go_on: str = "") -> NoReturn:
    """End after ctrl-C, with exit code 130.

    An interrupt that came through Python's `exec`, as compiling has it, would make Python end by the signal instead;
    whatever is evaluated next, it forgets that.
    """
    eval("None")
    sys.unraisablehook = threading.excepthook = _say_nothing  # what was broken off may still stumble over it
    fail(f"interrupted{how_to_go_on}", 130)
