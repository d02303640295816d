"""Endgame tables: brute force, the rules on plain arrays, the ordinary solver."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

import outfox
from outfox.methods.endgame import rank
from outfox.methods.endgame.cost import cost
from outfox.methods.endgame.endgames import Endgames, look_up
from outfox.methods.endgame.probe import no_tables
from outfox.methods.endgame.solve import solve_endgames
from outfox.methods.endgame.verify import verify_endgames
from tests.naive.endgame import (
    TEN,
    TOP,
    array_state,
    boards,
    drawn,
    flocks,
    placed,
    placements,
    successors,
    value_by_moves,
)
from tests.naive.retrograde import explore, values

RULES = outfox.load("starve-the-fox:quiet_limit=0")
ARRAYS = outfox.load(str(Path(__file__).parent.parent / "naive" / "starve_the_fox_arrays.py") + ":quiet_limit=0")
TABLES = [(foxes, sheep) for foxes in (1, 2) for sheep in (9, 10)]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Return what play can reach from TEN, with one fox and with two."""
    place = tmp_path_factory.mktemp("endgame")
    solve_endgames(RULES, 10, place, below=TEN, foxes=2)
    return Endgames(RULES, place)


# -- numbering ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheep", [9, 10, 20, 33])
def test_partitions_have_every_configuration(sheep):
    assert sum(map(rank.configurations, rank.partitions(sheep))) == comb(33, sheep)


def test_numbers_of_states_are_33_over_k_times_the_places_for_foxes():
    assert rank.states(9, foxes=2) == 2 * comb(33, 9) * comb(24, 2) == 21_289_039_200
    assert rank.states(9) == 2 * 33 * comb(32, 9) == 1_851_220_800
    assert rank.states(10) == 2 * 33 * comb(32, 10) == 4_257_807_840
    assert (round(cost(1, 9, 0).bytes / 1e9, 2), round(cost(1, 10, 0).bytes / 1e9, 2)) == (0.46, 1.06)


@pytest.mark.parametrize("counts", [TOP, TEN, (1, 2, 0, 3, 1, 0, 2), (0, 1, 2, 0, 4, 3, 1)])
def test_a_configuration_has_the_place_where_it_is_listed(tables, counts):
    found = flocks(RULES, counts)
    assert len(set(found)) == len(found) == rank.configurations(counts)
    assert [tables.place(sheep) for sheep in found] == [(counts, place) for place in range(len(found))]


def test_moves_never_lead_back(tables):
    """A partition's moves lead to itself or to one that is solved before it."""
    for state in drawn(tables, 2, 10, 200):
        here = tables.place(int(state.sheep))[0]
        for child in successors(RULES, state):
            there = tables.place(int(child.sheep))[0]
            assert there == here or (sum(there), -rank.row_sum(there)) < (sum(here), -rank.row_sum(here))


# -- values from outside -----------------------------------------------------------------------------------------


@pytest.mark.nojit
@pytest.mark.parametrize(("foxes", "states"), [(1, 1680), (2, 19_320)])
def test_every_value_is_that_of_brute_force(tmp_path, foxes, states):
    """Nine sheep in rows 5 to 7: every placement, valued by the definition over the plain rules."""
    solve_endgames(RULES, 9, tmp_path, below=TOP, foxes=foxes)
    tables = Endgames(RULES, tmp_path)
    if foxes == 1:  # those of two take plain Python too long; see test_endgame_faults
        assert [v.states for v in verify_endgames(tables, tmp_path, sample=100)] == [states]
    graph = explore(RULES, placements(RULES, foxes, TOP))
    found = values(graph)
    assert len(found) > states  # with those after a fox is removed, or fewer than nine sheep are left
    assert set(found) == {-1.0, 0.0, 1.0}
    assert [tables.value(s) for s in graph.states] == found


@pytest.mark.parametrize(("foxes", "sheep"), TABLES)
def test_values_fit_those_that_the_rules_on_plain_arrays_lead_to(tables, foxes, sheep):
    for state in drawn(tables, foxes, sheep, 60, seed=sheep):
        twin = array_state(ARRAYS, int(state.foxes), int(state.sheep), int(state.turn))
        known = value_by_moves(ARRAYS, twin, lambda s: tables.value(placed(RULES, *boards(s), int(s.turn))))
        assert tables.value(state) == known, RULES.call("text", state)


def test_compiled_probes_find_the_same(tables):
    states = [state for foxes, sheep in TABLES for state in drawn(tables, foxes, sheep, 200, seed=sheep)]
    states.append(placed(RULES, 1, 0, 0))  # no sheep: no table
    columns = [[int(getattr(s, name)) for s in states] for name in ("foxes", "sheep", "turn")]
    assert look_up(tables.probe(), *columns).tolist() == [*(tables.value(s) for s in states[:-1]), 2]
    assert set(look_up(no_tables(), *columns).tolist()) == {2}
    ones = look_up(tables.probe([(1, 9)]), *columns).tolist()
    assert ones == [*(tables.value(s) for s in states[:200]), *[2] * 601]


def test_known_ends(tables):
    """A full pen is lost for the foxes; a ninth sheep that can be taken is lost for the sheep."""
    for foxes in (1 << 24, 1 << 24 | 1 << 2):
        assert tables.value(placed(RULES, foxes, RULES.constant("PEN"), 0)) == -1
    for row in ("1 . . .", "1 F . ."):
        taken = RULES.parse(
            f"7 o o o\n6 o o o\n5 . . o F o o .\n4 . . . . . . .\n3 . . . . . . .\n2 . . .\n{row}\nfoxes to move"
        )
        assert tables.value(taken.state) == 1


def test_two_trapped_foxes_go_together_and_one_leaves_the_other(tmp_path):
    """On c7 and d7 they shut each other in: removed one after the other, the second would be free."""
    solve_endgames(RULES, 9, tmp_path, below=(0, 0, 0, 0, 6, 3, 0), foxes=2)
    tables = Endgames(RULES, tmp_path)
    text = "7 F F .\n6 o o o\n5 o o o o o o .\n4 . . . . . . .\n3 . . . . . . .\n2 . . .\n1 . . .\nsheep to move"
    position = RULES.parse(text)
    shut = next(action for action in position.legal if position.name(action) == "e6-e7")
    assert position.play(shut).state.foxes == 0
    assert tables.value(position.state) == -1
    left = set()
    for counts in tables.pairs[9].partitions:
        for sheep, turn in ((sheep, turn) for sheep in flocks(RULES, counts) for turn in (0, 1)):
            for foxes in (1 << 44 | 1 << 45, 1 << 45 | 1 << 46, 1 << 44 | 1 << 46):
                if not foxes & sheep:
                    state = placed(RULES, foxes, sheep, turn)
                    left |= {int(child.foxes).bit_count() for child in successors(RULES, state)}
                    assert tables.value(state) == value_by_moves(RULES, state, tables.value), RULES.call("text", state)
    assert left == {0, 1, 2}


def test_mirror_images_are_worth_the_same(tables):
    for state in drawn(tables, 2, 9, 60, seed=6):
        image = RULES.new_state()
        RULES.call("symmetry", 1, state, image)
        assert tables.value(state) == tables.value(image)


@pytest.mark.parametrize("foxes", [1, 2])
def test_sampled_games_keep_their_value(tables, foxes):
    """Whoever keeps the table's value gets it: no side falls below it against random replies."""
    random = np.random.default_rng(1)
    for start in drawn(tables, foxes, 10, 40, seed=5):
        value, state = tables.value(start), start
        for _ in range(60):
            if RULES.mover(state) == -2 or value == 0:
                break
            nexts = successors(RULES, state)
            mine = (RULES.mover(state) == 0) == (value > 0)
            kept = [child for child in nexts if tables.value(child) == value]
            assert kept if mine else len(kept) == len(nexts)
            state = kept[int(random.integers(len(kept)))]


def agrees_with_the_ordinary_solver(game, tables, text, every):
    """Test states that play reaches from a position, by the reachable graph and retrograde analysis; return them."""
    table = outfox.solve(game.parse(text), symmetry=False).table
    keys, codes = table.array("keys")[::every], table.array("codes")[::every]
    states = [table.keys.state(tuple(key)) for key in keys.tolist()]
    for state, code in zip(states, codes.tolist(), strict=True):
        assert tables.value(state) == table.outcomes[code].value, game.call("text", state)
    return states


def test_the_ordinary_solver_agrees_on_two_foxes(tables):
    text = "7 o o o\n6 . o o\n5 o o . F o . o\n4 . . . F . . .\n3 . . . . . . .\n2 . . .\n1 . . .\nfoxes to move"
    states = agrees_with_the_ordinary_solver(RULES, tables, text, 40)
    assert {(int(s.foxes).bit_count(), tables.value(s)) for s in states} >= {(2, 1.0), (2, -1.0), (1, 0.0), (1, -1.0)}


# -- at length ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("foxes", [1, 2])
@pytest.mark.parametrize("form", ["", "diagonals=false", "sheep_diagonal=false"])
def test_the_ordinary_solver_agrees(tmp_path, form, foxes):
    game = outfox.load("starve-the-fox:quiet_limit=0" + ("," + form if form else ""))
    solve_endgames(game, 10, tmp_path, below=TEN, foxes=foxes)
    tables = Endgames(game, tmp_path)
    second = "F" if foxes == 2 else "."
    text = f"7 o o o\n6 o o o\n5 . o . {second} o . o\n4 . . . . F . .\n3 o . . . . . .\n2 . . .\n1 . . .\n"
    text += "sheep to move"
    states = agrees_with_the_ordinary_solver(game, tables, text, 5 if foxes == 1 else 100)
    assert len(states) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("form", ["", "diagonals=false", "sheep_diagonal=false"])
def test_every_value_of_two_foxes_is_that_of_brute_force(tmp_path, form):
    """Where both are trapped too, and where one is."""
    game = outfox.load("starve-the-fox:quiet_limit=0" + ("," + form if form else ""))
    below = (0, 0, 0, 0, 5, 3, 1)
    solve_endgames(game, 9, tmp_path, below=below, foxes=2)
    tables = Endgames(game, tmp_path)
    graph = explore(game, placements(game, 2, below))
    assert {int(s.foxes).bit_count() for s in graph.states} == {0, 1, 2}
    assert [tables.value(s) for s in graph.states] == values(graph)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_nine_sheep_whole(tmp_path):
    (found,) = solve_endgames(RULES, 9, tmp_path, workers=2)
    assert found.complete
    assert found.states == 1_851_220_800
    (verified,) = verify_endgames(Endgames(RULES, tmp_path), tmp_path, workers=2)
    assert verified.states == found.states
    mirrored = Endgames(RULES, tmp_path)
    random = np.random.default_rng(3)
    for _ in range(300):
        cells = random.permutation(RULES.constant("POINT"))[:10].tolist()
        state = placed(RULES, 1 << cells[0], sum(1 << cell for cell in cells[1:]), int(random.integers(2)))
        image = RULES.new_state()
        RULES.call("symmetry", 1, state, image)
        assert mirrored.value(state) == mirrored.value(image)
