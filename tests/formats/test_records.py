"""Game records are read back as they were written, or refused."""

from __future__ import annotations

import dataclasses
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfox.arena import play_game
from outfox.formats import (
    GameRecord,
    load_records,
    read_jsonl,
    read_text,
    replay,
    save_records,
    write_jsonl,
    write_text,
)
from outfox.players import player
from outfox.rules import DamagedFile, load

PLIES = st.lists(st.tuples(st.integers(0, 65_535), st.text(max_size=12)), max_size=30)


@st.composite
def records(draw):
    plies = draw(PLIES)
    return GameRecord(
        game=draw(st.text()),
        rules_key=draw(st.text()),
        players=(draw(st.text()), draw(st.text())),
        payoff=draw(st.floats(allow_nan=False, allow_infinity=False)),
        ending=draw(st.sampled_from(["normal", "endless", "max_plies", "illegal"])),
        reason=draw(st.text()),
        actions=tuple(action for action, _ in plies),
        names=tuple(name for _, name in plies),
        opening=draw(st.integers(0, 30)),
        seed=draw(st.integers(0, 2**128)),
        task=tuple(draw(st.lists(st.integers(0, 2**32 - 1), max_size=3))),
        start=draw(st.none() | st.integers(0, 1000)),
        position=draw(st.text()),
        version=draw(st.text()),
    )


@given(st.lists(records(), max_size=3))
def test_text_is_read_back(games):
    assert read_text(write_text(games)) == games


@given(st.lists(records(), max_size=3))
def test_json_lines_are_read_back(games):
    assert read_jsonl(write_jsonl(games)) == games


@given(st.text() | records().map(lambda record: write_text([record])[3:]))
def test_other_text_is_refused(text):
    with suppress(DamagedFile):
        read_text(text)


@given(st.text() | records().map(lambda record: write_jsonl([record])[3:]))
def test_other_lines_are_refused(text):
    if text.strip("\n \t\r"):
        with pytest.raises(DamagedFile, match="line"):
            read_jsonl(text)


def played(spec: str = "pig:target=20") -> GameRecord:
    return play_game(load(spec), (player("random"), player("random")), seed=4)


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_files(tmp_path, name):
    games = [played(), played("nim"), played("starve-the-fox")]
    save_records(tmp_path / name, games)
    assert load_records(tmp_path / name) == games


def test_the_text_fits_the_screen_and_has_names():
    text = write_text([played("nim:piles=[1,2]")])
    assert text.startswith('[game "nim:piles=[1,2]"]\n[rules-key "')
    assert '\n\n3:"2 from pile 2" 0:"1 from pile 1"\n' in text
    assert all(len(line) <= 80 for line in write_text([played("starve-the-fox")]).splitlines())


@pytest.mark.parametrize("spec", ["pig:target=20", "cat-and-mouse:rows=3,cols=3", "dots-and-boxes"])
def test_replay_reaches_the_end(spec):
    record = played(spec)
    *_, last = replay(record)
    assert last.history == record.actions
    if record.ending == "normal":
        assert last.payoff == record.payoff


def test_replay_refuses_other_rules_and_other_actions():
    record = played("nim")
    with pytest.raises(DamagedFile, match="other rules"):
        list(replay(record, load("nim:misere=false")))
    twice = dataclasses.replace(record, actions=(27, 27), names=("7 from pile 4", "7 from pile 4"))
    with pytest.raises(DamagedFile, match="ply 2 of a recorded game of nim: '27' is not legal for second"):
        list(replay(twice))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1 of a record is neither a header nor plies: 'hello'"),
        ('[game "nim"]\n\n1:a 2', "line 3"),
        ('[game "nim"]\n[seed "1"]', "has no payoff"),
        ('[game "nim"]\n[seed "1"]\n[payoff "much"]', "could not convert"),
        ('[game "nim"]\n[seed "1"]\n[payoff "nan"]', "payoff nan"),
        ("1:a", "has no"),
    ],
)
def test_damage_is_named(tmp_path, text, message):
    (tmp_path / "games.txt").write_text(text, encoding="utf-8")
    with pytest.raises(DamagedFile, match=f"games.txt: .*{message}"):
        load_records(tmp_path / "games.txt")


def test_binary_files_are_refused(tmp_path):
    (tmp_path / "games.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedFile, match="not a text file"):
        load_records(tmp_path / "games.jsonl")


def test_names_and_actions_belong_together():
    line = write_jsonl([played("nim")]).replace('"names":[', '"names":["x",')
    with pytest.raises(DamagedFile, match=r"line 1: .* names"):
        read_jsonl(line)
