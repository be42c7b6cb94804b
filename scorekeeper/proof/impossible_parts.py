"""Options, budgets, exchanges and totals that are impossible or make every deal impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice, product
from typing import Any, Final, NamedTuple

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.base.input_limits import Steps
from scorekeeper.game.count_checks import total_of
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import deals_per_game, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.proof.deal_enumeration import facts_of
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.random_games import DRAWS, RULES, random_deals
from scorekeeper.proof.situations import (
    Situation,
    cards_each,
    each_table,
    scheduled_states,
    situations,
    values_tried,
    values_within,
)
from scorekeeper.rules.cards import worth
from scorekeeper.rules.formula import Formula, FormulaError, number_of, value_of, whole_of
from scorekeeper.rules.rules_by_option import most_deals, players_allowed, what_decides
from scorekeeper.rules.ruleset import Count, Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.ruleset_play import DISCARD, EACH_OTHER, EVERYBODY, Exchange, RefereeRules
from scorekeeper.rules.ruleset_scoring import BEST
from scorekeeper.text.message import Value, Words, listing, say, say_n, titled
from scorekeeper.text.problems import Mend, Problem

# --- options -------------------------------------------------------------------------------------


GAMES = "match.games"
MOST_CHOICES = 2000  # combinations of options to try
# How the formula at a path is computed; at other paths it must give a whole number.
ASKED = {"game.best": value_of, "game.start": number_of}
Choices = Mapping[str, object]


def choices_leave_a_game(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if some options leave no deal, make the start or winner of a game undefined,
    or exclude a number of players that the ruleset names."""
    formulas = {f"game.{key}": formula for key, formula in rules.game.chosen.items()}
    if rules.deals.number is not None:
        formulas["deals.number"] = rules.deals.number
    for place, formula in formulas.items():
        if rules.options.keys() & formula.names:
            yield from _without_answer(rules, place, formula)
    yield from _never_allowed(rules)
    yield from _defaults_exclude_all(rules)


def games_are_settled(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if the number of games in a match can be less than one, or depends on anything
    except players and options."""
    if rules.match is None:
        return
    games = rules.match.games
    unknown = sorted(games.names - {"players", *rules.options})
    if unknown:
        message = say(
            "`{key} = {formula!r}` cannot depend on {names}",
            key="games", formula=games.text, names=listing(unknown, "and"),
        )  # fmt: skip
        hint = say("it may name `players` and the options")
        yield Problem("ruleset", message, GAMES, (hint,))
    else:
        yield from _without_answer(rules, GAMES, games)


def _without_answer(rules: Ruleset, place: str, formula: Formula) -> Iterator[Problem]:
    """Yield a fault for the first choice of options with which a formula fails or is impossible."""
    named = [name for name in rules.options if name in formula.names]
    ends = [values_tried(rules.options[name]) for name in named]
    within = [values_within(rules.options[name]) for name in named]
    ways = chain(product(rules.every_number, *ends), product(rules.every_number, *within))
    for players, *chosen in islice(ways, MOST_CHOICES):
        choices = dict(zip(named, chosen, strict=True))
        if why := _reason_against(place, formula, {"players": players, **choices}):
            said = titled(_typed_choices(rules, choices), why) if choices else why
            yield Problem("option-ends", said, place)
            return


def _reason_against(place: str, formula: Formula, known: Choices) -> Words | None:
    """Return the reason why a formula fails with these choices; None if it does not."""
    try:
        answer = ASKED.get(place, whole_of)(formula, known)
    except FormulaError as error:
        return error.why
    if place == "game.best" and answer not in BEST:
        return say("`{key}` cannot be `{value}`", key="best", value=str(answer))
    if place not in ("deals.number", GAMES) or not is_number(answer) or answer > 0:
        return None
    numbers: dict[str, Value] = {"formula": formula.text, "players": int(str(known["players"]))}
    if place == GAMES:
        return say(
            "`games = {formula!r}` gives {games} games with {players} players; a match has at "
            "least one",
            games=answer, **numbers,
        )  # fmt: skip
    return say(
        "`number = {formula!r}` gives {deals} deals with {players} players; a game has at least "
        "one",
        deals=answer, **numbers,
    )  # fmt: skip


def _typed_choices(rules: Ruleset, choices: Choices) -> Words:
    """Return the chosen options as typed."""
    keys = {name: rules.options[name].key_of(value) for name, value in choices.items()}
    return listing([say("{one}={other}", one=name, other=key) for name, key in keys.items()], "and")


def _never_allowed(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault for each number of players that every value of an option excludes."""
    for name, option in rules.options.items():
        keys = {option.key_of(value) for value in option.each()}
        if option.kind == "number" or not keys <= option.players.keys():
            continue
        for number in rules.every_number:
            if not any(number in option.players[key] for key in keys):
                message = say(
                    "{number} can never play: no value of this option is for so many", number=number
                )
                hint = say("take {number} out of `players` at the top", number=number)
                yield Problem("option-players", message, f"option.{name}.players", (hint,))


def _defaults_exclude_all(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if the default options exclude every number of players."""
    usual = {name: option.default for name, option in rules.options.items()}
    if players_allowed(rules, usual):
        return
    name = next(one.id for one in rules.options.values() if one.players)
    message = say(
        "{choices} leave no number of players: each is for others",
        choices=what_decides(rules, usual),
    )
    hint = say("choose one of them otherwise")
    yield Problem("option-players", message, f"option.{name}.players", (hint,))


# --- budgets of contracts ------------------------------------------------------------------------


ROUNDS = 100_000  # more than any game has


def budgets_suffice(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if the contracts' budgets add up to fewer deals than the game has."""
    for agreed in each_table(rules) if rules.budgets else ():
        players, number, stint = len(agreed.players), deals_per_game(agreed), rules.deals.stint
        if number is None:
            continue
        most = most_deals(rules, players, -(-number // (stint if stint > 1 else players)))
        if most is not None and most < number:
            message = say(
                "with {players} players contracts may be declared {most} times in a game of "
                "{number} deals",
                players=players, most=most, number=number,
            )  # fmt: skip
            hint = say("let a contract be declared more often, or leave one without a `[budget]`")
            yield Problem("deals-budget", message, "deals.number", (hint,))


def contracts_last(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if contracts run out in a game that neither a number of deals nor a score
    ends."""
    most = _most_declared(rules)
    if most is not None and rules.game.over is None:
        message = say(
            "after {most} deals no contract is left, and nothing says that the game is over then",
            most=most,
        )
        yield _runs_out(message, "deals.contract", _state_number_fix(rules, most))


def contracts_may_run_out(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note if contracts may run out before a score ends the game, or if the previous deal
    may choose a declarer without contracts."""
    most = _most_declared(rules)
    if most is not None and rules.game.over is not None:
        message = say(
            "after {most} deals no contract is left, and the game may not be over then", most=most
        )
        yield _runs_out(message, "deals.contract", _state_number_fix(rules, most))
    following = rules.following
    if rules.deals.once and following is not None and following.declarer is not None:
        message = say("who declares then may have no contract left")
        hint = say("let contracts be picked more than once: `declarer picks`")
        yield _runs_out(message, "next.declarer", hint)


def _runs_out(message: Words, path: str, hint: Mend) -> Problem:
    return Problem("contracts-run-out", message, path, (hint,))


def _most_declared(rules: Ruleset) -> int | None:
    """Return the maximum number of deals with a contract for the fewest players; None if the
    number of deals is fixed, or if contracts never run out."""
    if rules.deals.number is not None or not rules.contracts:
        return None
    most = most_deals(rules, min(rules.every_number), ROUNDS)
    return most if most is not None and most < ROUNDS else None


def _state_number_fix(rules: Ruleset, most: int) -> Mend:
    """Return the fix that states the number of deals."""
    each = len(rules.contracts)
    if len(rules.every_number) > 1 and most == each * min(rules.every_number):
        return say(
            "say how many deals there are: `number = {number}`", number=f'"{each} * players"'
        )
    return say("say how many deals there are: `number = {number}`", number=most)


# --- exchange of cards ---------------------------------------------------------------------------


NEVER = "exchange-never"


def exchange_adds_up(page: RulesetPage) -> Iterator[Problem]:
    """Yield a fault if the hands for play and the discards need more cards than the pack has."""
    rules, exchange = page.rules, page.referee.exchange
    if any(step.when for step in exchange):
        return  # not every deal has all steps
    for agreed in each_table(rules) if exchange else ():
        players, pack = len(agreed.players), len(rules.pack.every_card)
        try:
            kept = page.referee.play.tricks or max(cards_each(agreed), default=0)
        except FormulaError:
            continue  # the check of `hand` reports it
        gone = sum(
            step.gives * (players if step.who == EVERYBODY else 1)
            for step in exchange
            if step.to == DISCARD
        )
        if players * kept + gone > pack:
            message = say(
                "{players} hands of {hand} cards and {gone} discarded are {sum} cards; the pack "
                "has {pack}",
                players=players, hand=kept, gone=gone, sum=players * kept + gone, pack=pack,
            )  # fmt: skip
            yield Problem(
                "exchange-cards",
                message,
                "exchange",
                (say("check `hand`, `talon` and what is discarded"),),
            )


def exchange_can_be_done(page: RulesetPage) -> Iterator[Problem]:
    """Yield a fault for each step that gives a hand too many cards, or gives more cards than are
    allowed."""
    referee = page.referee
    for agreed in each_table(page.rules) if referee.exchange else ():
        for place, step in enumerate(referee.exchange):
            yield from _too_many_got(agreed, referee, f"exchange[{place}]", step)
            yield from _too_few_free(agreed, f"exchange[{place}]", step)


def _too_many_got(
    agreed: Agreed, referee: RefereeRules, path: str, step: Exchange
) -> Iterator[Problem]:
    """Yield a fault if a hand receives more cards in a step than it needs for play and for gifts
    in other steps."""
    players = len(agreed.players)
    try:
        kept = referee.play.tricks or max(cards_each(agreed), default=0)
    except FormulaError:
        return  # the check of `hand` reports it
    most = kept + sum(
        _cards_given_by_hand(other, players) for other in referee.exchange if other is not step
    )
    got = _cards_given_by_hand(step, players) if step.who == EVERYBODY else step.gives
    if kept and step.to != DISCARD and got > most:
        message = say(
            "a player is given {number} cards in this step; a hand has {most} at most",
            number=got, most=most,
        )  # fmt: skip
        yield Problem("exchange-cards", message, path, (say("check `hand` and `gives`"),))


def _too_few_free(agreed: Agreed, path: str, step: Exchange) -> Iterator[Problem]:
    """Yield a fault if a step gives more cards than `may_not_give` leaves in the pack. Bans on
    trumps are ignored."""
    players, barred = len(agreed.players), {*step.may_not_give}
    given = _cards_given_by_hand(step, players) * (players if step.who == EVERYBODY else 1)
    free = sum(barred.isdisjoint((card.code, card.rank)) for card in agreed.rules.pack.every_card)
    if step.may_not_give and given > free:
        message = say_n(
            given,
            "{n} card is given away in this step; `may_not_give` leaves {free} of the pack",
            "{n} cards are given away in this step; `may_not_give` leaves {free} of the pack",
            free=free,
        )
        hint = say("check `gives` and `may_not_give`")
        yield Problem("exchange-cards", message, f"{path}.may_not_give", (hint,))


def _cards_given_by_hand(step: Exchange, players: int) -> int:
    """Return the number of cards that one hand gives in a step."""
    return step.gives * (players - 1 if step.to == EACH_OTHER else 1)


def exchange_comes_up(page: RulesetPage) -> Iterator[Problem]:
    """Yield a fault for each step with a condition on the contract that no contract meets."""
    contracts = page.rules.contracts
    deals = [{"contract": name, "group": one.group} for name, one in contracts.items()]
    for place, step in enumerate(page.referee.exchange):
        when = step.when
        if when is None or not deals or not when.names <= {"contract", "group"}:
            continue
        if not any(_holds(when, deal) for deal in deals):
            message = say("this step never comes up: no contract is as `when` says")
            hint = say("there are {words}", words=listing(contracts, "and"))
            yield Problem(NEVER, message, f"exchange[{place}].when", (hint,))


def _holds(when: Formula, deal: Mapping[str, Any]) -> bool:
    """Return True if a condition is true; False if it cannot be computed."""
    try:
        return bool(value_of(when, deal))
    except FormulaError:
        return False


# --- games without a legal deal ------------------------------------------------------------------


IMPOSSIBLE: Final = "deal-impossible"
MANY: Final = 20 * DRAWS


def deal_possible(rules: Ruleset, steps: Steps) -> Iterator[Problem]:
    """Yield a fault if every random deal is refused, with the first reason, or if no deal can be
    drawn. Many deals are drawn, since strict checks allow few."""
    first: Problem | None = None
    for situation, entered in random_deals(rules, MANY):
        if not steps.take():
            return
        verdict = judged(situation.agreed, situation.state, dict(entered))
        codes = [problem.code for problem in verdict.problems]
        if verdict.scored is not None or any(code in RULES for code in codes):
            return
        first = first or next(iter(verdict.problems), None)
    no_deal = say("no deal can be entered")
    message: Words = no_deal if first is None else titled(no_deal, first.message)
    yield Problem(IMPOSSIBLE, message, path_of_entry(rules, first.fact if first else None))


def path_of_entry(rules: Ruleset, name: str | None) -> str | None:
    """Return the path of a fact or count; for any other name, the path of the checks, else of the
    counts."""
    if name in rules.facts:
        return f"fact.{name}"
    if name in rules.counts:
        return f"count.{name}"
    return "check" if rules.scoring.checks else "count" if rules.counts else None


# --- totals of tricks and card points ------------------------------------------------------------
# A total of tricks must agree with the tricks played, a total of card points with the pack.


def too_many_tricks(page: RulesetPage) -> Iterator[Problem]:
    """Yield a fault if a total of tricks is more than the hand's size or the laws of play allow."""
    hint = say("change `total` or `hand`, or call the count something else")
    yield from _tricks_problem(page, lambda total, played: total > played, hint)


def too_few_tricks(page: RulesetPage) -> Iterator[Problem]:
    """Yield a note if a total of tricks is less than the tricks played, but more than one."""
    hint = say("say how many are played: `[play]`, and under it `tricks = …`; or change `total`")
    yield from _tricks_problem(page, lambda total, played: 1 < total < played, hint)


def _tricks_problem(
    page: RulesetPage, is_wrong: Callable[[int, int], bool], hint: Words
) -> Iterator[Problem]:
    """Yield a fault for the first deal in which `is_wrong(counted, played)` is true for its
    tricks."""
    name = page.rules.trick_count
    for players, total, played in _trick_numbers(page) if name else ():
        if is_wrong(total, played):
            message = say(
                "with {players} players there are {total} tricks in all; {played} are played",
                players=players,
                total=total,
                played=played,
            )
            yield Problem("tricks-total", message, f"count.{name}.total", (hint,))
            return


def _trick_numbers(page: RulesetPage) -> Iterator[tuple[int, int, int]]:
    """Yield the numbers of players, of counted tricks and of played tricks for each deal in which
    both are known before play."""
    rules, by_law = page.rules, page.referee.play.tricks
    if rules.hand is None or by_law == 0:
        return
    for agreed in each_table(rules):
        for state in scheduled_states(agreed):
            facts = DealFacts(agreed, state, turn(agreed, state), {})
            try:
                played = number_of(rules.hand, facts) if by_law is None else by_law
                total = total_of(rules.counts[str(rules.trick_count)], facts)
            except FormulaError:
                continue
            if total is not None:
                yield len(agreed.players), total, played


def too_few_card_points(rules: Ruleset) -> Iterator[Problem]:
    """Yield a fault if a total of card points is less than the dealt cards are worth."""
    yield from (found.problem for found in _card_points(rules) if not found.is_more)


def too_many_card_points(rules: Ruleset) -> Iterator[Problem]:
    """Yield a note if a total of card points is more than the cards are worth. It may include the
    last trick."""
    yield from (found.problem for found in _card_points(rules) if found.is_more)


class CardPoints(NamedTuple):
    """The problem that cards do not add up to a total of card points; True if the total is too
    high."""

    problem: Problem
    is_more: bool


def _card_points(rules: Ruleset) -> Iterator[CardPoints]:
    """Yield for each count of card points the first total that differs from the cards."""
    for count in rules.counts.values():
        if count.values and count.total is not None and rules.hand is not None:
            found = (
                _card_points_of_deal(situation, count)
                for situation in situations(rules, dependencies_of(rules))
            )
            yield from islice(filter(None, found), 1)


def _card_points_of_deal(situation: Situation, count: Count) -> CardPoints | None:
    """Return the problem that the cards do not add up to a deal's total, with or without the cards
    not dealt to hands; else None."""
    facts = facts_of(situation, situation.known)
    pack, hand = situation.agreed.rules.pack, situation.agreed.rules.hand
    try:
        total = total_of(count, facts)
        dealt = 0 if hand is None else number_of(hand, facts) * len(situation.agreed.players)
    except FormulaError:
        return None
    made = [*_card_values(situation, count)]
    beside = len(pack.every_card) - dealt
    values = sorted(worth((card,), count.values, None, {}) for card in pack.every_card)
    least = min(made) - max(0, sum(values[len(values) - beside :]) if beside > 0 else 0)
    if total is None or total in made or beside < 0 or least <= total <= max(made):
        return None
    message = say(
        "the {count} add up to {total}, and the cards make {made}",
        count=count.name,
        total=total,
        made=listing([str(one) for one in made]),
    )
    hint = say("change `total`, or what the `cards` count")
    return CardPoints(
        Problem("cards-make", message, f"count.{count.id}.total", (hint,)), total > max(made)
    )


def _card_values(situation: Situation, count: Count) -> Iterator[int]:
    """Yield the value of the pack without trumps, and with trumps if the deal may have them."""
    pack = situation.agreed.rules.pack
    said = situation.agreed.rules.contracts.get(situation.contract or "")
    trump = "open" if said is None else said.trump
    differs = count.trump_values != count.values
    if not differs or (trump in ("none", "open") and said is not None):
        yield worth(pack.every_card, count.values, None, {})
    if differs and trump != "none":
        suit = next(iter(pack.suits)) if trump == "open" else trump
        yield worth(pack.every_card, count.values, suit, count.trump_values)
