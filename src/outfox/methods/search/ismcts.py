"""Information-set Monte Carlo tree search: for a player that does not see everything.

Idea. Each simulation imagines a world, a whole state in which the player has seen what it has seen, and plays it to
its end: by upper confidence bounds as far as its information sets are known, then at random. Statistics belong to
information sets, not to states, so that the player does not choose by what it cannot know. The other player has a
tree of its own, over what *it* sees (MO-ISMCTS): with one tree alone, the other's choices would be one for all that it
may hold, and with a search in each world apart (determinization) both would play as if cards lay open. Worlds are
derived from the rules, see `worlds_kernel`: by the probabilities of chance, the other player's choices so far taken for
random ones. Two limits follow: the search does not conclude from a bet what the other may hold, and as the player holds
the same in all worlds, the other learns to answer as if it had guessed that. So it does not converge to an equilibrium.

Time: a simulation costs a world, its depth times the branching, and a playout. Memory: 56 bytes an information set,
16 an action, and one set a simulation at most.

Sources: Cowling, Powley and Whitehouse 2012 (Information Set Monte Carlo Tree Search, IEEE Transactions on
Computational Intelligence and AI in Games 4); Long, Sturtevant, Buro and Furtak 2010 (what determinization gets wrong).
Status: measured (docs/performance.md; visits are compared with a slow twin's, worlds with the whole tree's).
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np

from outfox.kernel.link import link
from outfox.methods.search.ismcts_kernel import simulate
from outfox.methods.search.ismcts_run import Earlier, IsmctsResult, Run
from outfox.methods.search.settings import IsmctsSettings, Progress
from outfox.rules.errors import NotSupported
from outfox.rules.game import Game
from outfox.rules.position import Position
from outfox.rules.seen import Seen, seen_by

__all__ = ["Earlier", "IsmctsResult", "IsmctsSettings", "Searcher", "refuse", "search", "sight_of"]


def search(
    seen: Seen,
    settings: IsmctsSettings | None = None,
    *,
    seed: int | np.random.SeedSequence = 0,
    earlier: Earlier | None = None,
    progress: Progress | None = None,
    **changes: Any,
) -> IsmctsResult:
    """Search a decision as its player sees it.

    Parameters
    ----------
    seen
        What the player sees; ``outfox.rules.seen.seen_by`` makes it from a position.
    settings, **changes
        `IsmctsSettings`, and single settings by name.
    seed
        Same seed and same sight, same result, unless `seconds` cuts the search short.
    earlier
        What the player remembers of its earlier decisions. It is not needed; in long games a first world is then found
        sooner.
    progress
        Called with the share done (0 to 1) and a short text, about twenty times a second.

    Raises
    ------
    NotSupported
        Where nothing is hidden in the game, or no history can be found that leads to what is seen.
    RulesError
        Where views break a law that ``outfox check`` tests.

    Examples
    --------
    With the lowest card one folds to a bet:

    >>> from outfox.rules import load
    >>> from outfox.rules.seen import seen_by
    >>> kuhn = load("kuhn")
    >>> position = kuhn.start().play("first gets K").play("second gets J").play("bet")
    >>> result = search(seen_by(kuhn, position), simulations=2000, seed=1)
    >>> result.actions[0].name, result.actions[0].value
    ('fold', 1.0)
    """
    chosen = replace(settings or IsmctsSettings(), **changes)
    return Searcher(seen.game, chosen).search(seen, seed, earlier, progress)


def sight_of(position: Position) -> tuple[Seen, dict[int, Any]]:
    """Return what the mover of a position sees, and what it saw at its earlier decisions.

    Parameters
    ----------
    position
        Where a player is to move, by the actions that led there from the start of the game.

    Examples
    --------
    >>> from outfox.rules import load
    >>> kuhn = load("kuhn")
    >>> seen, earlier = sight_of(kuhn.start().play("first gets K").play("second gets J").play("check").play("bet"))
    >>> seen.names, seen.history, [view.moves.tolist() for view in earlier.values()]
    (('fold', 'call'), (0,), [[0, 0, 0]])
    """
    game, mover = position.game, position.mover
    before, own, earlier = game.start(), list[int](), dict[int, Any]()
    for action in position.history:
        if before.mover == mover:
            earlier[len(own)] = seen_by(game, before).view
            own.append(action)
        before = before.play(action)
    return seen_by(game, position, tuple(own)), earlier


class Searcher:
    """A search that is compiled once and used for many decisions; nothing is kept from one to the next.

    Parameters
    ----------
    game, settings
        As in `search`.

    Raises
    ------
    NotSupported
        Where the game hides nothing, cannot list its chance outcomes, or has several starting states.
    """

    def __init__(self, game: Game, settings: IsmctsSettings) -> None:
        refuse(game, settings)
        self.game, self.settings = game, settings
        self._linked = link(game, simulate)

    @property
    def compile_seconds(self) -> float:
        """CPU seconds spent on compiling."""
        return self._linked.compile_seconds

    def search(
        self,
        seen: Seen,
        seed: int | np.random.SeedSequence = 0,
        earlier: Earlier | None = None,
        progress: Progress | None = None,
    ) -> IsmctsResult:
        """Search a decision; see `search`."""
        wall, cpu = time.perf_counter(), time.process_time()
        run = Run(self._linked, seen, self.settings, seed, earlier)
        stopped = run.to_the_end(progress)
        return run.result(stopped, time.perf_counter() - wall, time.process_time() - cpu)


def refuse(game: Game, settings: IsmctsSettings) -> None:
    """Refuse what cannot be searched.

    Raises
    ------
    NotSupported
    """
    if game.view is None:
        raise NotSupported(f"{game.name} hides nothing (it declares no View): mcts and alphabeta are for it")
    if game.has("sample_chance") and not game.has("chance"):
        raise NotSupported(f"{game.name} declares no chance, whose outcomes must be listed to imagine worlds")
    if game.starts > 1:
        raise NotSupported(f"{game.name} has {game.starts} starting states: let chance choose among them")
    if settings.simulations <= 0 and settings.seconds <= 0:
        raise NotSupported("is-mcts needs a budget: simulations or seconds above 0")
