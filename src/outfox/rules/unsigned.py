"""Unsigned stays unsigned: what meets a uint64 becomes one, in plain Python and in compiled code.

NumPy raises on ``uint64 + int`` or makes it a float, and so does Numba. Where the two kinds meet, this stage writes a
conversion into the syntax tree (``rt_word``), and both worlds run the same tree: plain Python a `Word` of
`outfox.rules.word`, compiled code a uint64. In games without a uint64 it changes nothing.
"""

from __future__ import annotations

import ast
from typing import Any, TypeGuard

import numpy as np

from outfox.rules.contract import SLOTS
from outfox.rules.follow import arguments
from outfox.rules.inferred import Kinds
from outfox.rules.kinds import FLOAT, PLAIN, WORD, Each, Kind, constant_kind, element, has_word
from outfox.rules.source import Function, Reached, copy_tree

_SHIFTS = (ast.LShift, ast.RShift)


def involved(state: np.dtype[Any], reached: Reached) -> bool:
    """Say whether a game has any uint64 at all."""
    return (
        has_word(state)
        or any(constant_kind(value) == WORD for value in reached.constants.values())
        or any(_mentions(function.node) for function in reached.functions.values())
    )


def _mentions(node: ast.FunctionDef) -> bool:
    return any(
        (isinstance(sub, ast.Attribute) and sub.attr == "uint64")
        or (isinstance(sub, ast.Constant) and type(sub.value) is int and sub.value >= 2**63)
        for sub in ast.walk(node)
    )


def field_kinds(state: np.dtype[Any]) -> dict[str, Kind]:
    """Return the kinds of the fields whose reading is not plain, those of nested records too."""
    found: dict[str, Kind] = {}
    for name in state.names or ():
        assert state.fields is not None
        base = state.fields[name][0].base
        if base.names:
            found.update(field_kinds(base))
        elif base == np.uint64 or base.kind == "f":
            found[name] = WORD if base == np.uint64 else FLOAT
    return found


def convert(state: np.dtype[Any], reached: Reached) -> None:
    """Write the conversions into all functions that need any, and mark those as rewritten."""
    if not involved(state, reached):
        return
    constants = {name: constant_kind(value) for name, value in reached.constants.items()}
    kinds = Kinds(reached.functions, constants, field_kinds(state), shifts=True)
    for title, function in reached.functions.items():
        change = _Convert(kinds, title, function)
        function.node.body = [change.visit(statement) for statement in function.node.body]
        function.rewritten |= change.any


def written_out(node: ast.AugAssign) -> ast.Assign:
    """Return ``x op= y`` as ``x = x op y``."""
    read = copy_tree(node.target)
    for sub in ast.walk(read):
        if hasattr(sub, "ctx"):
            sub.ctx = ast.Load()
    value = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
    return ast.copy_location(ast.Assign([node.target], value), node)


def _is_left_shift(node: ast.expr) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)


class _Convert(ast.NodeTransformer):
    def __init__(self, kinds: Kinds, title: str, function: Function) -> None:
        self.kinds, self.title, self.scope = kinds, title, title
        self.names = function.names
        self.any = False

    def _kind(self, node: ast.expr | None) -> Kind:
        return self.kinds.kind(self.title, node)

    def _as(self, node: ast.expr, kind: Kind) -> ast.expr:
        """Return `node`, visited already, as what has kind `kind`."""
        if isinstance(kind, tuple) and isinstance(node, ast.Tuple) and len(kind) == len(node.elts):
            node.elts = [self._as(part, k) for part, k in zip(node.elts, kind, strict=True)]
        elif isinstance(kind, Each) and isinstance(node, (ast.List, ast.Set, ast.Tuple)):
            node.elts = [self._as(part, kind.kind) for part in node.elts]
        elif isinstance(kind, Each) and isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            node.elt = self._as(node.elt, kind.kind)
        elif isinstance(node, ast.IfExp) and kind == WORD:
            node.body, node.orelse = self._as(node.body, kind), self._as(node.orelse, kind)
        elif isinstance(node, ast.Constant) and node.value is None:
            return node
        elif kind == WORD and _is_left_shift(node) and self._kind(node) == PLAIN:
            # As an ordinary number it might need more than 64 bits.
            node.left = self._as(node.left, kind)
        # Numba's own choice of type for a literal depends on its size: a literal is always converted.
        elif kind == WORD and (self._kind(node) != WORD or isinstance(node, ast.Constant)):
            return self._word(node)
        return node

    def _word(self, node: ast.expr) -> ast.expr:
        self.any = True
        name = ast.copy_location(ast.Name("rt_word", ast.Load()), node)
        return ast.copy_location(ast.Call(name, [node], []), node)

    def _int(self, node: ast.expr) -> ast.expr:
        """Return `node` as an ordinary number, of which it may be a choice."""
        if isinstance(node, ast.IfExp):
            node.body, node.orelse = self._int(node.body), self._int(node.orelse)
        elif self._kind(node) == WORD:
            self.any = True
            name = ast.copy_location(ast.Name("rt_ordinary", ast.Load()), node)
            return ast.copy_location(ast.Call(name, [node], []), node)
        return node

    def _visited(self, node: ast.expr, kind: Kind) -> ast.expr:
        result: ast.expr = self.visit(node)
        return self._as(result, kind)

    # -- expressions ----------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        kind = self._kind(node)
        one = isinstance(node.op, _SHIFTS) or kind != WORD
        node.left = self._visited(node.left, kind if kind == WORD else PLAIN)
        node.right = self._visited(node.right, PLAIN if one else kind)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        kind = self._kind(node)
        node.operand = self._visited(node.operand, kind)
        if isinstance(node.op, ast.USub) and kind == WORD:
            zero = self._word(ast.copy_location(ast.Constant(0), node))
            return ast.copy_location(ast.BinOp(zero, ast.Sub(), node.operand), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = [node.left, *node.comparators]
        kinds = [self._kind(side) for side in sides]
        # A word may equal -1 or ~0; in order it is compared with what a number is.
        equal = all(isinstance(op, (ast.Eq, ast.NotEq)) for op in node.ops)
        words = equal and WORD in kinds and all(kind in (PLAIN, WORD) for kind in kinds)
        changed = [
            self._visited(side, WORD if words and not isinstance(side, ast.Constant) else PLAIN) for side in sides
        ]
        node.left, node.comparators = changed[0], changed[1:]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        kind = self._kind(node)
        node.test = self._test(node.test)
        node.body, node.orelse = self._visited(node.body, kind), self._visited(node.orelse, kind)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        kind = self._kind(node)
        node.values = [self._visited(value, kind if kind == WORD else PLAIN) for value in node.values]
        return node

    def _test(self, node: ast.expr) -> ast.expr:
        """Visit a condition: of its parts only the truth counts."""
        if isinstance(node, ast.BoolOp):
            node.values = [self._test(value) for value in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._test(node.operand)
            return node
        result: ast.expr = self.visit(node)
        return result

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        node.value = self._visited(node.value, self._kind(node.target))
        return node

    def visit_List(self, node: ast.List) -> ast.AST:
        kind = self._kind(node)
        node.elts = [self._visited(part, kind.kind) for part in node.elts]
        return node

    visit_Set = visit_List  # type: ignore[assignment]

    def visit_ListComp(self, node: Any) -> ast.AST:
        kind = self._kind(node)
        self.generic_visit(node)
        node.elt = self._as(node.elt, kind.kind)
        return node  # type: ignore[no-any-return]

    visit_GeneratorExp = visit_SetComp = visit_ListComp

    def visit_Call(self, node: ast.Call) -> ast.AST:
        kind, helper = self._kind(node), self.kinds.called(self.title, node.func)
        if helper is not None:
            self._pass(node, *helper)
            return node
        first = self._kind(node.args[0]) if node.args else PLAIN
        listed = isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "add")
        self.generic_visit(node)
        if listed and isinstance(node.func, ast.Attribute):
            node.args = [self._as(argument, element(self._kind(node.func.value))) for argument in node.args]
        elif isinstance(node.func, ast.Attribute):
            if node.func.attr == "uint64" and len(node.args) == 1:
                return self._word(node.args[0])
        elif isinstance(node.func, ast.Name):
            self._builtin(node, self.names.get(node.func.id, node.func.id), kind, first)
        return node

    def _builtin(self, node: ast.Call, name: str, kind: Kind, first: Kind) -> None:
        if name == "int" and first == WORD:
            node.func = ast.copy_location(ast.Name("rt_ordinary", ast.Load()), node)
            self.any = True
        elif name == "range":
            node.args = [self._int(argument) for argument in node.args]
        elif name == "sum" and kind == WORD and len(node.args) == 1:
            node.args.append(self._word(ast.copy_location(ast.Constant(0), node)))
        elif name in ("pow", "divmod"):
            node.args = [self._as(argument, element(kind)) for argument in node.args]
        elif name in ("min", "max", "next", "sum") and kind == WORD:
            stream = len(node.args) == 1 or name in ("next", "sum")
            node.args[1 if stream else 0 :] = [self._as(argument, WORD) for argument in node.args[1 if stream else 0 :]]
            for keyword in node.keywords:
                keyword.value = self._as(keyword.value, WORD)

    def _pass(self, node: ast.Call, name: str, definition: ast.FunctionDef) -> None:
        """Give each argument the kind that the parameter has over all calls."""
        variables = self.kinds.variables[name.partition(".")[0]]
        kinds = {id(argument): variables.get(parameter, PLAIN) for parameter, argument in arguments(definition, node)}
        node.args = [self._visited(argument, kinds.get(id(argument), PLAIN)) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self._visited(keyword.value, kinds.get(id(keyword.value), PLAIN))

    # -- statements -----------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer, self.scope = self.scope, f"{self.title}.{node.name}"
        self.generic_visit(node)
        self.scope = outer
        return node

    def visit_If(self, node: Any) -> ast.AST:
        node.test = self._test(node.test)
        node.body = [self.visit(statement) for statement in node.body]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node  # type: ignore[no-any-return]

    visit_While = visit_If

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        kinds = [self._kind(target) for target in node.targets if isinstance(target, (ast.Name, ast.Tuple, ast.List))]
        self.generic_visit(node)
        for kind in kinds:
            node.value = self._as(node.value, kind)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self._visited(
                node.value, self._kind(node.target) if isinstance(node.target, ast.Name) else PLAIN
            )
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        kind, given = self._kind(node.target), self._kind(node.value)
        if kind == PLAIN and given == WORD and not isinstance(node.op, (*_SHIFTS, ast.Div)):
            return self.visit_Assign(written_out(node))
        self.generic_visit(node)
        if kind == WORD and not isinstance(node.op, (*_SHIFTS, ast.Div)):
            node.value = self._as(node.value, WORD)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        kind = self._kind(node.iter)
        self.generic_visit(node)
        if isinstance(kind, tuple) and element(kind) == WORD:
            node.iter = self._as(node.iter, Each(WORD))
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is not None:
            node.value = self._result(node.value, self.kinds.returns)
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        if node.value is not None:
            node.value = self._result(node.value, self.kinds.yields)
        return node

    def _result(self, value: ast.expr, table: dict[str, Kind]) -> ast.expr:
        """A slot gives ordinary numbers; a helper one kind."""
        if self.scope not in SLOTS:
            return self._visited(value, table.get(self.scope, PLAIN))
        if isinstance(value, ast.IfExp):
            value.test = self._test(value.test)
            value.body, value.orelse = self._result(value.body, table), self._result(value.orelse, table)
            return value
        return self._int(self.visit(value))
