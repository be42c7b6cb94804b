"""The recap: what happened, in a few true sentences, each ending in the deals that it is about.

The sentences put no verb into the present beside a name, so that a name of any kind fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.score_changes import name_in, shares, side_name
from scorekeeper.game.standing import Standing, final_totals, ranking, winners, winners_by_rule
from scorekeeper.report import turning_points
from scorekeeper.report.game.quotas import Declared, declared, exact_deals
from scorekeeper.report.phrases import a_deal_words, contract_word, score, total_and_average
from scorekeeper.report.shared_score import numbers_words, shared_score_words, with_deals
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed, parted

# What happened more often than this is nothing to tell of.
MOST_ALIKE = 3

# The kinds of sentences.
WON, SHARED, ONE_SCORE, DECIDED, SWING, LEAD, COMEBACK, CLOSEST, DECLARED, EXACT, CORRECTED = (
    "won", "shared", "one-score", "decided", "swing", "lead", "comeback", "closest", "declared",
    "exact", "corrected",
)  # fmt: skip


class RecapSentence(NamedTuple):
    """A sentence of the recap, which ends in the numbers of the deals that it is about; its kind,
    and the numbers and names that it tells: of a deal those who played it."""

    text: str
    deals: tuple[int, ...]
    kind: str
    about: Mapping[str, object]


class Gain(NamedTuple):
    """Who gained on whom in a deal."""

    deal: int
    gainers: Sequence[str]
    losers: Sequence[str]


class Run(NamedTuple):
    """The deals after which a side was alone in front."""

    side: str
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


def _told(words: str, deals: Sequence[int], kind: str, **about: object) -> RecapSentence:
    """The sentence of these words about these deals."""
    return RecapSentence(with_deals(words, deals), tuple(deals), kind, about)


def _sentences(standing: Standing) -> Told:
    """Each sentence with its deals; what there is nothing to say of is left out."""
    if not standing.deals:
        return
    is_alone = len(standing.agreed.sides) == 1
    for part in ALONE if is_alone else PARTS:
        yield from part(standing)
    corrected = [scored.turn.number for scored in standing.deals if scored.amended]
    if corrected:
        number = len(corrected)
        yield _told(
            trn(number, "{n} deal was corrected afterwards", "{n} deals were corrected afterwards"),
            corrected,
            CORRECTED,
        )


def _sides(standing: Standing, sides: Iterable[int]) -> str:
    return listed(_names(standing, sides), "and")


def _names(standing: Standing, sides: Iterable[int]) -> list[str]:
    return [standing.agreed.side_names[side] for side in sides]


def _players(standing: Standing, sides: Iterable[int], deal: int) -> list[str]:
    """The sides by the names of those who played for them in a deal."""
    return [name_in(standing, side, [deal]) for side in sides]


def _won(standing: Standing) -> Told:
    """Who won by the final ranking, and by how much."""
    won = winners(standing)
    if not won:
        return
    totals, about = final_totals(standing), dict[str, object](sides=_names(standing, won))
    if len({totals[side] for side in won}) == 1:
        about |= {"total": totals[won[0]]}
        about |= {"played": standing.deals_played[won[0]]} if standing.agreed.gone else {}
    if ahead := _ahead(standing, won):
        about |= {"ahead": ahead[0], "others": _names(standing, ahead[1])}
    deals = [scored.turn.number for scored in standing.deals]
    yield _told(_won_words(standing, won), deals, SHARED if len(won) > 1 else WON, **about)


def _ahead(standing: Standing, won: Sequence[int]) -> tuple[int, Sequence[int]] | None:
    """By how much one side won, and over whom; None where that is not told in points."""
    if len(won) > 1 or winners_by_rule(standing) or standing.agreed.ranks_by_deals:
        return None
    totals, following = final_totals(standing), ranking(standing)[1]
    return abs(totals[won[0]] - totals[following[0]]), following


def _won_words(standing: Standing, won: Sequence[int]) -> str:
    """Who won, in words."""
    if named := winners_by_rule(standing):
        return _named_words(standing, named)
    winner, total, ahead = _sides(standing, won), _total(standing, won), _ahead(standing, won)
    if len(won) > 1:
        return tr("{winners} shared the win with {total}", winners=winner, total=total)
    if ahead is None:
        return tr("{winner} won with {total}", winner=winner, total=total)
    members, others = len(standing.agreed.sides[won[0]]), _sides(standing, ahead[1])
    return _ahead_words(members, ahead[0], winner, total, others)


def _total(standing: Standing, won: Sequence[int]) -> str:
    """The total that the winners end with, and what that is a deal where not all played as many;
    of those level by that alone only this."""
    agreed, totals, side = standing.agreed, final_totals(standing), won[0]
    if not agreed.gone:
        return score(totals[side], agreed.rules)
    average = (totals[side] - agreed.rules.game.start) / standing.deals_played[side]
    if len({totals[side] for side in won}) > 1:
        return a_deal_words(average, agreed.rules)
    return total_and_average(totals[side], average, agreed.rules)


def _one_score(standing: Standing) -> Told:
    """Who played for a score that somebody took over, and in which deals."""
    is_ranked_by_game = final_totals(standing) == standing.state.totals
    for side, own in shares(standing).items():
        total = standing.state.totals[side] if is_ranked_by_game else None
        deals = sorted(number for share in own for number in share.deals)
        text = shared_score_words(own, total, standing.agreed.rules)
        about = {"side": standing.agreed.side_names[side], "shares": own}
        yield RecapSentence(text, tuple(deals), ONE_SCORE, about)


def _named_words(standing: Standing, won: Sequence[int]) -> str:
    """That somebody won because the rules say so, whatever the others have."""
    if len(won) > 1:
        return tr("{winners} shared the win, as the rules name them", winners=_sides(standing, won))
    total = score(final_totals(standing)[won[0]], standing.agreed.rules)
    winner = _sides(standing, won)
    return tr("{winner} won with {total}, as the rules name the winner", winner=winner, total=total)


def _ahead_words(members: int, ahead: int, winner: str, total: str, others: str) -> str:
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
        words = tr("until the last deal somebody else could still win or share the win")
    else:
        words = tr("from then on nobody else could win or share the win")
    yield _told(words, [deal], DECIDED)


def _swing(standing: Standing) -> Told:
    """The deal that moved two sides furthest apart."""
    found = turning_points.swing(standing)
    if found is None or len(found.deals) > MOST_ALIKE:
        return
    moves = [
        Gain(
            move.deal,
            _players(standing, move.gainers, move.deal),
            _players(standing, move.losers, move.deal),
        )
        for move in found.moves
    ]
    told = dict.fromkeys(_gained(move) for move in moves)
    words = trn(
        found.number,
        "the biggest swing was {n} point in one deal: {moves}",
        "the biggest swing was {n} points in one deal: {moves}",
        moves=parted(told),
    )
    yield _told(words, found.deals, SWING, number=found.number, moves=moves)


def _gained(move: Gain) -> str:
    return tr(
        "{gainers} gained on {losers}",
        gainers=listed(move.gainers, "and"),
        losers=listed(move.losers, "and"),
    )


def _lead(standing: Standing) -> Told:
    """Who was alone in front for longest; of several each with their own deals."""
    found = turning_points.longest_leads(standing)
    if not found:
        return
    leads = [Run(name_in(standing, lead.side, lead.deals), lead.deals) for lead in found]
    text = trn(
        found[0].length,
        "the longest time alone in front was {n} deal in a row: {sides}",
        "the longest time alone in front was {n} deals in a row: {sides}",
        sides=", ".join(with_deals(lead.side, lead.deals) for lead in leads),
    )
    deals = tuple(sorted(number for lead in found for number in lead.deals))
    yield RecapSentence(text, deals, LEAD, {"number": found[0].length, "leads": leads})


def _comeback(standing: Standing) -> Told:
    """From how far behind a game was won."""
    found = turning_points.comeback(standing)
    if found is None:
        return
    own = {side: [deal for one, deal in found.moments if one == side] for side in found.sides}
    names = [_of_comeback(standing, side, deals) for side, deals in own.items()]
    sides = listed(names, "and")
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
    yield _told(words, found.deals, COMEBACK, number=found.number, sides=names)


def _of_comeback(standing: Standing, side: int, deals: Iterable[int]) -> str:
    """A side by the names of those who were behind, and of those who won."""
    games = {standing.deals[number - 1].turn.game for number in deals}
    ends = [game[-1] for game in turning_points.games_of(standing) if game[0].turn.game in games]
    numbers = [*deals, *(scored.turn.number for scored in ends)]
    tables = [standing.table_of(number).players for number in numbers]
    is_match = standing.agreed.rules.match is not None
    return side_name(
        standing.agreed, side, tables if is_match else [*tables, standing.agreed.players]
    )


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
    yield _told(words, found.deals, CLOSEST, number=found.number, games=found.games)


def _quota_sentences(standing: Standing) -> Told:
    """Contracts that always came out the same way, and deals in which nothing was won or lost."""
    for found in declared(standing):
        words = _declared_words(found, contract_word(standing.agreed.rules, found.contract))
        about = {"contract": found.contract, "reached": found.reached}
        yield _told(words, found.deals, DECLARED, **about)
    exact = exact_deals(standing)
    if exact:
        yield _told(tr("everybody had exactly the quota"), exact, EXACT)


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
ALONE = (_one_score, _quota_sentences)
PARTS = (_won, _one_score, _decided, _swing, _lead, _comeback, _closest, _quota_sentences)
