"""`StylePlayer`: styles of poker by two numbers, in every poker game alike.

A style goes by the equity of its own cards and the board alone (`outfox.players.hand_equity`). With less than `stay`
it folds to a bet; with `bet` or more it bets or raises where that is allowed; else it checks or calls. With a hand
that it would fold it raises instead with probability `bluff`, and checks or bets likewise where nobody has bet. With
probability `noise` it plays any legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outfox.players.base import Player
from outfox.players.hand_equity import Equity, equity_of
from outfox.players.settings import settings_from, spec_of
from outfox.rules.errors import BadSetting, NotSupported, UnknownName
from outfox.rules.game import Game
from outfox.rules.seen import Seen
from outfox.workers.seeds import root_seed, task_seed

NEVER = 2.0
"""An equity that no hand has."""

EVEN = 1e-9
"""Equities are compared with this allowance: 7/10 is 0.7, however it was added up."""


@dataclass(frozen=True)
class StyleSettings:
    """What makes a style.

    Attributes
    ----------
    stay
        Least equity with which it does not fold.
    bet
        Least equity with which it bets or raises; above 1: never.
    bluff
        How often it bets or raises with a hand that is not worth staying.
    noise
        How often it plays just any legal action.
    """

    stay: float = 0.0
    bet: float = NEVER
    bluff: float = 0.0
    noise: float = 0.0


@dataclass(frozen=True)
class Style:
    """A style by its name.

    Attributes
    ----------
    settings
        Its numbers.
    says
        What it does, in one line.
    """

    settings: StyleSettings
    says: str


STYLES = {
    "fold": Style(StyleSettings(stay=NEVER), "folds to any bet, and checks where nobody has bet"),
    "call": Style(StyleSettings(), "always calls or checks"),
    "raise": Style(StyleSettings(bet=0.0), "always bets or raises, and calls where that is not allowed"),
    "rock": Style(StyleSettings(stay=0.6, bet=0.6), "raises strong hands and gives up the rest"),
    "bluff": Style(
        StyleSettings(stay=0.5, bet=0.75, bluff=0.2), "raises strong hands, calls medium ones, bluffs with some others"
    ),
    "la": Style(StyleSettings(bet=0.5), "loose aggressive: never folds, raises the better half"),
    "lp": Style(StyleSettings(), "loose passive: never folds, never raises"),
    "ta": Style(StyleSettings(stay=0.5, bet=0.5), "tight aggressive: raises the better half, gives up the rest"),
    "tp": Style(StyleSettings(stay=0.5), "tight passive: calls with the better half, gives up the rest"),
}
"""Styles by name. ``style:stay=...,bet=...`` makes others."""


class StylePlayer:
    """Plays a style.

    Parameters
    ----------
    settings
        What makes it.
    name
        Default: the spec of the settings.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> leduc = load("leduc")
    >>> position = leduc.start().play("first gets Js").play("second gets Kh").play("bet")
    >>> tight = StylePlayer(STYLES["ta"].settings, "ta")
    >>> tight.start(leduc, 1, root_seed(1))
    >>> dict(zip(seen_by(leduc, position).names, tight.policy(seen_by(leduc, position)).tolist()))
    {'fold': 0.0, 'call': 0.0, 'raise': 1.0}
    """

    def __init__(self, settings: StyleSettings | None = None, name: str = "") -> None:
        self.settings = settings or StyleSettings()
        self.name = name or spec_of("style", self.settings)
        self.deterministic = self.settings.noise == 0.0 and self.settings.bluff in (0.0, 1.0)
        stay, bet = self.settings.stay, self.settings.bet
        self.ignores_cards = bet <= 0.0 or (bet > 1.0 + EVEN and not 0.0 < stay <= 1.0 + EVEN)
        self._game: Game | None = None
        self._equity: Equity | None = None
        self._seed = root_seed(0)

    def start(self, game: Game, seat: int, seed: np.random.SeedSequence) -> None:  # noqa: ARG002
        """Begin a game.

        Raises
        ------
        NotSupported
            Where it is not known what hands are worth.
        """
        if game is not self._game:
            self._equity = None if self.ignores_cards else equity_of(game)
            if game.view is None:
                raise NotSupported(f"{self.name} is a style of poker, and {game.name} hides nothing")
            self._game = game
        self._seed = seed

    def choose(self, seen: Seen) -> int:
        """Return an action, the same for the same seed and number of earlier choices."""
        odds = self.policy(seen)
        if odds.max() == 1.0:
            return seen.legal[int(odds.argmax())]
        random = np.random.default_rng(task_seed(self._seed, len(seen.history)))
        return seen.legal[int(random.choice(len(odds), p=odds))]

    def policy(self, seen: Seen) -> NDArray[np.float64]:
        """Return the probability of each legal action, in the order of ``seen.legal``."""
        assert self._game is not None, "start comes first"
        return self.policy_with(seen, self._equity(seen.view) if self._equity is not None else 0.5)

    def policy_with(self, seen: Seen, equity: float) -> NDArray[np.float64]:
        """Return the probability of each legal action with cards of some equity."""
        mine, fold, call, bet = self.settings, *roles(seen)
        odds, equity = np.zeros(len(seen.legal)), equity + EVEN
        if equity >= mine.bet:
            odds[call if bet is None else bet] = 1.0
        elif equity < mine.stay:
            odds[call if fold is None else fold] = 1.0 if bet is None else 1.0 - mine.bluff
            if bet is not None:
                odds[bet] += mine.bluff
        else:
            odds[call] = 1.0
        return (1.0 - mine.noise) * odds + mine.noise / len(odds)


_ROLES = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}


def roles(seen: Seen) -> tuple[int | None, int, int | None]:
    """Return the places of fold, of check or call, and of bet or raise among the legal actions; None: not legal.

    Raises
    ------
    NotSupported
        Where actions have other names.

    Examples
    --------
    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> kuhn = load("kuhn")
    >>> roles(seen_by(kuhn, kuhn.start().play("first gets K").play("second gets J")))
    (None, 0, 1)
    """
    found: list[int | None] = [None, None, None]
    for place, name in enumerate(seen.names):
        role = _ROLES.get(name)
        if role is None:
            raise NotSupported(f"styles of play fold, check, call, bet and raise; {seen.game.name} has {name!r}")
        found[role] = place
    fold, call, bet = found
    # Where there is nothing to call, as in Kuhn poker when facing a bet, calling is the one that puts a chip in.
    assert call is not None, "somebody may always check or call"
    return fold, call, bet


def named(name: str) -> Callable[[Mapping[str, Any]], Player]:
    """Return what makes the player of a style from the settings of a spec: none, but ``bluff`` has its ``p``."""

    def make(values: Mapping[str, Any]) -> Player:
        settings = STYLES[name].settings
        if name == "bluff" and "p" in values:
            share = settings_from("bluff", _Share, values, {}).p
            if share > 1.0:
                raise BadSetting(f"bluff: p is a share of hands, 0 to 1, not {share}")
            return StylePlayer(StyleSettings(settings.stay, settings.bet, share), f"bluff:p={share}")
        if values:
            hint = "it has p=0.2" if name == "bluff" else "it has none; style:stay=0.5,bet=0.5 makes others"
            raise UnknownName(f"{name} has no setting {next(iter(values))!r}; {hint}")
        return StylePlayer(settings, name.upper() if len(name) == 2 else name)

    return make


@dataclass(frozen=True)
class _Share:
    p: float = 0.2


def from_settings(values: Mapping[str, Any]) -> Player:
    """Make the player from settings as a spec holds them: fields of `StyleSettings`.

    Raises
    ------
    UnknownName
        Where a setting does not exist; the message lists what exists.
    BadSetting
        Where it cannot have this value.
    """
    settings = settings_from("style", StyleSettings, values, {})
    for name in ("bluff", "noise"):
        if getattr(settings, name) > 1.0:
            raise BadSetting(f"style: {name} is a share of hands, 0 to 1, not {getattr(settings, name)}")
    return StylePlayer(settings)
