"""What one function of the rules does with kinds of numbers: what it assigns, passes on, returns and yields."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from outfox.rules.contract import SLOTS
from outfox.rules.kinds import PLAIN, WORD, Each, Kind, element

if TYPE_CHECKING:
    from outfox.rules.inferred import Kinds


class Follow(ast.NodeVisitor):
    """One pass over one function: what it assigns, passes on, returns and yields."""

    def __init__(self, kinds: Kinds, title: str) -> None:
        self.kinds, self.title, self.scope = kinds, title, title

    def run(self, node: ast.FunctionDef) -> None:
        """Visit the function."""
        self._defaults(node)
        for statement in node.body:
            self.visit(statement)

    def _kind(self, node: ast.expr | None) -> Kind:
        return self.kinds.kind(self.title, node)

    def _defaults(self, node: ast.FunctionDef) -> None:
        count = len(node.args.defaults)
        for parameter, default in zip(node.args.args[-count:] if count else [], node.args.defaults, strict=True):
            self._target(ast.Name(parameter.arg), self._kind(default))

    def _target(self, target: ast.expr, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self.kinds.note(self.kinds.variables[self.title], target.id, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for k, part in enumerate(target.elts):
                known = isinstance(kind, tuple) and len(kind) == len(target.elts)
                self._target(part, kind[k] if known else element(kind))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer, self.scope = self.scope, f"{self.title}.{node.name}"
        self.run(node)
        self.scope = outer

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._target(target, self._kind(node.value))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._target(node.target, self._kind(node.value))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            read = ast.Name(node.target.id, ast.Load())
            self._target(node.target, self._kind(ast.BinOp(read, node.op, node.value)))
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._target(node.target, self._kind(node.value))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._target(node.target, element(self._kind(node.iter)))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._target(node.target, element(self._kind(node.iter)))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            self._result(self.kinds.returns, self._kind(node.value))
        self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> None:
        self._result(self.kinds.yields, self._kind(node.value))
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._result(self.kinds.yields, element(self._kind(node.value)))
        self.generic_visit(node)

    def _result(self, table: dict[str, Kind], kind: Kind) -> None:
        # What a slot gives leaves the rules, as an ordinary number.
        self.kinds.note(table, self.scope, PLAIN if self.scope in SLOTS and kind == WORD else kind)

    def visit_Call(self, node: ast.Call) -> None:
        helper = self.kinds.called(self.title, node.func)
        if helper is not None:
            name, definition = helper
            table = self.kinds.variables[name.partition(".")[0]]
            for parameter, argument in arguments(definition, node):
                self.kinds.note(table, parameter, self._kind(argument))
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "add") and node.args:
            self._target(node.func.value, Each(self._kind(node.args[0])))
        self.generic_visit(node)


def arguments(definition: ast.FunctionDef, node: ast.Call) -> list[tuple[str, ast.expr]]:
    """Pair the parameters of a function with the arguments of a call; what is left to defaults is left out."""
    names = [parameter.arg for parameter in definition.args.args]
    pairs = list(zip(names, node.args, strict=False))
    return pairs + [(keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg in names]
