"""Games with hidden information from end to end: value, equilibrium, how fast methods find it, who can be beaten."""
