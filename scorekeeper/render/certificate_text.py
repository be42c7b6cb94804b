"""The certificate of a proof: what was tried, what holds, and the plainest counter-example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.base.exact import signed
from scorekeeper.proof.certificate import Certificate, Line
from scorekeeper.proof.tally import Reach
from scorekeeper.proof.trying import Counterexample
from scorekeeper.referee.trials import Refereeing
from scorekeeper.render.certificate_tables import certificate_tables, from_to, players_word, whose
from scorekeeper.render.refereeing_text import refereeing_of, refereeing_words
from scorekeeper.rules.formulas import amount
from scorekeeper.text.language import thousands, tr, trn
from scorekeeper.text.problems import Problem
from scorekeeper.text.speech import labelled, listed, text_of
from scorekeeper.text.width import bulleted, safe


def certificate_of(
    certificate: Certificate, refereeing: Refereeing | None = None
) -> dict[str, object]:
    """The certificate as a plain value."""
    return {
        "game": certificate.rules.id,
        "holds": holds(certificate, refereeing),
        "proved": certificate.whole and holds(certificate, refereeing),
        "tried": certificate.tried,
        "possible": certificate.possible,
        "grouped": certificate.grouped,
        "whole": certificate.whole,
        "drawn": certificate.drawn,
        "seed": certificate.seed if certificate.drawn else None,
        "lines": [_line_of(line) for line in certificate.lines],
        "outcomes": [_line_of(row) for row in certificate.rows],
        "beside": [beside._asdict() for beside in certificate.beside],
        "quotas_add_up": certificate.quota_total,
        "never": [
            {"place": place, "message": text_of(message)} for place, message in certificate.never
        ],
        "broken": [_example_of(example) for example in certificate.broken],
        "said": [text_of(words) for words in certificate.remarks],
        "referee": refereeing_of(refereeing),
    }


def holds(certificate: Certificate, refereeing: Refereeing | None) -> bool:
    """Whether the rules keep their word, and the referee agrees with itself."""
    return certificate.holds and not (refereeing and refereeing.broken)


def _line_of(line: Line) -> dict[str, object]:
    reach = _ends_of(line.reach)
    return {
        **line._asdict(),
        "name": text_of(line.name),
        "players": line.players or None,
        "quotas": [list(q) for q in line.quotas],
        "sums": list(line.sums),
        "reach": reach,
        "bounds": None if line.bounds is None else _ends_of(line.bounds),
    }


def _ends_of(reach: Reach) -> dict[str, dict[str, int]]:
    return {role or "each": {"least": least, "most": most} for role, (least, most) in reach.items()}


def _example_of(example: Counterexample) -> dict[str, object]:
    situation = example.situation
    return {
        "code": example.code,
        "message": text_of(example.message),
        "players": list(situation.agreed.players),
        "deal": situation.state.deal,
        "dealer": situation.agreed.players[situation.turn.dealer],
        "options": situation.choices,
        "facts": example.facts,
        "points": list(example.points) if example.points else None,
    }


# --- in words ------------------------------------------------------------------------------------


def certificate_text(
    certificate: Certificate, width: int, plain: bool, refereeing: Refereeing | None = None
) -> str:
    """The certificate as it is read."""
    game = certificate.rules.name.shown()
    deals = certificate.tried + certificate.drawn
    if not holds(certificate, refereeing):
        head = tr("{game}: NOT proved", game=game)
    elif certificate.whole:
        head = tr("{game}: proved", game=game)
    else:
        head = trn(
            deals,
            "{game}: no fault found in {number} deal",
            "{game}: no fault found in {number} deals",
            game=game,
            number=thousands(deals),
        )
    notes = [
        *_tried_words(certificate),
        *_holds_words(certificate),
        *map(text_of, certificate.remarks),
        *_beside_words(certificate),
        *refereeing_words(refereeing),
    ]
    parts = [safe(head), *certificate_tables(certificate, width, plain)]
    return "\n\n".join([*parts, "\n".join(bulleted(notes, width))])


def _tried_words(certificate: Certificate) -> Iterable[str]:
    numbers: dict[str, str | int] = {
        "tried": thousands(certificate.tried),
        "possible": thousands(certificate.possible),
        "drawn": thousands(certificate.drawn),
        "grouped": thousands(certificate.grouped),
        "seed": certificate.seed,
    }
    if certificate.whole:
        yield tr(
            "{tried} results were tried, every one there is; {possible} of them can be entered",
            **numbers,
        )
    elif certificate.tried:
        yield tr(
            "{tried} results were tried, which are not all; {possible} of them can be entered",
            **numbers,
        )
    if certificate.grouped:
        yield tr(
            "{grouped} of these were worked out in groups: of those that go on alike one stands "
            "for all",
            **numbers,
        )
    if certificate.drawn and certificate.tried:
        yield tr("besides, {drawn} possible results were drawn by chance (seed {seed})", **numbers)
    elif certificate.drawn:
        yield tr(
            "too many to try: {drawn} possible results were drawn by chance (seed {seed})",
            **numbers,
        )
    if not all(line.exact for line in (*certificate.lines, *certificate.rows)):
        yield tr("what is marked `seen` is no bound: other results may score less or more")
    yield from _bound_words(certificate)


def _bound_words(certificate: Certificate) -> Iterable[str]:
    """The bounds that the formulas themselves give to what was only seen."""
    for line in certificate.lines:
        for role, ends in (line.bounds or {}).items():
            if role in line.reach and not line.is_sure(role):
                yield labelled(
                    ", ".join(_which(certificate, line)),
                    tr(
                        "by the formulas {role} cannot leave {numbers}",
                        role=whose(certificate.rules, role),
                        numbers=from_to(*ends),
                    ),
                )


def _which(certificate: Certificate, line: Line) -> Iterator[str]:
    """Of which contract a line is, and for how many players where there may be more or fewer."""
    name = text_of(line.name)
    if name:
        yield name
    if len(certificate.rules.players) > 1 or not name:
        yield players_word(line.players)


def _holds_words(certificate: Certificate) -> Iterable[str]:
    if certificate.quota_total:
        yield tr("the quotas add to what there is to take, in every contract, whoever deals")
    elif certificate.quota_total is not None:
        yield tr("the quotas do not add to what there is to take, so the points do not add to 0")
    promise, rows = certificate.rules.scoring.promise, len(certificate.rows)
    if promise is not None and not any(e.code == "promise" for e in certificate.broken):
        points = text_of(amount(certificate.rules, promise))
        if certificate.whole:
            yield tr(
                "the points of every result add up to what the rules promise: {sum}", sum=points
            )
        else:
            yield tr(
                "the points of every result that was tried or drawn add up to what the rules "
                "promise: {sum}",
                sum=points,
            )
    if rows > 1 and rows == len(certificate.rules.scoring.outcomes):
        yield tr("each of the {number} rows of the settlement applies to some result", number=rows)
    if certificate.rules.contracts and not certificate.never:
        yield tr("every contract can come up")


def _beside_words(certificate: Certificate) -> Iterable[str]:
    facts = certificate.rules.facts
    for beside in certificate.beside:
        yield trn(
            len(beside.names),
            "{facts} changes no points: tried beside one result of each kind, {tried} ways, of "
            "which {possible} can be entered",
            "{facts} change no points: tried beside one result of each kind, {tried} ways, of "
            "which {possible} can be entered",
            facts=listed((facts[name].name.shown() for name in beside.names), "and"),
            tried=thousands(beside.tried),
            possible=thousands(beside.possible),
        )


def certificate_problems(certificate: Certificate) -> list[Problem]:
    """What does not hold: the plainest counter-example of each kind, and what can never apply."""
    broken = [Problem(e.code, "\n    ".join(_example_words(e))) for e in certificate.broken]
    return [*broken, *(Problem("never", message, path) for path, message in certificate.never)]


def _example_words(example: Counterexample) -> Iterable[str]:
    situation = example.situation
    players = situation.agreed.players
    yield text_of(example.message)
    dealer = players[situation.turn.dealer]
    told = [
        tr("deal {number}", number=situation.state.deal),
        tr("{players} players, {dealer} deals", players=len(players), dealer=dealer),
        *(f"{name}={value}" for name, value in situation.choices.items()),
    ]
    yield labelled(
        " · ".join(told), " ".join(_fact(name, value) for name, value in example.facts.items())
    )
    if example.points:
        yield tr("points {points}", points=" ".join(map(signed, example.points)))


def _fact(name: str, value: object) -> str:
    if value is True:
        return name
    return f"{name}={','.join(map(str, value)) if isinstance(value, (list, tuple)) else value}"
