"""A function in a process of its own: its messages, its end, its limits."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from outfox.workers.confined import Confined, Ended

HERE = "tests.workers.confined_tasks"


def heard(entry: str, **request):
    with Confined(f"{HERE}:{entry}", request, watch=request.get("watch", "")) as process:
        return list(process.messages())


def test_messages_come_in_order_and_what_is_printed_does_not():
    assert heard("count", up_to=3) == [{"kind": "number", "number": k} for k in range(3)]


def test_input_is_empty():
    assert heard("ask") == [{"kind": "answer", "text": "EOFError"}]


@pytest.mark.parametrize(
    ("entry", "how"),
    [
        ("leave", "ended the process with code 7"),
        ("crash", "was aborted: out of memory?"),
        ("wait", "did not come back within 0.3 s"),
        ("talk", "did not come back within 0.3 s"),
    ],
)
def test_an_end_that_is_none_says_how_and_during_what(entry, how):
    if entry == "crash" and os.name != "posix":
        pytest.skip("ends by a signal")
    with pytest.raises(Ended, match="the step") as found:
        heard(entry)
    assert found.value.how == how
    assert found.value.doing == "the step"


@pytest.mark.parametrize("entry", ["wait", "talk"])
def test_the_line_of_the_watched_file_is_told(entry):
    from tests.workers import confined_tasks

    with pytest.raises(Ended, match=r"in line \d+$") as found:
        heard(entry, watch=confined_tasks.__file__)
    lines = Path(confined_tasks.__file__).read_text(encoding="utf-8").split("\n")
    assert "the line" in lines[found.value.line - 1]


@pytest.mark.parametrize("entry", ["tell_its_number_and_wait", "tell_of_a_child_and_wait"])
def test_leaving_ends_the_process_and_what_it_has_started(entry):
    with Confined(f"{HERE}:{entry}", {}) as process:
        number = next(process.messages())["number"]
    assert gone(number)


def gone(number: int, seconds: float = 5.0) -> bool:
    """Say whether a process ends in time; one that nobody has collected counts as ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(number, 0)
            status = Path(f"/proc/{number}/stat").read_text(encoding="ascii")
        except ProcessLookupError:
            return True
        except FileNotFoundError:  # no /proc here, or just gone
            status = ""
        if status.rpartition(")")[2].split()[:1] == ["Z"]:
            return True
        time.sleep(0.05)
    return False
