"""Events: many tables in rounds, and how they stand."""
