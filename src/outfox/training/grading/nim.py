"""The exercise's game and its exact answer, in plain Python: misère Nim with piles of 1, 3, 5 and 7.

There are 384 pile vectors. A state is a tuple of piles; an action is a pair (pile, count), piles counted from 0.
"""

from __future__ import annotations

from functools import cache
from itertools import product

State = tuple[int, ...]
Action = tuple[int, int]

START: State = (1, 3, 5, 7)


def states() -> list[State]:
    """Return all pile vectors that can be reached, the empty one included.

    Examples
    --------
    >>> len(states())
    384
    """
    return list(product(*(range(size + 1) for size in START)))


def actions(piles: State) -> list[Action]:
    """Return the legal actions.

    Examples
    --------
    >>> actions((2, 1, 0, 0))
    [(0, 1), (0, 2), (1, 1)]
    """
    return [(pile, count) for pile, size in enumerate(piles) for count in range(1, size + 1)]


def after(piles: State, action: Action) -> State:
    """Return the piles after an action.

    Examples
    --------
    >>> after((1, 1, 3, 5), (3, 5))
    (1, 1, 3, 0)
    """
    pile, count = action
    return (*piles[:pile], piles[pile] - count, *piles[pile + 1 :])


@cache
def won(piles: State) -> bool:
    """Say whether the player to move wins; with no object left the other has just taken the last one and lost.

    Examples
    --------
    >>> won((1, 3, 5, 7)), won((0, 0, 0, 1)), won((0, 0, 0, 2))
    (False, False, True)
    """
    return not any(piles) or any(not won(after(piles, action)) for action in actions(piles))


@cache
def winning(piles: State) -> frozenset[Action]:
    """Return the actions that win; none in a lost state.

    Examples
    --------
    >>> sorted(winning((0, 0, 3, 5))), sorted(winning((0, 0, 0, 4)))
    ([(3, 2)], [(3, 3)])
    """
    return frozenset(action for action in actions(piles) if not won(after(piles, action)))


@cache
def won_states() -> tuple[State, ...]:
    """Return the states in which the player to move wins and there is an action.

    Examples
    --------
    >>> len(won_states())
    335
    """
    return tuple(piles for piles in states() if any(piles) and won(piles))
