"""`outfox optimise` from the command line."""

import json
from xml.etree import ElementTree as ET

import pytest

SPEC = "cat-and-mouse:rows=5,cols=6"


def test_it_finds_policies_that_play(outfox):
    run = "optimise", "cat-and-mouse", "--rows", "5", "--cols", "6", "--iterations", "300", "--seed", "1"
    page = outfox(*run, "--out", "cat.policy", "--watch", "200")
    assert "300 iterations" in page.stdout
    assert "+1 in 15 plies" in page.stdout  # perfect play, as published
    assert "iteration 200:" in page.stderr
    data = json.loads(outfox(*run, "--json").stdout)
    assert [grade["remoteness"] for grade in data["grades"]] == [15, 15]
    assert data["settings"]["iterations"] == 300
    assert sum(data["wins"]) == data["iterations"] == 300
    match = outfox("match", SPEC, "policy:cat.policy", "random", "--games", "4", "--json")
    assert json.loads(match.stdout)["games"] == 4
    refused = outfox("match", "cat-and-mouse:rows=5", "policy:cat.policy", "random", "--games", "2", code=None)
    assert refused.returncode == 3
    assert refused.stderr.count("\n") == 1
    assert "is a table of cat-and-mouse:rows=5,cols=6" in refused.stderr


def test_a_game_with_too_many_states_is_played_by_its_rules_and_measured(outfox, tmp_path):
    board = "--rows", "3", "--cols", "3", "--cats", "2", "--mice", "2", "--listed", "0", "--seed", "1"
    against = "--policy", "far", "--regime", "fixed", "--opponent", "direct", "--plays", "1", "--positions", "5"
    run = "optimise", "cat-and-mouse", *board, *against, "--iterations", "20"
    page = outfox(*run, "--out", "cats.policy", "--plot", "history.svg", "--watch", "20")
    assert "measured by games, as the game was not solved" in page.stdout
    assert "the direct way won" in page.stdout
    assert "iteration 20:" in page.stderr
    data = json.loads(outfox(*run, "--json").stdout)
    assert data["grades"] == []
    assert [(one["opponent"], one["policy"]) for one in data["measured"]] == [
        (opponent, policy) for opponent in ("random", "careful", "direct") for policy in ("learned", "direct")
    ]
    assert all(one["won"]["of"] == 400 for one in data["measured"])
    assert (
        "outfox match cat-and-mouse:rows=3,cols=3,cats=2,mice=2 policy:cats.policy random --seats fixed" in page.stdout
    )
    drawn = ET.fromstring((tmp_path / "history.svg").read_text(encoding="utf-8"))
    words = {"".join(one.itertext()).strip() for one in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"cat wins", "mouse wins", "plies", "distance", "iteration"} <= words
    match = outfox(
        "match", "cat-and-mouse:rows=4,cols=5,cats=2,mice=2", "policy:cats.policy", "random", "--games", "4",
        "--seats", "fixed", "--json",
    )  # fmt: skip
    assert json.loads(match.stdout)["games"] == 4


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--iterations", "0"), "iterations must be at least 1"),
        (("--optimiser", "swarm"), "swarm moves weights"),
        (("--candidates", "many"), "candidates is int"),
    ],
)
def test_bad_settings_get_one_line(outfox, flags, message):
    done = outfox("optimise", SPEC, *flags, code=2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_hidden_information_is_graded_by_best_responses(outfox):
    run = "optimise", "leduc", "--regime", "fixed", "--opponent", "call", "--focus", "false", "--seed", "1"
    page = outfox(*run, "--out", "callers.policy", "--watch", "1000")
    assert "at the end first wins +1.4667 chips a hand in 7 plies on average" in page.stdout  # 22/15, as published
    assert "The game is worth -0.0856" in page.stdout
    assert max(map(len, page.stdout.splitlines())) <= 80
    assert "iteration 1,000:" in page.stderr
    data = json.loads(outfox(*run, "--json").stdout)
    (grade,) = data["grades"]
    assert data["policy"] == ["table", None]
    assert grade["regret"] == data["regret"][0] == grade["value"] - grade["secured"]
    answer = outfox("beat", "leduc", "--opponent", "policy:callers.policy", "--seat", "second", "--json")
    beat = json.loads(answer.stdout)
    assert beat["best_response"]["seat1"] == pytest.approx(-grade["secured"])
    match = outfox("match", "leduc", "policy:callers.policy", "call", "--seats", "fixed", "--games", "20", "--json")
    assert json.loads(match.stdout)["games"] == 20
    refused = outfox("match", "leduc", "call", "policy:callers.policy", "--seats", "fixed", "--games", "2", code=3)
    assert "is for first (player 0) alone" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--policy far", "a far policy goes by relations of the whole state"),
        ("--plays 3", "plays is for games without hidden information"),
        ("--regime fixed --opponent careful", "the opponent careful goes by the whole state"),
        ("--begin nowhere", "'nowhere' is neither random, first nor the file of a policy"),
    ],
)
def test_what_hidden_information_has_no_use_for_is_one_clear_line(outfox, words, message):
    found = outfox("optimise", "kuhn", *words.split(), code=None)
    assert found.returncode in (2, 3)
    assert message in found.stderr
    assert found.stderr.count("\n") == 1
