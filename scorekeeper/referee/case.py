"""What a question is about: the game, the players, the contract and the trumps, as far as known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from scorekeeper.cards import Card, Pack, find_card, printed, suits_named
from scorekeeper.problems import Problem, Refused, listed, refuse
from scorekeeper.referee.way import Way, as_words, way_of
from scorekeeper.ruleset.model import Contract, Ruleset
from scorekeeper.session import Agreed

NO_TRUMPS = "none"
T = TypeVar("T")


class Case(NamedTuple):
    """The table: `named` says that the players' names are their own. `dealer` and `leader` are
    seats; `contract` is None where it is not known or there is none; `trump` is a suit, `none`,
    or None where it is not known; `facts` are what else is known of the deal."""

    agreed: Agreed
    named: bool
    dealer: int
    leader: int | None = None
    contract: str | None = None
    trump: str | None = None
    facts: Mapping[str, Any] = {}

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.agreed.rules

    @property
    def pack(self) -> Pack:
        """The pack it is played with."""
        return self.agreed.rules.pack


class Answer(NamedTuple):
    """An answer for a program, and the lines that a person reads."""

    value: dict[str, Any]
    lines: tuple[str, ...]


def ruled(case: Case, rule: str, source: str) -> list[str]:
    """The last line of an answer: the rule, and where it is written."""
    return [f"rule: {rule}; source: {cited(case.rules, source)}"] if rule else [f"source: {cited(case.rules, source)}"]


def cited(rules: Ruleset, source: str) -> str:
    """A place in the source with the name of the game; without a place, the source itself."""
    return ", ".join(filter(None, (rules.name.shown(), source or listed(rules.sources, "and"))))


# --- the contract and the trumps -------------------------------------------------------------------


def with_contract(case: Case, word: str) -> Case:
    """The case with the contract that a word names, in any of its languages."""
    if not case.rules.contracts:
        raise refuse("contract-none", f"{case.rules.name.shown()} has no contracts", "contract", "leave --contract out")
    from scorekeeper.entry.values import read_contract

    contract, problems = read_contract(case.agreed, tuple(case.rules.contracts), word)
    if problems:
        raise Refused(problems)
    return case._replace(contract=contract)


def with_trump(case: Case, word: str) -> Case:
    """The case with the trump suit that a word names; `none` says that there are no trumps."""
    if word.strip().casefold() in (NO_TRUMPS, "no", "no trumps", "no-trumps", "-"):
        return case._replace(trump=NO_TRUMPS)
    found = suits_named(case.pack, word)
    if len(found) != 1:
        suits = listed([*case.pack.suits, NO_TRUMPS])
        said = f"could be {listed(found)}" if found else "is not a suit of this pack"
        raise refuse("suit-unknown", f"`{word}` {said}", "trump", f"say {suits}")
    return case._replace(trump=found[0])


def ways(case: Case) -> tuple[Way, ...]:
    """Every way of playing that may be meant: one where contract and trumps are known."""
    rules, found = case.rules, []
    if case.contract is None and rules.contracts:
        contracts: list[Contract | None] = [c for c in rules.contracts.values() if c.stops is None]
    else:
        contracts = [rules.contracts[case.contract] if case.contract else None]
    for contract in contracts:
        if contract is not None and contract.stops is not None:
            name = contract.name.shown()
            raise refuse("tricks-none", f"{name} has no tricks: cards are laid out", "contract", "ask `referee stops`")
        found += [way_of(case.agreed, contract, trump) for trump in _trumps(case, contract)]
    if not found:
        raise _contrary_trump(case)
    return tuple(_different(found))


def _trumps(case: Case, contract: Contract | None) -> Iterable[str | None]:
    """The trump suits that may be meant under a contract; None is no trumps."""
    kind = contract.trump if contract else "open" if "trump" in case.rules.facts else NO_TRUMPS
    said = case.trump
    if kind == NO_TRUMPS:
        return [None] if said in (None, NO_TRUMPS) else []
    if kind != "open":
        return [kind] if said in (None, kind) else []
    return case.pack.suits if said is None else [said] if said != NO_TRUMPS else []


def _contrary_trump(case: Case) -> Refused:
    contract = case.rules.contracts.get(case.contract or "")
    name = contract.name.shown() if contract else case.rules.name.shown()
    has = (
        "no trumps" if contract and contract.trump == NO_TRUMPS else "trumps of its own" if contract else "other trumps"
    )
    if contract is None and not case.rules.contracts:
        has = "a trump suit in every deal" if "trump" in case.rules.facts else "no trumps"
    elif contract is not None and contract.trump == "open":
        has = "a trump suit"
    source = contract.source if contract else case.rules.play.source
    return Refused([Problem("trump-contract", f"{name} has {has}, not {case.trump}", "trump", rule=source or None)])


def _different(found: Iterable[Way]) -> list[Way]:
    """The ways without those that play alike."""
    kept: list[Way] = []
    for way in found:
        if not any(way.laws == other.laws and way.height == other.height for other in kept):
            kept.append(way)
    return kept


def settled(case: Case, verdict: Callable[[Way], T], said: Callable[[T], str]) -> tuple[Way, T]:
    """The verdict that every possible way agrees on, with one of those ways; where they differ,
    the question cannot be answered before the contract or the trumps are known."""
    possible = ways(case)
    verdicts = [verdict(way) for way in possible]
    if all(one == verdicts[0] for one in verdicts):
        return possible[0], verdicts[0]
    raise Refused([_depends(case, possible, [said(one) for one in verdicts])])


def _depends(case: Case, possible: Sequence[Way], said: Sequence[str]) -> Problem:
    by_verdict: dict[str, list[str]] = {}
    for way, words in zip(possible, said, strict=True):
        by_verdict.setdefault(words, []).append(as_words(case.rules, way))
    lines = [f"\n  {words}: {listed(dict.fromkeys(names))}" for words, names in by_verdict.items()]
    open_contract = case.contract is None and bool(case.rules.contracts)
    fact = "contract" if open_contract else "trump"
    hint = "say --contract or --trump" if open_contract else f"say --trump {listed(case.pack.suits)}"
    return Problem(
        "depends", f"it depends on the {'contract' if open_contract else 'trumps'}" + "".join(lines), fact, hint
    )


# --- cards and players -------------------------------------------------------------------------------


def read_heap(case: Case, words: Iterable[str], what: str = "cards") -> tuple[Card, ...]:
    """Cards as separate words or in one, by code or by their own name; every bad one is named,
    and every one that is there twice."""
    cards, problems = [], []
    for word in words:
        for piece in _pieces(case.pack, word):
            card = find_card(case.pack, piece)
            if card is None:
                problems.append(
                    Problem(
                        "card-unknown",
                        f"`{piece}` is not a card of this pack: {case.pack.name}",
                        what,
                        _spelled(case.pack),
                    )
                )
            else:
                cards.append(card)
    problems += twice_problems(case.pack, cards, what)
    if problems:
        raise Refused(problems)
    return tuple(cards)


def _pieces(pack: Pack, word: str) -> list[str]:
    if find_card(pack, word) is not None:
        return [word]
    parts = [part.strip() for part in word.split(",") if part.strip()]
    return [piece for part in parts for piece in ([part] if find_card(pack, part) is not None else part.split())]


def _spelled(pack: Pack) -> str:
    letters = "".join(suit.letter for suit in pack.suits.values())
    return f"ranks {' '.join(pack.ranks)}, suits {' '.join(letters)}: for example {next(iter(pack.cards))}"


def twice_problems(pack: Pack, cards: Sequence[Card], what: str) -> list[Problem]:
    """Cards that are there more than once: a pack has one of each."""
    doubled = dict.fromkeys(card for card in cards if cards.count(card) > 1)
    return [Problem("card-twice", f"{printed(pack, card)} is there twice", what) for card in doubled]


def shown_cards(pack: Pack, cards: Iterable[Card]) -> str:
    """Cards as they are shown, one after another."""
    return " ".join(printed(pack, card) for card in cards)


def seat_named(agreed: Agreed, word: str, what: str) -> int:
    """The seat of a player by name or unambiguous beginning."""
    from scorekeeper.entry.names import players_named

    found = players_named(agreed, word)
    if len(found) != 1:
        names = listed([agreed.players[seat] for seat in found] or agreed.players, "or" if found else "and")
        said = f"`{word}` could be {names}" if found else f"`{word}` does not play here; {names} do"
        raise refuse("player-ambiguous" if found else "player-unknown", said, what)
    return found[0]
