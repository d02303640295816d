"""How large a game is: states met in play, states that can be reached, the size of its tree."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from outfox.rules import CHANCE, TERMINAL, Game
from outfox.studies.estimates import tidy
from outfox.studies.selfplay import Played


def sizes(game: Game, games: Sequence[Played], samples: int, most: int) -> dict[str, Any]:
    """Return the sizes of a game.

    Parameters
    ----------
    game, games
        What was played.
    samples
        The positions of so many games are told apart.
    most
        Count reachable states up to here.

    Returns
    -------
    dict
        ``positions`` and ``distinct_positions`` of the first ``games``; ``reachable_states`` and whether they
        are ``all_states``; ``tree_log10``: the mean logarithm of the product of legal actions along a game.
    """
    first = games[:samples]
    reached, complete = reachable(game, most)
    return {
        "games": len(first),
        "positions": sum(one.plies + 1 for one in first),
        "distinct_positions": len(met(game, first)),
        "reachable_states": reached,
        "all_states": complete,
        "tree_log10": tidy(statistics.fmean(one.log_choices for one in games)) if games else None,
    }


def met(game: Game, games: Sequence[Played]) -> set[Any]:
    """Return the keys of all positions of some games."""
    seen = set()
    for one in games:
        state = game.start(one.start).state.copy()
        seen.add(state.key(game.key_fields))
        for action in one.actions:
            game.apply(state, action)
            seen.add(state.key(game.key_fields))
    return seen


def reachable(game: Game, most: int) -> tuple[int, bool]:
    """Count the states that can be reached from the starts, breadth first.

    Returns
    -------
    count : int
        At most `most`.
    complete : bool
        Whether these are all.

    Examples
    --------
    >>> from outfox.rules import load
    >>> reachable(load("nim:piles=[1,2]"), 100)
    (8, True)
    """
    todo = [game.start(index).state for index in range(game.starts)]
    seen = {state.key(game.key_fields) for state in todo}
    for state in todo:  # grows while it is walked
        mover = game.mover(state)
        if mover == TERMINAL:
            continue
        actions = [a for a, p in game.chance(state) if p > 0] if mover == CHANCE else game.legal(state)
        for action in actions:
            after = state.copy()
            game.apply(after, action)
            key = after.key(game.key_fields)
            if key not in seen:
                if len(seen) == most:
                    return most, False
                seen.add(key)
                todo.append(after)
    return len(seen), True
