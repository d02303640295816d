"""Refusals about states: misspelt fields, copies that would have to outlive their function, views swapped.

A private copy of a state lives in the function that makes it, as in C. It can be changed, asked and handed on; a second
name for it, or returning it, would mean something else than in Python.
"""

from __future__ import annotations

import ast
import difflib
from typing import Any, NoReturn

import numpy as np

from outfox.rules.errors import RulesError
from outfox.rules.inferred import Kinds
from outfox.rules.kinds import PRIVATE, STATE, Kind, Rows, rows_of
from outfox.rules.source import Function, Reached

_STATES: dict[str, tuple[int, ...]] = {
    "observe": (0,), "start": (1,), "unrank": (1,), "swap": (0, 1), "symmetry": (1, 2), "symmetry_action": (),
    "same_chance": (0,),
}  # fmt: skip
"""Which arguments of a rule are states; the first where nothing is said."""

_BESIDE = {"copy"}


def states(reached: Reached, state: np.dtype[Any]) -> None:
    """Refuse what rules may not do with states.

    Raises
    ------
    RulesError
    """
    parameters: dict[str, dict[str, Kind]] = {}
    for name, function in reached.functions.items():
        taken = [arg.arg for arg in function.node.args.args]
        if function.is_slot:
            parameters[name] = {taken[k]: STATE for k in _STATES.get(name, (0,)) if k < len(taken)}
    constants = {name: rows_of(value) for name, value in reached.constants.items()}
    kinds = Kinds(reached.functions, constants, _arrays(state), parameters=parameters)
    for title, function in reached.functions.items():
        _States(kinds, title, function, state).run()


def _arrays(state: np.dtype[Any]) -> dict[str, Kind]:
    fields = {name: state[name] for name in state.names or ()}
    return {name: Rows(len(field.shape)) for name, field in fields.items() if field.shape and not field.base.names}


class _States(ast.NodeVisitor):
    def __init__(self, kinds: Kinds, title: str, function: Function, state: np.dtype[Any]) -> None:
        self.kinds, self.title, self.function, self.state = kinds, title, function, state
        self.fields = state.names or ()
        self.allowed: set[int] = set()

    def run(self) -> None:
        for statement in self.function.node.body:
            self.visit(statement)

    def refuse(self, node: ast.AST, message: str) -> NoReturn:
        raise RulesError.at(self.function.path.name, getattr(node, "lineno", None), message)

    def _kind(self, node: ast.expr) -> Kind:
        return self.kinds.kind(self.title, node)

    def visit(self, node: ast.AST) -> Any:
        read = isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store)
        if read and id(node) not in self.allowed and self._kind(node) == PRIVATE:  # type: ignore[arg-type]
            self.refuse(node, f"a copy of a state has one name only; write copy({_name(node)}) for another")
        return super().visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and self._is_copy(node.value):
            self.allowed.add(id(node.value))
        if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = zip(node.targets[0].elts, node.value.elts, strict=False)
            for target, value in pairs:
                if isinstance(target, ast.Name) and self._is_copy(value):
                    self.allowed.add(id(value))
            self._no_swap(node.targets[0])
        self.generic_visit(node)

    def _is_copy(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and self._kind(node) == PRIVATE
            and self.kinds.called(self.title, node.func) is None
        )

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and self._kind(node.value) == PRIVATE:
            self.refuse(
                node, "a copy of a state cannot be returned; copy it where it is used and hand it on: t = copy(s)"
            )
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.allowed |= {id(part) for part in [*node.args, *(keyword.value for keyword in node.keywords)]}
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "add", "insert", "extend"):
            self.allowed -= {id(part) for part in node.args}
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.allowed.add(id(node.value))
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.allowed.add(id(node.value))
        if self._kind(node.value) in (STATE, PRIVATE) and node.attr not in self.fields and node.attr not in _BESIDE:
            close = difflib.get_close_matches(node.attr, self.fields, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"it has {', '.join(self.fields)}"
            self.refuse(node, f"State has no field {node.attr!r}; {hint}")
        self.generic_visit(node)

    def _condition(self, node: ast.expr) -> None:
        kind = self._kind(node)
        if isinstance(kind, Rows) and not kind.sequence:
            self.refuse(node, "a whole array is no condition; write .any() or .all() of it")

    def visit_If(self, node: Any) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_Assert = visit_If

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for value in node.values:
            self._condition(value)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._condition(node.operand)
        else:
            self._no_sequence(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._no_sequence(node, node.left, node.right)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._no_sequence(node, node.target, node.value)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if all(not isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in node.ops):
            sides = [self._kind(side) for side in [node.left, *node.comparators]]
            if any(_is_sequence(kind) for kind in sides) and not any(_is_array(kind) for kind in sides):
                self.refuse(
                    node,
                    f"{ast.unparse(node)} compares tuples, which compiled rules do not; compare element by element",
                )
        self.generic_visit(node)

    def _no_sequence(self, node: ast.AST, *sides: ast.expr) -> None:
        """Refuse arithmetic of constant tuples: compiled rules keep them as arrays, which would be added."""
        kinds = [self._kind(side) for side in sides]
        if any(_is_sequence(kind) for kind in kinds) and not any(_is_array(kind) for kind in kinds):
            self.refuse(node, f"{ast.unparse(node)} puts constants together; make the result a constant of the module")

    def _no_swap(self, target: ast.Tuple) -> None:
        assert self.state.fields is not None
        for part in target.elts:
            depth, root = 0, part
            while isinstance(root, ast.Subscript):
                depth += len(root.slice.elts) if isinstance(root.slice, ast.Tuple) else 1
                root = root.value
            if not isinstance(root, ast.Attribute) or root.attr not in self.fields:
                continue
            base, shape = self.state.fields[root.attr][0].base, self.state.fields[root.attr][0].shape
            if base.names and depth == len(shape):
                self.refuse(part, f"records {_SWAPPED}; swap field by field")
            if depth and depth < len(shape):
                way = "swap element by element, or keep a .copy() of one row first"
                self.refuse(part, f"rows of {root.attr} {_SWAPPED}; {way}")


_SWAPPED = "cannot be swapped in one assignment (each side is a view of the same memory)"


def _is_sequence(kind: Kind) -> bool:
    return isinstance(kind, Rows) and kind.sequence


def _is_array(kind: Kind) -> bool:
    return isinstance(kind, Rows) and not kind.sequence


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else "s"
