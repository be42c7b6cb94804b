"""What a question is about: the game, the players, the contract and the trumps, as far as known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.cards import (
    Card,
    Pack,
    Suit,
    card_pieces,
    find_card,
    folded,
    printed,
    rank_shown,
    ranks_shown,
    suit_word,
    suit_words,
    suits_named,
    typed,
)
from scorekeeper.entry.names import players_named
from scorekeeper.entry.values import read_contract
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, Option, Words, say
from scorekeeper.problems import Problem, Refused, known_mends, listed, parted, refuse
from scorekeeper.ruleset.model import Contract, Ruleset
from scorekeeper.schedule import State, turn
from scorekeeper.session import Agreed, Facts

NO_TRUMPS = "none"
PARTS, MARK = "/", "?"  # between the parts of a question; before one at the live table


class Case(NamedTuple):
    """The table: `named` says that the players' names are their own. `dealer` and `leader` are
    seats; `contract` is None where it is not known or there is none; `trump` is a suit, `none`,
    or None where it is not known; `facts` are what else is known, `opened` the contracts left;
    `state` is that before the deal, None where it is not known which deal of a game is meant."""

    agreed: Agreed
    named: bool
    dealer: int
    leader: int | None = None
    contract: str | None = None
    trump: str | None = None
    facts: Mapping[str, Any] = {}
    opened: tuple[str, ...] = ()
    state: State | None = None

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.agreed.rules

    @property
    def pack(self) -> Pack:
        """The pack it is played with."""
        return self.agreed.rules.pack

    @property
    def chosen(self) -> Contract | None:
        """The contract that is played; None where it is not known, or there is none."""
        return self.rules.contracts.get(self.contract or "")


class Answer(NamedTuple):
    """An answer for a program, and the lines that a person reads."""

    value: dict[str, Any]
    lines: tuple[Words, ...]


def ruled(case: Case, rule: str, source: str) -> list[str]:
    """The last line of an answer: the rule, and where it is written."""
    line = source_line(case.rules, source)
    return [parted((tr("rule: {rule}", rule=rule), line))] if rule else [line]


def source_line(rules: Ruleset, source: str) -> str:
    """Where it is written, as a line of an answer."""
    return tr("source: {source}", source=cited(rules, source))


def cited(rules: Ruleset, source: str) -> str:
    """A place in the source with the name of the game; without a place, the source itself."""
    return ", ".join(filter(None, (rules.name.shown(), source or listed(rules.sources, "and"))))


# --- the contract and the trumps -----------------------------------------------------------------


def with_contract(case: Case, word: str) -> Case:
    """The case with the contract that a word names, in any of its languages."""
    if not case.rules.contracts:
        message = tr("{game} has no contracts", game=case.rules.name.shown())
        raise refuse(
            "contract-none",
            message,
            "contract",
            say("leave {option} out", option=Option("contract")),
        )

    contract, problems = read_contract(case.agreed, tuple(case.rules.contracts), word)
    if problems:
        raise Refused(problems)
    return case._replace(contract=contract)


def with_trump(case: Case, word: str) -> Case:
    """The case with the trump suit that a word names; `none` says that there are no trumps."""
    if word.strip().casefold() in (NO_TRUMPS, "no", "no trumps", "no-trumps", "-"):
        return case._replace(trump=NO_TRUMPS)
    found = suits_named(case.pack, word)
    if len(found) == 1:
        return case._replace(trump=found[0])
    hint = tr("say {choices}", choices=listed([*suit_words(case.pack), NO_TRUMPS]))
    if not found:
        raise refuse(
            "suit-unknown", tr("`{suit}` is not a suit of this pack", suit=word), "trump", hint
        )
    suits = listed(suit_word(case.pack, suit) for suit in found)
    raise refuse(
        "suit-unknown", tr("`{word}` could be {choices}", word=word, choices=suits), "trump", hint
    )


def how_said(option: str, words: Iterable[str]) -> Words:
    """The hint that one of these words is said by an option, in one piece with it."""
    return say("say {choices}", choices=Option(option, listed(words)))


def asked_with(*words: str) -> CommandLine:
    """The command that asks the referee these words."""
    return CommandLine("referee", words)


# --- cards and players ---------------------------------------------------------------------------


def read_heap(case: Case, words: Iterable[str], what: str = "cards") -> tuple[Card, ...]:
    """Cards as separate words or in one, by code or by their own name; every bad one is named,
    and every one that is there twice."""
    cards, problems = [], []
    for piece in card_pieces(case.pack, " ".join(words)):
        card = find_card(case.pack, piece)
        if card is None:
            problems.append(card_unknown(case.pack, piece, what, _spelled(case.pack)))
        else:
            cards.append(card)
    problems += twice_problems(case.pack, cards, what)
    if problems:
        raise Refused(problems)
    return tuple(cards)


def card_unknown(pack: Pack, word: str, what: str, hint: str | None = None) -> Problem:
    """The problem of a word that should have been a card of the pack."""
    message = tr("`{word}` is not a card of this pack: {pack}", word=word, pack=pack.name.shown())
    return Problem("card-unknown", message, what, known_mends(hint))


def _spelled(pack: Pack) -> str:
    """How a card is written: ranks, suits with their letters, and one as an example."""
    ranks, suits = ranks_shown(pack, pack.ranks), map(_lettered, pack.suits.values())
    example = next((typed(pack, card) for card in pack.cards.values()), "-")
    return tr(
        "ranks {ranks}, suits {suits}: for example {card}",
        ranks=ranks,
        suits=" ".join(suits),
        card=example,
    )


def _lettered(suit: Suit) -> str:
    """The letter of a suit, and what is meant by it where its word has another."""
    word = suit.words.shown()
    return (
        suit.letter if folded(word).startswith(folded(suit.letter)) else f"{suit.letter} ({word})"
    )


def twice_problems(pack: Pack, cards: Sequence[Card], what: str) -> list[Problem]:
    """Cards that are there more than once: a pack has one of each."""
    doubled = dict.fromkeys(card for card in cards if cards.count(card) > 1)
    return [
        Problem("card-twice", tr("{card} is there twice", card=printed(pack, card)), what)
        for card in doubled
    ]


def shown_cards(pack: Pack, cards: Iterable[Card]) -> str:
    """Cards as they are shown, one after another."""
    return " ".join(printed(pack, card) for card in cards)


def shown_values(pack: Pack, values: Mapping[str, int]) -> str:
    """Ranks with what each is worth, one after another."""
    return shown_pairs({rank_shown(pack, rank): value for rank, value in values.items()})


def shown_pairs(pairs: Mapping[str, int]) -> str:
    """Names with their numbers, one after another."""
    return ", ".join(f"{name} {number}" for name, number in pairs.items())


def seat_named(agreed: Agreed, word: str, what: str) -> int:
    """The seat of a player by name or unambiguous beginning."""
    found = players_named(agreed, word)
    if not found:
        message = tr(
            "`{word}` does not play here; {players} do",
            word=word,
            players=listed(agreed.players, "and"),
        )
        raise refuse("player-unknown", message, what)
    if len(found) > 1:
        names = listed(agreed.players[seat] for seat in found)
        raise refuse(
            "player-ambiguous", tr("`{word}` could be {choices}", word=word, choices=names), what
        )
    return found[0]


def case_at(agreed: Agreed, state: State, facts: Facts, named: bool = True) -> Case:
    """The case of the coming deal: its contract where only one is open, its trumps if known."""
    coming = turn(agreed, state, facts)
    contract = facts.get("contract") or (
        coming.contracts[0] if len(coming.contracts) == 1 else None
    )
    known = {**facts, "dealer": agreed.players[state.dealer]}
    return Case(
        agreed=agreed,
        named=named,
        dealer=state.dealer,
        leader=coming.leader,
        contract=contract,
        trump=facts.get("trump"),
        facts=known,
        opened=() if state.over else coming.contracts,
        state=None if state.over else state,
    )
