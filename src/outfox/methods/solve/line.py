"""Proof lines: best play from a position, with every alternative of the side that would like another result.

A line is a proof that can be stepped through: at each step of the side that cannot do better, every alternative with
its value and length; in a draw, the actions that keep it, for either side.
"""

from __future__ import annotations

from dataclasses import dataclass

from outfox.methods.solve.result import ActionOutcome, action_outcomes, hastens
from outfox.methods.solve.table import Table
from outfox.rules.errors import NotSupported
from outfox.rules.position import Position

MOST_PLIES = 1000


@dataclass(frozen=True)
class Step:
    """One ply of a proof line.

    Attributes
    ----------
    ply
        Its number, from 1.
    mover
        Who moves.
    action, name
        What is played.
    value, remoteness
        Of the position before it.
    alternatives
        The other actions, best first.
    explains
        Whether the alternatives are part of the proof: the mover is not the one who forces the result.
    """

    ply: int
    mover: int
    action: int
    name: str
    value: float
    remoteness: int | None
    alternatives: tuple[ActionOutcome, ...]
    explains: bool


@dataclass(frozen=True)
class Line:
    """A proof line.

    Attributes
    ----------
    steps
        The plies.
    ending
        ``terminal``; ``repetition``, where a position comes again; ``long``, where it was cut off.
    last
        The position it leads to.
    """

    steps: tuple[Step, ...]
    ending: str
    last: Position


def proof_line(table: Table, position: Position, *, after: tuple[int, ...] = (), plies: int = MOST_PLIES) -> Line:
    """Return best play from a position.

    Parameters
    ----------
    table
        Of the solved game.
    position
        Where the line begins.
    after
        Actions that are played first, whatever they are worth: the line then refutes them.
    plies
        Most plies.

    Raises
    ------
    NotSupported
        In games with chance, which have no line.
    """
    if position.game.has("chance"):
        raise NotSupported(f"{position.game.name} has chance: there is no line of best play, only its expected value")
    steps: list[Step] = []
    seen = {position}
    while not position.is_terminal and len(steps) < plies:
        options = action_outcomes(table, position)
        value, remoteness = table.outcome(position)
        wanted = after[len(steps)] if len(steps) < len(after) else options[0].action
        chosen = next(option for option in options if option.action == wanted)
        forcing = hastens(position.game, value)
        steps.append(
            Step(
                ply=len(steps) + 1,
                mover=position.mover,
                action=chosen.action,
                name=chosen.name,
                value=value,
                remoteness=remoteness,
                alternatives=tuple(option for option in options if option is not chosen),
                explains=forcing != position.mover,
            )
        )
        position = position.play(chosen.action)
        if position in seen and len(steps) >= len(after):
            return Line(tuple(steps), "repetition", position)
        seen.add(position)
    return Line(tuple(steps), "terminal" if position.is_terminal else "long", position)
