"""Settings of players: from the values of a spec to a settings dataclass, and back to the shortest spec."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from outfox.rules.errors import BadSetting, UnknownName
from outfox.rules.parameters import format_value

Settings = TypeVar("Settings")


def settings_from(
    kind: str, cls: type[Settings], values: Mapping[str, Any], least: Mapping[str, float], budget: str = ""
) -> Settings:
    """Make settings from the values of a spec.

    Parameters
    ----------
    kind
        Of player, for messages.
    cls
        The settings dataclass; its defaults say of which type each value is.
    values
        By name.
    least
        Least value of settings that may not go down to 0, or may go below.
    budget
        The setting that is a budget by default: 0, no limit, where the spec gives another budget and not this one.

    Raises
    ------
    UnknownName
        Where a setting does not exist; the message lists what exists.
    BadSetting
        Where it cannot have this value.
    """
    defaults: dict[str, Any] = {field.name: field.default for field in fields(cls)}  # type: ignore[arg-type]
    chosen = {name.replace("-", "_").lower(): value for name, value in values.items()}
    for name, value in chosen.items():
        if name not in defaults:
            close = difflib.get_close_matches(name, defaults, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            listing = ", ".join(f"{known}={format_value(default)}" for known, default in defaults.items())
            raise UnknownName(f"{kind} has no setting {name!r}; {hint}it has {listing}")
        chosen[name] = _fitted(kind, name, value, defaults[name], least.get(name, 0))
    if budget and any(chosen.get(other) for other in BUDGETS):
        chosen.setdefault(budget, 0)
    return cls(**chosen)


BUDGETS = "seconds", "nodes"
"""Settings that are budgets wherever they exist; each alone is enough."""


def _fitted(kind: str, name: str, value: Any, default: Any, least: float) -> Any:
    wanted = type(default)
    if wanted is int and isinstance(value, float) and value.is_integer():
        value = int(value)  # simulations=1e6
    elif wanted is float and type(value) is int:
        value = float(value)
    if type(value) is not wanted:
        example = f"{name}={format_value(default)}"
        raise BadSetting(f"{kind}: {name} is {wanted.__name__}, not {format_value(value)}; write for example {example}")
    if wanted not in (bool, str) and not value >= least:
        raise BadSetting(f"{kind}: {name} must be at least {least}, not {format_value(value)}")
    return value


def spec_of(kind: str, settings: Any, budget: str = "") -> str:
    """Return the shortest spec of settings; `budget` as in `settings_from`.

    Examples
    --------
    >>> from outfox.methods.search.settings import AlphaBetaSettings
    >>> spec_of("alphabeta", AlphaBetaSettings(depth=0, seconds=2.0), "depth")
    'alphabeta:seconds=2.0'
    """
    defaults = {field.name: field.default for field in fields(settings)}
    if budget and any(getattr(settings, other, 0) for other in BUDGETS):
        defaults[budget] = 0
    changed = {name: getattr(settings, name) for name in defaults if getattr(settings, name) != defaults[name]}
    return kind + ":" * bool(changed) + ",".join(f"{name}={format_value(value)}" for name, value in changed.items())
