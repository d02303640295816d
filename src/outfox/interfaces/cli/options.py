"""What commands share: which game, with which parameters, from which position."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cyclopts import Parameter

from outfox.interfaces.cli.errors import UsageError
from outfox.rules import Game, Position, load
from outfox.rules.errors import IllegalAction, OutfoxError, RulesError, UnknownName
from outfox.rules.parameters import parse_value, split_spec
from outfox.rules.text_map import map_parameters
from outfox.rules.vocabulary import TERMINAL

_BETWEEN = " \t\n,;"
"""What separates moves."""

_DRAWN = "rows", "cols", "walls"
"""The parameters that a map gives."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Options of every command that takes a game.

    Parameters
    ----------
    param
        A parameter of the game, NAME=VALUE; may be given several times. Lists are JSON, @FILE reads a file.
    json
        Print one JSON object.
    """

    param: tuple[str, ...] = ()
    json: bool = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class StartOptions:
    """Options of every command that can begin anywhere.

    Parameters
    ----------
    moves
        Play these first: names or codes, separated by blanks or commas; or a JSON list, or @FILE.
    position
        Begin here: a position as the game writes it, or @FILE.
    param
        A parameter of the game, NAME=VALUE; may be given several times. Lists are JSON, @FILE reads a file.
    json
        Print one JSON object.
    """

    moves: str = ""
    position: str = ""
    param: tuple[str, ...] = ()
    json: bool = False


def load_game(spec: str, param: Sequence[str] = (), flags: Mapping[str, str] | None = None, command: str = "") -> Game:
    """Load a game with the parameters that a command line gives it.

    Parameters
    ----------
    spec
        The game's name or file, perhaps with parameters.
    param
        Values of ``--param``: NAME=VALUE.
    flags
        Flags that the command does not know itself: the game's parameters.
    command
        The command, for naming its own flags where a flag is neither.

    Raises
    ------
    UnknownName, UsageError
        Where a name or a value is wrong.
    """
    values = parameter_values(param, flags or {})
    if "map" in values and "map" not in (known := load(spec)).parameters:
        if not set(_DRAWN) <= set(known.parameters):
            raise UsageError(f"--map is for games with {', '.join(_DRAWN)}; {known.name} is none")
        values |= _from_map(values.pop("map"), values)
    try:
        return load(spec, **values)
    except UnknownName as error:
        raise _with_flags(error, list(flags or {}), command) from None


def parameter_values(param: Sequence[str], flags: Mapping[str, str]) -> dict[str, Any]:
    """Return parameter values by name, from ``--param NAME=VALUE`` and from flags."""
    values: dict[str, Any] = {}
    pairs = [(*_split(entry), entry) for entry in param]
    for name, text, shown in [*pairs, *((key, value, f"--{key}") for key, value in flags.items())]:
        key = name.strip().lstrip("-").replace("-", "_").lower()
        if key in values:
            raise UsageError(f"{shown}: parameter {key!r} is given twice")
        values[key] = parse_value(read_text(text, shown))
    return values


def _from_map(drawn: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that a map gives; `drawn` is the name of its file, or what was read from @FILE."""
    text = str(drawn)
    given = [name for name in _DRAWN if name in values]
    if given:
        raise UsageError(f"--map gives {given[0]} already; leave --{given[0]} out")
    if "\n" in text.strip():
        return map_parameters(text)
    return map_parameters(read_text(f"@{text}", "--map"), Path(text).name)


def _split(entry: str) -> tuple[str, str]:
    name, equals, value = entry.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"--param {entry!r} is not NAME=VALUE")
    return name, value


def read_text(text: str, what: str) -> str:
    """Return a text that stands on the command line, or the content of @FILE.

    Raises
    ------
    UsageError
        Where the file cannot be read.
    """
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).expanduser().read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{what}: cannot read {text[1:]!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{what}: {text[1:]!r} is no text file") from None


def _with_flags(error: UnknownName, flags: list[str], command: str) -> OutfoxError:
    """Add to an error about an unknown parameter what the command's own flags are, if a flag was meant."""
    wrong = [flag for flag in flags if f"has no parameter {flag.replace('-', '_').lower()!r}" in str(error)]
    if not wrong or not command:
        return error
    from outfox.interfaces.cli.application import flags_of

    names = [flag[2:] for flag in flags_of(command)]
    if wrong[0] in names:  # such as a setting of another kind of training
        return UsageError(
            f"outfox {command} has '--{wrong[0]}' for another case; outfox {command} --help says for which"
        )
    close = difflib.get_close_matches(wrong[0], names, 1)
    if close and "did you mean" not in str(error):
        return UsageError(f"outfox {command} has no flag '--{wrong[0]}'; did you mean '--{close[0]}'?")
    return UsageError(f"outfox {command} has no flag '--{wrong[0]}', and {error}")


def start_position(game: Game, moves: str = "", position: str = "") -> Position:
    """Return where a command begins.

    Raises
    ------
    UsageError, IllegalAction, NotSupported
        Where the position or the moves are not the game's.
    """
    begin = read_position(game, position) if position else game.start()
    return play_moves(begin, moves) if moves.strip() else begin


def read_position(game: Game, text: str) -> Position:
    """Read a position as the game writes it."""
    content = read_text(text, "--position").strip("\n")
    try:
        found = game.parse(content)
        found.mover, found.legal, found.text  # noqa: B018 - a state that rules cannot work with shows here
    except RulesError as error:
        reason = str(error).rpartition(": ")[2] or str(error)
        raise UsageError(
            f"--position is no position of {game.name} ({reason}); write it as the game does, for example"
            f" {game.start().text!r}"
        ) from None
    return found


def play_moves(position: Position, moves: str) -> Position:
    """Play a list of moves, given by names or codes.

    Parameters
    ----------
    position
        Where to begin.
    moves
        As the flag ``--moves`` takes them. Names may hold blanks: the longest legal name that fits is meant.

    Raises
    ------
    IllegalAction
        With the number of the move.
    """
    text = read_text(moves.strip(), "--moves").strip()
    rest: Any = _listed(text.lstrip(_BETWEEN))
    number = 0
    while rest:
        number += 1
        move, rest = (rest[0], rest[1:]) if isinstance(rest, list) else _next_move(position, rest)
        try:
            position = play_one(position, move)
        except IllegalAction as error:
            raise IllegalAction(f"--moves, move {number}: {error}") from None
    return position


def _listed(text: str) -> list[str | int] | str:
    """Return the moves of a JSON list, or the text."""
    if text.startswith("["):
        try:
            found = json.loads(text)
        except ValueError:
            return text
        if isinstance(found, list) and all(isinstance(move, (str, int)) for move in found):
            return found
    return text


def _next_move(position: Position, text: str) -> tuple[str, str]:
    """Split off the first move: the longest name of a legal action that the text begins with, else a word."""
    names = [] if position.mover == TERMINAL else [position.name(action) for action in choices(position)]
    for same in (str, str.lower):
        fitting = [
            name
            for name in names
            if same(text).startswith(same(name)) and (len(text) == len(name) or text[len(name)] in _BETWEEN)
        ]
        if fitting:
            cut = len(max(fitting, key=len))
            return text[:cut], text[cut:].lstrip(_BETWEEN)
    # Nothing fits: up to the next comma where names have blanks, so that the complaint quotes what was meant.
    with_blanks = any(" " in name for name in names) and not re.match(r"\d+(\s+\d+)*\s*([,;]|$)", text)
    ends = ",;\n" if with_blanks else _BETWEEN
    cut = next((at for at, sign in enumerate(text) if sign in ends), len(text))
    return text[:cut].strip(), text[cut:].lstrip(_BETWEEN)


def choices(position: Position) -> list[int]:
    """Return what can come next: legal actions, or chance outcomes."""
    return [action for action, _ in position.chance] if position.is_chance else position.legal


def play_one(position: Position, move: str | int) -> Position:
    """Play a move given by name, or by code where no action has that name."""
    if isinstance(move, int):
        return position.play(move)
    try:
        return position.play(move)
    except IllegalAction:
        if not move.strip().isdecimal():
            raise
    return position.play(int(move))


def game_and_position(
    spec: str, options: StartOptions, flags: Mapping[str, str], command: str
) -> tuple[Game, Position]:
    """Load the game of a command line and go to where it begins."""
    game = load_game(spec, options.param, flags, command)
    return game, start_position(game, options.moves, options.position)


def game_name(spec: str) -> str:
    """Return the name or file in a spec, without parameters."""
    return split_spec(spec)[0]
