"""Fields of fewer than 64 bits: whole arrays are widened before arithmetic, as single numbers are.

Numba widens one int8, but adds two arrays of int8 in int8 and multiplies float32 in float32. Boolean array fields are
stored as bytes, which Numba can index; rules see them as booleans.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from outfox.kernel.lowering.trees import at_line, call, is_simple, name, subscript
from outfox.rules.inferred import Kinds
from outfox.rules.kinds import PLAIN, Kind, Rows, rows_of
from outfox.rules.source import Function
from outfox.rules.unsigned import written_out

_IN_PLACE = {"copyto", "fill_diagonal", "put", "place", "putmask"}
_REDUCING = {"sum", "prod", "cumsum", "cumprod", "mean", "dot", "std", "var"}


def shapes(state: np.dtype[Any]) -> tuple[dict[str, Kind], set[str], set[str]]:
    """Return the kinds of array fields, the boolean arrays and the single-precision floats, of nested records too."""
    kinds: dict[str, Kind] = {}
    bools: set[str] = set()
    singles: set[str] = set()
    for field in state.names or ():
        assert state.fields is not None
        base, shape = state.fields[field][0].base, state.fields[field][0].shape
        if base.names:
            inner = shapes(base)
            kinds.update(inner[0])
            bools |= inner[1]
            singles |= inner[2]
        elif shape:
            # Numba's arithmetic wants arrays; those inside of records are of another type, which `wide` converts.
            kinds[field] = Rows(len(shape), narrow=base.kind != "b")
        if base.kind == "b" and shape:
            bools.add(field)
        if base.kind == "f" and base.itemsize < 8:
            singles.add(field)
    return kinds, bools, singles


def widen_fields(
    functions: Mapping[str, Function], constants: Mapping[str, Any], large: set[str], state: np.dtype[Any]
) -> None:
    """Rewrite all functions; `large` constants are kept in few bytes."""
    kinds, bools, singles = shapes(state)
    flags = {name for name in state.names or () if state[name] == np.bool_}
    ranks = {title: rows_of(value, title in large) for title, value in constants.items()}
    found = Kinds(functions, ranks, kinds)
    for title, function in functions.items():
        widen = _Widen(found, title, bools, singles, flags)
        function.node.body = [widen.visit(statement) for statement in function.node.body]


class _Widen(ast.NodeTransformer):
    def __init__(self, kinds: Kinds, title: str, bools: set[str], singles: set[str], flags: set[str]) -> None:
        self.kinds, self.title, self.bools, self.singles, self.flags = kinds, title, bools, singles, flags

    def _narrow(self, node: ast.expr) -> bool:
        kind = self.kinds.kind(self.title, node)
        return isinstance(kind, Rows) and kind.narrow

    def _widened(self, node: ast.expr, narrow: bool) -> ast.expr:
        return at_line(call("rt_wide", node), node.lineno) if narrow else node  # type: ignore[no-any-return]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        narrow = self._narrow(node.left), self._narrow(node.right)
        shifted = isinstance(node.op, (ast.LShift, ast.RShift)) and isinstance(
            self.kinds.kind(self.title, node.left), Rows
        )
        self.generic_visit(node)
        if shifted:
            left = isinstance(node.op, ast.LShift)
            array = self._widened(node.left, narrow[0])
            return at_line(call("rt_left" if left else "rt_right", array, node.right), node.lineno)  # type: ignore[no-any-return]
        node.left, node.right = self._widened(node.left, narrow[0]), self._widened(node.right, narrow[1])
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
        narrow = self._narrow(node.operand) and not isinstance(node.op, ast.Not)
        self.generic_visit(node)
        node.operand = self._widened(node.operand, narrow)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        numpy = (
            isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "np"
        )
        method = isinstance(function, ast.Attribute) and function.attr in _REDUCING and self._narrow(function.value)
        plain = isinstance(function, ast.Name) and function.id in ("abs", "sum", "min", "max", "sorted", "list")
        arguments = [(numpy or plain) and self._narrow(argument) for argument in node.args]
        self.generic_visit(node)
        if isinstance(function, ast.Attribute) and method:
            function.value = self._widened(function.value, True)
        if isinstance(function, ast.Attribute) and function.attr in _IN_PLACE:
            return node
        node.args = [self._widened(argument, narrow) for argument, narrow in zip(node.args, arguments, strict=True)]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if isinstance(node.target, ast.Name) and self._narrow(node.target):
            # The array itself changes: what another name or the state shares changes with it.
            value = ast.BinOp(name(node.target.id), node.op, node.value)
            whole = subscript(name(node.target.id), ast.Slice(), store=True)
            return self.visit(at_line(ast.Assign([whole], at_line(value, node.lineno)), node.lineno))  # type: ignore[no-any-return]
        if (
            self._narrow(node.target)
            and isinstance(node.target, (ast.Attribute, ast.Subscript))
            and is_simple(node.target)
        ):
            return self.visit(written_out(node))  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        for k, target in enumerate(node.targets):
            if isinstance(target, ast.Attribute) and target.attr in self.bools:
                target.ctx = ast.Load()
                node.targets[k] = at_line(subscript(target, ast.Slice(), store=True), target.lineno)
        self.generic_visit(node)
        return node

    # A constant tuple is true where it holds anything.

    def _truth(self, node: ast.expr) -> ast.expr:
        kind = self.kinds.kind(self.title, node)
        if isinstance(kind, Rows) and kind.sequence and not isinstance(node, ast.BoolOp):
            return at_line(ast.Compare(call("len", node), [ast.Gt()], [ast.Constant(0)]), node.lineno)  # type: ignore[no-any-return]
        return node

    def visit_If(self, node: Any) -> ast.AST:
        node.test = self._truth(node.test)
        self.generic_visit(node)
        return node  # type: ignore[no-any-return]

    visit_While = visit_IfExp = visit_Assert = visit_If

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        node.values = [self._truth(value) for value in node.values]
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if node.attr in self.bools:
            return at_line(call("rt_bools", node), node.lineno)  # type: ignore[no-any-return]
        if node.attr in self.singles and node.attr not in self.kinds.fields:
            return at_line(call("rt_wide", node), node.lineno)  # type: ignore[no-any-return]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        single = isinstance(node.ctx, ast.Load) and self.singles and self._narrow(node.value)
        scalar = single and self.kinds.kind(self.title, node) == PLAIN
        if isinstance(node.slice, ast.Tuple):
            node.slice.elts = [self._index(part) for part in node.slice.elts]
        else:
            node.slice = self._index(node.slice)
        self.generic_visit(node)
        return at_line(call("rt_wide", node), node.lineno) if scalar else node

    def _index(self, node: ast.expr) -> ast.expr:
        """Return a truth as the number 0 or 1: Numba indexes by numbers only."""
        truth = isinstance(node, (ast.Compare, ast.BoolOp)) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        )
        flag = isinstance(node, ast.Attribute) and node.attr in self.flags
        if flag or (truth and self.kinds.kind(self.title, node) == PLAIN):
            return at_line(call("int", node), node.lineno)  # type: ignore[no-any-return]
        return node
