"""Cat and mouse beyond the published runs: theorem, claims, variants, cop numbers, ways to play, the report."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from outfox.rules import NotSupported, load
from outfox.studies.cat_and_mouse.beyond import BY_SWARM, Beyond, answered, taught_on
from outfox.studies.cat_and_mouse.chase import Graph, chase
from outfox.studies.cat_and_mouse.chase_kernel import NEVER
from outfox.studies.cat_and_mouse.compare import CAT, MOUSE, CompareSettings, compare, regret
from outfox.studies.cat_and_mouse.grid import Grid, captures
from outfox.studies.cat_and_mouse.match import MATCH_STREAM, meetings
from outfox.studies.cat_and_mouse.page import sections
from outfox.studies.cat_and_mouse.special import CatAndMouse, gather
from outfox.studies.cat_and_mouse.theory import theory
from outfox.studies.cat_and_mouse.variants import cop_number, cop_numbers, grid_edges, variants_of
from outfox.studies.cat_and_mouse.window import WindowSettings, train_window
from outfox.studies.estimates import mean_interval
from outfox.studies.special import special_of
from outfox.training.optimise.field import POSITIONS_STREAM
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.live_field import LIVE_PLIES
from outfox.training.optimise.run import optimise
from outfox.workers.seeds import root_seed, task_seed
from tests.games.known import answer
from tests.naive.retrograde import solve as plain_solve

# --- the theorem, and what was said -----------------------------------------------------------------


def test_no_position_differs_from_the_theorem() -> None:
    found = theory(8)
    assert (found.boards, found.exceptions) == (49, 0)
    assert found.positions == sum(2 * n * (n - 1) for n in (r * c for r, c in product(range(2, 9), repeat=2)))
    assert all(one.agrees for one in found.lengths)
    assert (found.large.plies, found.large.cpu_seconds < 5.0) == (123, True)


def test_the_larger_gap_is_perfect_wherever_the_cat_can_win() -> None:
    found = theory(8)
    assert found.rule_exceptions == 0
    assert found.rule_positions > 10_000


def test_what_was_said_is_false_where_the_exact_answer_says_so() -> None:
    """Odd by odd with the cat first, odd by even with the mouse first, and nowhere else."""
    odd, mouse_first = theory(6).claims
    sizes = list(product(range(2, 7), repeat=2))
    assert odd.boards == sum(r % 2 or c % 2 for r, c in sizes)
    assert odd.wrong == sum(r % 2 and c % 2 for r, c in sizes) == 4
    assert odd.example == (3, 3)
    assert mouse_first.boards == 25
    assert mouse_first.wrong == sum((r + c) % 2 for r, c in sizes) == 12
    assert mouse_first.example == (2, 3)


# --- other rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"cats": 2}, {"cats": 2, "stay": True}, {"cat_steps": 2}, {"mouse_steps": 2},
        {"cat_steps": 2, "mouse_steps": 2}, {"walls": (4,)}, {"cats": 2, "cat_steps": 2, "rows": 2},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("first", ["cat", "mouse"])
def test_variants_are_what_the_naive_twin_says(changes, first) -> None:
    """From the starting cells, by the rules of the game itself; on small boards, where plain Python is quick."""
    values = {"rows": 3, "cols": 3, **changes}
    game = load("cat-and-mouse", first=first, **values)
    twin = plain_solve(game)
    grid = Grid(values["rows"], values["cols"], values.get("walls", ()), values.get("stay", False))
    speeds = {name: values.get(name, 1) for name in ("cats", "cat_steps", "mouse_steps")}
    start = game.initial()
    found = chase(grid.graph, **speeds).at([int(cell) for cell in start.cats], int(start.mice[0]), first)
    assert (found if found != NEVER else None) == (twin.remoteness[0] if twin.value[0] == 1.0 else None)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4), (5, 5), (6, 4)])
def test_two_cats_that_may_stay_always_win_on_grids(rows: int, cols: int) -> None:
    graph = Grid(rows, cols, stay=True).graph
    assert chase(graph, cats=2).caught_everywhere
    one = chase(graph)
    assert one.placed == NEVER
    beside = [(a, b) for a, b in [*grid_edges(rows, cols), *((b, a) for a, b in grid_edges(rows, cols))]]
    caught = {(a, b) for a in range(rows * cols) for b in range(rows * cols) if a != b and one.at([a], b) != NEVER}
    assert caught == set(beside)  # staying allowed, one cat wins only beside the mouse and on its move


@pytest.mark.parametrize(
    ("name", "case"),
    [("path of 7", "pursuit-16"), ("grid 4 x 4", "pursuit-15"), ("Petersen", "pursuit-14"),
     ("hypercube of 4 dimensions", "pursuit-17")],
)  # fmt: skip
def test_published_cop_numbers(name: str, case: str) -> None:
    found, published = {one.name: one for one in cop_numbers()}[name], answer(case)
    assert found.cats == published["cop_number"]
    assert found.rounds == published.get("capture_time", found.rounds)


def test_a_tree_needs_one_cat_and_a_ring_two() -> None:
    assert cop_number("star", [(0, k) for k in range(1, 6)]).cats == 1
    assert cop_number("ring", [(k, (k + 1) % 7) for k in range(7)]).cats == 2


def test_variants_of_a_board() -> None:
    found = {one.name: one for one in variants_of(load("cat-and-mouse:rows=8,cols=7"))}
    assert (found["as given"].cat_first, found["as given"].mouse_first) == (23, NEVER)
    assert found["two cats, staying allowed"].everywhere
    assert not found["staying allowed"].everywhere
    walled = [one.name for one in variants_of(load("cat-and-mouse:rows=3,cols=4,walls=[5]"))]
    assert walled[:2] == ["as given", "without its walls"]
    assert variants_of(load("cat-and-mouse:rows=3,cols=4,walls=[5]"))[0].positions == 2 * 11**2


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 2), (1, 5), (3, 3)])
def test_variants_are_games(rows: int, cols: int) -> None:
    """No wall without room for it, no more cats than cells: what the game's own rules would refuse is left out."""
    names = [one.name for one in variants_of(load("cat-and-mouse", rows=rows, cols=cols))]
    assert ("a wall in the middle" in names) == (rows >= 3)
    assert ("two cats" in names) == (rows * cols > 2)


def test_what_does_not_fit_says_so() -> None:
    found = {one.name: one for one in variants_of(load("cat-and-mouse:rows=30,cols=35"))}
    assert "3,472,875,000 positions" in found["two cats"].why
    assert found["as given"].cat_first == 123
    with pytest.raises(NotSupported, match="positions"):
        chase(Grid(30, 35).graph, cats=2)


def test_several_mice_by_the_rules() -> None:
    rules = "rows=2,cols=3,cats=2,mice=2,mouse_steps=2"
    found = {one.name: one for one in variants_of(load(f"cat-and-mouse:{rules}"))}["as given"]
    assert "2 cats and 2 mice on 6 cells" in found.why
    assert found.positions == (2 + 4) * 6**4
    solved = answered(found, Beyond())
    for first, plies in (("cat", solved.cat_first), ("mouse", solved.mouse_first)):
        twin = plain_solve(load(f"cat-and-mouse:{rules},first={first}"))
        assert (plies if plies != NEVER else None) == twin.remoteness[0]
    assert (solved.why, solved.everywhere) == ("", None)


def test_what_does_not_fit_is_optimised_and_measured() -> None:
    """Two cats that chase along the longer gap catch two mice that wander on 3 x 3; so must those that learned."""
    given = {one.name: one for one in variants_of(load("cat-and-mouse:rows=3,cols=3"))}["two cats and two mice"]
    beyond = Beyond(solved=0, games=40, settings=replace(BY_SWARM, iterations=20, positions=5))
    found = answered(given, beyond, seed=1)
    met = {(one.cats, one.mice): one for one in found.measured}
    both = ("learned", "direct")
    assert set(met) == {*product(both, (*both, "random", "careful")), *product(["random"], both)}
    assert all(one.won.of == 40 for one in found.measured)
    assert met["learned", "random"].won.share == met["direct", "random"].won.share == 1.0
    assert all(one.plies.low <= one.plies.value <= one.plies.high for one in found.measured)
    assert answered(given, beyond, seed=1) == found
    first = found.to_dict()["measured"][0]
    assert (set(first), first["won"]["of"]) == ({"cats", "mice", "won", "plies"}, 40)


@pytest.mark.slow  # 15 CPU seconds, most of them for the compiler
def test_what_was_learned_on_a_small_board_is_measured_on_the_large_one() -> None:
    """The direct way is the same with weights for fewer distances; so are the games that it plays there."""
    beyond = Beyond(games=40, settings=replace(BY_SWARM, iterations=2, positions=5))
    given = {one.name: one for one in variants_of(load("cat-and-mouse:rows=12,cols=12"))}["two cats and two mice"]
    small = {**given.parameters, **taught_on(given.parameters)}
    assert (small["rows"], small["cols"], small["cats"], small["mice"]) == (8, 7, 2, 2)
    assert taught_on({**given.parameters, "walls": (40,)})["rows"] == 12
    found = {(one.cats, one.mice): one for one in answered(given, beyond, seed=1).measured}
    ground = Ground.of(load("cat-and-mouse", **given.parameters), beyond.settings)
    there = optimise(ground.board.game, beyond.settings, seed=1, ground=ground).policy
    other = {(one.cats, one.mice): one for one in meetings(ground, there, games=40, seed=1)}
    for pair in (("direct", "direct"), ("direct", "random"), ("direct", "careful"), ("random", "direct")):
        assert found[pair] == other[pair]


def test_meetings_beside_the_naive_twin() -> None:
    """The same games, step by step in plain Python: the start of each block, and the positions drawn for it."""
    settings = replace(BY_SWARM, iterations=1, positions=5)
    game = load("cat-and-mouse:rows=3,cols=3,cats=2,mice=2")
    ground = Ground.of(game, settings)
    policy = optimise(game, settings, seed=5, ground=ground).policy
    found = next(one for one in meetings(ground, policy, games=40, seed=2) if (one.cats, one.mice) == 2 * ("learned",))
    wins = 0
    for block, mean in enumerate(found.blocks):
        root = task_seed(root_seed(2), MATCH_STREAM, block)
        starts = ground.board.positions(1, np.random.default_rng(task_seed(root, POSITIONS_STREAM)))
        games = [plain_game(policy, start) for start in starts]
        wins += sum(plies < LIVE_PLIES for plies in games)
        assert mean == sum(games) / 2
    assert found.won.count == wins
    assert 0 < wins < 40


def plain_game(policy, position) -> int:
    """Return the plies until all mice are caught; LIVE_PLIES where a position returns, since nobody draws."""
    seen = set()
    while not position.is_terminal and position.text not in seen:
        seen.add(position.text)
        position = position.play(policy.action(position))
    return len(seen) if position.is_terminal else LIVE_PLIES


@pytest.mark.slow  # 20 CPU seconds each
@pytest.mark.parametrize("seed", [0, 1])
def test_learned_cats_and_mice_are_level_with_those_written_by_hand(seed: int) -> None:
    """Two against two on 8 x 7 have 39 million positions; `direct` goes along the longer gap, or flees along it."""
    given = {one.name: one for one in variants_of(load("cat-and-mouse:rows=8,cols=7"))}["two cats and two mice"]
    met = {(one.cats, one.mice): one for one in answered(given, Beyond(), seed=seed).measured}
    for mice in ("random", "careful", "direct"):
        mine, its = met["learned", mice], met["direct", mice]
        assert mine.won.interval[1] >= its.won.interval[0] >= 0.95
        later = mean_interval([a - b for a, b in zip(mine.blocks, its.blocks, strict=True)])  # of the same games
        assert later.low <= 0.1 * its.plies.value
    # What one writes by hand does not see how mice give it the slip; cats that met such mice have learned to.
    assert met["learned", "learned"].won.interval[0] > met["direct", "learned"].won.interval[1]
    assert met["direct", "learned"].won.interval[1] < met["direct", "direct"].won.interval[0]
    assert met["random", "learned"].won.share < 0.5  # they have met no such cats


@pytest.mark.nojit
def test_a_chase_without_a_compiler() -> None:
    """On a path the theorem fails: at the end the mouse must come back, so an even distance does not save it."""
    path = chase(Graph.of([(0, 1), (1, 2), (2, 3)]))
    assert [path.at([0], mouse) for mouse in range(4)] == [0, 1, 4, 3]
    assert path.at([0], 2, first="mouse") == 4


# --- the same game, by different ways ---------------------------------------------------------------


@pytest.fixture(scope="module")
def compared():
    small = train_window(WindowSettings(games=20, most=2, rounds=2))
    return compare(CompareSettings(positions=12, depths=(14,), simulations=(3000,), episodes=20_000), trained=small)


def test_ways_that_are_exact_have_no_regret(compared) -> None:
    """The longest capture on 5 x 5 takes 14 plies: a game tree of that depth sees all of it."""
    ways = {way.name: way for way in compared.ways}
    for name in ("exact", "game tree, 14 plies"):
        assert (ways[name].cat.regret, ways[name].cat.best, ways[name].mouse.worst) == (0.0, 1.0, 0)
    far = ways["far policies, 200,000 games"]  # trained against each other, neither told anything
    assert (far.cat.regret, far.cat.best, far.mouse.regret, far.mouse.best) == (0.0, 1.0, 0.0, 1.0)
    assert ways["along the larger gap"].cat.regret == 0.0
    assert ways["along the larger gap"].mouse is None
    assert ways["mcts, 3,000 simulations"].cat.best > 0.7
    assert 0.0 < ways["q-learning, 20,000 games"].cat.regret < 14.0
    assert all(way.bytes > 0 for way in compared.ways if way.name != "along the larger gap")


def test_regret_is_the_plies_that_a_step_costs() -> None:
    """The best step costs nothing, and no step of the cat changes who wins."""
    exact = captures(Grid(4, 5))
    for place in np.flatnonzero(exact.cat > 0):
        steps = [step for step in range(4) if exact.goals[place // 20 * 5 + step] >= 0]
        late = [regret(exact, int(place), CAT, step) for step in steps]
        assert min(late) == 0
        assert all(one % 2 == 0 for one in late)
    for place in np.flatnonzero(exact.mouse > 0):
        steps = [step for step in range(4) if exact.goals[place % 20 * 5 + step] >= 0]
        assert min(regret(exact, int(place), MOUSE, step) for step in steps) == 0


# --- the report -------------------------------------------------------------------------------------


def quickly() -> CatAndMouse:
    asked = CompareSettings(positions=4, depths=(8,), simulations=(50,), episodes=100, optimised=1000)
    window = WindowSettings(games=20, most=2, rounds=2)
    return gather(load("cat-and-mouse"), comparison=asked, window=window, beyond=None)


@pytest.fixture(scope="module")
def found() -> CatAndMouse:
    return quickly()


def test_the_part_of_the_report(found: CatAndMouse) -> None:
    root = ET.fromstring(f"<main>{sections(found)}</main>")
    assert [one.get("id") for one in root] == ["parity", "claims", "tables", "window", "variants", "ways"]
    words = " ".join("".join(one.itertext()) for one in root)
    for said in ("54,760", "45,240", "none differ", "It is false on", "the mouse gets away", "Petersen"):
        assert said in words


def test_its_numbers_are_the_same_twice_but_for_times(found: CatAndMouse) -> None:
    data = found.to_dict()
    assert set(data) == {"theory", "tables", "window", "variants", "cop_numbers", "comparison"}
    assert "seconds" not in str(data)
    assert quickly().to_dict() == data


def test_only_this_game_has_it() -> None:
    assert special_of(load("tic-tac-toe")) is None
