"""Looking up in a table of the ruleset: whether it can have a row for what is looked up."""

from __future__ import annotations

from scorekeeper.rules.comparing import Part
from scorekeeper.rules.kind import ANY, ANYTHING, CARD, FLAG, LIST, TABLE, told
from scorekeeper.rules.model import Ladder
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem, did_you_mean, known_mends


def looked_up(whole: str, ladder: Ladder, key: Part) -> Problem | None:
    """What is wrong with looking up a key in a table: it is no key, or no row can be its."""
    kind = key.kind
    if kind.sort == LIST and (kind.of or ANYTHING).sort not in (LIST, ANY):
        return looked_up(whole, ladder, key._replace(kind=kind.of or ANYTHING))
    if kind.sort in (LIST, CARD, TABLE, FLAG):
        why = say(
            "`{part}` is {kind}, and a number or a word is looked up",
            part=key.text,
            kind=told(kind),
        )
        return Problem("formula-kind", why)
    has_word = kind.words is None or any(map(ladder.words.__contains__, kind.words))
    has_number = kind.is_number and bool(ladder.steps) and kind.most >= ladder.steps[0][0]
    is_figure = any(word.isdecimal() for word in kind.words or ())
    if kind.sort == ANY or has_word or has_number or is_figure:
        return None
    rows = [*(str(step) for step, _ in ladder.steps), *ladder.words]
    why = say(
        "`{part}` never finds anything: `{key}` is {kind}, and the table has {rows}",
        part=whole,
        key=key.text,
        kind=told(kind),
        rows=listing(rows, "and"),
    )
    meant = did_you_mean(str(key.literal), rows) if key.literal is not None else None
    return Problem("formula-decided", why, None, known_mends(meant))
