"""The possible results of deals and sessions: `rules check`, `rules prove` and `outlook`."""
