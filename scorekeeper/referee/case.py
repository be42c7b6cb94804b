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
    suits_named,
    typed_card,
    words_of_card,
    words_of_rank,
    words_of_ranks,
    words_of_suit,
)
from scorekeeper.entry.names import players_named
from scorekeeper.entry.values import read_contract
from scorekeeper.language import Phrase
from scorekeeper.message import CommandLine, Joined, Option, Words, in_turn, listing, say
from scorekeeper.problems import Problem, Refused, known_mends, refuse
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


def ruled(case: Case, rule: Words, source: Words | None) -> Words:
    """The last line of an answer: the rule, and where it is written."""
    return in_turn(say("rule: {rule}", rule=rule), source_line(case.rules, source))


def source_line(rules: Ruleset, source: Words | None) -> Words:
    """Where it is written, as a line of an answer."""
    return say("source: {source}", source=cited(rules, source))


def cited(rules: Ruleset, source: Words | None) -> Words:
    """A place in the source with the name of the game; without a place, the source itself."""
    if not source and not rules.sources:
        return rules.name
    return Joined((rules.name, source or listing(rules.sources, "and")), ", ")


# --- the contract and the trumps -----------------------------------------------------------------


def with_contract(case: Case, word: str) -> Case:
    """The case with the contract that a word names, in any of its languages."""
    if not case.rules.contracts:
        message = say("{game} has no contracts", game=case.rules.name)
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
    hint = say("say {choices}", choices=listing([*all_suits(case.pack), NO_TRUMPS]))
    if not found:
        raise refuse(
            "suit-unknown", say("`{suit}` is not a suit of this pack", suit=word), "trump", hint
        )
    suits = listing(words_of_suit(case.pack, suit) for suit in found)
    raise refuse(
        "suit-unknown", say("`{word}` could be {choices}", word=word, choices=suits), "trump", hint
    )


def all_suits(pack: Pack) -> list[Words]:
    """Every suit of the pack."""
    return [suit.words for suit in pack.suits.values()]


def how_said(option: str, words: Iterable[Words]) -> Words:
    """The hint that one of these words is said by an option, in one piece with it."""
    return say("say {choices}", choices=Option(option, listing(words)))


def asked_with(*words: Words) -> CommandLine:
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


def card_unknown(pack: Pack, word: str, what: str, hint: Words | None = None) -> Problem:
    """The problem of a word that should have been a card of the pack."""
    message = say("`{word}` is not a card of this pack: {pack}", word=word, pack=pack.name)
    return Problem("card-unknown", message, what, known_mends(hint))


def _spelled(pack: Pack) -> Words:
    """How a card is written: ranks, suits with their letters, and one as an example."""
    suits = tuple(map(_lettered, pack.suits.values()))
    example = next((typed_card(pack, card) for card in pack.cards.values()), "-")
    return say(
        "ranks {ranks}, suits {suits}: for example {card}",
        ranks=words_of_ranks(pack, pack.ranks),
        suits=Joined(suits, " "),
        card=example,
    )


def _lettered(suit: Suit) -> Phrase:
    """The letter of a suit; behind it the suit's word in each language in which that begins with
    another letter."""
    letter, words = suit.letter, suit.words.by_language
    begins = {code: folded(word).startswith(folded(letter)) for code, (word, *_) in words.items()}
    return Phrase(
        {code: (letter if begins[code] else f"{letter} ({words[code][0]})",) for code in words}
    )


def twice_problems(pack: Pack, cards: Sequence[Card], what: str) -> list[Problem]:
    """Cards that are there more than once: a pack has one of each."""
    doubled = dict.fromkeys(card for card in cards if cards.count(card) > 1)
    return [
        Problem("card-twice", say("{card} is there twice", card=words_of_card(pack, card)), what)
        for card in doubled
    ]


def shown_cards(pack: Pack, cards: Iterable[Card]) -> Words:
    """Cards as they are shown, one after another."""
    return Joined(tuple(words_of_card(pack, card) for card in cards), " ")


def shown_values(pack: Pack, values: Mapping[str, int]) -> Words:
    """Ranks with what each is worth, one after another."""
    return shown_pairs((words_of_rank(pack, rank), value) for rank, value in values.items())


def shown_suits(pack: Pack, points: Mapping[str, int]) -> Words:
    """Suits with their points, one after another; a suit without points is left out."""
    return shown_pairs(
        (words_of_suit(pack, suit), number) for suit, number in points.items() if number
    )


def shown_pairs(pairs: Iterable[tuple[Words, int]]) -> Words:
    """Names with their numbers, one after another."""
    return Joined(tuple(Joined((name, number), " ") for name, number in pairs), ", ")


def seat_named(agreed: Agreed, word: str, what: str) -> int:
    """The seat of a player by name or unambiguous beginning."""
    found = players_named(agreed, word)
    if not found:
        message = say(
            "`{word}` does not play here; {players} do",
            word=word,
            players=listing(agreed.players, "and"),
        )
        raise refuse("player-unknown", message, what)
    if len(found) > 1:
        names = listing(agreed.players[seat] for seat in found)
        raise refuse(
            "player-ambiguous", say("`{word}` could be {choices}", word=word, choices=names), what
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
