"""The command `outfox`: one file a command, loaded when that command runs.

`main` is the entry point. `app` is the whole cyclopts application, for documentation that is made from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outfox.interfaces.cli.front import main

if TYPE_CHECKING:
    from cyclopts import App

    app: App

__all__ = ["app", "main"]


def __getattr__(name: str) -> Any:
    """Build the application when somebody asks for it: `main` builds only what it runs."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from outfox.interfaces.cli.application import whole_app

    return whole_app()
