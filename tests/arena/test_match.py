"""Matches: what is counted, and that it does not depend on who does the work."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from outfox.arena import match, wilson
from outfox.formats import replay
from outfox.players import player
from outfox.rules import NotSupported, UnknownName, load
from tests.players import bots

BOTS = "tests/players/bots.py"


def test_random_tic_tac_toe_against_exact_shares():
    result = match("tic-tac-toe", "random", "random", games=1000, seed=1)
    # Exact, from the whole tree: x wins 0.5849, draws 0.1270, o wins 0.2881.
    for share, exact in zip(result.outcomes, (737 / 1260, 8 / 63, 121 / 420), strict=True):
        low, high = wilson(share.count, share.of, z=3.29)
        assert low < exact < high
    assert result.interval[0] < 0.5 < result.interval[1]
    assert sum(result.wins) + result.draws == result.games == result.counted == 1000
    assert result.score == pytest.approx((result.wins[0] + result.draws / 2) / 1000)
    assert sum(share.share for share in result.outcomes) == pytest.approx(1.0)


def test_second_player_wins_nim_with_best_play():
    result = match("nim", "mcts:simulations=500", "mcts:simulations=50_000", games=4, seats="fixed", seed=2)
    assert result.wins == [0, 4], "1, 3, 5, 7 is lost for the player who moves first"
    assert result.by_seat[1].wins.of == 0


def test_search_beats_chance():
    result = match("connect-four", "mcts:simulations=100", "random", games=20, seed=3)
    assert result.interval[0] > 0.5
    assert result.score is not None
    assert result.score > 0.9


@pytest.mark.parametrize(
    ("game", "a", "b", "options"),
    [
        ("tic-tac-toe", "mcts:simulations=30", f"{BOTS}:first_legal", {"opening_plies": 2}),
        ("pig:target=20", "random", "mcts:simulations=20", {"seats": "fixed", "max_plies": 40}),
    ],
)
def test_the_number_of_workers_changes_nothing(game, a, b, options):
    alone = match(game, a, b, games=12, seed=5, workers=1, **options)
    both = match(game, a, b, games=12, seed=5, workers=2, **options)
    assert alone.records == both.records
    assert alone.distinct_games > 1
    timeless = [
        {key: value for key, value in result.to_dict(records=True).items() if "seconds" not in key}
        for result in (alone, both)
    ]
    assert timeless[0] == timeless[1]
    assert match(game, a, b, games=5, seed=5, **options).records == alone.records[:5]
    assert match(game, a, b, games=12, seed=6, **options).records != alone.records


def test_a_match_from_the_middle():
    middle = load("tic-tac-toe").start().play("b2").play("a1")
    for start in (middle, load("tic-tac-toe").parse(middle.text)):
        results = [
            match("tic-tac-toe", "random", "random", games=6, opening_plies=1, start=start, workers=workers)
            for workers in (1, 2)
        ]
        assert results[0].records == results[1].records
        for first, second in zip(results[0].records[::2], results[0].records[1::2], strict=True):
            if start.start is None:  # the record begins behind the opening: what led to it is not known
                assert first.position == second.position
                assert first.position.count("x") == 2
            else:
                assert first.actions[:3] == second.actions[:3]
                assert list(replay(first))[2].text == middle.text


TINY = """
from outfox.arena import match
from outfox.formats import write_jsonl
for game in ("nim:piles=[1,2,2]", "pig:target=6"):
    print(write_jsonl(match(game, "mcts:simulations=12", "random", games=4, seed=3).records))
"""


def test_compiled_or_not_changes_nothing():
    texts = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run([sys.executable, "-c", TINY], env=environment, capture_output=True, text=True, check=True)
        texts.append(done.stdout)
    assert texts[0] == texts[1]
    assert texts[0].count("\n") > 8


@pytest.mark.nojit
def test_a_small_match_in_plain_python():
    result = match("nim:piles=[1,2,2]", "mcts:simulations=20", "random", games=4, seed=3)
    assert result.games == 4


# -- copies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players",
    [
        (f"{BOTS}:first_legal", f"{BOTS}:last_by_name"),  # say nothing of themselves
        (f"{BOTS}:Stubborn", f"{BOTS}:Stubborn:cell=3"),  # say that they repeat themselves
    ],
)
def test_two_deterministic_players_have_two_games(players):
    result = match("tic-tac-toe", *players, games=40)
    assert (result.games, result.distinct_games, result.counted, result.deterministic) == (40, 2, 2, True)
    assert sum(result.wins) + result.draws == 40
    assert result.interval[1] - result.interval[0] > 0.5, "one pair is no evidence"
    assert "2 games count" in str(result)


def test_openings_make_deterministic_games_differ():
    result = match("tic-tac-toe", f"{BOTS}:Stubborn", f"{BOTS}:Stubborn:cell=3", games=40, opening_plies=1)
    assert 2 < result.distinct_games <= result.counted < 40
    assert result.deterministic
    for first, second in zip(result.records[::2], result.records[1::2], strict=True):
        assert first.actions[:1] == second.actions[:1], "a pair shares its opening"
        assert first.players == second.players[::-1]


def test_one_deterministic_player_against_itself_has_one_game_in_two_seats():
    result = match("tic-tac-toe", f"{BOTS}:first_legal", f"{BOTS}:first_legal", games=6)
    assert (result.distinct_games, result.counted, result.score) == (1, 2, 0.5)


def test_random_games_all_count():
    result = match("nim:piles=[1,1]", "random", bots.first_legal, games=10)
    assert result.distinct_games < 10
    assert not result.deterministic
    assert result.counted == 10


def test_dice_make_no_copies():
    result = match("pig:target=5", bots.first_legal, bots.first_legal, games=10)
    assert not result.deterministic
    assert result.counted == 10


# -- edges --------------------------------------------------------------------------------------------------


def test_illegal_actions_are_counted():
    result = match("tic-tac-toe", f"{BOTS}:illegal", "random", games=6, seed=1)
    assert result.wins == [0, 6]
    assert result.endings == {"illegal": 6}
    assert "6 lost by an illegal action" in str(result)


def test_an_odd_number_of_games():
    result = match("tic-tac-toe", "random", "random", games=1)
    assert len(result.pairs) == 0
    assert 0.0 <= result.interval[0] < result.interval[1] <= 1.0
    assert len(match("tic-tac-toe", "random", "random", games=3).pairs) == 1


def test_progress_counts_games():
    heard = []
    match("tic-tac-toe", "random", "random", games=3, progress=lambda share, text: heard.append((share, text)))
    assert heard[-1] == (1.0, "3 of 3 games")
    assert len(heard) == 3


def test_players_of_ones_own():
    stubborn = bots.Stubborn()
    result = match(load("tic-tac-toe"), stubborn, lambda position: position.legal[-1], games=4)
    assert (result.a, result.b) == ("stubborn:cell=4", "<lambda>")
    with pytest.raises(ValueError, match="both sides"):
        match("tic-tac-toe", stubborn, stubborn, games=2)
    with pytest.raises(NotSupported, match="use one worker"):
        match("tic-tac-toe", lambda position: position.legal[-1], "random", games=4, workers=2)


def test_what_cannot_be_played_is_said_before():
    with pytest.raises(NotSupported, match="somebody to ask"):
        match("tic-tac-toe", "human", "random", games=2)
    with pytest.raises(UnknownName, match="no player"):
        match("tic-tac-toe", "mtcs", "random", games=2)
    with pytest.raises(ValueError, match="at least one game"):
        match("tic-tac-toe", "random", "random", games=0)


def test_the_text_fits_the_screen():
    long = "starve-the-fox"
    result = match(long, player("mcts:simulations=2,solver=false,reuse=false"), "random", games=2, max_plies=30)
    lines = str(result).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == long
    assert "A as foxes" in str(result)
    assert "2 max plies" in str(result)


def test_json_has_the_stable_keys():
    result = match("tic-tac-toe", "random", "random", games=4)
    data = json.loads(json.dumps(result.to_dict(records=True), allow_nan=False))
    assert set(data) == {
        "game", "a", "b", "players", "seats", "seed", "max_plies", "opening_plies", "planned", "games",
        "distinct_games", "counted", "deterministic", "wins", "draws", "score", "interval", "outcomes",
        "by_seat", "lengths", "endings", "interrupted", "seconds", "cpu_seconds", "compile_seconds",
        "records",
        # since the second version:
        "repetition", "adjudicate", "elo", "elo_interval", "superiority", "p_value", "seat_p_value", "biased",
        "games_to_decide", "sprt", "resumed",
        # since the third:
        "payoff", "payoff_interval", "betting",
        # since the fourth:
        "duplicate", "distinct_decks", "unit", "variance_reduction",
    }  # fmt: skip
    assert set(data["outcomes"]) == {"player_0", "draws", "player_1"}
    assert set(data["lengths"]) == {"shortest", "mean", "median", "longest"}
    assert len(data["records"]) == 4
