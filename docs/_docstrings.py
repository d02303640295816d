"""Module docstrings as markdown.

Games and methods write their docstring for `help()`: underlined or indented sections, definitions, and
diagrams as indented text. `to_markdown` gives each its markdown form.
"""

from __future__ import annotations

import re
import textwrap

ITEM = re.compile(r"([-*+]|\d+[.)]|\.\. \[)\s*")
RULER = re.compile(r"-{3,}|={3,}|~{3,}")

HEAD = re.compile(r"^(Idea\.|Time:|Memory:|Complexity[.:]|Sources?:|Status:)")


def to_markdown(docstring: str, level: int = 2) -> str:
    r"""Turn a docstring into markdown.

    Parameters
    ----------
    docstring
        Its text, already dedented (as `ast.get_docstring` gives it).
    level
        Of the headings that its sections become.

    Examples
    --------
    >>> print(to_markdown("Rules\n    Take turns."))
    ## Rules
    <BLANKLINE>
    Take turns.
    """
    lines = docstring.split("\n")
    out: list[str] = []
    at = 0
    starts = True  # whether this line may begin a paragraph, a definition or a diagram
    while at < len(lines):
        line, following = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
        if line.strip() and RULER.fullmatch(following.strip()):
            out += ["#" * level + " " + line.strip(), ""]
            at, starts = at + 2, True
        elif starts and indented(line):
            block, at = take_block(lines, at)
            out += ["```text", *block, "```", ""]
            starts = True
        elif line.strip() and indented(following) and not ITEM.match(line) and starts:
            block, at = take_block(lines, at + 1)
            out += section(line.strip(), block, level)
            starts = True
        else:
            out.append(inline(line))
            at, starts = at + 1, not line.strip()
    return "\n".join(out).strip()


def indented(line: str) -> bool:
    """Say whether a line is text that starts with spaces."""
    return line.startswith("  ") and line.strip() != ""


def take_block(lines: list[str], at: int) -> tuple[list[str], int]:
    """Return the indented lines from `at` on, dedented, and the number of the line after them."""
    end = at
    while end < len(lines) and (indented(lines[end]) or not lines[end].strip()):
        end += 1
    text = textwrap.dedent("\n".join(lines[at:end])).strip("\n")
    return text.split("\n"), end


def section(term: str, block: list[str], level: int) -> list[str]:
    """Write an indented block: a section below a heading, or the definition of a term."""
    body = to_markdown("\n".join(block), level + 1)
    if "`" not in term and len(term) <= 40 and term[:1].isupper():
        return ["#" * level + " " + term.rstrip(":"), "", body, ""]
    first, *rest = body.split("\n")
    return [inline(term), f": {first}", *(f"  {line}" if line else "" for line in rest), ""]


def inline(line: str) -> str:
    """Replace marks of restructured text that markdown lacks; set off the heads of a method's paragraphs."""
    line = HEAD.sub(r"**\1**", line)
    line = re.sub(r"^(\s*)\.\. \[(\w+)\]", r"\1- [\2]", line)
    line = re.sub(r"\[(\w+)\]_", r"[\1]", line)
    return line[:-1] if line.endswith("::") else line
