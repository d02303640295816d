"""`outfox endgame`: stable keys, tables made, found, verified and asked, estimates, faults in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from math import comb

import pytest

MADE = ("game rules_key folder tables verified endless memory_bytes seconds verify_seconds cpu_seconds").split()
TABLE = "foxes sheep complete configurations states counts valued path bytes seconds cpu_seconds".split()
POSITION = "7 o o o\n6 o o o\n5 o . o F . o .\n4 . . . . . . .\n3 . . . . . . .\n2 . . .\n1 . . .\nfoxes to move"


@pytest.fixture
def made(command):
    """Return the command, after the tables below nine sheep in rows 5 to 7 were made."""
    command("endgame", "starve-the-fox", "--rows", "0000333", "--out", "here")
    return command


def test_tables_are_made_verified_and_found_again(command, tmp_path):
    words = "endgame", "starve-the-fox", "--rows", "0000333", "--out", "here", "--verify", "--json"
    data = command(*words).data
    assert list(data) == MADE
    (table,) = data["tables"]
    assert list(table) == TABLE
    assert (table["foxes"], table["sheep"]) == (1, 9)
    assert (table["configurations"], table["states"]) == (comb(7, 3), 2 * 24 * comb(7, 3))
    assert [sum(counts.values()) for counts in table["counts"].values()] == [24 * comb(7, 3)] * 2
    passes = data["verified"][0]["passes"]
    assert data["verified"] == [{"foxes": 1, "sheep": 9, "states": 1680, "compared": 1680, "passes": passes}]
    assert data["endless"] == 0
    assert (tmp_path / "here" / "one-fox-9.table").stat().st_size == table["bytes"]
    again = command(*words).data
    assert again["tables"] == data["tables"]


def test_tables_of_two_foxes_come_after_those_of_one(made, tmp_path):
    """The table of one fox that is there is used, and stays."""
    there = (tmp_path / "here" / "one-fox-9.table").read_bytes()
    words = "endgame", "starve-the-fox", "--rows", "0000333", "--foxes", "2", "--out", "here", "--verify"
    one, two = made(*words, "--json").data["tables"]
    assert (one["foxes"], two["foxes"], two["sheep"], two["states"]) == (1, 2, 9, 2 * comb(24, 2) * comb(7, 3))
    assert [sum(counts.values()) for counts in two["counts"].values()] == [comb(24, 2) * comb(7, 3)] * 2
    assert (tmp_path / "here" / "one-fox-9.table").read_bytes() == there
    out = made(*words).out
    assert "verified: 2 foxes, 9 sheep, all 19,320 states; 19,320 by the rules" in out
    assert max(map(len, out.splitlines())) <= 80
    asked = "endgame", "starve-the-fox", "--out", "here", "--position", POSITION.replace("1 . . .", "1 . F .")
    data = made(*asked, "--json").data
    assert {"action": "d5xb5", "value": 1} in data["actions"]
    assert {action["value"] for action in data["actions"]} <= {-1, 0, 1}


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(outfox, tmp_path):
    words = "endgame", "starve-the-fox", "--rows", "0022222", "--json"
    whole = json.loads(outfox(*words, "--out", "whole").stdout)
    for after in (20, 50):  # partitions of nine sheep
        run = subprocess.Popen(
            [sys.executable, "-m", "outfox", *words, "--out", "cut", "--workers", "2"],
            cwd=tmp_path, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        while len(list(tmp_path.glob("cut/parts-9/[!.]*"))) < after:
            assert run.poll() is None
        run.kill()
        run.wait()
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("cut/parts-9/[!.]*")}
    assert len(kept) >= 50
    done = json.loads(outfox(*words, "--out", "cut", "--verify").stdout)
    assert [table["counts"] for table in done["tables"]] == [table["counts"] for table in whole["tables"]]
    assert [v["states"] for v in done["verified"]] == [table["states"] for table in whole["tables"]]
    assert sorted(path.name for path in (tmp_path / "cut").iterdir()) == ["one-fox-10.table", "one-fox-9.table"]


def test_text_fits_the_screen(made):
    out = made("endgame", "starve-the-fox", "--rows", "0000333", "--out", "here", "--verify").out
    assert "verified: 1 fox, 9 sheep, all 1,680 states; 1,680 by the rules" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_position_is_looked_up(made):
    asked = "endgame", "starve-the-fox", "--out", "here", "--position", POSITION
    data = made(*asked, "--json").data
    assert (data["mover"], data["value"]) == (0, 1)  # d5xb5: eight sheep are left
    assert data["actions"][0] == {"action": "d5xb5", "value": 1}
    assert made(*asked).out.startswith("foxes win (value +1 for foxes, player 0)")


def test_a_position_that_is_not_there(made):
    done = made("endgame", "starve-the-fox", "--out", "here", "--moves", "c7-c6", code=2)
    assert "hold one fox and 9 sheep" in done.err


def test_what_the_whole_game_would_cost(command, tmp_path, monkeypatch):
    data = command("endgame", "starve-the-fox", "--estimate", "--out", "nothing", "--json").data
    costs = {(cost["foxes"], cost["sheep"]): cost for cost in data["costs"]}
    assert costs[1, 9]["states"] == 1_851_220_800
    assert costs[1, 10]["states"] == 4_257_807_840
    assert costs[2, 9]["bytes"] == 5_322_259_800
    assert costs[2, 20]["states"] == 2 * comb(33, 20) * comb(13, 2)
    assert all(cost["bytes"] == cost["states"] // 4 for cost in data["costs"])
    assert data["total"]["states"] == sum(cost["states"] for cost in data["costs"])
    one, two = data["cpu_seconds_per_configuration"]
    assert 0 < one < two
    assert data["measured_on"] == ["trial", "trial"]
    assert not (tmp_path / "nothing").exists()
    monkeypatch.setattr("outfox.methods.endgame.cost.tried_rate", lambda game, foxes: 1e-5 * foxes)
    out = command("endgame", "starve-the-fox", "--estimate").out
    assert "two foxes: 20.00 microseconds of CPU time a configuration, by a small trial" in out
    assert "\n  all " in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("nim",), 3, "endgame tables know starve-the-fox only, not nim"),
        (("starve-the-fox:multi_jump=true",), 3, "endgame tables do not know multi_jump=true"),
        (("starve-the-fox", "--sheep", "8"), 3, "endgame tables are of 9 to 32 sheep, not 8"),
        (("starve-the-fox", "--foxes", "3"), 3, "endgame tables are of 1 or 2 foxes, not 3"),
        (("starve-the-fox", "--rows", "12"), 2, "--rows '12' is no number of sheep"),
        (("starve-the-fox", "--workers", "-1"), 2, "--workers must be 0 or more"),
        (("starve-the-fox", "--sheep", "20", "--memory", "3"), 2, "has no flag '--memory'"),
        (("starve-the-fox", "--position", POSITION, "--out", "empty"), 3, "empty has no endgame tables"),
    ],
)
def test_faults_in_one_line(command, words, code, message):
    done = command("endgame", *words, code=code)
    assert message in done.err
    assert done.err.count("\n") == 1


def test_no_room_on_the_disk_is_seen_before_the_work(command, monkeypatch):
    import shutil

    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10**8))
    done = command("endgame", "starve-the-fox", "--sheep", "9", "--out", "here", code=3)
    assert "these tables need 1.4 GB in here, which has 0.1 GB left" in done.err
    done = command("endgame", "starve-the-fox", "--sheep", "9", "--foxes", "2", "--out", "here", code=3)
    assert "these tables need 16.4 GB in here" in done.err
