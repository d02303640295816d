"""Pages that follow from the source: one a game, one a method, the commands, the library's public names.

Games and methods are read as text (their syntax tree), so nothing is compiled. A page is rewritten only
where it changed, and pages of files that are gone are removed. Called by conf.py; `python docs/_generate.py`
does the same by hand.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _docstrings import to_markdown

from outfox.rules.contract import CONTRACT, SLOTS
from outfox.rules.parameters import declared

OPTIONS = {"autoclass": [":members:", ":inherited-members:"], "autoexception": []}
"""How the library's classes are shown: what results share, and what a game inherits, belongs to each of them."""


def generate(docs: Path) -> None:
    """Write every generated page below `docs`/generated."""
    package = docs.parent / "src" / "outfox"
    out = docs / "generated"
    pages = dict(game_pages(package / "games", docs))
    pages |= dict(method_pages(package / "methods"))
    pages["laws.md"] = laws_page(package / "kernel" / "check" / "report.py")
    pages["library.md"] = library_page()
    pages["commands.md"] = commands_page()
    for name, text in pages.items():
        path = out / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in out.rglob("*.md"):
        if path.relative_to(out).as_posix() not in pages:
            path.unlink()


# --- games ------------------------------------------------------------------------------------------


def game_pages(folder: Path, docs: Path) -> Iterator[tuple[str, str]]:
    """Yield (page, text) for each game file."""
    for path in sorted(folder.glob("[!_]*.py")):
        name = path.stem.replace("_", "-")
        yield f"games/{name}.md", game_page(name, path.read_text(encoding="utf-8"), docs)


def game_page(name: str, source: str, docs: Path) -> str:
    """Write a game's page: docstring, parameters, players, what its rules offer."""
    tree = ast.parse(source)
    title, body = split_title(ast.get_docstring(tree) or "", name)
    parts = [f"# {title}", to_markdown(body)]
    if (docs / "_static" / f"{name}.svg").exists():
        parts.append(f"![The board of {title}](../../_static/{name}.svg)")
    parts += ["## In outfox", f"Players: {players(tree)}.", parameter_table(tree, source), offers(tree)]
    parameters = declared(tree)
    if parameters:
        key, node = next(iter(parameters.items()))
        value = str(ast.literal_eval(node.value or node)).replace(" ", "")
        parts.append(f"Named on every command `{name}`, or with parameters as in `{name}:{key}={value}`.")
    parts.append(f"```console\n$ outfox play {name}\n$ outfox study {name}\n```")
    return "\n\n".join(part for part in parts if part) + "\n"


def split_title(docstring: str, name: str) -> tuple[str, str]:
    """Split "Nim: take any number ..." into a title and the text."""
    head, colon, rest = docstring.partition(":")
    if colon and len(head) <= 40 and "\n" not in head and "." not in head:
        rest = rest.strip()
        return head.strip(), rest[:1].upper() + rest[1:]
    return name.replace("-", " ").capitalize(), docstring


def players(tree: ast.Module) -> str:
    """Name the two players, in the order 0, 1."""
    names = constant(tree, "PLAYERS") or ("player 0", "player 1")
    return f"**{names[0]}** (player 0) and **{names[1]}** (player 1)"


def constant(tree: ast.Module, name: str) -> Any:
    """Return the literal value of a module constant, or None."""
    for node in tree.body:
        if name in assigned(node):
            try:
                return ast.literal_eval(node.value)
            except ValueError:
                return None
    return None


def assigned(node: ast.stmt) -> set[str]:
    """Return the names to which a statement assigns a value."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def parameter_table(tree: ast.Module, source: str) -> str:
    """Tabulate the parameters: annotated constants with a literal right side, and the comment beside them."""
    rows = declared(tree)
    if not rows:
        return "This game has no parameters."
    notes = comments(source)
    lines = ["| parameter | values | default | note |", "|---|---|---|---|"]
    for name, node in rows.items():
        kind = ast.unparse(node.annotation).replace("|", "or")
        words = kind.removeprefix("Literal[").removesuffix("]").replace("'", "") if "Literal" in kind else ""
        note = notes.get(node.end_lineno or node.lineno, "").replace("|", "\\|")
        default = ast.unparse(node.value or node).strip("'")
        lines.append(f"| `{name}` | {words.replace(', ', ' or ') or f'`{kind}`'} | `{default}` | {note} |")
    return "\n".join(lines)


def comments(source: str) -> dict[int, str]:
    """Return the text of each comment by its line; a comment that stands alone belongs to the next line."""
    found: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            text = token.string.lstrip("# ").rstrip()
            alone = token.line.lstrip().startswith("#")
            found.setdefault(token.start[0] + alone, text)
    return found


def offers(tree: ast.Module) -> str:
    """List the optional names of the contract that the file defines."""
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    defined |= {name for node in tree.body for name in assigned(node)}
    required = {name for name, slot in SLOTS.items() if slot.required} | {"PLAYERS", "ACTIONS", "State"}
    optional = sorted((defined & CONTRACT) - required, key=str.lower)
    listed = ", ".join(f"`{name}`" for name in optional)
    return f"Beyond the required rules it has {listed}: see [the contract](../../reference/contract.md)."


# --- methods ----------------------------------------------------------------------------------------


def method_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (page, text) for each method file: one whose docstring has a line `Status: ...`."""
    for path in sorted(folder.rglob("[!_]*.py")):
        inner = path.relative_to(folder).with_suffix("")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if re.search(r"^Status:", ast.get_docstring(tree) or "", re.MULTILINE):
            yield f"methods/{inner.as_posix()}.md", method_page(inner, tree)


def method_page(inner: Path, tree: ast.Module) -> str:
    """Write a method's page: docstring as it stands, then its settings, results and public functions."""
    module = ".".join(["outfox", "methods", *inner.parts])
    title, body = split_title(ast.get_docstring(tree) or "", inner.name.replace("_", "-"))
    parts = [f"# {title}", to_markdown(body), f"Module `{module}`."]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_public(node):
            parts.append(autodoc("autoclass", f"{module}.{node.name}"))
        if isinstance(node, ast.FunctionDef) and is_public(node) and node.returns is not None:
            parts.append(autodoc("autofunction", f"{module}.{node.name}"))
    return "\n\n".join(parts) + "\n"


def is_public(node: ast.ClassDef | ast.FunctionDef) -> bool:
    """Say whether a definition has a place in the reference: a public name with a docstring."""
    return not node.name.startswith("_") and ast.get_docstring(node) is not None


def autodoc(directive: str, name: str, *options: str) -> str:
    """Write an autodoc directive inside a myst page."""
    lines = [f".. {directive}:: {name}", *(f"   {option}" for option in options)]
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```"


# --- laws, library, commands ---------------------------------------------------------------------------


def laws_page(path: Path) -> str:
    """Tabulate what `outfox check` looks at."""
    laws: dict[str, str] = constant(ast.parse(path.read_text(encoding="utf-8")), "LAWS")
    rows = [f"| `{law}` | {text} |" for law, text in laws.items()]
    head = "# The laws of a game\n\nWhat `outfox check` looks at; a finding names its law.\n\n"
    return head + "\n".join(["| law | what holds |", "|---|---|", *rows]) + "\n"


def library_page() -> str:
    """Write the reference of the names that `import outfox` offers."""
    outfox = importlib.import_module("outfox")
    parts = ["# The library", "What `import outfox` offers. Each name is loaded when it is first used."]
    for name in outfox.__all__:
        thing = getattr(outfox, name)
        if inspect.isclass(thing):
            kind = "autoexception" if issubclass(thing, BaseException) else "autoclass"
            parts.append(autodoc(kind, f"outfox.{name}", *OPTIONS[kind]))
        elif callable(thing):
            parts.append(autodoc("autofunction", f"outfox.{name}"))
    return "\n\n".join(parts) + "\n"


def commands_page() -> str:
    """Write the reference of the commands from the command line's own help."""
    app = importlib.import_module("outfox.interfaces.cli").app
    text = app.generate_docs(output_format="markdown").replace("# outfox\n", "# Commands\n", 1)
    text = re.sub(r"## Table of Contents\n.*?\n(?=\*\*Commands)", "", text, flags=re.DOTALL)
    text = re.sub(r" \*\[default: (\"\"|\(\)|False)\]\*", "", text)
    return text.replace("--[KEYWORD] STR", "--NAME VALUE")


if __name__ == "__main__":
    generate(Path(__file__).resolve().parent)
