"""The melds of a game in words: what each is worth, how often a card counts, whose count and
when."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.proof.situations import tables
from scorekeeper.referee.melds import melds_of, reading_of
from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.cards import Pack, rank_shown, words_of_ranks
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_melds import MeldKind, Melds
from scorekeeper.rules.model_play import RefereeRules
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled, listed, text_of


def melds_lines(rules: Ruleset, referee: RefereeRules) -> list[str]:
    """A line a kind of meld, then the rules on all of them; nothing for a game without melds."""
    agreed = next(tables(rules))
    melds = melds_of(agreed, referee)
    if melds is None:
        return []
    kinds = [
        with_source(labelled(kind.name.shown(), _worth(rules.pack, kind)), kind.source)
        for kind in melds.kinds
    ]
    whose = [tr("counts: {melds}", melds=melds.whose.shown())] if melds.whose.by_language else []
    uses = [*_uses(rules.pack, melds), *_added(melds)]
    said = [*uses, text_of(reading_of(agreed, melds)), *whose, melds.when.shown()]
    rest = [line for line in said if line]
    return [*kinds, *rest[:-1], *(with_source(line, melds.source) for line in rest[-1:])]


def _worth(pack: Pack, kind: MeldKind) -> str:
    """What a kind of meld is made of, and its points."""
    if kind.cards:
        cards = text_of(words_of_ranks(pack, kind.cards))
        if kind.trumps:
            return tr("{cards} of trumps, {points}", cards=cards, points=kind.points)
        return tr("{cards} of one suit, {points}", cards=cards, points=kind.points)
    if kind.four:
        values = ", ".join(
            f"{rank_shown(pack, rank)} {points}" for rank, points in kind.four.items()
        )
        return tr("all of a rank: {values}", values=values)
    steps = dict(kind.run)
    longest = max(steps)
    said = [
        tr("{number} cards {points}", number=number, points=steps[number])
        for number in sorted(steps)[:-1]
    ]
    most = tr("{number} or more {points}", number=longest, points=steps[longest])
    return tr(
        "one suit in sequence, in the order {ranks}: {values}",
        ranks=text_of(words_of_ranks(pack, pack.ranks)), values=", ".join([*said, most]),
    )  # fmt: skip


def _uses(pack: Pack, melds: Melds) -> Iterator[str]:
    """In how many melds a card counts."""
    if not melds.trump_uses:
        return
    more = listed(
        (f"{rank_shown(pack, rank)} {number}" for rank, number in melds.trump_uses.items()), "and"
    )
    yield tr(
        "melds in which a card counts: {number}; of trumps {more}", number=melds.uses, more=more
    )


def _added(melds: Melds) -> Iterator[str]:
    """Which melds add to another without using their cards again."""
    names = {kind.id: kind.name.shown() for kind in melds.kinds}
    for kind in melds.kinds:
        if kind.adds_to:
            # Translators: {meld} and {other} are kinds of melds.
            yield tr(
                "{meld} within a {other}: counts too, and uses no card again",
                meld=names[kind.id], other=names[kind.adds_to],
            )  # fmt: skip
