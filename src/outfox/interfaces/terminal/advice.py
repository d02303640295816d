"""What an equilibrium would have done where a person decided, in games with hidden information."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from outfox.interfaces.terminal import hidden
from outfox.interfaces.terminal.session import Session
from outfox.players import player
from outfox.players.policies import is_drawn
from outfox.rules import Game, NotSupported
from outfox.rules.errors import BudgetExceeded, UnknownName
from outfox.rules.seen import Seen
from outfox.rules.vocabulary import BOTH, CHANCE
from outfox.workers.seeds import root_seed

SOLVABLE = 50_000
"""Histories of a game that is solved on the side, in about a second."""

ITERATIONS = 2_000
"""Of discounted CFR: Leduc poker is then 1e-4 chips a hand from an equilibrium, also where play seldom comes."""

WORTH_TELLING = 0.005
"""So much an action has to give away to be told of: the equilibrium is not quite exact."""

Around = Callable[[str], AbstractContextManager[None]]
"""Shows a text while something takes long."""


class Advice:
    """What an equilibrium does, found when it is first asked for.

    Parameters
    ----------
    game
        With hidden information.
    spec
        Empty: the game is solved, if it is small; else a player that tells probabilities, such as ``policy:FILE``.
    around
        Called with a text; what takes long is done in the context that it returns.

    Raises
    ------
    NotSupported
        Where the player does not tell probabilities, or is of another game.
    UnknownName, DamagedFile
        Where there is no such player.
    """

    def __init__(self, game: Game, spec: str = "", around: Around | None = None) -> None:
        self.game, self.spec, self.around = game, spec, around or (lambda _: nullcontext())
        self._given: Any = None
        if spec:
            kind, _, path = spec.partition(":")
            if kind == "policy" and not Path(path).expanduser().is_file():
                raise UnknownName(f"{spec}: there is no such file; outfox equilibrium {game.spec} --out FILE makes one")
            self._given = player(spec)
            if not hasattr(self._given, "policy") or is_drawn(self._given):
                raise NotSupported(f"{spec} does not tell how likely it plays what; policy:FILE does")
            for seat in (0, 1):
                self._given.start(game, seat, root_seed(0))

    @property
    def known(self) -> bool:
        """Whether it is known what an equilibrium does; the first question may take a second."""
        return self._source is not None

    @property
    def whose(self) -> str:
        """Whose advice it is, in words."""
        return self.spec or "an equilibrium"

    @property
    def how(self) -> str:
        """How it was found; empty where a file has it."""
        found = self._solved
        if found is None or self.spec:
            return ""
        return f"discounted CFR, {found.iterations:,} iterations, exploitability {found.exploitability:.1g}"

    @cached_property
    def _source(self) -> Any:
        """What is asked: a player, or the table of an equilibrium."""
        if self.spec:
            return self._given
        if self._solved is None:
            return None
        from outfox.methods.equilibrium.policies import table_of
        from outfox.players.tabular_player import TabularPlayer

        return TabularPlayer(table_of(self._solved.ground, self._policy, {}))

    @cached_property
    def _solved(self) -> Any:
        from outfox.kernel.tree import estimate_nodes

        if self.spec or estimate_nodes(self.game, games=20) > 4 * SOLVABLE:
            return None
        from outfox.methods.equilibrium.ground import Ground
        from outfox.methods.equilibrium.solve import equilibrium

        with self.around("solving the game"):
            try:
                return equilibrium(Ground(self.game, nodes=SOLVABLE), method="dcfr", iterations=ITERATIONS)
            except (BudgetExceeded, NotSupported):
                return None

    def odds(self, seen: Seen) -> dict[str, float]:
        """Return the probability of each legal action by its name.

        Raises
        ------
        NotSupported
            Where nothing is known of what was seen.
        """
        if self._source is None:
            raise NotSupported(f"what an equilibrium does is not known for {self.game.spec}")
        return dict(zip(seen.names, map(float, self._source.policy(seen)), strict=True))

    def costs(self, seen: Seen) -> dict[str, float] | None:
        """Return how much less than the best each action wins against the equilibrium, by its name.

        None where that is not known: with a policy from a file, and where an equilibrium never lets play come.
        """
        if self._worth is None:
            return None
        values = self._worth.of(seen.mover, seen.view)
        return None if values is None else dict(zip(seen.names, (values.max() - values).tolist(), strict=True))

    @cached_property
    def _worth(self) -> Any:
        if self._solved is None:
            return None
        from outfox.studies.hidden.worth import Worth

        return Worth(self._solved.ground.tree, self._policy)

    @cached_property
    def _policy(self) -> Any:
        """Return the equilibrium, which is sensible also where it does not come itself: a person may."""
        from outfox.studies.hidden.seldom import sensible

        return sensible(self._solved.ground, self._solved.policy)


@dataclass(frozen=True)
class Reviewed:
    """A decision of a person beside the advice.

    Attributes
    ----------
    after
        What was laid open last, and what was played since.
    played
        What the person did.
    odds
        What the advice does, by action.
    cost
        How much less than the best action what was played wins against an equilibrium; None where that is not known.
    """

    after: tuple[str, ...]
    played: str
    odds: dict[str, float]
    cost: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it with its stable keys."""
        return {"after": list(self.after), "played": self.played, "advice": self.odds, "cost": self.cost}

    def __str__(self) -> str:
        where = f"after {', '.join(self.after)}" if self.after else "to begin"
        never = ", which it never does" if self.odds[self.played] < 5e-4 else ""
        cost = f" (it gives away {self.cost:.2f})" if self.cost is not None and self.cost >= WORTH_TELLING else ""
        return f"{where}: {told(self.odds)}; you: {self.played}{never}{cost}"


def told(odds: dict[str, float]) -> str:
    """Return probabilities in words, the likeliest first.

    Examples
    --------
    >>> told({"fold": 0.0, "call": 0.25, "raise": 0.75}), told({"check": 1.0, "bet": 0.0})
    ('raise 75 %, call 25 %', 'check')
    """
    from outfox.studies.hidden.words import percent

    ranked = sorted(odds.items(), key=lambda pair: -pair[1])
    if percent(ranked[0][1]) == "100 %":
        return ranked[0][0]
    return ", ".join(f"{name} {percent(share)}" for name, share in ranked if percent(share) != "0 %")


def reviewed(session: Session, seat: int, advice: Advice) -> list[Reviewed]:
    """Return each decision of a seat in a game beside the advice.

    Raises
    ------
    NotSupported
        Where the advice knows nothing of what was seen.
    """
    found: list[Reviewed] = []
    cards: list[str] = []
    moves: list[str] = []
    positions = hidden.whole(session.positions)
    begin = len(positions) - len(session.positions)
    for k, (here, after) in enumerate(pairwise(positions)):
        action = after.history[-1]
        name = here.name(action)
        if here.mover == CHANCE:
            cards, moves = ([] if moves else cards), []
            if int(here.game.call("sees", here.state.copy(), action)) == BOTH:
                cards.append(name)
        elif here.mover == seat and k < begin:
            moves.append(name)  # given by --moves, and nobody's decision
        elif here.mover == seat:
            seen = hidden.seen_now(positions[: k + 1])
            odds, costs = advice.odds(seen), advice.costs(seen)
            found.append(Reviewed((*cards, *moves), name, odds, None if costs is None else costs[name]))
            moves.append(name)
        else:
            moves.append(hidden.told(here, after, seat))
    return found
