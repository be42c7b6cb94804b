"""What came of trying the referee's rules, in words and as a value."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.referee.trials import Disagreement, Refereeing
from scorekeeper.text.language import thousands, tr, trn
from scorekeeper.text.problems import Problem
from scorekeeper.text.speech import labelled, text_of


def refereeing_of(refereeing: Refereeing | None) -> dict[str, object] | None:
    """What came of it as a plain value; None where the referee has nothing to judge."""
    if refereeing is None:
        return None
    broken = [{**one._asdict(), "message": text_of(one.message)} for one in refereeing.broken]
    return {**refereeing._asdict(), "broken": broken}


def refereeing_words(refereeing: Refereeing | None) -> Iterable[str]:
    """What was tried of the referee's rules, and that it agreed."""
    if refereeing is None or not refereeing.deals or refereeing.broken:
        return
    numbers: dict[str, str | int] = {"seed": refereeing.seed, "plays": thousands(refereeing.asked)}
    if refereeing.contracts > 1:
        yield tr(
            "the referee: {n} random deals of the {contracts} contracts played in tricks were "
            "played out (seed {seed}); at each of {plays} plays there was a legal card, and the "
            "whole deal was judged alike",
            n=refereeing.deals,
            contracts=refereeing.contracts,
            **numbers,
        )
    else:
        yield trn(
            refereeing.deals,
            "the referee: {n} random deal was played out (seed {seed}); at each of {plays} plays "
            "there was a legal card, and the whole deal was judged alike",
            "the referee: {n} random deals were played out (seed {seed}); at each of {plays} plays "
            "there was a legal card, and the whole deal was judged alike",
            **numbers,
        )
    if refereeing.revokes:
        yield trn(
            refereeing.revokes,
            "{n} card was played against the law in these, and found",
            "{n} cards were played against the law in these, and each was found",
        )


def refereeing_problems(refereeing: Refereeing | None) -> list[Problem]:
    """What the referee said that cannot be: the first of each kind."""
    found: dict[str, Problem] = {}
    for one in refereeing.broken if refereeing else ():
        message = text_of(one.message)
        words = "\n    ".join([message, *_case_words(one)])
        found.setdefault(message, Problem("referee-disagrees", words))
    return [*found.values()]


def _case_words(one: Disagreement) -> Iterable[str]:
    known = {"contract": one.contract, "trump": one.trump}
    said = " ".join(f"{name}={value}" for name, value in known.items() if value)
    place = tr("trick {number}", number=one.trick)
    yield labelled(place, f"{' '.join(one.hand)} / {' '.join(one.played)} {said}".rstrip())
