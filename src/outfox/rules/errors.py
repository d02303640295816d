"""The few errors of outfox. Each message is one line: what was wrong, where, and the way out."""

from __future__ import annotations


class OutfoxError(Exception):
    """What every error of outfox derives from; a command prints its message without a traceback."""


class UnknownName(OutfoxError, LookupError):
    """A game, parameter, player or method of this name does not exist; the message lists what does."""


class RulesError(OutfoxError):
    """A rules file holds something that cannot work; the message names file, line and the rewrite."""

    @classmethod
    def at(cls, where: str, line: int | None, message: str) -> RulesError:
        """Make the error for a line of a file.

        Examples
        --------
        >>> print(RulesError.at("nim.py", 7, "no such field"))
        nim.py:7: no such field
        """
        place = f"{where}:{line}: " if line else f"{where}: "
        return cls(place + " ".join(message.split()))


class IllegalAction(OutfoxError, ValueError):
    """An action that the rules do not allow in this state; the message says what is allowed."""


class BadSetting(OutfoxError, ValueError):
    """A setting or an argument cannot have this value; the message says which it can have."""


class NotSupported(OutfoxError):
    """This game lacks something that the method needs; the message names both."""


class BudgetExceeded(OutfoxError):
    """The work needs more memory or time than it may have; the message gives both figures."""


class DamagedFile(OutfoxError):
    """A file is not what it claims to be: cut off, changed, or made for other rules."""
