"""`match`: many games between two players.

A game is decided by the match's seed and its own number alone; so the same match gives the same games for
any number of workers, and one that was cut short gives the first of them. With swapped seats games 2k and
2k + 1 are a pair: they share their opening, which each player has once from either side.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from outfox.arena.copies import repeat_themselves
from outfox.arena.openings import opening
from outfox.arena.play import play_game
from outfox.arena.result import MatchResult
from outfox.formats.records import GameRecord
from outfox.players import Player, PlayerLike, as_player
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.position import Position
from outfox.workers.pool import map_tasks
from outfox.workers.seeds import root_seed, task_seed

Seats: TypeAlias = Literal["swap", "fixed"]

OPENING_STREAM = 3
"""Seeds of a game: 0 and 1 are its players', 2 is chance's; 3, of a pair's first game, is the opening's."""


def match(
    game: Game | str,
    a: PlayerLike,
    b: PlayerLike,
    *,
    games: int,
    seed: int = 0,
    seats: Seats = "swap",
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 0,
    start: Position | None = None,
    progress: Callable[[float, str], None] | None = None,
) -> MatchResult:
    """Play a match.

    Parameters
    ----------
    game
        The game, or its spec.
    a, b
        Spec strings, players, or functions from a position to an action.
    games
        How many; an even number gives whole pairs.
    seed
        Root of all randomness; from 0.
    seats
        ``swap``: A is player 0 in the even games, player 1 in the odd ones. ``fixed``: A is always player 0.
    workers
        Processes; the games are the same for any number.
    max_plies
        Plies after which a game ends with the payoff of endless play; 0: no limit.
    opening_plies
        Random plies that each pair of games starts with; with fixed seats, each game.
    start
        Where the games start; default: the game's starting state, or each of them in turn.
    progress
        Called with the share of games done (0 to 1) and a short text.

    Returns
    -------
    MatchResult
        After Ctrl-C with the games finished until then.

    Raises
    ------
    UnknownName
        Where the game or a player does not exist.
    NotSupported
        Where a player does not support the game.

    Examples
    --------
    >>> result = match("tic-tac-toe", "mcts:simulations=50", "random", games=20, seed=1)
    >>> result.games, result.score > 0.7
    (20, True)
    """
    if games < 1:
        raise ValueError(f"a match needs at least one game, not {games}")
    game = load(game) if isinstance(game, str) else game
    table = Table(game, a, b, seed, seats, max_plies, opening_plies, start)
    played: list[_Played] = []
    interrupted, before = False, time.perf_counter()
    try:
        table.sit_down()  # here first: what has to be compiled is compiled once, and the workers find it
        before = time.perf_counter()
        with closing(map_tasks(table, range(games), workers, _counting(progress, games))) as results:
            played.extend(results)
    except KeyboardInterrupt:
        interrupted = True
    return table.result(played, games, interrupted, time.perf_counter() - before)


def _counting(progress: Callable[[float, str], None] | None, games: int) -> Callable[[float, str], None] | None:
    if progress is None:
        return None
    return lambda share, _: progress(share, f"{round(share * games):,} of {games:,} games")


@dataclass(frozen=True)
class _Played:
    """A game, and the CPU seconds it took."""

    record: GameRecord
    cpu_seconds: float


class Table:
    """A game and two players: what every worker has one of. Called with a game's number, it plays that game.

    Parameters
    ----------
    game, a, b, seed, seats, max_plies, opening_plies, start
        As in `match`.
    """

    def __init__(
        self,
        game: Game,
        a: PlayerLike,
        b: PlayerLike,
        seed: int,
        seats: Seats,
        max_plies: int,
        opening_plies: int,
        start: Position | None,
    ) -> None:
        if a is b and hasattr(a, "start"):
            raise ValueError("one player cannot sit on both sides of a table: make another, or give a spec")
        self.game, self.a, self.b, self.seed, self.seats = game, a, b, seed, seats
        self.max_plies, self.opening_plies, self.start = max_plies, opening_plies, start
        self._players: tuple[Player, Player] | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Workers make their own players. A state's class is made by the game, so its record travels.
        start = self.start and (self.start.state.record(), self.start.history, self.start.start)
        return {**self.__dict__, "_players": None, "start": start}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["start"] is not None:
            record, history, number = state["start"]
            twin = self.game.new_state()
            twin.load(record[0])
            self.start = Position(self.game, twin, history, number)

    def sit_down(self) -> tuple[Player, Player]:
        """Make the players, and let them compile what they need for this game."""
        if self._players is None:
            players = as_player(self.a), as_player(self.b)
            for seat, one in enumerate(players):
                one.start(self.game, seat, root_seed(self.seed))
            self._players = players
        return self._players

    def __call__(self, number: int) -> _Played:
        """Play game `number`."""
        a, b = self.sit_down()
        before = time.process_time()
        root, swapped = root_seed(self.seed), self.seats == "swap" and number % 2 == 1
        first = number - swapped
        which = first // 2 if self.seats == "swap" else first
        random = task_seed(root, first, OPENING_STREAM)
        start = opening(self.game, which, self.opening_plies, random, self.start)
        seated = (b, a) if swapped else (a, b)
        record = play_game(self.game, seated, task_seed(root, number), max_plies=self.max_plies, start=start)
        return _Played(record, time.process_time() - before)

    def result(self, played: list[_Played], planned: int, interrupted: bool, seconds: float) -> MatchResult:
        """Sum up."""
        a, b = self._players or (as_player(self.a), as_player(self.b))
        records = tuple(one.record for one in played)
        declared = [getattr(one, "deterministic", None) for one in (a, b)]
        chance = self.game.has("chance") or self.game.has("sample_chance")
        return MatchResult(
            game=self.game.spec,
            a=a.name,
            b=b.name,
            players=self.game.players,
            seats=self.seats,
            seed=self.seed,
            max_plies=self.max_plies,
            opening_plies=self.opening_plies,
            planned=planned,
            records=records,
            deterministic=repeat_themselves(records, declared, chance, self.seats),
            interrupted=interrupted,
            seconds=seconds,
            cpu_seconds=sum(one.cpu_seconds for one in played),
            compile_seconds=sum(float(getattr(one, "compile_seconds", 0.0)) for one in (a, b)),
        )
