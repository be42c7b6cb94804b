"""A session opened: its journal, its rules, its deals scored. And the acts that add to it.

An act takes the book and what a person typed and returns the entries to append, or raises
Refused with every problem. Nothing here writes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.entry import amended, read_words
from scorekeeper.journal import FORMAT, Journal, Seen, read_journal
from scorekeeper.language import marked, tr, trn
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Problem, Refused, listed, refuse
from scorekeeper.ruleset import Ruleset, read_ruleset
from scorekeeper.ruleset.model import Count
from scorekeeper.schedule import State
from scorekeeper.scoring import Scored, judged
from scorekeeper.scoring.counts import completed, counted
from scorekeeper.scoring.shape import shaped
from scorekeeper.session import (
    AMEND,
    DEAL,
    REDO,
    UNDO,
    Agreed,
    Entry,
    Facts,
    Folded,
    agree,
    folded_entries,
    is_control,
)
from scorekeeper.standing import Standing, after, passed_over, standing, state_before

MOST_PLACES = 10  # that are named in one line


class Book(NamedTuple):
    """An open session."""

    name: str
    agreed: Agreed
    journal: Journal
    folded: Folded
    standing: Standing


class Act(NamedTuple):
    """What an act comes to: the entries to append, the session after them, the deal it is about
    (None where that deal is no more), the later deals whose totals moved, what is odd enough to
    ask about first, and the act in words."""

    entries: tuple[Entry, ...]
    standing: Standing
    recorded: int | None
    changed: tuple[int, ...]
    questions: tuple[Problem, ...]
    said: str


def new_head(agreed: Agreed, name: str, created: str) -> Mapping[str, Any]:
    """The head of a new session: what was agreed, and the rules themselves."""
    rules = {key: value for key, value in agreed.rules.raw.items() if key != "example"}
    return {
        "format": FORMAT, "name": name, "game": agreed.rules.id, "players": list(agreed.players),
        "dealer": agreed.players[agreed.dealer], "created": created,
        "options": dict(agreed.options), "rules": rules,
    }  # fmt: skip


def opened(data: bytes, name: str, seen: Seen | None = None) -> Book:
    """Opens a session file; raises Refused, with line and reason, where it is broken.

    A deal that the rules refuse does not keep the book from opening: it is in
    `standing.problems`, and `check` names it.
    """
    seen = seen or Seen()
    journal = read_journal(data, seen)
    agreed = _agreed(journal.head, seen)
    folded = folded_entries(journal.entries)
    return Book(name, agreed, journal, folded, _standing(agreed, folded))


def _agreed(head: Mapping[str, Any], seen: Seen) -> Agreed:
    """What the head says was agreed; a person may have mended it by hand."""
    players, dealer, options = head.get("players"), head.get("dealer"), head.get("options", {})
    raw, game = head.get("rules"), head.get("game")
    if not (isinstance(game, str) and isinstance(raw, dict) and isinstance(dealer, str) and isinstance(options, dict)):
        message = tr("the head of the session file must say `game`, `dealer` and its `[rules]`")
        raise refuse("session-broken", message)
    if not (isinstance(players, list) and all(isinstance(name, str) for name in players)):
        raise refuse("session-broken", tr("the head of the session file must say `players`, a list of names"))
    try:
        return agree(_ruleset(raw, game, seen), players, dealer, options)
    except Refused as refusal:
        raise Refused(refusal.problems, tr("the head of the session file does not hold")) from None


def _ruleset(raw: Mapping[str, Any], game: str, seen: Seen) -> Ruleset:
    """The rules of a head; where another file of the run holds the same, they are at hand."""
    key = id(raw), game
    if key not in seen.rulesets:
        seen.rulesets[key] = raw, read_ruleset(raw, game)
    ruleset: Ruleset = seen.rulesets[key][1]
    return ruleset


def _standing(agreed: Agreed, folded: Folded) -> Standing:
    now = standing(agreed, folded.deals)
    if not folded.amended:
        return now
    return now._replace(deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in now.deals))


# --- recording -------------------------------------------------------------------------------------


def new_deal(book: Book, words: Sequence[str], at: str) -> Act:
    """Reads, checks and scores the coming deal."""
    _refuse_if_broken(book)
    agreed, state = book.agreed, book.standing.state
    scored, questions = judged_words(agreed, state, words)
    entry = Entry(DEAL, state.deal, at, scored.facts)
    now = book.standing._replace(deals=(*book.standing.deals, scored), state=after(agreed, state, scored))
    return Act((entry,), now, state.deal, (), questions, tr("recorded deal {number}", number=state.deal))


def many_deals(book: Book, rows: Iterable[tuple[str, Sequence[str]]], at: str) -> Act:
    """Reads many deals at once, all or none; each row has its place and its words. A bad row is
    named, and those after it are judged as if it had been played."""
    _refuse_if_broken(book)
    agreed, state = book.agreed, book.standing.state
    deals, entries, questions, problems = [*book.standing.deals], [], [], []
    for place, words in rows:
        try:
            scored, asked = judged_words(agreed, state, words)
        except Refused as refusal:
            problems += [_said_of_row(problem, place) for problem in refusal.problems]
            state = passed_over(agreed, state)
            continue
        questions += [question._replace(place=place) for question in asked]
        entries.append(Entry(DEAL, state.deal, at, scored.facts, more=True))
        deals.append(scored)
        state = after(agreed, state, scored)
    if problems:
        places = [*dict.fromkeys(str(problem.place) for problem in problems)]
        at_fault = listed(places, "and") if len(places) <= MOST_PLACES else f"{', '.join(places[:MOST_PLACES])} …"
        raise Refused(problems, tr("{rows} cannot be; nothing was recorded", rows=at_fault))
    entries[-1:] = [entry._replace(more=False) for entry in entries[-1:]]
    now = book.standing._replace(deals=tuple(deals), state=state)
    said = trn(len(entries), "recorded {n} deal", "recorded {n} deals")
    return Act(tuple(entries), now, None, (), tuple(questions), said)


def _said_of_row(problem: Problem, place: str) -> Problem:
    """The problem with its place, and a mend that is not a command for another deal."""
    from scorekeeper.entry.mend import without_command

    hint = without_command(problem.hint or "")
    return problem._replace(place=place, hint=f"{place}: {hint}" if hint else None)


def judged_words(agreed: Agreed, state: State, words: Sequence[str]) -> tuple[Scored, tuple[Problem, ...]]:
    """The deal as it is scored, or every problem of its words and its facts together."""
    typed = read_words(agreed, state, words)
    verdict = judged(agreed, state, typed.facts)
    if state.over:
        raise Refused(verdict.problems)
    if typed.problems or verdict.scored is None:
        problems = [*typed.problems, *_not_said_yet(verdict.problems, typed.problems)]
        raise Refused(_mendable(agreed, state, problems), None, given_line(agreed, state.deal, typed.facts))
    return _in_order(agreed.rules, verdict.scored), verdict.questions


def _mendable(
    agreed: Agreed, state: State, problems: Sequence[Problem], before: Facts | None = None
) -> Sequence[Problem]:
    """The problems, with no command to type that would be refused too, or change nothing."""
    from scorekeeper.entry.mend import mendable

    def is_allowed(words: Sequence[str]) -> bool:
        typed = read_words(agreed, state, words, before)
        scored = judged(agreed, state, amended(agreed, state, before or {}, typed.facts)).scored
        return scored is not None and not typed.problems and _difference(before or {}, scored.facts) != ""

    return mendable(problems, is_allowed)


def _in_order(rules: Ruleset, scored: Scored) -> Scored:
    """The deal with its facts in the order of the rules, however they were typed."""
    names = dict.fromkeys(["contract", *rules.facts, *rules.counts])
    return scored._replace(facts={name: scored.facts[name] for name in names if name in scored.facts})


def _not_said_yet(problems: Sequence[Problem], said: Sequence[Problem]) -> list[Problem]:
    """The problems about facts that the reading has not complained about already; a fact that
    could not be read, or whose name was misspelt, is not missing."""
    about = {problem.fact for problem in said}
    unread = None in about
    meant = " ".join(problem.hint or "" for problem in said)
    missing = [p for p in problems if p.code.endswith("-missing") and (unread or f"`{p.fact}`" in meant)]
    return [p for p in problems if p.fact not in about and p not in missing]


# --- correcting ------------------------------------------------------------------------------------


def amendment(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Corrects one deal: only the facts typed change. Refused whole where nothing would be
    different, or where the deal, or a later one under it, becomes impossible."""
    agreed, state = book.agreed, _state_to_correct(book, number)
    stored = book.folded.deals[number - 1].facts
    before, _ = shaped(agreed.rules, stored)  # what was spoilt by hand is as if it had not been said
    typed = read_words(agreed, state, words, before)
    if not (typed.facts or typed.without or typed.problems):
        message = tr("nothing to change in deal {number}: say which facts are different", number=number)
        raise refuse("amend-nothing", message, None, f"scorekeeper amend {number} FACT…")
    left = {name: value for name, value in before.items() if name not in typed.without}
    facts = amended(agreed, state, left, typed.facts)
    verdict = judged(agreed, state, facts)
    problems = [*typed.problems, *_why_problems(why)]
    if problems or verdict.scored is None:
        found = _mendable(agreed, state, [*problems, *_not_said_yet(verdict.problems, problems)], before)
        raise Refused([_said_of(problem, number) for problem in found], None, given_line(agreed, number, facts))
    entry = Entry(AMEND, number, at, _in_order(agreed.rules, verdict.scored).facts, " ".join(why.split()))
    difference = _difference(stored, entry.facts)
    if not difference:
        message = tr("nothing is different: deal {number} is {facts} already", number=number, facts=_in_words(stored))
        raise refuse("amend-same", message, None, tr("see `scorekeeper log`"))
    said = tr("corrected deal {number}: {difference}", number=number, difference=difference)
    act = _refolded(book, entry, number, said)
    if act.standing.problems and len(act.standing.deals) <= len(book.standing.deals):
        heading = tr("deal {number} cannot be corrected so: a later deal would become impossible", number=number)
        place = tr("deal {number}", number=len(act.standing.deals) + 1)
        raise Refused([p._replace(place=place) for p in act.standing.problems], heading)
    return act._replace(questions=verdict.questions)


def _said_of(problem: Problem, number: int) -> Problem:
    """The problem with its mend as the command that corrects a deal."""
    hint = (problem.hint or "").replace("scorekeeper deal ", f"scorekeeper amend {number} ")
    return problem._replace(hint=hint or None)


def _state_to_correct(book: Book, number: int) -> State:
    """The state before a deal that is to be corrected; of deals that the rules refuse only the
    first can be, since the others follow from it."""
    if not 1 <= number <= len(book.folded.deals):
        raise no_such_deal(book, number)
    sound = len(book.standing.deals)
    if number > sound + 1:
        heading = tr("deal {number} must be corrected first: the rules refuse it", number=sound + 1)
        raise Refused(book.standing.problems, heading)
    return state_before(book.standing, number) if number <= sound else book.standing.state


def _why_problems(why: str) -> list[Problem]:
    if not any(is_control(character) for word in why.split() for character in word):
        return []
    message = tr("{words} cannot be kept: it holds an invisible control character", words=repr(why))
    return [Problem("why-text", message, "why")]


def undoing(book: Book, at: str) -> Act:
    """Takes back the last deal or correction that stands."""
    if not book.folded.done:
        raise refuse("undo-nothing", tr("there is nothing to take back: no deal has been recorded"))
    *before, act = book.folded.done
    return _refolded(book, Entry(UNDO, act.number, at, {}), act.number, _act_in_words(_DONE, UNDO, act, before))


def redoing(book: Book, at: str) -> Act:
    """Restores the last deal or correction taken back."""
    if not book.folded.undone:
        raise refuse("redo-nothing", tr("there is nothing to restore: nothing was taken back since the last deal"))
    act = book.folded.undone[-1]
    said = _act_in_words(_DONE, REDO, act, book.folded.done)
    return _refolded(book, Entry(REDO, act.number, at, {}), act.number, said)


def _refolded(book: Book, entry: Entry, number: int, said: str) -> Act:
    """The session with one more entry, and the later deals whose totals it moves."""
    now = _standing(book.agreed, folded_entries([*book.journal.entries, entry]))
    pairs = zip(book.standing.deals, now.deals, strict=False)
    changed = [new.turn.number for old, new in pairs if new.turn.number > number and new.totals != old.totals]
    recorded = number if number <= len(now.deals) else None
    return Act((entry,), now, recorded, tuple(changed), (), said)


def _refuse_if_broken(book: Book) -> None:
    if book.standing.problems:
        heading = tr("the session holds a deal that its rules refuse; correct it first")
        raise Refused(book.standing.problems, heading)


def no_such_deal(book: Book, number: int) -> Refused:
    """The refusal of a deal's number that no deal has."""
    last = len(book.folded.deals)
    some = {0: tr("no deal has been recorded"), 1: tr("only deal 1 has been recorded")}
    there = some.get(last) or tr("deals 1 to {last} have been recorded", last=last)
    hint = tr("`scorekeeper sheet` shows them") if last else None
    return refuse("deal-unknown", f"{tr('there is no deal {number}', number=number)}; {there}", None, hint)


# --- in words --------------------------------------------------------------------------------------


def given_line(agreed: Agreed, number: int, facts: Facts) -> str | None:
    """What was given for a deal in one line, `deal 3 · sort · Anna 8, Björn 5, Cleo 4`, a dash for
    what was not; None where nothing was. The values may be wrong in any way."""
    counts = [name for name in agreed.rules.counts if name in facts]
    others = [name for name in dict.fromkeys([*agreed.rules.facts, *facts]) if name in facts and name not in counts]
    parts = [_shown(facts["contract"])] if "contract" in facts else []
    parts += [name if facts[name] is True else f"{name} {_shown(facts[name])}" for name in others if name != "contract"]
    for name in counts:
        label = f"{name} " if len(counts) > 1 else ""
        parts.append(label + _column_in_words(agreed, agreed.rules.counts[name], facts[name]))
    return " · ".join([tr("deal {number}", number=number), *parts]) if parts else None


def _column_in_words(agreed: Agreed, count: Count, column: Any) -> str:
    names, total = counted(count, agreed), count.total.constant if count.total else None
    if not isinstance(column, (list, tuple)) or len(column) != len(names):
        return _shown(column)
    if all(number is None or number.__class__ is int for number in column):
        column = completed(count, column, total)
    return ", ".join(f"{who} {'–' if number is None else number}" for who, number in zip(names, column, strict=True))


def entry_words(book: Book) -> list[str]:
    """Every entry in words, in the order they were made: an undo says what it took back."""
    said: list[str] = []
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in book.journal.entries:
        if entry.what == DEAL:
            said.append(tr("deal {number}: {facts}", number=entry.number, facts=_in_words(entry.facts)))
        elif entry.what == AMEND:
            difference = _difference(_facts_of(entry.number, done), entry.facts) or tr("nothing is different")
            said.append(tr("amend deal {number}: {difference}", number=entry.number, difference=difference))
        if entry.what in (DEAL, AMEND):
            done.append(entry)
            undone.clear()
        else:
            source, target = (done, undone) if entry.what == UNDO else (undone, done)
            act = source.pop()
            said.append(_act_in_words(_LOGGED, entry.what, act, done))
            target.append(act)
    return said


def _in_words(facts: Facts) -> str:
    return " · ".join(name if value is True else f"{name} {_shown(value)}" for name, value in facts.items())


_DONE = {
    (UNDO, DEAL): marked("took back deal {number} ({facts})"),
    (UNDO, AMEND): marked("took back the correction of deal {number} ({facts})"),
    (REDO, DEAL): marked("restored deal {number} ({facts})"),
    (REDO, AMEND): marked("restored the correction of deal {number} ({facts})"),
}
_LOGGED = {
    (UNDO, DEAL): marked("undo: deal {number} ({facts})"),
    (UNDO, AMEND): marked("undo: the correction of deal {number} ({facts})"),
    (REDO, DEAL): marked("redo: deal {number} ({facts})"),
    (REDO, AMEND): marked("redo: the correction of deal {number} ({facts})"),
}


def _act_in_words(messages: Mapping[tuple[str, str], str], what: str, act: Entry, before: Sequence[Entry]) -> str:
    """What was taken back or restored: the facts of a deal, or what is different without a correction
    or with it; `before` are the acts without it."""
    if act.what == DEAL:
        return tr(messages[what, DEAL], number=act.number, facts=_in_words(act.facts))
    then = _facts_of(act.number, before)
    moved = _difference(act.facts, then) if what == UNDO else _difference(then, act.facts)
    return tr(messages[what, AMEND], number=act.number, facts=moved or tr("nothing is different"))


def _facts_of(number: int, done: Sequence[Entry]) -> Facts:
    """What a deal is after these acts."""
    return next(act.facts for act in reversed(done) if act.number == number)


def _difference(before: Facts, now: Facts) -> str:
    names = dict.fromkeys([*now, *before])
    pairs = [(name, _shown(before.get(name)), _shown(now.get(name))) for name in names]
    return ", ".join(f"{name} {old} → {new}" for name, old, new in pairs if old != new)


def _shown(value: Any) -> str:
    if value is None:
        return tr("(none)")
    if value is True:
        return tr("yes")
    return ",".join(map(_shown, value)) if isinstance(value, (list, tuple)) else str(value)
