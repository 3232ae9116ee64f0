"""The stand-in library against the headers of the real one: every field that XSkat looks into lies where it should."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

HEADER = Path("/usr/include/X11/Xlib.h")
STUB = REPOSITORY / "skatsim" / "arena" / "xstub.c"
XSKAT = shutil.which("xskat", path="/usr/games:/usr/bin")
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc: apt install gcc libc6-dev")
FIELDS = {
    ("struct display", "_XPrivDisplayStruct"): {
        "socket": "fd", "default_screen": "default_screen", "screen_list": "screens",
    },
    ("struct screen", "Screen"): {
        "root": "root", "width": "width", "height": "height", "root_depth": "root_depth", "visual": "root_visual",
        "colormap": "cmap", "white": "white_pixel", "black": "black_pixel",
    },
    ("struct visual", "Visual"): {"class": "class"},
    ("struct font", "XFontStruct"): {"number": "fid", "most": "max_bounds", "ascent": "ascent", "descent": "descent"},
    ("struct extent", "XCharStruct"): {"width": "width", "ascent": "ascent", "descent": "descent"},
    ("struct event", "XButtonEvent"): {
        "type": "type", "window": "window", "as.press.x": "x", "as.press.y": "y", "as.press.button": "button",
    },
    ("struct event", "XExposeEvent"): {"as.expose.x": "x", "as.expose.height": "height", "as.expose.count": "count"},
}  # fmt: skip


def printed(tmp_path, include, pairs):
    """What a C program prints of the offsets of (structure, field)."""
    lines = "".join(f'  printf("%zu\\n", offsetof({kind}, {field}));\n' for kind, field in pairs)
    source = tmp_path / "offsets.c"
    source.write_text(
        f"#include <stddef.h>\n#include <stdio.h>\n{include}\nint main(void) {{\n{lines}  return 0;\n}}\n"
    )
    subprocess.run(["gcc", "-o", tmp_path / "offsets", source], check=True)
    done = subprocess.run([tmp_path / "offsets"], check=True, capture_output=True, text=True)
    return list(map(int, done.stdout.split()))


@needs_gcc
@pytest.mark.skipif(not HEADER.exists(), reason="needs the X headers: apt install libx11-dev")
def test_the_structures_are_those_of_the_x_library(tmp_path):
    fields = [(kinds, pair) for kinds, pairs in FIELDS.items() for pair in pairs.items()]
    ours = printed(tmp_path, f'#include "{STUB}"', [(kinds[0], pair[0]) for kinds, pair in fields])
    real = "#include <X11/Xlib.h>\ntypedef __typeof__(*(_XPrivDisplay)0) _XPrivDisplayStruct;"
    theirs = printed(tmp_path, real, [(kinds[1], pair[1]) for kinds, pair in fields])
    assert dict(zip(map(str, fields), ours, strict=True)) == dict(zip(map(str, fields), theirs, strict=True))


@needs_gcc
@pytest.mark.skipif(
    XSKAT is None or shutil.which("nm") is None, reason="needs xskat and nm: apt install xskat binutils"
)
def test_every_function_that_xskat_calls_is_there(tmp_path):
    library = tmp_path / "libX11.so.6"
    warned = ["-Wall", "-Wextra", "-Werror", "-fno-builtin"]
    subprocess.run(["gcc", "-shared", "-fPIC", *warned, "-o", library, STUB], check=True)

    def names(*command):
        listed = subprocess.run(["nm", "-D", *command], check=True, capture_output=True, text=True).stdout
        return {line.split()[-1] for line in listed.splitlines() if line.split()[-1].startswith("X")}

    wanted = names("--undefined-only", XSKAT)
    assert len(wanted) > 50
    assert wanted <= names("--defined-only", library)
