"""Local best response: never more than what is exact, enumerated in Leduc poker and drawn in limit hold'em."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from outfox.formats.cards import parse_cards
from outfox.formats.tabular import TabularPolicy
from outfox.kernel.hands_boards import hand_number, numbering
from outfox.kernel.hands_buckets import FLOP, TURN_BOARDS
from outfox.methods.poker.abstraction import Abstraction
from outfox.methods.poker.board_strengths import shares_at_random
from outfox.methods.poker.buckets import BucketSettings, frame
from outfox.methods.poker.equity import showdowns
from outfox.methods.poker.holdem_local import HoldemCards, local_response, luck_of
from outfox.methods.poker.local_response import LocalGame
from outfox.players import player
from outfox.players.hand_equity import limit_holdem_equity
from outfox.players.hand_odds import hand_odds, with_each
from outfox.players.tabular_player import TabularPlayer
from outfox.rules import load
from outfox.rules.seen import Seen, seen_by
from outfox.workers.seeds import root_seed
from tests.naive.local_response import local_value

# Exact best responses in Leduc poker, as player 0 and as player 1.
LEDUC = {
    "random": ("167/80", "383/144"),
    "call": ("22/15", "22/15"),
    "raise": ("71/30", "71/30"),
    "fold": ("1", "1"),
    "TA": ("17/30", "11/15"),
    "TP": ("3/5", "3/5"),
}


class LeducCards:
    """The cards of Leduc poker: jacks are 0 and 1, queens 2 and 3, kings 4 and 5."""

    hands, held, unit = 6, 2, 1.0

    def outcomes(self, seat, hand, board):
        other = next(card for card in range(6) if card not in (hand, *board))
        return [hand, other, *board] if seat == 0 else [other, hand, *board]

    def apart(self, hand, board):
        return ~np.isin(np.arange(6), [hand, *board])

    def shares(self, hand, board):
        return np.array([self._share(hand, other, board) if other != hand else 0.0 for other in range(6)])

    def _share(self, hand, other, board):
        if board:
            mine, theirs = (card // 2 + 9 * (card // 2 == board[0] // 2) for card in (hand, other))
            return (1 + (mine > theirs) - (mine < theirs)) / 2
        return float(np.mean([self._share(hand, other, (card,)) for card in range(6) if card not in (hand, other)]))


def odds_in_leduc(one, game, seat):
    one.start(game, seat, root_seed(0))

    def odds(position, own):
        seen, rows = seen_by(game, position, own), []
        for card in range(6):
            view = seen.view.copy()
            view.card = card + 1
            rows.append(one.policy(Seen(game, seat, view, seen.legal, seen.names, own)))
        return np.array(rows)

    return odds


def enumerated(spec, seat):
    """Return what local best response wins in Leduc poker, all cards and actions gone through."""
    game, won = load("leduc"), []
    odds = odds_in_leduc(player(spec), game, 1 - seat)
    for hand, board in permutations(range(6), 2):
        won.append(LocalGame(LeducCards(), seat, hand, (board,), odds).payoff(game))
    return float(np.mean(won))


@pytest.mark.parametrize("spec", LEDUC)
def test_no_more_than_a_best_response_in_leduc(spec):
    for seat in (0, 1):
        exact, found = float(Fraction(LEDUC[spec][seat])), enumerated(spec, seat)
        assert 0.2 * exact < found <= exact + 1e-9
        assert found == pytest.approx(exact) or spec != "fold"  # a bet takes all that a folder gives


def test_hands_that_are_played_win_what_is_enumerated():
    """Cards and actions are drawn 1,000 times; five standard errors are allowed."""
    game, random = load("leduc"), np.random.default_rng(1)
    for spec, seat in (("TA", 0), ("random", 1)):
        odds, won = odds_in_leduc(player(spec), game, 1 - seat), []
        for _ in range(1000):
            deck = random.permutation(6)[:3].tolist()
            one = LocalGame(LeducCards(), seat, deck[seat], (deck[2],), odds, random)
            ended = one.played(game, deck, deck[1 - seat])
            assert ended.is_terminal
            won.append(ended.payoff if seat == 0 else -ended.payoff)
        error = np.std(won) / np.sqrt(len(won))
        assert np.mean(won) == pytest.approx(enumerated(spec, seat), abs=5 * error)


def test_as_the_twin_says_in_leduc():
    """Averaged over the opponent's hands or with each dealt by itself: the same."""
    game, one = load("leduc"), player("bluff")
    for seat in (0, 1):
        one.start(game, 1 - seat, root_seed(0))
        assert enumerated("bluff", seat) == pytest.approx(local_value(one, game, seat), abs=1e-12)


@pytest.mark.parametrize("board", [pytest.param("2d3h9sTs5c", marks=pytest.mark.nojit), "2c7dKh4s", "7d2h9s"])
def test_shares_against_each_hand(board):
    cards, hand, table = HoldemCards(), tuple(parse_cards("AcKd")), parse_cards(board)
    shares = cards.shares(hand_number(*hand), table)
    for other in ("QsQh", "Ts9c" if board != "7d2h9s" else "7c2c", "Ad3c"):
        two = tuple(parse_cards(other))
        if not set(two) & set(table):
            assert shares[hand_number(*two)] == pytest.approx(showdowns([hand], [two], table).equity, abs=1e-12)
    assert shares[hand_number(*parse_cards("AcQd"))] == 0.0


def test_luck_is_nothing_but_luck():
    """The mean of a hand's share over all cards that can come is what it was before they came."""
    cards, hand, turn = HoldemCards(), hand_number(*parse_cards("AcKd")), parse_cards("2c7dKh4s")
    rivers = [card for card in range(52) if card not in (*turn, *parse_cards("AcKd"))]
    moved = np.array([luck_of(cards, hand, [*turn, card]) for card in rivers])
    assert moved[:, 3].mean() == pytest.approx(0.0, abs=1e-12)
    assert moved[:, 6].mean() == pytest.approx(0.0, abs=1e-12)
    assert moved[:, :3].std(axis=0) == pytest.approx(0.0)
    shares = np.array([hands_share(cards, hand, turn)])
    assert 0.5 + moved[0, :3].sum() == pytest.approx(shares[0])


def hands_share(cards, hand, board):
    return float(cards.shares(hand, board)[cards.apart(hand, board)].mean())


def test_a_style_is_asked_as_it_answers():
    """All hands at once, by their strengths, as one hand after the other."""
    game, one = load("limit-holdem"), player("style:stay=0.5,bet=0.7,bluff=0.2")
    position = game.start()
    for action in [*parse_cards("AcAd2h7s"), "call", "check", *parse_cards("KcKd8h"), "bet"]:
        position = position.play(action)
    found = hand_odds(one, game, 0)(position, (1,))
    seen = seen_by(game, position, (1,))
    numbers = numbering()
    for hand in range(0, 1326, 61):
        if not {numbers.first[hand], numbers.second[hand]} & set(parse_cards("KcKd8h")):
            view = seen.view.copy()
            view.hole[0], view.hole[1] = int(numbers.first[hand]) + 1, int(numbers.second[hand]) + 1
            expected = one.policy(Seen(game, 0, view, seen.legal, seen.names, (1,)))
            assert found[hand] == pytest.approx(expected)
            board = parse_cards("KcKd8h")
            assert shares_at_random(board)[hand] == pytest.approx(limit_holdem_equity(view))


def test_a_function_is_asked_with_each_hand():
    game = load("limit-holdem")
    position = game.start()
    for card in parse_cards("AcAd2h7s"):
        position = position.play(card)
    high = with_each(seen_by(game, position), lambda seen: [seen.view.hole[1] > 48, seen.view.hole[0], 0])
    assert high[hand_number(50, 51)].tolist() == [1, 51, 0]
    assert high[hand_number(0, 1)].tolist() == [0, 1, 0]


def test_no_more_than_is_exact_in_holdem():
    game = load("limit-holdem")
    for spec, exact in (("call", (1.163476, 1.163476)), ("raise", (3.697693, 3.697693))):
        odds = {seat: hand_odds(player(spec), game, seat) for seat in (0, 1)}
        found = local_response(game, odds, hands=60, seed=2)
        error = found.values.std(axis=0, ddof=1) / np.sqrt(60)
        assert found.variance_ratio < 0.2
        for seat in (0, 1):
            assert 0.4 * exact[seat] < found.payoffs[seat] < exact[seat] + 4 * error[seat] + 1e-9
    assert local_response(game, odds, hands=2, seed=2).raw.tolist() == found.raw[:2].tolist()


def test_a_policy_of_buckets_is_asked_for_all_hands_at_once(monkeypatch):
    game, tables = load("limit-holdem"), frame()
    tables[FLOP:TURN_BOARDS] = np.arange(TURN_BOARDS - FLOP) % 100  # buckets that mean nothing cost nothing
    hands = Abstraction(game, BucketSettings(100), tables, "some buckets")
    for module in ("hand_odds", "tabular_player"):
        monkeypatch.setattr(f"outfox.players.{module}.abstraction_of", lambda *_: hands)
    position = game.start()
    for action in [*parse_cards("AcAd2h7s"), "call", "check", *parse_cards("KcKd8h"), "bet"]:
        position = position.play(action)
    seen, numbers, views = seen_by(game, position, (1,)), numbering(), []
    asked = [hand for hand in range(40, 1326, 61) if not set(parse_cards("KcKd8h")) & set(cards_of(hand))]
    for hand in asked:
        view = seen.view.copy()
        view.hole[0], view.hole[1] = int(numbers.first[hand]) + 1, int(numbers.second[hand]) + 1
        views.append(view)
    keys = np.unique(hands.keys(views, [0] * len(views)))
    shares = np.linspace(0.1, 0.5, len(keys))
    odds = np.column_stack([shares, shares, 1 - 2 * shares]).reshape(-1)
    about = {"buckets": 100, "by": hands.settings.by, "tables": hands.name}
    table = TabularPolicy(
        game.spec, game.rules_key, keys[:, None], 3 * np.arange(len(keys) + 1), np.full(len(odds), -1), odds, about
    )
    found, one = hand_odds(TabularPlayer(table), game, 0)(position, (1,)), TabularPlayer(table)
    one.start(game, 0, root_seed(0))
    expected = [one.policy(Seen(game, 0, view, seen.legal, seen.names, (1,))) for view in views]
    assert found[asked] == pytest.approx(np.array(expected))
    assert len(np.unique(found[asked], axis=0)) == len(keys) > 5


def cards_of(hand):
    return int(numbering().first[hand]), int(numbering().second[hand])
