"""Cats against mice where no exact answer grades them: the learned and the direct policy of either side, and chance.

Every pair plays the same games, in blocks: against a side that draws, all from the start; else from the start and from
positions that are drawn for each block alone, since the same game twice says nothing. The interval of the plies is
that of the means of the blocks, by Student's t.

Status: measured.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from outfox.arena.statistics import Share
from outfox.formats.policy_file import Policy
from outfox.kernel.slots import Floats, Ints
from outfox.studies.estimates import Estimate, mean_interval
from outfox.training.optimise.field import Field, Maker
from outfox.training.optimise.fields import field_of
from outfox.training.optimise.graded import seated
from outfox.training.optimise.ground import Ground
from outfox.training.optimise.opponents import opponent
from outfox.workers.seeds import root_seed, task_seed

CHOSEN, DRAWN = ("learned", "direct"), ("random", "careful")
BLOCKS = 20
GAMES = 400

MATCH_STREAM = 13
"""Key of the seeds: not those of the games that were learned from."""

Way = tuple[Maker, tuple[Ints, Floats]]


@dataclass(frozen=True)
class Meeting:
    """Games of one kind of cats against one kind of mice.

    Attributes
    ----------
    cats, mice
        ``learned``; ``direct``, along the longer gap, or away; ``random``; ``careful``.
    won
        How many the cats won.
    plies
        Of a game, on average; a game that does not end counts as one of the most plies.
    blocks
        The mean plies of each block; those of two meetings are of the same games.
    """

    cats: str
    mice: str
    won: Share
    plies: Estimate
    blocks: tuple[float, ...] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {"cats": self.cats, "mice": self.mice, "won": self.won.to_dict(), "plies": self.plies.to_dict()}


def meetings(
    ground: Ground, policy: Policy, *, taught: Ground | None = None, games: int = GAMES, seed: int = 0
) -> tuple[Meeting, ...]:
    """Let the sides of a far policy meet all others; the direct ones meet them too.

    Parameters
    ----------
    ground
        The game.
    policy
        What was learned, of both sides.
    taught
        Where it was learned; default: here.
    games
        Of each pair; rounded down to blocks of equally many.
    seed
        The same seed gives the same games; they are others than those of an optimisation with that seed.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.training.optimise.run import optimise
    >>> from outfox.training.optimise.settings import OptimiseSettings
    >>> game = load("cat-and-mouse:rows=5,cols=6")
    >>> found = optimise(game, OptimiseSettings(iterations=20, policy="far"), seed=1)
    >>> met = meetings(Ground(game), found.policy, games=40)
    >>> [(one.cats, str(one.won)) for one in met if one.mice == "random"][1]
    ('direct', '100.0 % [91.2, 100.0]')
    """
    cats, mice = (_ways(ground, taught or ground, policy, player) for player in (0, 1))
    pairs = [pair for pair in product(cats, mice) if not set(pair) <= set(DRAWN)]
    won, plies = dict.fromkeys(pairs, 0), {pair: list[float]() for pair in pairs}
    size = max(1, games // BLOCKS)
    for block in range(BLOCKS):
        root = task_seed(root_seed(seed), MATCH_STREAM, block)
        fields: dict[tuple[str | bool, str | bool], Field] = {}
        for pair in pairs:
            one, other = cats[pair[0]], mice[pair[1]]
            draws = pair[0] in DRAWN and pair[0], pair[1] in DRAWN and pair[1]  # for the rest they are made alike
            if draws not in fields:
                counts = {"plays": size, "positions": 0} if any(draws) else {"plays": 1, "positions": size - 1}
                fields[draws] = field_of(ground.board, (one[0], other[0]), root, **counts)
            told = fields[draws].tell((one[1], other[1]), fields[draws].walk(0))
            won[pair] += round(told.won[0] * size)
            plies[pair].append(told.plies)
    return tuple(
        Meeting(*pair, Share(won[pair], BLOCKS * size), _mean(plies[pair]), tuple(plies[pair])) for pair in pairs
    )


def _ways(ground: Ground, taught: Ground, policy: Policy, player: int) -> dict[str, Way]:
    """Return how a side may play, by name."""
    made, weights = seated(ground.open_board, policy, player)
    direct = opponent(taught.open_board, "direct", player, None)[
        1
    ]  # with as many values of each relation as the policy
    drawn = DRAWN if player else DRAWN[:1]  # mice take nothing from cats, so careful cats are random ones
    ways = {name: opponent(ground.open_board, name, player, None) for name in drawn}
    return {"learned": (made, weights), "direct": (made, direct), **ways}


def _mean(values: list[float]) -> Estimate:
    found = mean_interval(values)
    assert found is not None  # of BLOCKS values
    return found
