"""Lines at the live table: a session in memory, and whatever is typed at its prompt."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.log_text import ParseCache, entry_text
from scorekeeper.record.open_session import Book, opened
from scorekeeper.table.conversation import act_of, begun, done, interrupted, prompt, reopened, step
from scorekeeper.table.table_state import Conversation
from scorekeeper.table.word_completion import completions
from scorekeeper.text.problems import Refused

from .guard import check, guarded, refusal_is_harmless, said_is_harmless
from .seeds import AT, examples, games, session_text, table_lines
from .spoiling import WORDS, seldom, spoilt_bytes

MOST_LINES = 12
_seen = ParseCache()  # as the program does: the rules were read when the session was opened


@guarded
def one_input(data: bytes) -> None:
    """The first line is a number that chooses the table, every other one is typed at it."""
    first, *lines = data.decode(errors="replace").split("\n")
    number = int(first) if first.isascii() and first.isdecimal() and len(first) < 9 else 0
    text = _begun(number // 4 % len(games()), number % 4 == 3)
    book = _opened(text)
    table, reply = begun(
        Conversation(book, (80, 20, 200)[number % 3], number % 5 == 0, number % 2 == 0)
    )
    for line in lines[:MOST_LINES]:
        check("\n".join(reply.lines))
        said_is_harmless(reply.problems)
        if table.gone:
            return
        if reply.do:
            try:
                act = act_of(reply.do, book, AT)
                text += "".join(map(entry_text, act.entries))
                before, book = book, opened(text.encode(), "eve", _seen)
                table, reply = done(table, reply.do, before, act, book)
            except Refused as refusal:
                refusal_is_harmless(refusal)
                table, reply = reopened(table, book)
            check("\n".join(reply.lines))
        asked = prompt(table)
        check("\n".join([*asked.lines, asked.short]))
        if line == "^C":
            table, reply = interrupted(table, "")
        elif line.endswith("\t"):
            typed, _, word = line[:-1].rpartition(" ")
            check("\n".join(completions(table, typed, word)))
        else:
            table, reply = step(table, line)


@cache
def _begun(place: int, played: bool) -> str:
    game = games()[place]
    return session_text(game, examples(game)[0] if played else {}, played)


@cache
def _opened(text: str) -> Book:
    return opened(text.encode(), "eve", _seen)


# --- where they come from ----------------------------------------------------------------------------

COMMANDS = (
    "help", "sheet", "next", "undo", "redo", "rules", "log", "explain 1", "explain 99999999999999999999", "outlook",
    "outlook for Anna", "summary", "card", "amend 1 6 6", "amend 1 5 5 --why late", "amend 9", "referee trick KH 9H 2C",
    "referee deal x.toml", "referee melds KH QH", "referee ruling misdeal", "referee miscount 5 5 5", "change", "yes", "no",
    "-", "?", "back", "skip", "cancel", "^C", "quit", "passed", "6,6,4", "6 6 4", "6", "sang\t", "s\t", "\t", "tricks=6,6",
)  # fmt: skip


@cache
def seeds() -> tuple[bytes, ...]:
    """Every game's example typed line by line; and every command of the table."""
    played = []
    for place, game in enumerate(games()):
        rows = [row["enter"] for example in examples(game)[:2] for row in example.get("deal", [])]
        played.append("\n".join([str(place * 4), *(word for row in rows for word in (row, "yes"))]))
        played.append("\n".join([str(place * 4 + 3), *COMMANDS[place % 5 :: 5]]))
    return tuple(text.encode() for text in played)


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Other lines, other words in them, at other tables."""
    data = draw(st.sampled_from(seeds()))
    if seldom(draw, 6):
        return draw(spoilt_bytes(data, seeds()))
    first, *lines = data.decode(errors="replace").split("\n")
    number = draw(st.sampled_from([int(first), *range(4 * len(games()))]))
    agreed = _opened(_begun(number // 4 % len(games()), False)).agreed
    lines = lines[:MOST_LINES]
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(0, len(lines)))
        lines[place : place + draw(st.integers(0, 1))] = [draw(_lines(agreed))]
    return "\n".join([str(number), *lines]).encode(errors="replace")


_WORDS = st.sampled_from([word.replace("\n", " ") for word in WORDS])


def _lines(agreed: Agreed) -> st.SearchStrategy[str]:
    """A command, words that mean nothing, facts of the game, or a real line with a word changed."""
    facts = st.lists(_facts(agreed), min_size=1, max_size=3).map(" ".join)
    return st.sampled_from(COMMANDS) | _WORDS | facts | _lines_changed()


@st.composite
def _lines_changed(draw: st.DrawFn) -> str:
    words = draw(st.sampled_from(table_lines())).split(" ")
    place = draw(st.integers(0, len(words) - 1))
    other = draw(_WORDS | st.integers(-2, 20).map(str) | st.sampled_from(COMMANDS))
    words[place : place + draw(st.integers(0, 1))] = [other]
    return " ".join(words)


def _facts(agreed: Agreed) -> st.SearchStrategy[str]:
    """A fact of the game by its name, with a value that may be one; or the value alone."""
    rules = agreed.rules
    values = st.sampled_from([
        *rules.contracts, *rules.pack.suits, *rules.pack.cards, *agreed.players, *map(str, range(-1, 17)), "yes", "no",
        "6,6,4", "5,-,-", "Anna:6", *(word for fact in rules.facts.values() for word in fact.values),
    ])  # fmt: skip
    names = st.sampled_from(("contract", "trump", *rules.facts, *rules.counts))
    return values | st.builds("{}={}".format, names, values)
