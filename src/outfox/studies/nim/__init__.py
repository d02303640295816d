"""Nim from end to end: a theorem beside the exact answer, what Q-learning learns, learners against perfect play."""
