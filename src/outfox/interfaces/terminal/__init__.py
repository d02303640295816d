"""Play in a terminal, line by line: the board, a prompt, moves by name."""
