"""One small game of cat and mouse, six ways: two kinds of search, learning, optimised policies, a small one, exactly.

Each way is asked for its step in the same positions, spread over all in which a perfect cat wins, with the cat and with
the mouse to move. By parity no step of either changes who wins; what a step costs is plies: those by which the mouse
is caught later than need be, or sooner. That is its regret.

Status: measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from outfox.kernel.clock import Clock
from outfox.kernel.slots import NODE, Ints
from outfox.methods.result import Timed
from outfox.methods.search.settings import AlphaBetaSettings, MctsSettings
from outfox.players.alphabeta_player import AlphaBetaPlayer
from outfox.players.base import Player
from outfox.players.mcts_player import MctsPlayer
from outfox.players.q_player import QPlayer
from outfox.rules import Game, Position, load
from outfox.studies.cat_and_mouse.grid import Captures, Grid, captures
from outfox.studies.cat_and_mouse.window import WindowResult, WindowSettings, train_window
from outfox.studies.cat_and_mouse.window_games import cat_step
from outfox.training.learn.q_learning import QLearner
from outfox.training.learn.q_settings import QSettings
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.run import optimise
from outfox.training.optimise.settings import OptimiseSettings
from outfox.workers.seeds import root_seed, task_seed

Chooser = Callable[[Position], int]
Progress = Callable[[float, str], None]

SIZE = 5
CAT, MOUSE = 0, 1
TABLE_MEGABYTES = 16

FROM_EVERYWHERE = OptimiseSettings(
    policy="far", optimiser="swarm", regime="strengthen", iterations=10**6, patience=0, positions=200, plays=1,
)  # fmt: skip
"""Both players learn from each other alone; the games are the budget. From fewer positions they learn less."""


@dataclass(frozen=True)
class CompareSettings:
    """What is asked, and how much each way may do.

    Attributes
    ----------
    positions
        With each side to move.
    depths
        Of the game tree, in plies.
    simulations
        Of the tree search, a step.
    episodes
        Games of self-play of the learner.
    optimised
        Games in which two policies over relations are optimised against each other.
    """

    positions: int = 60
    depths: tuple[int, ...] = (8, 14)
    simulations: tuple[int, ...] = (1000, 10_000)
    episodes: int = 200_000
    optimised: int = 200_000


@dataclass(frozen=True)
class Side:
    """How the steps of one side were: mean and worst regret in plies, share of best steps; None where it has none."""

    regret: float
    worst: int
    best: float
    positions: int


@dataclass(frozen=True)
class Way:
    """One way to play.

    Attributes
    ----------
    name
        What it is.
    cat, mouse
        How it plays each side; None where it plays one only.
    prepared
        CPU seconds before the first step.
    step_seconds
        CPU seconds a step, on average.
    bytes
        What it keeps in memory.
    """

    name: str
    cat: Side | None
    mouse: Side | None
    prepared: float
    step_seconds: float
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; times are apart."""
        sides = {"cat": self.cat, "mouse": self.mouse}
        found = {name: None if side is None else asdict(side) for name, side in sides.items()}
        return {"name": self.name, **found, "bytes": self.bytes}


@dataclass(frozen=True)
class Comparison(Timed):
    """All ways, and what was asked."""

    game: str
    settings: CompareSettings
    seed: int
    ways: tuple[Way, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; times are apart."""
        ways = [way.to_dict() for way in self.ways]
        return {"game": self.game, "settings": asdict(self.settings), "seed": self.seed, "ways": ways}


def compare(
    settings: CompareSettings | None = None,
    *,
    seed: int = 0,
    trained: WindowResult | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Ask every way for its steps on 5 x 5, the mouse beginning.

    Parameters
    ----------
    settings
        Default: ``CompareSettings()``.
    seed
        The same seed gives the same, but for times.
    trained
        The window policy; default: it is trained on this board.
    progress
        Called with the share done and a short text.
    """
    chosen, clock = settings or CompareSettings(), Clock()
    game = load("cat-and-mouse", rows=SIZE, cols=SIZE, first="mouse")
    asked = _Asked(game, chosen.positions)
    window = trained or train_window(WindowSettings(rows=SIZE, cols=SIZE), seed=seed)
    makers = _makers(asked, chosen, seed, window)
    ways = []
    for k, (name, sides, make) in enumerate(makers):
        if progress is not None:
            progress(k / len(makers), name)
        ways.append(_way(asked, name, sides, make))
    took = {"seconds": clock.seconds, "cpu_seconds": clock.cpu_seconds, "compile_seconds": clock.compile_seconds}
    return Comparison(game=game.spec, settings=chosen, seed=seed, ways=tuple(ways), **took)


class _Asked:
    """The positions that are asked, and the exact answer."""

    def __init__(self, game: Game, count: int) -> None:
        self.game, self.exact = game, captures(Grid(SIZE, SIZE))
        self.places = {CAT: spread(self.exact.cat, count), MOUSE: spread(self.exact.mouse, count)}

    def position(self, place: int, mover: int) -> Position:
        """Return a position by its number."""
        state = self.game.new_state()
        state.cats[0], state.mice[0] = divmod(place, SIZE * SIZE)
        state.turn = mover
        return Position(self.game, state)

    def side(self, mover: int, choose: Chooser) -> Side:
        """Ask for the steps of one side."""
        late = [regret(self.exact, place, mover, choose(self.position(place, mover))) for place in self.places[mover]]
        return Side(float(np.mean(late)), max(late), float(np.mean([not one for one in late])), len(late))


def spread(plies: Any, count: int) -> list[int]:
    """Return some of the positions that a perfect cat wins, evenly spread over them in their order."""
    places = np.flatnonzero(plies > 0)
    return [int(place) for place in places[np.unique(np.linspace(0, len(places) - 1, count).astype(int))]]


def regret(exact: Captures, place: int, mover: int, step: int) -> int:
    """Return by how many plies a step is worse than the best one.

    Examples
    --------
    >>> exact = captures(Grid(3, 3))
    >>> [regret(exact, 1, CAT, step) for step in (0, 2)]  # the mouse is right of the cat
    [0, 4]
    """
    cells = exact.grid.cells
    cat, mouse = divmod(place, cells)
    goal = int(exact.goals[(cat if mover == CAT else mouse) * 5 + step])
    if mover == CAT:
        return int(exact.mouse[goal * cells + mouse]) + 1 - int(exact.cat[place])
    return int(exact.mouse[place]) - 1 - int(exact.cat[cat * cells + goal])


Made = tuple[Chooser, Callable[[], int], float]
"""A way to choose; what it keeps in memory, to be asked at the end; CPU seconds spent on it before it was made."""


def _makers(
    asked: _Asked, chosen: CompareSettings, seed: int, window: WindowResult
) -> list[tuple[str, tuple[int, ...], Callable[[], Made]]]:
    """Return what makes each way: its name, the sides that it plays, and a function."""
    both, cat = (CAT, MOUSE), (CAT,)
    found: list[tuple[str, tuple[int, ...], Callable[[], Made]]] = []
    found += [(f"game tree, {n} plies", both, partial(_tree, asked.game, n, seed)) for n in chosen.depths]
    found += [(f"mcts, {n:,} simulations", both, partial(_mcts, asked.game, n, seed)) for n in chosen.simulations]
    found.append((f"q-learning, {chosen.episodes:,} games", both, lambda: _learnt(asked.game, chosen.episodes, seed)))
    found.append((f"far policies, {chosen.optimised:,} games", both, lambda: _far(asked.game, chosen.optimised, seed)))
    found.append(("along the larger gap", cat, lambda: (_window_chooser(None), lambda: 0, 0.0)))
    found.append(("window policy", cat, lambda: _window(window)))
    found.append(("exact", both, _exact))
    return found


def _way(asked: _Asked, name: str, sides: tuple[int, ...], make: Callable[[], Made]) -> Way:
    before = Clock()
    choose, memory, earlier = make()
    choose(asked.position(asked.places[CAT][0], CAT))  # what compiles, compiles now
    prepared, clock = earlier + before.cpu_seconds, Clock()
    found = {side: asked.side(side, choose) for side in sides}
    steps = sum(side.positions for side in found.values())
    return Way(name, found.get(CAT), found.get(MOUSE), prepared, clock.cpu_seconds / steps, memory())


def _chooser(player: Player, game: Game, seed: int) -> Chooser:
    """Return what asks a player afresh for each position."""
    player.start(game, CAT, root_seed(seed))

    def choose(position: Position) -> int:
        place = int(position.state.cats[0]) * SIZE * SIZE + int(position.state.mice[0])
        player.start(game, position.mover, task_seed(root_seed(seed), place, position.mover))
        return player.choose(position)

    return choose


def _tree(game: Game, depth: int, seed: int) -> Made:
    player = AlphaBetaPlayer(AlphaBetaSettings(depth=depth, memory=TABLE_MEGABYTES))
    return _chooser(player, game, seed), lambda: TABLE_MEGABYTES << 20, 0.0


def _mcts(game: Game, simulations: int, seed: int) -> Made:
    player, largest = MctsPlayer(MctsSettings(simulations=simulations, reuse=False)), [0]
    choose = _chooser(player, game, seed)

    def counted(position: Position) -> int:
        step = choose(position)
        largest[0] = max(largest[0], player.result.nodes if player.result else 0)
        return step

    return counted, lambda: largest[0] * NODE.itemsize, 0.0


def _learnt(game: Game, episodes: int, seed: int) -> Made:
    learner = QLearner(game, QSettings(episodes=episodes), seed)
    learner.run()
    table = learner.table()
    size = sum(int(np.asarray(part).nbytes) for part in (table.leaves, table.first, table.actions, table.values))
    return _chooser(QPlayer(table=table), game, seed), lambda: size, 0.0


def _far(game: Game, games: int, seed: int) -> Made:
    """Train a cat and a mouse against each other, from nothing, from places all over the board."""
    ground = Ground(game)  # solved too, which only says what games gave away
    trained = optimise(game, replace(FROM_EVERYWHERE, games=games), seed=seed, ground=ground).policy
    sides = [side for side in trained.sides if side is not None]
    return trained.action, lambda: sum(int(side.arrays["weights"].nbytes) for side in sides), 0.0


def _window(trained: WindowResult) -> Made:
    return _window_chooser(trained.policy), lambda: int(trained.policy.nbytes), trained.cpu_seconds


def _window_chooser(policy: Ints | None) -> Chooser:
    def choose(position: Position) -> int:
        return cat_step(policy, int(position.state.cats[0]), int(position.state.mice[0]), SIZE, SIZE)

    return choose


def _exact() -> Made:
    exact = captures(Grid(SIZE, SIZE))
    cells = exact.grid.cells

    def choose(position: Position) -> int:
        place = int(position.state.cats[0]) * cells + int(position.state.mice[0])
        return min(position.legal, key=lambda step: regret(exact, place, position.mover, step))

    return choose, lambda: int(exact.cat.nbytes + exact.mouse.nbytes), 0.0
