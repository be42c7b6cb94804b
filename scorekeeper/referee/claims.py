"""What is said of a recorded deal, held against its cards: the contract and trumps, the counts, the
melds, a word that stands for a deal without play, where cards must lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.schedule import seat
from scorekeeper.referee.case import Case
from scorekeeper.referee.deal_record import SAID, Record
from scorekeeper.referee.in_a_row import shown_pairs
from scorekeeper.referee.melds import counted_melds, melds_of, total
from scorekeeper.referee.places import place_problems, whole_hands
from scorekeeper.referee.recorded_deal import Refereed
from scorekeeper.referee.side_counts import counts_of
from scorekeeper.rules.cards import words_of_suit
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Joined, Words, say, titled
from scorekeeper.text.problems import Problem


def claim_problems(record: Record, done: Refereed, facts: DealFacts) -> list[Problem]:
    """Where what was said of the deal cannot be true of the cards that are recorded."""
    alone = [*_without_play(record, facts)]
    if alone:
        return alone
    return [
        *_trump_problems(record, done, facts),
        *_count_problems(record, done, facts),
        *_meld_problems(record, done, facts),
        *place_problems(record, done, facts),
    ]


def _without_play(record: Record, facts: DealFacts) -> Iterable[Problem]:
    """A word that is all there is to say of a deal leaves no tricks to record."""
    for fact in record.case.rules.facts.values():
        if fact.alone and facts.entered.get(fact.id):
            message = say("`{word}` is said of the deal, and its record has tricks", word=fact.name)
            hint = say("leave `{word}` or the tricks out", word=fact.id)
            yield Problem("record-alone", message, fact.id, (hint,), rule=fact.source.if_any())


def _trump_problems(record: Record, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """The trumps that were entered are those that the tricks were played with."""
    case, entered = record.case, facts.entered.get("trump")
    if (
        isinstance(entered, str)
        and entered in case.pack.suits
        and entered != done.trick_rules.trump
    ):
        trump = done.trick_rules.trump
        message = say(
            "entered {entered}; the record says {recorded}",
            entered=words_of_suit(case.pack, entered),
            recorded=say("no trumps") if trump is None else words_of_suit(case.pack, trump),
        )
        name = case.rules.facts["trump"].name
        yield Problem("trump-recorded", titled(name, message), "trump")


def _count_problems(record: Record, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """Numbers that were entered are those that the recorded tricks give."""
    for name, column in counts_of(record, done).items():
        entered, count = facts.entered.get(name), record.case.rules.counts.get(name)
        if entered is None or count is None or _may_be(entered, [*column.values()], done.complete):
            continue
        said = {
            who: number for who, number in zip(column, entered, strict=False) if number is not None
        }
        message = say(
            "entered {entered}; the tricks recorded give {counted}",
            entered=shown_pairs(said.items()), counted=shown_pairs(column.items()),
        )  # fmt: skip
        rule = count.source.if_any()
        yield Problem(f"{name}-recorded", titled(count.name, message), name, rule=rule)


def _may_be(entered: Sequence[Any], counted: Sequence[int], complete: bool) -> bool:
    """Whether a column agrees with what was counted; while a deal goes on it can still grow to
    that."""
    pairs = [
        (one, other) for one, other in zip(entered, counted, strict=False) if isinstance(one, int)
    ]
    return all(one == other if complete else one >= other for one, other in pairs)


def _meld_problems(record: Record, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """No more was melded than the hands of that side held."""
    case, melds = record.case, record.case.referee.melds
    entered = None if melds is None else facts.entered.get(melds.fact)
    if melds is None or not melds.seat or not isinstance(entered, int):
        return
    owner = seat(case.agreed, melds.seat, facts.turn.dealer, facts.turn.declarer, facts.entered)
    held = melds_held(record, done)
    if owner is None or held is None:
        return
    side = case.agreed.side_names[case.agreed.side_of[owner]]
    if entered > held[side]:
        message = say(
            "entered {entered}; the hands of {player} held {held} at most",
            entered=entered, player=side, held=held[side],
        )  # fmt: skip
        name = case.rules.facts[melds.fact].name
        rule = melds.source.if_any()
        mends = tuple(words_unsaid(record, done, side))
        yield Problem("meld-held", titled(name, message), melds.fact, mends, rule=rule)


def words_unsaid(record: Record, done: Refereed, side: str | None = None) -> Iterable[Words]:
    """Yield a mend for each word of a meld that the record does not say, if the hands, or those of
    one side, could meld more with it."""
    held, melds = melds_held(record, done), record.case.referee.melds
    for kind in melds.kinds if held is not None and melds is not None else ():
        told = record._replace(said=(*record.said, kind.id))
        more = melds_held(told, done) if kind.say.by_language else held
        if more != held and (side is None or (more or {}).get(side) != (held or {}).get(side)):
            line = Joined((f'{SAID} = "', kind.say, '"'))
            yield say(
                'add {line} to the record if "{word}" was said in trick 1', line=line, word=kind.say
            )


def melds_held(record: Record, done: Refereed) -> dict[str, int] | None:
    """Return what each side's hands could meld, in a game of melds, once every hand is known. A
    meld that needs a word counts if the record says it, or no card of it went to the first trick.
    """
    case, melds = record.case, melds_of(record.case.agreed, record.case.referee)
    if (
        melds is None
        or done.trick_rules.trump is None
        or not (done.complete or _all_whole(case, done.hands))
    ):
        return None
    first = [*zip(done.seats[0], record.tricks[0], strict=True)]
    kinds = tuple(
        kind._replace(say=Phrase({})) if kind.id in record.said else kind for kind in melds.kinds
    )
    melds, trump = melds._replace(kinds=kinds), done.trick_rules.trump
    best = {
        seat: total(
            counted_melds(melds, case.pack, hand, trump, [card for at, card in first if at == seat])
        )
        for seat, hand in done.hands.items()
    }
    sides = zip(case.agreed.side_names, case.agreed.sides, strict=True)
    return {name: sum(best[seat] for seat in side) for name, side in sides}


def _all_whole(case: Case, hands: Mapping[int, Sequence[Any]]) -> bool:
    """Whether every card of every hand is known."""
    return len(whole_hands(case, hands)) == len(case.agreed.players)
