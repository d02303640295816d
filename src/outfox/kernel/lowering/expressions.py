"""Statements and subscripts that Numba refuses or means otherwise, as others that mean the same.

`s["turn"]` becomes a field; ``s.cells = START`` a filled field; an array assigned onto itself a copy first; a tuple of
stores single stores; ``x += y`` on a field a store that can be checked; `match` on numbers an `if`; `raise` a fault.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.faults import RAISED
from outfox.kernel.lowering.calls import Calls
from outfox.kernel.lowering.named import hoist_named
from outfox.kernel.lowering.trees import (
    Names,
    assign,
    at_line,
    call,
    clone,
    is_simple,
    listed,
    name,
    number,
    subscript,
)
from outfox.rules.source import Function
from outfox.rules.unsigned import written_out


class Simplify(Calls):
    """Rewrites the statements of one function."""

    def __init__(
        self,
        function: Function,
        ranks: dict[str, int],
        fresh: Names,
        generators: set[str],
        emit: Callable[[Function], None],
        checked: bool,
    ) -> None:
        super().__init__(function, fresh, generators, emit)
        self.ranks, self.checked = ranks, checked

    def run(self) -> None:
        """Rewrite the function in place."""
        self.function.node.body = self._block(hoist_named(self.function.node.body, self.fresh))

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in listed(self.visit(statement))]

    def _array_field(self, node: ast.expr) -> ast.Attribute | None:
        """Return the array field that an expression is as a whole, be it a view of its bytes."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rt_bools":
            return self._array_field(node.args[0])
        return node if isinstance(node, ast.Attribute) and node.attr in self.ranks else None

    # -- subscripts -----------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return ast.copy_location(ast.Attribute(node.value, node.slice.value, node.ctx), node)
        # cells[1][0] is cells[1, 0]: one step, and checked as one.
        inner = node.value
        field = self._array_field(inner.value) if isinstance(inner, ast.Subscript) else None
        if isinstance(inner, ast.Subscript) and field is not None:
            parts = [*_parts(inner.slice), *_parts(node.slice)]
            if len(parts) <= self.ranks[field.attr] and not any(isinstance(part, ast.Slice) for part in parts):
                joined = ast.Tuple(parts, ast.Load())
                return at_line(ast.Subscript(inner.value, joined, node.ctx), node.lineno)  # type: ignore[no-any-return]
        return node

    # -- assignment -----------------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) > 1 and not all(isinstance(target, ast.Name) for target in node.targets):
            return self._chain(node)
        return self._store(node)

    def _store(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Tuple):
            return self._several(target, node.value, node.lineno)
        field = self._array_field(target)
        if field is not None:
            whole = subscript(ast.Attribute(field.value, field.attr, ast.Load()), ast.Slice(), store=True)
            return self._store(at_line(ast.Assign([whole], node.value), node.lineno))
        if isinstance(target, ast.Subscript) and any(isinstance(part, ast.Slice) for part in _parts(target.slice)):
            return self._fill(node)
        return node

    def _chain(self, node: ast.Assign) -> list[ast.stmt]:
        temporary = self.fresh.fresh("v")
        out: list[ast.stmt] = [at_line(assign(temporary, node.value), node.lineno)]
        for target in node.targets:
            out += listed(self._store(at_line(ast.Assign([target], name(temporary)), node.lineno)))
        return out

    def _several(self, target: ast.Tuple, value: ast.expr, line: int) -> list[ast.stmt] | ast.stmt:
        """Assign to several targets: names at once, others by way of temporaries, so that each store can be checked."""
        plain = all(isinstance(part, ast.Name) for part in target.elts)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            if plain:
                return at_line(ast.Assign([target], value), line)  # type: ignore[no-any-return]
            names = [self.fresh.fresh("v") for _ in target.elts]
            out = [at_line(assign(part, element), line) for part, element in zip(names, value.elts, strict=True)]
            sources: list[ast.expr] = [name(part) for part in names]
        else:
            out = []
            if isinstance(value, ast.Name) and value.id.startswith("rt_"):
                temporary = value.id
            else:
                temporary = self.fresh.fresh("t")
                out.append(at_line(assign(temporary, value), line))
            if self.checked:
                sized = call("rt_sized", name(temporary), call("rt_number", number(len(target.elts))), number(0))
                out.append(at_line(ast.Expr(sized), line))
            sources = [subscript(name(temporary), ast.Constant(k)) for k in range(len(target.elts))]
        for part, source in zip(target.elts, sources, strict=True):
            out += listed(self._store(at_line(ast.Assign([part], source), line)))
        return out

    def _fill(self, node: ast.Assign) -> Any:
        """Assign to a slice: from an overlapping view by way of a copy, from a tuple element by element."""
        value = node.value
        if isinstance(value, (ast.Tuple, ast.List)):
            array = ast.Call(ast.Attribute(name("np"), "array", ast.Load()), [value], [])
            node.value = at_line(array, node.lineno)
            return node
        root = value
        while isinstance(root, (ast.Subscript, ast.Attribute)) and self._array_field(root) is None:
            root = root.value
        if root is not value and self._array_field(root) is not None:
            node.value = at_line(call("rt_copy", value), node.lineno)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            return node
        before: list[ast.stmt] = []
        if isinstance(node.target, ast.Subscript) and not is_simple(node.target.slice):
            temporary = self.fresh.fresh("i")  # the index is taken once
            before.append(at_line(assign(temporary, node.target.slice), node.lineno))
            node.target.slice = at_line(name(temporary), node.lineno)
        return [*before, *listed(self._store(written_out(node)))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    # -- loops and the rest ---------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.AST:
        if isinstance(node.iter, ast.GeneratorExp):
            node.iter = self._as_list(node.iter)
        self.generic_visit(node)
        target = node.target
        numbered = isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and (
            node.iter.func.id in ("enumerate", "zip")
        )  # fmt: skip
        if numbered and isinstance(target, ast.Tuple) and not all(isinstance(part, ast.Name) for part in target.elts):
            names = [self.fresh.fresh("t") for _ in target.elts]
            first: list[ast.stmt] = []
            for part, temporary in zip(target.elts, names, strict=True):
                first += listed(self._store(at_line(ast.Assign([part], name(temporary)), node.lineno)))
            node.target = ast.Tuple([name(temporary, store=True) for temporary in names], ast.Store())
            node.body = [*first, *node.body]
        elif not isinstance(target, ast.Name) and not numbered:
            temporary = self.fresh.fresh("t")
            node.body = [*listed(self._store(at_line(ast.Assign([target], name(temporary)), node.lineno))), *node.body]
            node.target = name(temporary, store=True)
        return at_line(node, node.lineno)  # type: ignore[no-any-return]

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self.visit(node.test)
        return at_line(ast.Expr(call("rt_require", node.test, number(0))), node.lineno)  # type: ignore[no-any-return]

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        fault = call("rt_Fault", number(0), number(RAISED), number(0), number(0))
        return at_line(ast.Raise(fault, None), node.lineno)  # type: ignore[no-any-return]

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            element = self.fresh.fresh("y")
            body: list[ast.stmt] = [ast.Expr(ast.Yield(name(element)))]
            loop = ast.For(name(element, store=True), node.value.value, body, [], None)
            return self.visit_For(at_line(loop, node.lineno))
        self.generic_visit(node)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        called = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
        streamed = isinstance(value, ast.Call) and len(value.args) == 1 and self._is_stream(value.args[0])
        if called in ("any", "all") and called not in self.bound and streamed and isinstance(value, ast.Call):
            # In place: Numba can type a recursion only where the function itself returns something plain.
            return self._block([at_line(part, node.lineno) for part in self.loops(value, called)])
        self.generic_visit(node)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        subject = self.fresh.fresh("m")
        first = at_line(assign(subject, self.visit(node.subject)), node.lineno)
        branch: list[ast.stmt] = []
        for case in reversed(node.cases):
            test = self._pattern(case.pattern, subject)
            if case.guard is not None:
                guard = self.visit(case.guard)
                test = guard if test is None else ast.BoolOp(ast.And(), [test, guard])
            body = self._block(case.body)
            branch = body if test is None else [at_line(ast.If(test, body, branch), case.pattern.lineno)]
        return [first, *branch]

    def _pattern(self, pattern: ast.pattern, subject: str) -> ast.expr | None:
        if isinstance(pattern, ast.MatchValue):
            return ast.Compare(name(subject), [ast.Eq()], [self.visit(clone(pattern.value))])
        if isinstance(pattern, ast.MatchSingleton) and pattern.value is not None:
            return ast.Compare(name(subject), [ast.Eq()], [ast.Constant(pattern.value)])
        if isinstance(pattern, ast.MatchOr):
            tests = [self._pattern(part, subject) for part in pattern.patterns]
            return None if None in tests else ast.BoolOp(ast.Or(), [t for t in tests if t is not None])
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return None
        raise self.refuse(pattern, "this `case` does not compile; match whole numbers and _ only, or write `if`")


def _parts(index: ast.expr) -> list[ast.expr]:
    return list(index.elts) if isinstance(index, ast.Tuple) else [index]


def ranks_of(state: np.dtype[Any]) -> dict[str, int]:
    """Return the number of indices that each array field takes, those of nested records too."""
    found: dict[str, int] = {}
    for field in state.names or ():
        assert state.fields is not None
        base, shape = state.fields[field][0].base, state.fields[field][0].shape
        if base.names:
            found.update(ranks_of(base))
        if shape and not base.names:
            found[field] = len(shape)
    return found
