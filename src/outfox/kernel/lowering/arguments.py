"""Calls of helpers with all their arguments, in order, and none of them a literal.

Numba compiles a function again for every literal that it is called with, and for every default that is left out; and a
recursion that begins with a literal is one of two functions, which its object code cannot be stored with.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from outfox.kernel.lowering.constants import Frozen
from outfox.kernel.lowering.trees import at_line, call, clone
from outfox.rules.source import Function


class Arguments(ast.NodeTransformer):
    """Completes the calls in one function."""

    def __init__(self, functions: Mapping[str, Function], frozen: Mapping[str, Frozen]) -> None:
        self.functions, self.frozen = functions, frozen

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        helper = self.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if helper is not None:
            parameters = helper.node.args
            names = [parameter.arg for parameter in parameters.args]
            given: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
            given.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
            first = len(names) - len(parameters.defaults)
            for title, default in zip(names[first:], parameters.defaults, strict=True):
                given.setdefault(title, at_line(clone(default), node.lineno))
            node.args = [self._number(given[title]) for title in names if title in given]
            node.keywords = []
        return node

    def _number(self, node: ast.expr) -> ast.expr:
        inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        literal = isinstance(inner, ast.Constant) and isinstance(inner.value, int)
        frozen = self.frozen.get(inner.id) if isinstance(inner, ast.Name) else None
        if literal or (frozen is not None and frozen.kind == "number" and isinstance(frozen.value, int)):
            return at_line(call("rt_number", node), node.lineno)  # type: ignore[no-any-return]
        return node
