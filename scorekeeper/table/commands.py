"""The commands of the table: words that are understood at any prompt, before anything else."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.book import amendment
from scorekeeper.entry import split_line
from scorekeeper.problems import Problem, refuse
from scorekeeper.report.line import truth_line
from scorekeeper.session import AMEND, REDO, UNDO, Agreed
from scorekeeper.standing import state_before
from scorekeeper.table import views
from scorekeeper.table.help import help_lines
from scorekeeper.table.state import CONFIRM, Do, Pending, Reply, Table, Turned, fitted, idle

WHY = "--why"


class Command(NamedTuple):
    """A command: what is typed after its name, what it does, and the doing."""

    takes: str
    does: str
    act: Callable[[Table, Sequence[str]], Turned]


def _showing(view: Callable[[Table], Sequence[str]]) -> Callable[[Table, Sequence[str]], Turned]:
    return lambda table, _: (table, Reply(tuple(view(table))))


def _explain(table: Table, words: Sequence[str]) -> Turned:
    return table, Reply(views.explanation(table, int(words[0])))


def _undo(table: Table, words: Sequence[str]) -> Turned:
    """The last thing that was typed: the entry being made, and only then what was recorded."""
    return (table, Reply(do=Do(UNDO, table.seen))) if table.is_idle else _cancel(table, words)


def _redo(table: Table, _: Sequence[str]) -> Turned:
    return table, Reply(do=Do(REDO, table.seen))


def _amend(table: Table, words: Sequence[str]) -> Turned:
    """A correction counts at once; one that is odd is told in full and asked about first."""
    number, (facts, why) = int(words[0]), _why(words[1:])
    do = Do(AMEND, table.seen, number, tuple(facts), why)
    act = amendment(table.book, number, facts, "", why)
    if not act.questions:
        return table, Reply(do=do)
    truth = truth_line(table.book.agreed, state_before(act.standing, number), act.standing.deals[number - 1])
    pending = Pending(do, truth, tuple(f"odd: {odd.message}" for odd in act.questions), True)
    return table._replace(at=CONFIRM, pending=pending), Reply()


def _why(words: Sequence[str]) -> tuple[list[str], str]:
    """The facts, and the reason after `--why`."""
    for place, word in enumerate(words):
        if word == WHY or word.startswith(f"{WHY}="):
            return list(words[:place]), " ".join([*filter(None, [word[len(WHY) + 1 :]]), *words[place + 1 :]])
    return list(words), ""


def _cancel(table: Table, _: Sequence[str]) -> Turned:
    if table.is_idle:
        return table, Reply(("there is nothing to cancel; quit leaves",))
    dropped = idle(table)
    return dropped, Reply(("dropped; nothing of it was kept", *views.card(dropped)))


def _quit(table: Table, _: Sequence[str]) -> Turned:
    return farewell(table)


def farewell(table: Table) -> Turned:
    """The last words: what was kept and how to go on."""
    if table.book.standing.state.over:
        words = "every deal is recorded. see it again with: scorekeeper summary"
    else:
        words = f"{views.recorded_words(table.book)}. go on with: scorekeeper play"
    if not table.is_idle:
        words = f"nothing half-entered was kept; {words}"
    return idle(table)._replace(gone=True), Reply(fitted(table, [words]))


def _ask(table: Table, words: Sequence[str]) -> Turned:
    """The referee's answer on the coming deal, as far as it is known; the entry stays as it is."""
    if not words:
        return _help(table, ())
    from scorekeeper.referee.ask import answered

    lines = answered(table.book.agreed, table.book.standing.state, table.draft.facts, words)
    return table, Reply(fitted(table, lines))


def record_asked(line: str) -> str | None:
    """The file that `? deal FILE` names, which whoever may open files reads; None where it is no
    such question."""
    if not line.lstrip().startswith("?"):
        return None
    words = split_line(line.replace("?", "? ", 1))
    return words[2] if len(words) == 3 and words[1].casefold() == "deal" else None


def _help(table: Table, _: Sequence[str]) -> Turned:
    rows = ((f"{name} {command.takes}".strip(), command.does) for name, command in COMMANDS.items() if command.does)
    return table, Reply(tuple(help_lines(table, rows)))


NUMBER, FACTS, QUESTION = "N", "N FACT…", "QUESTION"
COMMANDS = {
    "sheet": Command("", "the score sheet", _showing(views.sheet)),
    "next": Command("", "the coming deal: who deals, what is left, quotas", _showing(views.card)),
    "explain": Command(NUMBER, "how deal N came to its points", _explain),
    "log": Command("", "every entry and correction, in order", _showing(views.log)),
    "summary": Command("", "places, best and worst deals, chart", _showing(views.summary)),
    "rules": Command("", "the rules of this game", _showing(views.rules)),
    "amend": Command(FACTS, "corrects deal N, at any time; --why and a reason may follow", _amend),
    "undo": Command("", "drops the entry that was begun, else takes back the last one", _undo),
    "redo": Command("", "restores what undo took back", _redo),
    "cancel": Command("", "drops the entry that was begun (or Ctrl-C)", _cancel),
    "help": Command("", "this", _help),
    "?": Command(
        QUESTION, "asks the referee: ? trick KH 2S 7H, ? legal, ? melds, ? points, ? deal FILE, ? ruling", _ask
    ),
    "quit": Command("", "leaves; all that was recorded stays (or Ctrl-D)", _quit),
    "exit": Command("", "", _quit),
    "q": Command("", "", _quit),
}


def commanded(table: Table, line: str) -> Turned | None:
    """What a line that begins with a command comes to; None where it is none."""
    words = split_line(line.replace("?", "? ", 1) if line.lstrip().startswith("?") else line)
    name = words[0].casefold() if words else ""
    if name not in COMMANDS or (len(words) > 1 and _is_of_the_deal(table.book.agreed, words[0])):
        return None
    command, rest = COMMANDS[name], words[1:]
    fault = next(_faults(name, command, rest), None)
    if fault is None:
        return command.act(table, rest)
    raise refuse("command-form", fault, None, f"type: {name} {command.takes}".rstrip())


def _is_of_the_deal(agreed: Agreed, word: str) -> bool:
    """Whether a word names a player or a contract, so that with more words it begins an entry."""
    return word in agreed.seat_of or word in agreed.rules.contracts


def _faults(name: str, command: Command, rest: Sequence[str]) -> Iterator[str]:
    if not command.takes and rest:
        yield f"`{name}` stands alone"
    if command.takes in (NUMBER, FACTS) and not (rest and rest[0].isdecimal() and len(rest[0]) < 7):
        yield f"`{name}` needs the number of a deal"
    if command.takes == NUMBER and len(rest) > 1:
        yield f"`{name}` takes one number"


def with_command_meant(problems: Sequence[Problem], line: str) -> tuple[Problem, ...]:
    """The problems of a line whose first word is nearly a command, with that as the hint."""
    from scorekeeper.problems import nearest

    if not any(problem.code == "word-unknown" for problem in problems):
        return tuple(problems)
    first = line.split(maxsplit=1)[0]
    meant = nearest(first, [name for name in COMMANDS if len(name) > 2])
    return tuple(p._replace(hint=f"did you mean `{meant}`?") if meant and _is_about(p, first) else p for p in problems)


def _is_about(problem: Problem, word: str) -> bool:
    """Whether a word could not be read, and nothing better is known of it."""
    return problem.code == "word-unknown" and f"`{word}`" in problem.message and "did you" not in (problem.hint or "")
