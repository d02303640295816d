"""Look-ahead: Monte Carlo tree search."""
