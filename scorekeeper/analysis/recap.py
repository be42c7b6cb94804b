"""The recap: what happened, in a few true sentences, each ending in the deals that it is about.

The sentences put no verb into the present beside a name, so that a name of any kind fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.analysis import turning_points
from scorekeeper.language import tr, trn
from scorekeeper.speech import listed, parted
from scorekeeper.standing import Standing, final_totals, ranking, winners, winners_by_rule
from scorekeeper.words.phrases import a_deal_words, contract_word, score
from scorekeeper.words.quotas import Declared, declared, exact_deals

# What happened more often than this is nothing to tell of.
MOST_ALIKE = 3


class RecapSentence(NamedTuple):
    """A sentence of the recap, which ends in the numbers of the deals that it is about."""

    text: str
    deals: tuple[int, ...]


Told = Iterator[RecapSentence]


def recap_of(standing: Standing) -> list[RecapSentence]:
    """The sentences in the order they are told; none before the first deal. While a count is
    disputed only those that hold however it is settled."""
    told = [*_sentences(standing)]
    for way in standing.ways[1:]:
        of_way = [*_sentences(way)] if told else []
        told = [sentence for sentence in told if sentence in of_way]
    return told


def _told(words: str, deals: Sequence[int]) -> RecapSentence:
    """The sentence of these words about these deals."""
    return RecapSentence(_ended(words, deals), tuple(deals))


def _ended(words: str, deals: Sequence[int]) -> str:
    return trn(
        len(deals),
        "{words} (deal {deals})",
        "{words} (deals {deals})",
        words=words,
        deals=numbers_words(deals),
    )


def numbers_words(numbers: Iterable[int]) -> str:
    """`2–4, 7`: numbers in ascending order; three or more in a row are written as a span."""
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda place: place[1] - place[0])
    spans = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 2 else ", ".join(map(str, s)) for s in spans)


def _sentences(standing: Standing) -> Told:
    """Each sentence with its deals; what there is nothing to say of is left out."""
    if not standing.deals:
        return
    is_alone = len(standing.agreed.sides) == 1
    for part in (_quota_sentences,) if is_alone else PARTS:
        yield from part(standing)
    corrected = [scored.turn.number for scored in standing.deals if scored.amended]
    if corrected:
        number = len(corrected)
        yield _told(
            trn(number, "{n} deal was corrected afterwards", "{n} deals were corrected afterwards"),
            corrected,
        )


def _sides(standing: Standing, sides: Iterable[int]) -> str:
    return listed([standing.agreed.side_names[side] for side in sides], "and")


def _won(standing: Standing) -> Told:
    """Who won, and by how much."""
    won = winners(standing)
    if not won:
        return
    if standing.agreed.gone:
        yield from _won_by_deals(standing, won)
        return
    totals = final_totals(standing)
    total, winner = score(totals[won[0]], standing.agreed.rules), _sides(standing, won)
    deals = [scored.turn.number for scored in standing.deals]
    if named := winners_by_rule(standing):
        yield _told(_named_words(standing, named), deals)
        return
    if len(won) > 1:
        yield _told(tr("{winners} shared the win with {total}", winners=winner, total=total), deals)
        return
    following = ranking(standing)[1]
    ahead, others = abs(totals[won[0]] - totals[following[0]]), _sides(standing, following)
    yield _told(_won_words(len(standing.agreed.sides[won[0]]), ahead, winner, total, others), deals)


def _named_words(standing: Standing, won: Sequence[int]) -> str:
    """That somebody won because the rules say so, whatever the others have."""
    if len(won) > 1:
        return tr("{winners} shared the win, as the rules name them", winners=_sides(standing, won))
    total = score(final_totals(standing)[won[0]], standing.agreed.rules)
    winner = _sides(standing, won)
    return tr("{winner} won with {total}, as the rules name the winner", winner=winner, total=total)


def _won_by_deals(standing: Standing, won: Sequence[int]) -> Told:
    """Who won, by the points of a deal played."""
    agreed, side = standing.agreed, won[0]
    points = standing.state.totals[side] - agreed.rules.game.start
    total = a_deal_words(points / standing.deals_played[side], agreed.rules)
    deals, who = [scored.turn.number for scored in standing.deals], _sides(standing, won)
    if len(won) > 1:
        yield _told(tr("{winners} shared the win with {total}", winners=who, total=total), deals)
    else:
        yield _told(tr("{winner} won with {total}", winner=who, total=total), deals)


def _won_words(members: int, ahead: int, winner: str, total: str, others: str) -> str:
    """That one player won, or partners together."""
    if members > 1:
        return trn(
            ahead,
            "{winners} won with {total}, {n} point ahead of {others}",
            "{winners} won with {total}, {n} points ahead of {others}",
            winners=winner,
            total=total,
            others=others,
        )
    return trn(
        ahead,
        "{winner} won with {total}, {n} point ahead of {others}",
        "{winner} won with {total}, {n} points ahead of {others}",
        winner=winner,
        total=total,
        others=others,
    )


def _decided(standing: Standing) -> Told:
    """From which deal on it was certain."""
    deal = turning_points.decided(standing)
    if deal is None:
        return
    if deal == len(standing.deals):
        yield _told(
            tr("until the last deal somebody else could still win or share the win"), [deal]
        )
    else:
        yield _told(tr("from then on nobody else could win or share the win"), [deal])


def _swing(standing: Standing) -> Told:
    """The deal that moved two sides furthest apart."""
    found = turning_points.swing(standing)
    if found is None or len(found.deals) > MOST_ALIKE:
        return
    moves = [
        tr(
            "{gainers} gained on {losers}",
            gainers=_sides(standing, move.gainers),
            losers=_sides(standing, move.losers),
        )
        for move in found.moves
    ]
    words = trn(
        found.number,
        "the biggest swing was {n} point in one deal: {moves}",
        "the biggest swing was {n} points in one deal: {moves}",
        moves=parted(moves),
    )
    yield _told(words, found.deals)


def _lead(standing: Standing) -> Told:
    """Who was alone in front for longest; of several each with their own deals."""
    found = turning_points.longest_leads(standing)
    if not found:
        return
    names = standing.agreed.side_names
    told = [_ended(names[lead.side], lead.deals) for lead in found]
    text = trn(
        found[0].length,
        "the longest time alone in front was {n} deal in a row: {sides}",
        "the longest time alone in front was {n} deals in a row: {sides}",
        sides=", ".join(told),
    )
    yield RecapSentence(text, tuple(sorted(n for lead in found for n in lead.deals)))


def _comeback(standing: Standing) -> Told:
    """From how far behind a game was won."""
    found = turning_points.comeback(standing)
    if found is None:
        return
    sides = _sides(standing, found.sides)
    if standing.agreed.rules.match is None:
        words = trn(
            found.number,
            "{sides} had been {n} point behind and still won",
            "{sides} had been {n} points behind and still won",
            sides=sides,
        )
    else:
        words = trn(
            found.number,
            "{sides} had been {n} point behind and still won the game",
            "{sides} had been {n} points behind and still won the game",
            sides=sides,
        )
    yield _told(words, found.deals)


def _closest(standing: Standing) -> Told:
    """The game of a match that ended closest."""
    found = turning_points.closest_finish(standing)
    if found is None:
        return
    games = numbers_words(found.games)
    if len(found.games) == 1:
        words = trn(
            found.number,
            "the closest finish was that of game {game}: {n} point apart",
            "the closest finish was that of game {game}: {n} points apart",
            game=games,
        )
    else:
        words = trn(
            found.number,
            "the closest finishes were those of games {games}: {n} point apart",
            "the closest finishes were those of games {games}: {n} points apart",
            games=games,
        )
    yield _told(words, found.deals)


def _quota_sentences(standing: Standing) -> Told:
    """Contracts that always came out the same way, and deals in which nothing was won or lost."""
    for found in declared(standing):
        yield _told(
            _declared_words(found, contract_word(standing.agreed.rules, found.contract)),
            found.deals,
        )
    exact = exact_deals(standing)
    if exact:
        yield _told(tr("everybody had exactly the quota"), exact)


def _declared_words(found: Declared, contract: str) -> str:
    if found.at_most:
        if found.reached:
            return tr(
                "in {contract} the declarer kept within the quota every time", contract=contract
            )
        return tr("in {contract} the declarer went over the quota every time", contract=contract)
    if found.reached:
        return tr("in {contract} the declarer reached the quota every time", contract=contract)
    return tr("in {contract} the declarer fell short of the quota every time", contract=contract)


# What is told, in order; of one side alone only what it has by itself.
PARTS = (_won, _decided, _swing, _lead, _comeback, _closest, _quota_sentences)
