"""The checked build: every index, store, division and yield is tested, and a failure knows its line."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from outfox.kernel.lowering.trees import at_line, call, clone, is_simple, name, number, subscript, written_out

FILE_STRIDE = 1_000_000
"""A place is file number times this plus line."""

_FAULTING = {"rt_room", "rt_slot", "rt_require", "rt_index", "rt_fit", "rt_nonzero"}

_BUFFERS = {"_out", "_odds"}


class Check(ast.NodeTransformer):
    """Adds the tests to one function."""

    def __init__(self, state: np.dtype[Any]) -> None:
        self.fields = state.fields or {}

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(part, ast.Slice) for part in parts) or not is_simple(node.value):
            return node
        if all(isinstance(part, ast.Constant) for part in parts):
            return node  # Numba's own bounds check suffices, and a tuple needs the literal
        checked = []
        for axis, part in enumerate(parts):
            owner = clone(node.value)
            if len(parts) == 1:
                size: ast.expr = call("len", owner)
            else:
                size = subscript(ast.Attribute(owner, "shape", ast.Load()), ast.Constant(axis))
            checked.append(call("rt_index", part, size, number(0)))
        node.slice = checked[0] if len(checked) == 1 else ast.Tuple(checked, ast.Load())
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in _BUFFERS:
            node.value = self.visit(node.value)  # `room` has tested it
            return node
        witness: ast.expr | None = None
        if isinstance(target, ast.Subscript) and is_simple(target.value):
            witness = clone(target.value)
        elif isinstance(target, ast.Attribute) and target.attr in self.fields:
            base = self.fields[target.attr][0].base
            if base.kind in "iu" and not self.fields[target.attr][0].shape:
                scalar = ast.Attribute(name("np"), base.name, ast.Load())
                witness = ast.Call(scalar, [ast.Constant(0)], [])
        self.generic_visit(node)
        if witness is not None:
            node.value = call("rt_fit", witness, node.value, number(0))
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return self.visit_Assign(written_out(node))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, (ast.FloorDiv, ast.Mod, ast.Div)) and not isinstance(node.right, ast.Constant):
            node.right = call("rt_nonzero", node.right, number(0))
        return at_line(node, node.lineno)  # type: ignore[no-any-return]


class Place(ast.NodeTransformer):
    """Writes the place (file and line) into every call that can raise a fault."""

    def __init__(self, file_number: int) -> None:
        self.offset = file_number * FILE_STRIDE

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _FAULTING:
            node.args[-1] = at_line(number(self.offset + node.lineno), node.lineno)
        return node
