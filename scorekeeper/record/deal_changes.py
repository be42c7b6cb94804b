"""Changes that add deals: one, many at once, or some facts of one before its result."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.count_checks import ALL_TO_ONE
from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.derived_facts import with_auctions, with_derived_facts
from scorekeeper.game.entry_kinds import DEAL, KNOWN, MISDEAL, PLAYERS, folded_entries
from scorekeeper.game.irregular_events import refuse_over, spent_problem
from scorekeeper.game.log import REDO, UNDO, Entry
from scorekeeper.game.schedule import State, is_spent, seating_of, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing, after, passed_over, scored_for_all, state_before
from scorekeeper.record.changes_between_deals import (
    kept_why,
    refuse_if_broken,
    refuse_over_by_one,
    with_entry,
)
from scorekeeper.record.entered_words import Typed, read_codes, read_words
from scorekeeper.record.entry_text import (
    different,
    given_line,
    known_said,
    known_words,
    plain,
    value_in_words,
)
from scorekeeper.record.fact_values import NOTHING, facts_named
from scorekeeper.record.number_order import order_questions
from scorekeeper.record.open_session import Act, Book, standing_of
from scorekeeper.record.partial_entry import amended, lacks
from scorekeeper.record.required_facts import first_number, words_of
from scorekeeper.rules.fact_names import key_said
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Words,
    has_command,
    in_english,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, Refused, refuse, see

# --- known facts -------------------------------------------------------------------------------
# Facts of the next deal that were recorded before its result: how a result completes them, and
# which of them become invalid.


# --- facts completed by the result ---------------------------------------------------------------


def result_read(
    agreed: Agreed, state: State, known: Facts, words: Sequence[str]
) -> tuple[Typed, Facts]:
    """Return the parsed words of a result, and the facts of the deal with those `known` before.
    Bare numbers are the facts still required. A fact repeated with the same value does not
    change."""
    typed = read_words(agreed, state, words, known, first_number(agreed, state, known))
    view = with_auctions(agreed, state, known)
    facts = {
        name: value
        for name, value in typed.facts.items()
        if name not in view or plain(view[name]) != plain(value)
    }
    return typed, amended(agreed, state, known, facts, typed.without)


def with_known_told(
    agreed: Agreed, state: State, known: Facts, typed: Typed, problems: Sequence[Problem]
) -> tuple[Problem, ...]:
    """Return the problems. Where a bare number was read as a later fact because an earlier one is
    known, they get a hint."""
    facts = agreed.rules.facts
    held = {name: known[name] for name in known if name in facts and facts[name].kind == "number"}
    first = first_number(agreed, state, known)
    is_bare = first in typed.facts and not any("=" in word for word in typed.words)
    about = [one for one in problems if one.fact in typed.facts and not lacks(one)]
    if not held or not is_bare or first is None or not about or not typed.facts.keys() - {first}:
        return tuple(problems)
    hint = say(
        "{known} was recorded before the result, so {number} was read as {fact}",
        known=known_words(agreed, held),
        number=value_in_words(agreed, first, typed.facts[first]),
        fact=key_said(agreed.rules, first),
    )
    return tuple(
        one._replace(mends=(hint, *one.mends)) if one in about else one for one in problems
    )


def known_otherwise(
    agreed: Agreed, state: State, known: Facts, result: Facts
) -> tuple[Problem, ...]:
    """Return a question for each fact whose result differs from the value recorded before, with
    both values."""
    view = with_auctions(agreed, state, known)
    moved = [name for name in view if plain(view[name]) != plain(result.get(name))]
    return tuple(_otherwise(agreed, name, view[name], result.get(name)) for name in moved)


def _otherwise(agreed: Agreed, name: str, before: object, now: object) -> Problem:
    message = say(
        "{fact}: {now} entered, but {before} was recorded before the result",
        fact=key_said(agreed.rules, name),
        now=value_in_words(agreed, name, now),
        before=value_in_words(agreed, name, before),
    )
    return Problem("known-otherwise", message, name)


# --- facts that become invalid -------------------------------------------------------------------


def dropped_facts(book: Book, act: Act) -> Iterable[Words]:
    """Yield a note if a change drops facts recorded for the next deal without recording the deal
    or other facts of it."""
    before, now = book.standing, act.standing
    if any(entry.what in (DEAL, KNOWN, UNDO, REDO) for entry in act.entries):
        return
    held = {"contract"} if now.state.held else set[str]()
    facts = {n: v for n, v in before.known.items() if n not in now.known and n not in held}
    if not facts:
        return
    number, words = before.state.deal, known_words(before.seating.agreed, facts)
    if any(entry.what == MISDEAL for entry in act.entries):
        yield say(
            "new hands: no longer known of deal {number}: {facts}", number=number, facts=words
        )
    elif now.state.over:
        yield say("no longer known of deal {number}: {facts}", number=number, facts=words)
    else:
        command = CommandLine(KNOWN, words_of(book.agreed.rules, facts))
        yield say(
            "no longer known of deal {number}: {facts}; if it still holds: {command}",
            number=number, facts=words, command=command,
        )  # fmt: skip


# --- commands that fix a refused deal ------------------------------------------------------------


__all__ = ["given_line", "mendable_by_words"]


def mendable_by_words(
    agreed: Agreed, state: State, problems: Sequence[Problem], before: Facts | None = None
) -> Sequence[Problem]:
    """Return the problems. Commands among their fixes are removed if they would be refused or
    change nothing."""

    def is_allowed(command: CommandLine) -> bool:
        words = [*map(in_english, command.words)]  # English words are read in every language
        typed = read_codes(agreed, state, words, before)
        scored = judged(agreed, state, amended(agreed, state, before or {}, typed.facts)).scored
        return (
            scored is not None
            and not typed.problems
            and bool(different(before or {}, scored.facts))
        )

    return [
        problem.without_command()
        if problem.command and not problem.command.rest and not is_allowed(problem.command)
        else problem
        for problem in problems
    ]


# --- recording ---------------------------------------------------------------------------------
# Changes that add deals, one or many at once. Those with a disputed count are in
# `disputed_counts.py`.


MOST_PLACES = 10  # that are named in one line


def new_deal(
    book: Book,
    words: Sequence[str],
    at: str,
    once: str = "",
    why: str = "",
    is_decided: bool = False,
) -> Act:
    """Return the change that reads, checks, scores and records the next deal. `once` is an id
    under which a deal is recorded only once. `why` is a reason for the log. Raises Refused if
    two people must count the deal, unless it `is_decided` by one."""
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
    """Return the change that records the next deal as scored. `others` are other versions of it.
    Raises Refused if a possible settlement of an open dispute makes it invalid."""
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
    """Raise Refused if two people must count the next deal and it is not decided, or if the
    session is over under one version of a disputed deal."""
    if book.counts_twice and not is_decided:
        raise one_count(book, words)
    refuse_over_by_one(book)


def one_count(book: Book, words: Sequence[str]) -> Refused:
    """Return the refusal of a deal that one person enters where two people must count it."""
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
    """Return the entry recorded under the id `once`, or None."""
    return next((entry for entry in book.log.entries if once and entry.id == once), None)


def table_before(book: Book, entry: Entry) -> tuple[Agreed, State]:
    """Return the settings of a recorded deal and the state before it. Raises Refused if the deal
    has been undone since."""
    if entry not in book.folded.done:
        message = say(
            "`{id}` is deal {number}, which was taken back", id=entry.id, number=entry.number
        )
        raise refuse("once-undone", message, None, say("record it under another id"))
    return book.standing.table_of(entry.number), state_before(book.standing, entry.number)


def repeated(book: Book, entry: Entry, readings: tuple[Facts, ...]) -> Act:
    """Return the empty change of a deal that is recorded already. Raises Refused if it differs
    from the recorded one."""
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
    """Return the change that records many deals, all or none. Each row is its place and its words.
    An invalid row is reported, and later rows are checked as if it had been played."""
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
    """Return the standing with these deals appended. Raises Refused if one of them is invalid
    under a possible settlement of an open dispute."""
    is_open = entries[-1].others or any(deal.waits for deal in deals[-len(entries) :])
    if not (book.standing.ways or is_open):
        tables = (*book.standing.tables, *[book.agreed] * len(entries))
        return book.standing._replace(deals=deals, state=state, tables=tables)
    now = standing_of(book.begun, folded_entries([*book.log.entries, *entries]))
    if now.problems:
        raise Refused(now.problems, say("this cannot be in every way; nothing was recorded"))
    return now


def _rows_refused(places: Sequence[Words]) -> Words:
    """Return the message that names the invalid rows; of many rows, only the first ones."""
    if len(places) <= MOST_PLACES:
        rows: Words = listing(places, "and")
    else:
        rows = JoinedWords((JoinedWords(tuple(places[:MOST_PLACES]), ", "), "…"), " ")
    return say("{rows} cannot be; nothing was recorded", rows=rows)


def _said_of_row(problem: Problem, place: Words) -> Problem:
    """Return the problem with its row as the place and without fixes that are commands. If no fix
    remains, it gets one that names the fact to fix in the row."""
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
    """Return the scored deal and the questions about it. Raises Refused with every problem of the
    words and the facts. Commands in the fixes are tested first, except for the row of a file
    (`of_row`), where they would be for another deal."""
    refuse_spent(table, before)
    seating = seating_of(table, before)
    agreed, state, known = seating.agreed, seating.state, seating.known
    typed, facts = _read(agreed, state, known, words)
    verdict = judged(agreed, state, facts)
    if state.over:
        raise Refused(verdict.problems)
    if typed.problems or verdict.scored is None:
        # 0.4 ms, for a refusal

        problems = [*typed.problems, *not_said_yet(verdict.problems, typed.problems)]
        tried = problems if of_row else mendable_by_words(agreed, state, problems, known)
        if known:
            tried = with_known_told(agreed, state, known, typed, tried)
        raise Refused(tried, None, given_line(agreed, state.deal, facts))
    scored = in_order(agreed.rules, verdict.scored)
    questions = (
        *verdict.questions, *order_questions(agreed, state, typed.words, typed.facts, scored)
    )  # fmt: skip
    if known:
        questions = (*questions, *known_otherwise(agreed, state, known, scored.said))
    return scored_for_all(seating, before, scored), questions


def _read(agreed: Agreed, state: State, known: Facts, words: Sequence[str]) -> tuple[Typed, Facts]:
    """Return the parsed words of a deal, and the facts of the deal including those already
    `known`."""
    if not known:
        typed = read_words(agreed, state, words)
        return typed, typed.facts
    # 2 ms, only for a deal that was begun before its result

    return result_read(agreed, state, known, words)


def refuse_spent(agreed: Agreed, state: State) -> None:
    """Raise Refused if the declarer of the next deal has no contract left."""
    if state.over or not is_spent(agreed.rules, turn(agreed, state)):
        return
    if problem := spent_problem(agreed, state):
        raise Refused([problem])


def in_order(rules: Ruleset, scored: Scored) -> Scored:
    """Return the deal with its facts in the order of the rules, however they were typed."""
    return scored._replace(facts=in_rules_order(rules, scored.facts))


def in_rules_order(rules: Ruleset, facts: Facts) -> Facts:
    """Return the facts in the order of the rules."""
    names = dict.fromkeys(["contract", *rules.facts, *rules.counts])
    return {name: facts[name] for name in names if name in facts}


def not_said_yet(problems: Sequence[Problem], said: Sequence[Problem]) -> list[Problem]:
    """Return the problems about facts that the earlier problems `said` do not mention. A fact that
    is unreadable, or whose name is misspelt, does not count as missing."""
    about = {problem.fact for problem in said}
    unread = None in about
    meant = {problem.meant for problem in said}
    missing = [p for p in problems if p.is_missing and (unread or p.fact in meant)]
    return [p for p in problems if p.fact not in about and p not in missing]


# --- facts before the result ---------------------------------------------------------------------
# The change that records facts of the next deal before its result: bids, an auction, a trump suit
# that was cut.


def knowing(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that records facts of the next deal before its result. A repeated fact
    replaces its former value, and `FACT=-` removes it. Raises Refused with every problem that
    is already certain, if nothing would change, or if the facts are a complete deal."""
    refuse_if_broken(book)
    now = book.standing
    refuse_over(now.state)
    refuse_over_by_one(book)
    refuse_spent(book.agreed, now.state)
    agreed, state, before = now.seating.agreed, now.seating.state, now.seating.known
    facts = _facts_known(agreed, state, before, words)
    if not different(before, facts):
        raise _nothing_new(agreed, state.deal, before)
    entry = Entry(KNOWN, state.deal, at, {PLAYERS: list(agreed.players), **facts})
    return with_entry(book, entry, known_said(agreed, entry))


def _facts_known(agreed: Agreed, state: State, before: Facts, words: Sequence[str]) -> Facts:
    """Return the known facts after these words. Raises Refused with every problem."""
    gone = _taken_out(agreed, before, words)
    typed = read_words(agreed, state, [word for word in words if word not in gone], before)
    without = typed.without.union(gone.values())
    facts = amended(agreed, state, before, typed.facts, without)
    verdict = judged(agreed, state, facts)
    if verdict.scored is not None and not typed.problems:
        raise _is_whole(words)
    wrong = [one for one in verdict.problems if one.fact in facts or not lacks(one)]
    if typed.problems or wrong:
        problems = [*typed.problems, *not_said_yet(wrong, typed.problems)]
        tried = mendable_by_words(agreed, state, [_as_known(one) for one in problems], before)
        raise Refused(tried, None, given_line(agreed, state.deal, facts))
    return as_recorded(agreed, state, facts)


def as_recorded(agreed: Agreed, state: State, facts: Facts) -> Facts:
    """Return valid facts as an entry stores them: in the order of the rules, with omitted numbers
    computed."""
    view, _ = with_derived_facts(agreed, state, dict(facts))
    return in_rules_order(agreed.rules, {name: view.entered[name] for name in facts})


def _taken_out(agreed: Agreed, before: Facts, words: Iterable[str]) -> dict[str, str]:
    """Return the words that remove a known fact, `bids=-`, each with the fact."""
    found = {}
    for word in words:
        key, _, text = word.partition("=")
        named = facts_named(agreed.rules, key)
        if text in NOTHING and len(named) == 1 and named[0] in before:
            found[word] = named[0]
    return found


def _as_known(problem: Problem) -> Problem:
    """Return the problem with its fix as the command that records facts before the result."""
    return problem.with_commands(
        lambda command: command._replace(name=KNOWN) if command.name == DEAL else command
    )


def _is_whole(words: Sequence[str]) -> Refused:
    message = say("this is the whole deal, with its result")
    hint = say("record it: {command}", command=CommandLine(DEAL, tuple(words)))
    return refuse("known-whole", message, None, hint)


def _nothing_new(agreed: Agreed, number: int, before: Facts) -> Refused:
    """Return the refusal of facts that are known already, or of none."""
    if not before:
        message = say("say what is known of deal {number} before its result", number=number)
        hint = CommandLine(KNOWN, (), (say("FACT…"),))
        return refuse("known-nothing", message, None, hint)
    facts = known_words(agreed, before)
    message = say(
        "nothing is different: known of deal {number}: {facts}", number=number, facts=facts
    )
    return refuse("known-same", message, None, see(CommandLine("next")))
