"""Equities against published percentages, a slow twin, and each other."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from outfox.formats.cards import DECK, parse_cards
from outfox.interfaces.cli.cache import cache, entries
from outfox.methods.poker.equity import parse_hands, showdowns
from outfox.methods.poker.kept import kept
from outfox.methods.poker.kinds import KINDS, hands_of_kind, kind_name, kind_number, kind_of_hand
from outfox.methods.poker.preflop import BOARDS, pairs_of_kinds, preflop_table
from outfox.methods.poker.strength import most, strengths
from tests.naive import hands as naive

PUBLISHED = [
    ("AcAd", "KsKh", 81.255490),
    ("AcAd", "KcKd", 82.636611),
    ("AcAd", "KcKh", 81.946050),
    ("AcKc", "QsQh", 46.214457),
    ("2c2d", "AsKh", 53.040348),
    ("AcAd", "7s2h", 87.422444),
]
PUBLISHED_KINDS = [("AA", "KK", 81.9460), ("AKs", "QQ", 46.0485), ("22", "AKo", 52.6492)]
AT_RANDOM = [("AA", 85.2037), ("KK", 82.3957), ("AKs", 67.0446), ("J5s", 49.9868), ("72o", 34.5836), ("32o", 32.3032)]


def against(mine, theirs, board=""):
    return showdowns(parse_hands(mine), parse_hands(theirs), parse_cards(board))


@pytest.mark.parametrize(("mine", "theirs", "percent"), PUBLISHED)
def test_published_hands(mine, theirs, percent):
    found = against(mine, theirs)
    assert found.count == BOARDS == 1_712_304
    assert 100 * found.equity == pytest.approx(percent, abs=5e-7)


@pytest.mark.parametrize(("mine", "theirs", "percent"), PUBLISHED_KINDS)
def test_published_kinds(mine, theirs, percent):
    found = against(mine, theirs)
    assert found.count == BOARDS * pairs_of_kinds()[kind_number(mine), kind_number(theirs)]
    assert 100 * found.equity == pytest.approx(percent, abs=1e-4)  # the figures are cut off, not rounded


@pytest.mark.nojit
@pytest.mark.parametrize("seed", range(4))
def test_the_slow_twin_counts_the_same(seed):
    source = random.Random(seed)
    deck = source.sample(range(DECK), 12)
    board = deck[: 4 + seed % 2]
    mine = [(deck[5], deck[6]), (deck[5], deck[7])][: 1 + seed // 2]
    theirs = [(deck[7], deck[8]), (deck[9], deck[10]), (deck[6], deck[9])][: 1 + seed // 2]
    counts = [0, 0, 0]
    for a in mine:
        for b in theirs:
            if not set(a) & set(b):
                left = [card for card in range(DECK) if card not in {*a, *b, *board}]
                for rest in combinations(left, 5 - len(board)):
                    counts[2 - naive.showdown(a, b, [*board, *rest])] += 1
    found = showdowns(mine, theirs, board)
    assert [found.wins, found.ties, found.losses] == counts


def test_sides_mirror_each_other_on_a_flop():
    one, other = against("QQ,AKs,76s", "random", "Qc7c2d"), against("random", "QQ,AKs,76s", "Qc7c2d")
    assert (one.wins, one.ties, one.losses) == (other.losses, other.ties, other.wins)
    assert one.count == (3 + 4 + 3) * 1081 * 990  # hands that the flop leaves, hands against each, boards


@pytest.mark.parametrize(("text", "count"), [("AA", 6), ("aks", 4), ("AKo", 12), ("AK", 16), ("QQ, AcAd,QcQd", 7)])
def test_hands_as_text(text, count):
    assert len(parse_hands(text)) == count


@pytest.mark.parametrize("text", ["", "A", "AAs", "AKx", "AcAdAh", "AcAc", "1c2c", "AsK", ","])
def test_what_is_no_hand(text):
    with pytest.raises(ValueError, match=r"kind|card|hand|twice"):
        parse_hands(text)


@pytest.mark.parametrize(
    ("mine", "theirs", "board"),
    [("AcAd", "AcKd", ""), ("AA", "KK", "AcAdAhKc"), ("AA", "KK", "2c3c"), ("22", "33", "2c" * 3)],
)
def test_what_cannot_be(mine, theirs, board):
    with pytest.raises(ValueError, match=r"common|cannot be held|board|twice"):
        against(mine, theirs, board)


@pytest.mark.parametrize("hand", [(3, 3), (0, 52), (-1, 4)])
def test_cards_are_checked_before_kernels_see_them(hand):
    with pytest.raises(ValueError, match="different cards"):
        showdowns([hand], [(10, 11)])


def test_kinds_by_number():
    assert len({kind_name(kind) for kind in range(KINDS)}) == 169
    for kind in range(KINDS):
        assert kind_number(kind_name(kind)) == kind
        assert len(hands_of_kind(kind)) == {"s": 4, "o": 12}.get(kind_name(kind)[2:], 6)
    assert pairs_of_kinds().sum() == 1326 * 1225
    assert np.bincount(kind_of_hand()).sum() == 1326


def test_what_is_kept_is_made_once(fresh_cache):
    calls = []

    def make():
        calls.append(1)
        return {"a": np.arange(5), "b": np.ones((2, 3), np.int16)}

    for _ in range(2):
        found = kept("test", make)
        assert found["a"].tolist() == [0, 1, 2, 3, 4]
        assert found["b"].dtype == np.int16
    assert len(calls) == 1
    (file,) = (fresh_cache / "poker").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"x")  # changed, not cut off
    assert kept("test", make)["b"].sum() == 6
    assert len(calls) == 2
    file.write_bytes(b"something else")
    kept("test", make)
    assert len(calls) == 3


def test_the_command_shows_and_clears_what_is_kept(fresh_cache):
    kept("test", lambda: {"a": np.arange(5)})
    assert [entry["name"] for entry in entries(fresh_cache)] == ["test.arrays"]
    assert cache("clear") == 0
    assert not list((fresh_cache / "poker").iterdir())


def test_nothing_is_kept_of_what_was_interrupted(fresh_cache):
    def make():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept("test", make)
    assert not (fresh_cache / "poker").exists()


def test_a_cache_that_cannot_be_written_costs_time_only(fresh_cache):
    (fresh_cache / "poker").write_text("in the way")
    assert kept("test", lambda: {"a": np.arange(2)})["a"].tolist() == [0, 1]


@pytest.mark.slow
def test_table_before_the_flop():
    table = preflop_table()
    for mine, theirs, percent in PUBLISHED_KINDS:
        found = against(mine, theirs)
        assert table.wins[kind_number(mine), kind_number(theirs)] == found.wins
        assert table.ties[kind_number(mine), kind_number(theirs)] == found.ties
        assert 100 * table.against(mine, theirs) == pytest.approx(percent, abs=1e-4)
    for kind, percent in AT_RANDOM:
        assert 100 * table.strength[kind_number(kind)] == pytest.approx(percent, abs=1e-4)
        assert against(kind, "random").equity == pytest.approx(table.strength[kind_number(kind)], abs=1e-12)
    assert np.array_equal(table.ties, table.ties.T)
    assert table.ties.min() > 0
    assert int((2 * table.wins + table.ties).sum()) == 1326 * 1225 * BOARDS, "all hands, all others, all boards"
    assert against("random", "random").equity == 0.5


@pytest.mark.slow
def test_strengths_add_up():
    """Over all flops they are the table before the flop; on a board they are the equity against a hand at random."""
    flop, table = strengths(3), preflop_table()
    total = (flop.table.reshape(-1, 1326) * flop.boards.weights[:, None]).sum(axis=0)
    of_kind = np.zeros(KINDS, np.int64)
    np.add.at(of_kind, kind_of_hand(), total)
    orders = 20  # to deal five cards as a flop, a turn and a river: 5! / 3!
    assert np.array_equal(of_kind, orders * (2 * table.wins + table.ties).sum(axis=1))
    for board in ("2c3d4h", "2c3d4h5s", "2c3d4h5s9c"):
        found = strengths(len(board) // 2)
        assert found.table.max() <= most(found.cards)
        for hand in ("AcAd", "9h9s", "7c2d"):
            if not set(parse_cards(hand)) & set(parse_cards(board)):
                exact = against(hand, "random", board).equity
                assert found.of(*parse_hands(hand), parse_cards(board)) == pytest.approx(exact, abs=1e-12)
