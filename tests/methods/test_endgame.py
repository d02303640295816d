"""Endgame tables: brute force, the rules on plain arrays, the ordinary solver, and faults that must be seen."""

from __future__ import annotations

import shutil
from math import comb
from pathlib import Path

import numpy as np
import pytest

import outfox
from outfox.formats.container import ArrayFile, write_arrays
from outfox.methods.endgame import rank
from outfox.methods.endgame.board import board_of, configurations_at
from outfox.methods.endgame.cost import cost
from outfox.methods.endgame.endgames import Endgames, look_up
from outfox.methods.endgame.probe import no_tables
from outfox.methods.endgame.solve import solve_endgames
from outfox.methods.endgame.tables import MOVERS, table_path
from outfox.methods.endgame.verify import verify_endgames
from outfox.rules.errors import DamagedFile, NotSupported, UnknownName
from tests.naive.endgame import array_state, boards, one_fox, successors, value_by_moves
from tests.naive.retrograde import explore, values

RULES = outfox.load("starve-the-fox:quiet_limit=0")
ARRAYS = outfox.load(str(Path(__file__).parent.parent / "naive" / "starve_the_fox_arrays.py") + ":quiet_limit=0")
TOP = (0, 0, 0, 0, 3, 3, 3)  # nine sheep; of 35 configurations one is a full pen
TEN = (0, 0, 1, 0, 3, 3, 3)
POINTS = RULES.constant("POINTS")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with what play can reach from TEN: 525 configurations of ten sheep and 3,479 of nine."""
    place = tmp_path_factory.mktemp("endgame")
    solve_endgames(RULES, 10, place, below=TEN)
    return place


@pytest.fixture(scope="module")
def tables(folder):
    return Endgames(RULES, folder)


def flocks(counts):
    return configurations_at(board_of(RULES.spec), counts, np.arange(rank.configurations(counts))).tolist()


def foxes(sheep):
    return [1 << cell for cell in RULES.constant("POINT") if not sheep >> cell & 1]


def placements(counts, turn):
    return [one_fox(RULES, fox, sheep, turn) for sheep in flocks(counts) for fox in foxes(sheep)]


def drawn(tables, sheep, many, seed=0):
    """Return states of a table at random."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(many):
        counts = tables.tables[sheep].partitions[random.integers(len(tables.tables[sheep].partitions))]
        flock = int(random.choice(flocks(counts)))
        found.append(one_fox(RULES, int(random.choice(foxes(flock))), flock, int(random.integers(2))))
    return found


# -- numbering ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheep", [9, 10, 20, 33])
def test_partitions_have_every_configuration(sheep):
    assert sum(map(rank.configurations, rank.partitions(sheep))) == comb(33, sheep)


def test_numbers_of_states_are_33_times_32_over_k():
    assert rank.states(9) == 2 * 33 * comb(32, 9) == 1_851_220_800
    assert rank.states(10) == 2 * 33 * comb(32, 10) == 4_257_807_840
    assert (round(cost(1, 9, 0).bytes / 1e9, 2), round(cost(1, 10, 0).bytes / 1e9, 2)) == (0.46, 1.06)


@pytest.mark.parametrize("counts", [TOP, TEN, (1, 2, 0, 3, 1, 0, 2), (0, 1, 2, 0, 4, 3, 1)])
def test_a_configuration_has_the_place_where_it_is_listed(tables, counts):
    found = flocks(counts)
    assert len(set(found)) == len(found) == rank.configurations(counts)
    assert [tables.place(sheep) for sheep in found] == [(counts, place) for place in range(len(found))]


def test_moves_never_lead_back(tables):
    """A partition's moves lead to itself or to one that is solved before it."""
    for state in drawn(tables, 10, 200):
        here = tables.place(int(state.sheep))[0]
        for child in successors(RULES, state):
            there = tables.place(int(child.sheep))[0]
            assert there == here or (sum(there), -rank.row_sum(there)) < (sum(here), -rank.row_sum(here))


# -- values from outside -----------------------------------------------------------------------------------------


@pytest.mark.nojit
def test_every_value_is_that_of_brute_force(tmp_path):
    """Nine sheep in rows 5 to 7: every placement, valued by the definition over the plain rules."""
    solve_endgames(RULES, 9, tmp_path, below=TOP)
    tables = Endgames(RULES, tmp_path)
    assert [v.states for v in verify_endgames(tables, tmp_path, sample=100)] == [1680]
    graph = explore(RULES, placements(TOP, 0) + placements(TOP, 1))
    found = values(graph)
    assert len(found) > 1680  # with those after a fox is removed, or fewer than nine sheep are left
    assert {tables.value(s) for s in graph.states} == {-1.0, 0.0, 1.0}
    assert [tables.value(s) for s in graph.states] == found


@pytest.mark.parametrize("sheep", [9, 10])
def test_values_fit_those_that_the_rules_on_plain_arrays_lead_to(tables, sheep):
    for state in drawn(tables, sheep, 60, seed=sheep):
        twin = array_state(ARRAYS, int(state.foxes), int(state.sheep), int(state.turn))
        known = value_by_moves(ARRAYS, twin, lambda s: tables.value(one_fox(RULES, *boards(s), int(s.turn))))
        assert tables.value(state) == known, RULES.call("text", state)


def test_compiled_probes_find_the_same(tables):
    states = [*drawn(tables, 9, 200, seed=8), *drawn(tables, 10, 200, seed=9)]
    states.append(one_fox(RULES, 1, 0, 0))  # no sheep: no table
    columns = [[int(getattr(s, name)) for s in states] for name in ("foxes", "sheep", "turn")]
    assert look_up(tables.probe(), *columns).tolist() == [*(tables.value(s) for s in states[:-1]), 2]
    assert set(look_up(no_tables(), *columns).tolist()) == {2}


def test_known_ends(tables):
    """A full pen is lost for the foxes; a ninth sheep that can be taken is lost for the sheep."""
    full = one_fox(RULES, 1 << 24, flocks(TOP)[0] | RULES.constant("PEN"), 0)
    full.sheep = RULES.constant("PEN")
    assert tables.value(full) == -1
    taken = RULES.parse(
        "7 o o o\n6 o o o\n5 . . o F o o .\n4 . . . . . . .\n3 . . . . . . .\n2 . . .\n1 . . .\nfoxes to move"
    )
    assert tables.value(taken.state) == 1


def test_sampled_games_keep_their_value(tables):
    """Whoever keeps the table's value gets it: no side falls below it against random replies."""
    random = np.random.default_rng(1)
    for start in drawn(tables, 10, 40, seed=5):
        value, state = tables.value(start), start
        for _ in range(60):
            if RULES.mover(state) == -2 or value == 0:
                break
            nexts = successors(RULES, state)
            mine = (RULES.mover(state) == 0) == (value > 0)
            kept = [child for child in nexts if tables.value(child) == value]
            assert kept if mine else len(kept) == len(nexts)
            state = kept[int(random.integers(len(kept)))]


# -- what verification sees --------------------------------------------------------------------------------------


def rewritten(folder, target, sheep, change):
    """Copy a table with its bytes changed, checksums and numbers of wins made to fit."""
    shutil.copytree(folder, target, dirs_exist_ok=True)
    file = ArrayFile(table_path(folder, sheep))
    arrays = {mover: np.array(file.array(mover)) for mover in MOVERS}
    change(arrays)
    header = {name: value for name, value in file.header.items() if name not in ("arrays", "size", "checksums")}
    write_arrays(table_path(target, sheep), header, arrays)


def test_a_sound_table_is_verified(tables, folder):
    found = verify_endgames(tables, folder, sample=3000)
    assert [(v.sheep, v.states, v.compared) for v in found] == [(9, 166_992, 3000), (10, 24_150, 3000)]


@pytest.mark.parametrize("seed", range(6))
def test_a_changed_bit_is_seen(folder, tmp_path, seed):
    random = np.random.default_rng(seed)
    partition = rank.closure(TEN)[9]
    begins = np.cumsum([0, *map(rank.part_bytes, partition)])
    where = int(random.integers(len(partition)))
    bit = 8 * int(begins[where]) + int(random.integers(48 * rank.configurations(partition[where])))

    def flip(arrays):
        arrays[MOVERS[seed % 2]][bit >> 3] ^= 1 << (bit & 7)

    rewritten(folder, tmp_path, 9, flip)
    with pytest.raises(DamagedFile, match="is wrong"):
        verify_endgames(Endgames(RULES, tmp_path), tmp_path, sheep=[9], sample=0)


@pytest.mark.parametrize("winner", [0, 1])
def test_wins_that_only_support_each_other_are_seen(tables, folder, tmp_path, winner):
    """Every draw called a win for one side: each value fits what its moves lead to, and yet nobody gets there."""

    def claim(arrays):
        table = tables.tables[9]
        for mover in MOVERS:
            for counts, begin in table.begins.items():
                bits = np.unpackbits(arrays[mover][begin : begin + rank.part_bytes(counts)], bitorder="little")
                states = bits[: 48 * rank.configurations(counts)].reshape(-1, 2, 24)
                states[:, winner] |= 1 - states[:, 1 - winner]
                arrays[mover][begin : begin + rank.part_bytes(counts)] = np.packbits(bits, bitorder="little")

    rewritten(folder, tmp_path, 9, claim)
    false = Endgames(RULES, tmp_path)
    for state in drawn(false, 9, 100):
        assert false.value(state) == value_by_moves(RULES, state, false.value) != 0
    with pytest.raises(DamagedFile, match="wins that are never reached"):
        verify_endgames(false, tmp_path, sheep=[9], sample=0)


# -- the work ----------------------------------------------------------------------------------------------------


def same_tables(a, b, sheep=(9, 10)):
    return all(
        np.array_equal(ArrayFile(table_path(a, n)).array(mover), ArrayFile(table_path(b, n)).array(mover))
        for n in sheep
        for mover in MOVERS
    )


def test_two_workers_make_the_same_tables(tmp_path):
    nine = (0, 0, 1, 1, 2, 3, 2)
    (one,) = solve_endgames(RULES, 9, tmp_path / "one", below=nine)
    (two,) = solve_endgames(RULES, 9, tmp_path / "two", workers=2, below=nine)
    assert one.wins == two.wins
    assert same_tables(tmp_path / "one", tmp_path / "two", [9])
    assert [path.name for path in (tmp_path / "two").iterdir()] == ["one-fox-9.table"]


class Stop(Exception):
    pass


def test_work_that_was_cut_off_goes_on(folder, tmp_path):
    def stop(share, text):
        if share > 0.5:
            raise Stop

    with pytest.raises(Stop):
        solve_endgames(RULES, 10, tmp_path, progress=stop, below=TEN)
    parts = sorted((tmp_path / "parts-9").iterdir())
    assert len(parts) > 3
    times = {path: path.stat().st_mtime_ns for path in parts}
    parts[1].write_bytes(parts[1].read_bytes()[:-1])  # cut off: made again
    seen = []
    solve_endgames(RULES, 10, tmp_path, progress=lambda share, text: seen.append(share), below=TEN)
    assert same_tables(folder, tmp_path)
    assert len(times) == len(parts)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)


def test_what_is_there_is_not_made_again(folder):
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    found = solve_endgames(RULES, 10, folder, below=TEN)
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert [(e.sheep, e.configurations, e.complete) for e in found] == [(9, 3479, False), (10, 525, False)]
    with pytest.raises(DamagedFile, match="some of the positions"):
        solve_endgames(RULES, 9, folder)


def test_faults_in_one_line(folder, tables, tmp_path):
    with pytest.raises(NotSupported, match="forced_capture"):
        solve_endgames(outfox.load("starve-the-fox:forced_capture=true"), 9, tmp_path)
    with pytest.raises(NotSupported, match="starve-the-fox only, not nim"):
        solve_endgames(outfox.load("nim"), 9, tmp_path)
    with pytest.raises(NotSupported, match="9 to 32 sheep, not 8"):
        solve_endgames(RULES, 8, tmp_path)
    with pytest.raises(NotSupported, match="has no endgame tables"):
        Endgames(RULES, tmp_path)
    with pytest.raises(DamagedFile, match="other rules"):
        Endgames(outfox.load("starve-the-fox:diagonals=false"), folder)
    with pytest.raises(UnknownName):
        rank.named("4000000")
    assert tables.value(RULES.start().state) is None


# -- at length ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("form", ["", "diagonals=false", "sheep_diagonal=false"])
def test_the_ordinary_solver_agrees(tmp_path, form):
    """Every state that play reaches from a position, by the reachable graph and retrograde analysis."""
    game = outfox.load("starve-the-fox:quiet_limit=0" + ("," + form if form else ""))
    solve_endgames(game, 10, tmp_path, below=TEN)
    tables = Endgames(game, tmp_path)
    text = "7 o o o\n6 o o o\n5 . o . . o . o\n4 . . . . F . .\n3 o . . . . . .\n2 . . .\n1 . . .\nsheep to move"
    table = outfox.solve(game.parse(text), symmetry=False).table
    keys, codes = table.array("keys"), table.array("codes")
    assert len(keys) > 10_000
    for key, code in zip(keys[::5].tolist(), codes[::5].tolist(), strict=True):
        state = table.keys.state(tuple(key))
        assert tables.value(state) == table.outcomes[code].value, game.call("text", state)


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
        state = one_fox(RULES, 1 << cells[0], sum(1 << cell for cell in cells[1:]), int(random.integers(2)))
        image = RULES.new_state()
        RULES.call("symmetry", 1, state, image)
        assert mirrored.value(state) == mirrored.value(image)
