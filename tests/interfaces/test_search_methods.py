"""`outfox search` with each of its methods: what it prints, and what it refuses."""

from __future__ import annotations

import pytest


def test_alphabeta_beside_mcts(command):
    shown = command("search", "connect-four", "--player", "alphabeta:depth=6").out
    assert "value unknown after 6 plies; proven to lie between -1 and +1" in shown
    assert "at most +0.000" in shown
    assert "nodes to depth 6" in shown
    printed = command("search", "connect-four", "--player", "alphabeta", "--depth", "6", "--json").data
    assert (printed["depth"], printed["kind"], printed["stopped"]) == (6, "unknown", "depth")
    assert printed["actions"][1]["value"] is None


def test_alphabeta_values_every_action(command):
    moves = ("--moves", "a3 b3 b2 c1 a1")  # x threatens a2; o can only hope
    shown = command("search", "tic-tac-toe", *moves, "--player", "alphabeta", "--exact", "true").out
    assert "at most" not in shown
    assert shown.count("proven") == 5


def test_dfpn(command):
    shown = command("search", "nim", "--player", "dfpn").out
    assert shown.startswith("value -1 for first (player 0), proven")
    assert "at least 1 for first (player 0)? no" in shown
    printed = command("search", "nim", "--player", "dfpn", "--threshold", "1", "--json").data
    assert printed["questions"] == [{"payoff": 1.0, "more": False, "holds": False}]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("nim", "--player", "random"), 2, "'random' does not search: search takes mcts, alphabeta, dfpn"),
        (("nim", "--player", "alphabta"), 2, "did you mean 'alphabeta'?"),
        (("nim", "--player", "alphabeta:dept=3"), 2, "did you mean 'depth'?"),
        (("nim", "--player", "dfpn:nods=3"), 2, "did you mean 'nodes'?"),
        (("pig", "--player", "dfpn"), 3, "pig has chance"),
    ],
)
def test_refusals(command, words, code, message):
    failed = command("search", *words, code=code)
    assert message in failed.err
    assert failed.err.count("\n") == 1
