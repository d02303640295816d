"""A game tree as an SVG: a box a node with its small board, below the box it comes from.

Children that have no children of their own stand in a column under their node, so that a tree of two or three plies
stays narrow enough to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from outfox.draw import places
from outfox.draw.layers import draw_ground, draw_last, draw_pieces
from outfox.draw.layout import Layout
from outfox.draw.lettering import clean, columns, wrap
from outfox.draw.scene import Scene
from outfox.draw.sheet import Sheet
from outfox.draw.svg import MONOSPACED, Svg

BOARD = 76.0
FONT, LINE = 10.0, 13.0
PAD, GAP, LEVEL, STEP = 6.0, 12.0, 34.0, 10.0
WIDTH, NARROW = 112.0, 3
"""The least width of a box in pixels; more leaves than this stand in a column."""

_COLOURS = {1: "warm", 0: "frame", -1: "cool"}


@dataclass(frozen=True)
class TreeNode:
    """A node as it is drawn.

    Attributes
    ----------
    scene
        The position.
    head
        The line above the board: what leads here.
    words
        The lines under it.
    sign
        Who wins: 1 player 0, -1 player 1, 0 nobody.
    strong
        Whether what leads here is drawn thick.
    again
        Whether the position was drawn before; its board is left out.
    children
        The nodes below.
    """

    scene: Scene
    head: str
    words: tuple[str, ...]
    sign: int = 0
    strong: bool = False
    again: bool = False
    children: tuple[TreeNode, ...] = ()


@dataclass
class _Box:
    """A node with its place: the middle of its upper edge."""

    node: TreeNode
    height: float
    x: float = 0.0
    y: float = 0.0
    below: tuple[_Box, ...] = ()
    column: bool = False

    def __iter__(self) -> Iterator[_Box]:
        yield self
        for box in self.below:
            yield from box


def tree_svg(root: TreeNode, title: str, notes: Sequence[str] = (), theme: str = "auto") -> Svg:
    """Draw a game tree.

    Parameters
    ----------
    root
        The tree.
    title
        Read aloud by screen readers.
    notes
        Lines under the drawing.
    theme
        As for `outfox.draw.svg`.

    Examples
    --------
    >>> from outfox.draw import scene
    >>> from outfox.rules import load
    >>> start = load("tic-tac-toe").start()
    >>> child = TreeNode(scene(start.play("b2")), "b2", ("a draw",), strong=True)
    >>> picture = tree_svg(TreeNode(scene(start), "", ("a draw",), children=(child,)), "a tree")
    >>> picture.count(">a draw<")
    2
    """
    sheet = Sheet(theme)
    wide = _width(root)
    tree = _boxed(root, wide)
    tree.column = False
    right = _place(tree, GAP, GAP, wide)
    for box in tree:
        _draw_edges(sheet, box, wide)
    for box in tree:
        _draw_box(sheet, box, wide)
    bottom = max(box.y + box.height for box in tree) + GAP
    texts = _legend(root, notes)
    for k, text in enumerate(texts):
        sheet.add(sheet.root, "text", "faint", text=text, x=GAP, y=bottom + LINE * (k + 1), font_size=FONT)
    right = max(right, *(GAP + 0.54 * FONT * columns(text) for text in texts), wide)
    return Svg(sheet.write(right + GAP, bottom + LINE * (len(texts) + 1), None, title, _described(root)))


def _nodes(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def _width(root: TreeNode) -> float:
    """Return the width of a box: what suits boards, or the widest head or text of a position without a board."""
    rows = [row for node in _nodes(root) if not node.scene.points for row in node.scene.text.split("\n")]
    texts = max((0.6 * 0.9 * FONT * columns(row) for row in rows), default=0.0)
    heads = max(0.64 * FONT * columns(node.head) for node in _nodes(root))
    return max(WIDTH, texts + 2 * PAD, heads + 2 * PAD)


def _words(node: TreeNode, wide: float) -> list[str]:
    return [row for text in node.words for row in wrap(text, int((wide - 2 * PAD) / (0.54 * FONT)))]


def _boxed(node: TreeNode, wide: float) -> _Box:
    board = (
        0.0 if node.again else BOARD + 4 if node.scene.points else LINE * len(node.scene.text.strip("\n").split("\n"))
    )
    height = 2 * PAD + board + LINE * (len(_words(node, wide)) + bool(node.head))
    below = tuple(_boxed(child, wide) for child in node.children)
    return _Box(node, height, below=below, column=len(below) > NARROW and not any(box.below for box in below))


def _place(box: _Box, left: float, y: float, wide: float) -> float:
    """Give a box and all below it their places; return where the next box to the right may begin."""
    box.y, top = y, y + box.height + LEVEL
    if box.column:
        for child in box.below:
            child.x, child.y, top = left + STEP + wide / 2, top - LEVEL + STEP, top + child.height + STEP
        box.x = left + wide / 2
        return left + STEP + wide + GAP
    right = left
    for child in box.below:
        right = _place(child, right, top, wide)
    box.x = (box.below[0].x + box.below[-1].x) / 2 if box.below else left + wide / 2
    return max(right, left + wide + GAP)


def _draw_edges(sheet: Sheet, box: _Box, wide: float) -> None:
    bottom = box.y + box.height
    for child in box.below:
        if box.column:
            x, y = box.x - wide / 2 + STEP / 2, child.y + min(child.height / 2, 20.0)
            d = f"M{x:.1f} {bottom:.1f}V{y:.1f}H{child.x - wide / 2:.1f}"
        else:
            d = f"M{box.x:.1f} {bottom:.1f}L{child.x:.1f} {child.y:.1f}"
        colour, thick = ("ink", 2.4) if child.node.strong else ("frame", 1.0)
        sheet.add(sheet.root, "path", "none", colour, d=d, stroke_width=thick)


def _draw_box(sheet: Sheet, box: _Box, wide: float) -> None:
    node, left = box.node, box.x - wide / 2
    look: dict[str, float | str] = {"stroke_width": 2.4 if node.strong else 1.0}
    look |= {"stroke_dasharray": "4 3"} if node.again else {}
    look |= {"x": left, "y": box.y, "width": wide, "height": box.height, "rx": 6.0}
    sheet.add(sheet.root, "rect", "plate", _COLOURS[node.sign], None, **look)
    y = box.y + PAD
    text: dict[str, float | str] = {"x": box.x, "font_size": FONT, "text_anchor": "middle"}
    if node.head:
        sheet.add(sheet.root, "text", "ink", None, node.head, y=y + 0.75 * LINE, font_weight="700", **text)
        y += LINE
    if not node.again:
        y = _draw_position(sheet, node.scene, box.x, left, y)
    for row in _words(node, wide):
        sheet.add(sheet.root, "text", "ink", None, row, y=y + 0.8 * LINE, **text)
        y += LINE


def _draw_position(sheet: Sheet, scene: Scene, middle: float, left: float, y: float) -> float:
    """Draw a position; return where it ends."""
    if scene.points:
        _draw_board(sheet, scene, middle, y)
        return y + BOARD + 4
    group = sheet.add(sheet.root, "g", font_size=0.9 * FONT, font_family=MONOSPACED)
    group.set("xml:space", "preserve")
    for row in clean(scene.text.expandtabs()).strip("\n").split("\n"):
        sheet.add(group, "text", "ink", text=row, x=left + PAD, y=y + 0.8 * LINE)
        y += LINE
    return y


def _draw_board(sheet: Sheet, scene: Scene, middle: float, y: float) -> None:
    """Draw a small board without coordinates, at the middle of its upper edge."""
    xs, ys = ([point[axis] for point in scene.points] for axis in (0, 1))
    spacing = places.step(scene.points)
    across, down = ((max(values) - min(values)) / spacing + 1 for values in (xs, ys))
    side = BOARD / max(across, down)
    layout = Layout(side, side / spacing, side / 2, side / 2, min(xs), max(ys), across * side, down * side)
    part = Sheet(sheet.theme)
    part.used = sheet.used
    plain = replace(scene, areas=()) if scene.cells else scene
    for draw in (draw_ground, draw_last, draw_pieces):
        draw(part, plain, layout)
    corner = f"translate({middle - layout.width / 2:.2f} {y + (BOARD - layout.height) / 2:.2f})"
    group: Element = sheet.add(sheet.root, "g", transform=corner)
    group.extend(list(part.root))


def _legend(root: TreeNode, notes: Sequence[str]) -> list[str]:
    players = root.scene.players
    words = []
    if any(node.strong for node in _nodes(root)):
        words.append("thick: keeps the value for whoever moves")
    for sign, colour in ((1, "orange"), (-1, "blue")):
        if players and any(node.sign == sign for node in _nodes(root)):
            words.append(f"{colour}: good for {players[0 if sign > 0 else 1]}")
    if any(node.again for node in _nodes(root)):
        words.append("dashed: drawn elsewhere")
    return ["; ".join(words)] * bool(words) + list(notes)


def _described(root: TreeNode) -> str:
    """Say what the tree shows: its root, and what follows it."""
    firsts = "; ".join(f"{child.head}: {', '.join(child.words)}" for child in root.children)
    return f"{', '.join(root.words)}. {firsts}"
