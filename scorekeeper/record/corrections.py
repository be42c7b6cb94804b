"""Corrections: amend, undo, redo, insert, delete, swap, complete."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.entry_checks import well_formed_facts
from scorekeeper.game.entry_kinds import AMEND, COMPLETE, INSERT, KINDS, SESSION_LOG, SETTLE, STRIKE
from scorekeeper.game.irregular_events import RETURNS, with_other_dealer
from scorekeeper.game.log import LAST, OR, REDO, SWAP, UNDO, Entry, replay
from scorekeeper.game.open_deals import completing_command
from scorekeeper.game.schedule import State, seating_of
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import (
    Standing,
    as_correction,
    scored_for_all,
    standing,
    state_before,
)
from scorekeeper.record.changes_between_deals import (
    facts_as_seated,
    has_resters,
    kept_why,
    refuse_if_broken,
    refuse_impossible,
    replaced,
    text_problems,
    with_entry,
)
from scorekeeper.record.deal_changes import in_order, mendable_by_words, not_said_yet
from scorekeeper.record.disputed_facts import other_readings, parted, readings_of, refuse_disputed
from scorekeeper.record.diverged_copies import remerging, unmerging
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.entry_text import (
    DONE,
    act_in_words,
    correction_in_words,
    deals_after,
    different,
    given_line,
    in_words,
    other_half,
    readings_in_words,
    words_of_entries,
)
from scorekeeper.record.irregular_changes import (
    THEN,
    check_then,
    player_meant,
    refuse_same_dealer,
    spent_words,
    taken,
    turning,
)
from scorekeeper.record.number_order import order_questions
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.partial_entry import amended
from scorekeeper.rules.fact_names import key_said
from scorekeeper.text.message import CommandLine, JoinedWords, Words, in_turn, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse, see

# --- amend, undo and redo ------------------------------------------------------------------------


DEALER, WHY = "dealer=", "--why"


def amendment(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Return the change that corrects one deal; `number` may be LAST. Only the typed facts change.
    Raises Refused if nothing would change, or if any deal would become invalid."""
    number = len(book.folded.deals) if number == LAST else number
    if OR in words:
        return _disputing(book, number, words, at, why)
    then, said = taken(words, THEN)
    dealer, facts = dealer_said(book, said)
    turns: tuple[Facts, ...] = ()
    if dealer is not None:
        if not 1 <= number <= len(book.folded.deals):
            raise no_such_deal(book, number)
        goes = [] if then is None else [THEN, then]
        if not has_resters(book.standing.table_of(number)):
            return _dealt_by(book, number, [dealer, *why.split(), *goes], at, facts)
        turns = (_turn_of(book, number, dealer, then),)
    elif then is not None:
        raise _then_of_nothing(number)
    refuse_disputed(book, number)
    scored, questions = corrected_deal(book, number, facts, why, *turns)
    entry = Entry(AMEND, number, at, scored.said, why=" ".join(why.split()), turns=turns)
    act = with_entry(book, entry, _difference_made(book, entry), number)
    refuse_impossible(book, act, _not_so(number))
    return act._replace(questions=(*act.questions, *questions))


def _turn_of(book: Book, number: int, dealer: str, then: str | None) -> Facts:
    """Return the facts that set another dealer of a recorded deal, and so other players, where
    players sit out."""
    check_then(then)
    player = player_meant(book.standing.table_of(number).at_table, dealer)
    refuse_same_dealer(book, player, number)
    return {"number": number, "dealer": player, **({"then": RETURNS} if then == RETURNS else {})}


def _not_so(number: int) -> Words:
    return say(
        "deal {number} cannot be corrected so: a later deal would become impossible", number=number
    )


def _disputing(book: Book, number: int, words: Sequence[str], at: str, why: str) -> Act:
    """Return the change that adds another version to a recorded deal, `--or 7 5`, and so makes the
    deal disputed. Words before `--or` correct the deal first."""
    first, *others = parted(words)
    before = _state_to_correct(book, number)
    deal, table = book.folded.deals[number - 1], book.standing.table_of(number)
    if first:
        refuse_disputed(book, number)
    facts = corrected_deal(book, number, first, why)[0].facts if first else deal.facts
    found = other_readings(table, before, (facts, *deal.others), others)
    entry = Entry(AMEND, number, at, found.facts[0], kept_why(why), others=found.facts[1:])
    said = say(
        "deal {number} is disputed: {facts}",
        number=number,
        facts=readings_in_words(book.standing.played_by(number), entry.readings),
    )
    act = with_entry(book, entry, said, number)
    refuse_impossible(book, act, _not_so(number))
    return act._replace(questions=found.questions)


def _then_of_nothing(number: int) -> Refused:
    message = say("`{option}` says where the turn goes after another dealer", option=THEN)
    dealer = JoinedWords((DEALER, say("PLAYER")))
    hint = CommandLine("amend", (str(number),), (dealer, THEN, RETURNS))
    return refuse("turn-then", message, "then", hint)


def dealer_words(book: Book, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that set the dealer (`dealer=Anna` and `--then`), and the other words."""
    then, said = taken(words, THEN)
    dealer, others = dealer_said(book, said)
    goes = [] if then is None else [THEN, then]
    return ([] if dealer is None else [f"{DEALER}{dealer}", *goes]), [*others]


def dealer_said(book: Book, words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """Return the dealer entered as `dealer=Anna` (None if absent), and the other words."""
    said = [word for word in words if word.casefold().startswith(DEALER)]
    if not said or "dealer" in book.agreed.rules.facts:
        return None, words
    return said[0][len(DEALER) :], [word for word in words if word != said[0]]


def _dealt_by(book: Book, number: int, words: Sequence[str], at: str, facts: Sequence[str]) -> Act:
    """Return the change that sets another dealer of a recorded deal, as a separate entry. Raises
    Refused if other facts are typed too."""
    act = turning(book, words, at, number)
    if facts:
        message = say("who dealt is corrected by itself")
        alone = say("say `{word}` alone", word=f"{DEALER}{words[0]}")
        raise refuse("amend-dealer", message, "dealer", alone)
    return act._replace(recorded=number)


def corrected_deal(
    book: Book, number: int, words: Sequence[str], why: str, *turns: Facts
) -> tuple[Scored, tuple[Problem, ...]]:
    """Return the deal with the typed facts, and the questions about it. `turns` change its dealer
    and may so change its players: each new player gets the numbers of a player who leaves the
    deal. Raises Refused with every problem."""
    seen_by_all, table = _state_to_correct(book, number), book.standing.table_of(number)
    seating = seating_of(table, seen_by_all)
    # a fact that a manual edit made invalid counts as not entered
    before: Facts = well_formed_facts(table.rules, book.folded.deals[number - 1].facts)[0]
    for turn in turns:
        then = seating.agreed
        seen_by_all = with_other_dealer(table, seen_by_all, turn)
        seating = seating_of(table, seen_by_all)
        names = replaced(then.players, seating.agreed.players)
        before = facts_as_seated(before, then, seating.agreed, names)
    agreed, state = seating.agreed, seating.state
    typed = read_words(agreed, state, words, before)
    if not (typed.facts or typed.without or typed.problems or turns):
        raise _nothing_typed(number)
    facts = amended(agreed, state, before, typed.facts, typed.without)
    verdict = judged(agreed, state, facts)
    problems = [*typed.problems, *text_problems(why, "why")]
    if problems or verdict.scored is None:
        if not why:
            problems = _with_reason(agreed, state, problems, words, before)
        problems += not_said_yet(verdict.problems, problems)
        tried = mendable_by_words(agreed, state, problems, before)
        dealers = [f"{DEALER}{turn['dealer']}" for turn in turns]
        corrections = [as_correction(problem, number, *dealers) for problem in tried]
        raise Refused(corrections, None, given_line(agreed, number, facts))
    scored = in_order(agreed.rules, verdict.scored)
    order = order_questions(agreed, state, typed.words, typed.facts, scored)
    return scored_for_all(seating, seen_by_all, scored), (*verdict.questions, *order)


def _with_reason(
    agreed: Agreed, state: State, problems: Sequence[Problem], words: Sequence[str], before: Facts
) -> list[Problem]:
    """Return the problems. If unknown words at the end of the line may be a reason, the fix of the
    first problem is the line with `--why` before them, and the others get none. A number is
    never taken as a reason."""
    is_number = words[-1].isdecimal()
    if not problems or is_number or any(one.code != "word-unknown" for one in problems):
        return [*problems]
    for size in range(len(words) - 1, 0, -1):
        typed = read_words(agreed, state, words[:size], before)
        if typed.facts and not typed.problems:
            said = CommandLine("deal", (*words[:size], WHY, " ".join(words[size:])))
            hint = say("a reason goes behind {option}: {command}", option=WHY, command=said)
            first, *others = problems
            return [first._replace(mends=(hint,)), *(one._replace(mends=()) for one in others)]
    return [*problems]


def _nothing_typed(number: int) -> Refused:
    message = say(
        "nothing to change in deal {number}: say which facts are different", number=number
    )
    command = CommandLine("amend", (str(number),), (JoinedWords((say("FACT"), "…")),))
    return refuse("amend-nothing", message, None, command)


def _difference_made(book: Book, entry: Entry) -> Words:
    """Return the text of what a correction changes. Raises Refused if it changes nothing."""
    played_by = book.standing.played_by(entry.number)
    stored = book.folded.deals[entry.number - 1].facts
    moved = correction_in_words(played_by, stored, entry)
    if moved is None:
        message = say(
            "nothing is different: deal {number} is {facts} already",
            number=entry.number,
            facts=in_words(played_by, stored),
        )
        raise refuse("amend-same", message, None, see(CommandLine("log")))
    return say("corrected deal {number}: {difference}", number=entry.number, difference=moved)


def _state_to_correct(book: Book, number: int) -> State:
    """Return the state before a deal that is to be corrected. Raises Refused if the rules refuse
    an earlier deal, since this one depends on it and cannot be corrected first."""
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)
    sound = len(book.standing.deals)
    if number > sound + 1:
        heading = say(
            "deal {number} must be corrected first: the rules refuse it", number=sound + 1
        )
        raise Refused(book.standing.problems, heading)
    return state_before(book.standing, number) if number <= sound else book.standing.state


def undoing(book: Book, at: str) -> Act:
    """Return the change that undoes the last active act; a merge is one act."""
    if merge := unmerging(book, at):
        return merge
    if not book.folded.done:
        raise refuse(
            "undo-nothing", say("there is nothing to take back: no deal has been recorded")
        )
    *before, act = book.folded.done
    said = act_in_words(book.agreed, DONE, UNDO, act, deals_after(book.begun, before))
    done = with_entry(book, Entry(UNDO, act.number, at, {}), said, _deal_left(act))
    return done._replace(notes=(*done.notes, *other_half(act)))


def redoing(book: Book, at: str) -> Act:
    """Return the change that redoes the last undone act; a merge is one act."""
    if merge := remerging(book, at):
        return merge
    if not book.folded.undone:
        raise _nothing_to_restore(book)
    act = book.folded.undone[-1]
    said = act_in_words(book.agreed, DONE, REDO, act, deals_after(book.begun, book.folded.done))
    return with_entry(book, Entry(REDO, act.number, at, {}), said, _deal_made(act))


def _nothing_to_restore(book: Book) -> Refused:
    """Return the refusal of a redo. If an entry after the last undo prevents it, the message names
    that entry."""
    entries = book.log.entries
    ended = ending_of_redo(entries)
    if ended is None:
        return refuse("redo-nothing", _all_stands(entries))
    said = words_of_entries(book.begun, entries)[entries.index(ended)]
    message = say("there is nothing to restore: since the undo this was recorded: {act}", act=said)
    hint = say("`{command}` shows what was taken back", command=CommandLine("log"))
    return refuse("redo-nothing", message, None, hint)


def _all_stands(entries: Sequence[Entry]) -> Words:
    if any(entry.what == UNDO for entry in entries):
        return say("there is nothing to restore: all that was taken back stands again")
    return say("there is nothing to restore: nothing was taken back")


def ending_of_redo(entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that made the undone acts impossible to redo; of several recorded together,
    the last. Return None if nothing was undone or everything was redone."""
    ending, may_redo = None, False
    for place, moment in enumerate(replay(SESSION_LOG, entries)):
        if moment.act and not moment.is_new:
            ending = None
        elif may_redo and not moment.undone:
            ending = place
        may_redo = bool(moment.undone)
    if ending is None:
        return None
    return next(entry for entry in entries[ending:] if not entry.more)


def _deal_made(act: Entry) -> int | None:
    """Return the number of the deal that an act recorded, corrected or settled, or None for any
    other act."""
    is_of_deal = KINDS[act.what].is_deal or act.what == SETTLE
    return act.number if is_of_deal else None


def _deal_left(act: Entry) -> int | None:
    """Return the number of the deal that an act corrected, deleted, settled or completed (undoing
    it restores that deal), or None for any other act."""
    return act.number if act.what in (AMEND, STRIKE, SETTLE, COMPLETE) else None


def no_such_deal(book: Book, number: int) -> Refused:
    """Return the refusal of a number that no deal has."""
    last = len(book.folded.deals)
    some = {0: say("no deal has been recorded"), 1: say("only deal 1 has been recorded")}
    there = some.get(last) or say("deals 1 to {last} have been recorded", last=last)
    hint = say("`{command}` shows them", command=CommandLine("sheet")) if last else None
    message = in_turn(say("there is no deal {number}", number=number), there)
    return refuse("deal-unknown", message, None, hint)


# --- reordering --------------------------------------------------------------------------------
# Changes of the list of deals: inserting a forgotten deal, deleting one that was never played,
# swapping two in the wrong order.


def inserting(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Return the change that inserts a forgotten deal as deal `number`. The later deals move up.
    Raises Refused if the new deal is invalid or makes a later one invalid."""
    refuse_if_broken(book)
    if not 1 <= number <= len(book.folded.deals) + 1:
        raise no_such_place(book, number)
    now = _standing_after(book, number - 1)
    state, turns = now.state, tuple[Facts, ...]()
    if has_resters(now.agreed):
        dealer, words = dealer_said(book, words)
        if dealer is not None:
            player = player_meant(now.agreed.at_table, dealer)
            state = with_other_dealer(now.agreed, state, {"dealer": player})
            turns = ({"number": number, "dealer": player},)
    try:
        found = readings_of(now.agreed, state, words)
    except Refused as refusal:
        problems = [_as_insertion(problem, number) for problem in refusal.problems]
        raise Refused(problems, refusal.heading, refusal.context) from None
    entry = Entry(
        INSERT, number, at, found.facts[0], why=kept_why(why), others=found.facts[1:], turns=turns
    )
    facts = readings_in_words(seating_of(now.agreed, state).agreed, found.facts)
    said = say("inserted deal {number}: {facts}", number=number, facts=facts)
    try:
        act = _checked(book, with_entry(book, entry, said, number))
    except Refused as refusal:
        if turns or not has_resters(now.agreed):
            raise
        other = [*_other_dealer(book, number, now.agreed.at_table, words, at)]
        broken = [one._replace(mends=()) if other else one for one in refusal.problems]
        raise Refused([*broken, *other], refusal.heading) from None
    return act._replace(questions=(*act.questions, *found.questions))


def striking(book: Book, number: int, at: str, why: str = "") -> Act:
    """Return the change that deletes a deal that was never played; `number` may be LAST. The later
    deals move down."""
    number = len(book.folded.deals) if number == LAST else number
    _refuse_unknown(book, number)
    facts = in_words(book.standing.played_by(number), book.folded.deals[number - 1].facts)
    said = say("struck deal {number}: {facts}", number=number, facts=facts)
    return _checked(book, with_entry(book, Entry(STRIKE, number, at, {}, why=kept_why(why)), said))


def swapping(book: Book, number: int, other: int, at: str, why: str = "") -> Act:
    """Return the change that swaps two deals recorded in the wrong order."""
    for one in (number, other):
        _refuse_unknown(book, one)
    if number == other:
        message = say("deal {number} cannot be swapped with itself", number=number)
        raise refuse("swap-same", message, None, say("name two deals"))
    entry = Entry(SWAP, number, at, {"with": other}, why=kept_why(why))
    said = say("swapped deals {one} and {other}", one=number, other=other)
    return _checked(book, with_entry(book, entry, said))


def _other_dealer(
    book: Book, number: int, people: Iterable[str], words: Sequence[str], at: str
) -> Iterable[Problem]:
    """Yield the command that inserts the deal with another dealer, the first of `people` who is
    possible."""
    for player in people:
        line = (f"{DEALER}{player}", *words)
        with suppress(Refused):
            inserting(book, number, line, at)
            command = CommandLine("insert", (str(number), *line))
            message = say("{player} may have dealt the deal that is inserted", player=player)
            yield Problem("insert-dealer", message, "dealer", (command,))
            return


def _checked(book: Book, act: Act) -> Act:
    try:
        refuse_impossible(book, act, say("this cannot be: not every deal would be possible then"))
    except Refused as refusal:
        old = _number_before(act.entries[0], len(act.standing.deals) + 1)
        problems = [_numbered(problem, old) for problem in refusal.problems]
        raise Refused(problems, refusal.heading) from None
    entry, was, now = act.entries[0], book.standing, act.standing
    pairs = [
        (was.deals[old - 1], deal)
        for deal in now.deals
        if (old := _number_before(entry, deal.turn.number)) and old <= len(was.deals)
    ]
    spent = spent_words(was, now) if entry.turns else ()
    return act._replace(notes=(*act.notes, *_declared_now(now, pairs), *spent))


def _numbered(problem: Problem, old: int | None) -> Problem:
    """Return the problem with the deal's present number (`old`) as its place. Its fix becomes the
    sheet, because a command would change a deal that is valid now."""
    if old is None:
        return problem
    mends = (see(CommandLine("sheet")),)
    return problem._replace(place=say("deal {number}", number=old), mends=mends)


def _number_before(entry: Entry, number: int) -> int | None:
    """Return the number of a deal before the entry moved it, or None for an inserted deal."""
    if entry.what == SWAP:
        other = int(entry.facts["with"])
        return {entry.number: other, other: entry.number}.get(number, number)
    if entry.what == STRIKE:
        return number + (number >= entry.number)
    return None if number == entry.number else number - (number > entry.number)


def _declared_now(now: Standing, pairs: Sequence[tuple[Scored, Scored]]) -> Iterable[Words]:
    """Yield a text with the new declarers of deals whose declarer changed. If none changed, yield
    one with the new dealers of deals whose dealer changed."""
    declared = [
        _by(now, new.turn.number, new.turn.declarer)
        for old, new in pairs
        if new.turn.declarer is not None and old.turn.declarer != new.turn.declarer
    ]
    dealt = [
        _by(now, new.turn.number, new.turn.dealer)
        for old, new in pairs
        if old.turn.dealer != new.turn.dealer
    ]
    if declared:
        yield say("declared by another now: {deals}", deals=JoinedWords(tuple(declared), ", "))
    elif dealt:
        yield say("dealt by another now: {deals}", deals=JoinedWords(tuple(dealt), ", "))


def _by(now: Standing, number: int, seat: int) -> Words:
    return say(
        "deal {number} by {player}", number=number, player=now.table_of(number).players[seat]
    )


def _standing_after(book: Book, number: int) -> Standing:
    """Return the standing right after deal `number`, before any later event."""
    course = book.folded.course
    ends = [
        place
        for place, entry in enumerate(course, 1)
        if KINDS[entry.what].is_deal or entry.what == SETTLE
    ]
    return standing(book.begun, course[: ends[number - 1]] if number else ())


def _as_insertion(problem: Problem, number: int) -> Problem:
    """Return the problem with its fix as the command that inserts the deal."""
    return problem.with_commands(
        lambda command: (
            command._replace(name="insert", words=(str(number), *command.words))
            if command.name == "deal"
            else command
        )
    )


def _refuse_unknown(book: Book, number: int) -> None:
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)


def no_such_place(book: Book, number: int) -> Refused:
    """Return the refusal of a number at which no deal can be inserted."""
    last = len(book.folded.deals) + 1
    message = in_turn(
        say("no deal can be inserted as deal {number}", number=number),
        say("the place may be from 1 to {last}", last=last),
    )
    return refuse("insert-place", message)


# --- complete: the missing facts of an incomplete deal -------------------------------------------


def completing(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Return the change that completes an incomplete deal; `number` may be LAST. Raises Refused if
    the deal is complete, if a typed fact was entered before, or if a later deal would become
    invalid."""
    refuse_if_broken(book)
    number = len(book.folded.deals) if number == LAST else number
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)
    _refuse_whole(book, number)
    before = book.folded.deals[number - 1].facts
    waits = book.standing.deals[number - 1].waits
    command = completing_command(book.agreed.rules, number, waits)
    if not words:
        message = say("say what deal {number} waits for", number=number)
        raise refuse("complete-nothing", message, None, command)
    try:
        scored, questions = corrected_deal(book, number, words, why)
    except Refused as refusal:
        problems = tuple(_as_completion(problem) for problem in refusal.problems)
        raise Refused(problems, refusal.heading, refusal.context) from None
    _refuse_said(book, number, different(before, scored.said))
    entry = Entry(COMPLETE, number, at, scored.said, why=kept_why(why))
    new = {name: value for name, value in scored.said.items() if name not in before}
    facts = in_words(book.standing.played_by(number), new)
    said = say("completed deal {number}: {facts}", number=number, facts=facts)
    act = with_entry(book, entry, said, number)
    heading = say(
        "deal {number} cannot be completed so: a later deal would become impossible", number=number
    )
    refuse_impossible(book, act, heading)
    return act._replace(questions=questions)


def _refuse_whole(book: Book, number: int) -> None:
    """Raise Refused if a deal is complete."""
    if book.standing.deals[number - 1].waits:
        return
    message = say("deal {number} waits for nothing: it is whole", number=number)
    command = CommandLine("amend", (str(number),), (JoinedWords((say("FACT"), "…")),))
    raise refuse("complete-whole", message, None, say("`{command}` corrects it", command=command))


def _refuse_said(book: Book, number: int, changed: Sequence[str]) -> None:
    """Raise Refused if a changed fact was entered before."""
    before = book.folded.deals[number - 1].facts
    again = [key_said(book.agreed.rules, name) for name in changed if name in before]
    if not again:
        return
    message = say(
        "deal {number} has {facts} already: that is corrected, not completed",
        number=number,
        facts=listing(again, "and"),
    )
    command = CommandLine("amend", (str(number),), (JoinedWords((say("FACT"), "…")),))
    raise refuse("complete-said", message, None, command)


def _as_completion(problem: Problem) -> Problem:
    """Return the problem with its fix as the command that completes the deal."""
    return problem.with_commands(
        lambda command: command._replace(name="complete") if command.name == "amend" else command
    )
