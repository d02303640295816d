"""What the iterations of an alpha-beta search have shown, about the root and each of its actions."""

from __future__ import annotations

import math
from typing import Any

from outfox.methods.result import names_of
from outfox.methods.search import alphabeta_kernel as kernel
from outfox.methods.search.alphabeta_result import AlphaBetaResult, RootAction
from outfox.methods.search.alphabeta_run import Iteration
from outfox.methods.search.settings import AlphaBetaSettings
from outfox.rules.position import Position

WHOLE = kernel.AT_LEAST_HERE | kernel.AT_MOST_HERE


class Found:
    """Collects iterations.

    Parameters
    ----------
    position, settings
        Of the search.
    estimates
        Whether leaves at the horizon are evaluated.

    Attributes
    ----------
    last
        The last finished one.
    telling
        The one whose line is told: the first that decides the game, since in later ones the loser need not resist;
        else the last.
    low, high
        Proven bounds of the root's value.
    """

    def __init__(self, position: Position, settings: AlphaBetaSettings, estimates: bool = False) -> None:
        self.position, self.settings, self.estimates = position, settings, estimates
        self.scale = position.game.scale
        self.exact = settings.exact or not settings.prune
        self.last: Iteration | None = None
        self.telling: Iteration | None = None
        self.low, self.high = -self.scale, self.scale
        self.remoteness: int | None = None
        self._bounds: dict[int, tuple[float, float]] = {}
        self._remoteness: dict[int, int] = {}

    def take(self, done: Iteration) -> None:
        """Take in an iteration. What was proven once stays proven."""
        self.last = done
        low = done.value if done.flags & kernel.LOWER else -self.scale
        high = done.value if done.flags & kernel.UPPER else self.scale
        self.low, self.high = max(self.low, low), min(self.high, high)
        if self.remoteness is None:
            self.telling = done
            if self._decided(done.value, done.flags):
                self.remoteness = done.depth
        for action, value, flags in zip(done.order.tolist(), done.found.tolist(), done.known.tolist(), strict=True):
            self._take_action(action, value, flags, done.depth)

    def _take_action(self, action: int, value: float, flags: int, depth: int) -> None:
        low, high = self._bounds.get(action, (-self.scale, self.scale))
        # After an action, only what rests on finished games is sure: on other paths a repetition may not be one.
        if flags & kernel.AT_LEAST:
            low = max(low, value)
        if flags & kernel.AT_MOST:
            high = min(high, value)
        self._bounds[action] = low, high
        if self._decided(value, flags):
            self._remoteness.setdefault(action, depth)

    def _decided(self, value: float, flags: int) -> bool:
        """Say whether one side is shown to win all there is to win, in finished games."""
        won = value >= self.scale and flags & kernel.AT_LEAST
        return bool(won or (value <= -self.scale and flags & kernel.AT_MOST))

    @property
    def settled(self) -> bool:
        """Whether a deeper search can show no more."""
        if self.last is None:
            return False
        if self.exact:
            return all(flags & WHOLE == WHOLE for flags in self.last.known.tolist())
        return self.low == self.high

    def result(self, line: list[int], **counts: Any) -> AlphaBetaResult:
        """Return all of it, with a line; `counts` are the fields that say how it was got."""
        last, game = self.last, self.position.game
        assert last is not None
        proven = self.low == self.high
        return AlphaBetaResult(
            game=game.spec,
            mover=self.position.mover,
            value=last.value,
            kind="proven" if proven else "estimate" if self.estimates else "unknown",
            bounds=(self.low, self.high),
            actions=tuple(self._actions(last)),
            line=tuple(names_of(self.position, line)),
            remoteness=self.remoteness if self._in_order else None,
            depth=last.depth,
            **counts,
        )

    @property
    def _in_order(self) -> bool:
        """Whether the first depth that shows a win is the length of the shortest."""
        return self.settings.deepen and not self.position.game.has("chance")

    def _actions(self, last: Iteration) -> list[RootAction]:
        """Return the root's actions: the best first, then by what they are worth at most to the mover."""
        rows = [
            self._action(action, value, flags)
            for action, value, flags in zip(last.order.tolist(), last.found.tolist(), last.known.tolist(), strict=True)
        ]
        if self.position.mover < 0:
            return rows
        first = self.position.mover == 0

        def order(a: RootAction) -> tuple[bool, float]:
            most = -a.high if first else a.low
            return a.action != last.best, most if math.isfinite(most) else math.inf

        return sorted(rows, key=order)

    def _action(self, action: int, value: float, flags: int) -> RootAction:
        low, high = self._bounds[action]
        proven = low == high
        if proven:
            value = low
        elif not flags & kernel.SEARCHED:
            low, high = _open(low, high, self.scale)
        elif flags & kernel.NO_MORE:
            low, high = _open(low, value, self.scale)
        elif flags & kernel.NO_LESS:
            low, high = _open(value, high, self.scale)
        else:
            low = high = value
        plies = self._remoteness.get(action) if self._in_order and self.exact else None
        return RootAction(
            action, self.position.name(action), value if low == high else None, low, high, proven, plies
        )  # fmt: skip


def _open(low: float, high: float, scale: float) -> tuple[float, float]:
    """Return bounds, infinite where they say no more than SCALE does."""
    return low if low > -scale else -math.inf, high if high < scale else math.inf
