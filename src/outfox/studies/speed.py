"""Speed: simulations and playouts a CPU second, beside OpenSpiel's C++ in the same run.

Runs of both alternate, on one thread, from the start of each game, with the same number of simulations or
playouts; a rate is the median over the runs and its spread their range. CPU seconds are those of the process:
other work on the machine changes little. Compilation is apart: it happens before the first run.

The peer is ``pyspiel.MCTSBot(game, RandomRolloutEvaluator(1), uct_c=2, solve=False)``; its playouts are those
of the same evaluator, many at one leaf. Where OpenSpiel is not installed, the peer is None. Beside each speed
stands a signature, the nodes or plies of the first run: they follow from the seed, so tests can pin them.

Status: measured.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from outfox.kernel.link import link
from outfox.kernel.playout import playouts
from outfox.kernel.random import seeded
from outfox.methods.search.mcts import MctsSettings, Searcher
from outfox.rules import Game, load
from outfox.workers.seeds import root_seed

Unit = Literal["simulations/s", "plies/s"]

REPEATS = 5
SHORTEST = 0.15
"""CPU seconds that one measured run of ours takes at least: short ones are repeated with other seeds."""

UCT_C = 2.0


@dataclass(frozen=True)
class Task:
    """One thing to measure.

    Attributes
    ----------
    name
        Of the row.
    game
        Ours, as `outfox.load` takes it.
    unit
        ``simulations/s`` of a tree search or ``plies/s`` of random playouts.
    count
        Simulations, or playouts, of one run.
    peer
        The same game in OpenSpiel, or ``""``.
    bar
        What the ratio should reach; without a peer, what our rate should.
    """

    name: str
    game: str
    unit: Unit
    count: int
    peer: str = ""
    bar: float | None = None


TASKS = (
    Task("MCTS connect-four", "connect-four", "simulations/s", 100_000, "connect_four", 8),
    Task("MCTS breakthrough", "breakthrough", "simulations/s", 25_000, "breakthrough", 9),
    Task("MCTS othello", "othello", "simulations/s", 5_000, "othello", 35),
    Task("MCTS tic-tac-toe", "tic-tac-toe", "simulations/s", 500_000, "tic_tac_toe", 1.5),
    Task("playouts connect-four", "connect-four", "plies/s", 100_000, "connect_four", 10),
    Task("playouts breakthrough", "breakthrough", "plies/s", 20_000, "breakthrough", 10),
    Task("playouts othello", "othello", "plies/s", 4_000, "othello", 35),
    Task("MCTS starve-the-fox", "starve-the-fox", "simulations/s", 20_000, "", 40_000),
    Task("MCTS own game in Python", "tic-tac-toe", "simulations/s", 5_000, "python_tic_tac_toe"),
)
QUICK = ("MCTS connect-four", "MCTS othello", "playouts connect-four")
PLAIN = "MCTS connect-four, plain arrays"


@dataclass(frozen=True)
class Row:
    """One measured line.

    Attributes
    ----------
    name, game, unit
        What was measured.
    ours, peer
        Medians, a CPU second; `peer` is None where there is none.
    ratio
        ``ours / peer``, or None.
    bar, met
        What the ratio (without a peer: our rate) should reach and whether it does; None where there is no
        bar, or a bar on the ratio and no peer in this run.
    ours_range, peer_range
        Slowest and fastest run.
    signature
        Nodes of the first search, or plies of the first playouts: the same for a seed on every machine.
    compile_seconds
        CPU seconds of compiling; 0 where the cache had it.
    """

    name: str
    game: str
    unit: Unit
    ours: float
    peer: float | None
    ratio: float | None
    bar: float | None
    met: bool | None
    ours_range: tuple[float, float]
    peer_range: tuple[float, float] | None
    signature: int
    compile_seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row with the stable keys of ``outfox bench --json``."""
        return asdict(self)


def openspiel() -> Any:
    """Return the module `pyspiel`, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def tasks(quick: bool = False, plain: Path | None = None) -> list[Task]:
    """Return what is measured: all, or a few shorter ones; with `plain`, also those rules of connect-four."""
    if quick:
        return [Task(**{**asdict(task), "count": task.count // 4}) for task in TASKS if task.name in QUICK]
    chosen = list(TASKS)
    if plain is not None:
        chosen.insert(1, Task(PLAIN, str(plain), "simulations/s", 100_000, "connect_four", 4))
    return chosen


def measure(
    chosen: list[Task],
    *,
    repeats: int = REPEATS,
    seed: int = 1,
    peer: bool = True,
    progress: Callable[[float, str], None] | None = None,
) -> Iterator[Row]:
    """Measure one task after the other.

    Parameters
    ----------
    chosen
        See `tasks`.
    repeats
        Runs of each; ours and the peer's alternate.
    seed
        Of both engines.
    peer
        Measure OpenSpiel where it is installed.
    progress
        Called with the share done and the row that is measured.

    Yields
    ------
    Row
        As soon as it is measured.
    """
    other = openspiel() if peer else None
    for done, task in enumerate(chosen):
        yield _row(task, repeats, seed, other, _teller(progress, done / len(chosen), 1 / len(chosen), task.name))


def _teller(
    progress: Callable[[float, str], None] | None, begun: float, part: float, name: str
) -> Callable[[float], None]:
    def tell(share: float) -> None:
        if progress is not None:
            progress(begun + part * share, name)

    return tell


def _row(task: Task, repeats: int, seed: int, other: Any, tell: Callable[[float], None]) -> Row:
    tell(0.0)
    game = _trusted(task.game)
    ours = _Search(game, task.count) if task.unit == "simulations/s" else _Playouts(game, task.count)
    theirs = _Peer(other, task, ours.work_of_one) if other is not None and task.peer else None
    mine, peers = [], []
    for run in range(repeats):
        mine.append(ours.rate(seed + run))
        if theirs is not None:
            peers.append(theirs.rate(seed + run))
        tell((run + 1) / repeats)
    rate, peer = statistics.median(mine), statistics.median(peers) if peers else None
    ratio = rate / peer if peer else None
    reached = ratio if task.peer else rate
    return Row(
        name=task.name,
        game=game.spec if game.trusted else game.path.name,
        unit=task.unit,
        ours=rate,
        peer=peer,
        ratio=ratio,
        bar=task.bar,
        met=None if task.bar is None or reached is None else reached >= task.bar,
        ours_range=(min(mine), max(mine)),
        peer_range=(min(peers), max(peers)) if peers else None,
        signature=ours.signature,
        compile_seconds=ours.compile_seconds,
    )  # fmt: skip


def _trusted(spec: str) -> Game:
    """Load a game without bounds checks: what is measured here is known to be sound."""
    game = load(spec)
    game.trusted = True
    return game


class _Search:
    """Ours: plain MCTS from the start, a new tree each time."""

    work_of_one = 1.0

    def __init__(self, game: Game, count: int) -> None:
        self.position = game.start()
        self.searcher = Searcher(game, MctsSettings(simulations=count, c=UCT_C, solver=False))
        self.compile_seconds = self.searcher.compile_seconds
        self.searcher.search(self.position)
        self.signature = 0

    def rate(self, seed: int) -> float:
        """Return simulations a CPU second."""
        spent, done, extra = 0.0, 0, 0
        while not extra or spent < SHORTEST:
            self.searcher.forget()
            before = time.process_time()
            result = self.searcher.search(self.position, seed + 1000 * extra)
            spent += time.process_time() - before
            done, extra = done + result.simulations, extra + 1
            self.signature = self.signature or result.nodes
        return done / spent


class _Playouts:
    """Ours: random games from the start."""

    def __init__(self, game: Game, count: int) -> None:
        self.count, self.linked = count, link(game, playouts)
        self.compile_seconds = self.linked.compile_seconds
        self.pool = self.linked.states(2)
        self.linked.put(self.pool, 0, game.start().state)
        self.lengths = np.zeros(count, np.int64)
        self.signature = 0
        self.rate(0)
        self.work_of_one = float(self.lengths.mean())
        self.signature = 0

    def rate(self, seed: int) -> float:
        """Return plies a CPU second."""
        spent, plies, extra = 0.0, 0, 0
        while not extra or spent < SHORTEST:
            random, totals = seeded(root_seed(seed + 1000 * extra)), np.zeros(6)
            before = time.process_time()
            self.linked(self.pool, random, self.count, 2**31, totals, self.lengths)
            spent += time.process_time() - before
            plies, extra = plies + int(totals[3]), extra + 1
            self.signature = self.signature or int(totals[3])
        return plies / spent


class _Peer:
    """OpenSpiel's C++ search and playouts.

    Parameters
    ----------
    work_of_one
        What one simulation or playout counts for: 1, or the mean plies of a random game (same rules).
    """

    def __init__(self, pyspiel: Any, task: Task, work_of_one: float) -> None:
        self.pyspiel, self.task, self.work_of_one = pyspiel, task, work_of_one
        if task.peer.startswith("python_"):
            # Importing it registers it.
            importlib.import_module("open_spiel.python.games." + task.peer.removeprefix("python_"))
        self.game = pyspiel.load_game(task.peer)

    def rate(self, seed: int) -> float:
        """Return simulations, or plies, a CPU second."""
        playing = self.task.unit == "plies/s"
        rollouts, simulations = (self.task.count, 1) if playing else (1, self.task.count)
        evaluator = self.pyspiel.RandomRolloutEvaluator(rollouts, seed)
        bot = self.pyspiel.MCTSBot(self.game, evaluator, UCT_C, simulations, 0, False, seed, False)
        state = self.game.new_initial_state()
        before = time.process_time()
        root = bot.mcts_search(state)
        spent = time.process_time() - before
        return (rollouts if playing else root.explore_count) * self.work_of_one / spent
