"""`Seen`: what a player of a game with hidden information is given, and nothing else."""

from __future__ import annotations

from typing import Any

from outfox.rules.errors import IllegalAction
from outfox.rules.game import Game


class Seen:
    """A decision as its player sees it.

    Attributes
    ----------
    game
        The game.
    mover
        Who is to move: the player who sees this.
    view
        What it has seen, as the rules' `observe` fills it.
    legal
        Its legal actions, in the order of the rules.
    names
        Their names.
    history
        The actions that it has chosen in this game so far.

    Examples
    --------
    >>> from outfox.rules import load
    >>> kuhn = load("kuhn")
    >>> seen = seen_by(kuhn, kuhn.start().play("first gets K").play("second gets J"))
    >>> seen.mover, seen.view.card, seen.names
    (0, 3, ('check', 'bet'))
    """

    __slots__ = ("game", "history", "legal", "mover", "names", "view")

    def __init__(
        self, game: Game, mover: int, view: Any, legal: list[int], names: tuple[str, ...], history: tuple[int, ...] = ()
    ) -> None:
        self.game, self.mover, self.view, self.legal = game, mover, view, legal
        self.names, self.history = names, history

    def __repr__(self) -> str:
        shown = str(self.view).removeprefix("State")
        return f"<{self.game.players[self.mover]} of {self.game.spec} sees {shown}; {', '.join(self.names)}>"

    def name(self, action: int) -> str:
        """Return the name of a legal action."""
        return self.names[self.legal.index(action)]

    def code(self, name: str) -> int:
        """Return the legal action of this name.

        Raises
        ------
        IllegalAction
        """
        wanted = name.strip().lower()
        for action, known in zip(self.legal, self.names, strict=True):
            if known.lower() == wanted:
                return action
        raise IllegalAction(f"{name!r} is not legal here; legal: {', '.join(self.names)}")


def seen_by(game: Game, position: Any, history: tuple[int, ...] = ()) -> Seen:
    """Return what the mover of a position sees; `history` are its own actions so far."""
    from outfox.rules.twin import twin_class

    assert game.view is not None
    view = twin_class(game.view)()
    game.call("observe", position.state, position.mover, view)
    legal = position.legal
    return Seen(game, position.mover, view, legal, tuple(position.name(action) for action in legal), history)
