"""The parts in which a graph is solved: by the rules' `progress`, or by the numbers of its states.

Play never leads back from a part to one before it, so they are solved from the last to the first, and what is needed of
an edge between two parts is the value and the distance that it leads to. Only one part's edges are turned round at a
time; where edges were not kept, no others stand in memory, except those of some states that are looked at.

Where all edges lead to higher numbers, the numbers make parts of any size; else the states are sorted by progress, and
values of progress with few states are taken together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import numpy as np

from outfox.kernel.graph import Graph
from outfox.kernel.slots import Ints, Ints32
from outfox.methods.solve.keys import Keys
from outfox.rules.errors import RulesError
from outfox.rules.position import Position

FEWEST = 1 << 16
"""States that are worth a part of their own."""

CHUNK = 1 << 18
"""States whose edges are looked at between two looks at the world outside; those of a part without cycles."""

SORTED_FAST = 1 << 16
"""Numbers in so small a range are sorted by counting."""

_NONE = np.zeros(0, np.int32)


class Part(NamedTuple):
    """Some states of a graph that are solved together.

    Attributes
    ----------
    numbers : (size,) int32
        The numbers of the states; empty where they are consecutive from `offset` on.
    offset, size : int
        The place of the first state, and how many there are.
    """

    numbers: Ints32
    offset: int
    size: int


class Chunk(NamedTuple):
    """The edges of some states of a part.

    Attributes
    ----------
    low, high : int
        The places of the states in their part: `low` to `high` - 1.
    kept : int
        1 where `first` and `edges` are those of the whole graph; 0 where they are those of these states.
    first, edges
        As in `Graph`.
    """

    low: int
    high: int
    kept: int
    first: Ints
    edges: Ints32


class Layers:
    """The parts of a graph.

    Attributes
    ----------
    cuts : list of int
        Where each part begins, by place, and the number of states.
    order, place : (states,) int32
        The numbers of the states by place, and the other way round; empty where places are numbers.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph, self.order, self.place = graph, _NONE, _NONE
        self.cuts = [0, graph.states]
        self._made: tuple[int, int, tuple[Ints, Ints32]] | None = None
        if graph.forward:
            self.cuts = [*range(0, graph.states, CHUNK), graph.states]
        elif len(graph.layer):
            self._sort()

    def _sort(self) -> None:
        low, high = int(self.graph.layer.min()), int(self.graph.layer.max())
        keys = self.graph.layer
        if high - low < SORTED_FAST:
            keys = (keys - low).astype(np.uint16)
        order = np.argsort(keys, kind="stable").astype(np.int32)
        keys = keys[order]
        rises = np.flatnonzero(keys[1:] != keys[:-1]) + 1
        self.cuts = _together([0, *rises.tolist(), len(order)])
        if len(self.cuts) > 2:
            self.order, self.place = order, np.empty_like(order)
            self.place[order] = np.arange(len(order), dtype=np.int32)

    def __len__(self) -> int:
        return len(self.cuts) - 1

    def part(self, number: int) -> Part:
        """Return a part."""
        begin, end = self.cuts[number : number + 2]
        return Part(self.order[begin:end], begin, end - begin)

    def chunks(self, part: Part, end: int) -> Iterator[Chunk]:
        """Yield the edges of the first `end` states of a part, from the last to the first."""
        for high in range(end, 0, -CHUNK):
            low = max(high - CHUNK, 0)
            if self.graph.retracer is None:
                yield Chunk(low, high, 1, self.graph.first, self.graph.edges)
                continue
            if self._made is None or self._made[:2] != (part.offset + low, part.offset + high):
                self._made = None  # not two at a time
                begin, stop = part.offset + low, part.offset + high
                numbers = self.order[begin:stop] if len(self.order) else np.arange(begin, stop, dtype=np.int32)
                self._made = begin, stop, self.graph.retracer.edges(numbers)
            yield Chunk(low, high, 0, *self._made[2])

    def states(self, begin: int, end: int) -> Any:
        """Return the numbers of the states at these places, or the slice that has them."""
        return self.order[begin:end] if len(self.order) else slice(begin, end)

    def refuse(self, part: Part, chunk: Chunk, k: int) -> NoReturn:
        """Refuse rules whose progress falls along an action of the state at place `k` of a part.

        Raises
        ------
        RulesError
        """
        graph = self.graph
        number = int(part.numbers[k]) if len(part.numbers) else part.offset + k
        row = number if chunk.kept else k - chunk.low
        children = chunk.edges[chunk.first[row] : chunk.first[row + 1]] >> 1
        place = int(np.flatnonzero(graph.layer[children] < graph.layer[number])[0])
        position = position_of(graph, number)
        action = position.legal[place]
        after = position.play(action)
        was, now = (int(graph.game.call("progress", p.state)) for p in (position, after))
        where = f"after {position.name(action)} in {' '.join(position.text.split())}"
        if now < was:
            raise RulesError(f"{graph.game.name}: progress falls from {was} to {now} {where}; it must never fall")
        image = int(graph.game.call("progress", position_of(graph, int(children[place])).state))
        raise RulesError(
            f"{graph.game.name}: the position {where} has progress {now}, and its image under symmetry or swap {image};"
            " equal positions must have the same"
        )


def _together(cuts: list[int]) -> list[int]:
    """Leave out cuts, so that every part has some states, except that the last may have few."""
    taken = [0]
    for cut in cuts[1:-1]:
        if cut - taken[-1] >= FEWEST:
            taken.append(cut)
    return [*taken, cuts[-1]]


def position_of(graph: Graph, number: int) -> Position:
    """Return a state of a graph as a position."""
    keys = Keys(graph.game, graph.packing, graph.images, graph.exchanges)
    return Position(graph.game, keys.state(tuple(graph.keys[number].tolist())))


__all__ = ["Chunk", "Layers", "Part", "position_of"]
