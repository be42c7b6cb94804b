"""An empty score sheet for pen and paper, as one typed value for every rendering: the known part
of the schedule, quotas, columns, and the CSV header for typing it in. The field names are the
keys of the JSON, and promised."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple, TypeAlias

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.schedule import State, deals_per_game, first_state, seating_of, turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import passed_over
from scorekeeper.record.paper_rows import HEADS, NUMBER
from scorekeeper.report.columns import counter_key
from scorekeeper.report.game.scoring_rules_text import quota_words
from scorekeeper.report.shared_labels import (
    agreed_words,
    contract_word,
    count_word,
    counter_word,
    counters_shown,
    fact_word,
    has_sum,
    part_heads,
    player_at,
)
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.rules.formula import FormulaError, number_of, whole_of
from scorekeeper.rules.ruleset import Count, Ruleset
from scorekeeper.text.translation import marked, tr

MOST_ROWS, MOST_GAMES = 400, 40  # nobody prints more
ROWS, GAME_ROWS = 20, 10  # deals of a game that a score ends; of one among several
CHOSEN = {"declarer": marked("declarer"), "contract": marked("contract")}


class BlankRow(NamedTuple):
    """The row of a deal on the empty sheet. `dealer`, `declarer` and `contract` are None unless
    the schedule fixes them; `resting` names the players who sit out. `deal` is None after the
    first game of a match."""

    game: int
    deal: int | None = None
    dealer: str | None = None
    declarer: str | None = None
    contract: str | None = None
    resting: tuple[str, ...] = ()


class BlankCount(NamedTuple):
    """A count on the empty sheet: its label, the players or sides with a number each, and the sum
    of the numbers, None if not fixed."""

    word: str
    of: tuple[str, ...]
    total: int | None


class BlankSheet(NamedTuple):
    """An empty score sheet to print. `named` is True if the players have names instead of letters.
    `said` has cautions, chosen options and notes, `start` the start score, `grid` the contracts
    that each player picks once. Keys are the contract's label in `quotas`, ids in `facts` and
    `counts`, column keys in `counters`. `sums` is True if the points of a deal are added up;
    `header` has the CSV headers for `import`."""

    game: str
    name: str
    sources: tuple[str, ...]
    players: tuple[str, ...]
    sides: tuple[str, ...]
    named: bool
    said: tuple[str, ...]
    start: int
    games: int
    rows: tuple[BlankRow, ...]
    grid: tuple[str, ...]
    quotas: Mapping[str, str]
    facts: Mapping[str, str]
    counts: Mapping[str, BlankCount]
    sums: bool
    header: tuple[str, ...]
    counters: Mapping[str, str]


class LabelRow(NamedTuple):
    """A row without a deal: the start score of a game, or room for a result."""

    label: str
    start: int | None = None


Line: TypeAlias = BlankRow | LabelRow


def blank_of(agreed: Agreed, is_named: bool = True) -> BlankSheet:
    """Return the empty sheet of a game for these players and options."""
    rules = agreed.rules
    is_grid = rules.deals.picked and rules.deals.once
    written = [fact for fact in rules.facts if _is_written(rules, fact)]
    return BlankSheet(
        game=rules.id,
        name=rules.name.shown(),
        sources=tuple(rules.about.sources),
        players=tuple(agreed.players),
        sides=tuple(agreed.side_names),
        named=is_named,
        said=(*agreed_words(agreed), *_what_is_open(rules)),
        start=rules.game.start,
        games=_games_number(agreed),
        rows=tuple(_deal_rows(agreed)),
        grid=tuple(c.name.shown() for c in rules.contracts.values()) if is_grid else (),
        quotas={contract_word(rules, each): quota_words(agreed, each) for each in rules.contracts},
        facts={fact: fact_word(rules, fact) for fact in written},
        counts={
            count.id: _count(count, agreed) for count in rules.counts.values() if not count.optional
        },
        sums=has_sum(rules),
        header=tuple(_header(rules, written)),
        counters={
            counter_key(rules, name): counter_word(rules, name) for name in counters_shown(rules)
        },
    )


def _what_is_open(rules: Ruleset) -> Iterable[str]:
    """Yield notes to write in the next dealer, declarer or trump suit, where each deal decides the
    next."""
    following = rules.following
    if following is None:
        return
    if following.moves_dealer:
        yield (
            tr("who deals next follows from each deal: write it in")
            if rules.has_cards
            else tr("who begins next follows from each deal: write it in")
        )
    if following.declarer is not None:
        yield (
            tr("who declares next follows from each deal: write it in")
            if rules.has_cards
            else tr("who chooses next follows from each deal: write it in")
        )
    if following.trump is not None:
        yield tr("which suit is trump next follows from each deal: write it in")


def _deal_rows(agreed: Agreed) -> Iterable[BlankRow]:
    state, games = first_state(agreed), _games_number(agreed)
    length = min(deals_per_game(agreed) or (ROWS if games == 1 else GAME_ROWS), MOST_ROWS)
    for number in range(1, length + 1):
        yield _first_game_row(agreed, state, number)
        state = passed_over(agreed, state)
    for game in range(2, games + 1):
        yield from [BlankRow(game)] * length


def _first_game_row(agreed: Agreed, state: State, number: int) -> BlankRow:
    """Return the row of a deal of the first game."""
    coming, is_known = turn(agreed, state), number == 1 or not _is_open(agreed.rules)
    declares = is_known and not _hangs_on_deals(agreed.rules, number)
    only = coming.contracts[0] if len(coming.contracts) == 1 else None
    return BlankRow(
        game=1,
        deal=number,
        dealer=player_at(agreed, coming.dealer if is_known else None),
        declarer=player_at(agreed, coming.declarer if declares else None),
        contract=None if only is None else contract_word(agreed.rules, only),
        resting=seating_of(agreed, state).agreed.resting,
    )


def _is_open(rules: Ruleset) -> bool:
    """Return True if the results of deals decide who deals after the first deal."""
    return bool(rules.deals.first or (rules.following and rules.following.moves_dealer))


def _hangs_on_deals(rules: Ruleset, number: int) -> bool:
    """Return True if the deal before this one decides its declarer."""
    return number > 1 and rules.following is not None and rules.following.declarer is not None


def _games_number(agreed: Agreed) -> int:
    """Return the number of games on the sheet: those of the match, at most MOST_GAMES."""
    match = agreed.rules.match
    games = 1 if match is None else whole_of(match.games, agreed.known)
    return min(games, MOST_GAMES)


def _count(count: Count, agreed: Agreed) -> BlankCount:
    try:
        total = number_of(count.total, agreed.known) if count.total else None
    except FormulaError:  # only the deal decides it
        total = None
    return BlankCount(
        count_word(agreed.rules, count.id), tuple(counted_names(count, agreed)), total
    )


def _is_written(rules: Ruleset, fact: str) -> bool:
    """Return True if the sheet has a column for a fact: not for an auction, nor for most optional
    facts."""
    known = rules.facts[fact]
    is_needed = not known.optional or bool(known.gives) or fact == "trump" or known.kind == "flag"
    return is_needed and known.kind != "auction"


def _header(rules: Ruleset, written: Iterable[str]) -> list[str]:
    """Return the column headers under which `import` reads the sheet, in the current language."""
    is_chosen = rules.deals.picked or any(len(names) > 1 for names in rules.deals.order)
    chosen = ["contract"] if rules.contracts and is_chosen else []
    counts = [count.id for count in rules.counts.values() if not count.optional]
    names = (*chosen, *written, *counts)
    return [HEADS[NUMBER].shown(), *(key_typed(rules, name).shown() for name in names)]


# --- parts shared by the renderings --------------------------------------------------------------


def rounds_of_blank(blank: BlankSheet) -> Iterable[list[Line]]:
    """Yield the rows of each round, in which every player deals once. The first round of a game
    begins with a nonzero start score. In a match, a row for the result ends each game, and
    another ends the match."""
    each = len(blank.players)
    for game in range(1, blank.games + 1):
        deals: list[Line] = [row for row in blank.rows if row.game == game]
        rounds = [deals[first : first + each] for first in range(0, len(deals), each)]
        if blank.start:
            rounds[0].insert(0, LabelRow(tr("start"), blank.start))
        if blank.games > 1:
            rounds[-1].append(LabelRow(tr("game {number}", number=game)))
        if blank.games > 1 and game == blank.games:
            rounds[-1].append(LabelRow(tr("match")))
        yield from rounds


def lines_of_blank(blank: BlankSheet) -> Iterable[Line]:
    """Return all rows of the sheet as one sequence."""
    return chain.from_iterable(rounds_of_blank(blank))


def chosen_words(rules: Ruleset) -> dict[str, str]:
    """Return the headers of the declarer's and the contract's columns, for games that have them."""
    is_there = {"declarer": rules.deals.declarer is not None, "contract": bool(rules.contracts)}
    heads = {key: tr(head) for key, head in CHOSEN.items()}
    heads["declarer"] = part_heads(rules)[1]
    return {key: heads[key] for key in CHOSEN if is_there[key]}


def scheduled(row: BlankRow, chosen: Iterable[str]) -> list[str]:
    """Return the dealer and the values of the `chosen` columns, "" where the schedule has none."""
    known = {"declarer": row.declarer, "contract": row.contract}
    return [row.dealer or "", *(known[key] or "" for key in chosen)]


def own_facts(blank: BlankSheet, rules: Ruleset) -> dict[str, str]:
    """Return the headers of fact columns by fact, without the fact that names the declarer."""
    declarer = rules.deals.declarer
    return {fact: word for fact, word in blank.facts.items() if declarer != f"fact {fact}"}


def header_line(blank: BlankSheet) -> str:
    """Return the header line of the CSV file, joined by commas."""
    return ",".join(blank.header)
