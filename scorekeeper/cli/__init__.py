"""The command line: the commands that a person types, and the only package that prints. Nothing is
imported here, because shell completion must not wait for the whole program."""
