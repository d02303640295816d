"""`outfox match`: two players, many games, and what may be said about them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import note, show
from outfox.interfaces.cli.progress import ProgressLine


def match(
    game: str,
    a: str,
    b: str,
    /,
    *,
    games: int = 100,
    seed: int = 0,
    seats: Literal["swap", "fixed"] = "swap",
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 0,
    records: str = "",
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Play two players against each other: wins, score and its interval, shares by seat.

    Seats swap from game to game. The games are the same for the same seed, whatever the number of workers.
    Ctrl-C ends the match and counts the games that are finished.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    a
        A player's spec, such as mcts:simulations=1000, random or mybot.py:factory.
    b
        The other player's.
    games
        How many; an even number gives whole pairs.
    seed
        The root of all randomness.
    seats
        Whether players swap seats from game to game, or A is always player 0.
    workers
        Processes.
    max_plies
        A game ends after so many plies with the payoff of endless play; 0: no limit.
    opening_plies
        Random plies that start each pair of games.
    records
        Write the games to this file: .jsonl, or anything else for text.
    parameters
        Parameters of the game.
    """
    chosen = options or StartOptions()
    _refuse(a, b, games=games, seed=seed, workers=workers, max_plies=max_plies, opening_plies=opening_plies)
    _refuse_folder(records)
    loaded, position = game_and_position(game, chosen, parameters, "match")
    with ProgressLine("match") as line:
        line.listen()
        from outfox.arena import match as run

        elsewhere = bool(chosen.moves.strip() or chosen.position)
        result = run(
            loaded, a, b, games=games, seed=seed, seats=seats, workers=workers, max_plies=max_plies,
            opening_plies=opening_plies, start=position if elsewhere else None, progress=line.share,
        )  # fmt: skip
    if records:
        from outfox.formats.records import save_records

        save_records(records, result.records)
    show(result.to_dict(), str(result), chosen.json)
    if records:
        note(f"{len(result.records)} games written to {records}")
    return INTERRUPTED if result.interrupted else DONE


def _refuse(a: str, b: str, games: int, **counts: int) -> None:
    from outfox.interfaces.cli.errors import UsageError

    if "human" in (a.strip(), b.strip()):
        raise UsageError("human cannot play a match: outfox play asks you for moves")
    for name, value in ({"games": games} | counts).items():
        least = 1 if name in ("games", "workers") else 0
        if value < least:
            raise UsageError(f"--{name.replace('_', '-')} must be at least {least}, not {value}")


def _refuse_folder(records: str) -> None:
    """Say before the match that its records will have no place."""
    from outfox.interfaces.cli.errors import UsageError

    path = Path(records).expanduser()
    if records and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise UsageError(f"--records: there is no folder for {records!r}, or it is one itself")
