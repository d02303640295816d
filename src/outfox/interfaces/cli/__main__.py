"""`python -m outfox.interfaces.cli`: the same as the command `outfox`."""

from __future__ import annotations

import sys

from outfox.interfaces.cli.front import main

if __name__ == "__main__":
    sys.exit(main())
