"""The rules of a trick: the laws in force, and the possible laws if contract or trumps are
unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.game.session_settings import Agreed
from scorekeeper.referee.question_context import (
    NO_TRUMPS,
    Case,
    all_suits,
    referee_command,
    typed_values_fix,
)
from scorekeeper.rules.cards import (
    Card,
    Pack,
    find_card,
    words_of_card,
    words_of_rank,
    words_of_suit,
)
from scorekeeper.rules.ruleset import Contract, Ruleset
from scorekeeper.rules.ruleset_entries import CLOSED, LAWS, THROW
from scorekeeper.rules.ruleset_play import TRUMPS, PlayRules
from scorekeeper.text.message import CommandOption, JoinedWords, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.translation import Phrase

# --- cards named in laws -----------------------------------------------------------------------
# Suits that may not be led yet, cards that must be thrown.


def closed_suits(pack: Pack, said: str, trump: str | None) -> frozenset[str]:
    """Return the suits that a law names; the key for trumps stands for the trump suit, if any."""
    named = ((trump or "") if word == TRUMPS else word for word in said.split())
    return frozenset(word for word in named if word in pack.suits)


def thrown_card_codes(pack: Pack, said: str, trump: str | None) -> frozenset[str]:
    """Return the codes of the cards that a law names by card, rank, suit or trumps."""
    return frozenset(code for word in said.split() for code in _codes_of(pack, word, trump))


def _codes_of(pack: Pack, word: str, trump: str | None) -> Iterable[str]:
    suit = trump if word == TRUMPS else word
    if word == TRUMPS or word in pack.suits:
        return [card.code for card in pack.cards.values() if suit in card.suits]
    if word in pack.ranks and word not in pack.cards:
        return [card.code for card in pack.cards.values() if card.rank == word]
    card = find_card(pack, word)
    return [card.code] if card is not None else []


def named_cards_text(pack: Pack, said: str) -> Words:
    """Return the cards, ranks or suits that a law names, as text."""
    return listing((_word_said(pack, word) for word in said.split()), "and")


def _word_said(pack: Pack, word: str) -> Words:
    if word == TRUMPS:
        return say("trumps")
    if word in pack.suits:
        return words_of_suit(pack, word)
    card = find_card(pack, word)
    return words_of_card(pack, card) if card is not None else words_of_rank(pack, word)


# --- trick rules -------------------------------------------------------------------------------
# The rules for playing a trick: the laws in force under a contract, a trump suit and the options.


TRUMP_HEIGHT = 100


class TrickRules(NamedTuple):
    """The laws in force, each with its source.

    `height` orders the cards by code, with trumps above all others. `words` are the suits'
    names. `partners` is True if players across are partners. `closed` suits may not be led
    before one of their cards was played. A player who cannot follow must throw a card in
    `thrown`. `closed_said` and `thrown_said` are their texts."""

    contract: str | None
    trump: str | None
    laws: Mapping[str, str]
    sources: Mapping[str, Phrase | None]
    height: Mapping[str, int]
    suits: Mapping[str, tuple[str, ...]]
    words: Mapping[str, Phrase]
    seats: int
    partners: bool
    closed: frozenset[str] = frozenset()
    closed_said: Words = ""
    thrown: frozenset[str] = frozenset()
    thrown_said: Words = ""


def trick_rules_of(
    agreed: Agreed, play: PlayRules, contract: Contract | None, trump: str | None
) -> TrickRules:
    """Return the laws of the game, as changed by the contract and the options."""
    rules = agreed.rules
    laws, sources = _laws(agreed, play, contract)
    ranks = (contract.ranks if contract else ()) or play.ranks or rules.pack.ranks
    return TrickRules(
        contract=contract.id if contract else None,
        trump=trump,
        laws=laws,
        sources=sources,
        height=card_heights(rules.pack, ranks, play.trump_ranks or ranks, trump),
        suits={code: card.suits for code, card in rules.pack.cards.items()},
        words={suit.id: suit.words for suit in rules.pack.suits.values()},
        seats=len(agreed.players),
        partners=rules.teams,
        closed=closed_suits(rules.pack, laws[CLOSED], trump),
        closed_said=named_cards_text(rules.pack, laws[CLOSED]) if laws[CLOSED] else "",
        thrown=thrown_card_codes(rules.pack, laws[THROW], trump),
        thrown_said=named_cards_text(rules.pack, laws[THROW]) if laws[THROW] else "",
    )


def _laws(
    agreed: Agreed, play: PlayRules, contract: Contract | None
) -> tuple[dict[str, str], dict[str, Phrase | None]]:
    """Return the laws in force, and the source of each."""
    rules = agreed.rules
    changes = [(play.laws, play.source)]
    if contract is not None:
        changes.append((contract.play, contract.source))
    changes += [
        (option.play, option.source)
        for option in rules.options.values()
        if option.play and agreed.options.get(option.id) is True
    ]
    laws = {law: words[0] for law, words in LAWS.items()}
    sources: dict[str, Phrase | None] = dict.fromkeys(LAWS, play.source.if_any())
    for changed, source in changes:
        laws.update(changed)
        sources.update(dict.fromkeys(changed, source.if_any()))
    return laws, sources


def card_heights(
    pack: Pack, ranks: tuple[str, ...], trump_ranks: tuple[str, ...], trump: str | None
) -> dict[str, int]:
    """Return each card's height by code. Trumps have their own order, above TRUMP_HEIGHT."""
    plain = {rank: len(ranks) - place for place, rank in enumerate(ranks)}
    high = {rank: TRUMP_HEIGHT + len(trump_ranks) - place for place, rank in enumerate(trump_ranks)}
    return {
        code: (high if trump in card.suits else plain)[card.rank]
        for code, card in pack.cards.items()
    }


def is_trump(trick_rules: TrickRules, card: Card) -> bool:
    """Return True if the card is a trump."""
    return trick_rules.height[card.code] > TRUMP_HEIGHT


def contract_and_trump_text(rules: Ruleset, trick_rules: TrickRules) -> Words:
    """Return the contract and the trumps as text."""
    contract = rules.contracts.get(trick_rules.contract or "")
    suit = trick_rules.words[trick_rules.trump] if trick_rules.trump else None
    if contract is None:
        return say("{suit} trumps", suit=suit) if suit else say("no trumps")
    if suit and contract.trump == "open":
        return JoinedWords((contract.name, " (", suit, ")"))
    return contract.name


# --- possible trick rules ----------------------------------------------------------------------
# The trick rules that a question may be about, and the verdict on which all of them agree.


T = TypeVar("T")


def possible_rules(case: Case) -> tuple[TrickRules, ...]:
    """Return the different trick rules that the question may be about; one if contract and trumps
    are known."""
    return tuple(_different(_every_reading(case)))


def _every_reading(case: Case) -> list[TrickRules]:
    """Return the trick rules of each contract and trump suit that the question may be about."""
    rules, found = case.rules, []
    among = [
        rules.contracts[name]
        for name in ([case.contract] if case.contract else case.opened or rules.contracts)
    ]
    contracts: Sequence[Contract | None] = (
        [one for one in among if one.stops is None] or among or (None,)
    )
    for contract in contracts:
        if contract is not None and contract.stops is not None:
            message = say("{contract} has no tricks: cards are laid out", contract=contract.name)
            raise refuse(
                "tricks-none",
                message,
                "contract",
                say("ask `{command}`", command=referee_command("stops")),
            )
        found += [
            trick_rules_of(case.agreed, case.referee.play, contract, trump)
            for trump in _trumps(case, contract)
        ]
    if not found:
        raise _contrary_trump(case)
    return found


def _trumps(case: Case, contract: Contract | None) -> Iterable[str | None]:
    """Return the possible trump suits under a contract; None means no trumps."""
    kind = contract.trump if contract else "open" if "trump" in case.rules.facts else NO_TRUMPS
    said = case.trump
    if kind == NO_TRUMPS:
        return [None] if said in (None, NO_TRUMPS) else []
    if kind != "open":
        return [kind] if said in (None, kind) else []
    return case.pack.suits if said is None else [said] if said != NO_TRUMPS else []


def _contrary_trump(case: Case) -> Refused:
    """Return the refusal of trumps that the contract or the game does not have."""
    contract = case.rules.contracts.get(case.contract or "")
    message = _trumps_of_contract(case, contract) if contract else _trumps_of_game(case)
    return Refused(
        [
            Problem(
                "trump-contract",
                message,
                "trump",
                rule=(contract or case.referee.play).source.if_any(),
            )
        ]
    )


def _trumps_of_contract(case: Case, contract: Contract) -> Words:
    """Return the message that a contract's trumps are not those entered."""
    name, trump = contract.name, words_of_suit(case.pack, case.trump or "")
    if contract.trump == "open":
        return say("{name} has a trump suit, not {trump}", name=name, trump=trump)
    if contract.trump == NO_TRUMPS:
        return say("{name} has no trumps, not {trump}", name=name, trump=trump)
    return say("{name} has trumps of its own, not {trump}", name=name, trump=trump)


def _trumps_of_game(case: Case) -> Words:
    """Return the message that a game's trumps are not those entered."""
    name, trump = case.rules.name, words_of_suit(case.pack, case.trump or "")
    if case.rules.contracts:
        return say("{name} has other trumps, not {trump}", name=name, trump=trump)
    if "trump" in case.rules.facts:
        return say("{name} has a trump suit in every deal, not {trump}", name=name, trump=trump)
    return say("{name} has no trumps, not {trump}", name=name, trump=trump)


def _different(found: Iterable[TrickRules]) -> list[TrickRules]:
    """Return the trick rules without those equal to an earlier one in play."""
    kept: list[TrickRules] = []
    for trick_rules in found:
        if not any(_play_alike(trick_rules, other) for other in kept):
            kept.append(trick_rules)
    return kept


def _play_alike(trick_rules: TrickRules, other: TrickRules) -> bool:
    """Return True if both rules have the same laws and the same order of cards."""
    return trick_rules.laws == other.laws and trick_rules.height == other.height


def agreed_verdict(
    case: Case, verdict: Callable[[TrickRules], T], said: Callable[[T], Words]
) -> tuple[TrickRules, T]:
    """Return the first of the possible trick rules and its verdict, which all must share.

    Raises Refused if verdicts differ, since contract or trumps are needed then."""
    possible = possible_rules(case)
    verdicts = [verdict(trick_rules) for trick_rules in possible]
    if all(one == verdicts[0] for one in verdicts):
        return possible[0], verdicts[0]
    raise Refused([_depends(case, possible, [said(one) for one in verdicts])])


def _depends(case: Case, possible: Sequence[TrickRules], said: Sequence[Words]) -> Problem:
    """Return the problem that the answer depends on the contract or the trumps."""
    by_verdict: dict[Words, list[Words]] = {}
    for trick_rules in _every_reading(case):
        words = next(
            words
            for other, words in zip(possible, said, strict=True)
            if _play_alike(trick_rules, other)
        )
        by_verdict.setdefault(words, []).append(contract_and_trump_text(case.rules, trick_rules))
    lines = [(words, listing(dict.fromkeys(names))) for words, names in by_verdict.items()]
    if case.contract is None and case.rules.contracts:
        hint = say(
            "say {one} or {other}", one=CommandOption("contract"), other=CommandOption("trump")
        )
        message = _under(say("it depends on the contract"), lines)
        return Problem("depends", message, "contract", (hint,))
    message = _under(say("it depends on the trumps"), lines)
    return Problem("depends", message, "trump", (_trump_hint(case),))


def _under(heading: Words, lines: Iterable[tuple[Words, Words]]) -> Words:
    """Return a heading with an indented line for each label and text."""
    return JoinedWords((heading, *(JoinedWords(("\n  ", titled(*line))) for line in lines)))


def _trump_hint(case: Case) -> Words:
    """Return the fix that shows how to enter the trump suit."""
    return typed_values_fix("trump", all_suits(case.pack))


def trump_suit(case: Case, worths: Callable[[str], Sequence[int]], depends: Words) -> str:
    """Return the trump suit; if unknown, any suit, provided that `worths` is the same for all.

    Raises Refused if `worths` differs."""
    if case.trump is not None and case.trump in case.pack.suits:
        return case.trump
    by_suit = {suit: worths(suit) for suit in case.pack.suits}
    first = next(iter(by_suit))
    if case.trump is None and all(found == by_suit[first] for found in by_suit.values()):
        return first
    lines = [
        (words_of_suit(case.pack, suit), ", ".join(map(str, found)))
        for suit, found in by_suit.items()
    ]
    raise refuse("depends", _under(depends, lines), "trump", _trump_hint(case))
