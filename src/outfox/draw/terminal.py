"""A scene as text for a terminal: the board with coordinates, who plays what, values; 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from outfox.draw.characters import BOLD, draw_board, draw_heat, empty_sign, mark, visible
from outfox.draw.footer import sides
from outfox.draw.lettering import columns, cut, printable, wrap
from outfox.draw.scene import Scene


def text(scene: Scene, colour: bool = False, width: int = 80, ascii_only: bool = False) -> str:
    """Draw a scene with characters.

    Parameters
    ----------
    scene : Scene
    colour : bool
        Use terminal colours; the caller looks at NO_COLOR and at the terminal.
    width : int
        Columns to keep to. A board that needs more is drawn closer, and where that does not help either
        the position is given in its own words.
    ascii_only : bool
        Use no characters but ASCII.

    Returns
    -------
    str
        Lines without a newline at the end. What the last action touched stands in brackets.

    Examples
    --------
    >>> from outfox.draw import scene
    >>> from outfox.rules import load
    >>> position = load("tic-tac-toe").start().play("b2")
    >>> print(text(scene(position, last="b2"), ascii_only=True))
      +---+---+---+
    3 |   |   |   |
      +---+---+---+
    2 |   |[x]|   |
      +---+---+---+
    1 |   |   |   |
      +---+---+---+
        a   b   c
    <BLANKLINE>
    o to move
    """
    scene = _printable(scene)
    board = draw_board(scene, colour, width, ascii_only) if scene.points else []
    lines = board or [piece for line in scene.text.split("\n") for piece in cut(line, width)]
    lines += draw_heat(scene, width, ascii_only) if board else []
    lines += ["", *_footer(scene, colour, width, bool(board), ascii_only)]
    lines += _options(scene, width)
    shown = "\n".join(line.rstrip() for line in lines).strip("\n")
    return "".join(char if ord(char) < 128 else "?" for char in shown) if ascii_only else shown


def _printable(scene: Scene) -> Scene:
    """Rid names and texts of what would act on the terminal: rules may come from a stranger's file."""
    return replace(
        scene,
        text="\n".join(printable(line.expandtabs()) for line in scene.text.rstrip("\n").split("\n")),
        players=tuple(map(printable, scene.players)),
        seats=tuple(map(printable, scene.seats)),
        turn=printable(scene.turn),
        caption=" ".join(map(printable, scene.caption.split())),
        names=tuple(map(printable, scene.names)),
        areas=tuple((printable(name), area) for name, area in scene.areas),
        options=tuple(replace(option, name=printable(option.name)) for option in scene.options),
    )


def _footer(scene: Scene, colour: bool, width: int, board: bool, ascii_only: bool) -> Iterable[str]:
    """Yield who plays what, whose turn it is, and the caption."""
    entries = _entries(scene, colour, width, ascii_only) if board or scene.seats else []
    if board:
        entries += [f"{empty_sign(True, ascii_only)} {name}" for name, _ in scene.areas]
    beside = "   ".join(entries)
    if visible(beside) <= width:
        yield from [beside] if beside else []
    else:
        for entry in entries:
            yield from [entry] if visible(entry) <= width else wrap(entry, width)
    if scene.turn and (board or scene.turn not in scene.text):
        yield from wrap(scene.turn, width)
    yield from wrap(scene.caption, width)


def _entries(scene: Scene, colour: bool, width: int, ascii_only: bool) -> list[str]:
    """Say for each player its marks, its name and who plays it; the one to move stands out."""
    entries = []
    for kinds, label, moves in sides(scene):
        marks = [mark(scene, number, ascii_only) for number in kinds]
        entry = " ".join([*(m for m in marks if m != label.partition(":")[0]), label])
        bold = moves and colour and columns(entry) <= width
        entries.append(f"\x1b[{BOLD}m{entry}\x1b[0m" if bold else entry)
    if all(visible(entry) == 1 for entry in entries):
        return []  # x plays x, o plays o: nothing to say
    return entries


def _options(scene: Scene, width: int) -> list[str]:
    """List valued actions, the best for the side to move first, in as many columns as fit."""
    if not scene.options:
        return []
    name = max(columns(option.name) for option in scene.options)
    value = max(len(f"{option.value:+.3f}") for option in scene.options)
    entries = []
    for option in scene.options:
        shown = f"{option.value:+.3f}"
        entries.append(option.name + " " * (name - columns(option.name) + 2 + value - len(shown)) + shown)
    beside = max(1, (width + 4) // (name + 2 + value + 4))
    high = -(-len(entries) // beside)
    whose = f"value for {scene.players[0]}:" if scene.players else "value:"
    rows = ["    ".join(entries[row::high]) for row in range(high)]
    return ["", *(piece for row in (whose, *rows) for piece in cut(row, width))]
