"""The certificate of a proof: what was tried, what holds, and the plainest counter-example."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.problems import Problem, listed
from scorekeeper.proof.certificate import Certificate, Line
from scorekeeper.proof.trying import Counterexample, options_of
from scorekeeper.report.text import text_table
from scorekeeper.report.width import safe, wrapped
from scorekeeper.report.words import signed

FEW = 4


def certificate_of(certificate: Certificate) -> dict[str, Any]:
    """The certificate as a plain value."""
    return {
        "game": certificate.rules.id,
        "holds": certificate.holds,
        "tried": certificate.tried,
        "possible": certificate.possible,
        "drawn": certificate.drawn,
        "seed": certificate.seed if certificate.drawn else None,
        "lines": [_line_of(line) for line in certificate.lines],
        "outcomes": [_line_of(row) for row in certificate.rows],
        "beside": [beside._asdict() for beside in certificate.beside],
        "quotas_add_up": certificate.quota_total,
        "never": [{"place": place, "message": message} for place, message in certificate.never],
        "broken": [_example_of(example) for example in certificate.broken],
        "said": list(certificate.said),
    }


def _line_of(line: Line) -> dict[str, Any]:
    reach = {role or "each": {"least": least, "most": most} for role, (least, most) in line.reach.items()}
    return {
        **line._asdict(),
        "players": line.players or None,
        "quotas": [list(q) for q in line.quotas],
        "sums": list(line.sums),
        "reach": reach,
    }


def _example_of(example: Counterexample) -> dict[str, Any]:
    situation = example.situation
    return {
        "code": example.code,
        "message": example.message,
        "players": list(situation.agreed.players),
        "deal": situation.state.deal,
        "dealer": situation.agreed.players[situation.turn.dealer],
        "options": options_of(situation.agreed.rules, situation),
        "facts": example.facts,
        "points": list(example.points) if example.points else None,
    }


# --- in words ----------------------------------------------------------------------------------------


def certificate_text(certificate: Certificate, width: int = 80, plain: bool = False) -> str:
    """The certificate as it is read."""
    rules = certificate.rules
    head = f"{rules.name.shown()}: {'proved' if certificate.holds else 'NOT proved'}"
    notes = [*_tried_words(certificate), *_holds_words(certificate), *certificate.said, *_beside_words(certificate)]
    parts = [safe(head), *_tables(certificate, plain)]
    parts.append("\n".join(row for note in notes for row in wrapped(f"- {safe(note)}", width, "  ")))
    return "\n\n".join(parts)


def _tried_words(certificate: Certificate) -> Iterable[str]:
    if certificate.tried:
        every = f"{certificate.tried:,} results were tried, every one there is"
        yield f"{every}; {certificate.possible:,} of them can be entered"
    if certificate.drawn:
        what = "besides, " if certificate.tried else "too many to try: "
        yield f"{what}{certificate.drawn:,} possible results were drawn by chance (seed {certificate.seed})"


def _holds_words(certificate: Certificate) -> Iterable[str]:
    if certificate.quota_total:
        yield "the quotas add to what there is to take, in every contract, whoever deals"
    elif certificate.quota_total is not None:
        yield "the quotas do not add to what there is to take, so the points do not add to 0"
    promise = certificate.rules.promise
    if promise is not None and not any(e.code == "promise" for e in certificate.broken):
        yield f"the points of every result add up to what the rules promise: {promise.text}"
    if len(certificate.rows) > 1 and len(certificate.rows) == len(certificate.rules.outcomes):
        yield f"each of the {len(certificate.rows)} rows of the settlement applies to some result"
    if certificate.rules.contracts and not certificate.never:
        yield "every contract can come up"


def _beside_words(certificate: Certificate) -> Iterable[str]:
    facts = certificate.rules.facts
    for beside in certificate.beside:
        names = listed((facts[name].name.shown() for name in beside.names), "and")
        verb = "changes" if len(beside.names) == 1 else "change"
        ways = f"{beside.tried:,} ways, of which {beside.possible:,} can be entered"
        yield f"{names} {verb} no points: tried beside one result of each kind, {ways}"


def _tables(certificate: Certificate, plain: bool) -> Iterable[str]:
    for players in dict.fromkeys(line.players for line in certificate.lines):
        lines = [line for line in certificate.lines if line.players == players]
        yield _table(f"{players} players", "contract", lines, plain)
    if certificate.rows:
        yield _table("the settlement", "row", certificate.rows, plain)


def _table(title: str, what: str, lines: Sequence[Line], plain: bool) -> str:
    roles = list(dict.fromkeys(role for line in lines for role in line.reach))
    quotas = any(line.quotas for line in lines)
    heads = [
        what,
        "tried",
        "possible",
        *(["quotas"] if quotas else []),
        "add up to",
        *(role or "each side" for role in roles),
    ]
    rows = [_cells(line, roles, quotas) for line in lines]
    if not any(row[0] for row in rows):
        heads, rows = heads[1:], [row[1:] for row in rows]
    if plain:
        return "\n\n".join(
            "\n".join([title, *(f"{head}: {safe(cell)}" for head, cell in zip(heads, row, strict=True))])
            for row in rows
        )
    align = ["left" if head == what else "right" for head in heads]
    return f"{title}\n{text_table(heads, rows, align)}"


def _cells(line: Line, roles: Sequence[str], quotas: bool) -> list[str]:
    cells = [line.name, f"{line.tried:,}", f"{line.possible:,}"]
    if quotas:
        cells.append(" or ".join("+".join(map(str, quota)) for quota in line.quotas) or "–")
    cells.append(_span(line.sums))
    return [*cells, *(_reach(line.reach, role) for role in roles)]


def _span(sums: Sequence[int]) -> str:
    if len(sums) <= FEW:
        return ", ".join(map(signed, sums)) or "–"
    return f"{signed(sums[0])} to {signed(sums[-1])}"


def _reach(reach: Mapping[str, tuple[int, int]], role: str) -> str:
    if role not in reach:
        return "–"
    least, most = reach[role]
    return signed(least) if least == most else f"{signed(least)} to {signed(most)}"


def certificate_problems(certificate: Certificate) -> list[Problem]:
    """What does not hold: the plainest counter-example of each kind, and what can never apply."""
    broken = [Problem(e.code, "\n    ".join(_example_words(e))) for e in certificate.broken]
    return [*broken, *(Problem("never", message, path) for path, message in certificate.never)]


def _example_words(example: Counterexample) -> Iterable[str]:
    situation = example.situation
    players = situation.agreed.players
    yield example.message
    told = [f"deal {situation.state.deal}", f"{len(players)} players, {players[situation.turn.dealer]} deals"]
    told += [f"{name}={value}" for name, value in options_of(situation.agreed.rules, situation).items()]
    yield f"{' · '.join(told)}: {' '.join(_fact(name, value) for name, value in example.facts.items())}"
    if example.points:
        yield "points " + " ".join(map(signed, example.points))


def _fact(name: str, value: Any) -> str:
    if value is True:
        return name
    return f"{name}={','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}"
