"""The fingerprint of a session: a short code that changes whenever the settings or the entered
deals change. It ignores comments, white space, file names and times of day."""

import hashlib
import json

from scorekeeper.base.exact_numbers import Part
from scorekeeper.game.entry_kinds import PLACES, SEAT, SETTLE
from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import RANKING, TOTALS, Rota
from scorekeeper.record.open_session import Book
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem

LENGTH, GROUP = 16, 4


def fingerprint(book: Book) -> str:
    """Return the fingerprint of the rules, the settings and the active deals,
    `3f2a-90c4-1b7d-e855`."""
    digest = hashlib.sha256(canonical_text(book).encode("utf-8", "surrogatepass")).hexdigest()
    return _grouped(digest[:LENGTH])


def canonical_text(book: Book) -> str:
    """Return a session's settings and entered deals as JSON in one canonical form."""
    agreed = book.agreed
    said = {
        "game": agreed.rules.id,
        "players": agreed.players,
        "dealer": agreed.players[agreed.dealer],
        **_sit_out_plan(agreed.rota),
        **_seats(book),
        **({RANKING: TOTALS} if agreed.by_totals else {}),
        "options": dict(agreed.options),
        "rules": {key: value for key, value in agreed.rules.raw.items() if key != "example"},
        "deals": [_deal(entry) for entry in book.folded.deals],
    }
    return json.dumps(
        said, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain
    )


def _sit_out_plan(rota: Rota | None) -> dict[str, str]:
    """Return the choices about sitting out, in the form that fingerprints have always had. Empty if
    nobody sits out."""
    if rota is None or not rota.has_resters:
        return {}
    rest, deals = rota.turns
    return {"turns": f"Turns({rest=}, {deals=})"}


def _deal(entry: Entry) -> object:
    """Return the facts entered for a deal. For a disputed deal, return the facts of every version,
    and a mark if it is settled by a split."""
    if not entry.others:
        return dict(entry.facts)
    return [*map(dict, entry.readings), *([SETTLE] if entry.what == SETTLE else [])]


def _seats(book: Book) -> dict[str, object]:
    """Return the changes of seats, each with the number of the deal before which it was made.
    Empty if there are none."""
    found = [
        [entry.number, entry.what, dict(entry.facts)]
        for entry in book.folded.course
        if entry.what in (SEAT, PLACES)
    ]
    return {"seats": found} if found else {}


def _plain(value: object) -> object:
    if isinstance(value, Part):
        return float(value)
    return sorted(value) if isinstance(value, (set, frozenset)) else str(value)


def is_fingerprint_of(book: Book, said: str) -> bool:
    """Return True if a text is this session's fingerprint. Case, spaces and hyphens, including
    those that a word processor makes, are ignored."""
    return _bare(said) == _bare(fingerprint(book))


def fingerprint_problems(book: Book, said: str) -> list[Problem]:
    """Return the problem of a page whose fingerprint is not the session's; empty if it matches."""
    if is_fingerprint_of(book, said):
        return []
    message = say("the fingerprint is {code}, not {said}", code=fingerprint(book), said=said)
    hint = say(
        "the page is of another session, or a deal was entered or corrected since: see `{command}`",
        command=CommandLine("log"),
    )
    return [Problem("fingerprint", message, "fingerprint", (hint,))]


def _bare(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _grouped(digits: str) -> str:
    return "-".join(digits[place : place + GROUP] for place in range(0, len(digits), GROUP))
