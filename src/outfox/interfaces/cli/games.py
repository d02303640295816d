"""`outfox games`: what there is to play, and the page of one game."""

from __future__ import annotations

from typing import Any

from outfox.interfaces.cli import catalogue
from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.help import entry_lines, width
from outfox.interfaces.cli.output import fit, reflow, show, table


def games(game: str = "", /, *, json: bool = False) -> int:
    """List the games that can be named, or show one game: its rules, players, parameters and sizes.

    Parameters
    ----------
    game
        Show this one: a name or a file, with parameters if you like.
    json
        Print one JSON object.
    """
    if game:
        _one(game, json)
        return DONE
    entries = catalogue.entries()
    data = {
        "games": [
            {
                "name": entry.name,
                "summary": entry.summary,
                "players": entry.players,
                "parameters": entry.parameters,
                "file": str(entry.path),
            }
            for entry in entries
        ]
    }
    show(data, _listing(entries), json)
    return DONE


def _listing(entries: list[catalogue.Entry]) -> str:
    beside = max(len(entry.name) for entry in entries) + 4
    lines = [line[2:] for entry in entries for line in entry_lines(entry.name, entry.summary, beside, width() + 2)]
    return "\n".join([*lines, "", "outfox games NAME shows one; outfox play NAME plays it."])


def _one(spec: str, json: bool) -> None:
    """Show one game; this loads its rules."""
    from outfox.rules import load

    game = load(spec)
    data = {
        "name": game.name,
        "spec": game.spec,
        "players": game.players,
        "parameters": {
            p.name: {"type": p.annotation, "default": p.default, "value": p.value} for p in game.parameters.values()
        },
        "actions": game.actions,
        "branching": game.branching,
        "outcomes": game.outcomes,
        "endless": game.endless,
        "file": str(game.path),
        "doc": game.doc,
    }
    show(data, _page(game), json)


def _page(game: Any) -> str:
    rows = [(f"  {p.name}", p.annotation, f"= {_value(p)}") for p in game.parameters.values()]
    sizes = f"{game.actions} actions, at most {game.branching} in one state"
    sizes += f", {game.outcomes} chance outcomes" if game.outcomes else ""
    endless = "" if game.endless is None else f"Endless play pays player 0 {game.endless:g}."
    parts = [
        *reflow(game.doc),
        "",
        f"Players: {game.players[0]} (player 0), {game.players[1]} (player 1). {endless}".rstrip(),
        f"Sizes: {sizes}.",
        fit(f"File: {game.path}"),
        *(["", "Parameters:", *table(rows)] if rows else []),
    ]
    return "\n".join(parts)


def _value(parameter: Any) -> str:
    return str(parameter).partition("=")[2]
