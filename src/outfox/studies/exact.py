"""The exact part of a study: the answer, how far the end is, who wins how many positions, the best reply to chance.

It is there where the game can be solved and has no more positions than the plan allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outfox.kernel.clock import Clock
from outfox.methods.result import Timed, choices
from outfox.methods.solve.line import Line, proof_line
from outfox.methods.solve.response import Response, best_response
from outfox.methods.solve.result import ActionOutcome, action_outcomes
from outfox.methods.solve.solve import method_of
from outfox.methods.solve.states import Shares, SolvedGraph, solve_states
from outfox.methods.solve.sweep import first_mover
from outfox.methods.solve.table import Outcome
from outfox.methods.solve.text import line_dict, outcome_text, worth_dict
from outfox.rules import BudgetExceeded, Game, NotSupported
from outfox.studies.estimates import tidy
from outfox.workers.memory import allowed_memory

Progress = Callable[[float, str], None]

MOST_ANSWERED, MOST_SWEPT = 1_000_000, 30_000
"""A best response to random play is worked out where there are no more positions; fewer where values are swept."""

INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Exact:
    """The exact answer about a game, from its first starting state.

    Attributes
    ----------
    game
        The game.
    outcome
        Value and remoteness of the start.
    actions
        The first actions, best first.
    by_mover, by_player
        Who wins how many positions with a player to move: the player who moves there; player 0, whoever moves.
    first
        Who moves first.
    distances
        (value, remoteness, positions), ends of play included; empty in games of chance.
    line
        Best play from the start; None in games of chance.
    against_random
        The best response of player 0 and of player 1 to uniformly random play; None where it was not worked out.
    states, classes, edges
        Positions; states that were solved, each perhaps for several positions; their edges.
    bytes, table_bytes
        Of the graph and the table in memory; of the table alone.
    method
        How it was solved.
    took
        The time.
    """

    game: Game
    outcome: Outcome
    actions: tuple[ActionOutcome, ...]
    by_mover: Shares
    by_player: Shares
    first: int
    distances: tuple[tuple[float, int | None, int], ...]
    line: Line | None
    against_random: tuple[Response | None, Response | None]
    states: int
    classes: int
    edges: int
    bytes: int
    table_bytes: int
    method: str
    took: Timed

    @property
    def sentence(self) -> str:
        """The answer as a sentence."""
        count = f"solved exactly, {self.states:,} positions"
        if self.game.has("chance"):
            return f"With best play {self.game.players[0]} can expect {self.outcome.value:+.6f} ({count})."
        words = outcome_text(self.game, *self.outcome)
        return f"With best play {'the game is ' if words.startswith('a draw') else ''}{words} ({count})."

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys; times are apart."""
        return {
            **worth_dict(self.game, tidy(self.outcome.value), self.outcome.remoteness),
            "actions": [action.to_dict() for action in self.actions],
            "by_mover": self.by_mover.to_dict(),
            "by_player": self.by_player.to_dict(),
            "first_player": self.first,
            "distances": [{"value": v, "remoteness": plies, "positions": n} for v, plies, n in self.distances],
            "line": None if self.line is None else line_dict(self.line),
            "against_random": [None if reply is None else _reply(reply) for reply in self.against_random],
            "states": self.states,
            "classes": self.classes,
            "edges": self.edges,
            "bytes": self.bytes,
            "table_bytes": self.table_bytes,
            "method": self.method,
        }


def _reply(reply: Response) -> dict[str, Any]:
    return {
        "seat": reply.seat,
        "player": reply.game.players[reply.seat],
        "value": tidy(reply.value),
        "win": None if reply.win is None else tidy(reply.win),
        "draw": None if reply.draw is None else tidy(reply.draw),
        "loss": None if reply.loss is None else tidy(reply.loss),
        "action": reply.actions[0][0] if reply.actions else None,
    }


def try_exact(game: Game, most: int, progress: Progress | None = None) -> tuple[Exact | None, str]:
    """Solve a game if that is possible within a number of positions and the memory there is.

    Parameters
    ----------
    game
        The game.
    most
        At most so many positions; 0: not at all.
    progress
        Called with -1 and a short text.

    Returns
    -------
    Exact or None
    str
        Why there is no answer; empty where there is one, and where none was wanted.
    """
    if not most:
        return None, ""
    try:
        return exact(game, most=most, progress=progress), ""
    except (BudgetExceeded, NotSupported) as error:
        return None, re.split(r"[:;] raise --memory", " ".join(str(error).split()))[0]
    except MemoryError:
        return None, "it needs more memory than there is"
    except KeyboardInterrupt:
        return None, INTERRUPTED


def exact(game: Game, *, most: int, progress: Progress | None = None) -> Exact:
    """Solve a game and describe it.

    Parameters
    ----------
    game, most, progress
        As for `try_exact`.

    Raises
    ------
    NotSupported, BudgetExceeded
        As for `outfox.methods.solve.solve`.

    Examples
    --------
    >>> from outfox.rules import load
    >>> found = exact(load("tic-tac-toe"), most=10_000)
    >>> found.sentence, found.states, round(found.against_random[0].win, 6)
    ('With best play the game is a draw (solved exactly, 5,478 positions).', 5478, 0.994792)
    """
    clock = Clock()
    solved = solve_states(game, states=most, memory=allowed_memory(), progress=progress)
    start, graph, chance = game.start(), solved.graph, game.has("chance")
    replies = _replies(solved, progress)
    return Exact(
        game=game,
        outcome=solved.table.outcome(start),
        actions=tuple(action_outcomes(solved.table, start)) if choices(start) else (),
        by_mover=solved.shares(),
        by_player=solved.shares(0),
        first=first_mover(game),
        distances=() if chance else tuple(_distances(solved)),
        line=None if chance else proof_line(solved.table, start),
        against_random=replies,
        states=solved.positions,
        classes=graph.states,
        edges=graph.edge_count,
        bytes=graph.bytes + _size(solved),
        table_bytes=_size(solved),
        method=method_of(graph),
        took=Timed(seconds=clock.seconds, cpu_seconds=clock.cpu_seconds, compile_seconds=clock.compile_seconds),
    )


def _distances(solved: SolvedGraph) -> list[tuple[float, int | None, int]]:
    return [(value, plies, count) for value, found in solved.histogram().items() for plies, count in found.items()]


def _replies(solved: SolvedGraph, progress: Progress | None) -> tuple[Response | None, Response | None]:
    if solved.positions > (MOST_ANSWERED if solved.graph.forward else MOST_SWEPT):
        return None, None
    zero, one = (best_response(solved.game, seat, progress=progress) for seat in (0, 1))
    return zero, one


def _size(solved: SolvedGraph) -> int:
    arrays = (solved.table.array(name) for name in ("keys", "codes"))
    return sum(int(array.nbytes) for array in arrays if array is not None)
