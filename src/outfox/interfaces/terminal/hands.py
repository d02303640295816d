"""Several games in a row against one player, with seats that alternate: poker is won over many hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outfox.draw.lettering import wrap
from outfox.formats.stakes import Stake, stake_of
from outfox.interfaces.cli.help import width
from outfox.interfaces.terminal import hidden
from outfox.interfaces.terminal.advice import Advice, Reviewed, reviewed
from outfox.interfaces.terminal.line import Line
from outfox.interfaces.terminal.session import Session
from outfox.players import Player
from outfox.rules import NotSupported, Position
from outfox.workers.seeds import root_seed, task_seed

_HAND = 4
"""Key of the seed of a hand after the first, beside those within one."""


@dataclass(frozen=True)
class Hand:
    """A game that was played to its end, or left.

    Attributes
    ----------
    session
        The game.
    seat
        Where the person sat.
    won
        What it won; None where the game was not finished.
    review
        Its decisions beside the advice.
    """

    session: Session
    seat: int
    won: float | None
    review: tuple[Reviewed, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return what the person may know of the game."""
        shown = names_of(self.session, self.seat)
        return {
            "seat": self.seat,
            "seed": self.session.seed,
            "moves": shown if self.won is not None else [],
            "won": self.won,
            "review": [decision.to_dict() for decision in self.review],
        }


def names_of(session: Session, seat: int) -> list[str]:
    """Return the names of the actions of a game, as far as a seat knows them at the end."""
    kept = hidden.unknown(session.positions, seat)
    return [hidden.UNSEEN if k in kept else name for k, name in enumerate(session.names)]


@dataclass
class Hands:
    """The games that one person plays against one player.

    Attributes
    ----------
    position
        Where each begins.
    opponent
        The player.
    seat
        Where the person sits first.
    seed
        Of the first game; the others have seeds that follow from it.
    many
        How many; 0: until the person stops.
    advice
        What an equilibrium does; None where nobody asks.
    played
        So far.
    """

    position: Position
    opponent: Player
    seat: int
    seed: int
    many: int = 0
    advice: Advice | None = None
    played: list[Hand] = field(default_factory=list)
    _told: bool = False

    def run(self, line_of: Callable[[Session], Line]) -> str:
        """Play; return how it ended: ``normal``, ``endless`` or ``quit``."""
        while True:
            number = len(self.played)
            seat = (self.seat + number) % 2
            session = Session(self.position, self._players(seat), self._seed(number))
            line = line_of(session)
            if number == 0:  # by now the opponent has accepted the game
                line.say(f"{self.position.game.name} against {self.opponent.name}; help lists what you can type")
            line.say(f"{'' if number == 0 else chr(10)}{self.unit.game} {number + 1}: you are {self._name(seat)}")
            self.played.append(Hand(session, seat, None))
            ending = line.run()
            if ending == "quit":
                return ending
            self._finish(line)
            if len(self.played) == self.many or not line.more(f"Enter for the next {self.unit.game}, or quit> "):
                return ending

    @property
    def unit(self) -> Stake:
        """What is won."""
        return stake_of(self.position.game)

    @property
    def finished(self) -> list[Hand]:
        """Those that were played to their end."""
        return [hand for hand in self.played if hand.won is not None]

    @property
    def total(self) -> float:
        """What the person has won in all."""
        return sum(hand.won or 0.0 for hand in self.finished)

    def summary(self) -> str:
        """Return the totals in one line."""
        hands, unit = self.finished, self.unit
        won = sum(1 for hand in hands if hand.won and hand.won > 0)
        lost = sum(1 for hand in hands if hand.won and hand.won < 0)
        shared = len(hands) - won - lost
        many = f"{len(hands)} {unit.game}{'' if len(hands) == 1 else 's'}"
        parts = f"{won} won, {lost} lost" + (f", {shared} shared" if shared else "")
        return f"{many}: {parts}; {'+' if self.total > 0 else ''}{unit.of(self.total)} in all"

    def _players(self, seat: int) -> tuple[Player | None, Player | None]:
        return (None, self.opponent) if seat == 0 else (self.opponent, None)

    def _name(self, seat: int) -> str:
        return str(self.position.game.players[seat])

    def _seed(self, number: int) -> int:
        if number == 0:
            return self.seed
        return int(task_seed(root_seed(self.seed), _HAND, number).generate_state(1)[0])

    def _finish(self, line: Line) -> None:
        """Say what was won, what an equilibrium would have done, and the totals."""
        hand = self.played[-1]
        payoff = hand.session.payoff or 0.0
        won = payoff if hand.seat == 0 else -payoff
        self.played[-1] = Hand(hand.session, hand.seat, won + 0.0)
        line.say(self._won(won))
        review = self._review(line, hand)
        self.played[-1] = Hand(hand.session, hand.seat, won + 0.0, tuple(review))
        line.say(self.summary())

    def _won(self, won: float) -> str:
        if won == 0:
            return "you win nothing"
        return f"you {'win' if won > 0 else 'lose'} {self.unit.of(abs(won))}"

    def _review(self, line: Line, hand: Hand) -> list[Reviewed]:
        """Say what an equilibrium would have done at each decision, or once that it is not known."""
        advice = self.advice
        if advice is None:
            return []
        try:
            decisions = reviewed(hand.session, hand.seat, advice)
        except NotSupported as error:
            if not self._told:
                more = "" if advice.spec else "; --advice policy:FILE takes it from a file"
                line.say("\n".join(wrap(f"{error}{more}", width())))
            self._told = True
            return []
        if decisions:
            how = f" ({advice.how})" if advice.how and not self._told else ""
            self._told = True
            line.say("\n".join(wrap(f"where you decided, {advice.whose} would{how}:", width())))
            for decision in decisions:
                line.say("\n".join(wrap(f"- {decision}", width())))
        return decisions
