"""The words of the line protocol, which `process` players and `outfox engine` speak; see its page in the reference.

Here is how its lines are written and read; who says what when is in `process_player` and `engine`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from outfox.rules.errors import IllegalAction, OutfoxError
from outfox.rules.game import Game
from outfox.rules.position import Position

VERSION = 1
LONGEST = 1 << 20
"""Characters in a line; a longer one is nonsense."""

_PLAIN = re.compile(r"[!#-~]+")  # printable, no space, no quote
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')


class ProtocolError(OutfoxError):
    """A line that says nothing in this protocol; the message quotes it."""


def quoted(text: str) -> str:
    r"""Return one word: the text itself where it has only plain characters, else a JSON string.

    Examples
    --------
    >>> quoted("a3"), quoted("1 from pile 2")
    ('a3', '"1 from pile 2"')
    """
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def words(line: str) -> list[str]:
    """Split a line into words; the inverse of `quoted` for each.

    Raises
    ------
    ProtocolError
        Where a quote is not closed.

    Examples
    --------
    >>> words('moves a3 "1 from pile 2"')
    ['moves', 'a3', '1 from pile 2']
    """
    found, at = [], 0
    for match in _WORD.finditer(line):
        if line[at : match.start()].strip():
            break
        found.append(json.loads(match[0]) if match[0].startswith('"') else match[0])
        at = match.end()
    if line[at:].strip():
        raise ProtocolError(f"a quote is not closed: {line[at:][:60]}")
    return found


def write_seed(seed: np.random.SeedSequence) -> str:
    """Return a seed as one word.

    Examples
    --------
    >>> write_seed(np.random.SeedSequence(7, spawn_key=(3, 0)))
    '7/3,0'
    """
    return f"{seed.entropy}/{','.join(map(str, seed.spawn_key))}"


def read_seed(word: str) -> np.random.SeedSequence:
    """Read a seed that `write_seed` wrote.

    Raises
    ------
    ProtocolError
        Where it is something else.
    """
    entropy, _, key = word.partition("/")
    try:
        return np.random.SeedSequence(int(entropy), spawn_key=tuple(int(part) for part in key.split(",") if part))
    except ValueError:
        raise ProtocolError(f"{word!r} is no seed; write for example 7/3,0") from None


@dataclass(frozen=True)
class NewGame:
    """What ``newgame`` says.

    Attributes
    ----------
    seat, seed, rules, game
        The player number to act for, a seed as a word, the key of the rules, the game's spec.
    """

    seat: int = 0
    seed: str = "0/"
    rules: str = ""
    game: str = ""

    def __str__(self) -> str:
        return f"newgame seat {self.seat} seed {self.seed} rules {self.rules} game {self.game}"


def read_newgame(line: str) -> NewGame:
    """Read ``newgame seat 0 seed 7/3,0 rules 0123 game nim``; what is missing keeps its default.

    Raises
    ------
    ProtocolError
        Where a word is not known.

    Examples
    --------
    >>> read_newgame("newgame seat 1 game nim:piles=[1,2]").game
    'nim:piles=[1,2]'
    """
    head, _, game = f" {line.strip().removeprefix('newgame').strip()}".partition(" game ")  # last: it may hold blanks
    found = head.split()
    said = dict(zip(found[::2], found[1::2], strict=False))
    unknown = sorted(set(found[::2]) - {"seat", "seed", "rules"})
    if unknown or len(found) % 2 or said.get("seat", "0") not in ("0", "1"):
        raise ProtocolError(f"{line[:80]!r}; write newgame seat 0 seed 7/3,0 rules KEY game SPEC")
    return NewGame(int(said.get("seat", "0")), said.get("seed", NewGame.seed), said.get("rules", ""), game.strip())


@dataclass
class Wanted:
    """What an engine wants to hear beside the codes of actions.

    Attributes
    ----------
    names
        Names of actions instead of their codes.
    legal
        The legal actions, before every ``go``.
    text
        The position as text.
    """

    names: bool = False
    legal: bool = False
    text: bool = False

    def ask(self, word: str) -> None:
        """Take a word after ``use``.

        Raises
        ------
        ProtocolError
            Where there is no such thing to ask for.
        """
        if word not in vars(self):
            raise ProtocolError(f"there is no use {word!r}; there are {', '.join(vars(self))}")
        setattr(self, word, True)


@dataclass
class Teller:
    """Writes the lines before a choice; it knows what names the actions so far had."""

    wanted: Wanted = field(default_factory=Wanted)
    _names: list[str] = field(default_factory=list)
    _told: tuple[int, ...] = ()

    def lines(self, seen: Position) -> list[str]:
        """Return the lines that tell a position: ``position``, and what the engine asked for."""
        told = [self._position(seen)]
        if self.wanted.legal:
            legal = [seen.name(action) for action in seen.legal] if self.wanted.names else seen.legal
            told.append(" ".join(["legal", *(quoted(str(action)) for action in legal)]))
        if self.wanted.text:
            told.append(f"text {json.dumps(seen.text)}")
        return told

    def _position(self, seen: Position) -> str:
        if seen.start is None:
            return f"position text {json.dumps(seen.text)}"
        moves: Sequence[object] = self._named(seen) if self.wanted.names else seen.history
        return " ".join([f"position start {seen.start}", "moves", *(quoted(str(move)) for move in moves)])

    def _named(self, seen: Position) -> list[str]:
        """Return the names of all actions so far, going on from those of the last choice where they lead here."""
        known = len(self._told)
        if seen.history[:known] != self._told or not known:
            self._names, known = [], 0
        position = seen.game.start(seen.start or 0)
        for ply, action in enumerate(seen.history):
            if ply >= known:
                self._names.append(position.name(action))
            position = position.play(action)
        self._told = seen.history
        return self._names


def read_position(game: Game, line: str) -> Position:
    """Read ``position start 0 moves 4 2`` or ``position text "..." moves 4 2``; moves by code.

    Raises
    ------
    ProtocolError, OutfoxError
        Where it is no position of the game.
    """
    found = words(line)[1:]
    if len(found) < 2 or found[0] not in ("start", "text"):
        raise ProtocolError(f"no position: {line[:60]!r}; write position start 0 moves 4 2")
    if found[0] == "text":
        position = game.parse(found[1])
    else:
        if not 0 <= _code(found[1]) < game.starts:
            raise ProtocolError(f"{game.spec} has no start {found[1]!r}; there are {game.starts}")
        position = game.start(int(found[1]))
    if found[2:3] not in ([], ["moves"]):
        raise ProtocolError(f"after a position come moves, not {found[2]!r}")
    for move in found[3:]:
        if _code(move) < 0:
            raise ProtocolError(f"a move is the code of an action, not {move[:40]!r}")
        position = position.play(_code(move))
    return position


def _code(word: str) -> int:
    """Return a number that may be a code, or -1."""
    return int(word) if len(word) < 19 and word.isascii() and word.isdecimal() else -1


def read_bestmove(position: Position, text: str, wanted: Wanted) -> int:
    """Return the action that an engine chose: by its name if it uses names, else by its code.

    A name with blanks is one word in quotes, as it was told, or simply the rest of the line.

    Raises
    ------
    IllegalAction
        Where it is none that the rules allow.
    """
    if wanted.names:
        return position.action(_name(text))
    code = _code(text)
    if code < 0:
        raise IllegalAction(f"bestmove {text[:40]!r} is no code of an action; an engine that uses names says so first")
    position.play(code)  # complains where it is not legal
    return code


def _name(text: str) -> str:
    try:
        found = words(text)
    except ProtocolError:
        return text
    return found[0] if len(found) == 1 else text
