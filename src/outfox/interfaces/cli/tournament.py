"""`outfox tournament`: many players, ratings and the whole matrix."""

from __future__ import annotations

from typing import Literal

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.match import ArenaOptions, refuse_humans, tell_records
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine


def tournament(
    game: str,
    /,
    *contestants: str,
    games: int = 20,
    kind: Literal["round-robin", "gauntlet"] = "round-robin",
    arena: ArenaOptions | None = None,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Play every player against every other: ratings with intervals, the matrix of scores, cycles.

    Each two play a match with swapped seats, from the same openings. The games are the same for the same seed,
    whatever the number of workers. Ctrl-C ends the tournament and counts the games that are finished; --resume
    goes on with them.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    contestants
        Two or more players' specs.
    games
        Between each two; an even number.
    kind
        Whether each two meet, or the first meets all others.
    parameters
        Parameters of the game.
    """
    chosen = options or StartOptions()
    asked = (arena or ArenaOptions()).arguments("tournament")
    refuse_humans(*contestants)
    refuse_few(contestants, games)
    loaded, position = game_and_position(game, chosen, parameters, "tournament")
    with ProgressLine("tournament") as line:
        line.listen()
        from outfox.arena import tournament as run

        elsewhere = bool(chosen.moves.strip() or chosen.position)
        result = run(
            loaded, contestants, games=games, kind=kind, start=position if elsewhere else None,
            progress=line.share, **asked,
        )  # fmt: skip
    show(result.to_dict(), str(result), chosen.json)
    tell_records(asked["records"], result.games - result.resumed)
    return INTERRUPTED if result.interrupted else DONE


def refuse_few(contestants: tuple[str, ...], games: int) -> None:
    """Refuse what is no tournament."""
    from outfox.interfaces.cli.errors import UsageError

    if len(contestants) < 2:
        raise UsageError("a tournament takes two players or more: outfox tournament GAME A B C")
    twice = [spec for spec in contestants if contestants.count(spec) > 1]
    if twice:
        raise UsageError(f"{twice[0]} is there twice; how it does against itself is no strength")
    if games < 2 or games % 2:
        raise UsageError(f"--games must be an even number, not {games}: seats swap")
