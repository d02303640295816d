"""Where two rule sets disagree: misère and normal nim by theory, others by brute force; refusals."""

from __future__ import annotations

import pytest

from outfox.methods.solve import open_table, solve
from outfox.methods.solve.diff import diff
from outfox.rules import NotSupported, load
from tests.naive import retrograde as naive


def table(spec, merged=True):
    """Return a table; merged, one state stands for all its images, so that look-ups have to find them."""
    return solve(load(spec), symmetry=merged).table


@pytest.fixture(scope="module")
def nims():
    return table("nim"), table("nim:misere=false")


def test_misere_nim_differs_where_no_pile_has_two(nims):
    # Bouton 1901: the winning positions are the same, but for piles of one alone, where all are turned round.
    found = diff(*nims, examples=100)
    assert found.both == found.states[0]
    assert found.differ == 2**4 * 2
    assert {(a, b, n) for a, b, n in found.counts} == {(1.0, -1.0, 16), (-1.0, 1.0, 16)}
    assert len(found.examples) == found.differ
    assert all(max(example.position.state.piles) <= 1 for example in found.examples)
    assert len({example.position for example in found.examples}) == found.differ


def test_the_way_to_an_example_leads_there_and_is_shortest(nims):
    found = diff(*nims)
    lengths = [len(example.moves) for example in found.examples]
    assert lengths == [3] * 5  # three large piles of 1, 3, 5, 7 have to shrink
    for example in found.examples:
        position = load("nim").start()
        for name in example.moves:
            position = position.play(name)
        assert position == example.position
        assert (example.a, example.b) == tuple(t.outcome(position) for t in nims)


@pytest.mark.parametrize(
    "specs",
    [
        pytest.param(("mu-torere", "mu-torere:restriction=0"), marks=pytest.mark.slow),
        ("chopsticks", "chopsticks:transfers=false"),
    ],
)
def test_counts_as_brute_force_counts_them(specs):
    values = []
    for spec in specs:
        graph = naive.explore(load(spec))
        values.append(dict(zip(graph.index, naive.values(graph), strict=True)))
    common = [key for key in values[0] if key in values[1]]
    found = diff(*(table(spec, merged=False) for spec in specs), examples=3)
    assert (*found.states, found.both) == (len(values[0]), len(values[1]), len(common))
    assert found.differ == sum(values[0][key] != values[1][key] for key in common) > 0
    for example in found.examples:
        key = example.position.key
        assert (example.a.value, example.b.value) == (values[0][key], values[1][key])


def test_merged_tables_have_the_same_values():
    # Mu torere is closed under its symmetries, so even the counts are the same.
    specs = "mu-torere", "mu-torere:restriction=0"
    merged, plain = (diff(*(table(spec, merged=flag) for spec in specs)) for flag in (True, False))
    assert (merged.differ, merged.both, merged.counts) == (plain.differ, plain.both, plain.counts)
    assert [example.b for example in merged.examples] == [example.b for example in plain.examples]


@pytest.mark.slow  # eight seconds: two games and their look-ups are compiled
def test_the_centre_ban_decides_three_mens_morris():
    found = diff(table("three-mens-morris"), table("three-mens-morris:centre_ban=true"))
    assert (found.start[0].value, found.start[0].remoteness, found.start[1].value) == (1.0, 9, 0.0)
    assert (found.states[0], found.both) == (5390, 5345)
    assert found.examples[0].moves == ()


def test_tables_on_disk_and_of_chance(tmp_path):
    first = table("pig:target=8")
    first.save(tmp_path / "pig.table")
    found = diff(open_table(tmp_path / "pig.table"), table("pig:target=8"))
    assert (found.differ, found.longer, found.counts, found.examples) == (0, 0, (), ())
    other = diff(first, table("pig:target=10"))
    assert other.differ > 0
    assert all(value in (-1.0, 0.0, 1.0) for a, b, _ in other.counts for value in (a, b))


def test_unlike_games_are_refused(nims):
    with pytest.raises(NotSupported, match="their States differ"):
        diff(nims[0], table("nim:piles=[1,2]"))
