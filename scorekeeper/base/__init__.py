"""Ground for every room: exact numbers, TOML, records, chance, limits."""
