"""Hands of limit hold'em between a policy and a style of play, each deck from both seats."""

from __future__ import annotations

from outfox.kernel.hands_buckets import bucket_of_view
from outfox.kernel.playout import draw_chance
from outfox.kernel.random import next_word
from outfox.kernel.runtime import mix
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
)
from outfox.methods.equilibrium.mccfr_kernel import MANY, draw, placed, set_key
from outfox.methods.equilibrium.sums_kernel import find
from outfox.rules.vocabulary import CHANCE, TERMINAL

FOLD, CALL, RAISE = range(3)
STAY, BET, BLUFF, NOISE = range(4)
"""Places of a style's numbers."""

WON, SQUARES, PAIRS, PAIR_SQUARES, UNKNOWN, TOTALS = 0, 2, 4, 5, 6, 7
"""Places of what is added up: of the policy in either seat, of both halved, and decisions that it does not know."""


def duels(
    pool: States, views: Views, tables: Shorts, inner: int, table: Ints, policy: Floats, worth: Shorts, style: Floats,
    roles: Ints, random: Words, dice: Words, out: Ints, odds: Floats, decks: int, totals: Floats,
) -> int:  # fmt: skip
    """Play each of so many decks twice, the policy first as player 0, then as player 1; return how many decks.

    Parameters
    ----------
    pool, views
        Two of each, the ones that are zeroed in front and behind.
    tables, inner, table, policy
        The buckets; the policy's information sets by their keys, and its probabilities.
    worth, style, roles
        Equities in the place of buckets; the style; whether an action folds, calls or raises.
    totals : (TOTALS,)
        What is added to.
    """
    for _ in range(decks):
        deal, both = next_word(random), 0.0
        for seat in range(2):
            pool[1] = pool[0]
            start(0, pool[1])
            value = hand(pool[1], views, tables, inner, table, policy, worth, style, roles, random, dice, out, odds,
                         deal, seat, totals)  # fmt: skip
            won = value if seat == 0 else -value
            totals[WON + seat] += won
            totals[SQUARES + seat] += won * won
            both += 0.5 * won
        totals[PAIRS] += both
        totals[PAIR_SQUARES] += both * both
    return decks


def hand(s, views, tables, inner, table, policy, worth, style, roles, random, dice, out, odds, deal, seat, totals):  # type: ignore[no-untyped-def]
    """Play a hand, the policy in a seat; return what player 0 wins."""
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
        if who == seat:
            by_policy(views[0], who, tables, inner, table, policy, count, odds, totals)
        else:
            by_style(bucket_of_view(views[0], worth), style, roles, out, count, odds)
        apply(s, out[draw(random, odds, 0, count)])


def by_policy(view, who, tables, inner, table, policy, count, odds, totals):  # type: ignore[no-untyped-def]
    """Write how likely the policy takes each action; any where it does not know the information set."""
    group, part = placed(information_key(view, tables), who, inner)
    entry = find(table, set_key(group, part, inner))
    if entry == 0:
        totals[UNKNOWN] += 1.0
    for k in range(count):
        odds[k] = 1.0 / count if entry == 0 else policy[(entry >> MANY) + k]


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
