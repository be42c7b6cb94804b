"""Disputed counts in words: the other readings of a deal, what is open, how it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.completions import completing_command
from scorekeeper.game.disputes import (
    by_readings,
    every_way,
    is_coming_alike,
    is_over,
    possible_winners,
    sure_winners,
)
from scorekeeper.game.standing import Standing
from scorekeeper.record.entry_words import different, in_words
from scorekeeper.report.deal_line import truth_line
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.speech import Typed, in_shell, labelled, listed, text_of


def by_reading(now: Standing, number: int) -> list[Standing]:
    """A way for each reading of a deal, with the first reading of every other; none where it is
    not disputed."""
    if number not in now.readings:
        return []
    return [
        way
        for way in every_way(now)
        if all(reading == 1 for deal, reading in way.readings.items() if deal != number)
    ]


def readings_said(now: Standing, number: int) -> tuple[str, ...]:
    """What each reading of a disputed deal says, as far as they differ: `tricks 6,6,4`."""
    facts = [way.deals[number - 1].facts for way in by_reading(now, number)]
    apart = {name for one in facts for name in different(facts[0], one)}
    players = now.played_by(number)
    return tuple(
        text_of(in_words(players, {name: one[name] for name in one if name in apart}))
        for one in facts
    )


def dispute_words(number: int, readings: Sequence[str], typed: Typed) -> str:
    """`deal 3 is disputed: reading 1 (tricks 6,6,4) or reading 2 (tricks 7,5,4); … decides`."""
    numbered = [
        tr("reading {number} ({facts})", number=place, facts=facts)
        for place, facts in enumerate(readings, 1)
    ]
    command = CommandLine("settle", (str(number), say("READING")))
    return tr(
        "deal {number} is disputed: {readings}; `{command}` decides",
        number=number,
        readings=listed(numbered),
        command=text_of(command, typed),
    )


def open_words(now: Standing, number: int, typed: Typed = in_shell) -> str:
    """What is open about a deal, and the command that closes it."""
    if number in now.waits:
        return waiting_words(now, number, typed)
    return dispute_words(number, readings_said(now, number), typed)


def waiting_words(now: Standing, number: int, typed: Typed = in_shell) -> str:
    """`deal 3 waits for the winner; `complete 3 winner=…` completes it`."""
    rules, names = now.agreed.rules, now.deals[number - 1].waits
    facts = [say("the {fact}", fact=rules.facts[name].name) for name in names]
    return tr(
        "deal {number} waits for {facts}; `{command}` completes it",
        number=number,
        facts=text_of(listing(facts, "and")),
        command=text_of(completing_command(rules, number, names), typed),
    )


def reading_heads(now: Standing, number: int) -> list[str]:
    """What stands above the steps of each reading of a deal; of one that waits each way it may come
    out."""
    deal = now.deals[number - 1]
    ways = by_reading(now, number)
    if not deal.waits:
        return [tr("reading {number}", number=place) for place in range(1, len(ways) + 1)]
    facts = [way.deals[number - 1].facts for way in ways]
    return [
        tr(
            "with {facts}",
            facts=text_of(
                in_words(deal.agreed, {name: one[name] for name in deal.waits if name in one})
            ),
        )
        for one in facts
    ]


def other_lines(now: Standing, number: int) -> Iterable[str]:
    """A deal by each reading of it but the first; of a deal that is not disputed, as it is in every
    other way where that is another line. None of one whose line has ranges."""
    if now.waits:
        return
    first = truth_line(now.table_of(number), now.deals[number - 1])
    seen = {first}
    for way in by_reading(now, number) or now.ways:
        line = truth_line(way.table_of(number), way.deals[number - 1])
        if line not in seen:
            yield labelled(_label(way, number), line)
            seen.add(line)


def _label(way: Standing, number: int) -> str:
    if number in way.readings:
        return tr("reading {number}", number=way.readings[number])
    return text_of(by_readings(way.readings))


def open_lines(
    now: Standing, recorded: int | None = None, typed: Typed = in_shell
) -> Iterable[str]:
    """What is disputed, and how it is settled; in short where the deal that was recorded is none of
    those. And where the coming deal hangs on it."""
    if recorded and recorded not in now.readings:
        yield still_words(now)
    elif now.ways:
        for number in now.readings:
            yield open_words(now, number, typed)
    if now.ways and not is_coming_alike(now):
        yield _next_hangs(now)


def still_words(now: Standing) -> str:
    """Which deals are open, in short."""
    if now.waits:
        return tr("still open: {deals}", deals=deals_words(now))
    return tr("still disputed: {deals}", deals=deals_words(now))


def _next_hangs(now: Standing) -> str:
    """That the coming deal hangs on what is open."""
    if now.waits:
        return tr("what comes next hangs on what is open; it is told as one way has it")
    return tr("what comes next hangs on the dispute; it is told as the first reading has it")


def deals_words(now: Standing) -> str:
    """`deal 1 and deal 3`."""
    return listed([tr("deal {number}", number=number) for number in now.readings], "and")


def over_words(now: Standing) -> str:
    """Who won, once it is over in every way; or that this hangs on the dispute."""
    if now.waits and not is_over(now):
        return tr("whether the session is over hangs on what is open")
    if not is_over(now):
        return tr("whether the session is over hangs on the dispute")
    may = [now.agreed.side_names[side] for side in possible_winners(now)]
    is_sure = possible_winners(now) == sure_winners(now)
    if now.waits:
        return tr(
            "the session is over, and a deal still waits: {winners} won",
            winners=listed(may, "and" if is_sure else "or"),
        )
    if is_sure and len(may) > 1:
        return tr(
            "the session is over, with a count in dispute: {winners} shared the win",
            winners=listed(may, "and"),
        )
    return tr(
        "the session is over, with a count in dispute: {winners} won", winners=listed(may, "or")
    )
