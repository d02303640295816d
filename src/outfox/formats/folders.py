"""Names of the folders that long work is kept in."""

from __future__ import annotations

from pathlib import Path

from outfox.rules.game import Game


def folder_name(work: str, game: Game) -> str:
    """Return the name of a folder for some work on a game: with what distinguishes it from the game as it stands.

    Examples
    --------
    >>> from outfox.rules import load
    >>> folder_name("study", load("starve-the-fox:sheep=18"))
    'outfox-study-starve-the-fox-sheep-18'
    """
    name = Path(game.name).stem if game.name.endswith(".py") else game.name
    changed = [str(p) for p in game.parameters.values() if p.value != p.default]
    words = "".join(char if char.isalnum() else " " for char in " ".join([name, *changed])).split()
    return "-".join(["outfox", work, *words])
