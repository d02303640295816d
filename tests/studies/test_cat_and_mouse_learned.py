"""Both players learned from nothing, by weights over relations, beside those written by hand: graded exactly."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from outfox.formats.policy_file import Policy
from outfox.methods.policies.grade import Grade
from outfox.rules import Position, load
from outfox.studies.cat_and_mouse.compare import CAT, FROM_EVERYWHERE, MOUSE, regret
from outfox.studies.cat_and_mouse.grid import Grid, captures
from outfox.training.optimise.field import maker, side_of
from outfox.training.optimise.graded import grade_policy
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.run import optimise
from tests.naive.retrograde import Graph, explore, remoteness, values

SPEC = "cat-and-mouse:rows=5,cols=6"
PUBLISHED = 2 * (5 + 6) - 7
"""Plies of the forced capture from opposite corners."""

AGAINST_PERFECT = replace(FROM_EVERYWHERE, regime="fixed", opponent="perfect", plays=2)


@cache
def learned(seed: int) -> Policy:
    """Return a cat and a mouse of 5 x 6 that had nobody but each other to learn from."""
    return optimise(SPEC, replace(FROM_EVERYWHERE, games=200_000), seed=seed).policy


def by_hand(ground: Ground) -> Policy:
    """Return the direct way of both: along the longer gap, and away along it."""
    game, sides = ground.board.game, []
    for player in (CAT, MOUSE):
        made = maker(ground.board, "far", player, True)
        sides.append(side_of(ground.board, made, player, np.zeros(0, np.int64), made.weights))
    return Policy(game.spec, game.name, game.rules_key, (sides[CAT], sides[MOUSE]))


def secured(one: Grade) -> tuple[float, int | None]:
    return one.secured, one.secured_remoteness


@pytest.mark.slow  # 5 CPU seconds each
@pytest.mark.parametrize(("optimiser", "games", "candidates"), [("cma", 200_000, 10), ("swarm", 400_000, 20)])
def test_a_learned_far_cat_is_as_good_as_the_one_written_by_hand(optimiser, games, candidates) -> None:
    """With every seed it takes a best step in every state, as the cat does that one writes by hand."""
    if optimiser == "cma":
        pytest.importorskip("cma")
    ground = Ground(load(SPEC))
    its = grade_policy(ground, by_hand(ground), CAT)
    assert (secured(its), its.everywhere.optimal) == ((1.0, PUBLISHED), 1.0)
    settings = replace(AGAINST_PERFECT, optimiser=optimiser, games=games, candidates=candidates)
    for seed in range(5):
        mine = grade_policy(ground, optimise(SPEC, settings, seed=seed, ground=ground).policy, CAT)
        assert secured(mine) == secured(its)
        assert (mine.regret, mine.regret_plies, mine.everywhere.late) == (0.0, 0, 0.0)
        assert mine.everywhere.optimal == 1.0


@cache
def learned_on_8_x_7() -> Policy:
    pytest.importorskip("cma")
    settings = replace(AGAINST_PERFECT, optimiser="cma", games=400_000)
    return optimise("cat-and-mouse:rows=8,cols=7", settings, seed=1).policy


@pytest.mark.slow  # 5 CPU seconds together
@pytest.mark.parametrize(("rows", "cols"), [(5, 6), (8, 7), (10, 11), (15, 14)])
def test_and_on_every_board(rows: int, cols: int) -> None:
    """It learned on 8 x 7 alone. Once more by the other solver, from placings to which play does not come either."""
    ground = Ground(load(f"cat-and-mouse:rows={rows},cols={cols}"))
    mine = grade_policy(ground, learned_on_8_x_7(), CAT)
    assert secured(mine) == (1.0, 2 * (rows + cols) - 7)
    assert (mine.everywhere.optimal, mine.everywhere.late) == (1.0, 0.0)
    exact = captures(Grid(rows, cols))
    for place in np.flatnonzero(exact.cat > 0)[:: rows * cols // 15]:
        state = ground.board.game.new_state()
        state.cats[0], state.mice[0] = divmod(int(place), rows * cols)
        assert regret(exact, int(place), CAT, learned_on_8_x_7().action(Position(ground.board.game, state))) == 0


@pytest.mark.slow  # 10 CPU seconds
def test_both_learn_from_nothing_but_each_other() -> None:
    """Ten runs: the mice waste fewer plies than the one that flees by hand, the cats nearly none."""
    ground = Ground(load(SPEC))
    cats, mice = ([grade_policy(ground, learned(seed), player) for seed in range(10)] for player in (CAT, MOUSE))
    by_hand_too = grade_policy(ground, by_hand(ground), MOUSE)
    assert secured(by_hand_too) == (1.0, PUBLISHED)
    assert all(secured(one) == (1.0, PUBLISHED) for one in mice)
    assert sum(secured(one) == (1.0, PUBLISHED) for one in cats) >= 7
    assert np.mean([one.everywhere.optimal for one in cats]) > 0.99
    assert np.mean([one.everywhere.late for one in mice]) < by_hand_too.everywhere.late


# --- how long mice last against the perfect cat -----------------------------------------------------


def lasting(graph: Graph, plies: list[int | None], mouse) -> list[float]:
    """Return the plies to the capture from each state, on average over the best steps of a perfect cat.

    `mouse` says which of its steps a mouse takes with equal chances. No step of hers leads to a capture farther away
    than she was from it, so those states that are near their end come first.
    """
    found = [0.0] * len(graph.who)
    for n in sorted(range(len(graph.who)), key=lambda n: plies[n]):
        if graph.next[n]:
            nexts = [goal for _, goal in graph.next[n]]
            best = [goal for goal in nexts if plies[goal] == plies[n] - 1]
            taken = best if graph.who[n] == CAT else mouse(n, nexts)
            found[n] = 1 + sum(found[goal] for goal in taken) / len(taken)
    return found


def test_a_trained_mouse_lasts_longer_than_random_and_careful_mice() -> None:
    game = load(SPEC)
    graph = explore(game)
    plies = remoteness(graph, values(graph))
    assert None not in plies  # the parity is right: the cat can win everywhere

    def trained(n, nexts):
        chosen = learned(1).action(Position(game, graph.states[n]))
        return [goal for action, goal in graph.next[n] if action == chosen]

    def careful(n, nexts):
        """Return the steps neither onto the cat nor beside her; all of them where there is none."""
        safe = [goal for goal in nexts if graph.next[goal] and min(plies[after] for _, after in graph.next[goal]) > 0]
        return safe or nexts

    def perfect(n, nexts):
        return [goal for goal in nexts if plies[goal] == plies[n] - 1]

    ways = {"random": lambda n, nexts: nexts, "careful": careful, "trained": trained, "perfect": perfect}
    hers = [n for n, who in enumerate(graph.who) if who == MOUSE]
    lasts = {name: lasting(graph, plies, way) for name, way in ways.items()}
    means = {name: np.mean([found[n] for n in hers]) for name, found in lasts.items()}
    assert lasts["perfect"] == plies
    assert means["random"] < means["careful"] < means["trained"] <= means["perfect"]
    assert lasts["random"][0] < lasts["careful"][0] < lasts["trained"][0] == plies[0] == 15
    assert means["perfect"] - means["trained"] < (means["perfect"] - means["careful"]) / 2
