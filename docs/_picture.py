"""Draw the picture of the README: `python docs/_picture.py` writes docs/_static/starve-the-fox.svg."""

from __future__ import annotations

from pathlib import Path

from outfox.draw import scene, svg
from outfox.rules import load

PICTURE = Path(__file__).resolve().parent / "_static" / "starve-the-fox.svg"
MOVES = "c7-d6 b4-b5 e7-e6 f4-f5 d6-c5 a4-a5"


def picture() -> str:
    """Return the picture: Starve the Fox after six moves, the last one marked."""
    position = load("starve-the-fox").start()
    for move in MOVES.split():
        position = position.play(move)
    return svg(scene(position, last=position.history[-1])) + "\n"


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")
    print(PICTURE)
