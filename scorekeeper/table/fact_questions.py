"""Questions for the facts of the next deal, one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.entered_words import Typed, in_signs, read_words, split_line
from scorekeeper.record.fact_values import DASHES, facts_named, is_whose, typed_number
from scorekeeper.record.partial_entry import lacks
from scorekeeper.record.required_facts import (
    asks,
    choices_of,
    fixed_total,
    needed,
    only_contract,
    standing_alone,
)
from scorekeeper.record.word_assignment import CONTRACT, TRUMP
from scorekeeper.rules.cards import suit_words
from scorekeeper.rules.fact_names import contract_typed, key_typed, typed_words
from scorekeeper.rules.ruleset import LISTS, PAIRS, Count, Fact
from scorekeeper.table.table_state import Draft
from scorekeeper.text.message import JoinedWords, Words, in_turn, listing, say
from scorekeeper.text.message_text import parted, text_of
from scorekeeper.text.translation import Phrase


def next_field(agreed: Agreed, state: State, draft: Draft) -> str | None:
    """Return the fact to ask for, or None if the entry is complete: the fact that the user wants
    to enter again, else the trump suit if the contract leaves it open, else the first required
    fact."""
    wanted = draft.wanted
    if (
        wanted
        and wanted not in draft.facts
        and wanted not in draft.skipped
        and _is_of_use(agreed, state, draft)
    ):
        return wanted
    still = needed(agreed, state, draft.facts)
    if still and still[0] != CONTRACT and _trump_is_open(agreed, state, draft):
        return TRUMP
    return still[0] if still else None


def _is_of_use(agreed: Agreed, state: State, draft: Draft) -> bool:
    """Return True if the rules have a use for the wanted fact in the deal as entered so far."""
    rules, name = agreed.rules, draft.wanted or ""
    if any(fact.alone and fact.id in draft.facts for fact in rules.facts.values()):
        return False
    thing = rules.facts.get(name) or rules.counts.get(name)
    view = DealFacts(agreed, state, turn(agreed, state, draft.facts), draft.facts)
    return thing is None or holds(thing.when, view)


def _trump_is_open(agreed: Agreed, state: State, draft: Draft) -> bool:
    """Return True if the contract leaves the trump suit open and the suit has been neither entered
    nor skipped."""
    contract = agreed.rules.contracts.get(
        draft.facts.get(CONTRACT) or only_contract(agreed, state) or ""
    )
    return (
        contract is not None
        and contract.trump == "open"
        and not (state.follows and state.follows.trump)
        and TRUMP not in draft.facts
        and TRUMP not in draft.skipped
    )


def may_skip(agreed: Agreed, field: str) -> bool:
    """Return True if the fact is optional, so that Enter skips it."""
    thing = agreed.rules.facts.get(field) or agreed.rules.counts.get(field)
    return thing is not None and thing.optional


# --- asking --------------------------------------------------------------------------------------


def question(agreed: Agreed, state: State, draft: Draft) -> str:
    """Return the question for the fact `draft.field`, in the ruleset's own words if it has any."""
    field = draft.field or ""
    if field == CONTRACT:
        asked = text_of(_contract_question(agreed, state))
    elif field in agreed.rules.counts:
        asked = _count_question(agreed, state, agreed.rules.counts[field], draft)
    else:
        asked = _fact_question(agreed, agreed.rules.facts[field])
    also = parted(map(text_of, _other_answers(agreed, draft)))
    if also and asked.endswith(")"):
        return f"{parted([asked[:-1], also])})"
    return f"{asked} ({also})" if also else asked


def _other_answers(agreed: Agreed, draft: Draft) -> Iterator[Words]:
    """Yield the alternatives to an answer: a fact that is a complete deal by itself, and Enter."""
    for name in () if draft.facts else standing_alone(agreed):
        yield say("or: {word}", word=key_typed(agreed.rules, name))
    if may_skip(agreed, draft.field or ""):
        yield say("Enter leaves it open")


def _contract_question(agreed: Agreed, state: State) -> Words:
    """Return the question for the contract, with the list of contracts."""
    choices = _contract_choices(agreed, state)
    if agreed.rules.deals.before:
        return say("Which contract, chosen before the deal ({contracts})?", contracts=choices)
    return say("Which contract ({contracts})?", contracts=choices)


def _contract_choices(agreed: Agreed, state: State) -> Words:
    """Return the list of contracts, grouped by the facts that they require if these differ."""
    asked = asks(agreed, state)
    if not asked.differs:
        typed = (contract_typed(agreed.rules, str(name)) for name in asked.by_contract)
        return JoinedWords(tuple(typed), ", ")
    kinds = dict[str, list[Phrase]]()
    for contract, facts in asked.by_contract.items():
        own = [_called(agreed, name) for name in facts if name not in asked.always]
        kinds.setdefault(", ".join(own), []).append(contract_typed(agreed.rules, str(contract)))
    each = [
        say("{contracts} with {facts}", contracts=listing(names), facts=own)
        for own, names in kinds.items()
    ]
    return in_turn(*each)


def _called(agreed: Agreed, name: str) -> str:
    rules = agreed.rules
    thing = rules.counts.get(name) or rules.facts.get(name)
    return thing.name.shown() if thing else name


def _count_question(agreed: Agreed, state: State, count: Count, draft: Draft) -> str:
    every = counted_names(count, agreed)
    column = (draft.partial or {}).get(count.id, [None] * len(every))
    names = ", ".join(who for who, number in zip(every, column, strict=True) if number is None)
    if count.of_one:
        return text_of(say("{things}: whose? ({names})", things=count.name, names=names))
    total = fixed_total(agreed, state, count, draft.facts)
    asked = text_of(say("How many {things}: {names}?", things=count.name, names=names))
    if total is None:
        return asked
    return f"{asked} ({text_of(say('{total} in all; one may be left out', total=total))})"


def _fact_question(agreed: Agreed, fact: Fact) -> str:
    own = say("Which {fact}?", fact=fact.name)
    asked = fact.ask.shown() or text_of(own)
    choices = _choices_said(agreed, fact)
    folded = asked.casefold()
    if all(choice.casefold() in folded for choice in choices):
        return asked
    return f"{asked} ({', '.join(choices)})"


def _choices_said(agreed: Agreed, fact: Fact) -> list[str]:
    """Return the possible values of a fact, in the user's language."""
    if fact.kind == "suit":
        return suit_words(agreed.rules.pack)
    return [word.shown() for word in typed_words(fact)] if fact.values else choices_of(agreed, fact)


# --- answering -----------------------------------------------------------------------------------


def answer(agreed: Agreed, state: State, draft: Draft, line: str) -> Typed:
    """Read a line as the value of the fact asked for. If that is invalid, read it as the words of
    an entry, which may contain further facts."""
    words, field = in_signs(agreed, split_line(line)), draft.field or ""
    if any(_is_named(agreed, word) for word in words):
        return read_words(agreed, state, words, draft.facts)
    direct = read_words(
        agreed, state, [f"{field}={_as_value(agreed, field, line, words)}"], draft.facts
    )
    if not _is_wrong(agreed, state, draft, direct, field):
        return direct
    whole = read_words(
        agreed, state, words, draft.facts, field if _takes_numbers(agreed, field) else None
    )
    if all(map(_is_number, words)):
        return direct if _is_wrong(agreed, state, draft, whole) else whole
    return direct if whole.problems and _is_one_value(agreed, field, words) else whole


def _is_one_value(agreed: Agreed, field: str, words: Sequence[str]) -> bool:
    """Return True if the words can only be a value of the fact asked for."""
    return len(words) == 1 or field in agreed.rules.counts or _takes_a_list(agreed, field)


def _is_named(agreed: Agreed, word: str) -> bool:
    return "=" in word and word not in agreed.seat_of


def _as_value(agreed: Agreed, field: str, line: str, words: Sequence[str]) -> str:
    """Return a line as the value of a fact. The items of a list are joined with commas; a list of
    cards with commas is unchanged, since names of cards may contain spaces."""
    fact = agreed.rules.facts.get(field)
    if fact is not None and fact.kind == "cards" and "," in line:
        return line
    count = agreed.rules.counts.get(field)
    if count is not None and count.of_one and is_whose(agreed, count, line.strip()):
        return line.strip()
    is_list = count is not None or _takes_a_list(agreed, field)
    return ",".join(word.strip(",") for word in words) if is_list else line.strip().strip("\"'")


def _takes_numbers(agreed: Agreed, field: str) -> bool:
    fact = agreed.rules.facts.get(field)
    return field in agreed.rules.counts or (fact is not None and fact.kind == "number")


def _takes_a_list(agreed: Agreed, field: str) -> bool:
    fact = agreed.rules.facts.get(field)
    return fact is not None and fact.kind in ("auction", "cards", PAIRS, *LISTS)


def _is_number(word: str) -> bool:
    return all(typed_number(part) is not None or part in DASHES for part in word.split(","))


def _is_wrong(
    agreed: Agreed, state: State, draft: Draft, typed: Typed, field: str | None = None
) -> bool:
    """Return True if `field`, or any fact if it is None, is invalid. For None missing facts do not
    count."""
    facts = {**draft.facts, **typed.facts}
    problems = judged(agreed, state, facts).problems
    if field is None:
        return bool(typed.problems) or any(p.fact in facts or not lacks(p) for p in problems)
    return bool(typed.problems) or any(problem.fact == field for problem in problems)


def named_field(agreed: Agreed, line: str, fields: Collection[str]) -> str | None:
    """Return the fact that a line names, without any value, if it is one of `fields`; else None."""
    found = facts_named(agreed.rules, line)
    return found[0] if len(found) == 1 and found[0] in fields else None
