"""What a player of limit hold'em does with each hand that it could have: for methods that keep a range of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.formats.tabular import TabularPolicy
from outfox.kernel.hands_boards import HANDS, numbering
from outfox.kernel.hands_buckets import bucket_key
from outfox.kernel.link import link
from outfox.kernel.runtime import JIT
from outfox.kernel.slots import Floats
from outfox.methods.equilibrium.sums_kernel import keys_of_views
from outfox.methods.poker.abstraction import Abstraction, abstraction_of
from outfox.methods.poker.board_strengths import shares_at_random
from outfox.methods.poker.local_response import HandOdds
from outfox.players.base import Player
from outfox.players.card_blind import ignores_cards
from outfox.players.hidden import answer_of
from outfox.players.style_player import StylePlayer
from outfox.players.tabular_player import TabularPlayer
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.seen import Seen, seen_by
from outfox.workers.seeds import root_seed


def hand_odds(player: Player, game: Game, seat: int, seed: int = 0) -> HandOdds:
    """Return what a player does with each of the 1,326 hands.

    Parameters
    ----------
    player
        One that has a `policy`, or answers what it sees in the same way each time; one that draws answers with `seed`.
    game
        Limit hold'em.
    seat
        Where it sits.

    Raises
    ------
    NotSupported
        For a person.
    """
    if player.name == "human":
        raise NotSupported("a person has no policy that could be asked about every hand")
    player.start(game, seat, root_seed(seed))
    if ignores_cards(player):
        return lambda position, own: np.tile(answer_of(player, seen_by(game, position, own), seat, seed), (HANDS, 1))
    if isinstance(player, StylePlayer):
        return lambda position, own: _by_strength(player, seen_by(game, position, own))
    if isinstance(player, TabularPlayer):
        table, hands = player.table, abstraction_of(game, player.table.about)
        if hands is not None:
            return lambda position, own: _by_bucket(table, hands, seen_by(game, position, own))
    return lambda position, own: with_each(
        seen_by(game, position, own), lambda seen: answer_of(player, seen, seat, seed)
    )


def _by_strength(player: StylePlayer, seen: Seen) -> Floats:
    """Ask a style once for each strength that a hand can have."""
    shares = shares_at_random(board_of(seen))
    distinct, place = np.unique(shares, return_inverse=True)
    return np.array([player.policy_with(seen, float(share)) for share in distinct])[place]


def _by_bucket(table: TabularPolicy, hands: Abstraction, seen: Seen) -> Floats:
    """Look a policy that knows buckets up once for each of them."""
    keys, place = np.unique(_keys(hands, seen), return_inverse=True)
    rows = np.array([table.odds_of(key, seen.mover, seen.legal) for key in keys[:, None]])
    return np.asarray((rows / rows.sum(axis=1, keepdims=True))[place], np.float64)


def _keys(hands: Abstraction, seen: Seen) -> Any:
    """Return the key of the information set with each hand; some other hand's for hands that cannot be."""
    numbers, board = numbering(), board_of(seen)
    free = np.flatnonzero(~np.isin(numbers.first, board) & ~np.isin(numbers.second, board))
    kernel = link(hands.game, keys_of_views, key=bucket_key)
    pool, keys = kernel.views(len(free)), np.zeros(len(free), np.int64)
    for number, hand in enumerate(free.tolist() if not JIT else []):
        kernel.put(pool, number, _with_hand(seen.view, hand))
    if JIT:
        pool[:] = seen.view.record().view(pool.dtype)
        pool["hole"] = np.column_stack([numbers.first[free], numbers.second[free]]) + 1
    kernel(pool, np.full(len(free), seen.mover), hands.tables, hands.settings.buckets, keys)
    found = np.full(HANDS, keys[0])
    found[free] = keys
    return found


def _with_hand(view: Any, hand: int) -> Any:
    other = view.copy()
    other.hole[0], other.hole[1] = int(numbering().first[hand]) + 1, int(numbering().second[hand]) + 1
    return other


def with_each(seen: Seen, answer: Callable[[Seen], Any]) -> Floats:
    """Return an answer for each hand in place of the one that is seen; uniform for hands that cannot be."""
    numbers, out = numbering(), np.full((HANDS, len(seen.legal)), 1.0 / len(seen.legal))
    board = board_of(seen)
    free = ~np.isin(numbers.first, board) & ~np.isin(numbers.second, board)
    for hand in np.flatnonzero(free).tolist():
        view = _with_hand(seen.view, hand)
        out[hand] = answer(Seen(seen.game, seen.mover, view, seen.legal, seen.names, seen.history))
    return out


def board_of(seen: Seen) -> list[int]:
    """Return the cards on the table, as numbers of a deck."""
    return [int(card) - 1 for card in seen.view.board if card > 0]
