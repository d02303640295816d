"""Pieces of HTML: escaped text, elements, tables, bars, a page around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from outfox.draw.lettering import clean


def text(words: object) -> str:
    """Return words as HTML text.

    Examples
    --------
    >>> text("a < b")
    'a &lt; b'
    """
    return escape(clean(str(words)), quote=True)


def tag(name: str, content: str = "", **attributes: object) -> str:
    """Return an element; `content` is HTML, attributes are escaped here (``class_`` is ``class``).

    Examples
    --------
    >>> tag("p", "so", class_="note", data_ply=3)
    '<p class="note" data-ply="3">so</p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{written}>{content}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Return a table whose first column heads the rows; cells are HTML.

    Parameters
    ----------
    head
        Of the columns.
    rows
        As many cells a row.
    kind
        The table's class.
    """
    top = tag("tr", "".join(tag("th", cell, scope="col") for cell in head))
    whole = tag("table", tag("thead", top) + tag("tbody", "".join(map(_row, rows))), class_=kind)
    return tag("div", whole, class_="wide", tabindex="0", role="region", aria_label="table")


def _row(cells: Sequence[str]) -> str:
    return tag("tr", tag("th", cells[0], scope="row") + "".join(tag("td", cell) for cell in cells[1:]))


def section(anchor: str, title: str, *parts: str) -> str:
    """Return a section with its heading."""
    return tag("section", tag("h2", text(title)) + "".join(parts), id=anchor)


def paragraph(words: str, kind: str = "") -> str:
    """Return a paragraph of plain words, in which no line breaks inside a number with its unit and interval.

    Examples
    --------
    >>> paragraph("71 % [65, 76] of the games") == "<p>71\u00a0% [65,\u00a076] of the games</p>"
    True
    """
    kept = re.sub(r"(?<=\d) (?=%|points)|(?<=,) (?=[+−\d.]+\])", "\u00a0", words)
    return tag("p", text(kept), class_=kind)


def figure(picture: str, caption: str = "") -> str:
    """Return a picture with a caption of plain words."""
    return tag("figure", picture + (tag("figcaption", text(caption)) if caption else ""))


def details(summary: str, content: str) -> str:
    """Return something to open; `content` is HTML."""
    return tag("details", tag("summary", text(summary)) + content)


def bar(parts: Sequence[tuple[str, float, str]]) -> str:
    """Return a bar of shares.

    Parameters
    ----------
    parts
        (name, share, class) from left to right; parts without a share are left out.
    """
    pieces = [
        tag(
            "span",
            tag("b", f"{100 * share:.0f} %") if share >= 0.12 else "",
            class_=f"part {kind}",
            style=f"flex-grow:{max(share, 0.002):.4f}",
            title=f"{name}: {100 * share:.1f} %",
        )
        for name, share, kind in parts
        if share > 0
    ]
    said = ", ".join(f"{name} {100 * share:.0f} %" for name, share, _ in parts)
    return tag("div", "".join(pieces), class_="bar", role="img", aria_label=said)


def definitions(pairs: Iterable[tuple[str, str]], kind: str = "") -> str:
    """Return a list of terms; both sides are HTML."""
    listed = "".join(tag("div", tag("dt", term) + tag("dd", said)) for term, said in pairs)
    return tag("dl", listed, class_=kind)


def page(title: str, body: str, script: str = "") -> str:
    """Return a page that stands alone: the style of reports is inside, nothing is fetched.

    Parameters
    ----------
    title
        In words.
    body
        Sections, as HTML.
    script
        The text of a script that the page can do without.
    """
    head = [
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        '<meta name="color-scheme" content="light dark"/>',
        tag("title", text(title)),
        tag("style", asset("report.css")),
    ]
    whole = tag("main", body) + (tag("script", script) if script else "")
    return f"<!doctype html>\n{tag('html', tag('head', ''.join(head)) + tag('body', whole), lang='en')}\n"


def asset(name: str) -> str:
    """Return a text file that lies beside this one."""
    return resources.files("outfox.studies.page").joinpath(name).read_text(encoding="utf-8")
