"""The rule sheet of a game: its rules in words, with their source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.cards import Pack, rank_shown, ranks_shown
from scorekeeper.formula import Formula
from scorekeeper.language import marked, tr, trn
from scorekeeper.problems import labelled, listed, parted
from scorekeeper.proof.situations import tables
from scorekeeper.report.features import Feature, features
from scorekeeper.report.laws import usual_law
from scorekeeper.report.melding import melds_lines
from scorekeeper.report.roles import by_role, scored, settled
from scorekeeper.report.width import bulleted, safe
from scorekeeper.report.worth import scoring, with_source, worked_out
from scorekeeper.ruleset import Contract, Count, Fact, Ruleset
from scorekeeper.ruleset.model import Option
from scorekeeper.ruleset.play import LAWS
from scorekeeper.ruleset.said import choice_typed, choices_typed, option_typed
from scorekeeper.spoken.formulas import amount

Features = Mapping[str, Feature]


def rules_text(rules: Ruleset, width: int = 80) -> str:
    """The rule sheet of a game: cards, schedule, contracts, melds, scoring, end, options, rulings,
    sources."""
    found = features(rules)
    parts = [
        _section(rules.name.shown(), [*_caution(rules), *_table_facts(rules, found)], width),
        _section(tr("The deals"), _schedule(rules, found), width),
        _section(tr("Dealing"), _dealing(rules), width),
        _section(tr("The contracts"), [_contract(rules, c) for c in rules.contracts.values()], width),
        _section(tr("Playing"), _playing(rules, found), width),
        _section(tr("Melds"), melds_lines(rules), width),
        _section(tr("What is entered"), _entered(rules), width),
        _section(tr("Scoring"), [*worked_out(rules), *scoring(rules)], width),
        _section(tr("Options"), _options(rules), width),
        _section(tr("Rulings"), [with_source(ruling.text.shown(), ruling.source) for ruling in rules.rulings], width),
        _section(tr("Sources"), list(rules.sources), width),
    ]
    return "\n\n".join(part for part in parts if part)


def _section(title: str, lines: Sequence[str], width: int) -> str:
    if not lines:
        return ""
    return "\n".join([safe(title), *bulleted(lines, width)])


def _caution(rules: Ruleset) -> list[str]:
    return [tr("CAUTION: {caution}", caution=rules.caution.shown())] if rules.caution.by_language else []


def _dealing(rules: Ruleset) -> list[str]:
    """The steps of dealing, the seats named by their place, with the options as they usually are."""
    from scorekeeper.referee.case import Case
    from scorekeeper.referee.dealing import dealing_answer

    if not rules.dealing:
        return []
    agreed = next(tables(rules))
    steps: list[str] = dealing_answer(Case(agreed, False, agreed.dealer)).value["steps"]
    return [*steps[:-1], with_source(steps[-1], rules.dealing_source)] if steps else []


def _playing(rules: Ruleset, found: Features) -> list[str]:
    """The laws of play, the orders of rank."""
    told = [law for law in LAWS if law in _ALWAYS_TOLD or found[f"law-{law}"].said != usual_law(law)]
    lines = [with_source(parted(found[f"law-{law}"].said for law in told), rules.play.source)]
    lines += [
        tr("in {contract} cards rank {ranks}", contract=c.name.shown(), ranks=ranks_shown(rules.pack, c.ranks))
        for c in rules.contracts.values()
        if c.ranks
    ]
    if rules.play.ranks:
        lines.append(tr("cards rank {ranks}", ranks=ranks_shown(rules.pack, rules.play.ranks)))
    if rules.play.trump_ranks:
        lines.append(tr("trumps rank {ranks}", ranks=ranks_shown(rules.pack, rules.play.trump_ranks)))
    return lines


# The laws that every game has; the others are worth a word only where they are not as usual.
_ALWAYS_TOLD = ("follow", "void", "head")


def _table_facts(rules: Ruleset, found: Features) -> list[str]:
    players = listed(map(str, rules.players))
    if rules.teams:
        lines = [tr("{players} players, partners across", players=players)]
    else:
        lines = [tr("{players} players", players=players)]
    lines.append(_pack(rules))
    hand = found.get("hand")
    if hand is not None and rules.talon:
        cards = hand.value
        lines.append(tr("each player has {cards} cards, {talon} lie beside", cards=cards, talon=rules.talon))
    elif hand is not None:
        lines.append(hand.said)
    return lines


def _pack(rules: Ruleset) -> str:
    pack = rules.pack
    return tr(
        "{cards} cards: {pack}, high to low {ranks}",
        cards=len(pack.cards),
        pack=pack.name.shown(),
        ranks=ranks_shown(pack, pack.ranks),
    )


def _schedule(rules: Ruleset, found: Features) -> list[str]:
    deals = rules.deals
    passes = trn(deals.stint, "the deal passes left", "each player deals {n} times in a row, then the deal passes left")
    lines = [found["deals"].said, passes]
    if deals.declarer:
        lines.append(found["declarer"].said)
    if deals.leader:
        lines.append(found["leader"].said)
    if rules.contracts:
        lines.append(_picking(rules))
    return lines


def _picking(rules: Ruleset) -> str:
    deals = rules.deals
    if deals.picked and deals.once:
        return tr("the declarer picks the contract, each once")
    if deals.picked:
        return tr("the declarer picks the contract")
    turns = " → ".join(_either(rules.contracts[name].name.shown() for name in turn) for turn in deals.order)
    if deals.by_round:
        return tr("the contracts come in order, one a round: {contracts}", contracts=turns)
    return tr("the contracts come in order, one a deal: {contracts}", contracts=turns)


def _either(names: Iterable[str]) -> str:
    joint = tr("or")
    return f" {joint} ".join(names)


def _contract(rules: Ruleset, contract: Contract) -> str:
    parts = []
    if contract.text.by_language:
        parts.append(contract.text.shown())
    if contract.quota:
        parts.append(tr("quota {quota}", quota=_quota(rules, contract)))
    if contract.points:
        parts.append(scored(rules, contract.points, contract.scoring))
    return with_source(labelled(contract.name.shown(), parted(parts)), contract.source)


def _quota(rules: Ruleset, contract: Contract) -> str:
    """`declarer 8, others 4`; by the number of players where it differs."""
    return _by_players(
        rules,
        lambda players: by_role(
            rules, {role: settled(one, {"players": players}) for role, one in contract.quota.items()}
        ),
    )


def _settled(rules: Ruleset, formula: Formula) -> str:
    """An amount; by the number of players where it differs."""
    return _by_players(rules, lambda players: amount(rules, settled(formula, {"players": players})))


def _by_players(rules: Ruleset, said: Callable[[int], str]) -> str:
    """What is said of every number of players: once where that is the same."""
    words = {players: said(players) for players in rules.players}
    if len(set(words.values())) == 1:
        return words[rules.players[0]]
    return parted(tr("with {players} players {quotas}", players=players, quotas=one) for players, one in words.items())


def _entered(rules: Ruleset) -> list[str]:
    counts = [with_source(_count(rules, count), count.source) for count in rules.counts.values()]
    return [*counts, *(with_source(_fact(fact), fact.source) for fact in rules.facts.values())]


def _count(rules: Ruleset, count: Count) -> str:
    said = _optional(count, _of_each(rules, count))
    cards = parted(_card_tables(rules.pack, count.values, count.trump_values))
    return labelled(said, cards) if cards else said


def _of_each(rules: Ruleset, count: Count) -> str:
    """Who has such a count, and what they come to together."""
    name, by_player = count.name.shown(), count.by_player or not rules.teams
    if count.total is None:
        return tr("{count} of each player", count=name) if by_player else tr("{count} of each side", count=name)
    if by_player:
        return tr("{count} of each player, {total} in all", count=name, total=_settled(rules, count.total))
    return tr("{count} of each side, {total} in all", count=name, total=_settled(rules, count.total))


def _fact(fact: Fact) -> str:
    kind = tr(_KINDS[fact.kind])
    if fact.least is not None and fact.most is not None:
        # Translators: as in "a number from 1 to 6".
        kind = tr("{kind} from {least} to {most}", kind=kind, least=fact.least, most=fact.most)
    return _optional(fact, labelled(fact.id, f"{fact.name.shown()}, {kind}"))


def _optional(thing: Fact | Count, said: str) -> str:
    return tr("{entry} (may be left out)", entry=said) if thing.optional else said


# What is entered for a fact of each kind.
_KINDS = {
    "player": marked("a player"),
    "number": marked("a number"),
    "word": marked("a word"),
    "rank": marked("a rank"),
    "suit": marked("a suit"),
    "card": marked("a card"),
    "cards": marked("cards"),
    "flag": marked("a word by itself"),
    "auction": marked("the calls"),
}


def _card_tables(pack: Pack, plain: Mapping[str, int], trumps: Mapping[str, int]) -> Iterable[str]:
    """What the cards are worth."""
    if plain:
        yield tr("cards {values}", values=_values(pack, plain))
    if trumps and trumps != plain:
        yield tr("trumps {values}", values=_values(pack, trumps))


def _values(pack: Pack, values: Mapping[str, int]) -> str:
    return ", ".join(f"{rank_shown(pack, rank)} {value}" for rank, value in values.items())


def _options(rules: Ruleset) -> list[str]:
    return [with_source(_option(rules, option), option.source) for option in rules.options.values()]


def _option(rules: Ruleset, option: Option) -> str:
    """What a table may choose, in the words that are typed for it."""
    return tr(
        "{option} ({choices}; usually {usual}): {meaning}",
        option=option_typed(rules, option.id),
        choices=" | ".join(choices_typed(option)) or tr("a number"),
        usual=choice_typed(option, option.default),
        meaning=option.text.shown(),
    )
