"""The act that records facts of the coming deal before its result: bids, an auction, a trump suit
that was cut."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.filled import filled
from scorekeeper.game.happenings import refuse_over
from scorekeeper.game.judge import judged
from scorekeeper.game.log import DEAL, KNOWN, PLAYERS, Entry
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.amend import amended
from scorekeeper.record.book import Act, Book
from scorekeeper.record.entry_words import different, given_line, known_said, known_words
from scorekeeper.record.events import refuse_if_broken, refuse_over_by_one, with_entry
from scorekeeper.record.known import lacks
from scorekeeper.record.mendable import mendable_by_words
from scorekeeper.record.names import facts_named
from scorekeeper.record.recording import in_rules_order, not_said_yet, refuse_spent
from scorekeeper.record.values import NOTHING
from scorekeeper.record.words import read_words
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, Refused, refuse, see


def knowing(book: Book, words: Sequence[str], at: str) -> Act:
    """Record facts of the coming deal before its result. A fact that is said again replaces what
    was recorded of it, and `FACT=-` takes it out. Refused with everything that the rules already
    exclude, where nothing would change, and where it is the whole deal."""
    refuse_if_broken(book)
    now = book.standing
    refuse_over(now.state)
    refuse_over_by_one(book)
    refuse_spent(book.agreed, now.state)
    agreed, state, before = now.seating.agreed, now.seating.state, now.seating.known
    facts = _facts_known(agreed, state, before, words)
    if not different(before, facts):
        raise _nothing_new(agreed, state.deal, before)
    entry = Entry(KNOWN, state.deal, at, {PLAYERS: list(agreed.players), **facts})
    return with_entry(book, entry, known_said(agreed, entry))


def _facts_known(agreed: Agreed, state: State, before: Facts, words: Sequence[str]) -> Facts:
    """Return all that is known with these words; raise Refused with every problem."""
    gone = _taken_out(agreed, before, words)
    typed = read_words(agreed, state, [word for word in words if word not in gone], before)
    without = typed.without.union(gone.values())
    facts = amended(agreed, state, before, typed.facts, without)
    verdict = judged(agreed, state, facts)
    if verdict.scored is not None and not typed.problems:
        raise _is_whole(words)
    wrong = [one for one in verdict.problems if one.fact in facts or not lacks(one)]
    if typed.problems or wrong:
        problems = [*typed.problems, *not_said_yet(wrong, typed.problems)]
        tried = mendable_by_words(agreed, state, [_as_known(one) for one in problems], before)
        raise Refused(tried, None, given_line(agreed, state.deal, facts))
    return as_recorded(agreed, state, facts)


def as_recorded(agreed: Agreed, state: State, facts: Facts) -> Facts:
    """Return facts that hold as an entry has them: in the order of the rules, a number left out
    worked out."""
    view, _ = filled(agreed, state, dict(facts))
    return in_rules_order(agreed.rules, {name: view.entered[name] for name in facts})


def _taken_out(agreed: Agreed, before: Facts, words: Iterable[str]) -> dict[str, str]:
    """Return each word that takes a known fact out, `bids=-`, with the fact."""
    found = {}
    for word in words:
        key, _, text = word.partition("=")
        named = facts_named(agreed.rules, key)
        if text in NOTHING and len(named) == 1 and named[0] in before:
            found[word] = named[0]
    return found


def _as_known(problem: Problem) -> Problem:
    """Return the problem with its mend as the command that records facts before the result."""
    return problem.with_commands(
        lambda command: command._replace(name=KNOWN) if command.name == DEAL else command
    )


def _is_whole(words: Sequence[str]) -> Refused:
    message = say("this is the whole deal, with its result")
    hint = say("record it: {command}", command=CommandLine(DEAL, tuple(words)))
    return refuse("known-whole", message, None, hint)


def _nothing_new(agreed: Agreed, number: int, before: Facts) -> Refused:
    """Return the refusal of facts that are known already, or of none."""
    if not before:
        message = say("say what is known of deal {number} before its result", number=number)
        hint = CommandLine(KNOWN, (), (say("FACT…"),))
        return refuse("known-nothing", message, None, hint)
    facts = known_words(agreed, before)
    message = say(
        "nothing is different: known of deal {number}: {facts}", number=number, facts=facts
    )
    return refuse("known-same", message, None, see(CommandLine("next")))
