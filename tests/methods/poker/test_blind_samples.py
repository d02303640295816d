"""Hands that a best response plays against opponents who ignore their cards: its choices are the best ones."""

from __future__ import annotations

import pytest

from outfox.kernel.hands_boards import boards, hand_number
from outfox.methods.poker.blind_samples import sample_hands, worth_to_come
from outfox.methods.poker.board_strengths import shares_at_random
from outfox.methods.poker.card_blind import response_to_blind
from outfox.methods.poker.flop_rows import FlopRows
from outfox.methods.poker.kinds import kind_of_hand
from outfox.players import player
from outfox.players.card_blind import betting_against
from outfox.rules import load

FLOP = 7
"""A canonical flop."""


@pytest.fixture(scope="module")
def holdem():
    return load("limit-holdem")


@pytest.fixture(scope="module", params=["call", "mix"])
def answered(request, holdem):
    """Return the betting against a player and a response to it from two flops."""
    found = betting_against(holdem, [player(request.param), player(request.param)], (0, 1))
    return found, response_to_blind(found, flops=2, seed=1)


def test_hand_by_hand_a_flop_is_worth_what_the_kernel_says(answered):
    """Six pairs of aces, less those that a flop takes: each goes through its 1,081 boards here."""
    found, _ = answered
    board = boards(3).cards[3 * FLOP : 3 * FLOP + 3].tolist()
    total = 0.0
    for a in range(48, 52):
        for b in range(a + 1, 52):
            if a not in board and b not in board:
                inputs = worth_to_come(found, hand_number(a, b), [a, b], board)
                total += found.rounds[1].values(inputs)[:, 0]
    assert total == pytest.approx(FlopRows(found).row(FLOP)[:, kind_of_hand()[hand_number(48, 49)]], rel=1e-12)


def decisions(ended, seat):
    """Return each decision of a seat in a hand: the position, the cards dealt, the other's names so far, the name."""
    found, dealt, others, here = [], [], [], ended.game.start()
    for action in ended.history:
        if here.is_chance:
            dealt.append(action)
        elif here.mover == seat:
            found.append((here, tuple(dealt), tuple(others), here.name(action)))
        else:
            others.append(here.name(action))
        here = here.play(action)
    return found


def test_it_bets_on_the_river_where_it_wins_more_often_than_not(holdem):
    found = betting_against(holdem, [player("call"), player("call")], (0, 1))
    response = response_to_blind(found, flops=2, seed=1)
    seen = set()
    for seat in (0, 1):
        for ended in sample_hands(holdem, found, response, seat, 6, seed=2):
            for position, cards, _, name in decisions(ended, seat):
                if len(cards) == 9 and "bet" in [position.name(action) for action in position.legal]:
                    share = shares_at_random(cards[4:])[hand_number(*cards[2 * seat : 2 * seat + 2])]
                    assert (name == "bet") == (share > 0.5)
                    seen.add(name)
    assert seen == {"check", "bet"}


def test_it_begins_as_the_response_does(answered, holdem):
    found, response = answered
    for seat in (0, 1):
        for ended in sample_hands(holdem, found, response, seat, 4, seed=3):
            _, cards, others, name = decisions(ended, seat)[0]
            kind = kind_of_hand()[hand_number(*cards[2 * seat : 2 * seat + 2])]
            after = others[-1] if others else ""
            known = {(one.seat, one.after): (one.names, best) for one, best in response.first}
            names, best = known[seat, after]
            assert name == names[best[kind]]


def test_the_same_seed_deals_the_same_hands(answered, holdem):
    found, response = answered
    first, again = (sample_hands(holdem, found, response, 1, 3, seed=5) for _ in range(2))
    assert [one.history for one in first] == [one.history for one in again]
    other = sample_hands(holdem, found, response, 1, 3, seed=6)
    assert [one.history for one in first] != [one.history for one in other]


def test_whoever_faces_a_fold_needs_no_flop(holdem):
    found = betting_against(holdem, [player("fold"), player("fold")], (0, 1))
    response = response_to_blind(found, flops=2)
    for seat, payoff in ((0, 1.0), (1, -0.5)):
        assert [one.payoff for one in sample_hands(holdem, found, response, seat, 3)] == [payoff] * 3
