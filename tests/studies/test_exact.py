"""The exact part of a study: known answers, its place in page and JSON, games that are not solved."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from outfox.rules import load
from outfox.studies import exact as module
from outfox.studies.exact import INTERRUPTED, try_exact
from outfox.studies.report import html, to_dict
from outfox.studies.study import StudyResult, Timing, run_study, study
from outfox.studies.verdict import CAUTION
from tests.studies.helpers import plan

KEYS = """
value winner winner_player remoteness actions by_mover by_player first_player distances line against_random
states classes edges bytes table_bytes method
"""
SPECS = "tic-tac-toe", "mu-torere:restriction=1", "pig:target=10"


@pytest.fixture(scope="module", params=SPECS)
def found(request):
    exact, why = try_exact(load(request.param), 10_000)
    assert why == ""
    return exact


def page_of(exact, why=""):
    nothing = StudyResult(load("nim"), plan(), 1, (), None, "plan", Timing(0.0, 0.0, 0.0, 1, 0))
    game = exact.game if exact else nothing.game
    return html(replace(nothing, game=game, exact=exact, unsolved=why))


def section_of(page):
    root = ET.fromstring(page.removeprefix("<!doctype html>\n"))
    return next((node for node in root.iter("section") if node.get("id") == "exact"), None)


def test_tic_tac_toe():
    exact, _ = try_exact(load("tic-tac-toe"), 10_000)
    assert (exact.outcome.value, exact.states, exact.classes) == (0.0, 5478, 765)
    zero, one = exact.against_random
    assert (zero.win, one.win) == (pytest.approx(0.9947916667), pytest.approx(0.9322751323))
    assert exact.by_player.states == 5478 - 958
    assert exact.line.ending == "terminal"
    assert exact.sentence == "With best play the game is a draw (solved exactly, 5,478 positions)."


def test_the_second_wins_mu_torere_restricted_for_a_ply():
    exact, _ = try_exact(load("mu-torere:restriction=1"), 10_000)
    assert exact.outcome == (-1.0, 4)
    assert len(exact.line.steps) == 4
    assert "second wins in 4 plies" in exact.sentence


def test_stable_keys(found):
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert list(data) == KEYS.split()
    assert data["by_mover"]["states"] == data["by_player"]["states"]
    if data["distances"]:
        assert sum(row["positions"] for row in data["distances"]) == data["states"]
    assert [reply["seat"] for reply in data["against_random"]] == [0, 1]


def test_the_section_comes_first_and_says_what_the_json_says(found):
    page = page_of(found)
    root = ET.fromstring(page.removeprefix("<!doctype html>\n"))
    assert next(node.get("id") for node in root.iter("section")) == "exact"
    words = " ".join("".join(section_of(page).itertext()).split())
    for fact in (found.sentence, found.method, f"{found.edges:,}", *(action.name for action in found.actions)):
        assert fact in words
    steps = list(section_of(page).iter("li"))
    assert len(steps) == (0 if found.line is None else len(found.line.steps))


def test_games_that_are_not_solved_say_why():
    none, why = try_exact(load("connect-four"), 10_000)
    assert none is None
    assert "more than 10,000 states" in why
    assert "more than 10,000 states" in "".join(section_of(page_of(None, why)).itertext())
    assert try_exact(load("tic-tac-toe"), 0) == (None, "")
    assert section_of(page_of(None)) is None


def test_ctrl_c_while_solving_keeps_the_games(monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "solve_states", press)
    assert try_exact(load("tic-tac-toe"), 1000) == (None, INTERRUPTED)
    assert section_of(page_of(None, INTERRUPTED)) is None


def test_a_study_leads_with_the_exact_answer(tmp_path, monkeypatch):
    from outfox.studies import plan as plans

    monkeypatch.setitem(plans.PLANS, "small", plan(budgets=(2, 4)))
    result = study("tic-tac-toe", "small", out=tmp_path)
    assert result.verdict.startswith("With best play the game is a draw")
    assert CAUTION not in result.sentences
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["exact"]["states"] == 5478
    assert set(report["timing"]["exact"]) == {"seconds", "cpu_seconds", "compile_seconds"}
    assert 'id="exact"' in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_without_it_a_study_is_as_it_was():
    report = to_dict(run_study(load("tic-tac-toe"), plan(budgets=(2, 4)), seed=1))
    assert (report["exact"], report["not_solved"], report["timing"]["exact"]) == (None, "", None)
    assert report["verdict"].endswith(CAUTION)
