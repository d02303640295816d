"""match, tournament, ladder, replay and engine as commands: what they print, and what they refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from outfox.formats import load_records

SMALL = ("tic-tac-toe", "random", "random")


# -- match -------------------------------------------------------------------------------------------------


def test_a_match_with_a_test(command):
    words = ("match", "tic-tac-toe", "mcts:simulations=50", "random", "--sprt", "0,200,0.1,0.1", "--seed", "3")
    data = command(*words, "--json").data
    assert data["planned"] == 100_000
    assert data["biased"] is True
    assert data["sprt"]["decision"] == "H1"
    assert [data["sprt"][key] for key in ("elo0", "elo1", "alpha", "beta")] == [0, 200, 0.1, 0.1]
    assert command(*words, "--games", "2", "--json").data["sprt"]["decision"] is None


def test_a_match_is_resumed(command):
    whole = command("match", *SMALL, "--games", "6", "--seed", "4", "--records", "whole.jsonl", "--json").data
    command("match", *SMALL, "--games", "4", "--seed", "4", "--records", "g.jsonl")
    found = command("match", *SMALL, "--games", "6", "--seed", "4", "--resume", "g.jsonl")
    assert "4 of the games were read" in found.out
    assert found.err == "2 games written to g.jsonl\n"
    assert load_records("g.jsonl") == load_records("whole.jsonl")
    assert whole["games"] == 6
    refused = command("match", *SMALL, "--games", "4", "--records", "g.jsonl", code=2)
    assert refused.err == "outfox: --records: 'g.jsonl' is there already; --resume g.jsonl goes on with it\n"
    other = command("match", *SMALL, "--seed", "5", "--resume", "g.jsonl", code=2)
    assert other.err == "outfox: g.jsonl: game 0 was played in another match: the seed was 4, not 5\n"
    begun = command("match", *SMALL, "--games", "2", "--resume", "new.txt")
    assert begun.err == "2 games written to new.txt\n"


def test_how_games_end_is_asked_for(command):
    words = ("match", "cat-and-mouse:rows=3,cols=3", "random", "random", "--games", "2")
    data = command(*words, "--repetition", "off", "--max-plies", "30", "--adjudicate", "agreed:plies=4", "--json").data
    assert (data["repetition"], data["max_plies"]) == (0, 30)
    assert data["adjudicate"] == "agreed:value=0.95,plies=4"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--sprt", "5,0"), "--sprt 5,0: an SPRT needs elo0 below elo1"),
        (("--sprt", "0"), "--sprt takes ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA"),
        (("--sprt", "a,b"), "--sprt takes ELO0,ELO1"),
        (("--sprt", "0,5,2,2"), "an SPRT needs alpha between 0 and 0.5"),
        (("--repetition", "1"), "--repetition takes off, or a number from 2, not '1'"),
        (("--repetition", "never"), "--repetition takes off"),
        (("--adjudicate", "resign"), "there is no adjudication 'resign'"),
        (("--resume", "no/g.txt"), "--resume: there is no folder"),
        (("--resume", "a.txt", "--records", "b.txt"), "name two files"),
    ],
)
def test_wrong_flags_of_a_match(command, words, message):
    found = command("match", *SMALL, "--games", "2", *words, code=2)
    assert message in found.err
    assert found.err.count("\n") == 1


def test_an_engine_that_is_not_there(command):
    found = command("match", "tic-tac-toe", "process:./missing", "random", code=2)
    assert found.err == "outfox: process: there is no program './missing'; write process:./engine ARGUMENTS\n"


# -- tournament --------------------------------------------------------------------------------------------


def test_a_tournament(command):
    words = ("tournament", "tic-tac-toe", "random", "mcts:simulations=20", "mcts:simulations=2", "--games", "4")
    data = command(*words, "--json").data
    assert data["contestants"] == list(words[2:5])
    assert data["games"] == 12
    text = command(*words).out
    assert "score of the row against the column" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_tournament_is_resumed(command):
    words = ("tournament", *SMALL[:2], "mcts:simulations=2", "--games", "2", "--kind", "gauntlet")
    command(*words, "--records", "g.txt")
    found = command(*words, "--resume", "g.txt")
    assert found.err == "0 games written to g.txt\n"
    refused = command("match", *SMALL, "--resume", "g.txt", code=2)
    assert "g.txt: game 0 was played in another match" in refused.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("random",), "a tournament takes two players or more"),
        (("random", "random"), "random is there twice"),
        (("random", "human"), "human cannot play a match"),
        (("random", "mcts", "--games", "3"), "--games must be an even number, not 3"),
        (("random", "mtcs"), "there is no player 'mtcs'"),
        (("random", "mcts", "--kind", "cup"), "gauntlet"),
    ],
)
def test_what_is_no_tournament(command, words, message):
    assert message in command("tournament", "tic-tac-toe", *words, code=2).err


# -- ladder ------------------------------------------------------------------------------------------------


def test_a_ladder(command):
    words = ("ladder", "tic-tac-toe", "--levels", "3", "--games", "4", "--player", "mcts:simulations=12")
    data = command(*words, "--win-rate", "0.5", "--json").data
    assert [level["level"] for level in data["levels"]] == [0, 1, 2]
    assert data["placed"]["spec"] == "mcts:simulations=12"
    assert data["win_rate"] == 0.5
    text = command(*words, "--win-rate", "0.5").out
    assert "expected against level 0:" in text
    assert "\nfor 50 %: " in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--levels", "1"), "--levels must be at least 2"),
        (("--win-rate", "75"), "--win-rate is a share such as 0.75, not 75"),
        (("--games", "5"), "--games must be an even number"),
        (("--player", "human"), "human cannot play"),
        (("--method", "random"), "random has no setting 'simulations'"),
    ],
)
def test_what_is_no_ladder(command, words, message):
    assert message in command("ladder", "tic-tac-toe", *words, code=2).err


# -- replay ------------------------------------------------------------------------------------------------


@pytest.fixture
def games(command):
    command("match", "nim:piles=[1,2]", "random", "random", "--games", "3", "--records", "g.txt")
    return load_records("g.txt")


def test_a_list_of_games(command, games):
    data = command("replay", "g.txt", "--json").data
    assert [game["number"] for game in data["games"]] == [1, 2, 3]
    assert data["games"][0]["plies"] == games[0].plies
    assert command("replay", "g.txt").out.startswith("3 games of nim:piles=[1,2]; --game N shows one\n")


def test_stepping(command, games):
    stdin = "\nback\nback\nend\n\n1\nfoo\nplies\nq\nnot read\n"
    found = command("replay", "g.txt", "--game", "1", stdin=stdin)
    assert f"ply 1: first {games[0].names[0]}" in found.out
    assert f"ply {games[0].plies}: " in found.out
    assert found.out.count("there is nothing further") == 2
    assert "to the position after so many plies" in found.out
    assert f"1 {games[0].names[0]}" in found.out
    assert found.err.startswith("nim:piles=[1,2]: random v random; ")
    assert "ply 1" not in command("replay", "g.txt", "--game", "1").out, "the end of the input ends it"


def test_one_position(command, games):
    last = games[1].plies
    assert f"ply {last}: " in command("replay", "g.txt", "--game", "2", "--ply", "-1").out
    data = command("replay", "g.txt", "--game", "2", "--json").data
    assert [position["ply"] for position in data["positions"]] == list(range(last + 1))
    assert [position["code"] for position in data["positions"]][1:] == list(games[1].actions)
    assert data["positions"][0]["mover"] == 0
    assert data["positions"][-1]["mover"] is None
    assert data["record"] == json.loads(json.dumps(games[1].to_dict()))
    one = command("replay", "g.txt", "--game", "2", "--ply", "1", "--json").data
    assert one["positions"] == data["positions"][1:2]


def test_how_a_game_ended_is_said(command):
    command("match", "connect-four", "random", "random", "--games", "1", "--max-plies", "3", "--records", "short.txt")
    out = command("replay", "short.txt", "--ply", "-1").out
    assert "a draw (max plies): no end after 3 plies" in out


def test_ctrl_c_leaves_a_replay_as_it_leaves_every_command(command, games, monkeypatch):
    def press(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", press)
    assert command("replay", "g.txt", "--game", "1", code=130).err.endswith("outfox: interrupted\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("g.txt", "--game", "4"), "there is no game 4; there are 3, from 1"),
        (("g.txt", "--game", "0"), "there is no game 0"),
        (("g.txt", "--ply", "1"), "--ply needs --game, since there are 3 games"),
        (("g.txt", "--game", "1", "--ply", "99"), "there is no ply 99"),
        (("none.txt",), "there is no file 'none.txt'"),
        (("empty.txt",), "empty.txt holds no games"),
        (("other.txt",), "other.txt: line 1 of a record is neither a header nor plies"),
        (
            ("g.txt", "--game", "1", "--rules", "nim:piles=[1,2],misere=false"),
            "other rules: misere was true, not false",
        ),
        (("g.txt", "--game", "1", "--rules", "nim:piles=[2,2]"), "other rules: piles was [1,2], not [2,2]"),
        (("g.txt", "--game", "1", "--rules", "pig"), "other rules: nim:piles=[1,2], not pig"),
        (("changed.txt",), "other rules: they have changed since outfox"),
    ],
)
def test_what_cannot_be_replayed_is_said_in_one_line(command, games, tmp_path, words, message):
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    (tmp_path / "other.txt").write_text("hello", encoding="utf-8")
    text = (tmp_path / "g.txt").read_text(encoding="utf-8").split("\n\n[game")[0]
    (tmp_path / "changed.txt").write_text(text.replace(games[0].rules_key, "0123456789abcdef"), encoding="utf-8")
    found = command("replay", *words, code=2)
    assert message in found.err
    assert found.err.count("\n") == 1


def test_a_rules_file_that_has_moved(command, tmp_path):
    command("new", "mine.py")
    command("match", "mine.py", "random", "random", "--games", "1", "--records", "g.txt")
    (tmp_path / "mine.py").rename(tmp_path / "yours.py")
    assert "mine.py" in command("replay", "g.txt", "--ply", "0", code=2).err
    assert command("replay", "g.txt", "--ply", "0", "--rules", "yours.py").code == 0


# -- engine ------------------------------------------------------------------------------------------------


def test_an_engine_refuses_what_it_cannot_do(command):
    assert "there is no --json" in command("engine", "nim", "--json", code=2).err
    assert "human cannot be an engine" in command("engine", "nim", "--player", "human", code=2).err
    assert "there is no player" in command("engine", "nim", "--player", "nobody", code=2).err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_an_engine(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "outfox", "engine", "nim", "--player", "random"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdin.write("outfox 1\n")
    process.stdin.flush()
    while process.stdout.readline().strip() != "ok":
        pass
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "outfox: interrupted\n"
