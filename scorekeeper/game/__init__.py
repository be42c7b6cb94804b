"""The entries of an evening become a `Standing`: seats, scores, who deals next."""
