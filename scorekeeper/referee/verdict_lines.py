"""The answer about a recorded deal, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.base.exact import signed
from scorekeeper.game.judge import Scored
from scorekeeper.referee.case import Case, source_line
from scorekeeper.referee.claims import melds_held, words_unsaid
from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.exchange_course import Gift
from scorekeeper.referee.in_a_row import shown_cards, shown_pairs
from scorekeeper.referee.recorded_deal import Refereed, Revoke
from scorekeeper.referee.side_counts import counts_of
from scorekeeper.referee.trick_rules import as_words
from scorekeeper.rules.cards import words_of_card
from scorekeeper.rules.read_casebook import casebook
from scorekeeper.text.message import Joined, Words, in_turn, say, titled
from scorekeeper.text.problems import Problem


def deal_lines(
    record: Record, done: Refereed, faults: Iterable[Problem], gifts: Iterable[Gift]
) -> Iterator[Words]:
    """Contract and trumps, the exchange, every trick, what is wrong, the revokes, the counts."""
    case = record.case
    yield Joined((case.rules.name, as_words(case.rules, done.trick_rules)), " · ")
    yield from (_gift_line(case, gift) for gift in gifts)
    yield from _trick_lines(record, done)
    yield from (say("wrong: {fault}", fault=fault.placed) for fault in faults)
    yield from _revoke_lines(record, done)
    if done.complete and done.never:
        yield say("never played: {cards}", cards=shown_cards(case.pack, done.never))
    for name, column in counts_of(record, done).items():
        count = case.rules.counts.get(name)
        yield titled(count.name if count else say("tricks"), shown_pairs(column.items()))
    if melds := melds_held(record, done):
        yield say("melds that the hands held: {melds}", melds=shown_pairs(melds.items()))
        yield from words_unsaid(record, done)


def _gift_line(case: Case, gift: Gift) -> Words:
    """Who discarded what before play, or gave it to whom."""
    players, cards = case.agreed.players, shown_cards(case.pack, gift.cards)
    player = players[gift.giver]
    if gift.other is None:
        return say("{player} discards {cards}", player=player, cards=cards)
    other = players[gift.other]
    return say("{player} gives {cards} to {other}", player=player, cards=cards, other=other)


def _trick_lines(record: Record, done: Refereed) -> Iterator[Words]:
    """Each trick: who played what, and who won it."""
    pack, players = record.case.pack, record.case.agreed.players
    rows = zip(record.tricks, done.seats, done.winners, strict=True)
    for number, (trick, row, won) in enumerate(rows, 1):
        plays = tuple(
            Joined((players[seat], words_of_card(pack, card)), " ")
            for card, seat in zip(trick, row, strict=True)
        )
        end = say("still on the table") if won is None else say("{who} wins", who=players[won])
        yield in_turn(titled(trick_place(number), Joined(plays, ", ")), end)


def _revoke_lines(record: Record, done: Refereed) -> Iterator[Words]:
    """Every revoke with its source, and what it costs where nobody says it; or that there is
    none."""
    case = record.case
    for revoke in done.revokes:
        yield say("revoke: {revoke}", revoke=revoke_said(case, revoke))
    for source in dict.fromkeys(revoke.source for revoke in done.revokes):
        yield source_line(case.rules, source)
    if done.revokes:
        if "revoke" not in casebook(case.rules).topics:
            yield say("what a revoke costs: the source is silent")
    elif done.complete or len(record.hands) == len(case.agreed.players):
        yield say("no revoke")
    else:
        yield say("no revoke is proven; a later play may still prove one")


def revoke_said(case: Case, revoke: Revoke) -> Words:
    """A revoke behind its trick: who played what, what should have been played, and why."""
    # Translators: {cards} are those that should have been played, {why} is the law.
    said = say(
        "{player} played {card} and held {cards}: {why}",
        player=case.agreed.players[revoke.seat],
        card=words_of_card(case.pack, revoke.played),
        cards=shown_cards(case.pack, revoke.held),
        why=revoke.because,
    )
    return titled(trick_place(revoke.trick), said)


def point_lines(
    record: Record, points: Scored | None, faults: tuple[Problem, ...], missing: Iterable[Problem]
) -> Iterator[Words]:
    """The score of each side; or, where nothing is wrong, why it is not known yet."""
    if points is not None:
        pairs = zip(record.case.agreed.side_names, map(signed, points.points), strict=True)
        scores = tuple(Joined(pair, " ") for pair in pairs)
        score = say("score: {points}", points=Joined(scores, ", "))
        yield Joined((score, " (", points.outcome.name, ")")) if points.outcome else score
    elif not faults:
        for problem in missing:
            unknown = say("score: not known: {problem}", problem=problem.message)
            yield in_turn(unknown, problem.mend) if problem.mends else unknown
