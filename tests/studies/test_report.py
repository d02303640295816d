"""The page: well-formed, alone, readable without its script, the same numbers as the JSON."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest

from outfox.rules import load
from outfox.studies.plan import PLANS
from outfox.studies.report import html, to_dict
from outfox.studies.selfplay import RandomPlay
from outfox.studies.study import StudyResult, Timing, run_study
from tests.studies.helpers import plan

SPECS = "tic-tac-toe", "cat-and-mouse:rows=3,cols=3", "pig:target=8", "dots-and-boxes:rows=1,cols=2"


@pytest.fixture(scope="module", params=SPECS)
def result(request):
    return run_study(load(request.param), plan(), seed=1)


@pytest.fixture(scope="module")
def page(result):
    return html(result)


def tree_of(page):
    return ET.fromstring(page.removeprefix("<!doctype html>\n"))


def test_well_formed(page):
    root = tree_of(page)
    assert root.tag == "html"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_nothing_is_fetched(page):
    without = page.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "")
    assert "http" not in without
    assert "@import" not in page
    root = tree_of(page)
    for node in root.iter():
        assert node.tag not in ("link", "img", "iframe", "object", "embed")
        for key, value in node.attrib.items():
            assert key != "src"
            if key.rpartition("}")[2] == "href":
                assert value.startswith("#")
    assert not [use for use in re.findall(r"url\(([^)]*)\)", page) if not use.strip("\"'").startswith("#")]


def test_what_is_referred_to_is_there(page):
    root = tree_of(page)
    ids = {node.get("id") for node in root.iter()}
    for use in root.iter("use"):
        assert use.get("href")[1:] in ids


def test_readable_without_the_script(result, page):
    root = tree_of(page)
    controls = [node for node in root.iter("div") if node.get("class") == "controls"]
    assert controls
    assert all(node.get("hidden") for node in controls)
    films = [node for node in root.iter("div") if node.get("class") == "film"]
    assert all(len(film) >= 2 for film in films)
    moves = [node for node in root.iter("span") if "move" in (node.get("class") or "").split()]
    _, tally = result.findings.deepest
    assert len(moves) >= tally.games[0].plies


def test_the_script_has_a_frame_for_every_ply(result, page):
    root = tree_of(page)
    for node in root.iter("script"):
        if node.get("type") == "application/json":
            data = json.loads(node.text)
            assert len(data["frames"]) == len(data["turns"]) == len(data["moves"]) + 1
            assert len(data["expected"]) == len(data["moves"])
            assert re.search("won by|draw", data["turns"][-1])


def test_the_page_says_what_the_json_says(result, page):
    report, words = to_dict(result), " ".join("".join(tree_of(page).itertext()).split())
    for sentence in result.sentences:
        assert " ".join(sentence.split()) in words
    for fact in (report["command"], report["rules_key"], f"seed{report['seed']}.", report["plan"]["name"]):
        assert fact in words
    assert f"{report['random_play']['games']:,} games" in words
    for name in result.game.players:
        assert f"won by {name}" in words


@pytest.mark.parametrize("name", PLANS)
def test_a_short_plan_says_that_it_is_one(name):
    """On the page and in the JSON, with the command of the long plan; nothing of the kind for the long plan."""
    result = StudyResult(load("nim"), PLANS[name], 7, (), None, "interrupted", Timing(0.0, 0.0, 0.0, 1, 0))
    head = " ".join("".join(tree_of(html(result)).find(".//header/div").itertext()).split())
    longer = to_dict(result)["long_command"]
    if name == "2h":
        assert longer is None
        assert "short" not in head
    else:
        assert longer == "outfox study nim --budget 2h --seed 7"
        assert f"This is the {name} plan, a short one." in head
        assert head.endswith(f" {longer}")


def test_a_page_without_games_is_a_page():
    nothing = StudyResult(load("nim"), plan(), 1, (), None, "interrupted", Timing(0.0, 0.0, 0.0, 1, 0))
    root = tree_of(html(nothing))
    assert "not complete" in "".join(root.itertext())
    assert "Too few games" in "".join(root.itertext())


def test_names_from_a_rules_file_are_text(tmp_path):
    rules = load("nim").path.read_text(encoding="utf-8")
    rules = rules.replace('PLAYERS = "first", "second"', 'PLAYERS = "<b>&", "</script>"')
    path = tmp_path / "odd.py"
    path.write_text(rules, encoding="utf-8")
    odd = load(path)
    assert odd.players == ("<b>&", "</script>")
    random = RandomPlay((3, 2), 0, 9.0, 0.2, 0.0, 0.0)
    result = StudyResult(odd, plan(), 1, (), random, "clock", Timing(0.0, 0.0, 0.0, 1, 0))
    assert "won by <b>&" in "".join(tree_of(html(result)).itertext())
