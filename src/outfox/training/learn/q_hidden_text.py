"""What Q-learning found in a game with hidden information, as lines that fit 80 columns."""

from __future__ import annotations

import textwrap

from outfox.draw.lettering import WIDTH
from outfox.formats.stakes import stake_of
from outfox.methods.policies.hidden_grade import Soundness
from outfox.rules.game import Game
from outfox.training.learn.q_hidden import QHiddenGrade


def hidden_lines(game: Game, curve: tuple[tuple[int, QHiddenGrade], ...]) -> list[str]:
    """Return a table: after so many games, what each seat is sure of; then what its actions are like at the end."""
    last = curve[-1][1]
    names = game.players
    lines = [
        *textwrap.wrap(
            f"When it takes its best actions: what each seat is sure of against an opponent who knows that, and the"
            f" exploitability of both, {stake_of(game).won}",
            WIDTH,
        ),
        f"  {'games':>12}{names[0]:>17}{names[1]:>17}{'exploitability':>17}",
    ]
    for stop, grade in curve:
        sure = [sign * seat.secured for sign, seat in zip((1.0, -1.0), grade.seats, strict=True)]
        lines.append(f"  {stop:>12,}{sure[0]:>17.4f}{sure[1]:>17.4f}{grade.exploitability:>17.4f}")
    if last.value is not None:
        lines.append(f"  {'with best play':>12}{last.value:>15.4f}{-last.value:>17.4f}{0:>17.4f}")
    lines.append("")
    lines += _wrapped(f"It knows {last.known:,} of {last.sets:,} information sets.")
    for seat in last.seats:
        if seat.played is not None and seat.everywhere is not None:
            shares = f"{_share(seat.played)} where it plays, {_share(seat.everywhere)} in all"
            lines += _wrapped(f"As {names[seat.player]}, actions that lose nothing against an equilibrium: {shares}.")
    if last.value is None:
        lines += _wrapped("They are too many for a linear program, so its actions are not judged.")
    return [*lines, "", *textwrap.wrap(_meaning(last), WIDTH)]


def _share(found: Soundness) -> str:
    return f"{100 * found.sound:.1f} % of {found.sets:,}"


def _meaning(grade: QHiddenGrade) -> str:
    """Say why what was learned is not safe, however long it learns."""
    if grade.exploitability < 1e-9:
        return "Nobody can win more against it than the game is worth."
    return (
        "Values of actions are no equilibrium: with hidden information a safe strategy mixes its actions, and one that"
        " takes the best one each time can be found out, however long it learned. outfox equilibrium finds a safe one."
    )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ")
