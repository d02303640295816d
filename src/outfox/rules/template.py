"""The rules file that `outfox new NAME` writes: a small game that runs, to be changed into another."""

from __future__ import annotations

from pathlib import Path

_TEMPLATE = '''\
"""{title}: take one, two or three stones from a heap; whoever takes the last one wins.

Say here what the game is; this text becomes its page. Then change what follows, and run: outfox check {file}
"""

import numpy as np

from outfox.rules import TERMINAL

PLAYERS = "first", "second"  # the names of player 0 and player 1
STONES: int = 21  # an annotated constant is a parameter: {file}:stones=15
MOST: int = 3  # stones that may be taken at once
assert STONES >= 1 and MOST >= 1, "stones and most must be at least 1"

ACTIONS = MOST  # an action is a number from 0 to ACTIONS - 1; here action k takes k + 1 stones
State = np.dtype([("stones", np.int16), ("turn", np.int8)])  # all that decides how play goes on


def initial(s):  # the state before the first move; every field arrives as 0
    s.stones = STONES


def mover(s):  # who moves: 0, 1, or TERMINAL where the game is over
    return s.turn if s.stones > 0 else TERMINAL


def legal_actions(s):  # yields what the mover may play, always in the same order
    for action in range(min(MOST, s.stones)):
        yield action


def apply(s, action):  # plays a legal action, in place
    s.stones -= action + 1
    s.turn = 1 - s.turn


def payoff(s):  # what player 0 wins at the end; player 1 wins minus that
    return 1.0 if s.turn == 1 else -1.0  # who moved last took the last stone


def action_name(s, action):  # what people call an action; text and names are never compiled
    return f"take {{action + 1}}"


def text(s):  # the state for people
    return f"{{s.stones}} stones, {{PLAYERS[s.turn]}} to move"
'''


def new_game(name: str) -> str:
    """Return the text of a new rules file.

    Parameters
    ----------
    name
        The file's name, such as ``"my_game.py"``, with or without its ending or a folder.

    Examples
    --------
    >>> print(new_game("wolf-and-goats").splitlines()[0])
    \"\"\"Wolf and goats: take one, two or three stones from a heap; whoever takes the last one wins.
    """
    stem = Path(name).stem
    words = " ".join(stem.replace("-", " ").replace("_", " ").split()) or "New game"
    title = (words[0].upper() + words[1:]).replace("\\", "").replace('"', "")
    return _TEMPLATE.format(title=title, file=f"{stem}.py".replace("\\", "").replace('"', ""))
