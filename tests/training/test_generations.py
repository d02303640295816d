"""Runs of generations: the same for any number of workers, killed and resumed; refused where they do not fit."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from outfox.arena.sprt import Sprt
from outfox.formats.line_journal import OtherWork
from outfox.formats.model import load_model
from outfox.interfaces.cli import main
from outfox.rules import BadSetting, NotSupported, load
from outfox.training.learn.fit import FitSettings
from outfox.training.learn.generations import train
from outfox.training.learn.statements import with_intervals
from outfox.training.learn.train_settings import TrainSettings
from outfox.training.learn.train_text import to_dict, to_text

FEW = TrainSettings(
    generations=2,
    games=120,
    more=2,
    budget=12,
    cs=(1.4, 0.2),
    cuts=(0, 4),
    gate_games=40,
    elo0=-600.0,  # so that the first is promoted, and the second has a model to start from
    elo1=-400.0,
    rating_games=20,
    graded=30,
    fit=FitSettings(bootstrap=20),
)


def numbers(found) -> dict:
    told = to_dict(found)
    told.pop("timing")
    told.pop("folder")
    return json.loads(json.dumps(told))


def files(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a run that nobody disturbed, and its folder."""
    folder = tmp_path_factory.mktemp("run") / "whole"
    return train("tic-tac-toe", FEW, folder=folder, seed=3), folder


def test_any_number_of_workers_leaves_the_same_files(whole, tmp_path):
    found, folder = whole
    other = train("tic-tac-toe", FEW, folder=tmp_path / "two", seed=3, workers=2)
    assert numbers(other) == numbers(found)
    assert files(tmp_path / "two") == files(folder)


def test_another_seed_finds_something_else(whole, tmp_path):
    one = TrainSettings(generations=1, games=40, budget=8, cuts=(4,), gate_games=4, rating_games=4, graded=0)
    first, second = (train("tic-tac-toe", one, folder=tmp_path / str(seed), seed=seed) for seed in (1, 2))
    assert first.generations[0].model != second.generations[0].model


def test_a_run_that_is_there_is_read(whole):
    found, folder = whole
    before = files(folder)
    again = train("tic-tac-toe", FEW, folder=folder, seed=3)
    assert numbers(again) == numbers(found)
    assert files(folder) == before


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_torn_file_costs_one_game(whole, tmp_path, share):
    """What kill -9 can leave: whole lines, perhaps a part of one, and nothing that is written after."""
    found, folder = whole
    shutil.copytree(folder, tmp_path / "torn")
    games = next((tmp_path / "torn" / "generation-1").glob("games-*.jsonl"))
    games.write_bytes(games.read_bytes()[: int(share * games.stat().st_size)])
    shutil.rmtree(tmp_path / "torn" / "generation-2")
    for name in ("model.json", "fit.json", "gate.jsonl", "first.jsonl"):
        (tmp_path / "torn" / "generation-1" / name).unlink()
    (tmp_path / "torn" / "log.jsonl").unlink()
    again = train("tic-tac-toe", FEW, folder=tmp_path / "torn", seed=3)
    assert numbers(again) == numbers(found)


SCRIPT = """
import sys
from outfox.training.learn.generations import train
from tests.training.test_generations import FEW
if __name__ == "__main__":
    train("tic-tac-toe", FEW, folder=sys.argv[1], seed=3, workers=2)
"""


def test_a_killed_run_goes_on_to_the_same_numbers(whole, tmp_path, root):
    (tmp_path / "script.py").write_text(SCRIPT)
    folder = tmp_path / "killed"
    command = [sys.executable, str(tmp_path / "script.py"), str(folder)]
    with subprocess.Popen(command, cwd=root, env=os.environ | {"PYTHONPATH": str(root)}) as process:
        deadline = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < deadline and not list(folder.glob("*/gate.jsonl")):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    found, undisturbed = whole
    again = train("tic-tac-toe", FEW, folder=folder, seed=3)
    assert numbers(again) == numbers(found)
    assert files(folder) == files(undisturbed)


def test_the_best_constant_and_cut_are_taken(whole):
    """Of those that were compared, the one that scored most against the anchor, if it scored more than half."""
    first, second = whole[0].generations
    assert (set(first.cs), set(first.cuts), second.cs, second.cuts) == ({0.2}, {4}, {}, {})
    assert first.model.tuning.c == (0.2 if first.cs[0.2].score > 0.5 else 1.4)
    assert first.model.tuning.cut == (4 if first.cuts[4].score > 0.5 else 0)


def test_the_best_step_from_the_champion_to_the_fit_is_taken(whole):
    first, second = whole[0].generations
    assert not first.steps  # plain search has no weights to start from
    assert first.model.vector == pytest.approx(first.fitted.vector)
    assert first.promoted
    assert set(second.steps) == set(FEW.steps)
    taken = second.model.about["step"]
    assert second.steps[taken].score == max(duel.score for duel in second.steps.values())
    between = (1 - taken) * first.model.vector + taken * second.fitted.vector
    assert second.model.vector == pytest.approx(between, abs=1e-6)


def test_a_run_tells_calibration_and_standard_errors(whole):
    """As text and as JSON: what was predicted for the games kept apart, how they ended, how many there were."""
    found, _ = whole
    text = to_text(found).split("\n")
    for one, told in zip(found.generations, numbers(found)["generations"], strict=True):
        bins = [part for part in told["calibration"] if part["count"]]
        assert sum(part["count"] for part in bins) == one.fit.errors.held_out_games > 0
        for part in bins:
            assert part["low"] <= part["predicted"] <= part["high"]
            assert part["interval"][0] <= part["outcome"] <= part["interval"][1]
        assert {row["name"]: row["standard_error"] for row in told["weights"]}.keys() >= {"cross on b2", "nought on b2"}
        assert all(row["standard_error"] is None or row["standard_error"] > 0 for row in told["weights"])
        first = text.index(f"Generation {one.number}: {'promoted' if one.promoted else 'not promoted'}")
        assert max(map(len, text[first : first + 6])) <= 80
        rows = {line.split()[0]: line.split()[1:] for line in text[first + 3 : first + 6]}
        assert list(rows) == ["predicted", "ended", "games"]
        assert [int(games) for games in rows["games"]] == [part["count"] for part in bins]
        for key, name in (("predicted", "predicted"), ("outcome", "ended")):
            assert [float(figure) for figure in rows[name]] == pytest.approx([part[key] for part in bins], abs=0.0051)


def test_weights_finds_the_intervals_of_a_run(whole, capsys):
    found, folder = whole
    for words in ([], ["--json"]):
        assert main(["weights", str(folder / "generation-1" / "model.json"), *words]) == 0
    text, _, data = capsys.readouterr().out.rstrip().rpartition("\n")
    told = json.loads(data)["fit"]
    assert told == json.loads((folder / "generation-1" / "reading.json").read_text())
    assert (told["generation"], told["unit"]) == (1, "cross")
    wanted = with_intervals(found.generations[0].fitted, found.game, found.generations[0].fit)
    assert [one["whole_interval"] for one in told["statements"]] == [
        [one.whole_interval.low, one.whole_interval.high] for one in wanted
    ]
    assert "estimates of its fit, in whole units of: cross" in text
    assert max(map(len, text.split("\n"))) <= 80
    capsys.readouterr()
    assert main(["weights", str(folder / "generation-1" / "arithmetic.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fit"] is None  # the fit beside it is not its own


def test_models_say_where_they_come_from(whole):
    found, folder = whole
    model = load_model(folder / "generation-2" / "model.json")
    assert model == found.generations[1].model
    assert model.about["generation"] == 2
    assert model.tuning == found.generations[0].model.tuning  # found once, by the first generation
    assert model.tuning.c in FEW.cs
    assert model.tuning.cut in FEW.cuts
    assert set(model.squares) == {"cross", "nought"}
    corners = {model.squares["cross"][name] for name in ("a1", "a3", "c1", "c3")}
    assert len(corners) == 1  # tied by the symmetries


def test_only_the_better_is_promoted(whole):
    found, folder = whole
    for one in found.generations:
        # Counted once more from the file of the gate, by the test's own formula.
        lines = (folder / f"generation-{one.number}" / "gate.jsonl").read_text().splitlines()[1:]
        payoffs = [json.loads(line)["payoffs"] for line in lines]
        scores = Counter((2 + a - b) / 4 for a, b in payoffs)  # payoffs are 1, 0 and -1
        ratio = Sprt(FEW.elo0, FEW.elo1).llr(scores, 2)
        assert one.promoted == (ratio >= math.log(0.95 / 0.05))
    text = to_text(found)
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("  mcts:") and "/" not in line)


def test_another_run_is_refused_in_one_line(whole, tmp_path):
    _, folder = whole
    with pytest.raises(OtherWork, match="holds a run with another seed"):
        train("tic-tac-toe", FEW, folder=folder, seed=4)
    (tmp_path / "letter.txt").write_text("not a run")
    with pytest.raises(OtherWork, match="is not empty and holds no run"):
        train("tic-tac-toe", FEW, folder=tmp_path, seed=3)


def test_what_cannot_be_trained_is_refused(tmp_path):
    with pytest.raises(NotSupported, match="neither features nor squares"):
        train("nim", FEW, folder=tmp_path / "a")
    with pytest.raises(BadSetting, match="games must be at least 20"):
        TrainSettings(games=3)
    with pytest.raises(BadSetting, match="cs are exploration constants"):
        TrainSettings(cs=(1.4, -1.0))
    with pytest.raises(BadSetting, match="cuts are plies"):
        TrainSettings(cuts=())
    with pytest.raises(BadSetting, match="steps are parts of the way"):
        TrainSettings(steps=(0.5, 1.5))


def test_a_fit_says_more_than_nothing(tmp_path):
    game = load("connect-four:rows=4,cols=5")
    settings = TrainSettings(generations=1, games=600, budget=8, cuts=(4,), gate_games=2, rating_games=2, graded=0)
    found = train(game, settings, folder=tmp_path / "c4", seed=1)
    errors = found.generations[0].fit.errors
    assert errors.held_out < errors.constant


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_learning_beats_plain_search(tmp_path):
    """Two to five minutes. Starve the Fox, where plain search with few simulations loses every game as sheep."""
    settings = TrainSettings(generations=2, games=2000, cuts=(8,), rating_games=200)
    found = train("starve-the-fox", settings, folder=tmp_path / "fox", seed=1, workers=2)
    assert found.generations[-1].first.interval[0] > 0.5
