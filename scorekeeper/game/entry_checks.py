"""Checks of single entered facts: kind, contract, trump, players, numbers, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, TypeGuard

from scorekeeper.base.exact_numbers import Part, is_whole
from scorekeeper.game.count_checks import count_problems, total_of
from scorekeeper.game.deal_facts import DealFacts, holds, pair_problems
from scorekeeper.game.schedule import State, Turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.rules.cards import (
    Card,
    Pack,
    find_card,
    suits_named,
    words_of_card,
    words_of_rank,
    words_of_ranks,
    words_of_suit,
)
from scorekeeper.rules.fact_names import (
    contract_typed,
    key_said,
    key_typed,
    keys,
    typed_words,
    value_said,
)
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.rules_by_option import PLAYER, ROUND, SIDE, Use, spent_use
from scorekeeper.rules.ruleset import PLAYERS, Contract, Count, Fact, Ruleset
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Listing,
    Thousands,
    Words,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import ADD, NEEDED, Mend, Problem, did_you_mean
from scorekeeper.text.translation import marked

# --- kinds of values ---------------------------------------------------------------------------
# Unknown facts, and values that do not fit their kind, are reported and left out before any rule is
# applied.


def well_formed_facts(rules: Ruleset, entered: Facts) -> tuple[dict[str, object], list[Problem]]:
    """Return the facts whose values fit their kind, and a problem for each other fact."""
    known, problems = dict(entered), []
    for name, value in entered.items():
        kind = _kind(rules, name)
        if kind is None:
            problems.append(_unknown(rules, name))
        elif not _SHAPES[kind][0](value):
            problems.append(Problem(f"{name}-value", _not_of_kind(rules, name, kind, value), name))
        else:
            continue
        del known[name]
    return known, problems


def _kind(rules: Ruleset, name: str) -> str | None:
    if name in rules.counts:
        return "count"
    if name in rules.facts:
        return rules.facts[name].kind
    return "word" if name == "contract" and rules.contracts else None


def _unknown(rules: Ruleset, name: str) -> Problem:
    known = [key_typed(rules, key).shown() for key in keys(rules)]
    hint = did_you_mean(name, known) or say("it asks for {facts}", facts=listing(known, "and"))
    return Problem(
        "fact-unknown", say("this game has no use for `{word}`", word=name), name, (hint,)
    )


def _not_of_kind(rules: Ruleset, name: str, kind: str, value: object) -> Words:
    """Return the message why a value does not fit its kind."""
    key = key_typed(rules, name)
    numbers = value if isinstance(value, (list, tuple)) else [value]
    beyond = [one for one in numbers if is_exact(one) and not _is_number(one)]
    if beyond and kind in ("count", "number", "auction"):
        most = Thousands(GREATEST)
        return say("`{key}` has a number that is too large: {most} is the most", key=key, most=most)
    return say(_SHAPES[kind][1], key=key, value=_shown(value))


def _shown(value: object) -> Words:
    try:
        text = _in_file(value)
    except ValueError:  # Python does not write out a number of more than 4300 digits
        return say("a number as great as that")
    return f"`{text}`" if len(text) <= 60 else f"`{text[:60]}…`"


def _in_file(value: object) -> str:
    """Return a value as it is written in a file: `true`, `[6, "a"]`; a single text without
    quotes."""
    if isinstance(value, (list, tuple)):
        parts = (f'"{part}"' if isinstance(part, str) else _in_file(part) for part in value)
        return f"[{', '.join(parts)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def is_exact(value: object) -> TypeGuard[int]:
    """Return True if a value is an exact number (int or `Part`); a bool is none."""
    return value.__class__ is int or value.__class__ is Part


def _is_number(value: object) -> bool:
    return is_exact(value) and -GREATEST <= value <= GREATEST


def _is_number_or_word(value: object) -> bool:
    return _is_number(value) or _is_text(value)


def _is_column(value: object) -> bool:
    if not isinstance(value, (list, tuple)):
        return False
    return all([number is None or _is_number(number) for number in value])


def _is_cards(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_text, value))


def _is_calls(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_number_or_word, value))


def _is_yes(value: object) -> bool:
    return value is True


_SHAPES: dict[str, tuple[Callable[[object], bool], str]] = {
    "count": (_is_column, marked("`{key}` must be whole numbers, one a side, not {value}")),
    "player": (_is_text, marked("`{key}` must be a player's name, not {value}")),
    "number": (_is_number_or_word, marked("`{key}` must be a whole number, not {value}")),
    "word": (_is_text, marked("`{key}` must be a word, not {value}")),
    "rank": (_is_text, marked("`{key}` must be a rank, not {value}")),
    "suit": (_is_text, marked("`{key}` must be a suit, not {value}")),
    "card": (_is_text, marked("`{key}` must be a card, not {value}")),
    "cards": (_is_cards, marked("`{key}` must be a list of cards, not {value}")),
    "words": (_is_cards, marked("`{key}` must be a list of words, not {value}")),
    "players": (_is_cards, marked("`{key}` must be a list of players, not {value}")),
    "pairs": (_is_cards, marked("`{key}` must be a list of pairs, not {value}")),
    "flag": (
        _is_yes,
        marked("`{key}` must be a word by itself, left out when it is not so, not {value}"),
    ),
    "auction": (
        _is_calls,
        marked("`{key}` must be a list of calls, from the dealer's left, not {value}"),
    ),
}


# --- contracts whose budget is used up ---------------------------------------------------------


def over_budget(
    agreed: Agreed, state: State, turn: Turn, name: str, left: Words, mends: tuple[Mend, ...]
) -> Problem | None:
    """Return the problem of a contract whose budget is used up, with both numbers and the
    contracts `left`; None if its budget allows it."""
    sides = len(state.totals)
    use = spent_use(agreed.rules, state.declared, turn.round, turn.declarer, name, sides)
    if use is None:
        return None
    if not turn.contracts:
        message = say("{why}, and no contract is left", why=_why(agreed, turn, use))
    else:
        message = say(
            "{why}; left to choose: {contracts}", why=_why(agreed, turn, use), contracts=left
        )
    rule = use.budget.source.if_any()
    return Problem("contract-budget", message, "contract", mends, rule=rule)


def _why(agreed: Agreed, turn: Turn, use: Use) -> Words:
    numbers = {"contract": budget_name(agreed.rules, use), "used": use.used, "most": use.most}
    if use.scope == PLAYER and turn.declarer is not None:
        return say(
            "{player} has declared {contract} {used} of {most} times in this game",
            player=declarers(agreed, use, turn.declarer), **numbers,
        )  # fmt: skip
    if use.scope == SIDE and turn.declarer is not None:
        return say(
            "{side} have declared {contract} {used} of {most} times in this game",
            side=declarers(agreed, use, turn.declarer), **numbers,
        )  # fmt: skip
    if use.scope == ROUND:
        return say("{contract}: {used} of {most} declared in this round", **numbers)
    return say("{contract}: {used} of {most} declared in this game", **numbers)


def declarers(agreed: Agreed, use: Use, declarer: int) -> str:
    """Return the name of the player or side to which the budget applies."""
    if use.scope == SIDE:
        return agreed.side_names[agreed.side_of[declarer]]
    return agreed.players[declarer]


def budget_name(rules: Ruleset, use: Use) -> Words:
    """Return the name for contracts that share a budget: the budget's name, else the list of
    contracts."""
    if len(use.contracts) > 1 and use.budget.name.by_language:
        return use.budget.name
    names = tuple(rules.contracts[one].name for one in use.contracts)
    return Listing(names, "and", are_names=True)


# --- cards of a fact ---------------------------------------------------------------------------
# Checks of the cards' suits, of cards also in other facts, and of the tricks that the cards lost.


def codes_in(value: object) -> list[str]:
    """Return the card codes in an entered fact; empty if it has no cards."""
    values = value if isinstance(value, (list, tuple)) else [value]
    return [code for code in values if isinstance(code, str)]


def card_problems(
    agreed: Agreed, fact: Fact, codes: Sequence[str], entered: Facts
) -> Iterable[Problem]:
    """Yield the problems of a fact's cards: wrong suits, cards also in another fact, cards that
    cannot have been beaten. All must be in the pack."""
    pack = agreed.rules.pack
    cards = _heap_cards(pack, codes)
    wrong = [
        words_of_card(pack, card)
        for card in cards
        if fact.suits is not None and len(card.suits) != fact.suits
    ]
    if wrong:
        message = say_n(
            len(wrong),
            "{fact}: each card must bear {suits} suits, and {cards} does not",
            "{fact}: each card must bear {suits} suits, and {cards} do not",
            fact=fact.name,
            suits=fact.suits or 0,
            cards=listing(wrong, "and"),
        )
        yield Problem(f"{fact.id}-suits", message)
    elsewhere = [code for name in fact.apart for code in codes_in(entered.get(name))]
    both = [
        words_of_card(pack, card)
        for card in cards
        if card.code in elsewhere
        and cards.count(card) + elsewhere.count(card.code) > pack.numbers[card.code]
    ]
    if both:
        message = say(
            "{cards} cannot be in the {fact}: already in {others}",
            cards=listing(both, "and"),
            fact=fact.name,
            others=listing((key_said(agreed.rules, name) for name in fact.apart), "and"),
        )
        yield Problem("card-twice", message)
    if fact.beaten and not (wrong or both):
        yield from _unbeaten(
            fact, pack, cards, _heap_cards(pack, sorted({*elsewhere})), len(agreed.players)
        )


def _heap_cards(pack: Pack, codes: Iterable[str]) -> list[Card]:
    return [card for code in codes if (card := find_card(pack, code)) is not None]


def _unbeaten(
    fact: Fact, pack: Pack, cards: Sequence[Card], out: Sequence[Card], players: int
) -> Iterable[Problem]:
    """Yield a problem if the beaten cards cannot all have been beaten.

    Each lost its trick to another card of its rank or higher. The highest remaining cards are
    taken as winners and paired with the beaten cards, highest with highest; no winner may be
    lower. Other remaining cards fill the tricks."""
    gone = {card.code for card in (*cards, *out)}
    height = {rank: -place for place, rank in enumerate(pack.ranks)}
    rest = sorted((height[c.rank] for c in pack.cards.values() if c.code not in gone), reverse=True)
    beaten = sorted(cards, key=lambda card: -height[card.rank])
    if len(rest) < len(beaten) * (players - 1):
        needed = len(beaten) * players
        message = say(
            "{tricks} tricks need {cards} cards; the pack has not so many",
            tricks=len(beaten),
            cards=needed,
        )
        yield Problem(f"{fact.id}-number", message)
        return
    for place, (card, winner) in enumerate(zip(beaten, rest, strict=False), 1):
        if winner < height[card.rank]:
            yield Problem(
                f"{fact.id}-tricks",
                _no_tricks(fact, [words_of_card(pack, c) for c in beaten[:place]]),
            )
            return


def _no_tricks(fact: Fact, high: Sequence[Words]) -> Words:
    return say(
        "no tricks could make this {fact}: each card of it lost to one of its rank or higher, "
        "and {cards} are more than the cards left can beat",
        fact=fact.name,
        cards=listing(high, "and"),
    )


# --- single facts: contract and trump, players, numbers, cards, flags --------------------------


def contract_problems(
    agreed: Agreed, state: State, turn: Turn, entered: Facts
) -> Iterable[Problem]:
    """Yield why the contract is not available: used up, out of order, not of this game, or
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
    """Return the problem of a contract whose budget is used up; None if its budget allows it."""
    rules = agreed.rules
    if not rules.budgets or turn.held:
        return None
    mends = _one_of_those(rules, turn)
    return over_budget(agreed, state, turn, name, left, mends)


def _had_its_round(rules: Ruleset, turn: Turn, name: str) -> bool:
    return rules.deals.by_round and any(
        name in opened for opened in rules.deals.order[: turn.round - 1]
    )


def _repeated(agreed: Agreed, turn: Turn, contract: Words, left: Words) -> Problem:
    """Return the problem of a contract that had its round earlier and may not be chosen again."""
    message = say(
        "{contract} may not be repeated in round {number}; {player} may choose {contracts}",
        contract=contract, number=turn.round, player=_declarer(agreed, turn), contracts=left,
    )  # fmt: skip
    return Problem("contract-order", message, "contract", _one_of_those(agreed.rules, turn))


def _declarer(agreed: Agreed, turn: Turn) -> Words:
    return agreed.players[turn.declarer] if turn.declarer is not None else say("the declarer")


def trump_problems(rules: Ruleset, entered: Facts) -> Iterable[Problem]:
    """Yield the problem of a trump suit that is not in the pack, or not the contract's."""
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
    """Yield the problems with one fact's value, by its kind."""
    found = [*_CHECKS[fact.kind](agreed, fact, value)] if fact.kind in _CHECKS else []
    if fact.kind == "cards" and not found:
        yield from fact_card_problems(agreed, fact, value, entered)
    for problem in found:
        yield problem._replace(fact=fact.id, rule=fact.source.if_any())


def fact_card_problems(
    agreed: Agreed, fact: Fact, codes: Sequence[str], entered: Facts
) -> Iterable[Problem]:
    """Yield the problems of `card_problems`, with the fact and its rule. All cards must be in the
    pack."""
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
    """Return the fix that names the allowed numbers and words of a fact."""
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
    """Yield the problems of a list of words: unknown, repeated, too few or too many."""
    for word in dict.fromkeys(words):
        yield from _word(agreed, fact, word)
    yield from _once_each(agreed, fact, words, [*fact.values])


def _players(agreed: Agreed, fact: Fact, players: Sequence[str]) -> Iterable[Problem]:
    """Yield the problems of several players: unknown, repeated, too few or too many."""
    for player in dict.fromkeys(players):
        yield from _player(agreed, fact, player)
    yield from _once_each(agreed, fact, players, agreed.players)


def _once_each(
    agreed: Agreed, fact: Fact, words: Sequence[str], of: Sequence[str]
) -> Iterable[Problem]:
    """Yield the problems of values that are repeated, too few or too many."""
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
            examples=JoinedWords(tuple(examples), ", "),
        )
        message = say("`{card}` is not a card of this pack", card=value)
        yield Problem("card-unknown", titled(message, pack.name), mends=(hint,))


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


# Checks of a well-formed value by kind; flags and auctions need no further check.
_CHECKS: dict[str, Callable[[Agreed, Fact, Any], Iterable[Problem]]] = {
    "player": _player, "number": _number, "word": _word, "words": _words, "players": _players,
    "rank": _rank, "suit": _suit, "card": _card, "cards": _cards, "pairs": pair_problems,
}  # fmt: skip


# --- deal problems -----------------------------------------------------------------------------
# All problems of a deal's facts together: missing, unused or wrong.


UNUSED = "fact-unused"  # problem code of an entered fact that the deal does not use


def deal_problems(facts: DealFacts, put_aside: set[str | None]) -> list[Problem]:
    """Return all problems with the facts of a deal. `put_aside` are facts that already have a
    problem."""
    problems = _single_problems(facts, put_aside)
    wrong = put_aside.union(problem.fact for problem in problems)
    if "contract" in wrong:
        wrong.add("group")
    problems += _use_problems(facts, put_aside, wrong)
    unused = {problem.fact for problem in problems if problem.code == UNUSED}
    for name, count in facts.agreed.rules.counts.items():
        column = facts.entered.get(name)
        if column is not None and name not in unused and not _is_well(count, column, facts):
            problems += count_problems(count, column, total_of(count, facts), facts)
    return problems


def _single_problems(facts: DealFacts, put_aside: set[str | None]) -> list[Problem]:
    """Return the problems with the contract and with each entered fact by itself."""
    agreed, rules, entered = facts.agreed, facts.agreed.rules, facts.entered
    problems: list[Problem] = []
    is_open = entered.get("contract") in facts.turn.contracts
    is_needed = "contract" in entered or not _alone(facts)
    if rules.contracts and is_needed and "contract" not in put_aside and not is_open:
        problems += contract_problems(agreed, facts.state, facts.turn, entered)
    if "trump" in entered:
        problems += trump_problems(rules, entered)
    for name, fact in rules.facts.items():
        if name in entered and name != "trump":
            problems += fact_problems(agreed, fact, entered[name], entered)
    return problems


def _use_problems(
    facts: DealFacts, put_aside: set[str | None], wrong: set[str | None]
) -> Iterable[Problem]:
    """Yield the problems of facts and counts that the deal requires but lacks, or has but does not
    use.

    Facts in `put_aside`, and facts that depend on a wrong fact, are skipped."""
    rules = facts.agreed.rules
    alone = _alone(facts)
    things: Iterable[Fact | Count] = chain(rules.facts.values(), rules.counts.values())
    for thing in things:
        is_given = thing.id in facts.entered
        if (thing.optional and not is_given) or (is_given and thing.when is None and not alone):
            continue
        hangs = thing.when is not None and not wrong.isdisjoint(thing.when.names)
        if thing is alone or thing.id in put_aside or hangs:
            continue
        if alone is not None:
            yield from _besides(rules, thing, alone, facts.entered)
        elif not _waits(thing, facts):
            yield from _applies(thing, facts)


def _alone(facts: DealFacts) -> Fact | None:
    """Return the entered fact that excludes all others, such as a deal passed out; None if there
    is none."""
    named = facts.agreed.rules.facts.values()
    found = [fact for fact in named if fact.alone and fact.id in facts.entered]
    return found[-1] if found else None


def _besides(rules: Ruleset, thing: Fact | Count, alone: Fact, entered: Facts) -> Iterable[Problem]:
    if thing.id in alone.beside:
        return
    if thing.id in entered and not (isinstance(thing, Fact) and thing.kind == "auction"):
        message = say(
            "`{word}` stands alone: a deal that was {alone} has no {fact}",
            word=key_typed(rules, alone.id),
            alone=alone.name,
            fact=thing.name,
        )
        hint = say(
            "leave `{fact}` or `{word}` out",
            fact=key_typed(rules, thing.id),
            word=key_typed(rules, alone.id),
        )
        yield Problem(UNUSED, message, thing.id, (hint,))


def _waits(thing: Fact | Count, facts: DealFacts) -> bool:
    """Return True if an entered fact or count depends on a missing fact."""
    if thing.when is None or thing.id not in facts.entered:
        return False
    rules = facts.agreed.rules
    return any(
        name not in facts.entered and name in rules.facts and not rules.facts[name].optional
        for name in thing.when.names
    )


def _applies(thing: Fact | Count, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem if a required fact is missing or an unused one was entered."""
    given = thing.id in facts.entered
    if thing.when is not None and not holds(thing.when, facts):
        if given:
            yield _unused(facts.agreed.rules, thing)
    elif not given and not thing.optional and not (isinstance(thing, Fact) and thing.alone):
        yield _missing(facts.agreed.rules, thing)


def _unused(rules: Ruleset, thing: Fact | Count) -> Problem:
    key = key_typed(rules, thing.id)
    message, hint = (
        say("this deal has no use for `{fact}`", fact=key),
        say("leave `{fact}` out", fact=key),
    )
    return Problem(UNUSED, message, thing.id, (hint,), rule=thing.source.if_any())


def _missing(rules: Ruleset, thing: Fact | Count) -> Problem:
    # Translators: one of those that "this deal needs {facts}" names, as in "the bid"
    fact = JoinedWords((say("the {fact}", fact=thing.name), _whoever(thing)))
    return Problem(
        f"{thing.id}-missing",
        say(NEEDED, facts=fact),
        thing.id,
        (say(ADD, facts=JoinedWords((key_typed(rules, thing.id), "=…"))),),
        rule=thing.source.if_any(),
        is_missing=True,
    )


def _whoever(thing: Fact | Count) -> Words:
    """Return in brackets the ruleset's description of the player that a fact names; empty if there
    is none."""
    if isinstance(thing, Count) or not thing.who.by_language:
        return ""
    return JoinedWords((" (", thing.who, ")"))


def _is_well(count: Count, column: Sequence[int | None], facts: DealFacts) -> bool:
    """Return True if a count surely needs no check: whole numbers from 0 with the fixed total."""
    if (
        count.total is None
        or count.total.constant is None
        or count.least
        or count.most
        or count.step != 1
    ):
        return False
    if len(column) != len(facts.agreed.players if count.by_player else facts.roles):
        return False
    left = count.total.constant
    for number in column:
        if number is None or number < 0 or not is_whole(number):
            return False
        left -= number
    return left == 0
