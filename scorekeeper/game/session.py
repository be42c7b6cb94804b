"""What is agreed before the first deal: the rules, who plays, who deals first, the options."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.base.records import Record
from scorekeeper.game.seats import Rota, Turns, has_room_for, rota_of
from scorekeeper.rules.model import Option, Ruleset
from scorekeeper.rules.model_resting import DEALER
from scorekeeper.rules.said import NO, YES, choices_typed, option_typed, options_named, said_whole
from scorekeeper.text.message import Words, either, listing, say
from scorekeeper.text.problems import Problem, Refused, did_you_mean, known_mends, refuse
from scorekeeper.text.width import is_control

Facts = Mapping[str, Any]
# What ranks where not everybody has played as many deals: a choice of every table at which somebody
# can have a score of their own.
RANKING, TOTALS, AVERAGE = "ranking", "totals", "average"
FAR_TOO_MANY = 100  # players
NAME_LIMIT = 40


class Agreed(Record):
    """What the players agreed before the first deal. Seats are indices into `players`,
    clockwise; a side is a player, or in team games the partners who sit across. `rota` says who
    takes turns where more people sit at the table than there are hands; None where all play.
    `by_totals` says that totals rank also where not everybody has played as many deals."""

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
        """How many sit at the table, those who rest included."""
        return len(self.rota.around) if self.rota else len(self.players)

    @property
    def gone(self) -> tuple[str, ...]:
        """Who has a column and no longer sits at the table; of one deal nobody."""
        rota = self.rota
        if rota is None or rota.is_of_deal or len(rota.around) == len(self.players):
            return ()
        return tuple(name for seat, name in enumerate(self.players) if seat not in rota.around)

    @property
    def ranks_by_deals(self) -> bool:
        """Return True if the points of a deal played rank: somebody left whose column did not go
        on, and the table has not chosen the totals."""
        return bool(self.gone) and not self.by_totals

    @property
    def at_table(self) -> tuple[str, ...]:
        """Who sits at the table, those who rest included, in the order of their columns."""
        rota = self.rota
        if rota is None or rota.is_of_deal or len(rota.around) == len(self.players):
            return self.players
        return tuple(name for seat, name in enumerate(self.players) if seat in rota.around)

    @property
    def hands(self) -> int:
        """How many play in a deal."""
        return self.rota.hands if self.rota else len(self.players)

    @property
    def resting(self) -> tuple[str, ...]:
        """The names of those who rest, where this is of one deal."""
        return (self.rota.resting or ()) if self.rota else ()

    @property
    def dealer_rests(self) -> bool:
        """Whether whoever deals rests, where this is of one deal."""
        return self.rota is not None and bool(self.resting) and self.rota.rests == DEALER

    @property
    def known(self) -> dict[str, object]:
        """What formulas know before there is a deal."""
        return {"players": self.hands, "people": self.people, **self.options}


def agree(
    rules: Ruleset,
    players: Iterable[str],
    dealer: str | None = None,
    options: Mapping[str, object] | None = None,
    turns: Turns | None = None,
) -> Agreed:
    """Checks what is agreed and seats the players; raises Refused with every problem. With `turns`
    there may be more players than hands, and some of them rest."""
    names = tuple(unicodedata.normalize("NFC", name.strip()) for name in players)
    settled, option_problems = settled_options(rules, options or {})
    if rules.hangs_on_options:
        rules = _of_choices(rules, len(names), settled)
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


def _of_choices(rules: Ruleset, players: int, options: Mapping[str, object]) -> Ruleset:
    """The rules as they are with these choices."""
    from scorekeeper.rules.chosen_rules import as_chosen  # noqa: PLC0415 - 0.3 ms, few games

    return as_chosen(rules, players, options)


def seated(
    rules: Ruleset, names: tuple[str, ...], first: int, options: Mapping[str, Any]
) -> Agreed:
    """Seats players who were checked before; partners sit across, the first-named's side first."""
    if rules.hangs_on_options:
        rules = _of_choices(rules, len(names), options)
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
    """The same table with other names, which were checked before."""
    return agreed._replace(
        players=names,
        side_names=_side_names(agreed.rules, names),
        seat_of={name: seat for seat, name in enumerate(names)},
    )


def with_column(agreed: Agreed, name: str) -> Agreed:
    """The same table with a column more, for somebody whose name was checked before; of a game
    without partners."""
    seat = len(agreed.players)
    wider = agreed._replace(sides=(*agreed.sides, (seat,)), side_of=(*agreed.side_of, seat))
    return renamed(wider, (*agreed.players, name))


def _side_names(rules: Ruleset, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the sides are called: a player's own name, or that of the partners who sit across."""
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
    """What is wrong with these players' names and number; `options` are those that the rules are
    chosen by, where their number may hang on them."""
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
        other = seen.setdefault(as_seen(name), name)
        if other is not name or names.count(name) > 1:
            yield twice_problem(say("two players are named `{name}`", name=name))
            break
    pairs = _side_names(rules, names)
    if rules.teams and len(set(pairs)) < len(pairs) and len(set(names)) == len(names):
        yield twice_problem(say("two sides would be called `{name}`", name=pairs[0]))


def _nobody_may_play(rules: Ruleset, options: Mapping[str, Any] | None) -> Problem:
    """Choices of which each leaves other numbers of players."""
    from scorekeeper.rules.chosen_rules import what_decides  # noqa: PLC0415 - only for a refusal

    chosen = what_decides(rules, options or {})
    message = say("{choices} leave no number of players: each is for others", choices=chosen)
    hint = say("choose one of them otherwise")
    return Problem("players-number", message, "players", (hint,))


def _wrong_number(rules: Ruleset, named: int, options: Mapping[str, Any] | None) -> Problem:
    wanted, game = either(rules.players), rules.name
    if rules.players != rules.every_number and options is not None:
        from scorekeeper.rules.chosen_rules import what_decides  # noqa: PLC0415 - only for a refusal

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


def twice_problem(message: Words) -> Problem:
    """What is wrong where two cannot be told from each other."""
    return Problem(
        "player-twice", message, "players", (say("give each a name of their own, `Ann B.`"),)
    )


def name_problem(name: str) -> Problem | None:
    """What is wrong with a player's name; None where nothing is."""
    if (fault := name_fault(name)) is None:
        return None
    message = say("{name} cannot be a player's name: {fault}", name=repr(name), fault=fault)
    return Problem("player-name", message, "players")


@lru_cache(1_000)  # the same people play many evenings
def name_fault(name: str) -> Words | None:
    if not name:
        return say("it is empty")
    if fault := words_fault(name, NAME_LIMIT):
        return fault
    if any(character in _BLANK for character in name):
        return say("it holds an invisible control character")
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        return say("nothing of it can be seen")
    if "," in name or name == "-":
        return say("a comma or a lone dash could not be told from a list of numbers")
    return None


@lru_cache(1_000)
def as_seen(name: str) -> str:
    """The name without what joins and varies its letters: two that look the same are the same."""
    return "".join(
        c for c in name if unicodedata.category(c) != "Cf" and c not in _VARYING
    ).casefold()


# Letters and marks by their category that are drawn as nothing: fillers, and the joiner of
# graphemes.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_VARYING = frozenset(
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)


def words_fault(words: str, most: int) -> Words | None:
    """Why somebody's words cannot be kept: too many, or holding what no page could show."""
    if len(words) > most:
        return say("it has {length} characters, {most} is the most", length=len(words), most=most)
    if any(map(is_control, words)):
        return say("it holds an invisible control character")
    return None


def option_words(words: Iterable[str]) -> dict[str, str]:
    """Choices as they are typed, `stock=4`; a word alone, a flag, says yes."""
    parts = [word.partition("=") for word in words]
    return {name.strip(): value.strip() for name, _, value in parts}


def settled_options(
    rules: Ruleset, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Problem]]:
    """Every option as it is chosen, or as usual, and what is wrong with the choices."""
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
    """Return True if this names the choice of what ranks, which these rules leave to the table."""
    own = {as_seen(option) for option in rules.options}
    return name == RANKING and RANKING not in own and not rules.teams and rules.match is None


def ranked_by(agreed: Agreed, value: str) -> Agreed:
    """Return the table with what ranks from now on. Raises Refused for another word."""
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


def _option_value(option: Option, value: object) -> tuple[Any, Words | None]:
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


def choices_of_option(option: Option) -> Words:
    """Return what may be chosen of an option: its values, or the numbers from the least on."""
    if option.kind != "number":
        return either(choices_typed(option))
    least, most = option.bounds[0], option.most
    if most is None:
        return say("a number from {least}", least=least)
    return say("a number from {least} to {most}", least=least, most=most)
