"""From flags, which are words, to a settings dataclass: each field knows its kind by its default and annotation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_args, get_type_hints

from outfox.interfaces.cli.errors import UsageError
from outfox.rules.errors import NotSupported

Settings = TypeVar("Settings")


def settings_from_flags(cls: type[Settings], flags: Mapping[str, str], command: str, **more: Any) -> Settings:
    """Make settings from flags.

    Parameters
    ----------
    cls
        The settings dataclass.
    flags
        Values by name, with dashes or underscores.
    command
        For messages about settings that do not go together.
    more
        Settings that are no flags.

    Raises
    ------
    UsageError
        Where a value is not of its kind, or the dataclass refuses it.

    Examples
    --------
    >>> from outfox.training.learn.q_settings import QSettings
    >>> settings_from_flags(QSettings, {"episodes": "1e6", "ties": "first"}, "train").episodes
    1000000
    """
    named = {field.name: field for field in flag_fields(cls)}
    hints = get_type_hints(cls)
    values = {}
    for flag, text in flags.items():
        name = flag.replace("-", "_")
        values[name] = _value(flag, text, named[name], get_args(hints[name]))
    try:
        return cls(**values, **more)
    except (NotSupported, ValueError) as error:
        raise UsageError(f"{command}: {error}") from None


def flag_fields(cls: type[Any]) -> list[Field[Any]]:
    """Return the fields of a settings dataclass that a flag can give: those with a plain default."""
    return [field for field in fields(cls) if field.default is not MISSING]


def _value(flag: str, text: str, field: Field[Any], words: tuple[Any, ...]) -> Any:
    """Return the value of a flag, of the kind of its default."""
    default = field.default
    if isinstance(default, bool):
        return _truth(flag, text)
    if isinstance(default, tuple):
        kind, example = type(default[0]), ",".join(f"{one:g}" for one in default)
        return tuple(_number(flag, part, kind, f"numbers such as {example}") for part in text.split(","))
    if isinstance(default, (int, float)):
        return _number(flag, text, type(default), f"a number such as {default}")
    if words and text not in words:
        raise UsageError(f"--{flag} is one of {', '.join(words)}, not {text!r}")
    return text


def _truth(flag: str, text: str) -> bool:
    known = {"true": True, "false": False}
    if text.lower() not in known:
        raise UsageError(f"--{flag} is true or false, not {text!r}")
    return known[text.lower()]


def _number(flag: str, text: str, kind: Callable[[Any], Any], what: str) -> Any:
    try:
        number = float(text)
        if kind is not int:
            return number
        return int(text) if "e" not in text.lower() else _whole(number)
    except (ValueError, OverflowError):
        raise UsageError(f"--{flag}: write {what}, not {text!r}") from None


def _whole(number: float) -> int:
    if not number.is_integer():
        raise ValueError
    return int(number)
