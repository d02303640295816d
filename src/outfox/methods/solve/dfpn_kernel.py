"""The kernel of df-pn: depth-first proof-number search on an explicit stack, in portions.

The attacker must reach a finished game of his kind; the defender must prevent it, for ever if he can. A state's proof
number is the least number of unknown states that would have to turn out well to prove that the attacker succeeds, its
disproof number the same for the defender; 0 is a proof, NEVER the opposite. An attacker's state is proven by one child
and disproven by all; a defender's the other way round.

A state that stands on its own path fails for the attacker. Such a failure depends on the path: with it goes the ply
that it came back to, and as long as that lies above the state it is kept in the stack alone, and not in the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from outfox.kernel.runtime import some_actions, word
from outfox.kernel.slots import (
    CHECKED,
    HAS_ENDLESS,
    Floats,
    Ints,
    Ints2,
    States,
    Words,
    apply,
    legal_actions,
    mover,
    payoff,
    state_hash,
)
from outfox.methods.search.alphabeta_table import BUCKET, ENTRY, GENERATION_AT, place
from outfox.rules.vocabulary import TERMINAL

DONE, PORTION, DEEPER = 0, 1, 2
"""Why `prove` returned: the root is settled; the portion of nodes is used up; the stack is too short."""

NEVER = 1 << 50
"""A proof number that nothing reaches: the other side is proven."""

CLEAN = 1 << 30
"""The ply that a failure came back to, where it came back to none above."""

PLY, NODES, LIMIT, ENDS, STORED, HITS, OVERSIZED = range(7)
"""Places in `counters`: ply that the search is at, -1 before it begins; states generated; the number of them at which
it stops; finished games; places of the table in use; states found settled there; payoffs above SCALE."""

ATTACKER, GENERATION, PERCENT, ROOM = range(4)
"""Places in `options`: the attacker, 0 or 1; number of this question, which marks its entries in the table; by how
many per cent a child may exceed the next before the search turns to that one (the 1 + epsilon trick); places in use at
which the table is full."""

THRESHOLD, SCALE = range(2)
"""Places in `constants`: player 0's payoff from which on player 0 succeeds as attacker, and below which player 1 does;
the largest payoff."""

ATTACKS, COUNT, PROOF_LIMIT, DISPROOF_LIMIT, CHILD, BEGUN = range(6)
"""Places in `Stack.ints`: whether the attacker moves; number of actions; limits of both numbers; the child that is
being searched; nodes when the state was entered."""

EFFORT_MASK = (1 << GENERATION_AT) - 1
"""An entry of the table is four words: hash, proof number, disproof number, effort (and generation)."""


class Stack(NamedTuple):
    """The path and the children along it; `P` plies, `B` most actions.

    Attributes
    ----------
    ints : (P, 6) int64
        See the places above.
    keys : (P,) uint64
        Hashes of the states of the path.
    moves, proofs, disproofs, back, efforts : (P, B) int64
        Actions; their children's numbers; the ply that a child's failure came back to, or CLEAN; how much work the
        table says it took.
    """

    ints: Ints2
    keys: Words
    moves: Ints2
    proofs: Ints2
    disproofs: Ints2
    back: Ints2
    efforts: Ints2


def prove(
    stack: Stack, pool: States, table: Words, options: Ints, constants: Floats, counters: Ints, budget: int
) -> int:
    """Go on with the question about ``pool[0]`` for about `budget` states.

    Returns
    -------
    int
        DONE, PORTION or DEEPER. When done, ``proofs[0]`` and ``disproofs[0]`` have the root's children.
    """
    p = counters[PLY]
    until = min(counters[NODES] + budget, counters[LIMIT])
    status = PORTION
    opening = p < 0
    if opening:
        p = 0
        stack.keys[0] = state_hash(pool[0])
        stack.ints[0, PROOF_LIMIT] = NEVER
        stack.ints[0, DISPROOF_LIMIT] = NEVER
    while True:
        if opening:
            if p + 2 > len(pool):
                status = DEEPER
                break
            enter(stack, pool, p, table, options, constants, counters)
            opening = False
        f = stack.ints[p]
        proof, disproof, best, second = numbers(stack, p)
        if proof >= f[PROOF_LIMIT] or disproof >= f[DISPROOF_LIMIT]:
            back = came_back_to(stack, p) if HAS_ENDLESS and disproof == 0 else CLEAN
            if back == CLEAN:
                keep(stack, p, table, options, counters, proof, disproof)
            if p == 0:
                status = DONE
                break
            p -= 1
            k = stack.ints[p, CHILD]
            stack.proofs[p, k] = proof
            stack.disproofs[p, k] = disproof
            stack.back[p, k] = back
        elif counters[NODES] >= until or counters[STORED] >= options[ROOM]:
            break
        else:
            descend(stack, pool, p, best, second, proof, disproof, options)
            p += 1
            opening = True
    counters[PLY] = p
    if opening:
        counters[PLY] = p - 1  # the child is entered anew when the stack is long enough
    return status


def enter(stack, pool, p, table, options, constants, counters):  # type: ignore[no-untyped-def]
    """Generate the children of ply `p` and look up what is known of each."""
    f = stack.ints[p]
    f[BEGUN] = counters[NODES]
    attacker = options[ATTACKER]
    who = mover(pool[p])
    f[ATTACKS] = 1 if who == attacker else 0
    n = legal_actions(pool[p], stack.moves[p])
    if CHECKED:
        n = some_actions(n, who)
    f[COUNT] = n
    counters[NODES] += n
    for j in range(n):
        pool[p + 1] = pool[p]
        s = pool[p + 1]
        apply(s, stack.moves[p, j])
        proof, disproof, back, effort = np.int64(1), np.int64(1), np.int64(CLEAN), np.int64(0)
        if ended(s):
            counters[ENDS] += 1
            value = payoff(s)
            if abs(value) > constants[SCALE]:
                counters[OVERSIZED] += 1
            high = value >= constants[THRESHOLD]
            proof = np.int64(0 if high == (attacker == 0) else NEVER)
            disproof = NEVER - proof
        else:
            key = state_hash(s)
            repeated = np.int64(-1)
            if HAS_ENDLESS:
                repeated = where(stack, p, key)
            if repeated >= 0:
                proof, disproof, back = np.int64(NEVER), np.int64(0), repeated
            else:
                at = find(table, key, options[GENERATION])
                if at >= 0:
                    proof, disproof = np.int64(table[at + 1]), np.int64(table[at + 2])
                    effort = np.int64(table[at + 3]) & EFFORT_MASK
                    if proof == 0 or disproof == 0:
                        counters[HITS] += 1
        stack.proofs[p, j] = proof
        stack.disproofs[p, j] = disproof
        stack.back[p, j] = back
        stack.efforts[p, j] = effort


def ended(s):  # type: ignore[no-untyped-def]
    """Say whether the game is over."""
    return mover(s) == TERMINAL


def where(stack, p, key):  # type: ignore[no-untyped-def]
    """Return the ply at which a state with this hash stands on the path, or -1."""
    for q in range(p, -1, -1):
        if stack.keys[q] == key:
            return q
    return np.int64(-1)


def numbers(stack, p):  # type: ignore[no-untyped-def]
    """Return proof and disproof number of ply `p`, its most promising child, and the next one's number."""
    f = stack.ints[p]
    best, least, second, total = np.int64(0), np.int64(NEVER), np.int64(NEVER), np.int64(0)
    for j in range(f[COUNT]):
        if f[ATTACKS]:
            mine, other = stack.proofs[p, j], stack.disproofs[p, j]
        else:
            mine, other = stack.disproofs[p, j], stack.proofs[p, j]
        total += other
        if mine < least:
            best, least, second = np.int64(j), mine, least
        elif mine < second:
            second = mine
    if least == 0:
        total = np.int64(NEVER)
    elif total >= NEVER and least < NEVER:
        total = np.int64(NEVER - 1)  # many unknown children are no proof
    if f[ATTACKS]:
        return least, total, best, second
    return total, least, best, second


def came_back_to(stack, p):  # type: ignore[no-untyped-def]
    """Return the least ply above `p` that its failure rests on, or CLEAN."""
    f = stack.ints[p]
    back = np.int64(CLEAN)
    if f[ATTACKS]:
        for j in range(f[COUNT]):
            back = min(back, stack.back[p, j])
    else:
        back = np.int64(-1)
        for j in range(f[COUNT]):
            if stack.disproofs[p, j] == 0:
                back = max(back, stack.back[p, j])
    # What comes back to this state itself does so on any path.
    return back if back < p else np.int64(CLEAN)


def descend(stack, pool, p, best, second, proof, disproof, options):  # type: ignore[no-untyped-def]
    """Make child `best` the next ply, with the limits up to which it stays the most promising one."""
    f, g = stack.ints[p], stack.ints[p + 1]
    f[CHILD] = best
    if f[ATTACKS]:
        wider = max(second + 1, second + second * options[PERCENT] // 100)
        g[PROOF_LIMIT] = min(f[PROOF_LIMIT], wider)
        g[DISPROOF_LIMIT] = min(f[DISPROOF_LIMIT] - disproof + stack.disproofs[p, best], NEVER)
    else:
        wider = max(second + 1, second + second * options[PERCENT] // 100)
        g[DISPROOF_LIMIT] = min(f[DISPROOF_LIMIT], wider)
        g[PROOF_LIMIT] = min(f[PROOF_LIMIT] - proof + stack.proofs[p, best], NEVER)
    pool[p + 1] = pool[p]
    apply(pool[p + 1], stack.moves[p, best])
    stack.keys[p + 1] = state_hash(pool[p + 1])


def find(table, key, generation):  # type: ignore[no-untyped-def]
    """Return where a state's entry is, or -1."""
    base = place(table, key)
    for at in range(base, base + BUCKET, ENTRY):
        if table[at] == key and np.int64(table[at + 3]) >> GENERATION_AT == generation:
            return at
    return np.int64(-1)


def keep(stack, p, table, options, counters, proof, disproof):  # type: ignore[no-untyped-def]
    """Store the numbers of ply `p`. The first place of a bucket goes to what took more effort."""
    key, generation = stack.keys[p], options[GENERATION]
    effort = min(counters[NODES] - stack.ints[p, BEGUN], EFFORT_MASK)
    at = find(table, key, generation)
    if at >= 0:
        effort = min(effort + (np.int64(table[at + 3]) & EFFORT_MASK), EFFORT_MASK)
    else:
        at = place(table, key)
        first, other = np.int64(table[at + 3]), np.int64(table[at + ENTRY + 3])
        if first >> GENERATION_AT == generation:
            if other >> GENERATION_AT != generation:
                counters[STORED] += 1
            if first & EFFORT_MASK > effort:
                at += ENTRY
            else:
                for k in range(ENTRY):
                    table[at + ENTRY + k] = table[at + k]
        else:
            counters[STORED] += 1
    table[at] = key
    table[at + 1] = word(proof)
    table[at + 2] = word(disproof)
    table[at + 3] = word(effort | (generation << GENERATION_AT))
