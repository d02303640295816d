"""How functions use constants: dicts by place, ragged tuples with their lengths, `in` and `index` as loops.

Branches that constants decide are chosen first, see `outfox.kernel.lowering.decided`.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from outfox.kernel.lowering.constants import Frozen
from outfox.kernel.lowering.decided import Decide
from outfox.kernel.lowering.trees import Put, at_line, call, clone, is_simple, name, number, subscript

_TABLES = ("array", "dict")
_LENGTH_ONLY = {"len", "range"}


class UseConstants(Decide):
    """Rewrites how one function uses constants."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        truth = self.compared(node)
        if truth is not None:
            return ast.copy_location(ast.Constant(truth), node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            found = self.titled(node.comparators[0])
            if found and found[1].kind != "range":
                return self._membership(node, *found)
        self.generic_visit(node)
        return node

    def _membership(self, node: ast.Compare, title: str, frozen: Frozen) -> ast.AST:
        left = self.visit(node.left)
        if frozen.lengths and frozen.kind != "dict":
            raise self.refuse(node, f"rows of {title} differ in length: `in` does not compile; compare them in a loop")
        if frozen.kind == "dict":
            test: ast.expr = ast.Compare(self._find(title, frozen, left), [ast.GtE()], [ast.Constant(0)])
        else:
            test = call("rt_has_row" if frozen.value.ndim > 1 else "rt_has", name(title), left)
        if isinstance(node.ops[0], ast.NotIn):
            test = ast.UnaryOp(ast.Not(), test)
        return at_line(test, node.lineno)  # type: ignore[no-any-return]

    # -- dicts ----------------------------------------------------------------------------------------------

    def _find(self, title: str, frozen: Frozen, key: ast.expr) -> ast.expr:
        """Return the place of a key, or -1."""
        if frozen.places is not None:
            return call("rt_dense", name(f"{title}_at"), number(frozen.low), key)
        return call("rt_sparse", name(f"{title}_sorted"), name(f"{title}_order"), key)

    def _place(self, title: str, frozen: Frozen, key: ast.expr) -> ast.expr:
        if not is_simple(key):
            return call("rt_key_of", self._find(title, frozen, key), number(-1), number(0))
        return call("rt_key_of", self._find(title, frozen, key), clone(key), number(0))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute):
            found = self.titled(node.func.value)
            if found and found[1].kind == "dict":
                return self._dict_method(node, node.func.attr, *found)
            if found and found[1].kind == "array" and node.func.attr in ("index", "count") and len(node.args) == 1:
                return self._search(node, node.func.attr, *found)
        elif isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1:
            rows = self._rows_of(node.args[0])
            if rows is not None:
                return at_line(call("len", self._row(rows[0], *rows[1:])), node.lineno)  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node

    def _search(self, node: ast.Call, method: str, title: str, frozen: Frozen) -> ast.AST:
        if frozen.value.ndim != 1:
            raise self.refuse(node, f"{title}.{method} of tuples does not compile; write a loop")
        wanted = self.visit(node.args[0])
        if method == "count":
            return at_line(call("rt_tally", name(title), wanted), node.lineno)  # type: ignore[no-any-return]
        return at_line(call("rt_place", name(title), wanted, number(0)), node.lineno)  # type: ignore[no-any-return]

    def _dict_method(self, node: ast.Call, method: str, title: str, frozen: Frozen) -> ast.AST:
        if method == "get" and len(node.args) == 2 and frozen.value.ndim == 1:
            key, default = self.visit(node.args[0]), self.visit(node.args[1])
            return at_line(call("rt_get", name(title), self._find(title, frozen, key), default), node.lineno)  # type: ignore[no-any-return]
        if method == "keys" and not node.args:
            return at_line(name(f"{title}_keys"), node.lineno)  # type: ignore[no-any-return]
        if method in ("values", "items") and not frozen.lengths:
            pairs = call("zip", name(f"{title}_keys"), name(title))
            return at_line(name(title) if method == "values" else pairs, node.lineno)  # type: ignore[no-any-return]
        way = "give get() two arguments, of which the second is a number" if method == "get" else "loop over the keys"
        raise self.refuse(node, f"{title}.{method}(...) does not compile; {way}")

    # -- subscripts -----------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        chain: list[ast.Subscript] = []
        root: ast.expr = node
        while isinstance(root, ast.Subscript):
            chain.append(root)
            root = root.value
        found = self.titled(root)
        if found is not None and found[1].kind == "range" and len(chain) == 1:
            return self._in_range(node, found[1].value)
        if found is None or found[1].kind not in _TABLES or not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        if self._rows_of(node) is not None:
            raise self.refuse(node, f"rows of {ast.unparse(node)} differ in length: loop over them, or use an index")
        return at_line(self._index(*found, [part.slice for part in reversed(chain)]), node.lineno)  # type: ignore[no-any-return]

    def _in_range(self, node: ast.Subscript, numbers: range) -> ast.AST:
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            known = [None if end is None else self.decided(end) for end in ends]
            if any(end is not None and value is None for end, value in zip(ends, known, strict=True)):
                raise self.refuse(node, "a slice of a range wants literal numbers; loop over a range of your own")
            part = numbers[slice(*known)]
            return at_line(call("range", number(part.start), number(part.stop), number(part.step)), node.lineno)  # type: ignore[no-any-return]
        place = call("rt_back", self.visit(node.slice), number(len(numbers)), number(0))
        steps = ast.BinOp(place, ast.Mult(), number(numbers.step))
        return at_line(ast.BinOp(number(numbers.start), ast.Add(), steps), node.lineno)  # type: ignore[no-any-return]

    def _index(self, title: str, frozen: Frozen, slices: list[ast.expr]) -> ast.expr:
        number_there = _literal(frozen, slices)
        if number_there is not None:
            return number_there
        indices: list[ast.expr] = []
        for k, part in enumerate(slices):
            elements = part.elts if isinstance(part, ast.Tuple) else [part]
            if any(isinstance(element, ast.Slice) for element in elements) or len(indices) >= frozen.value.ndim:
                result = self._row(title, frozen, indices)
                if len(indices) + 1 in frozen.lengths and len(elements) == 1:
                    raise self.refuse(
                        part, f"rows of {title} differ in length: loop over range(len({title})) instead of a slice"
                    )
                for rest in slices[k:]:
                    result = subscript(result, self.visit(rest))
                return result
            for element in elements:
                indices.append(self._one(title, frozen, indices, self.visit(element)))
        row = self._row(title, frozen, indices)
        column = indices[-1].value if isinstance(indices[-1], ast.Constant) else None
        return call("int", row) if len(indices) == 2 and column in _whole_columns(frozen) else row

    def _one(self, title: str, frozen: Frozen, before: list[ast.expr], index: ast.expr) -> ast.expr:
        """Return an index into what `before` leaves, in terms of the padded array."""
        if frozen.kind == "dict" and not before:
            return self._place(title, frozen, index)
        if len(before) in frozen.lengths:
            size = subscript(name(f"{title}_n{len(before)}"), _joined(clone(before)))
            return call("rt_back", index, size, number(0))
        return index

    def _row(self, title: str, frozen: Frozen, indices: list[ast.expr]) -> ast.expr:
        if not indices:
            return name(title)
        row = subscript(name(title), _joined(indices))
        if len(indices) not in frozen.lengths:
            return row
        size = subscript(name(f"{title}_n{len(indices)}"), _joined(clone(indices)))
        return subscript(row, ast.Slice(None, size, None))

    # -- loops over rows of different lengths ---------------------------------------------------------------

    def _rows_of(self, node: ast.expr) -> tuple[str, Frozen, list[ast.expr]] | None:
        """Return constant and indices where an expression's elements have lengths of their own."""
        slices: list[ast.expr] = []
        root = node
        while isinstance(root, ast.Subscript):
            slices[:0] = root.slice.elts if isinstance(root.slice, ast.Tuple) else [root.slice]
            root = root.value
        found = self.titled(root)
        if found is None or any(isinstance(part, ast.Slice) for part in slices) or found[1].kind not in _TABLES:
            return None
        if found[1].kind == "dict" and not slices:
            return None
        if len(slices) + 1 not in found[1].lengths:
            return None
        indices: list[ast.expr] = []
        for part in slices:
            indices.append(self._one(*found, indices, self.visit(part)))
        return (*found, indices)

    def visit_For(self, node: ast.For) -> ast.AST:
        iterated, counter_target = node.iter, None
        if _is_call(iterated, "enumerate") and isinstance(node.target, ast.Tuple) and isinstance(iterated, ast.Call):
            iterated = iterated.args[0]
        self._whole_rows(node, iterated)
        rows = self._rows_of(iterated)
        if rows is None:
            node.iter = self.visit(node.iter)
            node.body, node.orelse = self._block(node.body), self._block(node.orelse) if node.orelse else []
            return node
        first: list[ast.stmt] = []
        target = node.target
        counter = self.fresh.fresh("row")
        if iterated is not node.iter and isinstance(node.iter, ast.Call) and isinstance(node.target, ast.Tuple):
            start = self.visit(node.iter.args[1]) if len(node.iter.args) > 1 else ast.Constant(0)
            counter_target, target = node.target.elts
            first.append(ast.Assign([counter_target], ast.BinOp(name(counter), ast.Add(), start)))
        if len(rows[2]) + 2 in rows[1].lengths and isinstance(target, ast.Name):
            # Its own rows differ too: the variable stands for the constant's row, whose lengths are known.
            row = at_line(subscript(iterated, name(counter)), node.lineno)
            node.body = [Put(target.id, row).visit(statement) for statement in node.body]
        else:
            first.append(ast.Assign([target], self._row(rows[0], rows[1], [*clone(rows[2]), name(counter)])))
        length = call("range", call("len", self._row(*rows)))
        loop = ast.For(name(counter, store=True), length, [*first, *self._block(node.body)], [], None)
        loop.orelse = self._block(node.orelse) if node.orelse else []
        return at_line(loop, node.lineno)  # type: ignore[no-any-return]

    def _whole_rows(self, node: ast.For, iterated: ast.expr) -> None:
        """In a loop over a table of whole numbers and fractions keep the whole ones whole."""
        found = self.constant(iterated)
        row = (
            node.target
            if iterated is node.iter
            else node.target.elts[1]
            if isinstance(node.target, ast.Tuple)
            else None
        )
        columns = _whole_columns(found) if found is not None and isinstance(row, ast.Name) else set()
        if columns and isinstance(row, ast.Name):
            node.body = [_Whole(row.id, columns).visit(statement) for statement in node.body]

    def visit_ListComp(self, node: Any) -> ast.AST:
        for loop in node.generators:
            rows = self._rows_of(loop.iter)
            if rows is not None and isinstance(loop.target, ast.Name):
                counter = self.fresh.fresh("row")
                row = subscript(loop.iter, name(counter))
                Put(loop.target.id, at_line(row, node.lineno)).visit(node)
                loop.target = at_line(name(counter, store=True), node.lineno)
                loop.iter = at_line(call("range", call("len", self._row(*rows))), node.lineno)
        self.generic_visit(node)
        return node  # type: ignore[no-any-return]

    visit_SetComp = visit_ListComp

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.constant(node)
        if found is None or not isinstance(node.ctx, ast.Load):
            return node
        if found.kind == "range":
            r = found.value
            return at_line(call("range", number(r.start), number(r.stop), number(r.step)), node.lineno)  # type: ignore[no-any-return]
        if found.kind == "dict":
            return at_line(name(f"{node.id}_keys"), node.lineno)  # type: ignore[no-any-return]
        if 1 in found.lengths:
            raise self.refuse(
                node, f"rows of {node.id} differ in length: use {node.id}[k] in a loop over range(len({node.id}))"
            )
        return node


class _Whole(ast.NodeTransformer):
    """Makes whole numbers of what a variable's columns hold, where a table's others are fractions."""

    def __init__(self, variable: str, columns: set[int]) -> None:
        self.variable, self.columns = variable, columns

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        row = isinstance(node.value, ast.Name) and node.value.id == self.variable and isinstance(node.ctx, ast.Load)
        if row and isinstance(node.slice, ast.Constant) and node.slice.value in self.columns:
            return at_line(call("int", node), node.lineno)  # type: ignore[no-any-return]
        return node


def _whole_columns(frozen: Frozen) -> set[int]:
    """Return the columns of a table of floats that hold whole numbers in the user's file."""
    source = frozen.source.values() if isinstance(frozen.source, dict) else frozen.source
    table = isinstance(frozen.value, np.ndarray) and frozen.value.dtype == np.float64 and frozen.value.ndim == 2
    if not table or not source or frozen.lengths or not all(isinstance(row, (tuple, list)) for row in source):
        return set()
    return {k for k, column in enumerate(zip(*source, strict=True)) if all(type(x) is int for x in column)}


def _is_call(node: ast.expr, function: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function


def _joined(indices: list[ast.expr]) -> ast.expr:
    return indices[0] if len(indices) == 1 else ast.Tuple(list(indices), ast.Load())


def _literal(frozen: Frozen, slices: list[ast.expr]) -> ast.expr | None:
    """Return the number that literal indices choose: in a tuple of 3 and 0.5 the first stays a whole number."""
    value = frozen.source
    if isinstance(frozen.value, np.ndarray) and frozen.value.dtype == np.uint64:
        return None
    for part in slices:
        if (
            not isinstance(value, (tuple, list))
            or not isinstance(part, ast.Constant)
            or not isinstance(part.value, int)
        ):
            return None
        if not 0 <= part.value < len(value):
            return None
        value = value[part.value]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value) or value >= 2**63:
        return None
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
