"""What the rows of a paper sheet show to be wrong with its header: a column that the game has no
use for, and a count whose columns are called otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from scorekeeper.game.counts import counted
from scorekeeper.game.session import Agreed
from scorekeeper.record.headers import BARE, BOTH, COUNT, Column, columns_of, head_typed
from scorekeeper.record.names import facts_named
from scorekeeper.record.paper_csv import Paper, row_words
from scorekeeper.record.unread import SEVERAL_KEYS, UNKNOWN_KEY
from scorekeeper.rules.said import key_typed, keys
from scorekeeper.text.message import (
    CommandLine,
    Joined,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, Refused, nearest

MOST_HEADS = 3  # columns of a foreign file that are named


def with_header_problems(agreed: Agreed, paper: Paper, refused: Refused) -> Refused:
    """The refusal of a sheet's rows, with what is wrong with the header said once, before what is
    wrong with a row; the same refusal where the header is well."""
    columns, _ = columns_of(agreed, paper)
    unread = {problem.fact for problem in refused.problems if _is_unread(paper, problem)}
    uncounted = _uncounted(agreed, paper, columns, bool(unread))
    found, rest = dict[str | None, Problem](), list[Problem]()
    for problem in refused.problems:
        if problem.fact in unread:
            found.setdefault(problem.fact, _unread(agreed, paper, problem))
        elif problem.is_missing and (names := uncounted.get(str(problem.fact))):
            found.setdefault(problem.fact, _elsewhere(agreed, paper, columns, problem, names))
        else:
            rest.append(problem)
    if not found:
        return refused
    return Refused([*found.values(), *rest], refused.heading if rest else None)


# --- a file that is no sheet of the game ---------------------------------------------------------


def foreign_problems(agreed: Agreed, paper: Paper) -> Iterator[Problem]:
    """Yield one problem for a file of which the game knows no column: every row would fail by
    it."""
    columns, problems = columns_of(agreed, paper)
    heads = [head for head, column in zip(paper.header, columns, strict=True) if head]
    if problems or any(map(partial(_is_of_the_game, agreed), paper.header, columns)):
        return
    shown = Joined((Joined(tuple(f"`{head}`" for head in heads[:MOST_HEADS]), ", "), "…"), " ")
    message = say_n(
        len(paper.header),
        "read as CSV, this is no sheet of {game}: its one column {heads} is none of the game's",
        "read as CSV, this is no sheet of {game}: of its {n} columns, {heads}, none is the game's",
        game=agreed.rules.name,
        heads=shown if len(heads) > MOST_HEADS else listing([f"`{head}`" for head in heads], "and"),
    )
    blank = CommandLine("sheet", ("--blank", agreed.rules.id, "--format", "csv"))
    mends = (
        _called(agreed, heads[0]),
        say("`{command}` prints an empty sheet", command=blank),
        say("`{command}` shows an example", command=CommandLine("import", ("--help",))),
    )
    yield Problem("import-column", message, paper.header[0], mends, row_words(paper.row))


def _is_of_the_game(agreed: Agreed, head: str, column: Column) -> bool:
    """Return True for a column of a fact, a count or somebody who plays, or without a name."""
    named = bool(facts_named(agreed.rules, head)) or column.name in agreed.rules.facts
    return column.kind in (BARE, COUNT) or column.place is not None or named


# --- a column that the game has no use for -------------------------------------------------------


def _is_unread(paper: Paper, problem: Problem) -> bool:
    """Whether a problem is that a column is called like no fact or count, or like several."""
    return problem.code in (UNKNOWN_KEY, SEVERAL_KEYS) and problem.fact in paper.header


def _unread(agreed: Agreed, paper: Paper, problem: Problem) -> Problem:
    """What is wrong with such a column; that of several the message names already."""
    mends = (_called(agreed, str(problem.fact)),) if problem.code == UNKNOWN_KEY else ()
    return problem._replace(place=row_words(paper.row), mends=mends)


def _called(agreed: Agreed, head: str) -> Words:
    """What a column was probably meant to be called, else what columns may be called."""
    facts, of_one = _heads_of_facts(agreed), _heads_of_one(agreed)
    known = {**facts, **of_one}
    if meant := nearest(head, known):
        return titled(_quoted(head), say("did you mean `{meant}`?", meant=known[meant]))
    heads = dict.fromkeys([*facts.values(), *[*of_one.values()][:1]])
    return say("a column may be called {heads}", heads=listing(map(_quoted, heads)))


def _heads_of_facts(agreed: Agreed) -> Mapping[str, Words]:
    """What a column of a fact, or of all numbers of a count, is called, by each of its words."""
    rules = agreed.rules
    return {
        word: key_typed(rules, name)
        for name, phrase in keys(rules).items()
        for word in (name, *phrase.spellings())
    }


def _heads_of_one(agreed: Agreed) -> Mapping[str, Words]:
    """What a column of one player's or side's number of a count is called, by its id and name."""
    return {
        f"{count.id} {who}": head_typed(agreed.rules, count.id, who)
        for count in agreed.rules.counts.values()
        for who in counted(count, agreed)
    }


def _quoted(words: Words) -> Words:
    return Joined(("`", words, "`"))


# --- a count whose columns are called otherwise --------------------------------------------------


def _uncounted(
    agreed: Agreed, paper: Paper, columns: Sequence[Column], has_unread: bool
) -> Mapping[str, Sequence[str]]:
    """The counts for which other columns may have been meant, each with those who have no column of
    it; none where numbers may stand in a column without a name."""
    if _has_words(paper, columns):
        return {}
    known = {column.name for column in columns if column.kind == COUNT}
    without = {name: _without_column(agreed, columns, name) for name in agreed.rules.counts}
    return {
        name: names
        for name, names in without.items()
        if _names_alone(agreed, paper, columns, names) or (has_unread and name not in known)
    }


def _has_words(paper: Paper, columns: Sequence[Column]) -> bool:
    return any(
        text and column.kind == BARE
        for _, row in paper.rows
        for column, text in zip(columns, row, strict=False)
    )


def _without_column(agreed: Agreed, columns: Sequence[Column], name: str) -> list[str]:
    places = {column.place for column in columns if column.kind == COUNT and column.name == name}
    names = counted(agreed.rules.counts[name], agreed)
    return [who for place, who in enumerate(names) if places.isdisjoint((place, None))]


def _names_alone(
    agreed: Agreed, paper: Paper, columns: Sequence[Column], names: Sequence[str]
) -> list[str]:
    """The columns that are called by a name alone, if they are all of these people."""
    found = {
        head: agreed.side_names[column.place]
        for head, column in zip(paper.header, columns, strict=True)
        if column.kind == BOTH and column.place is not None
    }
    return [*found] if set(found.values()) <= {*names} else []


def _elsewhere(
    agreed: Agreed, paper: Paper, columns: Sequence[Column], missing: Problem, names: Sequence[str]
) -> Problem:
    """What is wrong where a count is missing, and what its columns are to be called."""
    alone = _names_alone(agreed, paper, columns, names)
    read = say(
        "a column called by a name alone ({heads}) is read as points and totals",
        heads=listing([f"`{head}`" for head in alone], "and"),
    )
    heads = [_quoted(head_typed(agreed.rules, str(missing.fact), who)) for who in names]
    return missing._replace(
        message=in_turn(missing.message, *([read] if alone else [])),
        mends=(say("call its columns {heads}", heads=listing(heads, "and")),),
        place=row_words(paper.row),
    )
