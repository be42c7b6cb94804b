"""Recorded deals: a TOML text is refereed as `referee deal FILE` does it, by itself and at a
table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from unittest.mock import patch
from zlib import crc32

from hypothesis import strategies as st

from scorekeeper.record.open_session import Book, opened
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.question_context import case_of_next_deal
from scorekeeper.referee.question_parser import answer, read_question
from scorekeeper.referee.verdict import deal_verdict, session_verdict
from scorekeeper.store import ruleset_library as library

from .guard import guarded, said_is_harmless, shown_is_harmless
from .seeds import NAMES, blocks, command_lines, games, rules, session_text
from .spoiling import WORDS, seldom, spoilt_bytes, spoilt_toml


@guarded
def one_input(data: bytes) -> None:
    """Words of the referee where it begins with a `!`, else a recorded deal."""
    text = data.decode(errors="replace")
    if text.startswith("!"):
        _ask(text[1:])
        return
    raw = parsed(text, "deal.toml")
    if raw.get("rules") is None:
        book = _empty(_game_meant(text), _players_meant(raw))
        verdict = session_verdict(
            case_of_next_deal(book.agreed, book.standing.state, {}), raw, (), book.standing.state
        )
        said_is_harmless((*verdict.faults, *verdict.missing, *verdict.revokes))
    else:
        from scorekeeper.cli.referee_commands import RefereeOptions, case_of_record

        asked = RefereeOptions(None, None, None, (), None, None, None, "text")
        with patch.object(library, "load_ruleset", _rules):  # the file is read once, not each time
            verdict = deal_verdict(read_record(raw, case_of_record(asked, raw), ()))
    shown_is_harmless(verdict.answer)


def _rules(wanted: str) -> Any:
    return rules(wanted if wanted in games() else games()[len(wanted) % len(games())])


def _ask(text: str) -> None:
    first, *words = text.split("\n")
    book = _empty(
        games()[
            int(first) % len(games())
            if first.isascii() and first.isdecimal() and len(first) < 9
            else 0
        ]
    )
    state = book.standing.state
    shown_is_harmless(
        answer(case_of_next_deal(book.agreed, state, {}), read_question(words), state)
    )


def _game_meant(text: str) -> str:
    """The game that a comment names, else some game."""
    said = re.search(r'# rules = "([^"\n]*)"', text)
    return (
        said[1]
        if said and said[1] in games()
        else games()[crc32(text[:20].encode()) % len(games())]
    )


def _players_meant(raw: Mapping[str, Any]) -> tuple[str, ...]:
    names = raw.get("players")
    known = ("You", "Goat", "Sheep", "Ann", "Bob", "Cal", *NAMES)
    return tuple(names) if isinstance(names, list) and all(name in known for name in names) else ()


@cache
def _empty(game: str, names: tuple[str, ...] = ()) -> Book:
    read = rules(game)
    players = names if len(set(names)) == len(names) in read.players else NAMES[: read.players[0]]
    return opened(session_text(game, {"players": list(players)}).encode(), "eve")


# --- where they come from ----------------------------------------------------------------------------


@cache
def _texts() -> tuple[str, ...]:
    """Every recorded deal of the pages, with and without its game, and one that is whole."""
    found = [body for body in blocks("toml") if "\ntricks" in body and "[[" not in body]
    more = (
        'dealer = "Anna"\ncontract = "spader"\n[options]\nmust_trump = true\n[hands]\nAnna = "KC"\n'
    )
    found += [
        _whole("bismarck-swedish") + more,
        'dealer = "Cleo"\n' + _whole("bismarck-swedish") + '[facts]\ntricks = "6,6,4"\n',
    ]
    return (
        *found,
        *(body.replace("rules =", "# rules =") for body in found),
        _whole("bizon"),
        _whole("bismarck-swedish"),
    )


def _whole(game: str) -> str:
    """A deal in which everybody plays from the top of a hand that was not shuffled."""
    read, names = rules(game), NAMES[: rules(game).players[0]]
    codes = list(read.pack.cards)
    number = len(codes) // len(names)
    tricks = [
        " ".join(codes[start : start + len(names)])
        for start in range(0, number * len(names), len(names))
    ]
    return f'rules = "{game}"\nplayers = {list(names)!r}\nleader = "{names[0]}"\ntrump = "spades"\ntricks = {tricks!r}\n'.replace(
        "'", '"'
    )


@cache
def _questions() -> tuple[str, ...]:
    typed = [
        words[1:]
        for words in command_lines()
        if words[:1] == ("referee",) and words[1:2] != ("deal",)
    ]
    return tuple(map(_question, typed))


def _question(words: Sequence[str]) -> str:
    """A question of the command line as it is asked at the table."""
    game, asked, left = "bismarck-swedish", list[str](), iter(words)
    for word in left:
        if not word.startswith("--"):
            asked.append(word)
        elif word == "--rules":
            game = next(left, game)
        elif word in ("--said", "--late"):
            asked.append(word[2:])
        elif word in ("--format", "--players", "--dealer", "--option"):
            next(left, None)
        else:
            asked.append(f"{word[2:]}={next(left, '')}")
    place = games().index(game) if game in games() else 0
    return "\n".join([f"!{place}", *asked])


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in (*_texts(), *_texts(), *_questions()))


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Cards, players and numbers made others, two words in each other's place as somebody who
    plays out of turn; or the text spoilt."""
    data = draw(st.sampled_from(seeds()))
    text = data.decode(errors="replace")
    if seldom(draw, 4):
        return draw(spoilt_bytes(data, seeds()))
    if text.startswith("!"):
        return draw(_questions_like(text)).encode(errors="replace")
    if draw(st.booleans()):
        return draw(spoilt_toml(text, _texts()))
    words = text.split(" ")
    one, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
    words[one], words[other] = words[other], words[one]
    return " ".join(words).encode(errors="replace")


@st.composite
def _questions_like(draw: st.DrawFn, text: str) -> str:
    """A question with some of its words made others, perhaps in another game."""
    first, *words = text.split("\n")
    game = draw(st.sampled_from([first[1:], *map(str, range(len(games())))]))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(words)))
        words[place : place + draw(st.integers(0, 1))] = [draw(_words())]
    return "\n".join([f"!{game}", *words])


def _words() -> st.SearchStrategy[str]:
    """What a question may hold."""
    with_cards = [game for game in games() if rules(game).pack.cards]
    cards = st.sampled_from(with_cards).flatmap(
        lambda game: st.sampled_from([*rules(game).pack.cards])
    )
    hand = st.lists(cards, min_size=5, max_size=5).map(" ".join)
    return st.sampled_from(ASKED) | cards | hand | st.sampled_from(WORDS) | _NUMBERS


_NUMBERS = st.integers(-3, 300).map(str)
ASKED = (
    "legal", "trick", "melds", "points", "auction", "stops", "ruling", "dealing", "miscount", "/", "for", "Anna",
    "misdeal", "trump=spades", "contract=sang", "leader=Björn", "up", "pass", "100", "110", "120", "hand=", "trick=",
)  # fmt: skip
