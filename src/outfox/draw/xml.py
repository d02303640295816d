"""SVG elements with well-kept numbers, safe text and themed colours."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

from outfox.draw import theme as themes

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Replace the characters that XML 1.0 does not allow, even escaped.

    Examples
    --------
    >>> clean("a\\x00b<c>") == "a\\ufffdb<c>"
    True
    """
    return _NOT_XML.sub("\ufffd", text)


def number(value: float) -> str:
    """Write a coordinate with two decimals at most, the same on every machine.

    Examples
    --------
    >>> number(2.0), number(-0.001), number(0.125)
    ('2', '0', '0.12')
    """
    short = f"{round(float(value), 2):.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def columns(text: str) -> int:
    """Return how many character cells a terminal or a monospaced font gives to a text.

    Examples
    --------
    >>> columns("abc"), columns("\\u72d0"), columns("e\\u0301")
    (3, 2, 1)
    """
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)


class Sheet:
    """An SVG under construction: adds elements and remembers which colours they use."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.used: set[str] = set()
        self.root = ElementTree.Element("svg")

    def add(
        self,
        parent: ElementTree.Element,
        tag: str,
        fill: str | None = None,
        stroke: str | None = None,
        text: str | None = None,
        **attributes: float | str,
    ) -> ElementTree.Element:
        """Append an element.

        Parameters
        ----------
        parent : Element
        tag : str
        fill, stroke : str, optional
            Names of themed colours, or ``"none"``.
        text : str, optional
            Its text, escaped here.
        attributes
            SVG attributes; an underscore in a name stands for a hyphen.
        """
        element = ElementTree.SubElement(parent, tag)
        classes = [self._paint(element, what, colour) for what, colour in (("fill", fill), ("stroke", stroke))]
        if any(classes):
            element.set("class", " ".join(filter(None, classes)))
        for name, given in attributes.items():
            shown = clean(given) if isinstance(given, str) else number(given)
            element.set(name.replace("_", "-"), shown)
        if text is not None:
            element.text = clean(text)
        return element

    def _paint(self, element: ElementTree.Element, what: str, colour: str | None) -> str:
        if colour is None:
            return ""
        if colour == "none":
            element.set(what, "none")
            return ""
        element.set(what, themes.value(colour, self.theme))
        self.used.add(f"{what[0]}-{colour}")
        return f"ox{what[0]}-{colour}"

    def write(self, width: float, height: float, size: float | None, title: str, description: str) -> str:
        """Finish the drawing: its size, its words for people who cannot see it, its stylesheet.

        Parameters
        ----------
        width, height : float
            Size of the drawing in its own units, which are pixels at natural size.
        size : float, optional
            Length in pixels of the longer side as shown; default: natural size.
        title, description : str
            Read aloud by screen readers.
        """
        scale = size / max(width, height) if size else 1.0
        for name, given in {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": number(width * scale),
            "height": number(height * scale),
            "role": "img",
            "aria-label": clean(title),
            "class": f"outfox-{self.theme}",
            "font-family": "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif",
        }.items():
            self.root.set(name, given)
        head = [ElementTree.Element(tag) for tag in ("title", "desc", "style")]
        texts = title, description, themes.stylesheet(self.theme, self.used)
        for element, content in zip(head, texts, strict=True):
            element.text = clean(content)
        self.root[:0] = head
        return ElementTree.tostring(self.root, encoding="unicode")
