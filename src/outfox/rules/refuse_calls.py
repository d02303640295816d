"""Refusals about calls, and about what is looped over."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from outfox.rules.errors import RulesError
from outfox.rules.source import Function, Reached, local_names
from outfox.rules.unusable import ragged_levels

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
_CHANGING = frozenset(
    "append add pop remove extend insert clear sort update fill discard reverse setdefault popitem".split()
)
_STREAMED = ("any", "all", "sum", "min", "max", "next")
_DICT_METHODS = ("get", "keys", "values", "items")
_NARROW = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32)) | {"float32", "float16"}
_ORDERED = ("list", "tuple", "enumerate", "zip", "reversed", "next")


def call_circles(reached: Reached) -> set[str]:
    """Return the generators that can call themselves."""
    generators = {name for name, function in reached.functions.items() if function.is_generator}
    called = {
        name: {
            reached.functions[name].names.get(sub.func.id, "")
            for sub in ast.walk(reached.functions[name].node)
            if isinstance(sub, ast.Call) and isinstance(sub.func, ast.Name)
        }
        & generators
        for name in generators
    }
    circles = set()
    for name in generators:
        todo, seen = [*called[name]], set()
        while todo:
            current = todo.pop()
            if current not in seen:
                seen.add(current)
                todo += called[current]
        if name in seen:
            circles.add(name)
    return circles


class CallRefusal(ast.NodeVisitor):
    """Refuses calls in one function."""

    def __init__(self, function: Function, reached: Reached, circles: set[str]) -> None:
        self.function, self.reached, self.circles = function, reached, circles
        self.bound = local_names(function.node)
        self.parameters = {arg.arg for arg in ast.walk(function.node) if isinstance(arg, ast.arg)}
        self.called: set[int] = set()
        self.whole: set[int] = set()
        self.sets = self._set_variables()
        self.inner = {
            sub.name: sub
            for sub in ast.walk(function.node)
            if isinstance(sub, ast.FunctionDef) and sub is not function.node
        }

    def refuse(self, node: ast.AST, message: str) -> NoReturn:
        """Raise the error for a node."""
        raise RulesError.at(self.function.path.name, getattr(node, "lineno", None), message)

    def constant_value(self, node: ast.expr) -> Any:
        """Return the value of a module constant that `node` names, else None."""
        if isinstance(node, ast.Name) and node.id not in self.bound:
            return self.reached.constants.get(self.function.names.get(node.id, ""))
        return None

    def _set_variables(self) -> set[str]:
        """Return the variables that hold sets."""
        return {
            target.id
            for sub in ast.walk(self.function.node)
            if isinstance(sub, ast.Assign) and self._makes_set(sub.value)
            for target in sub.targets
            if isinstance(target, ast.Name)
        }

    def _makes_set(self, node: ast.expr) -> bool:
        call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set"
        return isinstance(node, (ast.Set, ast.SetComp)) or call

    def iterated(self, node: ast.expr) -> None:
        """Refuse to loop over a set; note that a row of a ragged constant is looped over."""
        local = isinstance(node, ast.Name) and node.id in self.sets
        if local or self._makes_set(node) or isinstance(self.constant_value(node), (set, frozenset)):
            title = node.id if isinstance(node, ast.Name) else "..."
            self.refuse(node, f"the order of a set is not defined; loop over sorted({title})")
        self.whole.add(id(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enumerate" and node.args:
            self.whole.add(id(node.args[0]))

    def ragged_part(self, node: ast.Name | ast.Subscript) -> None:
        """Refuse rows of different lengths where they are not looped over, measured or subscripted."""
        depth, root = 0, node
        while isinstance(root, ast.Subscript):
            if isinstance(root.slice, ast.Slice):
                return
            depth += len(root.slice.elts) if isinstance(root.slice, ast.Tuple) else 1
            self.whole.add(id(root.value))
            root = root.value  # type: ignore[assignment]
        value = self.constant_value(root)
        if id(node) not in self.whole and isinstance(value, (tuple, list, dict)) and depth + 1 in ragged_levels(value):
            if isinstance(value, dict) and depth == 0:
                return
            title = ast.unparse(node)
            self.refuse(
                node, f"rows of {title} differ in length: loop over them, or use {title}[k] in range(len({title}))"
            )

    def visit_Call(self, node: ast.Call) -> None:
        self.called.add(id(node.func))
        if isinstance(node.func, ast.Name):
            if node.func.id in self.inner:
                self._arguments(node, node.func.id, self.inner[node.func.id])
            elif node.func.id not in self.bound:
                self._named(node, node.func.id)
        elif isinstance(node.func, ast.Attribute):
            self._method(node, node.func)
        elif isinstance(node.func, ast.Subscript) and self.constant_value(node.func.value) is not None:
            self.refuse(node, "functions kept in a tuple do not compile; write an `if` for each and call it by name")
        self.generic_visit(node)

    def _named(self, node: ast.Call, name: str) -> None:
        linked = self.function.names.get(name, "")
        if linked in self.reached.functions:
            self._arguments(node, name, self.reached.functions[linked].node)
            if linked in self.circles and self.function.name in self.circles:
                self.refuse(node, "a generator that calls itself does not compile; keep what is left to do in a list")
            return
        if linked:
            return
        if name in _FORBIDDEN_CALLS:
            self.refuse(node, _FORBIDDEN_CALLS[name])
        if name in ("min", "max", "sorted") and any(keyword.arg == "key" for keyword in node.keywords):
            self.refuse(node, f"{name} with a key does not compile; write a loop that keeps the best so far")
        if name in _STREAMED and node.args and any(isinstance(sub, ast.NamedExpr) for sub in ast.walk(node.args[0])):
            self.refuse(node, f"`:=` inside {name}(...) does not compile; write a loop")
        for argument in node.args:
            if name in _ORDERED:
                self.iterated(argument)
                self.whole.discard(id(argument))
            if name in ("len", "enumerate"):
                self.whole.add(id(argument))

    def _method(self, node: ast.Call, function: ast.Attribute) -> None:
        owner = function.value
        root = owner
        while isinstance(root, ast.Subscript):
            root = root.value
        value = self.constant_value(root)
        if isinstance(root, ast.Name) and value is not None and function.attr in _CHANGING:
            self.refuse(node, f"rules cannot change the constant {root.id}; keep what changes in a field of State")
        if isinstance(owner, ast.Name):
            if function.attr == "pop" and owner.id in self.sets:
                self.refuse(node, "which element a set's pop takes is not defined; keep them in a list")
            if isinstance(value, dict) and owner is root:
                self._dict_method(node, owner.id, function.attr, value)
            rows = isinstance(value, (tuple, list)) and bool(value) and isinstance(value[0], (tuple, list))
            if rows and function.attr in ("index", "count"):
                self.refuse(node, f"{owner.id}.{function.attr} of tuples does not compile; write a loop")
        self._numpy(node, function)

    def _dict_method(self, node: ast.Call, title: str, method: str, value: dict[Any, Any]) -> None:
        if method not in _DICT_METHODS:
            self.refuse(node, f"{title}.{method}(...) does not compile; loop over the keys")
        if method == "get" and (len(node.args) != 2 or any(isinstance(v, (tuple, list)) for v in value.values())):
            self.refuse(
                node,
                f"{title}.get(...) does not compile; give it a number for what is not there, and numbers as values",
            )
        if method in ("values", "items") and 1 in ragged_levels(value):
            self.refuse(node, f"rows of {title} differ in length: loop over its keys and use {title}[key]")

    def _numpy(self, node: ast.Call, function: ast.Attribute) -> None:
        names = self.function.names
        if (
            isinstance(function.value, ast.Name)
            and names.get(function.value.id) == "np"
            and function.value.id not in self.bound
        ):
            if function.attr in _NARROW:
                written = f"np.{function.attr}(...)"
                self.refuse(
                    node, f"numbers in rules have 64 bits: leave {written} out, or write x % 256 for the low bits"
                )
        elif isinstance(function.value, ast.Attribute) and function.value.attr == "random":
            inner = function.value.value
            if isinstance(inner, ast.Name) and names.get(inner.id) == "np":
                self.refuse(
                    node, "rules have no random numbers of their own; chance is a rule of its own: see chance(s)"
                )

    def _arguments(self, node: ast.Call, name: str, definition: ast.FunctionDef) -> None:
        if definition.args.vararg or definition.args.kwarg or any(isinstance(part, ast.Starred) for part in node.args):
            return
        taken = [arg.arg for arg in definition.args.args]
        needed = taken[: len(taken) - len(definition.args.defaults)]
        given = set(taken[: len(node.args)])
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg not in taken:
                self.refuse(node, f"{name}() has no argument {keyword.arg!r}; it takes {', '.join(taken) or 'none'}")
            given.add(keyword.arg or "")
        if len(node.args) > len(taken) or any(argument not in given for argument in needed):
            count = len(node.args) + len(node.keywords)
            takes = f"it takes {len(taken)}: {', '.join(taken)}" if taken else "it takes none"
            self.refuse(node, f"{name}() is given {count} argument{'s' * (count != 1)}; {takes}")
