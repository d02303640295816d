"""Matches between players: games by seed, records, shares with intervals."""

from outfox.arena.match import match
from outfox.arena.play import play_game
from outfox.arena.result import MatchResult
from outfox.arena.statistics import Share, score_interval, wilson

__all__ = ["MatchResult", "Share", "match", "play_game", "score_interval", "wilson"]
