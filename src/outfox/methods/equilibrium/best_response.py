"""Best responses and exploitability, exact, in games with chance and hidden information.

The best response to a fixed policy is found by one pass over the histories' payoffs and one backward over the
responder's information sets: at each of them it takes the action that wins most against the policy, given how likely
chance and the policy let play come there. That is exact; nothing is sampled.

NashConv is what two best responses win together against the two halves of a profile; exploitability is half of it, in
the game's own units a game, and 0 in an equilibrium alone (Lanctot and others 2019). Of one seat,
`loss_to_best_response` says how much less than the game's value it is sure of.

Time: one multiplication an entry of the sequence form. Memory: one number a slot. Status: proven.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.clock import Clock
from outfox.kernel.sequences import Sequences
from outfox.kernel.slots import Bytes, Floats
from outfox.methods.equilibrium.cfr_kernel import run_expected, run_net_gain, run_respond
from outfox.methods.equilibrium.ground import Ground
from outfox.methods.equilibrium.policies import PolicyLike, as_policy, table_of
from outfox.rules.game import Game


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The best answer of one player to a fixed policy of the other.

    Attributes
    ----------
    seat
        Who answers.
    payoff
        What it wins a game.
    policy : (slots,) float64
        The response in its seat, 1 for one action of each information set; the opponent's policy in the other's.
    ground
        The game.
    seconds, cpu_seconds, compile_seconds
        What it took, the tree apart.
    """

    seat: int
    payoff: float
    policy: Floats
    ground: Ground
    seconds: float = field(default=0.0, repr=False)
    cpu_seconds: float = field(default=0.0, repr=False)
    compile_seconds: float = field(default=0.0, repr=False)

    @property
    def value(self) -> float:
        """What player 0 wins."""
        return self.payoff if self.seat == 0 else -self.payoff

    def table(self) -> TabularPolicy:
        """Return the response as what is saved and played: ``TabularPlayer(response.table())``."""
        return table_of(self.ground, self.policy, {"method": "best response", "seat": self.seat, "payoff": self.payoff})


@dataclass(frozen=True)
class Exploitability:
    """How far a profile is from an equilibrium.

    Attributes
    ----------
    exploitability
        Half of `nash_conv`.
    nash_conv
        What both best responses win together.
    value
        What player 0 wins when both play the profile.
    responses
        What the best response in seat 0 wins against the profile's player 1, and that in seat 1 against its player 0.
    """

    exploitability: float
    nash_conv: float
    value: float
    responses: tuple[float, float]


def ground_of(game: Game | Ground) -> Ground:
    """Return a game's tree, or what was given if it is one."""
    return game if isinstance(game, Ground) else Ground(game, merge=False)


def best_response(game: Game | Ground, seat: int, opponent: PolicyLike) -> BestResponse:
    """Return the best response of a seat to a policy of the other.

    Parameters
    ----------
    game
        A game with a View, or its `Ground`.
    seat
        Who responds, 0 or 1.
    opponent
        The other's policy; what it says of the responder's own information sets does not matter.

    Raises
    ------
    NotSupported, BudgetExceeded, RulesError
        As for `Ground` and `as_policy`.

    Examples
    --------
    Against uniform play in Kuhn poker the first player wins 1/2 a game, the second 5/12:

    >>> from outfox.rules import load
    >>> kuhn = load("kuhn")
    >>> round(best_response(kuhn, 0, lambda view: [0.5, 0.5]).payoff, 12)
    0.5
    >>> round(best_response(kuhn, 1, lambda view: [0.5, 0.5]).payoff, 12)
    0.416666666667
    """
    ground = ground_of(game)
    policy = as_policy(ground, opponent, seats=(1 - seat,))
    clock = Clock()
    parts = list(ground.form.split(policy))
    payoff, chosen, _ = respond(ground.form, seat, parts[1 - seat])
    parts[seat] = chosen.astype(np.float64)
    return BestResponse(
        seat, payoff, ground.form.joined(*parts), ground, clock.seconds, clock.cpu_seconds, clock.compile_seconds
    )


def respond(form: Sequences, seat: int, theirs: Floats) -> tuple[float, Bytes, Floats]:
    """Return what the best response of a seat wins against the other's part of a policy, and how.

    Returns
    -------
    float
        What it wins.
    (sequences,) uint8
        1 for what it chooses.
    (sequences,) float64
        What each of its sequences wins, weighed by how likely chance and the other let play come there.
    """
    side = form.sides[seat]
    size = len(side.start) - 1
    chosen, worth = np.zeros(size, np.uint8), np.zeros(size)
    payoff = run_respond(side, form.sides[1 - seat], theirs, np.zeros(len(theirs)), worth, chosen)
    return float(payoff), chosen, worth


def expected_value(game: Game | Ground, policy: PolicyLike) -> float:
    """Return what player 0 wins when both play a policy.

    Examples
    --------
    >>> from outfox.rules import load
    >>> round(expected_value(load("kuhn"), lambda view: [0.5, 0.5]), 12)
    0.125
    """
    ground = ground_of(game)
    return value_in(ground.form, as_policy(ground, policy))


def exploitability(game: Game | Ground, policy: PolicyLike) -> Exploitability:
    """Return how far a profile, a policy for both seats, is from an equilibrium.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from outfox.rules import load
    >>> found = exploitability(load("kuhn"), lambda view: [0.5, 0.5])
    >>> Fraction(found.exploitability).limit_denominator(100), round(found.nash_conv, 12)
    (Fraction(11, 24), 0.916666666667)
    """
    ground = ground_of(game)
    array = as_policy(ground, policy)
    parts = ground.form.split(array)
    first, second = (respond(ground.form, seat, parts[1 - seat])[0] for seat in (0, 1))
    nash_conv = first + second
    return Exploitability(nash_conv / 2, nash_conv, value_in(ground.form, array), (first, second))


def loss_to_best_response(game: Game | Ground, seat: int, policy: PolicyLike, value: float | None = None) -> float:
    """Return how much less than the value of the game a seat is sure of when it plays a policy.

    Parameters
    ----------
    value
        The value of the game for player 0; default: it is computed, by a linear program.

    Examples
    --------
    >>> from outfox.rules import load
    >>> uniform = lambda view: [0.5, 0.5]
    >>> round(loss_to_best_response(load("kuhn"), 0, uniform, -1 / 18), 12)
    0.361111111111
    """
    ground = ground_of(game)
    if value is None:
        from outfox.methods.equilibrium.sequence_form import game_value

        value = game_value(ground.form)
    sure = -best_response(ground, 1 - seat, policy).payoff
    return (value if seat == 0 else -value) - sure


def value_in(form: Sequences, policy: Floats) -> float:
    """Return what player 0 wins by a policy over the slots of a form's tree."""
    mine, theirs = form.split(policy)
    return float(run_expected(*form.sides, mine, theirs, np.zeros(len(theirs)), np.zeros(len(mine))))


def nash_conv_in(form: Sequences, policy: Floats) -> float:
    """Return NashConv of a policy over the slots of a form's tree."""
    mine, theirs = form.split(policy)
    scratch = [np.zeros(len(part)) for part in (mine, theirs, mine, theirs)]
    return float(run_net_gain(*form.sides, mine, theirs, *scratch))
