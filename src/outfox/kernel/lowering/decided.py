"""What constants alone decide: ``if MULTI_JUMP:``, ``FIRST == "cat"``; the other branch is not compiled."""

from __future__ import annotations

import ast
from typing import Any

from outfox.kernel.lowering.constants import Frozen
from outfox.kernel.lowering.trees import Names, at_line, clone, listed
from outfox.rules.errors import RulesError
from outfox.rules.refuse import is_word_test
from outfox.rules.source import Function, local_names

_COMPARE = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip


class Decide(ast.NodeTransformer):
    """Keeps the branches of one function that its constants choose."""

    def __init__(self, function: Function, frozen: dict[str, Frozen], fresh: Names) -> None:
        self.function, self.frozen, self.fresh = function, frozen, fresh
        self.bound = local_names(function.node)

    def run(self) -> None:
        """Rewrite the function in place."""
        node = self.function.node
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        node.body = self._block(node.body)

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out = [part for statement in body for part in listed(self.visit(statement))]
        return out or [at_line(ast.Pass(), body[0].lineno if body else self.function.node.lineno)]

    def refuse(self, node: ast.AST, message: str) -> RulesError:
        """Return the error for a node."""
        return RulesError.at(self.function.path.name, getattr(node, "lineno", None), message)

    def constant(self, node: ast.AST) -> Frozen | None:
        """Return the constant that a name denotes."""
        return self.frozen.get(node.id) if isinstance(node, ast.Name) and node.id not in self.bound else None

    def titled(self, node: ast.AST) -> tuple[str, Frozen] | None:
        """Return name and form of the constant that a name denotes."""
        found = self.constant(node)
        return (node.id, found) if found is not None and isinstance(node, ast.Name) else None

    def decided(self, node: ast.expr) -> Any:
        """Return the value of an expression of constants alone, else None."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
            return node.value
        found = self.constant(node)
        if found is not None and found.kind == "number" and isinstance(found.value, (bool, int)):
            return found.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.decided(node.operand)
            return None if inner is None else -inner
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.decided(node.operand)
            return None if inner is None else not inner
        if isinstance(node, ast.BoolOp):
            ends = isinstance(node.op, ast.Or)
            parts = [self.decided(value) for value in node.values]
            if any(part is not None and bool(part) == ends for part in parts[:1]):
                return parts[0]
            return None if None in parts else next((p for p in parts if bool(p) == ends), parts[-1])
        if isinstance(node, ast.Compare):
            return self.compared(node)
        return None

    def compared(self, node: ast.Compare) -> bool | None:
        def word(side: ast.expr) -> Any:
            found = self.constant(side)
            return found.value if found and found.kind == "word" else None

        if is_word_test(node, word):
            values = {n.id: w for n in ast.walk(node) if isinstance(n, ast.Name) and (w := word(n)) is not None}
            tree = ast.fix_missing_locations(ast.Expression(clone(node)))
            return bool(eval(compile(tree, "", "eval"), {}, values))
        if len(node.ops) != 1:
            return None
        side = self.constant(node.left)
        if isinstance(node.ops[0], (ast.Is, ast.IsNot)) and side is not None:
            return (side.value is None) == isinstance(node.ops[0], ast.Is)
        left, right = self.decided(node.left), self.decided(node.comparators[0])
        compare = _COMPARE.get(type(node.ops[0]))
        return None if left is None or right is None or compare is None else compare(left, right)

    def visit_If(self, node: ast.If) -> Any:
        truth = self.decided(node.test)
        if truth is not None:
            return self._block(node.body if truth else node.orelse)
        node.test = self.visit(node.test)
        node.body, node.orelse = self._block(node.body), self._block(node.orelse) if node.orelse else []
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        truth = self.decided(node.test)
        if truth is not None:
            return self.visit(node.body if truth else node.orelse)  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        ends = isinstance(node.op, ast.Or)
        values: list[ast.expr] = []
        for value in node.values:
            truth = self.decided(value)
            if truth is None or value is node.values[-1]:
                values.append(self.visit(value))
            elif bool(truth) == ends:
                values.append(self.visit(value))
                break
        node.values = values
        return values[0] if len(values) == 1 else node
