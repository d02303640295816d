"""Pursuit on graphs and jumping on grids, against answers computed elsewhere."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from outfox.rules import RulesError, load
from tests.games.known import answer, given
from tests.naive.retrograde import Solved, solve

CATS, MOUSE = 1.0, -1.0
WINNERS = {0: 0.0, 1: MOUSE, 2: CATS}  # as the cases name them: the mouse is 1, the cat 2


def edges_of(graph: list[list[int]]) -> list[tuple[int, int]]:
    """Return each edge once; every graph here can be walked both ways."""
    assert all(a in graph[b] for a, nexts in enumerate(graph) for b in nexts)
    return [(a, b) for a, nexts in enumerate(graph) for b in nexts if a < b]


def pursuit(edges: list[tuple[int, int]], **settings: Any) -> Solved:
    return solve(load("pursuit", edges=tuple(edges), **settings))


@pytest.mark.parametrize("case", [f"pursuit-0{k}" for k in range(1, 8)])
def test_mouse_and_hole(case: str) -> None:
    solved = pursuit(edges_of(given(case)["graph"]))
    published = answer(case)
    assert solved.value[0] == WINNERS[published["winner"]]
    assert solved.remoteness[0] == published.get("plies")
    assert solved.states == published.get("reachable_states", solved.states)


def test_mouse_and_hole_beyond_any_bound_on_depth() -> None:
    published = answer("pursuit-08")
    solved = pursuit(edges_of(given("pursuit-08")["graph"]))
    assert (solved.value[0], solved.remoteness[0]) == (CATS, published["plies"])
    assert solved.states == published["reachable_states"]


def capture_time(edges: list[tuple[int, int]], cops: int) -> int | None:
    """Return the rounds in which the cops catch the robber from where they choose to stand; None for never."""
    settings: dict[str, Any] = {"mouse": -1, "hole": -1, "stay": True, "first": "cats"}
    solved = pursuit(edges, cats=(-1,) * cops, **settings)
    plies = solved.remoteness[0]
    if solved.value[0] == MOUSE:
        return None
    assert plies is not None
    return (plies - 1) // (cops + 1)  # a round is a ply of each cop and one of the robber; so is the placing


PETERSEN = (
    [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)] + [(k + 5, (k + 2) % 5 + 5) for k in range(5)]
)
GRID = [(a, b) for a, b in combinations(range(16), 2) if b - a == 4 or (b - a == 1 and b % 4)]
PATH = [(k, k + 1) for k in range(6)]
HYPERCUBE = [(a, b) for a, b in combinations(range(16), 2) if (a ^ b).bit_count() == 1]


def test_cops_on_a_path() -> None:
    assert answer("pursuit-16")["cop_number"] == 1
    assert capture_time(PATH, 1) == answer("pursuit-16")["capture_time"]


def test_cops_on_a_grid() -> None:
    assert answer("pursuit-15")["cop_number"] == 2
    assert capture_time(GRID, 1) is None
    assert capture_time(GRID, 2) == answer("pursuit-15")["capture_time"]


def test_cops_on_the_petersen_graph() -> None:
    assert answer("pursuit-14")["cop_number"] == 3
    assert capture_time(PETERSEN, 2) is None


def test_cops_on_the_hypercube() -> None:
    assert answer("pursuit-17")["cop_number"] == 3
    assert capture_time(HYPERCUBE, 2) is None


@pytest.mark.parametrize("case", ["pursuit-09", "pursuit-10", "pursuit-11"])
def test_jumping(case: str) -> None:
    puzzle, published = given(case), answer(case)
    jumps = {"cat_jump": puzzle["catJump"], "mouse_jump": puzzle["mouseJump"]}
    solved = solve(load("jumping-cat-and-mouse", grid=tuple(puzzle["grid"]), **jumps))
    assert solved.value[0] == (-1.0 if published["mouse_wins"] else 1.0)
    assert solved.remoteness[0] == published["plies"]


def test_a_grid_can_be_named_in_a_spec() -> None:
    spec = f"jumping-cat-and-mouse:grid={json.dumps(given('pursuit-10')['grid'])},mouse_jump=3"
    assert load(spec).spec == 'jumping-cat-and-mouse:grid=["M.C...F"],mouse_jump=3'


def stepping(size: int) -> Solved:
    """Solve cat and mouse on a square grid from every placement, whoever is to move."""
    game = load("cat-and-mouse", rows=size, cols=size)
    roots = []
    for cat in range(size * size):
        for mouse in range(size * size):
            for turn in range(2):
                s = game.new_state()
                s.cats[0], s.mice[0], s.turn = cat, mouse, turn
                if cat != mouse:
                    roots.append(s)
    solved = solve(game, roots)
    solved.value, solved.remoteness = solved.value[: len(roots)], solved.remoteness[: len(roots)]
    return solved


@pytest.mark.parametrize("case", ["pursuit-12", "pursuit-13"])
def test_stepping_on_a_grid(case: str) -> None:
    published = answer(case)
    solved = stepping(given(case)["R"])
    assert solved.states == published["states"]
    assert solved.value.count(1.0) == published["cat_wins"]
    captures = [plies for plies, v in zip(solved.remoteness, solved.value, strict=True) if v == 1.0]
    assert max(plies for plies in captures if plies is not None) == published["longest_forced_capture_plies"]


# --- the rules one by one ---------------------------------------------------------------------------


def names(p: Any) -> list[str]:
    return [p.name(action) for action in p.legal]


def test_placing() -> None:
    p = load("pursuit:cats=[-1,3],mouse=-1,first=cats,stay=true").start()
    assert p.text == "cats ? 3, mouse ?, cat 1 next"
    assert names(p) == ["1", "2", "3", "4", "5"]  # not the hole
    p = p.play("3")
    assert p.text == "cats 3 3, mouse ?, mouse next"
    assert names(p) == ["0", "1", "2", "3", "4", "5"]
    assert p.play("0").payoff == -1.0
    assert p.play("3").payoff == 1.0
    p = p.play("2")
    assert p.text == "cats 3 3, mouse 2, cat 1 next"
    assert names(p) == ["1", "4", "5", "3"]


def test_a_cat_beside_nothing_but_the_hole_stays() -> None:
    p = load("pursuit:edges=[[0,1],[0,2]],cats=[2],first=cats").start()
    assert names(p) == ["2"]
    assert p.play("2").play("0").payoff == -1.0


def test_several_cats_step_one_after_the_other() -> None:
    p = load("pursuit:edges=[[0,1],[1,2],[2,3]],cats=[3,3],mouse=0,hole=-1,first=cats").start()
    p = p.play("2")
    assert p.text == "cats 2 3, mouse 0, cat 2 next"
    p = p.play("2").play("1").play("1")
    assert (p.is_terminal, p.payoff, p.text) == (True, 1.0, "cats 1 2, mouse 1, cat 2 next")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pursuit:hole=2", "no cat may start in the hole"),
        ("pursuit:mouse=6", "nodes are 0 to 5, or -1"),
        ("pursuit:cats=[]", "1 to 100 cats"),
        ("pursuit:edges=[[0,-1]]", "edges join nodes"),
        ('jumping-cat-and-mouse:grid=["CMF","."]', "of equal length"),
        ('jumping-cat-and-mouse:grid=["CM."]', "one C, one M and one F"),
        ("jumping-cat-and-mouse:cat_jump=-1", "0 cells or more"),
    ],
)
def test_refused(spec: str, message: str) -> None:
    with pytest.raises(RulesError, match=message) as raised:
        load(spec)
    assert "\n" not in str(raised.value)


def test_jumps_stop_at_walls_and_pass_the_other() -> None:
    game = load("jumping-cat-and-mouse", grid=("M.C#F",), cat_jump=9, mouse_jump=3)
    p = game.start()
    assert names(p) == ["b1", "c1", "a1"]
    assert names(p.play("b1")) == ["b1", "a1", "c1"]
    assert p.play("c1").payoff == 1.0
    p = load("jumping-cat-and-mouse", grid=("MC.F",), mouse_jump=3).start()
    assert names(p) == ["b1", "c1", "d1", "a1"]
    assert p.play("d1").payoff == -1.0
