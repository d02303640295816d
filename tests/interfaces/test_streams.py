"""Streams: results on stdout, the rest on stderr, colours and progress only where somebody sees them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time

import pytest

from outfox.interfaces.cli import output
from outfox.interfaces.cli.interrupts import Interrupts
from outfox.interfaces.cli.progress import ProgressLine

RUN = [sys.executable, "-m", "outfox"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals are of POSIX")


# -- Ctrl-C --------------------------------------------------------------------------------------------------


def interrupted(words: list[str], seconds: float, folder, environment=None) -> tuple[int, str, str]:
    """Run a command, press Ctrl-C after some seconds, and return its exit code and streams."""
    process = subprocess.Popen(
        [*RUN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def until_known(words: list[str], few: str, many: str, folder, known: str) -> str:
    """Interrupt a command later and later, until something is known by then; each time it must end well.

    Its last word is `many`; with `few` in its place it is run before, so that what it needs is compiled.
    """
    subprocess.run([*RUN, *words, few], capture_output=True, cwd=folder, check=True)
    for seconds in (1.5, 3, 6, 12, 24):
        code, out, err = interrupted([*words, many], seconds, folder)
        assert code == 130, err
        if known in out:
            assert err == ""
            return out
        assert err.count("\n") <= 1, err
    raise AssertionError("nothing was known after 24 seconds")


@posix
def test_search_prints_what_it_knows(tmp_path):
    words = ["search", "tic-tac-toe", "--solver", "false", "--json", "--simulations"]
    out = until_known(words, "10", "1000000000", tmp_path, '"stopped": "interrupted"')
    assert out.count("\n") == 1


@posix
def test_match_prints_what_it_knows(tmp_path):
    words = ["match", "tic-tac-toe", "mcts:simulations=300", "random", "--games"]
    out = until_known(words, "2", "1000000", tmp_path, "A scores")
    assert "Interrupted: 1,000,000 games were planned" in out


@posix
def test_perft_prints_what_it_knows(tmp_path):
    out = until_known(["perft", "connect-four"], "2", "14", tmp_path, "interrupted: these are counts so far")
    assert out.startswith("plies")


@posix
def test_ctrl_c_while_it_compiles(tmp_path):
    """The compiler drops some interrupts and fails instead: none of that is seen."""
    environment = {**os.environ, "OUTFOX_CACHE": str(tmp_path)}
    for seconds in (0.9, 1.3):
        code, out, err = interrupted(["search", "nim"], seconds, tmp_path, environment)
        assert (code, out, err) == (130, "", "outfox: interrupted\n")


def press_in_a_callback() -> None:
    """Press Ctrl-C where Python calls back from C: nothing can be raised there."""

    def called() -> None:
        signal.raise_signal(signal.SIGINT)

    ctypes.CFUNCTYPE(None)(called)()


def press_in(module: str) -> None:
    """Press Ctrl-C in code of this module, which catches whatever is raised and goes on."""
    names = {"__name__": module, "press": lambda: signal.raise_signal(signal.SIGINT)}
    exec("def catch():\n    try:\n        press()\n    except BaseException:\n        pass", names)
    names["catch"]()


@posix
@pytest.mark.parametrize("press", [press_in_a_callback, lambda: press_in("numpy.trial")])
def test_what_others_drop_is_given_again(press, capfd):
    with Interrupts() as interrupts:
        press()
        assert interrupts.pressed
        with pytest.raises(KeyboardInterrupt):
            time.sleep(10)
    assert capfd.readouterr() == ("", "")


@posix
def test_what_our_code_catches_is_not_given_again():
    with Interrupts() as interrupts:
        press_in("outfox.trial")
        assert interrupts.pressed
        time.sleep(0.5)


@posix
@pytest.mark.parametrize("moment", [0.15, 0.4])
def test_at_any_moment_there_is_no_traceback(tmp_path, moment):
    words = ["search", "othello", "--simulations", "1000000000"]
    code, _, err = interrupted(words, moment, tmp_path)
    if code == -signal.SIGINT:
        pytest.skip("Python itself was still starting")
    assert code == 130
    assert err.count("\n") <= 1


# -- pipes ---------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["--help"], ["perft", "tic-tac-toe", "2"]])
def test_a_reader_that_leaves_is_no_error(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*RUN, *words], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_the_characters(encoding, tmp_path):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    words = ["play", "tic-tac-toe", "--against", "random", "--seed", "1"]
    done = subprocess.run(
        [*RUN, *words], input=b"b2\nquit\n", capture_output=True, env=environment, cwd=tmp_path, check=True
    )
    shown = done.stdout.decode(encoding)
    assert "|[" in shown
    assert "+---+" in shown
    assert "misere" in subprocess.run(
        [*RUN, "games", "nim"], capture_output=True, env=environment, check=True
    ).stdout.decode(encoding)


def test_no_terminal_no_colours_no_progress(tmp_path, environment):
    """Nothing but the result is written where both streams are pipes."""
    words = ["search", "tic-tac-toe", "--simulations", "20000", "--c", "9", "--solver", "false"]
    done = subprocess.run([*RUN, *words], capture_output=True, text=True, env=environment, cwd=tmp_path, check=True)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.split("\n"))) <= 80


# -- the progress line ---------------------------------------------------------------------------------------


class Screen:
    """A standard error that is a terminal, or not, and keeps what is written."""

    encoding = "utf-8"

    def __init__(self, terminal: bool) -> None:
        self.terminal, self.text = terminal, ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")

    def made(terminal: bool) -> Screen:
        one = Screen(terminal)
        monkeypatch.setattr(sys, "stderr", one)
        return one

    return made


def test_progress_shows_what_is_done_and_the_time_left(screen, monkeypatch):
    shown = screen(terminal=True)
    monkeypatch.setattr("outfox.interfaces.cli.progress._PATIENCE", 0.0)
    with ProgressLine("search") as line:
        for share in (0.1, 0.5, 0.9):
            line.share(share, f"{share:.0%} of all")
            time.sleep(0.15)
    assert "search: 90% of all" in shown.text
    assert "0:00" in shown.text or "--:--" in shown.text


def test_no_progress_without_a_terminal(screen):
    shown = screen(terminal=False)
    with ProgressLine("search") as line:
        line.share(0.5, "half")
        line.announce("compiling simulate for nim (first use)")
    assert shown.text == ""


def test_a_compilation_announces_itself(screen):
    shown = screen(terminal=True)
    with ProgressLine("search") as line:
        line.announce("compiling simulate for nim (first use)")
        time.sleep(0.2)
    assert "compiling simulate for nim (first use)" in shown.text


@pytest.mark.parametrize("terminal", [True, False])
def test_a_cache_that_cannot_be_written_is_told_always(screen, terminal):
    shown = screen(terminal)
    with ProgressLine("search") as line:
        line.announce("the cache at /x cannot be written (No space left): compiling for this run only")
    assert "outfox: the cache at /x cannot be written" in shown.text


def test_what_is_done_at_once_shows_no_line(screen):
    shown = screen(terminal=True)
    with ProgressLine("search") as line:
        line.share(1.0, "done")
    assert shown.text == ""


# -- JSON and tables -----------------------------------------------------------------------------------------


def test_json_has_no_nan(capsys):
    output.show({"value": float("nan"), "list": [float("inf"), 1.0]}, "", True)
    assert capsys.readouterr().out == '{"value": null, "list": [null, 1.0]}\n'


def test_json_of_numpy_numbers(capsys):
    import numpy as np

    output.show({"a": np.int64(3), "b": np.arange(2), "c": (np.float64(0.5), np.bool_(True))}, "", True)
    assert capsys.readouterr().out == '{"a": 3, "b": [0, 1], "c": [0.5, true]}\n'


def test_tables_fit(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = output.table([("name", "x" * 100), ("n", "y")])
    assert [len(line) for line in lines] == [40, 7]
    assert lines[0].endswith("...")
    assert max(map(len, output.in_columns(["a" * 30] * 5))) <= 40


def test_colours_follow_no_color_and_the_terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert output.coloured(Screen(terminal=True))
    assert not output.coloured(Screen(terminal=False))
    monkeypatch.setenv("TERM", "dumb")
    assert not output.coloured(Screen(terminal=True))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.coloured(Screen(terminal=True))
