"""`outfox equilibrium`, and `outfox beat` in games with hidden information."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from outfox.formats.tabular import open_tabular
from outfox.methods.poker import abstraction
from outfox.methods.poker.buckets import Buckets, frame
from outfox.rules import load


def test_the_exact_equilibrium_is_written_out(outfox):
    page = outfox("equilibrium", "kuhn", "--method", "lp").stdout
    assert "value -0.0555555556 for first (player 0)" in page
    assert "58 histories, 12 information sets" in page
    lines = [line.split() for line in page.splitlines()]
    assert ["first", "first", "gets", "K,", "check,", "bet", "call", "100.0%"] in lines  # what the other got is hidden
    assert all(len(line) <= 80 for line in page.splitlines())


def test_strategies_are_kept_gone_on_with_and_answered(outfox, tmp_path):
    run = "equilibrium", "leduc", "--checkpoint", "work", "--json"
    first = json.loads(outfox(*run, "--iterations", "50").stdout)
    assert first["iterations"] == 50
    assert first["merged_information_sets"] == 288
    more = outfox(*run, "--iterations", "100", "--out", "leduc.npz")
    assert "going on with work: 50 iterations" in more.stderr
    data = json.loads(more.stdout)
    assert (data["iterations"], data["information_sets"]) == (100, 936)
    assert data["exploitability"] == pytest.approx(0.00775, rel=1e-3)
    answer = json.loads(outfox("beat", "leduc", "--opponent", "policy:leduc.npz", "--json").stdout)
    assert answer["best_response"]["average"] == pytest.approx(data["exploitability"])
    assert answer["value"] == pytest.approx(-0.085606424078)
    low, high = answer["equilibrium"]["average"]
    assert 0 <= low <= high <= answer["best_response"]["average"]
    (tmp_path / "leduc.npz").write_bytes((tmp_path / "leduc.npz").read_bytes()[:-200])
    cut = outfox("beat", "leduc", "--opponent", "policy:leduc.npz", code=None)
    assert cut.returncode != 0
    assert cut.stderr.count("\n") == 1
    assert "damaged" in cut.stderr


def test_a_best_response_is_kept_and_wins_what_it_says(command):
    """Against TA 17/30 and 11/15, 13/20 on average: what is known of both players leaves nothing to chance."""
    told = command("beat", "leduc", "--opponent", "TA", "--out", "answer.npz").out
    assert "to play it: outfox match leduc policy:answer.npz random" in told
    match = "match", "leduc", "policy:answer.npz", "TA", "--games", "4", "--variance-reduction", "on", "--json"
    assert command(*match).data["variance_reduction"]["exact"]
    assert command(*match).data["variance_reduction"]["payoff"] == pytest.approx(13 / 20)
    assert open_tabular("answer.npz").about["payoff"] == pytest.approx({"first": 17 / 30, "second": 11 / 15})
    for words in (("nim", "--opponent", "random"), ("limit-holdem", "--opponent", "call")):
        assert (
            "--out is for hidden information in trees that fit into memory"
            in command("beat", *words, "--out", "x.npz", code=2).err
        )


def test_players_of_ones_own_are_answered(outfox, tmp_path):
    (tmp_path / "bots.py").write_text(
        "def bets(seen):\n    return seen.legal[-1]\n\n\ndef wrong(seen):\n    return [0.3] * len(seen.legal)\n"
    )
    page = outfox("beat", "kuhn", "--opponent", "bots.py:bets").stdout
    assert page.count("+0.333333333") == 3
    assert "the best response as second:" in page
    refused = outfox("beat", "kuhn", "--opponent", "bots.py:wrong", code=None)
    assert refused.returncode != 0
    assert "add up to 1" in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("nim",), 3, "outfox solve"),
        (("kuhn", "--method", "cfx"), 2, "--method is one of cfr, cfr+"),
        (("kuhn", "--iterations", "0"), 2, "must say when to stop"),
        (("liars-dice", "--memory", "0.001"), 3, "the tree of liars-dice has about"),
        (("leduc", "--method", "external-sampling", "--buckets", "100"), 3, "leduc has none; leave --buckets out"),
        (("limit-holdem", "--buckets", "100"), 2, "buckets and streams are for the methods external-sampling"),
        (("limit-holdem", "--method", "external-sampling", "--by", "suit"), 2, "--by is one of strength, distribution"),
        (("leduc", "--against", "LA"), 2, "--against plays hands of limit-holdem"),
        (("limit-holdem", "--against", "mcts"), 2, "mcts is no style"),
    ],
)
def test_what_cannot_be_is_one_line(outfox, words, code, message):
    refused = outfox("equilibrium", *words, code=code)
    assert message in refused.stderr
    assert refused.stderr.count("\n") == 1


HOLDEM = "equilibrium", "limit-holdem", "--method", "external-sampling"


def test_policies_to_play_against_are_looked_at_before_the_work(command, tmp_path):
    command("equilibrium", "kuhn", "--iterations", "5", "--out", "kuhn.npz")
    (tmp_path / "cut.npz").write_bytes((tmp_path / "kuhn.npz").read_bytes()[:500])
    (tmp_path / "text").write_text("no policy")
    for name, code, message in (
        ("none.npz", 2, "policy:none.npz: there is no such file; outfox equilibrium limit-holdem --out FILE makes one"),
        ("cut.npz", 2, "cut.npz is no policy, or damaged"),
        ("text", 2, "text is no policy"),
        ("kuhn.npz", 3, "this policy is for kuhn, not for limit-holdem"),
    ):
        refused = command(*HOLDEM, "--iterations", "1000000000", "--against", f"call,policy:{name}", code=code)
        assert message in refused.err
        assert refused.err.count("\n") == 1


@pytest.fixture
def cheap(monkeypatch):
    """Have buckets of limit hold'em that take no time to make: all hands after the flop in the first."""
    monkeypatch.setattr(abstraction, "buckets", lambda settings, _: Buckets(settings, frame()))
    abstraction._MADE.clear()
    yield
    abstraction._MADE.clear()


@pytest.mark.usefixtures("cheap")
def test_a_strategy_plays_another_from_a_file(command, tmp_path):
    run = *HOLDEM, "--buckets", "2", "--checkpoint", "work", "--decks", "500"
    command(*run, "--iterations", "100", "--out", "before.npz")
    command(*run, "--iterations", "300", "--out", "one, two.npz")
    again = command(*run, "--iterations", "300", "--against", "policy:one, two.npz", "--json")
    assert "going on with work: 300 iterations" in again.err  # nothing is left to do
    itself = again.data["against"]["policy:one, two.npz"]
    assert (itself["average"], itself["margin"], itself["decks"]) == (0.0, 0.0, 500)
    assert itself["unknown"] == itself["opponent_unknown"] > 0.0
    (tmp_path / "before.npz").rename(tmp_path / "a-name-that-is-longer-than-there-is-room.npz")
    page = command(
        *run, "--iterations", "300", "--against", "policy:a-name-that-is-longer-than-there-is-room.npz,call"
    ).out
    rows = {line.split()[0]: line.split()[1:] for line in page.splitlines() if "±" in line}
    assert list(rows) == ["...longer-than-there-is-room.npz", "call"]
    assert all(len(line) <= 80 for line in page.splitlines())


@pytest.mark.usefixtures("cheap")
def test_what_was_found_is_kept_where_the_other_cannot_play(command, tmp_path):
    """That a file's buckets cannot be made is known when they are made: after the work, which is not lost."""
    run = *HOLDEM, "--buckets", "2", "--iterations", "100"
    command(*run, "--out", "other.npz")
    other = open_tabular(tmp_path / "other.npz")
    replace(other, about={**other.about, "tables": "others"}).save(tmp_path / "other.npz", load("limit-holdem"))
    found = command(*run, "--out", "mine.npz", "--against", "policy:other.npz", code=3)
    assert "made with other buckets of hands (others)" in found.err.splitlines()[-1]
    assert "100 iterations of external-sampling" in found.out
    assert len(open_tabular(tmp_path / "mine.npz").keys) == len(other.keys)


@pytest.mark.slow
def test_limit_holdem_in_buckets(outfox, tmp_path):
    run = "equilibrium", "limit-holdem", "--method", "external-sampling", "--buckets", "20", "--checkpoint", "work"
    outfox(*run, "--iterations", "3000", "--workers", "1", "--out", "a.npz")
    outfox(*run, "--iterations", "9000", "--out", "a.npz")
    more = (
        "--iterations",
        "9000",
        "--seed",
        "0",
        "--out",
        "b.npz",
        "--against",
        "random,LA",
        "--decks",
        "2000",
        "--json",
    )
    data = json.loads(outfox(*run[:-2], *more).stdout)
    # Stopped and gone on with, by one thread and by two: the same strategies.
    assert (
        open_tabular(tmp_path / "a.npz").probabilities.tolist()
        == open_tabular(tmp_path / "b.npz").probabilities.tolist()
    )
    assert data["information_sets"] <= 1352 + 6370 * 20
    assert (data["buckets"], data["by"], data["value"]) == (20, "strength", None)
    assert set(data["against"]) == {"random", "LA"}
    assert data["against"]["random"]["average"] > 0.5  # it already knows to bet against who never thinks
    again = outfox(*run, "--iterations", "9000", "--against", "policy:a.npz", "--decks", "2000", "--json")
    assert "going on with work: 9,000 iterations" in again.stderr  # nothing is left to do
    itself = json.loads(again.stdout)["against"]["policy:a.npz"]
    assert (itself["average"], itself["margin"], itself["decks"]) == (0.0, 0.0, 2000)
    games = json.loads(outfox("match", "limit-holdem", "policy:a.npz", "random", "--games", "20", "--json").stdout)
    assert games["games"] == 20
    (tmp_path / "work").write_bytes((tmp_path / "work").read_bytes()[:100_000])
    refused = outfox(*run, "--iterations", "9000", code=None)
    assert refused.returncode != 0
    assert "delete it to begin anew" in refused.stderr
    assert refused.stderr.count("\n") == 1
