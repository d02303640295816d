"""A sheet of character cells: marks, lines that join into corners and crossings, and colours."""

from __future__ import annotations

from outfox.draw.lettering import columns

UP, DOWN, LEFT, RIGHT, RISING, FALLING = 1, 2, 4, 8, 16, 32

_UNICODE = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_ASCII = " |||-+++-+++-+++"
_RESET = "\x1b[0m"


class Canvas:
    r"""Character cells addressed by (row, column), each a text one or two columns wide, or strokes.

    Parameters
    ----------
    ascii_only : bool
        Draw strokes with `| - + / \` alone.
    """

    def __init__(self, ascii_only: bool) -> None:
        self._strokes = _ASCII if ascii_only else _UNICODE
        self._slanted = ("/", "\\", "X") if ascii_only else ("╱", "╲", "╳")
        self._lines: dict[tuple[int, int], int] = {}
        self._marks: dict[tuple[int, int], str] = {}
        self._styles: dict[tuple[int, int], str] = {}

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a cell to the right, over strokes; `style` is a terminal code (`"1;31"`)."""
        for char in text:
            wide = columns(char)
            if wide == 0 and (row, column - 1) in self._marks:
                self._marks[row, column - 1] += char
                continue
            self._marks[row, column] = char
            if wide == 2:
                self._marks[row, column + 1] = ""
            for place in range(column, column + wide):
                if style:
                    self._styles[row, place] = style
            column += wide

    def style(self, row: int, column: int, width: int, style: str) -> None:
        """Give cells a terminal code, beside those that their marks have."""
        for place in range(column, column + width if style else column):
            old = self._styles.get((row, place))
            self._styles[row, place] = f"{style};{old}" if old else style

    def stroke(self, row: int, column: int, parts: int) -> None:
        """Add strokes to a cell: the sum of UP, DOWN, LEFT, RIGHT, RISING, FALLING."""
        self._lines[row, column] = self._lines.get((row, column), 0) | parts

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a line between two cells, which keep what they hold; slopes beside 45 degrees go in steps."""
        rows, cols = end[0] - start[0], end[1] - start[1]
        steps = max(abs(rows), abs(cols))
        if rows == 0:
            parts = LEFT | RIGHT
        elif cols == 0:
            parts = UP | DOWN
        else:
            parts = RISING if (rows < 0) == (cols > 0) else FALLING
            steps = abs(rows)
        for k in range(1, steps):
            self.stroke(start[0] + round(rows * k / steps), start[1] + round(cols * k / steps), parts)

    def frame(self, top: int, left: int, bottom: int, right: int) -> None:
        """Draw a rectangle; sides that meet others join them."""
        for column in range(left, right + 1):
            part = (LEFT if column > left else 0) | (RIGHT if column < right else 0)
            self.stroke(top, column, part)
            self.stroke(bottom, column, part)
        for row in range(top, bottom + 1):
            part = (UP if row > top else 0) | (DOWN if row < bottom else 0)
            self.stroke(row, left, part)
            self.stroke(row, right, part)

    def rows(self, colour: bool) -> list[str]:
        """Return the lines of text, without spaces at their ends."""
        cells = self._lines.keys() | self._marks.keys() | (self._styles.keys() if colour else set())
        if not cells:
            return []
        height = max(row for row, _ in cells) + 1
        width = [max((c + 1 for r, c in cells if r == row), default=0) for row in range(height)]
        return [self._row(row, width[row], colour).rstrip() for row in range(height)]

    def _row(self, row: int, width: int, colour: bool) -> str:
        out, current = "", ""
        for column in range(width):
            style = self._styles.get((row, column), "") if colour else ""
            if style != current:
                out += (_RESET if current else "") + (f"\x1b[{style}m" if style else "")
                current = style
            out += self._char(row, column)
        return out + (_RESET if current else "")

    def _char(self, row: int, column: int) -> str:
        mark = self._marks.get((row, column))
        if mark is not None:
            return mark
        parts = self._lines.get((row, column), 0)
        if parts & 15:
            return self._strokes[parts & 15]
        slanted = (parts & RISING > 0) + 2 * (parts & FALLING > 0)
        return " " if slanted == 0 else self._slanted[slanted - 1]
