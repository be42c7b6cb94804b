"""The foundation of all rooms: exact numbers, TOML, frozen values, random draws, input limits."""
