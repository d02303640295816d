"""Settings of the methods that find equilibria."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from outfox.rules.errors import BadSetting

Method = Literal["cfr", "cfr+", "linear", "dcfr", "pcfr+", "external-sampling", "outcome-sampling", "lp", "xfp"]
METHODS: tuple[Method, ...] = get_args(Method)

REGRET = ("cfr", "cfr+", "linear", "dcfr", "pcfr+")
"""Methods that minimise regrets over the whole tree."""

SAMPLED = ("external-sampling", "outcome-sampling")
"""Methods that play games instead of building the tree."""

BY = ("strength", "distribution")
"""What makes hands of one bucket alike."""

MOST_WEIGHTING = 20.0
"""The billionth iteration to a higher power is more than sums of such numbers can hold."""

MOST_STREAMS = 256
"""Many times the cores that a machine has."""


@dataclass(frozen=True)
class EquilibriumSettings:
    """Settings of `equilibrium`.

    Attributes
    ----------
    method
        cfr, cfr+, linear, dcfr, pcfr+ (counterfactual regret minimisation over the whole tree), external-sampling,
        outcome-sampling (the same from sampled games), lp (exact, by a linear program), xfp (fictitious play).
    iterations
        At most as many; 0: no limit but the others. lp needs none.
    seconds
        Wall-clock limit; 0: none. With it the result depends on the clock.
    exploitability
        Stop when the average strategies are no further from an equilibrium; 0: do not stop by it.
    alternating
        Let the second player answer the first's new strategy within an iteration; otherwise both answer the last ones.
    alpha, beta, gamma
        Of dcfr: how regrets above and below 0 are discounted, and how much later strategies count in the average.
    exploration
        Of outcome-sampling: how often an action is sampled whatever the strategy says.
    weighting
        Of the sampling methods: the strategy of iteration t counts t to this power times in the average.
    merge
        Take chance outcomes for one that the rules call equivalent.
    buckets
        Of the sampling methods in limit-holdem: hands are one of so many in each round after the first, those of one
        alike; 0: every hand is told apart.
    by
        What makes hands alike: strength, or distribution, how it can still change. With buckets.
    streams
        Of the sampling methods: how many are sampled side by side, on a thread each, and added up now and then. The
        strategies depend on it, and not on the number of threads; 0: two where no tree fits, else one.
    """

    method: Method = "dcfr"
    iterations: int = 1000
    seconds: float = 0.0
    exploitability: float = 0.0
    alternating: bool = True
    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0
    exploration: float = 0.6
    weighting: float = 0.0
    merge: bool = True
    buckets: int = 0
    by: Literal["strength", "distribution"] = "strength"
    streams: int = 0

    def check(self) -> None:
        """Refuse what cannot be.

        Raises
        ------
        BadSetting
        """
        if self.method not in METHODS:
            raise BadSetting(f"method is one of {', '.join(METHODS)}, not {self.method!r}")
        if self.iterations < 0 or self.seconds < 0 or self.exploitability < 0:
            raise BadSetting("iterations, seconds and exploitability must be 0 or more")
        if self.method != "lp" and not (self.iterations or self.seconds or self.exploitability):
            raise BadSetting("iterations, seconds or exploitability must say when to stop")
        numbers = (self.seconds, self.exploitability, self.alpha, self.beta, self.gamma, self.weighting)
        if any(math.isnan(x) for x in numbers):
            raise BadSetting("a setting is not a number")
        if not 0.0 < self.exploration <= 1.0:
            raise BadSetting("exploration must be above 0 and at most 1")
        if not 0.0 <= self.weighting <= MOST_WEIGHTING:
            raise BadSetting(f"weighting must be from 0 to {MOST_WEIGHTING:g}, not {self.weighting:g}")
        if self.by not in BY:
            raise BadSetting(f"by is one of {', '.join(BY)}, not {self.by!r}")
        if self.buckets < 0 or self.streams < 0:
            raise BadSetting("buckets and streams must be 0 or more")
        if self.streams > MOST_STREAMS:
            raise BadSetting(
                f"streams must be at most {MOST_STREAMS}, not {self.streams:,}: each has tables of its own"
            )
        if (self.buckets or self.streams) and self.method not in SAMPLED:
            raise BadSetting(f"buckets and streams are for the methods {' and '.join(SAMPLED)}, not for {self.method}")

    @property
    def constants(self) -> tuple[float, float, float]:
        """The three exponents of the method; see `outfox.methods.equilibrium.cfr_kernel`."""
        own = (self.alpha, self.beta, self.gamma)
        return _EXPONENTS.get(self.method, own)

    @property
    def predicts(self) -> bool:
        """Whether the last regrets count once more."""
        return self.method == "pcfr+"


_EXPONENTS = {
    "cfr": (math.inf, math.inf, 0.0),
    "cfr+": (math.inf, -math.inf, 1.0),
    "linear": (1.0, 1.0, 1.0),
    "pcfr+": (math.inf, -math.inf, 2.0),
}
