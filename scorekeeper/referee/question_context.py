"""The context of a question: game, players, contract, trump, and typed cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.fact_values import NOTHING, card_ambiguous, players_named, read_contract
from scorekeeper.rules.cards import (
    Card,
    Pack,
    Suit,
    card_pieces,
    cards_over,
    cards_typed,
    folded,
    suit_letter,
    suits_named,
    typed_card,
    words_of_card,
    words_of_rank,
    words_of_ranks,
    words_of_suit,
)
from scorekeeper.rules.ruleset import Contract, Ruleset
from scorekeeper.rules.ruleset_play import RefereeRules, referee_rules
from scorekeeper.text.message import (
    CommandLine,
    CommandOption,
    JoinedWords,
    Words,
    in_turn,
    listing,
    say,
)
from scorekeeper.text.problems import Problem, Refused, known_mends, refuse
from scorekeeper.text.translation import ENGLISH, Phrase, speaking

# --- cards, ranks, suits and numbers as text ---------------------------------------------------


def all_suits(pack: Pack) -> list[Words]:
    """Return the name of every suit in the pack."""
    return [suit.words for suit in pack.suits.values()]


def shown_cards(pack: Pack, cards: Iterable[Card]) -> Words:
    """Return cards as text, with spaces between."""
    return JoinedWords(tuple(words_of_card(pack, card) for card in cards), " ")


def shown_values(pack: Pack, values: Mapping[str, int]) -> Words:
    """Return ranks with their values as text."""
    return shown_pairs((words_of_rank(pack, rank), value) for rank, value in values.items())


def shown_suits(pack: Pack, points: Mapping[str, int]) -> Words:
    """Return suits with their points as text, without suits that have none."""
    return shown_pairs(
        (words_of_suit(pack, suit), number) for suit, number in points.items() if number
    )


def shown_pairs(pairs: Iterable[tuple[Words, int]]) -> Words:
    """Return names with their numbers as text."""
    return JoinedWords(tuple(JoinedWords((name, number), " ") for name, number in pairs), ", ")


# --- context of a question ---------------------------------------------------------------------
# The game and the players; contract and trumps if known.


NO_TRUMPS = "none"
PARTS, MARK = "/", "?"  # separator in a question; prefix at the live table


class Case(NamedTuple):
    """The context of a question: the table, and the known part of the deal.

    `referee` is the referee's part of the rules. `named` is True if the players' names are
    real. `dealer` and `leader` are seats. `contract` is None if unknown or not used in the
    game. `trump` is a suit, `none`, or None if unknown. `facts` are the other known facts,
    `opened` the available contracts. `state` is the state before the deal, None if the deal is
    unknown. `broken` are the suits played to earlier tricks, None if unknown."""

    agreed: Agreed
    referee: RefereeRules
    named: bool
    dealer: int
    leader: int | None = None
    contract: str | None = None
    trump: str | None = None
    facts: Mapping[str, Any] = {}
    opened: tuple[str, ...] = ()
    state: State | None = None
    broken: frozenset[str] | None = None

    @property
    def rules(self) -> Ruleset:
        """Return the rules of the game."""
        return self.agreed.rules

    @property
    def pack(self) -> Pack:
        """Return the pack that the game uses."""
        return self.agreed.rules.pack

    @property
    def chosen(self) -> Contract | None:
        """Return the contract of the deal; None if unknown or not used in the game."""
        return self.rules.contracts.get(self.contract or "")


class RefereeAnswer(NamedTuple):
    """An answer: its values for JSON, and its lines for a person."""

    value: dict[str, Any]
    lines: tuple[Words, ...]


def problem_rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return the problems as values for JSON."""
    return [{"code": p.code, "message": p.message, "fact": p.fact} for p in problems]


def problem_lines(problems: Iterable[Problem]) -> list[Words]:
    """Return a line for each problem."""
    return [say("not in order: {problem}", problem=problem.message) for problem in problems]


def rule_line(case: Case, rule: Words, source: Words | None) -> Words:
    """Return the last line of an answer: the rule and its source."""
    return in_turn(say("rule: {rule}", rule=rule), source_line(case.rules, source))


def source_line(rules: Ruleset, source: Words | None) -> Words:
    """Return the line of an answer that cites its source."""
    return say("source: {source}", source=cited_source(rules, source))


def cited_source(rules: Ruleset, source: Words | None) -> Words:
    """Return the name of the game and a place in its source, or the source itself if there is no
    place."""
    if not source and not rules.about.sources:
        return rules.name
    return JoinedWords((rules.name, source or listing(rules.about.sources, "and")), ", ")


# --- the contract and the trumps -----------------------------------------------------------------


def with_contract(case: Case, word: str) -> Case:
    """Return the case with the contract that a word names, in any language. Raises Refused if it
    names none."""
    if not case.rules.contracts:
        message = say("{game} has no contracts", game=case.rules.name)
        raise refuse(
            "contract-none",
            message,
            "contract",
            say("leave {option} out", option=CommandOption("contract")),
        )

    contract, problems = read_contract(case.agreed, tuple(case.rules.contracts), word)
    if problems:
        raise Refused(problems)
    return case._replace(contract=contract)


def with_trump(case: Case, word: str) -> Case:
    """Return the case with the trump suit that a word names; `none` means no trumps."""
    if word.strip().casefold() in (NO_TRUMPS, "no", "no trumps", "no-trumps", *NOTHING):
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


def check_cards(case: Case) -> None:
    """Raise Refused for a question about cards in a game without cards or without tricks."""
    if case.rules.has_cards and case.referee.play.tricks != 0:
        return
    told = (
        say("{game} has no laws of tricks: the referee has nothing to judge", game=case.rules.name)
        if case.rules.has_cards
        else say(
            "{game} is played without cards: the referee has nothing to judge", game=case.rules.name
        )
    )
    hint = say("see what its rules say: {commands}", commands=referee_command("ruling"))
    raise refuse("cards-none", told, "pack", hint)


def with_played_suits(case: Case, words: str) -> Case:
    """Return the case with the suits played to earlier tricks; the word `none` means no suit."""
    said = [word for word in words.replace(",", " ").split() if word != NO_TRUMPS]
    return case._replace(broken=frozenset(with_trump(case, word).trump or "" for word in said))


def typed_values_fix(option: str, words: Iterable[Words]) -> Words:
    """Return the fix that lists an option's values as they are typed."""
    return say("say {choices}", choices=listing(CommandOption(option, word) for word in words))


def referee_command(*words: Words) -> CommandLine:
    """Return the `referee` command with these words."""
    return CommandLine("referee", words)


# --- cards and players ---------------------------------------------------------------------------


def seat_named(agreed: Agreed, word: str, what: str) -> int:
    """Return the seat of a player by name or unambiguous beginning. Raises Refused for any other
    word."""
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


def table_case(agreed: Agreed, named: bool, dealer: int) -> Case:
    """Return the case of a table where only the dealer is known. Raises Refused if the referee's
    part of the rules has problems."""
    return Case(agreed, referee_rules(agreed.rules), named, dealer)


def _settled(agreed: Agreed, state: State, contract: str | None) -> str | None:
    """Return the trump suit decided by the previous deal, for a contract that leaves it open; else
    None."""
    is_open = contract is None or agreed.rules.contracts[contract].trump == "open"
    return state.follows.trump if is_open and state.follows else None


def case_of_next_deal(agreed: Agreed, state: State, facts: Facts, named: bool = True) -> Case:
    """Return the case of the next deal: its contract if only one is available, its trumps if
    known."""
    coming = turn(agreed, state, facts)
    contract = facts.get("contract") or (
        coming.contracts[0] if len(coming.contracts) == 1 else None
    )
    known = {**facts, "dealer": agreed.players[state.dealer]}
    return table_case(agreed, named, state.dealer)._replace(
        leader=coming.leader,
        contract=contract,
        trump=facts.get("trump") or _settled(agreed, state, contract),
        facts=known,
        opened=() if state.over else coming.contracts,
        state=None if state.over else state,
    )


# --- typed cards -------------------------------------------------------------------------------
# Unknown and repeated cards are refused.


def read_heap(
    case: Case, words: Iterable[str], what: str = "cards", in_file: bool = False
) -> tuple[Card, ...]:
    """Return cards typed as separate words or as one, by code or name. Raises Refused with every
    unknown or repeated card.

    In a file letters are those of codes, whatever language is in use."""
    cards, problems = list[Card](), list[Problem]()
    for piece in card_pieces(case.pack, " ".join(words)):
        try:
            with speaking(ENGLISH) if in_file else nullcontext():
                cards.append(read_card(case, piece, what, _spelled(case.pack)))
        except Refused as refusal:
            problems += refusal.problems
    problems += twice_problems(case.pack, cards, what)
    if problems:
        raise Refused(problems)
    return tuple(cards)


def read_card(case: Case, word: str, what: str, hint: Words | None = None) -> Card:
    """Return the typed card. Raises Refused if the word names no card or several."""
    found = cards_typed(case.pack, word)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused([card_ambiguous(case.pack, what, word, found)])
    raise Refused([card_unknown(case.pack, word, what, hint)])


def card_unknown(pack: Pack, word: str, what: str, hint: Words | None = None) -> Problem:
    """Return the problem of a word that names no card of the pack."""
    message = say("`{word}` is not a card of this pack: {pack}", word=word, pack=pack.name)
    return Problem("card-unknown", message, what, known_mends(hint))


def _spelled(pack: Pack) -> Words:
    """Return the way to type a card: the ranks, the suits' letters, and an example."""
    suits = tuple(map(_lettered, pack.suits.values()))
    example = next((typed_card(pack, card) for card in pack.cards.values()), "-")
    return say(
        "ranks {ranks}, suits {suits}: for example {card}",
        ranks=words_of_ranks(pack, pack.ranks),
        suits=JoinedWords(suits, " "),
        card=example,
    )


def _lettered(suit: Suit) -> Phrase:
    """Return a suit's letter in each language, followed by the suit's name if the name begins with
    another letter."""
    words = suit.words.by_language
    letters = {code: suit_letter(suit, code) for code in words}
    begins = {
        code: folded(word).startswith(folded(letters[code])) for code, (word, *_) in words.items()
    }
    return Phrase(
        {
            code: (letters[code] if begins[code] else f"{letters[code]} ({words[code][0]})",)
            for code in words
        }
    )


def twice_problems(pack: Pack, cards: Sequence[Card], what: str) -> list[Problem]:
    """Return a problem for each card that appears more often than in the pack."""
    return [_twice(pack, card, cards.count(card), what) for card in cards_over(pack, cards)]


def _twice(pack: Pack, card: Card, number: int, what: str) -> Problem:
    """Return the problem of a card that appears this many times."""
    shown, most = words_of_card(pack, card), pack.numbers[card.code]
    if most == 1:
        message, hint = say("{card} is there twice", card=shown), say("name each card once")
    else:
        message = say(
            "{card} is there {number} times, and the pack has {most} of it",
            card=shown, number=number, most=most,
        )  # fmt: skip
        hint = say("name each card as often as it is there")
    return Problem("card-twice", message, what, (hint,))
