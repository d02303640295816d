"""What rules may not hold: found before anything runs, said in one line with the rewrite.

Plain Python could run most of it, but compiled code could not, or would mean something else; refusing at load keeps
the two worlds the same. What is allowed is listed in the documentation, "What compiles".
"""

from __future__ import annotations

import ast
import difflib
import math
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules.contract import SLOTS
from outfox.rules.errors import RulesError
from outfox.rules.refuse_calls import CallRefusal, call_circles
from outfox.rules.refuse_states import states
from outfox.rules.source import BUILTINS, Function, Reached, walk_own
from outfox.rules.unusable import unusable

__all__ = ["is_word_test", "module", "rules", "unusable"]

_NODES: dict[type[ast.AST], str] = {
    ast.Global: "`global` changes the module; keep what changes in a field of State",
    ast.Nonlocal: "`nonlocal` does not compile; pass the value as an argument and return it",
    ast.ClassDef: "classes do not compile; keep the values in fields of State and integers",
    ast.Try: "`try` does not compile; test the condition with `if` first",
    ast.With: "`with` does not compile in rules; leave it out",
    ast.Lambda: "`lambda` does not compile; write a function with def",
    ast.Import: "import at the top of the file, not inside a rule",
    ast.ImportFrom: "import at the top of the file, not inside a rule",
    ast.Dict: "a dict inside a rule does not compile; make it a constant of the module, with whole numbers",
    ast.DictComp: "a dict inside a rule does not compile; make it a constant of the module, with whole numbers",
    ast.Starred: "`*` unpacking does not compile; name the elements",
    ast.AsyncFunctionDef: "`async` does not compile; write a plain function",
    ast.Await: "`await` does not compile; write a plain function",
    ast.Delete: "`del` does not compile; assign a new value",
    ast.FormattedValue: "strings do not compile; put them into action_name and text",
    ast.JoinedStr: "strings do not compile; put them into action_name and text",
}

_MODULES = {"np": np, "math": math}
_MUST_RETURN = "mover payoff sample_chance sees progress rank symmetry_action evaluate same_chance".split()

_OWN_NAMES = frozenset("assign copy dtype key load names normalise record".split())
"""Attributes of states, which fields cannot be called."""


def module(tree: ast.Module, path: Path) -> None:
    """Refuse what the module as a whole may not hold.

    Raises
    ------
    RulesError
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in SLOTS:
            slot = SLOTS[node.name]
            yields = any(isinstance(sub, (ast.Yield, ast.YieldFrom)) for sub in ast.walk(node))
            if slot.generator and not yields:
                raise RulesError.at(
                    path.name, node.lineno, f"{node.name} must yield: write `yield action` for each one"
                )
            if not slot.generator and yields and slot.compiled:
                raise RulesError.at(path.name, node.lineno, f"{node.name} must return a value, not yield")
        if isinstance(node, ast.ClassDef) and node.name == "State":
            message = "State must be a dtype: State = np.dtype([(name, type), ...])"
            raise RulesError.at(path.name, node.lineno, message)


def rules(reached: Reached, state: np.dtype[Any]) -> None:
    """Refuse what compiled functions may not hold.

    Raises
    ------
    RulesError
    """
    circles = call_circles(reached)
    for function in reached.functions.values():
        _Refusal(function, reached, state, circles).run()
    states(reached, state)


def fields(state: np.dtype[Any]) -> str | None:
    """Return why the fields of State cannot be called as they are, or None."""
    types: dict[str, np.dtype[Any]] = {}
    todo = [state]
    while todo:
        record = todo.pop()
        for name in record.names or ():
            if name in _OWN_NAMES:
                return f"field {name!r} of State: states have a function of that name; call the field otherwise"
            if types.setdefault(name, record[name]) != record[name]:
                return f"two fields are called {name!r} and have different types; give them different names"
            if record[name].base.names:
                todo.append(record[name].base)
    return None


class _Refusal(CallRefusal):
    """Refuses statements and expressions; calls are the business of `CallRefusal`."""

    def __init__(self, function: Function, reached: Reached, state: np.dtype[Any], circles: set[str]) -> None:
        super().__init__(function, reached, circles)
        self.state = state

    def run(self) -> None:
        node = self.function.node
        if node.decorator_list:
            self.refuse(node, "a rules function has no decorator; outfox compiles it by itself")
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            self.refuse(node, "*arguments do not compile; name each argument")
        self._defaults(node)
        for child in ast.walk(node):
            title = getattr(child, "id", getattr(child, "arg", getattr(child, "name", "")))
            if (
                isinstance(child, (ast.Name, ast.arg, ast.FunctionDef))
                and title in self.bound
                and title.startswith("rt_")
            ):
                self.refuse(child, "names that start with rt_ are used by outfox; choose another")
        if self.function.name in _MUST_RETURN:
            self._returns(node)
        for statement in node.body:
            self.visit(statement)

    def _defaults(self, node: ast.FunctionDef) -> None:
        count = len(node.args.defaults)
        for parameter, default in zip(node.args.args[-count:] if count else [], node.args.defaults, strict=True):
            if isinstance(default, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.Call)):
                message = f"the default of {parameter.arg!r} is kept from call to call; make it inside the function"
                self.refuse(default, message)
            self.visit(default)

    def _returns(self, node: ast.FunctionDef) -> None:
        name = self.function.name
        for sub in walk_own(node):
            nothing = isinstance(sub, ast.Return) and (
                sub.value is None or (isinstance(sub.value, ast.Constant) and sub.value.value is None)
            )
            if nothing:
                self.refuse(sub, f"{name} returns nothing here; return a number")
        if _falls_through(node.body):
            self.refuse(node, f"{name} can end without a value; add a return at its end")

    def visit(self, node: ast.AST) -> Any:
        message = _NODES.get(type(node))
        if message:
            self.refuse(node, message)
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if any(isinstance(sub, (ast.Yield, ast.YieldFrom)) for sub in ast.walk(node)):
            self.refuse(node, f"an inner generator does not compile; move {node.name} to the top level of the file")
        for statement in node.body:
            self.visit(statement)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)  # the message may be any string: it is only read in plain Python

    def visit_Raise(self, node: ast.Raise) -> None:
        pass  # the message may be any string

    def visit_Compare(self, node: ast.Compare) -> None:
        if is_word_test(node, self.constant_value):
            return
        sides = [node.left, *node.comparators]
        for k, op in enumerate(node.ops):
            if isinstance(op, (ast.Is, ast.IsNot)) and not any(_is_none(side) for side in sides[k : k + 2]):
                self.refuse(
                    node,
                    "`is` compares objects; write =="
                    if isinstance(op, ast.Is)
                    else "`is not` compares objects; write !=",
                )
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, (str, bytes)):
            self.refuse(node, "strings do not compile; use whole numbers, or put the text into action_name and text")
        if isinstance(node.value, complex):
            self.refuse(node, "complex numbers do not compile in rules")
        if isinstance(node.value, int) and node.value >= 2**64:
            self.refuse(node, f"{node.value} needs more than 64 bits")

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            if node.slice.value not in (self.state.names or ()):
                self.refuse(
                    node, f"State has no field {node.slice.value!r}; it has {', '.join(self.state.names or ())}"
                )
            self.visit(node.value)
            return
        if isinstance(node.ctx, ast.Store):
            self._no_constant_store(node)
        self.ragged_part(node)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id not in self.bound:
            module = _MODULES.get(self.function.names.get(node.value.id, ""))
            if module is not None and not hasattr(module, node.attr):
                close = difflib.get_close_matches(node.attr, dir(module), 1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                self.refuse(node, f"{module.__name__} has no {node.attr!r}{hint}")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            self._no_constant_store(node.target)
        elif isinstance(node.target, ast.Name) and node.target.id in self.function.space:
            others = [
                sub for sub in ast.walk(self.function.node)
                if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store) and sub.id == node.target.id
            ]  # fmt: skip
            if all(sub is node.target for sub in others) and node.target.id not in self.parameters:
                self.refuse(
                    node, f"rules cannot change the constant {node.target.id}; keep what changes in a field of State"
                )
        self.generic_visit(node)

    def _no_constant_store(self, node: ast.Subscript) -> None:
        root: ast.expr = node
        while isinstance(root, ast.Subscript):
            root = root.value
        if self.constant_value(root) is not None and isinstance(root, ast.Name):
            self.refuse(node, f"rules cannot change the constant {root.id}; keep what changes in a field of State")

    def visit_For(self, node: ast.For) -> None:
        self.iterated(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.iterated(node.iter)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        self._pattern(node.pattern)
        if node.guard is not None:
            self.visit(node.guard)
        for statement in node.body:
            self.visit(statement)

    def _pattern(self, pattern: ast.pattern) -> None:
        if isinstance(pattern, ast.MatchOr):
            for part in pattern.patterns:
                self._pattern(part)
        elif isinstance(pattern, ast.MatchValue):
            self.visit(pattern.value)
        elif isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None or pattern.name is not None:
                self.refuse(pattern, "this `case` does not compile; match whole numbers and _ only, or write `if`")
        elif not isinstance(pattern, ast.MatchSingleton) or pattern.value is None:
            self.refuse(pattern, "this `case` does not compile; match whole numbers and _ only, or write `if`")

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.inner and id(node) not in self.called:
            self.refuse(node, f"the function {node.id} is used as a value; call it by name")
        if node.id in self.bound or isinstance(node.ctx, ast.Store):
            return
        if node.id not in self.function.names:
            if node.id not in BUILTINS:
                self.refuse(node, f"the builtin {node.id!r} does not compile in rules")
            return
        linked = self.function.names[node.id]
        if linked in self.reached.functions and id(node) not in self.called:
            self.refuse(node, f"the function {node.id} is used as a value; call it by name")
        value = self.constant_value(node)
        problem = unusable(node.id, value)
        if problem:
            self.refuse(node, problem)
        self.ragged_part(node)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _falls_through(body: list[ast.stmt]) -> bool:
    """Say whether a block can end without leaving the function."""
    last = body[-1] if body else None
    if isinstance(last, (ast.Return, ast.Raise)):
        return False
    if isinstance(last, ast.If):
        return not last.orelse or _falls_through(last.body) or _falls_through(last.orelse)
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return not endless or any(isinstance(sub, ast.Break) for sub in ast.walk(last))
    if isinstance(last, ast.For):
        return (
            not last.orelse or _falls_through(last.orelse) or any(isinstance(sub, ast.Break) for sub in ast.walk(last))
        )
    if isinstance(last, ast.Match):
        final = last.cases[-1].pattern
        open_ended = not (isinstance(final, ast.MatchAs) and final.pattern is None and last.cases[-1].guard is None)
        return open_ended or any(_falls_through(case.body) for case in last.cases)
    return True


def is_word_test(node: ast.Compare, constant_value: Any) -> bool:
    """Say whether a comparison is of words only, such as ``FIRST == "cat"``: it is folded before compilation."""
    if not all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops):
        return False

    def is_word(side: ast.expr) -> bool:
        if isinstance(side, (ast.Tuple, ast.List)):
            return all(is_word(element) for element in side.elts)
        return (isinstance(side, ast.Constant) and isinstance(side.value, str)) or isinstance(constant_value(side), str)

    return all(is_word(side) for side in [node.left, *node.comparators])
