"""An ACPC client: one of our players at the table of any dealer that speaks the protocol.

From what the dealer tells, the position is made again with any cards for the hand that is not seen: of a position a
player is given its view alone, in which they do not occur.
"""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outfox.arena.acpc_lines import ConnectionFailed, Lines
from outfox.arena.play import chosen_by, handed_out
from outfox.arena.statistics import mean_interval
from outfox.arena.units import MBB
from outfox.formats.acpc import LETTERS, VERSION, BadLine, MatchState, format_answer, is_comment, parse_state
from outfox.formats.cards import DECK
from outfox.players.base import Player
from outfox.rules.errors import IllegalAction
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed, task_seed

Progress: TypeAlias = Callable[[float, str], None]

AGAIN = 0.1
"""Seconds until it is tried again to connect."""


INTERRUPTED_BY_HAND = "interrupted"


@dataclass
class Sitting:
    """What a client saw of a match.

    Attributes
    ----------
    player
        Who played.
    won
        Big blinds that it won in each hand.
    ended
        Why the match ended, where it ended in the middle of a hand, or by a fault; else empty.
    """

    player: str
    won: list[float] = field(default_factory=list)
    ended: str = ""

    def __str__(self) -> str:
        if not self.won:
            return f"{self.player}: no hands"
        sure = self.interval
        between = "" if sure is None else f", 95 % interval {MBB.write(sure[0])} to {MBB.write(sure[1])}"
        each = MBB.write(math.fsum(self.won) / len(self.won))
        total = f"{self.player} won {math.fsum(self.won):+g} big blinds in {len(self.won):,} hands"
        return f"{total}: {each} mbb/g{between}"

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of what it wins a hand."""
        return mean_interval(self.won)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        hands = len(self.won)
        return {
            "player": self.player,
            "hands": hands,
            "won": math.fsum(self.won),
            "payoff": math.fsum(self.won) / hands if hands else None,
            "payoff_interval": self.interval and list(self.interval),
            "ended": self.ended,
        }


def connect(host: str, port: int, timeout: float) -> Lines:
    """Return a connection to a dealer, which may need some time to be there.

    Raises
    ------
    ConnectionFailed
    """
    until = time.monotonic() + timeout
    while True:
        try:
            return Lines(socket.create_connection((host, port), timeout), f"the dealer at {host}:{port}", timeout)
        except OSError as error:
            if time.monotonic() > until:
                raise ConnectionFailed(f"there is no dealer at {host}:{port}: {error.strerror or error}") from None
            time.sleep(AGAIN)


def play(game: Game, lines: Lines, player: Player, *, seed: int = 0, progress: Progress | None = None) -> Sitting:
    """Play until the dealer closes the connection.

    Parameters
    ----------
    game
        Limit hold'em.
    lines
        The connection; see `connect`.
    player
        Who plays.
    seed
        Of its randomness.
    progress
        Called with -1 and a text, as hands end.

    Returns
    -------
    Sitting
        Its `ended` says where the dealer hangs, does not speak the protocol, or goes in the middle of a hand.

    Raises
    ------
    NotSupported, OutfoxError
        Where the player cannot play, or fails.
    """
    sitting, at = Sitting(player.name), _Seat(game, player, seed)
    try:
        lines.write(VERSION)
        while (line := lines.read()) is not None:
            if not is_comment(line):
                answer = at.hear(parse_state(line))
                if answer is not None:
                    lines.write(answer)
                if at.won is not None:
                    sitting.won.append(at.won)
                    if progress is not None:
                        progress(-1.0, f"{len(sitting.won):,} hands")
        if at.hand is not None and at.won is None:
            sitting.ended = f"{lines.who} closed the connection in hand {at.hand}"
    except (BadLine, ConnectionFailed, IllegalAction) as error:
        sitting.ended = f"{lines.who}: {error}" if isinstance(error, BadLine) else str(error)
    except KeyboardInterrupt:
        sitting.ended = INTERRUPTED_BY_HAND
    return sitting


class _Seat:
    """A player and the hand that it plays."""

    def __init__(self, game: Game, player: Player, seed: int) -> None:
        self.game, self.player, self.seed = game, player, seed
        self.hand: int | None = None
        self.hands = 0
        self.won: float | None = None

    def hear(self, state: MatchState) -> str | None:
        """Take in what a dealer says; return the answer where it is this player's turn."""
        seat = 1 - state.position
        if state.hand != self.hand or self.won is not None:
            root = task_seed(root_seed(self.seed), self.hands, seat)
            self.player.start(self.game, seat, handed_out(self.game, root))
            self.hand, self.hands = state.hand, self.hands + 1
        self.won = None
        position, own = position_of(self.game, state)
        if state.over:
            self.won = position.payoff * (1 - 2 * seat)
            return None
        if state.acting != state.position:
            return None
        chosen = chosen_by(self.player, seen_by(self.game, position, own))
        action = position.play(chosen).history[-1]  # refuses what is not legal
        return format_answer(state, LETTERS[action])


def position_of(game: Game, state: MatchState) -> tuple[Position, tuple[int, ...]]:
    """Return a position that looks as a dealer tells it, and what its player has chosen until then.

    A hand that is not seen is made of the lowest cards that are left.

    Raises
    ------
    IllegalAction
        Where what was played is not legal.

    Examples
    --------
    >>> from outfox.rules import load
    >>> position, own = position_of(load("limit-holdem"), parse_state("MATCHSTATE:0:0:rrc/r:TdAs|/2c8c3h"))
    >>> position.mover, own
    (0, (2, 2))
    """
    seen = [card for cards in (*state.holes, *state.board) for card in cards]
    rest = iter([card for card in range(DECK) if card not in seen])
    holes = [state.holes[place] or (next(rest), next(rest)) for place in (1, 0)]  # player 0 is the dealer
    board = iter([card for cards in state.board for card in cards])
    position, own = game.start(), list[int]()
    for card in (*holes[0], *holes[1]):
        position = position.play(card)
    for letter in state.letters:
        while position.is_chance:
            position = position.play(next(board))
        if position.mover == 1 - state.position:
            own.append(LETTERS.index(letter))
        position = position.play(LETTERS.index(letter))
    for card in board:
        position = position.play(card)
    return position, tuple(own)
