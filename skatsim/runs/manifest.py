"""What a run folder says about itself, as JSON without clocks, so that equal runs have equal bytes.

`_run.json` (a `Claim`) is written first: whose folder it is, enough to resume.  `_manifest.json` (a `Manifest`) is
written last and makes the run complete: the claim again, and every part with its rows, bytes and SHA-256.  Until then
each part has a `Record`.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Final, TypeVar

import msgspec
import pyarrow as pa

from skatsim import __version__
from skatsim.bots.bot import Bot
from skatsim.bots.files import fingerprint, is_file
from skatsim.errors import SkatsimError
from skatsim.rules.ruleset import RuleSet
from skatsim.runs.config import BotSpec, Config, player_label
from skatsim.runs.kind import seated
from skatsim.runs.shards import part_name
from skatsim.table.schema import SCHEMA_VERSION

CLAIM_NAME: Final = "_run.json"
MANIFEST_NAME: Final = "_manifest.json"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player of the line-up: the label in the rows, the bot, its version, all its parameters, its file if it has one.

    `sha256` is the fingerprint of the file and of what it draws on, see `skatsim.bots.files`.
    """

    label: str
    bot: str
    version: int
    params: dict[str, float]
    file: str = ""
    sha256: str = ""


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What fixes a run's bytes: schema, package, configuration and the players with versions and parameters."""

    schema_version: int
    skatsim_version: str
    config: Config
    players: tuple[Player, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rules of every game in the run."""
        return self.config.rules

    @property
    def schema(self) -> pa.Schema:
        """The columns of the run, with the claim as metadata."""
        return self.config.schema(self.metadata)

    def seated(self) -> list[tuple[Bot, dict[str, float]]]:
        """The bots that took part, in the versions that played, each with its chosen parameters.

        Raises
        ------
        SkatsimError
            For a version that is not installed, with those that are; for a bot's file that has been edited since.
        """
        played = zip(self.config.specs, self.players, strict=False)  # guests come after the bots
        return [
            seated(_pinned(spec, player), f"{self.config.bots_key}[{p}]") for p, (spec, player) in enumerate(played)
        ]

    @property
    def digest(self) -> str:
        """SHA-256 of the claim, hexadecimal."""
        return hashlib.sha256(encode(self)).hexdigest()

    @property
    def compact(self) -> bytes:
        """The claim as JSON for another process."""
        return msgspec.json.encode(self)

    @property
    def metadata(self) -> dict[str, str]:
        """The claim as schema metadata, so that each part speaks for itself."""
        config = msgspec.json.encode(self.config, order="sorted")
        players = msgspec.json.encode(self.players, order="sorted")
        return {
            "skatsim.version": self.skatsim_version,
            "skatsim.config": config.decode(),
            "skatsim.players": players.decode(),
        }


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Parquet file of the run."""

    name: str
    rows: int
    bytes: int
    sha256: str


class Manifest(Claim, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The claim of a run and what lies in its folder."""

    rows: int
    parts: tuple[Part, ...] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a part was as it was written, and the digest of the claim it was written for."""

    claim: str
    part: Part


def claim_of(config: Config) -> Claim:
    """The claim of a run under the installed package.

    Raises
    ------
    SkatsimError
        For a bot that is not installed or a parameter it does not have.
    """
    return _claim(config, config.players())


def claim_again(theirs: Claim) -> Claim:
    """The claim of the same run under the installed package, its bots in the versions it was begun with.

    Raises
    ------
    SkatsimError
        For a version that is not installed or a parameter it does not have.
    """
    return _claim(theirs.config, theirs.seated())


def _claim(config: Config, players: Iterable[tuple[Bot, dict[str, float]]]) -> Claim:
    entries = tuple(
        Player(
            player_label(bot, params),
            bot.name,
            bot.version,
            _floats({**bot.params, **params}),
            spec.bot if is_file(spec.bot) else "",
            fingerprint(spec.bot),
        )
        for spec, (bot, params) in zip(config.specs, players, strict=True)
    )
    for entry in entries:
        others = [other.file for other in entries if other.label == entry.label and other.sha256 != entry.sha256]
        if others:
            raise SkatsimError(
                f"{config.bots_key}: {entry.file} and {others[0]} are both called {entry.label}; "
                "give one of them another name or version"
            )
    guests = tuple(Player(label, name, version, {}) for name, version, label in config.guests)
    return Claim(SCHEMA_VERSION, __version__, config, entries + guests)


class EditedError(SkatsimError):
    """A bot's file is not what it was when the run was begun."""


def _pinned(spec: BotSpec, player: Player) -> BotSpec:
    """The bot as it played: in its version, from the same file."""
    if not player.file:
        return BotSpec(f"{spec.bot.partition('@')[0]}@{player.version}", spec.params)
    try:
        found = fingerprint(spec.bot)
    except SkatsimError as error:
        raise EditedError(f"{error}; the run was begun where {player.file} ran: go to that folder") from None
    if found != player.sha256:
        raise EditedError(
            f"{player.file}: it, or what it imports, was edited after the run was begun (SHA-256 {found[:12]}, not "
            f"{player.sha256[:12]}); put back what it was, or begin a new run in another folder"
        )
    return spec


def _floats(params: dict[str, float]) -> dict[str, float]:
    """So that a claim reads back from JSON with the same bytes."""
    return {key: float(value) for key, value in params.items()}


def with_parts(claim: Claim, rows: int, parts: tuple[Part, ...]) -> Manifest:
    """The manifest of `claim`."""
    return Manifest(**{name: getattr(claim, name) for name in Claim.__struct_fields__}, rows=rows, parts=parts)


def claim_in(manifest: Manifest) -> Claim:
    """The claim that a manifest repeats."""
    return Claim(*(getattr(manifest, name) for name in Claim.__struct_fields__))


def encode(value: msgspec.Struct) -> bytes:
    """Indented JSON, one form for one value."""
    return msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=2) + b"\n"


Form = TypeVar("Form", bound=msgspec.Struct)


def decode(text: bytes, form: type[Form], path: object) -> Form:
    """A `Claim`, `Manifest` or `Record` from its JSON.

    Raises
    ------
    SkatsimError
        Naming the file and the key at fault.
    """
    try:
        return msgspec.json.decode(text, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SkatsimError(f"{path}: not written by this version of skatsim, or damaged: {error}") from None


def inconsistency(manifest: Manifest) -> str | None:
    """What is wrong with a manifest taken by itself, in words; None if nothing is."""
    parts = manifest.parts
    for i, part in enumerate(parts):
        if part.name != part_name(i):
            return f"lists {_short(part.name)} where {part_name(i)} belongs"
        if part.rows < 1 or part.bytes < 1:
            return f"says that {part.name} has {part.rows} rows and {part.bytes} bytes"
    shards = manifest.config.shards
    if shards:
        enough = 1 if manifest.config.stopping() else shards.count
        if not enough <= len(parts) <= shards.count:
            return f"lists {len(parts)} parts where the run has {shards.count}"
        for part, shard in zip(parts, shards, strict=False):
            if part.rows != shard.games:
                return f"says that {part.name} has {part.rows} rows where the run has {shard.games}"
    rows = sum(part.rows for part in parts)
    return None if manifest.rows == rows else f"says {manifest.rows} rows where its parts have {rows}"


def difference(theirs: Claim, ours: Claim) -> str | None:
    """The first thing in which two claims differ, in words; None if they are the same run."""
    for name in ("schema_version", "skatsim_version"):
        if getattr(theirs, name) != getattr(ours, name):
            return f"{name.replace('_', ' ')} {getattr(theirs, name)}, not {getattr(ours, name)}"
    if type(theirs.config) is not type(ours.config):
        return theirs.config.title
    return _first_difference("", theirs.config, ours.config) or _first_difference(
        "players", theirs.players, ours.players
    )


def _first_difference(path: str, theirs: Any, ours: Any) -> str | None:
    """Go down to the value that differs and name it: ``rules.lost_hand single, not double``."""
    if theirs == ours:
        return None
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(ours, msgspec.Struct):
        pairs = [(f"{path}.{key}", getattr(theirs, key), getattr(ours, key)) for key in ours.__struct_fields__]
    elif isinstance(ours, tuple) and len(ours) == len(theirs):
        pairs = [(f"{path}[{i}]", one, other) for i, (one, other) in enumerate(zip(theirs, ours, strict=True))]
    named = (_first_difference(name.lstrip("."), one, other) for name, one, other in pairs)
    return next(filter(None, named), f"{path} {_short(theirs)}, not {_short(ours)}")


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode().strip('"')
    return text if len(text) <= 120 else text[:117] + "..."
