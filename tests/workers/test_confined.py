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
    ],
)
def test_an_end_that_is_none_says_how_and_during_what(entry, how):
    if entry == "crash" and os.name != "posix":
        pytest.skip("ends by a signal")
    with pytest.raises(Ended, match="the step") as found:
        heard(entry)
    assert found.value.how == how
    assert found.value.doing == "the step"


def test_the_line_of_the_watched_file_is_told():
    from tests.workers import confined_tasks

    with pytest.raises(Ended, match=r"in line \d+$") as found:
        heard("wait", watch=confined_tasks.__file__)
    lines = Path(confined_tasks.__file__).read_text(encoding="utf-8").split("\n")
    assert "the line" in lines[found.value.line - 1]


def test_leaving_ends_the_process():
    with Confined(f"{HERE}:tell_its_number_and_wait", {}) as process:
        number = next(process.messages())["number"]
    time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
