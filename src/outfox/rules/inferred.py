"""What kind of number each expression of the rules is.

`Kinds` follows the values whose type decides what an operation means through variables, containers, helper functions
and generators, over all functions of a game, to a fixed point. Which kinds are told apart depends on those that the
caller gives to fields, constants and parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from outfox.rules.follow import Follow
from outfox.rules.kinds import FLOAT, PLAIN, PRIVATE, STATE, WORD, Each, Kind, Rows, constant_kind, element, join
from outfox.rules.source import Function, local_names

_PASSES = 100
_SAME = {"rt_copy", "rt_clear_lowest", "abs", "rt_bools"}
_ELEMENT = {"sum", "min", "max", "next"}
_KEEPS_METHOD = {"copy", "reshape", "ravel", "flatten", "transpose"}
_LISTS = {"list", "tuple", "set", "sorted", "reversed", "rt_rows"}


class Kinds:
    """The kinds of all variables and results of a set of functions.

    Parameters
    ----------
    functions
        What the rules reach, by linked name.
    constants, fields
        Their names -> the kind of reading them.
    parameters
        Function -> its parameters -> their kinds, beyond what calls say.
    shifts
        Whether ``1 << n`` is a word.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        constants: Mapping[str, Kind],
        fields: Mapping[str, Kind],
        *,
        parameters: Mapping[str, Mapping[str, Kind]] | None = None,
        shifts: bool = False,
    ) -> None:
        self.functions, self.constants, self.fields, self.shifts = functions, constants, fields, shifts
        given = parameters or {}
        self.variables: dict[str, dict[str, Kind]] = {name: dict(given.get(name, {})) for name in functions}
        self.bound = {name: local_names(function.node) for name, function in functions.items()}
        self.inner = {name: _inner(function.node) for name, function in functions.items()}
        self.returns: dict[str, Kind] = {}
        self.yields: dict[str, Kind] = {}
        self.changed, passes = True, 0
        while self.changed and passes < _PASSES:  # a tuple that grows in a loop has no end (and does not compile)
            self.changed, passes = False, passes + 1
            for title, function in functions.items():
                Follow(self, title).run(function.node)

    def note(self, table: dict[str, Kind], name: str, kind: Kind) -> None:
        """Join what a table says of a name with a new kind."""
        new = join(table.get(name, kind), kind)
        if name not in table or new != table[name]:
            table[name] = new
            self.changed = True

    def called(self, title: str, node: ast.expr) -> tuple[str, ast.FunctionDef] | None:
        """Return table name and definition of the helper or inner function that `node` names."""
        if isinstance(node, ast.Name):
            if node.id in self.inner[title]:
                return f"{title}.{node.id}", self.inner[title][node.id]
            linked = self.functions[title].names.get(node.id, node.id)
            if node.id not in self.bound[title] and linked in self.functions:
                return linked, self.functions[linked].node
        return None

    def kind(self, title: str, node: ast.expr | None) -> Kind:
        """Return the kind of an expression in function `title`."""
        handler = getattr(self, f"_{type(node).__name__}", None)
        return handler(title, node) if handler else PLAIN

    def _Constant(self, _title: str, node: ast.Constant) -> Kind:
        return constant_kind(node.value)

    def _Name(self, title: str, node: ast.Name) -> Kind:
        if node.id in self.bound[title]:
            return self.variables[title].get(node.id, PLAIN)
        return self.constants.get(self.functions[title].names.get(node.id, node.id), PLAIN)

    def _Attribute(self, title: str, node: ast.Attribute) -> Kind:
        if node.attr in self.fields:
            return self.fields[node.attr]
        if node.attr in ("T", "flat"):
            return self.kind(title, node.value)
        return FLOAT if isinstance(node.value, ast.Name) and node.attr in ("pi", "e", "inf", "nan") else PLAIN

    def _Subscript(self, title: str, node: ast.Subscript) -> Kind:
        kind = self.kind(title, node.value)
        if isinstance(kind, Rows):
            return self._part(title, kind, node.slice)
        if isinstance(node.slice, ast.Slice):
            return Each(element(kind)) if isinstance(kind, tuple) else kind
        if isinstance(kind, tuple) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            return kind[node.slice.value] if -len(kind) <= node.slice.value < len(kind) else PLAIN
        return element(kind)

    def _part(self, title: str, kind: Rows, index: ast.expr) -> Kind:
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        taken = 0
        for part in parts:
            if isinstance(part, ast.Compare) or not isinstance(self.kind(title, part), str):
                return Rows(1, kind.narrow)  # an array of indices or a mask
            taken += not isinstance(part, ast.Slice)
        return replace(kind, ndim=kind.ndim - taken) if taken < kind.ndim else PLAIN

    def _Tuple(self, title: str, node: ast.Tuple) -> Kind:
        return tuple(self.kind(title, part) for part in node.elts)

    def _List(self, title: str, node: ast.List | ast.Set) -> Kind:
        return Each(element(tuple(self.kind(title, part) for part in node.elts)))

    _Set = _List

    def _ListComp(self, title: str, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Kind:
        return Each(self.kind(title, node.elt))

    _GeneratorExp = _SetComp = _ListComp

    def _BinOp(self, title: str, node: ast.BinOp) -> Kind:
        left, right = self.kind(title, node.left), self.kind(title, node.right)
        if isinstance(node.op, (ast.LShift, ast.RShift)):
            if isinstance(left, Rows):
                return left
            if self.shifts and isinstance(node.op, ast.LShift) and _literal_shift(node) >= 2**63:
                return WORD
            one = isinstance(node.left, ast.Constant) and not isinstance(node.right, ast.Constant)
            return WORD if one and self.shifts and isinstance(node.op, ast.LShift) else _scalar(left)
        if isinstance(node.op, ast.Div):
            return FLOAT
        if isinstance(node.op, ast.Add) and isinstance(left, tuple) and isinstance(right, tuple):
            return left + right
        if isinstance(left, Each) or isinstance(right, Each):
            return join(left, right) if isinstance(node.op, ast.Add) else left if isinstance(left, Each) else right
        if isinstance(left, Rows) or isinstance(right, Rows):
            return Rows(join(left, right).ndim)
        return join(_scalar(left), _scalar(right))

    def _Compare(self, title: str, node: ast.Compare) -> Kind:
        if any(isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in node.ops):
            return PLAIN
        kinds = [self.kind(title, side) for side in [node.left, *node.comparators]]
        return next((Rows(kind.ndim) for kind in kinds if isinstance(kind, Rows) and not kind.sequence), PLAIN)

    def _UnaryOp(self, title: str, node: ast.UnaryOp) -> Kind:
        kind = self.kind(title, node.operand)
        return PLAIN if isinstance(node.op, ast.Not) else kind if isinstance(kind, Rows) else _scalar(kind)

    def _IfExp(self, title: str, node: ast.IfExp) -> Kind:
        return join(self.kind(title, node.body), self.kind(title, node.orelse))

    def _BoolOp(self, title: str, node: ast.BoolOp) -> Kind:
        result = self.kind(title, node.values[0])
        for value in node.values[1:]:
            result = join(result, self.kind(title, value))
        return result

    def _NamedExpr(self, title: str, node: ast.NamedExpr) -> Kind:
        return self.kind(title, node.value)

    def _Call(self, title: str, node: ast.Call) -> Kind:
        if isinstance(node.func, ast.Attribute):
            return self._method(title, node, node.func)
        helper = self.called(title, node.func)
        if helper is not None:
            name = helper[0]
            return Each(self.yields[name]) if name in self.yields else self.returns.get(name, PLAIN)
        first = self.kind(title, node.args[0]) if node.args else PLAIN
        name = self.functions[title].names.get(getattr(node.func, "id", ""), getattr(node.func, "id", ""))
        if name == "rt_word":
            return WORD
        if name == "rt_copy" and first == STATE:
            return PRIVATE
        if name in _SAME or (name in _ELEMENT and isinstance(first, str)):
            return first if len(node.args) < 2 else element(tuple(self.kind(title, part) for part in node.args))
        if name in _ELEMENT:
            rest = [self.kind(title, part) for part in node.args[1:]] + [
                self.kind(title, k.value) for k in node.keywords
            ]
            return element((element(first), *rest))
        if name in _LISTS:
            return Each(element(first))
        if name == "enumerate":
            return Each((PLAIN, element(first)))
        if name == "zip":
            return Each(tuple(element(self.kind(title, part)) for part in node.args))
        if name in ("pow", "divmod") and len(node.args) == 2:
            both = join(_scalar(first), _scalar(self.kind(title, node.args[1])))
            return both if name == "pow" else (both, both)
        return FLOAT if name == "float" else PLAIN

    def _method(self, title: str, node: ast.Call, function: ast.Attribute) -> Kind:
        if function.attr == "uint64" or any(
            isinstance(part, ast.Attribute) and part.attr == "uint64"
            for part in [*node.args, *(keyword.value for keyword in node.keywords)]
        ):
            return WORD
        if isinstance(function.value, ast.Name) and function.value.id not in self.bound[title]:
            owner = self.functions[title].names.get(function.value.id, function.value.id)
            if owner == "math" and function.attr not in ("floor", "ceil", "trunc", "gcd", "isqrt", "comb"):
                return FLOAT
            if owner == "np" and function.attr in (
                "copy",
                "array",
                "asarray",
                "where",
                "minimum",
                "maximum",
                "sort",
                "roll",
            ):
                kinds = [self.kind(title, part) for part in node.args]
                return join(PLAIN, element(tuple(element(k) if isinstance(k, (Each, tuple)) else k for k in kinds)))
        kind = self.kind(title, function.value)
        if function.attr in ("pop", "min", "max", "sum", "item", "prod"):
            return element(kind) if not isinstance(kind, Rows) else PLAIN
        if function.attr == "copy" and kind == STATE:
            return PRIVATE
        return kind if function.attr in _KEEPS_METHOD else PLAIN


def _literal_shift(node: ast.BinOp) -> int:
    left, right = node.left, node.right
    if not (isinstance(left, ast.Constant) and isinstance(right, ast.Constant)):
        return 0
    a, b = left.value, right.value
    return a << b if isinstance(a, int) and isinstance(b, int) and 0 <= b < 64 else 0


def _scalar(kind: Kind) -> Kind:
    return kind if kind in (WORD, FLOAT) else PLAIN


def _inner(node: ast.FunctionDef) -> dict[str, ast.FunctionDef]:
    return {sub.name: sub for sub in ast.walk(node) if isinstance(sub, ast.FunctionDef) and sub is not node}
