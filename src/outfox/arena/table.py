"""`Table`: a game and its contestants; called with a task, it plays one game. Every worker has one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from outfox import __version__
from outfox.arena.adjudication import adjudication
from outfox.arena.copies import Habits
from outfox.arena.openings import opening
from outfox.arena.play import CHANCE_STREAM, REPETITION, handed_out, play_game
from outfox.formats.records import GameRecord
from outfox.players import Player, PlayerLike, as_player
from outfox.players.base import PlayerFailed
from outfox.rules.errors import BadSetting, OutfoxError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed, task_seed

Seats: TypeAlias = Literal["swap", "fixed"]

OPENING_STREAM = 3
"""Seeds of a game: 0 and 1 are its players', 2 is chance's; 3, of a pair's first game, is the opening's."""


def has_chance(game: Game) -> bool:
    """Say whether a game has chance outcomes."""
    return game.has("chance") or game.has("sample_chance")


@dataclass(frozen=True)
class Terms:
    """How the games of a match start and end.

    Attributes
    ----------
    seats, max_plies, opening_plies, repetition
        As in `outfox.arena.match`.
    adjudicate
        The rule of adjudication, in full; empty for none.
    duplicate
        Whether both games of a pair have the same luck: one deck, with seats swapped.
    """

    seats: Seats = "swap"
    max_plies: int = 0
    opening_plies: int = 0
    repetition: int = REPETITION
    adjudicate: str = ""
    duplicate: bool = False

    def __str__(self) -> str:
        """Return what is not usual, as records keep it."""
        usual, asked = asdict(Terms()), asdict(self)
        return " ".join(f"{name.replace('_', '-')}={asked[name]}" for name in asked if asked[name] != usual[name])


@dataclass(frozen=True)
class Task:
    """One game to be played: between two contestants, by its number in their match.

    Attributes
    ----------
    number
        From 0; with swapped seats the odd ones have `b` as player 0.
    a, b
        Contestants by number.
    prefix
        What the seeds of this match's games begin with; none where there is one match.
    """

    number: int
    a: int = 0
    b: int = 1
    prefix: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """The spawn key of the game's seed, below the root's."""
        return (*self.prefix, self.number)


@dataclass(frozen=True)
class Played:
    """A game, and the CPU seconds it took."""

    record: GameRecord
    cpu_seconds: float


class Table:
    """A game and the players who meet over it.

    Parameters
    ----------
    game, contestants, seed
        The rules; who plays; root of all randomness.
    terms
        How games start and end.
    start
        Where the games start; None: the game's starting state, or each of them in turn.
    """

    def __init__(
        self,
        game: Game,
        contestants: Sequence[PlayerLike],
        seed: int,
        terms: Terms,
        start: Position | None = None,
    ) -> None:
        objects = [id(one) for one in contestants if hasattr(one, "start")]
        if len(set(objects)) < len(objects):
            raise BadSetting("one player cannot sit on both sides of a table: make another, or give a spec")
        self.game, self.contestants, self.seed, self.terms, self.start = game, contestants, seed, terms, start
        self._rule = adjudication(terms.adjudicate)
        if self._rule is not None:
            self._rule.begin(game)  # a table that is not this game's is said before the first game
        self._players: list[Player] = []

    def __getstate__(self) -> dict[str, Any]:
        # Workers make their own players. A state's class is made by the game, so its record travels.
        start = self.start and (self.start.state.record(), self.start.history, self.start.start)
        return {**self.__dict__, "_players": [], "start": start}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["start"] is not None:
            record, history, number = state["start"]
            twin = self.game.new_state()
            twin.load(record[0])
            self.start = Position(self.game, twin, history, number)

    @property
    def players(self) -> list[Player]:
        """The contestants as players, made when they are first asked for."""
        if not self._players:
            self._players = [as_player(one) for one in self.contestants]
        return self._players

    def sit_down(self) -> None:
        """Have all players begin a game, in which they compile what they need, or say that they cannot."""
        for number, one in enumerate(self.players):
            try:
                one.start(self.game, number % 2, handed_out(self.game, root_seed(self.seed)))
            except PlayerFailed as failure:
                raise OutfoxError(f"{one.name}: {failure}") from None

    def stand_up(self) -> None:
        """Have players give back what they hold, such as processes."""
        for one in self._players:
            close = getattr(one, "close", None)
            if callable(close):
                close()

    def __call__(self, task: Task) -> Played:
        """Play a game."""
        before = time.process_time()
        a, b = self.players[task.a], self.players[task.b]
        seated = (b, a) if self.is_swapped(task) else (a, b)
        record = play_game(
            self.game, seated, task_seed(root_seed(self.seed), *task.key), max_plies=self.terms.max_plies,
            repetition=self.terms.repetition, adjudicate=self._rule, terms=str(self.terms), start=self.opening(task),
            deck=self.deck(task),
        )  # fmt: skip
        return Played(record, time.process_time() - before)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds that the players of this process spent on compiling."""
        return sum(float(getattr(one, "compile_seconds", 0.0)) for one in self.players)

    def habits(self, a: int, b: int) -> Habits:
        """Return a judge of whether two contestants repeat themselves."""
        declared = [getattr(self.players[number], "deterministic", None) for number in (a, b)]
        return Habits(declared, has_chance(self.game))

    def repeat_themselves(self, records: Sequence[GameRecord], a: int, b: int) -> bool:
        """Say whether two contestants do the same in the same position, as their games in order show."""
        habits = self.habits(a, b)
        for number, record in enumerate(records):
            habits.add(record, number % 2 if self.terms.seats == "swap" else 0)
        return habits.repeating

    def is_swapped(self, task: Task) -> bool:
        """Say whether `b` is player 0."""
        return self.terms.seats == "swap" and task.number % 2 == 1

    def opening(self, task: Task) -> Position:
        """Return where a game begins; the two games of a pair, and all matches of a tournament, share it."""
        pair = task.number - self.is_swapped(task)
        which = pair // 2 if self.terms.seats == "swap" else pair
        random = task_seed(root_seed(self.seed), pair, OPENING_STREAM)
        return opening(self.game, which, self.terms.opening_plies, random, self.start)

    def deck(self, task: Task) -> np.random.SeedSequence | None:
        """Return what chance draws from where both games of a pair share it; None where each has its own."""
        if not self.terms.duplicate:
            return None
        pair = task.number - self.is_swapped(task)
        return task_seed(root_seed(self.seed), *task.prefix, pair, CHANCE_STREAM)

    def refuse_other(self, record: GameRecord, task: Task) -> None:
        """Refuse a recorded game that is not the one that this table would play for a task.

        Raises
        ------
        OutfoxError
            The message says what differs.
        """
        names = [self.players[task.a].name, self.players[task.b].name]
        first = self.opening(task)
        root = root_seed(self.seed)
        expected = {
            "the game": (record.game, self.game.spec),
            "its rules": (record.rules_key, self.game.rules_key),
            "the players": (list(record.players), names[::-1] if self.is_swapped(task) else names),
            "the seed": (record.seed, root.entropy),
            "the terms": (record.terms or "the usual ones", str(self.terms) or "the usual ones"),
            "the start": (record.position or record.start, first.text if first.start is None else first.start),
            "the opening": (
                list(record.actions[: record.opening]),
                list(first.history) if first.start is not None else [],
            ),
            "the task": (record.task, task.key),
            "the version of outfox": (record.version, __version__),
        }
        for what, (was, now) in expected.items():
            if was != now:
                raise OutfoxError(f"game {task.number} was played in another match: {what} was {was}, not {now}")
