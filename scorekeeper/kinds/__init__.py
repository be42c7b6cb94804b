"""Kinds: what every name of a formula may be, and what a formula makes of them, known when the page
is read.

`name_kinds.py` has the kind of each name of a game, `page_formulas.py` every formula of a page,
`checking.py` the kind of a formula and its faults. `rules check` asks for them; a deal that is
recorded does not.
"""
