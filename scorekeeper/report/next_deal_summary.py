"""The dealer's card, a summary of the next deal with an example entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.count_checks import counted_names, only_holder
from scorekeeper.game.deal_facts import DealFacts, quotas
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.irregular_events import spent_problem
from scorekeeper.game.open_deals import is_coming_alike
from scorekeeper.game.schedule import State, is_spent, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import Standing
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.record.entry_text import known_words
from scorekeeper.record.number_order import order_questions
from scorekeeper.record.partial_entry import lacks
from scorekeeper.record.required_facts import (
    asks,
    choices_of,
    first_number,
    fixed_total,
    only_contract,
    quoted,
)
from scorekeeper.record.word_assignment import CONTRACT
from scorekeeper.report.game.deal_steps_text import Beforehand, beforehand
from scorekeeper.report.shared_labels import facts_typed
from scorekeeper.report.upcoming_deal import Coming, coming_value, next_of
from scorekeeper.rules.fact_names import key_typed, value_typed
from scorekeeper.rules.ruleset import LISTS, OF_PLAYERS, Count, Fact
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem

# --- an example of the next deal, as a line that can be typed ----------------------------------


MOST_LETTERS = 3  # of a name that is cut to its first letters
MOST_TRIES = 100  # deals that are tried until the rules have nothing to say against one


def example(agreed: Agreed, state: State, known: Facts) -> Facts | None:
    """Return the facts of a possible next deal that includes the `known` facts; None if a short
    search fails."""
    if is_spent(agreed.rules, turn(agreed, state)):
        return None
    ways: list[dict[str, object]] = [{**known}]
    ways += [
        {**known, count.id: _column(agreed, state, count, known)}
        for count in agreed.rules.counts.values()
        if count.optional and count.id not in known
    ]
    tries = iter(range(MOST_TRIES))
    found = (_filled(agreed, state, way, tries) for way in ways)
    return next((facts for facts in found if facts is not None), None)


def _filled(
    agreed: Agreed, state: State, facts: dict[str, object], tries: Iterator[int]
) -> dict[str, object] | None:
    """Return the facts completed to a valid deal, or None. Each attempt takes one of the
    `tries`."""
    if next(tries, None) is None:
        return None
    verdict = judged(agreed, state, facts)
    if verdict.scored is not None:
        return facts
    wanted = next((p.fact for p in verdict.problems if p.fact not in facts and lacks(p)), None)
    if wanted is None:
        return None
    values = _values(agreed, state, wanted, facts)
    found = (_filled(agreed, state, {**facts, wanted: value}, tries) for value in values)
    return next((whole for whole in found if whole is not None), None)


def _values(agreed: Agreed, state: State, field: str, facts: Facts) -> Iterable[object]:
    """Return the possible values of a field, the plainest first."""
    if field == CONTRACT:
        return turn(agreed, state).contracts
    if field in agreed.rules.counts:
        return _columns(agreed, state, agreed.rules.counts[field], facts)
    return _fact_values(agreed, agreed.rules.facts[field])


def _fact_values(agreed: Agreed, fact: Fact) -> Iterable[object]:
    codes = list(agreed.rules.pack.cards)
    if fact.kind == "number":
        least = fact.least or 0
        return dict.fromkeys([least, least + fact.step, least if fact.most is None else fact.most])
    if fact.kind == "rank":
        return agreed.rules.pack.ranks
    if fact.kind == "cards":
        return [codes[: fact.size or len(agreed.players)]]
    if fact.kind in LISTS:
        return [choices_of(agreed, fact)[: fact.least or 1]]
    if fact.kind == "card":
        return codes
    choices = choices_of(agreed, fact)
    if fact.kind == "player":  # the first seat would not show that numbers go in seat order
        return [*choices[1:], *choices[:1]]
    return choices or [True]


def _columns(agreed: Agreed, state: State, count: Count, facts: Facts) -> Iterator[list[int]]:
    """Yield ways to distribute a count: roughly equal numbers, then all for one player or side."""
    column = _column(agreed, state, count, facts)
    place = _named_place(agreed, count, facts)
    if place is not None:  # the most is theirs
        turn_by = column.index(max(column)) - place
        column = [*column[turn_by:], *column[:turn_by]]
    yield column
    yield from ([*column[n:], *column[:n]] for n in range(1, len(column)))
    total = fixed_total(agreed, state, count, facts)
    alone = count.step if total is None else total
    for one in range(len(column)):
        yield [alone if place == one else 0 for place in range(len(column))]


def _named_place(agreed: Agreed, count: Count, facts: Facts) -> int | None:
    """Return the index, in the count's numbers, of the last player that the facts name, or None."""
    kinds = agreed.rules.facts
    named = [facts[name] for name in facts if name in kinds and kinds[name].kind == "player"]
    if not named or named[-1] not in agreed.players:
        return None
    seat = agreed.players.index(named[-1])
    return seat if count.by_player else agreed.side_of[seat]


def _column(agreed: Agreed, state: State, count: Count, facts: Facts) -> list[int]:
    """Return the numbers of a count: the quotas if they add up to its sum, else roughly equal
    numbers."""
    size, total = len(counted_names(count, agreed)), fixed_total(agreed, state, count, facts)
    view = DealFacts(
        agreed,
        state,
        turn(agreed, state, facts),
        {CONTRACT: only_contract(agreed, state) or "", **facts},
    )
    column = quotas(view)
    if total is None:
        return list(range(size))
    if column is not None and len(column) == size and sum(column) == total:
        return list(column)
    each = total // (size * count.step) * count.step
    return [total - each * (size - 1), *[each] * (size - 1)]


# --- the typed form ------------------------------------------------------------------------------


def example_lines(agreed: Agreed, state: State, known: Facts | None = None) -> list[str]:
    """Return the example as lines to type, a short form and a form with field names, without the
    `known` facts. Omit a form that would be read as another deal. Names follow the numbers if
    that avoids ambiguity."""
    before = known or {}
    facts = example(agreed, state, before)
    if not facts:
        return []
    spare = _spared(agreed, state, facts)
    more = {name: value for name, value in spare.items() if name not in before}
    bare, wanted = list(_bare_words(agreed, more)), judged(agreed, state, facts).scored
    names_last = sorted(bare, key=lambda word: word in agreed.players)

    def is_right(form: Sequence[str]) -> bool:
        return _scored(agreed, state, form, before) == wanted

    forms = [*[form for form in (bare, names_last) if is_right(form)][:1]]
    by_name = facts_typed(agreed, more)
    forms += [by_name] if is_right(by_name) else []
    return list(dict.fromkeys(" ".join(map(quoted, form)) for form in forms))


def shortest(agreed: Agreed, state: State, line: str, known: Facts | None = None) -> str | None:
    """Return the shortest line read as the same deal, with initials for names and without field
    names; None if no line is shorter."""
    before, words = known or {}, split_line(line)
    wanted = _scored(agreed, state, words, before)
    for place, word in enumerate(words):
        forms = [[*words[:place], form, *words[place + 1 :]] for form in _shorter(word)]
        reads = (form for form in forms if _scored(agreed, state, form, before) == wanted)
        words = next(reads, words)
    found = " ".join(map(quoted, words))
    return found if wanted is not None and found != line else None


def _shorter(word: str) -> Iterator[str]:
    """Yield shorter forms of a word to type, shortest first."""
    _, equals, value = word.rpartition("=")
    if value[:1].isalpha():
        yield from (value[:size] for size in range(1, min(MOST_LETTERS + 1, len(value))))
    if equals:
        yield value


def _spared(agreed: Agreed, state: State, facts: Facts) -> Mapping[str, object]:
    """Return the facts without the last number of the last count, if the sum implies it."""
    last = agreed.rules.counts.get([*facts][-1])
    if last is None or fixed_total(agreed, state, last, facts) is None:
        return facts
    return {**facts, last.id: facts[last.id][:-1]}


def _bare_words(agreed: Agreed, facts: Facts) -> Iterator[str]:
    """Yield the words to type for the facts, without field names where possible."""
    rules = agreed.rules
    for name, value in facts.items():
        fact = rules.facts.get(name)
        if name in rules.counts and (who := only_holder(rules.counts[name], agreed, value)):
            yield f"{key_typed(rules, name).shown()}={who}"
        elif name in rules.counts:
            yield from map(str, value)
        elif name == CONTRACT or (fact is not None and fact.kind in ("player", "number")):
            yield text_of(value_typed(rules, name, value))
        else:
            yield from facts_typed(agreed, {name: value})


def _scored(agreed: Agreed, state: State, words: Iterable[str], known: Facts) -> object:
    asked = first_number(agreed, state, known) if known else None
    typed = read_words(agreed, state, list(words), known, asked)
    if typed.problems:
        return None
    scored = judged(agreed, state, {**known, **typed.facts}).scored
    is_open = scored and order_questions(agreed, state, typed.words, typed.facts, scored)
    return None if is_open else scored


# --- the dealer's card of the next deal --------------------------------------------------------


class EntryPrompt(NamedTuple):
    """The instructions for entering the next deal: the required fields by contract, if contracts
    differ; optional fields; alternatives; when the contract is chosen; an example, and its
    shortest form."""

    needs_by_contract: Mapping[str, Sequence[str]]
    may_follow: Sequence[str]
    instead: Sequence[Sequence[str]]
    chosen: str | None
    example: str | None
    shortest: str | None = None


class DealerCard(NamedTuple):
    """The dealer's card: all that is known of the next deal. `stuck` is the problem that prevents
    playing it, or None. `disputed` and `waits` have the disputed and the incomplete deals,
    whose first versions the card uses; `hangs` is True if other versions change the next deal.
    `sides` has the sides in typing order if that needs saying, else nothing. `known` is the
    partial entry in words."""

    coming: Coming
    asked: EntryPrompt
    before: Beforehand
    stuck: Problem | None = None
    disputed: tuple[int, ...] = ()
    hangs: bool = False
    sides: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()
    known: str = ""


def card_of(standing: Standing) -> DealerCard | None:
    """Return the dealer's card of the next deal, or None after the end of the session."""
    turn, coming = standing.next_turn, next_of(standing)
    if turn is None or coming is None:
        return None
    before = beforehand(standing, turn, coming.quotas)
    if stuck := spent_problem(standing.agreed, standing.state):
        return DealerCard(
            coming._replace(needs=()), EntryPrompt({}, [], [], None, None), before, stuck
        )
    known = text_of(known_words(standing.seating.agreed, standing.known)) if coming.known else ""
    waits = standing.waits
    disputed = tuple(n for n in standing.readings if n not in waits) if standing.ways else ()
    hangs = not is_coming_alike(standing)
    sides = _in_order(standing.seating.agreed)
    return DealerCard(coming, _asked(standing), before, None, disputed, hangs, sides, waits, known)


def _in_order(agreed: Agreed) -> tuple[str, ...]:
    """Return the sides in typing order; empty if the order is obvious, because no partners play
    and no fact names a player."""
    is_named = any(fact.kind in OF_PLAYERS for fact in agreed.rules.facts.values())
    return tuple(agreed.side_names) if agreed.rules.teams or is_named else ()


def _asked(standing: Standing) -> EntryPrompt:
    agreed, state = standing.seating.agreed, standing.seating.state
    asked = asks(agreed, state, standing.known_so_far)
    lines = example_lines(agreed, state, standing.known)
    by_contract = asked.by_contract.items() if asked.differs else ()
    has_choice = len(asked.by_contract) > 1
    return EntryPrompt(
        needs_by_contract={str(name): list(facts) for name, facts in by_contract},
        may_follow=list(asked.follow),
        instead=[list(facts) for facts in asked.instead],
        chosen="before the deal" if has_choice and agreed.rules.deals.before else None,
        example=lines[0] if lines else None,
        shortest=shortest(agreed, state, lines[0], standing.known) if lines else None,
    )


def card_value(card: DealerCard | None) -> dict[str, object] | None:
    """Return the JSON of `next`, or None without a next deal. Keys on disputed or incomplete deals
    are absent without such deals."""
    value = coming_value(card.coming) if card else None
    if card is None or value is None:
        return None
    before = {**card.before._asdict(), "dealing": card.before.dealing._asdict()}
    told = {**value, **card.asked._asdict(), **before}
    if card.disputed:
        told |= {"disputed": list(card.disputed), "hangs_on_dispute": card.hangs}
    if card.waits:
        told |= {"waits": list(card.waits), "hangs_on_waiting": card.hangs}
    return told
