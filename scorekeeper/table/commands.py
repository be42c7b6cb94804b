"""The live table's commands, understood at any prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed
from scorekeeper.game.entry_kinds import AGREE, KNOWN, MISDEAL, PENALTY, SEAT
from scorekeeper.game.log import FINISH, NOTE, REDO, SWAP, UNDO
from scorekeeper.record.book import recorder_kept
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.entry_text import known_words
from scorekeeper.record.irregular_acts import to_session
from scorekeeper.record.open_facts import quoted
from scorekeeper.table import table_output as views
from scorekeeper.table.corrections_asked import (
    WHY,
    begun_correction,
    complete,
    insert,
    move,
    refuse_beside_a_correction,
    settle,
    strike,
    swap,
    turn,
)
from scorekeeper.table.deal_entry import not_counted
from scorekeeper.table.state import CORRECT, FIELD, Conversation, Do, Reply, Turned, fitted, idle
from scorekeeper.table.table_output import command_lines, help_lines
from scorekeeper.table.two_counts import count, marked_words
from scorekeeper.text.message import CommandLine, JoinedWords, Message, Words, in_turn, listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused, as_typed, refuse
from scorekeeper.text.translation import marked

# --- A command that lacks its words, as it could be typed at this very table -------------------


def example_of(table: Conversation, name: str) -> Message | None:
    """Return an example of a command, `for example: penalty Anna 10`, or None if it needs none or
    the game leaves nothing to choose."""
    players = table.agreed.players
    if name == "penalty":
        return _example(name, JoinedWords((quoted(players[0]), "10"), " "))
    coming = table.book.standing.next_turn
    if name == "turn" and coming:
        dealer = table.book.agreed.players[coming.dealer]
        return _example(name, quoted(next(who for who in players if who != dealer)))
    return _example(name, quoted(players[0])) if name == "by" else None


def _example(name: str, words: Words | None) -> Message | None:
    if words is None:
        return None
    return say("for example: {command}", command=JoinedWords((name, words), " "))


# --- commands ----------------------------------------------------------------------------------
# The commands of the live table: words that are understood at any prompt, before anything else.


PROGRAM = "scorekeeper"
FOR_WORDS = ("for", "--for")
HELP_ASKED = ("--help", "-h")
PRINTED = ("sheet", "summary")  # what the shell prints, or makes pages of


class TableCommand(NamedTuple):
    """A command of the live table: its arguments, its description, the function that carries it
    out, and whether it only shows something."""

    takes: str
    does: str
    act: Callable[[Conversation, Sequence[str]], Turned]
    looks: bool = True  # it only shows what stands


def _showing(
    view: Callable[[Conversation], Sequence[str]],
) -> Callable[[Conversation, Sequence[str]], Turned]:
    return lambda table, _: (table, Reply(tuple(view(table))))


def _explain(table: Conversation, words: Sequence[str]) -> Turned:
    return table, Reply(views.explanation(table, int(words[0]) if words else _last(table)))


def _last(table: Conversation) -> int:
    """Return the number of the last deal, or 1 if none is recorded."""
    return len(table.book.standing.deals) or 1


def _next(table: Conversation, words: Sequence[str]) -> Turned:
    return table, Reply(views.card(table, full=words[0].casefold() == FULL if words else None))


def _outlook(table: Conversation, words: Sequence[str]) -> Turned:
    return table, Reply(views.outlook(table, " ".join(words[1:]) or None))


def _undo(table: Conversation, words: Sequence[str]) -> Turned:
    """Undo the latest thing typed: the partial entry, if there is one, else the last recorded
    entry."""
    if table.is_idle or _is_on_disk(table):
        return idle(table), Reply(do=Do(UNDO, table.seen))
    return _cancel(table, words)


def _is_on_disk(table: Conversation) -> bool:
    """Return True if the entry being made has nothing but what is recorded of its deal."""
    is_asked = table.at == FIELD and not table.meant
    return is_asked and bool(table.known) and not (table.unsaved or table.draft.partial)


def _redo(table: Conversation, _: Sequence[str]) -> Turned:
    return table, Reply(do=Do(REDO, table.seen))


def _note(table: Conversation, words: Sequence[str]) -> Turned:
    return table, Reply(do=Do(NOTE, table.seen, words=tuple(words)))


def _event(what: str) -> Callable[[Conversation, Sequence[str]], Turned]:
    """Return the function that records an event between deals. If it is refused, a partial entry
    remains."""
    return lambda table, words: (table, Reply(do=Do(what, table.seen, words=tuple(words))))


def _again(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the reply that begins the next session of the evening. If it is refused, a partial
    entry remains."""
    return table, Reply(again=tuple(words))


def _by(table: Conversation, words: Sequence[str]) -> Turned:
    """Set the person who records from now on."""
    who = recorder_kept(" ".join(words))
    said = say("{name} records from now on", name=who)
    return table._replace(by=who), Reply(fitted(table, [said]))


def _cancel(table: Conversation, _: Sequence[str]) -> Turned:
    if table.at == CORRECT:
        return not_counted(table)
    if table.is_idle:
        return table, Reply((text_of(say("there is nothing to cancel; quit leaves")),))
    return dropped(table)


def dropped(table: Conversation) -> Turned:
    """Return the table without a partial entry, and a message that it was discarded."""
    said = _known_stays(table) or [say("dropped; nothing of it was kept")]
    table = idle(table)
    return table, Reply((*fitted(table, said), *views.card(table)))


def _known_stays(table: Conversation) -> list[Words]:
    """Return a note that the facts recorded for the next deal remain, empty if there are none."""
    if not table.known:
        return []
    command = CommandLine("undo")
    return [say("what is known of the deal stays; `{command}` takes it back", command=command)]


def _quit(table: Conversation, _: Sequence[str]) -> Turned:
    return farewell(table)


def farewell(table: Conversation) -> Turned:
    """Return the last reply of the table: what was saved and how to continue."""
    state = table.book.standing.state
    if state.over and state.early:
        words: Words = say("the session is finished; see it again with: scorekeeper summary")
    elif state.over:
        words = say("every deal is recorded; see it again with: scorekeeper summary")
    else:
        words = in_turn(views.recorded_words(table.book), _ways_on(table))
    if not table.is_idle and not _is_on_disk(table):
        words = in_turn(say("nothing half-entered was kept"), words)
    if table.known and not state.over:
        facts = known_words(table.agreed, table.known)
        said = say("known of deal {number}: {facts}", number=state.deal, facts=facts)
        words = in_turn(said, words)
    return idle(table)._replace(gone=True), Reply(fitted(table, [words]))


def _ways_on(table: Conversation) -> Words:
    """Return a text that tells how to continue and, if nothing was ever recorded, how to delete the
    session."""
    if table.book.log.entries:
        return say("go on with: scorekeeper play")
    name = as_typed(table.book.name)
    return say(
        "go on with: scorekeeper play; or take it away: scorekeeper drop {session}", session=name
    )


def _ask(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the referee's answer about the next deal, as far as it is known. A partial entry
    remains."""
    if not words:
        return _help(table, ())

    from scorekeeper.referee.question_parser import (  # noqa: PLC0415 - 5 ms, only where it is asked
        answered,
    )

    lines = answered(table.agreed, table.state, table.draft.facts, words)
    return table, Reply(fitted(table, lines))


def record_asked(line: str) -> str | None:
    """Return the file that `? deal FILE` names, or None if the line is no such question. A caller
    that may open files reads it."""
    words = _words(line)
    return (
        words[2] if len(words) == 3 and words[0] == "?" and words[1].casefold() == "deal" else None
    )


def _words(line: str) -> list[str]:
    """Return the words of a line. A question needs no space after its `?`."""
    return split_line(line.replace("?", "? ", 1) if line.lstrip().startswith("?") else line)


def _help(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the list of everything that can be typed, or the help of one command."""
    told = _told_of(words)
    rows = [(_form(name, it), say(it.does)) for name, it in told if it.does]
    if words and not rows:
        raise _no_help(words)
    if words:
        more = [row for name, _ in told for row in MORE.get(name, ())]
        rows += [(say(option), say(does)) for option, does in more]
    return table, Reply(tuple(command_lines(table, rows) if words else help_lines(table, rows)))


# What the help of one command says of its options.
_FROM_N = (marked("--from N"), marked("from deal N on; without it from the coming deal on"))
MORE = {
    "seat": (
        (
            marked("--own-score"),
            marked("with a score of their own, from nothing; without it with that of who leaves"),
        ),
        _FROM_N,
    ),
    "agree": (_FROM_N,),
    "penalty": (
        (marked("--to PLAYER"), marked("to whom the points go: a player, `others` or `nobody`")),
    ),
}


def _told_of(words: Sequence[str]) -> list[tuple[str, TableCommand]]:
    """Return the commands to explain. For `exit` it is also `quit`, which does the same."""
    if not words:
        return list(COMMANDS.items())
    asked = COMMANDS.get(words[0].casefold()) if len(words) == 1 else None
    return [(name, it) for name, it in COMMANDS.items() if asked and it.act is asked.act]


def _no_help(words: Sequence[str]) -> Refused:
    line = " ".join(words)
    message = say("`{line}` is no command of the live table", line=line)
    return refuse("command-form", message, None, say("`help` alone shows what can be typed"))


# Translators: what stands for something else, as in the help of a command: the number of a deal
# is always N
MAY_NUMBER = "[N]"
NUMBER, TWO, FACTS, QUESTION = "N", "N M", marked("N [FACT…]"), marked("QUESTION")
FOR, TEXT, NAME = marked("[for PLAYER]"), marked("TEXT"), marked("NAME")
MAY_COMMAND = marked("[COMMAND]")
MAY_WHY, CHOICE = marked("[WHY]"), marked("OPTION=VALUE [--from N] [WHY]")
DEALER, FAULT = marked("PLAYER [--then returns]"), marked("PLAYER AMOUNT [--to PLAYER] [WHY]")
COUNTED = marked("[--by NAME] FACT…")
BEFORE = marked("FACT…")
NEXT = marked("[GAME] [PLAYER…]")
DECISION = marked("N READING [WHY]")
SEATS = marked("NEW for PLAYER [--own-score] [--from N], swap PLAYER PLAYER")
# what is understood while a correction waits, and does not drop it unasked
BESIDE_A_CORRECTION = ("amend", "undo", "cancel", "by")
ELSEWHERE = marked("N --to SESSION")
BRIEF, FULL = "brief", "full"
BRIEF_OR_FULL = f"[{BRIEF}|{FULL}]"
COMMANDS = {
    "sheet": TableCommand("", marked("the score sheet"), _showing(views.sheet)),
    "next": TableCommand(
        BRIEF_OR_FULL, marked("the coming deal: who deals and how, what is left, quotas"), _next
    ),
    "explain": TableCommand(
        MAY_NUMBER, marked("how deal N, or the last, came to its points"), _explain
    ),
    "log": TableCommand("", marked("every entry and correction, in order"), _showing(views.log)),
    "summary": TableCommand(
        "", marked("places, best and worst deals, chart"), _showing(views.summary)
    ),
    "outlook": TableCommand(FOR, marked("who can still win, and what a player needs"), _outlook),
    "rules": TableCommand("", marked("the rules of this game"), _showing(views.rules)),
    "amend": TableCommand(
        FACTS,
        marked("corrects deal N, at any time; --why and a reason may follow"),
        begun_correction,
        False,
    ),
    "complete": TableCommand(FACTS, marked("says what deal N still waits for"), complete, False),
    "insert": TableCommand(
        FACTS, marked("records a forgotten deal as deal N; those after it move up"), insert, False
    ),
    "strike": TableCommand(NUMBER, marked("takes deal N out, which never was"), strike, False),
    "move": TableCommand(
        ELSEWHERE, marked("deal N goes to the session that it is of"), move, False
    ),
    "swap": TableCommand(TWO, marked("deals N and M change places"), swap, False),
    "undo": TableCommand(
        "", marked("drops the entry that was begun, else takes back the last one"), _undo, False
    ),
    "redo": TableCommand("", marked("restores what undo took back"), _redo, False),
    "note": TableCommand(TEXT, marked("keeps a note about the coming deal"), _note, False),
    "known": TableCommand(
        BEFORE,
        marked("records bids, an auction or a trump before the result"),
        _event(KNOWN),
        False,
    ),
    "count": TableCommand(
        COUNTED, marked("keeps what one person counted, for another's count"), count, False
    ),
    "misdeal": TableCommand(
        MAY_WHY, marked("counts a misdeal, and says what follows"), _event(MISDEAL), False
    ),
    "turn": TableCommand(
        DEALER,
        marked(
            "another player deals the coming deal; with --then returns the turn goes back "
            "afterwards to where it was"
        ),
        turn,
        False,
    ),
    "seat": TableCommand(
        SEATS, marked("somebody takes a seat, or two change places"), _event(SEAT), False
    ),
    "settle": TableCommand(
        DECISION, marked("decides which count of a disputed deal holds"), settle, False
    ),
    "penalty": TableCommand(
        FAULT, marked("counts points against a player"), _event(PENALTY), False
    ),
    "agree": TableCommand(
        CHOICE, marked("changes a choice of the table from now on"), _event(AGREE), False
    ),
    "finish": TableCommand(
        MAY_WHY, marked("ends the session before its end"), _event(FINISH), False
    ),
    "again": TableCommand(
        NEXT, marked("the same people again, or others; another game"), _again, False
    ),
    "by": TableCommand(NAME, marked("says who records from now on"), _by, False),
    "cancel": TableCommand(
        "", marked("drops the entry that was begun (or Ctrl-C)"), _cancel, False
    ),
    "help": TableCommand(MAY_COMMAND, marked("this, or what one command does"), _help),
    "hjälp": TableCommand(MAY_COMMAND, "", _help),
    "aide": TableCommand(MAY_COMMAND, "", _help),
    "?": TableCommand(
        QUESTION,
        marked(
            "asks the referee: ? trick CARDS, ? legal HAND / TABLE, ? deal FILE, ? ruling WORDS"
        ),
        _ask,
    ),
    "quit": TableCommand("", marked("leaves; all that was recorded stays (or Ctrl-D)"), _quit),
    "exit": TableCommand("", "", _quit),
    "q": TableCommand("", "", _quit),
}


def commanded(table: Conversation, line: str) -> Turned | None:
    """Return the result of a line that begins with a command, or None if it does not."""
    name, rest = _named(table, line)
    if name is None:
        return None
    command = COMMANDS[name]
    if rest[-1:] and rest[-1] in HELP_ASKED:
        return _help(table, [name])
    rest = marked_words(table, rest) if command.takes == FACTS else rest
    fault = next(_faults(name, command, rest), None)
    if fault is None:
        if not command.looks and name not in BESIDE_A_CORRECTION:
            refuse_beside_a_correction(table)
        return command.act(table, rest)
    hint = say("type {words}", words=_form(name, command))
    more = pages_made() if name in PRINTED else example_of(table, name)
    raise refuse("command-form", fault, None, hint, more)


def pages_made() -> Words:
    """Return a text that tells how to print the output, or how to save it as a page."""
    return say(
        "to print, or for a page to keep: quit, then `{print}` or `{page}`",
        print=f"{PROGRAM} summary --print",
        page=f"{PROGRAM} sheet --format html > sheet.html",
    )


def _form(name: str, command: TableCommand) -> Words:
    """Return a command with the arguments that it takes."""
    return JoinedWords((name, say(command.takes)), " ") if command.takes else name


def without_program(table: Conversation, line: str) -> str:
    """Return a line without the program's name before it, as hints and the shell have it. The name
    is left in if it is a player's."""
    first, _, rest = line.strip().partition(" ")
    is_program = first.casefold() == PROGRAM and first not in table.book.agreed.seat_of
    return rest.strip() if is_program and rest.strip() else line


def only_looks(table: Conversation, line: str) -> bool:
    """Return True if a line is a command that only shows something, or leaves."""
    name, _ = _named(table, line)
    return name is not None and COMMANDS[name].looks


def _named(table: Conversation, line: str) -> tuple[str | None, list[str]]:
    """Return the command that a line begins with, or None, and the other words."""
    words = _words(without_program(table, line))
    name, rest = words[0].casefold() if words else "", words[1:]
    if name not in COMMANDS or (rest and _begins_an_entry(table.book.agreed, words[0])):
        return None, rest
    if name == SWAP and rest[1:] and all(word in table.book.agreed.seat_of for word in rest[:2]):
        return SEAT, words  # two people change places, no deals
    return name, rest


def _begins_an_entry(agreed: Agreed, word: str) -> bool:
    """Return True if a word names a player or a contract. With more words it begins an entry."""
    return word in agreed.seat_of or word in agreed.rules.contracts


def _faults(name: str, command: TableCommand, rest: Sequence[str]) -> Iterator[Words]:
    if not command.takes and rest:
        yield say("`{command}` stands alone", command=name)
    if command.takes == BRIEF_OR_FULL and [word.casefold() for word in rest] not in (
        [],
        [BRIEF],
        [FULL],
    ):
        yield say(
            "`{command}` stands alone, or with {words}", command=name, words=listing([BRIEF, FULL])
        )
    needs = command.takes in (NUMBER, FACTS) or (command.takes == MAY_NUMBER and rest)
    if needs and not (rest and _is_deal(rest[0], name)):
        yield say("`{command}` needs the number of a deal", command=name)
    if command.takes == DECISION and not (rest[1:] and _is_deal(rest[0], name)):
        yield say("`{command}` needs the number of a deal, and of a reading", command=name)
    if command.takes == ELSEWHERE and not _names_a_session(rest):
        yield say("`{command}` needs the number of a deal and a session", command=name)
    if command.takes == TWO and not (rest[1:] and all(_is_deal(word) for word in rest[:2])):
        yield say("`{command}` needs the numbers of two deals", command=name)
    if command.takes == FOR and rest and (rest[0].casefold() not in FOR_WORDS or len(rest) < 2):
        yield say("`{command}` stands alone, or is asked for one player", command=name)
    if command.takes in (TEXT, NAME, DEALER, FAULT, BEFORE) and not rest:
        yield say("`{command}` needs words", command=name)
    takes_number = command.takes in (NUMBER, MAY_NUMBER)
    if takes_number and len(rest) > 1 and rest[1] not in (WHY, "--yes"):
        yield say("`{command}` takes one number", command=name)


def _names_a_session(rest: Sequence[str]) -> bool:
    """Return True if the words are `3 --to SESSION`, also without the dashes. A reason may
    follow."""
    return bool(rest and _is_deal(rest[0], "move") and to_session(rest[1:]))


# The commands for which the last deal may be named so.
OF_LAST = ("amend", "complete", "strike", "settle", "move")


def _is_deal(word: str, command: str = "") -> bool:
    """Return True if a word is the number of a deal, or is `last` where the command allows that."""
    is_last = word.casefold() == "last" and command in OF_LAST
    return is_last or (word.isdecimal() and len(word) < 7)
