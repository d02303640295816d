"""Inner functions become functions of their own: what they read from outside is handed to them at each call.

So they see what a variable holds when they are called, as in Python, and take keywords and defaults.
"""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import Names, at_line, name
from outfox.rules.source import Function, local_names


def lift_inner(function: Function, fresh: Names) -> list[Function]:
    """Take the inner functions out of a function; return them."""
    inner = {sub.name: sub for sub in _direct(function.node)}
    if not inner:
        return []
    free = _captured(function.node, inner)
    titles = {title: fresh.fresh(f"{title}_in_{function.name}_") for title in inner}
    call = _Call(titles, free)
    lifted = []
    for title, node in inner.items():
        node.body = [call.visit(statement) for statement in node.body]
        node.args.args = [at_line(ast.arg(variable), node.lineno) for variable in free[title]] + node.args.args
        node.name = titles[title]
        lifted.append(Function(titles[title], node, function.path))
    take = _Take(set(titles.values()))
    function.node.body = [take.visit(call.visit(statement)) for statement in function.node.body]
    return [part for one in lifted for part in (one, *lift_inner(one, fresh))]


def _direct(node: ast.FunctionDef) -> list[ast.FunctionDef]:
    """Return the functions defined in a function, without those defined in them."""
    found: list[ast.FunctionDef] = []
    todo: list[ast.AST] = list(node.body)
    while todo:
        current = todo.pop(0)
        if isinstance(current, ast.FunctionDef):
            found.append(current)
        else:
            todo += ast.iter_child_nodes(current)
    return found


def _captured(outer: ast.FunctionDef, inner: dict[str, ast.FunctionDef]) -> dict[str, list[str]]:
    """Return what each inner function reads from outside, itself or through another that it calls."""
    around = local_names(outer) - inner.keys()
    for node in inner.values():
        around -= local_names(node) - _stored(outer)
    read = {title: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} for title, node in inner.items()}
    free = {title: (read[title] & around) - local_names(node) for title, node in inner.items()}
    changed = True
    while changed:
        changed = False
        for title, node in inner.items():
            more = {v for other in read[title] & inner.keys() for v in free[other]} - local_names(node)
            if not more <= free[title]:
                free[title] |= more
                changed = True
    return {title: sorted(variables) for title, variables in free.items()}


def _stored(outer: ast.FunctionDef) -> set[str]:
    """Return the parameters and variables of a function, those of inner functions apart."""
    found = {arg.arg for arg in outer.args.args}
    todo: list[ast.AST] = list(outer.body)
    while todo:
        current = todo.pop()
        if isinstance(current, ast.Name) and isinstance(current.ctx, ast.Store):
            found.add(current.id)
        if not isinstance(current, ast.FunctionDef):
            todo += ast.iter_child_nodes(current)
    return found


class _Call(ast.NodeTransformer):
    """Calls the lifted functions with what they read from outside."""

    def __init__(self, titles: dict[str, str], free: dict[str, list[str]]) -> None:
        self.titles, self.free = titles, free

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.titles:
            title = node.func.id
            node.args = [*(at_line(name(variable), node.lineno) for variable in self.free[title]), *node.args]
            node.func.id = self.titles[title]
        return node


class _Take(ast.NodeTransformer):
    """Takes the definitions out."""

    def __init__(self, titles: set[str]) -> None:
        self.titles = titles

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if node.name in self.titles else node
