"""A dict that notes which keys are asked for and which are written: what a table is really used for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any


class Watched(dict[Any, Any]):
    """A dict like the one that it is made of, whose use can be looked at.

    Attributes
    ----------
    read, written : set
        Keys that were asked for, whether they were there or not, and keys that were written.
    scanned : bool
        Whether somebody went through all of it.

    Examples
    --------
    >>> table = Watched({1: "one"})
    >>> table.get(2), 3 in table
    (None, False)
    >>> sorted(table.read)
    [2, 3]
    """

    def __init__(self, content: dict[Any, Any]) -> None:
        super().__init__(content)
        self._factory: Callable[[], Any] | None = getattr(content, "default_factory", None)
        self.forget()

    def forget(self) -> None:
        """Begin to note anew."""
        self.read: set[Any] = set()
        self.written: set[Any] = set()
        self.scanned = False

    def __getitem__(self, key: Any) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def __missing__(self, key: Any) -> Any:
        if self._factory is None:
            raise KeyError(key)
        self[key] = made = self._factory()
        return made

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what is there, or the default."""
        self.read.add(key)
        return super().get(key, default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return what is there, or put the default there."""
        self.read.add(key)
        return super().setdefault(key, default)

    def __contains__(self, key: object) -> bool:
        self.read.add(key)
        return super().__contains__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.written.add(key)
        super().__setitem__(key, value)

    def update(self, *arguments: Any, **more: Any) -> None:
        """Put several there."""
        for key, value in dict(*arguments, **more).items():
            self[key] = value

    def __iter__(self) -> Any:
        self.scanned = True
        return super().__iter__()

    def keys(self) -> Any:
        """Return all keys."""
        self.scanned = True
        return super().keys()

    def items(self) -> Any:
        """Return all keys and what is there."""
        self.scanned = True
        return super().items()

    def values(self) -> Any:
        """Return all that is there."""
        self.scanned = True
        return super().values()


def watched(table: Any) -> Watched | None:
    """Return a watched copy of a plain table; None of anything else, which is left alone."""
    return Watched(table) if type(table) in (dict, defaultdict) else None
