"""Small tools for building syntax trees."""

from __future__ import annotations

import ast
import itertools
from typing import Any

from outfox.rules.source import copy_tree as clone

__all__ = [
    "Names",
    "Put",
    "Rename",
    "assign",
    "at_line",
    "call",
    "clone",
    "is_simple",
    "listed",
    "name",
    "number",
    "subscript",
]


class Names:
    """Fresh names that no rules file uses: rules may not hold names that start with rt_."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def fresh(self, stem: str) -> str:
        """Return a new name."""
        return f"rt_{stem}{next(self._numbers)}"


def name(identifier: str, store: bool = False) -> ast.Name:
    """Return a name to read, or to assign to."""
    return ast.Name(identifier, ast.Store() if store else ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a function by name."""
    return ast.Call(name(function), list(arguments), [])


def assign(target: str, value: ast.expr) -> ast.Assign:
    """Return ``target = value``."""
    return ast.Assign([name(target, store=True)], value)


def subscript(value: ast.expr, index: ast.expr, store: bool = False) -> ast.Subscript:
    """Return ``value[index]``."""
    return ast.Subscript(value, index, ast.Store() if store else ast.Load())


def number(value: int) -> ast.expr:
    """Return an integer literal; a negative one as Python parses it."""
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def at_line(node: Any, line: int) -> Any:
    """Give a new tree, and all in it that has none, a line."""
    for child in ast.walk(node):
        if isinstance(child, (ast.expr, ast.stmt, ast.arg, ast.keyword)) and not hasattr(child, "lineno"):
            child.lineno = child.end_lineno = line
            child.col_offset = child.end_col_offset = 0
    return node


def listed(result: Any) -> list[ast.stmt]:
    """Return what visiting a statement gave as a list of statements."""
    return result if isinstance(result, list) else [] if result is None else [result]


# Runtime functions that may be called twice: they change nothing.
_HARMLESS = {"rt_bools", "rt_index", "rt_back", "rt_word", "rt_wide", "rt_nonzero", "rt_number", "len"}


def is_simple(node: ast.expr) -> bool:
    """Say whether evaluating an expression twice is harmless: no calls of rules, no assignments in it."""
    for sub in ast.walk(node):
        if isinstance(sub, (ast.NamedExpr, ast.Yield)):
            return False
        if isinstance(sub, ast.Call) and not (isinstance(sub.func, ast.Name) and sub.func.id in _HARMLESS):
            return False
    return True


class Put(ast.NodeTransformer):
    """Puts an expression where a variable is read."""

    def __init__(self, variable: str, value: ast.expr) -> None:
        self.variable, self.value = variable, value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == self.variable and isinstance(node.ctx, ast.Load):
            return clone(self.value)  # type: ignore[no-any-return]
        return node


class Rename(ast.NodeTransformer):
    """Renames variables."""

    def __init__(self, mapping: dict[str, str]) -> None:
        self.mapping = mapping

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.mapping.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self.mapping.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.mapping.get(node.name, node.name)
        self.generic_visit(node)
        return node
