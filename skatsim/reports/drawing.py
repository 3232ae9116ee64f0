"""Matplotlib as a maker of inline SVG that belongs to the page: no colours of its own, the same bytes each time.

A plot is drawn in placeholder colours, one for each role of `ROLES`; in the SVG each becomes a CSS variable, so that
the page decides what light, dark and print look like.  Text stays text in the page's font.  Lengths are SVG units,
about CSS pixels.
"""

import io
import re
from typing import TYPE_CHECKING, Any, Final

from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROLES: Final = (
    "ink",
    "muted",
    "grid",
    "paper",
    "gain",
    "loss",
    "real",
    *(f"heat{step}" for step in range(7)),
    "on-heat",
)
"""What a colour stands for; the page defines each as `--name`."""
COLOUR: Final = {role: f"#0a0b{number:02x}" for number, role in enumerate(ROLES)}
FONT_SIZE: Final = 11.5
SMALL: Final = 10.0
UNITS_PER_INCH: Final = 72

_SETTINGS: Final = {
    "svg.fonttype": "none",
    "font.size": FONT_SIZE,
    "text.color": COLOUR["ink"],
    "axes.edgecolor": COLOUR["muted"],
    "axes.facecolor": "none",
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.labelcolor": COLOUR["muted"],
    "axes.labelsize": SMALL,
    "axes.titlesize": FONT_SIZE,
    "axes.titlelocation": "left",
    "axes.unicode_minus": True,
    "grid.color": COLOUR["grid"],
    "grid.linewidth": 0.8,
    "xtick.color": COLOUR["muted"],
    "ytick.color": COLOUR["muted"],
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.major.pad": 5,
    "lines.linewidth": 1.4,
    "lines.solid_capstyle": "round",
}


def matplotlib() -> Any:
    """The library, or what to do when it is not there.

    Raises
    ------
    SkatsimError
        When matplotlib is not installed.
    """
    try:
        import matplotlib as library
        import matplotlib.figure
    except ImportError:
        raise SkatsimError("the page needs matplotlib; install it with: pip install 'skatsim[report]'") from None
    return library


class Drawing:
    """A figure of `width` x `height` units, used as a context: draw on its axes, then take its `svg`.

    Parameters
    ----------
    name
        Anchor, unique on the page: identifiers within the SVG start with it.
    label
        What the picture shows, in words, for those who cannot see it.
    """

    def __init__(self, name: str, label: str, width: float, height: float) -> None:
        self.name, self.label, self.width, self.height = name, label, width, height
        library = matplotlib()
        # the default style and nothing of the user's own: a page looks the same everywhere
        plain = {key: value for key, value in library.rcParamsDefault.items() if not key.startswith("backend")}
        self._context = library.rc_context({**plain, **_SETTINGS, "svg.hashsalt": name})
        self._library = library

    def __enter__(self) -> "Drawing":
        self._context.__enter__()
        self.figure = self._library.figure.Figure(figsize=(self.width / UNITS_PER_INCH, self.height / UNITS_PER_INCH))
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if error[0] is None:
                self.svg = self._render()
        finally:
            self._context.__exit__(*error)

    def axes(self, left: float, bottom: float, right: float, top: float) -> "Axes":
        """Axes whose margins to the figure's edges are given in units."""
        width, height = self.width, self.height
        box = (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
        return self.figure.add_axes(box)

    def _render(self) -> str:
        """The figure as an <svg> element for an HTML page."""
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        target = io.StringIO()
        self.figure.savefig(target, format="svg", transparent=True, metadata=nothing)
        svg = target.getvalue()
        svg = svg[svg.index("<svg") :]
        head = f'<svg viewBox="0 0 {self.width:g} {self.height:g}" role="img" aria-label="{_attribute(self.label)}">'
        svg = re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1)
        svg = re.sub(
            r"<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.DOTALL
        )  # would hold for all of the page
        svg = _own_identifiers(svg, self.name)
        for role, colour in COLOUR.items():
            svg = svg.replace(colour, f"var(--{role})")
        svg = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
        return re.sub(r"\s*\n\s*", "\n", svg).strip()


LIGHT: Final = dict(
    zip(ROLES, ("#1b1d21", "#5a5f66", "#e4e2dc", "#fdfcf9", "#1f61a8", "#b5481a", "#6a4a9c"), strict=False)
)
"""The first roles on white paper, as the page has them."""


def coloured(figure: Any) -> Any:
    """The figure of a `Drawing` with the page's light colours in place of the placeholders, to look at and to save."""
    from matplotlib.colors import to_hex, to_rgba_array

    real = {COLOUR[role]: colour for role, colour in LIGHT.items()}
    for artist in figure.findobj():
        for name in ("color", "facecolor", "edgecolor"):
            get, put = getattr(artist, f"get_{name}", None), getattr(artist, f"set_{name}", None)
            if get is None or put is None:
                continue
            found = [to_hex(colour) for colour in to_rgba_array(get())]
            if any(colour in real for colour in found):
                colours = [real.get(colour, colour) for colour in found]
                put(colours if len(colours) > 1 else colours[0])
    return figure


def _own_identifiers(svg: str, name: str) -> str:
    """Drop identifiers nobody refers to, and start the others with the plot's name: one page holds many plots."""
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg))
    names = {name for pair in used for name in pair if name}
    svg = re.sub(r' id="([^"]+)"', lambda m: f' id="{name}-{m[1]}"' if m[1] in names else "", svg)
    svg = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{name}-\1"', svg)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
