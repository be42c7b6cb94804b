"""Answers about a trick: the winner, the legal cards, the card for the heap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.referee.dealing import long_hand
from scorekeeper.referee.pile_value_answers import goal_problems, worth_by_suit
from scorekeeper.referee.question_context import (
    NO_TRUMPS,
    PARTS,
    Case,
    RefereeAnswer,
    cited_source,
    read_heap,
    referee_command,
    rule_line,
    seat_named,
    shown_cards,
    shown_suits,
    typed_values_fix,
)
from scorekeeper.referee.trick_rules import agreed_verdict
from scorekeeper.referee.tricks import Legal, legal, winner, winning_law, winning_reason
from scorekeeper.rules.cards import Card, cards_over, typed_card, words_of_card, words_of_suit
from scorekeeper.rules.ruleset import Fact, Ruleset
from scorekeeper.text.message import Words, listing, say, say_n, titled
from scorekeeper.text.problems import Problem, Refused, gathered, refuse
from scorekeeper.text.translation import marked

# --- choice of a card for the heap -------------------------------------------------------------
# The trick's winner chooses one of the beaten cards.


class HeapChoice(NamedTuple):
    """A card that may go to the heap. `brings` is its value by suit, `then` the heap's with it.
    Both are empty without values per suit."""

    card: Card
    brings: Mapping[str, int]
    then: Mapping[str, int]


def heap_of(rules: Ruleset) -> Fact | None:
    """Return the fact for the heap that takes one beaten card of every trick; None in a game
    without a heap."""
    return next((fact for fact in rules.facts.values() if fact.beaten), None)


def choices(
    case: Case, trick: Sequence[Card], won: int, heap: Sequence[Card] = ()
) -> list[HeapChoice]:
    """Return the cards of a trick that may go to the heap: all except the winning one. `heap` are
    the cards in it."""
    beaten = [card for place, card in enumerate(trick) if place != won]
    return [
        HeapChoice(card, worth_by_suit(case, [card]), worth_by_suit(case, [*heap, card]))
        for card in beaten
    ]


def open_trick(
    tricks: Sequence[Sequence[Card]], winners: Sequence[int | None], codes: Iterable[str]
) -> int | None:
    """Return the index of the last trick that was won, if none of its cards is in the heap yet;
    else None. `codes` are the cards in the heap."""
    last = max((place for place, won in enumerate(winners) if won is not None), default=None)
    return None if last is None or {card.code for card in tricks[last]} & {*codes} else last


def heap_problems(
    case: Case, trick: Sequence[Card], heap: Sequence[Card], goal: Sequence[Card]
) -> Iterator[Problem]:
    """Yield a problem for each card that cannot be in the heap, or cannot be the goal card, when
    the trick's winner chooses."""
    fact = heap_of(case.rules)
    if fact is None and (heap or goal):
        message = say("in {game} no card of a trick goes to a heap", game=case.rules.name)
        yield Problem("heap-none", message, "heap")
        return
    over = cards_over(case.pack, (*trick, *heap, *goal))
    away = [words_of_card(case.pack, card) for card in (*heap, *goal) if card in {*trick} & {*over}]
    if away:
        cards = listing(away, "and")
        message = say("{cards} cannot be in the trick and elsewhere", cards=cards)
        yield Problem("card-twice", message, "heap")
    yield from goal_problems(case, heap, goal)


def choice_value(chosen: Iterable[HeapChoice], goal: Sequence[Card]) -> list[dict[str, Any]]:
    """Return the choices as values for JSON: each card, the resulting heap per suit, the goal
    card's score."""
    return [
        {
            "card": one.card.code,
            "suits": dict(one.then),
            "score": _score(one, goal[0]) if goal else None,
        }
        for one in chosen
    ]


def choice_lines(
    case: Case, chosen: Sequence[HeapChoice], who: Words, known: bool, goal: Sequence[Card] = ()
) -> list[Words]:
    """Return the lines of a choice: the player, then each card's value, or the heap's value with
    the card if the heap is `known`."""
    fact = heap_of(case.rules)
    name = fact.name if fact else ""
    cards = listing(words_of_card(case.pack, one.card) for one in chosen)
    lines: list[Words] = [
        say("{player} chooses: {cards} goes to the {heap}", player=who, cards=cards, heap=name)
    ]
    for one in chosen:
        suits = one.then if known else one.brings
        if any(suits.values()):
            said, card = shown_suits(case.pack, suits), words_of_card(case.pack, one.card)
            line = say(WITH_HEAP[known], card=card, heap=name, suits=said)
            lines.append(titled(line, _scores(case, one, goal[0])) if goal else line)
    return lines


def _scores(case: Case, chosen: HeapChoice, goal: Card) -> Words:
    """Return the line of the goal card's score after the choice."""
    card = words_of_card(case.pack, goal)
    return say("{card} scores {value}", card=card, value=_score(chosen, goal))


# The key is True if the cards in the heap are known.
WITH_HEAP = {
    True: marked("with {card} the {heap} has {suits}"),
    False: marked("{card} brings {suits}"),
}


def _score(one: HeapChoice, goal: Card) -> int:
    """Return the value of the heap for a goal card: the lower of its suits."""
    return min(one.then[suit] for suit in goal.suits)


def check_heap(
    case: Case, trick: Sequence[Card], heap: Sequence[Card], goal: Sequence[Card]
) -> None:
    """Raise Refused if the heap or the goal card is not possible."""
    problems = [*heap_problems(case, trick, heap, goal)]
    if problems:
        raise Refused(problems)


# --- answers about a trick: its winner, and the cards that may be played -----------------------


def trick_answer(
    case: Case,
    words: Sequence[str],
    leader: str | None = None,
    pot: Sequence[str] = (),
    goal: Sequence[str] = (),
) -> RefereeAnswer:
    """Return the answer with the winner of a trick, whose cards are in order of play. The winner
    is a name if the leader is named.

    If a card of each trick goes to a heap, the answer has the possible choices. `pot` are the
    cards in the heap, `goal` is the asker's goal card."""
    trick, first, heap, goals = gathered(
        lambda: read_heap(case, words),
        lambda: None if leader is None else seat_named(case.agreed, leader, "leader"),
        lambda: read_heap(case, pot, "heap"),
        lambda: read_heap(case, goal, "goal"),
    )
    players = case.agreed.players
    _check_trick(trick, len(players))
    trick_rules, index = agreed_verdict(
        case,
        lambda trick_rules: winner(trick_rules, trick),
        lambda place: say("{who} wins", who=words_of_card(case.pack, trick[place])),
    )
    check_heap(case, trick, heap, goals)
    name = None if first is None else players[(first + index) % len(players)]
    because, source = winning_reason(trick_rules, case.pack, trick), trick_rules.sources["wins"]
    value = {"winner": name, "index": index, "card": trick[index].code, "because": because}
    value["source"] = cited_source(case.rules, source)
    who = name or say("card {number}", number=index + 1)
    lines = [_won(who, because, len(trick), len(players))]
    if len(trick) == len(players) and heap_of(case.rules):
        found = choices(case, trick, index, heap)
        value["choices"] = choice_value(found, goals)
        lines += choice_lines(case, found, name or say("the winner"), bool(heap), goals)
    return RefereeAnswer(value, (*lines, rule_line(case, winning_law(trick_rules), source)))


def _check_trick(trick: Sequence[Card], players: int) -> None:
    """Raise Refused for a trick without cards, or with more than one per player."""
    if not trick:
        message = say("no cards: name those of the trick, in order of play")
        raise refuse("cards-missing", message, "cards")
    if len(trick) > players:
        message = say(
            "{number} cards are more than one trick of {players}",
            number=len(trick), players=players,
        )  # fmt: skip
        raise refuse("cards-number", message, "cards")


def _won(who: Words, why: Words, played: int, seats: int) -> Words:
    """Return the line of the winner, or of the winner so far in an unfinished trick."""
    if played == seats:
        # Translators: {who} is a player's name, or "card 2".
        return say("{who} wins: {why}", who=who, why=why)
    return say_n(
        played,
        "{who} wins so far, {n} of {players} cards played: {why}",
        "{who} wins so far, {n} of {players} cards played: {why}",
        who=who,
        players=seats,
        why=why,
    )


def legal_answer(
    case: Case, hand_words: Sequence[str], trick_words: Sequence[str]
) -> RefereeAnswer:
    """Return the answer with the cards of the hand that may be played to the trick so far, and the
    law."""
    hand, trick = gathered(
        lambda: read_heap(case, hand_words, "hand"), lambda: read_heap(case, trick_words, "trick")
    )
    _check_hand(case, hand, trick)
    may = _may(case, hand, trick, case.broken or frozenset())
    if not trick and case.broken is None:
        _check_broken(case, may, _may(case, hand, trick, frozenset(case.pack.suits)))
    value = {
        "legal": [card.code for card in may.cards],
        "because": may.because,
        "source": cited_source(case.rules, may.source),
    }
    lines = [say("may be played: {cards}", cards=shown_cards(case.pack, may.cards))]
    rest = [card for card in hand if card not in may.cards]
    if rest:
        lines.append(say("may not: {cards}", cards=shown_cards(case.pack, rest)))
    return RefereeAnswer(value, (*lines, rule_line(case, may.because, may.source)))


def _may(case: Case, hand: Sequence[Card], trick: Sequence[Card], broken: frozenset[str]) -> Legal:
    """Return the legal cards, if all possible trick rules agree. Raises Refused if they differ."""
    return agreed_verdict(
        case,
        lambda trick_rules: legal(trick_rules, hand, trick, broken),
        lambda one: shown_cards(case.pack, one.cards),
    )[1]


def _check_broken(case: Case, before: Legal, after: Legal) -> None:
    """Raise Refused if what may be led depends on the suits played before."""
    if {*before.cards} == {*after.cards}:
        return
    suits = [suit for card in after.cards if card not in before.cards for suit in card.suits]
    names = listing((words_of_suit(case.pack, suit) for suit in dict.fromkeys(suits)), "and")
    message = say("it depends on whether {suits} were played to an earlier trick", suits=names)
    raise refuse("depends", message, "broken", typed_values_fix("broken", (suits[0], NO_TRUMPS)))


def _example(case: Case) -> Words:
    """Return the fix with an example question about a hand and a led card of this pack."""
    cards = [typed_card(case.pack, card) for card in case.pack.cards.values()]
    hand = (cards[0], cards[len(cards) // 2], cards[-1])
    game = ("--rules", case.rules.id) if case.state is None else ()
    return say("for example {words}", words=referee_command("legal", *hand, PARTS, cards[1], *game))


def _check_hand(case: Case, hand: Sequence[Card], trick: Sequence[Card]) -> None:
    """Raise Refused for a hand that is empty or too long, a complete trick, and a card in both."""
    seats, problems = len(case.agreed.players), [*long_hand(case, hand, "hand")]
    if not hand:
        problems.append(
            Problem(
                "hand-missing", say("no cards in the hand: name them"), "hand", (_example(case),)
            )
        )
    if len(trick) >= seats:
        message = say(
            "the trick is complete: {number} cards of {players} players",
            number=len(trick),
            players=seats,
        )
        problems.append(
            Problem("trick-complete", message, "trick", (say("name fewer cards of the trick"),))
        )
    both = [words_of_card(case.pack, card) for card in cards_over(case.pack, (*hand, *trick))]
    if both:
        message = say(
            "{cards} cannot be both in the hand and in the trick", cards=listing(both, "and")
        )
        problems.append(Problem("card-twice", message, "hand", (say("name each card once"),)))
    if problems:
        raise Refused(problems)
