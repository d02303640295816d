"""What completes the lowered rules of a game in `rules.py`: stubs of slots that it lacks, and what follows from it.

That is the meaning of STUCK, the evaluation of a fitted model, and what goes by the fields of State, KEY and View:
hashes, comparisons, and the numbers that a record is made of.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfox.formats.model import FIRST_WEIGHT, feature_names, pieces_of, point_names
from outfox.formats.packing import Leaf, key_fields
from outfox.kernel.lowering.program import decorator, dtype_text
from outfox.rules.game import Game

_STUBS = {
    "chance": "def chance(s, out, odds):\n    return 0",
    "sample_chance": "def sample_chance(s, random):\n    return 0",
    "evaluate": "def evaluate(s, weights):\n    return 0.0",
    "prior": "def prior(s, weights, out):\n    pass",
    "squares": "def squares(s, out):\n    pass",
    "features": "def features(s, out):\n    pass",
    "relations": "def relations(s, out):\n    pass",
    "symmetry": "def symmetry(k, s, out):\n    pass",
    "symmetry_action": "def symmetry_action(k, action):\n    return action",
    "swap": "def swap(s, out):\n    pass",
    "progress": "def progress(s):\n    return 0",
    "rank": "def rank(s):\n    return 0",
    "unrank": "def unrank(i, s):\n    pass",
    "start": "def start(i, s):\n    initial(s)",
}

# What completes the rules of a game with hidden information.
_VIEW_STUBS = {
    "same_chance": "def same_chance(s, action):\n    return action",
}
_KEY = """def information_key(v, tables):
    return np.int64(view_hash(v) >> rt_word(1))"""

# The evaluation of a fitted model, whatever the rules declare; see `outfox.formats.model` for the order of the weights.
# Kernels may not allocate: what features and squares fill lies behind the weights, which each search copies.
_MODEL = """def outfox_evaluate(s, weights):
    first, scratch, points = {first}, {scratch}, {points}
    for k in range(scratch, {end}):
        weights[k] = 0.0
    total = weights[2] if mover(s) == 1 else weights[1]
    features(s, weights[scratch:points])
    for k in range(points - scratch):
        total += weights[first + k] * weights[scratch + k]
    squares(s, weights[points:])
    for k in range(points, {end}):
        if weights[k] > 0.0:
            total += weights[first + points - scratch + np.int64(weights[k] - 1.0) * {count} + k - points]
    return weights[0] * math.tanh(total)
"""

# What wraps a slot where STUCK says what having no legal action means.
_STUCK = """def outfox_mover(s):
    who = mover(s)
    if who >= 0 and not outfox_has_actions(s):
        return {terminal}
    return who


{decorator}
def outfox_payoff(s):
    who = mover(s)
    if who >= 0:
        return {value} if who == 0 else {opposite}
    return payoff(s)
"""
_PASSES = """def outfox_legal_actions(s, out):
    n = legal_actions(s, out)
    if n == 0:
        out[0] = {passing}
        n = 1
    return n


{decorator}
def outfox_apply(s, action):
    if action == {passing}:
        s.turn = 1 - s.turn
    else:
        apply(s, action)
"""


def _model_text(game: Game) -> str:
    features, pieces, count = len(feature_names(game)), len(pieces_of(game)), len(point_names(game))
    first = FIRST_WEIGHT
    scratch = first + features + pieces * count
    points = scratch + features
    return _MODEL.format(first=first, scratch=scratch, points=points, end=points + count, count=count)


def slot_text(game: Game, checked: bool, model: bool = False) -> str:
    """Return the functions that complete the lowered rules: stubs, STUCK wrappers, what goes by the fields of KEY."""
    mark = decorator(checked)
    # A user's own helper may be called `rank`: it is no slot without `unrank` and STATES, and keeps its name.
    parts = [text for name, text in _STUBS.items() if not game.has(name) and name not in game.reached.functions]
    if game.stuck == "passes":
        parts.append(_PASSES.format(decorator=mark, passing=game.actions - 1))
    elif game.stuck:
        value = {"loses": -1.0, "wins": 1.0, "draws": 0.0}[game.stuck]
        parts.append(_STUCK.format(decorator=mark, terminal=-2, value=value, opposite=-value))
    if model:
        parts.append(_model_text(game))
    parts += [_hash_text(game), _same_text(game), _leaves_text(game), _from_leaves_text(game)]
    return _functions(mark, parts) + (_view_text(game, game.view, mark) if game.view is not None else "")


def _functions(mark: str, parts: list[str]) -> str:
    return "".join(f"\n\n{mark}\n{part}\n" for part in parts)


def _view_text(game: Game, view: np.dtype[Any], mark: str) -> str:
    """Return the record that players see and the functions that take one."""
    fields = key_fields(view, view.names or (), "v")
    parts = [text for name, text in _VIEW_STUBS.items() if not game.has(name)]
    parts += [_hash_text_of("view_hash(v)", fields), _leaves_text_of("view_leaves(v, out)", fields), _KEY]
    return f"\n\nView = np.dtype({dtype_text(view)})\n" + _functions(mark, parts)


def view_leaves_of(game: Game) -> int:
    """Return how many numbers make up a View; 0 where there is none."""
    if game.view is None:
        return 0
    return sum(leaf.size for leaf in key_fields(game.view, game.view.names or ()))


def wrapped(game: Game, model: bool = False) -> dict[str, str]:
    """Return the slots that another function of `rules.py` stands in for."""
    evaluation = {"evaluate": "outfox_evaluate"} if model else {}
    if game.stuck == "passes":
        return {"legal_actions": "outfox_legal_actions", "apply": "outfox_apply", **evaluation}
    return {"mover": "outfox_mover", "payoff": "outfox_payoff", **evaluation} if game.stuck else evaluation


def _hash_text(game: Game) -> str:
    return _hash_text_of("state_hash(s)", key_fields(game.state, game.key_fields, "s"))


def _hash_text_of(head: str, fields: list[Leaf]) -> str:
    lines = [f"def {head}:", "    h = rt_word(0)"]
    for path, shape, base in fields:
        value = "{0}" if base.kind != "f" else "np.float64({0}).view(np.int64)"
        if not shape:
            lines.append(f"    h = rt_mix(h, {value.format(path)})")
        else:
            lines += [f"    for x in {path}.flat:", f"        h = rt_mix(h, {value.format('x')})"]
    return "\n".join([*lines, "    return h"])


def _same_text(game: Game) -> str:
    lines = ["def same_state(s, t):"]
    for path, shape, _ in key_fields(game.state, game.key_fields, "s"):
        other = "t" + path[1:]
        if not shape:
            lines += [f"    if {path} != {other}:", "        return False"]
        else:
            lines += [
                f"    for x, y in zip({path}.flat, {other}.flat):",
                "        if x != y:",
                "            return False",
            ]
    return "\n".join([*lines, "    return True"])


def _leaves_text(game: Game) -> str:
    return _leaves_text_of("state_leaves(s, out)", key_fields(game.state, game.stored_fields, "s"))


def _leaves_text_of(head: str, fields: list[Leaf]) -> str:
    lines = [f"def {head}:", "    k = 0"]
    for path, shape, base in fields:
        value = "{0}" if base.kind != "f" else "np.float64({0}).view(np.int64)"
        loop = [f"    for x in {path}.flat:"] if shape else []
        lines += [
            *loop,
            *_indented(f"out[k] = rt_leaf({value.format('x' if shape else path)})", "k += 1", deep=len(loop)),
        ]
    return "\n".join(lines)


def _from_leaves_text(game: Game) -> str:
    lines = ["def from_leaves(values, s):", "    k = 0"]
    for path, shape, base in key_fields(game.state, game.stored_fields, "s"):
        value = {"u": "rt_word(values[k])" if base.itemsize == 8 else "values[k]", "b": "values[k] != 0"}.get(
            base.kind, "values[k]" if base.kind != "f" else "np.int64(values[k]).view(np.float64)"
        )
        names = [f"i{axis}" for axis in range(len(shape))]
        for axis, size in enumerate(shape):
            lines += _indented(f"for i{axis} in range({size}):", deep=axis)
        target = path + (f"[{', '.join(names)}]" if names else "")
        lines += _indented(f"{target} = {value}", "k += 1", deep=len(names))
    return "\n".join(lines)


def _indented(*lines: str, deep: int) -> list[str]:
    return ["    " * (deep + 1) + line for line in lines]
