"""Command on bots: bots."""

from typing import Annotated

import typer

from skatsim.cli.application import app


@app.command()
def bots(
    name: Annotated[str | None, typer.Argument(help="A bot, to see its parameters; without it all bots.")] = None,
) -> None:
    """List the bots, or the parameters of one."""
    from skatsim.bots import registry

    if name is None:
        for known in map(registry.get, registry.NAMES):
            print(f"{known.label:12} {known.about}")
        return
    bot = registry.get(name)
    print(f"{bot.label}: {bot.about}")
    width = max(map(len, bot.params), default=0)
    for key, default in bot.params.items():
        print(f"  {key:{width}} {default:>6g}  {bot.meanings.get(key, '')}".rstrip())
