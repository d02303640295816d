"""The outline of an SVG path as a path of matplotlib: every command of SVG 1.1 but `T`.

Sources
    *Scalable Vector Graphics (SVG) 1.1*, chapter 8 (path data) and appendix F.6 (arcs).
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator
from typing import Any

_PARTS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
_MOVE, _LINE, _QUADRATIC, _CUBIC, _CLOSE = 1, 2, 3, 4, 79  # as matplotlib.path.Path numbers them


def outline(d: str) -> Any:
    """Read path data.

    Parameters
    ----------
    d
        The attribute `d` of a path element.

    Returns
    -------
    matplotlib.path.Path

    Examples
    --------
    >>> outline("M1 2h3z").vertices.tolist()
    [[1.0, 2.0], [4.0, 2.0], [1.0, 2.0]]
    """
    from matplotlib.path import Path

    pen = _Pen()
    for command, numbers in _commands(d):
        pen.follow(command, numbers)
    points = [(point.real, point.imag) for point in pen.points]
    return Path(points, pen.codes) if points else Path([(0.0, 0.0)])


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; a command with several sets of numbers is several commands."""
    parts = _PARTS.findall(d)
    at, command = 0, "M"
    while at < len(parts):
        if parts[at].isalpha():
            command, at = parts[at], at + 1
        takes = _TAKES[command.upper()]
        yield command, [float(part) for part in parts[at : at + takes]]
        at += takes
        command = {"M": "L", "m": "l"}.get(command, command)  # more pairs after a move are lines


class _Pen:
    """Follows commands; points are complex numbers."""

    def __init__(self) -> None:
        self.points: list[complex] = []
        self.codes: list[int] = []
        self.at = self.begun = self.handle = 0j

    def follow(self, command: str, numbers: list[float]) -> None:
        """Do one command."""
        kind, origin = command.upper(), self.at if command.islower() else 0j
        if kind == "Z":
            self._add(_CLOSE, self.begun)
        elif kind == "H":
            self._add(_LINE, complex(numbers[0] + origin.real, self.at.imag))
        elif kind == "V":
            self._add(_LINE, complex(self.at.real, numbers[0] + origin.imag))
        elif kind == "A":
            self._arc(numbers, origin)
        else:
            self._through(kind, [origin + complex(*numbers[k : k + 2]) for k in range(0, len(numbers), 2)])

    def _through(self, kind: str, points: list[complex]) -> None:
        """Go through points: straight, or by way of one or two handles."""
        if kind == "M":
            self.begun = points[0]
        if kind == "S":
            points = [2 * self.at - self.handle, *points]
        self._add({"M": _MOVE, "L": _LINE, "Q": _QUADRATIC}.get(kind, _CUBIC), *points)
        if kind in "CS":
            self.handle = points[-2]

    def _add(self, code: int, *points: complex) -> None:
        self.points += points
        self.codes += [code] * len(points)
        self.at = self.handle = points[-1]

    def _arc(self, numbers: list[float], origin: complex) -> None:
        """Draw an elliptical arc as cubic curves of a quarter turn at most."""
        rx, ry, degrees, large, sweep, x, y = numbers
        end, turn = origin + complex(x, y), cmath.exp(1j * math.radians(degrees))

        def flat(point: complex) -> complex:  # into the frame in which the ellipse is the unit circle
            turned = point / turn
            return complex(turned.real / rx, turned.imag / ry)

        def back(point: complex) -> complex:
            return complex(point.real * rx, point.imag * ry) * turn

        chord = flat(end - self.at) / 2
        grow = max(1.0, abs(chord))  # radii that are too small are scaled up
        rx, ry, chord = rx * grow, ry * grow, chord / grow
        rise = math.sqrt(max(0.0, 1.0 - abs(chord) ** 2)) * (1 if bool(large) != bool(sweep) else -1)
        away = 1j * chord / abs(chord) * rise if abs(chord) else 0j
        centre = flat((self.at + end) / 2) + away
        first, last = (cmath.phase(flat(point) - centre) for point in (self.at, end))
        angle = (last - first) % (2 * math.pi) - (0 if sweep else 2 * math.pi)
        pieces = max(1, math.ceil(abs(angle) / (math.pi / 2)))
        reach = 4 / 3 * math.tan(angle / pieces / 4)
        for k in range(pieces):
            one, two = (cmath.exp(1j * (first + angle * n / pieces)) for n in (k, k + 1))
            curve = (one + 1j * reach * one, two - 1j * reach * two, two)
            self._add(_CUBIC, *(back(centre + point) for point in curve))
