"""The acts that add deals: one, or many at once; those with a disputed count are in
`disputing.py`."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.counts import ALL_TO_ONE
from scorekeeper.game.judge import Scored, judged
from scorekeeper.game.log import DEAL, Entry, folded_entries
from scorekeeper.game.schedule import State, is_spent, seating_of, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.game.standing import Standing, after, passed_over, scored_for_all, state_before
from scorekeeper.record.book import Act, Book, standing_of
from scorekeeper.record.events import kept_why, refuse_if_broken, refuse_over_by_one
from scorekeeper.record.number_order import order_questions
from scorekeeper.record.words import Typed, read_words
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import (
    CommandLine,
    Joined,
    Words,
    has_command,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, Refused, refuse

MOST_PLACES = 10  # that are named in one line


def new_deal(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    is_decided: bool = False,
) -> Act:
    """Reads, checks and scores the coming deal. `once` is an id: a deal that was recorded under it
    before is not recorded again. `why` is a word for the log. Refused where two people are to
    count it, unless it `is_decided` what counts."""
    refuse_if_broken(book)
    if before := recorded_before(book, once):
        table, state = table_before(book, before)
        return repeated(book, before, (judged_words(table, state, words)[0].said,))
    refuse_undecided(book, words, is_decided)
    scored, questions = judged_words(book.agreed, book.standing.state, words)
    return deal_recorded(book, scored, questions, at, once, why)


def deal_recorded(
    book: Book,
    scored: Scored,
    questions: tuple[Problem, ...],
    at: str,
    once: str = "",
    why: str = "",
    by: str = "",
    others: tuple[Facts, ...] = (),
) -> Act:
    """The act that records the coming deal as it was scored; `others` are other counts of it.
    Refused where it cannot be in one of the ways in which open disputes may be settled."""
    agreed, state = book.agreed, book.standing.state
    entry = Entry(
        DEAL, state.deal, at, scored.said, id=once, why=kept_why(why), by=by, others=others
    )
    now = _with_all(
        book, [entry], (*book.standing.deals, scored), after(agreed, state, scored)
    )._replace(counts=())
    return Act(
        entries=(entry,),
        standing=now,
        recorded=state.deal,
        questions=questions,
        said=say("recorded deal {number}", number=state.deal),
        notes=(say("reason: {text}", text=entry.why),) if entry.why else (),
    )


def refuse_undecided(book: Book, words: Sequence[str], is_decided: bool) -> None:
    """Raises Refused where two people are to count the coming deal, unless it is decided what
    counts; and where by one reading of a disputed deal there is no coming deal."""
    if book.counts_twice and not is_decided:
        raise one_count(book, words)
    refuse_over_by_one(book)


def one_count(book: Book, words: Sequence[str]) -> Refused:
    """The refusal of a deal that one person enters where two are to count it."""
    message = say(
        "two people count each deal of this session: deal {number} waits for their counts",
        number=book.standing.state.deal,
    )
    decided = CommandLine("deal", ("--alone",), (say("WHY"), *words))
    return Refused(
        [
            Problem(
                "deal-alone",
                message,
                None,
                (
                    CommandLine("count", ("--by",), (say("NAME"), *words)),
                    say("or, where it is decided: {command}", command=decided),
                ),
            )
        ]
    )


def recorded_before(book: Book, once: str) -> Entry | None:
    """The entry that was recorded under an id; None where none was."""
    return next((entry for entry in book.journal.entries if once and entry.id == once), None)


def table_before(book: Book, entry: Entry) -> tuple[Agreed, State]:
    """What was agreed for a deal that is recorded already, and the state before it; refused where
    it was taken back since."""
    if entry not in book.folded.done:
        message = say(
            "`{id}` is deal {number}, which was taken back", id=entry.id, number=entry.number
        )
        raise refuse("once-undone", message, None, say("record it under another id"))
    return book.standing.table_of(entry.number), state_before(book.standing, entry.number)


def repeated(book: Book, entry: Entry, readings: tuple[Facts, ...]) -> Act:
    """The act of a deal that is recorded already: it adds nothing. Refused where it says something
    else than what was recorded."""
    if readings != entry.readings:
        message = say(
            "`{id}` is deal {number} already, and that says something else",
            id=entry.id,
            number=entry.number,
        )
        raise refuse("once-other", message, None, say("give every deal an id of its own"))
    said = say("deal {number} is recorded already", number=entry.number)
    return Act(entries=(), standing=book.standing, recorded=entry.number, said=said)


def many_deals(book: Book, rows: Iterable[tuple[Words, Sequence[str]]], at: str) -> Act:
    """Reads many deals at once, all or none; each row has its place and its words. A bad row is
    named, and those after it are judged as if it had been played."""
    refuse_if_broken(book)
    agreed, state = book.agreed, book.standing.state
    deals, entries, questions, problems = [*book.standing.deals], [], [], []
    refused: list[Words] = []
    for place, words in rows:
        try:
            scored, asked = judged_words(agreed, state, words, of_row=True)
        except Refused as refusal:
            problems += [_said_of_row(problem, place) for problem in refusal.problems]
            refused.append(place)
            state = passed_over(agreed, state)
            continue
        questions += [  # a row of a sheet is no slip of the tongue: all to one needs no question
            question._replace(place=place)
            for question in asked
            if not question.code.endswith(ALL_TO_ONE)
        ]
        entries.append(Entry(DEAL, state.deal, at, scored.said, more=True))
        deals.append(scored)
        state = after(agreed, state, scored)
    if problems:
        raise Refused(problems, _rows_refused(refused))
    entries[-1:] = [entry._replace(more=False) for entry in entries[-1:]]
    return Act(
        entries=tuple(entries),
        standing=_with_all(book, entries, tuple(deals), state),
        questions=tuple(questions),
        said=say_n(len(entries), "recorded {n} deal", "recorded {n} deals"),
    )


def _with_all(
    book: Book, entries: Sequence[Entry], deals: tuple[Scored, ...], state: State
) -> Standing:
    """What stands with these deals more; while a count is disputed refused where they cannot all
    be in every way in which that may be settled."""
    is_open = entries[-1].others or any(deal.waits for deal in deals[-len(entries) :])
    if not (book.standing.ways or is_open):
        tables = (*book.standing.tables, *[book.agreed] * len(entries))
        return book.standing._replace(deals=deals, state=state, tables=tables)
    now = standing_of(book.begun, folded_entries([*book.journal.entries, *entries]))
    if now.problems:
        raise Refused(now.problems, say("this cannot be in every way; nothing was recorded"))
    return now


def _rows_refused(places: Sequence[Words]) -> Words:
    """Which rows cannot be; of many the first ones."""
    if len(places) <= MOST_PLACES:
        rows: Words = listing(places, "and")
    else:
        rows = Joined((Joined(tuple(places[:MOST_PLACES]), ", "), "…"), " ")
    return say("{rows} cannot be; nothing was recorded", rows=rows)


def _said_of_row(problem: Problem, place: Words) -> Problem:
    """The problem with its place, and a mend that is not a command for another deal: where that was
    all, what is to be mended in the row."""
    mends: list[Words] = [
        mend
        for mend in problem.mends
        if not isinstance(mend, CommandLine) and not has_command(mend)
    ]
    if not mends and problem.mends and problem.fact:
        mends = [say("mend what stands there for `{fact}`", fact=problem.fact)]
    return problem._replace(place=place, mends=tuple(titled(place, mend) for mend in mends))


def judged_words(
    table: Agreed, before: State, words: Sequence[str], of_row: bool = False
) -> tuple[Scored, tuple[Problem, ...]]:
    """The deal as it is scored, or every problem of its words and its facts together. The commands
    that would mend them are tried, but those of a row, which are for another deal."""
    refuse_spent(table, before)
    seating = seating_of(table, before)
    agreed, state, known = seating.agreed, seating.state, seating.known
    typed, facts = _read(agreed, state, known, words)
    verdict = judged(agreed, state, facts)
    if state.over:
        raise Refused(verdict.problems)
    if typed.problems or verdict.scored is None:
        # 0.4 ms, for a refusal
        from scorekeeper.record.mendable import given_line, mendable_by_words  # noqa: PLC0415

        problems = [*typed.problems, *not_said_yet(verdict.problems, typed.problems)]
        tried = problems if of_row else mendable_by_words(agreed, state, problems, known)
        raise Refused(tried, None, given_line(agreed, state.deal, facts))
    scored = in_order(agreed.rules, verdict.scored)
    questions = (
        *verdict.questions, *order_questions(agreed, state, typed.words, typed.facts, scored)
    )  # fmt: skip
    if known:
        from scorekeeper.record.known_facts import known_otherwise  # noqa: PLC0415 - as in `_read`

        questions = (*questions, *known_otherwise(agreed, state, known, scored.said))
    return scored_for_all(seating, before, scored), questions


def _read(agreed: Agreed, state: State, known: Facts, words: Sequence[str]) -> tuple[Typed, Facts]:
    """Read the words of a deal, and return the facts that it has with those already `known`."""
    if not known:
        typed = read_words(agreed, state, words)
        return typed, typed.facts
    # 2 ms, only for a deal that was begun before its result
    from scorekeeper.record.known_facts import result_read  # noqa: PLC0415

    return result_read(agreed, state, known, words)


def refuse_spent(agreed: Agreed, state: State) -> None:
    """Refuses a deal whose declarer has no contract left."""
    if state.over or not is_spent(agreed.rules, turn(agreed, state)):
        return
    from scorekeeper.game.spent import spent_problem  # noqa: PLC0415 - 0.4 ms, only for a refusal

    if problem := spent_problem(agreed, state):
        raise Refused([problem])


def in_order(rules: Ruleset, scored: Scored) -> Scored:
    """The deal with its facts in the order of the rules, however they were typed."""
    return scored._replace(facts=in_rules_order(rules, scored.facts))


def in_rules_order(rules: Ruleset, facts: Facts) -> Facts:
    """Return the facts in the order of the rules."""
    names = dict.fromkeys(["contract", *rules.facts, *rules.counts])
    return {name: facts[name] for name in names if name in facts}


def not_said_yet(problems: Sequence[Problem], said: Sequence[Problem]) -> list[Problem]:
    """The problems about facts that the reading has not complained about already; a fact that
    could not be read, or whose name was misspelt, is not missing."""
    about = {problem.fact for problem in said}
    unread = None in about
    meant = {problem.meant for problem in said}
    missing = [p for p in problems if p.is_missing and (unread or p.fact in meant)]
    return [p for p in problems if p.fact not in about and p not in missing]
