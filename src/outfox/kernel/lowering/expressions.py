"""What users write most and Numba refuses, as loops and calls that mean the same.

`any(x for ...)`, `all`, `sum` over generator expressions become small functions; `s["turn"]` a field; ``s.cells =
START`` a filled field; an array assigned onto itself a copy first; tuple targets of loops single steps; `match` on
numbers an `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from outfox.kernel.lowering.trees import Names, assign, at_line, call, clone, name, number, subscript
from outfox.rules.errors import RulesError
from outfox.rules.source import Function, local_names

_REDUCERS = {"any", "all", "sum"}
_SINGLE = {"min": "rt_least", "max": "rt_most", "sum": "rt_total", "any": "rt_some", "all": "rt_every"}


class Simplify(ast.NodeTransformer):
    """Rewrites the expressions and statements of one function; new helper functions are handed to `emit`."""

    def __init__(
        self, function: Function, state: np.dtype[Any], fresh: Names, generators: set[str], emit: Callable[[Function], None]
    ) -> None:
        self.function, self.state, self.fresh, self.emit = function, state, fresh, emit
        self.generators = generators
        self.bound = local_names(function.node)

    def _is_array_field(self, node: ast.expr) -> bool:
        fields = self.state.fields or {}
        return isinstance(node, ast.Attribute) and node.attr in fields and bool(fields[node.attr][0].shape)

    # -- calls ----------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            self.generic_visit(node)
            return at_line(call("rt_copy", node.func.value), node.lineno)  # type: ignore[no-any-return]
        if not isinstance(node.func, ast.Name) or node.func.id in self.bound:
            self.generic_visit(node)
            return node
        builtin = node.func.id
        if builtin in _REDUCERS and len(node.args) == 1 and self._is_stream(node.args[0]):
            return self._reduce(node, builtin)
        if builtin == "next" and node.args and self._is_generator_call(node.args[0]):
            return self._first(node)
        self.generic_visit(node)
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            old = node.args[0]
            node.args[0] = ast.copy_location(ast.ListComp(old.elt, old.generators), old)
        if builtin in ("list", "tuple", "set") and len(node.args) == 1 and self._is_generator_call(node.args[0]):
            element = self.fresh.fresh("x")
            each = ast.comprehension(name(element, store=True), node.args[0], [], 0)
            node.args[0] = at_line(ast.ListComp(name(element), [each]), node.lineno)
            if builtin != "set":
                return node.args[0]
        if builtin in _SINGLE and len(node.args) == 1 and not node.keywords:
            node.func.id = _SINGLE[builtin]
        return node

    def _is_generator_call(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.generators

    def _is_stream(self, node: ast.expr) -> bool:
        return isinstance(node, (ast.GeneratorExp, ast.ListComp)) or self._is_generator_call(node)

    def _reduce(self, node: ast.Call, builtin: str) -> ast.AST:
        """Move ``any(...)`` of a stream into a function of its own with an early exit."""
        stream = node.args[0]
        if isinstance(stream, (ast.GeneratorExp, ast.ListComp)):
            element, loops = stream.elt, stream.generators
        else:
            element = name("_x")
            loops = [ast.comprehension(name("_x", store=True), stream, [], 0)]
        if builtin == "sum":
            step: ast.stmt = ast.AugAssign(name("_total", store=True), ast.Add(), element)
        else:
            test = element if builtin == "any" else ast.UnaryOp(ast.Not(), element)
            step = ast.If(test, [ast.Return(ast.Constant(builtin == "any"))], [])
        body: list[ast.stmt] = [step]
        for loop in reversed(loops):
            for condition in reversed(loop.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(loop.target, loop.iter, body, [], None)]
        if builtin == "sum":
            body = [assign("_total", ast.Constant(0)), *body, ast.Return(name("_total"))]
        else:
            body.append(ast.Return(ast.Constant(builtin != "any")))
        return self._hoist(node, builtin, body, stream)

    def _first(self, node: ast.Call) -> ast.AST:
        default = node.args[1] if len(node.args) > 1 else None
        if default is None:
            message = "next() needs a second argument here: what to return when there is nothing"
            raise RulesError.at(self.function.path.name, node.lineno, message)
        loop = ast.For(name("_x", store=True), node.args[0], [ast.Return(name("_x"))], [], None)
        return self._hoist(node, "next", [loop, ast.Return(default)], ast.Tuple([node.args[0], default], ast.Load()))

    def _hoist(self, node: ast.Call, stem: str, body: list[ast.stmt], source: ast.expr) -> ast.AST:
        own = {
            sub.id for part in ast.walk(source) if isinstance(part, ast.comprehension)
            for sub in ast.walk(part.target) if isinstance(sub, ast.Name)
        }  # fmt: skip
        used = {sub.id for sub in ast.walk(source) if isinstance(sub, ast.Name)}
        free = sorted((used & self.bound) - own)
        title = self.fresh.fresh(f"{stem}_in_{self.function.name}_")
        arguments = ast.arguments([], [ast.arg(v) for v in free], None, [], [], None, [])
        definition = ast.FunctionDef(title, arguments, body, [], None, None)
        at_line(definition, node.lineno)
        helper = Function(title, definition, self.function.path, dict(self.function.names))
        Simplify(helper, self.state, self.fresh, self.generators, self.emit).run()
        self.emit(helper)
        return at_line(call(title, *(name(v) for v in free)), node.lineno)  # type: ignore[no-any-return]

    def run(self) -> None:
        """Rewrite the function in place."""
        body: list[ast.stmt] = []
        for statement in self.function.node.body:
            result = self.visit(statement)
            body += result if isinstance(result, list) else [result]
        self.function.node.body = body

    # -- fields -----------------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return ast.copy_location(ast.Attribute(node.value, node.slice.value, node.ctx), node)
        # cells[1][0] is cells[1, 0]: one step, and checked as one.
        inner = node.value
        if isinstance(inner, ast.Subscript) and self._is_array_field(inner.value):
            assert isinstance(inner.value, ast.Attribute)
            fields = self.state.fields or {}
            first = inner.slice.elts if isinstance(inner.slice, ast.Tuple) else [inner.slice]
            rest = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            scalar = not any(isinstance(part, ast.Slice) for part in [*first, *rest])
            if scalar and len(first) + len(rest) <= len(fields[inner.value.attr][0].shape):
                inner.value.ctx = ast.Load()
                joined = ast.Tuple([*first, *rest], ast.Load())
                return at_line(ast.Subscript(inner.value, joined, node.ctx), node.lineno)  # type: ignore[no-any-return]
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1 and any(isinstance(t, (ast.Attribute, ast.Tuple)) for t in node.targets):
            return self._chain(node)
        if self._is_array_field(target):
            whole = subscript(ast.Attribute(target.value, target.attr, ast.Load()), ast.Slice(), store=True)  # type: ignore[attr-defined]
            return self.visit_Assign(at_line(ast.Assign([whole], node.value), node.lineno))
        if isinstance(target, ast.Subscript) and _is_view(target):
            return self._fill(node, target)
        if isinstance(target, ast.Tuple) and not isinstance(node.value, ast.Tuple):
            return self._unpack(target, node.value, node.lineno)
        return node

    def _chain(self, node: ast.Assign) -> list[ast.stmt]:
        temporary = self.fresh.fresh("v")
        out: list[ast.stmt] = [at_line(assign(temporary, node.value), node.lineno)]
        for target in node.targets:
            single = at_line(ast.Assign([target], name(temporary)), node.lineno)
            result = self.visit_Assign(single)
            out += result if isinstance(result, list) else [result]
        return out

    def _fill(self, node: ast.Assign, target: ast.Subscript) -> Any:
        """Assign to a slice: from an overlapping view by way of a copy, from a tuple element by element."""
        value = node.value
        if isinstance(value, ast.Tuple) and isinstance(target.slice, ast.Slice) and target.slice.lower is None:
            return [
                at_line(ast.Assign([subscript(clone(target.value), number(k), store=True)], element), node.lineno)
                for k, element in enumerate(value.elts)
            ]
        root = value
        while isinstance(root, (ast.Subscript, ast.Attribute)) and not self._is_array_field(root):
            root = root.value
        if root is not value and self._is_array_field(root):
            node.value = at_line(call("rt_copy", value), node.lineno)
        return node

    def _unpack(self, target: ast.Tuple, value: ast.expr, line: int) -> list[ast.stmt]:
        temporary = self.fresh.fresh("t")
        return [at_line(assign(temporary, value), line), *self._elements(target, temporary, line)]

    def _elements(self, target: ast.Tuple, temporary: str, line: int) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for k, element in enumerate(target.elts):
            part = subscript(name(temporary), ast.Constant(k))
            if isinstance(element, ast.Tuple):
                out += self._unpack(element, part, line)
            else:
                out.append(ast.Assign([element], part))
        return [at_line(statement, line) for statement in out]

    # -- statements -------------------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.target, ast.Tuple):
            temporary = self.fresh.fresh("t")
            node.body = [*self._elements(node.target, temporary, node.lineno), *node.body]
            node.target = ast.copy_location(name(temporary, store=True), node.target)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        self.generic_visit(node)
        return at_line(ast.Expr(call("rt_require", node.test, number(0))), node.lineno)  # type: ignore[no-any-return]

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            element = self.fresh.fresh("y")
            body: list[ast.stmt] = [ast.Expr(ast.Yield(name(element)))]
            loop = ast.For(name(element, store=True), node.value.value, body, [], None)
            return self.visit_For(at_line(loop, node.lineno))
        self.generic_visit(node)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        subject = self.fresh.fresh("m")
        first = at_line(assign(subject, self.visit(node.subject)), node.lineno)
        branch: list[ast.stmt] = []
        for case in reversed(node.cases):
            test = self._pattern(case.pattern, subject)
            if case.guard is not None:
                test = case.guard if test is None else ast.BoolOp(ast.And(), [test, case.guard])
            body = [part for s in case.body for part in _listed(self.visit(s))]
            branch = body if test is None else [at_line(ast.If(test, body, branch), case.pattern.lineno)]
        return [first, *branch]

    def _pattern(self, pattern: ast.pattern, subject: str) -> ast.expr | None:
        if isinstance(pattern, ast.MatchValue):
            return ast.Compare(name(subject), [ast.Eq()], [pattern.value])
        if isinstance(pattern, ast.MatchSingleton):
            return ast.Compare(name(subject), [ast.Eq()], [ast.Constant(pattern.value)])
        if isinstance(pattern, ast.MatchOr):
            tests = [self._pattern(part, subject) for part in pattern.patterns]
            return None if None in tests else ast.BoolOp(ast.Or(), [t for t in tests if t is not None])
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
            return None
        message = "this `case` does not compile; match whole numbers and _ only, or write `if`"
        raise RulesError.at(self.function.path.name, pattern.lineno, message)


def _listed(result: Any) -> list[ast.stmt]:
    return result if isinstance(result, list) else [result]


def _is_view(target: ast.Subscript) -> bool:
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    return any(isinstance(part, ast.Slice) for part in parts)
