"""Hands of poker as commands write and read them: match --phh, replay of .phh, duplicate matches, acpc."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from outfox.arena.acpc_client import connect, play
from outfox.formats.phh import load_hands
from outfox.players import player
from outfox.rules import load

WORDS = ("match", "limit-holdem", "call", "random", "--games", "2", "--seed", "3")


def test_hands_are_written_and_replayed(command):
    found = command(*WORDS, "--phh", "hands.phhs", "--records", "games.jsonl")
    assert found.err == "2 games written to games.jsonl\n2 hands written to hands.phhs\n"
    listed = command("replay", "hands.phhs", "--json").data["games"]
    assert listed == command("replay", "games.jsonl", "--json").data["games"]
    command(*WORDS, "--phh", "hands")
    assert command("replay", "hands", "--json").data["games"] == listed
    last = command("replay", "hands/2.phh", "--ply", "-1").out
    assert last == command("replay", "hands.phhs", "--game", "2", "--ply", "-1").out
    assert "dealer" in last


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("kuhn", "call", "random", "--phh", "x.phhs"), 3, "hands are written in PHH for limit-holdem, not for kuhn"),
        (("limit-holdem", "call", "random", "--phh", "x.phh"), 2, "would be one hand, and there are 100"),
        (("limit-holdem", "call", "random", "--phh", "no/x.phhs"), 2, "there is no folder for"),
        (("limit-holdem", "call", "random", "--phh", "there.phhs"), 2, "'there.phhs' is there already"),
    ],
)
def test_hands_that_cannot_be_written(command, tmp_path, words, code, message):
    (tmp_path / "there.phhs").write_text("")
    found = command("match", *words, code=code)
    assert message in found.err
    assert found.err.count("\n") == 1


def test_hands_that_cannot_be_read(command, tmp_path):
    (tmp_path / "bad.phh").write_text('variant = "NT"\n')
    found = command("replay", "bad.phh", code=3)
    assert found.err == "outfox: bad.phh: the hand is of variant 'NT'; FT, limit hold'em, is what is read here\n"


def test_a_duplicate_match(command):
    words = ("match", "kuhn", "TA", "random", "--games", "40", "--seed", "1")
    data = command(*words, "--json").data
    assert (data["duplicate"], data["distinct_decks"]) == (True, 6)
    assert data["unit"] == {"name": "chips a hand", "of_payoff": 1.0}
    assert data["variance_reduction"]["corrects"] == ["chance", "B"]
    text = " ".join(command(*words).out.split())
    assert "20 duplicate pairs with 6 distinct decks" in text
    assert "Without the luck of chance and of B's mixing, A wins" in text
    assert "Without the luck" not in command(*words, "--variance-reduction", "off").out
    refused = command("match", "nim", "random", "random", "--games", "4", "--variance-reduction", "on", code=3)
    assert refused.err == "outfox: nim has no chance: there is no luck to take out\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("dealer", "leduc"), 3, "for limit-holdem here, not for leduc"),
        (("client",), 2, "a client needs --port, which the dealer says when it waits"),
        (("client", "--port", "7"), 2, "a client needs --player SPEC"),
        (("client", "--port", "7", "--player", "human"), 2, "human cannot play a match"),
        (("client", "--port", "1", "--player", "call", "--timeout", "0.1"), 2, "there is no dealer at 127.0.0.1:1"),
        (("dealer", "--player", "call"), 2, "waits at 127.0.0.1 alone"),
        (("dealer", "--host", "0.0.0.0"), 2, "waits at 127.0.0.1 alone"),
        (("dealer", "--hands", "0"), 2, "--hands must be at least 1"),
        (("dealer", "--timeout", "0"), 2, "--timeout is a number of seconds above 0"),
        (("client", "--port", "7", "--player", "call", "--records", "x.txt"), 2, "--records is for the dealer"),
        (("client", "--port", "7", "--player", "call", "--phh", "x.phhs"), 2, "--phh is for the dealer"),
        (("dealer", "--phh", "x.phh"), 2, "would be one hand, and there are 100"),
    ],
)
def test_what_acpc_refuses(command, words, code, message):
    found = command("acpc", *words, code=code)
    assert message in found.err
    assert found.err.count("\n") == 1


def test_nobody_comes_to_the_dealer(command):
    found = command("acpc", "dealer", "--timeout", "0.1", code=2)
    assert found.err.splitlines()[-1] == "outfox: client A did not connect within 0.1 s"


def test_a_match_between_processes(command, tmp_path):
    """The dealer is a process of its own; one of its clients is a command here, the other sits in a thread."""
    dealer = subprocess.Popen(
        [
            *(sys.executable, "-m", "outfox.interfaces.cli", "acpc", "dealer"),
            *("--hands", "3", "--json", "--timeout", "30", "--phh", "dealt.phhs"),
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    with dealer, ThreadPoolExecutor(1) as threads:
        port = int(re.search(r":(\d+)$", dealer.stderr.readline())[1])
        lines = connect("127.0.0.1", port, 30.0)
        other = threads.submit(play, load("limit-holdem"), lines, player("raise"))
        found = command("acpc", "client", "--port", str(port), "--player", "call", "--json").data
        raised = other.result()
        lines.close()
        out, err = dealer.communicate(timeout=60)
    assert (dealer.returncode, err) == (0, "3 hands written to dealt.phhs\n")
    assert (found["hands"], found["ended"]) == (3, "")
    assert found["won"] == -sum(raised.won)
    data = json.loads(out)
    assert (data["games"], data["failure"], data["distinct_decks"]) == (3, "", 3)
    assert data["payoff"] * 3 == pytest.approx(sum(raised.won)), "who connected first is A"
    dealt = load_hands(tmp_path / "dealt.phhs")
    assert sum(hand.payoff * (-1) ** k for k, hand in enumerate(dealt)) == pytest.approx(sum(raised.won))
