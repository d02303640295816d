"""Each law of `check` finds the tiny file that breaks it, and shows the state; outfox's games break none."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from outfox.kernel.check import LAWS, Report, check
from outfox.kernel.check.explore import grow
from outfox.kernel.check.ground import Ground
from outfox.kernel.check.looks import check_looks
from outfox.kernel.runtime import JIT
from outfox.rules import game_files, load
from outfox.rules.template import new_game

DATA = Path(__file__).parent.parent / "data" / "check"
SMALL = {"games": 5, "states": 300, "plies": 200}

compiles = pytest.mark.skipif(not JIT, reason="compares compiled rules with plain ones")

# File, law, severity, the way to the state that shows it, its text.
BROKEN = [
    ("raises", "runs", "error", "+2 +3 +3", "8 second"),
    ("does_not_fit", "fields", "error", "+3 +3", "6 first"),
    ("same_starts", "starts", "error", "", "0 first"),
    ("odd_mover", "mover", "error", "+1 +3 +3", "7 second"),
    ("same_mover", "turns", "warning", "+1", "1 first"),
    ("stuck", "stuck", "error", "+3 +3 +3", "9 second"),
    ("out_of_range", "range", "error", "+1 +3", "4 first"),
    ("far_outcome", "range", "error", "roll", "rolling=True"),
    ("twice", "unique", "error", "+1 +3", "4 first"),
    ("same_outcome", "unique", "error", "roll", "rolling=True"),
    ("crowded", "branching", "error", "", "0 first"),
    ("infinite_payoff", "payoff", "error", "+1 +1 +2 +3 +3", "10 second"),
    ("larger_than_scale", "payoff", "error", "+1 +3 +3 +3", "10 first"),
    ("bad_odds", "chance", "error", "roll, rolled 1, roll, rolled 1, roll, rolled 1, roll", "rolls=3"),
    ("idle_outcome", "chance", "warning", "roll", "rolling=True"),
    ("no_chance", "chance", "error", "roll", "rolling=True"),
    ("changes_the_state", "pure", "error", "+3 +3", "6 first"),
    ("same_names", "names", "error", "+3", "3 second"),
    ("misread_action", "parse-action", "error", "+2 +3", "5 first"),
    ("same_text", "text", "warning", "+1 +1", "2"),
    ("misread_text", "parse", "error", "+1", "1 second"),
    ("coarse_key", "key-coarse", "error", "+1 +1", "State(total=2, turn=0)"),
    ("fine_key", "key-fine", "info", "+1 +1 +1", "3 second 0"),
    ("cycle", "cycle", "error", "+2", "2 second"),
    ("idle_endless", "endless", "info", "", ""),
    ("infinite_endless", "endless", "error", "", ""),
    ("long", "length", "warning", "", ""),
    ("falling_progress", "progress", "error", "+1 +3", "4 first"),
    ("misranked", "rank", "error", "+1", "1 second"),
    ("shared_rank", "rank", "error", "+1", "1 second"),
    ("no_swap", "swap", "error", "+3 +3", "6 first"),
    ("half_swap", "swap", "error", "+1", "1 second"),
    ("no_symmetry", "symmetry", "error", "", "0 first"),
    ("no_identity", "symmetry", "error", "", "0 first"),
    ("bad_board", "board", "error", "", ""),
    ("bad_squares", "squares", "error", "+2 +3 +3", "8 second"),
    ("bad_features", "features", "error", "+1 +3 +3 +3", "10 first"),
    ("few_features", "runs", "error", "", "0 first"),
    ("legal_by_card", "legal-by-view", "error", "J K", "JK ---"),
    ("forgetful", "recall", "error", None, None),
    ("shown_card", "unseen", "error", "", "-- ---"),
    ("late_leak", "unseen", "error", "J Q silence", "JQ! ---"),
    ("unshown_card", "seen", "warning", "", "-- ---"),
    ("short_public", "public", "error", "J Q bet", "JQ b--"),
    ("telling_public", "public", "error", "J K", "JK ---"),
    ("unlike_deals", "same-chance", "error", "Q", "Q- ---"),
    ("blurred_deals", "same-chance", "error", "K Q pass", "KQ p--"),
    ("no_sees", "view", "error", "", ""),
    ("odd_sees", "view", "error", "J Q", "JQ ---"),
]


def found(report: Report) -> list[tuple[str, str]]:
    return [(finding.law, finding.severity) for finding in report.findings]


@pytest.mark.parametrize(("file", "law", "severity", "line", "state"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_broken_law_is_found_and_shown(file: str, law: str, severity: str, line: str, state: str) -> None:
    report = check(load(DATA / f"{file}.py"), **SMALL, compiled=False)
    assert found(report) == [(law, severity)]
    assert report.ok == (severity != "error")
    finding = report.findings[0]
    assert "\n" not in finding.message
    assert f"{file}.py" in finding.message
    if line is not None:
        assert ", ".join(finding.line) == (line if "," in line else ", ".join(line.split()))
        assert state in finding.state
        assert bool(finding.state) == bool(state)
    assert all(text in str(report) for text in (law, finding.message, *finding.line))


@pytest.mark.parametrize("file", ["sound", "dice", "kuhn", "passes", "rich"])
def test_nothing_is_found_in_sound_rules(file: str) -> None:
    report = check(load(DATA / f"{file}.py"), **SMALL, compiled=False)
    assert report.findings == ()
    assert report.counts.complete == (file != "rich")


def test_every_law_has_a_file_that_breaks_it() -> None:
    elsewhere = {"agree", "compiles", "loads", "limits", "repeats"}
    assert {row[1] for row in BROKEN} | elsewhere == set(LAWS)


def test_the_report_says_what_each_player_learns() -> None:
    """A hidden card shows at the showdown, and then alone; a leak shows where it happens."""
    report = check(load("kuhn"), **SMALL, compiled=False)
    assert Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report
    first, second, *_, last = report.steps
    assert (first.learns, second.learns) == (("sees it", "nothing"), ("nothing", "sees it"))
    assert last.learns[0].endswith(f"it, and that {second.event}")
    assert last.learns[1].endswith(f"it, and that {first.event}")
    assert "what each player learns at each step\n  in a random game  first" in str(report)
    leaky = check(load(DATA / "late_leak.py"), **SMALL, compiled=False)
    assert leaky.steps[2].learns == (f"nothing, and that {leaky.steps[1].event}", "nothing")


def test_rules_that_remember_are_found() -> None:
    """Loading refuses every way to remember something outside State that is known, so a call from outside does it."""
    game = load(DATA / "sound.py")
    honest, calls = game.module.apply, [0]

    def apply(s: object, action: int) -> None:
        calls[0] += 1
        honest(s, action if calls[0] < 40 else 0)

    game.module.__dict__["apply"] = apply
    assert ("repeats", "error") in found(check(game, **SMALL, compiled=False))


def test_a_cycle_is_shown_by_its_actions() -> None:
    report = check(load(DATA / "cycle.py"), **SMALL, compiled=False)
    assert "by +3, +1, and so never end" in report.findings[0].message
    assert report.counts.cycles == 1


def test_a_forgotten_card_is_shown_by_both_ways() -> None:
    finding = check(load(DATA / "forgetful.py"), **SMALL, compiled=False).findings[0]
    assert len(finding.line) == 4
    assert finding.line[2:] == ("pass", "bet")
    assert "the same view here and after J, " in finding.message


# -- compiled rules ------------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.parametrize("file", ["passes", "rich"])
def test_compiled_checked_and_plain_rules_agree(file: str) -> None:
    report = check(load(DATA / f"{file}.py"), **SMALL, playouts=50)
    assert report.findings == (), str(report)
    assert report.counts.playouts == 50


@compiles
def test_rules_that_mean_something_else_compiled_disagree() -> None:
    report = check(load(DATA / "disagrees.py"), **SMALL, playouts=5)
    assert found(report) == [("agree", "error")]
    assert report.findings[0].line == ("+2",)
    assert "is no 64-bit integer" in report.findings[0].message


@compiles
def test_optional_slots_that_mean_something_else_compiled_disagree() -> None:
    report = check(load(DATA / "feature_disagrees.py"), **SMALL, playouts=5)
    assert found(report) == [("runs", "error")]
    assert "is no 64-bit integer" in report.findings[0].message


@compiles
def test_rules_that_do_not_compile_are_told_with_their_line() -> None:
    report = check(load(DATA / "does_not_compile.py"), **SMALL)
    assert found(report) == [("compiles", "error")]
    assert report.findings[0].message.startswith("does_not_compile.py:28: np.packbits does not compile")


@pytest.mark.nojit
def test_what_is_rare_is_found_by_compiled_games_and_shown_in_plain_python() -> None:
    game, few = load(DATA / "slow_to_come.py"), {"games": 0, "states": 3}
    assert check(game, **few, compiled=False).ok
    report = check(game, **few)
    assert found(report) == [("range", "error")]
    assert report.findings[0].state == "57 second"
    assert len(report.findings[0].line) >= 19


# -- the report ---------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report() -> None:
    game = load("nim")
    first, again, other = (check(game, **SMALL, seed=seed, compiled=False) for seed in (1, 1, 2))
    assert first == again
    assert first.counts.plies != other.counts.plies


def test_a_report_goes_through_json_and_back() -> None:
    report = check(load(DATA / "crowded.py"), **SMALL, compiled=False)
    data = json.loads(json.dumps(report.to_dict()))
    assert data["ok"] is False
    assert data["counts"]["complete"] is True
    assert Report.from_dict(data) == report


def test_the_clock_ends_a_check_and_the_report_says_so() -> None:
    report = check(load("othello"), seconds=0.0)
    assert report.stopped == "out of time"
    assert "ended early: out of time" in " ".join(str(report).split())


@pytest.mark.parametrize("stage", ["states", "plies", "actions", "symmetry"])
def test_an_interrupted_check_reports_what_it_knows(stage: str) -> None:
    def interrupt(now: str, _done: int, _total: int) -> None:
        if now == stage:
            raise KeyboardInterrupt

    report = check(load("tic-tac-toe"), **SMALL, compiled=False, progress=interrupt)
    assert report.stopped == "interrupted"
    assert report.counts.states > 0


# -- games that come with outfox ------------------------------------------------------------------

SHIPPED = sorted(name for name, path in game_files().items() if path.parent.parent.name == "outfox")
TIGHT = {"games": 2, "states": 60, "plies": 300, "playouts": 100}
VARIANTS = [
    "breakthrough:rows=5,cols=4",
    "cat-and-mouse:rows=3,cols=3,stay=true,first=mouse",
    "cat-and-mouse:rows=4,cols=4,walls=[5,6],cats=2,cat_steps=2,mouse_steps=2",
    "cat-and-mouse:rows=4,cols=4,walls=[5,6],cats=2,mice=2,cat_steps=2,mouse_steps=2",
    "connect-four:rows=4,cols=4,connect=3",
    "dots-and-boxes:rows=1,cols=2,count=win",
    "goofspiel:cards=3,hidden=true",
    "leduc:ranks=2,suits=3,raises=1",
    "liars-dice:faces=2,dice=2",
    "nim:piles=[2,3],misere=false",
    "othello:size=4",
    "pig:target=6,sides=3",
    "starve-the-fox:multi_jump=true,forced_capture=true,diagonals=false,sheep=13",
    "starve-the-fox:multi_jump=true,quiet_limit=0,fox_start=c5e5,first=sheep",
    "tic-tac-toe:rows=3,cols=4",
]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_keeps_every_law(name: str) -> None:
    report = check(load(name), **TIGHT)
    assert report.ok, str(report)
    assert not [finding for finding in report.findings if finding.severity == "warning"], str(report)
    assert report.counts.branching > 0
    assert math.isfinite(report.counts.mean_length)


@pytest.mark.parametrize("spec", VARIANTS)
def test_so_do_its_variants_in_plain_python(spec: str) -> None:
    report = check(load(spec), games=4, states=200, plies=300, compiled=False)
    assert report.ok, str(report)
    assert not [finding for finding in report.findings if finding.severity == "warning"], str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_keeps_every_law_on_many_states(name: str) -> None:
    report = check(load(name), games=100, states=5000, playouts=20000)
    assert report.ok, str(report)


@pytest.mark.nojit
def test_the_game_of_the_template_keeps_every_law(tmp_path: Path) -> None:
    path = tmp_path / "wolf-and-goats.py"
    path.write_text(new_game(path.name), encoding="utf-8")
    report = check(load(path), **SMALL, playouts=20)
    assert report.findings == (), str(report)
    assert load(f"{path}:stones=5,most=2").start().legal == [0, 1]
    assert load(path).doc.startswith("Wolf and goats: ")


@compiles
def test_views_of_compiled_rules_are_compared_with_plain_ones() -> None:
    game = load(DATA / "kuhn.py")
    ground = Ground(game)
    grow(ground, 40)
    check_looks(ground, ground.nodes)
    assert ground.findings() == ()
    game.module.__dict__["sees"] = lambda s, action: 0  # what is compiled already says something else
    check_looks(ground, ground.nodes)
    assert [(finding.law, finding.message) for finding in ground.findings()] == [
        ("agree", "kuhn.py:72: sees says something else in compiled rules than in plain ones")
    ]
