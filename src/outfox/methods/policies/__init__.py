"""Whole policies on the graph of a game: games between them as walks over indices; how far they are from perfect."""
