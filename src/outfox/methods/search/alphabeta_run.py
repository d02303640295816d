"""`Deepening`: the memory of an alpha-beta search, and its iterations in portions that Ctrl-C can interrupt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.packing import key_fields
from outfox.kernel.link import Linked, compiled, link
from outfox.kernel.random import seeded
from outfox.kernel.slots import Floats, Ints, Words
from outfox.methods.result import choices
from outfox.methods.search import alphabeta_kernel as kernel
from outfox.methods.search import alphabeta_order as order
from outfox.methods.search import alphabeta_table as table
from outfox.methods.search.evaluation import Evaluation, Weights
from outfox.methods.search.settings import AlphaBetaSettings
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.vocabulary import CHANCE

PORTION_SECONDS = 0.05
"""A kernel runs about this long before Ctrl-C, the clock and the progress line get their turn."""

FIRST_PORTION, LARGEST_PORTION = 10_000, 10**9
FIRST_PLACES = 2**12
"""Places of a table at first; it grows with what is stored, so that a short search touches little memory."""

FAR = 16
"""Plies from which a search that does not deepen begins with random games."""

GROWTH = 16
ENTRY_BYTES = 32
ENOUGH = 2**62
"""A number of nodes that no search reaches."""

regrow = compiled(table.regrow)


@dataclass(frozen=True)
class Iteration:
    """One search to a depth, of the actions in `order`.

    Attributes
    ----------
    depth
        Plies to the horizon.
    order : (n,) int64
        The root's actions in the order in which they were searched.
    found, known : (n,) float64 and int64
        Their values (player 0's) and flags, see `outfox.methods.search.alphabeta_kernel`.
    value, flags
        The root's.
    best
        The first of the best actions in that order; -1 at a chance node.
    line
        The principal variation.
    """

    depth: int
    order: Ints
    found: Floats
    known: Ints
    value: float
    flags: int
    best: int
    line: list[int]


class OutOfTime(Exception):
    """The budget of nodes or seconds is spent."""


class Deepening:
    """A search of one game, with its stack and table; `begin` starts anew at a position, `iterations` goes deeper.

    Parameters
    ----------
    game, settings
        What is searched and how.
    weights
        For the rules' `evaluate`, or a model that stands in for it.
    scale
        The value at which a search is content; default: the game's SCALE. With infinity nothing is ever cut off for
        being a win, as in a textbook.
    """

    def __init__(self, game: Game, settings: AlphaBetaSettings, weights: Weights = None, scale: float = 0.0) -> None:
        self.game, self.settings = game, settings
        self.weights, model = Evaluation.of(game, weights)
        self.estimates = settings.evaluate and (model or game.has("evaluate"))
        images = images_of(game, settings, self.estimates)
        self.linked: Linked = link(game, kernel.search, model=model, merged=images > 1)
        self._rehearsal: Linked | None = None
        if settings.ordering and not settings.deepen and (settings.depth or FAR) >= FAR:
            self._rehearsal = link(game, order.rehearse)
        scale = scale or game.scale
        self.constants = np.array([scale, np.nextafter(game.scale * (1 - 1e-9), 0.0)])
        self.options = np.zeros(kernel.OPTIONS, np.int64)
        self.options[kernel.ORDERING] = settings.ordering
        self.options[kernel.PRUNE] = settings.prune
        self.options[kernel.EVALUATE] = settings.evaluate
        self.options[kernel.TABLE] = settings.memory > 0
        self.options[kernel.KEYED] = leaves(game, game.key_fields)
        self.options[kernel.IMAGES] = images
        self.counters = np.zeros(9, np.int64)
        self._places = power_of_two(max(settings.memory * 2**20 // ENTRY_BYTES, 64))
        self._tables: dict[int, Words] = {}
        self._words: Words = np.zeros(table.BUCKET, np.uint64)
        self._rows = 0
        self.pool: Any = None
        self.stack: kernel.Stack
        self._portion = FIRST_PORTION

    # -- one search -------------------------------------------------------------------------------------------

    def begin(self, position: Position) -> None:
        """Start a search: nothing that an earlier one found is used."""
        self._stand_at(position)
        self.options[kernel.EXACT] = self.settings.exact or not self.settings.prune
        self.counters[:] = 0
        self.counters[kernel.NODES], self.counters[kernel.LIMIT] = 1, ENOUGH
        self._start_table()
        self._make_room(16)
        self.stack.history[:] = 0
        self.stack.ints[:] = 0
        if self._rehearsal is not None and self.mover != CHANCE:
            self._rehearse(self._rehearsal)

    def iterations(self, depths: range, look: Callable[[int], None]) -> Iterator[Iteration]:
        """Yield a result for each depth, the actions ordered by what the one before found.

        Parameters
        ----------
        depths
            Plies to the horizon.
        look
            Called about twenty times a second with the nodes so far; what it raises ends the search.

        Raises
        ------
        OutOfTime
            Where the limit of nodes is reached.
        """
        for depth in depths:
            self._put_root(min(depth, table.DEEPEST))
            self._finish(look)
            done = self._read(depth)
            yield done
            self._reorder(done)

    def whole_line(self, done: Iteration) -> list[int]:
        """Return the principal variation to the horizon or the end, where the table has cut it short.

        What is missing is searched for, from where the line breaks off: to the depth that is left and, where the search
        deepens, first to one less, so that a loser who can hold out that long is seen to.
        """
        line, position, counters = list(done.line), self.position, self.counters.copy()
        self.options[kernel.EXACT] = 0
        for action in line:
            position = position.play(action)
        seen = {position.key}
        while len(line) < done.depth and position.mover >= 0:
            left = done.depth - len(line)
            self._stand_at(position)
            self.counters[kernel.LIMIT] = ENOUGH
            first = max(left - 1, 1) if self.settings.deepen else left
            for found in self.iterations(range(first, left + 1), lambda nodes: None):  # noqa: ARG005
                missing = found.line
            for action in missing:
                line.append(action)
                position = position.play(action)
            if position.key in seen:
                break
            seen.add(position.key)
        self.counters[:] = counters
        return line

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return sum(linked.compile_seconds for linked in (self.linked, self._rehearsal) if linked is not None)

    @property
    def nodes(self) -> int:
        """States visited in this search, the root counted once."""
        return int(self.counters[kernel.NODES])

    def limit(self, nodes: int) -> None:
        """Stop after so many nodes; 0: never."""
        self.counters[kernel.LIMIT] = nodes or ENOUGH

    # -- inside -----------------------------------------------------------------------------------------------

    def _finish(self, look: Callable[[int], None]) -> None:
        """Run the kernel until the root is valued."""
        while True:
            before = time.perf_counter()
            status = self.linked(
                self.stack, self.pool, self._words, self.options, self.constants, self.weights, self.counters,
                self._portion,
            )  # fmt: skip
            self._check_play()
            if status == kernel.DONE:
                return
            if status == kernel.DEEPER:
                self._make_room(2 * self._rows)
                continue
            if self.options[kernel.TABLE] and self.counters[kernel.STORED] >= self.options[kernel.ROOM]:
                self._grow_table()
            if self.nodes >= self.counters[kernel.LIMIT]:
                raise OutOfTime("nodes")
            self._portion = next_portion(self._portion, time.perf_counter() - before)
            look(self.nodes)

    def _rehearse(self, rehearse: Linked) -> None:
        """Set the history by random games."""
        stack, random = self.stack, seeded(np.random.SeedSequence(0))
        sums, visits = np.zeros(2 * order.PLACES + 1), np.zeros(2 * order.PLACES + 1, np.int64)
        self.linked.put(self.pool, 0, self.position.state)
        for _ in range(order.REHEARSED // order.PORTION):
            rehearse(
                self.pool, random, order.PORTION, order.PLIES, int(self.options[kernel.KEYED]), stack.before,
                stack.after, self.game.scale, sums, visits, stack.history,
            )  # fmt: skip

    def _stand_at(self, position: Position) -> None:
        self.position, self.mover = position, position.mover
        self.order = np.array(choices(position), np.int64)
        self.odds = np.array([p for _, p in position.chance]) if self.mover == CHANCE else np.zeros(0)

    def _put_root(self, depth: int) -> None:
        self._make_room(min(depth, 254) + 2)
        self.linked.put(self.pool, 0, self.position.state)
        stack, n = self.stack, len(self.order)
        stack.moves[0, :n] = self.order
        if self.mover == CHANCE:
            stack.odds[0, :n] = self.odds
        f, x = stack.ints[0], stack.floats[0]
        f[kernel.WHO], f[kernel.COUNT], f[kernel.NEXT], f[kernel.REMAINING] = self.mover, n, 0, depth
        f[kernel.MOVE], f[kernel.ONE], f[kernel.ALL], f[kernel.ORDERED] = -1, 0, kernel.EVERY, 0
        f[kernel.FIXED] = f[kernel.LENGTH] = f[kernel.CLAIMS] = 0
        x[[kernel.ALPHA, kernel.LOW]], x[[kernel.BETA, kernel.HIGH]] = -np.inf, np.inf
        x[kernel.BEST] = -np.inf if self.mover == 0 else np.inf if self.mover == 1 else 0.0
        stack.known[:n] = 0
        self.counters[kernel.PLY] = 0

    def _read(self, depth: int) -> Iteration:
        stack, n = self.stack, len(self.order)
        value, flags = kernel.finished(stack, 0)
        return Iteration(
            depth, self.order.copy(), stack.found[:n].copy(), stack.known[:n].copy(), float(value), int(flags),
            int(stack.ints[0, kernel.MOVE]), [int(a) for a in stack.line[0, : stack.ints[0, kernel.LENGTH]]],
        )  # fmt: skip

    def _reorder(self, done: Iteration) -> None:
        """Put better actions in front; equal ones keep their order, so that what won sooner stays in front."""
        if self.mover == CHANCE or not self.settings.ordering:
            return
        if self.options[kernel.EXACT]:
            gain = done.found if self.mover == 0 else -done.found
            self.order = done.order[np.argsort(-gain, kind="stable")]
        else:
            self.order = np.concatenate([[done.best], done.order[done.order != done.best]])

    def _check_play(self) -> None:
        game = self.game
        if self.counters[kernel.OVERSIZED]:
            message = f"a payoff is larger than SCALE, {game.scale:g}; declare SCALE = the largest payoff there is"
            raise RulesError.at(game.path.name, game.line_of("SCALE") or game.line_of("payoff"), message)
        if self.counters[kernel.ODD]:
            message = "evaluate returned what is not a finite number"
            raise RulesError.at(game.path.name, game.line_of("evaluate"), message)

    def _make_room(self, rows: int) -> None:
        """Give the stack at least so many plies; what stands in it stays."""
        if rows <= self._rows:
            return
        game, wide = self.game, max(self.game.branching, self.game.outcomes, 1)
        rows, numbers = max(rows, 2 * self._rows), leaves(self.game, self.game.stored_fields)
        pool = self.linked.states(rows + 2)
        new = kernel.Stack(
            np.zeros((rows, kernel.INTS), np.int64), np.zeros((rows, kernel.FLOATS)), np.zeros(rows, np.uint64),
            np.zeros((rows, wide), np.int64), np.zeros((rows, wide), np.int64),
            np.zeros((rows, max(game.outcomes, 1))), np.zeros((rows, rows), np.int64),
            np.zeros(2 * order.PLACES, np.int64), np.zeros(numbers, np.int64), np.zeros(numbers, np.int64),
            np.zeros(wide), np.zeros(wide, np.int64),
        )  # fmt: skip
        if self._rows:
            old = self._rows
            for k in range(old):
                pool[k] = self.pool[k]
            for ours, theirs in zip(new[:6], self.stack[:6], strict=True):
                ours[:old] = theirs
            new.line[:old, :old] = self.stack.line
            for ours, theirs in zip(new[7:], self.stack[7:], strict=True):
                ours[:] = theirs
        self.pool, self.stack, self._rows = pool, new, rows

    def _start_table(self) -> None:
        if not self.options[kernel.TABLE]:
            return
        if self.options[kernel.GENERATION] + 1 >= table.GENERATIONS:
            self._tables.clear()
            self.options[kernel.GENERATION] = 0
        self.options[kernel.GENERATION] += 1
        self._take_table(min(FIRST_PLACES, self._places))

    def _take_table(self, places: int) -> None:
        """Use the table of this size. Memory that is not touched costs nothing; tables of earlier searches serve."""
        if places not in self._tables:
            self._tables[places] = np.zeros(places * table.ENTRY, np.uint64)
        self._words = self._tables[places]
        self.options[kernel.ROOM] = places // 2 if places < self._places else ENOUGH

    def _grow_table(self) -> None:
        old = self._words
        self._take_table(min(GROWTH * len(old) // table.ENTRY, self._places))
        self.counters[kernel.STORED] = regrow(old, self._words, int(self.options[kernel.GENERATION]))


def images_of(game: Game, settings: AlphaBetaSettings, estimates: bool) -> int:
    """Return how many images of a state, itself among them, the table takes for one.

    More than 1 only where nothing tells them apart: deepening finds lines and distances, whose order the table would
    change; estimates may differ between images; and with cycles values depend on the path.
    """
    if settings.deepen or estimates or game.endless is not None or not game.has("symmetry_action"):
        return 1
    return int(game.constant("SYMMETRIES"))


def leaves(game: Game, fields: tuple[str, ...]) -> int:
    """Return how many numbers some fields of the state have."""
    return sum(leaf.size for leaf in key_fields(game.state, fields))


def next_portion(portion: int, taken: float) -> int:
    """Return how many steps a kernel may take next, after `portion` of them took so many seconds.

    Examples
    --------
    >>> next_portion(10_000, 0.1), next_portion(10_000, 0.001)
    (5000, 20000)
    """
    return max(64, min(LARGEST_PORTION, portion * 2, int(portion * PORTION_SECONDS / max(taken, 1e-6))))


def power_of_two(n: int) -> int:
    """Return the largest power of two that is not above `n`.

    Examples
    --------
    >>> power_of_two(100)
    64
    """
    return 1 << (int(n).bit_length() - 1)
