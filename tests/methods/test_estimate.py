"""The guess of how much there is to solve, against games whose number of states is known."""

from itertools import pairwise

import numpy as np
import pytest

from outfox.kernel import graph, grower, sample
from outfox.kernel.sample import EXPLORERS, KNOWN, Sample
from outfox.methods.solve.estimate import DOUBT, SURE, estimate, refuse_beyond, rounded, unseen
from outfox.methods.solve.keys import Keys
from outfox.rules import load
from outfox.rules.errors import BudgetExceeded
from outfox.rules.position import Position
from tests.methods.test_layers import RANK, TAG

FACTOR = 3.2
"""The guess is at most so many times too low in known games, by docs/howto/solve.md."""

TOO_HIGH = 1.1


def choices(position):
    """Return the actions of a player, or the outcomes of chance."""
    return position.legal if position.mover >= 0 else [action for action, _ in position.game.chance(position.state)]


class Stop(Exception):
    """Ends the work when it has been judged."""


def probed(spec, symmetry=False, **options):
    found = []

    def judge(probe):
        probe.sample()
        found.append(probe)
        raise Stop

    with pytest.raises(Stop):
        graph.reach(load(spec), symmetry=symmetry, judge=judge, **options)
    return found[0]


def guess(spec, symmetry=False):
    return estimate(probed(spec, symmetry))


# J. Tromp's counts of connect-four; fox-and-hounds as in the published cases; a cat and a mouse on 1,050 squares, both
# of which change colour with every step: 1,050 x 1,050 placings in all, of which either side to move has half.
PUBLISHED = [
    ("connect-four:rows=4,cols=5", 3_945_711),
    ("fox-and-hounds", 895_280),
    ("cat-and-mouse:rows=30,cols=35", 1_050 * 1_050),
]
LARGE = [
    ("connect-four:rows=5,cols=4", 1_706_255),
    ("connect-four:rows=5,cols=5", 69_763_700),
    ("connect-four:rows=6,cols=5", 1_044_334_437),
]


def is_near(found, states):
    assert found.least <= states <= found.most
    assert states / FACTOR < found.states < states * TOO_HIGH
    assert found.bytes > 8 * found.states


@pytest.mark.parametrize(("spec", "states"), PUBLISHED)
def test_near_published_numbers(spec, states):
    is_near(guess(spec), states)


@pytest.mark.slow  # 25 s, most of it compiling
@pytest.mark.parametrize(("spec", "states"), LARGE)
def test_near_large_published_numbers(spec, states):
    is_near(guess(spec), states)


@pytest.mark.slow  # 10 s
def test_teeko_fits():
    """75,710,250 placings of all eight men, relative to the mover, and 20,981,226 of fewer; eight images are one."""
    found = guess("teeko", symmetry=True)
    assert (75_710_250 + 20_981_226) / 8 / FACTOR < found.states < (75_710_250 + 20_981_226) / 8 * TOO_HIGH
    assert found.bytes < 14 << 30


@pytest.mark.slow  # 5 s
def test_what_is_astronomical_is_told_as_at_least_so_much():
    found = guess("connect-four")
    assert SURE < found.states < 4_531_985_219_092
    assert str(found).startswith("more than ")


def test_small_steps_and_the_same_every_time(monkeypatch):
    monkeypatch.setattr(grower, "PROBE", 20_000)
    first, second = (guess("connect-four:rows=4,cols=4") for _ in range(2))
    is_near(first, 161_029)
    assert (first.states, first.least, first.bytes) == (second.states, second.least, second.bytes)
    merged = guess("connect-four:rows=4,cols=4", symmetry=True)
    assert 161_029 / 2 / FACTOR < merged.states < 161_029 / 2 * TOO_HIGH


def test_the_judge_refuses_what_is_far_too_large(monkeypatch):
    monkeypatch.setattr(grower, "PROBE", 20_000)
    with pytest.raises(BudgetExceeded, match="--anyway"):
        graph.reach(load("connect-four:rows=4,cols=4"), symmetry=False, judge=refuse_beyond(1, "a game"))
    said = []
    graph.reach(load("connect-four:rows=4,cols=4"), symmetry=False, judge=refuse_beyond(10**12, "a game", said.append))
    assert said[0].startswith("a game has about 1")


def test_what_the_guess_lets_pass_stops_where_memory_ends(monkeypatch):
    """A guess within DOUBT times the memory goes on; then the arrays grow, and the limit holds all the same."""
    monkeypatch.setattr(grower, "PROBE", 20_000)
    game, memory, said = load("connect-four:rows=4,cols=4"), 4 << 20, []
    with pytest.raises(BudgetExceeded, match=r"needs more than 4 MB: [\d,]+ states found .* or search instead"):
        graph.reach(game, symmetry=False, memory=memory, judge=refuse_beyond(memory, game.spec, said.append))
    assert len(said) == 1
    assert memory < guess("connect-four:rows=4,cols=4").bytes < DOUBT * memory


@pytest.mark.parametrize("game", ["connect-four", "starve-the-fox"])
def test_what_nobody_can_solve_is_refused_in_one_line(command, game):
    """4,531,985,219,092 states, and some million million."""
    found = command("solve", game, "--memory", "16", code=3)
    assert not found.out
    assert found.err.count("\n") == 1
    assert found.err.startswith(f"outfox: {game} has more than ")
    assert f"(outfox search {game})" in found.err


@pytest.mark.parametrize("share", [0.02, 0.2, 0.6])
def test_unseen_states_of_a_lake_of_fish(share):
    """Explorers that find each state with the same chance: by layers of very different sizes, some hardly seen."""
    random, sizes = np.random.default_rng(1), [50_000, 10, 200_000, 400, 1]
    seen, layer = [], []
    for number, size in enumerate(sizes):
        count = random.binomial(EXPLORERS, share, size)
        seen.append(count[count > 0])
        layer.append(np.full(len(seen[-1]), number))
    drawn = Sample(np.concatenate(seen), np.concatenate(layer), 1, 1)
    hidden = sum(sizes) - len(drawn.seen)
    assert unseen(drawn) == pytest.approx(hidden, rel=0.1, abs=150)


def test_nothing_seen_nothing_unseen():
    nothing = np.zeros(0, np.int64)
    assert unseen(Sample(nothing, nothing, 0, 0)) == 0


@pytest.mark.parametrize("spread", [1, 1_000_003])
def test_sightings_are_counted_as_by_hand(spread):
    random, names = np.random.default_rng(2), np.arange(1, 400)[:, None]
    state, who, depth = (random.integers(most, size=900) for most in (399, EXPLORERS + 1, 9))
    sightings = list(zip(state.tolist(), who.tolist(), depth.tolist(), strict=True))
    seen, layer = sample._counted(sample._hashed(names[state], 1), who, sample._numbered(depth * spread))
    by_hand = []
    for one in set(state.tolist()):
        finders = {explorer for s, explorer, _ in sightings if s == one}
        if KNOWN not in finders:
            first = min(finders)
            by_hand.append((len(finders), min(d for s, e, d in sightings if (s, e) == (one, first))))
    assert sorted(zip(seen.tolist(), layer.tolist(), strict=True)) == sorted(by_hand)


def test_very_many_layers_become_fewer():
    numbers = sample._numbered(np.arange(100_000) * 7)
    assert numbers.max() < 1 << sample.LAYER_BITS
    assert all(0 <= b - a <= 1 for a, b in pairwise(numbers.tolist()))


@pytest.mark.nojit
@pytest.mark.parametrize("spec", ["tic-tac-toe", "fox-and-hounds:size=4", "pig:target=10", "ranked.py"])
def test_explorers_go_where_plain_python_goes(spec, monkeypatch, tmp_path):
    """Their children and layers beside the rules, a state at a time; nothing that they see is not there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ranked.py").write_text(TAG.replace("def progress", RANK.strip()), encoding="utf-8")
    monkeypatch.setattr(grower, "PROBE", 15)
    monkeypatch.setattr(sample, "CHILDREN", 500)
    steps = []

    def watched(wanderer, known, starts, same, progress):
        steps.append((wanderer, starts, progress))
        return sample.sample(wanderer, known, starts, same, progress)

    monkeypatch.setattr(grower, "sample", watched)
    game, probe = load(spec), probed(spec)
    drawn = probe.sample()
    assert probe.found + len(drawn.seen) <= graph.reach(game, symmetry=False).states
    wanderer, starts, progress = steps[-1]  # before it a state may not have fitted into the packing
    keys = Keys(game, wanderer.packing, 1, False)
    for crowd in (starts[:4], wanderer.children(starts)[0][:6]):
        found, count = wanderer.children(crowd)
        led = [Position(game, keys.state(tuple(key))) for key in crowd.tolist()]
        nexts = [position.play(action) for position in led if not position.is_terminal for action in choices(position)]
        assert count == len(nexts)
        assert sorted(map(tuple, found.tolist())) == sorted({keys.of(position.state)[0] for position in nexts})
        if game.has("progress") and not game.has("chance"):
            assert progress(found).tolist() == [game.call("progress", keys.state(tuple(k))) for k in found.tolist()]
        else:
            assert progress is None


@pytest.mark.parametrize(
    ("number", "words"),
    [(7, "7"), (12_345, "12,000"), (161_029, "160,000"), (3_945_711, "3.9 million"), (545_188_416, "550 million")],
)
def test_rounded(number, words):
    assert rounded(number) == words
