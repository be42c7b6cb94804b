"""Every fault of a ruleset file: unreadable parts, impossible rules, failing examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.deal_facts import quotas
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.proof.deal_enumeration import contract_count, facts_of
from scorekeeper.proof.dependencies import base_names, dependencies_of, role_holders
from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.impossible_parts import (
    IMPOSSIBLE,
    NEVER,
    budgets_suffice,
    choices_leave_a_game,
    contracts_last,
    contracts_may_run_out,
    deal_possible,
    exchange_adds_up,
    exchange_can_be_done,
    exchange_comes_up,
    games_are_settled,
    too_few_card_points,
    too_few_tricks,
    too_many_card_points,
    too_many_tricks,
)
from scorekeeper.proof.ineffective_parts import (
    ineffective_parts,
    paid_twice,
    roles_yielding_to_each_other,
)
from scorekeeper.proof.omissions import (
    Found,
    comparisons_without_fact,
    contracts_missing_dealers,
    dealer_matters,
    no_examples,
    no_minimum,
    no_sources,
    step_topics,
    steps_for_unknown_options,
    superfluous_words,
    unknown_names_in_messages,
    unknown_names_in_steps,
    unused_names,
    words_missing,
)
from scorekeeper.proof.random_games import tables_by_choice
from scorekeeper.proof.running_totals import END, end_faults, end_notes, total_faults, total_notes
from scorekeeper.proof.situations import (
    Situation,
    cards_dealt_each,
    contracts_never_up,
    each_table,
    situations,
)
from scorekeeper.proof.trial_deals import FAILS, PROMISE, deal_faults, game_faults
from scorekeeper.record.acts import ACTS
from scorekeeper.rules.fact_names import loosely
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.formula_faults import DECIDED, NOT_TRIED, deal_steps, formula_faults
from scorekeeper.rules.inheritance import is_inherited
from scorekeeper.rules.name_types import names_given_twice
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage, page_of, read_page
from scorekeeper.text.message import listing, say, say_n
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import Phrase

# --- faults --------------------------------------------------------------------------------------


class PageCheck(NamedTuple):
    """One check, and the parts of the file that it needs to be readable."""

    check: Callable[[RulesetPage], Iterable[Problem]]
    needs: tuple[str, ...]


# The commands of the live table. A line that begins with one is not read as a deal.
COMMANDS = {
    "sheet", "next", "explain", "log", "summary", "outlook", "rules", "move", "again", "by",
    "cancel", "help", "hjälp", "aide", "?", "quit", "exit", "q",
    *(row.name for row in ACTS if row.short),
}  # fmt: skip
QUOTA_SUM = "quota-sum"  # the code of quotas with a wrong sum
MOST_STEPS = 30_000_000  # of each check that tries deals: some seconds
OF_DEALS = (FAILS, NEVER, IMPOSSIBLE, END)  # the codes of faults that deals show


def rules_check(check: Callable[[Ruleset], Found]) -> Callable[[RulesetPage], Found]:
    """Return a check of a ruleset file, given a check of its scoring rules."""
    return lambda page: check(page.rules)


def deals_check(check: Callable[[Ruleset], Found]) -> Callable[[RulesetPage], Iterable[Problem]]:
    """Return a check that tries deals, except if a name has two meanings."""
    return lambda page: () if names_given_twice(page.rules) else check(page.rules)


def lint_faults(rules: Ruleset, before: Iterable[Problem] = ()) -> list[Problem]:
    """Return every fault of the rules; parts that could not be read, by `before`, are skipped."""
    return faults_and_untried(rules, before)[0]


def faults_and_untried(
    rules: Ruleset, before: Iterable[Problem] = ()
) -> tuple[list[Problem], list[Problem]]:
    """Return every fault, and notes on untried parts. A faulty formula hides its faults in deals,
    and wrong quotas hide wrong sums of points."""
    every = _found(FAULTS, rules, before)
    untried = [problem for problem in every if problem.code == NOT_TRIED]
    found = [problem for problem in every if problem.code != NOT_TRIED]
    if any(problem.code == QUOTA_SUM for problem in found):
        found = [problem for problem in found if problem.code != PROMISE]
    told = tuple(f"{problem.fact}." for problem in found if problem.code not in OF_DEALS)
    said = [one for one in found if one.code not in OF_DEALS or not f"{one.fact}.".startswith(told)]
    return said, untried


def lint_notes(rules: Ruleset, before: Iterable[Problem] = ()) -> list[Problem]:
    """Return notes on missing or inconsistent parts, with reasons."""
    return _found(NOTES, rules, before)


def _found(laws: Iterable[PageCheck], rules: Ruleset, before: Iterable[Problem]) -> list[Problem]:
    places = {problem.fact or "" for problem in before}
    page = page_of(_without_failing_formulas(rules, places))
    broken = {re.split(r"[.\[]", place)[0] for place in places}
    return [problem for law in laws if not broken & set(law.needs) for problem in law.check(page)]


def _without_failing_formulas(rules: Ruleset, places: Collection[str]) -> Ruleset:
    """Return the rules without the formulas at these paths, which fail for some options."""
    chosen = {
        key: formula for key, formula in rules.game.chosen.items() if f"game.{key}" not in places
    }
    if len(chosen) == len(rules.game.chosen):
        return rules
    return replace(rules, game=replace(rules.game, chosen=chosen))


# --- arithmetic ----------------------------------------------------------------------------------


def pack_is_dealt(rules: Ruleset) -> Found:
    """Yield a fault if hands and undealt cards differ from the pack. If hands change from deal to
    deal, they may be fewer."""
    names = {name for one in (rules.hand, rules.talon) if one for name in one.names}
    options = base_names(rules, names) & rules.options.keys()
    told = set[tuple[int, ...]]()
    for agreed in (*each_table(rules), *tables_by_choice(rules, sorted(options))):
        players, pack = len(agreed.players), len(rules.pack.every_card)
        try:
            each = cards_dealt_each(agreed)
        except FormulaError as error:
            if (players,) not in told:
                told.add((players,))
                yield _no_answer_problem(rules, players, error)
            continue
        for hand, talon in each:
            dealt = players * hand + talon
            is_well = hand > 0 and talon >= 0 and dealt <= pack and (len(each) > 1 or dealt == pack)
            if not is_well and (players, hand, talon) not in told:
                told.add((players, hand, talon))
                yield _dealt(rules, players, hand, talon)


def _no_answer_problem(rules: Ruleset, players: int, error: FormulaError) -> Problem:
    """Return the problem that the formula for hands or undealt cards fails."""
    if rules.talon is None or not rules.talon.names:
        message = say(
            "`hand` cannot be worked out for {players} players: {why}",
            players=players,
            why=error.why,
        )
    else:
        message = say(
            "`hand` and `talon` cannot be worked out for {players} players: {why}",
            players=players,
            why=error.why,
        )
    return Problem("hand", message, "hand")


def _dealt(rules: Ruleset, players: int, hand: int, talon: int) -> Problem:
    dealt, pack = players * hand + talon, len(rules.pack.every_card)
    numbers = {"players": players, "hand": hand, "talon": talon, "dealt": dealt, "pack": pack}
    if talon:
        message = say(
            "{players} players with {hand} cards each and {talon} beside are {dealt} cards; the "
            "pack has {pack}",
            **numbers,
        )
    else:
        message = say(
            "{players} players with {hand} cards each are {dealt} cards; the pack has {pack}",
            **numbers,
        )
    mends = []
    if dealt < pack and talon + pack - dealt < players * hand:  # the talon cannot be that large
        mends.append(
            say("say `talon = {left}` if {left} cards lie beside", left=talon + pack - dealt)
        )
    if rules.pack.suitless or rules.pack.copies > 1:
        made_of = say(
            "check `copies` and `suitless`: the pack is {copies} times {each} cards, {suitless} of "
            "them without a suit",
            copies=rules.pack.copies,
            each=pack // rules.pack.copies,
            suitless=len(rules.pack.suitless),
        )
        mends.append(made_of)
    mends = mends or [say("check `hand`, `talon` and `pack`")]
    return Problem("cards-dealt", message, "hand", tuple(mends))


def quota_sums(rules: Ruleset) -> Found:
    """Yield a fault if a contract's quotas do not add up to its count's total, unless the rules
    promise another sum of points."""
    if rules.scoring.promise is not None and rules.scoring.promise.constant != 0:
        return
    if any(who.startswith("fact ") for who in role_holders(rules)):
        return
    seen: set[tuple[str | None, int]] = set()
    for situation in situations(rules, dependencies_of(rules)):
        key = (situation.contract, len(situation.agreed.players))
        if key not in seen and not (rules.deals.first and situation.state.deal == 1):
            seen.add(key)
            yield from _quota_sum(situation)


def _quota_sum(situation: Situation) -> Found:
    name = situation.contract
    try:
        wanted = quotas(facts_of(situation, situation.known))
        there = contract_count(situation)
    except FormulaError as error:
        message = say(
            "the quotas of `{contract}` cannot be worked out: {why}",
            contract=name or "",
            why=error.why,
        )
        yield Problem("quota", message, f"contract.{name}.quota")
        return
    if wanted is None or there is None:
        return
    count, total = there
    if sum(wanted) != total:
        message = say(
            "with {players} players the quotas of `{contract}` add up to {sum}; there are {total} "
            "{count}",
            players=len(situation.agreed.players),
            contract=name or "",
            sum=f"{' + '.join(map(str, wanted))} = {sum(wanted)}",
            total=total,
            count=count.name,
        )
        hint = say("change a quota, or promise the sum: `[promise]`")
        yield Problem(QUOTA_SUM, message, f"contract.{name}.quota", (hint,))


def deals_shared(rules: Ruleset) -> Found:
    """Yield a fault if the dealer matters and players deal unequally often, or if the number of
    deals does not let each player pick each contract once."""
    for agreed in each_table(rules):
        players, deals = len(agreed.players), rules.deals
        number = deals_per_game(agreed)
        if number is None or (rules.following is not None and rules.following.moves):
            continue
        if (
            deals.picked
            and deals.once
            and deals.declarer in SEATED
            and number != players * len(rules.contracts)
        ):
            yield _not_each_once(number, players, len(rules.contracts))
        elif number % (players * deals.stint) and (deals.stint > 1 or dealer_matters(rules)):
            yield _unevenly_shared(number, players, deals.stint)


def _not_each_once(number: int, players: int, contracts: int) -> Problem:
    wanted = players * contracts
    message = say(
        "{contracts} contracts, each picked once by {players} players, are {wanted} deals; the "
        "rules say {number}",
        contracts=contracts,
        players=players,
        wanted=wanted,
        number=number,
    )
    hint = say("say `number = {wanted}`, or let contracts be picked more than once", wanted=wanted)
    return Problem("deals-contracts", message, "deals.number", (hint,))


def _unevenly_shared(number: int, players: int, stint: int) -> Problem:
    numbers = {"deals": number, "players": players, "stint": stint}
    if stint > 1:
        message = say(
            "{deals} deals cannot be shared evenly by {players} players in stints of {stint}",
            **numbers,
        )
    else:
        message = say("{deals} deals cannot be shared evenly by {players} players", **numbers)
    return Problem(
        "deals-shared",
        message,
        "deals.number",
        (say("say a multiple of {number}", number=players * stint),),
    )


SEATED = ("dealer", "dealer's left", "dealer's right")


def contracts_up(rules: Ruleset) -> Found:
    """Yield a fault for each contract that no deal can have."""
    for name in contracts_never_up(rules):
        message = say("`{contract}` never comes up: no deal of the schedule has it", contract=name)
        yield Problem(
            "contract-never",
            message,
            f"contract.{name}",
            (say("name it in `order`, or take it away"),),
        )


def faults_in_deals(rules: Ruleset) -> Found:
    """Yield the first faults for each path in random deals, random games and chosen totals or
    counters; and a note if the work was cut short."""
    told, short = set[str | None](), list[Steps]()
    for law in (deal_faults, deal_possible, game_faults, total_faults, end_faults):
        steps = Steps(MOST_STEPS, deal_steps(rules))
        found = [problem for problem in law(rules, steps) if problem.fact not in told]
        told |= {problem.fact for problem in found}
        short += [steps] if steps.is_short else []
        yield from found
    if short:
        done = sum(steps.done for steps in short)
        message = say_n(
            done,
            "the page is large: only {n} deal was tried",
            "the page is large: only {n} deals were tried",
        )
        yield Problem(NOT_TRIED, message)


def notes_on_untried_totals(rules: Ruleset) -> Found:
    """Yield notes on totals or counters that no random game reached, and on a game's end that a
    deal may skip for a while."""
    for law in (total_notes, end_notes):
        yield from law(rules, Steps(MOST_STEPS, deal_steps(rules)))


# --- names ---------------------------------------------------------------------------------------


def ambiguous_words(rules: Ruleset) -> Found:
    """Yield a fault for each typed word with two meanings: among contracts, flags and values, or
    among names of facts and counts."""
    keys = [(f"fact.{name}", name, fact.name) for name, fact in rules.facts.items()]
    keys += [(f"count.{name}", name, count.name) for name, count in rules.counts.items()]
    words = [
        (f"contract.{name}", name, contract.name) for name, contract in rules.contracts.items()
    ]
    words += [
        (f"fact.{name}", name, fact.name)
        for name, fact in rules.facts.items()
        if fact.kind == "flag"
    ]
    others = [fact for fact in rules.facts.values() if fact.kind != "flag"]
    words += [
        (f"fact.{fact.id}", word, said) for fact in others for word, said in fact.values.items()
    ]
    for things in (keys, words):
        yield from _twice(things)


def words_that_are_commands(rules: Ruleset) -> Found:
    """Yield a fault for each word of a deal that is also a command of the live table."""
    words = [(f"contract.{one.id}", one.id, one.name) for one in rules.contracts.values()]
    for fact in rules.facts.values():
        if fact.kind == "flag":
            words.append((f"fact.{fact.id}", fact.id, fact.name))
        words += [(f"fact.{fact.id}", word, said) for word, said in fact.values.items()]
    for path, name, phrase in words:
        taken = [one for one in (name, *phrase.spellings()) if one.casefold() in COMMANDS]
        if taken:
            message = say("`{word}` is a command of the live table", word=taken[0])
            yield Problem("name-command", message, path, (say("call it something else"),))


def _twice(things: Iterable[tuple[str, str, Phrase]]) -> Found:
    seen: dict[str, tuple[str, str]] = {}
    told: set[tuple[str, str]] = set()
    for path, name, phrase in things:
        for spelling in (name, *phrase.spellings()):
            other = seen.setdefault(loosely(spelling), (path, name))
            pair = (other[1], name)
            if other != (path, name) and pair not in told:
                told.add(pair)
                message = say(
                    "`{word}` could be {choices}", word=spelling, choices=listing((other[0], path))
                )
                yield Problem("name-twice", message, path, (say("give one of them another word"),))


SCHEDULE = ("deals", "contract", "players", "teams", "option", "let", "fact")
# The parts that affect scores. They must be readable before deals are tried.
WHOLE = (
    *SCHEDULE, "count", "roles", "role", "outcome", "points", "ladder", "each", "side", "carry",
    "check", "promise", "game", "match", "pack", "hand", "auction", "resting", "teams",
)  # fmt: skip
FAULTS = (
    PageCheck(
        rules_check(pack_is_dealt), ("hand", "talon", "pack", "players", "teams", "let", "option")
    ),
    PageCheck(
        exchange_adds_up, ("hand", "play", "pack", "players", "teams", "let", "option", "exchange")
    ),
    PageCheck(
        exchange_can_be_done,
        ("hand", "play", "pack", "players", "teams", "let", "option", "exchange"),
    ),
    PageCheck(exchange_comes_up, ("contract", "exchange")),
    PageCheck(rules_check(quota_sums), ("count", "roles", *SCHEDULE)),
    PageCheck(too_many_tricks, ("count", "hand", "play", *SCHEDULE)),
    PageCheck(rules_check(too_few_card_points), ("count", "hand", "pack", "teams", *SCHEDULE)),
    PageCheck(rules_check(deals_shared), ("roles", *SCHEDULE)),
    PageCheck(rules_check(choices_leave_a_game), ("option", "players", "deals", "game")),
    PageCheck(rules_check(games_are_settled), ("option", "players", "match")),
    PageCheck(rules_check(budgets_suffice), ("budget", *SCHEDULE)),
    PageCheck(rules_check(contracts_last), ("budget", "game", "next", *SCHEDULE)),
    PageCheck(rules_check(contracts_up), SCHEDULE),
    PageCheck(rules_check(ambiguous_words), ()),
    PageCheck(rules_check(words_that_are_commands), ()),
    PageCheck(rules_check(roles_yielding_to_each_other), ("role", "roles")),
    PageCheck(rules_check(ineffective_parts), WHOLE),
    PageCheck(rules_check(formula_faults), ()),
    PageCheck(rules_check(unknown_names_in_messages), ()),
    PageCheck(unknown_names_in_steps, ("dealing", "option", "contract")),
    PageCheck(deals_check(faults_in_deals), WHOLE),
)
NOTES = (
    PageCheck(no_examples, ("example",)),
    PageCheck(rules_check(no_sources), ()),
    PageCheck(rules_check(no_minimum), ()),
    PageCheck(words_missing, ()),
    PageCheck(
        rules_check(superfluous_words),
        ("let", "each", "side", "carry", "ladder", "option", "fact", "count", "contract"),
    ),
    PageCheck(rules_check(contracts_missing_dealers), ("roles", *SCHEDULE)),
    PageCheck(rules_check(contracts_may_run_out), ("budget", "game", "next", *SCHEDULE)),
    PageCheck(steps_for_unknown_options, ("dealing", "option")),
    PageCheck(step_topics, ("dealing", "topic", "ruling")),
    PageCheck(rules_check(unused_names), ()),
    PageCheck(rules_check(comparisons_without_fact), ()),
    PageCheck(deals_check(paid_twice), WHOLE),
    PageCheck(deals_check(notes_on_untried_totals), WHOLE),
    PageCheck(too_few_tricks, ("count", "hand", "play", *SCHEDULE)),
    PageCheck(rules_check(too_many_card_points), ("count", "hand", "pack", "teams", *SCHEDULE)),
)


# --- faults of a ruleset file --------------------------------------------------------------------


# The codes of problems that may exist only in a variant of a ruleset file.
LEFT_BEHIND: Final = (DECIDED, "row-behind", "unused", "word-unasked")


class PageFaults(NamedTuple):
    """The faults of a ruleset file: of reading, of its rules, of its examples. `untried` are notes
    on checks cut short because the file is large."""

    read: list[Problem]
    said: list[Problem]
    examples: list[Problem]
    untried: list[Problem]


def checked_page(
    own: Mapping[str, Any], merged: Mapping[str, Any], ruleset_id: str
) -> tuple[RulesetPage, PageFaults]:
    """Return the ruleset file as far as it is readable, with its faults. `own` is the file's TOML,
    `merged` includes the TOML of the file it builds on."""
    page, read = read_page(merged, ruleset_id)
    found, untried = faults_and_untried(page.rules, read)
    examples = [] if read else [*example_problems(page.rules)]
    return page, PageFaults(read, _of_this_page(found, own, merged), examples, untried)


def page_notes(
    own: Mapping[str, Any], merged: Mapping[str, Any], page: RulesetPage, read: Iterable[Problem]
) -> list[Problem]:
    """Return notes on missing or inconsistent parts of the file; `read` are the faults of reading
    it."""
    return _of_this_page(lint_notes(page.rules, read), own, merged)


def _of_this_page(
    problems: Iterable[Problem], own: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[Problem]:
    """Return the problems, leaving out inherited parts that only this variant makes ineffective,
    such as words of a contract that it removes."""
    return [
        problem
        for problem in problems
        if problem.code not in LEFT_BEHIND or not is_inherited(problem.fact or "", own, merged)
    ]
