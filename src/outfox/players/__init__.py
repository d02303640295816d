"""Everything that chooses an action, made from a spec string such as ``mcts:simulations=10000``."""

from outfox.players.base import Player, PlayerLike
from outfox.players.spec import as_player, player, player_kinds

__all__ = ["Player", "PlayerLike", "as_player", "player", "player_kinds"]
