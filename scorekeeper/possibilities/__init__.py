"""Everything that a deal can be under its rules: situations, values, results."""
