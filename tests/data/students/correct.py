"""A solution of the exercise: misère Nim learned by Q-learning from games against itself."""

import random

PILES = [1, 3, 5, 7]


def moves(piles):
    """List the legal moves: (pile, how many)."""
    return [(i, n) for i, size in enumerate(piles) for n in range(1, size + 1)]


class NimAI:
    """A table of estimates, and a player that follows it."""

    def __init__(self, alpha=0.5, epsilon=0.1):
        self.q = {}
        self.alpha = alpha
        self.epsilon = epsilon

    def get_q_value(self, state, action):
        """Return the estimate; 0 where nothing is known."""
        return self.q.get((tuple(state), action), 0)

    def update_q_value(self, state, action, old_q, reward, future):
        """Move the estimate towards reward + future."""
        self.q[tuple(state), action] = old_q + self.alpha * (reward + future - old_q)

    def best_future_reward(self, state):
        """Return the largest estimate of all moves; 0 without any."""
        best = None
        for action in moves(state):
            value = self.get_q_value(state, action)
            if best is None or value > best:
                best = value
        return 0 if best is None else best

    def choose_action(self, state, epsilon=True):
        """Return a best move, or now and then any move."""
        legal = moves(state)
        if epsilon and random.random() < self.epsilon:
            return random.choice(legal)
        best = max(self.get_q_value(state, action) for action in legal)
        return random.choice([action for action in legal if self.get_q_value(state, action) == best])

    def learn(self, state, action, reward, new_state):
        """Take in one move and what came of it after the opponent's answer."""
        old = self.get_q_value(state, action)
        self.update_q_value(state, action, old, reward, self.best_future_reward(new_state))


def play_one(ai):
    """Play a game of the player against itself."""
    piles, mover = list(PILES), 0
    last = [None, None]
    while True:
        before, action = list(piles), ai.choose_action(piles)
        piles[action[0]] -= action[1]
        last[mover], mover = (before, action), 1 - mover
        if not any(piles):  # whoever took the last object has lost
            ai.learn(before, action, -1, piles)
            if last[mover] is not None:
                ai.learn(*last[mover], 1, piles)
            return
        if last[mover] is not None:
            ai.learn(*last[mover], 0, piles)


def train(games):
    """Return a player that has learned from so many games."""
    ai = NimAI()
    for _ in range(games):
        play_one(ai)
    return ai


if __name__ == "__main__":
    print(train(10000).choose_action(PILES, epsilon=False))
