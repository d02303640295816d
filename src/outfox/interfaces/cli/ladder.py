"""`outfox ladder`: levels of play of known strength, and where a player stands among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.match import records_file, refuse_counts, refuse_humans, tell_records
from outfox.interfaces.cli.options import GameOptions, load_game
from outfox.interfaces.cli.output import show
from outfox.interfaces.cli.progress import ProgressLine

if TYPE_CHECKING:
    from outfox.arena.ladder import LadderResult


def ladder(
    game: str,
    /,
    *,
    player: str = "",
    win_rate: float | None = None,
    levels: int = 7,
    first: int = 8,
    method: str = "mcts",
    games: int = 20,
    seed: int = 0,
    workers: int = 1,
    max_plies: int = 0,
    opening_plies: int = 2,
    records: str = "",
    resume: str = "",
    options: GameOptions | None = None,
    **parameters: str,
) -> int:
    """Rate levels of play: chance, then a search whose budget doubles from level to level.

    Each level's score against the ladder has an interval. --player places a player of yours among them, and
    --win-rate says which level to choose.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    player
        A player's spec, to be placed on the ladder.
    win_rate
        Name the level for this share of points, such as 0.75: with --player the strongest level against which it
        may expect so much; without, the first level that scores so much against the ladder.
    levels
        How many, level 0 (chance) included.
    first
        Simulations of level 1; each level has twice those of the one below.
    method
        The search, with other settings if you like.
    games
        Between each two; an even number.
    seed
        The root of all randomness.
    workers
        Processes.
    max_plies
        A game ends after so many plies with the payoff of endless play; 0: no limit.
    opening_plies
        Random plies that start each pair of games.
    records
        Write the games to this new file as they end: .jsonl, or anything else for text.
    resume
        Go on with the games in this file, and write the new ones to it.
    parameters
        Parameters of the game.
    """
    chosen = options or GameOptions()
    _refuse(player, games, win_rate)
    refuse_counts({"levels": 2, "first": 1, "workers": 1}, levels=levels, first=first, workers=workers)
    refuse_counts({}, seed=seed, max_plies=max_plies, opening_plies=opening_plies)
    file = records_file(records, resume, "ladder")
    loaded = load_game(game, chosen.param, parameters, "ladder")
    with ProgressLine("ladder") as line:
        line.listen()
        from outfox.arena.ladder import ladder as run

        found = run(
            loaded, player or None, levels=levels, first=first, method=method, games=games, seed=seed,
            workers=workers, max_plies=max_plies, opening_plies=opening_plies, records=file, resume=bool(resume),
            progress=line.share,
        )  # fmt: skip
    show(_data(found, win_rate), _text(found, win_rate), chosen.json)
    tell_records(file, found.result.games - found.result.resumed)
    return INTERRUPTED if found.result.interrupted else DONE


def _refuse(player: str, games: int, win_rate: float | None) -> None:
    from outfox.interfaces.cli.errors import UsageError

    refuse_humans(player)
    if games < 2 or games % 2:
        raise UsageError(f"--games must be an even number, not {games}: seats swap")
    if win_rate is not None and not 0.0 < win_rate < 1.0:
        raise UsageError(f"--win-rate is a share such as 0.75, not {win_rate:g}")


def _data(found: LadderResult, win_rate: float | None) -> dict[str, Any]:
    data = found.to_dict()
    if win_rate is not None:
        level = found.level_for(win_rate)
        data["win_rate"] = win_rate
        data["level"] = None if level is None else level.number
    return data


def _text(found: LadderResult, win_rate: float | None) -> str:
    if win_rate is None:
        return str(found)
    level = found.level_for(win_rate)
    chosen = "none of these levels" if level is None else f"level {level.number}, {level.spec}"
    return f"{found}\n\nfor {100 * win_rate:g} %: {chosen}"
