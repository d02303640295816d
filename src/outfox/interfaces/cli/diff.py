"""`outfox diff`: the positions whose value two rule sets disagree on."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.solve import budget
from outfox.rules import Game

if TYPE_CHECKING:
    from outfox.methods.solve.diff import Diff, Example
    from outfox.methods.solve.table import Outcome, Table


def diff(
    a: str,
    b: str,
    /,
    *,
    examples: int = 3,
    memory: float = 0.0,
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Find the positions that are worth one thing by some rules and another by others.

    A and B are games, such as nim and nim:misere=false, or tables that solve has saved, such as nim.table; they
    must have the same State. Counted are the positions that can be reached by the rules of A and are in B as well;
    shown are the nearest to the start.

    Parameters
    ----------
    a
        A game with its parameters, or FILE.table.
    b
        Another.
    examples
        How many positions to show.
    memory
        GB to take at most; default: seven tenths of what is free.
    parameters
        Parameters of both games.
    """
    chosen = options or GameOptions()
    if examples < 0:
        raise UsageError(f"--examples must be 0 or more, not {examples}")
    limit = budget(memory)
    with ProgressLine("diff") as line:
        line.listen()
        from outfox.kernel.clock import Clock
        from outfox.methods.solve.diff import diff as compare
        from outfox.methods.solve.diff import refuse_unlike

        def tell(share: float, text: str) -> None:
            line.share_or_not(share if share >= 0 else None, text)

        sides = [_operand(spec, chosen.param, parameters) for spec in (a, b)]
        games = [side if isinstance(side, Game) else side.game for side in sides]
        refuse_unlike(*games)
        clock = Clock()
        tables = [_solved(side, limit, tell) for side in sides]
        found = compare(*tables, examples=examples, memory=limit, progress=tell)
        took = {"seconds": clock.seconds, "cpu_seconds": clock.cpu_seconds, "compile_seconds": clock.compile_seconds}
    show({**_data(found), **took}, _text(found), chosen.json)
    return DONE


def _operand(spec: str, param: Sequence[str], flags: Mapping[str, str]) -> Game | Table:
    if not spec.endswith(".table"):
        return load_game(spec, param, flags, "diff")
    if param or flags:
        raise UsageError(f"{spec} is a table: its parameters are settled; name a game instead")
    from outfox.methods.solve.table import open_table

    return open_table(spec)


def _solved(side: Game | Table, memory: int, tell: Callable[[float, str], None]) -> Table:
    if not isinstance(side, Game):
        return side
    from outfox.methods.solve.estimate import refuse_beyond
    from outfox.methods.solve.solve import solve

    return solve(side, symmetry=False, memory=memory // 2, judge=refuse_beyond(memory, side.spec), progress=tell).table


def _data(found: Diff) -> dict[str, Any]:
    a, b = found.a, found.b
    return {
        "a": a.spec,
        "b": b.spec,
        "players": list(a.players),
        "start": {"a": _outcome(found.start[0]), "b": _outcome(found.start[1])},
        "states": {"a": found.states[0], "b": found.states[1], "both": found.both},
        "differ": found.differ,
        "longer": found.longer,
        "counts": [{"a": x, "b": y, "positions": count} for x, y, count in found.counts],
        "examples": [
            {
                "moves": list(example.moves),
                "plies": len(example.moves),
                "position": example.position.text,
                "mover": example.position.mover if example.position.mover in (0, 1) else None,
                "a": _outcome(example.a),
                "b": _outcome(example.b),
            }
            for example in found.examples
        ],
    }


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"value": outcome.value, "remoteness": outcome.remoteness}


def _text(found: Diff) -> str:
    a, b = found.a, found.b
    starts = (
        (name, game.spec, _said(game, outcome)) for name, game, outcome in zip("AB", (a, b), found.start, strict=True)
    )
    of_b = "" if found.states[1] is None else f", {found.states[1]:,} in B"
    share = f" ({100 * found.differ / found.both:.1f} %)" if found.both else ""
    words = f"{found.states[0]:,} positions can be reached in A{of_b}; {found.both:,} of A's are in B as well."
    words += f" {found.differ:,} of these{share} have another value"
    words += f", and {found.longer:,} the same value at another distance." if found.longer else "."
    lines = [*table(starts), "", *textwrap.wrap(words, width())]
    if found.counts:
        rows = [(_kind(a, x, found), _kind(b, y, found), f"{count:,}") for x, y, count in found.counts]
        lines += ["", *table([("in A", "in B", "positions"), *rows], right=[2])]
    for example in found.examples:
        lines += ["", *_shown(example, found)]
    return "\n".join(lines)


def _said(game: Game, outcome: Outcome | None) -> str:
    from outfox.methods.solve.text import outcome_text

    return "does not have the start of A" if outcome is None else outcome_text(game, *outcome)


def _kind(game: Game, value: float, found: Diff) -> str:
    from outfox.methods.solve.text import value_text

    if not (found.a.has("chance") or found.b.has("chance")):
        return value_text(game, value)
    return "even" if value == 0 else f"favours {game.players[0 if value > 0 else 1]}"


def _shown(example: Example, found: Diff) -> list[str]:
    way = ", ".join(example.moves)
    count = f"after {len(example.moves)} {'ply' if len(example.moves) == 1 else 'plies'}: {way}" if way else "the start"
    lines = textwrap.wrap(count, width(), subsequent_indent="    ")
    lines += textwrap.indent(example.position.text.rstrip("\n"), "    ").split("\n")
    return [*lines, f"A: {_said(found.a, example.a)}", f"B: {_said(found.b, example.b)}"]
