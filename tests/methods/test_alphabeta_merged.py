"""Alpha-beta of whole games takes a position and its images under the rules' `symmetry` for one."""

from __future__ import annotations

import numpy as np
import pytest

import outfox
from outfox.kernel.link import link
from outfox.kernel.slots import Ints, States, Words, state_hash
from outfox.methods.search import alphabeta_kernel as kernel
from outfox.methods.search.alphabeta import AlphaBetaSettings, alphabeta
from outfox.methods.search.alphabeta_kernel import representative
from outfox.methods.search.alphabeta_run import Deepening, images_of
from outfox.rules import TERMINAL
from tests.naive.retrograde import solve

WHOLE = AlphaBetaSettings(depth=0, deepen=False)
SPECS = ["breakthrough:rows=4,cols=3", "domineering:rows=3,cols=4", "tic-tac-toe"]


def some_positions(game, count, seed):
    """Return positions of random games that are not over."""
    random, found = np.random.default_rng(seed), []
    while len(found) < count:
        position = game.start()
        for _ in range(int(random.integers(12))):
            if position.mover == TERMINAL:
                break
            found.append(position)
            position = position.play(int(random.choice(position.legal)))
    return found[:count]


@pytest.mark.parametrize("spec", SPECS)
def test_values_are_those_of_the_whole_graph(spec):
    """With a table so small that entries are lost, and with one that keeps all."""
    game = outfox.load(spec)
    solved = solve(game)
    for position in some_positions(game, 8, 1):
        wanted = solved.value[solved.graph.index[position.key]]
        for memory in (0, 1, 64):
            assert alphabeta(position, WHOLE, memory=memory).value == wanted
        assert alphabeta(position, WHOLE, memory=64, exact=True).value == wanted


def told(pool: States, options: Ints, hashes: Words, symmetries: Ints) -> int:
    """Write down the hash by which the table knows the first of three states, and the symmetry that leads there."""
    hashes[0], symmetries[0] = representative(pool, 0, state_hash(pool[0]), options)
    return 0


@pytest.mark.parametrize("spec", SPECS)
def test_one_image_stands_for_all(spec):
    """The one with the least hash, beside a loop over the images in plain Python."""
    game = outfox.load(spec)
    linked, count = link(game, told), game.constant("SYMMETRIES")
    pool, options = linked.states(3), np.zeros(kernel.OPTIONS, np.int64)
    hashes, symmetries = np.zeros(1, np.uint64), np.zeros(1, np.int64)

    def known_by(state, images):
        options[kernel.IMAGES] = images
        linked.put(pool, 0, state)
        linked(pool, options, hashes, symmetries)
        return int(hashes[0]), int(symmetries[0])

    for position in some_positions(game, 25, 2):
        images = []
        for k in range(count):
            images.append(game.new_state())
            game.call("symmetry", k, position.state, images[k])
        own = [known_by(image, 1)[0] for image in images]  # with one symmetry, the identity, its own hash
        assert known_by(position.state, count) == (min(own), own.index(min(own)))
        assert {known_by(image, count)[0] for image in images} == {min(own)}


def test_what_is_merged_is_searched_once():
    """On four columns each of the first discs has its image: half of the states are left, and little more."""
    game = outfox.load("connect-four:rows=4,cols=4")
    run = Deepening(game, AlphaBetaSettings(depth=0, deepen=False))
    nodes = []
    for images in (1, 2):
        run.options[kernel.IMAGES] = images
        run.begin(game.start())
        for done in run.iterations(range(16, 17), lambda nodes: None):
            assert done.value == 0
        nodes.append(run.nodes)
    assert 0.4 < nodes[1] / nodes[0] < 0.7


def test_only_values_of_whole_games_are_found_so():
    """Deepening tells lines and distances, estimates may differ between images, and cycles look at the path."""
    at_once = AlphaBetaSettings(depth=9, deepen=False)
    game = outfox.load("tic-tac-toe")
    assert images_of(game, at_once, estimates=False) == 8
    assert images_of(game, at_once, estimates=True) == 1
    assert images_of(game, AlphaBetaSettings(depth=9), estimates=False) == 1
    assert images_of(outfox.load("pong-hau-ki"), at_once, estimates=False) == 1
