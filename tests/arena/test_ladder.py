"""Ladders: levels in order, a player in his place."""

from __future__ import annotations

import json
import statistics

import pytest

from outfox.arena import ladder, tournament
from outfox.arena.ladder import rungs
from outfox.arena.rating import expected
from outfox.players import player

GAME = "connect-four:rows=4,cols=4"
OPTIONS = {"levels": 4, "games": 12, "seed": 2, "opening_plies": 2}


@pytest.fixture(scope="module")
def found():
    return ladder(GAME, "mcts:simulations=30", **OPTIONS)


def test_budgets_double_from_level_to_level():
    specs = rungs(5, first=10, method="mcts:solver=false")
    assert specs == ["random", *(f"mcts:solver=false,simulations={n}" for n in (10, 20, 40, 80))]
    assert [player(spec).name for spec in rungs(3)] == rungs(3)


def test_levels_grow(found):
    assert [level.number for level in found.levels] == [0, 1, 2, 3]
    assert found.levels[0].rating == 0.0
    assert found.levels[3].rating > found.levels[0].rating + 100
    for level in found.levels:
        assert level.score_interval[0] < level.score < level.score_interval[1]
        assert level.interval[0] <= level.rating <= level.interval[1]


def test_the_score_is_the_mean_over_the_other_levels(found):
    result = found.result
    for level in found.levels:
        scores = [result.score(level.number, other) for other in range(4) if other != level.number]
        assert level.score == pytest.approx(statistics.fmean(scores)), "the player who is placed is no rung"
    placed = [result.score(4, other) for other in range(4)]
    assert found.placed.score == pytest.approx(statistics.fmean(placed))


def test_who_is_placed_stands_between_the_levels_of_less_and_more(found):
    assert found.placed.spec == "mcts:simulations=30"
    assert found.levels[0].rating < found.placed.rating < found.levels[3].interval[1]
    assert found.promised(found.placed, found.levels[0]) == pytest.approx(expected(found.placed.rating))


def test_the_level_for_a_wanted_rate(found):
    for rate in (0.3, 0.5, 0.8):
        level = found.level_for(rate)
        stronger = [other for other in found.levels if other.rating > level.rating]
        assert found.promised(found.placed, level) >= rate
        assert all(found.promised(found.placed, other) < rate for other in stronger)
    assert found.level_for(0.999999) is None
    alone = ladder(GAME, levels=3, games=8, seed=2)
    level = alone.level_for(0.5)
    assert level.score >= 0.5
    assert all(other.score < 0.5 for other in alone.levels[: level.number])


def test_a_ladder_is_a_tournament(found):
    again = tournament(GAME, [*rungs(4), "mcts:simulations=30"], games=12, seed=2, opening_plies=2, workers=2)
    assert again.records == found.result.records


def test_it_prints_in_80_columns_and_as_json(found):
    assert max(map(len, str(found).splitlines())) <= 80
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert set(data) == {
        "levels", "placed", "game", "games_each", "seed", "opening_plies", "planned", "games", "distinct_games",
        "scores", "cycles", "interrupted", "resumed", "seconds", "cpu_seconds", "compile_seconds",
    }  # fmt: skip
    assert set(data["levels"][0]) == {"level", "spec", "rating", "interval", "score", "score_interval"}
    assert len(data["placed"]["against"]) == 4


def test_what_is_no_ladder():
    with pytest.raises(ValueError, match="two levels or more"):
        ladder(GAME, levels=1)
