"""Games of a search against itself, one position of each kept: what an evaluation is fitted to.

One position a game, since positions of one game share its outcome: two hundred of them would pass for two hundred
pieces of evidence where there is one.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import msgspec
import numpy as np

from outfox.formats.model import Model, feature_names, point_names
from outfox.kernel.link import Linked, link
from outfox.kernel.random import seeded
from outfox.methods.search import whole_games
from outfox.methods.search.evaluation import Evaluation
from outfox.methods.search.growth import Engine, GrowingTree
from outfox.methods.search.mcts import MctsSettings, refuse
from outfox.methods.search.whole_games import MOVER, PLAYING, PLY, SEEN
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed

CHUNK = 64
"""Plies whose seeds are made at once; also how often Ctrl-C gets its turn."""

LONGEST = 4096
"""A game is cut after so many plies, with the payoff of endless play."""

STREAMS = 2, 3, 4
"""Keys of a game's seeds of chance, the drawn position and the opening; 0 and 1 are the players', as in a match."""

LENGTH = 5
"""Key of the seed that decides how many plies of the opening are random."""


class SelfPlayed(msgspec.Struct, frozen=True):
    """One game and the position that was drawn from it: a line of ``games.jsonl``.

    Attributes
    ----------
    game
        Its number.
    payoff
        Player 0's.
    actions
        Codes of all plies.
    values
        Player 0's payoff as the search saw it at each ply, to four places; None where there was no choice.
    mover, ply, features, squares
        The drawn position: who moves in it, its ply, the game's features, the piece on each point. Mover -1: the game
        had no position with a choice.
    """

    game: int
    payoff: float
    actions: tuple[int, ...]
    values: tuple[float | None, ...]
    mover: int
    ply: int
    features: tuple[float, ...]
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Recipe:
    """Who plays: a search and, where there is one, the model that scores its cut playouts.

    Attributes
    ----------
    simulations
        Of each search.
    cut
        Plies of a playout before the model scores it; -1: playouts to the end.
    model
        The model; None: none.
    opening
        Each game starts with up to so many random plies, each number with the same chance: or all games would be
        decided alike, and nothing could be learned from them.
    c, solver
        As in `MctsSettings`.
    """

    simulations: int
    cut: int = -1
    model: Model | None = None
    opening: int = 0
    c: float = 1.4
    solver: bool = False

    @property
    def settings(self) -> MctsSettings:
        """The settings of the search."""
        return MctsSettings(
            simulations=self.simulations, c=self.c, cut=self.cut, solver=self.solver, reuse=False
        )  # fmt: skip


class SelfPlayer:
    """Plays games of a recipe; made once in each process.

    Parameters
    ----------
    game
        The rules.
    recipe
        Who plays.
    seed
        Root of the games' seeds: game k is played with ``task_seed(seed, k)``, whoever plays it.

    Raises
    ------
    NotSupported
        Where the game declares neither `features` nor `squares`, or cannot be searched.
    """

    def __init__(self, game: Game, recipe: Recipe, seed: int | np.random.SeedSequence) -> None:
        if not (game.has("features") or game.has("squares")):
            raise NotSupported(f"{game.name} declares neither features nor squares: there is nothing to fit")
        if recipe.simulations < 2:
            raise NotSupported(f"self-play needs 2 simulations or more, not {recipe.simulations}")
        refuse(game, recipe.settings, recipe.model is not None)
        self.game, self.recipe, self.seed = game, recipe, root_seed(seed)
        self._model = recipe.model or no_model(game)
        self._kernel: Linked = link(game, whole_games.play_on, model=True)
        self._tree: GrowingTree | None = None
        self._played = whole_games.Played(
            np.zeros(LONGEST, np.int64),
            np.zeros(LONGEST),
            np.zeros(LONGEST, np.uint64),
            np.zeros(3 + len(feature_names(game)) + len(point_names(game))),
        )

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._kernel.compile_seconds

    def __call__(self, number: int) -> SelfPlayed:
        """Play a game."""
        return self.play(number)[0]

    def play(self, number: int) -> tuple[SelfPlayed, float]:
        """Play a game; return it, and the CPU seconds that it took."""
        before = time.process_time()
        root = task_seed(self.seed, number)
        tree, played = self._seat(number), self._played
        played.drawn[:] = 0.0
        played.drawn[MOVER] = -1.0
        streams = np.concatenate([seeded(task_seed(root, key)) for key in STREAMS])
        opening = below(root, self.recipe.opening)
        payoffs, plies, status = np.zeros(1), 0, PLAYING
        while status == PLAYING:
            if plies >= LONGEST:
                payoffs[0] = self._endless()
                break
            answer = self._kernel(
                tree.arrays, tree.pool, self._seeds(root, plies), streams, tree.random, tree.path, tree.out, tree.odds,
                tree.options, tree.constants, tree.weights, tree.counters, played, self.recipe.simulations, opening,
                plies, payoffs,
            )  # fmt: skip
            plies, status = divmod(int(answer), 4)
        return self._told(number, float(payoffs[0]), plies), time.process_time() - before

    def _seat(self, number: int) -> GrowingTree:
        """Return the tree, standing at the start of a game."""
        start = self.game.start(number % self.game.starts)
        if self._tree is None:
            evaluation = Evaluation.of(self.game, self._model)
            engine = Engine(self.game, self.recipe.settings, evaluation.weights, None, self._kernel)
            self._tree = GrowingTree(engine, start)
        self._tree.put_root(start)
        return self._tree

    def _seeds(self, root: np.random.SeedSequence, ply: int) -> np.ndarray:
        """Return the generator states of the next searches: those that `MctsPlayer` has there, whoever moves."""
        # Both seats draw from seat 0's seed: who moves is not known before the moves are.
        player = task_seed(root, 0)
        return np.concatenate(
            [seeded(task_seed(task_seed(player, at), 0)) for at in range(ply, min(ply + CHUNK, LONGEST))]
        )

    def _endless(self) -> float:
        if self.game.endless is None:
            message = f"a game went on for {LONGEST:,} plies; end it in mover, or declare ENDLESS"
            raise RulesError.at(self.game.path.name, self.game.line_of("mover"), message)
        return self.game.endless

    def _told(self, number: int, payoff: float, plies: int) -> SelfPlayed:
        played, features = self._played, len(feature_names(self.game))
        drawn = played.drawn
        return SelfPlayed(
            game=number,
            payoff=payoff,
            actions=tuple(played.actions[:plies].tolist()),
            values=tuple(None if math.isnan(v) else round(v, 4) for v in played.values[:plies].tolist()),
            mover=int(drawn[MOVER]) if drawn[SEEN] else -1,
            ply=int(drawn[PLY]),
            features=tuple(drawn[3 : 3 + features].tolist()),
            squares=tuple(int(piece) for piece in drawn[3 + features :]),
        )


def below(root: np.random.SeedSequence, most: int) -> int:
    """Draw the length of a game's opening, from 0 to `most`."""
    return int(np.random.default_rng(task_seed(root, LENGTH)).integers(most + 1)) if most else 0


def no_model(game: Game) -> Model:
    """Return a model of zeros: what kernels are given where playouts are never cut."""
    from outfox.formats.model import pieces_of

    points = dict.fromkeys(point_names(game), 0.0)
    features = dict.fromkeys(feature_names(game), 0.0)
    return Model(game.spec, (0.0, 0.0), features, {piece: dict(points) for piece in pieces_of(game)})
