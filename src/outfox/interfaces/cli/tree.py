"""A game tree as lines of text, as JSON, and as what a drawing shows."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import fit

if TYPE_CHECKING:
    from outfox.draw.tree import TreeNode
    from outfox.methods.solve.unfold import Node

_SIGNS = {False: ("├─ ", "└─ ", "│  ", "   "), True: ("|- ", "`- ", "|  ", "   ")}
_FRAMES = {False: tuple("┌─┐│└┘"), True: tuple("+-+|++")}


def tree_text(root: Node, *, boards: bool = False, plain: bool = False) -> list[str]:
    """Return a tree as indented lines.

    Parameters
    ----------
    root
        The tree.
    boards
        Whether to draw the position under each action, in a box.
    plain
        Whether to use ASCII characters only.
    """
    return list(_lines(root, "", "", boards, plain))


def _lines(node: Node, first: str, rest: str, boards: bool, plain: bool) -> Iterator[str]:
    yield fit(first + _label(node))
    between, last, down, blank = _SIGNS[plain]
    if boards and node.same is None:
        trunk = rest + (down if node.children else blank)
        yield from (fit(trunk + row) for row in _box(node.position.text, plain))
    for child in node.children:
        end = child is node.children[-1]
        yield from _lines(child, rest + (last if end else between), rest + (blank if end else down), boards, plain)


def _box(text: str, plain: bool) -> list[str]:
    left, line, right, side, low_left, low_right = _FRAMES[plain]
    rows = text.rstrip("\n").expandtabs().split("\n")
    wide = max(map(len, rows))
    middle = [f"{side} {row:<{wide}} {side}" for row in rows]
    return [left + line * (wide + 2) + right, *middle, low_left + line * (wide + 2) + low_right]


def _label(node: Node) -> str:
    parts = [node.name + (" *" if node.keeps else "")] if node.name else []
    if node.odds is not None:
        parts.append(f"p={node.odds:.4g}")
    parts.append(": ".join(part for part in (_turn(node), _said(node)) if part))
    parts += [f"#{node.number}"] if node.number else []
    if node.same is not None:
        parts.append(f"as #{node.same.number}")
    elif node.hidden:
        parts.append("...")
    return "  ".join(parts)


def _turn(node: Node) -> str:
    mover = node.position.mover
    if node.position.is_terminal:
        return "over"
    return "chance" if node.position.is_chance else f"{node.position.game.players[mover]} to move"


def _said(node: Node) -> str:
    """Say what a node is worth."""
    from outfox.methods.solve.text import outcome_text

    if node.value is None:
        return "" if node.estimate is None else f"about {node.estimate:+.2f} for {node.position.game.players[0]}"
    if node.position.is_terminal:
        return f"{node.position.game.players[0]} gets {f'{node.value:+g}' if node.value else '0'}"
    return outcome_text(node.position.game, node.value, node.remoteness)


def legend(root: Node, why: str, limit: int, *, search: str = "", marks: bool = True) -> list[str]:
    """Return the lines under a tree: what its marks mean, why values are missing, that nodes are.

    Parameters
    ----------
    root
        The tree.
    why
        Why the game was not solved; empty where it was.
    limit
        Where nodes were left out: how many there may be; else 0.
    search
        Which search stands in where values are missing; empty for none.
    marks
        Whether to explain the signs of text, of which a drawing has its own.
    """
    words = ["* keeps the value for whoever moves"] if marks and any(node.keeps for node in root) else []
    if marks and any(node.number for node in root):
        words.append("as #n: this position is drawn at #n")
    words += ["...: there is more below"] if any(node.hidden for node in root) else []
    lines = textwrap.wrap("; ".join(words), width())
    if why:
        lines += textwrap.wrap(f"values only as far as the tree shows them: {why}", width())
    if why and search:
        about = f"about: no proof, but what {search} with seed 0 makes of each position; what it has proven is exact"
        lines += textwrap.wrap(about, width())
    if limit:
        lines += textwrap.wrap(f"cut at {limit:,} nodes, the deepest left out; --nodes allows more", width())
    return lines


def tree_dict(node: Node) -> dict[str, Any]:
    """Return a tree as JSON has it: a node with its children."""
    position = node.position
    return {
        "action": node.name or None,
        "code": node.action,
        "odds": node.odds,
        "mover": position.mover if position.mover in (0, 1) else None,
        "terminal": position.is_terminal,
        "position": position.text,
        "value": node.value,
        "remoteness": node.remoteness,
        "estimate": node.estimate,
        "keeps": node.keeps,
        "number": node.number or None,
        "same_as": node.same.number if node.same else None,
        "hidden": node.hidden,
        "children": [tree_dict(child) for child in node.children],
    }


def drawn(node: Node) -> TreeNode:
    """Return what a drawing shows of a tree."""
    from outfox.draw import scene
    from outfox.draw.tree import TreeNode

    picture, turn = scene(node.position, last=_last(node)), _turn(node)
    told = not picture.points and turn in picture.text
    said = ["" if told else turn, _said(node)]
    if node.same is not None:
        said = [f"as #{node.same.number}", _said(node)]
    elif node.hidden:
        said.append("...")
    head = node.name if node.odds is None else f"{node.name} ({node.odds:.3g})"
    return TreeNode(
        scene=picture,
        head=head + (f"  #{node.number}" if node.number else ""),
        words=tuple(part for part in said if part),
        sign=0 if not node.value else 1 if node.value > 0 else -1,
        strong=node.keeps,
        again=node.same is not None,
        children=tuple(drawn(child) for child in node.children),
    )


def _last(node: Node) -> int | None:
    """Return the action that leads to a node, to be marked on its board."""
    return node.position.history[-1] if node.name and node.odds is None else None
