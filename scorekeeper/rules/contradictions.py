"""Problems between two parts of a ruleset, each of which is valid by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from scorekeeper.base.exact_numbers import steps
from scorekeeper.base.toml_reader import toml_value
from scorekeeper.rules.fact_names import TRUMP
from scorekeeper.rules.formula import Formula, FormulaError, number_of, value_of, whole_of
from scorekeeper.rules.ruleset import DEALER, Count, Fact, Following, PenaltyRule, Ruleset
from scorekeeper.rules.ruleset_entries import Stops, TableOption
from scorekeeper.rules.ruleset_schedule import Budget
from scorekeeper.rules.ruleset_scoring import BEST, Game
from scorekeeper.rules.toml_table import TomlTable
from scorekeeper.rules.word_declarations import words_of
from scorekeeper.text.message import Message, listing, say, titled
from scorekeeper.text.problems import did_you_mean

# --- Effects on the next deal, and budgets -----------------------------------------------------


def note_course(top: TomlTable, rules: Ruleset) -> None:
    """Note the problems of `[next]` and of every `[budget.NAME]`."""
    if rules.following is not None:
        _note_following(top, rules, rules.following)
    for name, budget in rules.budgets.items():
        _note_budget(top, rules, name, budget)


def _note_following(top: TomlTable, rules: Ruleset, following: Following) -> None:
    """Note the problems of `[next]`: no effect, or a contradiction to `[deals]`, misdeals or
    sitting out."""
    if not (following.moves or following.trump or following.says):
        words = listing([f"`{word.name}`" for word in words_of(Following) if word.kind != "phrase"])
        top.fault(
            "next", say("nothing says what follows from a deal"), say("say {words}", words=words)
        )
    for part, test, who in (
        ("declarer", following.declarer, rules.deals.declarer),
        ("leader", following.leader, rules.deals.leader),
    ):
        if test is not None and who is None:
            message = say("nobody is said to do this in other deals")
            hint = say("say `{key}` in `[deals]`: that holds for the first deal", key=part)
            top.fault(f"next.{part}", message, hint)
        elif test is not None and (who or "").startswith("fact "):
            message = say("the entry says who that is, by `{key}` of `[deals]`", key=part)
            top.fault(f"next.{part}", message, say("leave one of them out"))
    if following.trump is not None and rules.has_cards:
        _note_trump(top, rules)
    if following.moves_dealer and rules.misdeal is not None and rules.misdeal.passes:
        message = say("the deal passes left after a misdeal, where nobody knows whose turn it is")
        top.fault("misdeal.then", message, say("leave `{key}` out", key="then"))
    if following.moves and rules.resting is not None:
        message = say("nobody can rest where who deals, declares or leads follows from each deal")
        top.fault("resting", message, say("leave one of them out"))


def _note_trump(top: TomlTable, rules: Ruleset) -> None:
    """Note a problem of `next.trump` if deals have no fact `trump` of kind `suit`."""
    trump = rules.facts.get(TRUMP)
    if trump is None:
        message = say("no deal has a trump suit that could be settled")
        hint = say('say `trump = "open"` in a contract, or add `fact.trump`, of kind `suit`')
        top.fault("next.trump", message, hint)
    elif trump.kind != "suit":
        message = say("`trump` is of kind `{kind}`, and not a suit", kind=trump.kind)
        top.fault("next.trump", message, say('say `kind = "suit"`'))


def _note_budget(top: TomlTable, rules: Ruleset, name: str, budget: Budget) -> None:
    """Note the problems of a budget: contracts that are unknown or not picked, no limit, or a
    limit for missing partners."""
    path, known = f"budget.{name}", {*rules.contracts}
    known |= {one.group for one in rules.contracts.values() if one.group}
    for word in budget.contracts or (name,):
        if word not in known:
            message = say("`{name}` is no contract and no group of this game", name=word)
            hint = did_you_mean(word, known) or say("say which `contracts`")
            top.fault(f"{path}.contracts" if budget.contracts else path, message, hint)
    if {budget.player, budget.side, budget.round, budget.game} == {None}:
        message = say("nothing says how often these may be declared")
        words = listing([f"`{one}`" for one in ("player", "side", "round", "game")])
        top.fault(path, message, say("say {words}", words=words))
    if budget.side is not None and not rules.teams:
        message = say("nobody has a partner in this game: each player is a side")
        top.fault(f"{path}.side", message, say("say {words}", words="`player`"))
    if rules.contracts and not rules.deals.picked:
        message = say("nobody picks a contract in this game: the order is fixed")
        hint = say('say `contract = "declarer picks"` in `[deals]`')
        top.fault(path, message, hint)


# --- facts that may be entered later -----------------------------------------------------------
# While a deal is incomplete, each possible value of the missing fact is tried.


KINDS = ("player", "number", "word", "rank", "suit")
MOST_VALUES = 64  # as many ways as all that is open may come out in


def note_later(top: TomlTable, rules: Ruleset) -> None:
    """Note the problems of facts that may be entered later, and of required facts and counts that
    depend on one."""
    later = {name for name, fact in rules.facts.items() if fact.later}
    for name in sorted(later):
        _note_fact(top, f"fact.{name}", rules.facts[name])
    things: Iterable[tuple[str, Fact | Count]] = [
        *((f"fact.{name}", fact) for name, fact in rules.facts.items() if not fact.later),
        *((f"count.{name}", count) for name, count in rules.counts.items()),
    ]
    for place, thing in things:
        hangs = sorted(later.intersection(thing.when.names)) if thing.when else []
        if hangs and not thing.optional:
            _note_hanging(top, place, hangs[0], isinstance(thing, Fact))


def _note_fact(top: TomlTable, place: str, fact: Fact) -> None:
    others = [word for word in ("optional", "alone") if getattr(fact, word)]
    others += ["default"] if fact.default is not None else []
    if others:
        message = say(
            "`{word}` contradicts `later`: a deal waits for it until it is said", word=others[0]
        )
        top.fault(f"{place}.{others[0]}", message, say("leave one of them out"))
    if fact.kind not in KINDS:
        message = say(
            "only a {kinds} may be said later: every value is tried while a deal waits",
            kinds=listing(KINDS),
        )
        hint = say('take a word: `kind = "word"`, `values = ["yes", "no"]`')
        top.fault(f"{place}.later", message, hint)
    elif fact.kind == "number" and not fact.values and None in (fact.least, fact.most):
        message = say("a number that may be said later needs a least and a greatest one")
        top.fault(f"{place}.later", message, say("add `min = …` and `max = …`"))
    elif fact.least is not None and fact.most is not None:
        number = len(steps(fact.least, fact.most, fact.step))
        if number > MOST_VALUES:
            message = say(
                "it may be one of {number} numbers; what may be said later at most of {most}",
                number=number,
                most=MOST_VALUES,
            )
            top.fault(f"{place}.later", message, say("say a smaller range, or a greater `step`"))


def _note_hanging(top: TomlTable, place: str, name: str, is_fact: bool) -> None:
    message = say("whether it is asked for hangs on `{name}`, which may be said later", name=name)
    hint = say("say `later = true` of it too") if is_fact else say("make it `optional = true`")
    top.fault(f"{place}.when", message, hint)


# --- rules that depend on options --------------------------------------------------------------
# Rules that are fixed before the first deal and depend on the options of a session.


MOST_CHOICES = 1000  # ways to choose the options that are looked at


def note_hanging(
    top: TomlTable, game: Game, numbers: tuple[int, ...], options: dict[str, TableOption]
) -> None:
    """Note a problem if `game.start` or `game.best` has no valid value for some options, or if an
    option allows a number of players that is not in `numbers`."""
    for key, formula in game.chosen.items():
        unknown = sorted(formula.names - {"players", *options})
        if unknown:
            said = toml_value(formula.text)
            names = listing(unknown, "and")
            message = say(
                "`{key} = {formula}` cannot depend on {names}", key=key, formula=said, names=names
            )
            top.fault(f"game.{key}", message, say("it may name `players` and the options"))
        else:
            _note_answers(top, key, formula, numbers, options)
    for name, option in options.items():
        _note_numbers(top, f"option.{name}.players", option, numbers)


def _note_answers(
    top: TomlTable,
    key: str,
    formula: Formula,
    numbers: tuple[int, ...],
    options: dict[str, TableOption],
) -> None:
    """Note the first options for which a formula has no value, or an invalid value of `best`."""
    for known in _choices(formula, numbers, options):
        try:
            answer = value_of(formula, known) if key == "best" else number_of(formula, known)
        except FormulaError as error:
            top.fault(f"game.{key}", error.why)
            return
        if key == "best" and answer not in BEST:
            message = say("`{key}` cannot be `{value}`", key=key, value=str(answer))
            words = say("say {words}", words=listing([repr(one) for one in BEST]))
            top.fault(f"game.{key}", message, did_you_mean(str(answer), BEST), words)
            return


def _choices(
    formula: Formula, numbers: tuple[int, ...], options: dict[str, TableOption]
) -> Iterator[dict[str, object]]:
    """Yield combinations (at most MOST_CHOICES) of the values of `players` and options that a
    formula names."""
    known = {"players": numbers, **{name: option.each() for name, option in options.items()}}
    named = [name for name in known if name in formula.names]
    for choice in islice(product(*(known[name] for name in named)), MOST_CHOICES):
        yield dict(zip(named, choice, strict=True))


def _note_numbers(top: TomlTable, path: str, option: TableOption, numbers: tuple[int, ...]) -> None:
    """Note unknown option values in an option's `players`, and numbers of players that the ruleset
    does not allow."""
    known = [option.key_of(value) for value in option.each()]
    for key, players in option.players.items():
        if key not in known and option.kind != "number":
            message = say("`{word}` is no value of this option", word=key)
            hint = did_you_mean(key, known) or say("say {words}", words=listing(known))
            top.fault(f"{path}.{key}", message, hint)
        for number in players:
            if number not in numbers:
                message = say("the page is not for {number} players", number=number)
                hint = say("add {number} to `players` at the top, or leave it out", number=number)
                top.fault(f"{path}.{key}", message, hint)


# --- Unknown names -----------------------------------------------------------------------------
# Words that name a fact, rank or suit which the ruleset does not have.


def note_fact_named(top: TomlTable, rules: Ruleset, path: str, word: str) -> None:
    """Note a problem if a word is `fact NAME` and the game has no such fact."""
    if word.startswith("fact ") and word[5:] not in rules.facts:
        top.fault(path, titled(f"`{word}`", not_there(f"fact.{word[5:]}")))


def not_there(table: str) -> Message:
    return say("there is no `[{table}]`", table=table)


def note_ranks(top: TomlTable, rules: Ruleset, path: str, ranks: Iterable[str]) -> None:
    """Note a problem for each rank that is not in the pack."""
    for rank in ranks:
        if rank not in rules.pack.ranks:
            hint = say("ranks are {ranks}", ranks=" ".join(rules.pack.ranks))
            top.fault(path, say("`{rank}` is not a rank of this pack", rank=rank), hint)


def note_order(top: TomlTable, rules: Ruleset, path: str, key: str, ranks: tuple[str, ...]) -> None:
    """Note a problem if an order of ranks does not name each rank of the pack once."""
    for rank in sorted({*ranks, *rules.pack.ranks}) if ranks else ():
        if ranks.count(rank) != rules.pack.ranks.count(rank):
            message = say(
                "`{key}` must name every rank of the pack once; `{rank}` is amiss",
                key=key,
                rank=rank,
            )
            top.fault(path, message)


def note_card_contradictions(top: TomlTable, rules: Ruleset) -> None:
    """Note each contract whose trumps, ranks or layout are not in the pack, each rank of a count
    that is not, and a talon below 0."""
    beside = whole_of(rules.talon, {}) if rules.talon and not rules.talon.names else 0
    if beside < 0:
        message = say(
            "`{key}` must be at least {least}, not {value}", key="talon", least=0, value=beside
        )
        top.fault("talon", message)
    for name, contract in rules.contracts.items():
        if contract.trump not in ("none", "open", *rules.pack.suits):
            message = say("`{suit}` is not a suit of this pack", suit=contract.trump)
            hint = say("say none, open or {suits}", suits=listing(rules.pack.suits))
            top.fault(f"contract.{name}.trump", message, hint)
        note_order(top, rules, f"contract.{name}.ranks", "ranks", contract.ranks)
        if contract.stops is not None:
            _note_stops(top, rules, f"contract.{name}.stops", contract.stops)
    for name, count in rules.counts.items():
        note_ranks(top, rules, f"count.{name}.cards", {**count.values, **count.trump_values})


def _note_stops(top: TomlTable, rules: Ruleset, path: str, stops: Stops) -> None:
    """Note a problem for each rank that is not in the pack, and for each unknown fact or count."""
    note_fact_named(top, rules, f"{path}.start", stops.start)
    note_fact_named(top, rules, f"{path}.direction", stops.direction)
    if not stops.start.startswith("fact "):
        note_ranks(top, rules, f"{path}.start", (stops.start,))
    if stops.count and stops.count not in rules.counts:
        top.fault(f"{path}.count", not_there(f"count.{stops.count}"))


# --- Contradictions between parts of a ruleset -------------------------------------------------


def note_contradictions(top: TomlTable, rules: Ruleset) -> None:
    """Note every problem between two parts of the scoring rules."""
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


def _note_options(top: TomlTable, rules: Ruleset) -> None:
    """Note the problems of rules that depend on options, if there are such rules."""
    if rules.hangs_on_options:
        note_hanging(top, rules.game, rules.every_number, {**rules.options})


def _note_waiting(top: TomlTable, rules: Ruleset) -> None:
    """Note the problems of facts that may be entered later, if there are such facts."""
    if any(fact.later for fact in rules.facts.values()):
        note_later(top, rules)


def _note_resting(top: TomlTable, rules: Ruleset) -> None:
    """Note a problem if sitting out meets partners, breaks the promised sum, or is not the
    dealer's where play goes to the right."""
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


def _note_contracts(top: TomlTable, rules: Ruleset) -> None:
    """Note each contract without points, if there are no outcome rows either."""
    for name, contract in rules.contracts.items():
        if not contract.points and not rules.scoring.outcomes:
            hint = say('add `{key} = "…"`', key="points")
            top.fault(
                f"contract.{name}",
                say("nothing says what `{contract}` scores", contract=name),
                hint,
            )


def _circles(rules: Ruleset) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the path of each computed name that depends on itself, and the circle of names, with
    this name at both ends."""
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
    """Return the names that formulas use. Names computed by `[side]`, `[each]` or `[pair]` lose
    their prefix: `left.gain` becomes `gain`."""
    scoring = rules.scoring
    worked_out = {*scoring.side, *scoring.each, *scoring.pair} - {
        *rules.counts,
        *rules.scoring.carry,
    }
    of_others = {name: name.partition(".")[2] for name in names}
    return {what if what in worked_out else name for name, what in of_others.items()}


def _way_back(name: str, asked: Mapping[str, Iterable[str]]) -> Sequence[str]:
    """Return a shortest chain of uses from a name back to itself, or (). `asked` has the names
    that each uses."""
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
    """Return the names in a circle and those that depend on one, each with such names that it
    uses. Changes `asked`."""
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


def _note_number_of_deals(top: TomlTable, rules: Ruleset) -> None:
    """Note a problem if the number of deals is below 1, has no value, or depends on anything but
    `players` and options."""
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


def _note_misdeal(top: TomlTable, rules: Ruleset) -> None:
    """Note a problem if a misdeal keeps the contract in a game in which nobody chooses one."""
    is_chosen = rules.deals.picked or any(len(turn) > 1 for turn in rules.deals.order)
    if rules.misdeal is not None and rules.misdeal.holds and not is_chosen:
        message = say("nobody chooses a contract in this game: there is none that could be held")
        top.fault("misdeal.contract", message, say("leave `{key}` out", key="contract"))


def _note_settlement(top: TomlTable, rules: Ruleset) -> None:
    """Note a problem if a settlement has neither `points` nor `pair`, or if games form a match."""
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


def _note_counting(top: TomlTable, rules: Ruleset) -> None:
    """Note the problems of `game.counting`: a name that is not a value of each side, no `over`, or
    a `winner` in addition."""
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


def _note_penalty(top: TomlTable, rules: Ruleset, path: str, penalty: PenaltyRule) -> None:
    """Note a problem if a penalty has no points, or breaks the promised sum."""
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
