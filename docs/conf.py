"""Sphinx configuration: myst pages, furo, warnings are errors in the gate."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import _generate  # noqa: E402

import outfox  # noqa: E402

project = "outfox"
author = "The outfox authors"
copyright = author  # noqa: A001 - Sphinx's word
version = release = outfox.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "examples"]

html_theme = "furo"
html_title = f"outfox {release}"
html_static_path = ["_static"] if (HERE / "_static").is_dir() else []
html_show_copyright = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Docstrings write code in single backticks, as the rest of the project's prose does.
default_role = "code"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # settings as one list
autodoc_typehints = "none"  # types are in the numpydoc sections, with shapes and units
autodoc_member_order = "bysource"
add_module_names = False

# References that do not resolve are errors, except types in parameter lists: they are prose
# ("(B, A) float32 array") as often as names.
nitpicky = True
nitpick_ignore_regex = [(r"py:(class|obj|exc|data)", r".*")]

_generate.generate(HERE)
