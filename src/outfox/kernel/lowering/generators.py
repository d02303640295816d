"""Generators: loops over a generator helper are inlined; a slot that yields fills a buffer and returns how many.

Numba has generators, but one costs a fifth of the speed of a loop; they remain only where inlining would change the
meaning (the helper returns early, or the loop body has `break` or `continue`).
"""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import Names, Rename, assign, at_line, call, clone, name, number, subscript
from outfox.rules.source import Function, local_names, walk_own

MAX_COPIES = 3
"""A loop body is copied once for each `yield` of the helper, up to this many times."""


class Inline(ast.NodeTransformer):
    """Inlines loops over `bits` and over generator helpers into one function."""

    def __init__(self, function: Function, generators: dict[str, Function], fresh: Names) -> None:
        self.function, self.generators, self.fresh = function, generators, fresh
        self.kept: set[str] = set()

    def run(self) -> set[str]:
        """Rewrite in place; return the generators that are still called as such."""
        self.function.node.body = [s for old in self.function.node.body for s in _listed(self.visit(old))]
        return self.kept

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        source = node.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and not node.orelse:
            if source.func.id == "rt_bits":
                return self._bits(node, source.args[0])
            helper = self.generators.get(source.func.id)
            if helper is not None and helper.name != self.function.name and _can_inline(helper, node):
                return self._inline(node, source, helper)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.generators:
            self.kept.add(node.func.id)
            node.func.id = stream_name(node.func.id)
        return node

    def _bits(self, node: ast.For, source: ast.expr) -> list[ast.stmt]:
        rest = self.fresh.fresh("b")
        take = ast.Assign([node.target], call("rt_lowest", name(rest)))
        drop = assign(rest, call("rt_clear_lowest", name(rest)))
        body = [s for old in node.body for s in _listed(self.visit(old))]
        loop = ast.While(ast.Compare(name(rest), [ast.NotEq()], [ast.Constant(0)]), [take, drop, *body], [])
        first = assign(rest, self.visit(source))
        return [at_line(statement, node.lineno) for statement in (first, loop)]

    def _inline(self, node: ast.For, source: ast.Call, helper: Function) -> list[ast.stmt]:
        prefix = self.fresh.fresh(helper.name + "_")
        inner = clone(helper.node)
        mapping = {local: f"{prefix}_{local}" for local in local_names(inner)}
        out: list[ast.stmt] = []
        stored = {sub.id for sub in ast.walk(inner) if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store)}
        for parameter, value in _bind(inner, source):
            if isinstance(value, ast.Name) and parameter not in stored:
                mapping[parameter] = value.id
            else:
                out.append(at_line(assign(mapping[parameter], self.visit(value)), node.lineno))
        Rename(mapping).visit(inner)
        Splice(node).visit(inner)
        for statement in inner.body:
            out += _listed(self.visit(statement))
        return out


class Splice(ast.NodeTransformer):
    """Replaces each `yield x` of an inlined helper by ``target = x`` and the loop's body."""

    def __init__(self, loop: ast.For) -> None:
        self.loop = loop

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield):
            return node
        target = clone(self.loop.target)
        take = at_line(ast.Assign([target], node.value.value or ast.Constant(0)), node.lineno)
        return [take, *clone(self.loop.body)]


def stream_name(generator: str) -> str:
    """Return the name of the form of a generator that stays one."""
    return f"{generator}__stream"


def _listed(result: ast.stmt | list[ast.stmt]) -> list[ast.stmt]:
    return result if isinstance(result, list) else [result]


def _bind(helper: ast.FunctionDef, source: ast.Call) -> list[tuple[str, ast.expr]]:
    parameters = [arg.arg for arg in helper.args.args]
    given: dict[str, ast.expr] = dict(zip(parameters, source.args, strict=False))
    given.update({keyword.arg: keyword.value for keyword in source.keywords if keyword.arg})
    defaults = helper.args.defaults
    for parameter, default in zip(parameters[len(parameters) - len(defaults) :], defaults, strict=True):
        given.setdefault(parameter, clone(default))
    return [(parameter, given[parameter]) for parameter in parameters if parameter in given]


def _can_inline(helper: Function, loop: ast.For) -> bool:
    own = list(walk_own(helper.node))
    yields = sum(isinstance(sub, ast.Yield) for sub in own)
    return (
        not any(isinstance(sub, ast.Return) for sub in own)
        and 0 < yields <= MAX_COPIES
        and not _jumps(loop.body)
        and not _calls(helper.node, helper.name)
        and all(isinstance(sub.value, ast.expr) for sub in own if isinstance(sub, ast.Yield))
    )


def _calls(node: ast.AST, function: str) -> bool:
    return any(isinstance(s, ast.Call) and isinstance(s.func, ast.Name) and s.func.id == function for s in ast.walk(node))


def _jumps(body: list[ast.stmt]) -> bool:
    """Say whether a loop body has a `break` or `continue` of its own."""
    for statement in body:
        if isinstance(statement, (ast.Break, ast.Continue)):
            return True
        if isinstance(statement, (ast.For, ast.While)):
            if _jumps(statement.orelse):
                return True
            continue
        for part in ("body", "orelse"):
            if _jumps(getattr(statement, part, [])):
                return True
    return False


class FillBuffer(ast.NodeTransformer):
    """Turns the yields of a slot into stores: ``legal_actions(s)`` into ``legal_actions(s, out)`` -> how many."""

    def __init__(self, pairs: bool, most: int, checked: bool) -> None:
        self.pairs, self.most, self.checked = pairs, most, checked

    def convert(self, definition: ast.FunctionDef) -> None:
        """Rewrite in place."""
        line = definition.lineno
        definition.args.args.append(at_line(ast.arg("_out"), line))
        if self.pairs:
            definition.args.args.append(at_line(ast.arg("_odds"), line))
        body = [s for old in definition.body for s in _listed(self.visit(old))]
        definition.body = [at_line(assign("_n", ast.Constant(0)), line), *body, at_line(ast.Return(name("_n")), line)]

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return at_line(ast.Return(name("_n")), node.lineno)  # type: ignore[no-any-return]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        value = node.value.value
        out: list[ast.stmt] = []
        odds: ast.expr | None = None
        if self.pairs:
            if not isinstance(value, ast.Tuple):
                out.append(assign("_pair", value))
                value = ast.Tuple([subscript(name("_pair"), number(k)) for k in (0, 1)], ast.Load())
            value, odds = value.elts
        if self.checked:
            value = call("rt_room", name("_n"), name("_out"), value, number(self.most), number(node.lineno))
        out.append(ast.Assign([subscript(name("_out"), name("_n"), store=True)], value))
        if odds is not None:
            out.append(ast.Assign([subscript(name("_odds"), name("_n"), store=True)], odds))
        out.append(ast.AugAssign(name("_n", store=True), ast.Add(), ast.Constant(1)))
        return [at_line(statement, node.lineno) for statement in out]


class CastYields(ast.NodeTransformer):
    """Gives every yield of a generator that stays one the same type."""

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        if node.value is not None and not isinstance(node.value, ast.Tuple):
            cast = call("np.int64", node.value)
            cast.func = ast.Attribute(name("np"), "int64", ast.Load())
            node.value = at_line(cast, node.lineno)
        return node
