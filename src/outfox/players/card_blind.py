"""Players that ignore their cards, as what `outfox.methods.poker.public_betting` takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outfox.formats.cards import parse_cards
from outfox.methods.poker.public_betting import DEAL, Betting, Policy, betting
from outfox.methods.poker.unfinished import fingerprint
from outfox.players.base import Player
from outfox.players.hidden import answer_of, is_function
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import seen_by
from outfox.workers.seeds import root_seed

OTHER_DEAL = tuple(parse_cards("7c2d KsQs 7d2h3s 9c 5h"))
"""The same lines of play with other cards; here too the dealer wins."""


def ignores_cards(player: Player) -> bool:
    """Say whether a player, or the function that it is, declares that its cards do not matter to it.

    Examples
    --------
    >>> from outfox.players import player
    >>> [spec for spec in ("random", "call", "fold", "mix", "rock", "LA") if ignores_cards(player(spec))]
    ['random', 'call', 'fold', 'mix']
    """
    declared: Any = player.function if is_function(player) else player  # type: ignore[attr-defined]
    return getattr(declared, "ignores_cards", False) is True


def betting_against(game: Game, players: Sequence[Player], seats: Sequence[int], seed: int = 0) -> Betting:
    """Return the betting against a player that ignores its cards.

    Parameters
    ----------
    game
        Limit hold'em.
    players
        The player twice, made anew: one for each seat in which it sits.
    seats
        Of the responder.
    seed
        For a player that draws.

    Raises
    ------
    NotSupported
        Where it does not declare that it ignores its cards, or does something else with other cards.
    """
    if not all(ignores_cards(player) for player in players):
        raise NotSupported(
            f"the exact answer is for opponents that ignore their cards, such as fold, call, raise, mix and random;"
            f" {players[0].name} does not say that it does (`ignores_cards`)"
        )
    policies = {1 - seat: _policy(players[1 - seat], game, 1 - seat, seed) for seat in seats}
    found = betting(game, policies, seats, DEAL)
    if type(players[0]).__module__.startswith("outfox.") and not is_function(players[0]):
        return found
    others = betting(game, policies, seats, OTHER_DEAL)
    if fingerprint(found.arrays()) != fingerprint(others.arrays()):
        raise NotSupported(f"{players[0].name} says that it ignores its cards, but plays others differently")
    return found


def _policy(player: Player, game: Game, seat: int, seed: int) -> Policy:
    player.start(game, seat, root_seed(seed))
    return lambda position, own: answer_of(player, _seen(position, own), seat, seed)


def _seen(position: Position, own: tuple[int, ...]) -> Any:
    return seen_by(position.game, position, own)
