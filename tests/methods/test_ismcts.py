"""Information-set MCTS: the visits of its slow twin, worlds as likely as in the whole tree, sound play."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from outfox.kernel.link import link
from outfox.methods.search import worlds_kernel as kernel
from outfox.methods.search.ismcts import IsmctsSettings, Searcher, search, sight_of
from outfox.methods.search.ismcts_kernel import simulate
from outfox.methods.search.ismcts_run import Run
from outfox.rules import NotSupported, load
from tests.naive.ismcts import Ismcts, possible

DECISIONS = [
    ("kuhn", "first gets Q"),
    ("kuhn", "first gets K", "second gets J", "bet"),
    ("kuhn", "first gets Q", "second gets J", "check", "bet"),
    ("leduc", "first gets Qs", "second gets Kh"),
    ("leduc", "first gets Js", "second gets Kh", "check", "bet", "call", "Jh on the table", "check"),
    ("leduc", "first gets Js", "second gets Kh", "bet", "raise", "call", "Ks on the table", "bet", "raise"),
]
DICE = "liars-dice:faces=3,dice=2", "first rolls 1", "first rolls 3", "second rolls 3", "second rolls 2", "1 two"
BIDS = "prize 3", "bid 2", "bid 3", "prize 2", "bid 3", "bid 1", "prize 4", "bid 1"


def after(game, *names):
    position = load(game).start()
    for name in names:
        position = position.play(name)
    if position.is_chance:
        position = position.play(position.chance[0][0])
    return position


def begun(position, seed, earlier=None, **changes):
    """Return a search that has not begun."""
    seen, known = sight_of(position)
    settings = IsmctsSettings(**changes)
    return Run(link(position.game, simulate), seen, settings, seed, known if earlier is None else earlier)


def visits_of(run):
    found, sets = run.found, int(run.counters[kernel.SETS])
    return [found.visits[found.first[k] : found.first[k] + found.many[k]].tolist() for k in range(sets)]


@pytest.mark.parametrize("line", DECISIONS, ids=lambda line: f"{line[0]}-{len(line)}")
def test_equals_the_slow_twin(line):
    position = after(*line)
    run = begun(position, 3)
    run.advance(100)
    assert visits_of(run) == list(Ismcts(position, 3).run(100).values())


@pytest.mark.nojit
def test_equals_the_slow_twin_in_plain_python_too():
    for line in DECISIONS[1:3]:
        test_equals_the_slow_twin(line)


def worlds_of(position, seed, count, thin=1):
    """Return how often each world is drawn: without what the player remembers of its earlier decisions."""
    run, counts = begun(position, seed, {}, simulations=10**6), Counter()
    for _ in range(count):
        run.advance(run.simulations + thin)
        counts[run.linked.get(run.pool, kernel.WORLD).key(position.game.state.names)] += 1
    return counts


def agrees(counts, position):
    """Say whether worlds were drawn as often as they are likely, by Pearson's test."""
    odds: Counter = Counter()
    for here, p in possible(position):
        odds[here.state.key(position.game.state.names)] += p
    assert set(counts) <= set(odds)
    expected = np.array(list(odds.values())) * counts.total()
    assert expected.min() > 5
    return chisquare([counts[key] for key in odds], expected).pvalue > 1e-3


@pytest.mark.parametrize("line", DECISIONS[3:], ids=lambda line: f"{line[0]}-{len(line)}")
def test_worlds_are_as_likely_as_in_the_whole_tree(line):
    position = after(*line)
    assert agrees(worlds_of(position, 5, 1000), position)
    likelier = worlds_of(position, 5, 400)
    likelier[min(likelier)] += 100  # the test can tell
    assert not agrees(likelier, position)


def test_worlds_of_dice():
    """The twin, which draws the same worlds, beside the tree: a wild face, dice in any order."""
    position = after(*DICE)
    one, counts = Ismcts(position, 5), Counter()
    for _ in range(400):
        one.next_world()
        counts[one.world.state.key(position.game.state.names)] += 1
    assert agrees(counts, position)


def test_worlds_that_are_drawn_with_different_weights():
    """Bids that stay hidden: how many of the other's cards fit what was won differs from world to world."""
    position = after("goofspiel:cards=4,hidden=true", *BIDS)
    assert agrees(worlds_of(position, 5, 1500, thin=6), position)
    run, weights = begun(position, 1), set()
    for k in range(50):
        run.advance(k + 1)
        weights.add(round(float(run.weight[0]), 12))
    assert len(weights) > 1


def test_two_deals_with_equal_views_are_one_search():
    """Not a bit may depend on the other's card, nor on whether the player remembers its earlier decisions."""
    tails = ["check", "bet", "call", "Ks on the table", "bet"]
    found = set()
    for other in ("Js", "Jh", "Qs", "Kh"):
        position = after("leduc", f"first gets {other}", "second gets Qh", *tails)
        for earlier in (None, {}):
            run = begun(position, 9, earlier)
            run.advance(300)
            found.add((run.found.visits.tobytes(), run.found.total.tobytes()))
    assert len(found) == 1


def test_growing_the_table_changes_nothing(monkeypatch):
    position = after("leduc", "first gets Qs", "second gets Kh")
    whole, small = begun(position, 2, simulations=400), begun(position, 2, simulations=400)
    small.found = small._table(20)
    for run in (whole, small):
        run.advance(400)
    assert visits_of(whole) == visits_of(small)
    assert len(small.found.keys) > 20


def test_dominated_actions_vanish():
    """In Kuhn poker nobody folds a king or calls with a jack."""
    for own, other in (("K", "J"), ("K", "Q"), ("J", "K"), ("J", "Q")):
        wanted = "call" if own == "K" else "fold"
        for line in (("bet",), ("check", "bet")):
            cards = (other, own) if len(line) == 1 else (own, other)
            position = after("kuhn", f"first gets {cards[0]}", f"second gets {cards[1]}", *line)
            result = search(sight_of(position)[0], simulations=2000, seed=1)
            assert result.actions[0].name == wanted
            assert result.shares[result.action] > 0.98
            assert search(sight_of(position)[0], simulations=200, seed=2).actions[0].name == wanted


def test_the_value_is_that_of_player_0():
    """With the highest card against a bet, the second player wins 2 in each world: player 0 loses 2."""
    result = search(sight_of(after("kuhn", "first gets Q", "second gets K", "bet"))[0], simulations=1000, seed=1)
    assert result.mover == 1
    assert result.actions[0].value == -2.0
    assert -2.0 <= result.value < -1.9
    assert result.value_for_mover == -result.value
    assert sum(one.visits for one in result.actions) == 1000
    assert result.worlds >= 1000


def test_what_cannot_be_searched():
    with pytest.raises(NotSupported, match="hides nothing"):
        Searcher(load("nim"), IsmctsSettings())
    with pytest.raises(NotSupported, match="needs a budget"):
        Searcher(load("kuhn"), IsmctsSettings(simulations=0))
    seen, _ = sight_of(after("kuhn", "first gets Q", "second gets K", "check"))
    seen.history = (0, 1)  # it has not chosen anything yet
    with pytest.raises(NotSupported, match="second sees"):
        search(seen, simulations=10)


def test_memory_ends_a_search():
    position = after("leduc", "first gets Qs", "second gets Kh")
    run = begun(position, 2, simulations=10_000)
    run._most = 50
    run.found = run._table(50)
    assert run.to_the_end() == "memory"
    assert 50 <= run.simulations < 10_000
    assert run.result("memory", 0.0, 0.0).simulations == run.simulations
