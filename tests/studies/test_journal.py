"""games.jsonl: whole lines count, halves do not, other studies are refused."""

from __future__ import annotations

import pytest

from outfox.rules import load
from outfox.studies.journal import NAME, Journal, OtherStudy
from outfox.studies.plan import identity
from tests.studies.helpers import plan, played


def same(seed=1, **changes):
    return identity(load("nim"), plan(**changes), seed)


@pytest.fixture
def kept(tmp_path):
    journal = Journal(tmp_path, same())
    for number in range(5):
        journal.add(played(number, 1.0))
    return tmp_path / NAME


def test_games_come_back(kept):
    assert Journal(kept.parent, same()).games == [played(number, 1.0) for number in range(5)]


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_a_half_line_is_dropped(kept, cut):
    content = kept.read_bytes()
    kept.write_bytes(content[:-cut])
    journal = Journal(kept.parent, same())
    assert len(journal.games) == 4
    journal.add(played(4, 1.0))
    assert kept.read_bytes() == content


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b"[1]", b'{"task":3}', b""])
def test_games_after_a_damaged_line_are_played_again(kept, line):
    lines = kept.read_bytes().splitlines(keepends=True)
    lines[3] = line + b"\n"
    kept.write_bytes(b"".join(lines))
    assert len(Journal(kept.parent, same()).games) == 2
    assert len(kept.read_bytes().splitlines()) == 3


def test_a_half_first_line_begins_anew(kept):
    kept.write_bytes(kept.read_bytes()[:20])
    assert Journal(kept.parent, same()).games == []
    assert kept.read_bytes().endswith(b"\n")


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (same(seed=2), "a study with seed 1, not 2: choose another folder, or delete it"),
        (same(name="large"), "a study with plan small, not large"),
        (same(games=3), "a study with another plan of the same name"),
        (same() | {"search": "another"}, "a study played by another version of the search: choose"),
        (same() | {"rules_key": "another"}, "a study of other rules under the same name: choose"),
        (identity(load("nim:piles=[1]"), plan(), 1), r"a study with game nim, not nim:piles=\[1\]"),
    ],
)
def test_another_study_is_refused_and_left_alone(kept, other, said):
    before = kept.read_bytes()
    with pytest.raises(OtherStudy, match=said):
        Journal(kept.parent, other)
    assert kept.read_bytes() == before


def test_another_file_is_refused(kept):
    kept.write_text('{"a": 1}\n')
    with pytest.raises(OtherStudy, match="holds no games of a study"):
        Journal(kept.parent, same())


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    journal = Journal(None, same())
    journal.add(played(0, 1.0))
    assert len(journal.games) == 1
    assert not list(tmp_path.iterdir())
