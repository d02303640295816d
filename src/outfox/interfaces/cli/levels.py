"""`outfox levels`: the levels of play of a game, and how strong they were measured to be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show, table

if TYPE_CHECKING:
    from outfox.players.levels import Level, Share
    from outfox.rules.game import Game


def levels(game: str, /, *, options: GameOptions | None = None, **parameters: str) -> int:
    """List the levels of play of a game, from weakest to strongest.

    Where they were calibrated for the game, each level's share of the points against a fixed ladder of players
    stands beside it, from either seat, and what it won against the level below. Play one with:
    outfox play GAME --level NAME

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
        "levels": [_facts(level) for level in found],
    }  # fmt: skip
    show(data, _text(loaded, found, rungs), chosen.json)
    return DONE


def _facts(level: Level) -> dict[str, Any]:
    over = level.over_weaker
    return {
        "name": level.name,
        "players": list(level.specs),
        "shares": [{rung: won.share for rung, won in seat.items()} for seat in level.shares],
        "intervals": [{rung: [won.low, won.high] for rung, won in seat.items()} for seat in level.shares],
        "over_weaker": {"share": over.share, "interval": [over.low, over.high]} if over else None,
    }


def _text(game: Game, found: Sequence[Level], rungs: list[str]) -> str:
    lines = [f"{game.spec}: levels from weakest to strongest", ""]
    if not rungs:
        lines += table([(level.name, level.specs[0]) for level in found])
        return "\n".join([*lines, "", "They were not calibrated for this game."])
    for seat, name in enumerate(game.players):
        rows = [(f"as {name}", *(level.name for level in found))]
        rows += [(_short(rung), *(_cell(level.shares[seat][rung]) for level in found)) for rung in rungs]
        lines += [*table(rows, right=range(1, len(found) + 1)), ""]
    against = [(f"{level.name} against {below.name}", _told(level.over_weaker)) for below, level in pairwise(found)]
    lines += [*table(against), ""]
    lines.append("In the tables: percentage of the points, with its 95 % interval, against chance")
    model = "; * with the model" if any("model" in rung for rung in rungs) else ""
    return "\n".join([*lines, f"and plain search, by its simulations a ply{model}."])


def _cell(won: Share) -> str:
    return f"{100 * won.share:.0f} {100 * won.low:.0f}-{100 * won.high:.0f}"


def _told(won: Share | None) -> str:
    if won is None:
        return "not measured"
    return f"{100 * won.share:.1f} % of the points, both seats ({100 * won.low:.1f} to {100 * won.high:.1f})"


def _short(rung: str) -> str:
    return rung.removeprefix("mcts:simulations=").replace(",model=@", "*")
