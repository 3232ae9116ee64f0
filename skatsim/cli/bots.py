"""The commands on bots: list, show, view, new, check."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skatsim.cli.application import app
from skatsim.cli.terminal import command
from skatsim.errors import SkatsimError

if TYPE_CHECKING:
    from skatsim.bots.bot import Bot

bots: Final = typer.Typer(help="List the bots, explain one, begin and check one of your own.")
app.add_typer(bots, name="bots")

MOST_GAMES: Final = 2_000
LEAST_GAMES: Final = 20
SECONDS: Final = 3
"""Of games that a check plays, roughly, at the bot's pace."""

Named = Annotated[str, typer.Argument(metavar="BOT", help="Such as heuristic, heuristic@1 or mybot.py:BOT.")]


@bots.callback(invoke_without_command=True)
def list_bots(context: typer.Context) -> None:
    """List the bots, explain one, begin and check one of your own."""
    from skatsim.bots import registry

    if context.invoked_subcommand is not None:
        return
    for name in registry.NAMES:
        newest, *older = registry.versions(name)
        also = f" (also {', '.join(bot.label for bot in older)})" if older else ""
        print(f"{newest.label:12} {newest.about}{also}")
    print("one of them: skatsim bots show NAME; one of your own: skatsim bots new FILE.py")


@bots.command()
def show(name: Named) -> None:
    """Explain a bot: what it does, its versions, its pace, its parameters and how to set them."""
    from skatsim.bots import files, registry

    bot = registry.get(name)
    print(f"{bot.label}: {bot.about}")
    if not files.is_file(name):
        print(f"versions: {', '.join(known.label for known in registry.versions(bot.name))}")
    pace = f"{bot.pace:,.0f}" if bot.pace >= 10 else f"{bot.pace:g}"
    print(f"pace: roughly {pace} games a second and core, three such bots at the table")
    if not bot.params:
        print("no parameters")
        return
    print("parameters, their defaults and meanings:")
    _print_parameters(bot)
    key, default = next(iter(bot.params.items()))
    said = files.canonical(name) if files.is_file(name) else name
    print(f"set them where a bot is named: {said}:{key}={default:g}")
    print(f'in run files also: {{ bot = "{said}", params = {{ {key} = {default:g} }} }}')
    print(f'in Python also: {{"bot": "{said}", "params": {{"{key}": {default:g}}}}}')


def _print_parameters(bot: "Bot") -> None:
    """A line each; the many that only repeat how a bot takes the others to play share one."""
    from skatsim.bots.rollout.parameters import BASE, MODELLED

    repeated = {MODELLED + key: default for key, default in BASE.params.items()}.items() & bot.params.items()
    told = {key: default for key, default in bot.params.items() if (key, default) not in repeated}
    width = max(map(len, told))
    for key, default in told.items():
        print(f"  {key:{width}} {default:>6g}  {bot.meanings.get(key, '')}".rstrip())
    if repeated:
        first = next(iter(BASE.params))
        print(f"  {MODELLED}{first} and so on: {len(repeated)} of these again, how it takes the others to play;")
        print(f"  defaults: those of {BASE.label}")


@bots.command()
def view() -> None:
    """List what a seat sees: the slots of the array that kernels get, attributes in small letters in plain Python."""
    from skatsim.bots.seen import view_slots

    slots = view_slots()
    width = max(len(slot.name) for slot in slots)
    for slot in slots:
        print(f"{slot.place:>2} {slot.name:{width}}  {slot.meaning}")


@bots.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="The file to write; it must not exist.")],
    python: Annotated[bool, typer.Option("--python", help="In plain Python instead of compiled kernels.")] = False,
) -> None:
    """Write a bot to begin with: commented, plays at once."""
    from skatsim.bots import registry
    from skatsim.bots.templates import written

    name = file.stem
    if file.suffix != ".py" or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) or name in registry.NAMES:
        raise SkatsimError(f"{file}: name a file after the bot, letters, digits, _ and - and .py, such as mybot.py")
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(written("plain" if python else "compiled", name, str(file)))
    except FileExistsError:
        raise SkatsimError(f"{file}: is there already; name a new file") from None
    except OSError as error:
        raise SkatsimError(f"{file}: {error.strerror}; name a file that can be written") from None
    print(f"{file}: written; check it with: {command('bots', 'check', f'{file}:BOT')}")


@bots.command()
def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Such as mybot.py:BOT or mybot.py:BOT:boldness=3.")],
    games: Annotated[int | None, typer.Option(help="Games; default: by the bot's pace, 2,000 at most.")] = None,
) -> None:
    """Check that a bot plays legally, the same twice, blind to hidden cards, and within its memory."""
    from skatsim.runs.config import make_config
    from skatsim.runs.keys import whole_number
    from skatsim.table.conformance import checks

    player, params = make_config(lineup=[bot] * 3).players()[0]
    count = _games_at(player.pace_with(params)) if games is None else whole_number("games", games, 1)
    begun = time.monotonic()
    print(f"{player.label}:", flush=True)
    for words, run in checks(player, params, games=count):
        run()
        print(f"  {words}", flush=True)
    print(f"passed, in {time.monotonic() - begun:.0f} s")


def _games_at(pace: float) -> int:
    """As many games as take some seconds."""
    return int(min(max(SECONDS * pace, LEAST_GAMES), MOST_GAMES))
