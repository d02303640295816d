"""What policies are worth in games, where no exact solution grades them: shares with intervals, beside the direct way.

Against opponents who draw, all games begin at the start; against one who does not, each begins from another position,
since the same game played twice says nothing.

Status: measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outfox.arena.statistics import Share
from outfox.formats.policy_file import Policy
from outfox.kernel.slots import Floats, Ints
from outfox.training.optimise.field import Maker
from outfox.training.optimise.fields import field_of
from outfox.training.optimise.graded import seated
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.opponents import opponent
from outfox.workers.seeds import root_seed, task_seed

AGAINST = "random", "careful", "direct"

GAMES = 400

MEASURED_STREAM = 12
"""Key of the seeds: not those of the games that were learned from."""


@dataclass(frozen=True)
class Measured:
    """Games of one player's policy against one kind of opponent.

    Attributes
    ----------
    player
        Whose policy it is.
    policy
        ``learned``, or ``direct``, which goes along the longer gap, or away.
    opponent
        ``random``, ``careful`` or ``direct``.
    won
        How many games the player won.
    plies
        Of a game, on average.
    """

    player: int
    policy: str
    opponent: str
    won: Share
    plies: float

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        about = {"player": self.player, "policy": self.policy, "opponent": self.opponent}
        return {**about, "won": self.won.to_dict(), "plies": self.plies}


def measured(ground: Ground, policy: Policy, *, games: int = GAMES, seed: int = 0) -> list[Measured]:
    """Measure all sides of a policy over relations, and the direct way beside them.

    Parameters
    ----------
    ground
        The game.
    policy
        What was learned.
    games
        Against each opponent.
    seed
        The same seed gives the same games; they are others than those of an optimisation with that seed.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.training.optimise.run import optimise
    >>> from outfox.training.optimise.settings import OptimiseSettings
    >>> game = load("cat-and-mouse:rows=5,cols=6")
    >>> found = optimise(game, OptimiseSettings(iterations=200, policy="far"), seed=1)
    >>> games = measured(Ground(game), found.policy, games=50)
    >>> [str(one.won) for one in games if (one.player, one.policy) == (0, "direct")][:2]
    ['100.0 % [92.9, 100.0]', '100.0 % [92.9, 100.0]']
    """
    found = []
    for player in (0, 1):
        side = policy.sides[player]
        if side is None or side.kind == "table":
            continue
        for name in AGAINST:
            ways = {
                "learned": seated(ground.open_board, policy, player),
                "direct": opponent(ground.open_board, "direct", player, None),
            }
            found += [_played(ground, player, which, way, name, games, seed) for which, way in ways.items()]
    return found


def _played(
    ground: Ground, player: int, which: str, way: tuple[Maker, tuple[Ints, Floats]], name: str, games: int, seed: int
) -> Measured:
    other = opponent(ground.open_board, name, 1 - player, None)
    sides = (way, other) if player == 0 else (other, way)
    drawn = other[0].kind == "drawn"
    counts = {"plays": games, "positions": 0} if drawn else {"plays": 1, "positions": games - 1}
    root = task_seed(root_seed(seed), MEASURED_STREAM)
    field = field_of(ground.open_board, (sides[0][0], sides[1][0]), root, **counts)
    told = field.tell((sides[0][1], sides[1][1]), field.walk(player))
    won = Share(round(told.won[player] * field.each), field.each)
    return Measured(player, which, name, won, told.plies)
