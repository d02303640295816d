"""Whole studies on small plans: any workers, killed, interrupted, cut short; three kinds of games."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import cache

import pytest

from outfox.formats.folders import folder_name
from outfox.rules import load
from outfox.studies.journal import NAME
from outfox.studies.report import to_dict, write_report
from outfox.studies.study import run_study, study
from tests.studies.helpers import plan

KEYS = """
format game players rules_key version seed plan command long_command planned_games truncated stopped verdict favoured
exact not_solved games distinct_games cells trends plies plies_by_budget branching draw_share endings
first_mover strong special random_play sizes
"""
PLAIN, CYCLIC, CHANCE = "tic-tac-toe", "cat-and-mouse:rows=3,cols=3", "pig:target=8"


def numbers(result):
    """Return what must be the same whenever the same is studied."""
    report = to_dict(result)
    assert set(report.pop("timing")) >= {"seconds", "cpu_seconds", "compile_seconds", "workers", "finished"}
    assert set(report.pop("environment")) >= {"outfox", "python", "numpy", "numba"}
    return json.loads(json.dumps(report))


@cache
def undisturbed(spec, seed=1, **changes):
    """Return a study by this process alone, which nothing stopped."""
    return run_study(load(spec), plan(**changes), seed=seed)


@pytest.mark.parametrize("spec", [PLAIN, CYCLIC, CHANCE])
def test_any_number_of_workers_finds_the_same(spec):
    one = undisturbed(spec)
    two = run_study(load(spec), plan(), seed=1, workers=2)
    assert one.games
    assert not one.truncated
    assert numbers(one) == numbers(two)
    assert numbers(one) != numbers(run_study(load(spec), plan(), seed=2))


def test_stable_keys_and_sums():
    report = numbers(undisturbed(CYCLIC))
    assert list(report) == KEYS.split()
    assert report["games"] == report["planned_games"] == 6 * 2 + 3 * 4 + 4
    for cell in report["cells"]:
        alike = len(set(cell["budgets"])) == 1
        assert sum(cell["wins"]) + cell["draws"] == cell["games"] == (4 if alike else 2)
        assert cell["interval"][0] <= cell["score"] <= cell["interval"][1]
        assert {"player_0", "draw", "player_1"} == set(cell["shares"])
        assert sum(cell["endings"].values()) == cell["games"]
    assert report["first_mover"]["begins"] == 0
    assert report["first_mover"]["other_first"]["games"] == 4
    assert set(report["trends"]) == {"both", "gains", "difference"}
    assert sum(report["random_play"]["wins"]) + report["random_play"]["draws"] == 200
    assert report["sizes"]["all_states"]
    assert 0 < report["sizes"]["distinct_positions"] <= report["sizes"]["reachable_states"]


def test_sizes_of_a_game_that_is_known():
    result = run_study(load(PLAIN), plan(reachable=6000), seed=1)
    assert (result.sizes["reachable_states"], result.sizes["all_states"]) == (5478, True)
    assert result.findings.first_effect is None
    assert result.other_first is None


def test_margins_are_reported_beside_wins():
    result = run_study(load("dots-and-boxes:rows=1,cols=2"), plan(), seed=1)
    assert not result.findings.plain_payoffs
    assert all(cell["payoff"]["interval"] for cell in to_dict(result)["cells"])


def test_deeper_search_wins_more():
    result = run_study(load(PLAIN), plan(budgets=(8, 512), first_budget=8, games=40, equal=4), seed=1)
    deep, shallow = result.findings.matrix[512, 8].score, result.findings.matrix[8, 512].score
    assert deep.low > shallow.high


SCRIPT = """
import sys
from pathlib import Path
from outfox.rules import load
from outfox.studies.study import run_study
from tests.studies.helpers import plan
if __name__ == "__main__":
    run_study(load(sys.argv[1]), plan(equal=200), seed=5, workers=int(sys.argv[2]), folder=Path(sys.argv[3]))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_study_goes_on_to_the_same_numbers(tmp_path, root, workers):
    (tmp_path / "script.py").write_text(SCRIPT)
    folder = tmp_path / "study"
    command = [sys.executable, str(tmp_path / "script.py"), PLAIN, str(workers), str(folder)]
    with subprocess.Popen(command, cwd=root, env=_environment(root)) as process:
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline and _lines(folder) < 30:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    left = _lines(folder) - 1
    resumed = run_study(load(PLAIN), plan(equal=200), seed=5, folder=folder)
    assert 0 < resumed.timing.resumed <= left + 1 < len(resumed.games)
    assert numbers(resumed) == numbers(undisturbed(PLAIN, seed=5, equal=200))


def _environment(root):
    return os.environ | {"PYTHONPATH": str(root)}


def _lines(folder):
    path = folder / NAME
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_the_clock_cuts_a_plan_short_and_says_so(tmp_path):
    result = run_study(load(PLAIN), plan(seconds=0.0), seed=1, folder=tmp_path)
    assert (result.stopped, result.truncated) == ("clock", True)
    assert len(result.games) == 1
    assert result.verdict.startswith("Cut short by the clock after 1 of 24 games.")
    write_report(result, tmp_path)
    assert "not complete" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_ctrl_c_keeps_what_is_known_and_the_next_run_goes_on(tmp_path):
    def stop(share, text):
        if share > 0.5:
            raise KeyboardInterrupt

    result = run_study(load(PLAIN), plan(), seed=1, workers=2, folder=tmp_path, progress=stop)
    assert (result.stopped, result.truncated) == ("interrupted", True)
    assert 0 < len(result.games) < 24
    assert result.verdict.startswith(f"Interrupted after {len(result.games)} of 24 games.")
    write_report(result, tmp_path)
    assert json.loads((tmp_path / "report.json").read_text())["stopped"] == "interrupted"
    rest = run_study(load(PLAIN), plan(), seed=1, folder=tmp_path)
    assert rest.timing.resumed == len(result.games)
    assert numbers(rest) == numbers(undisturbed(PLAIN))


def test_ctrl_c_before_the_first_game_still_writes_a_report(tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("outfox.studies.study.map_tasks", stop)
    result = run_study(load(PLAIN), plan(), seed=1, folder=tmp_path)
    assert result.verdict.startswith("Interrupted after 0 of 24 games. No game")
    write_report(result, tmp_path)
    assert json.loads((tmp_path / "report.json").read_text())["random_play"] is None


def test_progress_rises_to_the_end():
    shares = []
    run_study(load(PLAIN), plan(), seed=1, progress=lambda share, text: shares.append((share, text)))
    assert [share for share, _ in shares] == sorted(share for share, _ in shares)
    assert shares[-1] == (1.0, "24 of 24 games")


def test_study_writes_into_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("outfox.studies.study.plan_for", lambda game, budget: plan(name=budget))
    result = study(PLAIN, "30s", seed=3)
    folder = tmp_path / "outfox-study-tic-tac-toe"
    assert {path.name for path in folder.iterdir()} == {"report.html", "report.json", "games.jsonl"}
    assert set(result.files) == {"report.html", "report.json", "games.jsonl"}
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "outfox study tic-tac-toe --budget 30s --seed 3" in page
    again = study(PLAIN, "30s", seed=3, out=folder)
    assert again.timing.resumed == 24


def test_folders_are_named_after_games():
    assert folder_name("study", load(CYCLIC)) == "outfox-study-cat-and-mouse-rows-3-cols-3"
    assert folder_name("study", load("nim:piles=[1,2]")) == "outfox-study-nim-piles-1-2"
