"""`unfold`: the game tree below a position as nodes with values, for teaching and for looking.

A tree is unfolded level by level, so that a limit on its size cuts off the deepest nodes. A position that has come
before, nearer to the root or further left, is not unfolded again: it refers to the first.

Time: a look-up in the table for each node. Memory: the nodes.

Status: proven (counts of nodes and terminal positions of small games).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from outfox.methods.result import choices
from outfox.methods.solve.states import EVEN
from outfox.methods.solve.table import Outcome
from outfox.rules.position import Position

MOST = 500
"""Nodes that a tree has at most unless told otherwise."""

Worth = Callable[[Position], Outcome]

Guess = Callable[[Position], tuple[float, bool]]
"""From a position to player 0's payoff as a search sees it, and whether that is proven."""


@dataclass
class Node:
    """A node of a game tree.

    Attributes
    ----------
    position
        The position.
    action, name
        What leads here from the node above: its code and its name; None and empty at the root.
    odds
        The probability of a chance outcome that leads here, else None.
    depth
        Plies below the root.
    value, remoteness
        Player 0's payoff with best play, and plies to the end; None where that is not known.
    estimate
        Player 0's payoff as a search sees it, where the value is not known and a search was asked for; else None.
    keeps
        Whether the action that leads here keeps the value for the player who takes it.
    number
        What nodes of the same position refer to; 0 where none does.
    same
        The first node with this position, which has its children; None where this is the first, or an end of play.
    hidden
        How many actions are not shown, since the tree ends here.
    children
        Nodes after each action, in the order of the rules.
    """

    position: Position
    action: int | None = None
    name: str = ""
    odds: float | None = None
    depth: int = 0
    value: float | None = None
    remoteness: int | None = None
    estimate: float | None = None
    keeps: bool = False
    number: int = 0
    same: Node | None = None
    hidden: int = 0
    children: list[Node] = field(default_factory=list)

    def __iter__(self) -> Iterator[Node]:
        """Go through the tree from the top, each node before its children."""
        yield self
        for child in self.children:
            yield from child


def unfold(
    position: Position, depth: int, worth: Worth | None = None, *, guess: Guess | None = None, most: int = MOST
) -> Node:
    """Return the game tree below a position.

    Parameters
    ----------
    position
        The root.
    depth
        Plies.
    worth
        What a position is worth, such as ``solution.outcome``. Without it a value is known where the game is over, and
        where all below is.
    guess
        Asked where no value is known so: what a search makes of a position. What it has proven is a value.
    most
        Nodes, about: no node is unfolded that would exceed it.

    Returns
    -------
    Node
        The root.

    Examples
    --------
    >>> from outfox.methods.solve import solve
    >>> from outfox.rules import load
    >>> start = load("nim:piles=[1,1]").start()
    >>> tree = unfold(start, 2, solve(start).outcome)
    >>> [(node.name, node.value, node.keeps) for node in tree.children]
    [('1 from pile 1', 1.0, True), ('1 from pile 2', 1.0, True)]
    >>> [node.value for node in tree if node.position.is_terminal]
    [1.0, 1.0]
    """
    root = Node(position)
    seen, todo, count = {position: root}, deque([root]), 1
    while todo:
        node = todo.popleft()
        actions = choices(node.position)
        if node.depth >= depth or count + len(actions) > most:
            node.hidden = len(actions)
            continue
        odds = dict(node.position.chance)
        for action in actions:
            child = Node(
                node.position.play(action), action, node.position.name(action), odds.get(action), node.depth + 1
            )
            first = seen.setdefault(child.position, child)
            if first is child or child.position.is_terminal:
                todo.append(child)
            else:
                child.same = first
            node.children.append(child)
            count += 1
    _value(root, worth, guess)
    _number(root)
    return root


def _value(root: Node, worth: Worth | None, guess: Guess | None) -> None:
    """Give every node its value; say which actions keep it."""
    nodes = sorted(root, key=lambda node: -node.depth)
    for node in nodes:
        if node.same is not None:
            continue
        if worth is not None:
            node.value, node.remoteness = worth(node.position)
        elif node.position.is_terminal:
            node.value, node.remoteness = node.position.payoff, 0
    if worth is None:
        for node in nodes:  # the deepest first; of a position that comes again, the first is never below the others
            _back_up(node)
            if node.value is None and node.same is None and guess is not None:
                found, proven = guess(node.position)
                node.value, node.estimate = (found, None) if proven else (None, found)
    for node in nodes:
        if node.same is not None:
            node.value, node.remoteness, node.estimate = node.same.value, node.same.remoteness, node.same.estimate
    for node in nodes:
        for child in node.children:
            known = node.value is not None and child.value is not None and node.position.mover in (0, 1)
            child.keeps = known and abs((node.value or 0.0) - (child.value or 0.0)) <= EVEN


def _back_up(node: Node) -> None:
    """Give a node the value that those of its children imply, where all are known."""
    found = [(child.same or child).value for child in node.children]
    values = [value for value in found if value is not None]
    if not values or len(values) < len(found) or node.hidden:
        return
    if node.position.is_chance:
        node.value = sum(value * (child.odds or 0.0) for value, child in zip(values, node.children, strict=True))
    else:
        node.value = max(values) if node.position.mover == 0 else min(values)


def _number(root: Node) -> None:
    """Number the nodes that others refer to, from the top."""
    meant = {id(node.same) for node in root if node.same is not None}
    count = 0
    for node in root:
        if id(node) in meant:
            count += 1
            node.number = count
