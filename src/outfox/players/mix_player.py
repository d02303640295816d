"""`MixPlayer`: folds, calls and raises with fixed probabilities, whatever it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.players.base import Player
from outfox.players.settings import settings_from, spec_of
from outfox.players.style_player import roles
from outfox.rules.errors import NotSupported, UnknownName
from outfox.rules.game import Game
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed


@dataclass(frozen=True)
class MixSettings:
    """How often it does what, as shares of their sum.

    Attributes
    ----------
    fold
        Folds; checks where there is nothing to fold to.
    call
        Calls or checks.
    bet
        Bets or raises; calls where that is not allowed.
    """

    fold: float = 0.0
    call: float = 0.5
    bet: float = 0.5


class MixPlayer:
    """Mixes its actions without a look at its cards.

    Parameters
    ----------
    settings
        How often it does what; the default calls half of the time and raises the other half.

    Raises
    ------
    UnknownName
        Where it does nothing at all.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> leduc = load("leduc")
    >>> seen = seen_by(leduc, leduc.start().play("first gets Js").play("second gets Kh").play("bet"))
    >>> mix = MixPlayer(MixSettings(fold=1.0, call=2.0, bet=1.0))
    >>> mix.start(leduc, 1, root_seed(1))
    >>> mix.name, dict(zip(seen.names, mix.policy(seen).tolist()))
    ('mix:fold=1.0,call=2.0,bet=1.0', {'fold': 0.25, 'call': 0.5, 'raise': 0.25})
    """

    deterministic = False
    ignores_cards = True

    def __init__(self, settings: MixSettings | None = None) -> None:
        self.settings = settings or MixSettings()
        self.name = spec_of("mix", self.settings)
        if self.settings.fold + self.settings.call + self.settings.bet <= 0.0:
            raise UnknownName("mix: one of fold, call and bet must be above 0")
        self._seed = root_seed(0)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game.

        Raises
        ------
        NotSupported
            Where nothing is hidden.
        """
        if game.view is None:
            raise NotSupported(f"{self.name} plays poker, and {game.name} hides nothing")
        self._seed = seed

    def choose(self, seen: Seen) -> int:
        """Return an action, the same for the same seed and number of earlier choices."""
        random = np.random.default_rng(task_seed(self._seed, len(seen.history)))
        return seen.legal[int(random.choice(len(seen.legal), p=self.policy(seen)))]

    def policy(self, seen: Seen) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        mine, (fold, call, bet) = self.settings, roles(seen)
        odds = np.zeros(len(seen.legal))
        odds[call if fold is None else fold] += mine.fold
        odds[call] += mine.call
        odds[call if bet is None else bet] += mine.bet
        return np.asarray(odds / odds.sum(), np.float64)


def from_settings(values: Mapping[str, Any]) -> Player:
    """Make the player from settings as a spec holds them: fields of `MixSettings`.

    Raises
    ------
    UnknownName
        Where a setting does not exist or cannot have this value; the message lists what exists.
    """
    return MixPlayer(settings_from("mix", MixSettings, values, {}))
