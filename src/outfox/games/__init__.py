"""The games that come with outfox: one plain-Python file each."""
