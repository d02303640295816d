"""What is known of a number before it is there: the least and the most that an expression can be.

Loops over constants, remainders, literals and constant tables have known limits. Where they show that a shift stays
below 64 or an index inside its array, nothing has to be tested.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

import numpy as np

from outfox.kernel.lowering.constants import Frozen

Limits = tuple[int, int] | None

_MOST_ELEMENTS = 100_000


class Bounds:
    """The limits of one function's expressions."""

    def __init__(
        self, node: ast.FunctionDef, frozen: Mapping[str, Frozen], kept: Mapping[str, tuple[int, ...]]
    ) -> None:
        self.frozen, self.kept = frozen, kept
        self.variables: dict[str, Limits] = {}
        given = {arg.arg for arg in ast.walk(node) if isinstance(arg, ast.arg)}
        sources: dict[str, list[ast.expr | None]] = {}
        for child in ast.walk(node):
            if isinstance(child, ast.For) and isinstance(child.target, ast.Name):
                sources.setdefault(child.target.id, []).append(child.iter)
            elif isinstance(child, ast.Assign) and len(child.targets) == 1:
                for target, value in _pairs(child.targets[0], child.value):
                    sources.setdefault(target.id, []).append(value)
        stores: dict[str, int] = {}
        for child in ast.walk(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                stores[child.id] = stores.get(child.id, 0) + 1
        self._single = {
            variable: found[0]
            for variable, found in sources.items()
            if len(found) == 1 and stores.get(variable) == 1 and variable not in given
        }
        self._loops = {id(child.iter) for child in ast.walk(node) if isinstance(child, ast.For)}
        self._busy: set[str] = set()

    def of(self, node: ast.expr | None) -> Limits:
        """Return the limits of an expression, or None."""
        handler = getattr(self, f"_{type(node).__name__}", None)
        return handler(node) if handler else None

    def _Constant(self, node: ast.Constant) -> Limits:
        return (int(node.value), int(node.value)) if isinstance(node.value, int) else None

    def _Name(self, node: ast.Name) -> Limits:
        frozen = self.frozen.get(node.id)
        if node.id in self._single:
            return self._variable(node.id)
        if frozen is not None and frozen.kind == "number" and isinstance(frozen.value, int):
            return int(frozen.value), int(frozen.value)
        return None

    def _variable(self, variable: str) -> Limits:
        if variable in self._busy:
            return None
        if variable not in self.variables:
            self._busy.add(variable)
            source = self._single[variable]
            looped = id(source) in self._loops
            self.variables[variable] = self._iterated(source) if looped else self.of(source)
            self._busy.discard(variable)
        return self.variables[variable]

    def _iterated(self, node: ast.expr | None) -> Limits:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            parts = [self.of(argument) for argument in node.args]
            if any(part is None for part in parts):
                return None
            limits = [part for part in parts if part is not None]
            if len(limits) == 1:
                return 0, max(0, limits[0][1] - 1)
            ends = [limits[0][0], limits[0][1], limits[1][0], limits[1][1]]
            return min(ends), max(ends)
        return self._table(node)

    def _table(self, node: ast.expr | None) -> Limits:
        while isinstance(node, ast.Subscript):
            node = node.value
        frozen = self.frozen.get(node.id) if isinstance(node, ast.Name) else None
        if frozen is None or frozen.kind not in ("array", "dict", "set") or not isinstance(frozen.value, np.ndarray):
            return None
        if frozen.value.dtype.kind not in "iub" or not 0 < frozen.value.size <= _MOST_ELEMENTS:
            return None
        return int(frozen.value.min()), int(frozen.value.max())

    def _Subscript(self, node: ast.Subscript) -> Limits:
        return self._table(node)

    def _UnaryOp(self, node: ast.UnaryOp) -> Limits:
        inner = self.of(node.operand)
        return (-inner[1], -inner[0]) if inner is not None and isinstance(node.op, ast.USub) else None

    def _BinOp(self, node: ast.BinOp) -> Limits:
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.op, ast.Mod) and right is not None and right[0] > 0:
            return 0, right[1] - 1
        if isinstance(node.op, ast.BitAnd):
            known = [side for side in (left, right) if side is not None and side[0] >= 0]
            return (0, min(side[1] for side in known)) if known else None
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Add):
            return left[0] + right[0], left[1] + right[1]
        if isinstance(node.op, ast.Sub):
            return left[0] - right[1], left[1] - right[0]
        corners = [a * b for a in left for b in right]
        if isinstance(node.op, ast.Mult):
            return min(corners), max(corners)
        if isinstance(node.op, ast.FloorDiv) and right[0] > 0:
            corners = [a // b for a in left for b in right]
            return min(corners), max(corners)
        return None

    def _IfExp(self, node: ast.IfExp) -> Limits:
        left, right = self.of(node.body), self.of(node.orelse)
        return (min(left[0], right[0]), max(left[1], right[1])) if left is not None and right is not None else None

    def _Call(self, node: ast.Call) -> Limits:
        if not isinstance(node.func, ast.Name):
            return None
        if node.func.id == "rt_lowest":
            return 0, 63
        if node.func.id == "rt_count":
            return 0, 64
        if node.func.id == "len" and isinstance(node.args[0], ast.Name) and node.args[0].id in self.frozen:
            value = self.frozen[node.args[0].id].value
            return (len(value), len(value)) if isinstance(value, np.ndarray) and value.ndim else None
        if node.func.id == "rt_number":
            return self.of(node.args[0])
        if node.func.id == "rt_word":
            inner = self.of(node.args[0])
            return inner if inner is not None and inner[0] >= 0 else None
        return None

    def size(self, owner: ast.expr, axis: int) -> int | None:
        """Return how many elements an axis of a constant or a field has, where that is known."""
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "rt_bools":
            owner = owner.args[0]
        if isinstance(owner, ast.Name) and owner.id not in self._single and owner.id in self.frozen:
            value = self.frozen[owner.id].value
            return int(value.shape[axis]) if isinstance(value, np.ndarray) and axis < value.ndim else None
        if isinstance(owner, ast.Attribute):
            shape = self.kept.get(owner.attr)
            return shape[axis] if shape is not None and axis < len(shape) else None
        return None


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.Name, ast.expr]]:
    if isinstance(target, ast.Name):
        return [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for t, v in zip(target.elts, value.elts, strict=True) for pair in _pairs(t, v)]
    return []


class Shifts(ast.NodeTransformer):
    """Gives shifts by 64 and more their meaning, where they are possible."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.LShift, ast.RShift)):
            limits = self.bounds.of(node.right)
            if limits is None or not 0 <= limits[0] <= limits[1] <= 63:
                function = ast.Name("rt_left" if isinstance(node.op, ast.LShift) else "rt_right", ast.Load())
                function = ast.copy_location(function, node)
                return ast.copy_location(ast.Call(function, [node.left, node.right], []), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if isinstance(node.op, (ast.LShift, ast.RShift)) and isinstance(node.target, ast.Name):
            read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
            value = self.visit(ast.copy_location(ast.BinOp(read, node.op, node.value), node))
            return ast.copy_location(ast.Assign([node.target], value), node)
        self.generic_visit(node)
        return node
