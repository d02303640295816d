"""Players by name: what a spec says, and what is said where it says something else."""

from __future__ import annotations

import subprocess
import sys

import pytest

from outfox.players import Player, as_player, player, player_kinds
from outfox.rules import BadSetting, NotSupported, OutfoxError, UnknownName, load
from outfox.workers.seeds import root_seed

BOTS = "tests/players/bots.py"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("random", "random"),
        (" Random ", "random"),
        ("human", "human"),
        ("mcts", "mcts"),
        ("mcts:simulations=1000", "mcts"),
        ("mcts:cut=8,simulations=1e4", "mcts:simulations=10000,cut=8"),
        ("mcts:solver=false,c=2,reuse=no", None),
        ("mcts:solver=false,c=2,reuse=false", "mcts:c=2.0,solver=false,reuse=false"),
        ("mcts:seconds=1", "mcts:seconds=1.0"),
        ("mcts:seconds=1,simulations=1000", "mcts:simulations=1000,seconds=1.0"),
        (f"{BOTS}:first_legal", f"{BOTS}:first_legal"),
        (f"{BOTS}:patient:depth=1", f"{BOTS}:patient:depth=1"),
        ("tests.players.bots:patient", "tests.players.bots:patient"),
        (f"{BOTS}:Stubborn:cell=2", "stubborn:cell=2"),
    ],
)
def test_names_are_the_shortest_spec(spec, name):
    if name is None:
        with pytest.raises(BadSetting, match="reuse is bool, not no"):
            player(spec)
        return
    made = player(spec)
    assert isinstance(made, Player)
    assert made.name == name
    if not name.startswith("stubborn"):
        assert player(name).name == name


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "mcst",
            r"no player 'mcst'; did you mean 'mcts'\? there are .*human, .*mcts, .*random.*; a player of your own",
        ),
        ("", "no player ''"),
        ("random:depth=3", "random has no setting 'depth'; it has none"),
        ("human:name=me", "human has no setting 'name'"),
        ("mcts:sims=5", r"mcts has no setting 'sims'.*simulations=1000, seconds=0.0, c=1.4"),
        ("mcts:simulation=5", "did you mean 'simulations'"),
        ("mcts:simulations=many", "simulations is int, not many; write for example simulations=1000"),
        ("mcts:simulations=true", "simulations is int, not true"),
        ("mcts:simulations=1.5", "simulations is int"),
        ("mcts:simulations=-1", "simulations must be at least 0"),
        ("mcts:trees=0", "trees must be at least 1"),
        ("mcts:cut=-2", "cut must be at least -1"),
        ("mcts:simulations", "'simulations' is not NAME=VALUE"),
        ("nowhere.py:f", "there is no file 'nowhere.py'"),
        ("nomodule_of_this_name:f", "there is no module 'nomodule_of_this_name'"),
        (f"{BOTS}:frist_legal", "has no 'frist_legal'; it has first_legal"),
        (f"{BOTS}:NUMBER", "is 3, not a function"),
    ],
)
def test_wrong_specs_list_what_exists(spec, message):
    with pytest.raises((UnknownName, BadSetting), match=message):
        player(spec)


def test_an_error_in_a_factory_names_its_line():
    with pytest.raises(OutfoxError, match=r"cannot be made: RuntimeError: no memory of openings \(.*bots.py:45\)"):
        player(f"{BOTS}:broken_factory")


def test_an_error_in_a_module_names_its_line(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("import math\n\nmath.nothing\n", encoding="utf-8")
    with pytest.raises(OutfoxError, match=r"cannot be loaded: AttributeError: .*wrong.py:3"):
        player(f"{path}:anything")


def test_a_module_in_the_current_folder_is_found(tmp_path, monkeypatch):
    (tmp_path / "bots_of_mine.py").write_text("def first(position):\n    return position.legal[0]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert player("bots_of_mine:first").choose(load("tic-tac-toe").start()) == 0


def test_functions_and_players_are_players():
    position = load("tic-tac-toe").start()
    assert as_player(lambda seen: seen.legal[3]).choose(position) == 3
    given = player(f"{BOTS}:Stubborn")
    assert as_player(given) is given
    for wrong in (7, object(), type(given)):
        with pytest.raises(UnknownName, match="is no player"):
            as_player(wrong)


def test_human_is_asked_again_until_the_answer_is_legal():
    complaints = []

    def ask(position, complaint):
        complaints.append(complaint)
        return ["z9", 11, "B2"][len(complaints) - 1]

    somebody, game = player("human", ask=ask), load("tic-tac-toe")
    somebody.start(game, 0, root_seed(0))
    assert somebody.choose(game.start()) == 4
    assert complaints[0] == ""
    assert "'z9' is not legal for x" in complaints[1]
    assert "'11' is not legal for x" in complaints[2]


def test_human_without_anybody_to_ask():
    with pytest.raises(NotSupported, match="outfox play"):
        player("human").start(load("tic-tac-toe"), 0, root_seed(0))


def test_every_kind_has_a_line():
    assert all(player_kinds().values())


def test_naming_players_loads_no_compiler():
    code = "import outfox.players, sys; outfox.players.player('random'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
