"""Hands of limit hold'em between two that play them, a policy or a style of play each; each deck from both seats."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.hands_buckets import bucket_of_view
from outfox.kernel.playout import draw_chance
from outfox.kernel.random import next_word
from outfox.kernel.runtime import mix, word
from outfox.kernel.slots import (
    Floats,
    Ints,
    Shorts,
    States,
    Views,
    Words,
    apply,
    information_key,
    legal_actions,
    mover,
    observe,
    payoff,
    start,
    view_hash,
)
from outfox.methods.equilibrium.mccfr_kernel import MANY, draw, placed, set_key
from outfox.methods.equilibrium.sums_kernel import find
from outfox.rules.vocabulary import CHANCE, TERMINAL

FOLD, CALL, RAISE = range(3)
STAY, BET, BLUFF, NOISE = range(4)
"""Places of a style's numbers."""

WON, SQUARES, PAIRS, PAIR_SQUARES, UNKNOWN, TOTALS = 0, 2, 4, 5, 6, 8
"""Places of what is added up: of the first side in either seat, of both halved, and decisions that each side does not
know."""

CHOICES = 64
"""Beside the deal: what the choices in a hand are drawn from; chance has fewer moves."""


class Side(NamedTuple):
    """One that plays.

    Attributes
    ----------
    tables
        The buckets of a policy, none where it tells all hands apart; of a style equities in their place.
    inner : (1,)
        Buckets a round.
    table, policy
        The information sets of a policy by their keys, and its probabilities; a style has no table.
    style
        The numbers of a style.
    """

    tables: Shorts
    inner: Ints
    table: Ints
    policy: Floats
    style: Floats


def duels(
    pool: States, views: Views, first: Side, second: Side, roles: Ints, random: Words, luck: Words, dice: Words,
    out: Ints, odds: Floats, decks: int, totals: Floats,
) -> int:  # fmt: skip
    """Play each of so many decks twice, the first side as player 0, then as player 1; return how many decks.

    Choices in both hands of a deck are drawn with the same random numbers: where both sides play alike, they play the
    same hand twice, and neither wins.

    Parameters
    ----------
    pool, views
        Two of each, the ones that are zeroed in front and behind.
    first, second
        Who plays.
    roles
        Whether an action folds, calls or raises.
    random, luck, dice : (1,)
        What decks, and scratch for what choices and moves of chance are drawn from.
    totals : (TOTALS,)
        What is added to.
    """
    for _ in range(decks):
        deal, both = next_word(random), 0.0
        for seat in range(2):
            pool[1] = pool[0]
            start(0, pool[1])
            luck[0] = mix(deal, CHOICES)
            value = hand(pool[1], views, first, second, roles, luck, dice, out, odds, deal, seat, totals)
            won = value if seat == 0 else -value
            totals[WON + seat] += won
            totals[SQUARES + seat] += won * won
            both += 0.5 * won
        totals[PAIRS] += both
        totals[PAIR_SQUARES] += both * both
    return decks


def hand(s, views, first, second, roles, luck, dice, out, odds, deal, seat, totals):  # type: ignore[no-untyped-def]
    """Play a hand, the first side in a seat; return what player 0 wins."""
    drawn = 0
    while True:
        who = mover(s)
        if who == TERMINAL:
            return payoff(s)
        if who == CHANCE:
            dice[0] = mix(deal, drawn)
            drawn += 1
            apply(s, draw_chance(s, out, odds, dice))
            continue
        count = legal_actions(s, out)
        views[0] = views[1]
        observe(s, who, views[0])
        side = first if who == seat else second
        if len(side.table) == 0:
            by_style(bucket_of_view(views[0], side.tables), side.style, roles, out, count, odds)
        elif not by_policy(views[0], who, side, count, odds):
            totals[UNKNOWN + (0 if who == seat else 1)] += 1.0
        apply(s, out[draw(luck, odds, 0, count)])


def by_policy(view, who, side, count, odds):  # type: ignore[no-untyped-def]
    """Write how likely the policy takes each action, any where it does not know the information set; return if it does.

    A set with another number of actions is none that it knows.
    """
    key = information_key(view, side.tables) if len(side.tables) > 0 else np.int64(view_hash(view) >> word(1))
    group, part = placed(key, who, side.inner[0])
    entry = find(side.table, set_key(group, part, side.inner[0]))
    known = entry & ((1 << MANY) - 1) == count
    for k in range(count):
        odds[k] = side.policy[(entry >> MANY) + k] if known else 1.0 / count
    return known


def by_style(equity, style, roles, out, count, odds):  # type: ignore[no-untyped-def]
    """Write how likely the style takes each action; see `outfox.players.style_player`."""
    fold, call, bet = -1, -1, -1
    for k in range(count):
        odds[k] = 0.0
        role = roles[out[k]]
        fold, call, bet = k if role == FOLD else fold, k if role == CALL else call, k if role == RAISE else bet
    if equity >= style[BET]:
        odds[bet if bet >= 0 else call] = 1.0
    elif equity < style[STAY]:
        odds[fold if fold >= 0 else call] = 1.0 - style[BLUFF] if bet >= 0 else 1.0
        if bet >= 0:
            odds[bet] += style[BLUFF]
    else:
        odds[call] = 1.0
    for k in range(count):
        odds[k] = (1.0 - style[NOISE]) * odds[k] + style[NOISE] / count
