"""Matches and tournaments between players: games by seed, records, shares with intervals, ratings."""

from outfox.arena.ladder import LadderResult, ladder
from outfox.arena.match import match
from outfox.arena.play import play_game
from outfox.arena.result import MatchResult
from outfox.arena.sprt import Sprt
from outfox.arena.standings import TournamentResult
from outfox.arena.statistics import Share, score_interval, wilson
from outfox.arena.tournament import tournament

__all__ = [
    "LadderResult",
    "MatchResult",
    "Share",
    "Sprt",
    "TournamentResult",
    "ladder",
    "match",
    "play_game",
    "score_interval",
    "tournament",
    "wilson",
]
