"""The flat tree: sizes that others count, the plain rules node by node, merging, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from outfox.kernel.merging import image_of
from outfox.kernel.sequences import sequence_form
from outfox.kernel.store import BY_CHANCE, OVER
from outfox.kernel.tree import estimate_nodes, game_tree
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded, NotSupported, RulesError
from outfox.rules.vocabulary import CHANCE, TERMINAL
from tests.naive.equilibrium import nodes, whole_tree

SMALL_LEDUC = "leduc:ranks=2,raises=1"

LEDUC = (9457, 936), (1939, 288)
"""Histories and information sets, whole and merged. The reference counts 1,936 merged histories: the first card, of
which there are three, has no history of its own there."""


@pytest.fixture(scope="module")
def leduc():
    """Return the whole tree of Leduc and the merged one."""
    return game_tree(load("leduc"), merge=False), game_tree(load("leduc"))


def test_sizes_that_others_count(leduc):
    assert tuple((tree.nodes, tree.sets) for tree in leduc) == LEDUC
    assert not leduc[0].merged
    assert leduc[1].merged
    kuhn = game_tree(load("kuhn"))
    assert (kuhn.nodes, kuhn.sets, kuhn.slots) == (58, 12, 24)
    dice = game_tree(load("liars-dice"))
    assert (dice.nodes, dice.sets) == (294883, 24576)


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["kuhn", SMALL_LEDUC])
def test_nodes_are_those_of_the_plain_rules(spec):
    game = load(spec)
    tree, expected = game_tree(game, merge=False), nodes(whole_tree(game))
    movers = {TERMINAL: OVER, CHANCE: BY_CHANCE, 0: 0, 1: 1}
    assert [movers[node.who] for node in expected] == tree.mover.tolist()
    assert [node.payoff for node in expected] == tree.payoff.tolist()
    known = {}
    for number, node in enumerate(expected):
        children = tree.children(number)
        assert tree.action[children].tolist() == node.actions
        assert tree.odds[children].tolist() == (node.odds or [1.0] * len(children))
        info = int(tree.info[number])
        if node.info is None:
            assert info == -1
            continue
        assert known.setdefault(node.info, info) == info
        assert (int(tree.player[info]), tree.view(info).key()) == node.info
        assert tree.actions[tree.first[info] : tree.first[info + 1]].tolist() == node.actions
    assert len(known) == tree.sets
    assert sorted(known.values()) == list(range(tree.sets))


def test_before_is_the_last_own_choice():
    tree = game_tree(load("leduc"), merge=False)
    assert (tree.player[np.searchsorted(tree.first, tree.before, "right") - 1] == tree.player)[tree.before >= 0].all()
    for node in np.flatnonzero(tree.info >= 0)[::97].tolist():
        info, up = int(tree.info[node]), node
        last = -1
        while up > 0 and last < 0:
            parent = int(tree.parent[up])
            if tree.mover[parent] == tree.player[info]:
                last = int(tree.first[tree.info[parent]] + tree.slot[up])
            up = parent
        assert tree.before[info] == last


def test_merged_chance_adds_up(leduc):
    for tree in leduc:
        sums = np.bincount(tree.parent[1:], tree.odds[1:], tree.nodes)[tree.mover == BY_CHANCE]
        assert sums == pytest.approx(1.0)


def test_every_slot_has_an_image(leduc):
    whole, merged = leduc
    image = image_of(whole, merged)
    assert sorted(set(image.tolist())) == list(range(merged.slots))
    assert (merged.actions[image] == whole.actions).all()


def test_the_matrix_holds_every_payoff(leduc):
    whole, merged = leduc
    assert sequence_form(whole).entries > sequence_form(merged).entries
    for tree in leduc:
        first, second = sequence_form(tree).sides
        assert first.weight.sum() == pytest.approx(-second.weight.sum())


def test_a_tree_that_is_too_large_is_refused_with_its_size():
    with pytest.raises(BudgetExceeded, match=r"about .*e\+0\d nodes .*room for 1,000"):
        game_tree(load("leduc"), nodes=1000)
    with pytest.raises(BudgetExceeded, match="GB"):
        game_tree(load("liars-dice"), memory=10_000_000)


def test_the_estimate_is_near():
    assert 0.3 < estimate_nodes(load("leduc"), games=400) / LEDUC[0][0] < 3


def test_games_without_views_are_refused():
    with pytest.raises(NotSupported, match="outfox solve"):
        game_tree(load("nim"))


def test_views_that_forget_are_refused(root):
    with pytest.raises(RulesError, match=r"forgetful.py: after .*chose something else"):
        game_tree(load(str(root / "tests/data/check/forgetful.py")))


@pytest.mark.slow
def test_legality_that_depends_on_a_hidden_card_is_refused(root):
    with pytest.raises(RulesError, match="other legal actions"):
        game_tree(load(str(root / "tests/data/check/legal_by_card.py")))
