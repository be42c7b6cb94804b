"""A paper sheet taken into a session: all of it or nothing, and checked against what stands on
it."""

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.audit.paper import other_problems, seat_problems
from scorekeeper.book import Act, Book
from scorekeeper.book.recording import many_deals
from scorekeeper.entry.paper_csv import Paper
from scorekeeper.entry.paper_rows import Line, lines_of
from scorekeeper.message import CommandLine, Words, in_turn, say, say_n
from scorekeeper.problems import Problem, Refused
from scorekeeper.scoring import Scored
from scorekeeper.session import Agreed


def imported(
    book: Book, paper: Paper, at: str, tick: Callable[[int], None] = lambda number: None
) -> Act:
    """Enters every deal of the sheet. Where the sheet's own points and totals are not those of the
    rules, or it has somebody else dealing, that is odd enough to ask about."""
    strange = [*other_problems(book.agreed, paper)]
    if strange:
        raise Refused(strange)
    lines = lines_of(book.agreed, paper)
    act = many_deals(book, _ticking(lines, tick), at)
    scored = act.standing.deals[-len(lines) :]
    asked = [*_seats(book.agreed, scored, lines), *_differences(book.agreed, scored, lines)]
    return act._replace(questions=(*act.questions, *asked))


def _ticking(
    lines: Sequence[Line], tick: Callable[[int], None]
) -> Iterator[tuple[Words, Sequence[str]]]:
    for line in lines:
        yield line.place, line.words
        tick(1)


def _seats(agreed: Agreed, deals: Sequence[Scored], lines: Sequence[Line]) -> Iterator[Problem]:
    for scored, line in zip(deals, lines, strict=True):
        yield from seat_problems(agreed, scored.turn, line)


def _differences(agreed: Agreed, deals: Sequence[Scored], lines: Sequence[Line]) -> list[Problem]:
    """The first number on the sheet that is not that of the rules; an error is carried along, so of
    the others only how many there are."""
    rows = zip(deals, lines, strict=True)
    found = [
        (line, *numbers) for scored, line in rows for numbers in _numbers(agreed, scored, line)
    ]
    if not found:
        return []
    line, what, side, written, right = found[0]
    head = f"{what} {side}"
    message = say(
        "`{column}` is {written} on the sheet and {right} by the rules",
        column=head,
        written=written,
        right=right,
    )
    later = len(found) - 1
    more = (
        [say_n(later, "{n} later number differs too", "{n} later numbers differ too")]
        if later
        else []
    )
    why = say("`{command}` says why", command=CommandLine("audit", rest=(say("FILE.csv"),)))
    return [Problem("import-differs", in_turn(message, *more, why), head, (), line.place)]


def _numbers(agreed: Agreed, scored: Scored, line: Line) -> Iterator[tuple[str, str, int, int]]:
    for what, written, right in (
        ("points", line.points, scored.points),
        ("total", line.totals, scored.totals),
    ):
        for side, number in enumerate(written):
            if number is not None and number != right[side]:
                yield what, agreed.side_names[side], number, right[side]
