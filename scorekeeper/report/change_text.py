"""A change of a session in lines: the deal, changed totals, the next deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import DEAL
from scorekeeper.game.log import REDO, UNDO
from scorekeeper.game.standing import (
    Standing,
    is_same_deal,
    match_totals,
    moved_totals,
    settled_totals,
    winners,
)
from scorekeeper.record.chain import seal_of_entry
from scorekeeper.record.deal_changes import dropped_facts
from scorekeeper.record.open_session import Act, Book
from scorekeeper.report.deal_text import line_of, open_lines, other_lines, over_words
from scorekeeper.report.shared_labels import counter_lines, noted, score, totals_words, with_early
from scorekeeper.report.upcoming_deal import said_next
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.message_text import Typed, in_shell, listed, text_of
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr

# The suggestion after the end of a session.
AGAIN = say("the same people again: {command}", command=CommandLine("again"))


def flags_of(act: Act) -> Iterable[Words]:
    """Yield warnings about the recorded deals and the change. With several deals, each warning
    begins with its deal."""
    deals = act.standing.deals
    if act.recorded:
        yield from deals[act.recorded - 1].flags
        if act.entries and act.entries[0].what == DEAL:
            yield from same_again(deals[: act.recorded - 1], deals[act.recorded - 1])
        yield from act.flags
        return
    for entry in act.entries:
        if entry.what == DEAL:
            yield from (
                noted(entry.number, text_of(flag)) for flag in deals[entry.number - 1].flags
            )
    yield from act.flags


def same_again(before: Sequence[Scored], scored: Scored, waits: bool = False) -> Iterable[Words]:
    """Yield a warning if a deal equals the previous deal and so may have been typed twice. The fix
    is `cancel` for a pending deal (`waits`), `undo` for a recorded deal."""
    if not before or not is_same_deal(before[-1], scored):
        return
    if waits:
        yield say(
            "deal {number} was just the same; if this one was typed twice, `{command}` drops it, "
            "and nothing counts",
            number=len(before),
            command=CommandLine("cancel"),
        )
    else:
        yield say(
            "deal {number} was just the same; if this one was typed twice, "
            "`{command}` takes it back",
            number=len(before),
            command=CommandLine("undo"),
        )


def act_lines(
    book: Book, act: Act, names_session: bool = False, typed: Typed = in_shell
) -> Iterable[str]:
    """Yield the report of a change: the recorded deal, later totals before and after, games that
    ended, all totals, the next deal, and the seal of the last entry. `typed` writes commands as
    the shell or the live table reads them. `names_session` adds the session's name."""
    now = act.standing
    yield from map(safe, _deed_lines(book, act, typed))
    for number in act.changed:
        yield safe(
            f"  {_moved(book.standing, now, number, act.numbers_before.get(number, number))}"
        )
    yield from map(safe, _bonuses(book.standing, now))
    yield from map(safe, _games(book.standing, now))
    yield safe(totals_line(now, book.name if names_session else ""))
    yield from map(safe, counter_lines(now))
    yield from map(safe, settled_lines(now))
    yield from map(safe, _open_lines(now, act.recorded, typed))
    coming = said_next(now)
    yield safe(tr("next: {coming}", coming=coming) if coming else over_line(now))
    if seal := seal_of_act(act):
        yield seal_line(seal)


def _open_lines(now: Standing, recorded: int | None, typed: Typed) -> Iterable[str]:
    """Return lines on open disputes and the commands that settle them; empty without disputes."""
    if not now.ways:
        return ()
    return open_lines(now, recorded, typed)


def seal_of_act(act: Act) -> str:
    """Return the seal of the last recorded entry, or "" if nothing was recorded."""
    return seal_of_entry(act.entries[-1], act.last) if act.entries else ""


def seal_line(seal: str) -> str:
    """Return the line `seal: ABFH-JKLM-12`."""
    return tr("seal: {seal}", seal=seal)


def _deed_lines(book: Book, act: Act, typed: Typed) -> Iterable[str]:
    """Yield the line of a newly recorded deal, or the message of any other change and its deal;
    with notes."""
    now = act.standing
    dropped = (*dropped_counts(book, act), *_dropped_facts(book, act))
    notes = [f"  {text_of(note, typed)}" for note in (*act.notes, *dropped)]
    if act.recorded and act.entries and act.entries[0].what == DEAL:
        yield line_of(now, act.recorded)
        yield from _other_lines(now, act.recorded)
        yield from notes
        return
    yield text_of(act.said, typed)
    yield from notes
    if act.recorded:
        yield f"  {line_of(now, act.recorded)}"
        yield from (f"  {line}" for line in _other_lines(now, act.recorded))


def _other_lines(now: Standing, number: int) -> Iterable[str]:
    """Return a line for each further version of a deal, empty without disputes."""
    if not now.ways:
        return ()
    return other_lines(now, number)


def dropped_counts(book: Book, act: Act) -> Iterable[Words]:
    """Yield a note if a change drops pending counts without recording their deal."""
    before, number = book.standing, book.standing.state.deal
    is_taken_back = any(entry.what in (UNDO, REDO) for entry in act.entries)
    if not before.counts or act.standing.counts or is_taken_back:
        return
    if number not in act.standing.counters:
        names = listing((count.by for count in before.counts), "and")
        yield say(
            "what {names} counted of deal {number} waits no longer", number=number, names=names
        )


def _dropped_facts(book: Book, act: Act) -> Iterable[Words]:
    """Return a note if the partial entry of the next deal is dropped."""
    if not book.standing.known:
        return ()
    return dropped_facts(book, act)


def _moved(before: Standing, now: Standing, number: int, was: int) -> str:
    """Return the totals after a deal that changed, before and after. `was` is the deal's former
    number."""
    if len(before.agreed.players) == len(now.agreed.players):
        old, new = _totals_after(before, was), _totals_after(now, number)
        names = now.agreed.side_names
        moves = [f"{who} {a} → {b}" for who, a, b in zip(names, old, new, strict=True) if a != b]
    else:
        rules = now.agreed.rules
        moved = moved_totals(before, before.deals[was - 1], now, now.deals[number - 1])
        moves = [f"{who} {score(a, rules)} → {score(b, rules)}" for who, a, b in moved]
    if was != number:
        # Translators: a deal that has another number now, "after deal 4 (3 before): Anna +1 → +2"
        return tr(
            "after deal {number} ({was} before): {moves}",
            number=number, was=was, moves=", ".join(moves),
        )  # fmt: skip
    # Translators: totals before and after, as in "after deal 3: Anna +1 → +2"
    return tr("after deal {number}: {moves}", number=number, moves=", ".join(moves))


def _totals_after(now: Standing, number: int) -> list[str]:
    """Return each side's total after a deal, a range while a count is disputed."""
    in_ways = [way.deals[number - 1].totals for way in now.ways or (now,)]
    return [
        score((min(totals), max(totals)), now.agreed.rules) for totals in zip(*in_ways, strict=True)
    ]


def _bonuses(before: Standing, now: Standing) -> Iterable[str]:
    """Return the bonus lines of games that a change ended."""
    if now.agreed.rules.game.bonus is None:
        return ()
    from scorekeeper.report.game.scoring_rules_text import (  # noqa: PLC0415 - 0.5 ms, few games
        bonus_lines,
    )

    return bonus_lines(before, now)


def _games(before: Standing, now: Standing) -> Iterable[str]:
    """Yield lines on games that ended, reopened or have another result, and the match totals if
    changed."""
    results, old = now.state.results, before.state.results
    for number, game in enumerate(results, 1):
        if old[number - 1 : number] != (game,):
            totals = totals_words(now.agreed, game[-1])
            yield tr("game {number} is over: {totals}", number=number, totals=totals)
    for number in range(len(results) + 1, len(old) + 1):
        yield tr("game {number} is no longer over", number=number)
    sums = match_totals(now)
    if sums is not None and len(results) > 1 and results != old:
        yield tr("all games together: {totals}", totals=totals_words(now.agreed, sums))


def totals_line(now: Standing, session: str = "") -> str:
    """Return the line `totals: Anna +1, Björn −1`, with the session's name if one is given."""
    totals = totals_words(now.agreed, _totals_now(now))
    if session:
        return tr("totals in {session}: {totals}", session=session, totals=totals)
    return tr("totals: {totals}", totals=totals)


def settled_lines(now: Standing) -> Iterable[str]:
    """Yield the line `settled: Anna +12, Björn −12` if the ledgers are settled and no count is
    disputed."""
    settled = None if now.ways else settled_totals(now)
    if settled is not None:
        yield tr("settled: {totals}", totals=totals_words(now.agreed, settled))


def _totals_now(now: Standing) -> Iterable[int | tuple[int, int]]:
    """Return the totals, each a range while a count is disputed."""
    if not now.ways:
        return now.state.totals
    columns = zip(*(way.state.totals for way in now.ways), strict=True)
    return [(min(totals), max(totals)) for totals in columns]


def over_line(now: Standing) -> str:
    """Return the line that names the winners once the session is over."""
    return with_early(_over_words(now), now.early)


def _over_words(now: Standing) -> str:
    if now.ways:
        return over_words(now)
    won = [now.agreed.side_names[side] for side in winners(now)]
    if len(won) > 1:
        return tr("the session is over: {winners} shared the win", winners=listed(won, "and"))
    if now.agreed.rules.teams:
        return tr("the session is over: {winners} won", winners=listed(won))
    return tr("the session is over: {winner} won", winner=listed(won))
