"""Exact answers about poker hands: equities before the flop and after it, and groups of hands by strength."""
