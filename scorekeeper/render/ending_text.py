"""The outlook of a game that a score ends, for people: who is found to be able to win, and with
which deals."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.render.win_proof import proof_lines, proof_pairs
from scorekeeper.report.game.worth import end_of_game
from scorekeeper.report.outlook_sheet import OutlookSheet, SideOutlook
from scorekeeper.report.phrases import score
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import tr, trn
from scorekeeper.text.width import cut, wrapped


def no_last_deal(rules: Ruleset) -> str:
    """Why there is no best and no worst total."""
    return tr("no number of deals is fixed: the game ends when {test}", test=end_of_game(rules))


def ending_text(
    outlook: OutlookSheet, rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """Each side with its score now and in how many deals it may have won, and the deals of each
    below; or as lines for a screen reader."""
    if plain:
        return linear(_pairs(outlook, rules))
    rows = [
        [cut(name, 24), score(side.now, rules), _can(side), _deals(side)]
        for name, side in outlook.sides.items()
    ]
    heads = ["", tr("now"), tr("can win"), tr("deals")]
    said = "\n".join(wrapped(no_last_deal(rules), width, "  "))
    table = text_table(heads, rows, ["left", "right", "left", "right"], ink=ink)
    below = ("\n".join(lines) for lines in proof_lines(outlook.sides, rules, width, ink))
    return "\n\n".join([said, table, *below])


def _can(side: SideOutlook) -> str:
    return tr("yes") if side.can_win else tr("not known")


def _deals(side: SideOutlook) -> str:
    return str(len(side.proof)) if side.proof else ""


def _pairs(outlook: OutlookSheet, rules: Ruleset) -> Iterable[tuple[str, str]]:
    for name, side in outlook.sides.items():
        yield name, _chance_words(side, score(side.now, rules))
    yield tr("decided"), tr("no")
    yield from proof_pairs(outlook.sides, rules)


def _chance_words(side: SideOutlook, now: str) -> str:
    if not side.can_win:
        return tr("now {now}, not known whether it can win", now=now)
    return trn(
        len(side.proof or ()),
        "now {now}, can win with {n} deal",
        "now {now}, can win with {n} deals",
        now=now,
    )
