"""The outlook as text: who can win, in which deals, and the needs of a side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.base.exact_numbers import signed
from scorekeeper.render.text_writer import linear, text_table
from scorekeeper.report.game.scoring_text import end_of_game
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
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message_text import listed, parted
from scorekeeper.text.terminal_text import NO_INK, Ink, cut, width_of, wrapped
from scorekeeper.text.translation import tr, trn

# --- win proof ---------------------------------------------------------------------------------
# How a side can still win, deal by deal: declarers and contracts, the players' counts, and the
# points.


Sides = Mapping[str, SideOutlook]
NAMES = (24, 12, 8, 6)  # the widths names are cut to, one after another, until a table fits


def proof_lines(sides: Sides, rules: Ruleset, width: int, ink: Ink = NO_INK) -> Iterator[list[str]]:
    """Yield, for each side that can win, a heading and its deals, as a table if it fits in
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
            deals = _proof_table(side.deals, rules, width, ink) or _deal_lines(
                side.deals, rules, width
            )
            yield [*map(ink.bold, wrapped(said, width, "  ")), *deals]


def _members(rules: Ruleset) -> int:
    """Return 1, or 2 for partners, to select the singular or plural of a verb."""
    return 2 if rules.teams else 1


def _what(deals: Sequence[ProofDeal], rules: Ruleset) -> str:
    """Return the counts that a cell shows, in order, as text."""
    counts = dict.fromkeys(count for deal in deals for count in deal.counts)
    return listed([count_word(rules, count) for count in counts]) or tr("the deal")


# --- as a table ----------------------------------------------------------------------------------


def _proof_table(deals: Sequence[ProofDeal], rules: Ruleset, width: int, ink: Ink) -> list[str]:
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
    """Return a side's points as text; "" for a side that sits out and scores nothing."""
    points = deal.points[side]
    return "" if _rests(deal, side) and not points else signed(points)


def _taken(deal: ProofDeal, side: str) -> str:
    """Return a side's numbers of all counts, or those of its players."""
    return " / ".join(_number_taken(numbers, side) for numbers in deal.counts.values())


def _number_taken(numbers: Mapping[str, int | None], side: str) -> str:
    """Return a side's number of a count: `5+3` if each player has one, a dash for a player who sits
    out."""
    if side in numbers:
        return RESTS if numbers[side] is None else str(numbers[side])
    return "+".join(str(numbers[one]) for one in side.split(" & "))


def _facts(deal: ProofDeal, rules: Ruleset) -> Iterator[str]:
    """Yield the other entered facts. The declarer is left out, as it has a column of its own."""
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
    """Yield the deals of each side that can win as labelled lines for a screen reader."""
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


# --- ending text -------------------------------------------------------------------------------
# The outlook of a game that a score ends, as text: the sides that can win, and the deals with which
# they do.


def no_last_deal(rules: Ruleset) -> str:
    """Return the message on why there is no best and no worst total."""
    return tr("no number of deals is fixed: the game ends when {test}", test=end_of_game(rules))


def ending_text(
    outlook: OutlookSheet, rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """Return each side with its score and the number of deals in which it may win, followed by
    these deals; or lines for a screen reader."""
    if plain:
        return linear(_ending_pairs(outlook, rules))
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


def _ending_pairs(outlook: OutlookSheet, rules: Ruleset) -> Iterable[tuple[str, str]]:
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


# --- outlook text ------------------------------------------------------------------------------
# The outlook as text: possible totals, who can win and how, and one side's needs.


def outlook_text(
    outlook: OutlookSheet, rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """Return the outlook as a table followed by a proof for each side, or as lines for a screen
    reader. If one side's needs were requested, return only these."""
    told = _told(outlook, rules, width, plain, ink)
    if outlook.for_ is not None:
        return told
    said = [disputed_words(outlook.disputed)] if outlook.disputed else []
    said += [waiting_words(outlook.waits)] if outlook.waits else []
    return "\n\n".join([told, *("\n".join(wrapped(words, width, "  ")) for words in said)])


def waiting_words(deals: Sequence[int]) -> str:
    """Return the outlook's note on incomplete deals."""
    return trn(
        len(deals),
        "deal {numbers} still waits: best and worst are over every way it may come out",
        "deals {numbers} still wait: best and worst are over every way they may come out",
        numbers=listed(map(str, deals), "and"),
    )


def disputed_words(deals: Sequence[int]) -> str:
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
    """Return a total as text, or "" if it cannot be calculated."""
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
