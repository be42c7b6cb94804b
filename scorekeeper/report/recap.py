"""The recap of a session in sentences, and the turning points behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import PENALTY
from scorekeeper.game.score_changes import (
    ScoreChange,
    Share,
    at_table,
    in_front,
    name_in,
    score_changes,
    shares,
    side_name,
)
from scorekeeper.game.standing import (
    Standing,
    final_totals,
    game_winners,
    ranking,
    states_before,
    totals_at_end,
    winners,
    winners_by_rule,
    winners_of_game,
)
from scorekeeper.proof.outlook import outlook_of
from scorekeeper.proof.possible_results import Possible
from scorekeeper.report.game.scoring_rules_text import QuotaRecord, declared, exact_deals
from scorekeeper.report.shared_labels import (
    a_deal_words,
    contract_word,
    made,
    score,
    total_and_average,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import listed, parted
from scorekeeper.text.translation import tr, trn

# --- turning points ----------------------------------------------------------------------------
# The turning points of a session, calculated from its standing: swings, leads, comebacks,
# finishes.
#
# The rules decide who is ahead: the lowest total if the lowest wins. Equal sides or deals are all
# included. The sentences are made below.


Sides = tuple[int, ...]
Numbers = tuple[int, ...]


class Comeback(NamedTuple):
    """The largest deficit in points from which a side won a game. `moments` has each side and deal
    with this deficit."""

    number: int
    moments: tuple[tuple[int, int], ...]

    @property
    def sides(self) -> Sides:
        return tuple(dict.fromkeys(side for side, _ in self.moments))

    @property
    def deals(self) -> Numbers:
        return tuple(deal for _, deal in self.moments)


class Lead(NamedTuple):
    """The longest sole lead of a side, in deals in a row. `deals` has the deals of all runs of
    this length."""

    length: int
    side: int
    deals: Numbers


class Move(NamedTuple):
    """A deal, the sides that gained most in it, and the sides that gained least."""

    gainers: Sides
    losers: Sides
    deal: int


class Swing(NamedTuple):
    """The largest gap in points between sides in one deal, the deals with this gap, and the sides
    concerned."""

    number: int
    moves: tuple[Move, ...]
    deals: Numbers


class Finish(NamedTuple):
    """The closest finish: the points between first and second, and the games and deals that ended
    so."""

    number: int
    games: Numbers
    deals: Numbers


def swing(standing: Standing) -> Swing | None:
    """Return the largest gap in one deal between sides at the table; None if no deal separated
    them."""
    points = {
        scored.turn.number: {
            side: scored.points[side] for side in sorted(at_table(standing, scored.turn.number))
        }
        for scored in standing.deals
    }
    spans = {number: max(own.values()) - min(own.values()) for number, own in points.items()}
    most = max(spans.values(), default=0)
    if not most:
        return None
    deals = tuple(number for number, span in spans.items() if span == most)
    return Swing(most, tuple(_move(standing, number, points[number]) for number in deals), deals)


def _move(standing: Standing, deal: int, points: Mapping[int, int]) -> Move:
    """Return the sides with the best and the worst `points` of a deal."""
    ends = (max(points.values()), min(points.values()))
    gained, lost = reversed(ends) if standing.agreed.rules.game.lowest_wins else ends
    return Move(_with(points, gained), _with(points, lost), deal)


def _with(points: Mapping[int, int], number: int) -> Sides:
    return tuple(side for side, own in points.items() if own == number)


def longest_leads(standing: Standing) -> list[Lead]:
    """Return the longest leads: runs of two or more deals in one game with the same sole leader,
    not interrupted by a penalty. Each side appears once, with all its runs of this length."""
    runs = list(_leads(in_front(standing)))
    longest = max((len(deals) for _, deals in runs), default=0)
    if longest < 2:
        return []
    by_side: dict[int, Numbers] = {}
    for side, deals in runs:
        if len(deals) == longest:
            by_side[side] = (*by_side.get(side, ()), *deals)
    return [Lead(longest, side, deals) for side, deals in by_side.items()]


def games_of(standing: Standing) -> Iterator[list[Scored]]:
    """Yield the deals of each game, finished or not."""
    for _, deals in groupby(standing.deals, key=lambda scored: scored.turn.game):
        yield list(deals)


def _leads(fronts: Iterable[tuple[ScoreChange, Sides]]) -> Iterator[tuple[int, Numbers]]:
    """Yield each run of deals with the same sole leader in a game: the side and the deals."""
    for (_, front), run in groupby(fronts, key=lambda one: (one[0].game, one[1])):
        if len(front) == 1:
            yield front[0], tuple(change.deal for change, _ in run if not change.is_penalty)


def finished_games(standing: Standing) -> list[list[Scored]]:
    """Return the deals of each finished game."""
    games = list(games_of(standing))
    if standing.agreed.rules.match is not None:
        return games[: len(standing.state.results)]
    return games if standing.state.over else []


def comeback(standing: Standing) -> Comeback | None:
    """Return the largest deficit of a side that won a game alone. None if no winner was ever
    behind, if a player left, or if ledgers are settled."""
    if standing.agreed.gone or standing.agreed.rules.settlement is not None:
        return None
    found: dict[tuple[int, int], int] = {}
    won, begun = (
        _won_games(standing),
        {game[0].turn.game: game[0].turn.number for game in games_of(standing)},
    )
    for change in score_changes(standing):
        sides = won.get(change.game, ())
        if len(sides) == 1 and change.deal >= begun[change.game]:
            (side,) = sides
            gap = behind(standing, change, side)
            found[side, change.deal] = max(gap, found.get((side, change.deal), 0))
    most = max(found.values(), default=0)
    if not most:
        return None
    return Comeback(most, tuple(moment for moment, number in found.items() if number == most))


def _won_games(standing: Standing) -> Mapping[int, Sides]:
    """Return the winners by finished game. A single game's winners are those of the session."""
    games = finished_games(standing)
    if standing.agreed.rules.match is None:
        return {1: winners(standing)} if games else {}
    return {game[0].turn.game: winners_of_game(standing, game[-1]) for game in games}


def behind(standing: Standing, change: ScoreChange, side: int) -> int:
    """Return a side's deficit in points to the leader after a score change."""
    front = game_winners(standing.agreed, change.totals)[0]
    return abs(change.totals[front] - change.totals[side])


def closest_finish(standing: Standing) -> Finish | None:
    """Return the closest finish of a match; None with fewer than two games, or if the rules name
    the winner."""
    games = finished_games(standing)
    if len(games) < 2 or standing.agreed.rules.game.names_winner:
        return None
    apart = {
        game[0].turn.game: _apart(standing, totals_at_end(standing, game[-1])) for game in games
    }
    least = min(apart.values())
    numbers = tuple(number for number, points in apart.items() if points == least)
    deals = tuple(
        scored.turn.number for game in games if game[0].turn.game in numbers for scored in game
    )
    return Finish(least, numbers, deals)


def _apart(standing: Standing, totals: Sequence[int]) -> int:
    best, following = sorted(totals, reverse=not standing.agreed.rules.game.lowest_wins)[:2]
    return abs(best - following)


def decided(standing: Standing) -> int | None:
    """Return the earliest deal that left only one side able to win or share the win, by the
    outlook's proof. None if no deal did, a penalty followed, the session ended early, or the
    outlook cannot be calculated."""
    if not standing.deals or not standing.state.over or standing.agreed.rules.match is not None:
        return None
    if standing.agreed.gone or standing.state.early:
        return None
    last_penalty = max((one.number for one in standing.events if one.what == PENALTY), default=0)
    if len(game_winners(standing.agreed, standing.state.totals)) > 1:
        return None
    possible, states = Possible(standing.agreed.rules), states_before(standing)
    for played in range(len(standing.deals) - 1, -1, -1):
        found = outlook_of(
            Standing(standing.table_of(played + 1), standing.deals[:played], states[played]),
            possible,
        )
        if found.because is not None:
            return None
        if not found.decided:
            return played + 1 if last_penalty <= played + 1 else None
    return None


# --- shared score ------------------------------------------------------------------------------
# The list of deals at the end of a sentence, and the sentence on a score of several players.


def with_deals(words: str, deals: Sequence[int]) -> str:
    """Return a text followed by the numbers of its deals."""
    return trn(
        len(deals),
        "{words} (deal {deals})",
        "{words} (deals {deals})",
        words=words,
        deals=numbers_words(deals),
    )


def numbers_words(numbers: Iterable[int]) -> str:
    """Return numbers in ascending order as text, `2–4, 7`; three or more in a row are a range."""
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda place: place[1] - place[0])
    spans = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 2 else ", ".join(map(str, s)) for s in spans)


def shared_score_words(shares: Sequence[Share], total: int | None, rules: Ruleset) -> str:
    """Return the text on players who shared one score, with each player's points and deals.
    `total` is their sum, or None if match points rank the sides."""
    each = ", ".join(_share_words(share, rules) for share in shares)
    players = listed([share.name for share in shares], "and")
    if total is None:
        return tr("{players} played for one score: {each}", players=players, each=each)
    # Translators: "Anna and Dora played for one score, +8: Anna +10 (deal 1), Dora −2 (deals 2, 3)"
    return tr(
        "{players} played for one score, {total}: {each}",
        players=players,
        total=score(total, rules),
        each=each,
    )


def _share_words(share: Share, rules: Ruleset) -> str:
    words = f"{share.name} {made(share.points + share.penalties, rules)}"
    if share.penalties:
        words = tr("{words} with penalties", words=words)
    return with_deals(words, share.deals) if share.deals else words


# --- recap -------------------------------------------------------------------------------------
# The recap: a few sentences on the session, each ending with the numbers of its deals.
#
# The sentences use no present tense after a name, so that the verb fits a player or partners.


# An event that happened more often than this is not mentioned.
MOST_ALIKE = 3

# The kinds of sentences.
WON, SHARED, ONE_SCORE, DECIDED, SWING, LEAD, COMEBACK, CLOSEST, DECLARED, EXACT, CORRECTED = (
    "won", "shared", "one-score", "decided", "swing", "lead", "comeback", "closest", "declared",
    "exact", "corrected",
)  # fmt: skip


class RecapSentence(NamedTuple):
    """A sentence of the recap, ending with its deals; the deals; its kind; and its numbers and
    names. Names are those at the time of the deal."""

    text: str
    deals: tuple[int, ...]
    kind: str
    about: Mapping[str, object]


class Gain(NamedTuple):
    """A deal in which sides gained on others, with gainers and losers."""

    deal: int
    gainers: Sequence[str]
    losers: Sequence[str]


class Run(NamedTuple):
    """A side and the deals of its sole lead."""

    side: str
    deals: tuple[int, ...]


Told = Iterator[RecapSentence]


def recap_of(standing: Standing) -> list[RecapSentence]:
    """Return the sentences of the recap; empty before the first deal. In a dispute, include only
    sentences true in all versions."""
    told = [*_sentences(standing)]
    for way in standing.ways[1:]:
        of_way = [*_sentences(way)] if told else []
        told = [sentence for sentence in told if sentence in of_way]
    return told


def _told(words: str, deals: Sequence[int], kind: str, **about: object) -> RecapSentence:
    """Return a sentence of the recap, with its deals appended to the words."""
    return RecapSentence(with_deals(words, deals), tuple(deals), kind, about)


def _sentences(standing: Standing) -> Told:
    """Yield each sentence that applies to the session."""
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
    """Return the sides by the names of their players in a deal."""
    return [name_in(standing, side, [deal]) for side in sides]


def _won(standing: Standing) -> Told:
    """Yield the recap's sentence on the winners by the final ranking, and on their lead."""
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
    """Return the winner's lead and the sides that follow; None if several won or the lead is not in
    points."""
    if len(won) > 1 or winners_by_rule(standing) or standing.agreed.ranks_by_deals:
        return None
    totals, following = final_totals(standing), ranking(standing)[1]
    return abs(totals[won[0]] - totals[following[0]]), following


def _won_words(standing: Standing, won: Sequence[int]) -> str:
    """Return the text of the sentence on the winners."""
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
    """Return the winners' final total as text, with the average a deal after a player left; only
    the average for winners tied by average."""
    agreed, totals, side = standing.agreed, final_totals(standing), won[0]
    if not agreed.gone:
        return score(totals[side], agreed.rules)
    average = (totals[side] - agreed.rules.game.start) / standing.deals_played[side]
    if len({totals[side] for side in won}) > 1:
        return a_deal_words(average, agreed.rules)
    return total_and_average(totals[side], average, agreed.rules)


def _one_score(standing: Standing) -> Told:
    """Yield a sentence on each score that a player took over from another."""
    is_ranked_by_game = final_totals(standing) == standing.state.totals
    for side, own in shares(standing).items():
        total = standing.state.totals[side] if is_ranked_by_game else None
        deals = sorted(number for share in own for number in share.deals)
        text = shared_score_words(own, total, standing.agreed.rules)
        about = {"side": standing.agreed.side_names[side], "shares": own}
        yield RecapSentence(text, tuple(deals), ONE_SCORE, about)


def _named_words(standing: Standing, won: Sequence[int]) -> str:
    """Return the text for winners whom the rules name, regardless of the totals."""
    if len(won) > 1:
        return tr("{winners} shared the win, as the rules name them", winners=_sides(standing, won))
    total = score(final_totals(standing)[won[0]], standing.agreed.rules)
    winner = _sides(standing, won)
    return tr("{winner} won with {total}, as the rules name the winner", winner=winner, total=total)


def _ahead_words(members: int, ahead: int, winner: str, total: str, others: str) -> str:
    """Return the text on a sole winner's lead; `members` is the number of players in the winning
    side."""
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
    """Yield the sentence on the deal that made the winner certain."""
    deal = decided(standing)
    if deal is None:
        return
    if deal == len(standing.deals):
        words = tr("until the last deal somebody else could still win or share the win")
    else:
        words = tr("from then on nobody else could win or share the win")
    yield _told(words, [deal], DECIDED)


def _swing(standing: Standing) -> Told:
    """Yield the sentence on the deal with the largest gap between sides."""
    found = swing(standing)
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
    """Yield the sentence on the longest lead, with every side that shares it."""
    found = longest_leads(standing)
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
    """Yield the sentence on the largest deficit of a winner."""
    found = comeback(standing)
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
    """Return a side by the names of its players in the deficit and at the win."""
    games = {standing.deals[number - 1].turn.game for number in deals}
    ends = [game[-1] for game in games_of(standing) if game[0].turn.game in games]
    numbers = [*deals, *(scored.turn.number for scored in ends)]
    tables = [standing.table_of(number).players for number in numbers]
    is_match = standing.agreed.rules.match is not None
    return side_name(
        standing.agreed, side, tables if is_match else [*tables, standing.agreed.players]
    )


def _closest(standing: Standing) -> Told:
    """Yield the sentence on the closest finish in a match."""
    found = closest_finish(standing)
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
    """Yield sentences on contracts whose declarers always, or never, met the quota, and on deals
    in which every side met its quota exactly."""
    for found in declared(standing):
        words = _declared_words(found, contract_word(standing.agreed.rules, found.contract))
        about = {"contract": found.contract, "reached": found.reached}
        yield _told(words, found.deals, DECLARED, **about)
    exact = exact_deals(standing)
    if exact:
        yield _told(tr("everybody had exactly the quota"), exact, EXACT)


def _declared_words(found: QuotaRecord, contract: str) -> str:
    if found.at_most:
        if found.reached:
            return tr(
                "in {contract} the declarer kept within the quota every time", contract=contract
            )
        return tr("in {contract} the declarer went over the quota every time", contract=contract)
    if found.reached:
        return tr("in {contract} the declarer reached the quota every time", contract=contract)
    return tr("in {contract} the declarer fell short of the quota every time", contract=contract)


# The parts of the recap, in order; ALONE has the parts for a session with one side.
ALONE = (_one_score, _quota_sentences)
PARTS = (_won, _one_score, _decided, _swing, _lead, _comeback, _closest, _quota_sentences)
