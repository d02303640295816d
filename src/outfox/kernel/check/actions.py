"""Laws of a single state: who moves, what may be played, what it pays, odds, names."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from outfox.kernel.check.ground import Answers, Broken, Ground, Node
from outfox.rules.errors import RulesError
from outfox.rules.vocabulary import CHANCE, TERMINAL

ODDS_TOLERANCE = 1e-9

READ_BACK = 6
"""Names of a state that are read back, about."""


def check_state(ground: Ground, node: Node) -> None:
    """Check what the rules answered about a state; once."""
    answers = node.answers
    if answers is None or node.number in ground.judged:
        return
    ground.judged.add(node.number)
    if answers.mover == TERMINAL:
        _payoff(ground, node, answers.payoff)
        return
    if answers.mover == CHANCE:
        _chance(ground, node, answers)
    elif not answers.actions:
        _stuck(ground, node)
    _codes(ground, node, answers)
    _names(ground, node)


def _payoff(ground: Ground, node: Node, payoff: float) -> None:
    if not math.isfinite(payoff):
        message = f"payoff is {payoff}; it must be a finite number at the end of a game"
        ground.fault("payoff", "payoff", message, node)
        return
    scale = ground.game.scale
    if abs(payoff) > scale:
        message = f"payoff is {payoff}, more than SCALE, which is {scale:g}: declare SCALE = the largest payoff"
        ground.fault("payoff", "SCALE" if ground.game.has("SCALE") else "payoff", message, node)


def _stuck(ground: Ground, node: Node) -> None:
    player = ground.game.players[node.mover or 0]
    message = (
        f"{player} is to move and has no legal action: let mover return TERMINAL here, let legal_actions"
        ' yield a pass, or say what it means with STUCK = "loses", "wins", "draws" or "passes"'
    )
    ground.fault("stuck", "legal_actions", message, node)


def _codes(ground: Ground, node: Node, answers: Answers) -> None:
    chance = answers.mover == CHANCE
    what, word, size = ("chance", "outcome", "OUTCOMES") if chance else ("legal_actions", "action", "ACTIONS")
    most = ground.game.outcomes if chance else ground.game.actions
    place = ground.place(what)
    outside = next((a for a in answers.actions if not 0 <= a < most), None)
    if outside is not None:
        message = (
            f"{what} yields {outside}; {word}s are 0 to {size} - 1 = {most - 1}: {size} is too small, or the"
            f" number of the {word} is wrong"
        )
        ground.note("range", "error", place + message, node)
    twice = next((a for a, times in Counter(answers.actions).items() if times > 1), None)
    if twice is not None:
        message = (
            f"{what} yields {twice} ({ground.name(node, twice)}) twice: two loops find the same {word}, or"
            f" two {word}s share a number"
        )
        ground.note("unique", "error", place + message, node)
    most = len(set(answers.actions))
    if not chance and ground.game.has("BRANCHING") and most > ground.game.branching:
        message = (
            f"{most} legal actions, more than BRANCHING = {ground.game.branching}: raise BRANCHING,"
            " the room that compiled rules have for them"
        )
        ground.fault("branching", "BRANCHING", message, node)


def _chance(ground: Ground, node: Node, answers: Answers) -> None:
    place = ground.place("chance")
    if not ground.game.has("chance"):
        if not ground.game.has("sample_chance"):
            message = "mover returns CHANCE, but the rules declare no chance(s)"
            ground.fault("chance", "mover", message, node)
        else:
            message = "without chance(s) outcomes are only sampled: what comes after them was not checked"
            ground.fault("chance", "sample_chance", message, node, severity="info")
        return
    total = math.fsum(answers.odds)
    if not answers.odds:
        ground.note("chance", "error", place + "mover returns CHANCE, but chance yields no outcome", node)
    elif not abs(total - 1.0) <= ODDS_TOLERANCE:
        message = f"the probabilities sum to {total:.12g}, not 1: an outcome is missing, or a weight is not divided"
        ground.note("chance", "error", place + message, node)
    bad = next(((a, p) for a, p in zip(answers.actions, answers.odds, strict=True) if not p > 0.0), None)
    if bad is not None:
        message = f"outcome {bad[0]} has probability {bad[1]}: yield only what can happen"
        ground.note("chance", "error" if bad[1] < 0 or math.isnan(bad[1]) else "warning", place + message, node)


def _names(ground: Ground, node: Node) -> None:
    game = ground.game
    if not game.has("action_name"):
        return
    seen: dict[str, int] = {}
    for action in node.choices:
        try:
            name = ground.pure(node, "action_name", game.action_name, action)
        except Broken:
            return
        if name in seen:
            message = f"actions {seen[name]} and {action} are both called {name!r}: name what differs"
            ground.fault("names", "action_name", message, node)
        elif not name or name != name.strip():
            message = f"action {action} is called {name!r}: a name is not empty and has no space at its ends"
            ground.fault("names", "action_name", message, node)
        seen.setdefault(name, action)
    if game.has("parse_action"):
        # Reading a name may mean to name every legal action: a few of each state, others in the next.
        step = max(1, len(seen) // READ_BACK)
        for name, action in list(seen.items())[node.number % step :: step]:
            _read_back(ground, node, action, name)


def _read_back(ground: Ground, node: Node, action: int, name: str) -> None:
    game = ground.game
    if game.stuck == "passes" and action == game.actions - 1:
        return
    ground.now = ("parse_action", node)
    try:
        read: Any = int(game.call("parse_action", node.state.copy(), name))
    except RulesError as error:
        message = f"{error}: it cannot read the name {name!r} of action {action}"
        ground.note("parse-action", "error", message, node)
    except (TypeError, ValueError):
        ground.fault("parse-action", "parse_action", f"parse_action gives no number for {name!r}", node)
    else:
        if read != action:
            message = f"parse_action reads {name!r}, the name of action {action}, as action {read}"
            ground.fault("parse-action", "parse_action", message, node)
