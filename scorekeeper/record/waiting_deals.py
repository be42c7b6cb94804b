"""The act that completes a deal: it says what the deal waited for."""

from collections.abc import Sequence

from scorekeeper.game.completions import completing_command
from scorekeeper.game.log import COMPLETE, Entry
from scorekeeper.record.amending import corrected_deal, no_such_deal
from scorekeeper.record.book import Act, Book
from scorekeeper.record.entry_words import different, in_words
from scorekeeper.record.events import (
    LAST,
    kept_why,
    refuse_if_broken,
    refuse_impossible,
    with_entry,
)
from scorekeeper.rules.said import key_said
from scorekeeper.text.message import CommandLine, Joined, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse


def completing(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Says what a deal, or the LAST, waits for; what is entered of it stays as it is. Refused where
    it waits for nothing, what is said was said before, or a later deal becomes impossible."""
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
    """Raises Refused for a deal that waits for nothing."""
    if book.standing.deals[number - 1].waits:
        return
    message = say("deal {number} waits for nothing: it is whole", number=number)
    command = CommandLine("amend", (str(number),), (Joined((say("FACT"), "…")),))
    raise refuse("complete-whole", message, None, say("`{command}` corrects it", command=command))


def _refuse_said(book: Book, number: int, changed: Sequence[str]) -> None:
    """Raises Refused where something is said otherwise that was said before."""
    before = book.folded.deals[number - 1].facts
    again = [key_said(book.agreed.rules, name) for name in changed if name in before]
    if not again:
        return
    message = say(
        "deal {number} has {facts} already: that is corrected, not completed",
        number=number,
        facts=listing(again, "and"),
    )
    command = CommandLine("amend", (str(number),), (Joined((say("FACT"), "…")),))
    raise refuse("complete-said", message, None, command)


def _as_completion(problem: Problem) -> Problem:
    """The problem with its mend as the command that completes the deal."""
    return problem.with_commands(
        lambda command: command._replace(name="complete") if command.name == "amend" else command
    )
