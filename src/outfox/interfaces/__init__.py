"""How people meet outfox: commands (`cli`) and play in a terminal (`terminal`)."""
