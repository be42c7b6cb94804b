"""The steps of a deal in words: calling, dealing, entering, sitting out, and the next deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_whole, number_word
from scorekeeper.game.schedule import Turn
from scorekeeper.game.standing import Standing
from scorekeeper.proof.situations import each_table
from scorekeeper.referee.dealing import (
    DealtStep,
    dealing_summary,
    each_dealing_step,
    players_by_seat,
    step_words,
)
from scorekeeper.referee.question_context import Case, case_of_next_deal
from scorekeeper.report.game.roles import by_players, settled, somebody
from scorekeeper.report.game.scoring_rules_text import cited, with_source
from scorekeeper.report.shared_labels import fact_word
from scorekeeper.rules.cards import folded
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.rules.formula import Formula, FormulaError, number_of
from scorekeeper.rules.rule_text import amount, condition, term
from scorekeeper.rules.ruleset import (
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
from scorekeeper.rules.ruleset_play import RefereeRules
from scorekeeper.text.message_text import labelled, listed, names_listed, text_of
from scorekeeper.text.translation import marked, tr

# --- entries -----------------------------------------------------------------------------------
# The entry of a deal, for the rule sheet: counts and facts, and their conditions.


# The label of each type of fact.
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
    """Return a line for every count and fact: its type, its condition, and whether it may be left
    out."""
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
    """Return the text of an entry with its condition, and whether it may be omitted or entered
    later."""
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
    """Return the text of a count: one number a player or a side, and the fixed sum."""
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
    """Return the fixed sum of a count as text, by number of players if it varies."""
    known = ({"players": players} for players in rules.players)
    totals = [text_of(amount(rules, settled(total, fact))) for fact in known]
    said = [tr("{total} in all", total=one) for one in totals]
    return by_players(dict(zip(rules.players, said, strict=True)))


def _fact(rules: Ruleset, fact: Fact) -> str:
    """Return the word to type for a fact, followed by its type."""
    if fact.kind == WORDS:
        return _words(rules, fact)
    kind = _kind(fact) if fact.kind != PLAYERS else _players(rules, fact)
    if not is_whole(fact.step):
        kind = tr("{count}, by steps of {step}", count=kind, step=fact.step)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    is_said = folded(typed) == folded(name)
    return labelled(typed, kind if is_said else f"{name}, {kind}")


def _kind(fact: Fact) -> str:
    """Return the values that a fact accepts as text: words, or a type with bounds and alternative
    words."""
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
    """Return the number of players that a fact may name, as text."""
    most = max(rules.every_number) if fact.most is None else fact.most
    return tr("{least} to {most} of the players", least=fact.least or 0, most=most)


def _words(rules: Ruleset, fact: Fact) -> str:
    """Return the words that a fact may list, and their number, as text."""
    words = names_listed([word.shown() for word in fact.values.values()])
    least, most = fact.least or 0, len(fact.values) if fact.most is None else fact.most
    said = tr("{least} to {most} of {words}", least=least, most=most, words=words)
    typed, name = key_typed(rules, fact.id).shown(), fact.name.shown()
    return labelled(typed, said if folded(typed) == folded(name) else f"{name}, {said}")


# --- the auction before play, for the rule sheet -----------------------------------------------


FIRST_CALLER = "dealer's left"  # who calls first, as seats are played


def calling_lines(rules: Ruleset) -> list[str]:
    """Return lines on the calls of an auction in order, and on who wins it; empty without an
    auction."""
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
    """Return the label of a call: the label of the fact value with this word, else the word."""
    for fact in rules.facts.values():
        if word in fact.values:
            return fact.values[word].shown()
    return word


# --- the steps of dealing, for the rule sheet --------------------------------------------------


def dealing_lines(rules: Ruleset, referee: RefereeRules) -> list[str]:
    """Return the steps of dealing under the default options, with seats instead of names."""
    if not referee.dealing.steps and rules.hand is None:
        return []
    agreed = next(each_table(rules))
    case = Case(agreed, referee, False, agreed.dealer)
    steps = [(step_words(case, step), step.source) for step in _cited_once(each_dealing_step(case))]
    return [cited(text_of(said), text_of(source or "")) for said, source in steps]


def _cited_once(steps: Sequence[DealtStep]) -> Iterator[DealtStep]:
    """Yield the steps with repeated sources removed, except at the last step of each source."""
    for number, step in enumerate(steps):
        later = {other.source for other in steps[number + 1 :]}
        yield step._replace(source=None) if step.source in later else step


# --- beforehand --------------------------------------------------------------------------------
# The facts to know before the next deal: how to deal, who calls first, and what the deal itself
# decides.


FACT = "fact "  # before the fact that names a player, in the words of the schedule


class DealingText(NamedTuple):
    """The text on how the cards are dealt: `brief` is a short version, `steps` has every step."""

    brief: Sequence[str]
    steps: Sequence[str]


class Beforehand(NamedTuple):
    """The facts to know before a deal. `speaks` is the player who calls first. `decided_by` maps
    an undecided role (`declarer`, `leader`) to the fact that decides it. `dealing` tells how to
    deal. `quotas_by_role` maps a contract to the quota of each role, where the sides' quotas
    are unknown."""

    speaks: str | None
    decided_by: Mapping[str, str]
    dealing: DealingText
    quotas_by_role: Mapping[str, Mapping[str, int]]


def beforehand(
    standing: Standing, turn: Turn, sides: Mapping[str, Mapping[str, int | None]]
) -> Beforehand:
    """Return the facts to know before the next deal. `sides` has the quotas of the sides in each
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
    """Return the player who calls first, left of the dealer; None without an auction."""
    agreed, state = standing.seating.agreed, standing.seating.state
    first = agreed.players[(state.dealer + 1) % len(agreed.players)]
    return first if agreed.rules.auction else None


def _decided_by(standing: Standing, turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield each role that the deal decides, with the deciding fact."""
    deals = standing.agreed.rules.deals
    first = deals.first if turn.number == 1 else None
    declarer = first or deals.declarer
    leader = first or (declarer if deals.leader == "declarer" else deals.leader)
    for part, seat, who in (("declarer", turn.declarer, declarer), ("leader", turn.leader, leader)):
        if seat is None and who is not None:
            yield part, who.removeprefix(FACT)


def _of_roles(standing: Standing, contract: str) -> dict[str, int]:
    """Return the quota of each role; empty if the settings alone do not determine all."""
    quota = standing.agreed.rules.contracts[contract].quota
    try:
        return {role: number_of(formula, standing.agreed.known) for role, formula in quota.items()}
    except FormulaError:
        return {}


def _dealing(standing: Standing) -> DealingText:
    """Return how to deal: every step, and a short version that includes rules special to the
    contract if it is known."""
    case = case_of_next_deal(standing.seating.agreed, standing.seating.state, {})
    if not case.referee.dealing.steps and case.rules.hand is None:
        return DealingText([], [])
    seats = players_by_seat(case)
    steps = [step_words(case, step) for step in each_dealing_step(case, seats)]
    return DealingText([*map(text_of, dealing_summary(case, seats))], [*map(text_of, steps)])


# --- the effects of a deal on the next, in words -----------------------------------------------


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
# The same for games that are played to the right.
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

# The same for games without cards: the dealer's part is to begin, the declarer's to choose.
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
# A name in a sentence of the rules, which is replaced by its value.
NAMED = re.compile(r"\{([^\W\d][\w.]*)\}")


def following_lines(rules: Ruleset) -> list[str]:
    """Return lines on the effects of a deal on the next: dealer, declarer, leader, trump suit, and
    the rules' messages. The last line ends with the source; empty if there are no effects."""
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
    """Return the messages on the first dealer, declarer and leader that suit the game."""
    if rules.has_cards:
        return FIRST_TO_THE_RIGHT if rules.deals.to_the_right else FIRST
    return FIRST_TO_THE_RIGHT_WITHOUT_CARDS if rules.deals.to_the_right else FIRST_WITHOUT_CARDS


def _unsaid(rules: Ruleset, text: str) -> str:
    """Return a sentence of the rules with placeholders for unknown players and values."""
    return NAMED.sub(
        lambda name: tr("PLAYER") if name[1] == ME else f"({text_of(term(rules, name[1]))})", text
    )


def _said(rules: Ruleset, test: Formula) -> str:
    return text_of(condition(rules, test))


# --- sitting out -------------------------------------------------------------------------------
# The sentence on who sits out if there are more players at the table than hands.


def resting_words(rules: Ruleset, resting: Resting) -> str:
    """Return the text on who sits out, the points for sitting out, and the number of deals then,
    as far as the rules set them."""
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
