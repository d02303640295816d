"""Evaluations that others published, to compare ours with: figures with their sources, never used to play."""
