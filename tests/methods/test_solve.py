"""Exact solving: published values, brute force, tables and their faults."""

import numpy as np
import pytest

from outfox.kernel import grower
from outfox.kernel.graph import by_rank
from outfox.methods.solve import open_table, solve
from outfox.methods.solve.verify import verify
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded, DamagedFile, NotSupported
from tests.naive.retrograde import solve as naive_solve


@pytest.fixture(scope="module")
def solved():
    specs = ("tic-tac-toe", "nim", "cat-and-mouse:rows=3,cols=3,first=mouse", "pig:target=10")
    return {spec.partition(":")[0]: solve(load(spec), symmetry=True) for spec in specs}


@pytest.mark.nojit
def test_published_values(solved):
    assert (solved["tic-tac-toe"].value, solved["tic-tac-toe"].positions, solved["tic-tac-toe"].states) == (
        0,
        5478,
        765,
    )
    assert (solved["nim"].value, solved["nim"].positions) == (-1, 384)
    assert (solved["cat-and-mouse"].value, solved["cat-and-mouse"].remoteness) == (1, 6)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim", "cat-and-mouse:rows=3,cols=3,first=mouse"])
def test_every_state_is_as_brute_force_says(solved, spec):
    game = load(spec)
    twin = naive_solve(game)
    table = solved[game.name].table
    for number, state in enumerate(twin.graph.states):
        assert table.find(state) == (twin.value[number], twin.remoteness[number])


def test_states_are_merged_only_where_that_is_worth_it(monkeypatch):
    assert solve(load("tic-tac-toe")).states == 5478
    monkeypatch.setattr(grower, "PROBE", 1000)
    merged = solve(load("tic-tac-toe"))
    assert (merged.states, merged.positions) == (765, 5478)


def test_by_rank_the_same():
    ranked, hashed = load("teeko"), load("kq-v-k:size=4")
    assert ranked.has("rank")
    assert by_rank(ranked, False)
    assert not by_rank(ranked, True)
    assert by_rank(hashed, False) == hashed.has("rank")


def test_without_symmetry_the_same(solved):
    whole = solve(load("tic-tac-toe"), symmetry=False)
    assert whole.states == whole.positions == 5478
    assert [(a.name, a.value) for a in whole.actions] == [(a.name, a.value) for a in solved["tic-tac-toe"].actions]


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim", "cat-and-mouse", "pig"])
def test_tables_come_back_and_verify(solved, name, tmp_path):
    path = tmp_path / "a.table"
    solution = solved[name]
    solution.table.save(path)
    table = open_table(path)
    assert verify(table) == solution.states
    assert table.outcome(solution.position) == (solution.value, solution.remoteness)


@pytest.mark.parametrize("name", ["nim", "cat-and-mouse", "pig"])
def test_a_table_with_one_wrong_entry_does_not_verify(solved, name):
    table = solved[name].table
    codes = table.array("codes")
    random = np.random.default_rng(3)
    for place in random.integers(0, len(codes), 25):
        before = codes[place]
        codes[place] = before + 0.5 if codes.dtype.kind == "f" else (before + 1) % len(table.outcomes)
        with pytest.raises(DamagedFile, match="wrong about state"):
            verify(table)
        codes[place] = before
    verify(table)


def test_tables_of_other_rules_are_refused(solved, tmp_path):
    path = tmp_path / "a.table"
    solved["nim"].table.save(path)
    with pytest.raises(DamagedFile, match="of nim, not of nim:misere"):
        open_table(path, load("nim:misere=false"))
    with pytest.raises(DamagedFile, match="not of tic-tac-toe"):
        open_table(path, load("tic-tac-toe"))
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    with pytest.raises(DamagedFile, match=r"a\.table"):
        open_table(path)


@pytest.mark.nojit
def test_two_bytes_a_state(solved):
    for solution in solved.values():
        if not solution.game.has("chance"):
            assert solution.table.bytes_per_state <= 2


@pytest.mark.nojit
def test_a_cycle_without_endless_is_shown():
    with pytest.raises(NotSupported, match="leads back to the same position") as caught:
        solve(load("tests/data/check/cycle.py"))
    assert "ENDLESS" in str(caught.value)


def test_hidden_information_is_refused():
    with pytest.raises(NotSupported, match="hidden information"):
        solve(load("tests/data/check/kuhn.py"))


def test_too_little_memory_is_said():
    with pytest.raises(BudgetExceeded, match="memory"):
        solve(load("nim"), memory=1000)
