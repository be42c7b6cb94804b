"""The import of a paper sheet to a session: all or nothing, compared with the numbers on the
sheet."""

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import is_same_deal
from scorekeeper.record.deal_changes import many_deals
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.paper_csv import Paper
from scorekeeper.record.paper_rows import (
    PaperRow,
    lines_of,
    other_problems,
    penalty_rows,
    seat_problems,
    with_header_problems,
)
from scorekeeper.text.message import CommandLine, Words, in_turn, say, say_n
from scorekeeper.text.problems import Problem, Refused

TWICE = "import-twice"  # the code of a sheet whose deals are those recorded last


def imported(
    book: Book, paper: Paper, at: str, tick: Callable[[int], None] = lambda number: None
) -> Act:
    """Return the change that records every deal of a sheet. `tick` is called with 1 for each deal.
    There is a question if the sheet's points, totals or dealer differ from the rules', or if
    its deals equal the last ones."""
    strange = [*other_problems(book.agreed, paper)]
    if strange:
        raise Refused(strange)
    lines = lines_of(book.agreed, paper)
    try:
        act = many_deals(book, _ticking(lines, tick), at)
    except Refused as refused:
        raise with_header_problems(book.agreed, paper, refused) from None
    penalties = map(_not_imported, penalty_rows(book.agreed, paper))
    act = act._replace(notes=(*act.notes, *penalties))
    scored = act.standing.deals[-len(lines) :]
    asked = [*_seats(book.agreed, scored, lines), *_differences(book.agreed, scored, lines)]
    done = act._replace(questions=(*act.questions, *asked))
    return _noted_twice(done, len(lines)) if _is_twice(act.standing.deals, len(lines)) else done


def _not_imported(place: Words) -> Words:
    """Return the note that a penalty of the sheet was not imported."""
    return say(
        "{place} is a penalty and was not imported; record it with `{command}`",
        place=place, command=CommandLine("penalty", rest=(say("PLAYER"), say("AMOUNT"))),
    )  # fmt: skip


def _ticking(
    lines: Sequence[PaperRow], tick: Callable[[int], None]
) -> Iterator[tuple[Words, Sequence[str]]]:
    for line in lines:
        yield line.place, line.words
        tick(1)


def _is_twice(deals: Sequence[Scored], number: int) -> bool:
    """Return True if the last `number` deals equal the `number` deals before them."""
    before, new = deals[-2 * number : -number], deals[-number:]
    return len(before) == number and all(map(is_same_deal, before, new))


def _noted_twice(act: Act, number: int) -> Act:
    """Return the change of a sheet that was probably imported just before, with a question for the
    user, and a note on how to undo it."""
    last = len(act.standing.deals)
    first, old_last, old_first = last - number + 1, last - number, last - 2 * number + 1
    asked = say_n(
        number,
        "deal {last}, the last one recorded, is just the same as that of this sheet. Was it dealt "
        "again?",
        "deals {first} to {last}, the last ones recorded, are just the same as the {n} of this "
        "sheet. Were they dealt again?",
        first=old_first, last=old_last,
    )  # fmt: skip
    flag = say_n(
        number,
        "deal {last} is just the same as deal {old_last}; if the sheet was imported twice, "
        "`{command}` takes it back",
        "deals {first} to {last} are just the same as deals {old_first} to {old_last}; if the "
        "sheet was imported twice, `{command}`, typed {n} times, takes them back",
        first=first, last=last, old_first=old_first, old_last=old_last,
        command=CommandLine("undo"),
    )  # fmt: skip
    question = Problem(TWICE, asked)
    return act._replace(questions=(*act.questions, question), flags=(*act.flags, flag))


def _seats(agreed: Agreed, deals: Sequence[Scored], lines: Sequence[PaperRow]) -> Iterator[Problem]:
    for scored, line in zip(deals, lines, strict=True):
        yield from seat_problems(agreed, scored.turn, line)


def _differences(
    agreed: Agreed, deals: Sequence[Scored], lines: Sequence[PaperRow]
) -> list[Problem]:
    """Return a problem with the first number that differs from the rules, if any. Since an error
    is carried along, the other differences are only counted."""
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


def _numbers(agreed: Agreed, scored: Scored, line: PaperRow) -> Iterator[tuple[str, str, int, int]]:
    for what, written, right in (
        ("points", line.points, scored.points),
        ("total", line.totals, scored.totals),
    ):
        for side, number in enumerate(written):
            if number is not None and number != right[side]:
                yield what, agreed.side_names[side], number, right[side]
