"""Training a student's player, and what it is worth afterwards: by its table, by its choices, against perfect play."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

from outfox.training.grading.nim import START, Action, State, actions, after, states, winning, won_states
from outfox.training.grading.student import Student, reseed
from outfox.training.grading.teaching import is_number
from outfox.training.grading.watched import Watched, watched

ASKED = 4
"""Times that a player is asked in each state, since it may draw among equals."""

TOLD_BY_WINS = (0, 0, 0, 2), (3, 1)
TOLD_BY_LOSSES = (0, 0, 0, 1), (3, 1)
"""A state and action whose reward is certain: it leaves one object; it takes the last."""

TOLD_AFTER = 1_000
"""Games after which a correct learner has met both: after 10 a third of them have not, after 300 none of a hundred."""


@dataclass(frozen=True)
class Practice:
    """What a player is worth after some games of training.

    Attributes
    ----------
    games
        Of training.
    runs
        How often it was trained so, each time anew; the shares are means.
    share
        Of winning actions among those that its table says are best, over the 335 won states; None without a table.
    chosen
        Of winning actions among those that it chose in them.
    """

    games: int
    runs: int
    share: float | None
    chosen: float

    @property
    def counted(self) -> float:
        """The share that is compared: the table's, else that of the choices."""
        return self.chosen if self.share is None else self.share

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers with their stable keys."""
        return asdict(self)


def trained(student: Student, games: int, seed: int) -> Any:
    """Return a player after training: the student's own, else games against itself with the student's updates.

    Raises
    ------
    Raised
        What the student's code raises.
    """
    reseed(seed)
    if student.trainer is not None:
        return student.guard("train", student.trainer, games)
    ai = student.make()
    for _ in range(games):
        _one_game(student, ai)
    return ai


def can_learn(student: Student) -> bool:
    """Say whether there is anything to train."""
    return student.trainer is not None or student.has("update_q_value", "get_q_value", "best_future_reward")


def _one_game(student: Student, ai: Any) -> None:
    """Play a game of a player against itself; an action is updated after the opponent's answer."""
    piles, mover = START, 0
    last: list[tuple[State, Action] | None] = [None, None]
    while True:
        action = student.choose(ai, piles, explore=True)
        if action not in actions(piles):  # reported elsewhere
            return
        last[mover], piles, mover = (piles, action), after(piles, action), 1 - mover
        waiting = last[mover]
        if any(piles):
            if waiting is not None:
                _learn(student, ai, *waiting, 0, piles)
            continue
        _learn(student, ai, *(last[1 - mover] or (piles, action)), -1, piles)
        if waiting is not None:
            _learn(student, ai, *waiting, 1, piles)
        return


def _learn(student: Student, ai: Any, state: State, action: Action, reward: int, new: State) -> None:
    old = student.ask(ai, "get_q_value", state, action)
    future = student.ask(ai, "best_future_reward", new)
    student.ask(ai, "update_q_value", state, action, old, reward, future)


def share_of_table(student: Student, ai: Any) -> float | None:
    """Return the share of winning actions among the best ones of each won state, over all 335."""
    if not student.has("get_q_value"):
        return None
    total = 0.0
    for state in won_states():
        values = {action: student.ask(ai, "get_q_value", state, action) for action in actions(state)}
        if not all(map(is_number, values.values())):
            return None
        top = max(values.values())
        best = [action for action, value in values.items() if value == top]
        total += sum(action in winning(state) for action in best) / len(best)
    return total / len(won_states())


def share_of_choices(student: Student, ai: Any, times: int = ASKED) -> float:
    """Return the share of winning actions among those that a player chooses in the won states."""
    wins = sum(student.choose(ai, state) in winning(state) for state in won_states() for _ in range(times))
    return wins / (times * len(won_states()))


def against_perfect(student: Student, ai: Any, seat: int, games: int, seed: int) -> int | None:
    """Return how many games a player wins against perfect play; None where it makes an illegal move."""
    generator = random.Random(seed)
    wins = 0
    for _ in range(games):
        piles, mover = START, 0
        while any(piles):
            legal = actions(piles)
            action = student.choose(ai, piles) if mover == seat else _perfect(piles, generator)
            if action not in legal:
                return None
            piles, mover = after(piles, action), 1 - mover
        wins += mover == seat  # the other took the last object
    return wins


def _perfect(piles: State, generator: random.Random) -> Action:
    """Return a winning action, else any."""
    return generator.choice(sorted(winning(piles)) or actions(piles))


def check_rewards(student: Student, ai: Any, games: int) -> None:
    """After so many games of training, leaving one object is worth more than 0 and taking the last object less."""
    if not student.has("get_q_value"):
        return
    found = [student.ask(ai, "get_q_value", *case) for case in (TOLD_BY_WINS, TOLD_BY_LOSSES)]
    if not all(map(is_number, found)):
        return
    win, loss = map(float, found)
    seen = f"after training, leaving one object is worth {win:+.2g} and taking the last one {loss:+.2g}"
    if loss > 0 or win < 0:
        student.note("reward-sign", "train", seen, "give the loser's last action -1, the winner's last one +1")
    elif games >= TOLD_AFTER and (win == 0 or loss == 0):
        side = "winner's last action gets no +1" if win == 0 else "loser's last action gets no -1"
        student.note("reward", "train", seen, f"the {side}, or training has no update for it")


def check_read(student: Student, ai: Any) -> None:
    """No entry of a trained table is one that no question leads to."""
    table = watched(getattr(ai, "q", None))
    if table is None or not student.has("get_q_value"):
        return
    ai.q, kept = table, ai.q
    for state in states():
        for action in actions(state):
            student.ask(ai, "get_q_value", state, action)
    ai.q = kept
    _note_unread(student, table)


def _note_unread(student: Student, table: Watched) -> None:
    unread = [] if table.scanned else [key for key in dict.keys(table) if key not in table.read]
    if unread:
        seen = f"{len(unread)} of the {len(table)} entries of q after training are never read, such as {unread[0]!r}"
        student.note("keys", "get_q_value", seen, "use one form, (tuple(state), action), wherever q is used")
