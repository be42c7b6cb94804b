"""The next deal: dealer, declarer and leader, quotas, remaining contracts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts, quotas
from scorekeeper.game.deal_results import sentences_after_deal
from scorekeeper.game.schedule import Seating, State, Turn, deals_per_game, is_spent, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.record.required_facts import Asks, asks
from scorekeeper.report.deal_row import counts_of, quotas_of, with_resters
from scorekeeper.report.shared_labels import (
    carried_now,
    carried_of,
    carried_ranges,
    player_at,
    trump_word,
    who_does,
)
from scorekeeper.rules.ruleset import EVERY_SIDE, Ruleset
from scorekeeper.text.message_text import in_quotes, text_of
from scorekeeper.text.translation import tr

# --- the next deal in words --------------------------------------------------------------------
# The next deal in a sentence: who deals, declares and leads, and the remaining contracts.


def said_next(standing: Standing) -> str | None:
    """Return the sentences on the next deal, or None after the end of the session."""
    turn = standing.next_turn
    resting = standing.seating.agreed.resting
    if turn is None:
        return None
    turns = turn_words(standing.agreed, turn, resting)
    return " ".join([turns, *_trump_sentence(standing), *owed_words(standing)])


def _trump_sentence(standing: Standing) -> Iterator[str]:
    """Yield the sentence on a trump suit that the last deal fixed."""
    trump, coming = settled_trump(standing), standing.next_turn
    if trump is not None and coming is not None:
        suit = settled_words(standing.agreed.rules, trump, coming.contracts)
        yield _sentence(tr("Trumps: {suit}", suit=suit))


def settled_trump(standing: Standing) -> str | None:
    """Return the trump suit that the last deal fixed for the next; None if it fixed none, or no
    contract of the next deal leaves trumps open."""
    turn, known = standing.next_turn, standing.agreed.rules.contracts
    if turn is None or standing.state.follows is None:
        return None
    is_open = not turn.contracts or any(known[name].trump == "open" for name in turn.contracts)
    return standing.state.follows.trump if is_open else None


def settled_words(rules: Ruleset, trump: str, contracts: Iterable[str]) -> str:
    """Return the settled trump suit as text, with a note if a contract may have another."""
    suit = trump_word(rules, trump)
    if all(rules.contracts[name].trump == "open" for name in contracts):
        return suit
    return tr("{suit}, where the contract leaves it open", suit=suit)


def owed_words(standing: Standing) -> list[str]:
    """Return the rules' instructions to players after the last deal, a sentence each."""
    following = standing.agreed.rules.following
    if following is None or not following.says or not standing.deals or standing.state.over:
        return []
    return [
        _sentence(text_of(said)) for said in sentences_after_deal(following, standing.deals[-1])
    ]


def _sentence(text: str) -> str:
    """Return a text of the ruleset file, ending in a full stop."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def turn_words(agreed: Agreed, turn: Turn, resting: Sequence[str] = ()) -> str:
    """Return a sentence on a deal's players, those who sit out, and the available contracts."""
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


# --- the next deal -----------------------------------------------------------------------------
# The next deal: who deals, declares and leads, the remaining contracts, quotas, required fields.


class Coming(NamedTuple):
    """The next deal. `declarer` and `leader` are None until the deal decides them. `quotas` maps a
    contract to each side's quota, empty if unknown, None for a side that sits out. `needs` has
    the required fields, `resting` the players who sit out, `say` everything as sentences.
    `carried` has the shown counters by side, `counters` the same with ranges. `says` has the
    rules' messages after the last deal, `budgets` the use of limited contracts, `trump` a suit
    that the last deal fixed, `known` the partial entry."""

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
    """Return the next deal; None when the session is over."""
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
    """Return the partial entry of the next deal, with counts by name."""
    known, agreed = standing.known, standing.seating.agreed
    return {**known, **counts_of(agreed, known)}


def _in_turn(agreed: Agreed, numbers: Mapping[str, int | None]) -> Mapping[str, int | None]:
    """Return the numbers in typing order, by seat; players who left the table come last."""
    if agreed.rota is None or not numbers:
        return numbers
    here = [agreed.side_names[agreed.side_of[seat]] for seat in agreed.rota.around]
    return {name: numbers[name] for name in dict.fromkeys((*here, *numbers))}


def _budgets(agreed: Agreed, state: State, coming: Turn) -> tuple[str, ...]:
    """Return a text for each budget on declared contracts."""
    if not agreed.rules.budgets:
        return ()
    from scorekeeper.report.game.scoring_rules_text import coming_uses  # noqa: PLC0415 - 1 ms, few games

    return tuple(coming_uses(agreed, state, coming))


def _needs(asked: Asks) -> list[str]:
    """Return the required fields: the contract if there is a choice, then facts, then counts."""
    return [*(["contract"] if len(asked.by_contract) > 1 else []), *asked.always]


def _quotas_of(seating: Seating, contract: str) -> Mapping[str, int]:
    """Return each side's quota; empty while the deal itself decides the roles."""
    agreed, state = seating.agreed, seating.state
    facts = DealFacts(agreed, state, turn(agreed, state), {"contract": contract})
    named = agreed.rules.contracts[contract].quota.keys() - {EVERY_SIDE}
    return quotas_of(agreed, quotas(facts) if named <= set(facts.roles) else None)


# --- JSON ----------------------------------------------------------------------------------------


def coming_value(coming: Coming | None) -> dict[str, object] | None:
    """Return the JSON of `next`, with promised keys, or None without a next deal."""
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
