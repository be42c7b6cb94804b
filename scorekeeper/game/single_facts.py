"""Checks on single facts: contract and trump, players, numbers, cards, flags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scorekeeper.base.exact import is_whole
from scorekeeper.game.heap import card_problems
from scorekeeper.game.schedule import State, Turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.game.shape import is_exact
from scorekeeper.rules.cards import (
    find_card,
    suits_named,
    words_of_card,
    words_of_rank,
    words_of_ranks,
    words_of_suit,
)
from scorekeeper.rules.model import PLAYERS, Contract, Fact, Ruleset
from scorekeeper.rules.said import contract_typed, typed_words, value_said
from scorekeeper.text.message import CommandLine, Joined, Listing, Words, listing, say, titled
from scorekeeper.text.problems import Mend, Problem, did_you_mean


def contract_problems(
    agreed: Agreed, state: State, turn: Turn, entered: Facts
) -> Iterable[Problem]:
    """Why the contract is not one that is open: used up, out of order, not of this game, or
    missing."""
    rules, name = agreed.rules, entered.get("contract")
    left = Listing(tuple(rules.contracts[c].name for c in turn.contracts), are_names=True)
    if name not in rules.contracts and name is not None:
        yield _unknown_contract(rules, str(name), left)
        return
    problem = (
        _missing_contract(agreed, turn, left)
        if name is None
        else _over_budget(agreed, state, turn, name, left)
        or _closed_contract(agreed, turn, name, left)
    )
    yield problem._replace(rule=problem.rule or rules.deals.source.if_any())


def _unknown_contract(rules: Ruleset, name: str, left: Words) -> Problem:
    known = [contract_typed(rules, contract).shown() for contract in rules.contracts]
    hint = did_you_mean(name, known) or say("there are {words}", words=left)
    return Problem(
        "contract-unknown",
        say("`{name}` is not a contract of this game", name=name),
        "contract",
        (hint,),
    )


def _missing_contract(agreed: Agreed, turn: Turn, left: Words) -> Problem:
    if not turn.contracts:
        message = say("{player} has no contract left", player=_declarer(agreed, turn))
        return Problem("contract-missing", message, "contract", is_missing=True)
    message = say(
        "the contract is missing; {player} may choose {contracts}",
        player=_declarer(agreed, turn),
        contracts=left,
    )
    mends = _one_of_those(agreed.rules, turn)
    return Problem("contract-missing", message, "contract", mends, is_missing=True)


def _one_of_those(rules: Ruleset, turn: Turn) -> tuple[Mend, ...]:
    if not turn.contracts:
        return ()
    command = CommandLine("deal", (contract_typed(rules, turn.contracts[0]),), ("…",))
    return (say("begin with one of them: {command}", command=command),)


def _closed_contract(agreed: Agreed, turn: Turn, name: str, left: Words) -> Problem:
    rules = agreed.rules
    contract = rules.contracts[name].name
    if turn.held:
        message = say(
            "after the misdeal the contract stays {contracts}, so it is not {contract}",
            contract=contract,
            contracts=left,
        )
        return Problem("contract-held", message, "contract", (say("leave the contract out"),))
    if rules.deals.picked and not turn.contracts:
        message = say(
            "{player} has already played {contract}, and has no contract left",
            player=_declarer(agreed, turn),
            contract=contract,
        )
        return Problem("contract-used", message, "contract")
    if rules.deals.picked:
        message = say(
            "{player} has already played {contract}; left to choose: {contracts}",
            player=_declarer(agreed, turn),
            contract=contract,
            contracts=left,
        )
        return Problem("contract-used", message, "contract", _one_of_those(rules, turn))
    if len(turn.contracts) > 1 and _had_its_round(rules, turn, name):
        return _repeated(agreed, turn, contract, left)
    message = say(
        "deal {number} is {contracts}, not {contract}: the order is fixed",
        number=turn.number,
        contracts=left,
        contract=contract,
    )
    return Problem("contract-order", message, "contract", (say("leave the contract out"),))


def _over_budget(
    agreed: Agreed, state: State, turn: Turn, name: str, left: Words
) -> Problem | None:
    """A contract that was declared as often as it may be; None where that is not the reason."""
    rules = agreed.rules
    if not rules.budgets or turn.held:
        return None
    # 0.5 ms, few games
    from scorekeeper.game.over_budget import over_budget  # noqa: PLC0415

    mends = _one_of_those(rules, turn)
    return over_budget(agreed, state, turn, name, left, mends)


def _had_its_round(rules: Ruleset, turn: Turn, name: str) -> bool:
    return rules.deals.by_round and any(
        name in opened for opened in rules.deals.order[: turn.round - 1]
    )


def _repeated(agreed: Agreed, turn: Turn, contract: Words, left: Words) -> Problem:
    """A contract that had its round, and that this one does not leave to be chosen again."""
    message = say(
        "{contract} may not be repeated in round {number}; {player} may choose {contracts}",
        contract=contract, number=turn.round, player=_declarer(agreed, turn), contracts=left,
    )  # fmt: skip
    return Problem("contract-order", message, "contract", _one_of_those(agreed.rules, turn))


def _declarer(agreed: Agreed, turn: Turn) -> Words:
    return agreed.players[turn.declarer] if turn.declarer is not None else say("the declarer")


def trump_problems(rules: Ruleset, entered: Facts) -> Iterable[Problem]:
    """A trump suit must be a suit, and the one that the contract has."""
    trump, contract = entered["trump"], rules.contracts.get(entered.get("contract", ""))
    if trump not in rules.pack.suits:
        yield _unknown_suit(rules, trump)._replace(fact="trump")
    elif contract is not None and contract.trump not in ("open", trump):
        hint = say("leave the suit out")
        yield Problem(
            "trump-contract",
            _wrong_trump(rules, contract, trump),
            "trump",
            (hint,),
            rule=contract.source.if_any(),
        )


def _wrong_trump(rules: Ruleset, contract: Contract, trump: str) -> Words:
    name, suit = contract.name, words_of_suit(rules.pack, trump)
    if contract.trump == "none":
        return say("{contract} has no trumps, but {suit} were given", contract=name, suit=suit)
    return say(
        "trumps in {contract} are {trump}, not {suit}",
        contract=name,
        trump=words_of_suit(rules.pack, contract.trump),
        suit=suit,
    )


def _unknown_suit(rules: Ruleset, word: str) -> Problem:
    message = say("`{suit}` is not a suit of this pack", suit=word)
    return Problem(
        "suit-unknown", titled(message, listing(suit.words for suit in rules.pack.suits.values()))
    )


def fact_problems(agreed: Agreed, fact: Fact, value: Any, entered: Facts) -> Iterable[Problem]:
    """What is wrong with one fact's value, by its kind."""
    found = [*_CHECKS[fact.kind](agreed, fact, value)] if fact.kind in _CHECKS else []
    if fact.kind == "cards" and not found:
        yield from fact_card_problems(agreed, fact, value, entered)
    for problem in found:
        yield problem._replace(fact=fact.id, rule=fact.source.if_any())


def fact_card_problems(
    agreed: Agreed, fact: Fact, codes: Sequence[str], entered: Facts
) -> Iterable[Problem]:
    """What is wrong with the cards of a fact, each a card of the pack, and as many as there may
    be."""
    for problem in card_problems(agreed, fact, codes, entered):
        yield problem._replace(fact=fact.id, rule=fact.source.if_any())


def _player(agreed: Agreed, fact: Fact, value: str) -> Iterable[Problem]:
    if value not in agreed.seat_of:
        players = listing(agreed.players, "and")
        words = (
            say("{player} rests in this deal; {players} play", player=value, players=players)
            if value in agreed.resting
            else say("`{player}` does not play here; {players} do", player=value, players=players)
        )
        yield Problem("player-unknown", words)


def _number(agreed: Agreed, fact: Fact, value: object) -> Iterable[Problem]:
    if isinstance(value, str) and value in fact.values:
        return
    least, most = fact.least, fact.most
    if not is_exact(value):
        yield Problem(
            f"{fact.id}-value", titled(_cannot_be(fact, f"`{value}`"), _say_a_number(fact))
        )
    elif (least is not None and value < least) or (most is not None and value > most):
        yield Problem(f"{fact.id}-range", titled(_cannot_be(fact, value), _say_a_number(fact)))
    elif off := (value - (least or 0)) % fact.step:
        yield Problem(f"{fact.id}-step", _between_steps(fact, value, value - off))


def _cannot_be(fact: Fact, value: str | int) -> Words:
    return say("the {fact} cannot be {value}", fact=fact.name, value=value)


def _say_a_number(fact: Fact) -> Words:
    """What may be said where a number belongs: a range, or any, and perhaps words."""
    least, most = ("…" if bound is None else bound for bound in (fact.least, fact.most))
    typed = typed_words(fact)
    words = listing(typed)
    if fact.least is None and fact.most is None and not is_whole(fact.step):
        return say("say a number, by steps of {step}", step=fact.step)
    if fact.least is None and fact.most is None:
        return (
            say("say a whole number, or {words}", words=words)
            if typed
            else say("say a whole number")
        )
    if typed:
        return say("say {least} to {most}, or {words}", least=least, most=most, words=words)
    return say("say {least} to {most}", least=least, most=most)


def _between_steps(fact: Fact, value: int, below: int) -> Words:
    return say(
        "the {fact} goes by steps of {step}: {value} lies between {below} and {above}",
        fact=fact.name,
        step=fact.step,
        value=value,
        below=below,
        above=below + fact.step,
    )


def _word(agreed: Agreed, fact: Fact, value: object) -> Iterable[Problem]:
    if value not in fact.values:
        choices = say("say {words}", words=listing(typed_words(fact)))
        yield Problem(f"{fact.id}-value", titled(_cannot_be(fact, f"`{value}`"), choices))


def _words(agreed: Agreed, fact: Fact, words: Sequence[str]) -> Iterable[Problem]:
    """Several of a list, each once, and as many as there may be."""
    for word in dict.fromkeys(words):
        yield from _word(agreed, fact, word)
    yield from _once_each(agreed, fact, words, [*fact.values])


def _players(agreed: Agreed, fact: Fact, players: Sequence[str]) -> Iterable[Problem]:
    """Several of the players, each once, and as many as there may be."""
    for player in dict.fromkeys(players):
        yield from _player(agreed, fact, player)
    yield from _once_each(agreed, fact, players, agreed.players)


def _once_each(
    agreed: Agreed, fact: Fact, words: Sequence[str], of: Sequence[str]
) -> Iterable[Problem]:
    """Each of these is said once, and as many of them as there may be."""
    twice = [word for word in of if words.count(word) > 1]
    if twice:
        shown = listing((value_said(agreed.rules, fact.id, word) for word in twice), "and")
        message = say("{words}: said twice", words=shown)
        yield Problem(f"{fact.id}-twice", message, mends=(say("leave one of them out"),))
    least, most = fact.least or 0, len(of) if fact.most is None else fact.most
    if not least <= len(words) <= most and fact.kind == PLAYERS:
        message = say(
            "{fact}: {least} to {most} players belong here, not {given}",
            fact=fact.name,
            least=least,
            most=most,
            given=len(words),
        )
        yield Problem(f"{fact.id}-number", message)
    elif not least <= len(words) <= most:
        message = say(
            "{fact}: {least} to {most} words belong here, not {given}",
            fact=fact.name,
            least=least,
            most=most,
            given=len(words),
        )
        yield Problem(f"{fact.id}-number", message)


def _rank(agreed: Agreed, fact: Fact, value: str) -> Iterable[Problem]:
    pack = agreed.rules.pack
    if value not in pack.ranks:
        hint = say(
            "say {choices}", choices=listing(words_of_rank(pack, rank) for rank in pack.ranks)
        )
        yield Problem(
            f"{fact.id}-value",
            say("`{rank}` is not a rank of this pack", rank=value),
            mends=(hint,),
        )


def _suit(agreed: Agreed, fact: Fact, value: str) -> Iterable[Problem]:
    if suits_named(agreed.rules.pack, value) != [value]:
        yield _unknown_suit(agreed.rules, value)


def _card(agreed: Agreed, fact: Fact, value: str) -> Iterable[Problem]:
    pack = agreed.rules.pack
    if find_card(pack, value) is None:
        examples = [words_of_card(pack, card) for card in [*pack.cards.values()][:2]]
        hint = say(
            "ranks {ranks}; cards are written like {examples}",
            ranks=words_of_ranks(pack, pack.ranks),
            examples=Joined(tuple(examples), ", "),
        )
        message = say("`{card}` is not a card of this pack", card=value)
        yield Problem("card-unknown", titled(message, pack.name), mends=(hint,))


def _pairs(agreed: Agreed, fact: Fact, words: Sequence[str]) -> Iterable[Problem]:
    from scorekeeper.game.pairs import pair_problems  # noqa: PLC0415 - 0.5 ms, few games

    return pair_problems(agreed, fact, words)


def _cards(agreed: Agreed, fact: Fact, codes: Sequence[str]) -> Iterable[Problem]:
    for code in codes:
        yield from _card(agreed, fact, code)
    there = agreed.rules.pack.numbers
    twice = sorted({str(code) for code in codes if codes.count(code) > there.get(code, 1)})
    if twice:
        shown = listing((value_said(agreed.rules, fact.id, code) for code in twice), "and")
        message = (
            say("{cards} is there more often than in the pack", cards=shown)
            if agreed.rules.pack.has_alike
            else say("{cards} cannot be there twice", cards=shown)
        )
        yield Problem("card-twice", message)
    size = len(agreed.sides) if fact.each else fact.size
    if size is not None and len(codes) != size:
        message = say(
            "{fact}: {size} cards belong here, not {given}",
            fact=fact.name,
            size=size,
            given=len(codes),
        )
        yield Problem(f"{fact.id}-number", message)


# Each is given a value of its kind's shape; a flag and an auction are right when they have it.
_CHECKS: dict[str, Callable[[Agreed, Fact, Any], Iterable[Problem]]] = {
    "player": _player, "number": _number, "word": _word, "words": _words, "players": _players,
    "rank": _rank, "suit": _suit, "card": _card, "cards": _cards, "pairs": _pairs,
}  # fmt: skip
