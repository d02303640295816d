"""The betting of one round as a list of steps, for all hands at once; see `outfox.kernel.hands_response`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from outfox.kernel.hands_response import CHILDREN, Steps
from outfox.kernel.slots import Floats

Node: TypeAlias = "tuple[Any, ...]"
"""One of ``("folded", value)``, ``("shown", stake)``, ``("next", node)``, ``("best", nodes)``,
``("mean", weights, nodes)``."""


@dataclass(frozen=True)
class Round:
    """The betting of one round.

    Attributes
    ----------
    inputs
        How many values come from what follows: the ways in which the next round can begin, or showdowns.
    stakes
        On the river: what a showdown wins or loses, by input.
    steps
        The steps.
    place
        Where the value of a node stands among inputs, constants and steps.
    """

    inputs: int
    stakes: Floats
    steps: Steps
    place: Mapping[int, int]

    def values(self, inputs: Floats, like: Floats | None = None) -> Floats:
        """Return the values of all ways in which the round can begin, (starts, width); see `rows`."""
        rows = self.rows(inputs, like)
        return np.array([rows[start] for start in self.steps.starts]).reshape(len(self.steps.starts), inputs.shape[1])

    def rows(self, inputs: Floats, like: Floats | None = None) -> list[Floats]:
        """Return all values of the round, each (width,): inputs, constants, steps.

        Parameters
        ----------
        inputs : (inputs, width)
            The values of what follows; each column is for itself.
        like : (inputs, width)
            With these the responder chooses what is best with others, which makes the values linear.
        """
        width, steps = inputs.shape[1], self.steps
        constants = np.repeat(steps.constants[:, None], width, axis=1)
        rows = [list(np.concatenate([one, constants])) for one in (inputs, inputs if like is None else like)]
        for step in range(len(steps.best)):
            part = slice(CHILDREN * step, CHILDREN * (step + 1))
            children = [int(child) for child in steps.children[part] if child >= 0]
            mine, theirs = (np.stack([one[child] for child in children]) for one in rows)
            if steps.best[step]:
                chosen = theirs.argmax(axis=0)[None]
                found = [np.take_along_axis(one, chosen, axis=0)[0] for one in (mine, theirs)]
            else:
                found = [steps.weights[part][: len(children)] @ one for one in (mine, theirs)]
            for row, value in zip(rows, found, strict=True):
                row.append(value)
        return rows[0]


def round_from(nodes: list[Node], starts: list[int]) -> tuple[Round, list[int]]:
    """Return the betting of a round that begins in some nodes, and in which nodes the next one begins."""
    inner = _reached(nodes, starts)
    leaves = [node for node in inner if nodes[node][0] in ("next", "shown")]
    constants = [node for node in inner if nodes[node][0] == "folded"]
    steps = [node for node in inner if nodes[node][0] in ("best", "mean")]
    place = {node: k for k, node in enumerate([*leaves, *constants, *steps])}
    children, weights = np.full((len(steps), CHILDREN), -1, np.int64), np.zeros((len(steps), CHILDREN))
    for k, node in enumerate(steps):
        kids = nodes[node][-1]
        children[k, : len(kids)] = [place[kid] for kid in kids]
        if nodes[node][0] == "mean":
            weights[k, : len(kids)] = nodes[node][1]
    listed = Steps(
        np.array([nodes[node][1] for node in constants], np.float64),
        np.array([nodes[node][0] == "best" for node in steps], np.uint8),
        children.reshape(-1),
        weights.reshape(-1),
        np.array([place[node] for node in starts], np.int64),
    )
    stakes = np.array([nodes[node][1] for node in leaves if nodes[node][0] == "shown"], np.float64)
    return Round(len(leaves), stakes, listed, place), [nodes[node][1] for node in leaves if nodes[node][0] == "next"]


def _reached(nodes: list[Node], starts: list[int]) -> list[int]:
    """Return the nodes of a round in ascending order, in which each comes after those that it is made of."""
    found, open_ = set(starts), list(starts)
    while open_:
        node = nodes[open_.pop()]
        for kid in node[-1] if node[0] in ("best", "mean") else ():
            if kid not in found:
                found.add(kid)
                open_.append(kid)
    return sorted(found)
