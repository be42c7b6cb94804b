"""A session and its deals scored under other rules, as a value and as a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing, ranking
from scorekeeper.record.rescoring import Rescored, Rescoring
from scorekeeper.report.deal_row import by_side
from scorekeeper.report.document import Document, Table, document_of, listed_section, table_of
from scorekeeper.report.shared_labels import contract_word, made, option_said, score, who_word
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.summary import RankingPlace, place_value, places
from scorekeeper.rules.fact_names import key_said
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import Name, Value
from scorekeeper.text.message_text import listed, names_listed, problem_row, spoken, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import tr, trn

# --- the value ------------------------------------------------------------------------------------


class Version(NamedTuple):
    """The session's result by one of the two rulesets."""

    game: str
    options: Mapping[str, bool | int | str]
    ranking: tuple[RankingPlace, ...]
    totals: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]


class PointsOfDeal(NamedTuple):
    """The points of a deal and the totals after it, by side."""

    points: Mapping[str, int]
    totals: Mapping[str, int]


class RescoredRow(NamedTuple):
    """A deal under both rulesets. `from_` and `to` are None where the deal does not count.
    `problems` say why the other rules cannot score it, `left_out` names facts that they ignore."""

    number: int
    contract: str | None
    from_: PointsOfDeal | None
    to: PointsOfDeal | None
    problems: tuple[Problem, ...]
    left_out: tuple[str, ...]


class Turning(NamedTuple):
    """A deal after which the two rankings begin to differ, or agree again, with both rankings."""

    deal: int
    from_: tuple[tuple[str, ...], ...]
    to: tuple[tuple[str, ...], ...]


class RescoreSheet(NamedTuple):
    """A session scored by its own rules and by other rules. The field names are the JSON keys of
    `rescore`."""

    session: str
    sides: tuple[str, ...]
    from_: Version
    to: Version
    deals: tuple[RescoredRow, ...]
    turns: tuple[Turning, ...]


def rescore_sheet(found: Rescoring, session_name: str) -> RescoreSheet:
    """Return both results: deals, totals, places, and the deals where the rankings diverge or
    meet."""
    return RescoreSheet(
        session=session_name,
        sides=found.own.side_names,
        from_=_version(found.own_standing, session_name),
        to=_version(found.other_standing, session_name),
        deals=tuple(_row(found, deal) for deal in found.deals),
        turns=tuple(
            Turning(deal.number, _ranked(deal.own_standing), _ranked(deal.other_standing))
            for deal in found.turns
        ),
    )


def _version(standing: Standing, session_name: str) -> Version:
    sheet = sheet_of(standing, session_name)
    return Version(
        game=sheet.game,
        options=standing.agreed.options,
        ranking=tuple(places(sheet)),
        totals=sheet.final_totals,
        finished=sheet.finished,
        winners=sheet.winners,
    )


def _row(found: Rescoring, deal: Rescored) -> RescoredRow:
    return RescoredRow(
        number=deal.number,
        contract=deal.contract,
        from_=_points(found.own, deal.own),
        to=_points(found.other, deal.other),
        problems=deal.problems,
        left_out=deal.left_out,
    )


def _points(agreed: Agreed, scored: Scored | None) -> PointsOfDeal | None:
    if scored is None:
        return None
    return PointsOfDeal(by_side(agreed, scored.points), by_side(agreed, scored.totals))


def _ranked(standing: Standing) -> tuple[tuple[str, ...], ...]:
    names = standing.agreed.side_names
    return tuple(tuple(names[side] for side in place) for place in ranking(standing))


def rescore_value(found: RescoreSheet) -> dict[str, object]:
    """Return the JSON of `rescore`."""
    rows = [
        {**spoken(deal._replace(problems=())), "problems": [*map(problem_row, deal.problems)]}
        for deal in found.deals
    ]
    told = {**spoken(found._replace(deals=())), "deals": rows}
    for key, version in (("from", found.from_), ("to", found.to)):
        told[key]["ranking"] = [*map(place_value, version.ranking)]
    return told


# --- the document ---------------------------------------------------------------------------------


NOTHING = "–"
Rules = tuple[Ruleset, Ruleset]  # those of the session, and the others


def rescore_document(found: RescoreSheet, rules: Rules) -> Document:
    """Return the session under both rules."""
    sections = [
        listed_section(_title(found, rules), _options(found, rules), [_deals_chart(found, rules)]),
        listed_section(tr("Places"), [*_counted(found)], [_places_chart(found, rules)]),
        listed_section(tr("Where the ranking turns"), _turn_lines(found)),
        listed_section(tr("What these rules cannot score"), _lacking_lines(found)),
        listed_section(tr("What these rules have no use for"), _unused_lines(found, rules[0])),
    ]
    return document_of(sections)


def _title(found: RescoreSheet, rules: Rules) -> str:
    one, two = rules[0].name.shown(), rules[1].name.shown()
    return f"{found.session} · {one if one == two else f'{one} → {two}'}"


def _options(found: RescoreSheet, rules: Rules) -> list[str]:
    """Return lines on the unusual options under each ruleset."""
    one, two = _unusual(found.from_, found.to, rules[0]), _unusual(found.to, found.from_, rules[1])
    said = []
    if one:
        said.append(tr("as played: {options}", options=", ".join(one)))
    if two:
        said.append(tr("rescored: {options}", options=", ".join(two)))
    return said


def _unusual(version: Version, beside: Version, rules: Ruleset) -> list[str]:
    """Return a version's options that differ from the default or from the other version
    (`beside`)."""
    return [
        option_said(rules, name, value)
        for name, value in version.options.items()
        if value != rules.options[name].default or beside.options.get(name, value) != value
    ]


# --- the tables ----------------------------------------------------------------------------------


def _deals_chart(found: RescoreSheet, rules: Rules) -> Table:
    """Return the table of deals: each side's points as played and as rescored."""
    has_contracts = bool(rules[0].contracts)
    heads: list[Value] = [tr("deal"), *([tr("contract")] if has_contracts else [])]
    heads += map(Name, found.sides)
    rows = [
        [
            str(deal.number),
            *([contract_word(rules[0], deal.contract)] if has_contracts else []),
            *(_both_points(deal, side, rules) for side in found.sides),
        ]
        for deal in found.deals
    ]
    return table_of(heads, rows)


def _both_points(deal: RescoredRow, side: str, rules: Rules) -> str:
    pair = (_made(deal.from_, side, rules[0]), _made(deal.to, side, rules[1]))
    return pair[0] if pair[0] == pair[1] else " → ".join(pair)


def _made(found: PointsOfDeal | None, side: str, rules: Ruleset) -> str:
    return NOTHING if found is None else made(found.points[side], rules)


def _places_chart(found: RescoreSheet, rules: Rules) -> Table:
    """Return the table of sides: total and place under both rulesets."""
    heads = [who_word(rules[0]), tr("as played"), tr("place"), tr("rescored"), tr("place")]
    both = tuple(zip((found.from_, found.to), rules, strict=True))
    rows = [
        [
            side,
            *(
                word
                for version, by in both
                for word in (score(version.totals[side], by), _place(version, side))
            ),
        ]
        for side in found.sides
    ]
    return table_of(heads, rows)


def _place(version: Version, side: str) -> str:
    return next(row.shown for row in version.ranking if side in row.sides)


# --- the sentences -------------------------------------------------------------------------------


def _counted(found: RescoreSheet) -> Iterator[str]:
    """Yield notes on deals counted by neither ruleset, and on the deal that ends the game under
    only one of them."""
    nowhere = [deal.number for deal in found.deals if not deal.from_]
    beyond = [deal.number for deal in found.deals if deal.from_ and not deal.to]
    if nowhere:
        yield trn(
            len(nowhere),
            "deal {numbers} counts on neither side",
            "deals {numbers} count on neither side",
            numbers=_numbers(nowhere),
        )
    if beyond:
        yield tr("rescored, the game is over after deal {number}", number=beyond[0] - 1)
    elif found.from_.finished and not found.to.finished:
        yield tr("rescored, the game is not over yet")


def _numbers(numbers: Iterable[int]) -> str:
    return listed(map(str, numbers), "and")


def _turn_lines(found: RescoreSheet) -> list[str]:
    if not found.turns:
        return [tr("the ranking is the same after every deal")]
    return [_turn_line(turning) for turning in found.turns]


def _turn_line(turning: Turning) -> str:
    if turning.from_ == turning.to:
        return tr("from deal {number} on it is the same again", number=turning.deal)
    return tr(
        "from deal {number} on: {one} as played, {other} rescored",
        number=turning.deal,
        one=_in_order(turning.from_),
        other=_in_order(turning.to),
    )


def _in_order(ranking: Iterable[Sequence[str]]) -> str:
    """Return a ranking as text, place after place, with tied sides together."""
    return " – ".join(names_listed(sides) for sides in ranking)


def _lacking_lines(found: RescoreSheet) -> list[str]:
    """Return the problems that prevent deals from being scored, each once with its deals."""
    numbers: dict[str, list[int]] = {}
    for deal in found.deals:
        for problem in deal.problems if deal.from_ is None else ():
            numbers.setdefault(text_of(problem.message), []).append(deal.number)
    return [
        trn(
            len(deals),
            "deal {numbers}: {problem}",
            "deals {numbers}: {problem}",
            numbers=_numbers(deals),
            problem=problem,
        )
        for problem, deals in numbers.items()
    ]


def _unused_lines(found: RescoreSheet, rules: Ruleset) -> list[str]:
    names = dict.fromkeys(name for deal in found.deals for name in deal.left_out)
    return [listed((text_of(key_said(rules, name)) for name in names), "and")] if names else []


def rescore_rows(found: RescoreSheet) -> list[list[object]]:
    """Return the CSV rows, one a deal: each side's points and total as played, then rescored."""
    kinds = ("points", "total", "rescored points", "rescored total")
    heads = ["deal", "contract", *(f"{kind} {side}" for kind in kinds for side in found.sides)]
    return [[*heads], *(_csv_row(deal, found.sides) for deal in found.deals)]


def _csv_row(deal: RescoredRow, sides: Sequence[str]) -> list[object]:
    numbers = [
        column.get(side)
        for scored in (deal.from_, deal.to)
        for column in (scored or ({}, {}))
        for side in sides
    ]
    return [deal.number, deal.contract, *numbers]
