"""The cyclopts application: a table of commands, of which only the one that runs is imported."""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from collections.abc import Sequence
from typing import Any, get_args

from cyclopts import App, ArgumentCollection, CoercionError, CycloptsError, Parameter, UnknownCommandError

from outfox import __version__
from outfox.interfaces.cli.help import Formatter

COMMANDS = {
    "games": "List the games, or show one game's rules and parameters.",
    "new": "Write a rules file that runs, to be changed into your game.",
    "check": "Check that a game keeps the laws of rules.",
    "perft": "Count the ways to play a number of plies.",
    "search": "Search a position: values, visits, the best line.",
    "solve": "Solve a game exactly: who wins, how fast, and why.",
    "equilibrium": "Find strategies that cannot be beaten, in games with hidden information.",
    "endgame": "Value every position with few sheep and one fox or two exactly.",
    "beat": "Find the most that can be won against a given opponent.",
    "sweep": "Solve a game for each value of a rule parameter.",
    "diff": "Find the positions whose value two rule sets disagree on.",
    "equity": "Count which of two hold'em hands wins, on every board that can still come.",
    "dump": "Draw the game tree with exact values, as text or SVG.",
    "play": "Play a game in the terminal.",
    "levels": "List the levels of play of a game and their strength.",
    "match": "Play two players against each other and count.",
    "tournament": "Play every player against every other and rate them.",
    "ladder": "Rate levels of play, and place a player among them.",
    "watch": "Watch two players play, or write their game as a GIF or SVG.",
    "replay": "Step through recorded games.",
    "engine": "Let a player play for any program, by the line protocol.",
    "acpc": "Play limit hold'em with other programs, as dealer or client.",
    "study": "Answer who is favoured in a game, with a report.",
    "train": "Learn what positions are worth from games of self-play.",
    "grade": "Check and grade a student's solution of the Nim exercise.",
    "optimise": "Find whole policies by trying, and grade them.",
    "weights": "Read an evaluation: what pieces, places and features are worth.",
    "bench": "Measure speed, beside OpenSpiel where it is installed.",
    "cache": "List, clear or trim the compiled rules on this machine.",
    "doctor": "Look at the installation and say how to mend it.",
}
"""Name and summary; the command `x` is the function `x` in `outfox.interfaces.cli.x`."""

_HELP = """
Write a two-player game's rules once, in plain Python; get the answers at native speed.

A game is a name, a file or either with parameters: connect-four, mygame.py, connect-four:rows=4,cols=5.
Parameters may also be flags: --rows 4. Every command has --help and --json.
"""


def bare_app() -> App:
    """Build the application with every command named and none imported."""
    app = App(
        name="outfox",
        help=_HELP,
        version=__version__,
        help_format="plaintext",
        help_formatter=Formatter(),
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(negative=()),
        config=_refuse_broken_numbers,
    )
    for place, (name, summary) in enumerate(COMMANDS.items()):
        app.command(f"outfox.interfaces.cli.{name}:{name}", name=name, help=summary, sort_key=place)
    return app


def _refuse_broken_numbers(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:  # noqa: ARG001 - cyclopts' protocol
    """Refuse 2.7 where a whole number is asked for; cyclopts would round it to 3 without a word."""
    for argument in arguments:
        if int not in (kinds := _leaves(argument.hint)) or float in kinds or str in kinds:
            continue
        for token in argument.tokens:
            if re.fullmatch(r"[-+]?\d*\.0*[1-9]\d*", token.value):
                raise CoercionError(argument=argument, token=token, target_type=int)


def _leaves(hint: Any) -> set[Any]:
    """Return the types that a hint is made of: those of ``int | None`` are int and NoneType."""
    inner = get_args(hint)
    return set().union(*map(_leaves, inner)) if inner else {hint}


def app_for(words: Sequence[str]) -> App:
    """Build the application for a command line: its command is imported and has its full help."""
    app = bare_app()
    if words and words[0] in COMMANDS:
        _fill_help(app, words[0])
    return app


def whole_app() -> App:
    """Build the application with every command imported."""
    app = bare_app()
    for name in COMMANDS:
        _fill_help(app, name)
    return app


def _fill_help(app: App, name: str) -> None:
    """Give a command the text of its docstring, and what its module adds, instead of the summary."""
    command = app[name]
    module = sys.modules[f"outfox.interfaces.cli.{name}"]
    text = inspect.cleandoc(getattr(module, name).__doc__).partition("\nParameters\n")[0]
    command.help = text + (module.more_help() if hasattr(module, "more_help") else "")


def flags_of(name: str) -> list[str]:
    """Return the flags that a command has for itself, such as ``--seed``."""
    arguments = bare_app()[name].assemble_argument_collection()
    names = [name for argument in arguments for name in argument.names]
    own = [name for name in names if re.fullmatch(r"--(?!no-|empty-)[a-z-]+", name)]
    module = sys.modules[f"outfox.interfaces.cli.{name}"]
    return own + (module.more_flags() if hasattr(module, "more_flags") else [])


def complaint(error: CycloptsError, words: Sequence[str]) -> str:
    """Say in one line what cyclopts refused, and where to read on."""
    if isinstance(error, UnknownCommandError):
        return _unknown_command(words)
    text = " ".join(str(error).split()).removeprefix(f'Command "{words[0]}" parameter ').replace('"', "'")
    text = text.replace("Unused Tokens:", "there is no place for").rstrip(".")
    return f"{words[0]}: {text}; see outfox {words[0]} --help"


def _unknown_command(words: Sequence[str]) -> str:
    close = difflib.get_close_matches(words[0], COMMANDS, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    kind = "flag" if words[0].startswith("-") else "command"
    return f"there is no {kind} {words[0]!r}; {hint}there are {', '.join(COMMANDS)}"
