"""Tournaments: everybody meets, the matrix is right, nothing depends on workers or interruptions."""

from __future__ import annotations

import json

import pytest

from outfox.arena import match, tournament
from outfox.formats import load_records, save_records
from outfox.players.callable_player import CallablePlayer
from outfox.rules import OutfoxError, load

BOTS = "tests/players/bots.py"
THREE = ["random", f"{BOTS}:first_legal", f"{BOTS}:patient:depth=1"]


def rock(position):
    return 0


def paper(position):
    return 1


def scissors(position):
    return 2


THROWS = '''
"""Throws: rock, paper, scissors, one after the other; only players who look may win by that."""

import numpy as np
from outfox.rules import TERMINAL

ACTIONS = 3
State = np.dtype([("throws", np.int8, (2,)), ("turn", np.int8)])

def initial(s):
    s.turn = 0

def mover(s):
    return s.turn if s.turn < 2 else TERMINAL

def legal_actions(s):
    for k in range(3):
        yield k

def apply(s, action):
    s.throws[s.turn] = action
    s.turn += 1

def payoff(s):
    d = (s.throws[0] - s.throws[1]) % 3
    return 2.0 if d == 1 else -2.0 if d == 2 else 0.0
'''


@pytest.fixture
def throws(tmp_path):
    path = tmp_path / "throws.py"
    path.write_text(THROWS + "\nSCALE = 2.0\n", encoding="utf-8")
    return load(path)


def untimed(result):
    data = result.to_dict(records=True)
    return {key: value for key, value in data.items() if "seconds" not in key and key != "resumed"}


def test_everybody_meets_from_the_same_openings():
    result = tournament("tic-tac-toe", THREE, games=6, seed=2, opening_plies=2)
    assert list(result.meetings) == [(0, 1), (0, 2), (1, 2)]
    assert result.games == result.planned == 18
    openings = [[record.actions[:2] for record in met.records] for met in result.meetings.values()]
    assert openings[0] == openings[1] == openings[2]
    assert all(first == second for first, second in zip(openings[0][::2], openings[0][1::2], strict=True))
    for (a, b), met in result.meetings.items():
        assert (met.a, met.b) == (result.contestants[a], result.contestants[b])
        assert [record.players for record in met.records[:2]] == [(met.a, met.b), (met.b, met.a)]
        assert result.score(a, b) == met.score == pytest.approx(1 - result.score(b, a))
        assert [record.task[:2] for record in met.records] == [(a, b)] * 6


def test_a_gauntlet():
    result = tournament("tic-tac-toe", THREE, games=2, kind="gauntlet")
    assert list(result.meetings) == [(0, 1), (0, 2)]
    assert result.score(1, 2) is None
    assert "random meets all others" in str(result)
    assert result.total(0)["games"] == 4


def test_a_cycle_is_named_and_ratings_are_equal(throws):
    contestants = [CallablePlayer(throw) for throw in (rock, paper, scissors)]
    for one in contestants:
        one.deterministic = False  # as if each game were worth something of its own
    result = tournament(throws, contestants, games=20)
    assert result.cycles == [(0, 2, 1)]
    assert [result.score(0, 1), result.score(0, 2)] == [0.0, 1.0]
    assert [result.payoff(0, 1), result.payoff(1, 0)] == [-2.0, 2.0]
    assert result.ratings.elo == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    assert result.distinct_games == 6
    assert "Cycle: A beats C (100 %), C beats B (100 %), B beats A (100 %)" in str(result)


def rows_of(text, title):
    """Read a matrix in the text of a tournament back: by row, the cells of each block of columns."""
    block, found = text.split(title)[1].split("\n\n")[0].splitlines()[1:], {}
    for line in block:
        place, *cells = line.split()
        if line[0] != " ":
            found.setdefault(place, []).extend(cells)
    return found


def test_payoffs_stand_beside_ratings(throws):
    """Rock wins two from scissors, and so on around; who is A, B and C follows from the ratings, which are equal."""
    result = tournament(throws, [rock, paper, scissors], games=4)
    names = [result.contestants[number].rpartition(":")[2] for number in result.ranking]
    wins = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    expected = [["-" if a == b else "+2.00" if (a, b) in wins else "-2.00" for b in names] for a in names]
    assert list(rows_of(str(result), "mean payoff of the row against the column, a game").values()) == expected


def test_payoffs_are_told_in_the_unit_of_the_game():
    result = tournament("kuhn", ["random", f"{BOTS}:first_legal", f"{BOTS}:last_by_name"], games=4, kind="gauntlet")
    rows = rows_of(str(result), "in chips a hand")
    for place, row in zip("ABC", result.ranking, strict=True):
        for cell, column in zip(rows[place], result.ranking, strict=True):
            payoff = result.payoff(row, column)
            assert cell == "-" if row == column else cell == "." if payoff is None else float(cell) == round(payoff, 2)


def test_copies_prove_no_cycle(throws):
    """Players of rules without chance repeat themselves: two games each are no significant result."""
    result = tournament(throws, [rock, paper, scissors], games=40)
    assert all(met.deterministic and met.counted == 2 for met in result.meetings.values())
    text = str(result)
    assert "In 3 of 3 meetings both always do the same; copies count once." in text


def test_a_strong_player_is_first():
    specs = ["random", "mcts:simulations=4", "mcts:simulations=64"]
    result = tournament("connect-four:rows=4,cols=4", specs, games=20, seed=1, opening_plies=1)
    assert result.ranking == [2, 1, 0]
    assert result.beats[2] >= {0}
    low, high = result.intervals[2]
    assert low < result.ratings.elo[2] < high
    assert result.ratings.difference(2, 0)[0] > 0
    assert "No cycles" in str(result)


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_workers_and_resuming_change_nothing(tmp_path, name):
    whole = tournament("tic-tac-toe", THREE, games=4, seed=3, opening_plies=1)
    path = tmp_path / name
    save_records(path, whole.records[:5])
    again = tournament("tic-tac-toe", THREE, games=4, seed=3, opening_plies=1, workers=2, records=path, resume=True)
    assert untimed(again) == untimed(whole)
    assert again.resumed == 5
    assert {record.task for record in load_records(path)} == {record.task for record in whole.records}
    longer = tournament("tic-tac-toe", [*THREE, f"{BOTS}:last_by_name"], games=4, seed=3, opening_plies=1,
                        records=path, resume=True)  # fmt: skip
    assert (longer.resumed, longer.games) == (12, 24), "a newcomer meets the others"
    with pytest.raises(OutfoxError, match="was played in another match"):
        match("tic-tac-toe", *THREE[:2], games=4, seed=3, opening_plies=1, records=path, resume=True)


def test_a_match_and_a_tournament_of_two_play_by_the_same_openings():
    alone = match("connect-four", "random", f"{BOTS}:first_legal", games=4, seed=5, opening_plies=3)
    together = tournament("connect-four", ["random", f"{BOTS}:first_legal"], games=4, seed=5, opening_plies=3)
    assert [r.actions[:3] for r in alone.records] == [r.actions[:3] for r in together.records]


def test_json_has_the_stable_keys():
    data = json.loads(json.dumps(tournament("tic-tac-toe", THREE, games=2).to_dict(), allow_nan=False))
    assert set(data) == {
        "game", "players", "contestants", "kind", "games_each", "seed", "max_plies", "opening_plies", "repetition",
        "adjudicate", "duplicate", "planned", "games", "distinct_games", "ratings", "dispersion", "scores", "payoffs",
        "meetings", "cycles", "interrupted", "resumed", "seconds", "cpu_seconds", "compile_seconds",
    }  # fmt: skip
    assert set(data["ratings"][0]) == {
        "contestant", "name", "rating", "interval", "score", "games", "wins", "draws", "losses",
    }  # fmt: skip
    assert set(data["meetings"][0]) == {
        "a", "b", "games", "distinct_games", "counted", "wins", "draws", "score", "interval", "endings", "beats",
    }  # fmt: skip
    assert data["scores"][0][0] is None
    totals = [entry["wins"] - entry["losses"] for entry in data["ratings"]]
    assert sum(totals) == 0


def test_the_text_fits_the_screen():
    specs = [f"{BOTS}:patient:depth={depth}" for depth in range(13)]
    result = tournament("nim:piles=[2,3]", specs, games=2)
    lines = str(result).splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("M  ") for line in lines) >= 2
    names = {line[4:38].strip() for line in lines[4:17]}
    assert {name.rpartition(":")[2] for name in names} == {f"depth={depth}" for depth in range(13)}
    payoffs = rows_of(str(result), "mean payoff of the row against the column, a game")
    assert [len(cells) for cells in payoffs.values()] == [13] * 13


@pytest.mark.parametrize("largest", [0.5, 12.0, 123_456.0])
def test_large_payoffs_fit_too(tmp_path, largest):
    path = tmp_path / "throws.py"
    path.write_text(THROWS.replace("2.0", str(largest)) + f"\nSCALE = {largest}\n", encoding="utf-8")
    players = [CallablePlayer(lambda _, k=k: k % 3, f"number {k}") for k in range(13)]
    result = tournament(load(path), players, games=2)
    assert max(map(len, str(result).splitlines())) <= 80
    payoffs = rows_of(str(result), "mean payoff of the row against the column, a game")
    assert {abs(float(cell)) for cells in payoffs.values() for cell in cells if cell != "-"} == {0.0, largest}


def test_what_is_no_tournament():
    for contestants, games in ((["random"], 2), (["random", "random"], 2), (THREE, 3), (THREE, 0)):
        with pytest.raises(ValueError, match=r"tournament needs|even number"):
            tournament("nim", contestants, games=games)
