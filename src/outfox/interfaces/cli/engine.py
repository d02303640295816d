"""`outfox engine`: one of our players at the end of a pipe, speaking the line protocol."""

from __future__ import annotations

import sys

from outfox.interfaces.cli.codes import DONE
from outfox.interfaces.cli.options import GameOptions, load_game


def engine(
    game: str,
    /,
    *,
    player: str = "mcts:simulations=2000",
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Let a player play for any program: lines on standard input, answers on standard output.

    The lines are those of docs/reference/protocol.md: outfox 1, newgame, isready, position, go, stop, quit. Another
    outfox takes it for a player as "process:outfox engine GAME --player SPEC".

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    player
        Who plays: a player's spec.
    parameters
        Parameters of the game.
    """
    chosen = options or GameOptions()
    from outfox.interfaces.cli.errors import UsageError

    if chosen.json:
        raise UsageError("engine speaks its own lines: there is no --json")
    if player.strip() == "human":
        raise UsageError("human cannot be an engine: outfox play asks you for moves")
    loaded = load_game(game, chosen.param, parameters, "engine")
    from outfox.players import player as made
    from outfox.players.engine import serve

    serve(loaded, made(player), sys.stdin, sys.stdout)
    return DONE
