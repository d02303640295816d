"""Methods that answer questions about a game: one method, one file; policies come as arrays or callables."""
