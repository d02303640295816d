"""A rules file as text, syntax tree and executed module; and what its rule functions reach.

`Reached` is the part of a game that decides its values: the compiled functions, the helpers and constants they use,
across files. Checking, linking and the rules key all read it, so that they agree on what the rules are.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import math
import sys
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules.contract import SLOTS
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
    space
        The names of its module.
    rewritten
        Whether its tree says more than its text: plain Python then has to run the tree.
    object
        The function as the module defined it.
    """

    name: str
    node: ast.FunctionDef
    path: Path
    names: dict[str, str] = field(default_factory=dict)
    space: dict[str, Any] = field(default_factory=dict, repr=False)
    rewritten: bool = False
    object: types.FunctionType | None = field(default=None, repr=False)

    @property
    def is_slot(self) -> bool:
        """Whether it is a rule of the contract."""
        return self.name in SLOTS

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
    writes = sys.dont_write_bytecode
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True  # no __pycache__ beside the user's files
    try:
        exec(compile(tree, str(path), "exec"), module.__dict__)
    except AssertionError as error:
        raise _raised(error, path, str(error) or "assertion failed") from None
    except (Exception, SystemExit) as error:
        raise _raised(error, path, f"{type(error).__name__}: {error}") from None
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(folder)
        # A sibling of another folder may have the same name: leave none behind in the import system.
        for new in set(sys.modules) - before:
            file = getattr(sys.modules[new], "__file__", None)
            if file and Path(file).parent == path.parent:
                del sys.modules[new]
    return module


def _raised(error: BaseException, path: Path, message: str) -> RulesError:
    """Return the error for what a module raised while it ran; its siblings belong to it."""
    file, line = last_place(error, path.parent.glob("*.py")) or (path, None)
    return RulesError.at(file.name, line, message)


def last_place(error: BaseException, files: Iterable[str | Path]) -> tuple[Path, int] | None:
    """Return file and line of the innermost frame of `error` in one of `files`, or None."""
    wanted, place, trace = {str(file) for file in files}, None, error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in wanted and trace.tb_lineno is not None:
            place = Path(file), trace.tb_lineno
        trace = trace.tb_next
    return place


def last_line(error: BaseException, files: Iterable[str]) -> int | None:
    """Return the line of the innermost frame of `error` in one of `files`, or None."""
    place = last_place(error, files)
    return None if place is None else place[1]


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
        elif isinstance(child, (ast.FunctionDef, ast.MatchAs, ast.MatchStar)) and child is not node and child.name:
            names.add(child.name)
    return names


def copy_tree(node: Any) -> Any:
    """Return an independent copy of a syntax tree; faster than `copy.deepcopy` by far.

    Examples
    --------
    >>> ast.unparse(copy_tree(ast.parse("a = b + 1")))
    'a = b + 1'
    """
    if isinstance(node, list):
        return [copy_tree(element) for element in node]
    if not isinstance(node, ast.AST):
        return node
    new = node.__class__()
    new.__dict__.update({key: copy_tree(value) for key, value in node.__dict__.items()})
    return new


def strip(node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a copy without docstring and annotations: what decides the meaning."""
    clean: ast.FunctionDef = copy_tree(node)
    first = clean.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        clean.body = clean.body[1:] or [ast.copy_location(ast.Pass(), first)]
    for child in ast.walk(clean):
        if isinstance(child, ast.arg):
            child.annotation = None
        elif isinstance(child, ast.FunctionDef):
            child.returns = None
    return clean


_TREES: dict[str, tuple[float, dict[tuple[str, int], ast.FunctionDef]]] = {}


def _definition(function: types.FunctionType, path: Path) -> ast.FunctionDef | None:
    """Return the syntax tree of a function that stands at module level, be it under an `if`."""
    stamp = path.stat().st_mtime_ns
    if str(path) not in _TREES or _TREES[str(path)][0] != stamp:
        _TREES[str(path)] = (stamp, {_start(node): node for node in _functions_of(parse(path).body)})
    return _TREES[str(path)][1].get((function.__name__, function.__code__.co_firstlineno))


def _start(node: ast.FunctionDef) -> tuple[str, int]:
    return node.name, min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _functions_of(body: list[ast.stmt]) -> Iterable[ast.FunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif not isinstance(node, ast.ClassDef):
            for part in ("body", "orelse", "finalbody"):
                yield from _functions_of(getattr(node, part, []))


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


def _visit(function: types.FunctionType, name: str, main: Path, found: Reached) -> None:
    if name in found.functions:
        return
    path = Path(function.__code__.co_filename)
    node = _definition(function, path) if path.is_file() else None
    if node is None:
        raise RulesError.at(path.name, function.__code__.co_firstlineno, f"{name} must be written with def")
    entry = Function(name, strip(node), path, {}, function.__globals__, object=function)
    found.functions[name] = entry
    bound = local_names(entry.node)
    for used in _global_names(entry, bound):
        _resolve(used, entry, main, found)


def _global_names(entry: Function, bound: set[str]) -> list[ast.Name]:
    """Return the module-level names a function reads; `module.name` of a linked module becomes a plain name."""
    _Flatten(entry, bound).visit(entry.node)
    seen: dict[str, ast.Name] = {}
    for child in ast.walk(entry.node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load) and child.id not in bound:
            seen.setdefault(child.id, child)
    return list(seen.values())


class _Flatten(ast.NodeTransformer):
    """Turns `other.helper` into a name, `Piece.MAN` into its number, and an imported `sqrt` into ``math.sqrt``."""

    def __init__(self, entry: Function, bound: set[str]) -> None:
        self.entry, self.space, self.bound = entry, entry.space, bound

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.space.get(node.id)
        if node.id in self.bound or not callable(value):
            return node
        for module, short in ((math, "rt_math"), (np, "rt_np")):
            title = getattr(value, "__name__", "")
            if getattr(module, title, None) is value:
                self.space[short] = module
                self.entry.rewritten = True
                owner = ast.copy_location(ast.Name(short, ast.Load()), node)
                return ast.copy_location(ast.Attribute(owner, title, node.ctx), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id in self.bound or not isinstance(node.ctx, ast.Load):
            return node
        owner = self.space.get(node.value.id)
        if (
            owner is None
            or owner is np
            or owner is math
            or isinstance(owner, (np.ndarray, np.generic, int, float, dict))
        ):
            return node
        value = getattr(owner, node.attr, None)
        if isinstance(value, int) and not isinstance(owner, types.ModuleType):
            self.entry.rewritten = True
            return _literal(int(value) if not isinstance(value, bool) else value, node)
        if value is None or (callable(value) and not isinstance(owner, types.ModuleType)):
            return node
        if isinstance(owner, types.ModuleType) and _is_foreign(owner):
            message = f"rules may use math, numpy, outfox.rules and other game files, not {owner.__name__}"
            raise RulesError.at(self.entry.path.name, node.lineno, message + _hint(owner.__name__))
        name = f"{node.value.id}__{node.attr}"
        self.space.setdefault(name, value)
        self.entry.rewritten = True
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _literal(value: int, node: ast.expr) -> ast.expr:
    number = ast.copy_location(ast.Constant(abs(value) if value < 0 else value), node)
    return number if value >= 0 else ast.copy_location(ast.UnaryOp(ast.USub(), number), node)


def _is_foreign(module: types.ModuleType) -> bool:
    root = module.__name__.partition(".")[0]
    return root in sys.stdlib_module_names or root in ("numpy", "scipy", "numba")


def _hint(module: str) -> str:
    return "; chance is a rule of its own: see chance(s)" if module in ("random", "numpy.random", "secrets") else ""


def _resolve(used: ast.Name, entry: Function, main: Path, found: Reached) -> None:
    name, space = used.id, entry.space
    if name not in space:
        if not hasattr(builtins, name):
            close = difflib.get_close_matches(name, [n for n in space if not n.startswith("__")], 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise RulesError.at(entry.path.name, used.lineno, f"name {name!r} is not defined{hint}")
        return
    value = space[name]
    if value is np or value is math or getattr(value, "__module__", "") == "outfox.rules.vocabulary":
        # Functions of the vocabulary get a prefix that no variable of the user's has.
        entry.names[name] = {"numpy": "np", "math": "math"}.get(value.__name__, f"rt_{value.__name__}")
        return
    if isinstance(value, types.FunctionType):
        if value.__module__.partition(".")[0] in sys.stdlib_module_names and value.__module__ != "__main__":
            message = (
                f"{name} comes from {value.__module__}, which rules cannot use: rules may use math, numpy, outfox.rules"
            )
            raise RulesError.at(entry.path.name, used.lineno, message + _hint(value.__module__))
        linked = _linked(value.__name__, value.__code__.co_filename == str(main), Path(value.__code__.co_filename))
        entry.names[name] = linked
        _visit(value, linked, main, found)
    else:
        linked = _linked(name, entry.path == main or space.get("__file__") == str(main), entry.path)
        entry.names[name] = linked
        found.constants[linked] = value


def _linked(name: str, in_main: bool, path: Path) -> str:
    """Return the name of a function or constant in the linked rules, where builtins keep their meaning."""
    linked = name if in_main else f"{name}__{path.stem.replace('-', '_')}"
    return f"{linked}__user" if hasattr(builtins, linked) or linked in ("np", "math") else linked
