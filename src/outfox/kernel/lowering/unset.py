"""Variables that may have no value yet: Numba would read them as 0, Python raises; so does this."""

from __future__ import annotations

import ast

from outfox.kernel.lowering.trees import assign, at_line, call, listed, name, number


def guard_unset(node: ast.FunctionDef) -> None:
    """Test every use of a variable that is not certain to have a value by then."""
    flow = _Flow({arg.arg for arg in node.args.args})
    flow.block(node.body, set(flow.parameters))
    if flow.doubtful:
        mark = _Mark(flow.doubtful, flow.uses)
        body = [part for statement in node.body for part in listed(mark.visit(statement))]
        first = [at_line(assign(_flag(title), ast.Constant(False)), node.lineno) for title in sorted(flow.doubtful)]
        node.body = [*first, *body]


def _flag(title: str) -> str:
    return f"rt_has_{title}"


class _Flow:
    """Finds uses of variables on paths where nothing was assigned to them."""

    def __init__(self, parameters: set[str]) -> None:
        self.parameters = parameters
        self.doubtful: set[str] = set()
        self.uses: set[int] = set()
        self._bound: set[str] = set()

    def block(self, body: list[ast.stmt], known: set[str]) -> set[str] | None:
        """Follow statements; return what has a value after them, or None where they never end there."""
        if not self._bound:
            self._bound = {
                sub.id for statement in body for sub in ast.walk(statement)
                if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store)
            } | {""}  # fmt: skip
        current: set[str] | None = known
        for statement in body:
            if current is None:
                return None
            current = self._statement(statement, current)
        return current

    def _read(self, node: ast.AST | None, known: set[str]) -> None:
        inner: set[str] = set()
        for sub in ast.walk(node) if node is not None else ():
            if isinstance(sub, ast.comprehension):
                inner |= {part.id for part in ast.walk(sub.target) if isinstance(part, ast.Name)}
        for sub in ast.walk(node) if node is not None else ():
            read = isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Load) and sub.id in self._bound
            if read and sub.id not in known | inner | self.parameters:  # type: ignore[attr-defined]
                self.doubtful.add(sub.id)  # type: ignore[attr-defined]
                self.uses.add(id(sub))

    def _statement(self, node: ast.stmt, known: set[str]) -> set[str] | None:
        if isinstance(node, ast.If):
            self._read(node.test, known)
            ends = [self.block(node.body, set(known)), self.block(node.orelse, set(known))]
            left = [end for end in ends if end is not None]
            return set.intersection(*left) if left else None
        if isinstance(node, (ast.For, ast.While)):
            return self._loop(node, known)
        if isinstance(node, ast.FunctionDef):
            return {*known, node.name}
        if isinstance(node, ast.AugAssign):
            target = node.target
            if isinstance(target, ast.Name) and target.id not in known and target.id not in self.parameters:
                self.doubtful.add(target.id)
            self._read(node.value, known)
            return known
        self._read(node, known)
        stored = {sub.id for sub in ast.walk(node) if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store)}
        ending = isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue))
        return None if ending else known | stored

    def _loop(self, node: ast.For | ast.While, known: set[str]) -> set[str]:
        if isinstance(node, ast.For):
            self._read(node.iter, known)
            inside = known | {sub.id for sub in ast.walk(node.target) if isinstance(sub, ast.Name)}
        else:
            self._read(node.test, known)
            inside = set(known)
        # A later round knows at least as much as the first.
        self.block(node.body, inside)
        self.block(node.orelse, set(known))
        return known


class _Mark(ast.NodeTransformer):
    """Keeps a flag beside every doubtful variable, and tests it where that is read in doubt."""

    def __init__(self, doubtful: set[str], uses: set[int]) -> None:
        self.doubtful, self.uses = doubtful, uses

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if id(node) in self.uses:
            return at_line(call("rt_given", node, name(_flag(node.id)), number(0)), node.lineno)  # type: ignore[no-any-return]
        return node

    def _with_flags(self, node: ast.stmt, targets: list[ast.expr]) -> list[ast.stmt]:
        stored = {sub.id for target in targets for sub in ast.walk(target) if isinstance(sub, ast.Name)} & self.doubtful
        flags = [at_line(assign(_flag(title), ast.Constant(True)), node.lineno) for title in sorted(stored)]
        return [node, *flags]

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        self.generic_visit(node)
        return self._with_flags(node, [t for t in node.targets if isinstance(t, (ast.Name, ast.Tuple, ast.List))])

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body = [*self._with_flags(node, [node.target])[1:], *node.body]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node
