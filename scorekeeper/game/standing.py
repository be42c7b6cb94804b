"""The session scored so far: every deal, the totals, the end, the winners."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from operator import add
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts, kept_numbers
from scorekeeper.game.deal_results import (
    bonus_points,
    deal_of_people,
    deals_played,
    first_to_end,
    follows_of,
    mean_of_versions,
    named_winners,
    next_dealer_of,
    sentences_after_deal,
    settled_points,
    with_later_columns,
)
from scorekeeper.game.deal_scoring import Judged, Scored, judged
from scorekeeper.game.derived_facts import with_auctions
from scorekeeper.game.entry_kinds import (
    AGREE,
    AMEND,
    COMPLETE,
    DEAL,
    INSERT,
    KNOWN,
    MISDEAL,
    PENALTY,
    PLACES,
    SEAT,
    SETTLE,
    TURN,
)
from scorekeeper.game.irregular_events import (
    finished,
    misdealt,
    with_changed_option,
    with_new_player,
    with_other_dealer,
    with_partial_deal,
    with_penalty,
    with_swapped_seats,
)
from scorekeeper.game.log import FINISH, NOTE, Entry
from scorekeeper.game.schedule import (
    Ended,
    Seating,
    State,
    Turn,
    deals_per_game,
    first_state,
    moved_on,
    next_dealer,
    passed_on,
    seating_of,
    turn,
)
from scorekeeper.game.session_settings import Agreed, Facts, Rota, with_column
from scorekeeper.rules.formula import FormulaError, value_of, whole_of
from scorekeeper.rules.rule_text import no_answer
from scorekeeper.rules.ruleset import DEALER, Following
from scorekeeper.text.message import CommandLine, JoinedWords, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse, see


class Early(NamedTuple):
    """The point where the players ended a session early: `after` this many deals, `of` so many
    planned.

    `of` is None if the number of deals was not fixed."""

    after: int
    of: int | None


class Standing(NamedTuple):
    """The computed state of a session: the present settings, the scored deals, and the state after
    them.

    `events` are those between deals; each has the number of the next deal. `tables` are
    everybody's settings at each deal. `counts` are pending counts of the next deal; `counters`
    are the two people who counted a deal, by deal number. `readings` is the version chosen for
    each open deal, by number. `ways` are the standings by every combination of versions
    (`open_deals.py`), empty if no deal is open."""

    agreed: Agreed
    deals: tuple[Scored, ...]
    state: State
    problems: tuple[Problem, ...] = ()
    events: tuple[Entry, ...] = ()
    tables: tuple[Agreed, ...] = ()
    counts: tuple[Entry, ...] = ()
    counters: Mapping[int, tuple[str, ...]] = {}
    readings: Mapping[int, int] = {}
    ways: tuple["Standing", ...] = ()

    def table_of(self, number: int) -> Agreed:
        """Return everybody's settings at a deal, or the present settings for the next deal."""
        return self.tables[number - 1] if number <= len(self.tables) else self.agreed

    def played_by(self, number: int) -> Agreed:
        """Return the settings of a deal, or of the next deal, with its players only."""
        if number <= len(self.deals):
            return self.deals[number - 1].agreed
        return self.seating.agreed

    @property
    def next_turn(self) -> Turn | None:
        """Return the roles of the next deal, or None when the session is over."""
        if self.state.over:
            return None
        return turn(self.agreed, self.state, self.known_so_far if self.state.known else None)

    @property
    def known(self) -> Facts:
        """Return the facts recorded of the next deal before its result."""
        return self.seating.known if self.state.known else {}

    @property
    def known_so_far(self) -> Facts:
        """Return the facts recorded of the next deal, with the results of auctions."""
        seating = self.seating
        return with_auctions(seating.agreed, seating.state, seating.known)

    @property
    def waits(self) -> tuple[int, ...]:
        """Return the numbers of the incomplete deals."""
        return tuple(deal.turn.number for deal in self.deals if deal.waits)

    @property
    def seating(self) -> Seating:
        """Return the next deal with only its players."""
        return seating_of(self.agreed, self.state)

    @property
    def deals_played(self) -> tuple[int, ...]:
        """Return the number of deals that each side played, without those in which it sat out."""
        return deals_played(self.deals, len(self.agreed.sides))

    @property
    def early(self) -> Early | None:
        """Return the point where the players ended the session early, or None."""
        if not self.state.early:
            return None
        is_fixed = self.agreed.rules.match is None
        return Early(after=len(self.deals), of=deals_per_game(self.agreed) if is_fixed else None)


class AppliedEntry:
    """The settings and the state after an active entry, and for a deal the scored deal."""

    def __init__(self, agreed: Agreed, state: State, deal: Scored | None = None) -> None:
        self.agreed, self.state, self.deal = agreed, state, deal


Effect = Callable[[Agreed, State, Entry], AppliedEntry]


def _of_all_columns(now: Standing) -> Standing:
    """Return the standing with all present columns in each deal and its settings, unchanged if
    nobody has left a column behind."""
    agreed = now.agreed
    if not agreed.gone:
        return now
    blank = first_state(agreed)
    return now._replace(
        deals=tuple(with_later_columns(scored, blank) for scored in now.deals),
        tables=tuple(_with_later_people(table, agreed) for table in now.tables),
    )


def _with_later_people(table: Agreed, now: Agreed) -> Agreed:
    """Return the settings of an earlier deal with columns for people who came later."""
    people = tuple(range(len(table.players)))
    rota = table.rota or Rota(around=people, hands=len(people), rests=DEALER)
    for name in now.players[len(people) :]:
        table = with_column(table, name)
    return table._replace(rota=rota)


def _deal(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """Score a deal. Raises Refused where the rules do not allow it."""
    verdict = judged_for_all(agreed, state, entry.facts)
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return AppliedEntry(agreed, after(agreed, state, verdict.scored), verdict.scored)


def _finished(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """End the session early. Raises Refused if the settlement has no result at this point."""
    try:
        settlement(agreed, state)
    except FormulaError as error:
        raise _no_end(agreed, error) from None
    return AppliedEntry(agreed, finished(agreed, state, entry.facts))


def _split(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """Score a disputed deal as the mean of its versions, or raise Refused."""
    verdicts = [judged_for_all(agreed, state, facts) for facts in entry.readings]
    deals = [verdict.scored for verdict in verdicts if verdict.scored]
    if len(deals) < len(verdicts):
        raise Refused([problem for verdict in verdicts for problem in verdict.problems])
    scored = mean_of_versions(deals)
    return AppliedEntry(agreed, after(agreed, state, scored), scored)


def _nothing(agreed: Agreed, state: State, _: Entry) -> AppliedEntry:
    """Return settings and state unchanged, for an entry without effect, such as a note."""
    return AppliedEntry(agreed, state)


def _of_state(change: Callable[[Agreed, State, Facts], State]) -> Effect:
    """Return the effect of an entry whose facts change only the state."""
    return lambda agreed, state, entry: AppliedEntry(agreed, change(agreed, state, entry.facts))


# The effect of an active entry on the scores, by its kind; `entry_kinds.KINDS` describes the kinds.
EFFECTS: Mapping[str, Effect] = {
    DEAL: _deal,
    AMEND: _deal,
    INSERT: _deal,
    COMPLETE: _deal,
    SETTLE: _split,
    NOTE: _nothing,
    KNOWN: _of_state(with_partial_deal),
    MISDEAL: _of_state(misdealt),
    TURN: _of_state(with_other_dealer),
    PENALTY: _of_state(with_penalty),
    FINISH: _finished,
    AGREE: lambda agreed, state, entry: AppliedEntry(
        *with_changed_option(agreed, state, entry.facts)
    ),
    SEAT: lambda agreed, state, entry: AppliedEntry(*with_new_player(agreed, state, entry.facts)),
    PLACES: lambda agreed, state, entry: AppliedEntry(
        *with_swapped_seats(agreed, state, entry.facts)
    ),
}


def standing(
    agreed: Agreed, course: Iterable[Entry], effects: Mapping[str, Effect] = EFFECTS
) -> Standing:
    """Return the standing after these deals and events, applied in order.

    Stops at the first entry that the rules refuse; `problems` then has the reasons, with deal
    number and line."""
    state = first_state(agreed)
    scored, events, tables = list[Scored](), list[Entry](), list[Agreed]()
    for entry in course:
        try:
            step = effects[entry.what](agreed, state, entry)
        except Refused as refusal:
            problems = tuple(_placed(problem, entry) for problem in refusal.problems)
            return _of_all_columns(
                Standing(agreed, tuple(scored), state, problems, tuple(events), tuple(tables))
            )
        agreed, state = step.agreed, step.state
        if step.deal:
            scored.append(step.deal)
            tables.append(agreed)
        elif entry.what != KNOWN:  # its facts are in `state.known`
            events.append(entry)
    return _of_all_columns(Standing(agreed, tuple(scored), state, (), tuple(events), tuple(tables)))


def judged_for_all(agreed: Agreed, state: State, facts: Facts) -> Judged:
    """Return the verdict on a recorded deal, with scores for everybody."""
    seating = seating_of(agreed, state)
    verdict = judged(seating.agreed, seating.state, facts, is_kept=True)
    if verdict.scored is None or seating.people is None:
        return verdict
    return verdict._replace(scored=scored_for_all(seating, state, verdict.scored))


def scored_for_all(seating: Seating, state: State, scored: Scored) -> Scored:
    """Return a deal scored for its players as a deal with columns for everybody.

    `state` is everybody's state before the deal. Raises Refused if the score for sitting out
    has no result."""
    try:
        return deal_of_people(seating, state, scored)
    except FormulaError as error:
        message = say(
            "the rules cannot say what a rester scores: {problem}",
            problem=no_answer(seating.agreed.rules, error),
        )
        raise refuse("formula", message, None, see(CommandLine("rules check"))) from None


def _placed(problem: Problem, entry: Entry) -> Problem:
    """Return the problem with its deal and line, and with fixes that correct the recorded deal."""
    place: Words = say("deal {number}", number=entry.number)
    if entry.line:
        place = JoinedWords((place, say("line {line}", line=entry.line)), ", ")
    return as_correction(problem, entry.number)._replace(place=place)


def as_correction(problem: Problem, number: int, *first: str) -> Problem:
    """Return the problem with `deal` commands in its fixes turned into corrections of deal
    `number`.

    The words `first` follow the number."""
    return problem.with_commands(
        lambda command: (
            command._replace(name="amend", words=(str(number), *first, *command.words))
            if command.name == "deal"
            else command
        )
    )


def after(agreed: Agreed, state: State, scored: Scored) -> State:
    """Return the state after a scored deal: totals, contracts used, the next dealer, the end.

    Raises Refused if the rules cannot decide the end or the next deal's roles."""
    used = state.used
    declarer = scored.turn.declarer
    if scored.contract is not None and declarer is not None and agreed.rules.deals.picked:
        used = (*used[:declarer], used[declarer] | {scored.contract}, *used[declarer + 1 :])
    dealer = next_dealer(agreed, state, scored.turn)
    moved = moved_on(state, dealer, used, scored.totals, scored.carry)
    if agreed.rules.budgets and scored.contract is not None:
        one = (scored.turn.round, declarer, scored.contract)
        moved = moved._replace(declared=(*moved.declared, one))
    if agreed.rules.following is not None:
        moved = _followed(agreed, agreed.rules.following, moved, scored)
    try:
        return _after_game(agreed, moved, scored) if _game_over(agreed, moved, scored) else moved
    except FormulaError as error:
        raise _no_end(agreed, error) from None


def _followed(agreed: Agreed, rules: Following, state: State, scored: Scored) -> State:
    """Return the state with the next deal's roles that this deal decides. Raises Refused if they
    have no result."""
    around = agreed.rota.around if agreed.rota else range(len(agreed.players))
    try:
        dealer = next_dealer_of(rules, scored, state.dealer, around)
        follows = follows_of(rules, scored, dealer, around)
        sentences_after_deal(rules, scored)  # raises if a sentence has no result
    except FormulaError as error:
        message = say(
            "the rules cannot say how the next deal goes: {problem}",
            problem=no_answer(agreed.rules, error),
        )
        raise refuse("formula", message, None, see(CommandLine("rules check"))) from None
    return state._replace(dealer=dealer, follows=follows)


def _no_end(agreed: Agreed, error: FormulaError) -> Refused:
    """Return the refusal of a game's end if its formulas have no result."""
    message = say(
        "the rules cannot end this game: {problem}", problem=no_answer(agreed.rules, error)
    )
    return refuse("formula", message, None, see(CommandLine("rules check")))


def _game_over(agreed: Agreed, state: State, scored: Scored) -> bool:
    number, over = deals_per_game(agreed), agreed.rules.game.over
    if number is not None and state.deal - state.game_start >= number:
        return True
    return over is not None and bool(
        value_of(over, DealFacts(agreed, state, scored.turn, scored.facts))
    )


def _after_game(agreed: Agreed, state: State, scored: Scored) -> State:
    match = agreed.rules.match
    if agreed.rules.game.has_ending:
        state = _ended(agreed, state, scored)
    if match is None:
        settlement(agreed, state)  # raises if it has no result
        return state._replace(over=True)
    won = game_winners(agreed, state.totals, _named(state))
    facts = DealFacts(agreed, state, scored.turn, {})
    columns = {
        "total": state.totals,
        "won": [side in won for side in range(len(state.totals))],
        "role": facts.roles,
    }
    result = kept_numbers(match.result, facts, columns)
    results = (*state.results, (state.game_start, state.deal - 1, result))
    if len(results) >= whole_of(match.games, facts):
        return state._replace(results=results, over=True)
    fresh = first_state(agreed)
    return state._replace(
        results=results,
        game=state.game + 1,
        game_start=state.deal,
        used=fresh.used,
        declared=(),
        totals=fresh.totals,
        carry=fresh.carry,
    )


def _ended(agreed: Agreed, state: State, scored: Scored) -> State:
    """Return the state with the winners that the rules name in the finished game, and with its
    bonus."""
    game, bonus = agreed.rules.game, tuple[int, ...]()
    named = () if game.winner is None else named_winners(scored, game.winner)
    if game.counting and game.over is not None:
        named = first_to_end(scored, game.counting, game.over)
    if game.bonus is not None:
        won = game_winners(agreed, state.totals, named)
        bonus = bonus_points(agreed, state, game.bonus, won)
        state = state._replace(totals=tuple(map(add, state.totals, bonus)))
    return state._replace(ended=(*state.ended, Ended(state.deal - 1, named, bonus)))


def _named(state: State) -> tuple[int, ...]:
    """Return the winners that the rules name in the last finished game; empty if the best total
    wins."""
    return state.ended[-1].won if state.ended else ()


def winners_of_game(standing: Standing, scored: Scored) -> tuple[int, ...]:
    """Return the sides that won a game; `scored` is its last deal."""
    named = [one.won for one in standing.state.ended if one.deal == scored.turn.number]
    return game_winners(standing.agreed, totals_at_end(standing, scored), *named)


def totals_at_end(standing: Standing, scored: Scored) -> tuple[int, ...]:
    """Return each side's total after a deal, including the bonus of a game that this deal ended."""
    totals = scored.totals
    for one in standing.state.ended:
        if one.deal == scored.turn.number and one.bonus:
            totals = tuple(map(add, totals, one.bonus))
    return totals


def game_winners(
    agreed: Agreed, totals: Sequence[int], named: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """Return `named`, the winners that the rules name, else all sides with the best total."""
    if named:
        return named
    best = min(totals) if agreed.rules.game.lowest_wins else max(totals)
    return tuple(side for side, total in enumerate(totals) if total == best)


def settlement(agreed: Agreed, state: State) -> tuple[int, ...] | None:
    """Return each side's points after settlement, or None if the rules have no settlement.

    Raises FormulaError if a formula has no result."""
    rules = agreed.rules.settlement
    if rules is None:
        return None
    return settled_points(agreed, state, rules, game_winners(agreed, state.totals, _named(state)))


def settled_totals(standing: Standing) -> tuple[int, ...] | None:
    """Return each side's points after the final settlement; None before the end and in games
    without one."""
    return settlement(standing.agreed, standing.state) if standing.state.over else None


def final_totals(standing: Standing) -> tuple[int, ...]:
    """Return each side's total for the ranking.

    It is the match total once a game of a match is finished, the settled points after
    settlement, else the score."""
    result = match_totals(standing) if standing.state.results else settled_totals(standing)
    return result or standing.state.totals


def match_totals(standing: Standing) -> tuple[int, ...] | None:
    """Return each side's sum over the finished games of a match; None in other games."""
    if standing.agreed.rules.match is None:
        return None
    results = [result for _, _, result in standing.state.results]
    return (
        tuple(sum(column) for column in zip(*results, strict=True))
        if results
        else (0,) * len(standing.agreed.sides)
    )


def ranking(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Return the sides from first to last place; tied sides share a place.

    In a match the results of finished games decide, before the first of them the score. If a
    player has left and the column did not continue, points per deal decide, or totals if the
    table chose them; sides without a deal are last. Winners that the rules name come first."""
    named = winners_by_rule(standing)
    if not named:
        return _by_score(standing)
    others = (tuple(s for s in sides if s not in named) for sides in _by_score(standing))
    return (named, *filter(None, others))


def winners_by_rule(standing: Standing) -> tuple[int, ...]:
    """Return the sides that won by a rule instead of their points.

    Empty before the end, in a match, and with a settlement."""
    rules = standing.agreed.rules
    ranks = standing.state.over and rules.match is None and rules.settlement is None
    return _named(standing.state) if ranks else ()


def _by_score(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Return the sides from first to last place by points, without winners by rule."""
    agreed = standing.agreed
    if agreed.ranks_by_deals:
        return ranked_by_deals(agreed, standing.state.totals, standing.deals_played)
    results = match_totals(standing) if standing.state.results else settled_totals(standing)
    lowest = agreed.rules.game.lowest_wins and results is None
    column = results or standing.state.totals
    played = standing.deals_played if agreed.gone else (1,) * len(column)
    ranked = [
        (not deals, total if lowest else -total)
        for deals, total in zip(played, column, strict=True)
    ]
    return tuple(
        tuple(side for side, own in enumerate(ranked) if own == place)
        for place in sorted(set(ranked))
    )


def ranked_by_deals(
    agreed: Agreed, totals: Sequence[int], played: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the sides from first to last place by points per deal; sides without a deal
    are last."""
    common = lcm(*(number for number in played if number))
    rates = [
        None if not number else (total - agreed.rules.game.start) * (common // number)
        for total, number in zip(totals, played, strict=True)
    ]
    places: list[int | None] = [*sorted({rate for rate in rates if rate is not None})]
    best_first = places if agreed.rules.game.lowest_wins else places[::-1]
    in_order = [*best_first, *([None] if None in rates else [])]
    return tuple(
        tuple(side for side, rate in enumerate(rates) if rate == place) for place in in_order
    )


def winners(standing: Standing) -> tuple[int, ...]:
    """Return the sides that won; empty until the session is over."""
    return ranking(standing)[0] if standing.state.over else ()


def passed_over(agreed: Agreed, state: State) -> State:
    """Return the state one deal later without a score, unchanged if the session is over."""
    if state.over:
        return state
    moved = passed_on(state, next_dealer(agreed, state))
    number = deals_per_game(agreed)
    return moved._replace(over=number is not None and moved.deal - moved.game_start >= number)


def is_same_deal(one: Scored, other: Scored) -> bool:
    """Return True if two deals have equal facts and the same players."""
    return one.facts == other.facts and one.agreed.players == other.agreed.players


def moved_totals(
    before: Standing, old: Scored, now: Standing, new: Scored
) -> list[tuple[str, int, int]]:
    """Return (name, total before, total now) for each side whose total after a deal has changed.

    A column in only one of the two standings counts as the starting score in the other."""
    if len(old.totals) == len(new.totals):
        pairs = zip(now.agreed.side_names, old.totals, new.totals, strict=True)
        return [(name, a, b) for name, a, b in pairs if a != b]
    start = now.agreed.rules.game.start
    was, is_now = (
        dict(zip(one.agreed.side_names, scored.totals, strict=True))
        for one, scored in ((before, old), (now, new))
    )
    every = {name: (was.get(name, start), is_now.get(name, start)) for name in {**is_now, **was}}
    return [(name, a, b) for name, (a, b) in every.items() if a != b]


def states_before(standing: Standing) -> list[State]:
    """Return the state before each active deal, in order."""
    return [scored.state for scored in standing.deals]


def state_before(standing: Standing, number: int) -> State:
    """Return the state before the active deal `number`, from 1."""
    return standing.deals[number - 1].state
