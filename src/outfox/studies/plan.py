"""Plans: how many games a study plays and at which budgets; named by their time, fixed before they start.

`--budget 2m` names a plan of this file. The clock never chooses how many games are played or how long a
player thinks; it may only cut a plan short, and the report then says so. So the same seed gives the same
numbers on every machine that finishes the plan.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from importlib import resources
from typing import Any, Literal

import numpy as np

import outfox
from outfox.kernel import playout, random
from outfox.rules import Game, UnknownName
from outfox.training.learn.train_settings import TrainSettings
from outfox.workers.seeds import root_seed, task_seed

CORES = 2
"""Cores for which the names of the plans are meant."""

SLACK = 2.0
"""The clock cuts a plan off after this many times the time in its name."""

DEFAULT = "2m"

Kind = Literal["matrix", "other first"]
_KINDS: tuple[Kind, ...] = "matrix", "other first"


@dataclass(frozen=True)
class Learning:
    """What the strong part of a study trains and plays; see `outfox.studies.strong`.

    Attributes
    ----------
    training
        Of the generations.
    budgets
        Simulations a ply, each twice the one before; both players use each of them against each.
    cell_games, equal
        Games in each cell of the matrix: where the budgets differ, and where they are equal.
    side_budget, side_games
        Simulations a ply of both sides where generations meet to choose which of them plays which side, and games of
        each two.
    variants
        Variants of the rules, by name, with the parameters that differ.
    variant_budgets, variant_games
        Simulations a ply of both sides in variants, and games for each of them.
    """

    training: TrainSettings
    budgets: tuple[int, ...]
    cell_games: int
    equal: int
    side_budget: int
    side_games: int
    variants: tuple[tuple[str, dict[str, Any]], ...]
    variant_budgets: tuple[int, ...]
    variant_games: int

    def to_dict(self) -> dict[str, Any]:
        """Return the plan with its stable keys."""
        variants = [{"name": name, "parameters": changes} for name, changes in self.variants]
        return {**asdict(self), "training": self.training.to_dict(), "variants": variants}


@dataclass(frozen=True)
class Plan:
    """What a study plays.

    Attributes
    ----------
    name
        The time it takes for Starve the Fox on two cores: ``"2m"``.
    budgets
        Simulations a ply, each twice the one before; both players use each of them against each.
    games, equal
        Games in each cell of the matrix: where the budgets differ, and where they are equal.
    other_first, first_budget
        Games in which the other side begins, and the budget of both sides in them; only where the rules have
        a parameter `first`.
    random_games
        Games between players that move at random.
    samples
        Games of which the distinct positions are counted.
    reachable
        Most positions reachable from the start that are counted one by one.
    exact
        The game is solved as well where it has no more positions than this; 0: not at all.
    max_plies
        A game is cut after so many plies and scored as endless.
    seconds
        Wall-clock seconds on `CORES` cores after which the plan is cut short.
    learning
        The strong part; None where the rules declare no features.
    """

    name: str
    budgets: tuple[int, ...]
    games: int
    equal: int
    other_first: int
    first_budget: int
    random_games: int = 20_000
    samples: int = 200
    reachable: int = 20_000
    exact: int = 2_000_000
    max_plies: int = 2_000
    seconds: float = 120 * SLACK
    learning: Learning | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the plan with its stable keys, without what changes no game: the clock's limit, exact solving."""
        kept = {k: v for k, v in asdict(self).items() if k not in ("seconds", "exact", "learning")}
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in kept.items()}
        return plain | ({"learning": self.learning.to_dict()} if self.learning is not None else {})

    def limit(self, workers: int) -> float:
        """Wall-clock seconds that `workers` may take before the plan is cut short."""
        return self.seconds * CORES / max(1, min(workers, CORES))


@dataclass(frozen=True)
class Task:
    """One game of a plan.

    Attributes
    ----------
    number
        Place in the plan.
    kind
        ``"matrix"``, or ``"other first"``: the game in which the other side begins.
    budgets
        Simulations a ply of player 0 and of player 1.
    game
        Which game of its cell.
    """

    number: int
    kind: Kind
    budgets: tuple[int, int]
    game: int

    def seed(self, root: int) -> np.random.SeedSequence:
        """Return the game's seed: it depends on what is played, not on the place in the plan."""
        return task_seed(root_seed(root), _KINDS.index(self.kind), *self.budgets, self.game)

    @property
    def cost(self) -> int:
        """About how long it takes, for the time that is left."""
        return sum(self.budgets) + 100


def _doublings(first: int, count: int) -> tuple[int, ...]:
    return tuple(first << k for k in range(count))


PLANS: dict[str, Plan] = {
    "30s": Plan("30s", _doublings(25, 4), 12, 48, 48, 100, random_games=5_000, exact=500_000, seconds=30 * SLACK),
    "2m": Plan("2m", _doublings(50, 6), 10, 48, 48, 400),
    "5m": Plan("5m", _doublings(50, 7), 16, 64, 64, 800, samples=300, exact=5_000_000, seconds=300 * SLACK),
    "10m": Plan("10m", _doublings(50, 7), 32, 128, 128, 800, samples=500, exact=10_000_000, seconds=600 * SLACK),
    "2h": Plan(
        "2h", _doublings(50, 9), 80, 320, 320, 1600, 100_000, samples=1_000, exact=50_000_000, seconds=7_200 * SLACK
    ),
}
"""Sized for Starve the Fox; see `PACE` for the others."""

VARIANTS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "starve-the-fox": (
        ("19 sheep", {"sheep": 19}),
        ("18 sheep", {"sheep": 18}),
        ("foxes on c5 and e5", {"fox_start": "c5e5"}),
        ("sheep begin", {"first": "sheep"}),
    ),
}
"""Variants of a game that are measured beside it."""


def _learning(
    training: TrainSettings, budgets: tuple[int, ...], cell: int, equal: int, sides: int, variant: int
) -> Learning:
    """Return a plan's strong part: sides are chosen at a middle budget, variants measured at two larger ones."""
    return Learning(training, budgets, cell, equal, budgets[len(budgets) // 2 - 1], sides, (), budgets[-4:-2], variant)


LEARNING: dict[str, tuple[dict[str, Any], Learning]] = {
    "30s": (
        {"games": 2, "equal": 8, "other_first": 8},
        _learning(TrainSettings(generations=1, games=300, rating_games=40), _doublings(50, 5), 6, 24, 10, 16),
    ),
    "2m": (
        {"budgets": _doublings(50, 5), "games": 4, "equal": 16, "other_first": 16},
        _learning(TrainSettings(generations=2, games=800, rating_games=100), _doublings(100, 6), 12, 60, 20, 40),
    ),
    "5m": (
        {"budgets": _doublings(50, 5), "games": 8, "equal": 32, "other_first": 32},
        _learning(TrainSettings(generations=3, games=1_500), _doublings(100, 7), 12, 80, 20, 60),
    ),
    "10m": (
        {"budgets": _doublings(50, 6), "games": 8, "equal": 32, "other_first": 32},
        _learning(TrainSettings(generations=4, games=2_000, budget=100), _doublings(100, 8), 20, 120, 30, 80),
    ),
    "2h": (
        {"budgets": _doublings(50, 7), "games": 8, "equal": 48, "other_first": 60},
        _learning(
            TrainSettings(generations=10, games=6_000, more=2, budget=100, rating_games=400),
            _doublings(100, 10),
            8,
            120,
            20,
            60,
        ),
    ),
}
"""Where an evaluation is learned: what of the plan is made smaller to make room for the strong part, and that part."""

PACE: dict[str, float] = {
    "achi": 10,
    "breakthrough": 5,
    "cat-and-mouse": 10,
    "chopsticks": 10,
    "connect-four": 10,
    "dodgem": 10,
    "domineering": 10,
    "dots-and-boxes": 10,
    "euclid": 10,
    "fibonacci-nim": 10,
    "fox-and-geese": 0.6,
    "fox-and-hounds": 10,
    "hare-and-hounds": 10,
    "hexapawn": 10,
    "isolation": 10,
    "jumping-cat-and-mouse": 10,
    "kayles": 10,
    "kq-v-k": 3,
    "l-game": 7,
    "mu-torere": 10,
    "nim": 10,
    "nine-holes": 10,
    "othello": 6,
    "pig": 5,
    "pong-hau-ki": 10,
    "pursuit": 10,
    "queen-and-pawns": 10,
    "row-jump": 10,
    "three-mens-morris": 10,
    "tic-tac-toe": 10,
    "wild-tic-tac-toe": 10,
    "wythoff": 10,
}
"""Games in the time of one of Starve the Fox, ten at most, and one where a game is not listed: what
`python benchmarks/pace.py` measured and printed."""


def _paced(learning: Learning, pace: float) -> Learning:
    """Make a strong part smaller where games are slow; numbers of games stay even, and none falls below eight."""
    if pace >= 1.0:
        return learning

    def fewer(games: int) -> int:
        return max(min(8, games), 2 * round(games * pace / 2))

    training = learning.training
    paced: dict[str, Any] = {name: fewer(getattr(training, name)) for name in ("games", "gate_games", "rating_games")}
    counts: dict[str, Any] = {
        name: fewer(getattr(learning, name)) for name in ("cell_games", "equal", "side_games", "variant_games")
    }
    return replace(learning, training=replace(training, **paced), **counts)


def plan_for(game: Game, budget: str | None = None, *, solved: bool = False) -> Plan:
    """Return the plan for a game.

    Parameters
    ----------
    game
        Games that take less time get more games; see `PACE`.
    budget
        A name in `PLANS`; None: ``"2m"``.
    solved
        Whether the exact answer is known. Then an evaluation is learned only where the rules declare features, which
        say what it is made of; otherwise also where they declare squares alone.

    Raises
    ------
    UnknownName
        Where there is no plan of that name.

    Examples
    --------
    >>> from outfox.rules import load
    >>> plan_for(load("starve-the-fox"), "30s").budgets
    (25, 50, 100, 200)
    >>> [plan_for(load("hexapawn"), solved=solved).learning is not None for solved in (False, True)]
    [True, False]
    """
    name = DEFAULT if budget is None else budget.strip().lower()
    if name not in PLANS:
        raise UnknownName(f"there is no plan {budget!r}; there are {', '.join(PLANS)}")
    plan, pace = PLANS[name], PACE.get(game.name, 1.0)
    if name in LEARNING and (game.has("features") or (game.has("squares") and not solved)):
        smaller, learning = LEARNING[name]
        plan = replace(plan, **smaller, learning=_paced(replace(learning, variants=_variants(game)), pace))
    counts = {field: max(4, round(getattr(plan, field) * pace)) for field in ("games", "equal", "other_first")}
    return replace(plan, **counts)


def _variants(game: Game) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the variants to measure; those that the game already is are left out."""
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    return tuple(
        (name, changes)
        for name, changes in VARIANTS.get(game.name, ())
        if any(values[key] != value for key, value in changes.items())
    )


def tasks(plan: Plan, other_first: bool) -> list[Task]:
    """List a plan's games, in an order that fills all cells evenly: a plan cut short is a smaller plan.

    Parameters
    ----------
    plan
    other_first
        Whether the game has a parameter that lets the other side begin.
    """
    ranked = sorted(_shares(plan, other_first), key=lambda entry: entry[0])
    return [Task(number, kind, budgets, game) for number, (_, kind, budgets, game) in enumerate(ranked)]


def _shares(plan: Plan, other_first: bool) -> Iterator[tuple[float, Kind, tuple[int, int], int]]:
    """Yield each game with the share of its cell that is done once it is played."""
    for row in plan.budgets:
        for column in plan.budgets:
            count = plan.equal if row == column else plan.games
            yield from (((game + 0.5) / count, "matrix", (row, column), game) for game in range(count))
    if other_first:
        both = plan.first_budget, plan.first_budget
        for game in range(plan.other_first):
            yield (game + 0.5) / plan.other_first, "other first", both, game


def identity(game: Game, plan: Plan, seed: int) -> dict[str, Any]:
    """Return what makes two studies the same: with equal identities games can be taken over."""
    return {
        "format": "outfox-study-games-1",
        "game": game.spec,
        "rules_key": game.rules_key,
        "seed": seed,
        "plan": plan.to_dict(),
        "version": outfox.__version__,
        "search": _search_key(),
    }


def _search_key() -> str:
    """Return a hash of the code that decides what a player plays: games of two searches are never mixed.

    Comments and layout do not change it.
    """
    sources = [inspect.getsource(module) for module in (playout, random)]
    files = [file for file in resources.files("outfox.methods.search").iterdir() if file.name.endswith(".py")]
    sources += [file.read_text(encoding="utf-8") for file in sorted(files, key=lambda file: file.name)]
    digest = hashlib.sha256()
    for source in sources:
        digest.update(ast.dump(ast.parse(source)).encode())
    return digest.hexdigest()[:12]
