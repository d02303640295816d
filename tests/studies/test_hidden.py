"""Studies of games with hidden information: exact answers from outside, published curves, strategies, the report."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from outfox.kernel.sequences import sequence_form
from outfox.kernel.tree import game_tree
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.sequence_form import lp_equilibrium
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded, UnknownName
from outfox.studies.hidden import study as work
from outfox.studies.hidden.curves import METHODS, Run, compared
from outfox.studies.hidden.page import html
from outfox.studies.hidden.plan import HiddenPlan, hidden_plan
from outfox.studies.hidden.published import published_curves
from outfox.studies.hidden.rational import Rational, exact_value, fractions_of
from outfox.studies.hidden.report import to_dict
from outfox.studies.hidden.strategies import cells_of, grids_of
from outfox.studies.hidden.styles import beaten
from outfox.studies.hidden.text import nearest
from outfox.studies.hidden.worth import Worth

SMALL = HiddenPlan("small", 60.0, 1_000, 2_000)
THIRD = Fraction(1, 3)


@pytest.fixture(scope="module")
def kuhn():
    return work.run_hidden(load("kuhn"), SMALL, seed=1)


@pytest.fixture(scope="module")
def leduc():
    return Ground(load("leduc"))


def odds(found, player, card, *played, exact=True):
    """Return what to do with a card after some actions."""
    (cell,) = (c for c in found.cells if (c.player, c.seen, c.played) == (player, (card,), played))
    return dict(zip(cell.actions, cell.exact if exact else cell.near, strict=True))


# -- the answer ----------------------------------------------------------------------------------------------------


def test_value_of_kuhn_poker(kuhn):
    assert kuhn.solved.fraction == Fraction(-1, 18)
    assert kuhn.bounds == pytest.approx((-1 / 18, -1 / 18), abs=1e-9)
    assert kuhn.sentences[0] == "With best play the second player wins 0.0556 chips a hand, exactly 1/18."
    data = to_dict(kuhn)
    assert (data["value_exact"], data["favoured"], data["stopped"]) == ("-1/18", 1, "plan")


@pytest.mark.slow  # every set of parameters is compiled by itself
@pytest.mark.parametrize("spec", ["kuhn:cards=6", "liars-dice:faces=3", "matrix-game:table=[[2,-1],[-1,1]]"])
def test_exact_values_of_other_games(spec):
    known = {"k": Fraction(-11, 180), "l": Fraction(1, 9), "m": Fraction(1, 5)}
    ground = Ground(load(spec))
    assert exact_value(ground.tree, lp_equilibrium(ground.form)[1]) == known[spec[0]]


@pytest.mark.parametrize("exact", [True, False])
def test_the_second_player_of_kuhn_poker_has_one_strategy(kuhn, exact):
    """In every equilibrium (H. W. Kuhn 1950)."""
    near = 1e-9 if exact else 0.02
    expected = {
        ("J", "check"): {"check": 2 / 3, "bet": 1 / 3},
        ("J", "bet"): {"fold": 1, "call": 0},
        ("Q", "check"): {"check": 1, "bet": 0},
        ("Q", "bet"): {"fold": 2 / 3, "call": 1 / 3},
        ("K", "check"): {"check": 0, "bet": 1},
        ("K", "bet"): {"fold": 0, "call": 1},
    }
    for (card, played), told in expected.items():
        assert odds(kuhn, 1, card, played, exact=exact) == pytest.approx(told, abs=near)


@pytest.mark.parametrize("exact", [True, False])
def test_the_first_player_of_kuhn_poker_bluffs_a_third_as_often_as_it_bets(kuhn, exact):
    near = 1e-9 if exact else 0.02
    bluff = odds(kuhn, 0, "J", exact=exact)["bet"]
    assert -near <= bluff <= 1 / 3 + near
    assert odds(kuhn, 0, "K", exact=exact)["bet"] == pytest.approx(3 * bluff, abs=3 * near)
    assert odds(kuhn, 0, "Q", exact=exact)["check"] == pytest.approx(1, abs=near)
    assert odds(kuhn, 0, "Q", "check", "bet", exact=exact)["call"] == pytest.approx(bluff + 1 / 3, abs=2 * near)


def test_styles_of_kuhn_poker(kuhn):
    styles = {style.name: style for style in kuhn.styles}
    assert styles["random"].best.fractions == (Fraction(1, 2), Fraction(5, 12))
    assert styles["raise"].best.fractions == (THIRD, THIRD)
    assert styles["fold to any bet"].best.fractions == (1, 1)
    assert styles["random"].itself.fractions[0] == Fraction(1, 8)
    for style in kuhn.styles:
        assert style.best.seats == pytest.approx([float(x) for x in style.best.fractions], abs=1e-12)
        assert -1e-8 <= style.least.average <= style.most.average + 1e-8 <= style.best.average + 2e-8


# -- fractions -----------------------------------------------------------------------------------------------------


def test_uniform_play_of_leduc_in_fractions(leduc):
    rational, half = Rational(leduc.tree), fractions_of(leduc.uniform)
    assert rational.value(half) == Fraction(-5, 64)
    assert rational.response(0, half) == Fraction(167, 80)
    assert rational.response(1, half) == Fraction(383, 144)


def test_what_is_no_fraction_is_not_taken_for_one():
    assert fractions_of(np.array([0.5, 0.1234567891])) is None
    tree = game_tree(load("kuhn"))
    assert exact_value(tree, np.full(tree.slots, 0.5)) is None  # no equilibrium
    assert exact_value(tree, np.full(tree.slots, 0.6)) is None  # no probabilities


# -- what actions are worth ----------------------------------------------------------------------------------------


def test_first_actions_of_leduc_are_worth_its_value(leduc):
    tree, worth = leduc.tree, Worth(leduc.tree, leduc.uniform)
    first = [i for i in range(tree.sets) if tree.player[i] == 0 and tree.before[i] < 0]
    assert len(first) == 6  # one for each card
    means = [worth.values[tree.first[i] : tree.first[i + 1]].mean() for i in first]
    assert sum(means) / 6 == pytest.approx(-5 / 64, abs=1e-12)


def test_what_an_equilibrium_mixes_is_worth_the_same():
    tree = game_tree(load("kuhn"))
    policy = lp_equilibrium(sequence_form(tree))[1]
    worth = Worth(tree, policy)
    for info in range(tree.sets):
        values = worth.of(int(tree.player[info]), tree.view(info))
        if values is not None:
            odds = policy[tree.first[info] : tree.first[info + 1]]
            assert values[odds > 1e-9] == pytest.approx(values.max(), abs=1e-9)


# -- methods -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["cfr", "cfr+", "linear", "dcfr", "pcfr+"])
def test_published_curves_of_leduc(leduc, method):
    plan, published = HiddenPlan("curves", 60.0, 1_000, 1), published_curves(leduc.game)
    task = Run(leduc.game, plan, 0, time.monotonic() + 60)
    task.__dict__["ground"] = leduc
    curve = task(METHODS.index(method))
    assert curve.stopped == "iterations"
    beside = [one for one in compared((curve,), published) if one.ours is not None]
    assert [one.iterations for one in beside] == [1, 10, 100, 1000]
    for one in beside:
        assert one.within
        assert one.ours == pytest.approx(one.published, rel=0.11 if one.iterations == 1000 else 2e-3)
        assert one.least <= one.ours <= one.most


def test_figures_are_for_the_game_as_it_stands():
    assert published_curves(load("leduc:raises=1")) is None
    assert published_curves(load("kuhn")) is None
    assert set(published_curves(load("leduc")).points) < set(METHODS)


def test_methods_come_near_and_are_looked_at_after_powers_of_ten(kuhn):
    assert [curve.method for curve in kuhn.curves] == list(METHODS)
    for curve in kuhn.curves:
        known = dict(curve.history)
        assert {1, 10, 100, 1000} <= known.keys()
        assert curve.exploitability < known[1]
    assert kuhn.curves[METHODS.index("pcfr+")].exploitability < 1e-4


# -- strategies ----------------------------------------------------------------------------------------------------


def test_tables_of_leduc(leduc):
    cells = cells_of(leduc, leduc.uniform, None)
    assert len(cells) == 288  # ranks without suits
    grids = grids_of(cells)
    assert [grid.player for grid in grids] == [0] * 6 + [1] * 6
    assert grids[0].rows == (("J",), ("Q",), ("K",))
    assert grids[0].columns == ((), ("check", "bet"), ("bet", "raise"))
    assert sum(len(grid.cells) for grid in grids) == 288
    for grid in grids:
        assert len(grid.cells) == len(grid.rows) * len(grid.columns)
        assert len(grid.rows) == (9 if grid.before else 3)


def test_own_choices_lead_to_cells(kuhn):
    again = next(cell for cell in kuhn.cells if cell.player == 0 and cell.seen == ("Q",) and cell.played)
    assert again.reach == pytest.approx(odds(kuhn, 0, "Q", exact=False)["check"])


@pytest.mark.slow
def test_rows_are_dice_and_columns_bids():
    ground = Ground(load("liars-dice:faces=3"))
    grid = grids_of(cells_of(ground, ground.uniform, None))[0]
    assert grid.rows == (("1",), ("2",), ("3",))
    assert grid.columns[:2] == ((), ("1 one", "1 two"))


# -- the report ----------------------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_study(kuhn):
    again = work.run_hidden(load("kuhn"), SMALL, seed=1)
    first, second = to_dict(kuhn), to_dict(again)
    for data in (first, second):
        del data["timing"]
    assert json.dumps(first) == json.dumps(second)
    other = to_dict(work.run_hidden(load("kuhn"), SMALL, seed=2))
    histories = [{c["method"]: c["history"] for c in data["convergence"]} for data in (first, other)]
    assert histories[0]["cfr"] == histories[1]["cfr"]
    assert histories[0]["external-sampling"] != histories[1]["external-sampling"]


def test_the_page_stands_alone(kuhn):
    page = html(kuhn)
    root = ET.fromstring(page.removeprefix("<!doctype html>\n"))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "")
    words = " ".join("".join(root.itertext()).split())
    assert "With best play the second player wins 0.0556 chips a hand, exactly 1/18." in words
    assert "What does each style lose at most?" in words
    assert re.search(r"J ?check 6\d %bet 3\d %", words.replace("gets", "")) or "bet 33 %" in words


def test_ctrl_c_leaves_a_report_and_the_same_study_goes_on(tmp_path, monkeypatch):
    calls = []

    class Stops(Run):
        def __call__(self, number):
            calls.append(number)
            if len(calls) == 4:
                raise KeyboardInterrupt
            return super().__call__(number)

    monkeypatch.setattr(work, "Run", Stops)
    monkeypatch.setattr(work, "hidden_plan", lambda _: SMALL)
    first = work.hidden_study("kuhn", out=tmp_path)
    assert (first.stopped, len(first.curves), first.styles) == ("interrupted", 3, ())
    assert str(first).startswith("Interrupted before all was computed. With best play the second player wins 0.0556")
    assert "This study is not complete" in (tmp_path / "report.html").read_text(encoding="utf-8")
    calls[:] = [-1] * 4
    second = work.hidden_study("kuhn", out=tmp_path)
    assert calls[4:] == [3, 4, 5, 6, 7]
    assert (second.stopped, second.resumed, len(second.curves)) == ("plan", 3, 8)
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["truncated"] is False


def test_the_clock_cuts_short_and_says_so():
    found = work.run_hidden(load("kuhn"), HiddenPlan("none", 0.0, 10**9, 10**9))
    assert found.stopped == "clock"
    assert str(found).startswith("Cut short by the clock")
    assert {curve.stopped for curve in found.curves} == {"seconds"}


def test_plans_and_games_that_cannot_be(tmp_path):
    with pytest.raises(UnknownName, match="there is no plan '3h'; there are 30s, 2m, 5m, 10m, 2h"):
        hidden_plan("3h")
    with pytest.raises(BudgetExceeded, match="the tree of kuhn has about"):
        work.run_hidden(load("kuhn"), HiddenPlan("none", 1.0, 1, 1, nodes=20))


def test_without_a_linear_program_there_are_bounds():
    found = work.run_hidden(load("kuhn"), HiddenPlan("bounds", 60.0, 1_000, 1, slots=0))
    low, high = found.bounds
    assert low < -1 / 18 < high < low + 1e-3
    assert found.sentences[0].startswith("With best play the second player wins between 0.05")
    assert to_dict(found)["value"] is None
    assert "too large for a linear program" in html(found)


def test_methods_that_come_equally_near_are_all_named(kuhn):
    best = min(kuhn.curves, key=lambda curve: curve.exploitability)
    assert "Of 2 methods predictive CFR+ and predictive CFR+ come nearest" in nearest(
        replace(kuhn, curves=(best, best))
    )


def test_the_command(command):
    found = command("study", "kuhn", "--budget", "30s", "--out", "kuhn")
    assert found.out.startswith("With best play the second player wins 0.0556 chips a hand, exactly 1/18. Of 8\n")
    assert max(map(len, found.out.split("\n"))) <= 80
    assert "the report is in kuhn/report.html" in found.err
    assert re.search(r"^random +11/24  0.1111 to 0.1667$", found.out, re.MULTILINE)


def test_ctrl_c_is_an_exit_code(command, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(work, "cells_of", interrupted)
    monkeypatch.setattr(work, "hidden_plan", lambda _: HiddenPlan("short", 60.0, 10, 10))
    found = command("study", "kuhn", code=130)
    assert found.out.startswith("Interrupted before all was computed. With best play the second player wins\n0.0556")
    assert "the report is in outfox-study-kuhn/report.html" in found.err


# -- Leduc poker from end to end -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_leduc_poker():
    found = work.run_hidden(load("leduc"), hidden_plan("2m"))
    assert found.solved.value == pytest.approx(-0.085606424078, abs=1e-11)
    assert found.solved.fraction is None
    assert found.sentences[0] == "With best play the second player wins 0.0856 chips a hand."
    best = {style.name: str(style.best.exact_average) for style in found.styles}
    known = {
        "random": "1709/720",
        "call": "22/15",
        "raise": "71/30",
        "fold to any bet": "1",
        "TA": "13/20",
        "TP": "3/5",
    }
    assert {name: best[name] for name in known} == known
    ranges = {
        "random": (0.5417, 0.7465), "call": (0.5248, 0.7038), "raise": (0.2263, 0.3767), "TA": (0.0266, 0.1018),
        "TP": (0.0787, 0.1697), "fold to any bet": (0.5705, 0.5729),
    }  # fmt: skip
    for style in found.styles:
        if style.name in ranges:
            assert (style.least.average, style.most.average) == pytest.approx(ranges[style.name], abs=6e-5)
    for one in found.compared:
        if one.ours is not None:
            slack = 1e-3 if one.iterations < 1_000 else 0.15
            assert one.ours <= one.published * (1 + slack)
    pairs = [cell for cell in found.cells if len(set(cell.seen)) == 1 and len(cell.seen) == 2]
    assert len(pairs) == 2 * 5 * 3 * 3
    for cell in pairs:  # nothing beats a pair
        assert dict(zip(cell.actions, cell.near, strict=True)).get("fold", 0.0) < 0.01
    assert found.near.exploitability < 1e-4
    assert "1,939 histories, 288 information sets" in html(found)


@pytest.mark.slow
def test_workers_change_no_number():
    one, two = (to_dict(work.run_hidden(load("kuhn"), SMALL, seed=3, workers=n)) for n in (1, 2))
    for data in (one, two):
        del data["timing"]
    assert json.dumps(one) == json.dumps(two)


@pytest.mark.slow
def test_tight_styles_of_leduc_are_what_the_reference_says(leduc):
    assert beaten(leduc, "TA", None).best.fractions == (Fraction(17, 30), Fraction(11, 15))
    assert beaten(leduc, "TP", None).best.fractions == (Fraction(3, 5), Fraction(3, 5))
