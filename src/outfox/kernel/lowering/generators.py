"""Generators: loops over a generator helper are inlined; a slot that yields fills a buffer and returns how many.

Numba has generators, but one costs a fifth of the speed of a loop. A `break` or `continue` in the loop's body and a
`return` in the helper become leaving loops that run once. What calls itself stays a generator.
"""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import Names, Rename, assign, at_line, call, clone, listed, name, number, subscript
from outfox.rules.errors import RulesError
from outfox.rules.source import Function, local_names, walk_own

MOST_COPIED = 1500
"""A loop body is copied once for each `yield` of the helper, up to this many nodes of the syntax tree."""


class Inline(ast.NodeTransformer):
    """Inlines loops over `bits` and over generator helpers into one function."""

    def __init__(self, function: Function, generators: dict[str, Function], fresh: Names) -> None:
        self.function, self.generators, self.fresh = function, generators, fresh
        self.kept: set[str] = set()
        self.inside: list[str] = [function.name.removesuffix(_STREAM)]

    def run(self) -> set[str]:
        """Rewrite in place; return the generators that are still called as such."""
        self.function.node.body = self._block(self.function.node.body)
        return self.kept

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in listed(self.visit(statement))]

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        source = node.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and not node.orelse:
            if source.func.id == "rt_bits":
                return self._bits(node, source.args[0])
            helper = self.generators.get(source.func.id)
            if helper is not None and helper.name not in self.inside and _can_inline(helper, node):
                return self._inline(node, source, helper)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            if node.func.id in self.generators:
                self.kept.add(node.func.id)
                node.func.id = stream_name(node.func.id)
            elif node.func.id == "rt_bits":
                node.func.id = "rt_bit_list"
        return node

    def _bits(self, node: ast.For, source: ast.expr) -> list[ast.stmt]:
        rest = self.fresh.fresh("b")
        take = ast.Assign([node.target], call("rt_lowest", name(rest)))
        drop = assign(rest, call("rt_clear_lowest", name(rest)))
        loop = ast.While(
            ast.Compare(name(rest), [ast.NotEq()], [ast.Constant(0)]), [take, drop, *self._block(node.body)], []
        )
        first = assign(rest, self.visit(source))
        return [at_line(statement, node.lineno) for statement in (first, loop)]

    def _inline(self, node: ast.For, source: ast.Call, helper: Function) -> list[ast.stmt]:
        prefix = self.fresh.fresh(helper.name + "_")
        inner = clone(helper.node)
        mapping = {local: f"{prefix}_{local}" for local in local_names(inner)}
        out: list[ast.stmt] = []
        stored = {sub.id for sub in ast.walk(inner) if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store)}
        changed = {sub.id for sub in ast.walk(node) if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store)}
        for parameter, value in _bind(inner, source):
            if isinstance(value, ast.Name) and parameter not in stored and value.id not in changed:
                mapping[parameter] = value.id
            else:
                out.append(at_line(assign(mapping[parameter], self.visit(value)), node.lineno))
        Rename(mapping).visit(inner)
        splice = Splice(node, self.fresh.fresh("left"))
        body = splice.run(inner.body)
        # What the helper holds is lowered with it in mind: it must not be inlined into itself.
        self.inside.append(helper.name)
        out += [part for statement in body for part in listed(self.visit(statement))]
        self.inside.pop()
        return out


class Splice:
    """Replaces each `yield x` of an inlined helper by ``target = x`` and the loop's body.

    Parameters
    ----------
    loop
        The loop over the helper.
    flag
        A fresh variable that says that the loop is to be left.
    """

    def __init__(self, loop: ast.For, flag: str) -> None:
        self.loop, self.flag = loop, flag
        self.breaks = _has(loop.body, ast.Break)
        self.continues = _has(loop.body, ast.Continue)
        self.leaves = False

    def run(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return the body of the helper with the loop's body in it."""
        self.leaves = self.breaks or any(isinstance(sub, ast.Return) for sub in _own(body))
        out = self._statements(body, looped=False)
        if not self.leaves:
            return out
        # `break` from here leaves the helper, wherever it stands.
        once = _once([assign(self.flag, ast.Constant(False)), *out])
        return [at_line(once, self.loop.lineno)]

    def _statements(self, body: list[ast.stmt], looped: bool) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in body:
            out += self._statement(statement, looped)
        return out

    def _statement(self, node: ast.stmt, looped: bool) -> list[ast.stmt]:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield):
            return self._yielded(node.value, node.lineno)
        if isinstance(node, ast.Return):
            return [at_line(s, node.lineno) for s in (assign(self.flag, ast.Constant(True)), ast.Break())]
        if isinstance(node, (ast.For, ast.While)):
            leaving = self.leaves and any(isinstance(sub, (ast.Yield, ast.Return)) for sub in _own([node]))
            node.body = self._statements(node.body, looped=True)
            node.orelse = self._statements(node.orelse, looped)
            return [node, self._leave(node.lineno)] if leaving else [node]
        for part in ("body", "orelse"):
            if getattr(node, part, None):
                setattr(node, part, self._statements(getattr(node, part), looped))
        return [node]

    def _leave(self, line: int) -> ast.stmt:
        return at_line(ast.If(name(self.flag), [ast.Break()], []), line)  # type: ignore[no-any-return]

    def _yielded(self, value: ast.Yield, line: int) -> list[ast.stmt]:
        take = at_line(ast.Assign([clone(self.loop.target)], value.value or ast.Constant(0)), line)
        body: list[ast.stmt] = clone(self.loop.body)
        if not self.breaks and not self.continues:
            return [take, *body]
        once = at_line(_once(_Jumps(self.flag).run(body)), line)
        return [take, once, self._leave(line)] if self.breaks else [take, once]


class _Jumps(ast.NodeTransformer):
    """Turns the `continue` and `break` of a loop's body into leaving a loop that runs once."""

    def __init__(self, flag: str) -> None:
        self.flag = flag

    def run(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in listed(self.visit(statement))]

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        return at_line(ast.Break(), node.lineno)  # type: ignore[no-any-return]

    def visit_Break(self, node: ast.Break) -> list[ast.stmt]:
        return [at_line(assign(self.flag, ast.Constant(True)), node.lineno), node]

    def visit_For(self, node: ast.For) -> ast.AST:
        node.orelse = self.run(node.orelse)  # in there a jump belongs to the outer loop
        return node

    visit_While = visit_For  # type: ignore[assignment]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node


def _once(body: list[ast.stmt]) -> ast.For:
    return ast.For(name("rt_once", store=True), call("range", ast.Constant(1)), body, [], None)


_STREAM = "__stream"


def stream_name(generator: str) -> str:
    """Return the name of the form of a generator that stays one."""
    return f"{generator}{_STREAM}"


def _bind(helper: ast.FunctionDef, source: ast.Call) -> list[tuple[str, ast.expr]]:
    parameters = [arg.arg for arg in helper.args.args]
    given: dict[str, ast.expr] = dict(zip(parameters, source.args, strict=False))
    given.update({keyword.arg: keyword.value for keyword in source.keywords if keyword.arg})
    defaults = helper.args.defaults
    for parameter, default in zip(parameters[len(parameters) - len(defaults) :], defaults, strict=True):
        given.setdefault(parameter, clone(default))
    return [(parameter, given[parameter]) for parameter in parameters if parameter in given]


def _own(body: list[ast.stmt]) -> list[ast.AST]:
    return list(walk_own(ast.FunctionDef("", ast.arguments([], [], None, [], [], None, []), body, [])))


def _can_inline(helper: Function, loop: ast.For) -> bool:
    yields = sum(isinstance(sub, ast.Yield) for sub in walk_own(helper.node))
    size = sum(1 for statement in loop.body for _ in ast.walk(statement))
    return yields * size <= MOST_COPIED and not any(isinstance(sub, ast.FunctionDef) for sub in ast.walk(loop))


def _has(body: list[ast.stmt], jump: type[ast.stmt]) -> bool:
    """Say whether a loop body has a jump of its own."""
    for statement in body:
        if isinstance(statement, jump):
            return True
        loop = isinstance(statement, (ast.For, ast.While))
        for part in ("orelse",) if loop else ("body", "orelse"):
            if _has(getattr(statement, part, []), jump):
                return True
    return False


class FillBuffer(ast.NodeTransformer):
    """Turns the yields of a slot into stores: ``legal_actions(s)`` into ``legal_actions(s, out)`` -> how many."""

    def __init__(self, pairs: bool, most: int, checked: bool) -> None:
        self.pairs, self.most, self.checked = pairs, most, checked

    def convert(self, definition: ast.FunctionDef) -> None:
        """Rewrite in place."""
        line = definition.lineno
        definition.args.args.append(at_line(ast.arg("rt_out"), line))
        if self.pairs:
            definition.args.args.append(at_line(ast.arg("rt_odds"), line))
        body = [part for old in definition.body for part in listed(self.visit(old))]
        definition.body = [
            at_line(assign("rt_n", ast.Constant(0)), line),
            *body,
            at_line(ast.Return(name("rt_n")), line),
        ]

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return at_line(ast.Return(name("rt_n")), node.lineno)  # type: ignore[no-any-return]

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
                out.append(assign("rt_pair", value))
                value = ast.Tuple([subscript(name("rt_pair"), number(k)) for k in (0, 1)], ast.Load())
            value, odds = value.elts
        if self.checked:
            value = call("rt_room", name("rt_n"), name("rt_out"), value, number(self.most), number(0))
        out.append(ast.Assign([subscript(name("rt_out"), name("rt_n"), store=True)], value))
        if odds is not None:
            out.append(ast.Assign([subscript(name("rt_odds"), name("rt_n"), store=True)], odds))
        out.append(ast.AugAssign(name("rt_n", store=True), ast.Add(), ast.Constant(1)))
        return [at_line(statement, node.lineno) for statement in out]


class CastYields(ast.NodeTransformer):
    """Gives every yield of a generator that stays one the same type."""

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        if node.value is not None and not isinstance(node.value, ast.Tuple):
            cast = ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "int64", ast.Load()), [node.value], [])
            node.value = at_line(cast, node.lineno)
        return node


def refuse_recursive(function: Function) -> None:
    """Refuse a generator that stays one and calls itself: Numba cannot type it.

    Raises
    ------
    RulesError
    """
    for sub in ast.walk(function.node):
        if isinstance(sub, ast.Call) and isinstance(sub.func, ast.Name) and sub.func.id == function.name:
            message = "a generator that calls itself does not compile; keep what is left to do in a list"
            raise RulesError.at(function.path.name, sub.lineno, message)
