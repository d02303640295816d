"""Playing on where the result is certain: the winner by the shortest way, the loser by the longest.

Tree search proves who wins, not how fast. So once it has, a search by depth looks for the length: depths in order find
the shortest win first, and of losing actions the one that lasts.
"""

from __future__ import annotations

from outfox.methods.search.alphabeta import AlphaBeta
from outfox.methods.search.alphabeta_result import RootAction
from outfox.methods.search.settings import AlphaBetaSettings
from outfox.rules.game import Game
from outfox.rules.position import Position

NODES = 100_000
"""States that are visited for it at most: a tenth of a second or so."""


class Finisher:
    """Looks for the length of a decided game; keeps its memory from move to move.

    Parameters
    ----------
    game
        One without chance and hidden information.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search = AlphaBeta(game, AlphaBetaSettings(depth=0, nodes=NODES, exact=True, memory=32))

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._search.compile_seconds

    def action(self, position: Position) -> int | None:
        """Return what wins soonest, or resists longest; None where that was not found in time."""
        found = self._search.search(position, line=False)
        sign = 1.0 if position.mover == 0 else -1.0
        most = self.game.scale
        won = [a for a in found.actions if a.remoteness is not None and sign * (a.value or 0.0) >= most]
        if won:
            return min(won, key=_length).action
        lost = [a for a in found.actions if a.remoteness is not None and sign * (a.value or 0.0) <= -most]
        if len(lost) == len(found.actions):
            return max(lost, key=_length).action
        open_still = [a for a in found.actions if a.remoteness is None]
        return open_still[0].action if lost and len(open_still) == 1 else None


def _length(action: RootAction) -> int:
    assert action.remoteness is not None
    return action.remoteness
