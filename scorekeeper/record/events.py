"""The acts that record what happens between deals; and a session with one more entry."""

from collections.abc import Iterable, Mapping
from itertools import takewhile

from scorekeeper.game.judge import Scored
from scorekeeper.game.log import (
    AMEND,
    FINISH,
    KINDS,
    MISDEAL,
    NOTE,
    REDO,
    SEAT,
    TURN,
    UNDO,
    Entry,
    Folded,
    folded_entries,
)
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import EFFECTS, Standing, moved_totals, standing
from scorekeeper.record.book import Act, Book, standing_of
from scorekeeper.record.head import event_table
from scorekeeper.record.recorded_dealers import with_dealers
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.width import is_control

LONGEST_TEXT = 1_000  # letters
OR = "--or"  # stands before another reading of a deal whose count is disputed
BEFORE_THE_END = (MISDEAL, TURN, FINISH)  # what is of a coming deal, or ends what would come
LAST = -(10**9)  # stands for the number of the last deal; no deal has it


def noting(book: Book, text: str, at: str) -> Act:
    """A note about the coming deal, which changes no score."""
    return happening(book, NOTE, {"text": kept_text(text, NOTE)}, at)


def happening(
    book: Book,
    what: str,
    facts: Mapping[str, object],
    at: str,
    why: str = "",
    number: int | None = None,
) -> Act:
    """Records what happens before the coming deal, or before deal `number`. Refused where a deal
    after it would become impossible."""
    refuse_if_broken(book)
    number = len(book.folded.deals) + 1 if number is None else number
    if what in BEFORE_THE_END and number > len(book.folded.deals):
        refuse_over_by_one(book)
    entry = Entry(what, number, at, facts, why=kept_why(why))
    _refuse_in_itself(book, entry)
    act = with_entry(book, entry, _said(book, entry))
    if entry.why:
        act = act._replace(notes=(say("reason: {text}", text=entry.why), *act.notes))
    refuse_impossible(book, act, say("this cannot be: a later deal would become impossible"))
    return act


def refuse_over_by_one(book: Book) -> None:
    """Raises Refused where the session is over in the first way in which what is open may come
    out, and not in others."""
    now = book.standing
    if now.state.over and not all(way.state.over for way in now.ways):
        if now.waits:
            raise _over_by_one_way(now)
        number = min(now.readings)
        message = say("by one reading of deal {number} the session is over", number=number)
        hint = CommandLine("settle", (str(number),), (say("READING"),))
        raise refuse(
            "session-over", message, None, say("settle it first: `{command}`", command=hint)
        )


def _over_by_one_way(now: Standing) -> Refused:
    """The refusal of what would come after the end if a deal that waits comes out so."""
    # 0.6 ms, only for a deal that waits
    from scorekeeper.game.completions import completing_command  # noqa: PLC0415

    number = now.waits[0]
    command = completing_command(now.agreed.rules, number, now.deals[number - 1].waits)
    message = say(
        "by one way deal {number}, which still waits, may come out the session is over",
        number=number,
    )
    hint = say("complete it first: `{command}`", command=command)
    return refuse("session-over", message, None, hint)


def _refuse_in_itself(book: Book, entry: Entry) -> None:
    """Raises Refused where the rules do not allow it, whatever came after it."""
    now = standing_before(book, entry.number)
    EFFECTS[entry.what](now.agreed, now.state, entry)


def standing_before(book: Book, number: int) -> Standing:
    """What stood before a deal, what happened right before it included; of a deal that is not
    recorded yet, what stands."""
    if number > len(book.folded.deals):
        return book.standing
    return standing_until(book.begun, book.folded, number)


def standing_until(begun: Agreed, folded: Folded, number: int) -> Standing:
    """What stood before a deal that is recorded, what happened right before it included."""
    deal = folded.deals[number - 1]
    return standing(begun, takewhile(lambda entry: entry is not deal, folded.course))


def _said(book: Book, entry: Entry) -> Words:
    said = KINDS[entry.what].said
    assert said is not None  # what happens between deals is told by its kind
    return said(book.agreed, entry)


def kept_text(text: str, fact: str) -> str:
    """Somebody's words as the log keeps them, in one line; raises Refused for none, for too many,
    and for what cannot be seen."""
    words = " ".join(text.split())
    if not words:
        raise refuse("note-text", say("there is nothing to note"), fact, say("say it in words"))
    if len(words) > LONGEST_TEXT:
        message = say(
            "the text has {length} letters, {most} is the most",
            length=len(words), most=LONGEST_TEXT,
        )  # fmt: skip
        raise refuse("note-text", message, fact)
    if problems := text_problems(text, fact):
        raise Refused(problems)
    return words


def kept_why(why: str) -> str:
    """A word for the log as it is kept, which may be left out."""
    return kept_text(why, "why") if why.strip() else ""


def text_problems(text: str, fact: str) -> list[Problem]:
    """What of somebody's words cannot be kept."""
    if not any(is_control(character) for word in text.split() for character in word):
        return []
    message = say(
        "{words} cannot be kept: it holds an invisible control character", words=repr(text)
    )
    return [Problem("why-text", message, fact)]


def with_entry(book: Book, entry: Entry, said: Words, recorded: int | None = None) -> Act:
    """The session with one more entry, and the deals whose totals it moves, but for the one that is
    `recorded` by it. A deal is the same one where it was recorded by the same entry, whatever its
    number is now. Where people rest the entry holds the dealers of recorded deals that it moves,
    and what these become is asked about first."""
    entry = with_dealers(book, entry)
    folded = folded_entries([*book.journal.entries, entry])
    now = standing_of(book.begun, folded)
    before = {
        origin.line: deal
        for origin, deal in zip(book.folded.origins, book.standing.deals, strict=False)
    }
    pairs = [
        (before[origin.line], deal)
        for origin, deal in zip(folded.origins, now.deals, strict=False)
        if origin.line in before
    ]
    if entry.what not in (UNDO, REDO):
        is_of_others = entry.what == AMEND and bool(entry.turns)
        kept = (pair for pair in pairs if not (is_of_others and pair[1].turn.number == recorded))
        _refuse_other_players(kept, entry)
    has_ranges = bool(book.standing.waits or now.waits)
    changed = [
        (old.turn.number, new.turn.number)
        for old, new in pairs
        if moved_totals(book.standing, old, now, new)
        or (has_ranges and _moved_ranges(book.standing, old, now, new))
    ]
    return Act(
        entries=(entry,),
        standing=now,
        recorded=recorded if recorded and recorded <= len(now.deals) else None,
        changed=tuple(new for _, new in changed if new != recorded),
        questions=_moved_questions(book.standing, now, pairs) if entry.turns else (),
        said=said,
        numbers_before={new: old for old, new in changed if new != old},
        notes=_of_the_event(book, now),
    )


def _moved_questions(
    before: Standing, now: Standing, pairs: Iterable[tuple[Scored, Scored]]
) -> tuple[Problem, ...]:
    """Return what each deal becomes, new ones too, where people rest."""
    # 1 ms, only where deals move
    from scorekeeper.record.moved_deals import moved_questions  # noqa: PLC0415

    was = {new.turn.number: old for old, new in pairs}
    return moved_questions(before, now, [(was.get(deal.turn.number), deal) for deal in now.deals])


def _of_the_event(book: Book, now: Standing) -> tuple[Words, ...]:
    """That the standings of its event change, where a table that was played out now comes to
    something else, or goes on."""
    event = event_table(book.journal.head).get("name")
    if not isinstance(event, str) or not book.standing.state.over:
        return ()
    if _result(book.standing) == _result(now):
        return ()
    command = CommandLine("event standings", ("--event", event))
    said = say("the standings of {event} change with it: `{command}`", event=event, command=command)
    return (said,)


def _result(now: Standing) -> tuple[object, ...]:
    return now.state.over, now.state.totals, now.state.results


def _moved_ranges(before: Standing, old: Scored, now: Standing, new: Scored) -> bool:
    """Whether the range of a total after a deal is another one than before, while a deal waits."""
    if len(old.totals) != len(new.totals):
        return False
    return _ranges(before, old.turn.number) != _ranges(now, new.turn.number)


def _ranges(now: Standing, number: int) -> list[tuple[int, int]]:
    columns = zip(*(way.deals[number - 1].totals for way in now.ways or (now,)), strict=True)
    return [(min(totals), max(totals)) for totals in columns]


def _refuse_other_players(pairs: Iterable[tuple[Scored, Scored]], entry: Entry) -> None:
    """Raises Refused where a recorded deal would be one of other people than played it: its
    numbers are kept in the order of the seats, and would go to those. Who takes a seat has the
    numbers of whoever was written there."""
    moved = [
        (old, new)
        for old, new in pairs
        if new.agreed.players not in (old.agreed.players, as_seated(old.agreed.players, entry))
    ]
    if moved:
        # 1 ms, only for a refusal
        from scorekeeper.record.moved_deals import moved_to_others  # noqa: PLC0415

        heading = say("this cannot be: numbers of recorded deals would go to other people")
        raise Refused([moved_to_others(old, new) for old, new in moved], heading)


def as_seated(players: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    """Those who play, with who takes a seat in place of the other."""
    if entry.what != SEAT:
        return players
    player, other = entry.facts["player"], entry.facts["for"]
    return tuple(player if name == other else name for name in players)


def refuse_impossible(book: Book, act: Act, heading: Words) -> None:
    """Raises Refused where a deal, or what happened since the last one, can no longer be; where
    something could not before, it may be something that comes after a later deal."""
    broken, sound = act.standing.problems, len(act.standing.deals)
    is_further = bool(book.standing.problems) and sound > len(book.standing.deals)
    if broken and not is_further:
        place = say("deal {number}", number=sound + 1)
        raise Refused([problem._replace(place=place) for problem in broken], heading)


def refuse_if_broken(book: Book) -> None:
    """Raises Refused where a deal that is recorded cannot be."""
    if book.standing.problems:
        heading = say("the session holds a deal that its rules refuse; correct it first")
        raise Refused(book.standing.problems, heading)
