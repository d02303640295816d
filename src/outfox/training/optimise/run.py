"""`optimise`: whole policies found by trying, without knowledge of the game.

Idea. A policy says what to do in every state. It is changed at random, the changed one plays, and what plays better
stays; two players who learn from each other's policies drive each other. What is found is measured against the exact
solution, where the game can be solved.

Time: some microseconds a game (from tables). Memory: the graph of the game, and 20 bytes a state.

Sources: see the optimisers.

Status: measured (each part equal to a plain twin; the comparison of all optimisers is in `docs/performance.md`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.formats.policy_file import Policy
from outfox.kernel.clock import Clock
from outfox.kernel.slots import Floats, Ints
from outfox.methods.policies.hidden_board import HiddenBoard
from outfox.rules.errors import UnknownName
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.training.optimise.field import Maker, Told, genes_of, maker
from outfox.training.optimise.fields import field_of
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.hidden_field import hidden_begin, hidden_maker, hidden_opponent
from outfox.training.optimise.learners import Climber, Learner, Rivals
from outfox.training.optimise.opponents import opponent, read_policy, with_levels
from outfox.training.optimise.populations import Cma, Genetic, Swarm
from outfox.training.optimise.result import History, OptimiseResult
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed

Progress = Callable[[float, str], None]
Watch = Callable[[int, list[int]], None]
"""Called with the number of an iteration and the actions of a game between its policies."""

LEARNERS: dict[str, type[Learner]] = {
    "climb": Climber, "anneal": Climber, "genetic": Genetic, "swarm": Swarm, "cma": Cma,
}  # fmt: skip

BEGINS = "random", "first"
"""Policies to begin with that are not in files."""

SHOWN = 1000
"""Most plies of a game that is watched."""

EVEN = 1e-9
"""Payoffs that differ by less are the same: that of a linear program is not exact."""

TELL_SECONDS = 0.2
"""Between two looks at the world outside."""


def optimise(
    game: Game | str,
    settings: OptimiseSettings | None = None,
    *,
    seed: int = 0,
    ground: Ground | None = None,
    progress: Progress | None = None,
    watch: Watch | None = None,
    every: int = 0,
) -> OptimiseResult:
    """Find policies for a game.

    Parameters
    ----------
    game
        The game; small enough for all its states to be listed, unless policies go by relations. With hidden information
        its tree must fit into memory, and tables have an action for each information set.
    settings
        Default: ``OptimiseSettings()``.
    seed
        The same seed gives the same result.
    ground
        Of the game, where several runs share it.
    progress
        Called now and then, with the share done and a short text.
    watch, every
        Called with the number of the iteration and the actions of a game between its policies, chance outcomes
        among them, after every so many iterations.

    Returns
    -------
    OptimiseResult

    Raises
    ------
    NotSupported, BudgetExceeded
        Where the game cannot be listed, or lacks something that the settings need.
    ValueError, UnknownName
        Where a setting cannot be.

    Examples
    --------
    >>> from outfox.training.optimise.settings import OptimiseSettings
    >>> found = optimise("cat-and-mouse:rows=5,cols=6", OptimiseSettings(iterations=300), seed=1)
    >>> float(found.history.moves[-1]), found.history.regret[-1].tolist()
    (15.0, [0.0, 0.0])
    """
    settings = settings or OptimiseSettings()
    settings.check()
    game = load(game) if isinstance(game, str) else game
    clock = Clock()
    run = Run(game, settings, seed, ground or Ground.of(game, settings))
    stopped = run.play(progress, watch, every)
    return run.result(stopped, clock)


class Run:
    """One optimisation under way."""

    def __init__(self, game: Game, settings: OptimiseSettings, seed: int, ground: Ground) -> None:
        self.game, self.settings, self.seed, self.ground = game, settings, seed, ground
        self.board, root = ground.board, root_seed(seed)
        self.learning = _seats(game, settings)
        made: list[tuple[Maker, tuple[Ints, Floats] | None]] = [self._made(player) for player in (0, 1)]
        self.field = field_of(
            self.board, (made[0][0], made[1][0]), root, plays=settings.plays, positions=settings.positions,
            plies=settings.plies, optimal=ground.optimal, values=ground.solved.values if ground.solved else None,
        )  # fmt: skip
        kind = LEARNERS[settings.optimiser]
        self.players = [
            (kind if player in self.learning else Learner)(self.field, player, settings, root, made[player][1])
            for player in (0, 1)
        ]
        self.telling = self.field.walk(0)
        self.past: list[list[tuple[Ints, Floats]]] = [[], []]
        self.versions = [0, 0]
        self.idle, self.quiet = [0, 0], 0
        self.left = [settings.restarts, settings.restarts]
        self.put_aside: list[tuple[Ints, Floats] | None] = [None, None]
        self.games = 0
        self.rows: list[tuple[Any, ...]] = []

    def _made(self, player: int) -> tuple[Maker, tuple[Ints, Floats] | None]:
        """Return how a player's policies are made, and the first one where it is not drawn."""
        settings, board = self.settings, self.board
        if isinstance(board, HiddenBoard):
            return self._made_hidden(board, player)
        if player not in self.learning:
            return opponent(board, settings.opponent, player, self.ground.optimal)
        made = maker(board, settings.policy, player, settings.share)
        if settings.begin == "random":
            return made, None
        if settings.begin == "first":
            return made, (np.zeros(len(made.domain), np.int64), made.weights.copy())
        policy = read_policy(settings.begin, BEGINS)
        made = with_levels(board, made, policy.check(self.game, player))
        return made, genes_of(board, made, player, policy)

    def _made_hidden(self, board: HiddenBoard, player: int) -> tuple[Maker, tuple[Ints, Floats] | None]:
        settings = self.settings
        if player not in self.learning:
            return hidden_opponent(board, settings.opponent, player)
        made = hidden_maker(board, settings.policy, player)
        if settings.begin == "random":
            return made, None
        if settings.begin == "first":
            return made, (np.zeros(len(made.domain), np.int64), np.zeros(0))
        return made, hidden_begin(board, settings.begin, player)

    # -- iterations ------------------------------------------------------------------------------------------

    def play(self, progress: Progress | None, watch: Watch | None, every: int) -> str:
        """Go through the iterations; return what ended them."""
        settings, told, looked = self.settings, self._tell(), 0.0
        stopped = "iterations"
        try:
            for iteration in range(settings.iterations):
                better = [self._improve(player, iteration) for player in self._turn(told)]
                told = self._tell()
                self._note(told)
                self.quiet = 0 if any(better) else self.quiet + 1
                if watch is not None and every and (iteration + 1) % every == 0:
                    watch(iteration + 1, self.field.shown(self._pairs(), self.telling, SHOWN)[1])
                if progress is not None and time.monotonic() - looked > TELL_SECONDS:
                    looked = time.monotonic()
                    progress(self._share(iteration + 1), self.line(iteration + 1, told))
                if settings.games and self.games >= settings.games:
                    stopped = "games"
                    break
                if settings.patience and self.quiet >= settings.patience:
                    stopped = "patience"
                    break
        except KeyboardInterrupt:
            stopped = "interrupted"
        self._settle()
        return stopped

    def _turn(self, told: Told) -> list[int]:
        """Return who learns in an iteration, the loser first."""
        if self.settings.regime == "fixed":
            return self.learning
        loser = self._loser(told)
        if self.settings.regime == "strengthen":
            return [loser, 1 - loser] if loser >= 0 else [0, 1]
        return [loser] if loser >= 0 else [0, 1]

    def _loser(self, told: Told) -> int:
        """Return who wins less than the game is worth to it, -1 where nobody does."""
        ahead = told.payoff - self.field.par
        return -1 if abs(ahead) < EVEN else 1 if ahead > 0 else 0

    def _improve(self, player: int, iteration: int) -> bool:
        settings, one = self.settings, self.players[player]
        if self.idle[player] >= self._limit() and self.left[player]:
            self._restart(player)
        doubled = settings.changes * 2 ** min(self.idle[player] // settings.stuck, 20)
        one.changes, one.iteration = max(settings.changes, min(settings.jump, doubled)), iteration
        former = one.genes.copy(), one.weights.copy()
        found = one.improve(self._rivals(player))
        self.games += found.games
        self.idle[player] = 0 if found.better else self.idle[player] + 1
        if found.better:
            self._replaced(player, former)
        return found.better

    def _limit(self) -> int:
        """Iterations without improvement until the largest jumps were tried."""
        settings = self.settings
        times = -(-settings.jump // settings.changes)  # rounded up: the last doubling may be cut short
        return settings.stuck * ((times - 1).bit_length() + 1)

    def _rivals(self, player: int) -> Rivals:
        other = self.players[1 - player]
        listed = [(other.genes, other.weights)]
        if self.settings.regime == "fame":
            listed += self.past[1 - player]
        genes, weights = np.stack([pair[0] for pair in listed]), np.stack([pair[1] for pair in listed])
        return Rivals(genes, weights, self.versions[1 - player])

    def _replaced(self, player: int, former: tuple[Ints, Floats]) -> None:
        """Count a player's new policy; with the regime fame the former one joins the past, where nothing is twice."""
        self.versions[player] += 1
        if self.settings.regime != "fame":
            return
        one, past = self.players[player], self.past[player]
        past[:] = [old for old in past if not _same(old, former) and not _same(old, (one.genes, one.weights))]
        past.append(former)
        del past[: max(0, len(past) - self.settings.fame)]

    # -- beginning anew --------------------------------------------------------------------------------------

    def _restart(self, player: int) -> None:
        """Put a policy that goes nowhere aside, and begin with a random one."""
        self._keep_better(player)
        one = self.players[player]
        former = one.genes.copy(), one.weights.copy()
        self.put_aside[player] = former
        self.left[player] -= 1
        self.idle[player] = 0
        one.restart()
        self._replaced(player, former)

    def _keep_better(self, player: int) -> None:
        """Take a policy back that was put aside, if it is better than the one that came after it."""
        aside, one = self.put_aside[player], self.players[player]
        if aside is None:
            return
        many, heavy = np.stack([one.genes, aside[0]]), np.stack([one.weights, aside[1]])
        scores, games = one.measure(many, heavy, self._rivals(player))
        self.games += games
        if one.compared(scores[1], scores[0]) > 0:
            former = one.genes.copy(), one.weights.copy()
            one.put(*aside)
            self._replaced(player, former)
        self.put_aside[player] = None

    def _settle(self) -> None:
        """End with the better of what is there and what was put aside."""
        if any(aside is not None for aside in self.put_aside):
            for player in self.learning:
                self._keep_better(player)
            del self.rows[-1:]
            self._note(self._tell())
        if not self.rows:
            self._note(self._tell())

    # -- what is noted ---------------------------------------------------------------------------------------

    def _pairs(self) -> tuple[tuple[Ints, Floats], tuple[Ints, Floats]]:
        zero, one = self.players
        return (zero.genes, zero.weights), (one.genes, one.weights)

    def _tell(self) -> Told:
        self.games += self.field.each
        return self.field.tell(self._pairs(), self.telling)

    def _note(self, told: Told) -> None:
        loser = self._loser(told)
        self.rows.append(
            (1 - loser if loser >= 0 else -1, told.plies, told.distance, told.loss, told.late, self.games, told.payoff)
        )

    def _share(self, done: int) -> float:
        settings = self.settings
        return max(done / settings.iterations, self.games / settings.games if settings.games else 0.0)

    def line(self, done: int, told: Told) -> str:
        """Return the progress in a few words."""
        gave = f", gave away {told.loss[0]:.3g} and {told.loss[1]:.3g}" if self.ground.known else ""
        if isinstance(self.board, HiddenBoard):
            return f"{done:,} iterations, {self.game.players[0]} wins {told.payoff:+.3g}{gave}"
        loser = self._loser(told)
        who = f"{self.game.players[1 - loser]} wins" if loser >= 0 else "nobody wins"
        return f"{done:,} iterations, {who}, {told.plies:.3g} plies{gave}"

    def policy(self) -> Policy:
        """Return the policies as they are now."""
        sides = [self.field.side(player, self.players[player].genes, self.players[player].weights) for player in (0, 1)]
        about = {"optimiser": self.settings.optimiser, "regime": self.settings.regime, "seed": self.seed}
        if self.settings.regime == "fixed":
            about["opponent"] = self.settings.opponent
            sides = [side if player in self.learning else None for player, side in enumerate(sides)]
        return Policy(self.game.spec, self.game.name, self.game.rules_key, (sides[0], sides[1]), about)

    def result(self, stopped: str, clock: Clock) -> OptimiseResult:
        """Return what was found."""
        winner, moves, distance, loss, late, games, payoff = (list(column) for column in zip(*self.rows, strict=True))
        known = self.ground.known
        history = History(
            np.array(winner, np.int64),
            np.array(moves, np.float64),
            np.array(distance, np.float64),
            np.array(loss, np.float64) if known else np.full((len(loss), 2), np.nan),
            np.array(late, np.float64) if known else np.full((len(late), 2), np.nan),
            np.array(games, np.int64),
            np.array(payoff, np.float64),
        )
        return OptimiseResult(
            self.policy(), history, self.settings, self.seed, stopped, clock.seconds, clock.cpu_seconds,
            clock.compile_seconds,
        )  # fmt: skip


def _same(one: tuple[Ints, Floats], other: tuple[Ints, Floats]) -> bool:
    return np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])


def _seats(game: Game, settings: OptimiseSettings) -> list[int]:
    """Return who learns."""
    if settings.regime != "fixed":
        return [0, 1]
    names = [name.lower() for name in game.players]
    wanted = str(settings.seat).lower()
    if wanted in ("", "0"):
        return [0]
    if wanted == "1":
        return [1]
    if wanted not in names:
        raise UnknownName(f"{game.name} has no player {settings.seat!r}; there are {', '.join(game.players)}")
    return [names.index(wanted)]


__all__ = ["Ground", "Run", "optimise"]
