"""`watch`: a game between two players as an animation, for notebooks and programs; and a recorded one."""

from __future__ import annotations

from outfox.arena.play import play_game
from outfox.draw.animation import Animation, animate, check_speed
from outfox.formats.records import GameRecord
from outfox.formats.records import replay as positions_of
from outfox.players import PlayerLike, as_player
from outfox.rules import BadSetting, Game, Position, load


def watch(
    game: Game | str | GameRecord,
    a: PlayerLike | None = None,
    b: PlayerLike | None = None,
    *,
    seed: int = 0,
    max_plies: int = 0,
    start: Position | None = None,
    speed: float = 2.0,
) -> Animation:
    """Play a game, or take a recorded one, and return it as an animation; in a notebook it shows as one.

    Parameters
    ----------
    game
        Rules, a spec such as ``"tic-tac-toe"``, or a record, which needs no players.
    a, b
        Player 0 and player 1: specs, players, or functions from a position to an action.
    seed
        The same seed, the same game.
    max_plies
        The game ends after so many plies; 0: no limit.
    start
        Where to start.
    speed
        Plies a second.

    Returns
    -------
    Animation
        Its `save` writes .gif, .svg or .html.

    Raises
    ------
    BadSetting
        Where players are missing, or the game is too long for a picture.

    Examples
    --------
    >>> game = watch("tic-tac-toe", "lookahead:depth=2", "random", seed=1)
    >>> game.scenes[-1].turn
    'won by x'
    """
    check_speed(speed)
    if isinstance(game, GameRecord):
        record, rules = game, load(game.game)
        positions = list(positions_of(record, rules))
    else:
        if a is None or b is None:
            raise BadSetting("a game to watch needs two players, such as 'mcts' and 'random'")
        rules, positions = (load(game) if isinstance(game, str) else game), []
        players = as_player(a), as_player(b)
        record = play_game(rules, players, seed, max_plies=max_plies, start=start, watch=positions.append)
    return animation_of(record, positions, speed)


def animation_of(record: GameRecord, positions: list[Position], speed: float) -> Animation:
    """Make an animation of a recorded game and its positions."""
    game = positions[0].game
    title = f"{record.game}: {' v '.join(record.players)}"
    ending = "" if record.ending == "normal" else outcome(record, game)
    return animate(positions, speed=speed, title=title, seats=seats_of(record), ending=ending)


def seats_of(record: GameRecord) -> tuple[str, ...]:
    """Return who played, where that tells the two apart."""
    return record.players if len(set(record.players)) > 1 else ()


def outcome(record: GameRecord, game: Game) -> str:
    """Say in a few words who won, and how the game ended where the rules did not end it."""
    amount = "" if abs(record.payoff) == 1 else f" by {abs(record.payoff):g}"
    result = "a draw" if record.winner is None else f"won by {game.players[record.winner]}{amount}"
    return result if record.ending == "normal" else f"{result} ({record.ending.replace('_', ' ')})"
