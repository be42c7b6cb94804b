"""The command line: what a person types, and the only room that prints.

Nothing is imported here: a shell that completes a word must not wait for the whole program.
"""
