"""What a check found: findings, counts, and how they print."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from outfox.draw.lettering import WIDTH

Severity = Literal["error", "warning", "info"]
_ORDER: tuple[Severity, ...] = ("error", "warning", "info")

LAWS = {
    "loads": "the file loads and its declarations fit together",
    "compiles": "the rules compile",
    "runs": "no rule raises an exception",
    "fields": "every value fits its field",
    "starts": "starting states are distinct",
    "mover": "mover is 0, 1, CHANCE or TERMINAL",
    "turns": "both players get to move",
    "stuck": "a state that is not terminal has a legal action",
    "range": "actions are 0 to ACTIONS - 1, outcomes 0 to OUTCOMES - 1",
    "unique": "no action or outcome comes twice in a state",
    "branching": "no state has more than BRANCHING actions",
    "payoff": "payoffs are finite numbers",
    "chance": "probabilities are positive and sum to 1",
    "pure": "only apply changes a state",
    "repeats": "the same question has the same answer",
    "agree": "compiled, checked and plain rules agree step by step",
    "names": "action names are distinct in a state",
    "parse-action": "parse_action is the inverse of action_name",
    "text": "text tells states apart",
    "parse": "parse is the inverse of text",
    "key-coarse": "states that are equal under KEY have the same future",
    "key-fine": "every field of KEY influences play",
    "cycle": "a game with a cycle declares ENDLESS",
    "endless": "ENDLESS is a finite number, and play can be endless",
    "length": "random games end",
    "progress": "progress never falls",
    "rank": "rank and unrank are inverse, 0 to STATES - 1",
    "symmetry": "symmetries commute with play",
    "swap": "exchanging the players commutes with play",
    "board": "BOARD is consistent",
    "squares": "squares names pieces of BOARD",
    "features": "features are finite and as many as FEATURES",
    "view": "names of hidden information are declared together and work in every state",
    "legal-by-view": "legal actions depend on the mover's view alone",
    "recall": "views have perfect recall",
    "unseen": "what a player does not see leaves its view unchanged",
    "seen": "what a player sees shows in its view",
    "public": "a view is what is public and a private part, no more and no less",
    "same-chance": "an outcome that stands for others leads to the same game",
    "limits": "rules stay within the limits of time and memory",
}
"""The laws by name, in the order in which findings of one severity are shown."""


@dataclass(frozen=True)
class Finding:
    """One law that does not hold, with the state that shows it.

    Attributes
    ----------
    law
        Its name in `LAWS`.
    severity
        ``"error"`` (wrong answers), ``"warning"`` (probably not meant), ``"info"`` (worth knowing).
    message
        What is wrong and the likely cause, in one line.
    line
        The names of the actions that lead from the start to the state.
    actions
        The same as codes.
    start
        From which starting state.
    state
        The state as text; empty where no state is involved.
    more
        How many further cases of the same law there were.
    """

    law: str
    severity: Severity
    message: str
    line: tuple[str, ...] = ()
    actions: tuple[int, ...] = ()
    start: int = 0
    state: str = ""
    more: int = 0

    def __str__(self) -> str:
        more = f" ({self.more} more)" if self.more else ""
        lines = [f"{self.severity}  {self.law}: {self.message}{more}"]
        if self.state:
            place = f"after {_shortened(self.line)}" if self.line else "at the start"
            lines.append(f"  {place}" + (f" (start {self.start})" if self.start else "") + ":")
            lines += [f"    {row}" for row in self.state.splitlines()]
        return "\n".join(lines)


def _shortened(names: tuple[str, ...], most: int = 40) -> str:
    if len(names) <= most:
        return ", ".join(names)
    return f"{len(names)} plies: " + ", ".join([*names[: most // 2], "...", *names[-most // 2 :]])


@dataclass(frozen=True)
class Counts:
    """How much was looked at.

    Attributes
    ----------
    states
        Different states examined in plain Python and in both compiled builds.
    complete
        Whether these are all states that can be reached.
    games, plies
        Random games played in plain Python, and their plies.
    playouts
        Random games played by the checked build.
    branching
        Most legal actions met in one state.
    mean_length
        Mean length in plies of the random games.
    cycles
        Returns to an earlier state that were met.
    """

    states: int = 0
    complete: bool = False
    games: int = 0
    plies: int = 0
    playouts: int = 0
    branching: int = 0
    mean_length: float = 0.0
    cycles: int = 0


@dataclass(frozen=True)
class Step:
    """One step of a game with hidden information, and what each player learns by it.

    Attributes
    ----------
    event
        The name of the action or outcome.
    learns
        For each player: ``plays it``, ``sees it`` or ``nothing``, and the earlier steps that it learns of by then.
    """

    event: str
    learns: tuple[str, str]


@dataclass(frozen=True)
class Report:
    """The result of a check.

    Attributes
    ----------
    game
        The spec of the game.
    findings
        Errors first; one finding a law and severity, the shortest that was met.
    counts
        How much was looked at.
    stopped
        Empty, or why the check ended early: ``"interrupted"``, ``"out of time"``, ``"limits"``.
    players, steps
        In a game with hidden information the names of the players, and a random game with what they learn.
    seconds, cpu_seconds, compile_seconds
        Wall-clock time, processor time without compilation, and compilation; not part of equality.
    """

    game: str
    findings: tuple[Finding, ...] = ()
    counts: Counts = Counts()
    stopped: str = ""
    players: tuple[str, str] = ("first", "second")
    steps: tuple[Step, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    cpu_seconds: float = field(default=0.0, compare=False)
    compile_seconds: float = field(default=0.0, compare=False)

    @property
    def ok(self) -> bool:
        """Whether no law is broken; warnings and infos do not count."""
        return not any(finding.severity == "error" for finding in self.findings)

    def __str__(self) -> str:
        blocks = [str(finding) for finding in self.findings]
        return "\n".join([*blocks, *([""] if blocks else []), *self._learned(), self._summary()])

    def _learned(self) -> list[str]:
        """Return what each player learns as the lines of a table."""
        if not self.steps:
            return []
        rows = [("in a random game", *self.players), *((step.event, *step.learns) for step in self.steps)]
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        lines = [f"  {event:{widths[0]}}  {one:{widths[1]}}  {other}".rstrip() for event, one, other in rows]
        return ["what each player learns at each step", *lines, ""]

    def _summary(self) -> str:
        c = self.counts
        numbers = [sum(f.severity == severity for f in self.findings) for severity in _ORDER]
        found = [f"{n} {name}{'s' * (n != 1)}" for n, name in zip(numbers, _ORDER, strict=True) if n]
        if not c.states:
            return f"{self.game}: {', '.join(found) or 'nothing found'}"
        looked = f"{c.states} states{' (all)' if c.complete else ''}, {c.games} games of {c.mean_length:.1f} plies"
        if c.playouts:
            looked += f", {c.playouts} compiled playouts"
        looked += f", up to {c.branching} actions in a state"
        looked += f", {c.cycles} cycles" if c.cycles else ""
        if self.stopped:
            looked += f"; ended early: {self.stopped}"
        return f"{self.game}: {', '.join(found) or 'nothing found'}\n{textwrap.fill(looked, WIDTH)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data for JSON, `ok` included."""
        return {**asdict(self), "ok": self.ok}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """Read back what `to_dict` gave, also after a trip through JSON."""
        read = ("ok", "findings", "counts", "players", "steps")
        plain = {key: value for key, value in data.items() if key not in read}
        findings = tuple(finding_from_dict(entry) for entry in data["findings"])
        steps = tuple(Step(step["event"], tuple(step["learns"])) for step in data["steps"])
        players = tuple(data["players"])
        return cls(**plain, findings=findings, counts=Counts(**data["counts"]), players=players, steps=steps)


def finding_from_dict(data: Mapping[str, Any]) -> Finding:
    """Read back a finding that went through JSON."""
    return Finding(**{**data, "line": tuple(data["line"]), "actions": tuple(data["actions"])})


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings: errors first, then in the order of `LAWS`."""
    laws = list(LAWS)
    return tuple(sorted(findings, key=lambda f: (_ORDER.index(f.severity), laws.index(f.law))))
