"""Retrograde analysis against a brute-force fixed point, on random graphs."""

import itertools

import numpy as np
import pytest

from outfox.formats.packing import packed
from outfox.kernel.graph import Graph
from outfox.kernel.store import NOT_OVER, OVER
from outfox.methods.solve import layers
from outfox.methods.solve.cycles import cycle
from outfox.methods.solve.retrograde import NO_DISTANCE, Levels, analyse
from outfox.rules import TERMINAL
from tests.naive.retrograde import Graph as NaiveGraph
from tests.naive.retrograde import remoteness, values


class Rules:
    """What retrograde analysis asks of a game."""

    def __init__(self, endless):
        self.endless = endless


def graph_of(naive, endless, flips=None, layer=()):
    """Return the compiled form of a naive graph; with `flips`, states are kept with the players exchanged."""
    n = len(naive.who)
    flips = np.zeros(n, bool) if flips is None else flips
    who = np.array([OVER if w == TERMINAL else w ^ int(flips[k]) for k, w in enumerate(naive.who)], np.uint8)
    paid = [None if p is None else -p if flips[k] else p for k, p in enumerate(naive.payoff)]
    payoffs = sorted({p for p in paid if p is not None})
    level = np.array([NOT_OVER if p is None else payoffs.index(p) for p in paid], np.int16)
    edges = [child * 2 + int(flips[k] != flips[child]) for k in range(n) for _, child in naive.next[k]]
    first = np.concatenate([[0], np.cumsum([len(naive.next[k]) for k in range(n)])]).astype(np.int64)
    return Graph(
        game=Rules(endless),
        packing=packed([0], [0]),
        states=n,
        keys=np.zeros((n, 1), np.int64),
        who=who,
        images=1,
        fixed=np.zeros(0, np.uint8),
        level=level,
        payoffs=np.array(payoffs),
        layer=np.array(layer, np.int32),
        first=first,
        edges=np.array(edges, np.int32),
        odds=np.zeros(0),
        forward=all(child > k for k in range(n) for _, child in naive.next[k]),
        exchanges=bool(flips.any()),
        roots=[(0, bool(flips[0]))],
        edge_count=len(edges),
    )


def random_graph(random, payoffs, endless, acyclic):
    """Return a graph with players moving twice in a row and several actions to one state."""
    n = int(random.integers(2, 16))
    naive = NaiveGraph(endless=endless)
    for k in range(n):
        over = k == n - 1 if acyclic else random.random() < 0.3
        over = over or random.random() < 0.15
        naive.who.append(TERMINAL if over else int(random.integers(2)))
        naive.payoff.append(float(random.choice(payoffs)) if over else None)
        low = k + 1 if acyclic else 0
        children = [] if over else random.integers(low, n, int(random.integers(1, 5))).tolist()
        naive.next.append(list(enumerate(children)))
    return naive


@pytest.mark.parametrize("acyclic", [False, True])
def test_three_thousand_random_graphs(acyclic):
    random = np.random.default_rng(5 + acyclic)
    seen = set()
    for _ in range(1500):
        payoffs = np.sort(random.choice(np.arange(-3, 4), int(random.integers(1, 5)), replace=False)).astype(float)
        # Worse than all, better than all, between, equal to one: every position.
        endless = float(random.choice(np.append(payoffs, [-4, 4, *(payoffs + 0.5)])))
        naive = random_graph(random, payoffs, endless, acyclic)
        graph = graph_of(naive, endless)
        levels = Levels(graph)
        found, distances = analyse(graph, levels)
        assert levels.payoffs[found].tolist() == values(naive)
        plies = [None if d == NO_DISTANCE else d for d in distances.tolist()]
        assert plies == remoteness(naive, values(naive))
        seen.add(tuple(sorted({None if p is None else min(p, 6) for p in plies}, key=str)))
    assert len(seen) > 10  # the graphs are not all alike


def layered(naive, random):
    """Return a progress for each state of a graph whose edges are changed so that it never falls."""
    n = len(naive.who)
    progress = random.integers(-2, int(random.integers(-1, 5)), n)
    for k in range(n):
        later = np.flatnonzero(progress >= progress[k]).tolist()
        naive.next[k] = [(a, c if progress[c] >= progress[k] else int(random.choice(later))) for a, c in naive.next[k]]
    return progress


@pytest.mark.parametrize("fewest", [1, 4])
def test_three_thousand_random_graphs_with_layers(monkeypatch, fewest):
    """Players exchanged in some states, so that an edge to a later layer may change a value's sign."""
    monkeypatch.setattr(layers, "FEWEST", fewest)
    random = np.random.default_rng(11 + fewest)
    parts, crossed = 0, 0
    for k in range(1500):
        payoffs = np.sort(random.choice(np.arange(-3, 4), int(random.integers(1, 5)), replace=False)).astype(float)
        endless = float(random.choice(np.append(payoffs, [-4, 4, *(payoffs + 0.5)]))) if k % 2 else 0.0
        naive = random_graph(random, payoffs, endless, acyclic=k % 5 == 0)
        progress = layered(naive, random)
        flips = random.random(len(naive.who)) < 0.5 if not endless else None
        graph = graph_of(naive, endless, flips, progress)
        levels = Levels(graph)
        found, distances = analyse(graph, levels)
        paid = (
            levels.payoffs[found] if flips is None else np.where(flips, -levels.payoffs[found], levels.payoffs[found])
        )
        assert (paid + 0.0).tolist() == values(naive)
        assert [None if d == NO_DISTANCE else d for d in distances.tolist()] == remoteness(naive, values(naive))
        parts += len(layers.Layers(graph)) > 1
        crossed += sum(progress[c] > progress[i] for i in range(len(naive.who)) for _, c in naive.next[i])
    assert parts > 500
    assert crossed > 2000


def test_states_with_exchanged_players():
    random = np.random.default_rng(7)
    for _ in range(500):
        payoffs = random.choice(np.arange(-3, 4), int(random.integers(1, 5)), replace=False).astype(float)
        naive = random_graph(random, payoffs, 0.0, acyclic=False)
        flips = random.random(len(naive.who)) < 0.5
        graph = graph_of(naive, 0.0, flips)
        levels = Levels(graph)
        found, distances = analyse(graph, levels)
        values_found = np.where(flips, -levels.payoffs[found], levels.payoffs[found])
        assert (values_found + 0.0).tolist() == values(naive)
        assert [None if d < 0 else d for d in distances.tolist()] == remoteness(naive, values(naive))


def test_a_cycle_is_found_exactly_where_there_is_one():
    random = np.random.default_rng(9)
    found = 0
    for k in range(300):
        naive = random_graph(random, np.array([1.0, -1.0]), None, acyclic=k % 2 == 0)
        order = random.permutation(len(naive.who))  # so that acyclic graphs are not always forward
        place = np.argsort(order)
        shuffled = NaiveGraph(
            who=[naive.who[i] for i in order],
            payoff=[naive.payoff[i] for i in order],
            next=[[(a, int(place[c])) for a, c in naive.next[i]] for i in order],
        )
        graph = graph_of(shuffled, None)
        way = cycle(graph)
        left, changed = set(range(graph.states)), True
        while changed:  # take away what leads nowhere that is left
            gone = {i for i in left if not any(c in left for _, c in shuffled.next[i])}
            left, changed = left - gone, bool(gone)
        assert bool(way) == bool(left)
        if way:
            found += 1
            assert way[0] == way[-1]
            assert all(b in [c for _, c in shuffled.next[a]] for a, b in itertools.pairwise(way))
    assert 50 < found < 250
