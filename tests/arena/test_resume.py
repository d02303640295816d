"""Matches that were cut short go on: no game lost, none twice, and the games are those of an uninterrupted match."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outfox.arena import Sprt, match
from outfox.arena.journal import Journal
from outfox.formats import load_records, load_whole_records, read_text, save_records, write_text
from outfox.formats.record_text import whole_text
from outfox.rules import DamagedFile, OutfoxError

BOTS = "tests/players/bots.py"
NAMES = ["games.jsonl", "games.txt"]


def whole(games: int = 8):
    return match("tic-tac-toe", "random", f"{BOTS}:slow", games=games, seed=5, opening_plies=1)


def resumed(path, games: int = 8, **options):
    return match(
        "tic-tac-toe", "random", f"{BOTS}:slow", games=games, seed=5, opening_plies=1, records=path, resume=True,
        **options,
    )  # fmt: skip


def untimed(result) -> dict:
    data = result.to_dict(records=True)
    return {key: value for key, value in data.items() if "seconds" not in key and key != "resumed"}


@pytest.mark.parametrize("name", NAMES)
def test_every_place_where_a_file_can_be_cut(tmp_path, name):
    path, expected = tmp_path / name, whole(2).records
    save_records(path, expected)
    content = path.read_bytes()
    for cut in range(0, len(content), 1 if name == "games.txt" else 5):
        path.write_bytes(content[:cut])
        games, length = load_whole_records(path)
        assert list(games) == list(expected[: len(games)]), cut
        assert length <= cut
        path.write_bytes(content[:length])
        with Journal(path, resume=True) as journal:
            for record in expected[len(games) :]:
                journal.append(record)
        assert path.read_bytes() == content, cut


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("workers", [1, 2])
def test_resuming_plays_what_is_missing(tmp_path, name, workers):
    path, expected = tmp_path / name, whole()
    save_records(path, expected.records[:5])
    with path.open("ab") as file:
        file.write(path.read_bytes()[:70])  # the sixth game was being written
    result = resumed(path, workers=workers)
    assert untimed(result) == untimed(expected)
    assert result.resumed == 5
    assert tuple(load_records(path)) == expected.records
    again = resumed(path)
    assert (again.resumed, again.records) == (8, expected.records)
    assert resumed(path, games=4).records == expected.records[:4]
    assert len(load_records(path)) == 8


def test_games_are_found_wherever_they_stand(tmp_path):
    path, expected = tmp_path / "games.txt", whole()
    save_records(path, [expected.records[k] for k in (7, 2, 3)])
    result = resumed(path)
    assert (result.resumed, result.records) == (3, expected.records)
    assert sorted(load_records(path), key=lambda record: record.task) == list(expected.records)


def test_a_test_goes_on_where_it_was(tmp_path):
    path, options = tmp_path / "games.txt", {"games": 100, "seed": 3, "sprt": Sprt(0, 200)}
    whole = match("tic-tac-toe", "mcts:simulations=50", "random", **options)
    assert whole.decision == "H1"
    save_records(path, whole.records[:6])
    again = match("tic-tac-toe", "mcts:simulations=50", "random", records=path, resume=True, **options)
    assert untimed(again) == untimed(whole)
    assert again.resumed == 6
    longer = match("tic-tac-toe", "mcts:simulations=50", "random", games=whole.games + 4, seed=3)
    save_records(path, longer.records)
    early = match("tic-tac-toe", "mcts:simulations=50", "random", records=path, resume=True, **options)
    assert (early.games, early.resumed, early.decision) == (whole.games, whole.games, "H1")


SCRIPT = """
import sys
from outfox.arena import match

if __name__ == "__main__":
    match("tic-tac-toe", "random", sys.argv[1], games=40, seed=5, opening_plies=1, records=sys.argv[2],
          resume=True, workers=int(sys.argv[3]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("name", "workers"), [("games.jsonl", 1), ("games.txt", 2)])
def test_killed_again_and_again(tmp_path, name, workers):
    """kill -9 whenever a few games are there; what is left goes on to the same 40 games."""
    path, script = tmp_path / name, tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    for least in (300, 6000):
        process = subprocess.Popen(
            [sys.executable, str(script), f"{BOTS}:slow", str(path), str(workers)], start_new_session=True
        )
        while process.poll() is None and not (path.exists() and path.stat().st_size > least):
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)  # its workers notice by themselves
        process.wait()
    before = load_whole_records(path)[0]
    assert 3 < len(before) < 40, "killed in the middle"
    result = resumed(path, games=40, workers=workers)
    assert result.resumed == len(before)
    assert result.records == whole(40).records
    assert [record.task for record in load_records(path)] == [(number,) for number in range(40)]


# -- other files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "the seed was 5, not 6"),
        ({"opening_plies": 2}, "the terms was opening-plies=1, not opening-plies=2"),
        ({"opening_plies": 0}, "the terms was opening-plies=1, not the usual ones"),
        ({"max_plies": 9}, "the terms was opening-plies=1, not max-plies=9 opening-plies=1"),
        ({"b": "random"}, r"the players was \['random', '.*slow'\], not \['random', 'random'\]"),
        ({"game": "nim"}, "the game was tic-tac-toe, not nim"),
    ],
)
def test_games_of_another_match_are_refused(tmp_path, change, message):
    path = tmp_path / "games.txt"
    save_records(path, whole(2).records)
    content = path.read_bytes()
    asked = {"game": "tic-tac-toe", "a": "random", "b": f"{BOTS}:slow", "games": 4, "seed": 5, "opening_plies": 1}
    asked |= change
    with pytest.raises(OutfoxError, match=rf"games.txt: game 0 was played in another match: {message}"):
        match(asked.pop("game"), asked.pop("a"), asked.pop("b"), **asked, records=path, resume=True)
    assert path.read_bytes() == content


def test_other_rules_and_another_version_are_refused(tmp_path):
    path = tmp_path / "games.txt"
    record = whole(1).records[0]
    for change, message in (
        ({"rules_key": "0123"}, "its rules was 0123"),
        ({"version": "0.0.1"}, "the version of outfox was 0.0.1"),
        ({"task": (3, 1, 0)}, "another match"),
    ):
        save_records(path, [dataclasses.replace(record, **change)])
        with pytest.raises(OutfoxError, match=message):
            resumed(path)


def test_a_file_that_is_there_is_not_written_over(tmp_path):
    path = tmp_path / "games.txt"
    match("nim", "random", "random", games=2, records=path)
    with pytest.raises(OutfoxError, match="is there already: resume goes on with its games"):
        match("nim", "random", "random", games=2, records=path)
    assert len(load_records(path)) == 2


def test_two_matches_do_not_write_to_one_file(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "games.txt"
    with Journal(path), pytest.raises(OutfoxError, match="is being written by another match"), Journal(path):
        pass


def test_damage_before_the_end_is_named(tmp_path):
    path = tmp_path / "games.txt"
    save_records(path, whole(3).records)
    path.write_text(path.read_text(encoding="utf-8").replace('[seed "5"]', "[seed 5]", 1), encoding="utf-8")
    with pytest.raises(DamagedFile, match=r"games.txt: line \d+ of a record is neither a header nor plies"):
        resumed(path)


def test_a_full_disk_leaves_the_games_before(tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("no full disk here")
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        match("nim", "random", "random", games=2, records="/dev/full", resume=True)


def test_a_record_that_lacks_plies_is_refused():
    text = write_text(whole(1).records)
    cut = text[: text.rstrip().rfind(" ")] + "\n"
    with pytest.raises(DamagedFile, match=r"it has .* plies, not .* as it says"):
        read_text(cut)
    assert whole_text(cut) == ""
    assert whole_text(text + text[:40]) == text
