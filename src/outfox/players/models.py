"""The setting ``model`` of players that search: a file with an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outfox.formats.model import Model, load_model
from outfox.rules.errors import DamagedFile, UnknownName


@dataclass(frozen=True)
class Named:
    """A model and the file that it was read from."""

    path: str
    model: Model


def apart(kind: str, values: Mapping[str, Any]) -> tuple[Named | None, dict[str, Any]]:
    """Take the model out of the values of a spec, and read it.

    Raises
    ------
    UnknownName
        Where its file cannot be read or holds no model.
    """
    others = dict(values)
    path = others.pop("model", None)
    if path is None:
        return None, others
    try:
        return Named(str(path), load_model(str(path))), others
    except OSError as error:
        raise UnknownName(f"{kind}: no model at {path}: {error.strerror or error}") from None
    except DamagedFile as error:
        raise UnknownName(f"{kind}: {error}") from None


def with_model(spec: str, model: Named | None) -> str:
    """Return a spec with the model's file in it."""
    if model is None:
        return spec
    return f"{spec}{',' if ':' in spec else ':'}model={model.path}"
