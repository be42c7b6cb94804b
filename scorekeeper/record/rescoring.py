"""The deals of a session scored again under other rules, compared with their own result."""

from collections.abc import Mapping, Sequence
from itertools import starmap, zip_longest
from operator import add
from typing import NamedTuple

from scorekeeper.game.deal_results import mean_of_versions
from scorekeeper.game.deal_scoring import Judged, Scored
from scorekeeper.game.entry_checks import UNUSED
from scorekeeper.game.entry_kinds import PENALTY
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session_settings import Agreed, Facts, SitOutPlan, agree, renamed, with_column
from scorekeeper.game.standing import Standing, after, judged_for_all, passed_over, ranking
from scorekeeper.rules.fact_names import said_whole
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem, Refused, refuse

UNKNOWN, UNKNOWN_CONTRACT = "fact-unknown", "contract-unknown"


class Rescored(NamedTuple):
    """One deal under the session's rules and other rules. `own` and `other` are its results, None
    where it does not count. `problems` are the reasons why the other rules cannot score it,
    `left_out` the facts that they do not use. The standings are those after the deal."""

    number: int
    contract: str | None
    own: Scored | None
    other: Scored | None
    own_standing: Standing
    other_standing: Standing
    problems: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Return True if the ranking after the deal is different under the other rules."""
        return ranking(self.own_standing) != ranking(self.other_standing)


class Rescoring(NamedTuple):
    """A session under its own and other rules, deal by deal, with the final standing under each.
    Only deals that both can score count."""

    own: Agreed
    other: Agreed
    deals: tuple[Rescored, ...]
    own_standing: Standing
    other_standing: Standing

    @property
    def turns(self) -> tuple[Rescored, ...]:
        """Return the deals after which the two rankings begin to differ, or agree again."""
        found, apart = [], False
        for deal in self.deals:
            if deal.differs != apart:
                found.append(deal)
                apart = deal.differs
        return tuple(found)


def agreed_under(own: Agreed, rules: Ruleset, options: Mapping[str, object]) -> Agreed:
    """Return the settings of the same people under other rules. Options have the same value where
    both rules have the same option. Raises Refused if these people cannot play it."""
    kept = {
        name: value
        for name, value in own.options.items()
        if name in rules.options and _is_same_choice(own.rules, rules, name)
    }
    turns = own.rota.turns if own.rota and own.rota.has_resters else None
    _refuse_unless_all_rest(own, rules)
    try:
        first = own.players[own.dealer]
        dealer = first if first in own.at_table else own.at_table[0]
        other = agree(rules, own.at_table, dealer, {**kept, **options}, turns)
    except Refused as refusal:
        raise Refused([*map(_without_rota_option, refusal.problems)]) from None
    if own.gone and not other.rules.teams:
        for name in own.gone:
            other = with_column(other, name)
        other = _seated_as(other, own)._replace(by_totals=own.by_totals)
    if other.sides != own.sides:
        message = say(
            "{game} is played by other sides than {other}: their points cannot stand side by side",
            game=rules.name,
            other=own.rules.name,
        )
        raise refuse("rescore-sides", message)
    return other


def _refuse_unless_all_rest(own: Agreed, other: Ruleset) -> None:
    """Raise Refused if players sit out in this session but would not in the other game."""
    number = own.people
    if own.rota and own.rota.has_resters and number in other.players:
        message = say(
            "with {number} people nobody rests in {game}, and in every deal of this session"
            " somebody did",
            number=number,
            game=other.name,
        )
        raise refuse("rescore-sides", message)


def _without_rota_option(problem: Problem) -> Problem:
    """Return the problem without its fix about the sit-out order, which cannot be chosen here."""
    return problem._replace(mends=()) if problem.fact in SitOutPlan._fields else problem


def _is_same_choice(own: Ruleset, other: Ruleset, name: str) -> bool:
    one, two = own.options[name], other.options[name]
    return (one.kind, one.values, one.least, one.most) == (
        two.kind,
        two.values,
        two.least,
        two.most,
    )


def rescoring(standing: Standing, other: Agreed) -> Rescoring:
    """Return the active deals scored under the other rules. A deal that these cannot score counts
    under neither. Raises Refused, with every reason, if they can score no deal."""
    own = standing.agreed
    one, two = Standing(own, (), first_state(own)), Standing(other, (), first_state(other))
    found: list[Rescored] = []
    for scored in standing.deals:
        number = scored.turn.number
        table = standing.table_of(number)
        one = _penalised(one._replace(agreed=table), standing, number)
        two = two._replace(agreed=_seated_as(two.agreed, table))
        deal = _rescored(scored, one, _penalised(two, standing, number))
        found.append(deal)
        one, two = deal.own_standing, deal.other_standing
    if not found:
        raise refuse("rescore-empty", say("no deal has been recorded: there is nothing to rescore"))
    if all(deal.other is None for deal in found):
        heading = say("{game} can score none of these deals", game=other.rules.name)
        raise Refused([problem for deal in found for problem in deal.problems], heading)
    coming = len(found) + 1
    dealer = standing.state.dealer  # who would deal next by either may have left by now
    two = two._replace(agreed=_seated_as(two.agreed, own))
    ends = (
        _ended_early(
            _penalised(end._replace(state=end.state._replace(dealer=dealer)), standing, coming),
            standing,
        )
        for end in (one._replace(agreed=own), two)
    )
    return Rescoring(own, other, tuple(found), *ends)


def _ended_early(end: Standing, played: Standing) -> Standing:
    """Return the standing at the end, which is over if the players ended the session early,
    whatever the rules."""
    if not played.state.early or end.state.over:
        return end
    return end._replace(state=end.state._replace(over=True, early=True))


def _seated_as(other: Agreed, table: Agreed) -> Agreed:
    """Return the settings under the other rules, with the players of this table in their seats."""
    rota = other.rota or table.rota
    if rota and table.rota:
        rota = rota._replace(around=table.rota.around)
    return renamed(other, table.players)._replace(rota=rota)


def _penalised(now: Standing, played: Standing, number: int) -> Standing:
    """Return the standing with the penalties given before a deal, with unchanged points."""
    totals = now.state.totals
    for event in played.events:
        if event.what == PENALTY and event.number == number:
            points = event.facts["points"]  # none for a column that was begun since
            totals = tuple(starmap(add, zip_longest(totals, points, fillvalue=0)))
    return now._replace(state=now.state._replace(totals=totals))


def _rescored(scored: Scored, one: Standing, two: Standing) -> Rescored:
    readings = [reading.facts for reading in scored.split_of] or [scored.facts]
    rules = one.agreed.rules
    state = _as_played(one.state, scored, rules, rules)._replace(follows=scored.state.follows)
    other_state = _as_played(two.state, scored, rules, two.agreed.rules)
    own = _as_one([judged_for_all(one.agreed, state, facts) for facts in readings])
    found = [_under(two.agreed, other_state, one.agreed, facts) for facts in readings]
    other, left_out = _as_one([verdict for verdict, _ in found]), found[0][1]
    is_beyond = two.state.over
    is_counted = other.scored is not None or is_beyond
    number = scored.turn.number
    return Rescored(
        number=number,
        contract=scored.contract,
        own=own.scored if is_counted else None,
        other=other.scored if own.scored is not None else None,
        own_standing=_further(one, scored, own.scored if is_counted else None),
        other_standing=_further(two, scored, other.scored if own.scored is not None else None),
        problems=tuple(
            _placed(_in_own_words(problem, one.agreed.rules, scored.contract), number)
            for problem in other.problems
        ),
        left_out=left_out,
    )


def _as_one(verdicts: Sequence[Judged]) -> Judged:
    """Return the verdict on a deal from the verdicts on its versions. The score is the mean of the
    versions."""
    if len(verdicts) == 1:
        return verdicts[0]
    deals = [verdict.scored for verdict in verdicts if verdict.scored]
    if len(deals) < len(verdicts):
        return next(verdict for verdict in verdicts if verdict.scored is None)
    try:
        return Judged(mean_of_versions(deals))
    except Refused as refusal:
        return Judged(None, tuple(refusal.problems))


def _as_played(state: State, scored: Scored, own: Ruleset, other: Ruleset) -> State:
    """Return the state under other rules before a deal, but with the real dealer, the contract
    that a misdeal kept, and the contracts declared before. These depend on the seats, not only
    on the deals."""
    before = scored.state
    used = tuple(frozenset(_their_word(own, other, name) for name in one) for one in before.used)
    declared = tuple((n, who, _their_word(own, other, name)) for n, who, name in before.declared)
    return dealt_by(state, scored)._replace(
        held=before.held and _their_word(own, other, before.held),
        used=used if own.deals.once else state.used,
        declared=declared if own.budgets else state.declared,
    )


def dealt_by(state: State, scored: Scored) -> State:
    """Return the state with the dealer of the deal as it was played."""
    return state._replace(dealer=scored.turn.dealer)


def _placed(problem: Problem, number: int) -> Problem:
    """Return the problem with its deal as the place. It loses its fixes, because the deal cannot
    be changed here."""
    return problem._replace(place=say("deal {number}", number=number), mends=())


def _in_own_words(problem: Problem, own: Ruleset, contract: str | None) -> Problem:
    """Return the problem. If the other rules do not have the contract, the message uses its name
    in its own game."""
    if problem.code != UNKNOWN_CONTRACT or contract is None:
        return problem
    name = own.contracts[contract].name
    return problem._replace(message=say("`{name}` is not a contract of this game", name=name))


def _further(standing: Standing, dealt: Scored, scored: Scored | None) -> Standing:
    """Return the standing after a deal. A deal that was not scored adds no points."""
    agreed, state = standing.agreed, dealt_by(standing.state, dealt)
    if scored is None:
        return standing._replace(state=passed_over(agreed, state))
    return standing._replace(deals=(*standing.deals, scored), state=after(agreed, state, scored))


def _under(
    other: Agreed, state: State, own: Agreed, facts: Facts
) -> tuple[Judged, tuple[str, ...]]:
    """Return the verdict of other rules on a deal, and the facts that were left out because these
    rules do not use them."""
    told, left_out = _in_their_words(own.rules, other.rules, facts), list[str]()
    while True:
        verdict = judged_for_all(other, state, told)
        unused = {
            problem.fact
            for problem in verdict.problems
            if problem.code in (UNUSED, UNKNOWN) and problem.fact in told
        }
        if not unused:
            return verdict, tuple(left_out)
        left_out += [name for name in told if name in unused]
        told = {name: value for name, value in told.items() if name not in unused}


def _in_their_words(own: Ruleset, other: Ruleset, facts: Facts) -> Facts:
    """Return the facts, with the contract by its id in the other rules."""
    if "contract" not in facts:
        return facts
    return {**facts, "contract": _their_word(own, other, facts["contract"])}


def _their_word(own: Ruleset, other: Ruleset, contract: str) -> str:
    """Return the id of the only contract with the same name in the other rules, else the own id."""
    if contract in other.contracts or contract not in own.contracts:
        return contract
    names = {known.id: known.name for known in other.contracts.values()}
    words = own.contracts[contract].name.spellings()
    called = {name for word in words for name in said_whole(names, word)}
    return called.pop() if len(called) == 1 else contract
