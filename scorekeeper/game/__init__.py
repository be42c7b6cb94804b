"""The state of a game: the entries of an evening become a `Standing` with seats, scores and the
next dealer."""
