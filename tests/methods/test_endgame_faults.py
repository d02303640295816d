"""Endgame tables: faults that verification must see, work that is cut off and goes on, errors in one line."""

from __future__ import annotations

import shutil
from math import comb

import numpy as np
import pytest

import outfox
from outfox.formats.container import ArrayFile, write_arrays
from outfox.methods.endgame import rank
from outfox.methods.endgame.endgames import Endgames
from outfox.methods.endgame.solve import solve_endgames
from outfox.methods.endgame.tables import MOVERS, table_path
from outfox.methods.endgame.verify import verify_endgames
from outfox.rules.errors import DamagedFile, NotSupported, UnknownName
from tests.naive.endgame import TEN, TOP, drawn, value_by_moves

RULES = outfox.load("starve-the-fox:quiet_limit=0")
NAMES = ["one-fox-10.table", "one-fox-9.table", "two-foxes-10.table", "two-foxes-9.table"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with what play can reach from TEN, with one fox and with two."""
    place = tmp_path_factory.mktemp("endgame")
    solve_endgames(RULES, 10, place, below=TEN, foxes=2)
    return place


@pytest.fixture(scope="module")
def tables(folder):
    return Endgames(RULES, folder)


# -- what verification sees --------------------------------------------------------------------------------------


def rewritten(folder, target, foxes, change):
    """Copy tables, that of nine sheep with its bytes changed, checksums and numbers of wins made to fit."""
    shutil.copytree(folder, target, dirs_exist_ok=True)
    file = ArrayFile(table_path(folder, 9, foxes))
    arrays = {mover: np.array(file.array(mover)) for mover in MOVERS}
    change(arrays)
    header = {name: value for name, value in file.header.items() if name not in ("arrays", "size", "checksums")}
    write_arrays(table_path(target, 9, foxes), header, arrays)


def test_sound_tables_are_verified(tables, folder):
    found = verify_endgames(tables, folder, sample=3000)
    assert [(v.foxes, v.sheep, v.states, v.compared) for v in found] == [
        (1, 9, 166_992, 3000),
        (1, 10, 24_150, 3000),
        (2, 9, 2 * 3479 * comb(24, 2), 3000),
        (2, 10, 2 * 525 * comb(23, 2), 3000),
    ]


@pytest.mark.parametrize("foxes", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_a_changed_bit_is_seen(folder, tmp_path, foxes, seed):
    random = np.random.default_rng(seed)
    partition = rank.closure(TEN)[9]
    begins = np.cumsum([0, *(rank.part_bytes(counts, foxes) for counts in partition)])
    where = int(random.integers(len(partition)))
    bits = 2 * comb(24, foxes) * rank.configurations(partition[where])
    bit = 8 * int(begins[where]) + int(random.integers(bits))

    def flip(arrays):
        arrays[MOVERS[seed % 2]][bit >> 3] ^= 1 << (bit & 7)

    rewritten(folder, tmp_path, foxes, flip)
    with pytest.raises(DamagedFile, match="is wrong"):
        verify_endgames(Endgames(RULES, tmp_path), tmp_path, chosen=[(foxes, 9)], sample=0)


@pytest.mark.parametrize("foxes", [1, 2])
@pytest.mark.parametrize("winner", [0, 1])
def test_wins_that_only_support_each_other_are_seen(tables, folder, tmp_path, foxes, winner):
    """Every draw called a win for one side: each value fits what its moves lead to, and yet nobody gets there.

    With two foxes that fits where those of one fox are changed as well.
    """

    def claim(foxes):
        table, seats = tables.of(foxes)[9], comb(24, foxes)

        def change(arrays):
            for mover in MOVERS:
                for counts, begin in table.begins.items():
                    part = arrays[mover][begin : begin + rank.part_bytes(counts, foxes)]
                    bits = np.unpackbits(part, bitorder="little")
                    states = bits[: 2 * seats * rank.configurations(counts)].reshape(-1, 2, seats)
                    states[:, winner] |= 1 - states[:, 1 - winner]
                    part[:] = np.packbits(bits, bitorder="little")

        return change

    source = folder
    for number in range(1, foxes + 1):
        rewritten(source, tmp_path / str(number), number, claim(number))
        source = tmp_path / str(number)
    false = Endgames(RULES, source)
    for state in drawn(false, foxes, 9, 100):
        assert false.value(state) == value_by_moves(RULES, state, false.value) != 0
    with pytest.raises(DamagedFile, match="wins that are never reached"):
        verify_endgames(false, source, chosen=[(foxes, 9)], sample=0)


# -- the work ----------------------------------------------------------------------------------------------------


def same_tables(a, b, names=NAMES):
    files = [[ArrayFile(place / name) for place in (a, b)] for name in names]
    return all(np.array_equal(*(file.array(mover) for file in pair)) for pair in files for mover in MOVERS)


def test_two_workers_make_the_same_tables(tmp_path):
    nine = (0, 0, 0, 1, 3, 3, 2)
    one = solve_endgames(RULES, 9, tmp_path / "one", below=nine, foxes=2)
    two = solve_endgames(RULES, 9, tmp_path / "two", workers=2, below=nine, foxes=2)
    assert [e.wins for e in one] == [e.wins for e in two]
    names = ["one-fox-9.table", "two-foxes-9.table"]
    assert same_tables(tmp_path / "one", tmp_path / "two", names)
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == names


class Stop(Exception):
    pass


@pytest.mark.parametrize(("foxes", "parts"), [(1, "parts-9"), (2, "parts-two-foxes-9")])
def test_work_that_was_cut_off_goes_on(folder, tmp_path, foxes, parts):
    def stop(share, text):
        if share > 0.5:
            raise Stop

    with pytest.raises(Stop):
        solve_endgames(RULES, 10, tmp_path, progress=stop, below=TEN, foxes=foxes)
    parts = sorted((tmp_path / parts).iterdir())
    assert len(parts) > 3
    times = {path: path.stat().st_mtime_ns for path in parts}
    parts[1].write_bytes(parts[1].read_bytes()[:-1])  # cut off: made again
    seen = []
    solve_endgames(RULES, 10, tmp_path, progress=lambda share, text: seen.append(share), below=TEN, foxes=foxes)
    assert same_tables(folder, tmp_path, NAMES[: 2 * foxes])
    assert len(times) == len(parts)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)


def test_what_is_there_is_not_made_again(folder):
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    found = solve_endgames(RULES, 10, folder, below=TEN, foxes=2)
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert sorted(path.name for path in before) == NAMES
    assert [(e.foxes, e.sheep, e.configurations, e.complete) for e in found] == [
        (1, 9, 3479, False),
        (1, 10, 525, False),
        (2, 9, 3479, False),
        (2, 10, 525, False),
    ]
    with pytest.raises(DamagedFile, match="some of the positions"):
        solve_endgames(RULES, 9, folder)


def test_two_foxes_go_on_from_the_tables_of_one(folder, tmp_path):
    for name in NAMES[:2]:
        shutil.copy(folder / name, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    solve_endgames(RULES, 10, tmp_path, below=TEN, foxes=2)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert same_tables(folder, tmp_path)


def test_faults_in_one_line(folder, tables, tmp_path):
    with pytest.raises(NotSupported, match="forced_capture"):
        solve_endgames(outfox.load("starve-the-fox:forced_capture=true"), 9, tmp_path)
    with pytest.raises(NotSupported, match="starve-the-fox only, not nim"):
        solve_endgames(outfox.load("nim"), 9, tmp_path)
    with pytest.raises(NotSupported, match="9 to 32 sheep, not 8"):
        solve_endgames(RULES, 8, tmp_path)
    with pytest.raises(NotSupported, match="9 to 31 sheep, not 32"):
        solve_endgames(RULES, 32, tmp_path, foxes=2)
    with pytest.raises(NotSupported, match="1 or 2 foxes, not 3"):
        solve_endgames(RULES, 9, tmp_path, foxes=3)
    with pytest.raises(NotSupported, match="has no endgame tables"):
        Endgames(RULES, tmp_path)
    with pytest.raises(DamagedFile, match="other rules"):
        Endgames(outfox.load("starve-the-fox:diagonals=false"), folder)
    with pytest.raises(UnknownName):
        rank.named("4000000")
    assert tables.value(RULES.start().state) is None


@pytest.mark.parametrize("name", ["one-fox-9.table", "two-foxes-9.table"])
def test_files_that_are_no_tables_are_refused(folder, tmp_path, name):
    shutil.copytree(folder, tmp_path / "cut")
    whole = (folder / name).read_bytes()
    (tmp_path / "cut" / name).write_bytes(whole[:-100])
    with pytest.raises(DamagedFile, match=name):
        Endgames(RULES, tmp_path / "cut")
    shutil.copytree(folder, tmp_path / "swapped")
    shutil.copy(folder / "two-foxes-10.table", tmp_path / "swapped" / name)
    with pytest.raises(DamagedFile, match="holds two foxes and 10 sheep, not what its name says"):
        Endgames(RULES, tmp_path / "swapped")


def test_two_foxes_without_the_tables_of_one_are_not_called_verified(folder, tmp_path):
    solve_endgames(RULES, 9, tmp_path, below=TOP, foxes=2)
    (tmp_path / "one-fox-9.table").unlink()
    with pytest.raises(NotSupported, match="there is no table of one fox and 9 sheep"):
        verify_endgames(Endgames(RULES, tmp_path), tmp_path, sample=0)
