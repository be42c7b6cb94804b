"""What can still come of a session: the best and worst totals, who can still win, what is
needed."""
