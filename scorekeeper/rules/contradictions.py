"""Faults that lie between two parts of a ruleset, each of which is well by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.rules.formula import FormulaError, whole_of
from scorekeeper.rules.model import Penalty, Ruleset
from scorekeeper.rules.model_resting import DEALER
from scorekeeper.rules.naming import not_there, note_card_contradictions, note_fact_named
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say, titled


def note_contradictions(top: Table, rules: Ruleset) -> None:
    """Faults that lie between two parts of the file."""
    _note_contracts(top, rules)
    for place, circle in _circles(rules):
        message = say("`{formula}` goes round in a circle", formula=circle[0])
        top.fault(place, titled(message, " → ".join(circle)) if len(circle) > 2 else message)
    _note_number_of_deals(top, rules)
    _note_options(top, rules)
    _note_waiting(top, rules)
    _note_resting(top, rules)
    _note_misdeal(top, rules)
    _note_settlement(top, rules)
    _note_counting(top, rules)
    if rules.following is not None or rules.budgets:
        # 0.5 ms, few games
        from scorekeeper.rules.contradictions_course import note_course  # noqa: PLC0415

        note_course(top, rules)
    for name, penalty in rules.penalties.items():
        _note_penalty(top, rules, f"penalty.{name}", penalty)
    if rules.has_cards:
        note_card_contradictions(top, rules)
    for name, fact in rules.facts.items():
        for other in fact.beside:
            note_fact_named(top, rules, f"fact.{name}.beside", f"fact {other}")
    for who, path in _people(rules):
        note_fact_named(top, rules, path, who)
    for name, count in rules.counts.items():
        if count.piles is not None and count.piles not in rules.counts:
            top.fault(
                f"count.{name}.piles", say("`{name}` is not a count of this game", name=count.piles)
            )
    turned = rules.auction.turned if rules.auction else ""
    if turned and turned not in rules.facts:
        top.fault("auction.turned", not_there(f"fact.{turned}"))
    if rules.teams and any(number % 2 for number in rules.players):
        top.fault(
            "teams", say("partners sit across: `teams = true` needs an even number of players")
        )
    if not rules.contracts and not rules.scoring.outcomes:
        message = say("nothing says what a deal scores")
        hint = say("add `[contract.NAME]`, `[[outcome]]` or, for every deal, `points = …`")
        top.fault("outcome", message, hint)


def _note_options(top: Table, rules: Ruleset) -> None:
    """What hangs on the choices of a table has an answer for each of them."""
    if rules.hangs_on_options:
        # 0.3 ms, few games
        from scorekeeper.rules.contradictions_options import note_hanging  # noqa: PLC0415

        note_hanging(top, rules.game, rules.every_number, {**rules.options})


def _note_waiting(top: Table, rules: Ruleset) -> None:
    """What may be said later has few values, and nothing hangs on whether it was."""
    if any(fact.later for fact in rules.facts.values()):
        # 0.3 ms, few games
        from scorekeeper.rules.contradictions_later import note_later  # noqa: PLC0415

        note_later(top, rules)


def _note_resting(top: Table, rules: Ruleset) -> None:
    """Partners cannot rest; and what those who rest score would break the promise of a sum. Where
    everything goes to the right, only the dealer rests."""
    if rules.resting is None:
        return
    if rules.deals.to_the_right and rules.resting.who != DEALER:
        message = say("where everything goes to the right only the dealer can rest")
        top.fault("resting.who", message, say('say "dealer"'))
    if rules.teams:
        top.fault("resting", say("nobody can rest where partners play: `teams` is true"))
    score = rules.resting.score
    if score is not None and score.constant != 0 and rules.scoring.promise is not None:
        message = say("what those who rest score breaks `[promise]`, the sum of those who play")
        top.fault("resting.score", message, say("leave one of them out"))


def _note_contracts(top: Table, rules: Ruleset) -> None:
    """Something says the points of a contract."""
    for name, contract in rules.contracts.items():
        if not contract.points and not rules.scoring.outcomes:
            hint = say('add `{key} = "…"`', key="points")
            top.fault(
                f"contract.{name}",
                say("nothing says what `{contract}` scores", contract=name),
                hint,
            )


def _circles(rules: Ruleset) -> Iterator[tuple[str, Sequence[str]]]:
    """The names that are worked out from themselves: the place of each, and the names on the way
    back to it, with itself at both ends."""
    places = [
        ("let", rules.scoring.lets),
        ("each", rules.scoring.each),
        ("side", rules.scoring.side),
        ("pair", rules.scoring.pair),
    ]
    behind = {
        name: (f"{key}.{name}", formula) for key, table in places for name, formula in table.items()
    }
    if rules.hand is not None:
        behind["hand"] = "hand", rules.hand
    left = _leading_round(
        {
            name: _own_names(rules, formula.names) & behind.keys()
            for name, (_, formula) in behind.items()
        }
    )
    for name in left:
        if circle := _way_back(name, left):
            yield behind[name][0], circle


def _own_names(rules: Ruleset, names: Iterable[str]) -> set[str]:
    """The names that formulas ask for, with what `[side]` and `[each]` work out of others as such:
    `gain` of `left.gain`."""
    scoring = rules.scoring
    worked_out = {*scoring.side, *scoring.each, *scoring.pair} - {
        *rules.counts,
        *rules.scoring.carry,
    }
    of_others = {name: name.partition(".")[2] for name in names}
    return {what if what in worked_out else name for name, what in of_others.items()}


def _way_back(name: str, asked: Mapping[str, Iterable[str]]) -> Sequence[str]:
    """A shortest way from a name to itself, by what each asks for; empty where there is none."""
    seen: set[str] = set()
    ways: list[tuple[str, ...]] = [(name,)]
    for way in ways:
        for other in sorted(asked[way[-1]]):
            if other == name:
                return (*way, name)
            if other not in seen:
                seen.add(other)
                ways.append((*way, other))
    return ()


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
        names = listing(unknown, "and")
        message = say(
            "`number = {formula!r}` cannot depend on {names}", formula=number.text, names=names
        )
        top.fault("deals.number", message, say("it may name `players` and the options"))
        return
    for players in rules.players:
        try:
            deals = whole_of(
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
            message = say(
                "`number = {formula!r}` gives {deals} deals with {players} players; a game has at "
                "least one",
                formula=number.text,
                deals=deals,
                players=players,
            )
            top.fault("deals.number", message)


def _note_misdeal(top: Table, rules: Ruleset) -> None:
    """A contract can be held only where somebody chooses one."""
    is_chosen = rules.deals.picked or any(len(turn) > 1 for turn in rules.deals.order)
    if rules.misdeal is not None and rules.misdeal.holds and not is_chosen:
        message = say("nobody chooses a contract in this game: there is none that could be held")
        top.fault("misdeal.contract", message, say("leave `{key}` out", key="contract"))


def _note_settlement(top: Table, rules: Ruleset) -> None:
    """A settlement says what is settled, and is the end of the one game that is played."""
    settlement = rules.settlement
    if settlement is None:
        return
    if settlement.points is None and settlement.pair is None:
        message = say("nothing says what is settled")
        hint = say("say `points`, what a side has, or `pair`, what `me` gets from each `other`")
        top.fault("settlement", message, hint)
    if rules.match is not None:
        message = say("the games of a match are settled by their `result`")
        top.fault("settlement", message, say("leave `{key}` out", key="settlement"))


def _note_counting(top: Table, rules: Ruleset) -> None:
    """What is counted in turn is something that each side has, and somebody ends the game by it."""
    scoring, counting = rules.scoring, rules.game.counting
    for name in counting:
        if name not in {*rules.counts, *scoring.each, *scoring.side}:
            message = say("`{name}` is not a count of this game", name=name)
            top.fault("game.counting", message, say("name counts, or names of `[side]`"))
    if counting and rules.game.over is None:
        message = say("nothing says when a game is over")
        top.fault("game.counting", message, say('say `over = "…"` in `[game]`'))
    if counting and rules.game.winner is not None:
        message = say("`winner` and `counting` both say who wins")
        top.fault("game.counting", message, say("leave one of them out"))


def _note_penalty(top: Table, rules: Ruleset, path: str, penalty: Penalty) -> None:
    """A penalty moves points, and keeps what the rules promise that all sides score together."""
    if not (penalty.costs or penalty.gives):
        message = say("this penalty costs nothing and gives nothing")
        top.fault(path, message, say("say what it `costs`, or what it `gives` to each other side"))
    if rules.scoring.promise is None:
        return
    for players in rules.players:
        others = (players // 2 if rules.teams else players) - 1
        if penalty.costs != penalty.gives * others:
            message = say(
                "the rules promise what all score together, but here {costs} are lost and "
                "{gains} are won: {gives} by each of {others}",
                costs=penalty.costs,
                gains=penalty.gives * others,
                gives=penalty.gives,
                others=others,
            )
            top.fault(path, message, say("let it cost what it gives to all the others"))
            return


def _people(rules: Ruleset) -> list[tuple[str, str]]:
    people = [(who, f"roles.{name}") for name, who in rules.roles.items()]
    people += [
        (getattr(rules.deals, seat) or "", f"deals.{seat}")
        for seat in ("declarer", "leader", "first")
    ]
    return people
