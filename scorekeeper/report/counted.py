"""Who counted each deal where two people do, and the counts that wait, for every page and
program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.game.log import Entry
from scorekeeper.game.standing import Standing
from scorekeeper.record.counting import differences, waiting_words
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed, text_of


def counted_lines(now: Standing) -> Iterable[str]:
    """`deals 1, 2 and 4 were counted alike by Anna and Björn`, and what waits."""
    numbers: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for number, names in now.counters.items():
        is_amended = number <= len(now.deals) and now.deals[number - 1].amended
        numbers.setdefault((names, is_amended), []).append(str(number))
    for (names, is_amended), deals in numbers.items():
        line = trn(
            len(deals),
            "deal {deals} was counted alike by {names}",
            "deals {deals} were counted alike by {names}",
            deals=listed(deals, "and"),
            names=listed(names, "and"),
        )
        yield tr("{line}, and corrected since", line=line) if is_amended else line
    yield from map(text_of, waiting_words(now))


def counts_value(now: Standing) -> dict[str, object]:
    """The counts that wait, as programs read them: of one alone only whose it is; of several what
    each counted, and what differs. No key where none waits."""
    if not now.counts:
        return {}
    is_shown = len(now.counts) > 1
    rows = [_row(count, is_shown) for count in now.counts]
    return {"counts": rows, **({"differ": _differ(now)} if is_shown else {})}


def _row(count: Entry, is_shown: bool) -> Mapping[str, object]:
    return {"by": count.by, "facts": count.facts if is_shown else None}


def _differ(now: Standing) -> list[Mapping[str, object]]:
    """What differs, fact by fact; `of` is whose number it is, None where it is of the deal."""
    names = [count.by for count in now.counts]
    return [
        {
            "fact": found.fact,
            "of": found.of or None,
            "counted": dict(zip(names, found.values, strict=True)),
        }
        for found in differences(now)
    ]
