"""Kernels over the tables of Monte Carlo CFR (`outfox.methods.equilibrium.mccfr_kernel`): look up, add up, key."""

from __future__ import annotations

import numpy as np

from outfox.kernel.runtime import mix, word
from outfox.kernel.slots import Floats, Ints, Shorts, Views, information_key
from outfox.methods.equilibrium.mccfr_kernel import MANY, ODD, UNKNOWN, Regrets, key_of, placed, set_key


def enter_keys(table: Ints, keys: Ints, first: Ints, many: Ints, used: int) -> int:
    """Enter all groups into an empty table; return how many."""
    mask = len(table) // 2 - 1
    for number in range(used):
        place = keys[number] & mask
        while table[2 * place + 1] != 0:
            place = (place + 1) & mask
        table[2 * place], table[2 * place + 1] = keys[number], first[number] << MANY | many[number]
    return used


def look_up(table: Ints, wanted: Ints, where: Ints) -> int:
    """Write where the values of each wanted key begin, UNKNOWN where it is not there; return how many are."""
    known = 0
    for i in range(len(wanted)):
        entry = find(table, wanted[i])
        where[i] = entry >> MANY if entry != 0 else UNKNOWN
        known += where[i] != UNKNOWN
    return known


def find(table, key):  # type: ignore[no-untyped-def]
    """Return the entry of a key, 0 where it is not there."""
    mask = len(table) // 2 - 1
    place = key & mask
    while table[2 * place + 1] != 0:
        if table[2 * place] == key:
            return table[2 * place + 1]
        place = (place + 1) & mask
    return 0


def add_up(whole: Regrets, part: Regrets, before: Regrets, counts: Ints, inner: int, share: float) -> int:
    """Add to `whole` what `part` has learned since it was what `before` is; return 0, or ODD.

    Of the regrets a share is added, of the weights of the averages all.
    `counts` (4,): groups of `before`; groups of `part`; groups, and numbers of values, of `whole`, both updated. What
    `before` has stands in all three at the same places. `whole` has room for everything.
    """
    for number in range(counts[1]):
        begin, many = part.first[number], part.many[number]
        at, old = begin, number < counts[0]
        if not old:
            at = added(whole, part.keys[number], many, counts, inner)
            if at < 0:
                return ODD
        for i in range(2 * many * inner):
            change = part.values[begin + i] - (before.values[begin + i] if old else 0.0)
            whole.values[at + i] += change * share if i % (2 * many) < many else change
    return 0


def added(whole, key, many, counts, inner):  # type: ignore[no-untyped-def]
    """Return where the values of a group begin in `whole`, a new one included; ODD where it has other actions."""
    mask = len(whole.table) // 2 - 1
    place = key & mask
    while whole.table[2 * place + 1] != 0:
        if whole.table[2 * place] == key:
            where = whole.table[2 * place + 1]
            return where >> MANY if where & ((1 << MANY) - 1) == many else ODD
        place = (place + 1) & mask
    number, begin = counts[2], counts[3]
    whole.table[2 * place], whole.table[2 * place + 1] = key, begin << MANY | many
    whole.keys[number], whole.first[number], whole.many[number] = key, begin, many
    for i in range(begin, begin + 2 * many * inner):
        whole.values[i] = 0.0
    counts[2], counts[3] = number + 1, begin + 2 * many * inner
    return begin


def list_met(found: Regrets, groups: int, inner: int, keys: Ints, first: Ints, many: Ints) -> int:
    """Return how many sets play has come to: those that have learned anything, or where there is one in a group.

    Where `keys` has room, they are written down, with where their values begin and how many actions they have.
    """
    met = 0
    for number in range(groups):
        count = found.many[number]
        for part in range(inner):
            begin = found.first[number] + 2 * part * count
            if inner == 1 or learned(found.values, begin, 2 * count):
                if met < len(keys):
                    keys[met], first[met], many[met] = set_key(found.keys[number], part, inner), begin, count
                met += 1
    return met


def learned(values, begin, size):  # type: ignore[no-untyped-def]
    """Say whether any number is not 0."""
    for i in range(begin, begin + size):
        if values[i] != 0.0:
            return True
    return False


def shares(values: Floats, first: Ints, many: Ints, out: Floats) -> int:
    """Write the average strategy of each set, one after the other, uniform where it has none; return how many."""
    at = 0
    for number in range(len(first)):
        count, begin, total = many[number], first[number] + many[number], 0.0
        for k in range(count):
            total += values[begin + k]
        for k in range(count):
            out[at + k] = values[begin + k] / total if total > 0.0 else 1.0 / count
        at += count
    return at


def hash_views(leaves: Ints, words: int, out: Ints) -> int:
    """Write the key of each information set of a tree by its row: the numbers of its View, then its player."""
    for i in range(len(out)):
        h = word(0)
        for w in range(words - 1):
            h = mix(h, leaves[i * words + w])
        out[i] = key_of(np.int64(h >> word(1)), leaves[i * words + words - 1])
    return len(out)


def keys_of_views(views: Views, players: Ints, tables: Shorts, inner: int, out: Ints) -> int:
    """Write the keys of information sets by what their players have seen."""
    for i in range(len(out)):
        group, part = placed(information_key(views[i], tables), players[i], inner)
        out[i] = set_key(group, part, inner)
    return len(out)
