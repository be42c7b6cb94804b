"""The command line: every command that a person types, and the only package that prints. Nothing
is imported here, because shell completion must not load the whole program."""
