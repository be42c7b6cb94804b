"""A session opened: its journal, its rules, its deals scored. And the acts that add to it.

An act takes the book and what a person typed and returns the entries to append, or raises
Refused with every problem. Nothing here writes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.entry import amended, read_words
from scorekeeper.journal import Journal, read_journal
from scorekeeper.problems import Problem, Refused, listed, refuse
from scorekeeper.ruleset import Ruleset, read_ruleset
from scorekeeper.schedule import State
from scorekeeper.scoring import Scored, judged
from scorekeeper.scoring.counts import counted
from scorekeeper.session import AMEND, DEAL, REDO, UNDO, Agreed, Entry, Facts, Folded, agree, folded_entries
from scorekeeper.standing import Standing, after, passed_over, standing, state_before

FORMAT = 1


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


def opened(data: bytes, name: str) -> Book:
    """Opens a session file; raises Refused, with line and reason, where it is broken.

    A deal that the rules refuse does not keep the book from opening: it is in
    `standing.problems`, and `check` names it.
    """
    journal = read_journal(data)
    agreed = _agreed(journal.head)
    folded = folded_entries(journal.entries)
    scored = standing(agreed, folded.deals)
    if folded.amended:
        scored = scored._replace(deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in scored.deals))
    return Book(name, agreed, journal, folded, scored)


def _agreed(head: Mapping[str, Any]) -> Agreed:
    players, dealer, options = head.get("players"), head.get("dealer"), head.get("options", {})
    raw, game = head.get("rules"), head.get("game")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players) or not isinstance(options, dict):
        raise refuse("session-broken", "the head of the session file must say `players` and `options`")
    if not isinstance(raw, dict) or not isinstance(game, str) or not isinstance(dealer, (str, type(None))):
        raise refuse("session-broken", "the head of the session file must say `game`, `dealer` and its `[rules]`")
    return agree(read_ruleset(raw, game), players, dealer, options)


# --- recording -------------------------------------------------------------------------------------


def new_deal(book: Book, words: Sequence[str], at: str) -> Act:
    """Reads, checks and scores the coming deal."""
    _refuse_if_broken(book)
    agreed, state = book.agreed, book.standing.state
    scored, questions = _judged(agreed, state, words)
    entry = Entry(DEAL, state.deal, at, scored.facts)
    now = book.standing._replace(deals=(*book.standing.deals, scored), state=after(agreed, state, scored))
    return Act((entry,), now, state.deal, (), questions, f"recorded {described(agreed, scored)}")


def many_deals(book: Book, rows: Sequence[tuple[str, Sequence[str]]], at: str) -> Act:
    """Reads many deals at once, all or none; each row has its place and its words. A bad row is
    named, and those after it are judged as if it had been played."""
    _refuse_if_broken(book)
    agreed, state = book.agreed, book.standing.state
    deals, entries, questions, problems = [*book.standing.deals], [], [], []
    for place, words in rows:
        try:
            scored, asked = _judged(agreed, state, words)
        except Refused as refusal:
            problems += [problem._replace(place=place) for problem in refusal.problems]
            state = passed_over(agreed, state)
            continue
        questions += [question._replace(place=place) for question in asked]
        entries.append(Entry(DEAL, state.deal, at, scored.facts, more=True))
        deals.append(scored)
        state = after(agreed, state, scored)
    if problems:
        raise Refused(problems, f"{listed(sorted({str(p.place) for p in problems}), 'and')} cannot be; nothing was recorded")
    entries[-1:] = [entry._replace(more=False) for entry in entries[-1:]]
    now = book.standing._replace(deals=tuple(deals), state=state)
    return Act(tuple(entries), now, None, (), tuple(questions), f"recorded {len(entries)} deals")


def _judged(agreed: Agreed, state: State, words: Sequence[str]) -> tuple[Scored, tuple[Problem, ...]]:
    """The deal as it is scored, or every problem of its words and its facts together."""
    typed = read_words(agreed, state, words)
    verdict = judged(agreed, state, typed.facts)
    if typed.problems and not state.over:
        raise Refused([*typed.problems, *_not_said_yet(verdict.problems, typed.problems)])
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return verdict.scored, verdict.questions


def _not_said_yet(problems: Sequence[Problem], said: Sequence[Problem]) -> list[Problem]:
    """The problems about facts that the reading has not complained about already; a fact that
    could not be read is not missing."""
    about = {problem.fact for problem in said}
    unread = None in about
    return [p for p in problems if p.fact not in about and not (unread and p.code.endswith("-missing"))]


# --- correcting ------------------------------------------------------------------------------------


def amendment(book: Book, number: int, words: Sequence[str], at: str, why: str = "") -> Act:
    """Corrects one deal: only the facts typed change. Refused whole where the deal, or a later
    one under it, becomes impossible."""
    if not 1 <= number <= len(book.folded.deals):
        raise refuse("deal-unknown", f"there is no deal {number}; {_deals_so_far(book)}", None, "see `scorekeeper sheet` for their numbers")
    agreed, before = book.agreed, book.folded.deals[number - 1]
    state = state_before(book.standing, number)
    typed = read_words(agreed, state, words, before.facts)
    if not typed.facts and not typed.problems:
        raise refuse("amend-nothing", f"nothing to change in deal {number}: say which facts are different", None, f"scorekeeper amend {number} FACT…")
    facts = amended(agreed, state, before.facts, typed.facts)
    verdict = judged(agreed, state, facts)
    if typed.problems or verdict.scored is None:
        raise Refused([*typed.problems, *_not_said_yet(verdict.problems, typed.problems)])
    entry = Entry(AMEND, number, at, verdict.scored.facts, why)
    act = _refolded(book, entry, number, f"corrected deal {number}: {_difference(before.facts, entry.facts)}")
    if act.standing.problems:
        raise Refused(act.standing.problems, f"deal {number} cannot be corrected so: a later deal would become impossible")
    return act._replace(questions=verdict.questions)


def undoing(book: Book, at: str) -> Act:
    """Takes back the last deal or correction that stands."""
    if not book.folded.done:
        raise refuse("undo-nothing", "there is nothing to take back: no deal has been recorded")
    act = book.folded.done[-1]
    return _refolded(book, Entry(UNDO, act.number, at, {}), act.number, f"took back {_act_in_words(act)}")


def redoing(book: Book, at: str) -> Act:
    """Restores the last deal or correction taken back."""
    if not book.folded.undone:
        raise refuse("redo-nothing", "there is nothing to restore: nothing was taken back since the last deal")
    act = book.folded.undone[-1]
    return _refolded(book, Entry(REDO, act.number, at, {}), act.number, f"restored {_act_in_words(act)}")


def _refolded(book: Book, entry: Entry, number: int, said: str) -> Act:
    """The session with one more entry, and the later deals whose totals it moves."""
    folded = folded_entries([*book.journal.entries, entry])
    now = standing(book.agreed, folded.deals)
    now = now._replace(deals=tuple(d._replace(amended=d.turn.number in folded.amended) for d in now.deals))
    pairs = zip(book.standing.deals, now.deals, strict=False)
    changed = [new.turn.number for old, new in pairs if new.turn.number > number and new.totals != old.totals]
    recorded = number if number <= len(now.deals) else None
    return Act((entry,), now, recorded, tuple(changed), (), said)


def _refuse_if_broken(book: Book) -> None:
    if book.standing.problems:
        raise Refused(book.standing.problems, "the session holds a deal that its rules refuse; correct it first")


def _deals_so_far(book: Book) -> str:
    number = len(book.folded.deals)
    return "no deal has been recorded" if not number else f"deals 1 to {number} have been recorded"


# --- in words --------------------------------------------------------------------------------------


def described(agreed: Agreed, scored: Scored) -> str:
    """A deal in one line: `deal 3 · Sang · Anna 8−8=0 …` without the arithmetic."""
    rules = agreed.rules
    parts = [f"deal {scored.turn.number}"]
    if scored.contract:
        parts.append(rules.contracts[scored.contract].name.shown())
    parts += [f"{name} {_shown(value)}" if value is not True else name for name, value in scored.facts.items() if name not in rules.counts and name != "contract"]
    for name in rules.counts:
        if name in scored.facts:
            pairs = zip(counted(rules.counts[name], agreed), scored.facts[name], strict=True)
            parts.append(f"{name} " + ", ".join(f"{who} {number}" for who, number in pairs))
    return " · ".join(parts)


def entry_words(book: Book) -> list[str]:
    """Every entry in words, in the order they were made: an undo says what it took back."""
    said: list[str] = []
    done: list[Entry] = []
    undone: list[Entry] = []
    facts: dict[int, Facts] = {}
    for entry in book.journal.entries:
        if entry.what in (DEAL, AMEND):
            change = _in_words(entry.facts) if entry.what == DEAL else _difference(facts.get(entry.number, {}), entry.facts)
            said.append(f"{'deal' if entry.what == DEAL else 'amend deal'} {entry.number}: {change}")
            done.append(entry)
            undone.clear()
        else:
            source, target = (done, undone) if entry.what == UNDO else (undone, done)
            act = source.pop()
            target.append(act)
            said.append(f"{entry.what}: {_act_in_words(act)}")
        facts = {act.number: act.facts for act in done}
    return said


def _in_words(facts: Facts) -> str:
    return " · ".join(name if value is True else f"{name} {_shown(value)}" for name, value in facts.items())


def _act_in_words(act: Entry) -> str:
    what = "deal" if act.what == DEAL else "the correction of deal"
    return f"{what} {act.number} ({_in_words(act.facts)})"


def _difference(before: Facts, now: Facts) -> str:
    names = [*now, *(name for name in before if name not in now)]
    moved = [f"{name} {_shown(before.get(name))} → {_shown(now.get(name))}" for name in names if before.get(name) != now.get(name)]
    return ", ".join(moved) or "nothing is different"


def _shown(value: Any) -> str:
    if value is None:
        return "(none)"
    if value is True:
        return "yes"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
