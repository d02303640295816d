"""`sweep`: the exact answer for each value of a game's parameters: who wins, how fast, and how many positions.

One word in the rules can change who wins. Each combination of values is a game of its own, which is loaded, compiled
and solved; one that the rules refuse, that is too large or that cannot be solved says why and the others go on.

Time and memory: those of `solve` for each combination, one after the other.

Status: proven (see `solve`); published values of several games over their parameters are tests.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outfox.kernel.clock import Clock
from outfox.methods.result import Timed
from outfox.methods.solve.result import winner_of
from outfox.methods.solve.states import Progress, Shares, solve_states
from outfox.rules.errors import OutfoxError, UnknownName
from outfox.rules.game import Game


@dataclass(frozen=True)
class Answer(Timed):
    """What exact solving found for one game.

    Attributes
    ----------
    value
        Player 0's payoff with best play from the first starting state.
    winner
        0 or 1; None for a draw, and in games of chance.
    remoteness
        Plies to the end; None where play need not end, nobody hastens, or chance decides.
    first
        The player whose positions are counted: who moves first; player 0 where chance begins.
    shares
        Among all positions that can be reached with a player to move: how many `first` wins, draws and loses,
        whoever is to move there.
    states
        Positions that can be reached, ends of play included.
    seconds, cpu_seconds, compile_seconds
        What it took; compiling is apart.
    """

    value: float
    winner: int | None
    remoteness: int | None
    first: int
    shares: Shares
    states: int


@dataclass(frozen=True)
class Row:
    """One combination of values.

    Attributes
    ----------
    values
        Parameter values by name.
    game
        The game's spec with them; empty where the rules refuse them.
    answer
        None where there is none.
    error, reason
        The error's name and its line, where there is no answer; else empty.
    """

    values: Mapping[str, Any]
    game: str
    answer: Answer | None
    error: str = ""
    reason: str = ""


def sweep(
    game: Game, grid: Mapping[str, Sequence[Any]], *, memory: int = 0, progress: Progress | None = None
) -> Iterator[Row]:
    """Solve a game for each combination of parameter values.

    Parameters
    ----------
    game
        The game; its other parameters stay as they are.
    grid
        Values by parameter; the last parameter changes fastest.
    memory
        At most as many bytes for each, about; 0: no limit.
    progress
        As for `solve`.

    Yields
    ------
    Row
        In the order of the grid, each when it is done.

    Raises
    ------
    UnknownName
        Where the game has no such parameter.

    Examples
    --------
    >>> from outfox.rules import load
    >>> for row in sweep(load("nim:misere=false"), {"piles": [(1, 2), (2, 2)]}):
    ...     print(row.game, row.answer.value, row.answer.remoteness, row.answer.states)
    nim:piles=[1,2],misere=false 1.0 3 8
    nim:piles=[2,2],misere=false -1.0 4 14
    """
    for name in grid:
        if name not in game.parameters:
            Game(game.path, game.name, {name: None}, trusted=game.trusted)  # says which there are
            raise UnknownName(f"{game.name} has no parameter {name!r}")
    return (
        _row(game, dict(zip(grid, values, strict=True)), memory, progress)
        for values in itertools.product(*grid.values())
    )


def _row(game: Game, values: dict[str, Any], memory: int, progress: Progress | None) -> Row:
    spec = ""
    try:
        variant = with_values(game, values)
        spec = variant.spec
        return Row(values, spec, answer(variant, memory=memory, progress=progress))
    except OutfoxError as error:
        return Row(values, spec, None, type(error).__name__, " ".join(str(error).split()))
    except MemoryError:
        return Row(values, spec, None, "MemoryError", "out of memory")


def with_values(game: Game, values: Mapping[str, Any]) -> Game:
    """Return a game with other values of some parameters.

    Raises
    ------
    UnknownName, RulesError
        Where the rules have no such value, or refuse it.

    Examples
    --------
    >>> from outfox.rules import load
    >>> with_values(load("connect-four:rows=4"), {"cols": 5}).spec
    'connect-four:rows=4,cols=5'
    """
    changed = {name: p.value for name, p in game.parameters.items() if p.value != p.default}
    return Game(game.path, game.name, {**changed, **values}, trusted=game.trusted)


def answer(game: Game, *, memory: int = 0, progress: Progress | None = None) -> Answer:
    """Solve a game and count who wins how many positions.

    Raises
    ------
    NotSupported, BudgetExceeded
        As for `solve`.
    """
    clock = Clock()
    solved = solve_states(game, memory=memory, progress=progress)
    outcome, first = solved.table.outcome(game.start()), first_mover(game)
    return Answer(
        value=outcome.value,
        winner=winner_of(game, outcome.value),
        remoteness=outcome.remoteness,
        first=first,
        shares=solved.shares(first),
        states=solved.positions,
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        compile_seconds=clock.compile_seconds,
    )


def first_mover(game: Game) -> int:
    """Return who moves first from the first starting state; player 0 where chance begins."""
    return max(game.start().mover, 0)


def row_dict(row: Row, players: Sequence[str]) -> dict[str, Any]:
    """Return a row as JSON has it."""
    found = row.answer
    data: dict[str, Any] = {"values": dict(row.values), "game": row.game, "error": row.error, "reason": row.reason}
    if found is None:
        return data
    return data | {
        "value": found.value,
        "winner": None if found.winner is None else players[found.winner],
        "winner_player": found.winner,
        "remoteness": found.remoteness,
        "first": players[found.first],
        "first_player": found.first,
        "first_shares": found.shares.to_dict(),
        "states": found.states,
        **found.times,
    }
