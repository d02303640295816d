"""`outfox optimise` from the command line."""

import json

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
