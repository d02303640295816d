"""How a `WindowReport` reads in a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from outfox.rules.board import file_letters
from outfox.studies.cat_and_mouse.window_report import PUBLISHED, Against, OnBoard, WindowReport

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = {
    "phase_1_rounds": "random mouse: rounds until all are won",
    "phase_2_begins": "careful mouse: won at first, of 1,000",
    "phase_2_rounds": "careful mouse: rounds until all are won",
    "moves": "moves at the end",
    "distance": "distance at the end",
    "won_15x15": "15 x 15: won, of 1,000",
    "moves_15x15": "15 x 15: moves",
    "distance_15x15": "15 x 15: distance",
}


def report_text(report: WindowReport) -> str:
    """Return all tables."""
    parts = [figures_text(report), boards_text(report.boards), failures_text(report.boards), why_text(report)]
    return "\n\n".join(parts)


def figures_text(report: WindowReport) -> str:
    """Return the figures beside the published ones."""
    lines = [f"{'':40}{'here':>10}{'published':>11}"]
    for name, ours in report.figures.items():
        shown = "never" if ours is None else f"{ours:g}" if float(ours).is_integer() else f"{ours:.4f}"
        lines.append(f"{NAMES[name]:40}{shown:>10}{PUBLISHED[name]:>11g}")
    trained = report.trained
    lines.append(f"trained in {trained.cpu_seconds:.1f} CPU s; {'the' if report.agrees else 'NOT the'} published shape")
    return "\n".join(lines)


def boards_text(boards: Sequence[OnBoard]) -> str:
    """Return rates and lengths on every board."""
    lines = ["from the corners         mouse    won [95 %]             moves [95 %]"]
    for board in boards:
        name = f"{board.rows} x {board.cols}, {board.first} begins"
        for k, one in enumerate(board.against):
            lines.append(f"{name if k == 0 else '':25}{one.mouse:9}{one.won!s:23}{moves_text(one)}".rstrip())
    return "\n".join(lines)


def moves_text(one: Against) -> str:
    """Return mean moves with their interval."""
    if one.moves is None:
        return ""
    return f"{one.moves.value:.2f} [{one.moves.low:.2f}, {one.moves.high:.2f}]"


def failures_text(boards: Sequence[OnBoard]) -> str:
    """Return how often the policy fails from positions all over the boards, and against a mouse that knows it."""
    lines = ["from all over the board, where a perfect cat wins"]
    lines.append("                         perfect mouse caught   one that knows the policy caught")
    for board in boards:
        known = board.answers
        share = f"{100 * known.caught / known.of:.1f} % ({known.caught:,} of {known.of:,})"
        name = f"{board.rows} x {board.cols}, {board.first} begins"
        lines.append(f"{name:25}{board.everywhere.won!s:23}{share}")
    return "\n".join(lines)


def why_text(report: WindowReport) -> str:
    """Say why it fails."""
    return "\n\n".join(textwrap.fill(sentence, 80) for sentence in why(report))


def why(report: WindowReport) -> list[str]:
    """Return why it fails, in sentences."""
    known = report.trained.known.reshape((3,) * 6)
    ahead = sum(int(known[x, y, x:, y:].sum()) for x in range(3) for y in range(3))
    asked, share = int((known > 0).sum()), 100 * ahead / max(int(known.sum()), 1)
    places = (
        f"The last training games came past {asked} of the {known.size} places of the policy, and {share:.0f} % of the"
        " times the mouse stood neither below nor left of the cat, which comes from there. At the other places the"
        " policy says what it began with, or what a candidate left there."
    )
    rounds = (
        "No step can lose a win that parity gives: the policy fails by going round with the mouse until its moves are"
        " over."
    )
    parts = [places, rounds]
    found = [board.everywhere for board in report.boards]
    lost, of = sum(one.strange_lost.count for one in found), sum(one.strange_lost.of for one in found)
    won, of_won = sum(one.strange_won.count for one in found), sum(one.strange_won.of for one in found)
    if of:
        parts.append(
            f"Of {of:,} games that the perfect mouse won from all over the boards, {lost:,} were at such a place; of"
            f" {of_won:,} that it lost, {won:,}."
        )
    caught = [b for b in report.boards if b.exact >= 0 and b.answers.corners >= 0]
    if caught:
        names = ", ".join(f"{b.rows} x {b.cols} in {b.answers.corners} plies (perfect: {b.exact})" for b in caught)
        parts.append(f"From the corners even a mouse that knows the policy is caught on {names}.")
    gone = [f"{b.rows} x {b.cols}" for b in report.boards if b.exact >= 0 and b.answers.corners < 0]
    if gone:
        parts.append(f"From the corners a mouse that knows the policy gets away on {', '.join(gone)}.")
    parts += [circle_text(board) for board in report.boards[:1] if board.answers.circle]
    parts += [parity_text(board) for board in report.boards if board.exact < 0]
    return parts


def parity_text(board: OnBoard) -> str:
    """Say why no cat wins from the corners of a board."""
    return (
        f"Where the {board.first} begins in the corners of {board.rows} x {board.cols}, no cat at all can win: the"
        " parity is wrong. From elsewhere it can, where the parity is right."
    )


def circle_text(board: OnBoard) -> str:
    """Tell how a mouse that knows the policy goes round with it."""

    def name(cell: int) -> str:
        return f"{file_letters(cell % board.cols)}{cell // board.cols + 1}"

    circle = ", ".join(f"{name(cat)} {name(mouse)}" for cat, mouse in board.answers.circle)
    return (
        f"One such circle on {board.rows} x {board.cols}, cat and mouse after each step of the cat: {circle}, and so on"
        " for ever. The cat does not come nearer, and it always does the same."
    )
