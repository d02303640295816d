"""Evaluations fitted to games of self-play, and the generations of players that they make."""
