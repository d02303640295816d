"""Grading of a program that somebody wrote as an exercise: found faults by behaviour, and how well it plays."""
