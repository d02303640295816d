"""Help as plain text: nothing but words and spaces, wrapped to 80 columns or less."""

from __future__ import annotations

import re
import shutil
import textwrap
from typing import Any

WIDTH = 80  # as in `outfox.draw.lettering`, which takes longer to import than a help page to print

_UNSAID = {"None", "False", "()", '""', "''", ""}
"""Defaults that say nothing."""


class Formatter:
    """What cyclopts calls to print usage, description and each panel of a help page.

    Not through cyclopts' console, which ends the process in its own way when the reader has gone.
    """

    def __call__(self, console: Any, options: Any, panel: Any) -> None:  # noqa: ARG002 - cyclopts' protocol
        """Print one panel: its title and, below each other, names and what they mean."""
        entries = [(self._label(entry), self._meaning(entry)) for entry in panel.entries]
        if not entries:
            return
        lines = [f"{_plain(panel.title)}:"]
        beside = max((len(label) for label, _ in entries if len(label) <= 20), default=0) + 4
        for label, meaning in entries:
            lines += entry_lines(label, meaning, beside)
        print("\n".join(lines), end="\n\n")

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:  # noqa: ARG002
        """Print how the command is called."""
        text = _plain(usage).strip()
        if text:
            print(text if text.startswith("Usage:") else f"Usage: {text}", end="\n\n")

    def render_description(self, console: Any, options: Any, description: Any) -> None:  # noqa: ARG002
        """Print what the command does: paragraphs are filled, indented lines stay as they are."""
        lines: list[str] = []
        for block in re.split(r"\n\s*\n", _plain(description).strip("\n")):
            lines += block.split("\n") if re.search(r"^\s", block, re.MULTILINE) else _fill(block)
            lines.append("")
        print("\n".join(lines))

    def _label(self, entry: Any) -> str:
        names = [name for name in (*entry.shorts, *entry.names) if not name.startswith("--no-")]
        label = getattr(entry, "positional_label", None)
        shown = [label] if label else names
        if "--[KEYWORD]" in shown:
            return "--NAME VALUE"
        metavar = getattr(entry, "metavar", None)
        takes = f" {metavar}" if metavar and shown[0].startswith("-") and metavar != "FLAG" else ""
        return ", ".join(shown) + takes

    def _meaning(self, entry: Any) -> str:
        text = " ".join(_plain(entry.description).split())
        extra = []
        if entry.choices:
            extra.append("one of " + ", ".join(filter(None, entry.choices)))
        if entry.default is not None and str(entry.default) not in _UNSAID:
            extra.append(f"default {entry.default}")
        return f"{text} [{'; '.join(extra)}]" if extra else text


def width() -> int:
    """Return the columns to keep to: the terminal's, at most 80."""
    return max(40, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def entry_lines(label: str, meaning: str, beside: int, room: int = 0) -> list[str]:
    """Lay out a label and, beside or below it, what it means, in `room` columns (default: all there are)."""
    room = room or width()
    if len(label) + 4 > beside:
        return [f"  {label}", *_fill(meaning, " " * beside, room)]
    first = f"  {label}".ljust(beside)
    return textwrap.wrap(first + meaning, room, subsequent_indent=" " * beside) or [f"  {label}"]


def _fill(text: str, indent: str = "", room: int = 0) -> list[str]:
    words = " ".join(text.split())
    return textwrap.wrap(words, room or width(), initial_indent=indent, subsequent_indent=indent)


def _plain(thing: Any) -> str:
    """Return the text of what cyclopts hands over: a string, or something that rich would print."""
    if thing is None or isinstance(thing, str):
        return thing or ""
    if hasattr(thing, "plain"):
        return str(thing.plain)
    from io import StringIO

    from rich.console import Console

    page = StringIO()
    console = Console(file=page, width=10_000, no_color=True, markup=False, emoji=False, highlight=False)
    console.print(thing, end="")
    return "\n".join(line.rstrip() for line in page.getvalue().split("\n"))
