"""What a user's typed program does with outfox: checked by `mypy --strict`, and run by test_typing.py."""

from __future__ import annotations

import outfox
from outfox import Game, IllegalAction, NotSupported, Position, RulesError


def game() -> Game:
    """Load with parameters in both ways."""
    by_name: Game = outfox.load("connect-four:rows=4", cols=5)
    return by_name


def first_actions(position: Position) -> list[str]:
    """Name the legal actions."""
    actions: list[int] = position.legal
    return [position.name(action) for action in actions]


def play_on(position: Position) -> float:
    """Play the first action until the end."""
    while not position.is_terminal:
        position = position.play(position.legal[0])
    payoff: float = position.payoff
    return payoff


def refused(position: Position) -> str:
    """Ask for something illegal."""
    try:
        position.play("z9")
    except IllegalAction as error:
        return str(error)
    except (NotSupported, RulesError):
        raise
    return ""


def version() -> str:
    """Return the version."""
    return outfox.__version__
