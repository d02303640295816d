"""What rules may not hold: found before anything runs, said in one line with the rewrite.

Plain Python could run most of it, but compiled code could not, or would mean something else; refusing at load keeps
the two worlds the same. What is allowed is listed in the documentation, "What compiles".
"""

from __future__ import annotations

import ast
import enum
import types
from pathlib import Path
from typing import Any

import numpy as np

from outfox.rules.contract import SLOTS
from outfox.rules.errors import RulesError
from outfox.rules.source import BUILTINS, Function, Reached, local_names

_NODES: dict[type[ast.AST], str] = {
    ast.Global: "`global` changes the module; keep what changes in a field of State",
    ast.Nonlocal: "`nonlocal` does not compile; pass the value as an argument and return it",
    ast.ClassDef: "classes do not compile; keep the values in fields of State and integers",
    ast.Try: "`try` does not compile; test the condition with `if` first",
    ast.With: "`with` does not compile in rules; leave it out",
    ast.Lambda: "`lambda` does not compile; write a function with def",
    ast.Import: "import at the top of the file, not inside a rule",
    ast.ImportFrom: "import at the top of the file, not inside a rule",
    ast.Dict: "a dict inside a rule does not compile; make it a constant of the module, with whole numbers",
    ast.DictComp: "a dict inside a rule does not compile; make it a constant of the module, with whole numbers",
    ast.Starred: "`*` unpacking does not compile; name the elements",
    ast.AsyncFunctionDef: "`async` does not compile; write a plain function",
    ast.Await: "`await` does not compile; write a plain function",
    ast.Delete: "`del` does not compile; assign a new value",
    ast.FormattedValue: "strings do not compile; put them into action_name and text",
}

_FORBIDDEN_CALLS = {
    "print": "`print` does not compile; print from text or action_name",
    "input": "`input` does not compile; rules only compute",
    "open": "`open` does not compile; read files at module level",
    "dict": "a dict inside a rule does not compile; make it a constant of the module, with whole numbers",
    "isinstance": "`isinstance` does not compile; integers and fields have one type",
    "map": "`map` does not compile; write a loop",
    "filter": "`filter` does not compile; write a loop with `if`",
    "iter": "`iter` does not compile; write a loop",
    "str": "strings do not compile; put them into action_name and text",
    "getattr": "`getattr` does not compile; name the field",
    "setattr": "`setattr` does not compile; name the field",
}


def module(tree: ast.Module, path: Path) -> None:
    """Refuse what the module as a whole may not hold.

    Raises
    ------
    RulesError
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in SLOTS:
            slot = SLOTS[node.name]
            yields = any(isinstance(sub, (ast.Yield, ast.YieldFrom)) for sub in ast.walk(node))
            if slot.generator and not yields:
                raise RulesError.at(path.name, node.lineno, f"{node.name} must yield: write `yield action` for each one")
            if not slot.generator and yields and slot.compiled:
                raise RulesError.at(path.name, node.lineno, f"{node.name} must return a value, not yield")
        if isinstance(node, ast.ClassDef) and node.name == "State":
            message = "State must be a dtype: State = np.dtype([(name, type), ...])"
            raise RulesError.at(path.name, node.lineno, message)


def rules(reached: Reached, state: np.dtype[Any]) -> None:
    """Refuse what compiled functions may not hold.

    Raises
    ------
    RulesError
    """
    for function in reached.functions.values():
        _Refusal(function, reached, state).run()


class _Refusal(ast.NodeVisitor):
    def __init__(self, function: Function, reached: Reached, state: np.dtype[Any]) -> None:
        self.function, self.reached, self.state = function, reached, state
        self.bound = local_names(function.node)

    def run(self) -> None:
        node = self.function.node
        if node.decorator_list:
            self.refuse(node, "a rules function has no decorator; outfox compiles it by itself")
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            self.refuse(node, "*arguments do not compile; name each argument")
        for statement in node.body:
            self.visit(statement)

    def refuse(self, node: ast.AST, message: str) -> None:
        raise RulesError.at(self.function.path.name, getattr(node, "lineno", None), message)

    def constant_value(self, node: ast.expr) -> Any:
        """Return the value of a module constant that `node` names, else None."""
        if isinstance(node, ast.Name) and node.id not in self.bound:
            return self.reached.constants.get(self.function.names.get(node.id, ""))
        return None

    def visit(self, node: ast.AST) -> Any:
        message = _NODES.get(type(node))
        if message:
            self.refuse(node, message)
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if any(isinstance(sub, (ast.Yield, ast.YieldFrom)) for sub in ast.walk(node)):
            self.refuse(node, f"an inner generator does not compile; move {node.name} to the top level of the file")
        for statement in node.body:
            self.visit(statement)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.visit(node.test)  # the message may be any string: it is only read in plain Python

    def visit_Raise(self, node: ast.Raise) -> None:
        pass  # the message may be any string

    def visit_Compare(self, node: ast.Compare) -> None:
        if not is_word_test(node, self.constant_value):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, (str, bytes)):
            self.refuse(node, "strings do not compile; use whole numbers, or put the text into action_name and text")
        if isinstance(node.value, complex):
            self.refuse(node, "complex numbers do not compile in rules")

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            if node.slice.value not in (self.state.names or ()):
                self.refuse(node, f"State has no field {node.slice.value!r}; it has {', '.join(self.state.names or ())}")
            self.visit(node.value)
            return
        if isinstance(node.ctx, ast.Store):
            self._no_constant_store(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            self._no_constant_store(node.target)
        self.generic_visit(node)

    def _no_constant_store(self, node: ast.Subscript) -> None:
        root: ast.expr = node
        while isinstance(root, ast.Subscript):
            root = root.value
        if self.constant_value(root) is not None and isinstance(root, ast.Name):
            self.refuse(node, f"rules cannot change the constant {root.id}; keep what changes in a field of State")

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                self._no_row_swap(target)
        self.generic_visit(node)

    def _no_row_swap(self, target: ast.Tuple) -> None:
        for element in target.elts:
            depth, root = 0, element
            while isinstance(root, ast.Subscript):
                depth += len(root.slice.elts) if isinstance(root.slice, ast.Tuple) else 1
                root = root.value
            if depth and isinstance(root, ast.Attribute) and root.attr in (self.state.names or ()):
                assert self.state.fields is not None
                if depth < len(self.state.fields[root.attr][0].shape):
                    message = (
                        f"rows of {root.attr} cannot be swapped in one assignment (each side is a view of the same"
                        " memory); swap element by element, or keep a .copy() of one row first"
                    )
                    self.refuse(element, message)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value
        if isinstance(owner, ast.Name) and owner.id == "s" and owner.id in self.bound:
            known = (*(self.state.names or ()), "copy")
            if node.attr not in known and self.function.name in SLOTS and self.function.name != "observe":
                self.refuse(node, f"State has no field {node.attr!r}; it has {', '.join(self.state.names or ())}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id not in self.bound:
            name = node.func.id
            if name in _FORBIDDEN_CALLS and name not in self.function.names:
                self.refuse(node, _FORBIDDEN_CALLS[name])
        elif isinstance(node.func, ast.Subscript) and self.constant_value(node.func.value) is not None:
            self.refuse(node, "functions kept in a tuple do not compile; write an `if` for each and call it by name")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.bound or isinstance(node.ctx, ast.Store):
            return
        if node.id not in self.function.names:
            if node.id not in BUILTINS:
                self.refuse(node, f"the builtin {node.id!r} does not compile in rules")
            return
        value = self.constant_value(node)
        problem = unusable(node.id, value)
        if problem:
            self.refuse(node, problem)


def is_word_test(node: ast.Compare, constant_value: Any) -> bool:
    """Say whether a comparison is of words only, such as ``FIRST == "cat"``: it is folded before compilation."""
    if not all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops):
        return False

    def is_word(side: ast.expr) -> bool:
        if isinstance(side, (ast.Tuple, ast.List)):
            return all(is_word(element) for element in side.elts)
        return isinstance(side, ast.Constant) and isinstance(side.value, str) or isinstance(constant_value(side), str)

    return all(is_word(side) for side in [node.left, *node.comparators])


def unusable(name: str, value: Any) -> str | None:
    """Return why a module constant cannot be used in rules, or None."""
    if isinstance(value, np.dtype):
        return f"{name} cannot be used inside a rule: for a scratch state write `t = copy(s)` (from outfox.rules import copy)"
    if isinstance(value, type):
        if issubclass(value, enum.IntEnum):
            return f"use a member of {name} by its name, such as {name}.{next(iter(value.__members__), 'MEMBER')}"
        return f"the class {name} does not compile; keep the values in fields of State and integers"
    if isinstance(value, types.ModuleType):
        return f"rules may use math, numpy, outfox.rules and other game files, not {value.__name__}"
    if isinstance(value, str):
        return f"the word {name} can only be compared with words, such as {name} == {value!r}"
    return _unusable_content(name, value)


def _unusable_content(name: str, value: Any) -> str | None:
    if isinstance(value, (tuple, list)):
        for element in value:
            if callable(element):
                return f"functions kept in {name} do not compile; write an `if` for each and call it by name"
            if isinstance(element, str):
                return f"{name} holds strings, which do not compile; use whole numbers"
            problem = _unusable_content(name, element)
            if problem:
                return problem
        return None
    if isinstance(value, dict):
        if not all(isinstance(key, (int, np.integer)) for key in value):
            return f"the keys of {name} must be whole numbers; number them, for example row * COLS + col"
        return next((p for p in (_unusable_content(name, v) for v in value.values()) if p), None)
    if isinstance(value, (set, frozenset)):
        return None if all(isinstance(v, (int, np.integer)) for v in value) else f"{name} must hold whole numbers only"
    if value is None or isinstance(value, (bool, int, float, range, np.ndarray, np.generic)):
        if isinstance(value, np.ndarray) and value.dtype.kind not in "iufb":
            return f"{name} is an array of {value.dtype}; use whole numbers or floats"
        return None
    if callable(value):
        module_name = getattr(value, "__module__", "") or ""
        return f"{name} comes from {module_name}, which rules cannot use: rules may use math, numpy, outfox.rules"
    return f"{name} is a {type(value).__name__}, which does not compile; use numbers, tuples or arrays"
