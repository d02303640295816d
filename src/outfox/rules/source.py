"""A rules file as text, syntax tree and executed module; and what its rule functions reach.

`Reached` is the part of a game that decides its values: the compiled functions, the helpers and constants they use,
across files. Checking, linking and the rules key all read it, so that they agree on what the rules are.
"""

from __future__ import annotations

import ast
import builtins
import math
import sys
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules.errors import RulesError

BUILTINS = frozenset(
    "abs all any bool divmod enumerate float int len list max min next pow range reversed round set sorted sum tuple "
    "zip True False None".split()
)


@dataclass
class Function:
    """A function that the rules reach.

    Attributes
    ----------
    name
        Its name in the linked rules: unique over all files.
    node, path
        Its syntax tree and file.
    names
        The module-level names it uses -> the name in the linked rules.
    """

    name: str
    node: ast.FunctionDef
    path: Path
    names: dict[str, str] = field(default_factory=dict)

    @property
    def is_generator(self) -> bool:
        """Whether it yields (inner functions apart)."""
        return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk_own(self.node))


@dataclass
class Reached:
    """The functions and constants that a set of rule functions uses, by linked name."""

    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)


def parse(path: Path) -> ast.Module:
    """Read and parse a rules file.

    Raises
    ------
    RulesError
        Where the file cannot be read or is not Python.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError.at(str(path), None, f"cannot be read: {error}") from None
    try:
        return ast.parse(text, str(path))
    except SyntaxError as error:
        raise RulesError.at(path.name, error.lineno, f"not Python: {error.msg}") from None


def execute(tree: ast.Module, path: Path, name: str) -> types.ModuleType:
    """Run a module with its parameters in place; sibling files can be imported by their plain names.

    Raises
    ------
    RulesError
        Where the module raises; the message names the line.
    """
    module = types.ModuleType(name, ast.get_docstring(tree))
    module.__file__ = str(path)
    folder = str(path.parent)
    before = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        exec(compile(tree, str(path), "exec"), module.__dict__)
    except AssertionError as error:
        raise RulesError.at(path.name, last_line(error, {str(path)}), str(error) or "assertion failed") from None
    except Exception as error:
        line = last_line(error, {str(path)})
        raise RulesError.at(path.name, line, f"{type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
        # A sibling of another folder may have the same name: leave none behind in the import system.
        for new in set(sys.modules) - before:
            file = getattr(sys.modules[new], "__file__", None)
            if file and Path(file).parent == path.parent:
                del sys.modules[new]
    return module


def last_line(error: BaseException, files: Iterable[str]) -> int | None:
    """Return the line of the innermost frame of `error` in one of `files`, or None."""
    wanted, line, trace = set(files), None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in wanted:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def walk_own(node: ast.FunctionDef) -> Iterable[ast.AST]:
    """Walk a function without the bodies of functions defined in it."""
    todo: list[ast.AST] = list(node.body)
    while todo:
        current = todo.pop()
        yield current
        if not isinstance(current, (ast.FunctionDef, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(current))


def local_names(node: ast.FunctionDef) -> set[str]:
    """Return the names that a function binds: parameters, targets, inner functions, comprehension variables."""
    names = {arg.arg for arg in ast.walk(node) if isinstance(arg, ast.arg)}
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, (ast.Store, ast.Del)):
            names.add(child.id)
        elif isinstance(child, ast.FunctionDef) and child is not node:
            names.add(child.name)
        elif isinstance(child, (ast.MatchAs, ast.MatchStar)) and child.name:
            names.add(child.name)
    return names


def strip(node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a copy without docstring and annotations: what decides the meaning."""
    clean = ast.parse(ast.unparse(node)).body[0]
    assert isinstance(clean, ast.FunctionDef)
    ast.increment_lineno(clean, 0)
    for old, new in zip(_statements(node), _statements(clean), strict=True):
        shift(new, old.lineno)
    body = clean.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
        clean.body = body[1:] or [ast.copy_location(ast.Pass(), body[0])]
    for child in ast.walk(clean):
        if isinstance(child, ast.arg):
            child.annotation = None
        elif isinstance(child, ast.FunctionDef):
            child.returns = None
    return clean


def _statements(node: ast.AST) -> list[ast.stmt]:
    return [child for child in ast.walk(node) if isinstance(child, ast.stmt)]


def shift(node: ast.stmt, line: int) -> None:
    """Give a statement, and the expressions that belong to it, the line `line`."""
    node.lineno = node.end_lineno = line
    todo: list[ast.AST] = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
    while todo:
        current = todo.pop()
        if hasattr(current, "lineno"):
            current.lineno = current.end_lineno = line  # type: ignore[attr-defined]
        todo.extend(child for child in ast.iter_child_nodes(current) if not isinstance(child, ast.stmt))


_TREES: dict[str, tuple[float, ast.Module]] = {}


def _definitions(path: Path) -> dict[str, ast.FunctionDef]:
    stamp = path.stat().st_mtime
    if str(path) not in _TREES or _TREES[str(path)][0] != stamp:
        _TREES[str(path)] = (stamp, parse(path))
    return {node.name: node for node in _TREES[str(path)][1].body if isinstance(node, ast.FunctionDef)}


def reach(namespace: dict[str, Any], main: Path, roots: Iterable[str]) -> Reached:
    """Follow rule functions to everything they use.

    Parameters
    ----------
    namespace
        The executed module's names.
    main
        Its file.
    roots
        Names of functions to start from.

    Raises
    ------
    RulesError
        Where a function uses a name that is not defined, or comes from a place that rules cannot import.
    """
    found = Reached()
    for root in roots:
        _visit(namespace[root], root, main, found)
    return found


def _visit(function: Any, name: str, main: Path, found: Reached) -> None:
    if name in found.functions:
        return
    path = Path(function.__code__.co_filename)
    node = _definitions(path).get(function.__name__)
    if node is None:
        raise RulesError.at(path.name, function.__code__.co_firstlineno, f"{name} must be written with def")
    entry = Function(name, strip(node), path)
    entry.node.decorator_list = list(node.decorator_list)
    found.functions[name] = entry
    bound = local_names(entry.node)
    for used in _global_names(entry, function.__globals__, bound):
        _resolve(used, function.__globals__, entry, main, found)


def _global_names(entry: Function, space: dict[str, Any], bound: set[str]) -> list[ast.Name]:
    """Return the module-level names a function reads; `module.name` of a linked module becomes a plain name."""
    _Flatten(entry, space, bound).visit(entry.node)
    seen: dict[str, ast.Name] = {}
    for child in ast.walk(entry.node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load) and child.id not in bound:
            seen.setdefault(child.id, child)
    return list(seen.values())


class _Flatten(ast.NodeTransformer):
    """Turns `other.helper` into a name and `Piece.MAN` (an IntEnum member) into its number."""

    def __init__(self, entry: Function, space: dict[str, Any], bound: set[str]) -> None:
        self.entry, self.space, self.bound = entry, space, bound

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id in self.bound:
            return node
        owner = self.space.get(node.value.id)
        if isinstance(owner, type) and issubclass(owner, int) and isinstance(getattr(owner, node.attr, None), owner):
            return ast.copy_location(ast.Constant(int(getattr(owner, node.attr))), node)
        if isinstance(owner, types.ModuleType) and owner not in (np, math) and hasattr(owner, node.attr):
            name = f"{node.value.id}__{node.attr}"
            self.space.setdefault(name, getattr(owner, node.attr))
            return ast.copy_location(ast.Name(name, ast.Load()), node)
        return node


def _resolve(used: ast.Name, space: dict[str, Any], entry: Function, main: Path, found: Reached) -> None:
    name = used.id
    if name not in space:
        if name not in BUILTINS and not hasattr(builtins, name):
            raise RulesError.at(entry.path.name, used.lineno, f"name {name!r} is not defined")
        return
    value = space[name]
    if value is np or value is math or getattr(value, "__module__", "") == "outfox.rules.vocabulary":
        # Functions of the vocabulary get a prefix that no variable of the user's has.
        entry.names[name] = {"numpy": "np", "math": "math"}.get(value.__name__, f"rt_{value.__name__}")
        return
    linked = name if entry.path == main or space.get("__file__") == str(main) else f"{name}__{entry.path.stem}"
    entry.names[name] = linked
    if isinstance(value, types.FunctionType):
        linked = value.__name__ if value.__code__.co_filename == str(main) else f"{value.__name__}__{_stem(value)}"
        entry.names[name] = linked
        _visit(value, linked, main, found)
    else:
        found.constants[linked] = value


def _stem(function: types.FunctionType) -> str:
    return Path(function.__code__.co_filename).stem.replace("-", "_")
