"""`check`: everything that does not hold in a session, worked out anew from its facts."""

from __future__ import annotations

from scorekeeper.game.spent import spent_problem
from scorekeeper.record.book import Book
from scorekeeper.record.fingerprint import fingerprint, is_fingerprint_of
from scorekeeper.report.chain_words import break_problems, chained_log
from scorekeeper.report.promises import Check, checks_of
from scorekeeper.report.sheet_words import check_word
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem


def book_problems(book: Book) -> list[Problem]:
    """Deals that the rules refuse, facts that are not what they would be stored as, promises that
    do not hold, entries that do not follow, an entry cut off at the end."""
    problems = list(book.standing.problems)
    problems += [
        _restated(deal.turn.number, book)
        for deal in book.standing.deals
        if _is_restated(deal.turn.number, book)
    ]
    rules = book.agreed.rules
    problems += [_broken(check, rules) for check in checks_of(book.standing) if not check.holds]
    if stuck := spent_problem(book.standing.agreed, book.standing.state):
        problems.append(stuck)
    problems += break_problems(chained_log(book))
    return [*problems, _cut()] if book.journal.cut else problems


def _broken(check: Check, rules: Ruleset) -> Problem:
    name = check_word(check.name, rules)
    message = tr("the check {check} does not hold: {found}", check=name, found=check.detail)
    return Problem(f"check-{check.name}", message)


def _cut() -> Problem:
    return Problem(
        "session-cut",
        tr("the file ends in a half-written entry, as a power cut leaves it"),
        place=tr("end of file"),
        mends=(
            say(
                "record the next deal, or say `{command}`: what was cut is then set aside in a "
                "file of its own",
                command=CommandLine("check", ("--repair",)),
            ),
        ),
    )


def fingerprint_problems(book: Book, said: str) -> list[Problem]:
    """What is wrong where a page bears another fingerprint than the session."""
    if is_fingerprint_of(book, said):
        return []
    message = tr("the fingerprint is {code}, not {said}", code=fingerprint(book), said=said)
    hint = say(
        "the page is of another session, or a deal was entered or corrected since: see `{command}`",
        command=CommandLine("log"),
    )
    return [Problem("fingerprint", message, "fingerprint", (hint,))]


def _is_restated(number: int, book: Book) -> bool:
    stored, scored = book.folded.deals[number - 1].facts, book.standing.deals[number - 1].said
    return {k: _plain(v) for k, v in stored.items()} != {k: _plain(v) for k, v in scored.items()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, (list, tuple)) else value


def _restated(number: int, book: Book) -> Problem:
    entry = book.folded.deals[number - 1]
    return Problem(
        "deal-incomplete",
        tr("deal {number} leaves out what its facts imply", number=number),
        place=tr("line {line}", line=entry.line),
        mends=(
            say(
                "{command} with any fact writes it in full",
                command=CommandLine("amend", (str(number),)),
            ),
        ),
    )
