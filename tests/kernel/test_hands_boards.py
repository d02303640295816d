"""Numbers of hands and boards, and strengths on single boards, against slow twins."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from outfox.formats.cards import DECK, parse_cards
from outfox.kernel.hands import hand_tables
from outfox.kernel.hands_boards import HANDS, SUIT_ORDERS, Boards, boards, hand_number, numbering
from outfox.kernel.hands_preflop import KINDS, add_wins
from outfox.kernel.hands_strength import add_flop, add_turn, fill_river
from outfox.methods.poker.kinds import kind_of_hand
from tests.naive import hands as naive

RIVER = "7c8c8d9hKc", "2c5c9cJcKc", "2c2d2h2sAs", "TcJcQcKcAc"


def number(board):
    return sum(comb(card, k) for k, card in enumerate(sorted(board), 1))


def image(cards, order):
    return sorted(card // 4 * 4 + order[card % 4] for card in cards)


def one(text):
    """Return `Boards` with one canonical board, of weight 1, for kernels that need no more."""
    cards = np.array(sorted(parse_cards(text)), np.uint8)
    return Boards(np.zeros(0, np.int32), np.zeros(0, np.uint8), cards, np.ones(1, np.int64))


@pytest.mark.parametrize(("cards", "canonical"), [(1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)])
def test_counts(cards, canonical):
    found = boards(cards)
    assert len(found.weights) == canonical
    assert found.weights.sum() == comb(DECK, cards)
    assert np.array_equal(np.bincount(found.canonical), found.weights)
    assert all(24 % weight == 0 for weight in found.weights.tolist())  # 24 over the symmetries of a board


@pytest.mark.nojit
def test_hands_by_number():
    numbers = numbering()
    hands = sorted(combinations(range(DECK), 2), key=lambda hand: (hand[1], hand[0]))
    assert hands == list(zip(numbers.first.tolist(), numbers.second.tolist(), strict=True))
    assert [hand_number(b, a) for a, b in hands] == list(range(HANDS))
    for p, order in enumerate(SUIT_ORDERS):
        assert [hand_number(*image(hand, order)) for hand in hands] == numbers.images[HANDS * p :][:HANDS].tolist()
        assert SUIT_ORDERS[numbers.inverse[p]] == tuple(order.index(suit) for suit in range(4))


@pytest.mark.nojit
def test_boards_of_two_cards_are_images_of_the_canonical_ones():
    images_are_right(boards(2), 2, combinations(range(DECK), 2))


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_boards_are_images_of_the_canonical_ones(cards):
    deals = np.random.default_rng(cards).random((300, DECK)).argsort(axis=1)[:, :cards]
    images_are_right(boards(cards), cards, deals.tolist())


def images_are_right(found, cards, sample):
    for board in sample:
        place = number(board)
        canonical = found.cards.reshape(-1, cards)[found.canonical[place]].tolist()
        assert image(board, SUIT_ORDERS[found.order[place]]) == canonical
        orbit = {tuple(image(board, order)) for order in SUIT_ORDERS}
        assert found.weights[found.canonical[place]] == len(orbit)
        assert {int(found.canonical[number(other)]) for other in orbit} == {int(found.canonical[place])}


@cache
def scores(text):
    """Return the score of each hand by its number, None for those that hold a card of the board."""
    board, numbers = parse_cards(text), numbering()
    hands = zip(numbers.first.tolist(), numbers.second.tolist(), strict=True)
    return [None if set(hand) & set(board) else naive.score([*hand, *board]) for hand in hands]


@pytest.mark.nojit
@pytest.mark.parametrize("text", RIVER[:2])
def test_wins_of_kinds_on_one_board(text):
    wins, kinds, numbers = np.zeros(KINDS * KINDS, np.int32), kind_of_hand(), numbering()
    add_wins(hand_tables(), numbers, one(text), kinds, 0, 1, wins)
    found = scores(text)
    for kind in (168, 0, 12, 13 * 12 + 3):  # aces, deuces, A2o, A5s
        expected = np.zeros(KINDS, int)
        for mine in np.flatnonzero(kinds == kind):
            for theirs in range(HANDS):
                apart = not {numbers.first[mine], numbers.second[mine]} & {
                    numbers.first[theirs],
                    numbers.second[theirs],
                }
                if apart and found[mine] and found[theirs] and found[mine] > found[theirs]:
                    expected[kinds[theirs]] += 1
        assert wins.reshape(KINDS, KINDS)[kind].tolist() == expected.tolist()


@pytest.mark.nojit
@pytest.mark.parametrize("text", RIVER)
def test_strengths_on_one_board(text):
    strengths, numbers = np.zeros(HANDS, np.int16), numbering()
    fill_river(hand_tables(), numbers, one(text), 0, 1, strengths)
    found = scores(text)
    assert [strength == 0 for strength, score in zip(strengths, found, strict=True) if score is None].count(False) == 0
    for mine in range(0, HANDS, 97):
        if found[mine]:
            held = {numbers.first[mine], numbers.second[mine]}
            others = [k for k in range(HANDS) if found[k] and not held & {numbers.first[k], numbers.second[k]}]
            assert len(others) == 990
            assert strengths[mine] == sum((found[mine] > found[k]) + (found[mine] >= found[k]) for k in others)


@pytest.mark.parametrize("cards", [3, 4])
def test_sums_over_the_next_card(cards):
    """Of any numbers that are the same for images: here of what the canonical board and the hand on it are."""
    now, after, numbers = boards(cards), boards(cards + 1), numbering()
    place = {3: 700, 4: 4000}[cards]
    board = now.cards.reshape(-1, cards)[place].tolist()
    next_boards = [number([*board, card]) for card in set(range(DECK)) - set(board)]
    strengths = np.zeros((len(after.weights), HANDS), np.int32 if cards == 3 else np.int16)
    for other in next_boards:
        strengths[after.canonical[other]] = np.random.default_rng(after.canonical[other]).integers(0, 1980, HANDS)
    strengths = strengths.reshape(-1)
    out = np.zeros(len(now.weights) * HANDS, np.int32)
    (add_flop if cards == 3 else add_turn)(numbers, now, after, strengths, place, place + 1, out)
    for hand in range(0, HANDS, 131):
        held, expected = [int(numbers.first[hand]), int(numbers.second[hand])], 0
        for other in next_boards:
            moved = hand_number(*image(held, SUIT_ORDERS[after.order[other]]))
            expected += int(strengths[HANDS * int(after.canonical[other]) + moved])
        assert out[HANDS * place + hand] == expected
    assert not out[: HANDS * place].any()
