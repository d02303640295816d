"""`grade_file`: a student's solution of the Nim exercise, checked by what it does and graded by the exact answer.

The exercise: misère Nim with piles of 1, 3, 5 and 7, learned by Q-learning from games of self-play. The file holds a
class with some of `q`, `get_q_value(state, action)`, `update_q_value(state, action, old_q, reward, future)`,
`best_future_reward(state)`, `choose_action(state, epsilon)` and a function `train(games)`; or any object with
`choose_action(state)`; or a function from piles to (pile, count). It runs in a process of its own with limits.

Checks ask methods for answers that follow from the exercise, each in a state with few actions whose values are put into
the table first; they read no source text. Training is compared with a correct learner's after as many games.

Status: measured (every fault is planted in a correct solution by the tests, and found).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outfox.training.grading.finding import Finding
from outfox.training.grading.nim import won_states
from outfox.training.grading.practice import Practice
from outfox.training.grading.reference import Reference, reference
from outfox.training.grading.settings import GradeSettings
from outfox.training.grading.student_file import Unusable
from outfox.workers.confined import Confined, Ended

Progress = Callable[[str], None]

INSIDE = "outfox.training.grading.inside:run"


@dataclass(frozen=True)
class FileGrade:
    """What is known about a solution; prints as a report.

    Attributes
    ----------
    file, name, shape
        What was graded; shape is ``class``, ``object`` or ``function``.
    findings
        The faults.
    practice
        What it is worth after training, by games; one entry of 0 games where it does not learn.
    correct
        What a correct learner reaches after as many games, in the order of `practice`; None for 0 games.
    skipped
        Checks that were left out because what they rest on has a fault.
    seats
        Games won against perfect play and games played, by seat; None where it made an illegal move or was not asked.
    """

    file: str
    name: str
    shape: str
    findings: tuple[Finding, ...]
    practice: tuple[Practice, ...]
    correct: tuple[Reference | None, ...]
    skipped: tuple[str, ...]
    seats: tuple[tuple[int, int] | None, tuple[int, int] | None]

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""
        return not self.findings

    def __str__(self) -> str:
        from outfox.training.grading.text import report

        return report(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the grade with its stable keys."""
        learned = [
            {**one.to_dict(), "correct": None if right is None else right.to_dict()}
            for one, right in zip(self.practice, self.correct, strict=True)
        ]
        seats = [None if seat is None else {"wins": seat[0], "games": seat[1]} for seat in self.seats]
        return {
            "format": "outfox-file-grade-1",
            "file": self.file,
            "name": self.name,
            "shape": self.shape,
            "ok": self.ok,
            "findings": [finding.to_dict() for finding in self.findings],
            "skipped": list(self.skipped),
            "won_states": len(won_states()),
            "learned": learned,
            "against_perfect_play": seats,
            "first_player_can_win": False,
        }


def grade_file(
    path: str | Path, settings: GradeSettings | None = None, *, progress: Progress | None = None
) -> FileGrade:
    """Check and grade a solution.

    Parameters
    ----------
    path
        The file.
    settings
        Default: ``GradeSettings()``.
    progress
        Called with what is being done.

    Returns
    -------
    FileGrade

    Raises
    ------
    Unusable
        Where there is no such file, or nothing in it that could be graded.
    """
    settings, file = settings or GradeSettings(), Path(path)
    if not file.is_file():
        raise Unusable(f"there is no file {str(path)!r}")
    heard = _Heard(file, progress)
    request: dict[str, Any] = {
        "file": str(file.resolve()), "name": settings.name, "games": settings.numbers, "seconds": settings.seconds,
        "seed": settings.seed,
    }  # fmt: skip
    with Confined(INSIDE, request, watch=request["file"]) as process, closing(process.messages()) as messages:
        try:
            for message in messages:
                heard.take(message)
        except Ended as error:
            heard.end(error)
    correct = [reference(one.games, progress) if one.games else None for one in heard.practice]
    heard.findings += _learns_less(file, heard.findings, heard.practice, correct)
    return FileGrade(
        file.name, heard.name, heard.shape, tuple(heard.findings), tuple(heard.practice), tuple(correct),
        tuple(heard.skipped), (heard.seats.get(0), heard.seats.get(1)),
    )  # fmt: skip


class _Heard:
    """What the process has told."""

    def __init__(self, file: Path, progress: Progress | None) -> None:
        self.file, self.progress = file, progress
        self.name = self.shape = ""
        self.findings: list[Finding] = []
        self.practice: list[Practice] = []
        self.skipped: list[str] = []
        self.seats: dict[int, tuple[int, int]] = {}

    def take(self, message: dict[str, Any]) -> None:
        """Take one message."""
        kind = message.pop("kind")
        if kind == "unusable":
            raise Unusable(message["message"])
        if kind == "subject":
            self.name, self.shape = message["name"], message["shape"]
        elif kind == "finding":
            message["finding"].pop("line")
            self.findings.append(Finding(**message["finding"]))
        elif kind == "practice":
            self.practice.append(Practice(**message))
        elif kind == "skipped":
            self.skipped.append(message["name"])
        elif kind == "seat":
            self.seats[message["seat"]] = message["wins"], message["games"]
        elif kind == "progress" and self.progress is not None:
            self.progress(message["text"])

    def end(self, error: Ended) -> None:
        """Take the process's end as a finding; where nothing was found to grade, there is no more to say.

        Raises
        ------
        Unusable
        """
        place = f"{self.file.name}:{error.line}" if error.line else self.file.name
        if not self.name:
            raise Unusable(f"{place}: {error.doing} {error.how}") from None
        look = "does every loop there end? Is it much slower than need be? --seconds gives training more time"
        self.findings.append(Finding("endless", f"{place} {error.doing}", error.how, look))


def _learns_less(
    file: Path, known: Sequence[Finding], practice: Sequence[Practice], correct: Sequence[Reference | None]
) -> list[Finding]:
    """Return the finding that a solution learns less than a correct one, if it does."""
    for one, right in zip(practice, correct, strict=True):
        if right is None or right.plausible(one.counted):
            continue
        low, high = right.lowest, right.highest
        seen = f"after {one.games:,} games {100 * one.counted:.1f} % of its best actions in won states win"
        seen += f"; of {right.runs} correct learners none had less than {100 * low:.1f} % (up to {100 * high:.1f} %)"
        explained = "see the other findings" if known else "is every action updated, after the opponent's answer?"
        return [Finding("learns-less", f"{file.name} train", seen, explained)]
    return []
