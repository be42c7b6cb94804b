"""The course of a deal in words: calling, dealing, entering, sitting out, what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_whole, number_word
from scorekeeper.game.schedule import Turn
from scorekeeper.game.standing import Standing
from scorekeeper.proof.situations import tables
from scorekeeper.referee.dealing import (
    DealtStep,
    in_short,
    players_by_seat,
    step_words,
    steps_dealt,
)
from scorekeeper.referee.question_context import Case, case_at
from scorekeeper.report.game.roles import by_players, settled, somebody
from scorekeeper.report.game.scoring_text import cited, with_source
from scorekeeper.report.shared_labels import fact_word
from scorekeeper.rules.cards import folded
from scorekeeper.rules.entry_names import key_typed
from scorekeeper.rules.formula import Formula, FormulaError, number_of
from scorekeeper.rules.model import (
    ME,
    PLAYERS,
    WORDS,
    Auction,
    Count,
    Fact,
    Following,
    Resting,
    Ruleset,
)
from scorekeeper.rules.model_play import RefereeRules
from scorekeeper.rules.rule_text import amount, condition, term
from scorekeeper.text.message_text import labelled, listed, names_listed, text_of
from scorekeeper.text.translation import marked, tr

# --- entries -----------------------------------------------------------------------------------
# What is entered of a deal, as the rule sheet tells it: counts and facts, and when a deal has
# them.


# What is entered for a fact of each kind.
KINDS = {
    "player": marked("a player"),
    "number": marked("a number"),
    "suit": marked("a suit"),
    "rank": marked("a rank"),
    "card": marked("a card"),
    "cards": marked("cards"),
    "flag": marked("a word by itself"),
    "auction": marked("the calls"),
    "pairs": marked("pairs, of one with another"),
}


def entry_lines(rules: Ruleset) -> list[str]:
    """Every count and fact, with what it is, when it is there and whether it may be left out."""
    counts = [
        with_source(_with_when(rules, count, _count(rules, count)), count.source)
        for count in rules.counts.values()
    ]
    facts = [
        with_source(_with_when(rules, fact, _fact(rules, fact)), fact.source)
        for fact in rules.facts.values()
    ]
    return [*counts, *facts]


def _with_when(rules: Ruleset, thing: Fact | Count, said: str) -> str:
    """What is said of an entry, and in which deals it belongs."""
    if thing.when is not None:
        test = text_of(condition(rules, thing.when))
        said = tr("{entry}; only if {test}", entry=said, test=test)
    if isinstance(thing, Fact) and thing.later:
        return tr("{entry} (may be said later: until then the deal waits for it)", entry=said)
    if isinstance(thing, Fact) and thing.default is not None:
        usual = text_of(amount(rules, thing.default))
        # Translators: what is entered, and what it is where nobody says it
        return tr("{entry} (left out: {usual})", entry=said, usual=usual)
    return tr("{entry} (may be left out)", entry=said) if thing.optional else said


def _count(rules: Ruleset, count: Count) -> str:
    """Who has such a count, and what they come to together."""
    name, by_player = count.name.shown(), count.by_player or not rules.teams
    whose = (
        tr("{count} of each player", count=name)
        if by_player
        else tr("{count} of each side", count=name)
    )
    if not is_whole(count.step):
        whose = tr("{count}, by steps of {step}", count=whose, step=count.step)
    return f"{whose}, {_in_all(rules, count.total)}" if count.total else whose


def _in_all(rules: Ruleset, total: Formula) -> str:
    """What all have together; by the number of players where that differs."""
    known = ({"players": players} for players in rules.players)
    totals = [text_of(amount(rules, settled(total, fact))) for fact in known]
    said = [tr("{total} in all", total=one) for one in totals]
    return by_players(dict(zip(rules.players, said, strict=True)))


def _fact(rules: Ruleset, fact: Fact) -> str:
    """What such a fact is, after the word that is typed for it."""
    if fact.kind == WORDS:
        return _words(rules, fact)
    kind = _kind(fact) if fact.kind != PLAYERS else _players(rules, fact)
    if not is_whole(fact.step):
        kind = tr("{count}, by steps of {step}", count=kind, step=fact.step)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    is_said = folded(typed) == folded(name)
    return labelled(typed, kind if is_said else f"{name}, {kind}")


def _kind(fact: Fact) -> str:
    """What is entered for it: of a word which, of a number within which bounds, and the words that
    may stand for one."""
    words = [word.shown() for word in fact.values.values()]
    if fact.kind == "word":
        return listed(words)
    kind = tr(KINDS[fact.kind])
    if fact.least is not None and fact.most is not None:
        # Translators: as in "a number from 1 to 6".
        kind = tr(
            "{kind} from {least} to {most}",
            kind=kind, least=number_word(fact.least), most=number_word(fact.most),
        )  # fmt: skip
    return listed([kind, *words])


def _players(rules: Ruleset, fact: Fact) -> str:
    """Several players, and how many."""
    most = max(rules.every_number) if fact.most is None else fact.most
    return tr("{least} to {most} of the players", least=fact.least or 0, most=most)


def _words(rules: Ruleset, fact: Fact) -> str:
    """Several words: what they may be, and how many."""
    words = names_listed([word.shown() for word in fact.values.values()])
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    said = tr("{least} to {most} of {words}", least=least, most=most, words=words)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    return labelled(typed, said if folded(typed) == folded(name) else f"{name}, {said}")


# --- How the calling goes before play, as the rule sheet tells it ------------------------------


FIRST_CALLER = "dealer's left"  # who calls first, as seats are played


def calling_lines(rules: Ruleset) -> list[str]:
    """The calls there are, in their order, and who holds the contract; nothing where nobody
    calls."""
    auction = rules.auction
    if auction is None:
        return []
    lines = [*(_over_a_card(rules, auction) if auction.take else _of_numbers(rules, auction))]
    return [*lines[:-1], with_source(lines[-1], auction.source)]


def _over_a_card(rules: Ruleset, auction: Auction) -> Iterator[str]:
    card, take = fact_word(rules, auction.turned), auction.take.shown() if auction.take else ""
    passing = auction.passing.shown()
    first = somebody(rules, FIRST_CALLER)
    yield tr(
        "first round: from {first} on, each says “{take}” and takes the {card} into the hand, "
        "which makes its suit trumps, or says “{passing}”; who takes it ends the calling",
        first=first, take=take, card=card, passing=passing,
    )  # fmt: skip
    yield tr(
        "second round, when all have passed: in the same order each names another suit as trumps "
        "and takes the {card} "
        "all the same, or says “{passing}”; who names one ends the calling",
        card=card, passing=passing,
    )  # fmt: skip


def _of_numbers(rules: Ruleset, auction: Auction) -> Iterator[str]:
    yield tr(
        "from {first} on each calls once: a bid, or “{passing}”",
        first=somebody(rules, FIRST_CALLER), passing=auction.passing.shown(),
    )  # fmt: skip
    yield tr(
        "the first bid is at least {least}, each one after it at least {step} more than the last; "
        "bids go by steps of "
        "{step}, the highest is {most}",
        least=auction.least, step=auction.step, most=auction.most,
    )  # fmt: skip
    if auction.above:
        words = listed((_call(rules, word) for word in auction.above), "and")
        yield tr("above every number stand {words}, in this order", words=words)
    yield tr("the highest bid holds")


def _call(rules: Ruleset, word: str) -> str:
    """A call as it is said: in the words of the fact that an auction's bid is."""
    for fact in rules.facts.values():
        if word in fact.values:
            return fact.values[word].shown()
    return word


# --- The dealing of a game in steps, as the rule sheet tells them ------------------------------


def dealing_lines(rules: Ruleset, referee: RefereeRules) -> list[str]:
    """The steps of dealing, the seats named by their place, with the options as they usually
    are."""
    if not referee.dealing.steps and rules.hand is None:
        return []
    agreed = next(tables(rules))
    case = Case(agreed, referee, False, agreed.dealer)
    steps = [(step_words(case, step), step.source) for step in _cited_once(steps_dealt(case))]
    return [cited(text_of(said), text_of(source or "")) for said, source in steps]


def _cited_once(steps: Sequence[DealtStep]) -> Iterator[DealtStep]:
    """The steps; where several are written in one place, that place behind the last of them."""
    for number, step in enumerate(steps):
        later = {other.source for other in steps[number + 1 :]}
        yield step._replace(source=None) if step.source in later else step


# --- beforehand --------------------------------------------------------------------------------
# What the table does before play in the coming deal: the dealing, who speaks first, what the deal
# itself decides.


FACT = "fact "  # before the fact that names a player, in the words of the schedule


class DealingText(NamedTuple):
    """How the cards are dealt: `brief` in short, and every one of the `steps`."""

    brief: Sequence[str]
    steps: Sequence[str]


class Beforehand(NamedTuple):
    """Who speaks first, by part (`declarer`, `leader`) the fact that names whoever is not known
    yet, the dealing, and by contract the quotas of roles where those of sides are not known."""

    speaks: str | None
    decided_by: Mapping[str, str]
    dealing: DealingText
    quotas_by_role: Mapping[str, Mapping[str, int]]


def beforehand(
    standing: Standing, turn: Turn, sides: Mapping[str, Mapping[str, int | None]]
) -> Beforehand:
    """What the table does before the coming deal; `sides` are the quotas of the sides in each
    contract."""
    return Beforehand(
        speaks=_speaks(standing),
        decided_by=dict(_decided_by(standing, turn)),
        dealing=_dealing(standing),
        quotas_by_role={
            name: _of_roles(standing, name) for name in turn.contracts if not sides[name]
        },
    )


def _speaks(standing: Standing) -> str | None:
    """Who calls first where there is an auction: the player at the dealer's left."""
    agreed, state = standing.seating.agreed, standing.seating.state
    first = agreed.players[(state.dealer + 1) % len(agreed.players)]
    return first if agreed.rules.auction else None


def _decided_by(standing: Standing, turn: Turn) -> Iterator[tuple[str, str]]:
    """Each part whose player the deal names, with the fact that does."""
    deals = standing.agreed.rules.deals
    first = deals.first if turn.number == 1 else None
    declarer = first or deals.declarer
    leader = first or (declarer if deals.leader == "declarer" else deals.leader)
    for part, seat, who in (("declarer", turn.declarer, declarer), ("leader", turn.leader, leader)):
        if seat is None and who is not None:
            yield part, who.removeprefix(FACT)


def _of_roles(standing: Standing, contract: str) -> dict[str, int]:
    """The quota of each role, as far as it follows from what was agreed."""
    quota = standing.agreed.rules.contracts[contract].quota
    try:
        return {role: number_of(formula, standing.agreed.known) for role, formula in quota.items()}
    except FormulaError:
        return {}


def _dealing(standing: Standing) -> DealingText:
    """In short: all of it in a line, and what the contract has of its own where it is known; and
    every step."""
    case = case_at(standing.seating.agreed, standing.seating.state, {})
    if not case.referee.dealing.steps and case.rules.hand is None:
        return DealingText([], [])
    seats = players_by_seat(case)
    steps = [step_words(case, step) for step in steps_dealt(case, seats)]
    return DealingText([*map(text_of, in_short(case, seats))], [*map(text_of, steps)])


# --- What follows from a deal for the next, in words -------------------------------------------


# Translators: {test} is a test in words, of one player after another
FIRST = {
    "dealer": marked(
        "the next deal is dealt by the first, from whose turn it is to the left, for whom this "
        "holds: {test}"
    ),
    "declarer": marked(
        "the next deal is declared by the first, from the dealer's left on, for whom this holds: "
        "{test}"
    ),
    "leader": marked(
        "to the next deal leads the first, from the dealer's left on, for whom this holds: {test}"
    ),
}
# The same where everything goes to the right.
FIRST_TO_THE_RIGHT = {
    "dealer": marked(
        "the next deal is dealt by the first, from whose turn it is to the right, for whom this "
        "holds: {test}"
    ),
    "declarer": marked(
        "the next deal is declared by the first, from the dealer's right on, for whom this holds: "
        "{test}"
    ),
    "leader": marked(
        "to the next deal leads the first, from the dealer's right on, for whom this holds: {test}"
    ),
}

# The same without cards, where whoever would deal begins and whoever would declare chooses.
FIRST_WITHOUT_CARDS = {
    "dealer": marked(
        "next begins the first, from whose turn it is to the left, for whom this holds: {test}"
    ),
    "declarer": marked(
        "next chooses the first, from the left of whoever begins, for whom this holds: {test}"
    ),
}
FIRST_TO_THE_RIGHT_WITHOUT_CARDS = {
    "dealer": marked(
        "next begins the first, from whose turn it is to the right, for whom this holds: {test}"
    ),
    "declarer": marked(
        "next chooses the first, from the right of whoever begins, for whom this holds: {test}"
    ),
}
# A name in a sentence of the rules, for which its value stands when it is said.
NAMED = re.compile(r"\{([^\W\d][\w.]*)\}")


def following_lines(rules: Ruleset) -> list[str]:
    """Who deals, declares and leads because of the deal before, its trump suit, and what is said
    then."""
    following = rules.following
    if following is None:
        return []
    *lines, last = _lines(rules, following)
    return [*lines, with_source(last, following.source)]


def _lines(rules: Ruleset, following: Following) -> Iterator[str]:
    if following.stays is not None:
        again = (
            marked("the same player deals again when {test}")
            if rules.has_cards
            else marked("the same player begins again when {test}")
        )
        yield tr(again, test=_said(rules, following.stays))
    for word, sentence in _first(rules).items():
        test = getattr(following, word)
        if test is not None:
            yield tr(sentence, test=_said(rules, test))
    if following.trump is not None:
        suit = text_of(amount(rules, following.trump))
        yield tr("the trump suit of the next deal, where it is open: {suit}", suit=suit)
    for row in following.says:
        words = tr(
            "of everybody for whom this holds after a deal: {test}, it is said: {text}",
            test=_said(rules, row.when), text=_unsaid(rules, row.text.shown()),
        )  # fmt: skip
        yield with_source(words, row.source)


def _first(rules: Ruleset) -> Mapping[str, str]:
    """How it is said who deals, declares and leads."""
    if rules.has_cards:
        return FIRST_TO_THE_RIGHT if rules.deals.to_the_right else FIRST
    return FIRST_TO_THE_RIGHT_WITHOUT_CARDS if rules.deals.to_the_right else FIRST_WITHOUT_CARDS


def _unsaid(rules: Ruleset, text: str) -> str:
    """A sentence of which nobody knows yet of whom it is said, nor what is put in."""
    return NAMED.sub(
        lambda name: tr("PLAYER") if name[1] == ME else f"({text_of(term(rules, name[1]))})", text
    )


def _said(rules: Ruleset, test: Formula) -> str:
    return text_of(condition(rules, test))


# --- resting words -----------------------------------------------------------------------------
# Who rests where more people sit at the table than there are hands, in a sentence.


def resting_words(rules: Ruleset, resting: Resting) -> str:
    """Who rests, what that scores where it is anything, and how many deals there are then where
    the rules say so."""
    who = somebody(rules, resting.who)
    if resting.score is None:
        said = tr("with more people than hands {player} rests", player=who)
    else:
        points = text_of(amount(rules, resting.score))
        said = tr(
            "with more people than hands {player} rests, and scores {points}",
            player=who, points=points,
        )  # fmt: skip
    if resting.deals is None:
        return said
    number = text_of(amount(rules, resting.deals))
    return tr("{resting}; there are {number} deals then", resting=said, number=number)
