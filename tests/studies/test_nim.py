"""What a study of Nim finds: a theorem in every position, shares as published, both seats against perfect play."""

from __future__ import annotations

import json
from functools import cache
from itertools import product

import pytest

from outfox.methods.solve.states import solve_states
from outfox.rules import load
from outfox.studies.estimates import mean_share
from outfox.studies.nim.learners import KINDS, NimSettings
from outfox.studies.nim.page import sections
from outfox.studies.nim.special import gather
from outfox.studies.nim.theorem import lost_by_theorem, theorem
from outfox.studies.special import special_of

FEW = NimSettings(stops=(100, 1_000, 10_000), seeds=5, games=4)
PUBLISHED = {
    "after the reply": (0.26, 0.66, 0.994),
    "after the reply, first of ties": (0.21, 0.60, 0.991),
}
"""Means of 200 runs after 100, 1,000 and 10,000 games; a mean of five is to be within two points."""


@pytest.fixture(scope="module")
def found():
    return gather(load("nim"), seed=0, settings=FEW)


@cache
def lost(piles: tuple[int, ...], misere: bool) -> bool:
    """Say whether the mover loses, by trying every move."""
    if not any(piles):
        return not misere
    nexts = [(*piles[:i], left, *piles[i + 1 :]) for i, size in enumerate(piles) for left in range(size)]
    return not any(lost(rest, misere) for rest in nexts)


@pytest.mark.parametrize("misere", [True, False])
def test_the_theorem_is_what_trying_every_move_says(misere):
    for piles in product(range(4), repeat=3):
        if any(piles):
            assert lost_by_theorem(piles, misere=misere) == lost(piles, misere), piles


def test_the_theorem_against_the_exact_answer(found):
    assert (found.theorem.positions, found.theorem.exceptions) == (750, 0)
    game = load("nim:piles=[3,4,5],misere=false")
    normal = theorem(game, solve_states(game).table)
    assert normal.exceptions == 0
    assert 119 < normal.positions <= 238  # 120 pile vectors, one of them empty, and two players


def test_a_wrong_answer_is_an_exception():
    misere, normal = load("nim:piles=[1,2]"), load("nim:piles=[1,2],misere=false")
    assert theorem(normal, solve_states(misere).table).exceptions > 0


def test_counts_are_those_published(found):
    assert (found.won, found.lost, found.winner) == (335, 48, 1)


@pytest.mark.parametrize("kind", PUBLISHED)
def test_shares_are_those_published(found, kind):
    (learned,) = [one for one in found.learned if one.name == kind]
    assert [games for games, _ in learned.curve] == [100, 1_000, 10_000]
    for (_, share), published in zip(learned.curve, PUBLISHED[kind], strict=True):
        assert share.value == pytest.approx(published, abs=0.02)
        assert share.low <= share.value <= share.high


def test_against_perfect_play_the_first_player_never_wins_and_the_second_always(found):
    for one in found.learned:
        first, second = one.seats
        assert (first.count, first.of) == (0, 20)
        assert second.count == second.of == 20
    assert "The first player cannot win against perfect play" in found.sentences[-1]


def test_what_is_told_and_written(found):
    text = " ".join(found.sentences)
    assert "750 positions: none differ" in text
    assert [one.name for one in found.learned] == list(KINDS)
    report = found.to_dict()
    json.dumps(report)
    assert not set(found.times) & set(report)
    page = sections(found)
    for words in ("335 are won", "5 learners of each kind", "cannot win against perfect play", "<svg"):
        assert words in page


def test_the_same_seed_is_the_same_study():
    few = NimSettings(stops=(50, 200), seeds=2, games=2)
    first, again, other = (gather(load("nim"), seed=seed, settings=few).to_dict() for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_where_the_first_player_wins_it_is_the_second_that_cannot():
    found = gather(load("nim:piles=[1,2]"), settings=NimSettings(stops=(200,), seeds=2, games=2))
    assert found.winner == 0
    assert "The second player cannot win" in found.futile
    assert [seat.count for seat in found.learned[0].seats] == [4, 0]


def test_games_that_are_asked_nothing():
    assert gather(load("nim:piles=[500,500]")) is None
    assert special_of(load("nim:piles=[500,500]")) is None


def test_a_mean_and_its_interval():
    found = mean_share([0.2, 0.4])
    assert found.value == pytest.approx(0.3)
    assert found.high - found.value == pytest.approx(0.7, abs=1e-9)  # held back at 1: 12.706 * 0.1414 / 1.414 = 1.27
    assert found.low == 0.0
    three = mean_share([0.5, 0.5, 0.5])
    assert (three.low, three.value, three.high) == (0.5, 0.5, 0.5)
    alone = mean_share([0.25])
    assert (alone.low, alone.value, alone.high) == (0.0, 0.25, 1.0)
