"""The deals of a session scored anew under other rules, each beside what it gave under its own."""

from collections.abc import Mapping, Sequence
from itertools import starmap, zip_longest
from operator import add
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed, Facts, SitOutPlan, agree, renamed, with_column
from scorekeeper.game.deal_results import split
from scorekeeper.game.deal_scoring import Judged, Scored
from scorekeeper.game.entry_checks import UNUSED
from scorekeeper.game.log import PENALTY
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.standing import Standing, after, judged_for_all, passed_over, ranking
from scorekeeper.rules.entry_names import said_whole
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem, Refused, refuse

UNKNOWN, UNKNOWN_CONTRACT = "fact-unknown", "contract-unknown"


class Rescored(NamedTuple):
    """One deal under both rules: `contract` is the one that was played, `own` and `other` are what
    it scored, None where it does not count there. `problems` are why the other rules cannot score
    it, `left_out` the facts that they have no use for. The standings are those after it."""

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
        """Whether the sides stand in another order under the other rules after it."""
        return ranking(self.own_standing) != ranking(self.other_standing)


class Rescoring(NamedTuple):
    """A session under two rules, deal by deal, and where all stand at the end by each, after the
    deals that both score."""

    own: Agreed
    other: Agreed
    deals: tuple[Rescored, ...]
    own_standing: Standing
    other_standing: Standing

    @property
    def turns(self) -> tuple[Rescored, ...]:
        """The deals after which the two rankings part, or agree again."""
        found, apart = [], False
        for deal in self.deals:
            if deal.differs != apart:
                found.append(deal)
                apart = deal.differs
        return tuple(found)


def agreed_under(own: Agreed, rules: Ruleset, options: Mapping[str, object]) -> Agreed:
    """The same people under other rules. What the table chose holds there too, where both rules
    leave the same choice; raises Refused where these people cannot play it."""
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
    """Raises Refused where people rest in the session's deals and in the other game nobody does."""
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
    """The problem without the mend that a session is begun with: a rota is not chosen here."""
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
    """Scores the deals that stand under the other rules. A deal that these cannot score counts
    under neither. Raises Refused where they can score none, with every reason."""
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
    """The standing at the end; over where the players ended the session, who went home then
    whatever the rules."""
    if not played.state.early or end.state.over:
        return end
    return end._replace(state=end.state._replace(over=True, early=True))


def _seated_as(other: Agreed, table: Agreed) -> Agreed:
    """What is agreed under other rules, of the people of this table where they sat."""
    rota = other.rota or table.rota
    if rota and table.rota:
        rota = rota._replace(around=table.rota.around)
    return renamed(other, table.players)._replace(rota=rota)


def _penalised(now: Standing, played: Standing, number: int) -> Standing:
    """The standing after the penalties that were given before a deal, which are what they were."""
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
    """The verdict on a deal of which these are on its readings: where there are several, what lies
    between them, as the rules that judged them split it."""
    if len(verdicts) == 1:
        return verdicts[0]
    deals = [verdict.scored for verdict in verdicts if verdict.scored]
    if len(deals) < len(verdicts):
        return next(verdict for verdict in verdicts if verdict.scored is None)
    try:
        return Judged(split(deals))
    except Refused as refusal:
        return Judged(None, tuple(refusal.problems))


def _as_played(state: State, scored: Scored, own: Ruleset, other: Ruleset) -> State:
    """The state by other rules before a deal, with what really was so then: who dealt, which
    contract a misdeal held, and what was declared before. That follows from who sat where, and
    not from the deals alone."""
    before = scored.state
    used = tuple(frozenset(_their_word(own, other, name) for name in one) for one in before.used)
    declared = tuple((n, who, _their_word(own, other, name)) for n, who, name in before.declared)
    return dealt_by(state, scored)._replace(
        held=before.held and _their_word(own, other, before.held),
        used=used if own.deals.once else state.used,
        declared=declared if own.budgets else state.declared,
    )


def dealt_by(state: State, scored: Scored) -> State:
    """The state with the dealer who dealt this deal, whoever the rules would have had."""
    return state._replace(dealer=scored.turn.dealer)


def _placed(problem: Problem, number: int) -> Problem:
    """The problem of a deal, with the deal as its place and without a mend: it was played so, and
    nothing of it is typed here."""
    return problem._replace(place=say("deal {number}", number=number), mends=())


def _in_own_words(problem: Problem, own: Ruleset, contract: str | None) -> Problem:
    """The problem; of a contract that the other rules have not, by the word of its own game."""
    if problem.code != UNKNOWN_CONTRACT or contract is None:
        return problem
    name = own.contracts[contract].name
    return problem._replace(message=say("`{name}` is not a contract of this game", name=name))


def _further(standing: Standing, dealt: Scored, scored: Scored | None) -> Standing:
    """The standing after a deal, which counts for nothing where it did not score."""
    agreed, state = standing.agreed, dealt_by(standing.state, dealt)
    if scored is None:
        return standing._replace(state=passed_over(agreed, state))
    return standing._replace(deals=(*standing.deals, scored), state=after(agreed, state, scored))


def _under(
    other: Agreed, state: State, own: Agreed, facts: Facts
) -> tuple[Judged, tuple[str, ...]]:
    """The verdict of other rules on a deal, without the facts that they have no use for."""
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
    """The facts with the contract by the name that the other rules have for it."""
    if "contract" not in facts:
        return facts
    return {**facts, "contract": _their_word(own, other, facts["contract"])}


def _their_word(own: Ruleset, other: Ruleset, contract: str) -> str:
    """The name that the other rules have for a contract, where just one of theirs is called so;
    else its own."""
    if contract in other.contracts or contract not in own.contracts:
        return contract
    names = {known.id: known.name for known in other.contracts.values()}
    words = own.contracts[contract].name.spellings()
    called = {name for word in words for name in said_whole(names, word)}
    return called.pop() if len(called) == 1 else contract
