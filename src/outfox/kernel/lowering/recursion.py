"""Functions that call themselves count how deep they are: an endless recursion is an error, not a crash."""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import at_line, call, name, number
from outfox.rules.source import Function

_DEEP = "rt_deep"


def count_depth(functions: dict[str, Function]) -> None:
    """Give every function that can reach itself a parameter for its depth, and test that."""
    called = {title: _calls(function.node) & functions.keys() for title, function in functions.items()}
    circles = {title: _reached(title, called) for title in functions}
    recursive = {title for title, reached in circles.items() if title in reached}
    if not recursive:
        return
    for title, function in functions.items():
        inside = circles[title] if title in recursive else set()
        _Deepen(recursive, {other for other in inside & recursive if title in circles[other]}).visit(function.node)
    for title in recursive:
        node = functions[title].node
        node.args.args.append(at_line(ast.arg(_DEEP), node.lineno))
        node.args.defaults.append(at_line(number(0), node.lineno))


def _calls(node: ast.FunctionDef) -> set[str]:
    return {sub.func.id for sub in ast.walk(node) if isinstance(sub, ast.Call) and isinstance(sub.func, ast.Name)}


def _reached(start: str, called: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    todo = [*called[start]]
    while todo:
        current = todo.pop()
        if current not in found:
            found.add(current)
            todo += called[current]
    return found


class _Deepen(ast.NodeTransformer):
    """Passes the depth on: one more within a circle of functions, 0 from outside."""

    def __init__(self, recursive: set[str], circle: set[str]) -> None:
        self.recursive, self.circle = recursive, circle

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.recursive:
            deeper: ast.expr = call("rt_number", number(0))
            if node.func.id in self.circle:
                deeper = call("rt_depth", ast.BinOp(name(_DEEP), ast.Add(), number(1)), number(0))
            node.args.append(at_line(deeper, node.lineno))
        return node
