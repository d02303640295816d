"""What a study's workers do: compile, play random games, play one game of plain MCTS against itself."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from outfox.arena import Share, play_game
from outfox.formats.records import GameRecord
from outfox.kernel.link import link
from outfox.kernel.playout import playouts
from outfox.kernel.random import seeded
from outfox.methods.search.mcts import MctsSettings, Searcher
from outfox.players.mcts_player import MctsPlayer
from outfox.rules import CHANCE, Game, Position
from outfox.studies.plan import Plan, Task
from outfox.workers.seeds import root_seed, task_seed

Job: TypeAlias = Task | str
"""A game of the plan; ``"random"``; or the kind of game to compile the search for."""

_RANDOM = 2
"""Key of the seed of random play, beside the kinds of games in a plan."""

_AT_ONCE = 1_000

_ENDLESS_PLIES = 4096
"""Random games are cut here where play can be endless."""


def plain(simulations: int) -> MctsSettings:
    """Return the settings of plain MCTS: UCT with playouts to the end and no proofs."""
    return MctsSettings(simulations=simulations, c=1.4, solver=False, reuse=False)


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

    @property
    def shares(self) -> tuple[Share, Share, Share]:
        """Shares of wins of player 0, draws, wins of player 1."""
        return Share(self.wins[0], self.games), Share(self.draws, self.games), Share(self.wins[1], self.games)


class _Thoughtful(MctsPlayer):
    """The plain player, remembering what it expected at each ply."""

    def __init__(self, simulations: int) -> None:
        super().__init__(plain(simulations))
        self.expected: dict[int, float] = {}

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:
        super().start(game, seat, seed)
        self.expected = {}

    def choose(self, seen: Position) -> int:
        action = super().choose(seen)
        if self.result is not None:
            self.expected[len(seen.history)] = round(self.result.value, 4)
        return action


class Worker:
    """Does the jobs of a study; each process gets one and keeps its players, for to link a kernel takes time.

    Parameters
    ----------
    game, other
        The game, and where there is one the game in which the other side begins.
    plan, seed
        Of the study.
    """

    def __init__(self, game: Game, other: Game | None, plan: Plan, seed: int) -> None:
        self.game, self.other, self.plan, self.seed = game, other, plan, seed
        self._players: dict[tuple[str, int, int], _Thoughtful] = {}

    def __call__(self, job: Job) -> float | RandomPlay | Played:
        """Do a job: ``"random"``, a game of a plan, or the kind of game for which to compile the search."""
        if isinstance(job, Task):
            return self.play(job)
        return self.random() if job == "random" else self.warm_up(job)

    def warm_up(self, kind: str) -> float:
        """Compile the search for a kind of game; return the CPU seconds that took."""
        return Searcher(self._game(kind), plain(1)).compile_seconds

    def random(self) -> RandomPlay:
        """Play games with random moves."""
        return play_randomly(self.game, self.plan.random_games, task_seed(root_seed(self.seed), _RANDOM))

    def play(self, task: Task) -> Played:
        """Play a game of plain MCTS against itself."""
        game, before = self._game(task.kind), time.process_time()
        players = self._player(task, 0), self._player(task, 1)
        compiled = sum(player.compile_seconds for player in players)
        start = game.start(task.game % game.starts)
        record = play_game(game, players, task.seed(self.seed), max_plies=self.plan.max_plies, start=start)
        compiling = sum(player.compile_seconds for player in players) - compiled
        cpu = time.process_time() - before - compiling
        return _played(task, record, start, players[0].expected | players[1].expected, cpu, compiling)

    def _game(self, kind: str) -> Game:
        return self.game if kind == "matrix" or self.other is None else self.other

    def _player(self, task: Task, seat: int) -> _Thoughtful:
        key = task.kind, task.budgets[seat], seat
        if key not in self._players:
            self._players[key] = _Thoughtful(task.budgets[seat])
        return self._players[key]


def _played(
    task: Task, record: GameRecord, start: Position, expected: dict[int, float], cpu: float, compiling: float
) -> Played:
    """Count the legal actions along a game."""
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
        compile_seconds=round(compiling, 4),
    )


def play_randomly(game: Game, games: int, seed: np.random.SeedSequence) -> RandomPlay:
    """Play games with random moves from the first starting state."""
    before = time.process_time()
    kernel = link(game, playouts)
    pool, totals, plies = kernel.states(2), np.zeros(6), np.zeros(_AT_ONCE, np.int64)
    kernel.put(pool, 0, game.start().state)
    random, limit = seeded(seed), _ENDLESS_PLIES if game.endless is not None else 2**20
    for first in range(0, games, _AT_ONCE):  # in pieces, so that Ctrl-C works
        kernel(pool, random, min(_AT_ONCE, games - first), limit, totals, plies)
    return RandomPlay(
        wins=(int(totals[0]), int(totals[2])),
        draws=int(totals[1]),
        plies=float(totals[3]) / games,
        payoff=float(totals[5]) / games,
        cpu_seconds=time.process_time() - before - kernel.compile_seconds,
        compile_seconds=kernel.compile_seconds,
    )
