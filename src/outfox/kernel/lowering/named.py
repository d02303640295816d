"""``:=`` as a statement before the one it stands in; Numba cannot type it where a condition needs it."""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import Names, assign, at_line, name

_SCOPES = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.Lambda)


def hoist_named(body: list[ast.stmt], fresh: Names) -> list[ast.stmt]:
    """Return the statements without ``:=``, in the same order of evaluation."""
    hoist = _Hoist(fresh)
    return [part for statement in body for part in hoist.statement(statement)]


def _has_named(node: ast.AST) -> bool:
    return any(isinstance(sub, ast.NamedExpr) for sub in ast.walk(node))


class _Hoist:
    def __init__(self, fresh: Names) -> None:
        self.fresh = fresh

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [part for statement in body for part in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if not _has_named(node):
            return [node]
        before: list[ast.stmt] = []
        if isinstance(node, ast.While) and _has_named(node.test):
            before, test = self.expression(node.test)
            leave = ast.If(ast.UnaryOp(ast.Not(), test), [*self._block(node.orelse), ast.Break()], [])
            loop = ast.While(ast.Constant(True), [*before, leave, *self._block(node.body)], [])
            return [at_line(loop, node.lineno)]
        for part in ("test", "iter", "value", "subject"):
            inner = getattr(node, part, None)
            if isinstance(inner, ast.Yield) and inner.value is not None:
                before, inner.value = self.expression(inner.value)
            elif isinstance(inner, ast.expr):
                before, changed = self.expression(inner)
                setattr(node, part, changed)
        for part in ("body", "orelse"):
            if isinstance(getattr(node, part, None), list):
                setattr(node, part, self._block(getattr(node, part)))
        return [*(at_line(statement, node.lineno) for statement in before), at_line(node, node.lineno)]

    def expression(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Return what has to run before, and the expression that is left."""
        if not _has_named(node) or isinstance(node, _SCOPES):
            return [], node
        if isinstance(node, ast.NamedExpr):
            before, value = self.expression(node.value)
            return [*before, ast.Assign([node.target], value)], ast.copy_location(name(node.target.id), node)
        if isinstance(node, ast.BoolOp):
            return self._choice(node)
        if isinstance(node, ast.IfExp):
            return self._either(node)
        return self._parts(node)

    def _choice(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        result = self.fresh.fresh("w")
        out: list[ast.stmt] = []
        block = out
        for k, value in enumerate(node.values):
            before, left = self.expression(value)
            if k:
                going_on: ast.expr = name(result)
                if isinstance(node.op, ast.Or):
                    going_on = ast.UnaryOp(ast.Not(), going_on)
                inner: list[ast.stmt] = []
                block.append(ast.If(going_on, inner, []))
                block = inner
            block += [*before, assign(result, left)]
        return out, name(result)

    def _either(self, node: ast.IfExp) -> tuple[list[ast.stmt], ast.expr]:
        result = self.fresh.fresh("w")
        before, test = self.expression(node.test)
        sides = [self.expression(side) for side in (node.body, node.orelse)]
        blocks = [[*first, assign(result, left)] for first, left in sides]
        return [*before, ast.If(test, blocks[0], blocks[1])], name(result)

    def _parts(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Hoist out of the parts; what comes earlier is kept in variables."""
        parts: list[tuple[object, str, int | None, ast.expr]] = []
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                parts.append((node, field, None, value))
            elif isinstance(value, list):
                parts += [(node, field, k, part) for k, part in enumerate(value) if isinstance(part, ast.expr)]
        last = max(k for k, part in enumerate(parts) if _has_named(part[3]))
        out: list[ast.stmt] = []
        for k, (owner, field, place, part) in enumerate(parts[: last + 1]):
            before, left = self.expression(part)
            out += before
            if k < last and not isinstance(left, ast.Constant) and field != "func":
                kept = self.fresh.fresh("w")
                out.append(assign(kept, left))
                left = name(kept)
            if place is None:
                setattr(owner, field, left)
            else:
                getattr(owner, field)[place] = left
        return out, node
