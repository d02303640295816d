"""Buckets of hands: where each is found, and that they follow exact strengths."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from outfox import load
from outfox.formats.cards import DECK, parse_cards
from outfox.kernel import hands_buckets as place
from outfox.kernel.hands_boards import HANDS, SUIT_ORDERS, boards, hand_number
from outfox.kernel.link import link
from outfox.kernel.slots import Ints, Shorts, States, Views, apply, information_key, observe
from outfox.methods.poker.buckets import ROUNDS, Buckets, BucketSettings, NoBuckets, buckets, frame, information_sets
from outfox.methods.poker.kinds import kind_number
from outfox.methods.poker.strength import strengths


@pytest.fixture(scope="module")
def hundred():
    return buckets(BucketSettings(100))


def deals(count, cards, seed=1):
    order = np.random.default_rng(seed).random((count, DECK), np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, : 2 + cards].astype(np.uint8))


def image(cards, order):
    return [card // 4 * 4 + order[card % 4] for card in cards]


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_where_a_bucket_is_looked_up(cards):
    """Each deal leads to one place for the canonical board and the hand on it, which has a number of its own here."""
    tables, found, dealt = frame(), boards(cards), deals(200, cards, seed=cards)
    expected = []
    for number, (a, b, *board) in enumerate(dealt.tolist()):
        number_of_board = sum(comb(card, k) for k, card in enumerate(sorted(board), 1))
        canonical, order = found.canonical[number_of_board], SUIT_ORDERS[found.order[number_of_board]]
        at = ROUNDS[cards][1] + HANDS * canonical + hand_number(*image((a, b), order))
        tables[at] = tables[at] or number + 1
        expected.append(int(tables[at]))
    assert Buckets(BucketSettings(), tables).of(dealt).tolist() == expected


def test_before_the_flop_there_are_the_kinds():
    found = Buckets(BucketSettings(), frame())
    for text in ("AcAd", "AcKc", "KcAd", "2d7s"):
        cards = parse_cards(text)
        kind = {"AcAd": "AA", "AcKc": "AKs", "KcAd": "AKo", "2d7s": "72o"}[text]
        assert found.of([cards, cards[::-1]]).tolist() == [kind_number(kind)] * 2


def test_sizes_are_those_of_the_boards():
    assert {n: len(boards(n).weights) for n in place.CANONICAL} == place.CANONICAL
    assert information_sets(BucketSettings(100)) == 638_352
    assert information_sets(BucketSettings(1000)) == 6_371_352


def keys_of(states: States, views: Views, actions: Ints, tables: Shorts, out: Ints) -> int:
    """Fill in the keys of both players' views after each action."""
    for k in range(len(actions)):
        apply(states[0], actions[k])
        for player in range(2):
            observe(states[0], player, views[player])
            out[2 * k + player] = information_key(views[player], tables)
    return len(actions)


def keys(actions, tables):
    kernel = link(load("limit-holdem"), keys_of, key=place.bucket_key)
    out = np.zeros(2 * len(actions), np.int64)
    states, views = kernel.states(1), kernel.views(2)
    kernel.put(states, 0, load("limit-holdem").start().state)
    kernel(states, views, np.array(actions, np.int64), tables, out)
    return out.reshape(-1, 2).tolist()


def test_keys_of_views():
    """What is not in a view, the suits and the order of the flop make no difference; cards and betting do."""
    tables = frame()
    tables[place.FLOP :][: place.CANONICAL[3] * HANDS] = np.arange(place.CANONICAL[3] * HANDS) % 30_011
    call, bet = 1, 2

    def last(cards, flop, betting):
        return keys([*parse_cards(cards), call, call, *parse_cards(flop), *betting], tables)[-1]

    same = last("AcKcQhQs", "2d7d9c", [call])
    assert last("KcAc3h4s", "9c2d7d", [call])[0] == same[0]  # another opponent, another order
    assert last("AsKsQhQc", "2h7h9s", [call])[0] == same[0]  # other suits
    assert last("AcKcQhQs", "2d7d9c", [bet])[0] != same[0]
    assert last("AcKdQhQs", "2d7d9c", [call])[0] != same[0]
    assert last("AcKcQhQs", "2d7d9c", [call])[1] != same[0]
    assert min(same) >= 0


@pytest.mark.parametrize("count", [0, -1, 40_000])
def test_how_many_there_can_be(count):
    with pytest.raises(NoBuckets, match="1 to 32,768"):
        buckets(BucketSettings(count))


@pytest.mark.parametrize("deal", [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 52], list(range(8))])
def test_what_is_no_deal(deal):
    with pytest.raises(NoBuckets, match="deal"):
        Buckets(BucketSettings(), np.zeros(0, np.int16)).of([deal])


@pytest.mark.slow
@pytest.mark.parametrize("cards", [3, 4, 5])
def test_buckets_follow_strengths(hundred, cards):
    dealt, found = deals(20_000, cards), strengths(cards)
    in_bucket = hundred.of(dealt)
    exact = [found.of((a, b), board) for a, b, *board in dealt.tolist()]
    order = np.argsort(exact, kind="stable")
    assert (np.diff(in_bucket[order]) >= 0).all()
    assert set(in_bucket.tolist()) == set(range(100))
    share = np.bincount(in_bucket) / len(dealt)
    # Five cards have few strengths: some buckets are wide, and each has to be near its place.
    assert share.max() < (0.015 if cards < 5 else 0.03)
    halves = np.searchsorted(np.sort(exact), exact, side="left") + np.searchsorted(np.sort(exact), exact, side="right")
    assert np.abs(halves / (2 * len(exact)) - (in_bucket + 0.5) / 100).max() < 0.03


@pytest.mark.slow
def test_suits_make_no_difference(hundred):
    for cards in (3, 4, 5):
        dealt = deals(2_000, cards, seed=3)
        for order in SUIT_ORDERS[1::5]:
            turned = dealt // 4 * 4 + np.array(order, np.uint8)[dealt % 4]
            assert np.array_equal(hundred.of(dealt), hundred.of(turned))


@pytest.mark.slow
def test_the_key_names_the_tables(hundred):
    assert hundred.key == buckets(BucketSettings(100)).key
    assert hundred.key != buckets(BucketSettings(99)).key
