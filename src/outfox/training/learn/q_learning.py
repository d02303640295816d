"""Tabular Q-learning: what each action of each position is worth, learned from games of self-play alone.

Both players use one table. The player to move takes an action of the largest value, or now and then any; later the
value moves towards what came of it. Nothing is known at first: an action that was never tried is worth 0.

When is later? With the convention *reply* an action is valued when its player moves again, by the best of its own next
values; at the end of a game both players' last actions are valued by their results. With *negamax* it is valued one
ply later by the best value of whoever moves then, and the sign is changed if that is the opponent. Both are right where
a player moves twice: its next turn is then the next ply, and the sign stays. Negamax values play against an opponent
that is greedy, reply against one that explores as it did, so its values keep moving while epsilon does not go to 0.

In games with hidden information an action has a value for each information set: states that the mover cannot tell apart
share it, and what comes of it is an average over them. Only *reply* is right there, since the opponent's values are
averages over what the opponent cannot see; and no policy that always takes its best action need be safe, however long
it learns: what it can lose to one who knows it is measured exactly (`outfox.training.learn.q_hidden`).

Time: some ten nanoseconds a ply, once the states of a game are known. Memory: some 40 bytes a state and 16 an action.

Sources
    C. Watkins and P. Dayan, "Q-learning", *Machine Learning* 8 (1992). R. Sutton and A. Barto, *Reinforcement
    Learning: An Introduction*, 2nd edition, 2018: 6.4 SARSA, 6.5 Q-learning, 6.8 afterstates, 5 Monte Carlo.
    M. Littman, "Markov games as a framework for multi-agent reinforcement learning", ICML 1994: minimax-Q, which is
    *negamax* where players take turns.

Status: measured (graded by exact values; see the how-to page).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outfox.formats.q_file import QTable, leaf_rows
from outfox.kernel.clock import Clock
from outfox.kernel.link import link
from outfox.kernel.random import seeded
from outfox.kernel.slot_text import view_leaves_of
from outfox.kernel.slots import Floats, Ints
from outfox.methods.equilibrium.sampler import odd_set
from outfox.rules.errors import NotSupported, RulesError
from outfox.rules.game import Game
from outfox.training.learn import q_kernel, q_states
from outfox.training.learn.q_memory import QMemory
from outfox.training.learn.q_settings import QSettings
from outfox.training.learn.q_states import OVER
from outfox.workers.seeds import root_seed

Progress = Callable[[float, str], None]

CHUNK_SECONDS = 0.05
"""The kernel runs about this long before Ctrl-C and the progress line get their turn."""

FIRST_CHUNK = 64

_RULES = {"q": q_kernel.Q, "sarsa": q_kernel.SARSA, "monte-carlo": q_kernel.MONTE_CARLO}


@dataclass(frozen=True)
class QPlayed:
    """What was played while learning.

    Attributes
    ----------
    episodes, plies
        Games of self-play, and plies in all of them.
    wins
        Games that player 0 and player 1 won.
    cut
        Games that were cut and scored as endless play.
    states, actions
        How many are known.
    """

    episodes: int
    plies: int
    wins: tuple[int, int]
    cut: int
    states: int
    actions: int

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.episodes - sum(self.wins)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts with their stable keys."""
        return {**vars(self), "wins": list(self.wins), "draws": self.draws}


class QLearner:
    """Learns by self-play; may be asked at any time and go on.

    Parameters
    ----------
    game
        Any game.
    settings
        Default: ``QSettings()``.
    seed
        The same seed gives the same values.

    Attributes
    ----------
    hidden
        Whether actions are valued by what their player sees, not by the whole state.
    memory
        What is known.
    options : (OPTIONS,) int64
        The settings as kernels take them.
    seconds, cpu_seconds, compile_seconds
        Wall clock and CPU of all episodes so far, without compiling, which is apart.

    Raises
    ------
    NotSupported
        For negamax and for afterstates where players do not see the whole state.

    Examples
    --------
    >>> from outfox.rules import load
    >>> learner = QLearner(load("nim:piles=[1,2]"), QSettings(episodes=200), seed=1)
    >>> learner.run()
    >>> start = learner.game.start()
    >>> learner.played.episodes, start.name(start.legal[learner.table().value_of(start).argmax()])
    (200, '2 from pile 2')
    """

    def __init__(self, game: Game, settings: QSettings | None = None, seed: int = 0) -> None:
        self.game, self.settings, self.seed = game, settings or QSettings(), seed
        self.hidden = game.view is not None
        if self.hidden:
            _refuse(game, self.settings)
        self._learn = link(game, q_kernel.learn_hidden if self.hidden else q_kernel.learn_open)
        self._views = (self._learn.views(2),) if self.hidden else ()
        self.compile_seconds = self._learn.compile_seconds
        self.memory = QMemory(game, self._learn, afterstates=self.settings.afterstates, plies=self.settings.plies)
        self.options, self._rates = _options(self.settings), _rates(self.settings)
        self._random = seeded(root_seed(seed))
        self.seconds = self.cpu_seconds = 0.0
        self._chunk = FIRST_CHUNK

    @property
    def played(self) -> QPlayed:
        """What was played so far."""
        c, at = self.memory.counters.tolist(), q_states
        wins = c[at.WON0], c[at.WON1]
        return QPlayed(c[at.EPISODES], c[at.PLIES], wins, c[at.CUT], self.memory.states, self.memory.actions)

    def run(self, until: int | None = None, progress: Progress | None = None) -> None:
        """Play on, until so many episodes are played in all.

        Parameters
        ----------
        until
            Of all that are played, not of those still to come; default, and at most: ``settings.episodes``, which the
            schedules of alpha and epsilon go by.
        progress
            Called with the share of ``settings.episodes`` that is played, and a text.

        Raises
        ------
        RulesError
            Where a game without ENDLESS goes on for too long.
        """
        total = self.settings.episodes
        stop, counters = total if until is None else min(until, total), self.memory.counters
        while (done := int(counters[q_states.EPISODES])) < stop:
            clock = Clock()
            self._play(min(done + self._chunk, stop))
            self.seconds += clock.seconds
            self.cpu_seconds += clock.cpu_seconds
            self._chunk = max(1, min(2 * self._chunk, int(self._chunk * CHUNK_SECONDS / max(clock.seconds, 1e-6))))
            if progress is not None:
                progress(counters[q_states.EPISODES] / total, f"{counters[q_states.EPISODES]:,} games")

    def table(self) -> QTable:
        """Return what is known now, to be looked up or saved."""
        memory, after = self.memory, self.settings.afterstates
        who, known = memory.known.who[: memory.states], memory.known
        kept = np.arange(memory.states) if after else np.flatnonzero(who < OVER)
        facts = {"settings": self.settings.to_dict(), "seed": self.seed, "played": self.played.to_dict()}
        if self.hidden:
            return self._hidden_table(facts)
        chance = self.game.has("chance") or self.game.has("sample_chance")  # outcomes are not exchanged
        exchange = self.settings.exchange and self.game.exchangeable and not chance
        leaves = leaf_rows(memory.records()[kept], self.game.key_fields)
        if after:
            none = np.zeros(0, np.int64)
            return QTable(self.game, exchange, after, leaves, none, none, known.values[kept], facts)
        counts, count = np.diff(known.first[: memory.states + 1])[kept], memory.actions
        first = np.append(0, np.cumsum(counts))  # states that are left out have no actions
        codes, values = known.actions[:count].copy(), known.values[:count].copy()
        return QTable(self.game, exchange, after, leaves, first, codes, values, facts)

    def _hidden_table(self, facts: dict[str, Any]) -> QTable:
        memory, known = self.memory, self.memory.known
        own = (known.who[: memory.states] < OVER) & (known.shift[: memory.states] == 0)
        kept, wide = np.flatnonzero(own), view_leaves_of(self.game) + 1
        leaves = np.zeros(len(kept) * wide, np.int64)
        link(self.game, q_states.look)(memory.pool, *self._views, kept, known.who, leaves)
        counts = np.diff(known.first[: memory.states + 1])[kept]
        first = np.append(0, np.cumsum(counts))
        places = np.repeat(known.first[kept] - first[:-1], counts) + np.arange(first[-1])
        codes, values = known.actions[places], known.values[places]
        return QTable(self.game, False, False, leaves.reshape(-1, wide), first, codes, values, facts, hidden=True)

    def _play(self, stop: int) -> None:
        memory = self.memory
        arguments = memory.counters, self.options, self._rates, self._random, stop
        while self._learn(memory.pool, *self._views, memory.known, *arguments) == q_kernel.FULL:
            memory.grow()
        if memory.counters[q_states.ODD]:
            raise odd_set(self.game)
        if memory.counters[q_states.CUT] and self.game.endless is None:
            line = self.game.line_of("mover")
            plies = self.settings.plies
            message = f"a game went on for {plies:,} plies: end it in mover, declare ENDLESS, or raise plies"
            raise RulesError.at(self.game.path.name, line, message)


def _refuse(game: Game, settings: QSettings) -> None:
    """Refuse settings that value an action by more than its player sees."""
    if settings.convention == "negamax":
        raise NotSupported(
            f"{game.name} has hidden information (View): with negamax an action would be valued by what the opponent"
            " sees; take the convention reply"
        )
    if settings.afterstates:
        raise NotSupported(
            f"{game.name} has hidden information (View): the position after an action has more in it than its player"
            " sees; learn without afterstates"
        )


def _options(settings: QSettings) -> Ints:
    options = np.zeros(q_states.OPTIONS, np.int64)
    options[q_states.LIMIT] = settings.plies
    options[q_states.FIRST] = settings.ties == "first"
    options[q_states.RULE] = _RULES[settings.algorithm]
    options[q_states.NEGAMAX] = settings.convention == "negamax"
    options[q_states.AFTER] = settings.afterstates
    options[q_states.EXCHANGE] = settings.exchange
    return options


def _rates(settings: QSettings) -> Floats:
    rates = np.zeros(q_kernel.RATES)
    rates[q_kernel.ALPHA], rates[q_kernel.ALPHA_ADD], rates[q_kernel.ALPHA_TIMES] = settings.course("alpha")
    rates[q_kernel.EPSILON], rates[q_kernel.EPSILON_ADD], rates[q_kernel.EPSILON_TIMES] = settings.course("epsilon")
    rates[q_kernel.DISCOUNT] = settings.discount
    return rates
