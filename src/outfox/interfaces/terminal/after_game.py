"""After a game: where either side left the path that kept what it had, by the exact answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from outfox.draw.lettering import printable, wrap
from outfox.interfaces.cli.help import width
from outfox.methods.solve.result import action_outcomes
from outfox.methods.solve.states import solve_states
from outfox.methods.solve.table import Table
from outfox.methods.solve.text import outcome_text
from outfox.rules import BudgetExceeded, Game, NotSupported, Position

QUICK = 200_000
"""A game with more states than this is not solved unless it is asked for: these take about a second."""

MOST = 5_000_000
"""A game with more is not solved at all."""

MEMORY = 2**30

_NAMED, _LISTED = 4, 20


@dataclass(frozen=True)
class Blunder:
    """A ply that gave something away.

    Attributes
    ----------
    ply
        Counted from 1, from the start of the game.
    player, name
        Who moved, and what.
    before, after
        Player 0's payoff with best play, before the move and after it.
    loss
        What the mover gave away, in payoff.
    kept
        The moves that would have kept it, best first.
    """

    ply: int
    player: int
    name: str
    before: float
    after: float
    loss: float
    kept: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the blunder with its stable keys."""
        return {**asdict(self), "kept": list(self.kept)}


@dataclass(frozen=True)
class GameReport:
    """How a game went, by the exact answer.

    Attributes
    ----------
    value, remoteness
        What its first position is worth to player 0, and in how many plies.
    blunders
        The plies that gave something away, in order.
    unused
        In words: what the last position was worth, where the game ended without end and somebody could have won.
    """

    value: float
    remoteness: int | None
    blunders: tuple[Blunder, ...]
    unused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the report with its stable keys."""
        listed = [blunder.to_dict() for blunder in self.blunders]
        return {"value": self.value, "remoteness": self.remoteness, "blunders": listed, "unused": self.unused}


def table_for(positions: Sequence[Position], states: int, players: Sequence[Any] = ()) -> Table | None:
    """Return exact answers for a game: those of a player that has some, else by solving it from where it began.

    Parameters
    ----------
    positions
        Of the game, from the first on.
    states
        At most as many are solved.
    players
        Who played.

    Returns
    -------
    Table or None
        None where the game is larger, or cannot be solved.
    """
    begin = positions[0]
    known = table_of(players, begin)
    if known is not None:
        return known
    try:
        return solve_states(begin.game, [begin], states=states, memory=MEMORY).table
    except (NotSupported, BudgetExceeded):
        return None


def table_of(players: Sequence[Any], position: Position) -> Table | None:
    """Return the exact answers that a player plays by, where they have a position; None where nobody has any.

    A player may have a `table` of something else, such as learned values.
    """
    tables = (getattr(player, "table", None) for player in players)
    exact = (table for table in tables if isinstance(table, Table) and table.game is position.game)
    return next((table for table in exact if table.find(position.state) is not None), None)


def report_of(table: Table, positions: Sequence[Position], ended: bool = True) -> GameReport:
    """Return where either side gave something away.

    Parameters
    ----------
    table
        Exact answers.
    positions
        From the first to the last.
    ended
        Whether the game ended by its rules; False: it went on without end.

    Examples
    --------
    >>> from outfox.rules import load
    >>> first = load("nim:piles=[1,2]").start()
    >>> game = [first, first.play("1 from pile 1")]
    >>> report_of(table_for(game, 1000), game).blunders[0].kept
    ('2 from pile 2',)
    """
    blunders = []
    for here, after in pairwise(positions):
        blunder = _blunder(table, here, after) if here.mover >= 0 else None
        if blunder is not None:
            blunders.append(blunder)
    first, last = table.outcome(positions[0]), positions[-1]
    unused = ""
    if not ended and last.game.endless is not None and table.outcome(last).value != last.game.endless:
        unused = outcome_text(last.game, *table.outcome(last))
    return GameReport(first.value, first.remoteness, tuple(blunders), unused)


def _blunder(table: Table, here: Position, after: Position) -> Blunder | None:
    """Return what a ply gave away, or None."""
    sign = 1.0 if here.mover == 0 else -1.0
    outcomes = action_outcomes(table, here)  # best first
    played = after.history[-1]
    value = next(one.value for one in outcomes if one.action == played)
    margin = 1e-9 if here.game.has("chance") else 0.0
    loss = sign * (outcomes[0].value - value)
    if loss <= margin:
        return None
    kept = [one.name for one in outcomes if sign * (outcomes[0].value - one.value) <= margin]
    name = here.name(played)
    return Blunder(len(here.history) + 1, here.mover, name, outcomes[0].value, value, loss, tuple(kept))


def told(game: Game, report: GameReport) -> str:
    """Return the report as text."""
    lines = [f"With best play from its start: {outcome_text(game, report.value, report.remoteness)}."]
    if not report.blunders:
        lines.append("Neither side gave anything away.")
    lines += [_line(game, blunder) for blunder in report.blunders[:_LISTED]]
    if len(report.blunders) > _LISTED:
        lines.append(f"And {len(report.blunders) - _LISTED} more.")
    if report.unused:
        lines.append(f"It went on without end, though in the last position {report.unused}.")
    return "\n".join(part for line in lines for part in wrap(printable(line), width()))


def _line(game: Game, blunder: Blunder) -> str:
    named = ", ".join(blunder.kept[:_NAMED])
    more = f" or {len(blunder.kept) - _NAMED} more" if len(blunder.kept) > _NAMED else ""
    who = game.players[blunder.player]
    return f"Ply {blunder.ply}, {who}: {blunder.name} {_cost(game, blunder)}; {named}{more} would have kept it."


def _cost(game: Game, blunder: Blunder) -> str:
    """Say what a blunder gave away."""
    sign = 1.0 if blunder.player == 0 else -1.0
    before, after = sign * blunder.before, sign * blunder.after
    if game.has("chance"):
        return f"gave away {blunder.loss:.3g} of an expected {before:+.3g}"
    if (before > 0) == (after > 0) and (before < 0) == (after < 0):
        return f"gave away {blunder.loss:g}"
    what = "a win" if before > 0 else "a draw"
    return f"gave away {what}" + (" for a draw" if after == 0 else "")
