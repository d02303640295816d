"""Calls that users write most and Numba refuses, as loops and calls that mean the same.

`any(x for ...)`, `all`, `sum`, `next`, `min`, `max` over generators become small functions with a loop; `list` of a
generator a comprehension; builtins over arrays calls of the runtime.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outfox.kernel.lowering.trees import Names, Put, assign, at_line, call, clone, is_simple, name, number, subscript
from outfox.rules.errors import RulesError
from outfox.rules.source import Function, local_names

_STREAMED = {"any", "all", "sum", "min", "max", "next"}
_SINGLE = {"min": "rt_least", "max": "rt_most", "sum": "rt_total", "any": "rt_some", "all": "rt_every"}
_NARROW = {"int8", "int16", "int32", "uint8", "uint16", "uint32", "intp", "int_", "intc", "short", "byte", "ubyte"}
_SUBJECT = {"any": "rt_any_along", "all": "rt_all_along"}


class Calls(ast.NodeTransformer):
    """Rewrites the calls of one function; new helper functions are handed to `emit`."""

    def __init__(
        self, function: Function, fresh: Names, generators: set[str], emit: Callable[[Function], None]
    ) -> None:
        self.function, self.fresh, self.emit, self.generators = function, fresh, emit, generators
        self.bound = local_names(function.node)

    def refuse(self, node: ast.AST, message: str) -> RulesError:
        """Return the error for a node."""
        return RulesError.at(self.function.path.name, getattr(node, "lineno", None), message)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.bound:
            self.generic_visit(node)
            return node
        builtin = node.func.id
        if builtin in _STREAMED and node.args and self._is_stream(node.args[0]):
            best = builtin in ("min", "max") and not any(keyword.arg == "default" for keyword in node.keywords)
            if not best:
                return self._streamed(node, builtin)
        self.generic_visit(node)
        if any(keyword.arg == "key" for keyword in node.keywords) and builtin in ("min", "max", "sorted"):
            raise self.refuse(node, f"{builtin} with a key does not compile; write a loop that keeps the best so far")
        node.args = [self._as_list(argument) for argument in node.args]
        if builtin in ("list", "tuple") and node.args:
            node.func.id = "list"
            return node.args[0] if isinstance(node.args[0], ast.ListComp) else node
        if builtin == "reversed":
            return self._reversed(node)
        if builtin == "rt_ordinary" and len(node.args) == 1:
            node.args.append(at_line(number(0), node.lineno))
        if builtin in _SINGLE and len(node.args) == 1 and not node.keywords:
            node.func.id = _SINGLE[builtin]
            if builtin in ("min", "max"):
                node.args.append(at_line(number(0), node.lineno))
        return node

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        owner = function.value
        if isinstance(owner, ast.Name) and owner.id == "np" and "np" not in self.bound:
            if function.attr in ("array", "asarray", "copy") and len(node.args) == 1 and not node.keywords:
                return node if isinstance(node.args[0], (ast.List, ast.Tuple)) else self._copied(node, node.args[0])
            if function.attr in _SUBJECT and (node.keywords or len(node.args) == 2):
                axis = node.keywords[0].value if node.keywords else node.args[1]
                return at_line(call(_SUBJECT[function.attr], node.args[0], axis), node.lineno)  # type: ignore[no-any-return]
            return node
        if function.attr == "copy" and not node.args:
            return self._copied(node, owner)
        if function.attr in _SUBJECT and (node.args or node.keywords):
            axis = node.args[0] if node.args else node.keywords[0].value
            return at_line(call(_SUBJECT[function.attr], owner, axis), node.lineno)  # type: ignore[no-any-return]
        return node

    def _copied(self, node: ast.Call, owner: ast.expr) -> ast.AST:
        return at_line(call("rt_copy", owner), node.lineno)  # type: ignore[no-any-return]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "np" and "np" not in self.bound:
            wide = "float64" if node.attr in ("float32", "float16") else node.attr
            node.attr = "int64" if node.attr in _NARROW else wide
        return node

    def visit_ListComp(self, node: Any) -> ast.AST:
        for loop in node.generators:
            numbered = isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "id", "") in ("enumerate", "zip")
            if isinstance(loop.target, ast.Tuple) and not numbered and not self._is_stream(loop.iter):
                # Numba takes tuples apart here, but no rows of arrays.
                row = self.fresh.fresh("t")
                for k, part in enumerate(loop.target.elts):
                    if isinstance(part, ast.Name):
                        one = at_line(subscript(name(row), ast.Constant(k)), node.lineno)
                        node = Put(part.id, one).visit(node)
                loop.target = at_line(name(row, store=True), node.lineno)
            if isinstance(loop.iter, ast.GeneratorExp):
                loop.iter = self._as_list(loop.iter)
        self.generic_visit(node)
        return node  # type: ignore[no-any-return]

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        values = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return at_line(call("set", self.visit_ListComp(values)), node.lineno)  # type: ignore[no-any-return,arg-type]

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.comparators = [self._as_list(side) for side in node.comparators]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Invert) and not _is_number(node.operand):
            return at_line(call("rt_invert", node.operand), node.lineno)  # type: ignore[no-any-return]
        return node

    def _is_generator_call(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.generators

    def _is_stream(self, node: ast.expr) -> bool:
        return isinstance(node, (ast.GeneratorExp, ast.ListComp)) or self._is_generator_call(node)

    def _as_list(self, node: ast.expr) -> ast.expr:
        """Return a generator as a list; Numba knows no generator expressions."""
        if isinstance(node, ast.GeneratorExp):
            return ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        if self._is_generator_call(node):
            element = self.fresh.fresh("x")
            each = ast.comprehension(name(element, store=True), node, [], 0)
            return at_line(ast.ListComp(name(element), [each]), node.lineno)  # type: ignore[no-any-return]
        return node

    def _reversed(self, node: ast.Call) -> ast.AST:
        inner = node.args[0]
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "range":
            if not all(is_simple(part) for part in inner.args):
                raise self.refuse(node, "reversed(range(...)) of calls does not compile; give the numbers names first")
            return at_line(_backwards(inner), node.lineno)  # type: ignore[no-any-return]
        back = ast.Slice(None, None, number(-1))
        return at_line(ast.Subscript(inner, back, ast.Load()), node.lineno)  # type: ignore[no-any-return]

    # -- streams --------------------------------------------------------------------------------------------

    def _streamed(self, node: ast.Call, builtin: str) -> ast.AST:
        """Move ``any(...)`` of a stream into a function of its own: a loop, with an early exit."""
        stream = node.args[0]
        rest = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        if any(keyword.arg == "key" for keyword in node.keywords):
            raise self.refuse(node, f"{builtin} with a key does not compile; write a loop that keeps the best so far")
        if any(isinstance(sub, ast.NamedExpr) for sub in ast.walk(stream)):
            raise self.refuse(node, f"`:=` inside {builtin}(...) does not compile; write a loop")
        return self._hoist(node, builtin, self.loops(node, builtin), ast.Tuple([stream, *rest], ast.Load()))

    def loops(self, node: ast.Call, builtin: str) -> list[ast.stmt]:
        """Return the loops that a builtin over a stream is, with a return at the end."""
        stream = node.args[0]
        rest = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        if isinstance(stream, (ast.GeneratorExp, ast.ListComp)):
            element, loops = stream.elt, stream.generators
        else:
            element = name("rt_x")
            loops = [ast.comprehension(name("rt_x", store=True), stream, [], 0)]
        start, step, end = _STEPS[builtin](element, rest[0] if rest else None)
        body: list[ast.stmt] = step
        for loop in reversed(loops):
            for condition in reversed(loop.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(loop.target, loop.iter, body, [], None)]
        return [*start, *body, *end]

    def _hoist(self, node: ast.Call, stem: str, body: list[ast.stmt], source: ast.expr) -> ast.AST:
        own = {
            sub.id for part in ast.walk(source) if isinstance(part, ast.comprehension)
            for sub in ast.walk(part.target) if isinstance(sub, ast.Name)
        }  # fmt: skip
        used = {sub.id for sub in ast.walk(source) if isinstance(sub, ast.Name)}
        free = sorted((used & self.bound) - own)
        title = self.fresh.fresh(f"{stem}_in_{self.function.name}_")
        arguments = ast.arguments([], [ast.arg(v) for v in free], None, [], [], None, [])
        definition = at_line(ast.FunctionDef(title, arguments, body, [], None, None), node.lineno)
        self.emit(Function(title, definition, self.function.path))
        return at_line(call(title, *(name(v) for v in free)), node.lineno)  # type: ignore[no-any-return]


def _is_number(node: ast.expr) -> bool:
    """Say whether an operand of ``~`` is certainly no boolean."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "rt_word"
    return isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.RShift))


def _backwards(source: ast.Call) -> ast.Call:
    """Return a range the other way round."""
    if len(source.args) == 1:
        return call("range", ast.BinOp(source.args[0], ast.Sub(), number(1)), number(-1), number(-1))
    start, stop, *step = source.args
    if not step:
        return call("range", ast.BinOp(stop, ast.Sub(), number(1)), ast.BinOp(start, ast.Sub(), number(1)), number(-1))
    length = ast.BinOp(call("len", source), ast.Sub(), number(1))
    last = ast.BinOp(clone(start), ast.Add(), ast.BinOp(length, ast.Mult(), clone(step[0])))
    before = ast.BinOp(clone(start), ast.Sub(), clone(step[0]))
    return call("range", last, before, ast.UnaryOp(ast.USub(), clone(step[0])))


_Steps = tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]


def _any(element: ast.expr, _rest: Any) -> _Steps:
    return [], [ast.If(element, [ast.Return(ast.Constant(True))], [])], [ast.Return(ast.Constant(False))]


def _all(element: ast.expr, _rest: Any) -> _Steps:
    test = ast.UnaryOp(ast.Not(), element)
    return [], [ast.If(test, [ast.Return(ast.Constant(False))], [])], [ast.Return(ast.Constant(True))]


def _sum(element: ast.expr, start: Any) -> _Steps:
    step = ast.Assign([name("rt_total", store=True)], ast.BinOp(name("rt_total"), ast.Add(), element))
    return [assign("rt_total", start or ast.Constant(0))], [step], [ast.Return(name("rt_total"))]


def _next(element: ast.expr, default: Any) -> _Steps:
    return [], [ast.Return(element)], [ast.Return(default or call("rt_nothing", number(0)))]


def _best(comparison: ast.cmpop) -> Any:
    def steps(element: ast.expr, default: Any) -> _Steps:
        better = ast.Compare(name("rt_y"), [comparison], [name("rt_best")])
        test = ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), name("rt_seen")), better])
        keep: list[ast.stmt] = [assign("rt_best", name("rt_y")), assign("rt_seen", ast.Constant(True))]
        start: list[ast.stmt] = [assign("rt_best", default), assign("rt_seen", ast.Constant(False))]
        return start, [assign("rt_y", element), ast.If(test, keep, [])], [ast.Return(name("rt_best"))]

    return steps


_STEPS: dict[str, Callable[[ast.expr, Any], _Steps]] = {
    "any": _any, "all": _all, "sum": _sum, "next": _next, "min": _best(ast.Lt()), "max": _best(ast.Gt()),
}  # fmt: skip
