"""`outfox grade`: the report, the JSON, the exit code, one line for what cannot be graded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

STUDENTS = Path(__file__).resolve().parent.parent / "data" / "students"
CORRECT = STUDENTS / "correct.py"
KEYS = "format file name shape ok findings skipped won_states learned against_perfect_play first_player_can_win".split()


@pytest.fixture
def planted(tmp_path):
    """Return a function that writes the correct solution with one planted fault and returns its name."""

    def write(name: str) -> str:
        cases = json.loads((STUDENTS / "faults.json").read_text(encoding="utf-8"))
        case = next(case for case in cases if case["name"] == name)
        (tmp_path / "mine.py").write_text(CORRECT.read_text(encoding="utf-8").replace(case["old"], case["new"]))
        return "mine.py"

    return write


def test_a_correct_solution(command):
    found = command("grade", str(CORRECT), "--games", "100,1000", "--json").data
    assert list(found) == KEYS
    assert (found["ok"], found["findings"], found["won_states"]) == (True, [], 335)
    assert [one["games"] for one in found["learned"]] == [100, 1000]
    assert found["learned"][0]["correct"]["mean"] == pytest.approx(0.26, abs=0.02)
    assert found["against_perfect_play"][0] == {"wins": 0, "games": 50}
    assert found["first_player_can_win"] is False


def test_a_fault_is_one_finding_and_exit_code_1(command, planted):
    found = command("grade", planted("the maximum starts at 0"), "--games", "0", code=1)
    assert found.out.startswith("mine.py: NimAI (class): 1 fault found\n- maximum: mine.py:")
    assert "gave 0, not -0.2" in " ".join(found.out.split())
    assert max(map(len, found.out.split("\n"))) <= 80
    assert found.err == ""


def test_what_rests_on_a_fault_is_left_out(command, planted):
    name = planted("get reads another form of the state")
    found = command("grade", name, "--games", "0", "--json", code=1).data
    (finding,) = found["findings"]
    assert finding["fault"] == "keys"
    assert "('[0, 1, 2, 0]', (2, 1))" in finding["line"]
    assert found["skipped"] == [
        "best_future_reward", "best_future_reward without actions", "choose_action without exploring",
        "choose_action exploring",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["none.py"], "there is no file 'none.py'"),
        (["empty.py"], "empty.py has nothing to grade"),
        (["empty.py", "--name", "AI"], "empty.py has no 'AI'"),
        (["empty.py", "--games", "many"], "games are whole numbers"),
        (["empty.py", "--games", "-5"], "games are whole numbers"),
        (["empty.py", "--seconds", "0"], "seconds must be more than 0"),
        (["empty.py", "--seconds", "nan"], "seconds must be more than 0"),
        (["empty.py", "--seed", "-1"], "seed must be 0 or more"),
        (["text.txt"], "text.txt is no Python file"),
    ],
)
def test_mistakes_end_in_one_line(command, tmp_path, words, line):
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "text.txt").write_text("no Python\n")
    found = command("grade", *words, code=2)
    assert line in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_ends_it_in_one_line_and_leaves_no_process(tmp_path):
    (tmp_path / "slow.py").write_text(
        "import os, time\n\ndef move(piles):\n    open('pid', 'w').write(str(os.getpid()))\n    time.sleep(60)\n"
    )
    words = [sys.executable, "-m", "outfox", "grade", "slow.py"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    pid = tmp_path / "pid"
    waited = time.monotonic()
    while not (pid.exists() and pid.read_text()) and time.monotonic() - waited < 60:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "outfox: interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
