"""Output of the live table: the next deal, the sheet, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import totals_at_end
from scorekeeper.record.disputed_counts import counting_words
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.required_facts import quoted, standing_alone
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.render.session_lists import log_lines
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.change_text import (
    AGAIN,
    act_lines,
    over_line,
    seal_line,
    seal_of_act,
    totals_line,
)
from scorekeeper.report.deal_text import open_lines, reading_heads
from scorekeeper.report.document import Document
from scorekeeper.report.explain import explained_readings
from scorekeeper.report.explain_document import explained_document
from scorekeeper.report.game.rule_sheet import rules_document
from scorekeeper.report.game.scoring_rules_text import worth_of_game
from scorekeeper.report.next_deal_summary import card_of, example_lines
from scorekeeper.report.outlook_document import outlook_document
from scorekeeper.report.outlook_sheet import outlook_sheet, side_named
from scorekeeper.report.shared_labels import agreed_words, counter_lines, score
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.sheet_document import deals_table, read_sheet, sheet_document
from scorekeeper.report.summary import summary_of
from scorekeeper.report.summary_document import ranking_table, summary_document
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.table.table_state import Conversation, fitted, told, typed_here
from scorekeeper.text.message import JoinedWords, Words, in_turn, say, say_n, titled
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.problems import refuse
from scorekeeper.text.terminal_text import padded, wrapped

# --- views -------------------------------------------------------------------------------------
# Output on request and after each act: the next deal, the sheet, the ending.


# deals on the sheet after each entry, to fit a screen; one in plain output
RECENT = 15


def card(table: Conversation, full: bool | None = None) -> tuple[str, ...]:
    """Return the lines about the next deal, with every step of dealing if `full`; or the final
    result if the session is over."""
    now, rules = table.book.standing, table.book.agreed.rules
    coming = card_of(now)
    if coming is None:
        return ending(table)
    full = table.full if full is None else full
    shown = next_text(
        coming, rules, min(table.width, 80), table.plain, full, table.ink
    ).splitlines()
    counts = (text_of(words, typed_here) for words in counting_words(table.book))
    lines = [*agreed_words(table.book.agreed), *counts, *open_lines(now, typed=typed_here)]
    return ("", *shown, *fitted(table, lines))


def ending(table: Conversation) -> tuple[str, ...]:
    """Return the lines with the winner, the ranking, and the offer of another session."""
    value = summary_of(table.book.standing, table.book.name)
    ranking = Document("", (ranking_table(value, table.book.agreed.rules),))
    places = document_text(ranking, table.width).split("\n")
    now, offer = table.book.standing, text_of(AGAIN, typed_here)
    return fitted(table, ["", over_line(now), *places, *open_lines(now, typed=typed_here), offer])


def opening(table: Conversation) -> tuple[str, ...]:
    """Return the first lines: the session, its standing, and the next deal."""
    book = table.book
    played = len(book.standing.deals)
    names = say("players: {names}", names=", ".join(book.agreed.players))
    lines: list[Words] = [titled(book.name, book.agreed.rules.name), names]
    if played:
        lines += [recorded_words(book), totals_line(book.standing), *counter_lines(book.standing)]
    return fitted(table, lines) + card(table)


def recorded_words(book: Book) -> Words:
    """Return the number of recorded deals as text, `4 deals are recorded`."""
    number = len(book.standing.deals)
    return (
        say_n(number, "{n} deal is recorded", "{n} deals are recorded")
        if number
        else say("no deal is recorded yet")
    )


def after_deal(table: Conversation, number: int, seal: str = "") -> tuple[str, ...]:
    """Return the lines after a recorded deal: the confirmation with its seal, the sheet and the
    next deal."""
    recorded = text_of(say("recorded deal {number}", number=number))
    return (
        parted((recorded, seal_line(seal))) if seal else recorded,
        "",
        *last_deals(table),
        *fitted(table, _worth_of_game(table, number)),
        *card(table),
    )


def _worth_of_game(table: Conversation, number: int) -> list[Words]:
    """Return the lines that explain each side's points for the game (of a match) that this deal
    ended, or [] if it ended none."""
    now, match = table.book.standing, table.book.agreed.rules.match
    ended = [game for game, (_, last, _) in enumerate(now.state.results, 1) if last == number]
    if match is None or not ended:
        return []
    sides = zip(now.agreed.side_names, totals_at_end(now, now.deals[number - 1]), strict=True)
    totals = ", ".join(f"{who} {score(total, now.agreed.rules)}" for who, total in sides)
    said = say(
        "game {number} is worth {worth}; it ended with {totals}",
        number=ended[0], worth=worth_of_game(now.agreed.rules, match), totals=totals,
    )  # fmt: skip
    return ["", said]


def after_act(table: Conversation, before: Book, act: Act) -> tuple[str, ...]:
    """Return the lines after an act: the change, every changed total, and the next deal if that
    has changed."""
    coming = -2 if seal_of_act(act) else -1  # this line repeats the next deal, which the card shows
    lines = list(act_lines(before, act, typed=typed_here))
    del lines[coming]
    was, now = before.standing, act.standing
    is_moved = was.next_turn != now.next_turn
    is_moved = is_moved or was.seating.agreed.players != now.seating.agreed.players
    said = tuple(part for line in lines for part in told(table, line))
    return said + (card(table) if is_moved or now.state.over else ())


def last_deals(table: Conversation) -> tuple[str, ...]:
    """Return the lines of the sheet with only the last deals."""
    rules = table.book.agreed.rules
    value = sheet_of(table.book.standing, table.book.name)
    hidden = max(0, len(value.deals) - (1 if table.plain else RECENT))
    if table.plain:
        document = read_sheet(value, rules, hidden)
        return tuple(document_text(document, table.width, True).splitlines())
    deals = deals_table(value._replace(deals=value.deals[hidden:]), rules)
    shown = document_text(Document("", (deals,)), table.width, ink=table.ink)
    return (
        *(
            [text_of(say_n(hidden, "deal 1: type sheet", "deals 1 to {n}: type sheet"))]
            if hidden
            else []
        ),
        *shown.splitlines(),
    )


# --- views on request ----------------------------------------------------------------------------


def sheet(table: Conversation) -> tuple[str, ...]:
    """Return the lines of the complete score sheet."""
    book = table.book
    value = sheet_of(book.standing, book.name)
    document = sheet_document(value, book.agreed.rules)
    shown = document_text(document, table.width, table.plain, table.ink)
    return tuple(shown.splitlines())


def summary(table: Conversation) -> tuple[str, ...]:
    """Return the lines of the session's summary, with the present standing."""
    book = table.book
    value = summary_of(book.standing, book.name)
    document = summary_document(value, book.agreed.rules)
    return tuple(document_text(document, table.width, table.plain, table.ink).splitlines())


def outlook(table: Conversation, player: str | None) -> tuple[str, ...]:
    """Return the lines of the outlook: who can still win, or what the side of `player` needs."""
    agreed = table.book.agreed
    value = outlook_sheet(
        table.book.standing, None if player is None else side_named(agreed, player)
    )
    width = min(table.width, 100)
    document = outlook_document(value, agreed.rules)
    return tuple(document_text(document, width, table.plain, table.ink).splitlines())


def log(table: Conversation) -> tuple[str, ...]:
    """Return one line for each entry, in the order of recording."""
    return fitted(table, log_lines(table.book)) or (text_of(say("nothing is recorded yet")),)


def rules(table: Conversation) -> tuple[str, ...]:
    """Return the lines of the rule sheet of this game."""
    document = rules_document(table.book.agreed.rules)
    return tuple(document_text(document, min(table.width, 100), ink=table.ink).splitlines())


def explanation(table: Conversation, number: int) -> tuple[str, ...]:
    """Return the lines that explain the points of one deal. Raises Refused if there is no such
    deal."""
    book = table.book
    if not 1 <= number <= len(book.standing.deals):
        unknown = say("there is no deal {number}", number=number)
        raise refuse("deal-unknown", in_turn(unknown, recorded_words(book)))
    value = explained_readings(book.standing, number)
    heads, rules = reading_heads(book.standing, number), book.agreed.rules
    document = explained_document(value, heads, rules)
    shown = document_text(document, table.width, table.plain, table.ink)
    return tuple(shown.splitlines())


# --- Help, with an example valid for the next deal ---------------------------------------------


TYPED = 20  # columns for what is typed, before what it does


def tip(table: Conversation) -> Words:
    """Return the line, shown before the first prompt, with an example of what to type."""
    lines = example_lines(table.agreed, table.state)
    if lines and table.lacks_counter:
        return say(
            "say who counts, like: {name}; then what they counted, like: {example}; help; quit",
            name=quoted(table.agreed.players[0]),
            example=lines[0],
        )
    if not lines:
        return say("type the deal — or Enter to be asked; help; quit")
    return say(
        "type the deal, like: {example} — or Enter to be asked; help; quit", example=lines[0]
    )


def help_lines(table: Conversation, commands: Iterable[tuple[Words, Words]]) -> list[str]:
    """Return the lines of the full help. `commands` are pairs (text to type, effect)."""
    agreed, state = table.agreed, table.state
    rows = [] if state.over else [*_entry_rows(agreed, state), ("", "")]
    return command_lines(table, [*rows, *commands])


def command_lines(table: Conversation, rows: Iterable[tuple[Words, Words]]) -> list[str]:
    """Return the lines of a help table. `rows` are pairs (text to type, effect)."""
    return [line for row in rows for line in _row(table, *map(text_of, row))]


def _entry_rows(agreed: Agreed, state: State) -> Iterator[tuple[Words, Words]]:
    said = (say("records a deal, for example"), say("the same by name, in any order"))
    yield from zip(example_lines(agreed, state), said, strict=False)
    yield say("(Enter)"), say("asks for what the deal needs, one thing after the other")
    for name in standing_alone(agreed):
        yield key_typed(agreed.rules, name), say("is a whole deal by itself")
    spare = [
        thing.id
        for things in (agreed.rules.facts, agreed.rules.counts)
        for thing in things.values()
        if thing.optional
    ]
    if spare:
        facts = [JoinedWords((key_typed(agreed.rules, name), "=…")) for name in spare]
        yield JoinedWords(tuple(facts), " "), say("may be added")


def _row(table: Conversation, typed: str, does: str) -> list[str]:
    """Return the lines of one help row: the text to type, and its effect to the right, or below if
    the text is too long. In plain output both are one line."""
    if table.plain or not typed:
        return wrapped(labelled(typed, does) if typed else "", table.width, "  ")
    if len(typed) > TYPED:
        return [
            *wrapped(typed, table.width, "  "),
            *wrapped(" " * (TYPED + 2) + does, table.width, " " * (TYPED + 2)),
        ]
    return wrapped(f"{padded(typed, TYPED)}  {does}", table.width, " " * (TYPED + 2))
