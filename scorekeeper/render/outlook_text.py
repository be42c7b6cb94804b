"""The outlook as text: what is still possible, who can win and how, and what one side needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.ending_text import ending_text
from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.render.win_proof import proof_lines, proof_pairs
from scorekeeper.report.outlook_sheet import OutlookSheet
from scorekeeper.report.phrases import score
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed
from scorekeeper.text.width import cut, wrapped


def outlook_text(
    outlook: OutlookSheet, rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """The outlook as a table with a proof for each side below, or as lines for a screen reader;
    what one side needs alone where that was asked."""
    told = _told(outlook, rules, width, plain, ink)
    if outlook.for_ is not None:
        return told
    said = [disputed_words(outlook.disputed)] if outlook.disputed else []
    said += [waiting_words(outlook.waits)] if outlook.waits else []
    return "\n\n".join([told, *("\n".join(wrapped(words, width, "  ")) for words in said)])


def waiting_words(deals: Sequence[int]) -> str:
    """How an outlook reads while deals wait for what is said later."""
    return trn(
        len(deals),
        "deal {numbers} still waits: best and worst are over every way it may come out",
        "deals {numbers} still wait: best and worst are over every way they may come out",
        numbers=listed(map(str, deals), "and"),
    )


def disputed_words(deals: Sequence[int]) -> str:
    """How an outlook reads while counts are disputed."""
    numbers = listed(map(str, deals), "and")
    return trn(
        len(deals),
        "deal {numbers} is disputed: best and worst are over all its readings, and who can win can "
        "by one of them",
        "deals {numbers} are disputed: best and worst are over all their readings, and who can win "
        "can by some of them",
        numbers=numbers,
    )


def _told(outlook: OutlookSheet, rules: Ruleset, width: int, plain: bool, ink: Ink) -> str:
    if outlook.for_ is not None:
        return "\n".join(wrapped(outlook.for_.say, width, "  "))
    if outlook.because is None:
        return linear(_pairs(outlook, rules)) if plain else _table(outlook, rules, width, ink)
    if any(side.can_win for side in outlook.sides.values()):
        return ending_text(outlook, rules, width, plain, ink)
    said = tr("cannot be decided: {reason}", reason=outlook.because)
    return "\n".join(wrapped(said, width, "  "))


def _table(outlook: OutlookSheet, rules: Ruleset, width: int, ink: Ink) -> str:
    rows = [
        [
            cut(name, 24),
            _total(side.best, rules),
            _total(side.worst, rules),
            tr("yes") if side.can_win else tr("no"),
        ]
        for name, side in outlook.sides.items()
    ]
    heads = ["", tr("best"), tr("worst"), tr("can win")]
    parts = [text_table(heads, rows, ["left", "right", "right", "left"], ink=ink)]
    if outlook.decided:
        parts.append("\n".join(wrapped(_decided_words(outlook), width, "  ")))
    parts += ["\n".join(lines) for lines in proof_lines(outlook.sides, rules, width, ink)]
    return "\n\n".join(parts)


def _total(total: int | None, rules: Ruleset) -> str:
    """A total as it is said; nothing where it cannot be worked out."""
    return "" if total is None else score(total, rules)


def _decided_words(outlook: OutlookSheet) -> str:
    winners = [name for name, side in outlook.sides.items() if side.can_win]
    if len(winners) == 1:
        return tr("it is decided: nobody but {player} can win", player=winners[0])
    return tr("it is decided")


def _pairs(outlook: OutlookSheet, rules: Ruleset) -> Iterable[tuple[str, str]]:
    for name, side in outlook.sides.items():
        best, worst = _total(side.best, rules), _total(side.worst, rules)
        if side.can_win:
            yield name, tr("best {best}, worst {worst}, can win", best=best, worst=worst)
        else:
            yield name, tr("best {best}, worst {worst}, cannot win", best=best, worst=worst)
    yield tr("decided"), _decided_words(outlook) if outlook.decided else tr("no")
    yield from proof_pairs(outlook.sides, rules)
