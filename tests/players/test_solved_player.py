"""Perfect play: the fastest win, the longest resistance, and then the fewest actions that keep the opponent's win."""

from __future__ import annotations

from outfox.players.solved_player import SolvedPlayer
from outfox.rules import TERMINAL, load
from outfox.rules.position import Position
from outfox.workers.seeds import root_seed
from tests.naive.retrograde import solve


def test_every_lost_position_of_tic_tac_toe_is_defended_best():
    game = load("tic-tac-toe")
    twin = solve(game)
    graph, value, far = twin.graph, twin.value, twin.remoteness
    player = SolvedPlayer()
    player.start(game, 0, root_seed(1))
    told_apart = lost = 0
    for n, state in enumerate(graph.states):
        who = graph.who[n]
        if who == TERMINAL or value[n] == 0:
            continue
        wins = value[n] == (1.0 if who == 0 else -1.0)
        kept = [(a, child) for a, child in graph.next[n] if value[child] == value[n]]
        best = (min if wins else max)(far[child] for _, child in kept)
        equal = [(a, child) for a, child in kept if far[child] == best]
        if not wins:
            replies = {a: sum(value[c] == value[n] for _, c in graph.next[child]) for a, child in equal}
            fewest = min(replies.values())
            told_apart += fewest < max(replies.values())
            lost += 1
            equal = [(a, child) for a, child in equal if replies[a] == fewest]
        assert sorted(player.actions(Position(game, state))) == sorted(a for a, _ in equal)
    assert lost > 100
    assert told_apart > 20
