"""Programs as players: what they say counts, and what goes wrong with them costs them a game and no more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfox.arena import match, play_game
from outfox.players import Player, player
from outfox.players.base import PlayerFailed
from outfox.players.process_player import ProcessPlayer, ProcessSettings, command_of, from_command
from outfox.rules import IllegalAction, OutfoxError, UnknownName, load
from outfox.workers.seeds import root_seed

START = load("tic-tac-toe").start()
ENGINE = Path(__file__).with_name("engine_of_ones_own.py")


def spec(*arguments: str, settings: str = "") -> str:
    return f"process:{settings}{':' * bool(settings)}{ENGINE} {' '.join(arguments)}".strip()


@contextmanager
def seated(text: str, game: str = "tic-tac-toe"):
    one = player(text)
    one.start(load(game), 0, root_seed(1))
    yield one
    one.close()


# -- playing -----------------------------------------------------------------------------------------------


def test_a_program_plays():
    with seated(spec()) as one:
        assert isinstance(one, Player)
        position = load("tic-tac-toe").start().play(4)
        assert one.choose(position) == 0
        assert one.value == 0.25
        one.start(load("nim"), 1, root_seed(2))
        assert one.choose(load("nim").start()) == load("nim").start().legal[0], "one process, many games"


def test_a_program_that_wants_names():
    with seated(spec("names"), "nim") as one:
        start = load("nim").start()
        assert start.name(start.legal[0]) == "1 from pile 1", "a name with blanks"
        with pytest.raises(IllegalAction):
            one.choose(start)  # it splits the line at blanks, and answers half a name
    with seated(spec("names")) as one:
        assert one.choose(load("tic-tac-toe").start()) == 0


@pytest.mark.parametrize("game", ["connect-four:rows=4,cols=4", "pig:target=12", "cat-and-mouse:rows=3,cols=3"])
def test_our_own_players_are_the_same_at_the_end_of_a_pipe(game):
    """The seed goes with the game: a search in another process chooses what it would choose here."""
    inside, other = "mcts:simulations=30", "random"
    outside = f"process:outfox engine {game} --player {inside}"
    here = match(game, inside, other, games=4, seed=3, max_plies=40)
    there = match(game, outside, other, games=4, seed=3, max_plies=40)
    assert [record.actions for record in here.records] == [record.actions for record in there.records]
    assert here.distinct_games > 1
    assert there.records[0].players == (outside, "random")


def test_from_the_middle_too():
    game = load("tic-tac-toe")
    for start in (game.start().play("b2"), game.parse(game.start().play("b2").text)):
        records = [
            play_game(game, (one, player("random")), seed=5, start=start)
            for one in (player("mcts:simulations=20"), player(spec()))
        ]
        assert all(record.ending == "normal" for record in records)


class Canned:
    """A program that says what it is given, then ends."""

    def __init__(self, lines):
        self.lines, self.closed = list(lines), False

    def say(self, line):
        pass

    def hear(self, until):
        if not self.lines:
            raise PlayerFailed("its program ended")
        return self.lines.pop(0)

    def close(self, *, politely=True):
        self.closed = True


def canned(*lines: str, names: bool = False) -> ProcessPlayer:
    one = ProcessPlayer(["canned"])
    one._process = Canned(lines)
    one._teller.wanted.names = names
    return one


LINES = st.text() | st.sampled_from(["info value 0.5", "info", "bestmove 4", "bestmove a3", "bestmove", "ok", ""])


@given(st.lists(LINES, max_size=4), st.booleans())
def test_whatever_a_program_says_is_an_action_or_a_lost_game(lines, names):
    start = START
    with suppress(PlayerFailed, IllegalAction):
        assert canned(*lines, names=names).choose(start) in start.legal


def test_what_it_says_of_itself_is_printable():
    with pytest.raises(PlayerFailed, match=r"^says: red \[31malert$"):
        canned("error red\x1b[31malert").choose(load("tic-tac-toe").start())


@pytest.mark.parametrize(
    ("answer", "name"),
    [('"2 from pile 3"', "2 from pile 3"), ("2 from pile 3", "2 from pile 3"), ("2 FROM PILE 3 ", "2 from pile 3")],
)
def test_names_with_blanks_in_an_answer(answer, name):
    start = load("nim").start()
    assert start.name(canned(f"bestmove {answer}", names=True).choose(start)) == name


@pytest.mark.parametrize("answer", ["9" * 5000, "٤", "-1", "4.0", "4 5", '"', "0x4"])
def test_what_is_no_code(answer):
    with pytest.raises(IllegalAction, match="is no code of an action"):
        canned(f"bestmove {answer}").choose(load("tic-tac-toe").start())


# -- what goes wrong ---------------------------------------------------------------------------------------

FAULTS = {
    "crash": ("failed", "its program ended with exit code 3; its stderr ends: out of ideas"),
    "hang": ("timeout", "did not answer within 0.5 s"),
    "nonsense": ("illegal", "said 'I think that I shall pass', not bestmove"),
    "illegal": ("illegal", "'4711' is not legal for x after 2 plies; legal: "),
    "no-move": ("illegal", "bestmove '' is no code of an action"),
    "deaf": ("failed", "its program closed its output"),
    "says-why": ("failed", "says: this is no game for me"),
    "flood": ("illegal", "said 'xxx"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_loses_the_game_and_the_match_goes_on(fault):
    ending, reason = FAULTS[fault]
    bad = spec(fault, settings="limit=0.5")
    result = match("tic-tac-toe", bad, "random", games=3, seats="fixed", seed=1)
    assert result.games == 3
    assert result.endings == {ending: 3}, "each game begins with a program that works"
    assert result.wins == [0, 3]
    assert f"{bad} as x: {reason}" in result.records[0].reason
    assert all(record.plies == 2 for record in result.records)
    assert reason.split(";")[0][:20] in str(result).replace("\n   ", " ")


def test_as_the_second_player_it_loses_to_the_first():
    result = match("tic-tac-toe", "random", spec("crash", "1"), games=1, seats="fixed")
    assert (result.wins, result.records[0].payoff) == ([1, 0], 1.0)


def test_a_program_that_cannot_begin_is_said_before_the_match():
    with pytest.raises(OutfoxError, match=r"engine_of_ones_own.py crash-at-once: its program ended with exit code 1"):
        match("tic-tac-toe", spec("crash-at-once"), "random", games=2)
    with pytest.raises(OutfoxError, match=r"did not get ready for a game within 0.3 s"):
        match("tic-tac-toe", spec("never-ready", settings="start=0.3"), "random", games=2)
    with pytest.raises(OutfoxError, match=r"says: this engine plays nim .* not tic-tac-toe with key"):
        match("tic-tac-toe", "process:outfox engine nim", "random", games=2)


def test_time_is_told_and_stop_is_said():
    with seated(spec("stopped", "1", settings="seconds=0.1,limit=20")) as one:
        before = time.monotonic()
        assert one.choose(load("tic-tac-toe").start()) == 0
        assert 0.09 < time.monotonic() - before < 10


def test_a_search_without_end_is_stopped():
    endless = "mcts:simulations=0,seconds=1000,solver=false"
    with seated(f"process:seconds=0.2,limit=30:outfox engine connect-four --player {endless}", "connect-four") as one:
        position = load("connect-four").start()
        assert one.choose(position) in position.legal
        position = position.play(3).play(3)
        assert one.choose(position) in position.legal, "and goes on"
        assert one.value is not None


def test_a_failure_can_be_sent_to_another_process():
    import pickle

    failure = pickle.loads(pickle.dumps(PlayerFailed("gone", "timeout")))
    assert (str(failure), failure.ending) == ("gone", "timeout")


# -- nothing is left ---------------------------------------------------------------------------------------


def rows(mark: str) -> list[str]:
    """Return the command lines of processes that hold a mark."""
    found = subprocess.run(["ps", "-eww", "-o", "pid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    return [row for row in found.splitlines() if mark in row]


def left(mark: str) -> list[str]:
    """Return what `rows` finds once those that are about to end have had time to."""
    for _ in range(50):
        if not rows(mark):
            break
        time.sleep(0.1)
    return rows(mark)


def test_closing_ends_the_program():
    one = player(spec())
    one.start(load("tic-tac-toe"), 0, root_seed(1))
    assert one._process is not None
    pid = one._process.pid
    os.kill(pid, 0)
    one.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    one.start(load("tic-tac-toe"), 0, root_seed(1))
    assert one.choose(load("tic-tac-toe").start()) == 0, "it can be started again"
    one.close()


def test_forgetting_a_player_ends_its_program():
    one = player(spec())
    one.start(load("tic-tac-toe"), 0, root_seed(1))
    pid = one._process.pid
    del one
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_no_process(tmp_path, workers):
    """Also where the program does not listen, and in workers."""
    mark = f"{tmp_path.name}-engine.py"
    engine = tmp_path / mark
    engine.write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    words = ["match", "tic-tac-toe", f"process:limit=500:{engine} hang", "random", "--games", "10"]
    process = subprocess.Popen(
        [sys.executable, "-m", "outfox", *words, "--workers", str(workers)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=tmp_path,
    )  # fmt: skip
    for _ in range(200):
        if len([row for row in rows(mark) if "outfox" not in row]) >= workers:
            break
        time.sleep(0.1)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "0 games" in out
    assert left(mark) == []


# -- specs -------------------------------------------------------------------------------------------------


def test_paths_with_blanks(tmp_path):
    folder = tmp_path / "my engines"
    folder.mkdir()
    path = folder / "an engine.py"
    path.write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    for text in (f"process:{path}", f'process:"{path}" crash 50', f"process:limit=5:'{path}'"):
        with seated(text) as one:
            assert one.choose(load("tic-tac-toe").start()) == 0
            assert one.name == text
    assert command_of(str(path)) == [sys.executable, str(path)]


def test_settings_stand_before_the_command():
    assert from_command("seconds=2,limit=9:outfox engine nim").settings == ProcessSettings(2.0, 9.0, 120.0)
    assert from_command("outfox engine nim:piles=[1,2]").settings == ProcessSettings()
    assert from_command("outfox engine nim:piles=[1,2]").command[1:] == ["-m", "outfox", "engine", "nim:piles=[1,2]"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("process:./no-such-engine", "there is no program './no-such-engine'"),
        ("process:no-such-engine.py", "there is no file 'no-such-engine.py'"),
        ("process:", "process needs a program"),
        ("process:'./open", "No closing quotation"),
        ("process:secs=1:outfox engine nim", "'secs=1' is no setting; there are seconds=0.0, limit=60.0, start=120.0"),
        ("process:limit=0:outfox engine nim", "'limit=0' is no setting"),
        ("process:limit=soon:outfox engine nim", "'limit=soon' is no setting"),
    ],
)
def test_wrong_specs_say_what_exists(text, message):
    with pytest.raises(UnknownName, match=message):
        player(text)


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_file_that_is_no_program(tmp_path):
    path = tmp_path / "engine"
    path.write_text("no program", encoding="utf-8")
    with pytest.raises(UnknownName, match="may not be executed"):
        player(f"process:{path}")
    path.chmod(0o755)
    with pytest.raises(PlayerFailed, match="cannot be started"):
        player(f"process:{path}").start(load("nim"), 0, root_seed(0))
