"""Compiles a kernel and what it calls as one piece of machine code, and not once for each function on the way.

Numba optimises every function with all that it calls, makes machine code of that, then does the same for whoever calls
it: in a kernel of thirty functions a third of the time went into machine code that nothing runs. Here a function that
only compiled code calls stays what LLVM reads, until the entry takes all of them in and is optimised once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary

_UNRESOLVED = ".numba.unresolved$"
"""What begins the name of a function that Numba joins at run time."""


class _Piece(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, made machine code of when somebody wants its address.

    Numba's own libraries may link a piece as one of theirs: they finish it first, as Numba does.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._environments: list[tuple[str, Any]] = []

    # -- what Numba asks while it compiles a function ------------------------------------------------

    def add_linking_library(self, library: Any) -> None:
        """Remember what this function calls; Numba would finish it here."""
        self._linking_libraries.append(library)

    def add_ir_module(self, module: Any) -> None:
        """Take a module in, unless it is only there to be called from C, which nobody does."""
        if module.name != "cfunc_wrapper":
            super().add_ir_module(module)

    def get_pointer_to_function(self, name: str) -> int:
        """Return an address for Python to call; a function that only compiled code calls has none."""
        if not self._finalized and all(known.name != name for known in self._final_module.functions):
            return 0
        return int(super().get_pointer_to_function(name))

    @property
    def codegen(self) -> Any:
        """Whoever takes the environment of this function: the machine's, or this until there is machine code."""
        return self._codegen if self._finalized else self

    def set_env(self, name: str, environment: Any) -> None:
        """Keep the environment of this function for later."""
        self._environments.append((name, environment))

    # -- joining -------------------------------------------------------------------------------------

    def finalize(self) -> None:
        """Take in all that this function reaches, and make machine code of the whole."""
        reached = self._reached()
        if any(in_circles(piece) for piece in [self, *reached] if isinstance(piece, _Piece)):
            for library in reached:
                library._ensure_finalized()
        self._linking_libraries = reached
        super().finalize()
        for piece in [self, *reached]:
            if isinstance(piece, _Piece):
                piece._put_environments()

    def _reached(self) -> list[Any]:
        """Return the libraries that this one needs, each before those that it needs itself.

        LLVM takes in only what has been asked for already.
        """
        seen, last_first = {id(self)}, []

        def visit(library: Any) -> None:
            seen.add(id(library))
            if isinstance(library, _Piece) and not library._finalized:
                for needed in library._linking_libraries:
                    if id(needed) not in seen:
                        visit(needed)
            last_first.append(library)

        for library in self._linking_libraries:
            if id(library) not in seen:
                visit(library)
        return last_first[::-1]

    def _get_module_for_linking(self) -> Any:
        if self._finalized:
            return super()._get_module_for_linking()
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _put_environments(self) -> None:
        for name, environment in self._environments:
            if self._codegen._engine.get_global_value_address(name):
                self._codegen.set_env(name, environment)


def in_circles(library: Any) -> bool:
    """Say whether a library has functions that call each other in a circle, which Numba joins at run time."""
    return any(held.name.startswith(_UNRESOLVED) for held in library._final_module.global_variables)


@contextmanager
def joined(context: Any) -> Iterator[None]:
    """Let what is compiled inside be joined into what is called from Python."""
    codegen = context.codegen()
    before = codegen._library_class
    codegen._library_class = _Piece
    try:
        yield
    finally:
        codegen._library_class = before
