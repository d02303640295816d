"""Methods that answer questions about a game: one method, one file; they take games, policies as arrays or callables."""
