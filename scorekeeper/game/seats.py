"""More people at a table than there are hands: who rests in a deal, and who may.

People are places in the list of those who were named; a seat is the place of somebody who plays,
counted clockwise among those who do.
"""

from collections.abc import Iterable, Mapping

from scorekeeper.base.records import Record
from scorekeeper.rules.formula import FormulaError, whole_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_resting import DEALER, NOTHING_SAID, RESTERS, Resting
from scorekeeper.text.message import Words, either, say
from scorekeeper.text.problems import Problem

MOST_RESTING = 3


class Turns(Record):
    """What a table settles about resting: who does, and how many deals a game has; None where the
    rules say it."""

    rest: str | None = None
    deals: int | None = None


NOTHING_SETTLED = Turns()


class Rota(Record):
    """Who takes turns at the hands: the people clockwise, how many play in a deal, who of RESTERS
    rests, and the number of deals that the table settled, None where the rules say it. `resting`
    are the names of those who rest, and `dealer` of who deals, where all this is of one deal."""

    around: tuple[int, ...]
    hands: int
    rests: str
    deals: int | None = None
    resting: tuple[str, ...] | None = None
    dealer: str = ""

    @property
    def turns(self) -> Turns:
        """What the table settled."""
        return Turns(self.rests, self.deals)

    @property
    def has_resters(self) -> bool:
        """Whether more people sit at the table than there are hands."""
        return len(self.around) > self.hands

    @property
    def is_of_deal(self) -> bool:
        """Whether this is of one deal, in which those who rest are left out already."""
        return self.resting is not None

    def resters(self, dealer: int) -> tuple[int, ...]:
        """Those who rest when this person deals. Where it is the dealer and more, the others are
        those before the dealer, so that the next ones on the left play."""
        number = len(self.around) - self.hands
        place = self.around.index(dealer)
        first = {DEALER: place - number + 1, RESTERS[1]: place + 1, RESTERS[2]: place - number}
        return tuple(
            self.around[(first[self.rests] + step) % len(self.around)] for step in range(number)
        )

    def playing(self, dealer: int) -> tuple[int, ...]:
        """Those who play when this person deals, clockwise."""
        resters = self.resters(dealer)
        return tuple(person for person in self.around if person not in resters)

    def deals_for(self, dealer: int) -> int:
        """The seat that has the dealer's place in the turn of play: the dealer's own, or that of
        the last to play before a dealer who rests."""
        playing = self.playing(dealer)
        place = self.around.index(dealer)
        before = (self.around[place - back] for back in range(len(self.around)))
        return next(playing.index(person) for person in before if person in playing)


def hands_of(rules: Ruleset, people: int) -> int:
    """How many of these people play in a deal: all, where the game seats so many; else as many as
    it seats at most."""
    return people if people in rules.players else max(n for n in rules.players if n < people)


def has_room_for(rules: Ruleset, people: int) -> bool:
    """Whether so many may sit at the table, some of them resting."""
    most = max(rules.players)
    return not rules.teams and most < people <= most + MOST_RESTING


def rota_of(
    rules: Ruleset, people: int, turns: Turns, options: Mapping[str, object]
) -> tuple[Rota | None, list[Problem]]:
    """Who takes turns, None where everybody plays every deal, and why these people cannot."""
    if people in rules.players:
        return None, list(_nobody_rests(rules, people, turns))
    said = rules.resting or NOTHING_SAID
    wanted = said.who if turns.rest is None else _rester(turns.rest)
    if wanted is None:
        return None, [_unknown_rester(turns.rest or "")]
    rota = Rota(
        around=tuple(range(people)), hands=hands_of(rules, people), rests=wanted, deals=turns.deals
    )
    problems = [*_without_turns(rules)] or [
        *_needs_rester(rules, wanted),
        *_deals_problems(rules, rota, said, options),
    ]
    return rota, problems


def _without_turns(rules: Ruleset) -> Iterable[Problem]:
    """Who rests goes round with the deal, and so cannot where that goes by the deal before."""
    if rules.following is not None and rules.following.moves:
        message = say(
            "in {game} who deals, declares or leads follows from the deal before: nobody can rest",
            game=rules.name,
        )
        yield Problem("resting-next", message, "rest")


def _rester(word: str) -> str | None:
    """Who is meant, as it is typed: `dealer's-left`, with or without the apostrophe."""
    plain = {_plain(name): name for name in RESTERS}
    return plain.get(_plain(word))


def _plain(word: str) -> str:
    return "".join(letter for letter in word.casefold() if letter.isalpha())


def typed_rester(who: str) -> str:
    """Who rests as it is typed: without a space."""
    return who.replace(" ", "-")


def _unknown_rester(word: str) -> Problem:
    message = say("nobody is called `{word}` at a table", word=word)
    hint = say("say who rests: {who}", who=either([typed_rester(who) for who in RESTERS]))
    return Problem("rest-unknown", message, "rest", (hint,))


def _nobody_rests(rules: Ruleset, people: int, turns: Turns) -> Iterable[Problem]:
    """Choices about resting where everybody plays."""
    for option, value in turns._asdict().items():
        if value is not None:
            message = say(
                "`--{option}` is for more people than hands: {game} with {number} has nobody rest",
                option=option, game=rules.name, number=people,
            )  # fmt: skip
            yield Problem("rest-nobody", message, option, (say("leave it out"),))


def _needs_rester(rules: Ruleset, who: str) -> Iterable[Problem]:
    """Rules that give a part of the play to somebody who would rest, or choose the next dealer."""
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
    """A number of deals in which not everybody would rest equally often, or which the contracts do
    not suffice for."""
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
    """How many deals a game has in which people rest: as the table settled it, as the rules say it,
    or so many that each deals as often as in the game of those who play. None where a score ends
    it."""
    known = {"players": rota.hands, "people": len(rota.around), **options}
    if rules.deals.number is None:
        return None
    if rota.deals is not None:
        return rota.deals
    if rota.has_resters and rules.resting is not None and rules.resting.deals is not None:
        return whole_of(rules.resting.deals, known)
    number = whole_of(rules.deals.number, known)
    if is_used_up(rules) and number % rota.hands == 0:
        return number // rota.hands * len(rota.around)
    return number


def is_used_up(rules: Ruleset) -> bool:
    """Whether a game gives each person each contract: picked once, a round, or a stint long."""
    deals = rules.deals
    return bool(rules.contracts) and (deals.once or deals.by_round or deals.stint > 1)
