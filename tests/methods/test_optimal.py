"""Graded actions against the definition, by brute force: on games and on random graphs with cycles."""

import numpy as np
import pytest

from outfox.kernel.graph import reach
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.methods.solve.layers import position_of
from outfox.methods.solve.optimal import optimal
from outfox.methods.solve.retrograde import Levels, analyse
from outfox.methods.solve.states import SolvedGraph, solve_states
from outfox.rules import TERMINAL, load
from tests.methods.test_retrograde import graph_of, random_graph
from tests.naive.retrograde import Graph, explore, remoteness, values


def graded_by_definition(naive):
    """Return keeps, best, loss and late of each action of each state, as lists, from the definition alone."""
    value = values(naive)
    plies = remoteness(naive, value)
    endless = naive.endless or 0.0
    found = []
    for n, who in enumerate(naive.who):
        if who == TERMINAL:
            found.append([])
            continue
        sign = 1 if who == 0 else -1
        lost = [sign * (value[n] - value[child]) for _, child in naive.next[n]]
        favoured = value[n] if value[n] == endless else value[n] - endless
        hastens = favoured != 0 and (favoured > 0) == (who == 0)
        never = 0 if favoured == 0 else 10**9
        its = [0 if favoured == 0 else never if plies[c] is None else plies[c] for _, c in naive.next[n]]
        kept = [d for d, x in zip(its, lost, strict=True) if x == 0]
        top = (min if hastens else max)(kept)
        finite = [never not in (d, top) or never == 0 for d in its]
        found.append(
            [
                (x == 0, x == 0 and d == top, x, abs(d - top) if x == 0 and known else 0)
                for x, d, known in zip(lost, its, finite, strict=True)
            ]
        )
    return found


def graded(found, graph, state):
    these = slice(graph.first[state], graph.first[state + 1])
    return list(
        zip(*(column[these].tolist() for column in (found.keeps, found.best, found.loss, found.late)), strict=True)
    )


@pytest.mark.parametrize(
    "spec",
    [
        "cat-and-mouse:rows=5,cols=6",  # cycles, ENDLESS for one side
        "cat-and-mouse:rows=3,cols=3,stay=true",
        "tic-tac-toe",  # three payoffs, no ENDLESS
    ],
)
def test_every_action_of_a_game(spec):
    game = load(spec)
    naive = explore(game)
    solved = solve_states(game, symmetry=False)
    found, graph = optimal(solved), solved.graph
    expected = graded_by_definition(naive)
    for number in range(0, graph.states, 1 + graph.states // 400):
        key = position_of(graph, number).state.key(game.key_fields)
        assert graded(found, graph, number) == expected[naive.index[key]], (spec, number)


class Endless:
    """What grading asks of a game."""

    def __init__(self, endless):
        self.endless = endless

    def has(self, name):
        return False


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("payoffs", "endless"), [((1, -1), -1), ((1, 0, -1), 0), ((2, 1, -1), 1), ((3, 1), 2), ((1,), 0)]
)
def test_every_action_of_random_graphs(payoffs, endless):
    random = np.random.default_rng(len(payoffs) * 10 + endless)
    for _ in range(40):
        naive: Graph = random_graph(random, list(payoffs), endless, acyclic=False)
        flips = random.integers(0, 2, len(naive.who)).astype(bool) if endless == 0 else None
        graph = graph_of(naive, endless, flips)
        graph.game = Endless(endless)
        levels = Levels(graph)
        places, distances = analyse(graph, levels)
        solved = SolvedGraph(graph, None, levels.payoffs[places], distances)
        found = optimal(solved)
        for number, expected in enumerate(graded_by_definition(naive)):
            assert graded(found, graph, number) == expected


def test_chance_is_chosen_by_nobody():
    solved = solve_states(load("pig:target=4"))
    found, graph = optimal(solved), solved.graph
    degrees = np.diff(graph.first)
    assert not found.keeps[np.repeat(graph.who == BY_CHANCE, degrees)].any()
    assert not found.late.any()
    assert (found.loss >= 0).all()
    for number in np.flatnonzero((graph.who != BY_CHANCE) & (graph.who != OVER)).tolist():
        these = slice(graph.first[number], graph.first[number + 1])
        sign = 1 if graph.who[number] == 0 else -1
        after = [sign * solved.values[e >> 1] for e in graph.edges[these]]
        assert found.best[these].tolist() == [abs(a - max(after)) < 1e-9 for a in after]
        assert found.loss[these] == pytest.approx([max(after) - a for a in after], abs=1e-9)


def test_edges_that_were_not_kept_are_made_again():
    game = load("tic-tac-toe")
    whole = solve_states(game)
    dropped = reach(game, symmetry=True, edges="drop")
    levels = Levels(dropped)
    places, distances = analyse(dropped, levels)
    found = optimal(SolvedGraph(dropped, None, levels.payoffs[places], distances))
    assert found.best.tolist() == optimal(whole).best.tolist()
