"""Exact endgames: one fox or two and few sheep, every placement, without the draw by quiet plies.

Idea. Sheep never step down and do not come back, so that the sheep in each row divide all placements into partitions
which play leaves for good: see `outfox.methods.endgame.rank`. Each is solved after those that it leads to, by letting
wins spread from the ends of play until nothing changes; what neither side can force is a draw, since play then need
never end. For each configuration of sheep the point of the fox is a bit, so that one step of the solver values all of
them at once: see `outfox.methods.endgame.kernels`. With two foxes there is such a mask for each point of the other:
`outfox.methods.endgame.pairs`. They are the same program over the same partitions; tables of two foxes are made after
those of one, to which a trapped fox leads.

Time: linear in configurations, each of which is valued a few times. Memory: some partitions a worker. Disk: two bits
a state, a pair of foxes once.

Sources
    K. Thompson, *Retrograde Analysis of Certain Endgames*, ICCA Journal 9(3), 1986; R. Lake, J. Schaeffer and P. Lu,
    *Solving Large Retrograde-Analysis Problems Using a Network of Workstations*, Advances in Computer Chess 7, 1994
    (partitions that captures and moves of men leave for good, solved in order over many machines).

Status: proven (every table is verified by other means than those that made it: `outfox.methods.endgame.verify`)
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

from outfox.methods.endgame import rank
from outfox.methods.endgame.board import endgame_rules
from outfox.methods.endgame.parts import PartSolver
from outfox.methods.endgame.rank import FEWEST, POINTS, Counts, states
from outfox.methods.endgame.tables import (
    FOXES,
    Part,
    TableFile,
    join_parts,
    part_path,
    read_part,
    table_file,
    table_path,
)
from outfox.rules import Game
from outfox.rules.errors import BudgetExceeded, DamagedFile, NotSupported
from outfox.workers.pool import Workers, kept, map_tasks

Progress: TypeAlias = Callable[[float, str], None]


@dataclass(frozen=True)
class Endgame:
    """What is known of one number of foxes and of sheep.

    Attributes
    ----------
    foxes, sheep
        How many.
    configurations
        Ways to place the sheep; each with every place of the foxes, and either side to move.
    wins
        States won, with the foxes to move by the foxes and by the sheep, then with the sheep to move.
    valued
        How often the solver valued a configuration.
    seconds, cpu_seconds
        What it took; 0 where the table was there.
    path
        The table.
    bytes
        Its size.
    """

    foxes: int
    sheep: int
    configurations: int
    wins: tuple[int, ...]
    valued: int
    seconds: float
    cpu_seconds: float
    path: Path
    bytes: int

    @property
    def complete(self) -> bool:
        """Whether all configurations are there, not only what play can reach from some."""
        return self.configurations == comb(POINTS, self.sheep)

    @property
    def placements(self) -> int:
        """How many ways to place the sheep and the foxes."""
        return self.configurations * comb(POINTS - self.sheep, self.foxes)

    @property
    def states(self) -> int:
        """How many states: placements with a side to move."""
        return 2 * self.placements

    def counts(self, mover: int) -> tuple[int, int, int]:
        """Return how many placements the foxes win, are drawn, and the sheep win, with a side to move (0: foxes)."""
        foxes, sheep = self.wins[2 * mover : 2 * mover + 2]
        return foxes, self.placements - foxes - sheep, sheep


def solve_endgames(
    game: Game,
    sheep: int,
    folder: str | Path,
    workers: Workers = 1,
    progress: Progress | None = None,
    below: Counts | None = None,
    foxes: int = 1,
) -> list[Endgame]:
    """Solve one fox or two against up to `sheep` sheep, or take what is solved.

    Parameters
    ----------
    game
        The board's form counts: `diagonals`, `sheep_diagonal`. Without `multi_jump` and `forced_capture`.
    sheep
        The largest number; all from 9 on are needed for it.
    folder
        Where the tables are, and the partitions of one that is not complete.
    workers
        Processes, or a Ray cluster whose machines all see the folder. They change nothing but the time.
    progress
        Called with the share done, 0 to 1, and a short text.
    below
        Solve only what play can reach from so many sheep in each row, row 1 first, instead of all up to `sheep`.
    foxes
        The most foxes, 1 or 2: after the tables of one fox, those of two.

    Returns
    -------
    list of Endgame
        With one fox from 9 sheep on, then with two.

    Raises
    ------
    NotSupported
        Where the game or the number is none that the method knows.
    DamagedFile
        Where a table is of other rules.
    """
    rules, place = endgame_rules(game), Path(folder)
    sheep = sheep if below is None else sum(below)
    _refuse_numbers(foxes, sheep)
    place.mkdir(parents=True, exist_ok=True)
    plan = {n: rank.partitions(n) for n in range(FEWEST, sheep + 1)} if below is None else rank.closure(below)
    stages = [(number, counts) for number in range(1, foxes + 1) for counts in plan.values()]
    weights = [sum(_weight(each, number) for each in counts) for number, counts in stages]
    found = []
    with kept(workers) as crew:
        for k, (number, counts) in enumerate(stages):
            text = f"{FOXES[number]}, {sum(counts[0])} sheep"
            tell = _teller(progress, sum(weights[:k]) / sum(weights), weights[k] / sum(weights), text)
            found.append(_one_number(rules, number, counts, place, crew, tell))
    return found


def _refuse_numbers(foxes: int, sheep: int) -> None:
    if foxes not in FOXES:
        raise NotSupported(f"endgame tables are of 1 or 2 foxes, not {foxes}")
    if not FEWEST <= sheep <= POINTS - foxes:
        raise NotSupported(f"endgame tables are of {FEWEST} to {POINTS - foxes} sheep, not {sheep}: fewer have lost")


def _weight(counts: Counts, foxes: int) -> int:
    """Return how many masks a partition has."""
    return rank.configurations(counts) * (1 if foxes == 1 else POINTS - sum(counts))


def _teller(progress: Progress | None, begin: float, share: float, text: str) -> Callable[[float], None] | None:
    if progress is None:
        return None
    return lambda done: progress(begin + share * done, f"{text}, {100 * done:.1f} %")


def _one_number(
    rules: Game, foxes: int, counts: list[Counts], folder: Path, workers: Workers, tell: Callable[[float], None] | None
) -> Endgame:
    path = table_path(folder, sum(counts[0]), foxes)
    if not path.exists():
        _make(rules, foxes, counts, folder, workers, tell)
    shutil.rmtree(part_path(folder, counts[0], foxes).parent, ignore_errors=True)  # what it was made from
    if not set(counts) <= set(table_file(path).partitions):
        raise DamagedFile(f"{path} holds some of the positions that are wanted; use another folder")
    return read_endgame(path, rules)


def read_endgame(path: Path, rules: Game) -> Endgame:
    """Return what a table says of itself.

    Raises
    ------
    DamagedFile
        Where it is no table, or one of other rules, or not what its name says.
    """
    table = TableFile(path)
    header = table.header
    if header["rules_key"] != rules.rules_key:
        raise DamagedFile(f"{path} was made for other rules of {rules.name} than these; use another folder")
    if path.name != table_path(path.parent, table.sheep, table.foxes).name:
        raise DamagedFile(f"{path} holds {FOXES[table.foxes]} and {table.sheep} sheep, not what its name says")
    wins = tuple(int(number) for number in header["wins"])
    work = header["valued"], header["seconds"], header["cpu_seconds"]
    return Endgame(table.foxes, table.sheep, header["configurations"], wins, *work, path, path.stat().st_size)


def found_endgames(rules: Game, folder: Path) -> list[Endgame]:
    """Return what is known of the tables in a folder."""
    paths = (table_path(folder, sheep, foxes) for foxes in FOXES for sheep in range(FEWEST, POINTS))
    return [read_endgame(path, rules) for path in paths if path.exists()]


def refuse_beyond_disk(game: Game, sheep: int, folder: Path, foxes: int = 1) -> None:
    """Refuse work whose tables have no room on the disk.

    Raises
    ------
    BudgetExceeded
    """
    rules = endgame_rules(game)
    _refuse_numbers(foxes, sheep)
    folder.mkdir(parents=True, exist_ok=True)
    there = {(e.foxes, e.sheep) for e in found_endgames(rules, folder)}
    wanted = [(many, number) for many in range(1, foxes + 1) for number in range(FEWEST, sheep + 1)]
    sizes = [states(number, many) // 4 for many, number in wanted if (many, number) not in there]
    needed, free = sum(sizes) + 2 * max(sizes, default=0), shutil.disk_usage(folder).free
    if needed > free:
        raise BudgetExceeded(f"these tables need {needed / 1e9:.1f} GB in {folder}, which has {free / 1e9:.1f} GB left")


def _make(
    rules: Game, foxes: int, counts: list[Counts], folder: Path, workers: Workers, tell: Callable[[float], None] | None
) -> None:
    begun, parent = time.monotonic(), part_path(folder, counts[0], foxes).parent
    parent.mkdir(exist_ok=True)
    for path in parent.glob("[!.]*"):
        if read_part(path, rules.spec, foxes) is None:
            path.unlink()  # cut off, or of other rules: workers must not take it for solved
    solver = PartSolver(rules.spec, folder.resolve(), foxes)  # a worker may stand in another folder
    parts: list[Part] = []
    done, whole = 0, sum(map(rank.configurations, counts))
    for part in map_tasks(solver, counts, workers):
        parts.append(part)
        done += rank.configurations(part.counts)
        if tell is not None:
            tell(done / whole)
    facts: dict[str, Any] = {
        "valued": sum(part.valued for part in parts),
        "sweeps": max(part.sweeps for part in parts),
        "cpu_seconds": sum(part.cpu_seconds for part in parts),
        "seconds": time.monotonic() - begun,
    }
    join_parts(folder, rules.spec, rules.rules_key, foxes, parts, facts)
