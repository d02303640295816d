"""Results on standard output: a JSON object, or text that fits 80 columns."""

from __future__ import annotations

import json
import math
import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from outfox.interfaces.cli.help import width


def show(data: dict[str, Any], text: str, as_json: bool) -> None:
    """Print a result: `data` as one JSON object, or `text`."""
    print(json.dumps(_plain(data), allow_nan=False) if as_json else text.rstrip(), flush=True)


def _plain(value: Any) -> Any:
    """Turn a value into what JSON has: NumPy numbers into numbers, what is not finite into null."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def note(text: str) -> None:
    """Write a line to standard error: what is worth knowing beside a result."""
    print(text, file=sys.stderr, flush=True)


def table(rows: Iterable[Sequence[str]], right: Iterable[int] = (), gap: int = 2) -> list[str]:
    """Lay rows out in columns.

    Parameters
    ----------
    rows
        Of the same length; the last column is cut where a line would be too long.
    right
        Columns that are aligned to the right.
    gap
        Spaces between columns.

    Examples
    --------
    >>> table([("a", "10"), ("bcd", "5")], right=[1])
    ['a    10', 'bcd   5']
    """
    cells = [list(row) for row in rows]
    if not cells:
        return []
    wide = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    aligned = set(right)
    lines = []
    for row in cells:
        parts = [
            cell.rjust(w) if k in aligned else cell.ljust(w) for k, (cell, w) in enumerate(zip(row, wide, strict=True))
        ]
        lines.append(fit((" " * gap).join(parts).rstrip()))
    return lines


def fit(line: str, columns: int | None = None) -> str:
    """Cut a line to the columns there are, with an ellipsis where something is lost."""
    room = columns or width()
    return line if len(line) <= room else line[: room - 3].rstrip() + "..."


def in_columns(words: Sequence[str], columns: int | None = None, gap: int = 2) -> list[str]:
    """Lay words out in as many columns as fit, filled row by row.

    Examples
    --------
    >>> in_columns(["a1", "b1", "c1"], columns=8)
    ['a1  b1', 'c1']
    """
    if not words:
        return []
    room = columns or width()
    wide = max(len(word) for word in words) + gap
    beside = max(1, (room + gap) // wide)
    rows = [words[k : k + beside] for k in range(0, len(words), beside)]
    return [fit("".join(word.ljust(wide) for word in row).rstrip(), room) for row in rows]


def reflow(text: str, columns: int | None = None) -> list[str]:
    r"""Fill the paragraphs of a docstring that are too wide; diagrams, which are not, stay as they are.

    Examples
    --------
    >>> reflow("one two\nthree four\n\n    x . .", columns=9)
    ['one two', 'three', 'four', '', '    x . .']
    >>> reflow("- one two\n  three\n- four", columns=7)
    ['- one', '  two', '  three', '- four']
    """
    room = columns or width()
    lines: list[str] = []
    for block in _paragraphs(text.strip("\n").split("\n")):
        if max(map(len, block)) <= room:
            lines += block
        else:
            margin = " " * _indent(block[0])
            hanging = margin + "  " * _is_item(block[0])
            words = " ".join(" ".join(block).split())
            lines += textwrap.wrap(words, room, initial_indent=margin, subsequent_indent=hanging)
    return [line.rstrip() for line in lines]


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    """Divide lines into paragraphs: of one indent, or an item of a list with the lines that belong to it."""
    blocks: list[list[str]] = []
    for line in lines:
        head = blocks[-1][0] if blocks else ""
        hanging = 2 * _is_item(head)
        if blocks and not _is_item(line) and head.strip() and _indent(line) == _indent(head) + hanging:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def _indent(line: str) -> int:
    """Return how far a line is indented; -1 for an empty one."""
    return len(line) - len(line.lstrip()) if line.strip() else -1


def amount(number: float) -> str:
    """Write a large number shortly: 3 digits and a unit.

    Examples
    --------
    >>> amount(1234567), amount(950), amount(15_300)
    ('1.23 M', '950', '15.3 k')
    """
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(number) >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def size(count: float) -> str:
    """Write a number of bytes.

    Examples
    --------
    >>> size(1536), size(3 * 2**20)
    ('1.5 KB', '3.0 MB')
    """
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1024 or unit == "GB":
            break
        count /= 1024
    return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"


def coloured(stream: TextIO) -> bool:
    """Say whether a stream may be written to in colour: a terminal, and nobody has said no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def ascii_only(stream: TextIO) -> bool:
    """Say whether a stream cannot show the characters that boards are drawn with."""
    try:
        "┼─│●○█".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
