"""The audit of a paper sheet as text, as plain lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.paper_audit import Audit, Fault, SlipEffect, SlipExplanation, WrongCell
from scorekeeper.report.shared_labels import totals_words
from scorekeeper.text.message_text import parted, problem_row, text_of
from scorekeeper.text.terminal_text import indent_below, safe, wrapped
from scorekeeper.text.translation import marked, tr, trn

MOST_SHOWN = 20

SENTENCES = {
    "sign": marked("the sign of {side}'s points was turned round: {written} for {right}"),
    "sign-of-total": marked("the sign of {side}'s total was turned round: {written} for {right}"),
    "figures": marked("two figures of {side}'s number changed places: {written} for {right}"),
    "ten": marked("a ten or a hundred of {side}'s total was carried wrongly ({written})"),
    "not-added": marked(
        "{side}'s points ({right}) were not added: {written} stands as it did before"
    ),
    "added-twice": marked("{side}'s points ({right}) were added twice, to {written}"),
    "total-of-another": marked(
        "{side}'s points were added to {other}'s total of {written}, not to {right}"
    ),
    "total-before": marked(
        "{side}'s points were added to the total before the last, {written}, not to {right}"
    ),
    "points-for-total": marked(
        "{side}'s points ({written}) stand where the total of {right} should"
    ),
    "quota-forgotten": marked("{side}'s quota of {count} was forgotten"),
    "quota-of-role": marked("{side} was given somebody else's quota, {wrong} for {count}"),
    "quota-of-contract": marked(
        "{side} was given the quota of another contract, {wrong} for {count}"
    ),
    "points-swapped": marked("the points of {side} and {other} changed places"),
    "totals-swapped": marked("the totals of {side} and {other} changed places"),
    "counts-swapped": marked("{word}: the numbers of {side} and {other} changed places"),
    "column-off": marked("every number of points stands in the column of a neighbour"),
    "declarer": marked("{word} was taken for the one who declares"),
    "contract": marked("the deal was reckoned as {word}"),
    "outcome": marked("the deal was settled as “{word}”"),
    "sum": marked("the points are well; their sum was reckoned wrongly"),
}
TOO_MANY = {
    "points": marked(
        "{side}'s points are {written} on paper; they should be {right}: {n} too many"
    ),
    "total": marked("{side}'s total is {written} on paper; it should be {right}: {n} too many"),
    "sum": marked("the sum of the row is {written} on paper; it should be {right}: {n} too many"),
}
TOO_FEW = {
    "points": marked("{side}'s points are {written} on paper; they should be {right}: {n} too few"),
    "total": marked("{side}'s total is {written} on paper; it should be {right}: {n} too few"),
    "sum": marked("the sum of the row is {written} on paper; it should be {right}: {n} too few"),
}


# --- as text -------------------------------------------------------------------------------------


def audit_text(audit: Audit, width: int = 80, plain: bool = False) -> str:
    """Return the audit as text: the first error of the paper sheet and its cause, the later errors,
    and the last totals."""
    lines = [*_audit_lines(audit, plain)]
    return "\n".join(
        part
        for line in lines
        for part in (wrapped(line, width, indent_below(line)) if line else [""])
    )


def _audit_lines(audit: Audit, plain: bool) -> Iterator[str]:
    if audit.holds:
        yield trn(
            audit.deals,
            "the paper is right: {n} deal, as the rules have it",
            "the paper is right: {n} deals, all as the rules have them",
        )
        return
    gap = [] if plain else [""]
    first, *rest = audit.faults
    row = text_of(first.place)
    yield tr("the paper goes wrong at deal {number} ({row})", number=first.number, row=row)
    yield from _fault_lines(audit.agreed, first, plain)
    for fault in rest[: MOST_SHOWN - 1]:
        yield from gap
        row = text_of(fault.place)
        yield tr("it goes wrong anew at deal {number} ({row})", number=fault.number, row=row)
        yield from _fault_lines(audit.agreed, fault, plain)
    if len(rest) >= MOST_SHOWN:
        more = len(rest) - MOST_SHOWN + 1
        yield trn(more, "and at {n} deal more", "and at {n} deals more")
    yield from gap
    yield from map(safe, _end_lines(audit))


def _fault_lines(agreed: Agreed, fault: Fault, plain: bool) -> Iterator[str]:
    indent = "" if plain else "  "
    yield from (f"{indent}{safe(cell_words(agreed, cell))}" for cell in fault.cells)
    yield from (f"{indent}{safe(line)}" for line in _slip_lines(agreed, fault))
    for problem in fault.problems:
        yield f"{indent}{safe(text_of(problem.message))}"


def _slip_lines(agreed: Agreed, fault: Fault) -> Iterator[str]:
    said = [slip_words(agreed, slip) for slip in fault.slips]
    if fault.cells and not said:
        yield tr("no single slip that is known explains it")
        return
    for number, words in enumerate(dict.fromkeys(said)):
        if number == 0:
            yield tr("perhaps: {slip}", slip=words)
        else:
            yield (
                tr("and also: {slip}", slip=words) if fault.apart else tr("or: {slip}", slip=words)
            )


def _end_lines(audit: Audit) -> Iterator[str]:
    agreed = audit.agreed
    right, written = totals_words(agreed, audit.right), totals_words(agreed, audit.written)
    if audit.mended:
        deals = ", ".join(
            [
                *map(str, audit.mended[:MOST_SHOWN]),
                *(["…"] if len(audit.mended) > MOST_SHOWN else []),
            ]
        )
        yield trn(
            len(audit.mended),
            "at deal {deals} a total comes right again",
            "at the deals {deals} a total comes right again",
            deals=deals,
        )
    if not audit.sure:
        yield tr("not every deal could be scored, so the paper's own totals were gone on from")
    elif audit.written == audit.right:
        yield tr("the last totals are right all the same: {totals}", totals=right)
    else:
        if audit.is_carried:
            yield tr("that one slip was carried along; with it mended everything else is right")
        yield tr("the last totals on paper: {totals}", totals=written)
        yield tr("the last totals by the rules: {totals}", totals=right)


def cell_words(agreed: Agreed, cell: WrongCell) -> str:
    """Return the message on a wrong number on paper, with the right number."""
    off = cell.written - cell.right
    message, side = (TOO_MANY if off > 0 else TOO_FEW)[cell.what], _name(agreed, cell.side)
    return tr(
        message, side=side, written=signed(cell.written), right=signed(cell.right), n=abs(off)
    )


def slip_words(agreed: Agreed, slip: SlipExplanation) -> str:
    """Return the text of a mistake, with a part for each affected side."""
    return parted(_change_words(agreed, slip.how, change) for change in slip.changes)


def _change_words(agreed: Agreed, how: str, change: SlipEffect) -> str:
    names = {
        "side": _name(agreed, change.side),
        "other": _name(agreed, change.other),
        "word": text_of(change.word),
    }
    numbers = {"written": signed(change.written), "right": signed(change.right)}
    return tr(SENTENCES[how], **names, **numbers, wrong=change.written, count=change.right)


def _name(agreed: Agreed, side: int | None) -> str:
    return "" if side is None else agreed.side_names[side]


# --- for programs --------------------------------------------------------------------------------


def audit_of(audit: Audit) -> dict[str, object]:
    """Return the JSON of an audit."""
    agreed = audit.agreed
    return {
        "game": agreed.rules.id,
        "players": list(agreed.players),
        "sides": list(agreed.side_names),
        "deals": audit.deals,
        "right": audit.holds,
        "wrong": [_fault_of(agreed, fault) for fault in audit.faults],
        "mended": list(audit.mended),
        "carried": audit.is_carried,
        "sure": audit.sure,
        "written": dict(zip(agreed.side_names, audit.written, strict=True)),
        "totals": dict(zip(agreed.side_names, audit.right, strict=True)),
    }


def _fault_of(agreed: Agreed, fault: Fault) -> dict[str, object]:
    return {
        "deal": fault.number,
        "place": text_of(fault.place),
        "numbers": [_cell_of(agreed, cell) for cell in fault.cells],
        "slips": [
            {"kind": slip.kind, "how": slip.how, "said": slip_words(agreed, slip)}
            for slip in fault.slips
        ],
        "apart": fault.apart,
        "problems": [problem_row(problem) for problem in fault.problems],
    }


def _cell_of(agreed: Agreed, cell: WrongCell) -> dict[str, object]:
    side = None if cell.side is None else agreed.side_names[cell.side]
    return {
        "side": side, "what": cell.what, "written": cell.written, "right": cell.right,
        "difference": cell.written - cell.right,
    }  # fmt: skip
