"""`outfox search`: what a position is worth and what to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import amount, show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.settings import help_for, settings_of, split_flags, with_settings
from outfox.methods.search.settings import MctsSettings

if TYPE_CHECKING:
    from outfox.methods.search.result import SearchResult
    from outfox.rules import Game, Position

_SHOWN = 20


def search(
    game: str,
    /,
    *,
    player: str = "mcts",
    seed: int = 0,
    options: StartOptions | None = None,
    **parameters: str,
) -> int:
    """Search a position: its value, the value of each action, the best line.

    The value is player 0's expected payoff, whoever is to move. A budget in simulations gives the same answer
    for the same seed on every machine. Ctrl-C ends the search and prints what is known.

    Parameters
    ----------
    game
        A name or a file, with parameters if you like.
    player
        Who searches: mcts, with its settings if you like, such as mcts:simulations=100000,c=2.
    seed
        The same seed gives the same result.
    parameters
        Settings of the search (below), and parameters of the game.
    """
    chosen = options or StartOptions()
    settings, rest = split_flags(parameters, {setting.name for setting in settings_of(MctsSettings)})
    loaded, position = game_and_position(game, chosen, rest, "search")
    _refuse_end(loaded, position)
    with ProgressLine("search") as line:
        result = _search(position, with_settings(player, settings), seed, line)
    show(result.to_dict(), _text(loaded, result), chosen.json)
    return INTERRUPTED if result.stopped == "interrupted" else DONE


def more_flags() -> list[str]:
    """Return the flags that are settings of the search."""
    return [f"--{setting.name}" for setting in settings_of(MctsSettings)]


def more_help() -> str:
    """List the settings of the search, each of which is a flag."""
    return help_for(MctsSettings, "Settings of mcts, as flags or in the player's spec:")


def _search(position: Position, spec: str, seed: int, line: ProgressLine) -> SearchResult:
    line.listen()
    from outfox.interfaces.cli.errors import UsageError
    from outfox.methods.search.mcts import search as run
    from outfox.players import player
    from outfox.players.mcts_player import MctsPlayer

    searcher = player(spec)
    if not isinstance(searcher, MctsPlayer):
        raise UsageError(f"{spec!r} does not search: search takes mcts, such as mcts:simulations=100000")
    return run(
        position,
        searcher.settings,
        seed=seed,
        weights=searcher.weights,
        evaluator=searcher.evaluator,
        progress=line.share,
    )


def _refuse_end(game: Game, position: Position) -> None:
    from outfox.interfaces.cli.errors import UsageError

    if position.is_terminal:
        raise UsageError(f"the game is over ({game.players[0]} gets {position.payoff:+g}): there is nothing to search")


def _text(game: Any, result: SearchResult) -> str:
    kind = "proven" if result.proven else f"an estimate after {result.simulations:,} simulations"
    lines = [f"value {result.value:+.3f} for {game.players[0]} (player 0), {kind}", ""]
    rows = [("action", "value", "visits", "")]
    rows += [
        (a.name, f"{a.value:+.3f}", f"{a.visits:,}", "proven" if a.proven else "") for a in result.actions[:_SHOWN]
    ]
    lines += table(rows, right=(1, 2))
    more = len(result.actions) - _SHOWN
    lines += [f"and {more} more"] if more > 0 else []
    lines += ["", *_wrapped("line", result.line)]
    speed = amount(result.simulations / result.cpu_seconds) if result.cpu_seconds else "many"
    ended = "" if result.stopped in ("simulations", "proven") else f"; stopped by {result.stopped}"
    lines.append(f"{result.nodes:,} nodes, depth {result.depth}, {speed} simulations a CPU second{ended}")
    return "\n".join(lines)


def _wrapped(head: str, words: tuple[str, ...]) -> list[str]:
    from outfox.interfaces.cli.help import width

    lines, current = [], head
    for word in words:
        if len(current) + 1 + len(word) > width():
            lines.append(current)
            current = " " * len(head)
        current += f" {word}"
    return [*lines, current]
