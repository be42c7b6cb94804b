"""How a side can still win, deal by deal: who declares which contract, what everybody takes, and
what that scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.base.exact import signed
from scorekeeper.render.text import text_table
from scorekeeper.report.outlook_sheet import ProofDeal, SideOutlook
from scorekeeper.report.phrases import (
    RESTS,
    contract_word,
    count_word,
    fact_word,
    things_words,
    value_word,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.ink import NO_INK, Ink
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed, parted
from scorekeeper.text.width import cut, width_of, wrapped

Sides = Mapping[str, SideOutlook]
NAMES = (24, 12, 8, 6)  # the widths names are cut to, one after another, until a table fits


def proof_lines(sides: Sides, rules: Ruleset, width: int, ink: Ink = NO_INK) -> Iterator[list[str]]:
    """For each side that can win a heading and its deals, as a table where that is no wider than
    `width`."""
    for name, side in sides.items():
        if side.deals:
            said = trn(
                _members(rules),
                "{player} wins or shares for example so ({what}, then what they score):",
                "{player} win or share for example so ({what}, then what they score):",
                player=name,
                what=_what(side.deals, rules),
            )
            deals = _table(side.deals, rules, width, ink) or _deal_lines(side.deals, rules, width)
            yield [*map(ink.bold, wrapped(said, width, "  ")), *deals]


def _members(rules: Ruleset) -> int:
    """One player, or the partners, whose verb is in the plural."""
    return 2 if rules.teams else 1


def _what(deals: Sequence[ProofDeal], rules: Ruleset) -> str:
    """The counts that a cell holds, in order."""
    counts = dict.fromkeys(count for deal in deals for count in deal.counts)
    return listed([count_word(rules, count) for count in counts]) or tr("the deal")


# --- as a table ----------------------------------------------------------------------------------


def _table(deals: Sequence[ProofDeal], rules: Ruleset, width: int, ink: Ink) -> list[str]:
    for names in NAMES:
        if max(map(width_of, _drawn(deals, rules, names, NO_INK))) <= width:
            return _drawn(deals, rules, names, ink)
    return []


def _drawn(deals: Sequence[ProofDeal], rules: Ruleset, names: int, ink: Ink) -> list[str]:
    columns = [column for column in _columns(deals, rules, names) if any(column[1:])]
    heads, *rows = zip(*columns, strict=True)
    align = ["right", *["left"] * (len(columns) - 1)]
    return text_table(list(heads), [list(row) for row in rows], align, ink=ink).split("\n")


def _columns(deals: Sequence[ProofDeal], rules: Ruleset, names: int) -> Iterator[list[str]]:
    yield [tr("deal"), *(str(deal.number) for deal in deals)]
    yield [tr("declarer"), *(cut(deal.declarer or "", names) for deal in deals)]
    yield [
        tr("contract"),
        *(cut(contract_word(rules, deal.contract), max(12, names)) for deal in deals),
    ]
    for side in deals[0].points:
        taken = [_taken(deal, side) for deal in deals]
        points = [_points(deal, side) for deal in deals]
        wide, high = max(map(len, taken)), max(map(len, points))
        cells = [f"{one:>{wide}}  {two:>{high}}" for one, two in zip(taken, points, strict=True)]
        yield [cut(side, max(names, len(cells[0]))), *cells]
    yield [tr("with"), *(", ".join(_facts(deal, rules)) for deal in deals)]


def _rests(deal: ProofDeal, side: str) -> bool:
    return any(numbers.get(side, 0) is None for numbers in deal.counts.values())


def _points(deal: ProofDeal, side: str) -> str:
    """What a side scores; nothing beside the dash of one that rests and scores nothing."""
    points = deal.points[side]
    return "" if _rests(deal, side) and not points else signed(points)


def _taken(deal: ProofDeal, side: str) -> str:
    """What a side, or each of its players, has of each count."""
    return " / ".join(_number_taken(numbers, side) for numbers in deal.counts.values())


def _number_taken(numbers: Mapping[str, int | None], side: str) -> str:
    """What a side has of a count; `5+3` where the count is of its players, a dash for a rester."""
    if side in numbers:
        return RESTS if numbers[side] is None else str(numbers[side])
    return "+".join(str(numbers[one]) for one in side.split(" & "))


def _facts(deal: ProofDeal, rules: Ruleset) -> Iterator[str]:
    """What else is entered; who declares has a column of their own."""
    for name, value in deal.facts.items():
        if value is True:
            yield fact_word(rules, name)
        elif value != deal.declarer:
            yield f"{fact_word(rules, name)} {value_word(rules, name, value)}"


# --- as words ------------------------------------------------------------------------------------


def _deal_lines(deals: Sequence[ProofDeal], rules: Ruleset, width: int) -> list[str]:
    return [
        line
        for deal in deals
        for line in wrapped(
            tr("  deal {number}: {how}", number=deal.number, how=_how(deal, rules)), width, "    "
        )
    ]


def proof_pairs(sides: Sides, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """The same for a screen reader, each deal a line."""
    for name, side in sides.items():
        for number, deal in enumerate(side.deals or ()):
            if number == 0:
                yield "", ""
                yield (
                    name,
                    trn(
                        _members(rules),
                        "wins or shares for example so",
                        "win or share for example so",
                    ),
                )
            yield tr("deal {number}", number=deal.number), _how(deal, rules)


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
