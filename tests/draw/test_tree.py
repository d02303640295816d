"""A drawn game tree: well-formed, nothing overlaps, every node is there."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree as ET

import pytest

from outfox.draw import scene
from outfox.draw.tree import TreeNode, tree_svg
from outfox.rules import load

NAME = "{http://www.w3.org/2000/svg}"


def node(position, depth, head=""):
    children = [] if depth == 0 else position.legal
    below = tuple(node(position.play(a), depth - 1, position.name(a)) for a in children)
    return TreeNode(scene(position), head, ("a draw", "x to move"), strong=bool(head), children=below)


def boxes(picture):
    """Return the frames of the nodes: (left, top, right, bottom)."""
    root = ET.fromstring(picture)
    rects = [rect for rect in root.findall(f"{NAME}rect") if rect.get("rx") == "6"]
    corners = [[float(rect.get(k)) for k in ("x", "y", "width", "height")] for rect in rects]
    return [(x, y, x + w, y + h) for x, y, w, h in corners], [float(v) for v in root.get("viewBox").split()]


@pytest.mark.parametrize("game", ["tic-tac-toe", "nim:piles=[1,2]", "mu-torere", "hexapawn"])
def test_nodes_do_not_overlap_and_stay_inside(game):
    tree = node(load(game).start(), 2)
    found, (_, _, width, height) = boxes(tree_svg(tree, "a tree"))
    count = 1 + sum(1 + len(child.children) for child in tree.children)
    assert len(found) == count
    for a, b in itertools.combinations(found, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    assert all(box[0] >= 0 and box[2] <= width and box[3] <= height for box in found)


def test_the_same_tree_gives_the_same_text_and_says_what_it_shows():
    tree = node(load("tic-tac-toe").start(), 1)
    picture = tree_svg(tree, "game tree <of> tic-tac-toe", ["a note & more"])
    assert picture == tree_svg(tree, "game tree <of> tic-tac-toe", ["a note & more"])
    root = ET.fromstring(picture)
    assert root.find(f"{NAME}title").text == "game tree <of> tic-tac-toe"
    assert "b2: a draw" in root.find(f"{NAME}desc").text
    assert "a note & more" in "".join(root.itertext())


def test_a_node_that_is_repeated_has_no_board():
    start = load("tic-tac-toe").start()
    once = TreeNode(scene(start), "", ("a draw",))
    again = TreeNode(scene(start), "", ("a draw",), again=True)
    assert "<path" in tree_svg(once, "")
    assert "<path" not in tree_svg(again, "")
