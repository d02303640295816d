"""Settings of the optimisation of whole policies."""

from __future__ import annotations

from dataclasses import dataclass

from outfox.rules.errors import BadSetting

OPTIMISERS = "climb", "anneal", "genetic", "swarm", "cma"
REGIMES = "alternate", "strengthen", "fame", "fixed"
POLICIES = "table", "near", "far", "near-far"
CRITERIA = "result", "length", "distance"
"""In the order of `outfox.methods.policies.walk`."""

OPPONENTS = "random", "careful", "direct", "perfect"
"""Opponents with a name; anything else is the file of a policy."""

CONTINUOUS = "swarm", "cma"
"""Optimisers that move weights."""

WEIGHED = "far", "near-far"
"""Policies with weights to move."""


@dataclass(frozen=True)
class OptimiseSettings:
    """What is optimised, how, and against whom.

    Attributes
    ----------
    policy
        What a policy is: table, an action for every state, with hidden information for every information set; near, an
        action for each content of a small window, and beyond it the direct way; far, weights that score actions;
        near-far, both. All but tables need relations.
    optimiser
        climb, anneal, genetic, swarm or cma; the last two move weights, and so take the policies far and near-far; of
        the latter the window's actions are climbed after each generation.
    regime
        alternate: the loser learns until it wins; strengthen: the winner learns too; fame: the loser is scored
        against past opponents as well; fixed: one player learns against an opponent that does not.
    opponent
        With the regime fixed: random; careful, which is random but gives nothing away at once; direct, which goes
        along the longer gap, or away; perfect; or the file of a policy. With hidden information random, perfect, which
        is an equilibrium, a file, or any player's spec.
    seat
        With the regime fixed: the player who learns, by name or number; nobody named: player 0.
    begin
        The first policy: random; first, the first legal action everywhere; or a file to go on from.
    iterations
        How many at most.
    games
        How many at most; 0: no limit.
    candidates
        Of each iteration: changed policies to try, and generations hold as many members.
    changes
        Most changes of a candidate.
    jump
        Most changes once nothing has improved for some time.
    stuck
        Iterations without improvement after which the changes double, and at their most a random policy begins anew.
    restarts
        How often a player may begin anew.
    patience
        Iterations without improvement of either player that end the run; 0: none do.
    focus
        Whether a table is changed only where play went.
    drift
        Whether climbing goes on from a candidate that is as good as the current policy.
    share
        Whether directions of the board share what is learned.
    criteria
        The order in which policies are compared; after a slash, that of player 1. Without it: result,length,distance,
        but result,distance,length for a player who wants play to end where endless play favours the other.
    step
        How far weights move at first.
    temperature, cooling
        Of annealing: in units of the largest difference of a result; what it is multiplied by each iteration.
    elite, rivals, crossing
        Of the genetic algorithm: members that stay as they are; how many are compared to choose a parent; how many
        children in a hundred have two.
    inertia, pull
        Of the swarm: how much of its motion a particle keeps, how strongly the best places draw it.
    plays
        Games of each candidate from each position; 0: one, and 50 where the opponent or chance draws.
    positions
        Positions that games begin from, drawn at first, beside the starting ones.
    plies
        Most plies of a game; 0: as many as there are states, and where the opponent draws four times the plies to the
        farthest state; 1000 where states are not listed.
    fame
        How many past opponents are kept.
    graded
        Most states of a game that is solved to say how much each game gave away; 0: none is. With hidden information
        only 0 matters.
    listed
        Most states of a game, by a guess, that are listed for policies over relations; with more the rules play the
        games themselves, which takes longer, and what was found is measured by games instead of graded.
    """

    policy: str = "table"
    optimiser: str = "climb"
    regime: str = "strengthen"
    opponent: str = "random"
    seat: str = ""
    begin: str = "random"
    iterations: int = 10_000
    games: int = 0
    candidates: int = 10
    changes: int = 1
    jump: int = 8
    stuck: int = 200
    restarts: int = 0
    patience: int = 2_000
    focus: bool = True
    drift: bool = True
    share: bool = True
    criteria: str = ""
    step: float = 1.0
    temperature: float = 0.2
    cooling: float = 0.999
    elite: int = 2
    rivals: int = 3
    crossing: int = 80
    inertia: float = 0.7
    pull: float = 1.5
    plays: int = 0
    positions: int = 0
    plies: int = 0
    fame: int = 10
    graded: int = 2_000_000
    listed: int = 3_000_000

    def check(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        BadSetting
            In one line.
        """
        for name, known in (("policy", POLICIES), ("optimiser", OPTIMISERS), ("regime", REGIMES)):
            if getattr(self, name) not in known:
                raise BadSetting(f"{name} is one of {', '.join(known)}, not {getattr(self, name)!r}")
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise BadSetting(f"{name} must be at least {least}, not {getattr(self, name)}")
        if not 0 < self.cooling <= 1:
            raise BadSetting(f"cooling is above 0 and at most 1, not {self.cooling}")
        if self.crossing > 100:
            raise BadSetting(f"crossing is a share of 100, not {self.crossing}")
        if self.regime != "fixed" and (self.seat or self.opponent != "random"):
            raise BadSetting(f"seat and opponent are for the regime fixed, not for {self.regime}")
        if self.optimiser in CONTINUOUS and self.policy not in WEIGHED:
            use = " or ".join(WEIGHED)
            raise BadSetting(f"{self.optimiser} moves weights, and a {self.policy} policy has none: use policy {use}")
        if self.optimiser == "genetic" and self.elite >= self.candidates:
            raise BadSetting(f"elite must be fewer than the {self.candidates} candidates, not {self.elite}")
        if self.optimiser not in ("climb", "anneal") and self.candidates < 4:
            raise BadSetting(f"{self.optimiser} needs at least 4 candidates, not {self.candidates}")
        self.orders(1)

    def orders(self, flees: int) -> tuple[list[int], list[int]]:
        """Return the criteria of each player, by number, in their order.

        Parameters
        ----------
        flees
            1 where endless play favours player 0, -1 where it favours player 1, else 0.
        """
        if not self.criteria:
            chases = [0, 2, 1]
            return (chases if flees < 0 else [0, 1, 2]), (chases if flees > 0 else [0, 1, 2])
        halves = self.criteria.split("/")
        if len(halves) > 2:
            raise BadSetting(f"criteria are for two players, not {len(halves)}")
        found = [_order(half) for half in halves]
        return found[0], found[-1]


def _order(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if sorted(words) != sorted(CRITERIA):
        raise BadSetting(f"criteria are {', '.join(CRITERIA)} in some order, not {text!r}")
    return [CRITERIA.index(word) for word in words]


LEAST: dict[str, float] = {
    "iterations": 1, "games": 0, "candidates": 1, "changes": 1, "jump": 1, "stuck": 1, "restarts": 0, "patience": 0,
    "step": 0.0, "temperature": 0.0, "elite": 0, "rivals": 1, "crossing": 0, "inertia": 0.0, "pull": 0.0, "plays": 0,
    "positions": 0, "plies": 0, "fame": 1, "graded": 0,
    "listed": 0,
}  # fmt: skip
