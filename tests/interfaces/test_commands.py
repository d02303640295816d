"""What each command answers: stable keys, right numbers, exit codes."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import outfox as package
from outfox.interfaces.cli import cache as cache_command
from outfox.interfaces.cli import doctor as doctor_command
from outfox.kernel import guard
from outfox.kernel.check import Report

CHECKED = "game findings counts stopped players steps seconds cpu_seconds compile_seconds ok".split()
SEARCHED = (
    "game mover value value_for_mover proven bounds actions line simulations nodes depth stopped"
    " seconds cpu_seconds compile_seconds"
).split()
MATCHED = (
    "game a b players seats seed max_plies opening_plies repetition adjudicate duplicate planned games "
    "distinct_games counted deterministic wins draws score interval payoff payoff_interval unit distinct_decks "
    "variance_reduction betting biased elo elo_interval superiority p_value games_to_decide sprt outcomes by_seat "
    "seat_p_value lengths endings interrupted resumed seconds cpu_seconds compile_seconds"
).split()
QUICK_CHECK = ("--games", "2", "--states", "20", "--playouts", "20")


def untimed(data: dict) -> dict:
    """Return a result without what differs from run to run."""
    return {key: value for key, value in data.items() if not key.endswith("seconds")}


# -- check ---------------------------------------------------------------------------------------------------


def test_check(command):
    data = command("check", "tic-tac-toe", *QUICK_CHECK, "--json").data
    assert list(data) == CHECKED
    assert data["ok"] is True
    assert data["counts"]["games"] == 2
    assert "tic-tac-toe: nothing found" in command("check", "tic-tac-toe", *QUICK_CHECK).out


def test_check_of_a_file_runs_apart_and_finds(command, root):
    bad = root / "tests" / "data" / "check" / "out_of_range.py"
    found = command("check", str(bad), *QUICK_CHECK, "--json", code=1)
    assert list(found.data) == CHECKED
    assert not found.data["ok"]
    assert found.data["findings"][0]["severity"] == "error"
    assert found.err == ""


def test_check_hands_parameters_on(command, monkeypatch):
    seen = {}

    def look(spec, **settings):
        seen.update(settings, spec=spec)
        return Report(spec)

    monkeypatch.setattr(guard, "guarded_check", look)
    command("check", "mine.py:most=2", "--stones", "7", "--param", "other=[1,2]", "--seconds", "3")
    assert seen["spec"] == "mine.py:most=2"
    assert seen["parameters"] == {"stones": 7, "other": (1, 2)}
    assert seen["seconds"] == 3.0


def test_check_that_was_interrupted(command, monkeypatch):
    monkeypatch.setattr(guard, "guarded_check", lambda spec, **_: Report(spec, stopped="interrupted"))
    assert command("check", "mine.py", "--json", code=130).data["stopped"] == "interrupted"


# -- perft ---------------------------------------------------------------------------------------------------


def test_perft(command):
    data = command("perft", "tic-tac-toe", "4", "--json").data
    assert list(data) == "game depth counts interrupted seconds cpu_seconds compile_seconds".split()
    assert data["counts"] == [9, 72, 504, 3024]
    assert command("perft", "tic-tac-toe", "--depth", "4", "--json").data["counts"] == data["counts"]
    assert "3,024" in command("perft", "tic-tac-toe", "4").out


# -- where a command begins ----------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["b2 a1", "b2,a1", " b2;  a1 ", '["b2", "a1"]', "B2 A1", "4 6", "@moves.txt"])
def test_moves(command, tmp_path, moves):
    (tmp_path / "moves.txt").write_text("b2\na1\n")
    position = package.load("tic-tac-toe").start().play("b2").play("a1")
    data = command("perft", "tic-tac-toe", "1", "--moves", moves, "--json").data
    assert data["counts"] == [len(position.legal)]


@pytest.mark.parametrize("as_file", [False, True])
def test_position(command, tmp_path, as_file):
    text = package.load("tic-tac-toe").start().play("b2").play("a1").text
    (tmp_path / "here.txt").write_text(text + "\n")
    given = "@here.txt" if as_file else text
    counts = command("perft", "tic-tac-toe", "2", "--position", given, "--json").data["counts"]
    assert counts == [7, 42]
    after = command("perft", "tic-tac-toe", "1", "--position", given, "--moves", "c3", "--json").data
    assert after["counts"] == [6]


@pytest.mark.parametrize(
    "words",
    [
        ["nim:piles=[2,1],misere=false"],
        ["nim", "--piles", "[2,1]", "--misere", "false"],
        ["nim", "--param", "piles=[2,1]", "--param", "misere=false"],
        ["nim:misere=false", "--param", "piles=@piles.json"],
        ["nim:misere=true,piles=(2,1)", "--misere", "False"],
    ],
)
def test_parameters(command, tmp_path, words):
    (tmp_path / "piles.json").write_text("[2, 1]\n")
    data = command("perft", words[0], "3", *words[1:], "--json").data
    assert data["game"] == "nim:piles=[2,1],misere=false"
    assert data["counts"] == [3, 5, 3]


# -- search --------------------------------------------------------------------------------------------------


def test_search(command):
    words = ("search", "tic-tac-toe", "--simulations", "300", "--seed", "3", "--json")
    data = command(*words).data
    assert list(data) == SEARCHED
    assert list(data["actions"][0]) == ["action", "code", "value", "visits", "proven"]
    assert data["simulations"] == 300
    assert untimed(command(*words).data) == untimed(data)
    position = package.load("tic-tac-toe").start()
    assert untimed(package.search(position, simulations=300, seed=3).to_dict()) == untimed(data)


def test_settings_as_flags_or_in_the_spec(command):
    as_flags = command("search", "tic-tac-toe", "--simulations", "200", "--c", "2", "--solver", "false", "--json")
    spec = "mcts:simulations=200,c=2,solver=false"
    assert untimed(command("search", "tic-tac-toe", "--player", spec, "--json").data) == untimed(as_flags.data)
    both = command("search", "tic-tac-toe", "--player", "mcts:simulations=9,c=2", "--simulations", "50", "--json")
    assert both.data["simulations"] == 50


def test_value_is_player_0s_whoever_is_to_move(command):
    """O has just lost: x wins in one move, and so does x where o must answer two threats."""
    won = command("search", "tic-tac-toe", "--moves", "a1 a3 b1 b3", "--simulations", "500", "--json").data
    assert (won["mover"], won["value"], won["value_for_mover"], won["line"]) == (0, 1.0, 1.0, ["c1"])
    lost = command("search", "tic-tac-toe", "--moves", "a1 b2 c3 a3 c1", "--simulations", "2000", "--json").data
    assert (lost["mover"], lost["value"], lost["value_for_mover"]) == (1, 1.0, -1.0)


def test_search_as_text(command):
    shown = command("search", "tic-tac-toe", "--simulations", "300").out
    assert shown.startswith("value ")
    assert " for x (player 0), an estimate after 300 simulations" in shown
    assert max(map(len, shown.split("\n"))) <= 80


# -- match ---------------------------------------------------------------------------------------------------


def test_match(command):
    words = ("match", "tic-tac-toe", "mcts:simulations=50", "random", "--games", "8", "--seed", "5", "--json")
    data = command(*words).data
    assert list(data) == MATCHED
    assert data["games"] == 8
    assert sum(data["wins"]) + data["draws"] == 8
    assert data["seats"] == "swap"
    assert untimed(command(*words, "--workers", "2").data) == untimed(data)


def test_match_as_text_and_records(command, tmp_path):
    found = command("match", "pig:target=10", "random", "random", "--games", "4", "--records", "games.jsonl")
    assert max(map(len, found.out.split("\n"))) <= 80
    assert found.err == "4 games written to games.jsonl\n"
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert sum("actions" in json.loads(line) for line in lines) == 4


def test_match_of_fixed_seats_with_a_player_of_ones_own(command, tmp_path):
    (tmp_path / "bots.py").write_text("def first(position):\n    return position.legal[0]\n")
    words = ("match", "nim:piles=[2,2]", "bots.py:first", "bots.py:first", "--seats", "fixed", "--games", "6")
    data = command(*words, "--json").data
    assert data["distinct_games"] == 1
    assert data["seats"] == "fixed"


def test_match_that_begins_elsewhere(command):
    """One pile of one is left: whoever moves must take it, and wins."""
    words = ("match", "nim:piles=[2,1],misere=false", "random", "random", "--games", "4")
    data = command(*words, "--moves", "2 from pile 1", "--json").data
    assert data["outcomes"]["player_1"]["count"] == 4
    assert data["distinct_games"] == 1


# -- study ---------------------------------------------------------------------------------------------------


def test_study(command, monkeypatch, tmp_path):
    from outfox.studies import plan

    tiny = plan.Plan("tiny", (2, 4), 2, 4, 4, 2, random_games=50, samples=4, reachable=500)
    monkeypatch.setitem(plan.PLANS, "tiny", tiny)
    words = ("study", "tic-tac-toe", "--budget", "tiny", "--workers", "1")
    data = command(*words, "--json").data
    assert {"files", "verdict"} <= set(data)
    folder = tmp_path / "outfox-study-tic-tac-toe"
    assert set(data["files"]) >= {"report.html", "report.json"}
    assert (folder / "report.html").is_file()
    again = command(*words)
    assert again.out.strip()
    assert max(map(len, again.out.split("\n"))) <= 80
    assert "report.html" in again.err
    assert again.out.endswith("\n  outfox study tic-tac-toe --budget 2h --seed 0\n")
    assert "a short one" in again.out


# -- bench ---------------------------------------------------------------------------------------------------


def test_bench(command, monkeypatch):
    from outfox.studies import speed

    few = [speed.Task("MCTS", "tic-tac-toe", "simulations/s", 500, "tic_tac_toe", 0.001)]
    monkeypatch.setattr(speed, "tasks", lambda *_: few)
    monkeypatch.setattr(speed, "SHORTEST", 0.0)
    data = command("bench", "--quick", "--repeats", "2", "--json").data
    assert list(data) == ["rows", "machine", "interrupted"]
    (row,) = data["rows"]
    keys = "name game unit ours peer ratio bar met ours_range peer_range signature compile_seconds"
    assert list(row) == keys.split()
    assert row["met"] is True
    assert row["ratio"] == pytest.approx(row["ours"] / row["peer"])
    alone = command("bench", "--against", "none", "--repeats", "1")
    assert "MCTS" in alone.out
    assert max(map(len, alone.out.split("\n"))) <= 80


# -- cache and doctor ----------------------------------------------------------------------------------------


def test_cache(command, fresh_cache):
    assert command("cache", "path").out == f"{fresh_cache}\n"
    assert command("cache", "--json").data == {"folder": str(fresh_cache), "entries": [], "bytes": 0}
    command("perft", "nim:piles=[1,1,1]", "1")
    _forget_what_is_loaded()
    data = command("cache", "list", "--json").data
    (entry,) = data["entries"]
    assert list(entry) == ["name", "game", "bytes", "unused_seconds", "sound"]
    assert entry["sound"]
    assert data["bytes"] == entry["bytes"] > 0
    assert "nim:piles=[1,1,1]" in command("cache").out
    assert command("cache", "trim", "--json").data == {"folder": str(fresh_cache), "removed": 0, "bytes": 0}
    assert command("cache", "trim", "--limit", "0", "--json").data["removed"] == 1
    assert command("cache", "clear").out == "removed 0 entries, 0 B\n"


def _forget_what_is_loaded() -> None:
    from outfox.kernel import link

    link._LOADED.clear()


def test_cache_shows_and_clears_damage(command, fresh_cache):
    folder = fresh_cache / "linked" / "0123"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text('"""Linked rules of nim (fast build). Generated."""')
    (fresh_cache / "linked" / ".build-left").mkdir()
    assert "damaged" in command("cache").out
    assert command("cache", "clear", "--json").data["removed"] >= 1
    assert not any((fresh_cache / "linked").iterdir())


def test_doctor(command, monkeypatch):
    monkeypatch.setattr(doctor_command, "_compiles", lambda _: {"works": True, "message": "", "seconds": 0.0})
    data = command("doctor", "--json").data
    assert list(data) == "ok versions machine cache compiles extras findings".split()
    assert data["ok"] is True
    assert data["versions"]["outfox"] == package.__version__
    shown = command("doctor").out
    assert shown.endswith("all is well\n")


def test_doctor_compiles(command, fresh_cache):
    found: list[doctor_command.Finding] = []
    assert doctor_command._compiles(found)["works"]
    assert found == []
    assert os.environ["OUTFOX_CACHE"] == str(fresh_cache)
    assert not any(fresh_cache.iterdir()), "it compiles elsewhere"


def test_doctor_says_what_is_wrong_and_how_to_mend_it(command, monkeypatch, tmp_path):
    def broken(name):
        raise ImportError("cannot import name 'jit'\nfrom numba")

    monkeypatch.setattr(doctor_command, "import_module", broken)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
    monkeypatch.setenv("OUTFOX_CACHE", str(tmp_path / "there"))
    (tmp_path / "there").mkdir(mode=0o777)
    (tmp_path / "there").chmod(0o777)
    found = command("doctor", code=1)
    assert "problem: rules do not compile: ImportError: cannot import name 'jit' from numba" in found.out
    assert "   mend: pip install" in found.out
    assert "free where the cache lies" in found.out
    assert "chmod go-w" in found.out


def test_doctor_where_the_cache_cannot_be_written(monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    (found,) = doctor_command._place_findings(Path("/somewhere/else"))
    assert "OUTFOX_CACHE" in found.remedy


@pytest.mark.parametrize(("seconds", "words"), [(5, "just now"), (150, "2 minutes ago"), (3e5, "3 days ago")])
def test_age(seconds, words):
    assert cache_command._age(seconds) == words
