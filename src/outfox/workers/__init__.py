"""Sharing out work: tasks over processes, seeds by task."""
