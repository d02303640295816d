"""`outfox levels`: the levels of play of a game, and how strong they were measured to be."""

from __future__ import annotations

from typing import Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show, table


def levels(game: str, /, *, options: GameOptions | None = None, **parameters: str) -> int:
    """List the levels of play of a game, from weakest to strongest.

    Where they were calibrated for the game, each level's share of the points against a fixed ladder of players
    stands beside it, from either seat. Play one with: outfox play GAME --level NAME

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    parameters
        Parameters of the game.
    """
    from outfox.players.levels import calibrated, levels_of

    chosen = options or GameOptions()
    loaded = load_game(game, chosen.param, parameters, "levels")
    found, measured = levels_of(loaded), calibrated(loaded.name)
    rungs = measured["ladder"] if measured else []
    data = {
        "game": loaded.spec,
        "players": list(loaded.players),
        "ladder": rungs,
        "how": measured["how"] if measured else None,
        "levels": [
            {"name": level.name, "players": list(level.specs), "shares": list(level.shares)} for level in found
        ],
    }  # fmt: skip
    show(data, _text(loaded, found, rungs), chosen.json)
    return DONE


def _text(game: Any, found: Any, rungs: list[str]) -> str:
    lines = [f"{game.spec}: levels from weakest to strongest", ""]
    if not rungs:
        lines += table([(level.name, level.specs[0]) for level in found])
        return "\n".join([*lines, "", "They were not calibrated for this game."])
    for seat, name in enumerate(game.players):
        shares = [[f"{100 * level.shares[seat][rung]:.0f} %" for rung in rungs] for level in found]
        head = (f"as {name}", *(_short(rung) for rung in rungs))
        rows = [head, *((level.name, *row) for level, row in zip(found, shares, strict=True))]
        lines += [*table(rows, right=range(1, len(head))), ""]
    said = "Shares of the points against chance and plain search, by its simulations a ply"
    return "\n".join([*lines, f"{said}; * with the model." if any("model" in rung for rung in rungs) else f"{said}."])


def _short(rung: str) -> str:
    return rung.removeprefix("mcts:simulations=").replace(",model=@", "*")
