"""`outfox grade`: whether a student's solution of the Nim exercise is right, and how well it plays."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE, NEGATIVE
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine
from outfox.training.grading.settings import GradeSettings


def grade(
    file: str,
    /,
    *,
    settings: Annotated[GradeSettings, Parameter(name="*")] | None = None,
    json: bool = False,
) -> int:
    """Check a solution of the Nim exercise by what it does, and grade it by the exact answer.

    The file holds a class with choose_action(state, epsilon), update_q_value(state, action, old_q, reward, future),
    get_q_value(state, action) and best_future_reward(state), as many of them as there are, and train(games); or any
    object with choose_action(state); or a function from piles to (pile, count). It runs in a process with limits of
    time and memory. Each finding names a fault, the place, what was tried and what to look at; with one the exit code
    is 1.

    Parameters
    ----------
    file
        The solution, a Python file.
    json
        Print one JSON object.
    """
    with ProgressLine("grade") as line:
        line.listen()
        from outfox.training.grading.grade_file import grade_file

        found = grade_file(file, settings, progress=lambda text: line.share_or_not(None, text))
    show(found.to_dict(), str(found), json)
    return DONE if found.ok else NEGATIVE
