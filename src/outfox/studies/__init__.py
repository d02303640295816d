"""Questions about a game, answered end to end, with a report to read."""
