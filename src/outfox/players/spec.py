"""`player`: from a spec string to a player.

A spec is a kind, with settings where it has some (``mcts:simulations=2000,cut=8``), or a place that holds a
player of your own: ``mypackage:factory`` or ``path/to/file.py:factory``, with arguments for the factory after
another colon (``bots.py:patient:depth=3``).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from outfox.players import callable_player
from outfox.players.base import Player, PlayerLike
from outfox.players.human import Ask, HumanPlayer
from outfox.players.mix_player import from_settings as mix
from outfox.players.random_player import RandomPlayer
from outfox.players.style_player import STYLES, named
from outfox.players.style_player import from_settings as style
from outfox.rules.errors import UnknownName
from outfox.rules.parameters import split_spec

OWN = "a player of your own is mypackage:factory or path/to/file.py:factory"


def player(spec: str, *, ask: Ask | None = None) -> Player:
    """Make a player from its spec string.

    Parameters
    ----------
    spec
        ``random``, ``mcts:simulations=2000,cut=8``, ``alphabeta:depth=8``, ``lookahead:depth=2``, ``minimax``,
        ``call``, ``bluff:p=0.2``, ``style:stay=0.5,bet=0.7``, ``human``, ``process:./engine --depth 3``,
        ``mypackage:factory``, ``path/to/file.py:factory``. A factory returns a `Player` or
        a function from a position to an action; such a function may stand in its place.
    ask
        For ``human``: asked for each action, see `outfox.players.human`.

    Raises
    ------
    UnknownName
        Where there is no such player, setting or value; the message lists what exists.

    Examples
    --------
    >>> player("mcts:cut=8,simulations=2_000").name
    'mcts:simulations=2000,cut=8'
    >>> player("mcst")
    Traceback (most recent call last):
    outfox.rules.errors.UnknownName: there is no player 'mcst'; did you mean 'mcts'? there are ...
    """
    kind = spec.partition(":")[0].strip().lower()
    if kind in _RAW:
        return _RAW[kind][0](spec.partition(":")[2])
    if kind in _KINDS:
        made = _KINDS[kind][0](split_spec(spec.strip())[1])
        if isinstance(made, HumanPlayer):
            made.ask = ask
        return made
    if callable_player.is_place(spec):
        return as_player(callable_player.load_from(spec), ask=ask, name=spec.strip())
    close = difflib.get_close_matches(kind, player_kinds(), 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise UnknownName(f"there is no player {spec!r}; {hint}there are {', '.join(player_kinds())}; {OWN}")


def player_kinds() -> dict[str, str]:
    """Return the kinds of players that a spec can name, each with one line about it.

    Examples
    --------
    >>> player_kinds()["mcts"]
    'Monte Carlo tree search'
    """
    lines = {kind: line for kind, (_, line) in _KINDS.items()} | {kind: line for kind, (_, line) in _RAW.items()}
    return dict(sorted(lines.items()))


def as_player(given: PlayerLike, *, ask: Ask | None = None, name: str = "") -> Player:
    """Return `given` as a player: a spec string is read, a function wrapped, a player kept.

    Parameters
    ----------
    given
        What a match takes for a player.
    ask
        For ``human``.
    name
        For a function; default: its own.

    Raises
    ------
    UnknownName
        Where it is nothing of the kind.

    Examples
    --------
    >>> def first_legal(position):
    ...     return position.legal[0]
    >>> as_player(first_legal).name
    'first_legal'
    """
    if isinstance(given, str):
        return player(given, ask=ask)
    if isinstance(given, Player) and not isinstance(given, type):
        return given
    if not isinstance(given, type) and callable(given):
        return callable_player.CallablePlayer(given, name)
    raise UnknownName(f"{given!r} is no player: it needs name, start and choose, or to be a function of a position")


def _random(values: Mapping[str, Any]) -> Player:
    _refuse_settings("random", values)
    return RandomPlayer()


def _human(values: Mapping[str, Any]) -> Player:
    _refuse_settings("human", values)
    return HumanPlayer()


def _mcts(values: Mapping[str, Any]) -> Player:
    from outfox.players.mcts_player import from_settings  # which loads the compiler

    return from_settings(values)


def _ismcts(values: Mapping[str, Any]) -> Player:
    from outfox.players.ismcts_player import from_settings  # which loads the compiler

    return from_settings(values)


def _alphabeta(values: Mapping[str, Any]) -> Player:
    from outfox.players.alphabeta_player import from_settings  # which loads the compiler

    return from_settings(values)


def _lookahead(values: Mapping[str, Any]) -> Player:
    from outfox.players.lookahead_player import from_settings  # which loads the compiler

    return from_settings(values)


def _minimax(values: Mapping[str, Any]) -> Player:
    from outfox.players.lookahead_player import minimax  # which loads the compiler

    return minimax(values)


def _process(text: str) -> Player:
    from outfox.players.process_player import from_command

    return from_command(text)


def _endgame(text: str) -> Player:
    from outfox.players.endgame_player import from_text  # which loads the compiler

    return from_text(text)


def _finish(text: str) -> Player:
    from outfox.players.finishing_player import from_text  # which loads the compiler

    return from_text(text)


def _level(text: str) -> Player:
    from outfox.players.level_player import from_text  # which loads the compiler

    return from_text(text)


def _q(text: str) -> Player:
    from outfox.players.q_player import QPlayer

    if not text.strip():
        raise UnknownName("q needs the file that outfox train q-learning GAME --out FILE wrote: q:FILE")
    return QPlayer(text.strip())


def _policy(text: str) -> Player:
    from outfox.players.policy_player import from_text

    return from_text(text)


def _solved(text: str) -> Player:
    from outfox.players.solved_player import SolvedPlayer  # which loads the compiler

    return SolvedPlayer(text.strip())


def _refuse_settings(kind: str, values: Mapping[str, Any]) -> None:
    if values:
        raise UnknownName(f"{kind} has no setting {next(iter(values))!r}; it has none")


_KINDS: dict[str, tuple[Callable[[Mapping[str, Any]], Player], str]] = {
    "alphabeta": (_alphabeta, "iterative deepening to a depth, with a transposition table"),
    "human": (_human, "somebody who is asked"),
    "is-mcts": (_ismcts, "Monte Carlo tree search over what is seen, in games with hidden information"),
    "lookahead": (_lookahead, "the rules that lead to minimax: take a win, deny a win, win in two, ..."),
    "mcts": (_mcts, "Monte Carlo tree search"),
    "minimax": (_minimax, "looks ahead to the end of every game"),
    "mix": (mix, "in poker: folds, calls and raises at random, whatever it holds: mix:fold=0.2,call=0.5,bet=0.3"),
    "random": (_random, "every legal action with the same chance"),
    "style": (style, "a style of poker by two numbers: style:stay=0.5,bet=0.7,bluff=0.1"),
    **{name: (named(name), f"in poker: {one.says}") for name, one in STYLES.items()},
}

_RAW: dict[str, tuple[Callable[[str], Player], str]] = {
    "endgame": (_endgame, "another player, perfect where endgame tables know the value: endgame:FOLDER,SPEC"),
    "finish": (_finish, "another player, perfect where what is left can be searched out: finish:SPEC"),
    "level": (_level, "a level of play by its name: child, beginner, casual, club, strong, strongest"),
    "policy": (_policy, "a whole policy that outfox optimise or outfox equilibrium found: policy:FILE"),
    "process": (_process, "any program that speaks the line protocol"),
    "q": (_q, "the values that outfox train q-learning wrote: q:FILE"),
    "solved": (_solved, "perfect play, from a table of exact answers or by solving the game first"),
}
"""Kinds that read what follows their name by themselves."""
