"""What is wrong with something a person gave, as values that are collected to the end."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.language import tr


class Problem(NamedTuple):
    """One reason to refuse: `code` is kebab-case and stable, `fact` names what it is about."""

    code: str
    message: str
    fact: str | None = None
    hint: str | None = None
    place: str | None = None
    rule: str | None = None


class Refused(Exception):
    """The rules or the data say no; carries every problem found, never only the first."""

    def __init__(
        self, problems: Iterable[Problem], heading: str | None = None, context: str | None = None
    ) -> None:
        self.problems = tuple(problems)
        self.heading = heading
        self.context = context  # what was given, in one line, where the problems are about that
        super().__init__("; ".join(problem.message for problem in self.problems))


class MachineFailure(Exception):
    """The disk, a permission or a lock stood in the way; nothing was half-written."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


def refuse(code: str, message: str, fact: str | None = None, hint: str | None = None) -> Refused:
    """A refusal for a single problem."""
    return Refused([Problem(code, message, fact, hint)])


def gathered(*reads: Callable[[], Any]) -> list[Any]:
    """What each reading gives; raises Refused with the problems of all that are refused."""
    found, problems = list[Any](), list[Problem]()
    for read in reads:
        try:
            found.append(read())
        except Refused as refusal:
            problems += refusal.problems
    if problems:
        raise Refused(problems)
    return found


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` was probably meant to be, or None."""
    from difflib import get_close_matches  # only ever needed once something is already wrong

    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), list(by_folded), n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The hint that names the nearest known word, or None where there is none near."""
    meant = nearest(word, known)
    return tr("did you mean `{meant}`?", meant=meant) if meant else None


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`: a list as it is said aloud; `last` is "or" or "and"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    joint = {"or": tr("or"), "and": tr("and")}[last]
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def quoted(name: str) -> str:
    """A name between quotation marks."""
    # Translators: the quotation marks of your language.
    return tr("“{name}”", name=name)


def names_listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a row; in quotes where one of them holds a comma itself."""
    return listed(in_quotes(list(names)), last)


def in_quotes(names: Sequence[str]) -> Sequence[str]:
    """The names as they stand in a row: each in quotes where one of them holds a comma itself."""
    return [*map(quoted, names)] if any("," in name for name in names) else names


def in_a_line(error: Exception) -> str:
    """What an error says, without the lines of a file that it shows below."""
    return str(error).partition("\n")[0]


def labelled(label: object, text: object) -> str:
    """`a: b`, with the space before the colon that the language spoken may want."""
    # Translators: only the colon between the two, and the spaces beside it
    return tr("{label}: {text}", label=label, text=text)


def parted(parts: Iterable[str]) -> str:
    """`a; b; c`: parts that may hold commas of their own."""
    # Translators: only the semicolon between two parts, and the spaces beside it
    return tr("{one}; {other}", one="", other="").join(parts)


def as_typed(word: str) -> str:
    """A word as it is typed into a shell: in quotes where that would take it apart."""
    import shlex  # seldom needed, and never by a command that records

    is_plain = word and all(letter.isalnum() or letter in "-_./" for letter in word)
    return word if is_plain else shlex.quote(word)
