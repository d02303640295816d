"""What people write in rules: small pieces with what a Python user expects of each.

A piece is the middle of a rules file. Its function `f(s)` is asked once, at the start; where it yields, its values are
the legal actions. A line marked ``# <-`` is the one that an error must name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Idiom:
    """One thing that people write.

    Attributes
    ----------
    title
        What it is.
    code
        The piece of a rules file.
    gives
        What `f` returns, or the list of what it yields; None where it is an error.
    refused
        Part of the error when the file is loaded.
    fails
        Parts of the errors when it runs: in plain Python, in the checked build.
    files
        Other files beside it.
    """

    title: str
    code: str
    gives: Any = None
    refused: str = ""
    fails: tuple[str, str] = ("", "")
    files: dict[str, str] = field(default_factory=dict)

    @property
    def is_generator(self) -> bool:
        """Whether `f` yields."""
        return isinstance(self.gives, list)


def idioms() -> list[Idiom]:
    """Return all of them."""
    from tests.data.idioms import (
        arrays,
        bitboards,
        builtin,
        constants,
        control,
        generators,
        helpers,
        integers,
        mixed,
        records,
        refused,
    )

    modules = (integers, bitboards, arrays, constants, generators, builtin, control, helpers, mixed, records, refused)
    return [idiom for module in modules for idiom in module.IDIOMS]
