"""Changes that record events between deals, and their effect on recorded deals where players sit
out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import (
    AMEND,
    INSERT,
    KINDS,
    MISDEAL,
    SEAT,
    TURN,
    Folded,
    folded_entries,
)
from scorekeeper.game.irregular_events import RETURNS, with_other_dealer
from scorekeeper.game.log import FINISH, NOTE, REDO, SWAP, UNDO, Entry, accepted_said
from scorekeeper.game.open_deals import completing_command
from scorekeeper.game.schedule import State, first_state, next_dealer
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import EFFECTS, Standing, moved_totals, standing
from scorekeeper.record.chain import acceptance
from scorekeeper.record.entry_text import given_line
from scorekeeper.record.open_session import Act, Book, standing_of
from scorekeeper.record.session_head import event_table
from scorekeeper.rules.ruleset import PLAYERS
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.terminal_text import is_control

# --- recorded dealers --------------------------------------------------------------------------
# Recorded deals where players sit out. Each keeps its dealer, and so its players, when deals are
# inserted, deleted or swapped, or when the dealer of another deal is corrected.
#
# The dealer determines who sits out. So the entry that moves deals contains the dealers that differ
# from the normal order (`Entry.turns`); one undo undoes all of it.


MOVED = "deals-moved"  # the code of the question about a deal that becomes another


def has_resters(table: Agreed) -> bool:
    """Return True if more people sit at the table than play in a deal."""
    return table.rota is not None and table.rota.has_resters


def with_dealers(book: Book, entry: Entry) -> Entry:
    """Return the entry with the changes of dealer (`turns`) by which every recorded deal keeps its
    players. An entry that corrects a dealer has that dealer in `turns` already."""
    is_moving = KINDS[entry.what].may_turn and (entry.what != AMEND or entry.turns)
    if not is_moving or not any(map(has_resters, (book.begun, book.agreed))):
        return entry
    bare = entry._replace(turns=())
    folded = folded_entries([*book.log.entries, bare])
    return entry._replace(turns=_turns(book.begun, folded, _dealers(book, folded, entry)))


def _dealers(book: Book, folded: Folded, entry: Entry) -> Mapping[int, str]:
    """Return the dealer of each recorded deal, by the deal's number after the entry, and of the
    next deal if its dealer stays."""
    now = book.standing
    names = {
        origin.line: now.table_of(deal.turn.number).players[deal.turn.dealer]
        for origin, deal in zip(book.folded.origins, now.deals, strict=False)
    }
    dealers = {
        number: names[origin.line]
        for number, origin in enumerate(folded.origins, 1)
        if origin.line in names
    }
    dealers |= {turn["number"]: turn["dealer"] for turn in entry.turns}
    if now.next_turn is not None and _keeps_next(book, entry):
        dealers[len(folded.deals) + 1] = now.agreed.players[now.next_turn.dealer]
    return dealers


def _keeps_next(book: Book, entry: Entry) -> bool:
    """Return True if the next deal keeps its dealer. It does not if the last deal is deleted, if a
    deal is recorded after it, or if its dealer is corrected and the turn continues from there."""
    is_behind = entry.number >= len(book.folded.deals) + (entry.what == INSERT)
    returns = any(turn.get("then") == RETURNS for turn in entry.turns)
    return entry.what == SWAP or returns or not is_behind


def _turns(begun: Agreed, folded: Folded, dealers: Mapping[int, str]) -> tuple[Facts, ...]:
    """Return the changes of dealer that give each deal its dealer, up to the first entry that the
    rules refuse."""
    agreed, state = begun, first_state(begun)
    deals, found = {id(deal) for deal in folded.deals}, list[Facts]()
    try:
        for entry in folded.course:
            if id(entry) in deals:
                state = _dealt(agreed, state, dealers, found)
            step = EFFECTS[entry.what](agreed, state, entry)
            agreed, state = step.agreed, step.state
        if not state.over:
            _dealt(agreed, state, dealers, found)
    except Refused:
        pass
    return tuple(found)


def _dealt(agreed: Agreed, state: State, dealers: Mapping[int, str], found: list[Facts]) -> State:
    """Return the state in which the next deal has its dealer in `dealers`. If the schedule has
    another dealer, append the change to `found`."""
    wanted = dealers.get(state.deal)
    if wanted is None or wanted not in agreed.at_table or agreed.players[state.dealer] == wanted:
        return state
    ways = ({"dealer": wanted}, {"dealer": wanted, "then": RETURNS})
    states = [with_other_dealer(agreed, state, facts) for facts in ways]
    follows = [agreed.players[next_dealer(agreed, after)] for after in states]
    after = dealers.get(state.deal + 1)
    returns = follows[0] != after == follows[1]
    found.append({"number": state.deal, **ways[returns]})
    return states[returns]


# --- facts at another table ----------------------------------------------------------------------


def facts_as_seated(facts: Facts, then: Agreed, here: Agreed, names: Mapping[str, str]) -> Facts:
    """Return a deal's facts for another table, `here`: each number at the seat of its player, and
    players by their `names` there."""
    rules, found = then.rules, dict(facts)
    for name, value in facts.items():
        if name in rules.counts:
            found[name] = _reordered(value, then, here, names, rules.counts[name].by_player)
        elif name in rules.facts and rules.facts[name].each:
            found[name] = _reordered(value, then, here, names, by_player=False)
        elif name in rules.facts and rules.facts[name].kind == "player":
            found[name] = names.get(value, value)
        elif name in rules.facts and rules.facts[name].kind == PLAYERS:
            found[name] = sorted((names.get(one, one) for one in value), key=here.players.index)
    return found


def _reordered(
    column: Sequence[object], then: Agreed, here: Agreed, names: Mapping[str, str], by_player: bool
) -> list[object]:
    """Return a column in the order of the table `here`, by player or by side."""
    place = {names[name]: seat for seat, name in enumerate(then.players)}
    seats = [place[name] for name in here.players]
    if by_player:
        return [column[seat] for seat in seats]
    return [column[then.side_of[seats[side[0]]]] for side in here.sides]


def replaced(then: Sequence[str], here: Sequence[str]) -> Mapping[str, str]:
    """Return the name at the table `here` for each player of the table `then`: the same name, or,
    for a player who has left, the name of the next newcomer."""
    came = iter([name for name in here if name not in then])
    return {name: name if name in here else next(came) for name in then}


# --- moved deals -------------------------------------------------------------------------------
# Recorded deals that a change moves where players sit out: the new form of each deal, and the
# refusal of a deal that would get other players.


def moved_questions(
    before: Standing, now: Standing, pairs: Iterable[tuple[Scored | None, Scored]]
) -> tuple[Problem, ...]:
    """Return a question for each new deal and each recorded deal that gets another number or other
    players. `pairs` are (former deal, present deal); the former is None for a new deal."""
    return tuple(
        Problem(MOVED, JoinedWords(tuple(_becomes(before, old, now, new)), " · "))
        for old, new in pairs
        if old is None
        or old.turn.number != new.turn.number
        or old.agreed.players != new.agreed.players
    )


def _becomes(before: Standing, old: Scored | None, now: Standing, new: Scored) -> Iterator[Words]:
    """Yield the parts of `deal 3 becomes deal 2 · Anna 6, Björn 6, Dora 4 · Cleo dealt and sat out
    · totals Anna −2 → +1`."""
    was, number = old.turn.number if old else None, new.turn.number
    if was is None:
        yield say("deal {number} is new", number=number)
    elif was == number:
        yield say("deal {number}", number=number)
    else:
        yield say("deal {was} becomes deal {number}", was=was, number=number)
    line = given_line(new.agreed, number, new.said)
    if isinstance(line, JoinedWords):
        yield from line.parts[1:]  # type: ignore[misc]
    yield _who_dealt(now, new)
    if old is None:
        return
    left = [name for name in old.agreed.players if name not in new.agreed.players]
    came = [name for name in new.agreed.players if name not in old.agreed.players]
    for player, other in zip(came, left, strict=False):
        yield say("{player} in the place of {other}", player=player, other=other)
    moved = moved_totals(before, old, now, new)
    totals = [f"{name} {_total(now, a)} → {_total(now, b)}" for name, a, b in moved]
    yield say("totals {totals}", totals=", ".join(totals)) if totals else say("same totals")


def _who_dealt(now: Standing, new: Scored) -> Words:
    dealer = now.table_of(new.turn.number).players[new.turn.dealer]
    others = [name for name in new.agreed.resting if name != dealer]
    if not others:
        return say("{player} dealt and sat out", player=dealer)
    players = listing(new.agreed.resting, "and")
    return say("{player} dealt, {players} sat out", player=dealer, players=players)


def _total(now: Standing, number: int) -> str:
    """Return a total with its sign; without a plus in games that count down."""
    return signed(number) if now.agreed.rules.game.start <= 0 else signed(number).removeprefix("+")


def moved_to_others(old: Scored, new: Scored) -> Problem:
    """Return the problem that a recorded deal would get other players than those who played it."""
    message = say(
        "deal {number} was played by {players}, and would be a deal of {others}",
        number=old.turn.number,
        players=listing(old.agreed.players, "and"),
        others=listing(new.agreed.players, "and"),
    )
    hint = say(
        "take back what was recorded from there on, each with `{command}`, and enter it anew",
        command=CommandLine("undo"),
    )
    return Problem("players-moved", message, "dealer", (hint,))


# --- events ------------------------------------------------------------------------------------
# Changes that record events between deals; and a session with one more entry.


LONGEST_TEXT = 1_000  # letters
BEFORE_THE_END = (MISDEAL, TURN, FINISH)  # what is of a coming deal, or ends what would come


def noting(book: Book, text: str, at: str) -> Act:
    """Return the change that records a note before the next deal. It changes no score."""
    return happening(book, NOTE, {"text": kept_text(text, NOTE)}, at)


def happening(
    book: Book,
    what: str,
    facts: Mapping[str, object],
    at: str,
    why: str = "",
    number: int | None = None,
) -> Act:
    """Return the change that records an event before the next deal, or before deal `number`. Raises
    Refused if a later deal would become invalid."""
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
    """Raise Refused if the session is over in the first, but not in every, possible outcome of the
    open disputes and incomplete deals."""
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
    """Return the refusal of an entry that would follow the end under one outcome of an incomplete
    deal."""
    number = now.waits[0]
    command = completing_command(now.agreed.rules, number, now.deals[number - 1].waits)
    message = say(
        "by one way deal {number}, which still waits, may come out the session is over",
        number=number,
    )
    hint = say("complete it first: `{command}`", command=command)
    return refuse("session-over", message, None, hint)


def _refuse_in_itself(book: Book, entry: Entry) -> None:
    """Raise Refused if the rules do not allow the event, whatever came after it."""
    now = standing_before(book, entry.number)
    EFFECTS[entry.what](now.agreed, now.state, entry)


def standing_before(book: Book, number: int) -> Standing:
    """Return the standing before a deal, including the events right before it. For the next deal,
    return the current standing."""
    if number > len(book.folded.deals):
        return book.standing
    return standing_until(book.begun, book.folded, number)


def standing_until(begun: Agreed, folded: Folded, number: int) -> Standing:
    """Return the standing before a recorded deal, including the events right before it."""
    deal = folded.deals[number - 1]
    return standing(begun, takewhile(lambda entry: entry is not deal, folded.course))


def accepting(book: Book, at: str) -> Act:
    """Return the change that accepts every manual edit that the hash chain shows in the present
    file. Later edits are reported again. Raises Refused if there is no edit."""
    entry = acceptance(book.log, len(book.folded.deals) + 1, at)
    return with_entry(book, entry, accepted_said(entry))


def _said(book: Book, entry: Entry) -> Words:
    said = KINDS[entry.what].said
    assert said is not None  # what happens between deals is told by its kind
    return said(book.agreed, entry)


def kept_text(text: str, fact: str) -> str:
    """Return a text as the log saves it, in one line. Raises Refused if it is empty, too long, or
    contains invisible characters."""
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
    """Return an optional reason as the log saves it."""
    return kept_text(why, "why") if why.strip() else ""


def text_problems(text: str, fact: str) -> list[Problem]:
    """Return a problem if a text contains control characters, which cannot be saved."""
    if not any(is_control(character) for word in text.split() for character in word):
        return []
    message = say(
        "{words} cannot be kept: it holds an invisible control character", words=repr(text)
    )
    return [Problem("why-text", message, fact)]


def with_entry(book: Book, entry: Entry, said: Words, recorded: int | None = None) -> Act:
    """Return the change that appends one entry. It lists the deals whose totals change, except the
    deal `recorded` by the entry. Deals are matched by the entry that first recorded them,
    whatever their number now. Where players sit out, the entry also saves the dealers that it
    changes, and questions show the consequences."""
    entry = with_dealers(book, entry)
    folded = folded_entries([*book.log.entries, entry])
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
    """Return a question for each deal that the change moves or adds, where players sit out."""
    # 1 ms, only where deals move

    was = {new.turn.number: old for old, new in pairs}
    return moved_questions(before, now, [(was.get(deal.turn.number), deal) for deal in now.deals])


def _of_the_event(book: Book, now: Standing) -> tuple[Words, ...]:
    """Return a note if the standings of the session's tournament change because a finished session
    gets another result or is reopened."""
    event = event_table(book.log.head).get("name")
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
    """Return True if the possible range of a total changes while a deal is incomplete."""
    if len(old.totals) != len(new.totals):
        return False
    return _ranges(before, old.turn.number) != _ranges(now, new.turn.number)


def _ranges(now: Standing, number: int) -> list[tuple[int, int]]:
    columns = zip(*(way.deals[number - 1].totals for way in now.ways or (now,)), strict=True)
    return [(min(totals), max(totals)) for totals in columns]


def _refuse_other_players(pairs: Iterable[tuple[Scored, Scored]], entry: Entry) -> None:
    """Raise Refused if a recorded deal would get other players. Its numbers are stored in seat
    order and would go to them. The exception is a player who takes a seat: the former player's
    numbers are meant to go to the new one."""
    moved = [
        (old, new)
        for old, new in pairs
        if new.agreed.players not in (old.agreed.players, as_seated(old.agreed.players, entry))
    ]
    if moved:
        # 1 ms, only for a refusal

        heading = say("this cannot be: numbers of recorded deals would go to other people")
        raise Refused([moved_to_others(old, new) for old, new in moved], heading)


def as_seated(players: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    """Return the players after an entry. If it changes a seat, the new player replaces the
    other."""
    if entry.what != SEAT:
        return players
    player, other = entry.facts["player"], entry.facts["for"]
    return tuple(player if name == other else name for name in players)


def refuse_impossible(book: Book, act: Act, heading: Words) -> None:
    """Raise Refused if the change makes a deal, or an event since the last deal, invalid. If the
    log was invalid before, a problem after a later deal is accepted."""
    broken, sound = act.standing.problems, len(act.standing.deals)
    is_further = bool(book.standing.problems) and sound > len(book.standing.deals)
    if broken and not is_further:
        place = say("deal {number}", number=sound + 1)
        raise Refused([problem._replace(place=place) for problem in broken], heading)


def refuse_if_broken(book: Book) -> None:
    """Raise Refused if a recorded deal is invalid under its rules."""
    if book.standing.problems:
        heading = say("the session holds a deal that its rules refuse; correct it first")
        raise Refused(book.standing.problems, heading)
