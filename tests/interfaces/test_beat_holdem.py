"""`outfox beat limit-holdem`: stable keys, a bound that is called one, faults in one line."""

from __future__ import annotations

import pytest

KEYS = {
    "game", "opponent", "method", "lower_bound", "value", "best_response", "interval", "mbb_per_game", "equilibrium",
    "samples", "seconds", "cpu_seconds", "compile_seconds",
}  # fmt: skip


def test_what_a_folder_loses(command):
    """From two flops the figures would be an estimate; whoever always folds loses the same on all of them."""
    data = command("beat", "limit-holdem", "--opponent", "fold", "--flops", "2", "--json").data
    assert set(data) == KEYS | {"first", "flops", "drawn"}
    assert [one["payoff"] for one in data["samples"]["seat1"]] == [-0.5, -0.5]
    assert data["best_response"] == pytest.approx({"seat0": 1.0, "seat1": 0.5, "average": 0.75})
    assert data["mbb_per_game"]["average"] == pytest.approx(750.0)
    assert data["interval"]["average"] == pytest.approx([0.75, 0.75])
    assert (data["method"], data["lower_bound"], data["equilibrium"]) == ("flops", False, None)


def test_one_seat_without_a_flop_is_exact(command):
    page = command("beat", "limit-holdem", "--opponent", "fold", "--seat", "big blind").out
    assert "the most that can be won, exact" in page
    assert "+0.500000  +500.00" in page
    assert "of 1,326" not in page  # it wins before it has to decide anything


def test_others_get_a_lower_bound(command):
    told = command("beat", "limit-holdem", "--opponent", "TA", "--hands", "3", "--json")
    assert set(told.data) == KEYS | {"hands", "variance_ratio"}
    assert (told.data["method"], told.data["lower_bound"], told.data["hands"]) == ("local", True, 3)
    assert [len(hands) for hands in told.data["samples"].values()] == [2, 2]
    low, high = told.data["interval"]["average"]
    assert low < told.data["best_response"]["average"] < high
    page = command("beat", "limit-holdem", "--opponent", "call", "--method", "local", "--hands", "2").out
    assert "a lower bound, by local best response on 2 deals" in page
    assert "at least as much" in page
    assert "local best response as dealer:" in page


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("limit-holdem", "--opponent", "TA", "--method", "exact"), 3, "for opponents that ignore their cards"),
        (("limit-holdem", "--opponent", "TA", "--flops", "9"), 2, "--flops is for the exact method"),
        (("limit-holdem", "--opponent", "call", "--method", "lbr"), 2, "--method is one of exact, local"),
        (("limit-holdem", "--opponent", "call", "--flops", "1"), 2, "from 2 on"),
        (
            ("limit-holdem", "--opponent", "call", "--checkpoint", "none/file"),
            2,
            "--checkpoint: there is no folder for 'none/file'",
        ),
        (("limit-holdem", "--opponent", "human"), 3, "a person has no policy"),
        (("leduc", "--opponent", "call", "--flops", "9"), 2, "--flops is for limit-holdem"),
        (("leduc", "--opponent", "mix:fold=0,call=0,bet=0"), 2, "must be above 0"),
    ],
)
def test_what_cannot_be_is_one_line(command, words, code, message):
    refused = command("beat", *words, code=code)
    assert message in refused.err
    assert refused.err.count("\n") == 1
