"""The session scored so far: every deal, the totals, the end, the winners."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import lcm
from operator import add

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.game.agreement import Agreed, Facts, Rota, with_column
from scorekeeper.game.deal_facts import DealFacts, kept_numbers
from scorekeeper.game.deal_results import deals_played, of_people, with_later_columns
from scorekeeper.game.deal_scoring import Judged, Scored, judged
from scorekeeper.game.derived_facts import with_auctions
from scorekeeper.game.irregular_events import (
    agreed_anew,
    finished,
    known_before,
    misdealt,
    penalised,
    places_changed,
    taken_over,
    turned,
)
from scorekeeper.game.log import (
    AGREE,
    AMEND,
    COMPLETE,
    DEAL,
    FINISH,
    INSERT,
    KNOWN,
    MISDEAL,
    NOTE,
    PENALTY,
    PLACES,
    SEAT,
    SETTLE,
    TURN,
    Entry,
)
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
from scorekeeper.rules.formula import FormulaError, value_of, whole_of
from scorekeeper.rules.model import DEALER, Following
from scorekeeper.text.message import CommandLine, JoinedWords, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse, see


class Early(FrozenRecord):
    """Where the players ended a session: after how many deals, and of how many there would have
    been; None where only a score ends it."""

    after: int
    of: int | None


class Standing(FrozenRecord):
    """Everything that follows from what was agreed and entered: what is agreed now, the deals, the
    state after them, and `events`, what happened between the deals, each with the number of the
    deal before which it did. `tables` are what was agreed for each deal, of everybody. `counts`
    are those of the coming deal that wait for another person's, `counters` who counted each deal
    that two people counted. `readings` are those of the disputed deals that it is of, by deal, and
    of those that wait for what is said later; `ways` are what stands in every way in which all of
    these may come out (`open_deals.py`); none where nothing is open."""

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
        """What was agreed for a deal, of everybody; for the coming deal it is what is agreed
        now."""
        return self.tables[number - 1] if number <= len(self.tables) else self.agreed

    def played_by(self, number: int) -> Agreed:
        """The same of those who played a deal; of the coming deal, those who are to play it."""
        if number <= len(self.deals):
            return self.deals[number - 1].agreed
        return self.seating.agreed

    @property
    def next_turn(self) -> Turn | None:
        """The coming deal, or None when the session is over."""
        if self.state.over:
            return None
        return turn(self.agreed, self.state, self.known_so_far if self.state.known else None)

    @property
    def known(self) -> Facts:
        """Return the facts of the coming deal that were recorded before its result."""
        return self.seating.known if self.state.known else {}

    @property
    def known_so_far(self) -> Facts:
        """Return the same with what an auction among them decided."""
        seating = self.seating
        return with_auctions(seating.agreed, seating.state, seating.known)

    @property
    def waits(self) -> tuple[int, ...]:
        """The deals that wait for what is said later, by number."""
        return tuple(deal.turn.number for deal in self.deals if deal.waits)

    @property
    def seating(self) -> Seating:
        """The coming deal as those see it who play it."""
        return seating_of(self.agreed, self.state)

    @property
    def deals_played(self) -> tuple[int, ...]:
        """In how many deals each side had a part, and did not rest."""
        return deals_played(self.deals, len(self.agreed.sides))

    @property
    def early(self) -> Early | None:
        """Where the players ended the session before its end; None where they did not."""
        if not self.state.early:
            return None
        is_fixed = self.agreed.rules.match is None
        return Early(after=len(self.deals), of=deals_per_game(self.agreed) if is_fixed else None)


class AppliedEntry:
    """What follows from an entry that stands: what is agreed and the state after it, and, where it
    is a deal, the deal scored."""

    def __init__(self, agreed: Agreed, state: State, deal: Scored | None = None) -> None:
        self.agreed, self.state, self.deal = agreed, state, deal


Effect = Callable[[Agreed, State, Entry], AppliedEntry]


def _of_all_columns(now: Standing) -> Standing:
    """The standing with every column in each deal and each table, also of those who came later;
    as it is where nobody has a column of their own for a seat that was another's."""
    agreed = now.agreed
    if not agreed.gone:
        return now
    blank = first_state(agreed)
    return now._replace(
        deals=tuple(with_later_columns(scored, blank) for scored in now.deals),
        tables=tuple(_with_later_people(table, agreed) for table in now.tables),
    )


def _with_later_people(table: Agreed, now: Agreed) -> Agreed:
    """A table of an earlier deal with those who have a column since, and were not there."""
    people = tuple(range(len(table.players)))
    rota = table.rota or Rota(around=people, hands=len(people), rests=DEALER)
    for name in now.players[len(people) :]:
        table = with_column(table, name)
    return table._replace(rota=rota)


def _deal(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """The deal scored; raises Refused where the rules do not allow it."""
    verdict = judged_for_all(agreed, state, entry.facts)
    if verdict.scored is None:
        raise Refused(verdict.problems)
    return AppliedEntry(agreed, after(agreed, state, verdict.scored), verdict.scored)


def _finished(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """The session ended by the players; raises Refused where it cannot be settled then."""
    try:
        settlement(agreed, state)
    except FormulaError as error:
        raise _no_end(agreed, error) from None
    return AppliedEntry(agreed, finished(agreed, state, entry.facts))


def _split(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
    """A deal of which two counts were given, as the rules split them."""
    from scorekeeper.game.deal_results import split  # noqa: PLC0415 - 1 ms, only for such a deal

    verdicts = [judged_for_all(agreed, state, facts) for facts in entry.readings]
    deals = [verdict.scored for verdict in verdicts if verdict.scored]
    if len(deals) < len(verdicts):
        raise Refused([problem for verdict in verdicts for problem in verdict.problems])
    scored = split(deals)
    return AppliedEntry(agreed, after(agreed, state, scored), scored)


def _nothing(agreed: Agreed, state: State, _: Entry) -> AppliedEntry:
    """What changes nothing, as a note."""
    return AppliedEntry(agreed, state)


def _of_state(change: Callable[[Agreed, State, Facts], State]) -> Effect:
    """What changes the state alone, by what its entry holds."""
    return lambda agreed, state, entry: AppliedEntry(agreed, change(agreed, state, entry.facts))


# What follows from an entry that stands, by its kind; the kinds are described in `log.KINDS`.
EFFECTS: Mapping[str, Effect] = {
    DEAL: _deal,
    AMEND: _deal,
    INSERT: _deal,
    COMPLETE: _deal,
    SETTLE: _split,
    NOTE: _nothing,
    KNOWN: _of_state(known_before),
    MISDEAL: _of_state(misdealt),
    TURN: _of_state(turned),
    PENALTY: _of_state(penalised),
    FINISH: _finished,
    AGREE: lambda agreed, state, entry: AppliedEntry(*agreed_anew(agreed, state, entry.facts)),
    SEAT: lambda agreed, state, entry: AppliedEntry(*taken_over(agreed, state, entry.facts)),
    PLACES: lambda agreed, state, entry: AppliedEntry(*places_changed(agreed, state, entry.facts)),
}


def standing(
    agreed: Agreed, course: Iterable[Entry], effects: Mapping[str, Effect] = EFFECTS
) -> Standing:
    """What follows from the deals that stand and from what happened between them, one after
    another. At the first that the rules refuse it stops, and says why with the deal's number and
    line."""
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
        elif entry.what != KNOWN:  # of which the state has what still holds
            events.append(entry)
    return _of_all_columns(Standing(agreed, tuple(scored), state, (), tuple(events), tuple(tables)))


def judged_for_all(agreed: Agreed, state: State, facts: Facts) -> Judged:
    """The verdict on the coming deal, which was recorded before, scored for everybody."""
    seating = seating_of(agreed, state)
    verdict = judged(seating.agreed, seating.state, facts, is_kept=True)
    if verdict.scored is None or seating.people is None:
        return verdict
    return verdict._replace(scored=scored_for_all(seating, state, verdict.scored))


def scored_for_all(seating: Seating, state: State, scored: Scored) -> Scored:
    """A deal of those who play as one of everybody, of whom this is the state before it. Raises
    Refused where the rules cannot say what a rester scores."""
    try:
        return of_people(seating, state, scored)
    except FormulaError as error:
        # 1.5 ms, only for rules at fault
        from scorekeeper.rules.rule_text import no_answer  # noqa: PLC0415

        message = say(
            "the rules cannot say what a rester scores: {problem}",
            problem=no_answer(seating.agreed.rules, error),
        )
        raise refuse("formula", message, None, see(CommandLine("rules check"))) from None


def _placed(problem: Problem, entry: Entry) -> Problem:
    """The problem with its place, and its mend as a correction of that deal."""
    place: Words = say("deal {number}", number=entry.number)
    if entry.line:
        place = JoinedWords((place, say("line {line}", line=entry.line)), ", ")
    return as_correction(problem, entry.number)._replace(place=place)


def as_correction(problem: Problem, number: int, *first: str) -> Problem:
    """The problem with its mend as the command that corrects a deal; these words come first."""
    return problem.with_commands(
        lambda command: (
            command._replace(name="amend", words=(str(number), *first, *command.words))
            if command.name == "deal"
            else command
        )
    )


def after(agreed: Agreed, state: State, scored: Scored) -> State:
    """The state after a scored deal: totals, contracts used, the next dealer, the end. Raises
    Refused where the rules cannot say whether the game is over, or what it was worth."""
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
    """The state with who deals, declares and leads next because of a deal. Raises Refused where
    the rules cannot say it."""
    # 0.5 ms, few games
    from scorekeeper.game.deal_results import (  # noqa: PLC0415
        follows_of,
        next_dealer_of,
        owed_after,
    )

    around = agreed.rota.around if agreed.rota else range(len(agreed.players))
    try:
        dealer = next_dealer_of(rules, scored, state.dealer, around)
        follows = follows_of(rules, scored, dealer, around)
        owed_after(rules, scored)  # which has to have an answer
    except FormulaError as error:
        # 1.5 ms, only for rules at fault
        from scorekeeper.rules.rule_text import no_answer  # noqa: PLC0415

        message = say(
            "the rules cannot say how the next deal goes: {problem}",
            problem=no_answer(agreed.rules, error),
        )
        raise refuse("formula", message, None, see(CommandLine("rules check"))) from None
    return state._replace(dealer=dealer, follows=follows)


def _no_end(agreed: Agreed, error: FormulaError) -> Refused:
    """The refusal of an end that the rules cannot work out."""
    # 1.5 ms, only for rules at fault
    from scorekeeper.rules.rule_text import no_answer  # noqa: PLC0415

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
        settlement(agreed, state)  # which has to have an answer
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
    """The state with whom the rules name winners of the game that is over, and with its bonus."""
    # 0.5 ms, few games
    from scorekeeper.game.deal_results import (  # noqa: PLC0415
        bonus_points,
        first_to_end,
        named_winners,
    )

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
    """The sides that the rules name winners of the game that is over; none where the best total
    wins."""
    return state.ended[-1].won if state.ended else ()


def winners_of_game(standing: Standing, scored: Scored) -> tuple[int, ...]:
    """The sides that won the game that was over with this deal, its last."""
    named = [one.won for one in standing.state.ended if one.deal == scored.turn.number]
    return game_winners(standing.agreed, totals_at_end(standing, scored), *named)


def totals_at_end(standing: Standing, scored: Scored) -> tuple[int, ...]:
    """What each side has after a deal, with the bonus of the game where that was its last."""
    totals = scored.totals
    for one in standing.state.ended:
        if one.deal == scored.turn.number and one.bonus:
            totals = tuple(map(add, totals, one.bonus))
    return totals


def game_winners(
    agreed: Agreed, totals: Sequence[int], named: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The sides that the rules name winners, else those with the best total, more than one where
    they are level."""
    if named:
        return named
    best = min(totals) if agreed.rules.game.lowest_wins else max(totals)
    return tuple(side for side, total in enumerate(totals) if total == best)


def settlement(agreed: Agreed, state: State) -> tuple[int, ...] | None:
    """What each side has once the game is settled; None where nothing is. Raises FormulaError
    where the rules cannot say it."""
    rules = agreed.rules.settlement
    if rules is None:
        return None
    from scorekeeper.game.deal_results import settled_points  # noqa: PLC0415 - 0.5 ms, few games

    return settled_points(agreed, state, rules, game_winners(agreed, state.totals, _named(state)))


def settled_totals(standing: Standing) -> tuple[int, ...] | None:
    """What each side has in the end where ledgers are settled; None before, and in other games."""
    return settlement(standing.agreed, standing.state) if standing.state.over else None


def final_totals(standing: Standing) -> tuple[int, ...]:
    """Each side's total that ranks it: that of the match once a game of it is finished, and what it
    has once the game is settled."""
    result = match_totals(standing) if standing.state.results else settled_totals(standing)
    return result or standing.state.totals


def match_totals(standing: Standing) -> tuple[int, ...] | None:
    """Each side's sum over the games finished, in games that are played again and again."""
    if standing.agreed.rules.match is None:
        return None
    results = [result for _, _, result in standing.state.results]
    return (
        tuple(sum(column) for column in zip(*results, strict=True))
        if results
        else (0,) * len(standing.agreed.sides)
    )


def ranking(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The sides from first to last place; level sides share a place. Once a game of a match is
    finished the games' results rank, before that the score of the game. Where somebody has left
    whose column did not go on, points by the deals played rank, or the totals where the table
    chose these, and who played none is last. Whom the rules name winners of the game that is over
    come before all others."""
    named = winners_by_rule(standing)
    if not named:
        return _by_score(standing)
    others = (tuple(s for s in sides if s not in named) for sides in _by_score(standing))
    return (named, *filter(None, others))


def winners_by_rule(standing: Standing) -> tuple[int, ...]:
    """The sides that have won because the rules say so, and not by what they have; none before the
    end, and where the games of a match or what is settled rank."""
    rules = standing.agreed.rules
    ranks = standing.state.over and rules.match is None and rules.settlement is None
    return _named(standing.state) if ranks else ()


def _by_score(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The sides from first to last place by what they have."""
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
    """The sides from first to last place by the points of a deal played."""
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
    """The sides that won, once the session is over."""
    return ranking(standing)[0] if standing.state.over else ()


def passed_over(agreed: Agreed, state: State) -> State:
    """The state as if a deal had been played for nothing: the deal moves on, no score changes."""
    if state.over:
        return state
    moved = passed_on(state, next_dealer(agreed, state))
    number = deals_per_game(agreed)
    return moved._replace(over=number is not None and moved.deal - moved.game_start >= number)


def is_same_deal(one: Scored, other: Scored) -> bool:
    """Whether two deals are the same numbers of the same people."""
    return one.facts == other.facts and one.agreed.players == other.agreed.players


def moved_totals(
    before: Standing, old: Scored, now: Standing, new: Scored
) -> list[tuple[str, int, int]]:
    """Whose total after a deal is another one than before, with both; who has a column of their own
    by one of the two alone began with what a game begins with."""
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
    """The state before each deal that stands, in order."""
    return [scored.state for scored in standing.deals]


def state_before(standing: Standing, number: int) -> State:
    """The state before deal `number`; numbers count from 1, and the deal must stand."""
    return standing.deals[number - 1].state
