"""Hand values against published censuses, a slow twin, and two other evaluators."""

from __future__ import annotations

import random
import warnings
from itertools import pairwise

import numpy as np
import phevaluator
import pytest

from outfox.formats.cards import DECK, card_name, parse_cards
from outfox.kernel.hands import CATEGORIES, NoHand, census, hand_categories, hand_tables, hand_values
from outfox.kernel.hands_tables import built
from tests.naive import hands as naive

# Straight flushes first.
FIVE = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
SEVEN = [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460]
VALUES = 7462


def deals(count, cards, seed=1):
    order = np.random.default_rng(seed).random((count, DECK), np.float32).argsort(axis=1)
    return np.ascontiguousarray(order[:, :cards].astype(np.uint8))


def by_category(counts):
    found = np.zeros(len(CATEGORIES), np.int64)
    np.add.at(found, hand_categories(np.arange(1, VALUES + 1)), counts[1:])
    return found[::-1].tolist()


@pytest.mark.parametrize(("cards", "kinds", "distinct"), [(5, FIVE, 7_462), (7, SEVEN, 4_824)])
def test_census(cards, kinds, distinct):
    counts = census(cards)
    assert by_category(counts) == kinds
    assert (counts > 0).sum() == distinct
    assert counts[0] == 0


def test_every_place_of_the_tables_is_used():
    tables = hand_tables()
    assert len(tables.values) == 6_175 + 18_395 + 49_205  # ranks of five, six and seven cards, at most four of each
    assert tables.values.min() == 1
    assert (built().tables.flushes > 0).sum() == sum(1 for ranks in range(1 << 13) if ranks.bit_count() >= 5)


@pytest.mark.nojit
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_order_is_that_of_the_slow_twin(cards):
    dealt = deals(150, cards, seed=cards)
    scores = [naive.score(hand) for hand in dealt.tolist()]
    values = hand_values(dealt).tolist()
    assert [CATEGORIES[k] for k in hand_categories(values)] == [CATEGORIES[kind] for kind, _ in scores]
    pairs = sorted(zip(scores, values, strict=True))
    for (score, value), (next_score, next_value) in pairwise(pairs):
        assert (value < next_value) == (score < next_score)
        assert (value == next_value) == (score == next_score)


@pytest.mark.nojit
def test_flushes_and_straights_are_those_of_the_slow_twin():
    """Deals from few ranks or suits, where such hands are frequent."""
    source = random.Random(2)
    hands = [source.sample([card for card in range(DECK) if card % 4 < 2], 7) for _ in range(60)]
    hands += [source.sample([card for card in range(DECK) if card // 4 in {12, 0, 1, 2, 3, 4}], 7) for _ in range(60)]
    pairs = sorted(zip(map(naive.score, hands), hand_values(hands).tolist(), strict=True))
    assert {kind for (kind, _), _ in pairs} >= {1, 2, 3, 4, 5, 6}
    for (score, value), (next_score, next_value) in pairwise(pairs):
        assert ((value < next_value), (value == next_value)) == ((score < next_score), (score == next_score))


def agrees_with_phevaluator(dealt):
    theirs = np.array([phevaluator.evaluate_cards(*hand) for hand in dealt.tolist()])  # 1 is a royal flush
    return np.array_equal(hand_values(dealt), VALUES + 1 - theirs)


def agrees_with_eval7(dealt):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it uses names that its parser has deprecated
        import eval7

    deck = [eval7.Card(card_name(card)) for card in range(DECK)]
    theirs = np.array([eval7.evaluate([deck[card] for card in hand]) for hand in dealt.tolist()])
    order = np.argsort(theirs)
    return np.array_equal(np.sign(np.diff(hand_values(dealt)[order].astype(int))), np.sign(np.diff(theirs[order])))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_others_agree(cards):
    dealt = deals(30_000, cards)
    assert agrees_with_phevaluator(dealt)
    assert agrees_with_eval7(dealt)


@pytest.mark.slow
def test_others_agree_on_a_million_hands():
    dealt = deals(1_000_000, 7)
    assert agrees_with_phevaluator(dealt)
    assert agrees_with_eval7(dealt)


def test_shapes():
    dealt = deals(6, 7).reshape(2, 3, 7)
    values = hand_values(dealt)
    assert values.shape == (2, 3)
    assert values.dtype == np.int16
    assert np.array_equal(values, hand_values(dealt.tolist()))
    assert hand_values(dealt[..., ::-1]).tolist() == values.tolist()  # not contiguous, and another order
    assert hand_values(np.zeros((0, 7), np.uint8)).tolist() == []


@pytest.mark.parametrize(
    "hands",
    [
        [[0, 1, 2, 3]],  # four cards
        np.zeros((2, 8), np.uint8),
        7,
        [[0, 1, 2, 3, 52]],
        [[0, 1, 2, 3, -1]],
        np.array([[0, 1, 2, 3, 65]], np.uint8),  # 65 is 1 in the lower six bits
        [[0, 1, 2, 3, 0]],
        [[50] * 7],
        [[0.5, 1, 2, 3, 4]],
        np.zeros((0, 7)),
    ],
)
def test_what_is_no_hand(hands):
    with pytest.raises(NoHand, match=r"hand|card"):
        hand_values(hands)


def test_the_first_bad_hand_is_named():
    dealt = deals(100, 7)
    dealt[42, 3] = dealt[42, 0]
    with pytest.raises(NoHand, match="hand 42 "):
        hand_values(dealt)


def test_cards_as_text():
    assert [card_name(card) for card in parse_cards("2c 2d,2h2s AS")] == ["2c", "2d", "2h", "2s", "As"]
    for wrong in ("1c", "A", "Acx", "AcAc", "Ax", "10c"):
        with pytest.raises(ValueError, match=r"card|twice"):
            parse_cards(wrong)
