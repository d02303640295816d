"""What happens in the guarded process: the file is loaded, checked, trained and graded, each step announced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outfox.training.grading import choice_checks, practice, table_checks
from outfox.training.grading.practice import Practice
from outfox.training.grading.student import Raised, Student, reseed
from outfox.training.grading.student_file import Unusable
from outfox.training.grading.teaching import Teacher

Say = Callable[..., None]
STEP = 20.0
"""Seconds for a step that takes a correct solution less than one."""

SEATED = 50
"""Games against perfect play in either seat."""

FEW = 2_000
"""Short trainings are repeated until they have about as many games together."""


def run(request: dict[str, Any], say: Say) -> None:
    """Grade a file; the function that the guarded process runs.

    Parameters
    ----------
    request
        ``file``, ``name``, ``games`` (a list), ``seconds`` for all training, ``seed``.
    say
        Takes steps, findings and results.
    """
    say("step", name="importing the file", seconds=STEP)
    reseed(request["seed"])
    try:
        student = Student(request["file"], request["name"])
    except Unusable as error:
        say("unusable", message=str(error))
        return
    say("subject", name=student.name, shape=student.kind)
    told = 0
    for name, seconds, step in steps(student, request, say):
        say("step", name=name, seconds=seconds)
        try:
            step()
        except Raised as raised:
            student.add(raised.finding)
        for finding in student.findings[told:]:
            say("finding", finding=finding.to_dict())
        told = len(student.findings)


def steps(student: Student, request: dict[str, Any], say: Say) -> Sequence[tuple[str, float, Callable[[], None]]]:
    """Return what is done with a solution: a name, the seconds that it may take, the step."""
    work = Work(student, request, say)
    listed = [(name, STEP, step) for name, step in checks(student, say).items()]
    return [*listed, ("training", request["seconds"], work.train), ("playing perfect play", STEP, work.seats)]


def checks(student: Student, say: Say) -> dict[str, Callable[[], None]]:
    """Return the checks that a solution allows, by what they look at."""
    teacher, listed = Teacher(student), dict[str, Callable[[], None]]()
    if student.has("get_q_value"):
        listed["get_q_value"] = lambda: table_checks.check_unknown(student, teacher)
    if student.kind != "object":  # an object may have been trained as it was made
        listed["choose_action at the start"] = lambda: _legal(student)
    if student.has("update_q_value"):
        listed |= _learner_checks(student, teacher, say)
    return listed


def _legal(student: Student) -> None:
    choice_checks.check_legal(student, student.make())


def _learner_checks(student: Student, teacher: Teacher, say: Say) -> dict[str, Callable[[], None]]:
    """Return the checks of a class with a table."""
    sound = set[str]()
    later = {
        "best_future_reward": choice_checks.check_best_future,
        "best_future_reward without actions": choice_checks.check_no_actions,
        "choose_action without exploring": choice_checks.check_greedy,
        "choose_action exploring": choice_checks.check_epsilon,
    }

    def rested(name: str, check: Callable[[Student, Teacher], None]) -> Callable[[], None]:
        """Return a check that is left out where what it rests on has a fault, and would show that again."""

        def step() -> None:
            needed = {name.partition(" ")[0], "get_q_value"}
            broken = {one.fault for one in student.findings} & {"illegal", "unknown"}
            if broken or any(student.has(method) and method not in sound for method in needed):
                say("skipped", name=name)
            else:
                check(student, teacher)

        return step

    return {
        "the keys of the table": lambda: sound.update(table_checks.check_keys(student, teacher)),
        "update_q_value": lambda: table_checks.check_update(student, teacher),
        **{name: rested(name, check) for name, check in later.items()},
    }


class Work:
    """Training and playing, with the results told as they come."""

    def __init__(self, student: Student, request: dict[str, Any], say: Say) -> None:
        self.student, self.request, self.say = student, request, say
        self.ai: Any = None

    def train(self) -> None:
        """Train for each number of games, a few times where they are few, and tell what was learned."""
        student, say = self.student, self.say
        if not practice.can_learn(student):
            self.ai = student.make()
            say("practice", **self._graded([self.ai], 0).to_dict())
            return
        for games in self.request["games"]:
            players = [self._trained(games, run) for run in range(max(1, FEW // max(games, 1)))]
            if any(player is None for player in players):
                return
            self.ai = players[-1]
            say("practice", **self._graded(players, games).to_dict())
        if self.request["games"]:
            if not any(one.fault in ("keys", "unknown") for one in student.findings):
                practice.check_rewards(student, self.ai, self.request["games"][-1])
            practice.check_read(student, self.ai)

    def _trained(self, games: int, run: int) -> Any:
        self.say("progress", text=f"training, {games:,} games")
        ai = practice.trained(self.student, games, self.request["seed"] + 1000 * run)
        if hasattr(ai, "choose_action"):
            return ai
        look = "return the player that has learned"
        self.student.note("training", "train", f"train({games}) returned {ai!r:.60}, which cannot choose", look)
        return None

    def _graded(self, players: Sequence[Any], games: int) -> Practice:
        shares = [practice.share_of_table(self.student, ai) for ai in players]
        chosen = [practice.share_of_choices(self.student, ai) for ai in players]
        known = [share for share in shares if share is not None]
        table = sum(known) / len(known) if known else None
        return Practice(games, len(players), table, sum(chosen) / len(chosen))

    def seats(self) -> None:
        """Look at the trained player's choices, and let it play perfect play from either seat."""
        if self.ai is None:
            return
        choice_checks.check_legal(self.student, self.ai, "after training" if self.request["games"] else "")
        for seat in (0, 1):
            wins = practice.against_perfect(self.student, self.ai, seat, SEATED, self.request["seed"])
            if wins is not None:
                self.say("seat", seat=seat, wins=wins, games=SEATED)
