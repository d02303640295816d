"""`outfox search`: what a position is worth and what to play."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.codes import DONE, INTERRUPTED
from outfox.interfaces.cli.match import refuse_counts
from outfox.interfaces.cli.options import StartOptions, game_and_position
from outfox.interfaces.cli.output import amount, show, table
from outfox.interfaces.cli.progress import ProgressLine
from outfox.interfaces.cli.settings import help_for, settings_of, split_flags, with_settings
from outfox.methods.search.settings import AlphaBetaSettings, DfpnSettings, IsmctsSettings, MctsSettings
from outfox.rules.errors import NotSupported

if TYPE_CHECKING:
    from outfox.methods.result import Searched
    from outfox.methods.search.alphabeta_result import AlphaBetaResult
    from outfox.methods.search.ismcts import IsmctsResult
    from outfox.methods.search.result import SearchResult
    from outfox.methods.solve.dfpn_result import DfpnResult
    from outfox.rules import Game, Position

_SHOWN = 20
_BY_PLAN = "simulations", "depth", "proven"
"""What ends a search that nothing has cut short."""
_SETTINGS: dict[str, type[Any]] = {
    "mcts": MctsSettings, "alphabeta": AlphaBetaSettings, "dfpn": DfpnSettings, "is-mcts": IsmctsSettings
}  # fmt: skip
"""Who can search, and with which settings."""


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
        Who searches: mcts, alphabeta, or dfpn, which proves what it can; with settings if you like:
        mcts:simulations=100000,c=2, alphabeta:depth=10, dfpn:threshold=1. Or solved:FILE.table, which looks it up.
        In games with hidden information is-mcts: it goes by what the player to move has seen.
    seed
        The same seed gives the same result.
    parameters
        Settings of the search (below), and parameters of the game.
    """
    refuse_counts({}, seed=seed)
    chosen = options or StartOptions()
    settings, rest = split_flags(parameters, {setting.name for setting in settings_of(_kind(player))})
    loaded, position = game_and_position(game, chosen, rest, "search")
    _refuse_end(loaded, position)
    if player.partition(":")[0].strip().lower() == "solved":
        return _probe(position, player, chosen)
    with ProgressLine("search") as line:
        result = _search(position, with_settings(player, settings), seed, line)
    show(result.to_dict(), _text(loaded, result), chosen.json)
    return INTERRUPTED if result.stopped == "interrupted" else DONE


def _probe(position: Position, spec: str, chosen: StartOptions) -> int:
    """Answer from a table, or by solving: a player that knows needs no search."""
    from outfox.interfaces.cli.solve import SolveOptions, answer

    return answer(position, SolveOptions(table=spec.partition(":")[2].strip()), chosen)


def more_flags() -> list[str]:
    """Return the flags that are settings of a search."""
    return [f"--{setting.name}" for cls in _SETTINGS.values() for setting in settings_of(cls)]


def more_help() -> str:
    """List the settings of each search, each of which is a flag."""
    parts = (help_for(cls, f"Settings of {name}, as flags or in the player's spec:") for name, cls in _SETTINGS.items())
    return "".join(parts)


def _kind(spec: str) -> type[Any]:
    return _SETTINGS.get(spec.partition(":")[0].strip().lower(), MctsSettings)


def _search(position: Position, spec: str, seed: int, line: ProgressLine) -> Any:
    line.listen()
    from outfox.interfaces.cli.errors import UsageError

    kind = spec.partition(":")[0].strip().lower()
    if kind not in _SETTINGS:
        from outfox.players import player

        player(spec)  # which refuses what there is not at all
        raise UsageError(f"{spec!r} does not search: search takes {', '.join(_SETTINGS)}, such as alphabeta:depth=10")
    try:
        return _SEARCHES[kind](position, spec, seed, line)
    except NotSupported as error:
        if kind == "is-mcts" or not position.game.has("View"):
            raise
        hint = "--player is-mcts searches what the player to move has seen"
        raise NotSupported(f"{error}; {hint}") from None


def _mcts(position: Position, spec: str, seed: int, line: ProgressLine) -> SearchResult:
    from outfox.methods.search.mcts import search as run
    from outfox.players import player

    one: Any = player(spec)
    return run(
        position, one.settings, seed=seed, weights=one.weights, evaluator=one.evaluator, progress=line.share
    )  # fmt: skip


def _ismcts(position: Position, spec: str, seed: int, line: ProgressLine) -> IsmctsResult:
    from outfox.interfaces.cli.errors import UsageError
    from outfox.methods.search.ismcts import refuse, sight_of
    from outfox.methods.search.ismcts import search as run
    from outfox.players import player

    one: Any = player(spec)
    refuse(position.game, one.settings)
    if position.is_chance:
        raise UsageError("chance decides here, and nobody has anything to choose: --moves says what came, and goes on")
    if position != position.game.start() and not position.history:
        raise UsageError("is-mcts goes by what was seen on the way: say it with --moves, not with --position")
    seen, earlier = sight_of(position)
    return run(seen, one.settings, seed=seed, earlier=earlier, progress=line.share)


def _alphabeta(position: Position, spec: str, seed: int, line: ProgressLine) -> AlphaBetaResult:  # noqa: ARG001
    from outfox.methods.search.alphabeta import alphabeta
    from outfox.players import player

    one: Any = player(spec)
    return alphabeta(position, one.settings, weights=one.weights, progress=line.share)


def _dfpn(position: Position, spec: str, seed: int, line: ProgressLine) -> DfpnResult:  # noqa: ARG001
    from outfox.methods.solve.dfpn import dfpn
    from outfox.players.settings import settings_from
    from outfox.rules.parameters import split_spec

    values = split_spec(spec.strip())[1]
    settings = settings_from("dfpn", DfpnSettings, values, {"threshold": -math.inf, "memory": 1})
    return dfpn(position, settings, progress=line.share)


_SEARCHES: dict[str, Callable[[Position, str, int, ProgressLine], Any]] = {
    "mcts": _mcts,
    "alphabeta": _alphabeta,
    "dfpn": _dfpn,
    "is-mcts": _ismcts,
}


def _refuse_end(game: Game, position: Position) -> None:
    from outfox.interfaces.cli.errors import UsageError

    if position.is_terminal:
        raise UsageError(f"the game is over ({game.players[0]} gets {position.payoff:+g}): there is nothing to search")


def _text(game: Any, result: Any) -> str:
    if hasattr(result, "questions"):
        return _text_of_proofs(game, result)
    return _text_of_bounds(game, result) if hasattr(result, "leaves") else _text_of_visits(game, result)


def _text_of_visits(game: Any, result: SearchResult) -> str:
    kind = "proven" if result.proven else f"an estimate after {result.simulations:,} simulations"
    rows = [(a.name, f"{a.value:+.3f}", f"{a.visits:,}", "proven" if a.proven else "") for a in result.actions]
    size = f"{result.nodes:,} nodes, depth {result.depth}"
    if hasattr(result, "worlds"):
        size = f"{result.nodes:,} information set{'s' * (result.nodes != 1)}"
    return _page(
        f"value {result.value:+.3f} for {game.players[0]} (player 0), {kind}",
        _actions(("action", "value", "visits", ""), rows, right=(1, 2)),
        result,
        size,
        (result.simulations, "simulations"),
    )


def _text_of_bounds(game: Any, result: AlphaBetaResult) -> str:
    rows = [
        (a.name, a.worth, "proven" if a.proven else "", "" if a.remoteness is None else f"{a.remoteness} plies")
        for a in result.actions
    ]
    return _page(
        result.heading.replace("player 0", f"{game.players[0]} (player 0)"),
        _actions(("action", "value", "", ""), rows, right=(1, 3)),
        result,
        result.effort,
        (result.nodes, "nodes"),
    )


def _text_of_proofs(game: Any, result: DfpnResult) -> str:
    words = {True: "yes", False: "no", None: "not known"}
    player = f"{game.players[0]} (player 0)"
    return _page(
        result.heading.replace("player 0", player),
        [f"{q.text.replace('player 0', player)} {words[q.holds]}" for q in result.questions],
        result,
        f"{result.nodes:,} nodes",
        (result.nodes, "nodes"),
    )


def _page(head: str, found: list[str], result: Searched[Any], size: str, work: tuple[int, str]) -> str:
    """Return what every search prints: the value, what was found, the line, what it took."""
    speed = amount(work[0] / result.cpu_seconds) if result.cpu_seconds else "many"
    ended = "" if result.stopped in _BY_PLAN else f"; stopped by {result.stopped}"
    last = f"{size}, {speed} {work[1]} a CPU second{ended}"
    line = _wrapped("line", result.line) if result.line else []
    return "\n".join([head, "", *found, "", *line, last])


def _actions(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> list[str]:
    more = len(rows) - _SHOWN
    return table([head, *rows[:_SHOWN]], right=right) + ([f"and {more} more"] if more > 0 else [])


def _wrapped(head: str, words: tuple[str, ...]) -> list[str]:
    from outfox.interfaces.cli.help import width

    lines, current = [], head
    for word in words:
        if len(current) + 1 + len(word) > width():
            lines.append(current)
            current = " " * len(head)
        current += f" {word}"
    return [*lines, current]
