"""Commands that are nearly said: a first word that is no command and no word of the deal."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.schedule import turn
from scorekeeper.record.bare import CONTRACT, Said
from scorekeeper.record.unread import near, words_of_the_deal
from scorekeeper.record.words import read_words, split_line
from scorekeeper.table.commands import COMMANDS, PROGRAM, pages_made
from scorekeeper.table.state import Table
from scorekeeper.table.typed import OUTSIDE
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem, nearest

# What people type elsewhere for the same thing, at this table or in the shell: each place offers
# those that it has.
ELSEWHERE = {
    "start": ("new", "play", "again"), "begin": ("new", "play", "again"),
    "score": ("deal", "sheet"), "points": ("deal", "sheet"), "stats": ("league", "summary"),
    "statistics": ("league", "summary"), "exit": ("quit",), "q": ("quit",), "quit": ("quit",),
    "delete": ("strike", "undo", "amend"), "remove": ("strike", "undo", "amend"),
    "del": ("strike", "undo", "amend"), "erase": ("strike", "undo", "amend"),
    "correct": ("amend",), "change": ("amend",), "edit": ("amend",), "fix": ("amend",),
    "back": ("undo",), "restore": ("redo",), "history": ("log",), "scores": ("sheet",),
    "bye": ("quit",), "referee": ("?",), "--help": ("help",), "-h": ("help",),
    "annuler": ("undo", "cancel"), "défaire": ("undo",), "refaire": ("redo",),
    "quitter": ("quit",),
    "defaire": ("undo",), "ångra": ("undo",), "angra": ("undo",),
    "avbryt": ("cancel",), "avsluta": ("quit",),
    "feuille": ("sheet",), "marque": ("sheet",), "règles": ("rules",), "regles": ("rules",),
    "résumé": ("summary",), "resume": ("summary",), "suivant": ("next",), "suivante": ("next",),
    "expliquer": ("explain",), "corriger": ("amend",), "insérer": ("insert",),
    "inserer": ("insert",), "supprimer": ("strike", "undo"), "arbitre": ("?",),
    "protokoll": ("sheet",), "protokollet": ("sheet",), "ställning": ("sheet",),
    "ställningen": ("sheet",), "nästa": ("next",), "nasta": ("next",), "regler": ("rules",),
    "förklara": ("explain",), "rätta": ("amend",), "infoga": ("insert",),
    "radera": ("strike", "undo"), "sammanfattning": ("summary",), "anteckna": ("note",),
    "domare": ("?",), "sluta": ("quit", "finish"), "stop": ("quit", "finish"),
    "pause": ("quit",), "arrêter": ("quit", "finish"), "arreter": ("quit", "finish"),
}  # fmt: skip

LEAVE = "quit"

# What people type for pages that are printed or kept.
PAGES = ("print", "export", "pdf", "html", "imprimer", "exporter", "skriva", "exportera")


def command_meant(table: Table, line: str) -> Problem | None:
    """The problem of a line that begins with what is near a command and fits nothing else."""
    first = next(iter(split_line(line)), "")
    if first.casefold() in PAGES and not _is_of_the_deal(table, first):
        message = say("`{word}` is not a word of this deal", word=first)
        return Problem("word-unknown", message, None, (pages_made(),))
    if first.casefold() in OUTSIDE and not _is_of_the_deal(table, first):
        return _outside(first.casefold())
    meant = (
        [] if first.casefold() in COMMANDS or _is_of_the_deal(table, first) else _near(table, first)
    )
    if not meant:
        return None
    hint = say("did you mean {words}?", words=listing(f"`{name}`" for name in meant))
    return Problem(
        "word-unknown", say("`{word}` is not a word of this deal", word=first), None, (hint,)
    )


def _outside(name: str) -> Problem:
    """The refusal of a command that is typed in the shell."""
    message = say("`{name}` is a command of the shell, and this is the live table", name=name)
    hint = say(
        "type {command} outside it, after quit or in another terminal",
        command=f"`{PROGRAM} {name}`",
    )
    return Problem("word-unknown", message, None, (hint,))


def _near(table: Table, word: str) -> Sequence[str]:
    """The commands that a word is nearer to than to anything that can be said of a deal."""
    meant = [name for name in ELSEWHERE.get(word.casefold(), ()) if name in COMMANDS]
    if meant:
        return meant
    commands = [name for name in COMMANDS if len(name) > 2]
    agreed, facts = table.agreed, table.draft.facts
    said = Said(agreed, turn(agreed, table.state).contracts, facts.get(CONTRACT), facts)
    likely = nearest(word, near(word, [*words_of_the_deal(said), *commands]))
    return [likely] if likely in commands else []


def _is_of_the_deal(table: Table, word: str) -> bool:
    """Whether a word can be read, well or not, as something that is said of a deal."""
    problems = read_words(table.agreed, table.state, [word]).problems
    return not any(problem.code == "word-unknown" for problem in problems)
