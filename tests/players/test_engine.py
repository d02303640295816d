"""The other end of the line: what `outfox engine` answers."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfox.players import player
from outfox.players.engine import serve
from outfox.players.protocol import (
    NewGame,
    ProtocolError,
    Teller,
    Wanted,
    quoted,
    read_newgame,
    read_position,
    read_seed,
    words,
    write_seed,
)
from outfox.rules import OutfoxError, load
from outfox.workers.seeds import root_seed, task_seed

BOTS = "tests/players/bots.py"


def answers(lines: str, game: str = "tic-tac-toe", spec: str = f"{BOTS}:first_legal") -> list[str]:
    out = io.StringIO()
    serve(load(game), player(spec), io.StringIO(lines), out)
    return out.getvalue().splitlines()


def test_a_whole_conversation():
    key = load("tic-tac-toe").rules_key
    said = answers(
        f"outfox 1\nnewgame seat 0 seed 7/3,0 rules {key} game tic-tac-toe\nisready\n"
        "position start 0\ngo\nposition start 0 moves 0 1\ngo\nquit\nisready\n"
    )
    assert said[0] == f"id name {BOTS}:first_legal"
    assert said[1].startswith("id version outfox ")
    assert said[2:] == ["ok", "readyok", "bestmove 0", "bestmove 2"]


def test_a_lazy_host_may_begin_with_go():
    assert answers("go\n") == ["bestmove 0"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("outfox 2", "error this is version 1 of the protocol, not '2'"),
        ("newgame seat 5", "error 'newgame seat 5'; write newgame seat 0 seed 7/3,0 rules KEY game SPEC"),
        ("newgame rules 12 game nim", "error this engine plays tic-tac-toe (key "),
        ("newgame seed seven", "error 'seven' is no seed; write for example 7/3,0"),
        ("position", "error no position: 'position'; write position start 0 moves 4 2"),
        ("position start 1", "error tic-tac-toe has no start '1'; there are 1"),
        ("position start 0 moves a3", "error a move is the code of an action, not 'a3'"),
        ("position start 0 moves 9", "error '9' is not legal for x after 0 plies; legal: a3, b3"),
        ("position start 0 plays 4", "error after a position come moves, not 'plays'"),
        ('position text "', "error a quote is not closed"),
        ('position text "odd"', "error "),
        ("position start 0 moves 0 3 1 4 2\ngo", "error there is nothing to choose in this position"),
        ("go movetime soon", "error go movetime takes milliseconds"),
        ("hello there", "info string there is no 'hello'; there are outfox, isready, newgame, position, go"),
        ("\n\nstop\nisready", "readyok"),
    ],
)
def test_what_makes_no_sense_is_said_and_survived(lines, answer):
    said = answers(lines + "\nposition start 0\ngo\n")
    assert said[0].startswith(answer)
    assert said[-1] == "bestmove 0"


def test_a_position_as_text():
    position = load("tic-tac-toe").start().play(4)
    (told,) = Teller().lines(load("tic-tac-toe").parse(position.text))
    assert told.startswith("position text ")
    assert answers(f"{told}\ngo\n{told} moves 0\ngo\n") == ["bestmove 0", "bestmove 1"]


def test_an_illegal_choice_is_an_error():
    assert answers("position start 0 moves 0 1\ngo\n", spec=f"{BOTS}:illegal")[0].startswith("error '10000' is not")


def test_a_search_says_its_value():
    said = answers("go\n", "nim:piles=[3,1]", "mcts:simulations=300")
    assert said[0] == "info value 1.0"
    assert said[1].startswith("bestmove ")


def test_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "outfox", "engine", "tic-tac-toe", "--player", "random"],
        input="outfox 1\ngo\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[2] == "ok"
    assert done.stdout.splitlines()[3].startswith("bestmove ")
    assert done.stderr == ""


# -- lines -------------------------------------------------------------------------------------------------


@given(st.lists(st.text(min_size=1), min_size=1))
def test_words_come_back(texts):
    line = " ".join(quoted(text) for text in texts)
    assert "\n" not in line
    assert words(line) == texts


@given(st.text())
def test_any_line_is_split_or_refused(line):
    with suppress(ProtocolError):
        assert all(isinstance(word, str) for word in words(line))


@given(st.integers(0, 2**128), st.lists(st.integers(0, 2**32 - 1), max_size=3))
def test_seeds_come_back(entropy, task):
    seed = task_seed(root_seed(entropy), *task)
    again = read_seed(write_seed(seed))
    assert (again.entropy, again.spawn_key) == (seed.entropy, seed.spawn_key)


def test_newgame_comes_back():
    told = NewGame(1, "7/3,0", "0123", "my game.py:name=a b")
    assert read_newgame(str(told)) == told


@pytest.mark.parametrize("spec", ["nim", "pig:target=10", "tic-tac-toe"])
def test_positions_come_back(spec):
    game, teller = load(spec), Teller()
    position = game.start()
    while not position.is_terminal and len(position.history) < 20:
        assert read_position(game, teller.lines(position)[0]).history == position.history
        position = position.play(position.legal[-1] if position.legal else position.chance[-1][0])


def test_what_an_engine_asks_for():
    game = load("nim:piles=[1,2]")
    wanted = Wanted()
    for word in ("names", "legal", "text"):
        wanted.ask(word)
    with pytest.raises(OutfoxError, match="there is no use 'colours'; there are names, legal, text"):
        wanted.ask("colours")
    teller = Teller(wanted)
    first, second = game.start(), game.start().play("1 from pile 1")
    assert teller.lines(first)[0] == "position start 0 moves"
    position, legal, text = teller.lines(second)
    assert position == 'position start 0 moves "1 from pile 1"'
    assert legal == 'legal "1 from pile 2" "2 from pile 2"'
    assert text.startswith('text "')
    third = second.play("1 from pile 2")
    assert teller.lines(third)[0] == 'position start 0 moves "1 from pile 1" "1 from pile 2"'
    assert teller.lines(game.start().play("2 from pile 2"))[0] == 'position start 0 moves "2 from pile 2"', "anew"
