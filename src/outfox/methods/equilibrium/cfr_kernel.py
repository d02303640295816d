"""The kernels of counterfactual regret minimisation and of best responses, over a game in sequence form.

All variants are one kernel with numbers: after iteration t regrets above 0 are multiplied by t^alpha / (t^alpha + 1),
those below by t^beta / (t^beta + 1), and the strategy of iteration t counts t^gamma times in the average (Brown and
Sandholm 2019). With alpha and beta infinite nothing is discounted; with beta minus infinity negative regrets are
forgotten, which is CFR+ (Tammelin 2014). The predictive variant lets the last regrets count once more when a strategy
is chosen (Farina, Kroer and Sandholm 2021).

Payoffs here are those of the player whose side it is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from outfox.kernel.link import compiled
from outfox.kernel.sequences import Side, gains, reach
from outfox.kernel.slots import Bytes, Floats, Ints

ALPHA, BETA, GAMMA = range(3)
"""Places in `constants`."""

ALTERNATE, PREDICT = range(2)
"""Places in `options`: whether the second player answers the first's new strategy; whether to predict."""


class Learner(NamedTuple):
    """What a player has learned, (sequences,) each; place 0 stands for having chosen nothing.

    Attributes
    ----------
    regret
        How much more each choice would have won.
    policy
        Probability of each choice at its information set.
    reach
        Of the strategy that `policy` is: the product along the sequence.
    average
        Sum of `reach` over the iterations, weighed.
    value
        What each choice wins against the other's strategy: scratch.
    """

    regret: Floats
    policy: Floats
    reach: Floats
    average: Floats
    value: Floats


def iterate(
    a: Side, b: Side, mine: Learner, theirs: Learner, options: Ints, constants: Floats, done: Ints, until: int
) -> int:
    """Run iterations until there are `until`; `done` (1,) counts them, so that it is right whenever this is left."""
    while done[0] < until:
        t = done[0] + 1
        if options[ALTERNATE]:
            gains(a, theirs.reach, mine.value)
            learn(a, mine, options, constants, t)
            gains(b, mine.reach, theirs.value)
            learn(b, theirs, options, constants, t)
        else:
            gains(a, theirs.reach, mine.value)
            gains(b, mine.reach, theirs.value)
            learn(a, mine, options, constants, t)
            learn(b, theirs, options, constants, t)
        done[0] = t
    return int(done[0])


def learn(side, learner, options, constants, t):  # type: ignore[no-untyped-def]
    """Add iteration `t` to the average and the regrets, and choose the next strategy."""
    above, below = kept(t, constants[ALPHA]), kept(t, constants[BETA])
    weight = float(t) ** constants[GAMMA]
    for i in range(len(learner.average)):
        learner.average[i] += weight * learner.reach[i]
    predict = 1.0 if options[PREDICT] else 0.0
    for back in range(len(side.before)):
        j = len(side.before) - 1 - back
        first, last = side.first[j], side.first[j + 1]
        value = 0.0
        for i in range(first, last):
            value += learner.policy[i] * learner.value[i]
        learner.value[side.before[j]] += value
        total = 0.0
        for i in range(first, last):
            instant = learner.value[i] - value
            regret = learner.regret[i] + instant
            regret *= above if regret > 0.0 else below
            learner.regret[i] = regret
            wanted = max(regret + predict * instant, 0.0)
            learner.policy[i] = wanted
            total += wanted
        for i in range(first, last):
            learner.policy[i] = learner.policy[i] / total if total > 0.0 else 1.0 / (last - first)
    reach(side, learner.policy, learner.reach)


def kept(t, power):  # type: ignore[no-untyped-def]
    """Return the share of a regret that is kept after iteration `t`."""
    if math.isinf(power):
        return 1.0 if power > 0.0 else 0.0
    x = float(t) ** power
    return x / (x + 1.0)


def reach_of(side: Side, policy: Floats, out: Floats) -> int:
    """Write how likely a policy chooses each sequence; return how many there are."""
    reach(side, policy, out)
    return len(out)


def averaged(side: Side, average: Floats, policy: Floats) -> int:
    """Write the strategy that an average of sequences is; uniform where play never came.

    Returns how many information sets play never came to.
    """
    unseen = 0
    for j in range(len(side.before)):
        first, last = side.first[j], side.first[j + 1]
        total = 0.0
        for i in range(first, last):
            total += average[i]
        unseen += 1 if total <= 0.0 else 0
        for i in range(first, last):
            policy[i] = average[i] / total if total > 0.0 else 1.0 / (last - first)
    return unseen


def respond(side: Side, other: Side, policy: Floats, scratch: Floats, value: Floats, chosen: Bytes) -> float:
    """Return what the best response of a side wins against a policy of the other.

    Parameters
    ----------
    policy, scratch : (the other's sequences,)
        The policy; scratch.
    value : (sequences,)
        Filled: what each sequence wins from there on, weighed by how likely chance and the other let play come there.
    chosen : (sequences,)
        Filled: 1 for the choice of the best response at each of its information sets, the first among equals.
    """
    reach(other, policy, scratch)
    gains(side, scratch, value)
    return float(best(side, value, chosen))


def best(side, value, chosen):  # type: ignore[no-untyped-def]
    """Back the best choices up."""
    for back in range(len(side.before)):
        j = len(side.before) - 1 - back
        top = side.first[j]
        for i in range(side.first[j], side.first[j + 1]):
            chosen[i] = 0
            if value[i] > value[top]:
                top = i
        chosen[top] = 1
        value[side.before[j]] += value[top]
    return value[0]


def expected(side: Side, other: Side, mine: Floats, theirs: Floats, scratch: Floats, value: Floats) -> float:
    """Return what a side wins with one policy against another; `scratch` and `value` as for `respond`."""
    reach(other, theirs, scratch)
    gains(side, scratch, value)
    for back in range(len(side.before)):
        j = len(side.before) - 1 - back
        total = 0.0
        for i in range(side.first[j], side.first[j + 1]):
            total += mine[i] * value[i]
        value[side.before[j]] += total
    return float(value[0])


def net_gain(
    a: Side,
    b: Side,
    mine: Floats,
    theirs: Floats,
    scratch_a: Floats,
    scratch_b: Floats,
    value_a: Floats,
    value_b: Floats,
) -> float:
    """Return NashConv of two policies: what the best responses to them win together."""
    total = 0.0
    reach(b, theirs, scratch_b)
    gains(a, scratch_b, value_a)
    total += best_value(a, value_a)
    reach(a, mine, scratch_a)
    gains(b, scratch_a, value_b)
    return float(total + best_value(b, value_b))


def best_value(side, value):  # type: ignore[no-untyped-def]
    """Back the best choices up without noting them."""
    for back in range(len(side.before)):
        j = len(side.before) - 1 - back
        top = value[side.first[j]]
        for i in range(side.first[j] + 1, side.first[j + 1]):
            top = max(top, value[i])
        value[side.before[j]] += top
    return value[0]


run_iterate, run_averaged, run_respond = compiled(iterate), compiled(averaged), compiled(respond)
run_expected, run_net_gain, run_reach = compiled(expected), compiled(net_gain), compiled(reach_of)


def new_learner(sequences: int) -> Learner:
    """Return a player that has learned nothing; its policy is to be set."""
    return Learner(*(np.zeros(sequences) for _ in range(5)))
