"""`outfox search` in games with hidden information, and `is-mcts` where players are named."""

from __future__ import annotations

import pytest

JACK = "--moves", "first gets J, second gets K, bet"


def test_it_is_offered_where_positions_are_not_seen(command):
    for player in ("mcts", "alphabeta"):
        failed = command("search", "kuhn", "--player", player, code=3)
        assert "has hidden information (View)" in failed.err
        assert "--player is-mcts" in failed.err
        assert failed.err.count("\n") == 1


def test_a_decision_is_searched_by_what_its_player_sees(command):
    words = "--player", "is-mcts", "--simulations", "500", "--seed", "3", "--json"
    king = command("search", "kuhn", *words, *JACK).data
    assert (king["mover"], king["actions"][0]["action"], king["actions"][0]["value"]) == (1, "call", -2.0)
    assert king["value_for_mover"] == -king["value"]
    assert (king["line"], king["stopped"], king["simulations"]) == ([], "simulations", 500)
    assert king["worlds"] >= 500
    other = command("search", "kuhn", *words, "--moves", "first gets Q, second gets K, bet").data
    assert other["actions"] == king["actions"]  # the other's card changes nothing


def test_the_text(command):
    shown = command("search", "kuhn", "--player", "is-mcts:simulations=300", *JACK).out
    assert shown.startswith("value -")
    assert "call" in shown
    assert "1 information set, " in shown
    assert "\nline" not in shown


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("kuhn",), 2, "chance decides here"),
        (("nim",), 3, "nim hides nothing"),
        (("kuhn", "--position", "first K\nsecond J\nplayed bet"), 2, "say it with --moves"),
        (("kuhn", "--simulations", "0"), 3, "needs a budget"),
    ],
)
def test_refusals(command, words, code, message):
    failed = command("search", *words, "--player", "is-mcts", code=code)
    assert message in failed.err
    assert failed.err.count("\n") == 1


def test_the_best_response_to_it(command):
    """In Kuhn poker an equilibrium loses 1/18 as first: less than what a best response wins against a search."""
    found = command("beat", "kuhn", "--opponent", "is-mcts:simulations=300", "--json").data
    assert found["best_response"]["seat0"] > -1 / 18
    assert found["best_response"]["seat1"] > 1 / 18
