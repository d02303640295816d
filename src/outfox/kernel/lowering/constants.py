"""Module constants: numbers stay numbers; tuples, lists, dicts, sets and arrays become frozen arrays.

Tuples of unequal length are padded, with their lengths beside them: ``GRAPH_n1[k]`` is the length of ``GRAPH[k]``.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outfox.kernel.lowering.trees import at_line, call, clone, name, number, subscript
from outfox.rules.errors import RulesError
from outfox.rules.refuse import is_word_test
from outfox.rules.source import Function, Reached

DENSE = 65_536
"""Largest key of a dict that becomes a plain table; sparser ones are searched."""

_UNSIGNED = 2**63


@dataclass
class Frozen:
    """A constant in linked form.

    Attributes
    ----------
    value
        The number or array.
    lengths
        For padded tuples: number of indices -> the array of lengths, its name and values.
    keys
        For dicts: the sorted keys, or None where the value is a table indexed by key.
    kind
        ``number``, ``array``, ``set``, ``dict``, ``range`` or ``word``.
    """

    kind: str
    value: Any
    lengths: dict[int, np.ndarray[Any, Any]] = field(default_factory=dict)
    keys: Any = None


def freeze(constant: str, value: Any) -> Frozen:
    """Return the linked form of a module constant.

    Raises
    ------
    RulesError
        Where it mixes numbers and tuples.
    """
    if isinstance(value, str):
        return Frozen("word", value)
    if isinstance(value, range):
        return Frozen("range", value)
    if value is None or isinstance(value, (bool, int, float, np.generic)):
        return Frozen("number", value.item() if isinstance(value, np.generic) else value)
    if isinstance(value, (set, frozenset)):
        return Frozen("set", _array(sorted(value)))
    if isinstance(value, dict):
        keys = sorted(int(key) for key in value)
        inner = freeze(constant, tuple(value[key] for key in keys))
        return Frozen("dict", inner.value, inner.lengths, np.array(keys, np.int64))
    if isinstance(value, np.ndarray):
        return Frozen("array", _widened(value))
    return _from_tuples(constant, value)


def _widened(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.dtype.kind in "iu" and array.dtype != np.uint64:
        return np.ascontiguousarray(array, dtype=np.int64)
    return np.array(np.ascontiguousarray(array), subok=False)


def _array(values: Any) -> np.ndarray[Any, Any]:
    flat = np.array(values, dtype=object).ravel()
    if any(isinstance(v, float) for v in flat):
        return np.array(values, np.float64)
    if all(isinstance(v, (bool, np.bool_)) for v in flat) and len(flat):
        return np.array(values, np.bool_)
    unsigned = any(int(v) >= _UNSIGNED for v in flat)
    return np.array([int(v) for v in flat], np.uint64 if unsigned else np.int64).reshape(np.shape(values))


def _from_tuples(constant: str, value: Any) -> Frozen:
    depth = _depth(constant, value)
    shape = [0] * depth
    _measure(value, 0, shape)
    lengths: dict[int, np.ndarray[Any, Any]] = {}
    for level in range(1, depth):
        sizes = np.zeros(shape[:level], np.int64)
        _fill_lengths(value, level, (), sizes)
        if sizes.size and (sizes != shape[level]).any():
            lengths[level] = sizes
    flat: list[Any] = []
    _flatten(value, flat)
    sample = _array(flat) if flat else np.zeros(0, np.int64)
    padded = np.zeros(shape, sample.dtype)
    _fill(value, (), padded)
    return Frozen("array", padded, lengths)


def _is_nested(value: Any) -> bool:
    return isinstance(value, (tuple, list, range)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _depth(constant: str, value: Any) -> int:
    if not _is_nested(value):
        return 0
    depths = {_depth(constant, element) for element in value}
    # An empty tuple fits any depth: it is a row without elements.
    deeper = {d for element, d in ((e, _depth(constant, e)) for e in value) if not (_is_nested(element) and len(element) == 0)}
    if len(deeper) > 1:
        raise RulesError(f"constant {constant} mixes numbers and tuples; give every element the same form")
    return 1 + (deeper.pop() if deeper else max(depths, default=0))


def _measure(value: Any, level: int, shape: list[int]) -> None:
    if _is_nested(value) and level < len(shape):
        shape[level] = max(shape[level], len(value))
        for element in value:
            _measure(element, level + 1, shape)


def _fill_lengths(value: Any, level: int, index: tuple[int, ...], sizes: Any) -> None:
    if level == 0:
        sizes[index] = len(value)
        return
    for k, element in enumerate(value):
        _fill_lengths(element, level - 1, (*index, k), sizes)


def _flatten(value: Any, out: list[Any]) -> None:
    if _is_nested(value):
        for element in value:
            _flatten(element, out)
    else:
        out.append(value)


def _fill(value: Any, index: tuple[int, ...], out: Any) -> None:
    if _is_nested(value):
        for k, element in enumerate(value):
            _fill(element, (*index, k), out)
    else:
        out[index] = value


class UseConstants(ast.NodeTransformer):
    """Rewrites how a function uses constants, and folds comparisons of words."""

    def __init__(self, function: Function, reached: Reached, frozen: dict[str, Frozen]) -> None:
        self.function, self.reached, self.frozen = function, reached, frozen
        from outfox.rules.source import local_names

        self.bound = local_names(function.node)

    def constant(self, node: ast.AST) -> tuple[str, Frozen] | None:
        """Return the linked name and form of the constant that a name denotes."""
        if isinstance(node, ast.Name) and node.id not in self.bound:
            linked = self.function.names.get(node.id)
            if linked in self.frozen:
                return linked, self.frozen[linked]
        return None

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        def word(side: ast.expr) -> Any:
            found = self.constant(side)
            return found[1].value if found and found[1].kind == "word" else None

        if is_word_test(node, word):
            values = {n.id: w for n in ast.walk(node) if isinstance(n, ast.Name) and (w := word(n)) is not None}
            result = eval(compile(ast.fix_missing_locations(ast.Expression(clone(node))), "", "eval"), {}, values)
            return ast.copy_location(ast.Constant(bool(result)), node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            found = self.constant(node.comparators[0])
            if found and found[1].kind != "range":
                return self._membership(node, *found)
        self.generic_visit(node)
        return node

    def _membership(self, node: ast.Compare, linked: str, frozen: Frozen) -> ast.AST:
        left = self.visit(node.left)
        values = name(f"{linked}_keys") if frozen.kind == "dict" else name(linked)
        test: ast.expr = call("rt_has_pair" if isinstance(left, ast.Tuple) else "has", values, left)
        if isinstance(node.ops[0], ast.NotIn):
            test = ast.UnaryOp(ast.Not(), test)
        return at_line(test, node.lineno)  # type: ignore[no-any-return]

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant) and isinstance(node.test.value, bool):
            return (node.body if node.test.value else node.orelse) or ast.copy_location(ast.Pass(), node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant) and isinstance(node.test.value, bool):
            return node.body if node.test.value else node.orelse
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Attribute):
            found = self.constant(function.value)
            if found and found[1].kind == "dict":
                return self._dict_method(node, function.attr, *found)
        self.generic_visit(node)
        return node

    def _dict_method(self, node: ast.Call, method: str, linked: str, frozen: Frozen) -> ast.AST:
        if method == "get" and len(node.args) == 2 and frozen.value.ndim == 1:
            key, default = self.visit(node.args[0]), self.visit(node.args[1])
            inside = call("rt_has", name(f"{linked}_keys"), clone(key))
            value = subscript(name(linked), call("rt_slot", name(f"{linked}_keys"), key, number(self._place(node))))
            return at_line(ast.IfExp(inside, value, default), node.lineno)  # type: ignore[no-any-return]
        if method == "keys":
            return at_line(name(f"{linked}_keys"), node.lineno)  # type: ignore[no-any-return]
        if method == "values" and not frozen.lengths:
            return at_line(name(linked), node.lineno)  # type: ignore[no-any-return]
        message = f"the dict method {method} does not compile; loop over the keys"
        raise RulesError.at(self.function.path.name, node.lineno, message)

    def _place(self, node: ast.AST) -> int:
        return int(getattr(node, "lineno", 0))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        chain: list[ast.Subscript] = []
        root: ast.expr = node
        while isinstance(root, ast.Subscript):
            chain.append(root)
            root = root.value
        found = self.constant(root)
        if found is None or found[1].kind not in ("array", "dict") or not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        return self._index(found[0], found[1], [part.slice for part in reversed(chain)], node.lineno)

    def _index(self, linked: str, frozen: Frozen, slices: list[ast.expr], line: int) -> ast.AST:
        indices: list[ast.expr] = []
        result: ast.expr = name(linked)
        lengths = dict(frozen.lengths)
        for k, part in enumerate(slices):
            elements = part.elts if isinstance(part, ast.Tuple) else [part]
            if isinstance(part, ast.Slice) or any(isinstance(e, ast.Slice) for e in elements):
                result = subscript(self._row(linked, indices, lengths, line), self.visit(part))
                for rest in slices[k + 1 :]:
                    result = subscript(result, self.visit(rest))
                return at_line(result, line)  # type: ignore[no-any-return]
            visited = [self.visit(element) for element in elements]
            if frozen.kind == "dict" and not indices:
                visited[0] = call("rt_slot", name(f"{linked}_keys"), visited[0], number(line))
            indices += visited
        return at_line(self._row(linked, indices, lengths, line), line)  # type: ignore[no-any-return]

    def _row(self, linked: str, indices: list[ast.expr], lengths: dict[int, Any], line: int) -> ast.expr:
        if not indices:
            return name(linked)
        index = indices[0] if len(indices) == 1 else ast.Tuple(list(indices), ast.Load())
        row = subscript(name(linked), index)
        if len(indices) not in lengths:
            return row
        size = subscript(name(f"{linked}_n{len(indices)}"), clone(index))
        return subscript(row, ast.Slice(None, size, None))

    def visit_For(self, node: ast.For) -> ast.AST:
        deeper = self._ragged_below(node.iter)
        if deeper is not None:
            return self._indexed_loop(node, deeper)
        self.generic_visit(node)
        return node

    def _ragged_below(self, iterated: ast.expr) -> tuple[str, Frozen, list[ast.expr]] | None:
        """Return the constant and indices where the elements looped over have lengths of their own."""
        slices: list[ast.expr] = []
        root = iterated
        while isinstance(root, ast.Subscript):
            slices[:0] = root.slice.elts if isinstance(root.slice, ast.Tuple) else [root.slice]
            root = root.value
        found = self.constant(root)
        if found is None or any(isinstance(part, ast.Slice) for part in slices) or found[1].kind != "array":
            return None
        return (*found, slices) if len(slices) + 1 in found[1].lengths else None

    def _indexed_loop(self, node: ast.For, where: tuple[str, Frozen, list[ast.expr]]) -> ast.AST:
        linked, frozen, slices = where
        counter = f"_row{node.lineno}_{node.col_offset}_{len(slices)}"
        line = node.lineno
        visited = [self.visit(part) for part in slices]
        rows = self._row(linked, visited, frozen.lengths, line)
        element = self._row(linked, [*clone(visited), name(counter)], frozen.lengths, line)
        take = ast.Assign([node.target], element)
        body = [self.visit(statement) for statement in node.body]
        body = [s for part in body for s in (part if isinstance(part, list) else [part])]
        loop = ast.For(name(counter, store=True), call("range", call("len", rows)), [take, *body], [], None)
        return at_line(loop, line)  # type: ignore[no-any-return]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.bound:
            return node
        found = self.constant(node)
        if found and found[1].kind == "range":
            r = found[1].value
            return at_line(call("range", number(r.start), number(r.stop), number(r.step)), node.lineno)  # type: ignore[no-any-return]
        if found and found[1].kind == "dict":
            return at_line(name(f"{found[0]}_keys"), node.lineno)  # type: ignore[no-any-return]
        node.id = self.function.names.get(node.id, node.id)
        return node
