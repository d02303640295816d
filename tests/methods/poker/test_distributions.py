"""Histograms of strength against counting, groups of points against a slow twin and against scipy."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import numpy as np
import pytest
from scipy.cluster.vq import kmeans2

from outfox.formats.cards import DECK
from outfox.kernel.hands_boards import HANDS, SUIT_ORDERS, boards, hand_number, numbering
from outfox.kernel.hands_histograms import BINS, add_flop_histograms, fill_turn_histograms
from outfox.methods.poker.buckets import BucketSettings, NoBuckets, buckets
from outfox.methods.poker.distributions import centres_of, nearest, points_of, sampled
from outfox.methods.poker.strength import most, strengths


def number(board):
    return sum(comb(card, k) for k, card in enumerate(sorted(board), 1))


def moved(found, board, hand):
    """Return where a hand on a board stands among canonical boards."""
    order = SUIT_ORDERS[found.order[number(board)]]
    return HANDS * int(found.canonical[number(board)]) + hand_number(
        *(card // 4 * 4 + order[card % 4] for card in hand)
    )


def test_histograms_of_a_turn():
    """From any strengths on the river, here drawn at random; those of hands with a card of the board are 0."""
    now, after, numbers, at = boards(4), boards(5), numbering(), 4000
    board = now.cards.reshape(-1, 4)[at].tolist()
    river = np.zeros(len(after.weights) * HANDS, np.int16)
    source = np.random.default_rng(1)
    for card in set(range(DECK)) - set(board):
        canonical = int(after.canonical[number([*board, card])])
        held = set(after.cards.reshape(-1, 5)[canonical].tolist())
        apart = [int(a) not in held and int(b) not in held for a, b in zip(numbers.first, numbers.second, strict=True)]
        river[HANDS * canonical :][:HANDS] = source.integers(0, 1981, HANDS) * apart
    out = np.zeros((len(now.weights) * HANDS, BINS), np.uint8)
    fill_turn_histograms(numbers, now, after, river, at, at + 1, out.reshape(-1))
    for hand in ((0, 1), (7, 33), (50, 51), (board[0], 51 if board[0] != 51 else 50)):
        expected = np.zeros(BINS, int)
        for card in set(range(DECK)) - {*board, *hand}:
            if not set(hand) & set(board):
                expected[int(river[moved(after, [*board, card], hand)]) * BINS // 1981] += 1
        assert out[HANDS * at + hand_number(*hand)].tolist() == expected.tolist()
        assert expected.sum() in {0, 46}


def test_histograms_of_a_flop_are_sums():
    now, after, at = boards(3), boards(4), 900
    board = now.cards.reshape(-1, 3)[at].tolist()
    turn = np.zeros((len(after.weights) * HANDS, BINS), np.uint8)
    for card in set(range(DECK)) - set(board):
        canonical = int(after.canonical[number([*board, card])])
        turn[HANDS * canonical :][:HANDS] = np.random.default_rng(canonical).integers(0, 47, (HANDS, BINS))
    out = np.zeros((len(now.weights) * HANDS, BINS), np.int16)
    add_flop_histograms(numbering(), now, after, turn.reshape(-1), at, at + 1, out.reshape(-1))
    for hand in ((0, 1), (7, 33), (50, 51)):
        expected = sum(turn[moved(after, [*board, card], hand)].astype(int) for card in set(range(DECK)) - set(board))
        assert out[HANDS * at + hand_number(*hand)].tolist() == expected.tolist()


def scatter(points, centres, owners):
    return float(((points - centres[owners]).astype(float) ** 2).sum())


def test_nearest_is_that_of_the_slow_twin():
    source = np.random.default_rng(1)
    points, centres = source.integers(0, 2163, (300, 19)), source.integers(0, 2163, (23, 19))
    squares = ((points[:, None] - centres[None]) ** 2).sum(axis=2)
    assert nearest(points, centres).tolist() == squares.argmin(axis=1).tolist()
    assert nearest(np.full((1, 19), 2162), np.zeros((2, 19))).tolist() == [0]  # the longest distance fits, ties: first


def test_groups_are_as_good_as_those_of_scipy():
    source = np.random.default_rng(2)
    points = points_of(4, source.multinomial(46, source.dirichlet(np.ones(BINS) / 2, 40)[source.integers(0, 40, 1500)]))
    found = centres_of(points, 12)
    assert all(a.sum() >= b.sum() for a, b in pairwise(found))  # the weaker first: more in the lower bins
    theirs, owners = kmeans2(points.astype(float), found.astype(float), iter=30, minit="matrix")
    assert scatter(points, found, nearest(points, found)) < 1.01 * scatter(points, theirs, owners)
    order = np.argsort(points.sum(axis=1))[::-1]
    by_mean = np.empty(len(points), int)
    by_mean[order] = np.arange(len(points)) * 12 // len(points)
    means = np.stack([points[by_mean == k].mean(axis=0) for k in range(12)])
    assert scatter(points, found, nearest(points, found)) < scatter(points, means, by_mean)


def test_a_sample_is_of_deals_that_can_be():
    for cards in (3, 4):
        found, numbers = boards(cards), numbering()
        places = sampled(found, cards)
        on_board = found.cards.reshape(-1, cards)[places // HANDS]
        held = np.stack([numbers.first[places % HANDS], numbers.second[places % HANDS]], axis=1)
        assert len(places) == 20_000
        assert not (on_board[:, :, None] == held[:, None, :]).any()
        unpaired = np.mean([len({card // 4 for card in board}) == cards for board in on_board.tolist()])
        assert unpaired == pytest.approx(comb(13, cards) * 4**cards / comb(DECK, cards), abs=0.012)  # 3 sigma


def test_what_hands_cannot_be_grouped_by():
    with pytest.raises(NoBuckets, match="strength or by distribution"):
        buckets(BucketSettings(10, "suit"))


@pytest.mark.slow
def test_buckets_by_distribution():
    found = buckets(BucketSettings(50, "distribution"))
    by_strength = buckets(BucketSettings(50))
    assert found.key != by_strength.key
    order = np.random.default_rng(4).random((3_000, DECK), np.float32).argsort(axis=1)
    for cards in (3, 4, 5):
        dealt = np.ascontiguousarray(order[:, : 2 + cards].astype(np.uint8))
        mine = found.of(dealt)
        assert set(mine.tolist()) == set(range(50))
        for suits in SUIT_ORDERS[1::7]:
            assert np.array_equal(found.of(dealt // 4 * 4 + np.array(suits, np.uint8)[dealt % 4]), mine)
        assert np.array_equal(mine, by_strength.of(dealt)) == (cards == 5)
    flop, dealt = strengths(3), np.ascontiguousarray(order[:, :5].astype(np.uint8))
    exact = np.array([flop.of((a, b), board) for a, b, *board in dealt.tolist()])
    means = [exact[found.of(dealt) == k].mean() for k in range(50)]
    assert np.corrcoef(means, np.arange(50))[0, 1] > 0.9  # numbered by strength, as far as that orders them
    assert most(3) == 2 * 990 * 47 * 46
