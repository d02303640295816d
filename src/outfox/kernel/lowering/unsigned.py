"""Unsigned stays unsigned: what meets a uint64 becomes one, as `outfox.rules.word.Word` does in plain Python.

Numba types ``uint64 + int64`` as a float. This stage follows uint64 values (fields, constants, literals above 2**63)
through variables, helper functions and returns to a fixed point, and converts the other side wherever the two kinds
meet. In games without a uint64 it changes nothing.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from outfox.kernel.lowering.trees import at_line, call, written_out

Kind = Any
"""False (not unsigned), True (unsigned), or a tuple of kinds."""

_SHIFTS = (ast.LShift, ast.RShift)
_FLOAT = (ast.Div, ast.Pow)
_PLAIN_CALLS = {"rt_lowest", "rt_count", "len", "range", "rt_has", "rt_has_pair", "bool", "float", "int"}
_KEEPERS = {"abs", "rt_left", "rt_right", "rt_clear_lowest", "rt_least", "rt_most", "rt_total", "rt_copy"}


def involved(state: np.dtype[Any], constants: dict[str, Any], functions: dict[str, ast.FunctionDef]) -> bool:
    """Say whether a game has any uint64 at all."""
    return (
        _has_uint64(state)
        or any(is_unsigned_constant(value) for value in constants.values())
        or any(isinstance(n, ast.Attribute) and n.attr == "uint64" for f in functions.values() for n in ast.walk(f))
    )


def _has_uint64(dtype: np.dtype[Any]) -> bool:
    if dtype.names:
        assert dtype.fields is not None
        return any(_has_uint64(dtype.fields[name][0].base) for name in dtype.names)
    return dtype == np.uint64


def is_unsigned_constant(value: Any) -> bool:
    """Say whether a frozen constant is unsigned."""
    if isinstance(value, np.ndarray):
        return value.dtype == np.uint64
    return isinstance(value, int) and value >= 2**63


def _join(a: Kind, b: Kind) -> Kind:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(_join(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, tuple) or isinstance(b, tuple):
        return a if isinstance(a, tuple) else b
    return a or b


class Unsigned:
    """Infers kinds over all functions of a game, then converts."""

    def __init__(self, functions: dict[str, ast.FunctionDef], state: np.dtype[Any], constants: dict[str, Any]) -> None:
        self.functions = functions
        self.fields = {n for n in state.names or () if state.fields and state.fields[n][0].base == np.uint64}
        self.constants = {name for name, value in constants.items() if is_unsigned_constant(value)}
        self.variables: dict[str, dict[str, Kind]] = {name: {} for name in functions}
        self.returns: dict[str, Kind] = dict.fromkeys(functions, False)
        self.changed = True

    def run(self) -> None:
        """Convert all functions in place."""
        while self.changed:
            self.changed = False
            for title, definition in self.functions.items():
                _Infer(self, title).visit(definition)
        for title, definition in self.functions.items():
            _Convert(self, title).visit(definition)

    def note(self, title: str, variable: str, kind: Kind) -> None:
        """Join what is known of a variable with a new kind."""
        old = self.variables[title].get(variable, False)
        new = _join(old, kind)
        if new != old:
            self.variables[title][variable] = new
            self.changed = True

    def kind(self, title: str, node: ast.expr | None) -> Kind:
        """Return the kind of an expression in function `title`."""
        if node is None:
            return False
        handler = getattr(self, f"_kind_{type(node).__name__}", None)
        return handler(title, node) if handler else False

    def _kind_Constant(self, _title: str, node: ast.Constant) -> Kind:
        return isinstance(node.value, int) and node.value >= 2**63

    def _kind_Name(self, title: str, node: ast.Name) -> Kind:
        return self.variables[title].get(node.id, node.id in self.constants)

    def _kind_Attribute(self, title: str, node: ast.Attribute) -> Kind:
        return node.attr in self.fields or (node.attr == "T" and self.kind(title, node.value))

    def _kind_Subscript(self, title: str, node: ast.Subscript) -> Kind:
        kind = self.kind(title, node.value)
        if isinstance(kind, tuple):
            k = node.slice.value if isinstance(node.slice, ast.Constant) else None
            return kind[k] if isinstance(k, int) and k < len(kind) else any(x is True for x in kind)
        return kind

    def _kind_Tuple(self, title: str, node: ast.Tuple) -> Kind:
        return tuple(self.kind(title, element) for element in node.elts)

    def _kind_BinOp(self, title: str, node: ast.BinOp) -> Kind:
        if isinstance(node.op, _FLOAT):
            return False
        if isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant) and not isinstance(node.right, ast.Constant):
            return True
        if isinstance(node.op, _SHIFTS):
            return self.kind(title, node.left) is True
        return self.kind(title, node.left) is True or self.kind(title, node.right) is True

    def _kind_UnaryOp(self, title: str, node: ast.UnaryOp) -> Kind:
        return not isinstance(node.op, ast.Not) and self.kind(title, node.operand)

    def _kind_IfExp(self, title: str, node: ast.IfExp) -> Kind:
        return _join(self.kind(title, node.body), self.kind(title, node.orelse))

    def _kind_NamedExpr(self, title: str, node: ast.NamedExpr) -> Kind:
        return self.kind(title, node.value)

    def _kind_Call(self, title: str, node: ast.Call) -> Kind:
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "uint64" or any(isinstance(a, ast.Attribute) and a.attr == "uint64" for a in node.args):
                return True
            return node.func.attr in ("min", "max", "sum", "item") and self.kind(title, node.func.value)
        if not isinstance(node.func, ast.Name) or node.func.id in _PLAIN_CALLS:
            return False
        if node.func.id == "rt_word":
            return True
        if node.func.id in self.functions:
            return self.returns[node.func.id]
        if node.func.id in _KEEPERS or node.func.id in ("min", "max"):
            return any(self.kind(title, argument) is True for argument in node.args)
        return False


class _Infer(ast.NodeVisitor):
    def __init__(self, whole: Unsigned, title: str) -> None:
        self.whole, self.title = whole, title

    def _target(self, target: ast.expr, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.whole.note(self.title, target.id, kind)
        elif isinstance(target, ast.Tuple):
            for k, element in enumerate(target.elts):
                self._target(element, kind[k] if isinstance(kind, tuple) and k < len(kind) else kind)

    def visit_Assign(self, node: ast.Assign) -> None:
        kind = self.whole.kind(self.title, node.value)
        for target in node.targets:
            self._target(target, kind)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and not isinstance(node.op, (*_SHIFTS, *_FLOAT)):
            self.whole.note(self.title, node.target.id, self.whole.kind(self.title, node.value) is True)
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._target(node.target, self.whole.kind(self.title, node.value))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        kind = self.whole.kind(self.title, node.iter)
        if isinstance(kind, tuple):
            kind = any(k is True for k in kind)
        self._target(node.target, kind)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        kind = self.whole.kind(self.title, node.value)
        joined = _join(self.whole.returns[self.title], kind)
        if joined != self.whole.returns[self.title]:
            self.whole.returns[self.title] = joined
            self.whole.changed = True
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in self.whole.functions:
            helper = self.whole.functions[node.func.id]
            for parameter, argument in zip(helper.args.args, node.args, strict=False):
                self.whole.note(helper.name, parameter.arg, self.whole.kind(self.title, argument))
        self.generic_visit(node)


class _Convert(ast.NodeTransformer):
    def __init__(self, whole: Unsigned, title: str) -> None:
        self.whole, self.title = whole, title

    def _kind(self, node: ast.expr | None) -> Kind:
        return self.whole.kind(self.title, node)

    def _as(self, node: ast.expr, kind: Kind) -> ast.expr:
        """Return `node` as what has kind `kind`."""
        if isinstance(kind, tuple) and isinstance(node, ast.Tuple) and len(kind) == len(node.elts):
            node.elts = [self._as(element, k) for element, k in zip(node.elts, kind, strict=True)]
            return node
        # A literal is written in the unsigned type even where its value alone would say so: Numba's own choice of
        # type for literals depends on their size.
        if kind is True and (self._kind(node) is not True or isinstance(node, ast.Constant)):
            return at_line(call("rt_word", node), node.lineno)  # type: ignore[no-any-return]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        unsigned = self._kind(node) is True
        shift = isinstance(node.op, _SHIFTS)
        literal_shift = shift and isinstance(node.right, ast.Constant)
        self.generic_visit(node)
        if isinstance(node.op, _FLOAT) or (not unsigned and not shift):
            return node
        if unsigned:
            node.left = self._as(node.left, True)
        if not shift:
            node.right = self._as(node.right, True)
        elif literal_shift:
            node.right = self._as(node.right, unsigned)
        else:
            name = "rt_left" if isinstance(node.op, ast.LShift) else "rt_right"
            return at_line(call(name, node.left, self._as(node.right, unsigned)), node.lineno)  # type: ignore[no-any-return]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        unsigned = self._kind(node.operand) is True
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and unsigned:
            zero = at_line(call("rt_word", ast.Constant(0)), node.lineno)
            return ast.copy_location(ast.BinOp(zero, ast.Sub(), self._as(node.operand, True)), node)
        if unsigned:
            node.operand = self._as(node.operand, True)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        kind = self._kind(node)
        self.generic_visit(node)
        node.body, node.orelse = self._as(node.body, kind), self._as(node.orelse, kind)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        kind = self._kind(node.targets[0]) if isinstance(node.targets[0], (ast.Name, ast.Tuple)) else False
        self.generic_visit(node)
        node.value = self._as(node.value, kind)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self.visit_Assign(written_out(node))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None:
            node.value = self._as(node.value, self.whole.returns[self.title])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "rt_word":
            return node
        unsigned_argument = bool(node.args) and self._kind(node.args[0]) is True
        mixed = isinstance(node.func, ast.Name) and node.func.id in ("min", "max") and self._kind(node) is True
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.whole.functions:
            helper = self.whole.functions[node.func.id]
            variables = self.whole.variables[helper.name]
            for k, (parameter, argument) in enumerate(zip(helper.args.args, node.args, strict=False)):
                node.args[k] = self._as(argument, variables.get(parameter.arg, False))
        elif mixed:
            node.args = [self._as(argument, True) for argument in node.args]
        elif isinstance(node.func, ast.Name) and node.func.id == "int" and unsigned_argument:
            node.func = ast.Attribute(ast.Name("np", ast.Load()), "int64", ast.Load())
            at_line(node, node.lineno)
        return node
