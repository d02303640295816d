"""Which rules a file of arrays was made with."""

from __future__ import annotations

from outfox.formats.container import ArrayFile
from outfox.rules.errors import DamagedFile
from outfox.rules.game import Game
from outfox.rules.loading import load


def rules_of(file: ArrayFile, game: Game | None, again: str) -> Game:
    """Return the game that a file is of; its header has `game` and `rules_key`.

    The key decides: a rules file is named otherwise from another folder, and its rules are the same.

    Parameters
    ----------
    file
        The file.
    game
        The game it should be of; default: the one that its header names.
    again
        How to make such a file, for messages: ``solve again``.

    Raises
    ------
    DamagedFile
        Where the file is of another game, or of other rules of the same name.
    """
    rules = game or load(file.header["game"])
    if rules.rules_key == file.header["rules_key"]:
        return rules
    if rules.spec != file.header["game"]:
        raise DamagedFile(f"{file.path} is a {file.what} of {file.header['game']}, not of {rules.spec}")
    raise DamagedFile(f"{file.path} was made with other rules of {rules.spec} than these; {again}")
