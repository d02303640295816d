"""What a game is: the contract, parameters, loading, positions. Plain Python; no compiler is loaded here."""

from outfox.games import game_files
from outfox.rules.board import Board, grid
from outfox.rules.errors import (
    BadSetting,
    BudgetExceeded,
    DamagedFile,
    IllegalAction,
    NotSupported,
    OutfoxError,
    RulesError,
    UnknownName,
)
from outfox.rules.game import Game
from outfox.rules.loading import load
from outfox.rules.picture import picture, pieces_in, player_in
from outfox.rules.position import Position
from outfox.rules.vocabulary import BOTH, CHANCE, NOBODY, TERMINAL, bits, copy, count, lowest

__all__ = [
    "BOTH",
    "CHANCE",
    "NOBODY",
    "TERMINAL",
    "BadSetting",
    "Board",
    "BudgetExceeded",
    "DamagedFile",
    "Game",
    "IllegalAction",
    "NotSupported",
    "OutfoxError",
    "Position",
    "RulesError",
    "UnknownName",
    "bits",
    "copy",
    "count",
    "game_files",
    "grid",
    "load",
    "lowest",
    "picture",
    "pieces_in",
    "player_in",
]
