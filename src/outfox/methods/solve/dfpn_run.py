"""`Proving`: the memory of a proof-number search, the questions put to it, and the line of a proof."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from outfox.kernel.link import Linked, link
from outfox.kernel.slots import Words
from outfox.methods.result import names_of
from outfox.methods.search.alphabeta_run import (
    ENOUGH,
    FIRST_PLACES,
    FIRST_PORTION,
    GROWTH,
    next_portion,
    power_of_two,
    regrow,
)
from outfox.methods.search.alphabeta_table import ENTRY
from outfox.methods.search.settings import DfpnSettings, Progress
from outfox.methods.solve import dfpn_kernel as kernel
from outfox.methods.solve.dfpn_result import DfpnResult, Question
from outfox.rules.errors import RulesError
from outfox.rules.position import Position
from outfox.rules.vocabulary import TERMINAL

LONGEST_LINE = 500


class _Stopped(Exception):
    """The budget is spent."""


class Proving:
    """A search of one position; `answer` runs it.

    Parameters
    ----------
    position, settings, progress
        As in `outfox.methods.solve.dfpn.dfpn`.
    """

    def __init__(self, position: Position, settings: DfpnSettings, progress: Progress | None) -> None:
        self.position, self.game, self.settings, self.progress = position, position.game, settings, progress
        self.linked: Linked = link(self.game, kernel.prove)
        self.counters = np.zeros(7, np.int64)
        self.counters[kernel.LIMIT] = settings.nodes or ENOUGH
        self.options = np.array([0, 0, round(100 * settings.epsilon), ENOUGH], np.int64)
        self.constants = np.array([0.0, self.game.scale])
        self.places = power_of_two(max(settings.memory * 2**20 // (8 * ENTRY), 64))
        self.tables: dict[int, Words] = {}
        self.table: Words = np.zeros(0, np.uint64)
        self.rows = 0
        self.pool: Any = None
        self.stack: kernel.Stack
        self._make_room(64)
        self.portion = FIRST_PORTION
        self.wall, self.cpu = time.perf_counter(), time.process_time()
        self.questions: list[Question] = []
        self.low, self.high = -self.game.scale, self.game.scale

    def answer(self) -> DfpnResult:
        """Ask, and tell what is known."""
        stopped, line = "proven", []
        try:
            if math.isfinite(self.settings.threshold):
                self.ask(self.settings.threshold)
            else:
                self.find_value()
            line = self.line()
        except _Stopped as reason:
            stopped = str(reason)
        except KeyboardInterrupt:
            stopped = "interrupted"
        value = self.low if self.low == self.high else None
        names = names_of(self.position, line)
        return DfpnResult(
            game=self.game.spec,
            mover=self.position.mover,
            value=value,
            bounds=(self.low, self.high),
            questions=tuple(self.questions),
            action=line[0] if line else None,
            action_name=names[0] if names else None,
            line=tuple(names),
            nodes=int(self.counters[kernel.NODES]),
            ends=int(self.counters[kernel.ENDS]),
            hits=int(self.counters[kernel.HITS]),
            stored=int(self.counters[kernel.STORED]),
            stopped=stopped,
            seconds=time.perf_counter() - self.wall,
            cpu_seconds=time.process_time() - self.cpu,
            compile_seconds=self.linked.compile_seconds,
        )

    # -- questions --------------------------------------------------------------------------------------------

    def find_value(self) -> None:
        """Ask until the bounds meet, or until only payoffs that are no whole numbers could lie between."""
        scale = self.game.scale
        if self.ask(scale) or not self.ask(-scale, more=True):
            return
        below, above = math.floor(-scale), math.ceil(scale) - 1
        while below < above:
            middle = (below + above + 1) // 2
            if self.ask(float(middle)):
                below = middle
            else:
                above = middle - 1
        if below > -scale:
            self.ask(float(below), more=True)

    def ask(self, payoff: float, more: bool = False) -> bool:
        """Ask whether player 0 gets at least this, or more than this."""
        threshold = math.nextafter(payoff, math.inf) if more else payoff
        if not self.low < threshold <= self.high:
            return threshold <= self.low
        self.questions.append(Question(payoff, more, None))
        self._settle(self.position, threshold)
        holds = self._succeeds() == bool(self.options[kernel.ATTACKER] == 0)
        self.questions[-1] = Question(payoff, more, holds)
        if holds:
            self.low = threshold
        else:
            self.high = math.nextafter(threshold, -math.inf)
        return holds

    def _settle(self, position: Position, threshold: float) -> None:
        """Run the kernel until a position is settled for a threshold."""
        endless = self.game.endless
        attacker = 0 if endless is None or threshold > endless else 1
        if (attacker, threshold) != (self.options[kernel.ATTACKER], self.constants[kernel.THRESHOLD]) or not (
            self.options[kernel.GENERATION]
        ):
            self.options[kernel.GENERATION] += 1
            self.counters[kernel.STORED] = 0
            self._take_table(min(FIRST_PLACES, self.places))
        self.options[kernel.ATTACKER], self.constants[kernel.THRESHOLD] = attacker, threshold
        self.linked.put(self.pool, 0, position.state)
        self.counters[kernel.PLY] = -1
        while True:
            before = time.perf_counter()
            status = self.linked(
                self.stack, self.pool, self.table, self.options, self.constants, self.counters, self.portion
            )
            if self.counters[kernel.OVERSIZED]:
                message = f"a payoff is larger than SCALE, {self.game.scale:g}; declare SCALE = the largest there is"
                line = self.game.line_of("SCALE") or self.game.line_of("payoff")
                raise RulesError.at(self.game.path.name, line, message)
            if status == kernel.DONE:
                return
            if status == kernel.DEEPER:
                self._make_room(2 * self.rows)
                continue
            if self.counters[kernel.STORED] >= self.options[kernel.ROOM]:
                old = self.table
                self._take_table(min(GROWTH * len(old) // ENTRY, self.places))
                self.counters[kernel.STORED] = regrow(old, self.table, int(self.options[kernel.GENERATION]))
            self.portion = next_portion(self.portion, time.perf_counter() - before)
            self._look()

    def _look(self) -> None:
        nodes, spent = int(self.counters[kernel.NODES]), time.perf_counter() - self.wall
        settings = self.settings
        if settings.nodes and nodes >= settings.nodes:
            raise _Stopped("nodes")
        if settings.seconds and spent >= settings.seconds:
            raise _Stopped("time")
        if self.progress is not None:
            shares = [spent / settings.seconds] if settings.seconds else []
            shares += [nodes / settings.nodes] if settings.nodes else []
            self.progress(min(1.0, max(shares, default=0.0)), f"{self.questions[-1].text} {nodes:,} nodes")

    def _succeeds(self) -> bool:
        """Say whether the attacker does, at the settled root."""
        proof, _, _, _ = kernel.numbers(self.stack, 0)
        return bool(proof == 0)

    # -- the line ---------------------------------------------------------------------------------------------

    def line(self) -> list[int]:
        """Return a line of the last answer, to the end, or to the first repetition."""
        if not self.questions or self.questions[-1].holds is None:
            return []
        winner, threshold = 0 if self.questions[-1].holds else 1, float(self.constants[kernel.THRESHOLD])
        line: list[int] = []
        position, seen = self.position, set()
        while position.mover != TERMINAL and position.key not in seen and len(line) < LONGEST_LINE:
            seen.add(position.key)
            self._settle(position, threshold)
            action = self._step(position, winner)
            line.append(action)
            position = position.play(action)
        return line

    def _step(self, position: Position, winner: int) -> int:
        """Return the winner's action that keeps what is proven, or the other's that was the hardest to refute."""
        stack, n = self.stack, len(position.legal)
        attacker_wins = winner == self.options[kernel.ATTACKER]
        settled = stack.proofs[0, :n] == 0 if attacker_wins else stack.disproofs[0, :n] == 0
        if position.mover == winner:
            return int(stack.moves[0, int(np.flatnonzero(settled)[0])])
        return int(stack.moves[0, int(np.argmax(stack.efforts[0, :n]))])

    # -- memory -----------------------------------------------------------------------------------------------

    def _take_table(self, places: int) -> None:
        """Use the table of this size; what earlier questions left there counts as empty."""
        if places not in self.tables:
            self.tables[places] = np.zeros(places * ENTRY, np.uint64)
        self.table = self.tables[places]
        self.options[kernel.ROOM] = places // 2 if places < self.places else ENOUGH

    def _make_room(self, rows: int) -> None:
        """Give the stack at least so many plies; what stands in it stays."""
        old, wide = self.rows, max(self.game.branching, 1)
        pool = self.linked.states(rows)
        new = kernel.Stack(
            np.zeros((rows, 6), np.int64), np.zeros(rows, np.uint64), np.zeros((rows, wide), np.int64),
            np.zeros((rows, wide), np.int64), np.zeros((rows, wide), np.int64), np.zeros((rows, wide), np.int64),
            np.zeros((rows, wide), np.int64),
        )  # fmt: skip
        if old:
            for k in range(old):
                pool[k] = self.pool[k]
            for ours, theirs in zip(new, self.stack, strict=True):
                ours[:old] = theirs
        self.pool, self.stack, self.rows = pool, new, rows
