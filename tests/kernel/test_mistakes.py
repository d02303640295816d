"""Rules files with an ordinary mistake: one short line says what, in terms of the user's own file and line."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

from outfox.kernel.link import link
from outfox.kernel.playout import playouts
from outfox.kernel.random import seeded
from outfox.rules import Game, RulesError, load

DATA = Path(__file__).resolve().parent.parent / "data" / "mistakes"
LONGEST = 300
GAMES = 40
PLIES = 200

# Found when the file is loaded.
LOADING = {
    "actions_is_a_fraction": "ACTIONS must be a whole number, not 3.0",
    "asserts_at_module_level": "pile must be at most 10",
    "class_in_a_rule": "the class Pile does not compile",
    "compares_text": "strings do not compile; use whole numbers",
    "counter_without_global": "rules cannot change the constant PLIES; keep what changes in a field of State",
    "field_that_is_not_there": "State has no field 'winner'; it has pile, taken, turn",
    "global_counter": "`global` changes the module; keep what changes in a field of State",
    "helper_argument_count": "add() is given 1 argument; it takes 2: s, number",
    "import_that_does_not_exist": "No module named 'nimpy'",
    "array_as_a_condition": "a whole array is no condition; write .any() or .all() of it",
    "missing_actions": "declares no ACTIONS",
    "missing_function": "declares no payoff",
    "misspelt_field": "State has no field 'trun'; did you mean 'turn'?",
    "misspelt_type": "module 'numpy' has no attribute 'int7'",
    "mover_of_nothing": "mover can end without a value; add a return at its end",
    "numpy_that_does_not_exist": "numpy has no 'swap'",
    "object_field": "field 'taken' of State is object: use an integer, float or boolean type",
    "odd_observation": "field 'key' of State: states have a function of that name",
    "payoff_of_nothing": "payoff can end without a value; add a return at its end",
    "raises_at_module_level": "IndexError: list index out of range",
    "random_in_a_rule": "chance is a rule of its own: see chance(s)",
    "returns_a_list_of_actions": "legal_actions must yield: write `yield action` for each one",
    "returns_a_new_state": "a copy of a state cannot be returned",
    "state_is_a_class": "State must be a dtype: State = np.dtype([(name, type), ...])",
    "syntax_error": "not Python: expected ':'",
    "text_field": "field 'turn' of State is <U5: use an integer, float or boolean type",
    "three_players": "PLAYERS must be the names of two players",
    "undefined_name": "name 'PLIE' is not defined; did you mean 'PILE'?",
    "word_from_outfox_that_does_not_exist": "cannot import name 'FINISHED'",
    "wrong_argument_count": "apply takes 1 arguments; the contract gives it 2",
    "wrong_key": "KEY names 'who', which is no field of State",
    "wrong_stuck": "STUCK is 'lost'; write one of loses, wins, draws, passes",
}

# Found when it is played: in plain Python, and in the checked build. None: plain Python has nothing against it.
PLAYING = {
    "action_out_of_range": ("legal_actions yields 3; actions are 0 to 2", "yields 3; actions are 0 to 2"),
    "assertion": ("AssertionError: four is not allowed", "the assertion fails: four is not allowed"),
    "division_by_zero": ("ZeroDivisionError", "division by zero"),
    "fraction_by_zero": ("ZeroDivisionError", "division by zero"),
    "fraction_in_a_field": ("field 'taken' is int8, but was given", "a fraction does not fit an integer field"),
    "index_of_a_constant": ("tuple index out of range", "index 2 is out of range: there are 2 elements"),
    "index_out_of_range": ("index 2 is out of bounds", "index 2 is out of range: there are 2 elements"),
    "key_not_in_a_dict": ("KeyError: 2", "key 2 is not in the dict"),
    "list_in_a_field": ("field 'turn' is int8, but was given [", "a list cannot be used where a number is wanted"),
    "misread_by_a_helper": ("unsupported operand type(s) for *", "`*` does not compile for a state and a number"),
    "misspelt_method": ("has no attribute 'summe'", "an array has no attribute 'summe'"),
    "more_than_branching": ("yields more than 2 values; raise BRANCHING", "yields more than 2 values; raise BRANCHING"),
    "negative_action": ("legal_actions yields -1; actions are 0 to 2", "yields -1; actions are 0 to 2"),
    "no_actions_before_the_end": (
        "legal_actions yields nothing where mover is",
        "legal_actions yields nothing where mover is",
    ),
    "none_in_a_field": ("field 'turn' is int8, but was given None", "None is no number"),
    "numpy_that_does_not_compile": (None, "np.lexsort does not compile"),
    "payoff_by_a_helper_of_nothing": ("payoff returned nothing (None)", "payoff returns None: a case lacks its return"),
    "payoff_is_a_pair": ("return a number", "payoff returns no number"),
    "payoff_is_infinite": ("which is not a finite number", "the payoff is not a finite number"),
    "players_from_one": ("mover returned 2: write 0, 1, CHANCE or TERMINAL",) * 2,
    "raises": ("ValueError: what about 5?", "ValueError: what about {s.pile}?"),
    "recursion_of_nothing_else": ("RecursionError", "the function calls itself and nothing else"),
    "recursion_without_end": ("RecursionError", "calls itself more than 900 times: the recursion does not end"),
    "shift_below_zero": ("negative shift count", "a shift by -"),
    "start_too_large": ("field 'pile' is int8 and holds -128 to 127, but was given 200",) * 2,
    "too_large_for_its_field": ("field 'taken' is int8 and holds -128 to 127, but was given", "does not fit"),
    "too_many_values_for_an_array": ("could not broadcast", "3 values do not fit where 2 are stored"),
    "two_kinds_of_value": (None, "variable 'best' is first one kind of value and then another: a number and a tuple"),
    "variable_without_a_value": ("UnboundLocalError", "a variable is used here that has no value yet"),
}


def test_every_file_has_its_error():
    assert {path.stem for path in DATA.glob("*.py")} == LOADING.keys() | PLAYING.keys()


def assert_names(error: RulesError, file: str, part: str, world: str = "") -> None:
    message = str(error)
    lines = (DATA / f"{file}.py").read_text(encoding="utf-8").splitlines()
    marked = [k for k, line in enumerate(lines, 1) if line.endswith(("# <-", f"# <- {world}"))]
    place = f"{file}.py:{marked[0]}: " if marked else f"{file}.py: "
    assert message.startswith(place)
    assert part in message
    assert "\n" not in message
    assert len(message) < LONGEST
    assert not re.search(r"numba|LLVM|\brt_|Literal\[|\$\d|array\(", message, re.IGNORECASE)


@pytest.mark.parametrize(("file", "part"), LOADING.items())
def test_found_when_loaded(file, part):
    with pytest.raises(RulesError) as caught:
        load(DATA / f"{file}.py")
    assert_names(caught.value, file, part)


@pytest.mark.parametrize(("file", "parts"), PLAYING.items())
def test_found_in_plain_play(file, parts):
    game = load(DATA / f"{file}.py")
    if parts[0] is None:
        play_plainly(game)
        return
    with pytest.raises(RulesError) as caught:
        play_plainly(game)
    assert_names(caught.value, file, parts[0], "plain")


@pytest.mark.parametrize(("file", "parts"), PLAYING.items())
def test_found_in_the_checked_build(file, parts):
    game = load(DATA / f"{file}.py")
    with pytest.raises(RulesError) as caught:
        play_compiled(game)
    assert_names(caught.value, file, parts[1], "checked")


def play_plainly(game: Game) -> None:
    """Play random games by positions."""
    random = np.random.default_rng(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(GAMES):
            position = game.start()
            while not position.is_terminal:
                position = position.play(position.legal[random.integers(len(position.legal))])
            assert np.isfinite(position.payoff)


def play_compiled(game: Game) -> None:
    """Play random games in the checked build, which users' files get by default."""
    kernel = link(game, playouts)
    assert kernel.checked
    pool = kernel.states(2)
    kernel.put(pool, 0, game.initial())
    kernel(pool, seeded(np.random.SeedSequence(1)), GAMES, PLIES, np.zeros(6), np.zeros(GAMES, np.int64))
