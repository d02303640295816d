"""`GameRecord`: what was played, by whom, from which seed; and its positions again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from outfox.rules.errors import DamagedFile, IllegalAction
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.parameters import format_value, split_spec
from outfox.rules.position import Position


@dataclass(frozen=True)
class GameRecord:
    """One game that was played.

    Attributes
    ----------
    game, rules_key
        Spec of the game, and the hash of its rules.
    players
        Names of player 0 and player 1: the specs where they have one.
    payoff
        Player 0's.
    ending, reason
        ``normal``, ``endless``, ``max_plies``, ``illegal``, ``failed`` (a player's program), ``timeout`` or
        ``adjudicated``; in words where it was not normal.
    actions, names
        Codes of all plies, chance outcomes and opening included, and the names they had.
    opening
        How many of them were there before the players began.
    seed, task
        Entropy and spawn key of the game's `SeedSequence`.
    start, position
        Number of the starting state; or None, and the text of the position that the actions start from.
    version
        Of outfox.
    terms
        What the match had agreed on where that is not usual, such as ``max-plies=60 opening-plies=4``.
    """

    game: str
    rules_key: str
    players: tuple[str, str]
    payoff: float
    ending: str
    reason: str
    actions: tuple[int, ...]
    names: tuple[str, ...]
    opening: int
    seed: int
    task: tuple[int, ...]
    start: int | None
    position: str
    version: str
    terms: str = ""

    @property
    def plies(self) -> int:
        """Length of the game."""
        return len(self.actions)

    @property
    def winner(self) -> int | None:
        """The player who won, 0 or 1; None for a draw."""
        return None if self.payoff == 0 else int(self.payoff < 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the record with the keys of a JSON line."""
        return dict(msgspec.to_builtins(self))


def replay(record: GameRecord, game: Game | None = None) -> Iterator[Position]:
    """Yield the positions of a recorded game, the first included.

    Parameters
    ----------
    record
        The game played.
    game
        Its rules; default: loaded by the record's spec.

    Raises
    ------
    DamagedFile
        Where the rules are not those that it was played by, or do not allow one of its actions.
    """
    game = load(record.game) if game is None else game
    other = difference(record, game)
    if other:
        raise DamagedFile(f"this game of {record.game} was played by other rules: {other}")
    position = game.parse(record.position) if record.start is None else game.start(record.start)
    yield position
    for ply, action in enumerate(record.actions, 1):
        try:
            position = position.play(action)
        except IllegalAction as error:
            raise DamagedFile(f"ply {ply} of a recorded game of {record.game}: {error}") from None
        yield position


def difference(record: GameRecord, game: Game) -> str:
    """Say in what the rules that a game was played by differ from those given; empty where they do not.

    Examples
    --------
    >>> from outfox.players import player
    >>> from outfox.arena import play_game
    >>> record = play_game(load("nim:piles=[1,2]"), (player("random"), player("random")))
    >>> difference(record, load("nim:piles=[1,2],misere=false"))
    'misere was true, not false'
    >>> difference(record, load("tic-tac-toe"))
    'nim:piles=[1,2], not tic-tac-toe'
    """
    if record.rules_key == game.rules_key:
        return ""
    name, recorded = split_spec(record.game)
    if name != game.name:
        return f"{record.game}, not {game.spec}"
    values = {key: parameter.default for key, parameter in game.parameters.items()} | recorded
    now = {key: parameter.value for key, parameter in game.parameters.items()}
    changed = [
        f"{key} was {format_value(value)}, not {format_value(now[key]) if key in now else 'a parameter'}"
        for key, value in values.items()
        if key not in now or now[key] != value
    ]
    if changed:
        return ", ".join(changed)
    keys = f"key {record.rules_key}, now {game.rules_key}"
    return f"they have changed since outfox {record.version or '?'} wrote it ({keys})"
