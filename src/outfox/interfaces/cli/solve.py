"""`outfox solve`: who wins with best play, how fast, and why."""

from __future__ import annotations

import math
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Parameter

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.errors import UsageError
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import fit, note, show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.workers.memory import allowed_memory

if TYPE_CHECKING:
    from outfox.methods.solve.checkpoint import Checkpoint
    from outfox.methods.solve.line import Line
    from outfox.methods.solve.result import ActionOutcome, Solution
    from outfox.methods.solve.table import Table
    from outfox.rules import Game, Position

_SHOWN = 40


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SolveOptions:
    """What to ask beside the value.

    Parameters
    ----------
    line
        Print best play to the end, with every alternative of the side that would like another result.
    after
        Print the line that answers these actions: it refutes them.
    exclude
        Actions that may not be played first; may be given several times.
    grundy
        Print Grundy numbers, for impartial games under normal play.
    outcome_class
        Solve with either side beginning, and name the class: N, P, or who wins.
    save
        Write the table to this file, to be probed later.
    checkpoint
        Minutes between two checkpoints of the work that --save is for. They stand beside its file, as FILE.unfinished,
        until it is written; Ctrl-C writes one too. The same command goes on from there.
    table
        Take the answers from this table instead of solving.
    verify
        Test every entry of the table by the rules alone.
    memory
        GB to take at most; default: seven tenths of what is free.
    anyway
        Begin although the game is guessed to be too large; the limit of memory holds all the same.
    merge
        Whether one state stands for all its images under the rules' symmetry and swap: auto (in large games), true or
        false.
    tolerance
        With chance and cycles: the largest change of a value that is taken for none.
    """

    line: bool = False
    after: str = ""
    exclude: tuple[str, ...] = ()
    grundy: bool = False
    outcome_class: bool = False
    save: str = ""
    checkpoint: float = 5.0
    table: str = ""
    verify: bool = False
    memory: float = 0.0
    anyway: bool = False
    merge: Literal["auto", "true", "false"] = "auto"
    tolerance: float = 1e-12


def solve(
    game: str,
    /,
    *,
    what: SolveOptions | None = None,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Solve a game exactly: who wins with best play, in how many plies, and what each action is worth.

    Every position that can be reached is found, and solved from the ends of play backwards; play that goes in circles
    is worth what the game says (ENDLESS). The value is player 0's payoff. The side that is better off than with
    endless play hastens the end, the other delays it. A game that is too large is refused before the work begins.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    parameters
        Parameters of the game.
    """
    chosen, asked = options or StartOptions(), what or SolveOptions()
    loaded, position = game_and_position(game, chosen, parameters, "solve")
    if position.is_terminal:
        raise UsageError(f"the game is over ({loaded.players[0]} gets {position.payoff:+g}): there is nothing to solve")
    return answer(position, asked, chosen)


def answer(position: Position, asked: SolveOptions, chosen: StartOptions) -> int:
    """Print the exact answer about a position."""
    with ProgressLine("solve") as progress:
        progress.listen()
        data, lines, unsaved = _answers(position.game, position, asked, progress)
    show(data, "\n".join(lines), chosen.json)
    if unsaved is not None:  # what was found has been said by now
        raise unsaved
    return DONE


def _answers(
    game: Game, position: Position, asked: SolveOptions, progress: ProgressLine
) -> tuple[dict[str, Any], list[str], UsageError | None]:
    """Return all that was asked, for programs and for people, and why the table could not be written."""
    if asked.grundy:
        return *_grundy(position, asked), None
    if asked.outcome_class:
        return *_outcome_class(game, position, asked, progress), None
    with _keeping(position, asked) as checkpoint:
        solution, known = _solved(game, position, asked, progress, checkpoint)
        written, unsaved = _save(known, asked.save)
        if checkpoint is not None and unsaved is None:
            checkpoint.done()
    from outfox.methods.solve.result import action_outcomes
    from outfox.methods.solve.text import action_dict, solution_dict

    actions = list(solution.actions) if solution else action_outcomes(known, position)
    data = solution_dict(solution) if solution else _probed(known, position, actions)
    lines = _head(position, data, actions, asked)
    if asked.exclude:
        from outfox.methods.solve.variants import without

        actions = without(position, actions, asked.exclude)
        data |= {"excluded": list(asked.exclude), "actions": [action_dict(action) for action in actions]}
        data |= _value_of(game, actions[0])
        lines = _head(position, data, actions, asked)
    if asked.save:
        data["table"], data["table_bytes"] = None if unsaved else asked.save, written
        lines += [] if unsaved else [f"the table is in {asked.save} ({written:,} bytes)"]
    if asked.verify:
        from outfox.methods.solve.verify import verify

        data["verified"] = verify(known, progress.share)
        lines.append(f"verified: all {data['verified']:,} entries fit the rules and each other")
    if asked.line or asked.after:
        line = _line(known, position, asked)
        data["line"] = _line_dict(line)
        lines += ["", *_line_text(game, line)]
    return data, lines, unsaved


def _keeping(position: Position, asked: SolveOptions) -> AbstractContextManager[Checkpoint | None]:
    """Return what keeps the work on a table while it is unfinished; nothing where no table is to be saved."""
    if not asked.save or asked.table:
        return nullcontext()
    from outfox.methods.solve.checkpoint import Checkpoint

    if asked.checkpoint < 0:
        raise UsageError("--checkpoint must be 0 or more, in minutes")
    return Checkpoint(asked.save, position, symmetry=_merge(asked), minutes=asked.checkpoint, say=note)


def _solved(
    game: Game,
    position: Position,
    asked: SolveOptions,
    progress: ProgressLine,
    checkpoint: Checkpoint | None = None,
) -> tuple[Solution | None, Table]:
    """Return the solution and its table, or only the table that was asked for."""
    if asked.table:
        return None, opened(asked.table, game)
    from outfox.methods.solve.estimate import refuse_beyond
    from outfox.methods.solve.solve import solve as run

    memory = budget(asked.memory)
    start = game if position == game.start() and not position.history and game.starts == 1 else position
    solution = run(
        start,
        symmetry=_merge(asked),
        memory=memory,
        tolerance=asked.tolerance,
        judge=None if asked.anyway else refuse_beyond(memory, game.spec, note if progress.wanted else None),
        progress=lambda share, text: progress.share_or_not(share if share >= 0 else None, text),
        checkpoint=checkpoint,
    )
    return solution, solution.table


def opened(path: str, game: Game) -> Table:
    """Return the table of a game that --table names."""
    from outfox.methods.solve.table import open_table

    try:
        return open_table(path, game)
    except FileNotFoundError:
        raise UsageError(f"--table {path}: there is no such file; outfox solve --save makes it") from None


def _merge(asked: SolveOptions) -> bool | None:
    return None if asked.merge == "auto" else asked.merge == "true"


def budget(gigabytes: float) -> int:
    """Return how many bytes may be taken: what was asked for, or most of what is free."""
    if not 0.0 <= gigabytes < math.inf:
        raise UsageError(f"--memory is a number of GB above 0, not {gigabytes:g}")
    if gigabytes:
        return int(gigabytes * 2**30)
    return allowed_memory()


def _save(known: Table, path: str) -> tuple[int, UsageError | None]:
    """Return how many bytes a table took, 0 where none was asked for, and why it could not be written."""
    try:
        return known.save(path) if path else 0, None
    except OSError as error:
        return 0, UsageError(f"--save {path}: {error.strerror or error}; nothing was written")


def _probed(known: Table, position: Position, actions: list[ActionOutcome]) -> dict[str, Any]:
    """Return what a table says of a position, for programs."""
    from outfox.methods.solve.text import action_dict

    value, remoteness = known.outcome(position)
    return {
        "game": known.game.spec,
        "rules_key": known.game.rules_key,
        "players": list(known.game.players),
        "position": position.text,
        "mover": position.mover,
        **_worth(known.game, value, remoteness),
        "actions": [action_dict(action) for action in actions],
        "states": known.facts.get("positions") or known.states,
        "classes": known.states,
    }


def _worth(game: Game, value: float, remoteness: int | None) -> dict[str, Any]:
    from outfox.methods.solve.result import winner

    who = None if game.has("chance") else winner(value)
    return {
        "value": value,
        "winner": None if who is None else game.players[who],
        "winner_player": who,
        "remoteness": remoteness,
    }


def _value_of(game: Game, best: ActionOutcome) -> dict[str, Any]:
    return _worth(game, best.value, best.remoteness)


def _head(position: Position, data: dict[str, Any], actions: list[ActionOutcome], asked: SolveOptions) -> list[str]:
    """Return the value, the table of actions and how it was got, in lines."""
    from outfox.methods.solve.text import outcome_text, sizes_text

    game = position.game
    words = outcome_text(game, data["value"], data["remoteness"])
    lines = [f"{words}" + (f" without {', '.join(asked.exclude)}" if asked.exclude else "")]
    lines += [f"value {data['value']:+.9g} for {game.players[0]} (player 0), {_to_move(position)} to move", ""]
    rows = [(a.name, outcome_text(game, a.value, a.remoteness)) for a in actions[:_SHOWN]]
    lines += table([("action", "leads to"), *rows])
    lines += [f"and {len(actions) - _SHOWN} more"] if len(actions) > _SHOWN else []
    lines.append("")
    lines += [fit(line) for line in sizes_text(data, game)]
    return lines


def _to_move(position: Position) -> str:
    return "chance" if position.mover < 0 else position.game.players[position.mover]


def _grundy(position: Position, asked: SolveOptions) -> tuple[dict[str, Any], list[str]]:
    from outfox.methods.solve.variants import grundy

    found = grundy(position, symmetry=asked.merge != "false")
    data = {
        "game": position.game.spec,
        "position": position.text,
        "grundy": found.number,
        "actions": [{"action": name, "grundy": number} for name, number in found.actions],
        "states": found.states,
    }
    who = "the player to move wins" if found.number else "the player to move loses"
    rows = [(name, str(number), "wins" if number == 0 else "") for name, number in found.actions[:_SHOWN]]
    lines = [f"Grundy number {found.number}: {who}", "", *table([("action", "leads to", ""), *rows], right=(1,))]
    return data, lines


def _outcome_class(
    game: Game, position: Position, asked: SolveOptions, progress: ProgressLine
) -> tuple[dict[str, Any], list[str]]:
    from outfox.methods.solve.text import outcome_text
    from outfox.methods.solve.variants import outcome_class, with_first

    if position.history or position != game.start():
        raise UsageError("--outcome-class is about the start of a game: leave out --moves and --position")
    found = []
    for player in (0, 1):
        start = with_first(game, player)
        solution, _ = _solved(start.game, start, asked, progress)
        assert solution is not None
        found.append(solution)
    named = outcome_class(game, (found[0].value, found[1].value))
    data = {
        "game": game.spec,
        "outcome_class": named.name,
        "values": list(named.values),
        "remoteness": [solution.remoteness for solution in found],
        "states": [solution.positions or solution.states for solution in found],
    }
    lines = [f"outcome class {named.name}", ""]
    lines += table(
        [(f"{game.players[k]} begins", outcome_text(game, s.value, s.remoteness)) for k, s in enumerate(found)]
    )
    return data, lines


def _line(known: Table, position: Position, asked: SolveOptions) -> Line:
    from outfox.interfaces.cli.options import play_moves
    from outfox.methods.solve.line import proof_line

    after: tuple[int, ...] = ()
    if asked.after:
        after = play_moves(position, asked.after).history[len(position.history) :]
    return proof_line(known, position, after=after)


def _line_dict(line: Line) -> dict[str, Any]:
    from outfox.methods.solve.text import line_dict

    return line_dict(line)


def _line_text(game: Game, line: Line) -> list[str]:
    from outfox.methods.solve.text import line_text

    return [fit(row) for row in line_text(game, line)]
