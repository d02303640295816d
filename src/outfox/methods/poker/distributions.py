"""Groups of hands that become strong alike: k-means on histograms of what their strength on the last card will be.

Two hands of equal strength can be different things: one is middling for certain, the other a draw, which becomes either
very strong or worthless. So a hand on three or four cards is described by the histogram of its strengths on five cards,
over all cards that can come. As points serve the cumulated histograms: their distance is small where little has to be
moved a little to make one of the other, as the earth mover's distance is. Centres begin as hands at even steps of
strength and are improved on a sample of deals; then each hand goes to the nearest. Everything is whole numbers, so that
the same settings give the same groups on every machine.

Time: some twenty CPU seconds. Memory: 0.8 GB while it is made. What is found is kept in the user's cache.

Sources
    M. Johanson, N. Burch, R. Valenzano and M. Bowling, *Evaluating State-Space Abstractions in Extensive-Form Games*,
    AAMAS 2013: k-means on histograms by the earth mover's distance. S. Lloyd, *Least squares quantization in PCM*, IEEE
    Transactions on Information Theory 28 (1982).

Status: measured (the groups scatter less than those by strength; scipy finds as good ones).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.hands_boards import HANDS, Boards, boards, numbering
from outfox.kernel.hands_histograms import BINS, add_flop_histograms, fill_turn_histograms, find_nearest
from outfox.methods.poker.kept import kept
from outfox.methods.poker.strength import NAMES, PART, strengths

Progress = Callable[[float, str], None]

SAMPLE = 20_000
"""Deals on which the centres are found."""

STEPS = 30
"""How often the centres are improved, at most."""

SCALE = {3: 1, 4: 47}
"""So that coordinates go from 0 to 2,162 in both rounds: squares of 19 of them fit 32 bits."""


def grouped(count: int, progress: Progress | None = None) -> dict[int, Any]:
    """Return the group of each hand on boards of three and of four cards, (canonical boards * 1326,) int16 each.

    Groups are numbered by the mean strength of their hands. For hands that hold a card of the board the number means
    nothing.
    """
    found = kept(f"groups-{count}", lambda: _made(count, progress))
    return {cards: found[NAMES[cards]] for cards in SCALE}


def _made(count: int, progress: Progress | None) -> dict[str, Any]:
    turn = histograms_of_turn(progress)
    flop = histograms_of_flop(turn, progress)
    return {NAMES[cards]: _groups(cards, table, count, progress) for cards, table in ((3, flop), (4, turn))}


def histograms_of_turn(progress: Progress | None = None) -> Any:
    """Return how often each hand comes to each twentieth of strength, (boards * 1326, 20) uint8."""
    river, found = strengths(5, progress), boards(4)
    out = np.zeros((len(found.weights) * HANDS, BINS), np.uint8)
    for begin, end in _parts(4, len(found.weights), "histograms on the turn", progress):
        fill_turn_histograms(numbering(), found, river.boards, river.table, begin, end, out.reshape(-1))
    return out


def histograms_of_flop(turn: Any, progress: Progress | None = None) -> Any:
    """Return the same on three cards, where turn and river come in either order, (boards * 1326, 20) int16."""
    found = boards(3)
    out = np.zeros((len(found.weights) * HANDS, BINS), np.int16)
    for begin, end in _parts(3, len(found.weights), "histograms on the flop", progress):
        add_flop_histograms(numbering(), found, boards(4), turn.reshape(-1), begin, end, out.reshape(-1))
    return out


def _parts(cards: int, total: int, text: str, progress: Progress | None) -> Any:
    for begin in range(0, total, PART[cards]):
        end = min(begin + PART[cards], total)
        yield begin, end
        if progress is not None:
            progress(end / total, text)


def _groups(cards: int, table: Any, count: int, progress: Progress | None) -> Any:
    centres = centres_of(points_of(cards, table[sampled(boards(cards), cards)]), count)
    out = np.zeros(len(table), np.int16)
    for begin, end in _parts(cards, len(table) // HANDS, f"groups on the {NAMES[cards]}", progress):
        part = slice(begin * HANDS, end * HANDS)
        out[part] = nearest(points_of(cards, table[part]), centres)
    return out


def points_of(cards: int, table: Any) -> Any:
    """Return the cumulated histograms, without the last number, which is the same for all, (hands, 19) int32."""
    return np.cumsum(table, axis=1, dtype=np.int32)[:, :-1] * np.int32(SCALE[cards])


def sampled(found: Boards, cards: int, seed: int = 0) -> Any:
    """Return the places of deals drawn at random, each as likely as any other."""
    source = np.random.Generator(np.random.PCG64(seed))
    every = found.cards.reshape(-1, cards)
    drawn = np.searchsorted(np.cumsum(found.weights), source.integers(0, found.weights.sum(), 2 * SAMPLE), "right")
    hands = source.integers(0, HANDS, 2 * SAMPLE)
    numbers = numbering()
    held = np.stack([numbers.first[hands], numbers.second[hands]], axis=1)
    apart = (every[drawn][:, :, None] != held[:, None, :]).all(axis=(1, 2))
    return (drawn * HANDS + hands)[apart][:SAMPLE]


def centres_of(points: Any, count: int) -> Any:
    """Return `count` centres, worst hands first, (count, 19) int32."""
    order = np.argsort(points.sum(axis=1), kind="stable")[::-1]  # what is weak is in low bins: a large sum
    steps = (2 * np.arange(count) + 1) * len(points) // (2 * count)
    centres = points[order[steps]]
    for _ in range(STEPS):
        better = _improved(points, centres, nearest(points, centres))
        if np.array_equal(better, centres):
            break
        centres = better
    return centres[np.argsort(centres.sum(axis=1), kind="stable")[::-1]]


def _improved(points: Any, centres: Any, owners: Any) -> Any:
    """Return the means of the points of each centre, rounded; a centre without points stays where it is."""
    sizes = np.bincount(owners, minlength=len(centres))
    sums = np.stack([np.bincount(owners, column, len(centres)) for column in points.T], axis=1)
    means = np.rint(sums / np.maximum(sizes, 1)[:, None]).astype(np.int32)
    return np.where(sizes[:, None] > 0, means, centres)


def nearest(points: Any, centres: Any) -> Any:
    """Return which centre is nearest to each point, int16."""
    out = np.zeros(len(points), np.int16)
    room = np.zeros(len(centres), np.int32)
    across = np.ascontiguousarray(centres.T, np.int32).reshape(-1)
    find_nearest(np.ascontiguousarray(points, np.int32).reshape(-1), across, points.shape[1], room, out)
    return out
