"""Games of a search against itself, one position of each kept: what an evaluation is fitted to.

One position a game, since positions of one game share its outcome: two hundred of them would pass for two hundred
pieces of evidence where there is one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from outfox.formats.model import Model, feature_names, no_model, point_names
from outfox.kernel.link import Linked, link
from outfox.kernel.random import seeded
from outfox.kernel.slots import Words
from outfox.methods.search import whole_games
from outfox.methods.search.evaluation import Evaluation
from outfox.methods.search.growth import Engine, GrowingTree
from outfox.methods.search.mcts import MctsSettings, refuse
from outfox.methods.search.whole_games import MOVER, PLAYING, PLY, SEEN
from outfox.rules.errors import BadSetting, NotSupported, RulesError
from outfox.rules.game import Game
from outfox.workers.seeds import root_seed, task_seed

CHUNK = 64
"""Plies whose seeds are made at once; also how often Ctrl-C gets its turn."""

LONGEST = 4096
"""A game is cut after so many plies, with the payoff of endless play."""

CHANCE_STREAM, DRAWING_STREAM, OPENING_STREAM, LENGTH = 2, 3, 4, 5
"""Keys of a game's seeds, beside the players' 0 and 1: of chance, the drawn position, the opening and its length."""


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
    c, solver
        As in `MctsSettings`.
    """

    simulations: int
    cut: int = -1
    model: Model | None = None
    c: float = 1.4
    solver: bool = False

    @classmethod
    def with_model(cls, model: Model, simulations: int, *, solver: bool = False) -> Recipe:
        """Return a search that uses a model as was found best with it."""
        return cls(simulations, model.tuning.cut, model, model.tuning.c, solver)

    @property
    def settings(self) -> MctsSettings:
        """The settings of the search."""
        return MctsSettings(simulations=self.simulations, c=self.c, cut=self.cut, solver=self.solver, reuse=False)

    def check(self, game: Game) -> None:
        """Refuse what cannot play whole games.

        Raises
        ------
        BadSetting
            Where the game cannot be searched like that.
        """
        if self.simulations < 2:
            raise BadSetting(f"self-play needs 2 simulations or more, not {self.simulations}")
        refuse(game, self.settings, self.model is not None)


class SelfPlay:
    """Plays games between two recipes; made once in each process.

    Parameters
    ----------
    game
        The rules.
    recipes
        Who plays player 0, and who player 1.
    seed
        Root of the games' seeds: game k is played with ``task_seed(seed, k)``, whoever plays it.
    opening
        Each game starts with up to so many random plies, each number with the same chance.

    Raises
    ------
    NotSupported
        Where the game declares neither `features` nor `squares`, or cannot be searched.
    """

    def __init__(
        self, game: Game, recipes: tuple[Recipe, Recipe], seed: int | np.random.SeedSequence, opening: int = 0
    ) -> None:
        if not (feature_names(game) or point_names(game)):
            raise NotSupported(f"{game.name} declares neither features nor squares: there is nothing to fit")
        for recipe in recipes:
            recipe.check(game)
        self.game, self.recipes, self.seed, self.opening = game, recipes, root_seed(seed), opening
        self._kernel: Linked = link(game, whole_games.play_on, model=True)
        self._seats = self._trees()
        self._simulations = np.array([recipe.simulations for recipe in recipes])
        self._played = whole_games.Played(
            np.zeros(LONGEST, np.int64),
            np.zeros(LONGEST),
            np.zeros(LONGEST, np.uint64),
            np.zeros(3 + len(feature_names(game)) + len(point_names(game))),
        )

    def _trees(self) -> tuple[GrowingTree, GrowingTree]:
        """Return a tree for each player's settings; games are played in the larger one."""
        one, other = (
            GrowingTree(Engine(self.game, recipe.settings, weights, None, self._kernel), self.game.start())
            for recipe in self.recipes
            for weights in [Evaluation.of(self.game, recipe.model or no_model(self.game)).weights]
        )
        return one, other

    def __reduce__(self) -> tuple[Any, ...]:
        return SelfPlay, (self.game, self.recipes, self.seed, self.opening)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._kernel.compile_seconds

    def __call__(self, number: int) -> SelfPlayed:
        """Play a game: the seed and its number decide it."""
        return self.play(number, task_seed(self.seed, number))

    def play(
        self, number: int, root: np.random.SeedSequence, opening: np.random.SeedSequence | None = None
    ) -> SelfPlayed:
        """Play a game with a seed, and perhaps with the opening that another seed gives."""
        seats, played = self._seats, self._played
        larger = max(seats, key=lambda seat: len(seat.arrays.nodes))
        larger.put_root(self.game.start(number % self.game.starts))
        played.drawn[:] = 0.0
        played.drawn[MOVER] = -1.0
        begins = root if opening is None else opening
        streams = np.concatenate(
            [
                seeded(task_seed(root, CHANCE_STREAM)),
                seeded(task_seed(root, DRAWING_STREAM)),
                seeded(task_seed(begins, OPENING_STREAM)),
            ]
        )
        length = int(np.random.default_rng(task_seed(begins, LENGTH)).integers(self.opening + 1))
        options, constants, weights = (
            np.stack([getattr(seat, name) for seat in seats]) for name in ("options", "constants", "weights")
        )
        payoffs, plies, status = np.zeros(1), 0, PLAYING
        while status == PLAYING:
            if plies >= LONGEST:
                payoffs[0] = self._endless()
                break
            answer = self._kernel(
                larger.arrays, larger.pool, self._search_seeds(root, plies), streams, larger.random, larger.path,
                larger.out, larger.odds, options, constants, weights, larger.counters, played, self._simulations,
                length, plies, payoffs,
            )  # fmt: skip
            plies, status = divmod(int(answer), 4)
        return self._told(number, float(payoffs[0]), plies)

    def _search_seeds(self, root: np.random.SeedSequence, ply: int) -> Words:
        """Return the generator states of the next searches, of either player: those that `MctsPlayer` has there."""
        players = task_seed(root, 0), task_seed(root, 1)
        plies = range(ply, min(ply + CHUNK, LONGEST))
        return np.concatenate([seeded(task_seed(task_seed(player, at), 0)) for at in plies for player in players])

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
