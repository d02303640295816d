"""Exact endgames of Starve the Fox: one fox and few sheep, every placement."""

from outfox.methods.endgame.endgames import Endgames, look_up
from outfox.methods.endgame.probe import Probe, no_tables, probe
from outfox.methods.endgame.solve import Endgame, solve_endgames
from outfox.methods.endgame.verify import verify_endgames

__all__ = ["Endgame", "Endgames", "Probe", "look_up", "no_tables", "probe", "solve_endgames", "verify_endgames"]
