"""Texts and numbers in drawings: safe in XML, short, the same on every machine, measured in columns."""

from __future__ import annotations

import re
import unicodedata

WIDTH = 80
"""Columns of what is printed."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    r"""Replace the characters that XML 1.0 does not allow, even escaped.

    Examples
    --------
    >>> clean("a\x00b<c>") == "a\ufffdb<c>"
    True
    """
    return _NOT_XML.sub("\ufffd", text)


def number(value: float) -> str:
    """Write a coordinate with two decimals at most, the same on every machine.

    Examples
    --------
    >>> number(2.0), number(-0.001), number(0.125)
    ('2', '0', '0.12')
    """
    short = f"{round(float(value), 2):.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def columns(text: str) -> int:
    r"""Return how many character cells a terminal or a monospaced font gives to a text.

    Examples
    --------
    >>> columns("abc"), columns("\u72d0"), columns("e\u0301")
    (3, 2, 1)
    """
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)


def short(value: float) -> str:
    """Write a value in few characters, without the zero before the point.

    Examples
    --------
    >>> short(0.254), short(-0.5), short(1), short(12.3), short(-0.001)
    ('.25', '-.50', '1.00', '12', '.00')
    """
    shown = f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"
    shown = "0.00" if shown == "-0.00" else shown
    return shown.replace("0.", ".", 1) if abs(value) < 0.995 else shown


def printable(text: str) -> str:
    r"""Replace the characters that a terminal would act on instead of showing.

    Examples
    --------
    >>> printable("a\x1b[2Jb") == "a\ufffd[2Jb"
    True
    """
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def cut(text: str, width: int) -> list[str]:
    """Cut a line every `width` columns, wherever that is.

    Examples
    --------
    >>> cut("abcde", 2)
    ['ab', 'cd', 'e']
    """
    pieces = [""]
    for char in text:
        if columns(pieces[-1] + char) > max(width, 2):
            pieces.append("")
        pieces[-1] += char
    return pieces


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` columns, at spaces where there are any.

    Examples
    --------
    >>> wrap("one two three", 8)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and columns(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines += cut(word, width)
    return lines
