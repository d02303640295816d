"""The checked build: every index, store, division and overflow is tested, and a failure knows its line.

What `outfox.kernel.lowering.bounds` knows to be right is not tested.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from outfox.kernel.lowering.bounds import Bounds
from outfox.kernel.lowering.trees import at_line, call, clone, is_simple, name, number, subscript

_FAULTING = {
    f"rt_{function}"
    for function in (
        "room require given index fit nonzero ordinary left_checked right_checked times plus minus power back place "
        "key_of sized least most nothing depth player finite"
    ).split()
}

_COMPILED = {f"rt_{function}" for function in "sized place least most nothing finite".split()}
"""Those of them that are functions; the others are intrinsics."""

_BUFFERS = {"rt_out", "rt_odds"}
_WHOLE = 2**63
_SMALL = 2**40
_SEQUENCES = (ast.Tuple, ast.List, ast.ListComp)
_RESULTS = {"mover": "rt_player", "payoff": "rt_finite"}
_OVERFLOW = {ast.Mult: "rt_times", ast.Add: "rt_plus", ast.Sub: "rt_minus"}


class Check(ast.NodeTransformer):
    """Adds the tests to one function."""

    def __init__(self, title: str, records: tuple[np.dtype[Any], ...], bounds: Bounds) -> None:
        self.title, self.bounds, self.result = title, bounds, _RESULTS.get(title)
        self.bases = _bases(records)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(part, ast.Slice) for part in parts) or not is_simple(node.value):
            return node
        tested = [self._index(node.value, axis, part, len(parts)) for axis, part in enumerate(parts)]
        node.slice = tested[0] if len(tested) == 1 else ast.Tuple(tested, ast.Load())
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def _index(self, owner: ast.expr, axis: int, part: ast.expr, count: int) -> ast.expr:
        limits, size = self.bounds.of(part), self.bounds.size(owner, axis)
        if limits is not None and size is not None and -size <= limits[0] and limits[1] < size:
            return part
        if isinstance(part, ast.Constant) and size is None:
            return part  # a tuple needs the literal; Numba tests what it does not know
        if count == 1:
            length: ast.expr = call("len", clone(owner))
        else:
            length = subscript(ast.Attribute(clone(owner), "shape", ast.Load()), ast.Constant(axis))
        return call("rt_index", part, length, number(0))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in _BUFFERS:
            node.value = self.visit(node.value)  # `room` has tested it
            return node
        witness = self._witness(target)
        fits = witness is None or self._fits(target, node.value)
        self.generic_visit(node)
        if not fits and witness is not None:
            node.value = call("rt_fit", witness, node.value, number(0))
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def _witness(self, target: ast.expr) -> ast.expr | None:
        """Return an expression of the type that is stored to."""
        if isinstance(target, ast.Subscript) and is_simple(target.value):
            parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            if any(isinstance(part, ast.Slice) for part in parts) and is_simple(target.slice):
                part = clone(target)  # as a view, which has the form that the values must have
                part.ctx = ast.Load()
                return part  # type: ignore[no-any-return]
            return clone(target.value)  # type: ignore[no-any-return]
        if isinstance(target, ast.Attribute) and target.attr in self.bases:
            base = self.bases[target.attr]
            if base is not None and base.kind in "iu" and base != np.uint64:
                return ast.Call(ast.Attribute(name("rt_np"), base.name, ast.Load()), [ast.Constant(0)], [])
        return None

    def _fits(self, target: ast.expr, value: ast.expr) -> bool:
        owner = target.value if isinstance(target, ast.Subscript) else target
        base = self.bases.get(owner.attr) if isinstance(owner, ast.Attribute) else None
        limits = self.bounds.of(value)
        if base is None or base.kind not in "iu" or limits is None:
            return False
        return bool(np.iinfo(base).min <= limits[0] and limits[1] <= np.iinfo(base).max)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        small = self._is_small(node)
        self.generic_visit(node)
        if isinstance(node.op, (ast.FloorDiv, ast.Mod, ast.Div)):
            limits = self.bounds.of(node.right)
            if limits is None or limits[0] <= 0 <= limits[1]:
                node.right = call("rt_nonzero", node.right, number(0))
        elif isinstance(node.op, ast.LShift) and not small:
            return at_line(call("rt_left_checked", node.left, node.right, number(0)), node.lineno)  # type: ignore[no-any-return]
        elif type(node.op) in _OVERFLOW and not small:
            function = _OVERFLOW[type(node.op)]
            return at_line(call(function, node.left, node.right, number(0)), node.lineno)  # type: ignore[no-any-return]
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def _is_small(self, node: ast.BinOp) -> bool:
        """Say whether the result of an operation certainly has 64 bits, or wraps because it is a word."""
        if isinstance(node.left, _SEQUENCES) or isinstance(node.right, _SEQUENCES):
            return True
        if self._is_word(node.left) or (self._is_word(node.right) and not isinstance(node.op, ast.LShift)):
            return not isinstance(node.op, ast.LShift)
        limits = self.bounds.of(node)
        if limits is not None:
            return limits[0] >= -_WHOLE and limits[1] < _WHOLE
        # What is added to a small number is itself near the end of 64 bits, or all is well.
        sides = self.bounds.of(node.left), self.bounds.of(node.right)
        return isinstance(node.op, (ast.Add, ast.Sub)) and any(
            side is not None and side[0] >= -_SMALL and side[1] <= _SMALL for side in sides
        )

    def _is_word(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            return bool(self.bases.get(node.attr) == np.uint64)
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rt_word"

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("rt_left", "rt_right"):
            node.func.id += "_checked"
            node.args.append(number(0))
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.result is not None and node.value is not None and not self._is_result(node.value):
            value = call(f"rt_{self.title}_number", node.value)
            node.value = at_line(call(self.result, value, number(0)), node.lineno)
        return node

    def _is_result(self, node: ast.expr) -> bool:
        """Say whether what is returned is certainly what this function may return."""
        if isinstance(node, ast.IfExp):
            return self._is_result(node.body) and self._is_result(node.orelse)
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            return self.result == "rt_finite" or self.bounds.of(node) is not None
        limits = self.bounds.of(node)
        if self.result == "rt_player":
            return limits is not None and limits[0] >= -2 and limits[1] <= 1
        return limits is not None or isinstance(node, ast.Constant)


def _bases(records: tuple[np.dtype[Any], ...]) -> dict[str, Any]:
    """Return the type of each field, those of nested records too; None where two fields of one name differ."""
    found: dict[str, Any] = {}
    for record in records:
        for field in record.names or ():
            base = record[field].base
            inner = _bases((base,)) if base.names else {field: base}
            for title, kind in inner.items():
                found[title] = kind if found.get(title, kind) == kind else None
    return found


class Places:
    """Numbers the places (file and line) where a fault can be raised, in order: a comment changes no number."""

    def __init__(self) -> None:
        self.found: list[tuple[int, int]] = []
        self._numbers: dict[tuple[int, int], int] = {}

    def number(self, file: int, line: int) -> int:
        """Return the number of a place."""
        if (file, line) not in self._numbers:
            self._numbers[file, line] = len(self.found)
            self.found.append((file, line))
        return self._numbers[file, line]


class Place(ast.NodeTransformer):
    """Writes its place into every call that can raise a fault."""

    def __init__(self, places: Places, file: int) -> None:
        self.places, self.file = places, file

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and (node.func.id in _FAULTING or node.func.id == "rt_Fault"):
            place: ast.expr = number(self.places.number(self.file, node.lineno))
            if node.func.id in _COMPILED:  # once, not for every place
                place = call("rt_number", place)
            node.args[0 if node.func.id == "rt_Fault" else -1] = at_line(place, node.lineno)
        return node
