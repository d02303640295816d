"""An SVG under construction: elements with well-kept numbers, safe text and themed colours."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from outfox.draw import theme as themes
from outfox.draw.lettering import clean, number


class Sheet:
    """Adds elements and remembers which colours they use.

    Parameters
    ----------
    theme : str
        `"auto"`, `"light"` or `"dark"`.
    """

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.used: set[str] = set()
        self.root = ET.Element("svg")

    def add(
        self,
        parent: ET.Element,
        tag: str,
        fill: str | None = None,
        stroke: str | None = None,
        text: str | None = None,
        **attributes: float | str,
    ) -> ET.Element:
        """Append an element.

        Parameters
        ----------
        parent : Element
        tag : str
        fill, stroke : str, optional
            Names of themed colours, or `"none"`.
        text : str, optional
            Its text, escaped here.
        attributes
            SVG attributes; an underscore in a name stands for a hyphen.
        """
        element = ET.SubElement(parent, tag)
        classes = [self._paint(element, "fill", fill), self._paint(element, "stroke", stroke)]
        if any(classes):
            element.set("class", " ".join(filter(None, classes)))
        for name, given in attributes.items():
            shown = clean(given) if isinstance(given, str) else number(given)
            element.set(name.replace("_", "-"), shown)
        if text is not None:
            element.text = clean(text)
        return element

    def square(
        self,
        parent: ET.Element,
        fill: str,
        stroke: str | None,
        x: float,
        y: float,
        side: float,
        **attributes: float,
    ) -> None:
        """Append a square around (x, y)."""
        corner = {"x": x - side / 2, "y": y - side / 2}
        self.add(parent, "rect", fill, stroke, None, **corner, width=side, height=side, **attributes)

    def _paint(self, element: ET.Element, what: str, colour: str | None) -> str:
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
            "style": "max-width:100%;height:auto",
            "role": "img",
            "aria-label": clean(title),
            "class": f"outfox-{self.theme}",
            "font-family": "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif",
        }.items():
            self.root.set(name, given)
        head = [ET.Element(tag) for tag in ("title", "desc", "style")]
        texts = title, description, themes.stylesheet(self.theme, self.used)
        for element, content in zip(head, texts, strict=True):
            element.text = clean(content)
        self.root[:0] = head
        return ET.tostring(self.root, encoding="unicode")
