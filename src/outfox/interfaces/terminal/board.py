"""A position as a stream can show it."""

from __future__ import annotations

from typing import TextIO

from outfox.draw import Scene
from outfox.draw import text as drawn
from outfox.interfaces.cli.help import width
from outfox.interfaces.cli.output import ascii_only, coloured


def board(scene: Scene, out: TextIO) -> str:
    """Draw a position in the columns there are, with the colours and characters that a stream can show."""
    return drawn(scene, colour=coloured(out), width=width(), ascii_only=ascii_only(out))
