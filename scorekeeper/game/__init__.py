"""The state of a game: the log of a session replayed into a `Standing` with seats, scores and the
next dealer."""
