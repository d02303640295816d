"""A user's file that loops, eats memory, crashes or does not load ends in one finding, and no worse."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outfox.kernel.check import check
from outfox.kernel.guard import Limits, guarded_check
from outfox.rules import UnknownName, load

DATA = Path(__file__).parent.parent / "data" / "check"
TIGHT = Limits(step_seconds=0.5, memory=300 * 2**20)
FEW = {"games": 3, "states": 100, "compiled": False}


def only_finding(file: str, limits: Limits = TIGHT):
    report = guarded_check(DATA / f"{file}.py", limits=limits, **FEW)
    assert [finding.severity for finding in report.findings] == ["error"], str(report)
    finding = report.findings[0]
    assert "\n" not in finding.message
    return report, finding


def test_a_check_in_a_process_of_its_own_finds_the_same() -> None:
    stages: list[str] = []
    report = guarded_check(DATA / "crowded.py", **FEW, progress=lambda stage, done, total: stages.append(stage))
    assert report.findings == check(load(DATA / "crowded.py"), **FEW).findings
    assert report.counts.complete
    assert {"states", "actions", "text"} <= set(stages)


def test_parameters_reach_the_game() -> None:
    report = guarded_check(DATA / "sound.py", parameters={"target": 4}, **FEW)
    assert report.game.endswith("sound.py:target=4")
    assert report.findings == ()


def test_an_endless_loop_is_shown_with_its_line_and_state() -> None:
    report, finding = only_finding("endless_loop")
    assert finding.law == "limits"
    assert finding.message.startswith(("endless_loop.py:22: legal_actions", "endless_loop.py:23: legal_actions"))
    assert (finding.line, finding.state) == (("+3", "+3"), "6 first")
    assert report.stopped == "limits"
    assert report.counts.states > 1


def test_a_file_that_loops_while_it_is_loaded() -> None:
    _, finding = only_finding("endless_load")
    assert finding.message.startswith(("endless_load.py:7: loading", "endless_load.py:8: loading"))


def test_memory_without_end() -> None:
    _, finding = only_finding("eats_memory")
    assert finding.law in ("runs", "limits")
    assert "emory" in finding.message
    assert finding.message.startswith("eats_memory.py:4")
    assert finding.line == ("+3", "+3")


def test_a_crash_of_the_process() -> None:
    report, finding = only_finding("crashes", Limits())
    assert finding.law == "limits"
    assert "crashed" in finding.message
    assert "while: text" in finding.message
    assert report.counts.states == 20  # what was known before


def test_a_file_that_does_not_load() -> None:
    report, finding = only_finding("does_not_load")
    assert finding.law == "loads"
    assert finding.message == "does_not_load.py: declares no ACTIONS; every game needs it"
    assert not report.stopped


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match=r"there is no file"):
        guarded_check(DATA / "nowhere.py")


@pytest.mark.slow
def test_what_nothing_can_interrupt_is_ended_from_outside() -> None:
    _, finding = only_finding("deaf_loop")
    assert "gave no sign of life" in finding.message
    assert "while: text" in finding.message


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_gives_a_report_of_what_is_known() -> None:
    script = (
        "from outfox.kernel.guard import guarded_check\n"
        "def tell(stage, done, total): print(stage, flush=True)\n"
        "report = guarded_check('othello', games=1000, compiled=False, progress=tell)\n"
        "print('stopped', report.stopped, report.counts.states > 100, report.ok)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            if line.strip() == "plies":
                break
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        last = list(lines)[-1]
    assert last.split() == ["stopped", "interrupted", "True", "True"]
    assert process.wait(10) == 0
    assert time.monotonic() - asked < 10
