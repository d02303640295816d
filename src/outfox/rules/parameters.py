"""Parameters of a game: annotated constants with a literal right side, and the names that carry their values.

`ROWS: int = 6` in a rules file is the parameter `rows`; `connect-four:rows=4,cols=5` names the game with other
values. Loading replaces the literal in the syntax tree and runs the module, so that sizes, tables and State follow.
"""

from __future__ import annotations

import ast
import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from outfox.rules.contract import CONTRACT
from outfox.rules.errors import UnknownName


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game.

    Attributes
    ----------
    name
        As written in a spec: lower case.
    annotation
        The type as the rules file writes it, such as ``int`` or ``Literal["cat", "mouse"]``.
    default, value
        What the file says, and what holds now.
    line
        Where the file says it.
    """

    name: str
    annotation: str
    default: Any
    value: Any
    line: int

    def __str__(self) -> str:
        return f"{self.name}={format_value(self.value)}"


def format_value(value: Any) -> str:
    """Write a parameter value as a spec does; `parse_value` reads it back.

    Examples
    --------
    >>> format_value((1, 3)), format_value(True), format_value("cat")
    ('[1,3]', 'true', 'cat')
    """
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"))


def parse_value(text: str) -> Any:
    """Read a value: JSON, a Python literal, true/false, or a plain word.

    Examples
    --------
    >>> parse_value("[1,[2]]"), parse_value("true"), parse_value("cat")
    ((1, (2,)), True, 'cat')
    """
    text = text.strip()
    words = {"true": True, "false": False, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    for read in (json.loads, ast.literal_eval):
        try:
            return _tuples(read(text))
        except (ValueError, SyntaxError):
            continue
    return text


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


def split_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """Split ``name:key=value,...`` into the name and its values.

    Raises
    ------
    UnknownName
        Where a part is not ``key=value``.

    Examples
    --------
    >>> split_spec("nim:piles=[1,2],misere=false")
    ('nim', {'piles': (1, 2), 'misere': False})
    """
    # A path may hold a colon (a drive letter): the colon that starts the parameters follows the name or ".py".
    start = spec.rfind(".py:") + 3 if ".py:" in spec else -1 if spec.endswith(".py") else spec.find(":")
    if start < 0:
        return spec, {}
    values: dict[str, Any] = {}
    for part in split_commas(spec[start + 1 :]):
        key, equals, text = part.partition("=")
        if not equals or not key.strip():
            raise UnknownName(f"{spec!r}: {part!r} is not NAME=VALUE; write {spec[:start]}:NAME=VALUE,NAME=VALUE")
        values[key.strip()] = parse_value(text)
    return spec[:start], values


def split_commas(text: str) -> list[str]:
    """Split at commas that stand outside brackets and quotes.

    Examples
    --------
    >>> split_commas("a=[1,2],b='x,y'")
    ['a=[1,2]', "b='x,y'"]
    """
    parts, depth, quote, current = [], 0, "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(current)
            current = ""
            continue
        current += char
    return [part for part in [*parts, current] if part.strip()]


def declared(tree: ast.Module) -> dict[str, ast.AnnAssign]:
    """Return the annotated constants of a module that are parameters, by lower-case name."""
    found = {}
    for node in tree.body:
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.target.id.isupper()
            and node.target.id not in CONTRACT
            and node.value is not None
            and "Final" not in ast.unparse(node.annotation)
            and is_literal(node.value)
        ):
            found[node.target.id.lower()] = node
    return found


def is_literal(node: ast.expr) -> bool:
    """Say whether an expression is a literal."""
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def apply_parameters(tree: ast.Module, values: Mapping[str, Any], game: str) -> dict[str, Parameter]:
    """Replace literals in `tree` by `values` and return all parameters.

    Raises
    ------
    UnknownName
        Where a name does not exist or a value has another type; the message lists what exists.
    """
    nodes = declared(tree)
    unknown = [name for name in values if name not in nodes]
    if unknown:
        raise UnknownName(f"{game} has no parameter {unknown[0]!r}; {_listing(nodes, unknown[0])}")
    result = {}
    for name, node in nodes.items():
        assert node.value is not None
        default = ast.literal_eval(node.value)
        value = default
        if name in values:
            value = _fitted(values[name], node.annotation, default)
            if value is _MISFIT:
                wanted = ast.unparse(node.annotation)
                raise UnknownName(
                    f"{game}: parameter {name!r} is {wanted}, not {format_value(values[name])};"
                    f" write for example {name}={format_value(default)}"
                )
            node.value = ast.copy_location(ast.parse(repr(value), mode="eval").body, node.value)
            ast.fix_missing_locations(node)
        result[name] = Parameter(name, ast.unparse(node.annotation), default, value, node.lineno)
    return result


def _listing(nodes: Mapping[str, ast.AnnAssign], wrong: str) -> str:
    if not nodes:
        return "it has no parameters"
    close = difflib.get_close_matches(wrong, nodes, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    pairs = (f"{name}={format_value(ast.literal_eval(node.value))}" for name, node in nodes.items() if node.value)
    return f"{hint}it has {', '.join(pairs)}"


_MISFIT = object()
_SIMPLE: dict[str, tuple[type, ...]] = {"int": (int,), "float": (int, float), "bool": (bool,), "str": (str,)}


def _fitted(value: Any, annotation: ast.expr, default: Any) -> Any:
    """Return the value as the annotation wants it, or _MISFIT."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.BinOp):  # int | None
        return next((v for v in (_fitted(value, side, default) for side in (annotation.left, annotation.right))
                     if v is not _MISFIT), _MISFIT)  # fmt: skip
    if isinstance(annotation, ast.Constant) and annotation.value is None:
        return None if value is None else _MISFIT
    if isinstance(annotation, ast.Subscript):
        return _fitted_generic(value, annotation, default)
    name = annotation.id if isinstance(annotation, ast.Name) else ""
    if name == "tuple":
        return value if isinstance(value, tuple) else _MISFIT
    kinds = _SIMPLE.get(name, (type(default),))
    if isinstance(value, bool) and bool not in kinds:
        return _MISFIT
    if not isinstance(value, kinds):
        return _MISFIT
    return float(value) if isinstance(value, (int, float)) and name == "float" else value


def _fitted_generic(value: Any, annotation: ast.Subscript, default: Any) -> Any:
    outer = ast.unparse(annotation.value).split(".")[-1]
    inner = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if outer == "Literal":
        return value if value in [ast.literal_eval(word) for word in inner] else _MISFIT
    if outer not in ("tuple", "list", "Sequence"):
        return value if type(value) is type(default) else _MISFIT
    items = value if isinstance(value, tuple) else (value,) if isinstance(value, int) else None
    if items is None:
        return _MISFIT
    variadic = len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is Ellipsis
    if len(inner) != len(items) and not (variadic or len(inner) == 1):
        return _MISFIT
    kinds: Iterable[ast.expr] = [inner[0]] * len(items) if variadic or len(inner) == 1 else inner
    fitted = [_fitted(item, kind, None) for item, kind in zip(items, kinds, strict=True)]
    return _MISFIT if any(item is _MISFIT for item in fitted) else tuple(fitted)
