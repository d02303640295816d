"""`outfox train`: its two kinds, whose flags are the fields of their settings."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.train_evaluation import settings_of
from outfox.training.learn.fit_settings import FitSettings
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.train_settings import TrainSettings


def test_help_has_every_setting_with_its_meaning(command):
    shown = command("train", "--help").out
    for cls in (TrainSettings, FitSettings, QSettings):
        for field in fields(cls):
            if field.name != "fit":
                assert f"--{field.name.replace('_', '-')} " in shown
    assert "Learning rate" in shown
    assert "[default 0,4,8,16]" in " ".join(shown.split())


def test_flags_of_an_evaluation_are_its_settings():
    flags = {
        "generations": "3", "games": "1e3", "budget": "20", "cs": "1.4,.5", "cuts": "0,4", "gate-games": "40",
        "rating-games": "20", "opening": "2", "spread": "-1", "window": "1", "loss": "logistic", "ridge": "0.5",
        "bootstrap": "50",
    }  # fmt: skip
    assert settings_of(flags, alike=True) == TrainSettings(
        generations=3, games=1000, budget=20, balance=False, cs=(1.4, 0.5), cuts=(0, 4), gate_games=40, rating_games=20,
        opening=2, spread=-1, window=1, fit=FitSettings("logistic", 0.5, bootstrap=50),
    )  # fmt: skip
    assert settings_of({}, alike=False) == TrainSettings()


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"cs": "1.4,x"}, "--cs: write numbers such as 1.4,0.4,0.12,0.04, not 'x'"),
        ({"cuts": "0,1.5"}, "--cuts: write numbers such as 0,4,8,16, not '1.5'"),
        ({"games": "1.5e0"}, "--games: write a number such as 2000, not '1.5e0'"),
        ({"balance": "maybe"}, "--balance is true or false, not 'maybe'"),
        ({"loss": "absolute"}, "--loss is one of least-squares, logistic, not 'absolute'"),
        ({"ridge": "-1"}, "train: ridge must be 0"),
        ({"games": "3"}, "train: games must be at least 20, not 3"),
    ],
)
def test_a_flag_that_cannot_be_is_one_line(flags, words):
    with pytest.raises(UsageError, match=words):
        settings_of(flags, alike=False)


def test_alike_and_balance_are_one():
    with pytest.raises(UsageError, match="say the same"):
        settings_of({"balance": "true"}, alike=True)


def test_an_evaluation_is_trained_with_its_flags(command, tmp_path):
    small = "--generations 1 --games 30 --budget 4 --cs 1 --cuts 4 --gate-games 2 --rating-games 2 --graded 0 --alike"
    words = f"{small} --bootstrap 2 --workers 1 --json".split()
    found = command("train", "evaluation", "tic-tac-toe", *words)
    assert found.data["settings"]["cuts"] == [4]
    assert found.data["settings"]["balance"] is False
    assert found.data["settings"]["fit"]["bootstrap"] == 2
    assert (tmp_path / found.data["folder"] / "run.json").exists()


@pytest.mark.parametrize(
    ("game", "folder", "message"),
    [
        ("starve-the-fox", "nowhere", "nowhere has no endgame tables; make them: outfox endgame starve-the-fox"),
        ("starve-the-fox", ".", ". has no endgame tables; make them: outfox endgame starve-the-fox"),
        ("tic-tac-toe", ".", "endgame tables know starve-the-fox only, not tic-tac-toe"),
    ],
)
def test_a_folder_without_endings_is_refused_before_anything_is_played(command, tmp_path, game, folder, message):
    found = command("train", "evaluation", game, "--endings", folder, "--out", "run", code=3)
    assert message in found.err
    assert (found.out, found.err.count("\n")) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_q_learning_is_graded_and_kept(command, tmp_path):
    words = "train q-learning nim --episodes 50_000 --seed 3 --out nim.q".split()
    shown = command(*words)
    assert "This is a lost start for first: with best play second wins. first cannot win" in shown.out
    assert "won (335)" in shown.out
    assert "383" in shown.out
    assert "outfox play nim --against q:nim.q" in shown.out
    assert max(map(len, shown.out.split("\n"))) <= 80
    first = (tmp_path / "nim.q").read_bytes()
    found = command(*words, "--json").data
    assert (tmp_path / "nim.q").read_bytes() == first
    assert [entry["episodes"] for entry in found["curve"]] == [100, 1000, 10_000, 50_000]
    assert found["curve"][-1]["won"]["share"] == pytest.approx(0.999, abs=0.02)
    assert found["played"]["episodes"] == 50_000
    assert found["settings"]["episodes"] == 50_000
    played = command("match", "nim", "random", "q:nim.q", "--games", "10", "--seed", "1", "--json").data
    assert (played["b"], played["games"]) == ("q:nim.q", 10)
    assert played["wins"][1] >= 9


@pytest.mark.slow
def test_a_game_with_chance_is_graded_by_expectation(command):
    found = command("train", "q-learning", "pig", "--target", "8", "--episodes", "2000")
    assert "With best play the start is worth +" in found.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--epsilon 2", "train: epsilon must be from 0 to 1, not 2"),
        ("--episodes 0", "train: episodes must be at least 1, not 0"),
        ("--alpha 0", "train: alpha must be above 0, up to 1, not 0"),
        ("--alpha much", "--alpha: write a number such as 0.5, not 'much'"),
        ("--ties last", "--ties is one of random, first, not 'last'"),
        ("--afterstates 1", "--afterstates is true or false, not '1'"),
        ("--epislon 0.1", "outfox train has no flag '--epislon'; did you mean '--epsilon'?"),
        ("--games 0", "outfox train has '--games' for another case; outfox train --help says for which"),
        ("--out no/such/folder.q", "train: --out: there is no folder for 'no/such/folder.q', or it is one itself"),
        ("--out .", "train: --out: there is no folder for '.', or it is one itself"),
        ("--workers 2", "train: --workers is for evaluation"),
        ("--seed -1", "--workers and --seed must be 0 or more"),
    ],
)
def test_bad_input_is_one_clear_line(command, words, message):
    found = command("train", "q-learning", "nim", *words.split(), code=2)
    assert found.out == ""
    assert found.err.startswith(f"outfox: {message}")
    assert found.err.count("\n") == 1


def test_hidden_information_is_learned_by_what_players_see(command, tmp_path):
    file = tmp_path / "kuhn.q"
    words = "train", "q-learning", "kuhn", "--episodes", "2000", "--seed", "1"
    page = command(*words, "--out", str(file)).out
    assert "actions in" not in page
    assert "12 information sets with 24 actions" in page
    assert "It knows 12 of 12 information sets." in page
    assert "with best play        -0.0556           0.0556           0.0000" in page  # -1/18
    assert max(map(len, page.splitlines())) <= 80 + len(str(file)) * 2
    data = json.loads(command(*words, "--json").out)
    last = data["curve"][-1]
    assert data["value"] == pytest.approx(-1 / 18)
    assert last["exploitability"] == pytest.approx(sum(seat["regret"] for seat in last["seats"]) / 2)
    beat = json.loads(command("beat", "kuhn", "--opponent", f"q:{file}", "--json").out)
    assert beat["best_response"]["average"] == pytest.approx(last["exploitability"])


@pytest.mark.parametrize(
    ("words", "message"), [("--convention negamax", "convention reply"), ("--afterstates true", "without")]
)
def test_settings_that_see_too_much_are_refused(command, words, message):
    found = command("train", "q-learning", "kuhn", *words.split(), code=3)
    assert message in found.err
    assert found.err.count("\n") == 1
