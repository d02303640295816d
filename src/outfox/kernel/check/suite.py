"""`check`: the conformance suite, law after law."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from outfox.kernel.check.actions import check_state
from outfox.kernel.check.agreement import Rehearsal, check_edges
from outfox.kernel.check.aspects import check_aspects
from outfox.kernel.check.cycles import check_endless, check_progress, check_turns
from outfox.kernel.check.deals import check_same_chance
from outfox.kernel.check.equality import check_key
from outfox.kernel.check.explore import Played, ask_again, grow, play
from outfox.kernel.check.ground import Ground, Node, Progress, Stopped
from outfox.kernel.check.hidden import check_hidden, views_of
from outfox.kernel.check.images import check_rank, check_swap, check_symmetry
from outfox.kernel.check.learns import what_is_learned
from outfox.kernel.check.looks import check_looks
from outfox.kernel.check.probe import Probed, probe
from outfox.kernel.check.report import Counts, Report, Step
from outfox.kernel.check.sights import check_sights
from outfox.kernel.check.words import check_text
from outfox.kernel.runtime import JIT
from outfox.rules.errors import RulesError
from outfox.rules.game import Game

MOST_CHOICES = 2**16
"""Room for the legal actions of one line of play."""


def check(
    game: Game,
    *,
    games: int = 20,
    states: int = 1000,
    plies: int = 1000,
    playouts: int = 2000,
    compiled: bool = True,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Check that a game keeps the laws of rules.

    States are met in plain Python, breadth first and along random games; both compiled builds are compared
    with it at every state and along every action that was followed. Then the laws of single states, of text,
    of KEY, of cycles, of symmetries and of hidden information are tested on what was met. The checked build
    also plays many random games by itself; what breaks a law there is followed in plain Python.

    Parameters
    ----------
    game
        The game. One that may run for ever or crash goes to `outfox.kernel.guard.guarded_check`.
    games
        Random games in plain Python.
    states
        States met breadth first; where there are no more, the report says so, and some laws are decided.
    plies
        Where a random game is cut.
    playouts
        Random games of the checked build.
    compiled
        False leaves out all that compiles: plain Python only, in a moment.
    seconds
        Wall-clock limit: it ends the check early, and the report says so.
    seed
        The same seed gives the same report.
    progress
        Called with stage, done, total; often.

    Returns
    -------
    Report
        With what is known by then, also after Ctrl-C.

    Examples
    --------
    >>> from outfox.rules import load
    >>> report = check(load("tic-tac-toe"), games=2, states=20, compiled=False)
    >>> report.ok, report.findings
    (True, ())
    """
    return Checker(game, games, states, plies, playouts, compiled, seconds, seed, progress).run()


class Checker:
    """One run of the suite; `check` is what to call."""

    def __init__(
        self,
        game: Game,
        games: int = 20,
        states: int = 1000,
        plies: int = 1000,
        playouts: int = 2000,
        compiled: bool = True,
        seconds: float | None = None,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.game, self.games, self.states, self.plies, self.playouts = game, games, states, plies, playouts
        self.compiled = compiled
        self.seed = np.random.SeedSequence(seed)
        self.ground = Ground(game, progress, seconds)
        self.played, self.probed = Played(), Probed()
        self.cycle = False
        self.steps: tuple[Step, ...] = ()
        self.compile_seconds = 0.0

    def run(self) -> Report:
        """Run all laws; end early where the time is up or the user interrupts."""
        wall, cpu, stopped = time.monotonic(), time.process_time(), ""
        try:
            self._laws()
        except KeyboardInterrupt:
            stopped = "interrupted"
        except Stopped as reason:
            stopped = str(reason)
        return self.report(stopped, time.monotonic() - wall, time.process_time() - cpu - self.compile_seconds)

    def _laws(self) -> None:
        walk, views, ranks, dice = self.seed.spawn(4)
        ground = self.ground
        grow(ground, self.states)
        self.played = play(ground, self.games, self.plies, walk)
        if not ground.nodes:
            return
        checked = self._linked(checked=True) if self.compiled else None
        if checked is not None and not ground.has("runs"):
            self.probed = probe(ground, checked, self.playouts, self.plies, dice)
        for node in ground.each("actions", ground.nodes):
            check_state(ground, node)
        if checked is not None:
            self._agreement(checked)
        self._plain_laws(views, ranks)

    def _agreement(self, checked: Rehearsal) -> None:
        check_edges(self.ground, checked, self.ground.nodes)
        if not self.ground.has("agree"):
            # Only rules that the checked build and plain Python agree on are run without checks.
            fast = self._linked(checked=False) if JIT else None
            if fast is not None:
                check_edges(self.ground, fast, self.ground.nodes)
            self._aspects()

    def _plain_laws(self, views: np.random.SeedSequence, ranks: np.random.SeedSequence) -> None:
        ground = self.ground
        some = spread(ground.nodes, 200)
        check_text(ground, spread(ground.nodes, 1000))
        check_key(ground)
        self.cycle = check_endless(ground, self.played)
        check_turns(ground)
        check_progress(ground)
        check_symmetry(ground, spread(ground.nodes, 60))
        check_swap(ground, spread(ground.nodes, 60))
        check_rank(ground, ground.nodes, np.random.default_rng(ranks))
        check_sights(ground, some)
        ask_again(ground, some)
        self._hidden(views)

    def _hidden(self, seed: np.random.SeedSequence) -> None:
        ground = self.ground
        views = views_of(ground)
        if views is not None:
            check_hidden(ground, views, self.states, self.games, seed)
        check_same_chance(ground, views, self.states)
        if views is not None and not ground.has("runs"):
            self.steps = what_is_learned(ground, views, seed.spawn(1)[0])

    def _linked(self, checked: bool) -> Rehearsal | None:
        self.ground.beat("compiling", 0, 0)
        try:
            rehearsal = Rehearsal(self.ground, checked, self.plies, max(MOST_CHOICES, 4 * self.game.branching))
        except Exception as error:  # noqa: BLE001 - whatever the compiler raises, these rules made it
            self._does_not_compile(error)
            return None
        self.compile_seconds += rehearsal.linked.compile_seconds
        return rehearsal

    def _aspects(self) -> None:
        self.ground.beat("compiling", 0, 0)
        try:
            self.compile_seconds += check_aspects(self.ground, spread(self.ground.nodes, 60))
            self.compile_seconds += check_looks(self.ground, spread(self.ground.nodes, 200))
        except Exception as error:  # noqa: BLE001 - as above
            self._does_not_compile(error)

    def _does_not_compile(self, error: Exception) -> None:
        if isinstance(error, Stopped):
            raise error
        known = isinstance(error, RulesError)
        message = str(error) if known else f"{self.game.path.name}: {type(error).__name__}: {error}"
        self.ground.note("compiles", "error", message)

    def report(self, stopped: str, seconds: float = 0.0, cpu_seconds: float = 0.0) -> Report:
        """Return what is known so far."""
        lengths, ground = self.played.lengths, self.ground
        games = len(lengths) + self.probed.games
        here = max((len(n.answers.actions) for n in ground.nodes if n.answers and n.answers.mover >= 0), default=0)
        counts = Counts(
            states=len(ground.nodes),
            complete=ground.complete,
            games=len(lengths),
            plies=sum(lengths),
            playouts=self.probed.games,
            branching=max(here, self.probed.branching),
            mean_length=(sum(lengths) + self.probed.plies) / games if games else 0.0,
            cycles=max(self.played.cycles, int(self.cycle)),
        )
        times = {"seconds": seconds, "cpu_seconds": cpu_seconds, "compile_seconds": self.compile_seconds}
        return Report(self.game.spec, ground.findings(), counts, stopped, self.game.players, self.steps, **times)


def spread(nodes: list[Node], most: int) -> list[Node]:
    """Return at most `most` nodes, spread over the list from first to last."""
    if len(nodes) <= most:
        return list(nodes)
    return [nodes[int(k)] for k in np.linspace(0, len(nodes) - 1, most)]


__all__: list[Any] = ["Checker", "check", "spread"]
