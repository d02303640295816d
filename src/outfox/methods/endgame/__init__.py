"""Exact endgames of Starve the Fox: one fox and few sheep, every placement."""
