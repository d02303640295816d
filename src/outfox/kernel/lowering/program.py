"""`lower`: a game -> the text of its linked rules, with a table from its lines to the user's."""

from __future__ import annotations

import ast
import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.lowering.arguments import Arguments
from outfox.kernel.lowering.bounds import Bounds, Shifts
from outfox.kernel.lowering.checks import Check, Place, Places
from outfox.kernel.lowering.closures import lift_inner
from outfox.kernel.lowering.constants import Frozen, freeze
from outfox.kernel.lowering.expressions import Simplify, ranks_of
from outfox.kernel.lowering.fields import widen_fields
from outfox.kernel.lowering.generators import CastYields, FillBuffer, Inline, refuse_recursive, stream_name
from outfox.kernel.lowering.recursion import count_depth
from outfox.kernel.lowering.trees import Names, clone
from outfox.kernel.lowering.unset import guard_unset
from outfox.kernel.lowering.uses import UseConstants
from outfox.rules.contract import SLOTS
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.source import Function, local_names

_INLINE_TEXT = 4096
"""Arrays of up to this many elements are written into the text; larger ones are handed to it."""


@dataclass(frozen=True)
class Lowered:
    """A game's rules in linked form.

    Attributes
    ----------
    text
        Python source, ready for Numba.
    lines
        For each line of `text` (from 1) the place it comes from: file number, line; absent for generated lines.
    files
        The user's files by number.
    arrays
        Large constants, handed to the text as `ARRAYS`.
    places
        File number and line of each place that a fault can name.
    said
        For file numbers and lines with an `assert` or `raise`: what it says.
    starts
        Rule -> the line where it starts.
    """

    text: str
    lines: dict[int, tuple[int, int]]
    files: tuple[Path, ...]
    arrays: dict[str, np.ndarray[Any, Any]]
    places: list[tuple[int, int]] = field(default_factory=list)
    said: dict[tuple[int, int], str] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)


def lower(game: Game, checked: bool) -> Lowered:
    """Lower a game's rules.

    Parameters
    ----------
    game
        The loaded game.
    checked
        Whether to test every index, store and division.

    Raises
    ------
    RulesError
        Where something in the rules has no compiled meaning.
    """
    return _Program(game, checked).run()


class _Program:
    def __init__(self, game: Game, checked: bool) -> None:
        self.game, self.checked = game, checked
        self.fresh, self.places = Names(), Places()
        self.functions: dict[str, Function] = {
            n: Function(f.name, clone(f.node), f.path, dict(f.names)) for n, f in game.reached.functions.items()
        }
        if game.stuck and game.stuck != "passes":
            self._add_has_actions()
        self.files = tuple(dict.fromkeys([game.path, *(f.path for f in self.functions.values())]))
        self.frozen = self._freeze()

    def _add_has_actions(self) -> None:
        """Add what tells whether there is a legal action, for `STUCK`."""
        legal = self.functions["legal_actions"]
        (definition,) = ast.parse(_HAS_ACTIONS).body
        assert isinstance(definition, ast.FunctionDef)
        ast.increment_lineno(definition, legal.node.lineno - 1)
        self.functions[definition.name] = Function(definition.name, definition, legal.path)

    def _freeze(self) -> dict[str, Frozen]:
        frozen = {}
        for name, value in self.game.reached.constants.items():
            try:
                frozen[name] = freeze(name, value)
            except (RulesError, TypeError, ValueError, OverflowError) as error:
                reason = str(error) if isinstance(error, RulesError) else f"constant {name}: {error}"
                raise RulesError.at(self.game.path.name, self.game.line_of(name), reason) from None
        return frozen

    def run(self) -> Lowered:
        said = self._said()
        for function in self.functions.values():
            _Link(function).visit(function.node)
            function.names = {}
        for function in list(self.functions.values()):
            self.functions.update({inner.name: inner for inner in lift_inner(function, self.fresh)})
        large = {name for name, f in self.frozen.items() if getattr(f.value, "size", 0) > _INLINE_TEXT}
        widen_fields(self.functions, self.game.reached.constants, large, self.game.state)
        self._simplify()
        for function in self.functions.values():
            UseConstants(function, self.frozen, self.fresh).run()
        streams = self._expand_generators()
        for function in self.functions.values():
            Arguments(self.functions, self.frozen).visit(function.node)
        records = self._records()
        shapes = _shapes(records)
        for function in self.functions.values():
            node = function.node
            if function.name in streams:
                CastYields().visit(node)
            guard_unset(node)
            Shifts(Bounds(node, self.frozen, shapes)).visit(node)
            if self.checked:
                Check(function.name, records, Bounds(node, self.frozen, shapes)).visit(node)
        count_depth(self.functions)
        for function in self.functions.values():
            function.node.name = function.name
            Place(self.places, self.files.index(function.path)).visit(function.node)
            ast.fix_missing_locations(function.node)
        return self._write(said)

    def _records(self) -> tuple[np.dtype[Any], ...]:
        """Return the types of the records that rules fill: a state, and what a player sees of one."""
        view = self.game.view
        return (self.game.state,) if view is None else (self.game.state, view)

    def _said(self) -> dict[tuple[int, int], str]:
        """Return what asserts and raises say, by place."""
        said = {}
        for function in self.functions.values():
            file = self.files.index(function.path)
            for sub in ast.walk(function.node):
                if isinstance(sub, ast.Assert) and sub.msg is not None:
                    said[file, sub.lineno] = "the assertion fails: " + _words(sub.msg)
                elif isinstance(sub, ast.Raise) and sub.exc is not None:
                    said[file, sub.lineno] = _exception(sub.exc)
        return said

    def _simplify(self) -> None:
        generators = {name for name, f in self.functions.items() if f.is_generator} | {"rt_bits"}
        ranks = ranks_of(self.game.state)
        todo = list(self.functions.values())
        while todo:
            function = todo.pop()
            self.functions[function.name] = function
            Simplify(function, ranks, self.fresh, generators, todo.append, self.checked).run()

    def _expand_generators(self) -> set[str]:
        """Inline generators; return the names of those that stay generators."""
        generators = {name: f for name, f in self.functions.items() if f.is_generator}
        originals = {name: Function(f.name, clone(f.node), f.path, f.names) for name, f in generators.items()}
        kept: set[str] = set()
        for name, function in list(self.functions.items()):
            if name in SLOTS or name not in generators:
                kept |= Inline(function, originals, self.fresh).run()
        done: set[str] = set()
        while kept - done:
            for name in sorted(kept - done):
                done.add(name)
                stream = Function(stream_name(name), clone(originals[name].node), originals[name].path)
                kept |= Inline(stream, originals, self.fresh).run()
                refuse_recursive(stream)
                self.functions[stream.name] = stream
        for name in generators:
            if name in SLOTS:
                pairs = name == "chance"
                most = (self.game.outcomes if pairs else self.game.actions) - 1
                FillBuffer(pairs, most, self.checked).convert(self.functions[name].node)
            else:
                del self.functions[name]  # every use was inlined or is a stream
        return {stream_name(name) for name in kept}

    # -- text ------------------------------------------------------------------------------------------------

    def _write(self, said: dict[tuple[int, int], str]) -> Lowered:
        texts = {function.name: ast.unparse(function.node) for function in self.functions.values()}
        out = io.StringIO()
        lines: dict[int, tuple[int, int]] = {}
        arrays: dict[str, np.ndarray[Any, Any]] = {}
        out.write(
            _HEADER.format(imports=RUNTIME_IMPORTS, game=self.game.spec, kind="checked" if self.checked else "fast")
        )
        out.write(f"State = np.dtype({dtype_text(self.game.state)})\n")
        for name, frozen in sorted(self.frozen.items()):
            for line in _constant_lines(name, frozen, arrays):
                out.write(line + "\n")
        row = out.getvalue().count("\n")
        for function in self.functions.values():
            text = texts[function.name]
            out.write(f"\n\n{decorator(self.checked)}\n")
            row += 3
            # Statements come out in the order they stand in the tree: pair the two to know each line's origin.
            written = ast.parse(text).body[0]
            number = self.files.index(function.path)
            for new, old in zip(_statements(written), _statements(function.node), strict=True):
                lines.setdefault(row + new.lineno, (number, old.lineno))
            out.write(text + "\n")
            row += text.count("\n") + 1
        starts = {name: function.node.lineno for name, function in self.game.reached.functions.items()}
        return Lowered(out.getvalue(), lines, self.files, arrays, self.places.found, said, starts)


def _shapes(records: tuple[np.dtype[Any], ...]) -> dict[str, tuple[int, ...]]:
    """Return the shape of each field; fields of one name that differ are left out."""
    found: dict[str, set[tuple[int, ...]]] = {}
    for record in records:
        for name in record.names or ():
            found.setdefault(name, set()).add(record[name].shape)
    return {name: shapes.pop() for name, shapes in found.items() if len(shapes) == 1}


class _Link(ast.NodeTransformer):
    """Gives every module-level name the one it has in the linked rules."""

    def __init__(self, function: Function) -> None:
        self.names, self.bound = function.names, local_names(function.node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.bound:
            node.id = self.names.get(node.id, node.id)
        return node


def decorator(
    checked: bool, options: str = "no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True", function: str = "rt_njit"
) -> str:
    """Return the line above a linked function.

    Only a kernel's entry is called from Python; leaving out the wrappers that make the others callable halves the time
    to compile.
    """
    return f'@{function}({options}, error_model="numpy", nogil=True, boundscheck={checked})'


_HAS_ACTIONS = """def outfox_has_actions(s): return any(True for rt_x in legal_actions(s))"""

_RUNTIME = (
    "all_along any_along back bit_list bools clear_lowest copy count dense depth every finite fit get given has "
    "has_row index invert key_of leaf least left left_checked lowest minus mix most mover_number nonzero nothing "
    "number ordinary payoff_number place player plus require right right_checked room sized some sparse tally times "
    "total wide word"
).split()

# Prefixed, so that a variable of the user's called `left` or `count` does not hide them.
RUNTIME_IMPORTS = (
    "from outfox.kernel.faults import Fault as rt_Fault\n"
    f"from outfox.kernel.runtime import {', '.join(f'{name} as rt_{name}' for name in _RUNTIME)}"
)

_HEADER = '''"""Linked rules of {game} ({kind} build). Generated: edit the game's own file instead."""

import math

import numpy as np
import numpy as rt_np
from numba import njit as rt_njit

{imports}

'''


def _words(node: ast.expr) -> str:
    """Return what a message says; of one that is put together, how."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return ast.unparse(node).removeprefix("f").strip("'\"")


def _exception(node: ast.expr) -> str:
    """Say what a `raise` raises."""
    if isinstance(node, ast.Call):
        said = ", ".join(_words(argument) for argument in node.args)
        return f"{ast.unparse(node.func)}: {said}" if said else ast.unparse(node.func)
    return ast.unparse(node)


def _statements(node: ast.AST) -> list[ast.stmt]:
    return [child for child in ast.walk(node) if isinstance(child, ast.stmt)]


def dtype_text(state: np.dtype[Any]) -> str:
    """Write a dtype as Python; booleans in arrays are stored as bytes, which Numba can index."""
    assert state.fields is not None
    parts = []
    names = state.names or ()
    for name in names:
        base, shape = state.fields[name][0].base, state.fields[name][0].shape
        inner = dtype_text(base) if base.names else repr("uint8" if base.kind == "b" and shape else base.name)
        parts.append(f"({inner}, {shape})" if shape else inner)
    offsets = [int(state.fields[name][1]) for name in names]
    formats, size = ", ".join(parts), state.itemsize
    return f'{{"names": {list(names)!r}, "formats": [{formats}], "offsets": {offsets}, "itemsize": {size}}}'


def _constant_lines(name: str, frozen: Frozen, arrays: dict[str, np.ndarray[Any, Any]]) -> list[str]:
    if frozen.kind in ("word", "range"):
        return []
    if frozen.kind == "number":
        value = frozen.value
        if isinstance(value, float):
            return [f"{name} = float({value!r})" if np.isfinite(value) else f'{name} = float("{value!r}")']
        if isinstance(value, np.uint64) or (isinstance(value, int) and value >= 2**63):
            return [f"{name} = np.uint64({int(value)})"]
        return [f"{name} = {value!r}"]
    tables = {name: frozen.value, **{f"{name}_n{level}": sizes for level, sizes in frozen.lengths.items()}}
    if frozen.keys is not None:
        tables[f"{name}_keys"] = frozen.keys
        if frozen.places is not None:
            tables[f"{name}_at"] = frozen.places
        else:
            tables[f"{name}_order"] = np.argsort(frozen.keys)
            tables[f"{name}_sorted"] = np.sort(frozen.keys)
    return [_array_line(title, table, arrays) for title, table in tables.items()]


def _array_line(name: str, array: np.ndarray[Any, Any], arrays: dict[str, np.ndarray[Any, Any]]) -> str:
    if array.size <= _INLINE_TEXT and array.size:
        return f"{name} = np.array({array.tolist()!r}, np.{array.dtype.name})"
    if not array.size:
        return f"{name} = np.zeros({array.shape}, np.{array.dtype.name})"
    arrays[name] = _narrowed(array)
    return f'{name} = ARRAYS["{name}"]'


def _narrowed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a large table in the fewest bytes; a number read from it is wide again."""
    if array.dtype != np.int64:
        return array
    for kind in (np.int8, np.int16, np.int32):
        if np.iinfo(kind).min <= array.min() and array.max() <= np.iinfo(kind).max:
            return array.astype(kind)
    return array
