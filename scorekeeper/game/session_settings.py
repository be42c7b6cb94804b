"""The settings of a session, fixed before the first deal: players, sides, options and who sits
out."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.rules.fact_names import (
    NO,
    YES,
    choices_typed,
    option_typed,
    options_named,
    said_whole,
)
from scorekeeper.rules.formula import FormulaError, whole_of
from scorekeeper.rules.rules_by_option import as_chosen, what_decides
from scorekeeper.rules.ruleset import DEALER, NOTHING_SAID, RESTERS, Resting, Ruleset, TableOption
from scorekeeper.text.message import Words, either, listing, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse
from scorekeeper.text.terminal_text import is_control

# --- sitting out -------------------------------------------------------------------------------
# With more people at a table than hands, some sit out in each deal.
#
# A person is an index in the list of all names; a seat is a player's index, clockwise, among the
# players of a deal.


MOST_RESTING = 3


class SitOutPlan(NamedTuple):
    """A table's choices about sitting out: which player sits out, and the number of deals in a
    game.

    Each is None if the ruleset decides."""

    rest: str | None = None
    deals: int | None = None


NOTHING_SETTLED = SitOutPlan()


class Rota(NamedTuple):
    """A sit-out order: the people clockwise (`around`), the number of players in a deal (`hands`),
    one of RESTERS, and the number of deals that the table chose (None if the ruleset decides).

    `resting` and `dealer`, names of people, are set only in the settings of one deal."""

    around: tuple[int, ...]
    hands: int
    rests: str
    deals: int | None = None
    resting: tuple[str, ...] | None = None
    dealer: str = ""

    @property
    def turns(self) -> SitOutPlan:
        """Return the table's choices about sitting out."""
        return SitOutPlan(self.rests, self.deals)

    @property
    def has_resters(self) -> bool:
        """Return True if there are more people than hands."""
        return len(self.around) > self.hands

    @property
    def is_of_deal(self) -> bool:
        """Return True if this is the order in one deal's settings, where only its players are
        left."""
        return self.resting is not None

    def resters(self, dealer: int) -> tuple[int, ...]:
        """Return the people who sit out when `dealer` deals.

        If others sit out with the dealer, they are the people before the dealer, so that the
        next people on the left play."""
        number = len(self.around) - self.hands
        place = self.around.index(dealer)
        first = {DEALER: place - number + 1, RESTERS[1]: place + 1, RESTERS[2]: place - number}
        return tuple(
            self.around[(first[self.rests] + step) % len(self.around)] for step in range(number)
        )

    def playing(self, dealer: int) -> tuple[int, ...]:
        """Return the people who play when `dealer` deals, clockwise."""
        resters = self.resters(dealer)
        return tuple(person for person in self.around if person not in resters)

    def deals_for(self, dealer: int) -> int:
        """Return the seat in the dealer's position: the dealer's own, or the last player's before
        a dealer who sits out."""
        playing = self.playing(dealer)
        place = self.around.index(dealer)
        before = (self.around[place - back] for back in range(len(self.around)))
        return next(playing.index(person) for person in before if person in playing)


def hands_in_deal(rules: Ruleset, people: int) -> int:
    """Return the number of people who play in a deal: the largest number that the game allows, up
    to `people`."""
    return people if people in rules.players else max(n for n in rules.players if n < people)


def has_room_for(rules: Ruleset, people: int) -> bool:
    """Return True if this number of people may be at the table, where some sit out."""
    most = max(rules.players)
    return not rules.teams and most < people <= most + MOST_RESTING


def rota_of(
    rules: Ruleset, people: int, turns: SitOutPlan, options: Mapping[str, object]
) -> tuple[Rota | None, list[Problem]]:
    """Return the sit-out order, None if everybody plays every deal, and the problems with it."""
    if people in rules.players:
        return None, list(_nobody_rests(rules, people, turns))
    said = rules.resting or NOTHING_SAID
    wanted = said.who if turns.rest is None else _rester(turns.rest)
    if wanted is None:
        return None, [_unknown_rester(turns.rest or "")]
    rota = Rota(
        around=tuple(range(people)),
        hands=hands_in_deal(rules, people),
        rests=wanted,
        deals=turns.deals,
    )
    problems = [*_without_turns(rules)] or [
        *_needs_rester(rules, wanted),
        *_deals_problems(rules, rota, said, options),
    ]
    return rota, problems


def _without_turns(rules: Ruleset) -> Iterable[Problem]:
    """Yield a problem if the previous deal decides the roles of the next, so that nobody can sit
    out in rotation."""
    if rules.following is not None and rules.following.moves:
        message = say(
            "in {game} who deals, declares or leads follows from the deal before: nobody can rest",
            game=rules.name,
        )
        yield Problem("resting-next", message, "rest")


def _rester(word: str) -> str | None:
    """Return the name in RESTERS for a typed word such as `dealers-left` or `dealer's-left`, or
    None."""
    plain = {_plain(name): name for name in RESTERS}
    return plain.get(_plain(word))


def _plain(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalpha())


def typed_rester(who: str) -> str:
    """Return a name in RESTERS as it is typed: with hyphens for spaces."""
    return who.replace(" ", "-")


def _unknown_rester(word: str) -> Problem:
    message = say("nobody is called `{word}` at a table", word=word)
    hint = say("say who rests: {who}", who=either([typed_rester(who) for who in RESTERS]))
    return Problem("rest-unknown", message, "rest", (hint,))


def _nobody_rests(rules: Ruleset, people: int, turns: SitOutPlan) -> Iterable[Problem]:
    """Yield a problem for each choice about sitting out in a game where everybody plays."""
    for option, value in turns._asdict().items():
        if value is not None:
            message = say(
                "`--{option}` is for more people than hands: {game} with {number} has nobody rest",
                option=option, game=rules.name, number=people,
            )  # fmt: skip
            yield Problem("rest-nobody", message, option, (say("leave it out"),))


def _needs_rester(rules: Ruleset, who: str) -> Iterable[Problem]:
    """Yield the problems of rules that need the person who would sit out, for play or to choose
    the next dealer."""
    if who != DEALER and rules.deals.to_the_right:
        message = say("in {game} everything goes to the right: the dealer rests", game=rules.name)
        hint = say("let the dealer rest: `--rest {who}`", who=DEALER)
        yield Problem("rest-right", message, "rest", (hint,))
    parts = (rules.deals.declarer, rules.deals.leader, *rules.roles.values())
    if who == DEALER and DEALER in parts:
        message = say(
            "the dealer cannot rest in {game}: the dealer has a part in the play", game=rules.name
        )
        hint = say("let another rest: `--rest {who}`", who=typed_rester(RESTERS[1]))
        yield Problem("rest-dealer", message, "rest", (hint,))
    if rules.deals.first is not None:
        message = say(
            "nobody can rest in {game}: the first deal says who deals next, and the turns to rest "
            "would not be shared alike",
            game=rules.name,
        )
        yield Problem("players-number", message, "players", (_so_many(rules),))


def _so_many(rules: Ruleset) -> Words:
    wanted = either(rules.players)
    if rules.deals.to_the_right:
        return say("name {wanted} players, anticlockwise", wanted=wanted)
    return say("name {wanted} players, clockwise", wanted=wanted)


def _deals_problems(
    rules: Ruleset, rota: Rota, said: Resting, options: Mapping[str, object]
) -> Iterable[Problem]:
    """Yield the problems of a number of deals with unequal sitting out, or with too few
    contracts."""
    try:
        number = deals_of_rota(rules, rota, options)
    except FormulaError:
        message = say("the rules cannot say how many deals there are where people rest")
        hint = say("say how many: `--deals {number}`", number=len(rota.around) * rules.deals.stint)
        yield Problem("deals-number", message, "deals", (hint,))
        return
    each = len(rota.around) * rules.deals.stint
    if number is None:
        if rota.deals is not None:
            message = say("`--deals` says nothing here: a score ends {game}", game=rules.name)
            yield Problem("deals-number", message, "deals", (say("leave it out"),))
        return
    if number % each == 0 and number > 0:
        yield from _too_many_for_contracts(rules, rota, number)
        return
    message = say(
        "with {people} people {number} deals do not come out even: somebody would rest more often",
        people=len(rota.around), number=number,
    )  # fmt: skip
    more, less = -(-max(number, 1) // each) * each, number // each * each
    commands = [f"--deals {n}" for n in (less, more) if n > 0]
    hint = say("say how many there are: {choices}", choices=either(commands))
    yield Problem("deals-number", message, "deals", (hint,))


def _too_many_for_contracts(rules: Ruleset, rota: Rota, number: int) -> Iterable[Problem]:
    most = len(rota.around) * len(rules.contracts)
    if rules.deals.once and number > most:
        message = say(
            "{number} deals are too many: each declares each contract once, which is {most} deals",
            number=number, most=most,
        )  # fmt: skip
        yield Problem(
            "deals-number", message, "deals", (say("say `--deals {number}`", number=most),)
        )


def deals_of_rota(rules: Ruleset, rota: Rota, options: Mapping[str, object]) -> int | None:
    """Return the number of deals in a game with people who sit out; None if only a score
    ends it.

    It is the table's choice, else the ruleset's number for sitting out, else the usual number,
    in proportion to the people if each declares each contract."""
    known = {"players": rota.hands, "people": len(rota.around), **options}
    if rules.deals.number is None:
        return None
    if rota.deals is not None:
        return rota.deals
    if rota.has_resters and rules.resting is not None and rules.resting.deals is not None:
        return whole_of(rules.resting.deals, known)
    number = whole_of(rules.deals.number, known)
    if declares_every_contract(rules) and number % rota.hands == 0:
        return number // rota.hands * len(rota.around)
    return number


def declares_every_contract(rules: Ruleset) -> bool:
    """Return True if each person declares each contract: contracts are chosen once, by round, or in
    a dealer run."""
    deals = rules.deals
    return bool(rules.contracts) and (deals.once or deals.by_round or deals.stint > 1)


# --- session -----------------------------------------------------------------------------------
# The settings before the first deal: the rules, the players, the first dealer, the options.


Facts = Mapping[str, Any]
# The option for ranking players after different numbers of deals. Every table has it where a new
# player can have a separate column.
RANKING, TOTALS, AVERAGE = "ranking", "totals", "average"
FAR_TOO_MANY = 100  # players
NAME_LIMIT = 40


class Agreed(NamedTuple):
    """The settings that the players fixed before the first deal.

    Seats are indices of `players`, clockwise. A side is a player, or in team games the partners
    who sit across. `rota` is the sit-out order if there are more people than hands; None if all
    play. `by_totals` is True if totals rank the players even after different numbers of deals."""

    rules: Ruleset
    players: tuple[str, ...]
    dealer: int
    options: Mapping[str, bool | int | str]
    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...]
    side_of: tuple[int, ...]
    seat_of: Mapping[str, int]
    rota: Rota | None = None
    by_totals: bool = False

    @property
    def people(self) -> int:
        """Return the number of people at the table, including those who sit out."""
        return len(self.rota.around) if self.rota else len(self.players)

    @property
    def gone(self) -> tuple[str, ...]:
        """Return the names that have a column but left the table; empty in the settings of one
        deal."""
        rota = self.rota
        if rota is None or rota.is_of_deal or len(rota.around) == len(self.players):
            return ()
        return tuple(name for seat, name in enumerate(self.players) if seat not in rota.around)

    @property
    def ranks_by_deals(self) -> bool:
        """Return True if points per deal played rank the sides: a player left whose column did not
        continue, and the table has not chosen the totals."""
        return bool(self.gone) and not self.by_totals

    @property
    def at_table(self) -> tuple[str, ...]:
        """Return the names of the people at the table, including those who sit out, in column
        order."""
        rota = self.rota
        if rota is None or rota.is_of_deal or len(rota.around) == len(self.players):
            return self.players
        return tuple(name for seat, name in enumerate(self.players) if seat in rota.around)

    @property
    def hands(self) -> int:
        """Return the number of people who play in a deal."""
        return self.rota.hands if self.rota else len(self.players)

    @property
    def resting(self) -> tuple[str, ...]:
        """Return the names of the players who sit out, in the settings of one deal; else empty."""
        return (self.rota.resting or ()) if self.rota else ()

    @property
    def dealer_rests(self) -> bool:
        """Return True if these are the settings of one deal and its dealer sits out."""
        return self.rota is not None and bool(self.resting) and self.rota.rests == DEALER

    @property
    def known(self) -> dict[str, object]:
        """Return the names with a value that formulas can use before the first deal."""
        return {"players": self.hands, "people": self.people, **self.options}


def agree(
    rules: Ruleset,
    players: Iterable[str],
    dealer: str | None = None,
    options: Mapping[str, object] | None = None,
    turns: SitOutPlan | None = None,
) -> Agreed:
    """Check the settings and seat the players. Raises Refused with every problem.

    With `turns` there may be more players than hands; some of them then sit out."""
    names = tuple(unicodedata.normalize("NFC", name.strip()) for name in players)
    settled, option_problems = complete_options(rules, options or {})
    if rules.hangs_on_options:
        rules = as_chosen(rules, len(names), settled)
    problems = [*player_problems(rules, names, turns is not None, settled), *option_problems]
    rota = None
    if not problems and turns is not None:
        rota, problems = rota_of(rules, len(names), turns, settled)
    wanted = None if dealer is None else unicodedata.normalize("NFC", dealer.strip())
    if wanted is not None and wanted not in names:
        message = say(
            "`{player}` does not play here; {players} do",
            player=dealer or "",
            players=listing(names, "and"),
        )
        problems.append(
            Problem("player-unknown", message, "dealer", known_mends(did_you_mean(wanted, names)))
        )
    if problems:
        raise Refused(problems)
    first = 0 if wanted is None else names.index(wanted)
    return seated(rules, names, first, settled)._replace(rota=rota)


def seated(
    rules: Ruleset, names: tuple[str, ...], first: int, options: Mapping[str, Any]
) -> Agreed:
    """Seat players whose names are already checked. Partners sit across; the first player's side
    is first."""
    if rules.hangs_on_options:
        rules = as_chosen(rules, len(names), options)
    half = len(names) // 2
    sides = (
        tuple((s, s + half) for s in range(half))
        if rules.teams
        else tuple((s,) for s in range(len(names)))
    )
    side_of = tuple(seat % len(sides) for seat in range(len(names)))
    side_names = _side_names(rules, names)
    return Agreed(
        rules=rules,
        players=names,
        dealer=first,
        options=options,
        sides=sides,
        side_names=side_names,
        side_of=side_of,
        seat_of={n: s for s, n in enumerate(names)},
    )


def renamed(agreed: Agreed, names: tuple[str, ...]) -> Agreed:
    """Return the settings with other names, which were checked before."""
    return agreed._replace(
        players=names,
        side_names=_side_names(agreed.rules, names),
        seat_of={name: seat for seat, name in enumerate(names)},
    )


def with_column(agreed: Agreed, name: str) -> Agreed:
    """Return the settings with one more column, for a name that was checked before, in a game
    without partners."""
    seat = len(agreed.players)
    wider = agreed._replace(sides=(*agreed.sides, (seat,)), side_of=(*agreed.side_of, seat))
    return renamed(wider, (*agreed.players, name))


def _side_names(rules: Ruleset, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return each side's name: the player's, or in team games both partners' (`Anna & Cleo`)."""
    half = len(names) // 2
    return (
        tuple(" & ".join(pair) for pair in zip(names[:half], names[half:], strict=False))
        if rules.teams
        else names
    )


def player_problems(
    rules: Ruleset,
    names: tuple[str, ...],
    may_rest: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Iterable[Problem]:
    """Yield the problems with the players' names and their number.

    `options` may change the allowed number of players."""
    if not rules.players:
        yield _nobody_may_play(rules, options)
        return
    may_rest = may_rest and has_room_for(rules, len(names))
    if len(names) not in rules.players and not may_rest:
        yield _wrong_number(rules, len(names), options)
        if len(names) > FAR_TOO_MANY:
            return  # each name against every other would take its time
    seen: dict[str, str] = {}
    for name in names:
        if problem := name_problem(name):
            yield problem
        other = seen.setdefault(comparison_form(name), name)
        if other is not name or names.count(name) > 1:
            yield duplicate_name_problem(say("two players are named `{name}`", name=name))
            break
    pairs = _side_names(rules, names)
    if rules.teams and len(set(pairs)) < len(pairs) and len(set(names)) == len(names):
        yield duplicate_name_problem(say("two sides would be called `{name}`", name=pairs[0]))


def _nobody_may_play(rules: Ruleset, options: Mapping[str, Any] | None) -> Problem:
    """Return the problem of options that together allow no number of players."""
    chosen = what_decides(rules, options or {})
    message = say("{choices} leave no number of players: each is for others", choices=chosen)
    hint = say("choose one of them otherwise")
    return Problem("players-number", message, "players", (hint,))


def _wrong_number(rules: Ruleset, named: int, options: Mapping[str, Any] | None) -> Problem:
    wanted, game = either(rules.players), rules.name
    if rules.players != rules.every_number and options is not None:
        message = say(
            "{game} with {choices} is for {wanted} players; {named} were named",
            game=game,
            choices=what_decides(rules, options),
            wanted=wanted,
            named=named,
        )
        return Problem("players-number", message, "players", (_name_so_many(rules),))
    if rules.teams and named > max(rules.players):
        message = say(
            "{game} is for {wanted} players in partnerships, so nobody can rest; {named} were "
            "named",
            game=game, wanted=wanted, named=named,
        )  # fmt: skip
        return Problem("players-number", message, "players", (_name_so_many(rules),))
    message = say(
        "{game} is for {wanted} players; {named} were named", game=game, wanted=wanted, named=named
    )
    return Problem("players-number", message, "players", (_name_so_many(rules),))


def _name_so_many(rules: Ruleset) -> Words:
    wanted = either(rules.players)
    if rules.deals.to_the_right:
        return say("name {wanted} players, anticlockwise", wanted=wanted)
    return say("name {wanted} players, clockwise", wanted=wanted)


def duplicate_name_problem(message: Words) -> Problem:
    """Return the problem of two players' names that look the same."""
    return Problem(
        "player-twice", message, "players", (say("give each a name of their own, `Ann B.`"),)
    )


def name_problem(name: str) -> Problem | None:
    """Return the problem with a player's name, or None."""
    if (fault := name_fault(name)) is None:
        return None
    message = say("{name} cannot be a player's name: {fault}", name=repr(name), fault=fault)
    return Problem("player-name", message, "players")


@lru_cache(1_000)  # the same people play many evenings
def name_fault(name: str) -> Words | None:
    if not name:
        return say("it is empty")
    if fault := text_fault(name, NAME_LIMIT):
        return fault
    if any(character in _BLANK for character in name):
        return say("it holds an invisible control character")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        return say("nothing of it can be seen")
    if "," in name or name == "-":
        return say("a comma or a lone dash could not be told from a list of numbers")
    return None


@lru_cache(1_000)
def comparison_form(name: str) -> str:
    """Return a name in the form used for comparison, without case, joiners and variation marks.
    Names that look the same are equal."""
    return "".join(
        c for c in name if unicodedata.category(c) != "Cf" and c not in _VARYING
    ).casefold()


# Invisible characters of the categories letter and mark: fillers, and the grapheme joiner.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_VARYING = frozenset(
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)


def text_fault(words: str, most: int) -> Words | None:
    """Return the reason why a text cannot be recorded (too long, or it has a control character),
    or None."""
    if len(words) > most:
        return say("it has {length} characters, {most} is the most", length=len(words), most=most)
    if any(map(is_control, words)):
        return say("it holds an invisible control character")
    return None


def option_words(words: Iterable[str]) -> dict[str, str]:
    """Return options typed as `stock=4` by name; a word without a value is a flag, with an empty
    text."""
    parts = [word.partition("=") for word in words]
    return {name.strip(): value.strip() for name, _, value in parts}


def complete_options(
    rules: Ruleset, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Problem]]:
    """Return every option with its chosen or default value, and the problems with the choices."""
    settled = {name: option.default for name, option in rules.options.items()}
    problems = []
    for name, value in given.items():
        found = [name] if name in rules.options else options_named(rules, name)
        if len(found) != 1:
            problems.append(_unknown_option(rules, name))
            continue
        option = rules.options[found[0]]
        settled[option.id], fault = _option_value(option, value)
        if fault:
            message = say(
                "`{option}` cannot be `{value}`: {fault}", option=name, value=value, fault=fault
            )
            problems.append(Problem("option-value", message, "option"))
    return settled, problems


def is_ranking(rules: Ruleset, name: str) -> bool:
    """Return True if a name is the option for ranking players and the ruleset leaves it to the
    table."""
    own = {comparison_form(option) for option in rules.options}
    return name == RANKING and RANKING not in own and not rules.teams and rules.match is None


def ranked_by(agreed: Agreed, value: str) -> Agreed:
    """Return the settings with a new way of ranking, totals or average. Raises Refused for any
    other word."""
    if value not in (TOTALS, AVERAGE):
        fault = say("say {choices}", choices=either((TOTALS, AVERAGE)))
        message = say(
            "`{option}` cannot be `{value}`: {fault}", option=RANKING, value=value, fault=fault
        )
        raise refuse("option-value", message, "option")
    return agreed._replace(by_totals=value == TOTALS)


def _unknown_option(rules: Ruleset, name: str) -> Problem:
    known = [option_typed(rules, option).shown() for option in rules.options]
    if known:
        options = ", ".join(known)
        message = say(
            "`{option}` is not an option of this game; there are: {options}",
            option=name,
            options=options,
        )
    else:
        message = say("`{option}` is not an option: this game has none", option=name)
    return Problem("option-unknown", message, "option", known_mends(did_you_mean(name, known)))


WHOLE_NUMBER = "-?[0-9]{1,10}"
_YES = {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}


def _option_value(option: TableOption, value: object) -> tuple[Any, Words | None]:
    if option.kind == "flag":
        settled = value if isinstance(value, bool) else _YES.get(str(value).casefold())
        return (
            (settled, None)
            if settled is not None
            else (False, say("say {choices}", choices=choices_of_option(option)))
        )
    if option.kind == "number":
        text = str(value)
        number = int(text) if re.fullmatch(WHOLE_NUMBER, text) else None
        least, most = option.bounds
        if number is None or not least <= number <= most:
            return option.default, say("say {choices}", choices=choices_of_option(option))
        return number, None
    chosen = [value] if value in option.values else said_whole(option.words, str(value))
    return (
        (chosen[0], None)
        if len(chosen) == 1
        else (option.default, say("say {choices}", choices=choices_of_option(option)))
    )


def choices_of_option(option: TableOption) -> Words:
    """Return the allowed values of an option, or the range of its numbers, as text."""
    if option.kind != "number":
        return either(choices_typed(option))
    least, most = option.bounds[0], option.most
    if most is None:
        return say("a number from {least}", least=least)
    return say("a number from {least} to {most}", least=least, most=most)
