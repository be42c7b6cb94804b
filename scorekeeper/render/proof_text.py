"""The certificate of a proof and the referee's self-test as text and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.proof.proof_run import ProofLine, ProofReport
from scorekeeper.proof.results import Counterexample
from scorekeeper.referee.self_test import Disagreement, Refereeing
from scorekeeper.render.terminal_tables import is_within
from scorekeeper.render.text_writer import linear, text_table
from scorekeeper.report.shared_labels import role_word
from scorekeeper.rules.rule_text import amount
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, listed, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.terminal_text import bulleted, safe, wrapped
from scorekeeper.text.translation import thousands, tr, trn

# --- certificate tables ------------------------------------------------------------------------
# The certificate of a proof in tables: for each contract and each settlement row, the number of
# deals tested and the possible points.


FEW = 4  # sums that are named one by one
NONE = "–"


def certificate_tables(certificate: ProofReport, width: int, plain: bool) -> Iterable[str]:
    """Yield a table of contracts for each number of players, and a table of settlement rows."""
    for players in dict.fromkeys(line.players for line in certificate.lines):
        lines = [line for line in certificate.lines if line.players == players]
        yield _table(certificate.rules, players_word(players), tr("contract"), lines, width, plain)
    if certificate.rows:
        yield _table(
            certificate.rules, tr("the settlement"), tr("row"), certificate.rows, width, plain
        )


def players_word(number: int) -> str:
    """Return a number of players as text."""
    return trn(number, "{n} player", "{n} players")


class _Shown(NamedTuple):
    """The optional columns of a table: quotas, and sampled deals (`draws`)."""

    quotas: bool
    draws: bool


def _table(
    rules: Ruleset, title: str, what: str, lines: Sequence[ProofLine], width: int, plain: bool
) -> str:
    roles = list(dict.fromkeys(role for line in lines for role in line.reach))
    shown = _Shown(any(line.quotas for line in lines), any(line.drawn for line in lines))
    heads = _heads(what, [whose(rules, role) for role in roles], shown)
    rows = [_cells(line, roles, shown) for line in lines]
    named = any(text_of(line.name) for line in lines)
    if not named:
        heads, rows = heads[1:], [row[1:] for row in rows]
    if plain:
        return "\n\n".join(f"{title}\n{linear(zip(heads, row, strict=True))}" for row in rows)
    parts = _parts([*zip(heads, *rows, strict=True)], "left" if named else "right", width)
    return f"{title}\n" + "\n\n".join(parts)


def _parts(columns: Sequence[Sequence[str]], first: str, width: int) -> Iterable[str]:
    """Yield the table, in parts if it is too wide. Each part has the first column, aligned as
    `first`."""
    number = next((n for n in range(len(columns), 2, -1) if _fits(columns[:n], width, 1)), 2)
    heads, *rows = zip(*columns[:number], strict=True)
    yield text_table(
        heads,
        rows,
        [first, *["right"] * (len(heads) - 1)],
        2 if _fits(columns[:number], width, 2) else 1,
    )
    if columns[number:]:
        yield from _parts([columns[0], *columns[number:]], first, width)


def _fits(columns: Sequence[Sequence[str]], width: int, gap: int) -> bool:
    heads, *rows = zip(*columns, strict=True)
    return is_within(heads, rows, width, gap)


def whose(rules: Ruleset, role: str) -> str:
    return role_word(rules, role) if role else tr("each side")


def _heads(what: str, whose: Sequence[str], shown: _Shown) -> list[str]:
    # Translators: the columns of a proof: how many results were tried, how many of these were
    # drawn by chance, how many are possible, what the points add up to, and from which least to
    # which most each side or role can score.
    heads = [
        what,
        tr("tried"),
        *([tr("drawn")] if shown.draws else []),
        tr("possible"),
        *([tr("quotas")] if shown.quotas else []),
        tr("add up to"),
    ]
    return [*heads, *whose]


def _cells(line: ProofLine, roles: Sequence[str], shown: _Shown) -> list[str]:
    cells = [text_of(line.name), thousands(line.tried)]
    cells += [thousands(line.drawn)] if shown.draws else []
    cells.append(thousands(line.possible))
    if shown.quotas:
        joint = tr("or")
        cells.append(f" {joint} ".join("+".join(map(str, quota)) for quota in line.quotas) or "–")
    return [*cells, _sure(line.exact, _span(line.sums)), *(_reach(line, role) for role in roles)]


def _sure(is_sure: bool, words: str) -> str:
    """Return a result as text, marked "seen" unless it is a proven bound."""
    return words if is_sure or words == NONE else tr("seen {numbers}", numbers=words)


def _span(sums: Sequence[int]) -> str:
    if len(sums) <= FEW:
        return ", ".join(map(signed, sums)) or NONE
    return tr("{least} to {most}", least=signed(sums[0]), most=signed(sums[-1]))


def _reach(line: ProofLine, role: str) -> str:
    if role not in line.reach:
        return NONE
    return _sure(line.exact, from_to(*line.reach[role]))


def from_to(least: int, most: int) -> str:
    """Return a range of signed numbers as text, or one number if both are equal."""
    if least == most:
        return signed(least)
    return tr("{least} to {most}", least=signed(least), most=signed(most))


# --- the referee's self-test, in words and as a value ------------------------------------------


def refereeing_of(refereeing: Refereeing | None) -> dict[str, object] | None:
    """Return the result of the referee's self-test as a plain value, or None if the referee has
    nothing to judge."""
    if refereeing is None:
        return None
    broken = [{**one._asdict(), "message": text_of(one.message)} for one in refereeing.broken]
    return {**refereeing._asdict(), "broken": broken}


def refereeing_words(refereeing: Refereeing | None) -> Iterable[str]:
    """Yield the line on a passed self-test; nothing if it failed or was not run."""
    if refereeing is None or not refereeing.deals or refereeing.broken:
        return
    numbers: dict[str, str | int] = {"seed": refereeing.seed, "plays": thousands(refereeing.asked)}
    if refereeing.contracts > 1:
        yield tr(
            "the referee: {n} random deals of the {contracts} contracts played in tricks were "
            "played out (seed {seed}); at each of {plays} plays there was a legal card, and the "
            "whole deal was judged alike",
            n=refereeing.deals,
            contracts=refereeing.contracts,
            **numbers,
        )
    else:
        yield trn(
            refereeing.deals,
            "the referee: {n} random deal was played out (seed {seed}); at each of {plays} plays "
            "there was a legal card, and the whole deal was judged alike",
            "the referee: {n} random deals were played out (seed {seed}); at each of {plays} plays "
            "there was a legal card, and the whole deal was judged alike",
            **numbers,
        )
    if refereeing.revokes:
        yield trn(
            refereeing.revokes,
            "{n} card was played against the law in these, and found",
            "{n} cards were played against the law in these, and each was found",
        )


def refereeing_problems(refereeing: Refereeing | None) -> list[Problem]:
    """Return the impossible answers of the referee as problems, the first of each kind."""
    found: dict[str, Problem] = {}
    for one in refereeing.broken if refereeing else ():
        message = text_of(one.message)
        words = "\n    ".join([message, *_case_words(one)])
        found.setdefault(message, Problem("referee-disagrees", words))
    return [*found.values()]


def _case_words(one: Disagreement) -> Iterable[str]:
    known = {"contract": one.contract, "trump": one.trump}
    said = " ".join(f"{name}={value}" for name, value in known.items() if value)
    place = tr("trick {number}", number=one.trick)
    yield labelled(place, f"{' '.join(one.hand)} / {' '.join(one.played)} {said}".rstrip())


# --- certificate text --------------------------------------------------------------------------
# The certificate of a proof: the deals tested, the confirmed promises, and the simplest
# counter-example.


def certificate_of(
    certificate: ProofReport, refereeing: Refereeing | None = None
) -> dict[str, object]:
    """Return the JSON of a certificate."""
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


def holds(certificate: ProofReport, refereeing: Refereeing | None) -> bool:
    """Return True if no promise was broken and the referee passed its self-test."""
    return certificate.holds and not (refereeing and refereeing.broken)


def _line_of(line: ProofLine) -> dict[str, object]:
    return {
        **line._asdict(),
        "name": text_of(line.name),
        "players": line.players or None,
        "quotas": [list(q) for q in line.quotas],
        "sums": list(line.sums),
        "reach": {
            role or "each": {"least": least, "most": most}
            for role, (least, most) in line.reach.items()
        },
        "bounds": None,  # a key that programs may read
    }


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
    certificate: ProofReport, width: int, plain: bool, refereeing: Refereeing | None = None
) -> str:
    """Return the certificate as text."""
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
    parts = ["\n".join(wrapped(safe(head), width)), *certificate_tables(certificate, width, plain)]
    return "\n\n".join([*parts, "\n".join(bulleted(notes, width))])


def _tried_words(certificate: ProofReport) -> Iterable[str]:
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


def _holds_words(certificate: ProofReport) -> Iterable[str]:
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


def _beside_words(certificate: ProofReport) -> Iterable[str]:
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


def certificate_problems(certificate: ProofReport) -> list[Problem]:
    """Return a proof's problems: the simplest counter-example of each kind, and rules that never
    apply."""
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
