"""The colours of SVG drawings, each with its light and its dark form, and how they reach the page.

Every coloured element carries its colour three times: as an attribute (for renderers that know no CSS
variables), by a class, and through a variable `--ox-NAME` that a page may set itself. Without a fixed
theme the drawing follows the reader's system, and pages that switch by `data-theme` (Sphinx, this
project's web pages) or `data-jp-theme-light` (Jupyter).
"""

from __future__ import annotations

COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#f6efe2", "#3a3d45"),
    "shade": ("#e6d8c0", "#2f3239"),
    "frame": ("#b3a084", "#565b66"),
    "line": ("#a8967a", "#6b7080"),
    "ink": ("#2b2620", "#ece8e1"),
    "faint": ("#786d5d", "#a3a7b0"),
    "area": ("#86b36b", "#6f9a5c"),
    "last": ("#f0b91f", "#e0b02c"),
    "arrow": ("#1f6fb5", "#6db3f2"),
    "plate": ("#fffdf8", "#1d1f24"),
    "warm": ("#d8572a", "#e8683a"),
    "cool": ("#2c6fae", "#4f97da"),
    "rim": ("#4a4136", "#15161a"),
    "black": ("#2e2f33", "#121316"),
    "white": ("#fbf8f1", "#f1ede4"),
    "red": ("#c4402f", "#d0503d"),
    "rust": ("#cd5a27", "#d9652f"),
    "gold": ("#dfae2b", "#e0b23a"),
    "green": ("#4f8a4a", "#5d9c57"),
    "blue": ("#34749f", "#4287b5"),
    "purple": ("#7c5a9e", "#9270b5"),
    "grey": ("#8a8c92", "#8f929b"),
    "brown": ("#8a6242", "#9b7350"),
    "pink": ("#d98a9b", "#dd93a3"),
}

_DARK_PAGES = ('[data-theme="dark"] .outfox-auto', '[data-jp-theme-light="false"] .outfox-auto')
_LIGHT_PAGES = ('[data-theme="light"] .outfox-auto', '[data-jp-theme-light="true"] .outfox-auto')


def value(colour: str, theme: str) -> str:
    """Return a colour's hexadecimal value; `auto` counts as light."""
    return COLOURS[colour][theme == "dark"]


def stylesheet(theme: str, used: set[str]) -> str:
    """Write the style element's content for the colours that a drawing uses.

    Parameters
    ----------
    theme : str
        `"auto"`, `"light"` or `"dark"`.
    used : set of str
        Names of colours, each after `f-` (fill) or `s-` (stroke).
    """
    names = sorted({name[2:] for name in used})
    rules = [_variables(f".outfox-{theme}", names, theme)]
    if theme == "auto":
        rules += [
            "@media (prefers-color-scheme:dark){" + _variables(".outfox-auto", names, "dark") + "}",
            _variables(",".join(_DARK_PAGES), names, "dark"),
            _variables(",".join(_LIGHT_PAGES), names, "light"),
        ]
    for name in sorted(used):
        what = "fill" if name[0] == "f" else "stroke"
        rules.append(f".ox{name}{{{what}:var(--ox-{name[2:]},{value(name[2:], theme)})}}")
    return "\n".join(rules)


def _variables(selector: str, names: list[str], theme: str) -> str:
    return selector + "{" + ";".join(f"--ox-{name}:{value(name, theme)}" for name in names) + "}"
