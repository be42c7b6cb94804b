"""Faults that lie between two parts of a ruleset, each of which is well by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorekeeper.cards import find_card
from scorekeeper.formula import Formula, FormulaError, number_of
from scorekeeper.language import tr
from scorekeeper.problems import did_you_mean, listed
from scorekeeper.ruleset.format import SEATS
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import TRUMPS, CardPlace, MeldKind, Melds, Pile
from scorekeeper.ruleset.read_exchange import note_exchange
from scorekeeper.ruleset.table import Table


def note_contradictions(top: Table, rules: Ruleset) -> None:
    """Faults that lie between two parts of the file."""
    for name, contract in rules.contracts.items():
        if contract.trump not in ("none", "open", *rules.pack.suits):
            message = tr("`{suit}` is not a suit of this pack", suit=contract.trump)
            hint = tr("say none, open or {suits}", suits=listed(rules.pack.suits))
            top.fault(f"contract.{name}.trump", message, hint)
        _note_order(top, rules, f"contract.{name}.ranks", "ranks", contract.ranks)
        if not contract.points and not rules.outcomes:
            hint = tr('add `{key} = "…"`', key="points")
            top.fault(
                f"contract.{name}", tr("nothing says what `{contract}` scores", contract=name), hint
            )
    for name, place in _circles(rules):
        top.fault(place, tr("`{formula}` goes round in a circle", formula=name))
    _note_number_of_deals(top, rules)
    for name, fact in rules.facts.items():
        for other in fact.beside:
            _note_fact_named(top, rules, f"fact.{name}.beside", f"fact {other}")
    for who, path in _people(rules):
        _note_fact_named(top, rules, path, who)
    for name, count in rules.counts.items():
        if count.piles is not None and count.piles not in rules.counts:
            top.fault(
                f"count.{name}.piles", tr("`{name}` is not a count of this game", name=count.piles)
            )
        _note_ranks(top, rules, f"count.{name}.cards", {**count.values, **count.trump_values})
    if rules.teams and any(number % 2 for number in rules.players):
        top.fault(
            "teams", tr("partners sit across: `teams = true` needs an even number of players")
        )
    if not rules.contracts and not rules.outcomes:
        top.fault(
            "outcome",
            tr("nothing says what a deal scores"),
            tr("add `[contract.NAME]` or `[[outcome]]`"),
        )
    _note_rulings(top, rules)
    _note_steps(top, rules)
    _note_play(top, rules)
    note_exchange(top, rules)


# What is known when a deal is dealt.
WHEN_DEALT = ("players", "contract", "group", "open")


def _note_steps(top: Table, rules: Ruleset) -> None:
    """Whether there is a step of dealing or of the exchange is settled before it is taken."""
    later = top.faults.deal_names - {*WHEN_DEALT, *rules.options}
    whens = [
        (f"dealing.steps[{place}].when", step.when) for place, step in enumerate(rules.dealing)
    ]
    whens += [(f"exchange[{place}].when", step.when) for place, step in enumerate(rules.exchange)]
    for path, when in whens:
        unknown = sorted(when.names & later) if when else []
        if when and unknown:
            names = listed(unknown, "and")
            message = tr(
                "`{key} = {formula!r}` cannot depend on {names}",
                key="when",
                formula=when.text,
                names=names,
            )
            hint = tr(
                "it may name {names} and the options",
                names=listed(map("`{}`".format, WHEN_DEALT), "and"),
            )
            top.fault(path, message, hint)


def _note_rulings(top: Table, rules: Ruleset) -> None:
    """A ruling on some outcomes or contracts names such as there are."""
    names = {name for outcome in rules.outcomes for name in outcome.name.spellings()}
    for place, ruling in enumerate(rules.rulings):
        for name in (outcome for outcome in ruling.outcomes if outcome not in names):
            message = tr("`{name}` is not a row of the settlement of this game", name=name)
            top.fault(f"ruling[{place}].outcome", message, did_you_mean(name, names))
        for name in (contract for contract in ruling.contracts if contract not in rules.contracts):
            message = tr("`{name}` is not a contract of this game", name=name)
            top.fault(f"ruling[{place}].contract", message, did_you_mean(name, rules.contracts))


def _circles(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The names that are worked out from themselves, each with its place."""
    places = [("let", rules.lets), ("each", rules.each), ("side", rules.side)]
    behind = {
        name: (f"{key}.{name}", formula) for key, table in places for name, formula in table.items()
    }
    if rules.hand is not None:
        behind["hand"] = "hand", rules.hand
    left = _leading_round(
        {name: set(formula.names) & behind.keys() for name, (_, formula) in behind.items()}
    )
    for name in left:
        found: set[str] = set()
        todo = [name]
        while todo:
            names = {other for other in left[todo.pop()] if other not in found}
            found |= names
            todo += names
        if name in found:
            yield name, behind[name][0]


def _leading_round(asked: dict[str, set[str]]) -> dict[str, set[str]]:
    """Of names and what each asks for, those that never come to an end, and what they ask for of
    those."""
    askers: dict[str, list[str]] = {}
    for name, others in asked.items():
        for other in others:
            askers.setdefault(other, []).append(name)
    ready = [name for name, others in asked.items() if not others]
    while ready:
        done = ready.pop()
        for name in askers.get(done, ()):
            asked[name].discard(done)
            ready += [] if asked[name] else [name]
    return {name: others for name, others in asked.items() if others}


def _note_number_of_deals(top: Table, rules: Ruleset) -> None:
    """How many deals there are is settled before the first: it may hang on the players and the
    options alone, and there must be one."""
    number = rules.deals.number
    if number is None:
        return
    unknown = sorted(number.names - {"players", *rules.options})
    if unknown:
        names = listed(unknown, "and")
        message = tr(
            "`number = {formula!r}` cannot depend on {names}", formula=number.text, names=names
        )
        top.fault("deals.number", message, tr("it may name `players` and the options"))
        return
    for players in rules.players:
        try:
            deals = number_of(
                number,
                {
                    "players": players,
                    **{name: option.default for name, option in rules.options.items()},
                },
            )
        except FormulaError as error:
            top.fault("deals.number", error.why)
            return
        if deals < 1:
            message = tr(
                "`number = {formula!r}` gives {deals} deals with {players} players; a game has at "
                "least one",
                formula=number.text,
                deals=deals,
                players=players,
            )
            top.fault("deals.number", message)


def _people(rules: Ruleset) -> list[tuple[str, str]]:
    people = [(who, f"roles.{name}") for name, who in rules.roles.items()]
    people += [(step.who, f"exchange[{place}].who") for place, step in enumerate(rules.exchange)]
    people += [
        (getattr(rules.deals, seat) or "", f"deals.{seat}")
        for seat in ("declarer", "leader", "first")
    ]
    return people


def _note_play(top: Table, rules: Ruleset) -> None:
    """Ranks, facts and ladders that the laws of play name must be there."""
    _note_order(top, rules, "play.ranks", "play.ranks", rules.play.ranks)
    _note_order(top, rules, "play.trump_ranks", "play.trump_ranks", rules.play.trump_ranks)
    for name, contract in rules.contracts.items():
        if contract.stops is not None:
            path, start = f"contract.{name}.stops", contract.stops.start
            _note_fact_named(top, rules, f"{path}.start", start)
            _note_fact_named(top, rules, f"{path}.direction", contract.stops.direction)
            _note_ranks(top, rules, f"{path}.start", () if start.startswith("fact ") else (start,))
    if rules.melds is not None:
        _note_melds(top, rules, rules.melds)
    if rules.pile is not None:
        _note_pile(top, rules, rules.pile)
    for number, place in enumerate(rules.card_places):
        _note_card_place(top, rules, f"card[{number}]", place)
    if (
        rules.auction is not None
        and rules.auction.turned
        and rules.auction.turned not in rules.facts
    ):
        top.fault("auction.turned", _not_there(f"fact.{rules.auction.turned}"))


def _note_melds(top: Table, rules: Ruleset, melds: Melds) -> None:
    for kind in melds.kinds:
        _note_ranks(top, rules, f"meld.{kind.id}", (*kind.cards, *kind.four))
        _note_added_to(top, kind, [other.id for other in melds.kinds if not other.adds_to])
        _note_choice(top, rules, f"meld.{kind.id}.adds_when", kind.adds_when)
    _note_ranks(top, rules, "melds.trump_uses", melds.trump_uses)
    if melds.fact and melds.fact not in rules.facts:
        top.fault("melds.fact", _not_there(f"fact.{melds.fact}"))
    if melds.seat:
        _note_fact_named(top, rules, "melds.seat", melds.seat)


def _note_added_to(top: Table, kind: MeldKind, known: Iterable[str]) -> None:
    """What a kind of meld adds to is another kind, and one that adds to nothing itself."""
    path, meld = f"meld.{kind.id}.adds_to", kind.adds_to
    if meld == kind.id:
        top.fault(path, tr("`{meld}` cannot add to itself", meld=meld))
    elif meld and meld not in known:
        message = tr("`{meld}` is not a kind of meld that another can add to", meld=meld)
        top.fault(path, message, did_you_mean(meld, known))


def _note_choice(top: Table, rules: Ruleset, path: str, when: Formula | None) -> None:
    """What the table chose decides it: the options and the number of players alone."""
    unknown = sorted(when.names - {"players", *rules.options}) if when else []
    if when and unknown:
        key = path.rpartition(".")[2]
        message = tr(
            "`{key} = {formula!r}` cannot depend on {names}",
            key=key, formula=when.text, names=listed(unknown, "and"),
        )  # fmt: skip
        top.fault(path, message, tr("it may name `players` and the options"))


def _note_pile(top: Table, rules: Ruleset, pile: Pile) -> None:
    if pile.suits not in rules.ladders:
        top.fault("pile.suits", _not_there(f"ladder.{pile.suits}"))
    for key, name in (("fact", pile.fact), ("goals", pile.goals)):
        if name and name not in rules.facts:
            top.fault(f"pile.{key}", _not_there(f"fact.{name}"))


def _note_card_place(top: Table, rules: Ruleset, path: str, place: CardPlace) -> None:
    """A place of cards names cards that there are, and somebody where they are not one a side."""
    fact = rules.facts.get(place.which.removeprefix("fact "))
    if place.which.startswith("fact "):
        _note_fact_named(top, rules, f"{path}.which", place.which)
        if fact is not None and fact.kind not in ("card", "cards"):
            top.fault(f"{path}.which", tr("`{word}` holds no cards", word=place.which))
    elif place.which != TRUMPS and find_card(rules.pack, place.which) is None:
        hint = tr('say a card, "trumps" or "fact NAME"')
        message = tr("`{card}` is not a card of this pack", card=place.which)
        top.fault(f"{path}.which", message, hint)
    if place.whose:
        _note_fact_named(top, rules, f"{path}.whose", place.whose)
    elif not (place.which.startswith("fact ") and (fact is None or fact.each)):
        top.fault(f"{path}.whose", tr("`{key}` is missing", key="whose"), _somebody())


def _somebody() -> str:
    return tr('say {words} or "fact NAME"', words=listed(SEATS))


def _note_fact_named(top: Table, rules: Ruleset, path: str, word: str) -> None:
    """`fact NAME` must name a fact of the game."""
    if word.startswith("fact ") and word[5:] not in rules.facts:
        top.fault(path, f"`{word}`: {_not_there(f'fact.{word[5:]}')}")


def _not_there(table: str) -> str:
    return tr("there is no `[{table}]`", table=table)


def _note_ranks(top: Table, rules: Ruleset, path: str, ranks: Iterable[str]) -> None:
    """A rank that is named must be one of the pack."""
    for rank in ranks:
        if rank not in rules.pack.ranks:
            hint = tr("ranks are {ranks}", ranks=" ".join(rules.pack.ranks))
            top.fault(path, tr("`{rank}` is not a rank of this pack", rank=rank), hint)


def _note_order(top: Table, rules: Ruleset, path: str, key: str, ranks: tuple[str, ...]) -> None:
    """An order of rank of its own, where there is one, must be that of the whole pack."""
    for rank in sorted({*ranks, *rules.pack.ranks}) if ranks else ():
        if ranks.count(rank) != rules.pack.ranks.count(rank):
            message = tr(
                "`{key}` must name every rank of the pack once; `{rank}` is amiss",
                key=key,
                rank=rank,
            )
            top.fault(path, message)
