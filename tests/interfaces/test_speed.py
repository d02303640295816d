"""The benchmark: the same nodes for the same seed, fair counts on both sides, its page."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from outfox.studies import speed

pyspiel = pytest.importorskip("pyspiel", reason="the peer")

# Nodes of a search and plies of playouts for seed 1: they change only when the method or the rules do.
SIGNATURES = {("simulations/s", 2_000): 3_507, ("plies/s", 200): 1_514}


def measured(unit: str, count: int, **settings) -> speed.Row:
    task = speed.Task("row", "tic-tac-toe", unit, count, "tic_tac_toe", 1e-9)
    (row,) = speed.measure([task], repeats=settings.pop("repeats", 1), **settings)
    return row


@pytest.mark.parametrize("unit", ["simulations/s", "plies/s"])
def test_same_seed_same_signature(monkeypatch, unit):
    monkeypatch.setattr(speed, "SHORTEST", 0.0)
    first, second = (measured(unit, 300, peer=False) for _ in range(2))
    assert first.signature == second.signature > 300
    assert first.peer is first.ratio is first.met is None
    assert measured(unit, 300, peer=False, seed=2).signature != first.signature


@pytest.mark.parametrize(("unit", "count"), SIGNATURES)
def test_signatures_are_pinned(monkeypatch, unit, count):
    monkeypatch.setattr(speed, "SHORTEST", 0.0)
    assert measured(unit, count, peer=False).signature == SIGNATURES[unit, count]


def test_the_peer_does_as_much(monkeypatch):
    """So many simulations, and so many playouts, as ours: what the rates are counted by."""
    seen = []
    real = pyspiel.RandomRolloutEvaluator

    def evaluator(rollouts, seed):
        seen.append(rollouts)
        return real(rollouts, seed)

    task = speed.Task("row", "tic-tac-toe", "plies/s", 50, "tic_tac_toe")
    peer = speed._Peer(pyspiel, task, 7.6)
    monkeypatch.setattr(
        peer, "pyspiel", type("P", (), {"RandomRolloutEvaluator": evaluator, "MCTSBot": pyspiel.MCTSBot})
    )
    assert peer.rate(1) > 0
    assert seen == [50]


def test_python_games_of_the_peer_are_found():
    task = speed.Task("row", "tic-tac-toe", "simulations/s", 20, "python_tic_tac_toe")
    assert speed._Peer(pyspiel, task, 1.0).rate(1) > 0


def test_a_bar_without_a_peer_is_on_the_rate(monkeypatch):
    monkeypatch.setattr(speed, "SHORTEST", 0.0)
    for bar, met in ((1.0, True), (1e15, False)):
        (row,) = speed.measure([speed.Task("row", "tic-tac-toe", "simulations/s", 100, "", bar)], repeats=1)
        assert row.met is met
        assert row.ratio is None


def test_what_is_measured():
    names = [task.name for task in speed.tasks()]
    assert len(names) == len(set(names))
    assert set(speed.QUICK) < set(names)
    assert [task.name for task in speed.tasks(quick=True)] == list(speed.QUICK)
    assert speed.PLAIN in [task.name for task in speed.tasks(plain=Path("rules.py"))]
    bars = {task.name: task.bar for task in speed.TASKS}
    assert bars["MCTS othello"] == 35
    assert bars["MCTS starve-the-fox"] == 40_000


def test_the_page_is_written_between_its_marks(root, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    benchmark, shared = importlib.import_module("speed"), importlib.import_module("page")
    page = tmp_path / "performance.md"
    page.write_text("before\n<!-- bench: begin -->\nold\n<!-- bench: end -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(shared, "PAGE", page)
    shared.write("bench", "| a table |")
    text = page.read_text(encoding="utf-8")
    assert text == "before\n<!-- bench: begin -->\n\n| a table |\n\n<!-- bench: end -->\nafter\n"
    with pytest.raises(SystemExit, match="has no mark"):
        shared.write("other", "| a table |")
    assert benchmark.rate(1234.5, (1000.0, 1500.0), "plies/s") == "1,234 plies/s ± 20 %"
    assert benchmark.rate(None, None, "") == ""
