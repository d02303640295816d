"""What a study's workers do: warm a kernel up, play random games, play one game of plain MCTS against itself."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from outfox.arena import play_game
from outfox.formats.records import GameRecord
from outfox.kernel.link import link
from outfox.kernel.playout import playouts
from outfox.kernel.random import seeded
from outfox.methods.search.mcts import ENDLESS_PLIES, MctsSettings
from outfox.players.mcts_player import MctsPlayer
from outfox.rules import CHANCE, Game, Position
from outfox.studies.plan import Task
from outfox.workers.seeds import root_seed, task_seed

_RANDOM_GAMES = 2
"""Key of the seed of random play, beside the kinds of games in a plan."""

_AT_ONCE = 1_000


def plain(simulations: int) -> MctsSettings:
    """Return the settings of plain MCTS: UCT with playouts to the end, nothing kept from move to move, no proofs."""
    return MctsSettings(simulations=simulations, c=1.4, solver=False)


@dataclass(frozen=True)
class Rules:
    """What another process needs to load the same game."""

    path: str
    name: str
    parameters: str
    trusted: bool

    @classmethod
    def of(cls, game: Game) -> Rules:
        """Describe a game."""
        values = {name: p.value for name, p in game.parameters.items() if p.value != p.default}
        return cls(str(game.path), game.name, json.dumps(values), game.trusted)

    def load(self) -> Game:
        """Return the game; loaded once a process."""
        return _load(self)


@lru_cache(maxsize=8)
def _load(rules: Rules) -> Game:
    values = {name: _tuples(value) for name, value in json.loads(rules.parameters).items()}
    return Game(Path(rules.path), rules.name, values, trusted=rules.trusted)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Played:
    """One game that was played, as a line of ``games.jsonl``.

    Attributes
    ----------
    task
        Its number in the plan.
    start
        Number of the starting state.
    payoff, ending
        Player 0's payoff; ``normal``, ``endless`` or ``max_plies``.
    actions
        Codes of all plies, chance outcomes included.
    values
        Player 0's payoff as the player to move expected it at each ply; None where it had no choice.
    choices, decisions
        Legal actions summed over the plies at which each player moved, and the number of those plies.
    log_choices
        Logarithm (base 10) of the product of the legal actions of all plies.
    cpu_seconds, compile_seconds
        CPU time without compiling, and of compiling.
    """

    task: int
    start: int
    payoff: float
    ending: str
    actions: tuple[int, ...]
    values: tuple[float | None, ...]
    choices: tuple[int, int]
    decisions: tuple[int, int]
    log_choices: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def plies(self) -> int:
        """Length of the game."""
        return len(self.actions)


@dataclass(frozen=True)
class RandomPlay:
    """What games between players that move at random come to, from the start."""

    wins: tuple[int, int]
    draws: int
    plies: float
    payoff: float
    cpu_seconds: float
    compile_seconds: float

    @property
    def games(self) -> int:
        """How many."""
        return sum(self.wins) + self.draws


class _Thoughtful(MctsPlayer):
    """The plain player, remembering what it expected at each ply."""

    def __init__(self, simulations: int) -> None:
        super().__init__(plain(simulations), reuse=False)
        self.expected: dict[int, float] = {}

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        super().start(game, seat, seed)
        self.expected = {}

    def choose(self, seen: Position) -> int:
        action = super().choose(seen)
        if self.result is not None:
            self.expected[len(seen.history)] = round(self.result.value, 4)
        return action


@lru_cache(maxsize=64)
def _player(rules: Rules, simulations: int, seat: int) -> _Thoughtful:
    """Return a player for a seat: made once a process, for to link a kernel takes longer than a short game."""
    return _Thoughtful(simulations)


@dataclass(frozen=True)
class PlayGame:
    """The work of one task: a game of plain MCTS against itself."""

    rules: Rules
    task: Task
    seed: int
    max_plies: int

    def __call__(self) -> Played:
        """Play it."""
        game, before = self.rules.load(), time.process_time()
        players = tuple(_player(self.rules, self.task.budgets[seat], seat) for seat in (0, 1))
        compiled = sum(player.compile_seconds for player in players)
        start = game.start(self.task.game % game.starts)
        record = play_game(game, (players[0], players[1]), self.task.seed(self.seed), max_plies=self.max_plies, start=start)
        compiling = sum(player.compile_seconds for player in players) - compiled
        cpu = time.process_time() - before - compiling
        expected = players[0].expected | players[1].expected
        return _played(self.task, record, start, expected, cpu, compiling)


def _played(
    task: Task, record: GameRecord, start: Position, expected: dict[int, float], cpu: float, compiling: float
) -> Played:
    game, state = start.game, start.state.copy()
    choices, decisions, log_choices = [0, 0], [0, 0], 0.0
    for action in record.actions:
        mover = game.mover(state)
        if mover != CHANCE:
            legal = len(game.legal(state))
            choices[mover] += legal
            decisions[mover] += 1
            log_choices += math.log10(legal)
        game.apply(state, action)
    return Played(
        task=task.number,
        start=start.start or 0,
        payoff=record.payoff,
        ending=record.ending,
        actions=record.actions,
        values=tuple(expected.get(ply) for ply in range(len(record.actions))),
        choices=(choices[0], choices[1]),
        decisions=(decisions[0], decisions[1]),
        log_choices=round(log_choices, 4),
        cpu_seconds=round(cpu, 4),
        compile_seconds=compiling,
    )


@dataclass(frozen=True)
class PlayRandom:
    """Games between players that move at random."""

    rules: Rules
    games: int
    seed: int

    def __call__(self) -> RandomPlay:
        """Play them."""
        game, before = self.rules.load(), time.process_time()
        kernel = link(game, playouts)
        pool, totals, plies = kernel.states(2), np.zeros(6), np.zeros(_AT_ONCE, np.int64)
        kernel.put(pool, 0, game.start().state)
        random = seeded(task_seed(root_seed(self.seed), _RANDOM_GAMES))
        limit = ENDLESS_PLIES if game.endless is not None else ENDLESS_PLIES * 256
        for first in range(0, self.games, _AT_ONCE):  # in pieces, so that Ctrl-C works
            kernel(pool, random, min(_AT_ONCE, self.games - first), limit, totals, plies)
        return RandomPlay(
            wins=(int(totals[0]), int(totals[2])),
            draws=int(totals[1]),
            plies=float(totals[3]) / self.games,
            payoff=float(totals[5]) / self.games,
            cpu_seconds=time.process_time() - before - kernel.compile_seconds,
            compile_seconds=kernel.compile_seconds,
        )


@dataclass(frozen=True)
class WarmUp:
    """Has the search compiled for a game before its first game is played."""

    rules: Rules

    def __call__(self) -> float:
        """Return the CPU seconds of compiling."""
        from outfox.methods.search.mcts import Searcher

        return Searcher(self.rules.load(), plain(1)).compile_seconds


def work(job: Callable[[], Any]) -> Any:
    """Do a job: the one function that workers are given."""
    return job()
