"""The kernel of `outfox.studies.cat_and_mouse.chase`: captures spread backwards over all positions of a graph."""

from __future__ import annotations

from outfox.kernel.slots import Bytes, Ints, Ints32

NEVER = -1
"""The distance of a position in which the mouse is never caught."""


def caught(position, weights, nodes, cats):  # type: ignore[no-untyped-def]
    """Say whether a cat stands where the mouse does."""
    mouse, found = position % nodes, False
    for cat in range(cats):
        found = found or position // weights[cat] % nodes == mouse
    return found


def spread_captures(
    goals: Ints, pieces: Ints, weights: Ints, shape: Ints, plies: Ints32, left: Bytes, queue: Ints
) -> int:
    """Fill the distances, nearest first; return how many positions are captures.

    A cat catches where one step leads to a capture, the mouse is lost where all do: `left` counts those that do not
    yet. Steps can be taken back, so a step's goals are also the nodes it may come from.
    """
    nodes, degree, cats = shape[0], shape[1], shape[2]
    phases, begin, end = len(pieces), 0, 0
    count = len(plies) // phases
    for position in range(count):
        over, steps = caught(position, weights, nodes, cats), 0
        for step in range(degree):
            steps += goals[position % nodes * degree + step] >= 0
        for phase in range(phases):
            left[phase * count + position] = steps
            if over:
                plies[phase * count + position] = 0
                queue[end] = phase * count + position
                end += 1
    while begin < end:
        phase, position = queue[begin] // count, queue[begin] % count
        further = plies[queue[begin]] + 1
        begin += 1
        before = phases - 1 if phase == 0 else phase - 1
        piece = pieces[before]
        weight = weights[piece]
        here = position // weight % nodes
        for step in range(degree):
            origin = goals[here * degree + step]
            place = before * count + position + (origin - here) * weight
            if origin < 0 or plies[place] != NEVER:
                continue
            if piece == cats:
                left[place] -= 1
            if piece < cats or left[place] == 0:
                plies[place] = further
                queue[end] = place
                end += 1
    return end
