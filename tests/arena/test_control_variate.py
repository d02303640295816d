"""What is subtracted from payoffs has expectation 0: over all histories of small games, and boards of hold'em."""

from __future__ import annotations

import itertools
import math
import pickle
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from outfox.arena import match
from outfox.arena.control_variate import TreeLuck, Values, expected, is_known, mixes
from outfox.arena.duplicate import dealt_by_names
from outfox.arena.holdem_choices import HoldemChoices
from outfox.arena.holdem_luck import GROWTH, HoldemLuck, boards_of, equity, shift
from outfox.arena.luck import LuckOf
from outfox.arena.statistics import mean_interval
from outfox.arena.table import Table, Terms
from outfox.kernel.store import OVER
from outfox.methods.equilibrium.ground import Ground
from outfox.players import player
from outfox.players.callable_player import CallablePlayer
from outfox.players.hidden import policy_array
from outfox.rules import NotSupported, load
from outfox.rules.seen import seen_by

HOLDEM = load("limit-holdem")


def uniform(seen):
    return [1 / len(seen.legal)] * len(seen.legal)


@cache
def luck_in(game, a="TA"):
    return TreeLuck(load(game), (player(a), CallablePlayer(uniform)))


def random_policy(tree, source):
    """Return any policy: actions that are never chosen are among it."""
    weight = source.random(tree.slots) ** 3 * (source.random(tree.slots) < 0.8)
    for info in range(tree.sets):
        part = weight[tree.first[info] : tree.first[info + 1]]
        part[:] = part / part.sum() if part.sum() > 0 else 1.0 / len(part)
    return weight


def reaches(tree, policy):
    """Return how likely each history is, from the root on."""
    reach = np.ones(tree.nodes)
    for node in range(1, tree.nodes):
        parent = int(tree.parent[node])
        info = int(tree.info[parent])
        share = tree.odds[node] if info < 0 else policy[tree.first[info] + tree.slot[node]]
        reach[node] = reach[parent] * share
    return reach


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
@pytest.mark.parametrize("known", [(True, True), (True, False), (False, False)])
def test_corrections_add_up_to_nothing_against_anyone(game, known):
    """Whatever histories are said to be worth, and whatever the player does whose probabilities are not known."""
    luck, source = luck_in(game), np.random.default_rng(len(game) + sum(known))
    tree = luck.ground.tree
    mine = random_policy(tree, source)  # what known players do, and what the values are made of
    anyone = random_policy(tree, source)
    played = np.where(np.repeat(np.array(known)[tree.player], np.diff(tree.first)), mine, anyone)
    values = Values(mine, known, source.normal(size=tree.nodes))
    reach = reaches(tree, played)
    ends = [node for node in np.flatnonzero(tree.mover == OVER) if reach[node] > 0]
    found = np.array([luck.along(tree.history(node), values) for node in ends])
    assert abs(math.fsum(reach[ends] * found)) < 1e-12
    assert math.fsum(reach[node] for node in ends) == pytest.approx(1.0, abs=1e-12)
    assert math.fsum(reach[ends] * found**2) > 0.1, "and they are not simply nothing"


def test_expected_payoffs_are_those_of_a_naive_walk():
    """The values of uniform play in Kuhn poker by recursion over positions, and the published 1/8 for the first."""
    ground = Ground(load("kuhn"))
    worth = expected(ground.tree, ground.uniform)

    def value(position):
        if position.is_terminal:
            return position.payoff
        if position.is_chance:
            return sum(p * value(position.play(outcome)) for outcome, p in position.chance)
        return sum(value(position.play(action)) for action in position.legal) / len(position.legal)

    assert worth[0] == pytest.approx(1 / 8)
    for node in range(0, ground.tree.nodes, 7):
        position = load("kuhn").start()
        for action in ground.tree.history(node):
            position = position.play(action)
        assert worth[node] == pytest.approx(value(position))


def test_nothing_is_left_to_vary_between_two_known_players():
    """The mean is then the exact payoff: always raise against uniform, (2.576389 + 1.222222) / 2 by the reference."""
    result = match("leduc", "raise", "random", games=30, seed=3, variance_reduction="on")
    assert result.corrected_payoff == pytest.approx((2.576389 + 1.222222) / 2, abs=1e-6)
    low, high = result.corrected_interval
    assert high - low < 1e-9
    assert result.corrected.exact
    assert "A wins exactly +1.899 chips a hand" in " ".join(str(result).split())
    reduction = result.to_dict()["variance_reduction"]
    assert (reduction["exact"], reduction["variance_ratio"], reduction["corrects"]) == (True, None, ["chance", "B"])
    assert result.corrected.chooses == ("B",), "who always raises does not mix"


def test_what_is_left_is_unbiased_in_a_match():
    """Against a player of whom nothing is known to the match; it is uniform, so that the exact payoff is published."""
    result = match("leduc", uniform, "raise", games=60, seed=5, variance_reduction="on")
    exact = -(2.576389 + 1.222222) / 2
    assert result.corrected.chooses == ()
    assert not result.corrected.exact
    assert "Variance ratio, plain to corrected:" in " ".join(str(result).split())
    low, high = result.corrected_interval
    assert low - (high - low) < exact < high + (high - low)
    pairs = [sum(result.corrected.payoffs[k : k + 2]) / 2 for k in range(0, 60, 2)]
    assert result.corrected_interval == pytest.approx(mean_interval(pairs))


def test_workers_tell_the_same():
    table = Table(load("kuhn"), ("TA", "tests/players/bots.py:first_legal"), 2, Terms(duplicate=True))
    result = match("kuhn", *table.contestants, games=6, seed=2, variance_reduction="auto")
    elsewhere = pickle.loads(pickle.dumps(LuckOf(table)))
    luck = [one for k in range(0, 6, 2) for one in elsewhere((result.records[k : k + 2], (0, 1)))]
    left = [(record.payoff - luck[k]) * (1 - 2 * (k % 2)) for k, record in enumerate(result.records)]
    assert result.corrected.payoffs == pytest.approx(left)
    assert result.corrected.chooses == ()


def test_who_is_known():
    assert [is_known(player(spec)) for spec in ("random", "TA", "bluff", "mix")] == [True] * 4
    assert [mixes(player(spec)) for spec in ("random", "TA", "bluff", "mix")] == [True, False, True, True]
    assert not is_known(CallablePlayer(uniform))


def test_where_luck_cannot_be_told():
    with pytest.raises(NotSupported, match="no chance"):
        match("nim", "random", "random", games=4, variance_reduction="on")
    assert match("pig:target=5", "random", "random", games=4, variance_reduction="auto").corrected is None
    middle = load("kuhn").start().play("first gets K")
    with pytest.raises(NotSupported, match="begin at the start"):
        match("kuhn", "random", "random", games=4, start=middle, variance_reduction="on")
    assert match("kuhn", "random", "random", games=4).corrected is None


# -- limit hold'em -----------------------------------------------------------------------------------------


HANDS = [48, 13, 40, 41]


def test_a_river_and_a_turn_shift_nothing_on_average():
    """All cards that can come, in whole numbers: the equity before is the mean of those after."""
    for board in ([0, 5, 22], [0, 5, 22, 51]):
        left = [card for card in range(52) if card not in [*HANDS, *board]]
        cards = [*HANDS, *board]
        shifts = [shift([*cards, card], len(cards) + 1) for card in left]
        assert abs(math.fsum(shifts)) < 1e-12
        assert max(map(abs, shifts)) > 0.1


def test_flops_shift_nothing_on_average():
    """All 17,296 of two hands, slow and exact; the gate has one flop in 400 of them, and what that leaves open."""
    left = [card for card in range(52) if card not in HANDS]
    shifts = [shift([*HANDS, *flop], 7) for flop in list(itertools.combinations(left, 3))[::400]]
    low, high = mean_interval(shifts)
    assert low - (high - low) < 0.0 < high + (high - low)
    assert high - low < 0.5


@pytest.mark.slow
def test_all_flops_shift_nothing_on_average():
    left = [card for card in range(52) if card not in HANDS]
    shifts = [shift([*HANDS, *flop], 7) for flop in itertools.combinations(left, 3)]
    assert abs(math.fsum(shifts)) < 1e-9


def test_hands_shift_nothing_on_average():
    """Who holds which of two hands is as likely either way."""
    assert equity(tuple(HANDS)) + equity((*HANDS[2:], *HANDS[:2])) == pytest.approx(1.0)


def test_what_is_at_stake_is_known_before_the_cards():
    """The stakes by hand: blinds called, a flop bet and called, a turn bet and raised, called."""
    deal = ["dealer gets As", "dealer gets Ks", "big blind gets 2c", "big blind gets 7d"]
    flop = [f"{card} on the table" for card in ("9h", "9c", "9d")]
    names = [*deal, "call", "check", *flop, "bet", "call", "2d on the table", "bet", "raise", "call", "3d on the table"]
    assert [(board.known, board.stake) for board in boards_of(names)] == [(4, 1.0), (7, 1.0), (8, 2.0), (9, 6.0)]
    for record in match(HOLDEM, "random", "call", games=6, seed=8).records:
        position = HOLDEM.start()
        stakes = {board.known: board.stake for board in boards_of(record.names)}
        for action in record.actions:
            was_chance, position = position.is_chance, position.play(action)
            if was_chance and position.state.dealt in (7, 8, 9):
                assert set(position.state.paid.tolist()) == {2 * stakes[position.state.dealt]}


def test_pairs_count_what_they_do_not_have_in_common():
    """By hand, without leaving out what cancels: the same for the pair."""
    result = match(HOLDEM, "call", uniform, games=6, seed=4, variance_reduction="on")
    for k in range(0, 6, 2):
        whole = 0.0
        for record, sign in zip(result.records[k : k + 2], (1, -1), strict=True):
            luck = sum(
                GROWTH[board.known] * board.stake * shift(dealt_by_names(record), board.known)
                for board in boards_of(record.names)
                if board.known > 4
            )
            whole += sign * (record.payoff - luck)
        assert sum(result.corrected.payoffs[k : k + 2]) == pytest.approx(whole)
    single = HoldemLuck(deals=True).of(result.records[:1], [0])[0]
    cards = dealt_by_names(result.records[0])
    boards = boards_of(result.records[0].names)
    assert single == pytest.approx(sum(GROWTH[b.known] * b.stake * shift(cards, b.known) for b in boards))


class Mixed:
    """A player with any probabilities, others for each thing it sees; it may raise before the flop and on the river."""

    name = "mixed"

    def start(self, game, seat, seed):
        pass

    def policy(self, seen):
        source = np.random.default_rng(int(seen.view.line) + 7 * seen.mover)
        weight = source.random(len(seen.legal)) + 0.05
        if len([card for card in seen.view.board if card]) in (3, 4):
            weight[seen.legal.index(2) if 2 in seen.legal else 0 :] = 0.0
        return weight / weight.sum()


def lines(position, deck, reach=1.0):
    """Yield how likely each line of betting is on a deck between two such players, and its end."""
    if position.is_terminal:
        yield reach, position
    elif position.is_chance:
        yield from lines(position.play(deck[position.state.dealt]), deck, reach)
    else:
        seen = seen_by(HOLDEM, position)
        for action, p in zip(seen.legal, Mixed().policy(seen), strict=True):
            if p > 0:
                yield from lines(position.play(action), deck, reach * p)


def test_choices_of_hold_em_add_up_to_nothing():
    """All lines of betting on one deck, weighed by what both do; the opponent's bets are as odd as the player's."""
    every = list(lines(HOLDEM.start(), [51, 38, 20, 7, 2, 17, 30, 45, 11]))
    assert math.fsum(reach for reach, _ in every) == pytest.approx(1.0, abs=1e-12)
    for seat in (0, 1):
        choices = HoldemChoices(HOLDEM, Mixed(), equity)
        found = [
            (reach, choices.of(SimpleNamespace(start=0, actions=end.history, opening=0), seat)) for reach, end in every
        ]
        assert abs(math.fsum(reach * correction for reach, correction in found)) < 1e-12
        assert math.fsum(reach * correction**2 for reach, correction in found) > 0.1


def test_what_actions_of_hold_em_are_worth():
    """By hand: a fold costs what is in; a call on the river is the showdown, which the dealer's aces win."""
    choices = HoldemChoices(HOLDEM, player("random"), equity)
    position = HOLDEM.start()
    for card in (48, 49, 3, 18):
        position = position.play(card)
    assert choices.worth(position, 0) == -0.5
    position = position.play("raise")
    assert choices.worth(position, 0) == 1.0
    assert choices.worth(position, 1) == pytest.approx(2.0 * (2 * equity((48, 49, 3, 18)) - 1))
    assert choices.worth(position, 2) == pytest.approx(3.0 * (2 * equity((48, 49, 3, 18)) - 1))
    position = position.play("call")
    for step in (20, 25, 31, "check", "check", 36, "check", "check", 40, "bet"):
        position = position.play(step)
    assert choices.worth(position, 0) == -2.0
    assert choices.worth(position, 1) == 4.0


def test_known_equity_of_aces_against_kings():
    """Published: 81.255490 % for AcAd against KsKh."""
    assert equity((48, 49, 47, 46)) == pytest.approx(0.81255490, abs=5e-9)


def test_policies_are_those_of_the_seat():
    luck = luck_in("kuhn")
    tree = luck.ground.tree
    first = luck._by_seat[0].policy[: int(tree.first[np.searchsorted(tree.player, 1)])]
    assert first.tolist() == policy_array(player("TA"), luck.ground, 0)[: len(first)].tolist()
    assert [values.known for values in luck._by_seat] == [(True, False), (False, True)]
