"""Equilibria of games with chance and hidden cards, and exact best responses."""
