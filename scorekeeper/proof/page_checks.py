"""Every fault of a ruleset file: what cannot be read, what cannot be, examples that fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.deal_facts import quotas
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.proof.deal_enumeration import facts_of, there_to_take
from scorekeeper.proof.dependencies import base_names, reach_of, role_holders
from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.impossible_parts import (
    IMPOSSIBLE,
    NEVER,
    budgets_suffice,
    cards_make,
    cards_make_less,
    choices_leave_a_game,
    contracts_last,
    contracts_may_run_out,
    deal_possible,
    exchange_adds_up,
    exchange_can_be_done,
    exchange_comes_up,
    games_are_settled,
    tricks_left,
    tricks_played,
)
from scorekeeper.proof.ineffective_parts import idle_parts, paid_twice, roles_yield_round
from scorekeeper.proof.omissions import (
    Found,
    dealer_matters,
    dealers_meet,
    no_examples,
    no_least,
    no_sources,
    step_topics,
    steps_without,
    unasked_words,
    unfilled,
    unfilled_steps,
    unused_names,
    words_for_nothing,
    words_missing,
)
from scorekeeper.proof.random_games import tables_by_choice
from scorekeeper.proof.running_totals import END, end_faults, end_notes, kept_faults, kept_notes
from scorekeeper.proof.situations import (
    Situation,
    cards_dealt_each,
    contracts_never_up,
    situations,
    tables,
)
from scorekeeper.proof.trial_deals import FAILS, PROMISE, deal_faults, game_faults
from scorekeeper.rules.entry_names import loosely
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.formula_faults import DECIDED, NOT_TRIED, deal_steps, formula_faults
from scorekeeper.rules.inheritance import is_inherited
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.name_types import names_given_twice
from scorekeeper.rules.whole_page import RulesetPage, page_of, read_page
from scorekeeper.text.message import listing, say, say_n
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import Phrase

# --- faults ------------------------------------------------------------------------------------
# What a ruleset says that cannot be, or that will trip a table up; and what it leaves unsaid.


class Law(NamedTuple):
    """One check, and the parts of the file that must be well read before it makes sense."""

    check: Callable[[RulesetPage], Iterable[Problem]]
    needs: tuple[str, ...]


# The commands of the live table, which are read before anything else that begins a line.
COMMANDS = {
    "sheet", "next", "explain", "log", "summary", "outlook", "rules", "amend", "complete",
    "insert", "strike", "move", "swap", "undo", "redo", "note", "known", "count", "misdeal", "turn",
    "seat",
    "settle", "penalty", "agree", "finish", "again", "by", "cancel", "help", "hjälp", "aide", "?",
    "quit", "exit", "q",
}  # fmt: skip
QUOTA_SUM = "quota-sum"  # the code of quotas that are not what there is to take
MOST_STEPS = 30_000_000  # of each law that tries deals: some seconds
OF_DEALS = (FAILS, NEVER, IMPOSSIBLE, END)  # the codes of what deals show


def of_rules(check: Callable[[Ruleset], Found]) -> Callable[[RulesetPage], Found]:
    """A check of a page that looks at what scores alone."""
    return lambda page: check(page.rules)


def of_deals(check: Callable[[Ruleset], Found]) -> Callable[[RulesetPage], Iterable[Problem]]:
    """A check that tries deals: none is tried where a name means two things."""
    return lambda page: () if names_given_twice(page.rules) else check(page.rules)


def lint_faults(rules: Ruleset, before: Iterable[Problem] = ()) -> list[Problem]:
    """Return everything that cannot be; `before` are the faults of reading, whose parts are passed
    over."""
    return faults_and_untried(rules, before)[0]


def faults_and_untried(
    rules: Ruleset, before: Iterable[Problem] = ()
) -> tuple[list[Problem], list[Problem]]:
    """Return everything that cannot be, and the notes of what was not tried. What deals show is not
    told of a formula that is wrong in itself, nor what the points add up to where the quotas do
    not."""
    every = _found(FAULTS, rules, before)
    untried = [problem for problem in every if problem.code == NOT_TRIED]
    found = [problem for problem in every if problem.code != NOT_TRIED]
    if any(problem.code == QUOTA_SUM for problem in found):
        found = [problem for problem in found if problem.code != PROMISE]
    told = tuple(f"{problem.fact}." for problem in found if problem.code not in OF_DEALS)
    said = [one for one in found if one.code not in OF_DEALS or not f"{one.fact}.".startswith(told)]
    return said, untried


def lint_notes(rules: Ruleset, before: Iterable[Problem] = ()) -> list[Problem]:
    """What is not wrong but missing or uneven: each has a word on why it matters."""
    return _found(NOTES, rules, before)


def _found(laws: Iterable[Law], rules: Ruleset, before: Iterable[Problem]) -> list[Problem]:
    places = {problem.fact or "" for problem in before}
    page = page_of(_workable(rules, places))
    broken = {re.split(r"[.\[]", place)[0] for place in places}
    return [problem for law in laws if not broken & set(law.needs) for problem in law.check(page)]


def _workable(rules: Ruleset, places: Collection[str]) -> Ruleset:
    """The rules without what hangs on choices and has no answer for some of them."""
    chosen = {
        key: formula for key, formula in rules.game.chosen.items() if f"game.{key}" not in places
    }
    if len(chosen) == len(rules.game.chosen):
        return rules
    return replace(rules, game=replace(rules.game, chosen=chosen))


# --- arithmetic ----------------------------------------------------------------------------------


def cards_dealt(rules: Ruleset) -> Found:
    """The hands and what lies beside them are the whole pack, or no more than it where the
    number of cards changes from deal to deal, whatever the table chooses."""
    names = {name for one in (rules.hand, rules.talon) if one for name in one.names}
    options = base_names(rules, names) & rules.options.keys()
    told = set[tuple[int, ...]]()
    for agreed in (*tables(rules), *tables_by_choice(rules, sorted(options))):
        players, pack = len(agreed.players), len(rules.pack.every_card)
        try:
            each = cards_dealt_each(agreed)
        except FormulaError as error:
            if (players,) not in told:
                told.add((players,))
                yield _not_worked_out(rules, players, error)
            continue
        for hand, talon in each:
            dealt = players * hand + talon
            is_well = hand > 0 and talon >= 0 and dealt <= pack and (len(each) > 1 or dealt == pack)
            if not is_well and (players, hand, talon) not in told:
                told.add((players, hand, talon))
                yield _dealt(rules, players, hand, talon)


def _not_worked_out(rules: Ruleset, players: int, error: FormulaError) -> Problem:
    """The hand, or what lies beside, of which the formula has no answer."""
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
    if dealt < pack and talon + pack - dealt < players * hand:  # no talon is so large
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
    """The quotas of a contract add to what there is to take, unless the rules promise a sum of
    points that says otherwise."""
    if rules.scoring.promise is not None and rules.scoring.promise.constant != 0:
        return
    if any(who.startswith("fact ") for who in role_holders(rules)):
        return
    seen: set[tuple[str | None, int]] = set()
    for situation in situations(rules, reach_of(rules)):
        key = (situation.contract, len(situation.agreed.players))
        if key not in seen and not (rules.deals.first and situation.state.deal == 1):
            seen.add(key)
            yield from _quota_sum(situation)


def _quota_sum(situation: Situation) -> Found:
    name = situation.contract
    try:
        wanted = quotas(facts_of(situation, situation.known))
        there = there_to_take(situation)
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
    """Everybody deals equally often where it matters who deals, in whole stints, and each
    contract that is picked once by everybody comes up in the number of deals there are."""
    for agreed in tables(rules):
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
    """Every contract can come up."""
    for name in contracts_never_up(rules):
        message = say("`{contract}` never comes up: no deal of the schedule has it", contract=name)
        yield Problem(
            "contract-never",
            message,
            f"contract.{name}",
            (say("name it in `order`, or take it away"),),
        )


def what_deals_show(rules: Ruleset) -> Found:
    """Yield what goes wrong in deals, in games that are played on, and at some total or counter,
    once for each place: in a game the formula that failed in a deal fails again. Where that is more
    work than is done for a page, what was not tried is told."""
    told, short = set[str | None](), list[Steps]()
    for law in (deal_faults, deal_possible, game_faults, kept_faults, end_faults):
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


def what_deals_leave_open(rules: Ruleset) -> Found:
    """Yield what may go wrong at a total or a counter to which no game came, and an end that a
    game may pass by for a while."""
    for law in (kept_notes, end_notes):
        yield from law(rules, Steps(MOST_STEPS, deal_steps(rules)))


# --- names ---------------------------------------------------------------------------------------


def names_twice(rules: Ruleset) -> Found:
    """A word that is typed means one thing: among contracts and words that stand alone, and
    among the names of facts and counts."""
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


def commands_named(rules: Ruleset) -> Found:
    """What is typed by its word alone is no command of the live table."""
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
# What scores, which must be well read before deals can be tried.
WHOLE = (
    *SCHEDULE, "count", "roles", "role", "outcome", "points", "ladder", "each", "side", "carry",
    "check", "promise", "game", "match", "pack", "hand", "auction", "resting", "teams",
)  # fmt: skip
FAULTS = (
    Law(of_rules(cards_dealt), ("hand", "talon", "pack", "players", "teams", "let", "option")),
    Law(
        exchange_adds_up, ("hand", "play", "pack", "players", "teams", "let", "option", "exchange")
    ),
    Law(
        exchange_can_be_done,
        ("hand", "play", "pack", "players", "teams", "let", "option", "exchange"),
    ),
    Law(exchange_comes_up, ("contract", "exchange")),
    Law(of_rules(quota_sums), ("count", "roles", *SCHEDULE)),
    Law(tricks_played, ("count", "hand", "play", *SCHEDULE)),
    Law(of_rules(cards_make), ("count", "hand", "pack", "teams", *SCHEDULE)),
    Law(of_rules(deals_shared), ("roles", *SCHEDULE)),
    Law(of_rules(choices_leave_a_game), ("option", "players", "deals", "game")),
    Law(of_rules(games_are_settled), ("option", "players", "match")),
    Law(of_rules(budgets_suffice), ("budget", *SCHEDULE)),
    Law(of_rules(contracts_last), ("budget", "game", "next", *SCHEDULE)),
    Law(of_rules(contracts_up), SCHEDULE),
    Law(of_rules(names_twice), ()),
    Law(of_rules(commands_named), ()),
    Law(of_rules(roles_yield_round), ("role", "roles")),
    Law(of_rules(idle_parts), WHOLE),
    Law(of_rules(formula_faults), ()),
    Law(of_rules(unfilled), ()),
    Law(unfilled_steps, ("dealing", "option", "contract")),
    Law(of_deals(what_deals_show), WHOLE),
)
NOTES = (
    Law(no_examples, ("example",)),
    Law(of_rules(no_sources), ()),
    Law(of_rules(no_least), ()),
    Law(words_missing, ()),
    Law(
        of_rules(words_for_nothing),
        ("let", "each", "side", "carry", "ladder", "option", "fact", "count", "contract"),
    ),
    Law(of_rules(dealers_meet), ("roles", *SCHEDULE)),
    Law(of_rules(contracts_may_run_out), ("budget", "game", "next", *SCHEDULE)),
    Law(steps_without, ("dealing", "option")),
    Law(step_topics, ("dealing", "topic", "ruling")),
    Law(of_rules(unused_names), ()),
    Law(of_rules(unasked_words), ()),
    Law(of_deals(paid_twice), WHOLE),
    Law(of_deals(what_deals_leave_open), WHOLE),
    Law(tricks_left, ("count", "hand", "play", *SCHEDULE)),
    Law(of_rules(cards_make_less), ("count", "hand", "pack", "teams", *SCHEDULE)),
)


# --- page faults -------------------------------------------------------------------------------
# Every fault of a page of rules: what cannot be read, what cannot be, examples that fail.


# The codes of what only another page that builds on a page leaves without effect.
LEFT_BEHIND: Final = (DECIDED, "row-behind", "unused", "word-unasked")


class PageFaults(NamedTuple):
    """The faults of a page: of reading it, of what it says, of its examples; and the notes of what
    was not tried, because the page is large."""

    read: list[Problem]
    said: list[Problem]
    examples: list[Problem]
    untried: list[Problem]


def checked_page(
    own: Mapping[str, Any], merged: Mapping[str, Any], ruleset_id: str
) -> tuple[RulesetPage, PageFaults]:
    """The page of a merged table, as far as it can be read, with all its faults; `own` is what its
    file says itself."""
    page, read = read_page(merged, ruleset_id)
    found, untried = faults_and_untried(page.rules, read)
    examples = [] if read else [*example_problems(page.rules)]
    return page, PageFaults(read, _of_this_page(found, own, merged), examples, untried)


def page_notes(
    own: Mapping[str, Any], merged: Mapping[str, Any], page: RulesetPage, read: Iterable[Problem]
) -> list[Problem]:
    """What is not wrong on such a page but missing or uneven; `read` are the faults of reading
    it."""
    return _of_this_page(lint_notes(page.rules, read), own, merged)


def _of_this_page(
    problems: Iterable[Problem], own: Mapping[str, Any], merged: Mapping[str, Any]
) -> list[Problem]:
    """The problems without those of what the page has from one that it extends, and that only this
    page has left without effect: a variant without a contract, or for four alone, still has what
    was said of the others, and its own row stands before theirs."""
    return [
        problem
        for problem in problems
        if problem.code not in LEFT_BEHIND or not is_inherited(problem.fact or "", own, merged)
    ]
