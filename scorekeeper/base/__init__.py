"""The foundation of all rooms: exact numbers, TOML, random draws, limits on input."""
