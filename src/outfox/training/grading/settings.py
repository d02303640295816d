"""`GradeSettings`: how a file is graded; see `outfox.training.grading.grade_file`."""

from __future__ import annotations

from dataclasses import dataclass

from outfox.rules.errors import BadSetting


@dataclass(frozen=True)
class GradeSettings:
    """Settings of grading a file.

    Attributes
    ----------
    games
        Numbers of games of training to grade after, separated by commas; 0 for checks alone.
    seconds
        Wall-clock seconds that all training may take.
    name
        The class, object or function to grade; without it the one that is found.
    seed
        The same seed gives the same training.
    """

    games: str = "100,1000,10000"
    seconds: float = 300.0
    name: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that mean nothing.

        Raises
        ------
        BadSetting
        """
        if not self.seconds > 0:
            raise BadSetting(f"seconds must be more than 0, not {self.seconds:g}")
        if self.seed < 0:
            raise BadSetting(f"seed must be 0 or more, not {self.seed}")
        _ = self.numbers

    @property
    def numbers(self) -> list[int]:
        """The numbers of games, rising; none for checks alone.

        Raises
        ------
        BadSetting
            Where `games` is no list of whole numbers.
        """
        parts = [part.strip().replace("_", "") for part in self.games.split(",")]
        if not all(part.isdecimal() for part in parts):
            raise BadSetting(f"games are whole numbers separated by commas, such as 100,1000; not {self.games!r}")
        return sorted({int(part) for part in parts} - {0})
