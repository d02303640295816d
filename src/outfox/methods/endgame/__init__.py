"""Exact endgames of Starve the Fox: one fox or two and few sheep, every placement."""
