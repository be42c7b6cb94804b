"""The rule sheet of a game: all that players need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.proof.situations import each_table
from scorekeeper.report.document import (
    Document,
    Items,
    Kind,
    Output,
    Section,
    Table,
    document_of,
    listed_section,
    shown_blocks,
    table_of,
    with_lines,
)
from scorekeeper.report.game.deal_steps_text import (
    calling_lines,
    dealing_lines,
    entry_lines,
    following_lines,
    resting_words,
)
from scorekeeper.report.game.features import Feature, features, hand_of, talon_of
from scorekeeper.report.game.play_laws_text import card_lines, melds_lines, play_lines
from scorekeeper.report.game.roles import against_quota, by_players, settled, somebody, who_is_who
from scorekeeper.report.game.scoring_rules_text import (
    budget_lines,
    check_lines,
    contract_lines,
    ending,
    scoring,
    span_of_step,
    with_source,
    worked_out,
)
from scorekeeper.report.shared_labels import count_word, role_word, unusual_options
from scorekeeper.rules.cards import rank_shown
from scorekeeper.rules.casebook import HINTS, RULINGS, Casebook, casebook, known_topics
from scorekeeper.rules.fact_names import choice_typed, choices_typed, option_typed
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.rule_text import penalty_words, score, split_words, term
from scorekeeper.rules.rules_by_option import usual_as_chosen
from scorekeeper.rules.ruleset import EVERY_SIDE, Contract, Count, Ruleset, StepTable, TableOption
from scorekeeper.rules.ruleset_play import PlayRules, referee_rules
from scorekeeper.text.message_text import labelled, listed, parted, text_of
from scorekeeper.text.translation import tr, trn

# --- scoring tables ----------------------------------------------------------------------------
# The scoring of a game in tables: contracts with their quotas, the settlement, values of bids and
# of cards.


LONGEST = 24  # columns that a cell may take; what is longer stands in the lines above


def scoring_tables(rules: Ruleset) -> list[Table]:
    """Return the scoring tables with more than one row and column."""
    found = [*_quotas(rules), *_settlement(rules), *_ladders(rules), *_cards(rules)]
    return [table for table in found if len(table.rows) > 1 and len(table.columns) > 1]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table of uncut texts and numbers."""
    return table_of(heads, rows, first=Kind.TEXT)


# --- contracts -----------------------------------------------------------------------------------


def _quotas(rules: Ruleset) -> Iterator[Table]:
    """Yield tables of quotas: a row for each contract, a column for each role, and the value of a
    trick above or below quota."""
    contracts = [contract for contract in rules.contracts.values() if contract.quota]
    for players in rules.players if contracts else ():
        roles = list(dict.fromkeys(role for contract in contracts for role in contract.quota))
        title = tr("{n} players: quotas", n=players) if len(rules.players) > 1 else tr("quotas")
        heads = (title, *(_whose(rules, role) for role in roles), tr("above"), tr("below"))
        rows = [
            (contract.name.shown(), *_contract_cells(contract, roles, players))
            for contract in contracts
        ]
        yield _table(heads, tuple(rows))


def _whose(rules: Ruleset, role: str) -> str:
    """Return the header of a role's column, with "each" for a role of several players who score
    separately."""
    if role == EVERY_SIDE:
        return tr("everybody")
    word = role_word(rules, role)
    return (
        tr("{role} (each)", role=word)
        if rules.roles.get(role) == "others" and not rules.teams
        else word
    )


def _contract_cells(contract: Contract, roles: list[str], players: int) -> Iterator[str]:
    for role in roles:
        formula = contract.quota.get(role)
        yield _quota_number(formula, players) if formula else ""
    held = {against_quota(formula) for formula in contract.points.values()}
    one = held.pop() if len(held) == 1 else None
    yield "" if one is None else signed(-1 if one.at_most else 1)
    yield "" if one is None else signed(1 if one.at_most else -1)


def _quota_number(formula: Formula, players: int) -> str:
    number = settled(formula, {"players": players}).constant
    return "*" if number is None else str(number)


# --- the settlement ------------------------------------------------------------------------------


def _settlement(rules: Ruleset) -> Iterator[Table]:
    """Yield the table of outcomes by role, if the points are short enough for columns."""
    roles = list(rules.roles)
    cells = [
        [_scored(rules, outcome.points, role) for role in roles]
        for outcome in rules.scoring.outcomes
    ]
    if roles and all(len(cell) <= LONGEST for row in cells for cell in row):
        names = [outcome.name.shown() or tr("otherwise") for outcome in rules.scoring.outcomes]
        rows = tuple((name, *row) for name, row in zip(names, cells, strict=True))
        yield _table((tr("outcome"), *(_whose(rules, role) for role in roles)), rows)


def _scored(rules: Ruleset, points: Mapping[str, Formula], role: str) -> str:
    return text_of(score(rules, points.get(EVERY_SIDE) or points[role]))


# --- tables of values ----------------------------------------------------------------------------


def _ladders(rules: Ruleset) -> Iterator[Table]:
    for ladder in rules.scoring.ladders.values():
        yield _table(
            (tr("table"), text_of(term(rules, ladder.id))),
            tuple(_of_ranks(rules, ladder) or _of_keys(rules, ladder)),
        )


def _of_ranks(rules: Ruleset, ladder: StepTable) -> list[tuple[str, str]]:
    """Return the rows of a lookup table by card rank, high to low; empty for other lookup
    tables."""
    values = {**{str(step): value for step, value in ladder.steps}, **ladder.words}
    if not set(values) <= set(rules.pack.ranks):
        return []
    return [
        (rank_shown(rules.pack, rank), number_word(values[rank]))
        for rank in rules.pack.ranks
        if rank in values
    ]


def _of_keys(rules: Ruleset, ladder: StepTable) -> list[tuple[str, str]]:
    rows = [
        (span_of_step(rules, ladder, place), number_word(value))
        for place, (_, value) in enumerate(ladder.steps)
    ]
    return [
        *rows,
        *((_word(rules, word), number_word(value)) for word, value in ladder.words.items()),
    ]


def _word(rules: Ruleset, word: str) -> str:
    """Return the label of the fact value or contract with this word, else the word."""
    named = [fact.values[word].shown() for fact in rules.facts.values() if word in fact.values]
    if not named and word in rules.contracts:
        return rules.contracts[word].name.shown()
    return named[0] if named else word


def _cards(rules: Ruleset) -> Iterator[Table]:
    """Yield a table of card values for each count with card values; trump values are separate if
    they differ."""
    for count in rules.counts.values():
        if count.values:
            yield _values(rules, count)


def _values(rules: Ruleset, count: Count) -> Table:
    ranks = [
        rank for rank in rules.pack.ranks if rank in count.values or rank in count.trump_values
    ]
    rest = [rank for rank in rules.pack.ranks if rank not in ranks]
    differs = count.trump_values != count.values
    heads = (tr("card"), count_word(rules, count.id), *([tr("in trumps")] if differs else []))
    rows = [
        (
            rank_shown(rules.pack, rank),
            str(count.values.get(rank, 0)),
            *_in_trumps(count, rank, differs),
        )
        for rank in ranks
    ]
    if rest:
        rows.append(
            (
                listed((rank_shown(rules.pack, rank) for rank in rest), "and"),
                "0",
                *(["0"] if differs else []),
            )
        )
    return _table(heads, tuple(rows))


def _in_trumps(count: Count, rank: str, differs: bool) -> list[str]:
    return [str(count.trump_values.get(rank, 0))] if differs else []


# --- rule sheet --------------------------------------------------------------------------------
# The rule sheet of a game: everything needed to play it, in playing order.


Features = Mapping[str, Feature]
Choices = Mapping[str, Any]  # every option as a table chose it
NO_CHOICES: Choices = {}
FIRST_DEALER = "first-dealer"  # the topic of a ruling that says who deals first


def rules_document(rules: Ruleset, choices: Choices = NO_CHOICES) -> Document:
    """Return the rule sheet; `choices` are the players' options, default none."""
    return document_of(sections(rules, choices))


def rules_value(rules: Ruleset, choices: Choices = NO_CHOICES) -> list[dict[str, object]]:
    """Return the sections of the rule sheet for JSON; `choices` are the players' options."""
    found = (one for one in shown_blocks(sections(rules, choices), Output.TEXT))
    return [_section_value(one) for one in found if isinstance(one, Section)]


def _section_value(section: Section) -> dict[str, object]:
    lists = [block for block in section.blocks if isinstance(block, Items)]
    tables = [block for block in section.blocks if isinstance(block, Table)]
    return {
        "title": section.title,
        "lines": [item for items in lists for item in items.items],
        "tables": [
            {
                "heads": [column.head for column in table.columns],
                "rows": [[cell.text for cell in row.cells] for row in table.rows],
            }
            for table in tables
        ],
    }


def sections(page: Ruleset, choices: Choices = NO_CHOICES) -> list[Section]:
    """Return the sections of the rule sheet under the players' options (`choices`), with each
    ruling in its section."""
    rules = usual_as_chosen(page, choices) if choices else page
    found, referee, book = features(rules), referee_rules(rules), casebook(rules)
    told = [
        (
            "",
            listed_section(
                rules.name.shown(),
                [*_caution(rules), *_chosen(page, choices), *_at_the_table(rules, found)],
            ),
        ),
        ("object", listed_section(tr("The object"), [*filter(None, [rules.about.object.shown()])])),
        (
            "cards",
            listed_section(
                tr("The cards"), [*card_lines(rules, referee.play), *_hands(rules, found)]
            ),
        ),
        ("roles", listed_section(tr("Who is who"), who_is_who(rules))),
        ("deals", listed_section(tr("The deals"), _schedule(rules, found, book))),
        ("dealing", listed_section(tr("Dealing"), dealing_lines(rules, referee), in_order=True)),
        ("calling", listed_section(tr("Calling"), calling_lines(rules))),
        ("contracts", listed_section(tr("The contracts"), contract_lines(rules))),
        ("play", listed_section(tr("Playing"), _playing(rules, referee.play))),
        ("melds", listed_section(tr("Melds"), melds_lines(rules, referee))),
        (
            "scoring",
            listed_section(
                tr("Scoring"), [*scoring(rules), *worked_out(rules)], scoring_tables(rules)
            ),
        ),
        ("end", listed_section(tr("The end"), ending(rules))),
        ("penalties", listed_section(tr("Penalties"), _penalties(rules, book))),
        (HINTS, listed_section(tr("Hints"), [])),
        (
            "entered",
            listed_section(tr("What is entered"), [*entry_lines(rules), *check_lines(rules)]),
        ),
        ("options", listed_section(tr("Options"), _options(page))),
        (RULINGS, listed_section(tr("Rulings"), [])),
        ("sources", listed_section(tr("Sources"), list(rules.about.sources))),
    ]
    return [with_lines(section, _rulings(book, part)) for part, section in told]


def _rulings(book: Casebook, part: str) -> list[str]:
    return [
        with_source(ruling.text.shown(), ruling.source)
        for ruling in book.rulings
        if ruling.under == part
    ]


def _caution(rules: Ruleset) -> list[str]:
    return (
        [tr("CAUTION: {caution}", caution=rules.about.caution.shown())]
        if rules.about.caution.by_language
        else []
    )


def _chosen(page: Ruleset, choices: Choices) -> list[str]:
    """Return a line on the players' options that differ from the default, if any do."""
    unusual = unusual_options(page, choices)
    return [tr("chosen: {options}", options=", ".join(unusual))] if unusual else []


def _at_the_table(rules: Ruleset, found: Features) -> Iterator[str]:
    players = listed(map(str, rules.players))
    if rules.teams:
        yield tr("{players} players, partners across", players=players)
    elif rules.players == (1,):
        yield tr("one player alone")
    else:
        yield tr("{players} players, each alone", players=players)
    yield from _clockwise(rules)
    if rules.resting is not None:
        yield with_source(resting_words(rules, rules.resting), rules.resting.source)
    if rules.about.length.by_language:
        yield tr("how long it takes: {length}", length=rules.about.length.shown())


def _clockwise(rules: Ruleset) -> Iterator[str]:
    """Yield the line on the direction of play."""
    right = rules.deals.to_the_right
    if rules.has_cards and right:
        yield tr(
            "everything goes anticlockwise: the player at one's right is next, and where nobody is "
            "named the player at the dealer's right is first"
        )
    elif rules.has_cards:
        yield tr(
            "everything goes clockwise: the player at one's left is next, and where nobody is "
            "named the player at the "
            "dealer's left is first"
        )
    elif max(rules.players) > 1 and right:
        yield tr("everything goes anticlockwise: the player at one's right is next")
    elif max(rules.players) > 1:
        yield tr("everything goes clockwise: the player at one's left is next")


def _hands(rules: Ruleset, found: Features) -> list[str]:
    hand = found.get("hand")
    if hand is None:
        return []
    varied = [*_by_tables(rules)]
    if varied:
        return varied
    beside = found["talon"].value
    if rules.talon is not None and beside != "0":
        cards = hand.value
        return [tr("each player has {cards} cards, {talon} lie beside", cards=cards, talon=beside)]
    return [hand.said]


def _by_tables(rules: Ruleset) -> Iterator[str]:
    """Yield lines on the cards in a hand and the undealt cards, if these vary by number of
    players."""
    every = [*each_table(rules)]
    hands = {len(agreed.players): hand_of(agreed) for agreed in every}
    beside = {len(agreed.players): talon_of(agreed) for agreed in every}
    if len({*hands.values()}) > 1:
        yield tr("cards in a hand: {numbers}", numbers=by_players(hands))
    elif len({*beside.values()}) > 1:
        yield tr("each player has {cards} cards", cards=next(iter(hands.values())))
    if len({*beside.values()}) > 1:
        yield tr("cards that lie beside: {numbers}", numbers=by_players(beside))


def _playing(rules: Ruleset, play: PlayRules) -> list[str]:
    """Return the laws of play. The laws of a chosen option replace the usual ones."""
    taken = {
        law: word
        for option in rules.options.values()
        if option.default is True
        for law, word in option.play.items()
    }
    if taken:
        contracts = {
            name: replace(
                contract,
                play={law: word for law, word in contract.play.items() if law not in taken},
            )
            for name, contract in rules.contracts.items()
        }
        rules = replace(rules, contracts=contracts)
        play = replace(play, laws={**play.laws, **taken})
    lines = [*play_lines(rules, play)]
    return [*lines[:-1], *(with_source(line, play.source) for line in lines[-1:])]


def _schedule(rules: Ruleset, found: Features, book: Casebook) -> list[str]:
    deals = rules.deals
    lines = [_deals_line(rules, found), *_passing(rules, found)]
    if deals.first:
        lines.append(found["first"].said)
    if FIRST_DEALER not in book.topics and max(rules.players) > 1:
        lines.append(
            tr("who deals first is for the table to say")
            if rules.has_cards
            else tr("who begins first is for the table to say")
        )
    if deals.declarer and not deals.declarer.startswith("fact "):
        lines.append(found["declarer"].said)
    if rules.contracts:
        lines.append(_picking(rules))
    said = with_source(lines[-1], deals.source)
    lines = [*lines[:-1], said, *budget_lines(rules), *following_lines(rules)]
    return [*lines, *_misdeal(rules, found), *_split(rules)]


def _passing(rules: Ruleset, found: Features) -> Iterator[str]:
    """Yield the lines on how the deal, or the beginning, passes from player to player."""
    if rules.has_cards and rules.deals.to_the_right:
        yield trn(
            rules.deals.stint,
            "the deal passes right",
            "each player deals {n} times in a row, then the deal passes right",
        )
    elif rules.has_cards:
        yield trn(
            rules.deals.stint,
            "the deal passes left",
            "each player deals {n} times in a row, then the deal passes left",
        )
    elif max(rules.players) > 1:
        yield found["dealer"].said


def _misdeal(rules: Ruleset, found: Features) -> list[str]:
    misdeal = rules.misdeal
    return [] if misdeal is None else [with_source(found["misdeal"].said, misdeal.source)]


def _split(rules: Ruleset) -> list[str]:
    """Return the line on splitting a disputed count; empty if the rules do not allow it."""
    if rules.dispute is None:
        return []
    said = text_of(split_words(rules.dispute.split))
    return [with_source(said, rules.dispute.source)]


def _penalties(rules: Ruleset, book: Casebook) -> list[str]:
    """Return a line on the cost of each offence, under its topic's label."""
    topics = known_topics(book)
    return [
        with_source(
            labelled(
                topics[name].shown() if name in topics else name, text_of(penalty_words(cost))
            ),
            cost.source,
        )
        for name, cost in rules.penalties.items()
    ]


def _deals_line(rules: Ruleset, found: Features) -> str:
    """Return the line on the number of deals, by number of players if it varies."""
    if len(found["deals"].answers) == 1:
        return found["deals"].said
    numbers = {len(agreed.players): str(deals_per_game(agreed)) for agreed in each_table(rules)}
    return tr("the number of deals: {numbers}", numbers=by_players(numbers))


def _picking(rules: Ruleset) -> str:
    deals = rules.deals
    if deals.picked and not rules.has_cards:
        return (
            tr("nobody chooses the same contract twice")
            if deals.once
            else tr("any contract may be chosen")
        )
    # with partners the side is the declarer, and one partner picks
    picks = somebody(rules, deals.declarer if rules.teams and deals.declarer else "declarer")
    if deals.picked and deals.once:
        return tr("{player} picks the contract; nobody picks the same one twice", player=picks)
    if deals.picked:
        return tr("{player} picks the contract", player=picks)
    turns = " → ".join(
        _either(rules.contracts[name].name.shown() for name in turn) for turn in deals.order
    )
    if deals.by_round:
        return tr(
            "the contracts come in order, one a round, in which everybody deals once: {contracts}",
            contracts=turns,
        )
    if any((deals_per_game(agreed) or 0) > len(deals.order) for agreed in each_table(rules)):
        return tr(
            "the contracts come in order, one a deal, and then from the first on again: "
            "{contracts}",
            contracts=turns,
        )
    return tr("the contracts come in order, one a deal: {contracts}", contracts=turns)


def _either(names: Iterable[str]) -> str:
    """Return alternative contracts as text: `(a / b)`."""
    several = list(names)
    return several[0] if len(several) == 1 else f"({' / '.join(several)})"


def _options(rules: Ruleset) -> Sequence[str]:
    return [with_source(_option(rules, option), option.source) for option in rules.options.values()]


def _option(rules: Ruleset, option: TableOption) -> str:
    """Return the text of an option: the words to type, and the numbers of players that a choice
    requires."""
    said = tr(
        "{option} ({choices}; usually {usual}): {meaning}",
        option=option_typed(rules, option.id).shown(),
        choices=" | ".join(map(text_of, choices_typed(option))) or tr("a number"),
        usual=text_of(choice_typed(option, option.default)),
        meaning=option.text.shown(),
    )
    only = [
        tr(
            "{value} with {players} players only",
            value=text_of(choice_typed(option, value)),
            players=listed(map(str, option.players[key])),
        )
        for value in option.each()
        if (key := option.key_of(value)) in option.players
    ]
    return parted([said, *only])
