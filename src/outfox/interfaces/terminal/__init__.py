"""Games in a terminal: played line by line, watched as they go, stepped through; the board is drawn each time."""
