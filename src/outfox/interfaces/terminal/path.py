"""After a game: where either side left the path that kept what it had, by the exact answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from outfox.draw.lettering import printable, wrap
from outfox.interfaces.cli.help import width
from outfox.methods.solve.result import action_outcomes, ranked
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
class Slip:
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
        """Return the slip with its stable keys."""
        return {**asdict(self), "kept": list(self.kept)}


@dataclass(frozen=True)
class Path:
    """How a game went, by the exact answer.

    Attributes
    ----------
    value, remoteness
        What its first position is worth to player 0, and in how many plies.
    slips
        The plies that gave something away, in order.
    unused
        In words: what the last position was worth, where the game ended without end and somebody could have won.
    """

    value: float
    remoteness: int | None
    slips: tuple[Slip, ...]
    unused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the report with its stable keys."""
        listed = [slip.to_dict() for slip in self.slips]
        return {"value": self.value, "remoteness": self.remoteness, "slips": listed, "unused": self.unused}


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
    game, begin = positions[0].game, positions[0]
    for player in players:
        table = getattr(player, "table", None)
        if isinstance(table, Table) and table.game is game and table.find(begin.state) is not None:
            return table
    try:
        return solve_states(game, [begin], states=states, memory=MEMORY).table
    except (NotSupported, BudgetExceeded):
        return None


def path_of(table: Table, positions: Sequence[Position], ended: bool = True) -> Path:
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
    >>> path_of(table_for(game, 1000), game).slips[0].kept
    ('2 from pile 2',)
    """
    slips = []
    for here, after in pairwise(positions):
        slip = _slip(table, here, after) if here.mover >= 0 else None
        if slip is not None:
            slips.append(slip)
    first, last = table.outcome(positions[0]), positions[-1]
    unused = ""
    if not ended and last.game.endless is not None and table.outcome(last).value != last.game.endless:
        unused = outcome_text(last.game, *table.outcome(last))
    return Path(first.value, first.remoteness, tuple(slips), unused)


def _slip(table: Table, here: Position, after: Position) -> Slip | None:
    """Return what a ply gave away, or None."""
    sign = 1.0 if here.mover == 0 else -1.0
    outcomes = ranked(here.game, here.mover, action_outcomes(table, here))
    played = after.history[-1]
    value = next(one.value for one in outcomes if one.action == played)
    margin = 1e-9 if here.game.has("chance") else 0.0
    loss = sign * (outcomes[0].value - value)
    if loss <= margin:
        return None
    kept = [one.name for one in outcomes if sign * (outcomes[0].value - one.value) <= margin]
    name = here.name(played)
    return Slip(len(here.history) + 1, here.mover, name, outcomes[0].value, value, loss, tuple(kept))


def told(game: Game, path: Path) -> str:
    """Return the report as text."""
    lines = [f"With best play from its start: {outcome_text(game, path.value, path.remoteness)}."]
    if not path.slips:
        lines.append("Neither side gave anything away.")
    lines += [_line(game, slip) for slip in path.slips[:_LISTED]]
    if len(path.slips) > _LISTED:
        lines.append(f"And {len(path.slips) - _LISTED} more.")
    if path.unused:
        lines.append(f"It went on without end, though in the last position {path.unused}.")
    return "\n".join(part for line in lines for part in wrap(printable(line), width()))


def _line(game: Game, slip: Slip) -> str:
    named = ", ".join(slip.kept[:_NAMED])
    more = f" or {len(slip.kept) - _NAMED} more" if len(slip.kept) > _NAMED else ""
    who = game.players[slip.player]
    return f"Ply {slip.ply}, {who}: {slip.name} {_cost(game, slip)}; {named}{more} would have kept it."


def _cost(game: Game, slip: Slip) -> str:
    """Say what a slip gave away."""
    sign = 1.0 if slip.player == 0 else -1.0
    before, after = sign * slip.before, sign * slip.after
    if game.has("chance"):
        return f"gave away {slip.loss:.3g} of an expected {before:+.3g}"
    if (before > 0) == (after > 0) and (before < 0) == (after < 0):
        return f"gave away {slip.loss:g}"
    what = "a win" if before > 0 else "a draw"
    return f"gave away {what}" + (" for a draw" if after == 0 else "")
