"""Game trees: sizes, values that are known, repeated positions, odds, limits."""

from __future__ import annotations

from collections import Counter

import pytest

from outfox.methods.solve import solve
from outfox.methods.solve.unfold import unfold
from outfox.rules import load


@pytest.fixture(scope="module")
def worth():
    return solve(load("tic-tac-toe")).outcome


def test_two_plies_of_tic_tac_toe(worth):
    tree = unfold(load("tic-tac-toe").start(), 2, worth)
    assert Counter(node.depth for node in tree) == {0: 1, 1: 9, 2: 72}
    (centre,) = (node for node in tree.children if node.name == "b2")
    assert {node.name for node in centre.children if node.keeps} == {"a1", "a3", "c1", "c3"}  # corners hold
    assert {node.value for node in centre.children if not node.keeps} == {1.0}  # edges lose
    assert all(node.hidden == 7 for node in centre.children)


def test_known_values_of_a_position(worth):
    # X O . / . O . / X . . with x to move: D wins at once, H in three plies, C, F and I lose.
    position = load("tic-tac-toe").parse("3 x o .\n2 . o .\n1 x . .\n  a b c\nx to move")
    tree = unfold(position, 1, worth)
    found = {node.name: node for node in tree.children}
    assert (found["a2"].keeps, found["a2"].position.is_terminal) == (True, True)
    assert (found["b1"].keeps, found["b1"].remoteness) == (True, 2)
    assert [found[name].value for name in ("c3", "c2", "c1")] == [-1.0] * 3


def test_a_whole_tree_needs_no_table(worth):
    position = load("tic-tac-toe").start()
    for name in "a1 b2 c3 a3 c1 b1".split():
        position = position.play(name)
    alone, told = unfold(position, 9), unfold(position, 9, worth)
    assert [node.value for node in alone] == [node.value for node in told]
    assert alone.remoteness is None
    assert unfold(position, 1).value is None
    assert {node.value for node in unfold(position, 1).children} == {None, 1.0}


def test_a_guess_is_asked_only_where_no_value_is_known():
    position = load("tic-tac-toe").start()
    for name in "a1 b2 c3 a3 c1 b1".split():
        position = position.play(name)
    asked = []

    def guess(proven):
        def answer(at):
            asked.append(at)
            return 0.5, proven

        return answer

    tree = unfold(position, 1, guess=guess(False))
    assert (tree.value, tree.estimate) == (None, 0.5)
    found = {node.name: (node.value, node.estimate, node.keeps) for node in tree.children}
    assert found == {"b3": (None, 0.5, False), "a2": (None, 0.5, False), "c2": (1.0, None, False)}
    assert len(asked) == 3  # not the end of play
    tree = unfold(position, 1, guess=guess(True))  # what is proven is a value, which the root's follows from
    assert (tree.value, tree.estimate, [node.value for node in tree.children]) == (1.0, None, [0.5, 0.5, 1.0])
    assert [node.keeps for node in tree.children] == [False, False, True]
    assert len(asked) == 5


def test_a_position_that_comes_again_refers_to_the_first():
    start = load("nim:piles=[1,1,1]").start()
    tree = unfold(start, 9, solve(start).outcome)
    again = [node for node in tree if node.same is not None]
    assert len(again) == 3  # each pair of piles can go in two orders
    assert all(node.position == node.same.position and not node.children for node in again)
    assert sorted(node.same.number for node in again) == [1, 2, 3]
    assert sum(1 for _ in tree) == 1 + 3 + 6 + 3


def test_cycles_end():
    tree = unfold(load("cat-and-mouse:rows=2,cols=2").start(), 50)
    assert sum(1 for _ in tree) < 60
    assert tree.value is None


def test_chance_has_odds_and_keeps_nothing():
    start = load("pig:target=10").start()
    tree = unfold(start, 2, solve(start).outcome)
    (roll,) = (node for node in tree.children if node.position.is_chance)
    assert [node.odds for node in roll.children] == pytest.approx([1 / 6] * 6)
    assert not any(node.keeps for node in roll.children)
    assert roll.value == pytest.approx(sum(node.value / 6 for node in roll.children))


def test_the_deepest_are_left_out_first(worth):
    tree = unfold(load("tic-tac-toe").start(), 5, worth, most=50)
    assert sum(1 for _ in tree) <= 50
    assert len(tree.children) == 9
    assert max(node.depth for node in tree) == 2
