"""`lower`: a game -> the text of its linked rules, with a table from its lines to the user's."""

from __future__ import annotations

import ast
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outfox.kernel.lowering import unsigned
from outfox.kernel.lowering.checks import Check, Place
from outfox.kernel.lowering.constants import Frozen, UseConstants, freeze
from outfox.kernel.lowering.expressions import Simplify
from outfox.kernel.lowering.generators import CastYields, FillBuffer, Inline, stream_name
from outfox.kernel.lowering.trees import Names, clone
from outfox.rules.contract import SLOTS
from outfox.rules.errors import RulesError
from outfox.rules.game import Game
from outfox.rules.source import Function

_INLINE_TEXT = 4096
"""Arrays of up to this many elements are written into the text; larger ones beside it."""


def decorator(checked: bool, options: str = "no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=True") -> str:
    """Return the line above a linked function.

    Only a kernel's entry is called from Python; leaving out the wrappers that make the others callable halves the time
    to compile.
    """
    return f'@njit({options}, error_model="numpy", nogil=True, boundscheck={checked})'


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
        Large constants, stored beside the text.
    """

    text: str
    lines: dict[int, tuple[int, int]]
    files: tuple[Path, ...]
    arrays: dict[str, np.ndarray[Any, Any]]


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
        self.fresh = Names()
        self.functions: dict[str, Function] = {
            n: Function(f.name, clone(f.node), f.path, dict(f.names)) for n, f in game.reached.functions.items()
        }
        self.files = tuple(dict.fromkeys([game.path, *(f.path for f in self.functions.values())]))
        self.frozen = self._freeze()

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
        self._simplify()
        streams = self._expand_generators()
        definitions = {name: f.node for name, f in self.functions.items()}
        constants = {name: f.value for name, f in self.frozen.items()}
        if unsigned.involved(self.game.state, constants, definitions):
            unsigned.Unsigned(definitions, self.game.state, constants).run()
        for function in self.functions.values():
            function.node.name = function.name
            if function.name in streams:
                CastYields().visit(function.node)
            if self.checked:
                Check(self.game.state).visit(function.node)
            Place(self.files.index(function.path)).visit(function.node)
            ast.fix_missing_locations(function.node)
        return self._write()

    def _simplify(self) -> None:
        generators = {name for name, f in self.functions.items() if f.is_generator}
        hoisted: list[Function] = []
        for function in list(self.functions.values()):
            UseConstants(function, self.game.reached, self.frozen).visit(function.node)
            self._link_names(function)
            Simplify(function, self.game.state, self.fresh, generators, hoisted.append).run()
        for helper in hoisted:
            self.functions[helper.name] = helper

    def _link_names(self, function: Function) -> None:
        """After this stage every name is the linked one."""
        function.names = {linked: linked for linked in function.names.values()}

    def _expand_generators(self) -> set[str]:
        """Inline generators; return the names of those that stay generators."""
        generators = {name: f for name, f in self.functions.items() if f.is_generator}
        originals = {name: Function(f.name, clone(f.node), f.path, f.names) for name, f in generators.items()}
        kept: set[str] = set()
        for function in list(self.functions.values()):
            kept |= Inline(function, originals, self.fresh).run()
        done: set[str] = set()
        while kept - done:
            for name in sorted(kept - done):
                done.add(name)
                stream = Function(stream_name(name), clone(originals[name].node), originals[name].path)
                kept |= Inline(stream, originals, self.fresh).run()
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

    def _write(self) -> Lowered:
        out, lines = io.StringIO(), {}
        arrays: dict[str, np.ndarray[Any, Any]] = {}
        out.write(_HEADER.format(imports=RUNTIME_IMPORTS, game=self.game.spec, kind="checked" if self.checked else "fast"))
        out.write(f"State = np.dtype({_dtype_text(self.game.state)})\n")
        for name, frozen in sorted(self.frozen.items()):
            for line in _constant_lines(name, frozen, arrays):
                out.write(line + "\n")
        row = out.getvalue().count("\n")
        for function in self.functions.values():
            text = ast.unparse(function.node)
            out.write(f"\n\n{decorator(self.checked)}\n")
            row += 3
            # Statements come out in the order they stand in the tree: pair the two to know each line's origin.
            written = ast.parse(text).body[0]
            number = self.files.index(function.path)
            for new, old in zip(_statements(written), _statements(function.node), strict=True):
                lines.setdefault(row + new.lineno, (number, old.lineno))
            out.write(text + "\n")
            row += text.count("\n") + 1
        return Lowered(out.getvalue(), lines, self.files, arrays)


_RUNTIME = (
    "clear_lowest copy count every fit has has_pair index least left lowest mix most nonzero require right room slot "
    "some total word"
).split()

# Prefixed, so that a variable of the user's called `left` or `count` does not hide them.
RUNTIME_IMPORTS = "from outfox.kernel.runtime import " + ", ".join(f"{name} as rt_{name}" for name in _RUNTIME)

_HEADER = '''"""Linked rules of {game} ({kind} build). Generated: edit the game's own file instead."""

import math
from pathlib import Path

import numpy as np
from numba import njit

{imports}

'''


def _statements(node: ast.AST) -> list[ast.stmt]:
    return [child for child in ast.walk(node) if isinstance(child, ast.stmt)]


def _dtype_text(state: np.dtype[Any]) -> str:
    """Write a dtype as Python; booleans in arrays are stored as bytes, which Numba can index."""
    assert state.fields is not None
    parts = []
    names = state.names or ()
    for name in names:
        base, shape = state.fields[name][0].base, state.fields[name][0].shape
        inner = _dtype_text(base) if base.names else repr("uint8" if base.kind == "b" and shape else base.name)
        parts.append(f"({inner}, {shape})" if shape else inner)
    offsets = [int(state.fields[name][1]) for name in names]
    return (
        f'{{"names": {list(names)!r}, "formats": [{", ".join(parts)}], "offsets": {offsets}, "itemsize": {state.itemsize}}}'
    )


def _constant_lines(name: str, frozen: Frozen, arrays: dict[str, np.ndarray[Any, Any]]) -> list[str]:
    if frozen.kind in ("word", "range"):
        return []
    if frozen.kind == "number":
        value = frozen.value
        if isinstance(value, float):
            return [f"{name} = float({value!r})" if np.isfinite(value) else f'{name} = float("{value!r}")']
        if isinstance(value, int) and value >= 2**63:
            return [f"{name} = np.uint64({value})"]
        return [f"{name} = {value!r}"]
    lines = [_array_line(name, frozen.value, arrays)]
    lines += [_array_line(f"{name}_n{level}", sizes, arrays) for level, sizes in frozen.lengths.items()]
    if frozen.keys is not None:
        lines.append(_array_line(f"{name}_keys", frozen.keys, arrays))
    return lines


def _array_line(name: str, array: np.ndarray[Any, Any], arrays: dict[str, np.ndarray[Any, Any]]) -> str:
    if array.size <= _INLINE_TEXT and array.size:
        return f"{name} = np.array({array.tolist()!r}, np.{array.dtype.name})"
    if not array.size:
        return f"{name} = np.zeros({array.shape}, np.{array.dtype.name})"
    arrays[name] = array
    return f'{name} = np.load(Path(__file__).with_name("{name}.npy"))'
