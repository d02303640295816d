"""Exact answers in words: a page for people, a dictionary for programs."""

from __future__ import annotations

from typing import Any

from outfox.methods.solve.line import Line
from outfox.methods.solve.result import ActionOutcome, Solution, hastens, winner, winner_of
from outfox.rules.game import Game
from outfox.rules.position import Position

_STUCK = {
    "loses": "a player without a legal action loses",
    "wins": "a player without a legal action wins",
    "draws": "the game is drawn where a player has no legal action",
    "passes": "a player without a legal action passes",
}


def value_text(game: Game, value: float) -> str:
    """Say what a value means: who wins what."""
    return f"{value:+.9f} for {game.players[0]}" if game.has("chance") else _won(game, value)


def _won(game: Game, payoff: float) -> str:
    who = winner(payoff)
    if who is None:
        return "a draw"
    amount = "" if abs(payoff) == 1.0 else f" {abs(payoff):g}"
    return f"{game.players[who]} wins{amount}"


def outcome_text(game: Game, value: float, remoteness: int | None) -> str:
    """Say what a position is worth and how far the end is.

    Examples
    --------
    >>> from outfox.rules import load
    >>> outcome_text(load("nim"), -1.0, 15)
    'second wins in 15 plies'
    """
    words = value_text(game, value)
    if remoteness is not None and winner(value) is not None:
        return f"{words} in {remoteness} {'ply' if remoteness == 1 else 'plies'}"
    if remoteness is None and not game.has("chance") and hastens(game, value) is not None and value == game.endless:
        return f"{words} by play without end"
    return words


def endless_text(game: Game) -> str:
    """Say what endless play is worth."""
    return "no position can come again" if game.endless is None else _won(game, game.endless)


def stop_text(game: Game) -> str:
    """Say when a game is over."""
    return "where the rules say so" + (f"; {_STUCK[game.stuck]}" if game.stuck else "")


def solution_dict(solution: Solution) -> dict[str, Any]:
    """Return a solution as JSON has it."""
    game, positions = solution.game, solution.positions
    return {
        **position_dict(solution.position),
        **worth_dict(game, solution.value, solution.remoteness),
        "actions": [action_dict(action) for action in solution.actions],
        "states": positions if positions is not None else solution.states,
        "classes": solution.states,
        "edges": solution.edges,
        "method": solution.method,
        "tolerance": solution.tolerance,
        "sweeps": solution.sweeps,
        "stop_rule": stop_text(game),
        "endless_rule": endless_text(game),
        "endless": game.endless,
        "symmetry": solution.table.keys.merges,
        "swap": solution.table.keys.swaps,
        "bytes": solution.bytes,
        **solution.times,
    }


def position_dict(position: Position) -> dict[str, Any]:
    """Return the position that an answer is about as JSON has it."""
    game = position.game
    return {
        "game": game.spec,
        "rules_key": game.rules_key,
        "players": list(game.players),
        "position": position.text,
        "mover": position.mover,
    }


def worth_dict(game: Game, value: float, remoteness: int | None) -> dict[str, Any]:
    """Return what a position is worth as JSON has it."""
    who = winner_of(game, value)
    return {
        "value": value,
        "winner": None if who is None else game.players[who],
        "winner_player": who,
        "remoteness": remoteness,
    }


def action_dict(action: ActionOutcome) -> dict[str, Any]:
    """Return an action and what it leads to as JSON has it."""
    return action.to_dict()


def line_dict(line: Line) -> dict[str, Any]:
    """Return a proof line as JSON has it."""
    return {
        "ending": line.ending,
        "steps": [
            {
                "ply": step.ply,
                "mover": step.mover,
                "action": step.name,
                "value": step.value,
                "remoteness": step.remoteness,
                "alternatives": [action_dict(other) for other in step.alternatives] if step.explains else [],
            }
            for step in line.steps
        ],
    }


def solution_text(solution: Solution) -> str:
    """Return a solution as a short page."""
    game = solution.game
    lines = [outcome_text(game, solution.value, solution.remoteness), ""]
    width = max((len(action.name) for action in solution.actions), default=0)
    lines += [
        f"{action.name:<{width}}  {outcome_text(game, action.value, action.remoteness)}" for action in solution.actions
    ]
    return "\n".join([*lines, "", *sizes_text(solution_dict(solution), game)])


def sizes_text(data: dict[str, Any], game: Game) -> list[str]:
    """Return how an answer was got, in lines; `data` is of a solution, or of a table that was probed."""
    merged = data.get("symmetry") and data["classes"] == data["states"]
    count = f"{data['states']:,} {'classes of states up to symmetry' if merged else 'states'}"
    if data["classes"] != data["states"]:
        seen = ", as the player to move sees them," if data.get("swap") else ""
        count += f"{seen} ({data['classes']:,} up to symmetry)"
    if "method" not in data:
        return [f"from a table of {count}"]
    how = data["method"]
    if data["tolerance"]:
        how += f" (last change {data['tolerance']:.0e} after {data['sweeps']:,} sweeps)"
    return [
        f"{count}, {data['edges']:,} edges",
        f"by {how} in {data['seconds']:.2f} s ({data['cpu_seconds']:.2f} CPU s), {data['bytes'] / 1e6:,.1f} MB",
        f"play stops {stop_text(game)}",
        f"endless play: {endless_text(game)}",
    ]


def line_text(game: Game, line: Line) -> list[str]:
    """Return a proof line, a ply a row, below it the alternatives where they are part of the proof."""
    rows = []
    width = max((len(step.name) for step in line.steps), default=0)
    for step in line.steps:
        rows.append(
            f"{step.ply:>3}. {game.players[step.mover]}: {step.name:<{width}}"
            f"  {outcome_text(game, step.value, step.remoteness)}"
        )
        if step.explains:
            rows += [
                f"       or {other.name}: {outcome_text(game, other.value, other.remoteness)}"
                for other in step.alternatives
            ]
    ends = {
        "terminal": "the game is over",
        "repetition": "this position was there before: play goes in circles",
        "long": "and so on",
    }
    return [*rows, f"     {ends[line.ending]}"]
