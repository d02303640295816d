"""Whole policies improved by trying: optimisers, opponents, and what they came to."""
