"""Whatever plays games to improve itself."""
