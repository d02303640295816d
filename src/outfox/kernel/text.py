"""The text of a linked folder: `rules.py` with the slots of a game, `kernel.py` with a method's kernel."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outfox.formats.model import feature_names, point_names
from outfox.kernel import runtime, slots
from outfox.kernel.lowering import Lowered
from outfox.kernel.lowering.program import RUNTIME_IMPORTS, decorator
from outfox.kernel.slot_text import slot_text, view_leaves_of, wrapped
from outfox.rules.contract import SLOTS
from outfox.rules.game import Game

_TYPES = {
    "Ints": "types.int64[::1]",
    "Ints32": "types.int32[::1]",
    "Shorts": "types.int16[::1]",
    "Bytes": "types.uint8[::1]",
    "Words": "types.uint64[::1]",
    "Floats": "types.float64[::1]",
    "Floats32": "types.float32[::1]",
    "Floats2": "types.float64[:, ::1]",
    "Ints2": "types.int64[:, ::1]",
    "Bounds": "types.float32[:, ::1]",
    "Nodes": "from_dtype(NODE)[::1]",
    "States": "from_dtype(State)[::1]",
    "Views": "from_dtype(View)[::1]",
    "int": "types.int64",
    "float": "types.float64",
    "bool": "types.boolean",
}


class Build(NamedTuple):
    """How a kernel is built for a game; see `outfox.kernel.link.link`."""

    checked: bool
    model: bool = False
    endings: bool = False
    merged: bool = False
    key: Any = None


# Kernel functions count no references: the arrays outlive the call, and counting them up and down at every level of a
# tree took more than half of the time. So they must not allocate; an entry may, and then counts. They are inlined by
# force, since a call that LLVM leaves standing passes each array as seven words.
_INLINED = "no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False, forceinline=True"


def _allocates(entry: ast.FunctionDef) -> bool:
    return any(isinstance(sub, ast.Attribute) and sub.attr in ("empty", "zeros", "ones") for sub in ast.walk(entry))


def rules_text(game: Game, lowered: Lowered, build: Build) -> str:
    """Return the whole text of `rules.py`."""
    return lowered.text + slot_text(game, build.checked, build.model)


def slot_constants(game: Game | None, build: Build) -> dict[str, Any]:
    """Return what a kernel knows of a game when it is built."""
    if game is None:
        return {"CHECKED": build.checked}
    return {
        "ACTIONS": game.actions,
        "BRANCHING": max(game.branching, 1),
        "OUTCOMES": game.outcomes,
        "STARTS": game.starts,
        "ENDLESS": 0.0 if game.endless is None else game.endless,
        "HAS_ENDLESS": game.endless is not None,
        "HAS_CHANCE": game.has("chance") or game.has("sample_chance"),
        "HAS_SAMPLE_CHANCE": game.has("sample_chance"),
        "HAS_EVALUATE": build.model or game.has("evaluate"),
        "HAS_PRIOR": game.has("prior"),
        "HAS_VIEW": game.view is not None,
        "HAS_SAME_CHANCE": game.has("same_chance"),
        "VIEW_LEAVES": view_leaves_of(game),
        "HAS_RANK": game.has("rank"),
        "HAS_SWAP": game.exchangeable,
        "HAS_SYMMETRY": game.has("symmetry"),
        "HAS_FEATURES": bool(feature_names(game)),
        "HAS_SQUARES": bool(point_names(game)),
        "HAS_ENDINGS": build.endings,
        "MERGED": build.merged,
        "FEATURE_COUNT": len(feature_names(game)),
        "CHECKED": build.checked,
    }


def _runtime_name(value: Any) -> str | None:
    """Return the name of a runtime function; interpreted, some are functions of other modules."""
    if not callable(value) or isinstance(value, type):
        return None
    return next((name for name, known in vars(runtime).items() if known is value), None)


class _Collector:
    """Gathers a kernel function, the functions it calls and the constants it uses."""

    def __init__(self, constants: dict[str, Any]) -> None:
        self.constants = constants
        self.functions: dict[str, ast.FunctionDef] = {}
        self.values: dict[str, Any] = {}
        self.imports: dict[str, str] = {}
        self.slots: set[str] = set()

    def add(self, function: types.FunctionType) -> None:
        name = function.__name__
        if name in self.functions:
            return
        node = _function_node(function)
        self.functions[name] = node
        _Fold(self.constants).visit(node)
        for arg in (a for sub in ast.walk(node) if isinstance(sub, ast.arguments) for a in sub.args):
            arg.annotation = None
        node.returns = None
        # Sorted: the text decides the key of the cache, and the order of a set differs from process to process.
        for used in sorted({sub.id for sub in ast.walk(node) if isinstance(sub, ast.Name)}):
            if used in function.__globals__:
                self._global(used, function.__globals__[used])

    def _global(self, name: str, value: Any) -> None:
        if name in self.constants:
            self.values[name] = self.constants[name]
        elif getattr(value, "__module__", None) == slots.__name__ and name in SLOT_NAMES:
            self.slots.add(name)
        elif value is np:
            self.imports[name] = "import numpy as np"
        elif isinstance(value, types.ModuleType):
            self.imports[name] = f"import {value.__name__} as {name}"
        elif (known := _runtime_name(value)) is not None:
            self.imports[name] = f"from outfox.kernel.runtime import {known} as {name}"
        elif isinstance(value, types.FunctionType):
            self.add(value)
        elif isinstance(value, (bool, int, float)):
            self.values[name] = value
        elif isinstance(value, type) or callable(value):
            self.imports[name] = f"from {value.__module__} import {value.__name__} as {name}"
        else:
            raise TypeError(f"kernel uses {name}, a {type(value).__name__}: pass it as an argument")


SLOT_NAMES = (set(SLOTS) & set(dir(slots))) | {
    "state_hash", "same_state", "state_leaves", "from_leaves", "view_hash", "view_leaves", "information_key",
}  # fmt: skip


class _Fold(ast.NodeTransformer):
    """Decides ``if HAS_CHANCE:`` and the like while the text is made."""

    def __init__(self, constants: dict[str, Any]) -> None:
        self.constants = constants

    def _truth(self, node: ast.expr) -> bool | None:
        if isinstance(node, ast.Name) and isinstance(self.constants.get(node.id), bool):
            return bool(self.constants[node.id])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self._truth(node.operand)
            return None if inner is None else not inner
        if isinstance(node, ast.BoolOp):
            parts = [self._truth(value) for value in node.values]
            deciding = isinstance(node.op, ast.Or)
            if deciding in parts:
                return deciding
            return None if None in parts else not deciding
        return None

    def visit_If(self, node: ast.If) -> Any:
        truth = self._truth(node.test)
        self.generic_visit(node)
        if truth is None:
            return node
        return (node.body if truth else node.orelse) or ast.Pass()

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        truth = self._truth(node.test)
        self.generic_visit(node)
        return node if truth is None else node.body if truth else node.orelse


_MODULES: dict[str, ast.Module] = {}


def _function_node(function: types.FunctionType) -> ast.FunctionDef:
    file = inspect.getsourcefile(function) or ""
    if file not in _MODULES:
        _MODULES[file] = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in _MODULES[file].body:
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            clean = ast.parse(ast.unparse(node)).body[0]
            assert isinstance(clean, ast.FunctionDef)
            if ast.get_docstring(clean) is not None:
                clean.body = clean.body[1:] or [ast.Pass()]
            return clean
    raise TypeError(f"{function.__name__} must be written at the top level of {file}")


def kernel_text(game: Game | None, kernel: types.FunctionType, build: Build) -> str:
    """Return the text of `kernel.py`: the kernel, all it calls, its signature."""
    collector = _Collector(slot_constants(game, build))
    collector.add(kernel)
    if build.key is not None:
        collector.add(build.key)
        collector.slots.discard("information_key")
    signature, classes = _signature(kernel)
    stand_ins = wrapped(game, build.model) if game is not None else {}
    lines = ['"""A linked kernel. Generated: edit the method\'s own file instead."""', "", "import numpy as np"]
    lines += ["from numba import from_dtype, njit, types", *sorted({*collector.imports.values(), *classes})]
    lines.append(RUNTIME_IMPORTS)
    if "NODE" in signature:
        lines.append("from outfox.kernel.slots import NODE")
    if game is not None:
        names = sorted(f"{stand_ins.get(slot, slot)} as {slot}" for slot in collector.slots)
        records = ["State", "View"] if game.view is not None else ["State"]
        lines.append("from .rules import " + ", ".join([*records, *names]))
    lines += ["", *(f"{name} = {_literal(value)}" for name, value in sorted(collector.values.items()))]
    entry = collector.functions[kernel.__name__]
    for node in reversed(collector.functions.values()):
        options = f"_nrt={_allocates(entry)}" if node is entry else _INLINED
        lines += ["", "", decorator(build.checked, options, "njit"), ast.unparse(ast.fix_missing_locations(node))]
    instead = [] if build.key is None else [f"information_key = {build.key.__name__}"]
    return "\n".join([*lines, "", "", *instead, f"entry = {kernel.__name__}", f"SIGNATURE = {signature}", ""])


def _literal(value: Any) -> str:
    return f'float("{value}")' if isinstance(value, float) and not np.isfinite(value) else repr(value)


def _signature(kernel: types.FunctionType) -> tuple[str, list[str]]:
    node = next(
        n for n in ast.parse(Path(inspect.getsourcefile(kernel) or "").read_text(encoding="utf-8")).body
        if isinstance(n, ast.FunctionDef) and n.name == kernel.__name__
    )  # fmt: skip
    classes: list[str] = []
    scope = kernel.__globals__
    parts = [_type(ast.unparse(a.annotation or ast.Constant(None)), kernel, scope, classes) for a in node.args.args]
    return "(" + ", ".join(parts) + ("," if parts else "") + ")", classes


def _type(annotation: str, kernel: types.FunctionType, scope: dict[str, Any], classes: list[str]) -> str:
    if annotation in _TYPES:
        return _TYPES[annotation]
    cls = scope.get(annotation)
    if isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields"):
        classes.append(f"from {cls.__module__} import {cls.__name__}")
        hints: dict[str, Any] = cls.__annotations__
        names = [str(getattr(hints[name], "__forward_arg__", hints[name])) for name in cls._fields]
        within = vars(sys.modules[cls.__module__])
        fields = [_type(name, kernel, within, classes) for name in names]
        if len(set(fields)) == 1:
            return f"types.NamedUniTuple({fields[0]}, {len(fields)}, {cls.__name__})"
        return f"types.NamedTuple(({', '.join(fields)},), {cls.__name__})"
    raise TypeError(f"argument of kernel {kernel.__name__} has annotation {annotation}, which is no kernel type")
