"""What can still happen: `rules check`, `rules prove` and `outlook`."""
