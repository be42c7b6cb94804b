"""The play of a game in words: laws, cards, melds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.proof.situations import each_table
from scorekeeper.referee.melds import melds_of, source_interpretation
from scorekeeper.referee.trick_rules import named_cards_text
from scorekeeper.report.game.roles import somebody
from scorekeeper.report.game.scoring_rules_text import with_source
from scorekeeper.rules.cards import (
    Pack,
    Suit,
    rank_shown,
    suit_letter,
    typed_card,
    words_of_card,
    words_of_ranks,
)
from scorekeeper.rules.ruleset import Contract, Ruleset
from scorekeeper.rules.ruleset_entries import CLOSED, LAWS, THROW
from scorekeeper.rules.ruleset_play import MeldKind, Melds, PlayRules, RefereeRules
from scorekeeper.text.message_text import labelled, listed, names_listed, parted, text_of
from scorekeeper.text.translation import Phrase, language, marked, on_screen, tr, trn

# --- laws --------------------------------------------------------------------------------------
# The laws of play in words: short, to distinguish games, and in full, to play by.


TOPICS = {
    "follow": marked("Following suit"),
    "void": marked("Playing when one cannot follow"),
    "head": marked("Heading the trick"),
    "undertrump": marked("Under-trumping"),
    "wins": marked("What wins a trick"),
    "ties": marked("Equal cards"),
    "trump": marked("How trumps are made"),
    CLOSED: marked("Suits that may not be led at once"),
    THROW: marked("What must be thrown"),
}
LAW_WORDS = {
    ("follow", "must"): marked("suit must be followed"),
    ("follow", "trumps only"): marked("only trumps must be followed"),
    ("follow", "free"): marked("any card may be played"),
    ("void", "free"): marked("who cannot follow may play anything"),
    ("void", "must trump"): marked("who cannot follow must trump"),
    ("head", "never"): marked("nobody has to head the trick"),
    ("head", "suit led"): marked("who can head the suit led must"),
    ("head", "trumps led"): marked("who can head trumps that were led must"),
    ("head", "always"): marked("who can beat the trick must"),
    ("undertrump", "free"): marked("under-trumping is allowed"),
    ("undertrump", "partner's only"): marked("only a partner may be under-trumped"),
    ("wins", "suit led"): marked("the highest trump wins, else the highest of the suit led"),
    ("wins", "any suit"): marked("the highest card wins, whatever its suit"),
    ("ties", "first played"): marked("of equal cards the first wins"),
    ("ties", "last played"): marked("of equal cards the last wins"),
    ("trump", "named"): marked("trumps are named"),
    ("trump", "first card led"): marked("the first card led makes trumps"),
}


def law_topic(law: str) -> str:
    """Return the heading of a law of play."""
    return tr(TOPICS[law])


def law_of(rules: Ruleset, play: PlayRules, law: str) -> str:
    """Return the short text of a law of play, with the contracts that differ."""
    usual = play.laws.get(law, LAWS[law][0])
    differing: dict[str, list[str]] = {}
    for contract in rules.contracts.values():
        if contract.play.get(law, usual) != usual:
            differing.setdefault(contract.play[law], []).append(contract.name.shown())
    also = [
        tr("in {contracts} {law}", contracts=names_listed(names), law=_law_words(rules, law, word))
        for word, names in differing.items()
    ]
    return parted([_law_words(rules, law, usual), *also])


def _law_words(rules: Ruleset, law: str, word: str) -> str:
    """Return the short text of a law of play."""
    named = _named(rules, word) if law in (CLOSED, THROW) else ""
    if law == CLOSED:
        return tr(UNTIL_PLAYED, suits=named) if named else tr("any suit may be led at once")
    if law == THROW:
        return tr(MUST_THROW, cards=named) if named else tr("nothing must be thrown")
    return tr(LAW_WORDS[law, word])


UNTIL_PLAYED = marked("{suits} may not be led before one was played to an earlier trick")
MUST_THROW = marked("who cannot follow must throw one of these, if the hand has one: {cards}")


def _named(rules: Ruleset, said: str) -> str:
    """Return the suits or cards in a law's value as text, or "" without any."""
    return text_of(named_cards_text(rules.pack, said)) if said.split() else ""


# --- in full -------------------------------------------------------------------------------------

IN_FULL = {
    ("follow", "must"): marked(
        "who has a card of the suit led must play one: suit must be followed"
    ),
    ("follow", "trumps only"): marked(
        "when trumps are led, who has a trump must play one; when another suit is led any card may "
        "be played, a trump "
        "too, even by who has a card of that suit"
    ),
    ("follow", "free"): marked("any card may be played, whatever was led"),
    ("void", "free"): marked("who cannot follow suit may play any card"),
    ("void", "must trump"): marked(
        "who cannot follow suit must play a trump; who has no trump either may play any card"
    ),
    ("head", "never"): marked("nobody has to beat the cards that were played before"),
    ("head", "suit led"): marked(
        "who follows suit must beat the highest card of that suit, if possible"
    ),
    ("head", "trumps led"): marked(
        "when trumps are led the highest of them must be beaten, if possible"
    ),
    ("head", "always"): marked(
        "of the cards that may be played, who has one that would win the trick so far must play "
        "such a card"
    ),
    ("undertrump", "free"): marked("a lower trump may be played on a higher one"),
    ("undertrump", "partner's only"): marked(
        "when another suit than trumps is led, a trump lower than that of an opponent who is "
        "winning the trick may be "
        "played only if there is nothing else to play"
    ),
    ("wins", "suit led"): marked(
        "the highest trump in a trick wins it; where there is none, the highest card of the suit "
        "led; a card of any "
        "other suit never wins"
    ),
    ("wins", "any suit"): marked("the highest card of a trick wins it, whatever its suit"),
    ("ties", "first played"): marked("of equal cards the one played first is the higher"),
    ("ties", "last played"): marked("of equal cards the one played last is the higher"),
    ("trump", "first card led"): marked(
        "the suit of the very first card led is trumps, even if it was led by mistake"
    ),
    ("trump", "named"): marked("trumps are named"),
}


FITS = marked("a card fits if it begins the pile of its suit, or is the next on it")


def play_lines(rules: Ruleset, play: PlayRules) -> Iterator[str]:
    """Yield lines on how tricks are played, in the order of play, and on how suits are laid out.
    Yield nothing for a game without cards or tricks."""
    if not rules.has_cards or play.tricks == 0:
        return
    laid = [contract for contract in rules.contracts.values() if contract.stops]
    if not laid or len(laid) < len(rules.contracts):
        yield _leads(rules, play)
        for law in _law_sentences(rules, play):
            yield _in_full(rules, play, law)
    if laid:
        yield _lays(rules, laid)


def _leads(rules: Ruleset, play: PlayRules) -> str:
    """Return the text on who leads to the first trick and to later tricks."""
    is_any = _words_of(rules, play, CLOSED) == {""}
    if rules.deals.leader is None and not is_any:
        return tr("the winner of a trick leads to the next")
    if rules.deals.leader is None:
        return tr("any card may be led; the winner of a trick leads to the next")
    who = somebody(rules, rules.deals.leader)
    if rules.deals.first:
        first = somebody(rules, rules.deals.first)
        who = tr("{player} (in the first deal {first})", player=who, first=first)
    if not is_any:
        return tr(
            "{player} leads to the first trick, the winner of each trick to the next", player=who
        )
    return tr(
        "{player} leads to the first trick, the winner of each trick to the next; any card may be "
        "led",
        player=who,
    )


def _lays(rules: Ruleset, laid: Sequence[Contract]) -> str:
    """Return the text on how suits are laid out, and who begins."""
    names = names_listed(contract.name.shown() for contract in laid)
    if rules.deals.leader is None:
        return tr(
            "in {contracts} everybody in turn lays one card or passes: {fits}",
            contracts=names,
            fits=tr(FITS),
        )
    who = somebody(rules, rules.deals.leader)
    return tr(
        "in {contracts} {player} begins, and everybody in turn lays one card or passes: {fits}",
        contracts=names, player=who, fits=tr(FITS),
    )  # fmt: skip


def _law_sentences(rules: Ruleset, play: PlayRules) -> Iterator[str]:
    """Yield the sentences on laws of play that the rule sheet of this game needs."""
    for law, words in LAWS.items():
        said = _words_of(rules, play, law)
        if law == "ties" and rules.pack.has_alike:
            yield law
        elif law in _WHEN:
            other, silent = _WHEN[law]
            if _words_of(rules, play, other) != {silent}:
                yield law
        elif law in _ALWAYS or said != {words[0]}:
            yield law


def _words_of(rules: Ruleset, play: PlayRules, law: str) -> set[str]:
    """Return every value that a law has in the game or in any of its contracts."""
    own = {contract.play[law] for contract in rules.contracts.values() if law in contract.play}
    return {play.laws.get(law, LAWS[law][0]), *own}


# Laws that every rule sheet has, and laws that are left out if another law always has this value.
_ALWAYS = ("follow", "wins")
_WHEN: Mapping[str, tuple[str, str]] = {
    "void": ("follow", "free"),
    "head": ("follow", "free"),
    "ties": ("wins", "suit led"),
}


def _in_full(rules: Ruleset, play: PlayRules, law: str) -> str:
    """Return a law of play as a sentence, with the contracts that differ."""
    usual = play.laws.get(law, LAWS[law][0])
    others: dict[str, list[Contract]] = {}
    for contract in rules.contracts.values():
        if contract.play.get(law, usual) != usual:
            others.setdefault(contract.play[law], []).append(contract)
    also = [
        tr(
            "in {contracts} {law}",
            contracts=names_listed(c.name.shown() for c in found),
            law=_told_in_full(rules, law, word),
        )
        for word, found in others.items()
    ]
    return parted([_told_in_full(rules, law, usual), *also])


def _told_in_full(rules: Ruleset, law: str, word: str) -> str:
    """Return the full sentence for one word of a law of play."""
    if (law, word) in IN_FULL:
        return tr(IN_FULL[law, word])
    named = _named(rules, word)
    if law == CLOSED and named:
        return tr(
            "{suits} may not be led before one was played to an earlier trick, unless the hand has "
            "nothing else",
            suits=named,
        )
    return _law_words(rules, law, word)


# --- card words --------------------------------------------------------------------------------
# The cards of a game in words: the pack, the order of rank, how to type cards.


def card_lines(rules: Ruleset, play: PlayRules) -> Iterator[str]:
    """Yield lines on the pack, the cards removed from it, their order and how to type them. Yield
    nothing for a game without cards."""
    if not rules.has_cards:
        return
    pack = rules.pack
    name, number = pack.name.shown(), str(len(pack.every_card))
    yield name if number in name else tr("{cards} cards: {pack}", cards=number, pack=name)
    if pack.prepare.by_language:
        yield pack.prepare.shown()
    yield from _copies(pack)
    yield from _suits_of_ranks(pack)
    yield from order_lines(rules, play)
    if letters := _called(pack):
        yield letters
    yield _written(pack)


def _copies(pack: Pack) -> Iterator[str]:
    """Yield lines on the copies of each card, if several, and on cards without a suit."""
    of_each = {*pack.numbers.values()}
    if of_each == {max(of_each)} and of_each != {1}:
        yield trn(max(of_each), "there is {n} of each card", "there are {n} of each card")
    elif of_each != {1}:
        several = (
            f"{number} {text_of(words_of_card(pack, pack.cards[code]))}"
            for code, number in pack.numbers.items()
            if number > min(of_each)
        )
        yield tr(
            "there are {cards}, {number} of each other card",
            cards=", ".join(several),
            number=min(of_each),
        )
    alone = [card for card in pack.cards.values() if not card.suits]
    if alone:
        cards = (f"{text_of(words_of_card(pack, card))} {card.name}".rstrip() for card in alone)
        yield tr(
            "cards without a suit: {cards}; they are of no suit that is led", cards=", ".join(cards)
        )


def order_lines(rules: Ruleset, play: PlayRules) -> Iterator[str]:
    """Yield lines on the order of cards, high to low: in general, for trumps, and for contracts
    with another order."""
    pack, usual, trumps = rules.pack, play.ranks or rules.pack.ranks, play.trump_ranks
    alone = {card.rank for card in pack.cards.values() if not card.suits}
    usual = tuple(rank for rank in usual if rank not in alone)
    ranks = text_of(words_of_ranks(pack, usual))
    if trumps and trumps != usual:
        yield tr("cards rank, high to low: {ranks}", ranks=ranks)
        yield tr("trumps rank, high to low: {ranks}", ranks=text_of(words_of_ranks(pack, trumps)))
    else:
        yield tr("cards rank in every suit, high to low: {ranks}", ranks=ranks)
    for contract in rules.contracts.values():
        if contract.ranks:
            yield tr(
                "in {contract} cards rank, high to low: {ranks}",
                contract=contract.name.shown(),
                ranks=text_of(words_of_ranks(pack, contract.ranks)),
            )
    yield from _ring_lines(rules)


def _ring_lines(rules: Ruleset) -> Iterator[str]:
    """Yield a line on contracts whose ranks form a ring: the lowest follows the highest."""
    contracts = rules.contracts.values()
    rings = [one.name.shown() for one in contracts if one.stops and one.stops.ring]
    if rings:
        high, low = (rank_shown(rules.pack, rules.pack.ranks[place]) for place in (0, -1))
        yield tr(
            "in {contracts} {low} lies next to {high}",
            contracts=names_listed(rings),
            low=low,
            high=high,
        )


def _suits_of_ranks(pack: Pack) -> list[str]:
    """Return lines on the ranks of one suit and of two suits a card, and on the cards of two
    suits; empty without such cards."""
    shared = [card for card in pack.cards.values() if len(card.suits) > 1]
    if not shared:
        return []
    several = {card.rank for card in shared}
    one, more = (
        [rank for rank in pack.ranks if (rank in several) is wanted] for wanted in (False, True)
    )
    cards = [f"{text_of(words_of_card(pack, card))} {card.name}".rstrip() for card in shared]
    return [
        tr(
            "one suit each: {one}; two suits each: {two}",
            one=text_of(words_of_ranks(pack, one)),
            two=text_of(words_of_ranks(pack, more)),
        ),
        tr("the cards of two suits: {cards}", cards=", ".join(cards)),
    ]


def _called(pack: Pack) -> str:
    """Return the words for the letters of ranks: `A ace, K king`; "" if all ranks are numbers."""
    named = [
        (rank_shown(pack, rank), pack.rank_words.get(rank, Phrase({})).shown())
        for rank in pack.ranks
    ]
    return ", ".join(
        f"{letter} {word}" for letter, word in named if word and not letter.isdecimal()
    )


def _written(pack: Pack) -> str:
    """Return the text on how to type a playing card: the letter and sign of each suit, and an
    example."""
    suits = ", ".join(_suit_written(suit) for suit in pack.suits.values())
    card = max(
        pack.cards.values(),
        key=lambda one: (len(one.suits), one.rank.isdecimal(), len(one.rank)),
        default=None,
    )
    if card is None:
        return tr("suits: {suits}", suits=suits)
    ways = (typed_card(pack, card), words_of_card(pack, card), card.name)
    spellings = dict.fromkeys(filter(None, map(text_of, ways)))
    return tr(
        "a card is written rank first, then suit: {suits}; for example {cards}",
        suits=suits,
        cards=listed(spellings),
    )


def _suit_written(suit: Suit) -> str:
    """Return a suit's word, letter and, if the screen can show it, sign."""
    sign = suit.symbol if on_screen(suit.symbol) == suit.symbol else ""
    return f"{suit.words.shown()} {suit_letter(suit, language())} {sign}".rstrip()


# --- meld words --------------------------------------------------------------------------------
# The melds of a game in words: points, how many melds a card may count in, who scores them and
# when.


def melds_lines(rules: Ruleset, referee: RefereeRules) -> list[str]:
    """Return a line for each kind of meld, then the rules for all of them; empty for a game without
    melds."""
    agreed = next(each_table(rules))
    melds = melds_of(agreed, referee)
    if melds is None:
        return []
    kinds = [
        with_source(labelled(kind.name.shown(), _worth(rules.pack, kind)), kind.source)
        for kind in melds.kinds
    ]
    whose = [tr("counts: {melds}", melds=melds.whose.shown())] if melds.whose.by_language else []
    uses = [*_uses(rules.pack, melds), *_added(melds)]
    said = [*uses, text_of(source_interpretation(agreed, melds)), *whose, melds.when.shown()]
    rest = [line for line in said if line]
    return [*kinds, *rest[:-1], *(with_source(line, melds.source) for line in rest[-1:])]


def _worth(pack: Pack, kind: MeldKind) -> str:
    """Return the cards and the points of a kind of meld."""
    if kind.cards:
        cards = text_of(words_of_ranks(pack, kind.cards))
        if kind.trumps:
            return tr("{cards} of trumps, {points}", cards=cards, points=kind.points)
        return tr("{cards} of one suit, {points}", cards=cards, points=kind.points)
    if kind.four:
        values = ", ".join(
            f"{rank_shown(pack, rank)} {points}" for rank, points in kind.four.items()
        )
        return tr("all of a rank: {values}", values=values)
    steps = dict(kind.run)
    longest = max(steps)
    said = [
        tr("{number} cards {points}", number=number, points=steps[number])
        for number in sorted(steps)[:-1]
    ]
    most = tr("{number} or more {points}", number=longest, points=steps[longest])
    return tr(
        "one suit in sequence, in the order {ranks}: {values}",
        ranks=text_of(words_of_ranks(pack, pack.ranks)), values=", ".join([*said, most]),
    )  # fmt: skip


def _uses(pack: Pack, melds: Melds) -> Iterator[str]:
    """Yield a line on how many melds may use one card, if trumps differ from other cards."""
    if not melds.trump_uses:
        return
    more = listed(
        (f"{rank_shown(pack, rank)} {number}" for rank, number in melds.trump_uses.items()), "and"
    )
    yield tr(
        "melds in which a card counts: {number}; of trumps {more}", number=melds.uses, more=more
    )


def _added(melds: Melds) -> Iterator[str]:
    """Yield a line for each kind of meld that adds to another without using its cards again."""
    names = {kind.id: kind.name.shown() for kind in melds.kinds}
    for kind in melds.kinds:
        if kind.adds_to:
            # Translators: {meld} and {other} are kinds of melds.
            yield tr(
                "{meld} within a {other}: counts too, and uses no card again",
                meld=names[kind.id], other=names[kind.adds_to],
            )  # fmt: skip
