"""The live table's commands, which can be typed at any prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import click

from scorekeeper.game.entry_kinds import AMEND, COUNT, SEAT, STRIKE
from scorekeeper.game.log import NOTE, SWAP, UNDO
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.acts import ACT_NAMED, ACTS, WHY_OPTION, ActRow, Arg, Kind, Opt
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.entry_text import known_words
from scorekeeper.record.irregular_changes import to_session
from scorekeeper.record.open_session import recorder_kept
from scorekeeper.record.required_facts import quoted
from scorekeeper.referee.question_parser import answered
from scorekeeper.table import live_table_text as views
from scorekeeper.table.act_words import (
    BRIEF,
    FULL,
    Entered,
    change_made,
    read_words,
    without_yes,
    words_and_why,
    words_in_line,
)
from scorekeeper.table.corrections_asked import asked, begun_correction, refuse_beside_a_correction
from scorekeeper.table.deal_entry import not_counted
from scorekeeper.table.live_table_text import command_lines, help_lines
from scorekeeper.table.table_state import (
    CORRECT,
    FIELD,
    Conversation,
    Do,
    Reply,
    Turned,
    fitted,
    idle,
)
from scorekeeper.table.two_counts import count, marked_words
from scorekeeper.text.message import CommandLine, JoinedWords, Words, in_turn, listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused, as_typed, refuse
from scorekeeper.text.translation import marked

# --- commands ----------------------------------------------------------------------------------
# The commands of the live table: words that are understood at any prompt, before anything else.


PROGRAM = "scorekeeper"
FOR_WORDS = ("for", "--for")
HELP_ASKED = ("--help", "-h")
PRINTED = ("sheet", "summary")  # reports that the shell can print or save as HTML


class TableCommand(NamedTuple):
    """A command of the live table: its arguments and options, its description (`does`), and the
    function that runs it. `looks` is True if the command only shows something. `row` is set for
    an act."""

    args: Sequence[Arg]
    does: str
    run: Callable[[Conversation, Entered], Turned]
    looks: bool = True
    options: Sequence[Opt] = ()
    row: ActRow | None = None


def _showing(
    view: Callable[[Conversation], Sequence[str]],
) -> Callable[[Conversation, Entered], Turned]:
    return lambda table, _: (table, Reply(tuple(view(table))))


def _words(entered: Entered, name: str = "words") -> tuple[str, ...]:
    """Return the words of an argument that takes several."""
    words = entered[name]
    return words if isinstance(words, tuple) else ()


def _number(entered: Entered) -> int | None:
    """Return the deal number that was entered, or None."""
    number = entered["number"]
    return number if isinstance(number, int) else None


def _explain(table: Conversation, entered: Entered) -> Turned:
    return table, Reply(views.explanation(table, _number(entered) or _last(table)))


def _last(table: Conversation) -> int:
    """Return the number of the last deal, or 1 if none is recorded."""
    return len(table.book.standing.deals) or 1


def _next(table: Conversation, entered: Entered) -> Turned:
    how = entered["how"]
    return table, Reply(views.card(table, full=None if how is None else str(how) == FULL))


def _outlook(table: Conversation, entered: Entered) -> Turned:
    first, *name = _words(entered) or (FOR_WORDS[0],)
    if first.casefold() not in FOR_WORDS or (_words(entered) and not name):
        raise click.UsageError(first)
    return table, Reply(views.outlook(table, " ".join(name) or None))


def _undo(table: Conversation, entered: Entered) -> Turned:
    """Undo what was typed last: the partial entry, or if there is none, the last recorded entry."""
    if table.is_idle or _is_on_disk(table):
        return idle(table), Reply(do=Do(UNDO, table.seen))
    return _cancel(table, entered)


def _is_on_disk(table: Conversation) -> bool:
    """Return True if all facts of the partial entry are already recorded."""
    is_asked = table.at == FIELD and not table.meant
    return is_asked and bool(table.known) and not (table.unsaved or table.draft.partial)


def _move(table: Conversation, entered: Entered) -> Turned:
    """Return the reply with the act that moves a deal to another session, `3 --to other`. The
    caller, who can open that session, carries out the act."""
    words, is_sure = without_yes(_words(entered))
    into, why = words_and_why(to_session(words))
    if not into:
        raise click.UsageError(MOVE)
    number = _number(entered) or 0
    why = " ".join([*into[1:], *([why] if why else [])])
    do = Do(MOVE, table.seen, {"number": number, "to": into[0], "why": why})
    return asked(table, do, change_made(ACT_NAMED[STRIKE], table.book, do.entered, ""), is_sure)


def _again(table: Conversation, entered: Entered) -> Turned:
    """Return the reply that begins the next session of the evening. The partial entry remains, in
    case the caller refuses."""
    return table, Reply(again=_words(entered))


def _by(table: Conversation, entered: Entered) -> Turned:
    """Set the recorder of the entries that follow."""
    who = recorder_kept(" ".join(_words(entered)))
    said = say("{name} records from now on", name=who)
    return table._replace(by=who), Reply(fitted(table, [said]))


def _cancel(table: Conversation, _: Entered) -> Turned:
    if table.at == CORRECT:
        return not_counted(table)
    if table.is_idle:
        return table, Reply((text_of(say("there is nothing to cancel; quit leaves")),))
    return dropped(table)


def dropped(table: Conversation) -> Turned:
    """Discard the partial entry, and show a message and the next deal."""
    said = _known_stays(table) or [say("dropped; nothing of it was kept")]
    table = idle(table)
    return table, Reply((*fitted(table, said), *views.card(table)))


def _known_stays(table: Conversation) -> list[Words]:
    """Return a note that the facts already recorded for the next deal remain, or [] if there are
    none."""
    if not table.known:
        return []
    command = CommandLine("undo")
    return [say("what is known of the deal stays; `{command}` takes it back", command=command)]


def _quit(table: Conversation, _: Entered) -> Turned:
    return farewell(table)


def farewell(table: Conversation) -> Turned:
    """End the conversation with a summary of what was saved and how to continue."""
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
    """Return a hint how to continue and, if nothing was ever recorded, how to delete the
    session."""
    if table.book.log.entries:
        return say("go on with: scorekeeper play")
    name = as_typed(table.book.name)
    return say(
        "go on with: scorekeeper play; or take it away: scorekeeper drop {session}", session=name
    )


def _ask(table: Conversation, entered: Entered) -> Turned:
    """Return the referee's answer to a question, using the known facts of the next deal. A partial
    entry remains."""
    words = _words(entered)
    if not words:
        return _help(table, entered)
    lines = answered(table.agreed, table.state, table.draft.facts, words)
    return table, Reply(fitted(table, lines))


def record_asked(line: str) -> str | None:
    """Return the file name in a line `? deal FILE`, or None for any other line. Only the caller
    may open the file."""
    words = _split(line)
    return (
        words[2] if len(words) == 3 and words[0] == "?" and words[1].casefold() == "deal" else None
    )


def _split(line: str) -> list[str]:
    """Return the words of a line. `?` may be followed directly by the question."""
    return split_line(line.replace("?", "? ", 1) if line.lstrip().startswith("?") else line)


def _help(table: Conversation, entered: Entered) -> Turned:
    """Return the help of one command, or of everything that can be typed."""
    words = _words(entered)
    told = _told_of(words)
    rows: list[tuple[Words, Words]] = [
        (_form(name, it), say(it.does)) for name, it in told if it.does
    ]
    if words and not rows:
        raise _no_help(words)
    if words:
        rows += [(_shown(_flag(opt)), say(opt.help)) for _, it in told for opt in _options_of(it)]
    return table, Reply(tuple(command_lines(table, rows) if words else help_lines(table, rows)))


def _options_of(command: TableCommand) -> Sequence[Opt]:
    return [*command.options, *([WHY_OPTION] if command.row and command.row.gives_reason else [])]


def _told_of(words: Sequence[str]) -> list[tuple[str, TableCommand]]:
    """Return the commands to explain, by name. Synonyms are explained together: `quit` with
    `exit`."""
    if not words:
        return list(COMMANDS.items())
    one = COMMANDS.get(words[0].casefold()) if len(words) == 1 else None
    return [(name, it) for name, it in COMMANDS.items() if one and it.run is one.run]


def _no_help(words: Sequence[str]) -> Refused:
    line = " ".join(words)
    message = say("`{line}` is no command of the live table", line=line)
    return refuse("command-form", message, None, say("`help` alone shows what can be typed"))


# --- acts ----------------------------------------------------------------------------------------


def _acting(row: ActRow) -> Callable[[Conversation, Entered], Turned]:
    """Return the function that runs an act. An irregular act is pending until a yes. If an act is
    refused, the partial entry remains."""

    def run(table: Conversation, entered: Entered) -> Turned:
        entered, is_sure = dict(entered), bool(entered.get("yes"))
        do = Do(row.name, table.seen, entered)
        if is_sure or not row.asks:
            return table, Reply(do=do)
        return asked(table, do, change_made(row, table.book, entered, ""), is_sure)

    return run


def _amend(table: Conversation, entered: Entered) -> Turned:
    facts = words_in_line(ACT_NAMED[AMEND], {**entered, "number": None})
    return begun_correction(table, _number(entered) or 0, facts, str(entered.get("why", "")))


def _count(table: Conversation, entered: Entered) -> Turned:
    return count(table, _words(entered, "facts"), bool(entered.get("yes")))


RUN_HERE = {AMEND: _amend, COUNT: _count, UNDO: _undo}  # these depend on the partial entry
MOVE = "move"
NOTHING: tuple[Arg, ...] = ()
# allowed while a correction is pending, which they do not discard
BESIDE_A_CORRECTION = ("amend", "undo", "cancel", "by")


def _of_act(row: ActRow) -> TableCommand:
    run = RUN_HERE.get(row.name) or _acting(row)
    return TableCommand(row.args, row.short, run, False, row.options, row)


def _many(kind: Kind, shown: str, needed: bool = False) -> tuple[Arg, ...]:
    return (Arg("words", kind, shown, many=True, needed=needed),)


# Translators: what stands for something else, as in the help of a command: the number of a deal
# is always N
COMMANDS: Mapping[str, TableCommand] = {
    "sheet": TableCommand(NOTHING, marked("the score sheet"), _showing(views.sheet)),
    "next": TableCommand(
        (Arg("how", "full or brief", f"[{BRIEF}|{FULL}]", needed=False),),
        marked("the coming deal: who deals and how, what is left, quotas"),
        _next,
    ),
    "explain": TableCommand(
        (Arg("number", "number", "[N]", needed=False),),
        marked("how deal N, or the last, came to its points"),
        _explain,
    ),
    "log": TableCommand(
        NOTHING, marked("every entry and correction, in order"), _showing(views.log)
    ),
    "summary": TableCommand(
        NOTHING, marked("places, best and worst deals, chart"), _showing(views.summary)
    ),
    "outlook": TableCommand(
        _many("players", "[for PLAYER]"),
        marked("who can still win, and what a player needs"),
        _outlook,
    ),
    "rules": TableCommand(NOTHING, marked("the rules of this game"), _showing(views.rules)),
    **{row.name: _of_act(row) for row in ACTS if row.short},
    MOVE: TableCommand(
        (Arg("number", "deals"), Arg("words", "sessions", "--to SESSION", many=True)),
        marked("deal N goes to the session that it is of"),
        _move,
        False,
    ),
    "again": TableCommand(
        _many("players", "[GAME] [PLAYER…]"),
        marked("the same people again, or others; another game"),
        _again,
        False,
    ),
    "by": TableCommand(
        _many("players", "NAME", needed=True), marked("says who records from now on"), _by, False
    ),
    "cancel": TableCommand(
        NOTHING, marked("drops the entry that was begun (or Ctrl-C)"), _cancel, False
    ),
    "help": TableCommand(
        _many("commands", "[COMMAND]"), marked("this, or what one command does"), _help
    ),
    "hjälp": TableCommand(_many("commands", "[COMMAND]"), "", _help),
    "aide": TableCommand(_many("commands", "[COMMAND]"), "", _help),
    "?": TableCommand(
        _many("text", marked("QUESTION")),
        marked(
            "asks the referee: ? trick CARDS, ? legal HAND / TABLE, ? deal FILE, ? ruling WORDS"
        ),
        _ask,
    ),
    "quit": TableCommand(NOTHING, marked("leaves; all that was recorded stays (or Ctrl-D)"), _quit),
    "exit": TableCommand(NOTHING, "", _quit),
    "q": TableCommand(NOTHING, "", _quit),
}


def commanded(table: Conversation, line: str) -> Turned | None:
    """Return the result of a line that is a command, or None if it is not one."""
    name, rest = _named(table, line)
    if name is None:
        return None
    if rest[-1:] and rest[-1] in HELP_ASKED:
        return _help(table, {"words": (name,)})
    command, entered = COMMANDS[name], _entered(table, name, rest)
    if not command.looks and name not in BESIDE_A_CORRECTION:
        refuse_beside_a_correction(table)
    try:
        return command.run(table, entered)
    except click.UsageError as error:
        raise _misused(table, name, error) from None


def _entered(table: Conversation, name: str, rest: Sequence[str]) -> Entered:
    """Parse the words after a command. Raises Refused, with the command's form, if they do not
    fit."""
    command, more = COMMANDS[name], dict[str, object]()
    row = command.row
    if row and row.args and row.args[-1].kind in FACTS_OF_A_DEAL:
        rest = marked_words(table, rest)
    if row:
        _refuse_of_the_shell(table, row, rest)
    if row and row.asks:
        rest, more["yes"] = without_yes(rest)
    if row and row.gives_reason:
        rest, more["why"] = words_and_why(rest)
    try:
        return {**read_words(command.args, command.options, rest), **more}
    except click.UsageError as error:
        raise _misused(table, name, error) from None


def _refuse_of_the_shell(table: Conversation, row: ActRow, rest: Sequence[str]) -> None:
    """Raise Refused for a shell option such as `--session`: the act is always recorded in this
    table's session."""
    own = {"--by"} if row.name == "count" else set()
    for word in () if row.name == NOTE else rest:
        option = word.partition("=")[0]
        if option in {"-s", "--session", "--by", "--format"} - own:
            message = say(
                "`{option}` is an option of the shell; this table records in {session}",
                option=option,
                session=table.book.name,
            )
            raise refuse("command-form", message, None, say("leave {option} out", option=option))


FACTS_OF_A_DEAL = ("deal facts", "missing facts", "facts")


def _misused(table: Conversation, name: str, error: click.UsageError) -> Refused:
    """Return the refusal of a command whose words do not fit, with the command's form and an
    example."""
    command = COMMANDS[name]
    hint = say("type {words}", words=_form(name, command))
    more = pages_made() if name in PRINTED else _example(table, name, command)
    return refuse("command-form", _fault(name, command, error), None, hint, more)


def _fault(name: str, command: TableCommand, error: click.UsageError) -> Words:
    kinds = [arg.kind for arg in command.args]
    is_extra = not isinstance(error, click.BadParameter)
    if not kinds:
        return say("`{command}` stands alone", command=name)
    if kinds == ["full or brief"]:
        words = listing([BRIEF, FULL])
        return say("`{command}` stands alone, or with {words}", command=name, words=words)
    if name == "outlook":
        return say("`{command}` stands alone, or is asked for one player", command=name)
    if kinds == ["number", "number"]:
        return say("`{command}` needs the numbers of two deals", command=name)
    if kinds == ["deals", "sessions"]:
        return say("`{command}` needs the number of a deal and a session", command=name)
    if kinds == ["deals", "text", "text"]:
        return say("`{command}` needs the number of a deal, and of a reading", command=name)
    if kinds[0] in ("deals", "number"):
        if is_extra and len(kinds) == 1:
            return say("`{command}` takes one number", command=name)
        return say("`{command}` needs the number of a deal", command=name)
    return say("`{command}` needs words", command=name)


# --- the form of a command, and an example -----------------------------------------------------


def _form(name: str, command: TableCommand) -> Words:
    """Return a command with placeholders for its arguments and options."""
    args = [_placeholder(arg) for arg in command.args]
    options = [f"[{_flag(opt)}]" for opt in command.options]
    place = len(args) - (args[-1:] == ["[WHY]"])  # a reason comes last
    return _shown(" ".join([name, *args[:place], *options, *args[place:]]))


def _placeholder(arg: Arg) -> str:
    if arg.kind in ("deals", "number") and not arg.shown:
        return "N" if arg.name == "number" else "M"
    # a second count is typed `or` here
    shown = (arg.shown or arg.name.upper()).removesuffix(" [--or FACT…]")
    return shown if arg.needed or shown.startswith("[") else f"[{shown}]"


def _flag(opt: Opt) -> str:
    return f"{opt.flag} {opt.shown}" if opt.shown else opt.flag


# The same words in capitals stand in the help of the shell.
_CAPITALS = re.compile("([A-Z]{2,}(?:-[A-Z]{2,})*)")


def _shown(form: str) -> Words:
    """Return a form with its placeholders (words in capitals) translated."""
    parts = [say(part) if place % 2 else part for place, part in enumerate(_CAPITALS.split(form))]
    return JoinedWords(tuple(part for part in parts if part))


def _example(table: Conversation, name: str, command: TableCommand) -> Words | None:
    """Return an example of a command with this table's players, `for example: penalty Anna 10`, or
    None if the command does not begin with a player."""
    first, *others = command.args or (Arg("", "text"),)
    coming = table.book.standing.next_turn
    if first.kind != "players" or not first.needed or (name == "turn" and coming is None):
        return None
    players: Iterable[str] = table.agreed.players
    if name == "turn" and coming:
        dealer = table.book.agreed.players[coming.dealer]
        players = [who for who in players if who != dealer]
    words = [name, quoted(next(iter(players)))]
    words += ["10" for arg in others if arg.kind == "penalties"]
    return say("for example: {command}", command=" ".join(words))


def pages_made() -> Words:
    """Return a hint how to print the summary or save the sheet as an HTML page."""
    return say(
        "to print, or for a page to keep: quit, then `{print}` or `{page}`",
        print=f"{PROGRAM} summary --print",
        page=f"{PROGRAM} sheet --format html > sheet.html",
    )


def without_program(table: Conversation, line: str) -> str:
    """Return a line without a leading `scorekeeper`, as in the shell and in hints. A player of
    that name is not removed."""
    first, _, rest = line.strip().partition(" ")
    is_program = first.casefold() == PROGRAM and first not in table.book.agreed.seat_of
    return rest.strip() if is_program and rest.strip() else line


def only_looks(table: Conversation, line: str) -> bool:
    """Return True if a line is a command that records nothing."""
    name, _ = _named(table, line)
    return name is not None and COMMANDS[name].looks


def _named(table: Conversation, line: str) -> tuple[str | None, list[str]]:
    """Return the command with which a line begins, or None, and the remaining words."""
    words = _split(without_program(table, line))
    name, rest = words[0].casefold() if words else "", words[1:]
    if name not in COMMANDS or (rest and _begins_an_entry(table.book.agreed, words[0])):
        return None, rest
    if name == SWAP and rest[1:] and all(word in table.book.agreed.seat_of for word in rest[:2]):
        return SEAT, words  # two people change places, no deals
    return name, rest


def _begins_an_entry(agreed: Agreed, word: str) -> bool:
    """Return True if a word is a player's name or a contract's id: followed by other words, it
    begins an entry."""
    return word in agreed.seat_of or word in agreed.rules.contracts
