"""The next deal: who deals, declares and leads, quotas, contracts left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed
from scorekeeper.game.deal_facts import DealFacts, quotas
from scorekeeper.game.schedule import Seating, State, Turn, deals_per_game, is_spent, turn
from scorekeeper.game.standing import Standing
from scorekeeper.record.open_facts import Asks, asks
from scorekeeper.report.deal_row import counts_of, quotas_of, with_resters
from scorekeeper.report.shared_labels import (
    carried_now,
    carried_of,
    carried_ranges,
    player_at,
    trump_word,
    who_does,
)
from scorekeeper.rules.model import EVERY_SIDE, Ruleset
from scorekeeper.text.message_text import in_quotes, text_of
from scorekeeper.text.translation import tr

# --- coming words ------------------------------------------------------------------------------
# The coming deal in a sentence: who deals, declares and leads, and which contracts are left.


def said_next(standing: Standing) -> str | None:
    """The coming deal in one spoken sentence; None when the session is over."""
    turn = standing.next_turn
    resting = standing.seating.agreed.resting
    if turn is None:
        return None
    turns = turn_words(standing.agreed, turn, resting)
    return " ".join([turns, *_trump_sentence(standing), *owed_words(standing)])


def _trump_sentence(standing: Standing) -> Iterator[str]:
    """That the last deal settled the trump suit, where it did."""
    trump, coming = settled_trump(standing), standing.next_turn
    if trump is not None and coming is not None:
        suit = settled_words(standing.agreed.rules, trump, coming.contracts)
        yield _sentence(tr("Trumps: {suit}", suit=suit))


def settled_trump(standing: Standing) -> str | None:
    """The trump suit that the last deal settled for the coming one, where one of its contracts
    leaves it open."""
    turn, known = standing.next_turn, standing.agreed.rules.contracts
    if turn is None or standing.state.follows is None:
        return None
    is_open = not turn.contracts or any(known[name].trump == "open" for name in turn.contracts)
    return standing.state.follows.trump if is_open else None


def settled_words(rules: Ruleset, trump: str, contracts: Iterable[str]) -> str:
    """The trump suit that was settled, and where a contract may have another."""
    suit = trump_word(rules, trump)
    if all(rules.contracts[name].trump == "open" for name in contracts):
        return suit
    return tr("{suit}, where the contract leaves it open", suit=suit)


def owed_words(standing: Standing) -> list[str]:
    """What the rules say of whom after the last deal, a sentence each."""
    following = standing.agreed.rules.following
    if following is None or not following.says or not standing.deals or standing.state.over:
        return []
    from scorekeeper.game.deal_results import owed_after  # noqa: PLC0415 - 0.5 ms, few games

    return [_sentence(text_of(said)) for said in owed_after(following, standing.deals[-1])]


def _sentence(text: str) -> str:
    """The words of a page with the stop that they may lack."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def turn_words(agreed: Agreed, turn: Turn, resting: Sequence[str] = ()) -> str:
    """The coming deal in one spoken sentence, with those who rest."""
    declarer, leader = (player_at(agreed, seat) for seat in (turn.declarer, turn.leader))
    people = who_does(agreed.rules, agreed.players[turn.dealer], declarer, leader, resting)
    words = in_quotes(
        [agreed.rules.contracts[name].name.shown().lower() for name in turn.contracts]
    )
    if is_spent(agreed.rules, turn) and declarer:
        # Translators: who does what, and that the declarer has no contract left to choose
        return tr("{people}; {player} has no contract left.", people=people, player=declarer)
    if not words:
        return f"{people}."
    if not turn.held and (agreed.rules.deals.picked or len(words) > 1):
        # Translators: who does what, and which contracts are left to choose from
        return tr("{people}; left: {contracts}.", people=people, contracts=", ".join(words))
    return tr("{people}; contract: {contract}.", people=people, contract=words[0])


# --- coming ------------------------------------------------------------------------------------
# The coming deal: who deals, declares and leads, what is left, every quota, what is needed.


class Coming(NamedTuple):
    """The coming deal. Who declares or leads is None while the deal itself decides it; a contract
    whose sides' quotas are not known yet has none, and who rests has None. `needs` is what must be
    entered, `say` all of it in a sentence; `resting` are those who rest; `carried` is what each
    side has of the counters that the game shows, `counters` that with ranges, `says` what the rules
    say of whom after the last deal, `budgets` how often contracts were declared that may be only so
    often, `trump` the suit that the last deal settled, `known` what was recorded of the deal before
    its result, counts by name."""

    deal: int
    of: int | None
    game: int
    round: int
    dealer: str
    declarer: str | None
    leader: str | None
    contracts: tuple[str, ...]
    quotas: Mapping[str, Mapping[str, int | None]]
    needs: tuple[str, ...]
    say: str
    resting: tuple[str, ...]
    carried: Mapping[str, Mapping[str, int]] = {}
    counters: Mapping[str, Mapping[str, int | tuple[int, int]]] = {}
    says: tuple[str, ...] = ()
    budgets: tuple[str, ...] = ()
    trump: str | None = None
    known: Mapping[str, object] = {}


def next_of(standing: Standing) -> Coming | None:
    """The coming deal; None when the session is over."""
    coming, agreed, seating = standing.next_turn, standing.agreed, standing.seating
    if coming is None:
        return None
    return Coming(
        deal=coming.number,
        of=deals_per_game(agreed),
        game=coming.game,
        round=coming.round,
        dealer=agreed.players[coming.dealer],
        declarer=player_at(agreed, coming.declarer),
        leader=player_at(agreed, coming.leader),
        contracts=tuple(coming.contracts),
        quotas={
            contract: _in_turn(agreed, with_resters(agreed, _quotas_of(seating, contract)))
            for contract in coming.contracts
        },
        needs=tuple(_needs(asks(seating.agreed, seating.state, standing.known_so_far))),
        say=said_next(standing) or "",
        resting=seating.agreed.resting,
        carried=carried_of(agreed, standing.state.carry),
        counters=carried_now(standing),
        says=tuple(owed_words(standing)),
        budgets=_budgets(agreed, standing.state, coming),
        trump=settled_trump(standing),
        known=_known(standing),
    )


def _known(standing: Standing) -> Mapping[str, object]:
    """Return what was recorded of the coming deal before its result, a count by name."""
    known, agreed = standing.known, standing.seating.agreed
    return {**known, **counts_of(agreed, known)}


def _in_turn(agreed: Agreed, numbers: Mapping[str, int | None]) -> Mapping[str, int | None]:
    """Numbers in the order in which those of a deal are typed, that of the seats; who has a column
    and left the table comes last."""
    if agreed.rota is None or not numbers:
        return numbers
    here = [agreed.side_names[agreed.side_of[seat]] for seat in agreed.rota.around]
    return {name: numbers[name] for name in dict.fromkeys((*here, *numbers))}


def _budgets(agreed: Agreed, state: State, coming: Turn) -> tuple[str, ...]:
    """How often contracts were declared that may be only so often."""
    if not agreed.rules.budgets:
        return ()
    from scorekeeper.report.game.scoring_text import coming_uses  # noqa: PLC0415 - 1 ms, few games

    return tuple(coming_uses(agreed, state, coming))


def _needs(asked: Asks) -> list[str]:
    """What must be entered: the contract where there is a choice, then facts, then counts."""
    return [*(["contract"] if len(asked.by_contract) > 1 else []), *asked.always]


def _quotas_of(seating: Seating, contract: str) -> Mapping[str, int]:
    """Each side's quota; none while the deal itself decides who has which role."""
    agreed, state = seating.agreed, seating.state
    facts = DealFacts(agreed, state, turn(agreed, state), {"contract": contract})
    named = agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    return quotas_of(agreed, quotas(facts) if named <= set(facts.roles) else None)


# --- as programs read it -------------------------------------------------------------------------


def coming_value(coming: Coming | None) -> dict[str, object] | None:
    """What stands under `next` in JSON: the names of its keys are promised."""
    if coming is None:
        return None
    named = coming._asdict() | carried_ranges(coming.counters)
    del named["counters"]
    lists = ["contracts", "needs", "resting"]
    lists += [key for key in ("says", "budgets") if named[key]]
    for key in ("carried", "says", "budgets", "trump", "known"):
        if not named[key]:
            del named[key]
    return {**named, **{key: list(named[key]) for key in lists}}
