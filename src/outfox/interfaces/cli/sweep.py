"""`outfox sweep`: the exact answer for each value of a rule parameter."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.grid import grid_of
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.solve import budget

if TYPE_CHECKING:
    from outfox.methods.solve.sweep import Answer, Row
    from outfox.rules import Game

_HEAD = ("value", "winner", "plies", "won", "drawn", "lost", "states", "seconds")


def sweep(
    game: str,
    /,
    *,
    memory: float = 0.0,
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Solve a game for each value of a rule parameter: who wins, how fast, and in how many positions.

    Give a parameter several values: --param rows=3,4,5 or --rows 3..5; words (first=cat,mouse), lists as JSON
    (piles=[1,2],[2,3]) and several parameters, every combination of which is solved. A combination that the rules
    refuse, that is too large or that cannot be solved says why, and the others go on. Ctrl-C prints what is done.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like; those that are not swept stay.
    memory
        GB to take at most for each; default: seven tenths of what is free.
    parameters
        Parameters of the game, each with one or more values.
    """
    chosen = options or GameOptions()
    base = load_game(game, command="sweep")
    grid = grid_of(base, chosen.param, parameters)
    planned, limit = math.prod(map(len, grid.values())), budget(memory)
    rows: list[Row] = []
    interrupted = False
    with ProgressLine("sweep") as line:
        line.listen()
        from outfox.methods.solve.sweep import sweep as run

        def tell(_: float, text: str) -> None:
            line.share_or_not(len(rows) / planned, f"{len(rows) + 1} of {planned}: {text}")

        try:
            for row in run(base, grid, memory=limit, progress=tell):
                rows.append(row)
                line.count(len(rows), planned)
        except KeyboardInterrupt:
            interrupted = True
    show(_data(base, grid, rows, planned, interrupted), _text(base, rows, planned), chosen.json)
    return INTERRUPTED if interrupted else DONE


def _data(game: Game, grid: dict[str, list[Any]], rows: list[Row], planned: int, interrupted: bool) -> dict[str, Any]:
    from outfox.methods.solve.sweep import row_dict

    return {
        "game": game.spec,
        "players": list(game.players),
        "parameters": grid,
        "planned": planned,
        "rows": [row_dict(row, game.players) for row in rows],
        "interrupted": interrupted,
    }


def _text(game: Game, rows: list[Row], planned: int) -> str:
    from outfox.rules.parameters import format_value

    if not rows:
        return f"interrupted before the first of {planned} was done"
    names = list(rows[0].values)
    cells = [
        (*(format_value(value) for value in row.values.values()), *_answer(game, row.answer, row.error)) for row in rows
    ]
    chance = game.has("chance")
    head = tuple("" if chance and name in ("winner", "plies") else name for name in _HEAD)
    right = [len(names) + k for k in (0, 2, 3, 4, 5, 6, 7)]
    lines = table([(*names, *head), *cells], right=right)
    refused = [(row, ", ".join(f"{k}={format_value(v)}" for k, v in row.values.items())) for row in rows if row.reason]
    lines += [""] if refused else []
    for row, where in refused:
        lines += textwrap.wrap(f"{where}: {row.reason}", width(), subsequent_indent="    ")
    lines += ["", *textwrap.wrap(_legend(game, rows), width())]
    if len(rows) < planned:
        lines.append(f"interrupted: {len(rows)} of {planned} are done")
    return "\n".join(lines)


def _answer(game: Game, answer: Answer | None, error: str) -> tuple[str, ...]:
    if answer is None:
        return "-", _REFUSED.get(error, "refused"), *["-"] * 6
    total = max(answer.shares.states, 1)
    counts = answer.shares.won, answer.shares.drawn, answer.shares.lost
    value = f"{answer.value:.6g}" if game.has("chance") else f"{answer.value:g}"
    who = "" if game.has("chance") else "draw" if answer.winner is None else game.players[answer.winner]
    plies = "-" if answer.remoteness is None else f"{answer.remoteness}"
    shares = (f"{100 * count / total:.1f} %" for count in counts)
    return value, who, "" if game.has("chance") else plies, *shares, f"{answer.states:,}", f"{answer.seconds:.2f}"


_REFUSED = {"BudgetExceeded": "too large", "MemoryError": "too large", "NotSupported": "not solved"}


def _legend(game: Game, rows: list[Row]) -> str:
    """Say what the columns mean."""
    players = game.players
    firsts = sorted({row.answer.first for row in rows if row.answer is not None})
    if not firsts:
        return "nothing was solved"
    who = "the first to move" + (f" ({players[firsts[0]]})" if len(firsts) == 1 else "")
    words = f"value: what {players[0]} {'can expect' if game.has('chance') else 'gets'} with best play on both sides."
    words += f" won, drawn, lost: the share that {who} wins, draws and loses, with best play from there, of all"
    words += " positions that can be reached with a player to move"
    if game.has("chance"):
        words += "; won is to expect more than 0, lost to expect less"
    return words + "."
