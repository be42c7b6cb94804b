"""A session as a value that every rendering lays out: rows, columns, totals, steps."""
