"""Faults of what may be said later: each value that it may have is tried while a deal waits."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.base.exact import steps
from scorekeeper.rules.model import Count, Fact, Ruleset
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say

KINDS = ("player", "number", "word", "rank", "suit")
MOST_VALUES = 64  # as many ways as all that is open may come out in


def note_later(top: Table, rules: Ruleset) -> None:
    """Faults of the facts that may be said later, and of what hangs on whether they were."""
    later = {name for name, fact in rules.facts.items() if fact.later}
    for name in sorted(later):
        _note_fact(top, f"fact.{name}", rules.facts[name])
    things: Iterable[tuple[str, Fact | Count]] = [
        *((f"fact.{name}", fact) for name, fact in rules.facts.items() if not fact.later),
        *((f"count.{name}", count) for name, count in rules.counts.items()),
    ]
    for place, thing in things:
        hangs = sorted(later.intersection(thing.when.names)) if thing.when else []
        if hangs and not thing.optional:
            _note_hanging(top, place, hangs[0], isinstance(thing, Fact))


def _note_fact(top: Table, place: str, fact: Fact) -> None:
    others = [word for word in ("optional", "alone") if getattr(fact, word)]
    others += ["default"] if fact.default is not None else []
    if others:
        message = say(
            "`{word}` contradicts `later`: a deal waits for it until it is said", word=others[0]
        )
        top.fault(f"{place}.{others[0]}", message, say("leave one of them out"))
    if fact.kind not in KINDS:
        message = say(
            "only a {kinds} may be said later: every value is tried while a deal waits",
            kinds=listing(KINDS),
        )
        hint = say('take a word: `kind = "word"`, `values = ["yes", "no"]`')
        top.fault(f"{place}.later", message, hint)
    elif fact.kind == "number" and not fact.values and None in (fact.least, fact.most):
        message = say("a number that may be said later needs a least and a greatest one")
        top.fault(f"{place}.later", message, say("add `min = …` and `max = …`"))
    elif fact.least is not None and fact.most is not None:
        number = len(steps(fact.least, fact.most, fact.step))
        if number > MOST_VALUES:
            message = say(
                "it may be one of {number} numbers; what may be said later at most of {most}",
                number=number,
                most=MOST_VALUES,
            )
            top.fault(f"{place}.later", message, say("say a smaller range, or a greater `step`"))


def _note_hanging(top: Table, place: str, name: str, is_fact: bool) -> None:
    message = say("whether it is asked for hangs on `{name}`, which may be said later", name=name)
    hint = say("say `later = true` of it too") if is_fact else say("make it `optional = true`")
    top.fault(f"{place}.when", message, hint)
