"""A small ACPC dealer: two clients at this machine's loopback address play limit hold'em, hand by hand.

Who connects first is A, who is the dealer in hands 0, 2, 4 and so on. Each hand has its own deck, which follows from
the seed and its number: to have the same hands with seats swapped, let the clients connect in the other order. Both
matches together are duplicate, and no client could keep the cards in mind, as it could if one deck came twice in one.

A client that answers something else than it may, hangs or goes ends the match; the hands until then stay.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from outfox.arena.acpc_lines import ConnectionFailed, Lines
from outfox.arena.duplicate import decks, distinct
from outfox.arena.journal import Journal
from outfox.arena.play import play_game
from outfox.arena.result import MatchResult
from outfox.arena.table import Terms
from outfox.formats.acpc import (
    LETTERS,
    BadLine,
    MatchState,
    format_state,
    is_comment,
    parse_answer,
    parse_version,
    rounds,
)
from outfox.formats.records import GameRecord
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed

LOOPBACK = "127.0.0.1"

Progress: TypeAlias = Callable[[float, str], None]


@dataclass(frozen=True)
class Dealt:
    """What came of a dealer's match.

    Attributes
    ----------
    result
        Of the hands that were played to their end.
    failure
        Why there were no more; empty where all were played.
    """

    result: MatchResult
    failure: str


def refuse_other_games(game: Game) -> None:
    """Refuse what is not limit hold'em.

    Raises
    ------
    NotSupported
    """
    if game.name != "limit-holdem" or not game.trusted:
        raise NotSupported(f"the ACPC protocol is for limit-holdem here, not for {game.name}")


def listen(port: int = 0) -> socket.socket:
    """Return a socket that waits for clients of this machine; port 0: any that is free."""
    return socket.create_server((LOOPBACK, port))


def deal(
    game: Game,
    waiting: socket.socket,
    *,
    hands: int,
    seed: int = 0,
    timeout: float = 60.0,
    records: str | Path = "",
    progress: Progress | None = None,
) -> Dealt:
    """Deal a match.

    Parameters
    ----------
    game
        Limit hold'em.
    waiting
        Where the two clients connect; see `listen`.
    hands
        How many.
    seed
        Of all decks.
    timeout
        Seconds to wait for a client to connect, and for each of its answers.
    records
        File to which every hand is written as it ends, as in `outfox.arena.match`.
    progress
        Called with the share of hands done and a text.

    Raises
    ------
    NotSupported
        Where the game is another.
    ConnectionFailed
        Where there are no two clients, or they do not begin as they should.
    OutfoxError
        Where the file of records is there already.
    """
    refuse_other_games(game)
    began = time.perf_counter()
    played: list[GameRecord] = []
    failure, interrupted = "", False
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(records)) if records else None
        seats = [_Client(stack, waiting, name, timeout) for name in "AB"]
        try:
            for hand in range(hands):
                played.append(_one(game, seats, hand, seed))
                if journal is not None:
                    journal.append(played[-1])
                if progress is not None:
                    progress((hand + 1) / hands, f"{hand + 1:,} of {hands:,} hands")
        except ConnectionFailed as error:
            failure = f"{error}, in hand {len(played):,}"
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - began
    return Dealt(_summed_up(game, played, seats, hands, seed, interrupted, seconds), failure)


class _Client:
    """A client: a player whose actions come over a connection."""

    deterministic = False

    def __init__(self, stack: ExitStack, waiting: socket.socket, letter: str, timeout: float) -> None:
        waiting.settimeout(timeout)
        try:
            connection, (host, port, *_) = waiting.accept()
        except TimeoutError:
            raise ConnectionFailed(f"client {letter} did not connect within {timeout:g} s") from None
        self.name = f"acpc:{host}:{port}"
        self.lines = Lines(connection, f"client {letter} ({self.name})", timeout)
        stack.callback(self.lines.close)
        self.told: MatchState | None = None
        line = self._line()
        try:
            parse_version(line)
        except BadLine as error:
            raise ConnectionFailed(f"{self.lines.who}: {error}") from None

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        """Begin a hand: clients learn of it by its first state."""

    def choose(self, seen: Seen) -> int:
        """Return what the client answers.

        Raises
        ------
        ConnectionFailed
        """
        assert self.told is not None
        try:
            action = LETTERS.index(parse_answer(self._line(), self.told))
        except BadLine as error:
            raise ConnectionFailed(f"{self.lines.who}: {error}") from None
        if action not in seen.legal:
            raise ConnectionFailed(f"{self.lines.who} answers {LETTERS[action]}; legal: {', '.join(seen.names)}")
        return action

    def tell(self, state: MatchState) -> None:
        """Send a state."""
        self.told = state
        self.lines.write(format_state(state))

    def _line(self) -> str:
        line = self.lines.read()
        while line is not None and is_comment(line):
            line = self.lines.read()
        if line is None:
            raise ConnectionFailed(f"{self.lines.who} has closed the connection")
        return line


def _one(game: Game, seats: Sequence[_Client], hand: int, seed: int) -> GameRecord:
    """Deal a hand."""
    first, second = (seats[0], seats[1]) if hand % 2 == 0 else (seats[1], seats[0])

    def tell(position: Position) -> None:
        if not position.is_chance:
            for seat, client in enumerate((first, second)):
                client.tell(state_of(position, seat, hand))

    return play_game(game, (first, second), task_seed(root_seed(seed), hand), watch=tell)


def state_of(position: Position, seat: int, hand: int) -> MatchState:
    """Return what a player of limit hold'em is told of a position.

    Parameters
    ----------
    position
        Where no card is due.
    seat
        The player, 0 or 1.
    hand
        The number of the hand.

    Examples
    --------
    >>> from outfox.rules import load
    >>> position = load("limit-holdem").start()
    >>> for card in ("Qd", "7c", "Td", "As"):
    ...     position = position.play(f"x {card}")
    >>> format_state(state_of(position, 1, 0)), format_state(state_of(position.play("raise"), 0, 0))
    ('MATCHSTATE:0:0::TdAs|', 'MATCHSTATE:1:0:r:|Qd7c')
    """
    s = position.state
    letters, line = "", int(s.line)
    while line:
        letters, line = LETTERS[line % 4 - 1] + letters, line // 4
    betting = rounds(letters)
    shown = position.is_terminal and not letters.endswith("f")
    mine = [
        tuple(int(card) - 1 for card in s.hole[player]) if player == seat or shown else () for player in (1, 0)
    ]  # fmt: skip
    cards = [int(card) - 1 for card in s.board if card]
    board = tuple(tuple(part) for part in (cards[:3], cards[3:4], cards[4:]) if part)
    return MatchState(1 - seat, hand, betting[: len(board) + 1], (mine[0], mine[1]), board)


def _summed_up(
    game: Game, played: Sequence[GameRecord], seats: Sequence[_Client], hands: int, seed: int, interrupted: bool,
    seconds: float,
) -> MatchResult:  # fmt: skip
    return MatchResult(
        game=game.spec,
        a=seats[0].name,
        b=seats[1].name,
        players=game.players,
        seed=seed,
        terms=Terms(),
        planned=hands,
        records=tuple(played),
        deterministic=False,
        sprt=None,
        decision=None,
        interrupted=interrupted,
        resumed=0,
        distinct_decks=distinct(decks(game, played, 1)),
        seconds=seconds,
        cpu_seconds=0.0,
        compile_seconds=0.0,
    )
