"""Reads what the referee needs of a ruleset: laws of play, layouts, melds, dealing, topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.problems import listed
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.play import LAWS, MeldKind, Melds, Play, Stops
from scorekeeper.ruleset.table import Table

DIRECTIONS = ("up", "down", "both")
Topics = Mapping[str, tuple[tuple[str, str], ...]]


def read_play(top: Table) -> Play:
    """`[play]`: the laws of the whole game, its orders of rank, where they are written."""
    if not top.has("play"):
        return Play()
    table = top.table("play")
    play = Play(
        laws=_laws(table),
        ranks=tuple(table.text("ranks").split()),
        trump_ranks=tuple(table.text("trump_ranks").split()),
        tricks=table.whole("tricks", None, least=1),
        source=table.text("source"),
    )
    table.done()
    return play


def read_laws(table: Table) -> Mapping[str, str]:
    """`play = { … }` of a contract or an option: the laws in which it differs from the game."""
    if not table.has("play"):
        return {}
    inner = table.table("play")
    laws = _laws(inner)
    inner.done()
    return laws


def _laws(table: Table) -> dict[str, str]:
    return {law: table.choice(law, words, words[0]) for law, words in LAWS.items() if table.has(law)}


def read_stops(table: Table) -> Stops | None:
    """`stops = { … }` of a contract whose suits are laid out."""
    if not table.has("stops"):
        return None
    inner = table.table("stops")
    stops = Stops(inner.text("start", required=True), inner.text("direction", "up"), inner.flag("ring"))
    if stops.direction not in DIRECTIONS and not stops.direction.startswith("fact "):
        inner.fault("direction", f"`{stops.direction}` is not a direction", f'say {listed(DIRECTIONS)}, or "fact NAME"')
    inner.done()
    return stops


def read_melds(top: Table) -> Melds | None:
    """`[melds]`, what holds for all of them, and a `[meld.NAME]` for each kind."""
    if not top.has("meld") and not top.has("melds"):
        return None
    table = top.table("melds")
    melds = Melds(
        kinds=tuple(_meld_kind(name, inner) for name, inner in top.tables("meld").items()),
        uses=table.whole("uses", 1, least=1) or 1,
        trump_uses=table.numbers("trump_uses"),
        whose=table.text("whose"),
        when=table.text("when"),
        reading=table.text("reading"),
        fact=table.text("fact"),
        source=table.text("source"),
    )
    table.done()
    return melds


def _meld_kind(name: str, table: Table) -> MeldKind:
    steps = table.numbers("run")
    run = tuple(sorted((int(length), points) for length, points in steps.items() if length.isdecimal()))
    kind = MeldKind(
        id=name,
        cards=tuple(table.text("cards").split()),
        trumps=table.choice("suit", ("any", "trumps"), "any") == "trumps",
        points=table.whole("points", 0) or 0,
        run=run,
        four=table.numbers("four"),
        say=table.text("say"),
        source=table.text("source"),
    )
    if sum(map(bool, (kind.cards, kind.run, kind.four))) != 1:
        table.fault("", f"`{name}` must have one of `cards`, `run` and `four`")
    if len(run) != len(steps) or any(length < 2 for length, _ in run):
        table.fault("run", "`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`")
    table.done()
    return kind


def read_pile(top: Table) -> tuple[str, str] | None:
    """`[pile]`: the ladder by which a heap of cards is worth something suit by suit."""
    if not top.has("pile"):
        return None
    table = top.table("pile")
    pile = (table.text("suits", required=True), table.text("source"))
    table.done()
    return pile


def read_dealing(top: Table) -> tuple[tuple[str, ...], str]:
    """`[dealing]`: the steps of dealing in words, and where they are written."""
    if not top.has("dealing"):
        return (), ""
    table = top.table("dealing")
    dealing = (table.strings("steps"), table.text("source"))
    table.done()
    return dealing


def read_says(table: Table) -> Mapping[str, str]:
    """`says = { yes = "…", no = "…" }` of an option: its words in the steps of dealing."""
    if not table.has("says"):
        return {}
    inner = table.table("says")
    return {value: inner.text(value) for value in inner.raw}


def by_topic(rows: Sequence[tuple[tuple[str, ...], str, str]]) -> Topics:
    """The rulings by topic, in file order; a row may have several topics or none."""
    topics: dict[str, tuple[tuple[str, str], ...]] = {}
    for names, text, source in rows:
        for name in names:
            topics[name] = (*topics.get(name, ()), (text, source))
    return topics


# --- faults that lie between two parts of the file ------------------------------------------------


def play_faults(top: Table, rules: Ruleset) -> None:
    """Ranks, facts and ladders that are named must be there."""
    pack = rules.pack
    for key, ranks in (("play.ranks", rules.play.ranks), ("play.trump_ranks", rules.play.trump_ranks)):
        for rank in sorted(set(ranks) ^ set(pack.ranks)) if ranks else ():
            top.fault(key, f"`{key}` must name every rank of the pack once; `{rank}` is amiss")
    for name, contract in rules.contracts.items():
        if contract.stops is not None:
            _stops_faults(top, rules, f"contract.{name}.stops", contract.stops)
    for kind in rules.melds.kinds if rules.melds else ():
        for rank in (*kind.cards, *kind.four):
            if rank not in pack.ranks:
                top.fault(
                    f"meld.{kind.id}", f"`{rank}` is not a rank of this pack", f"ranks are {' '.join(pack.ranks)}"
                )
    for rank in rules.melds.trump_uses if rules.melds else ():
        if rank not in pack.ranks:
            top.fault("melds.trump_uses", f"`{rank}` is not a rank of this pack", f"ranks are {' '.join(pack.ranks)}")
    if rules.melds is not None and rules.melds.fact and rules.melds.fact not in rules.facts:
        top.fault("melds.fact", f"there is no `[fact.{rules.melds.fact}]`")
    if rules.pile is not None and rules.pile[0] not in rules.ladders:
        top.fault("pile.suits", f"there is no `[ladder.{rules.pile[0]}]`")
    if rules.auction is not None and rules.auction.turned and rules.auction.turned not in rules.facts:
        top.fault("auction.turned", f"there is no `[fact.{rules.auction.turned}]`")


def _stops_faults(top: Table, rules: Ruleset, path: str, stops: Stops) -> None:
    for key, word in (("start", stops.start), ("direction", stops.direction)):
        if word.startswith("fact ") and word[5:] not in rules.facts:
            top.fault(f"{path}.{key}", f"`{word}`: there is no `[fact.{word[5:]}]`")
    if not stops.start.startswith("fact ") and stops.start not in rules.pack.ranks:
        top.fault(
            f"{path}.start", f"`{stops.start}` is not a rank of this pack", f"ranks are {' '.join(rules.pack.ranks)}"
        )
