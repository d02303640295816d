"""The strong part of a study: trained, played, counted and told; the same for any number of workers."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import pytest

from outfox.rules import load
from outfox.studies.blunders import blunders
from outfox.studies.exact import try_exact
from outfox.studies.plan import LEARNING, PLANS, Learning, identity, plan_for
from outfox.studies.report import html, to_dict
from outfox.studies.selfplay import Played
from outfox.studies.sides import best_replies, play_sides, side_tasks
from outfox.studies.strong import gathered, play_strong
from outfox.studies.strong_games import strong_tasks
from outfox.studies.study import run_study, study
from outfox.studies.valued import published
from outfox.studies.verdict import strong_verdict
from outfox.training.learn.fit import FitSettings
from outfox.training.learn.statements import statements_of
from outfox.training.learn.train_settings import TrainSettings
from outfox.workers.pool import kept
from tests.studies.helpers import plan

FOX = "starve-the-fox"
TRAINING = TrainSettings(
    generations=1,
    games=60,
    budget=8,
    cuts=(0, 8),
    gate_games=8,
    rating_games=8,
    graded=0,
    fit=FitSettings(bootstrap=10),
)
SMALL = Learning(TRAINING, (4, 8), 2, 4, 8, 2, (("18 sheep", {"sheep": 18}),), (8,), 3)


def study_of(folder, workers: int):
    game = load(FOX)
    chosen = plan(learning=SMALL)
    with kept(workers) as crew:
        result = run_study(game, chosen, seed=1, workers=crew)
        strong, stopped = play_strong(
            game, SMALL, seed=1, workers=crew, folder=folder, identity=identity(game, chosen, 1)
        )
    assert stopped == "plan"
    return replace(result, strong=strong)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return study_of(tmp_path_factory.mktemp("strong") / "study", 1)


def numbers(result) -> dict:
    told = to_dict(result)
    told.pop("timing")
    told.pop("environment")
    return json.loads(json.dumps(told))


def test_any_number_of_workers_finds_the_same(result, tmp_path):
    assert numbers(study_of(tmp_path / "two", 2)) == numbers(result)


def test_every_planned_game_is_counted_once(result):
    told = numbers(result)["strong"]
    assert told["planned_games"] == told["games"] == 2 * 4 + 2 * 2 + 3
    assert sum(cell["games"] for cell in told["cells"]) == 2 * 4 + 2 * 2
    assert [variant["name"] for variant in told["variants"]] == ["as it is", "18 sheep"]
    assert told["variants"][1]["game"] == "starve-the-fox:sheep=18"
    assert [one["games"] for one in told["variants"][1]["budgets"]] == [3]
    assert not result.truncated
    assert all(game.cpu_seconds > 0 for game in result.strong.games)
    assert result.strong.cpu_seconds >= sum(game.cpu_seconds for game in result.strong.games)
    assert {"captured sheep, in all", "fox", "gained row"} <= {one["name"] for one in told["valued"]["statements"]}
    assert {table["piece"] for table in told["valued"]["positions"]} == {"fox", "sheep"}
    assert all(-1 <= table["correlation_with_published"] <= 1 for table in told["valued"]["positions"])


def test_the_sides_are_those_that_do_best_against_their_best_replies(result, tmp_path):
    one = replace(result.strong.trained.generations[0], promoted=True)
    worse = replace(one, number=2, model=one.arithmetic, promoted=False)
    trained = replace(result.strong.trained, generations=(one, worse))

    def played(workers: int):
        return play_sides(
            result.game, SMALL, trained, seed=1, workers=workers, folder=tmp_path / str(workers), identity={},
            progress=lambda share, text: None,
        )  # fmt: skip

    sides = played(1)
    assert sides.to_dict() == played(2).to_dict()
    assert {pair: len(tally.games) for pair, tally in sides.matrix.items()} == dict.fromkeys(
        [(0, 0), (0, 1), (1, 0), (1, 1)], SMALL.side_games
    )
    told = sides.to_dict()
    scores = {tuple(cell["generations"]): cell["score"] for cell in told["cells"]}
    first, second = told["chosen"]
    assert min(scores[first, k] for k in (1, 2)) == max(min(scores[i, k] for k in (1, 2)) for i in (1, 2))
    assert max(scores[k, second] for k in (1, 2)) == min(max(scores[k, j] for k in (1, 2)) for j in (1, 2))
    assert "Which generation plays which side?" in html(replace(result, strong=replace(result.strong, sides=sides)))


def test_best_replies():
    rock_paper_scissors = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
    assert best_replies(rock_paper_scissors) == (2, 2)  # all are as good, and the later is taken
    assert best_replies([[0.2, 0.4], [0.3, 0.1]]) == (0, 0)
    assert side_tasks(SMALL, 1) == []  # one generation has no choice


def test_the_page_has_all_sections(result):
    page = html(result)
    ids = re.findall(r'<section id="([a-z-]+)"', page)
    assert ids[:6] == ["strong", "deeper", "generations", "weights", "positions", "strong-games"]
    weights = page.partition('<section id="weights">')[2].partition("</section>")[0]
    heads = re.findall(r"<thead>(.*?)</thead>", weights)
    statements, single, calibration = (re.findall(r'<th scope="col">([^<]*)</th>', head) for head in heads)
    assert statements[:3] == ["statement", "good for", "worth"]  # what positions settle comes first
    assert single[:2] == ["weight", "worth"]
    assert calibration == ["prediction", "games", "predicted", "outcome"]
    told = numbers(result)["strong"]
    row = next(one for one in told["valued"]["worths"] if one["name"] == "fox_moves")
    low, high = row["interval"]
    assert f"fox_moves</th><td>{row['units']:+.2f}<small> [{low:+.2f}, {high:+.2f}]</small>" in weights
    bins = [part for part in told["valued"]["fit"]["calibration"] if part["count"]]
    assert all(f"<td>{part['count']}</td><td>{part['predicted']:+.2f}</td>" in weights for part in bins)
    assert told["training"]["generations"][0]["calibration"] == told["valued"]["fit"]["calibration"]
    assert page.count('id="ox-ground"') == 1  # the board is drawn once and used everywhere
    assert "measurement" in page
    head = page.partition("</header>")[0]
    assert "each side thinking 8 simulations a ply" in head  # the strongest play, not the plain games with 16


def test_squares_alone_are_learned_from_where_the_game_is_not_solved():
    for name in ("breakthrough:rows=6,cols=6", "othello:size=6", "connect-four"):
        assert plan_for(load(name), "30s").learning is not None
    assert plan_for(load(FOX), solved=True).learning is not None, "features are worth a fit all the same"
    assert plan_for(load("nim")).learning is None, "there is nothing to fit"


def test_what_is_solved_needs_no_strong_part():
    chosen = plan_for(load("tic-tac-toe"), "30s", solved=True)
    assert chosen.learning is None
    assert "learning" not in chosen.to_dict()
    assert chosen.budgets == PLANS["30s"].budgets


@pytest.mark.parametrize(("most", "learned"), [(100, True), (10_000, False)])
def test_a_study_tries_to_solve_what_has_squares_before_it_learns(tmp_path, monkeypatch, most, learned):
    """Tic-tac-toe has 765 classes of positions: with fewer allowed its squares are learned from."""
    tried = []

    def counted(game, limit, progress=None):
        tried.append(limit)
        return try_exact(game, limit, progress)

    monkeypatch.setitem(PLANS, "small", plan(budgets=(2, 4), exact=most))
    monkeypatch.setitem(LEARNING, "small", ({"budgets": (4, 8)}, replace(SMALL, variants=())))
    monkeypatch.setattr("outfox.studies.study.try_exact", counted)
    found = study("tic-tac-toe", "small", seed=1, out=tmp_path)
    assert tried == [most]
    assert (found.exact is None, found.strong is not None) == (learned, learned)
    assert found.plan.budgets == ((4, 8) if learned else (2, 4))
    assert not found.truncated
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert ('id="strong"' in page, 'id="exact"' in page) == (learned, True)


def test_plans_measure_what_was_asked_for():
    for name in PLANS:
        learning = plan_for(load(FOX), name).learning
        assert len(learning.budgets) >= (4 if name == "30s" else 5)
        assert [one for one, _ in learning.variants] == [
            "19 sheep", "18 sheep", "foxes on c5 and e5", "sheep begin",
        ]  # fmt: skip
        assert len({task.number for task in strong_tasks(learning)}) == len(strong_tasks(learning))
    assert set(LEARNING) == set(PLANS)
    assert all(name != "18 sheep" for name, _ in plan_for(load(f"{FOX}:sheep=18"), "30s").learning.variants)


def test_the_published_evaluation_is_there_to_compare_with():
    game = load(FOX)
    by_name = {one.name: one for one in statements_of(published(game), game)}
    assert round(by_name["fox"].printed, 1) == 2.3  # the figure that was published
    assert published(load("tic-tac-toe")) is None


def test_blunders_are_what_a_side_came_to_regret():
    game = load("tic-tac-toe")
    played = Played(0, 0, -1.0, "normal", (0, 1, 2), (0.8, 0.0, -0.8), (0, 0), (0, 0), 0.0, 0.0, 0.0)
    found = blunders(game, played)
    assert [(one.ply, one.player) for one in found] == [(1, 0)]
    assert (round(found[0].before, 2), round(found[0].after, 2)) == (0.9, 0.1)
    assert "x expected 90 % before it and 10 %" in found[0].sentence(game.players)


def test_a_handful_of_games_is_no_answer(result):
    strong = result.strong
    few = gathered(SMALL, strong.trained, strong.sides, strong.games[:3], [load(FOX), load(FOX, sheep=18)])
    assert few.deepest is None
    assert strong_verdict(few, load(FOX).players) == [
        "Of the strongest play 3 of 15 games were finished: too few to say anything. What follows is plain MCTS."
    ]


def test_a_slow_game_gets_fewer_games():
    quick, slow = (plan_for(load(name), "30s").learning for name in (FOX, "fox-and-geese"))
    assert slow.training.games < quick.training.games
    assert slow.equal < quick.equal
    assert min(slow.cell_games, slow.side_games) >= 6


@pytest.mark.parametrize(
    ("cut", "before"),
    [
        ("strong.jsonl", ("training/**/*",)),
        ("training/generation-1/games-*.jsonl", ("training/run.json", "training/generation-1/pilot-*.jsonl")),
    ],
)
def test_a_study_that_was_cut_off_goes_on_to_the_same_report(undisturbed, tmp_path, cut, before):
    """What kill -9 can leave: half of the games that measure, or of those that train, and nothing after them."""
    whole, folder = undisturbed[0], shutil.copytree(undisturbed[1], tmp_path / "study")
    there = {folder / "games.jsonl", *(path for pattern in before for path in folder.glob(pattern))}
    (torn,) = folder.glob(cut)
    for path in folder.glob("**/*"):
        if path.is_file() and path not in there | {torn}:
            path.unlink()
    half = torn.read_bytes()[: torn.stat().st_size // 2]
    torn.write_bytes(half)
    assert reported(folder) == whole
    # What was there is taken over: games that measure, played again, would have taken other times.
    assert torn.read_bytes().startswith(half[: half.rindex(b"\n") + 1])


def reported(folder):
    """Study by a small plan with a strong part, and return the numbers of the report."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLANS, "small", plan(budgets=(2, 4), exact=100))
        patch.setitem(LEARNING, "small", ({"budgets": (4, 8)}, replace(SMALL, variants=())))
        study("tic-tac-toe", "small", seed=1, out=folder)
    told = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    del told["timing"], told["environment"]
    return told


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return the report of a study that nobody disturbed, and its folder."""
    folder = tmp_path_factory.mktemp("undisturbed") / "study"
    return reported(folder), folder
