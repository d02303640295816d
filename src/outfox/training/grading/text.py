"""A grade as text of 80 columns."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from outfox.draw.lettering import WIDTH
from outfox.training.grading.nim import won_states
from outfox.training.grading.practice import Practice
from outfox.training.grading.reference import Reference

if TYPE_CHECKING:
    from outfox.training.grading.grade_file import FileGrade

FUTILE = (
    "The first player of 1, 3, 5, 7 cannot win against perfect play: the position is lost for whoever moves, so 0 wins"
    " as first player are no fault."
)
"""What is told with the games won: that a player wins none from the lost seat is often taken for a fault."""


def report(grade: FileGrade) -> str:
    """Return the report of a grade."""
    parts = [_head(grade), *_findings(grade), *_learned(grade), *_seats(grade)]
    return "\n".join(parts)


def _head(grade: FileGrade) -> str:
    many = len(grade.findings)
    said = "no fault found" if not many else f"{many} fault{'s' if many > 1 else ''} found"
    return f"{grade.file}: {grade.name} ({grade.shape}): {said}"


def _findings(grade: FileGrade) -> list[str]:
    lines = [line for finding in grade.findings for line in _filled(f"- {finding}", "  ")]
    if grade.skipped:
        lines += _filled(f"Not checked until that is mended: {', '.join(grade.skipped)}.")
    return lines


def _filled(text: str, indent: str = "") -> list[str]:
    kept = text.replace(" %", "\u00a0%")  # no line begins with a percent sign
    lines = textwrap.wrap(kept, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def _learned(grade: FileGrade) -> list[str]:
    if not grade.practice:
        return []
    count = len(won_states())
    if grade.practice[0].games == 0:
        share = f"{100 * grade.practice[0].chosen:.1f} %"
        return ["", *_filled(f"Of its choices in the {count} won states {share} win. It was not trained here.")]
    rows: list[tuple[str, ...]] = [("games", "runs", "best actions that win", "choices that win", "a correct learner")]
    rows += [_row(one, right) for one, right in zip(grade.practice, grade.correct, strict=True)]
    wide = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    head = f"Winning actions in the {count} won states, after games of training:"
    return ["", head, *("  ".join(cell.rjust(w) for cell, w in zip(row, wide, strict=True)) for row in rows)]


def _row(one: Practice, right: Reference | None) -> tuple[str, ...]:
    share = "-" if one.share is None else f"{100 * one.share:.1f} %"
    return f"{one.games:,}", str(one.runs), share, f"{100 * one.chosen:.1f} %", "-" if right is None else str(right)


def _seats(grade: FileGrade) -> list[str]:
    told = [
        f"as {name} player {seat[0]} of {seat[1]}"
        for name, seat in zip(("first", "second"), grade.seats, strict=True)
        if seat is not None
    ]
    return ["", *_filled(f"Won against perfect play: {', '.join(told)}. {FUTILE}")] if told else []
