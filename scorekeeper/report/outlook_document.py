"""The outlook as a document: the sides that can win, example deals, and a side's needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorekeeper.base.exact_numbers import signed
from scorekeeper.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Joined,
    Kind,
    Lines,
    Output,
    Pair,
    Paragraph,
    Row,
    Section,
    Table,
    Wide,
)
from scorekeeper.report.game.scoring_rules_text import end_of_game
from scorekeeper.report.outlook_sheet import OutlookSheet, ProofDeal, SideOutlook
from scorekeeper.report.shared_labels import (
    RESTS,
    contract_word,
    count_word,
    fact_word,
    score,
    things_words,
    value_word,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import Name, Value
from scorekeeper.text.message_text import listed, parted
from scorekeeper.text.translation import tr, trn

# --- win proof ---------------------------------------------------------------------------------
# How a side can still win, deal by deal: declarers and contracts, the players' counts, and the
# points.


Sides = Mapping[str, SideOutlook]
LEAST_NAME, LEAST_WORD = 3, 12  # columns to which a name, a contract may be cut


def _proofs(sides: Sides, rules: Ruleset) -> Iterator[Section]:
    """Yield a section of example deals for each side that can win."""
    for name, side in sides.items():
        if side.deals:
            said = trn(
                _members(rules),
                "{player} wins or shares for example so ({what}, then what they score):",
                "{player} win or share for example so ({what}, then what they score):",
                player=name,
                what=_what(side.deals, rules),
            )
            yield Section(said, (_proof_table(side.deals, rules),))


def _members(rules: Ruleset) -> int:
    """Return 2 for games with partners, else 1, to select a verb's plural or singular."""
    return 2 if rules.teams else 1


def _what(deals: Sequence[ProofDeal], rules: Ruleset) -> str:
    """Return the labels of the counts in the deals as text."""
    counts = dict.fromkeys(count for deal in deals for count in deal.counts)
    return listed([count_word(rules, count) for count in counts]) or tr("the deal")


# --- as a table ----------------------------------------------------------------------------------


def _proof_table(deals: Sequence[ProofDeal], rules: Ruleset) -> Table:
    """Return the table of example deals, without empty columns."""
    shown = [
        (one, cells) for one, cells in _columns(deals, rules) if any(cell.text for cell in cells)
    ]
    lines = (tr("  deal {number}: {how}", number=one.number, how=_how(one, rules)) for one in deals)
    rows = (
        Row(cells, said=line)
        for cells, line in zip(zip(*(cells for _, cells in shown), strict=True), lines, strict=True)
    )
    columns = tuple(column for column, _ in shown)
    return Table(columns, tuple(rows), wide=Wide.LINES, lines=Lines.LABELLED)


def _columns(deals: Sequence[ProofDeal], rules: Ruleset) -> Iterator[tuple[Column, Sequence[Cell]]]:
    """Yield each column with its cells. A side's count and points are one column in text."""
    number = Column("deal", tr("deal"), Kind.NUMBER)
    yield number, [Cell(str(deal.number)) for deal in deals]
    declarer = Column("declarer", tr("declarer"), Kind.NAME)
    yield declarer, [Cell(Name(deal.declarer) if deal.declarer else "") for deal in deals]
    contract = Column("contract", tr("contract"), least=LEAST_WORD)
    yield contract, [Cell(contract_word(rules, deal.contract)) for deal in deals]
    for side in deals[0].points:
        merged = Joined(Name(side), "  ", "  ", has_name=True)
        taken = Column(f"taken {side}", "", Kind.NUMBER, group=Name(side), merged=merged)
        yield taken, [Cell(_taken(deal, side)) for deal in deals]
        points = Column(f"points {side}", "±", Kind.NUMBER, group=Name(side), merged=merged)
        yield points, [Cell(_points(deal, side)) for deal in deals]
    yield Column("with", tr("with")), [Cell(", ".join(_facts(deal, rules))) for deal in deals]


def _rests(deal: ProofDeal, side: str) -> bool:
    return any(numbers.get(side, 0) is None for numbers in deal.counts.values())


def _points(deal: ProofDeal, side: str) -> str:
    """Return a side's points as text; "" for a side that sits out and scores nothing."""
    points = deal.points[side]
    return "" if _rests(deal, side) and not points else signed(points)


def _taken(deal: ProofDeal, side: str) -> str:
    """Return the numbers of a side, or its players, in all counts."""
    return " / ".join(_number_taken(numbers, side) for numbers in deal.counts.values())


def _number_taken(numbers: Mapping[str, int | None], side: str) -> str:
    """Return a side's number of a count: `5+3` if each player has one, a dash for a player who sits
    out."""
    if side in numbers:
        return RESTS if numbers[side] is None else str(numbers[side])
    return "+".join(str(numbers[one]) for one in side.split(" & "))


def _facts(deal: ProofDeal, rules: Ruleset) -> Iterator[str]:
    """Yield the entered facts except the declarer, which has a column."""
    for name, value in deal.facts.items():
        if value is True:
            yield fact_word(rules, name)
        elif value != deal.declarer:
            yield f"{fact_word(rules, name)} {value_word(rules, name, value)}"


# --- as words ------------------------------------------------------------------------------------


def _proof_pairs(sides: Sides, rules: Ruleset) -> Iterator[Pair]:
    """Yield the deals of each side that can win as labelled lines for a screen reader."""
    for name, side in sides.items():
        for number, deal in enumerate(side.deals or ()):
            if number == 0:
                yield Pair("", "")
                yield Pair(
                    Name(name),
                    trn(
                        _members(rules),
                        "wins or shares for example so",
                        "win or share for example so",
                    ),
                )
            yield Pair(tr("deal {number}", number=deal.number), _how(deal, rules))


def _how(deal: ProofDeal, rules: Ruleset) -> str:
    said = [_declared(deal, rules)] if deal.contract or deal.declarer else []
    said += [", ".join(facts)] if (facts := list(_facts(deal, rules))) else []
    return parted([*said, *(_made(deal, side, rules) for side in deal.points)])


def _declared(deal: ProofDeal, rules: Ruleset) -> str:
    contract = contract_word(rules, deal.contract)
    if not deal.contract:
        return tr("{player} declares", player=deal.declarer)
    if not deal.declarer:
        return contract
    return tr("{player} declares {contract}", player=deal.declarer, contract=contract)


def _made(deal: ProofDeal, side: str, rules: Ruleset) -> str:
    if _rests(deal, side):
        return tr("{player} rests", player=side)
    taken = [
        things_words(_number_taken(numbers, side), count_word(rules, count))
        for count, numbers in deal.counts.items()
    ]
    members, points = _members(rules), signed(deal.points[side])
    if not taken:
        return trn(
            members,
            "{player} scores {points}",
            "{player} score {points}",
            player=side,
            points=points,
        )
    return trn(
        members,
        "{player} {taken}, scores {points}",
        "{player} {taken}, score {points}",
        player=side,
        taken=listed(taken, "and"),
        points=points,
    )


# --- a game that a score ends -------------------------------------------------------------------


def _no_last_deal(rules: Ruleset) -> str:
    """Return the message on why best and worst totals do not exist."""
    return tr("no number of deals is fixed: the game ends when {test}", test=end_of_game(rules))


def _ending(outlook: OutlookSheet, rules: Ruleset) -> Document:
    """Return the outlook of a game that a score ends: each side's score and number of deals to
    win, then example deals."""
    rows = [
        _row(Name(name), score(side.now, rules), _can(side), _deals(side))
        for name, side in outlook.sides.items()
    ]
    columns = (
        Column("side", "", Kind.NAME),
        Column("now", tr("now"), Kind.NUMBER),
        Column("wins", tr("can win")),
        Column("deals", tr("deals"), Kind.NUMBER),
    )
    table = Table(columns, tuple(rows))
    proofs = _proofs(outlook.sides, rules)
    blocks = _seen(Paragraph(_no_last_deal(rules)), table, *proofs)
    return Document("", blocks, first=tuple(_ending_pairs(outlook, rules)))


def _row(*texts: Value) -> Row:
    return Row(tuple(map(Cell, texts)))


def _seen(*blocks: Block) -> tuple[Block, ...]:
    """Return the blocks hidden from screen readers, which read pairs instead."""
    return (Section("", blocks, frozenset(Output) - {Output.PLAIN}),)


def _can(side: SideOutlook) -> str:
    return tr("yes") if side.can_win else tr("not known")


def _deals(side: SideOutlook) -> str:
    return str(len(side.proof)) if side.proof else ""


def _ending_pairs(outlook: OutlookSheet, rules: Ruleset) -> Iterator[Pair]:
    for name, side in outlook.sides.items():
        yield Pair(Name(name), _chance_words(side, score(side.now, rules)))
    yield Pair(tr("decided"), tr("no"))
    yield from _proof_pairs(outlook.sides, rules)


def _chance_words(side: SideOutlook, now: str) -> str:
    if not side.can_win:
        return tr("now {now}, not known whether it can win", now=now)
    return trn(
        len(side.proof or ()),
        "now {now}, can win with {n} deal",
        "now {now}, can win with {n} deals",
        now=now,
    )


# --- the outlook ---------------------------------------------------------------------------------


def outlook_document(outlook: OutlookSheet, rules: Ruleset) -> Document:
    """Return each side's possible totals and example wins, or only one side's needs if they were
    requested."""
    found = _of_sides(outlook, rules)
    if outlook.for_ is not None:
        return found
    said = [_disputed_words(outlook.disputed)] if outlook.disputed else []
    said += [_waiting_words(outlook.waits)] if outlook.waits else []
    return replace(found, blocks=(*found.blocks, *map(Paragraph, said)))


def _waiting_words(deals: Sequence[int]) -> str:
    """Return the outlook's note on incomplete deals."""
    return trn(
        len(deals),
        "deal {numbers} still waits: best and worst are over every way it may come out",
        "deals {numbers} still wait: best and worst are over every way they may come out",
        numbers=listed(map(str, deals), "and"),
    )


def _disputed_words(deals: Sequence[int]) -> str:
    """Return the outlook's note on disputed deals."""
    numbers = listed(map(str, deals), "and")
    return trn(
        len(deals),
        "deal {numbers} is disputed: best and worst are over all its readings, and who can win can "
        "by one of them",
        "deals {numbers} are disputed: best and worst are over all their readings, and who can win "
        "can by some of them",
        numbers=numbers,
    )


def _of_sides(outlook: OutlookSheet, rules: Ruleset) -> Document:
    if outlook.for_ is not None:
        return Document("", (Paragraph(outlook.for_.say),))
    if outlook.because is None:
        return _totals(outlook, rules)
    if any(side.can_win for side in outlook.sides.values()):
        return _ending(outlook, rules)
    said = tr("cannot be decided: {reason}", reason=outlook.because)
    return Document("", (Paragraph(said),))


def _totals(outlook: OutlookSheet, rules: Ruleset) -> Document:
    """Return each side's best and worst total, and example deals that win."""
    rows = [
        _row(
            Name(name),
            _total(side.best, rules),
            _total(side.worst, rules),
            tr("yes") if side.can_win else tr("no"),
        )
        for name, side in outlook.sides.items()
    ]
    columns = (
        Column("side", "", Kind.NAME),
        Column("best", tr("best"), Kind.NUMBER),
        Column("worst", tr("worst"), Kind.NUMBER),
        Column("wins", tr("can win")),
    )
    table = Table(columns, tuple(rows))
    decided = [Paragraph(_decided_words(outlook))] if outlook.decided else []
    blocks = _seen(table, *decided, *_proofs(outlook.sides, rules))
    return Document("", blocks, first=tuple(_pairs(outlook, rules)))


def _total(total: int | None, rules: Ruleset) -> str:
    """Return a total as text, or "" if it cannot be calculated."""
    return "" if total is None else score(total, rules)


def _decided_words(outlook: OutlookSheet) -> str:
    winners = [name for name, side in outlook.sides.items() if side.can_win]
    if len(winners) == 1:
        return tr("it is decided: nobody but {player} can win", player=winners[0])
    return tr("it is decided")


def _pairs(outlook: OutlookSheet, rules: Ruleset) -> Iterator[Pair]:
    for name, side in outlook.sides.items():
        best, worst = _total(side.best, rules), _total(side.worst, rules)
        if side.can_win:
            said = tr("best {best}, worst {worst}, can win", best=best, worst=worst)
        else:
            said = tr("best {best}, worst {worst}, cannot win", best=best, worst=worst)
        yield Pair(Name(name), said)
    yield Pair(tr("decided"), _decided_words(outlook) if outlook.decided else tr("no"))
    yield from _proof_pairs(outlook.sides, rules)
