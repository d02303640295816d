from __future__ import annotations

import subprocess
import sys


def test_drawing_loads_no_heavy_library():
    code = "import outfox.draw, sys; print([m for m in ('matplotlib', 'numba', 'scipy') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
