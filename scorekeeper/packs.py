"""Making a pack: its cards from ranks and suits, whatever is read as one of them, and that nothing
is read as two."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.cards import Card, Pack, Rank, Suit, folded, suit_names
from scorekeeper.language import Phrase
from scorekeeper.message import Message, say
from scorekeeper.problems import Problem, Refused, refuse


def full_pack(
    name: Phrase, ranks: tuple[str, ...], suits: Mapping[str, Suit],
    rows: Iterable[tuple[str, str]] | None, aliases: Mapping[str, str],
    told: Mapping[str, Rank] | None = None, fillers: Iterable[str] = (),
) -> Pack:  # fmt: skip
    """Builds a pack; `rows` are (code, name) of its cards, None where it has every rank in every
    suit, and `told` the ranks that have letters and words by language. Raises Refused where a card
    is none of the ranks and suits, or where one word would be two cards."""
    cards = _cards(ranks, suits, rows)
    told = {rank: told[rank] for rank in ranks if told and rank in told}
    letters = {rank: one.letter.or_else(rank) for rank, one in told.items()}
    names = _rank_names(ranks, aliases, told)
    rank_names = dict(reversed(names))
    spellings = _spellings(cards, suits, aliases)
    pack = Pack(
        name=name,
        ranks=ranks,
        suits=suits,
        cards=cards,
        spellings=spellings,
        letters=letters,
        rank_names=rank_names,
        fillers=frozenset(map(folded, fillers)),
    )
    if told and (doubles := [*_of_two_ranks(names), *_run_together(pack)]):
        raise Refused(Problem("pack-card", message, "rank") for message in doubles)
    return pack


def _cards(
    ranks: Iterable[str], suits: Mapping[str, Suit], rows: Iterable[tuple[str, str]] | None
) -> dict[str, Card]:
    """The cards by code, of the rows or of every rank in every suit."""
    by_letter = {suit.letter: suit.id for suit in suits.values()}
    longest_first = sorted(ranks, key=len, reverse=True)
    codes = (
        list(rows)
        if rows is not None
        else [(r + s.letter, "") for s in suits.values() for r in ranks]
    )
    cards: dict[str, Card] = {}
    for code, own_name in codes:
        rank = next((r for r in longest_first if code.startswith(r)), "")
        letters = code[len(rank) :]
        if not rank or not letters or any(letter not in by_letter for letter in letters):
            raise refuse(
                "pack-card", say("`{card}` is not a rank and suit letters of this pack", card=code)
            )
        cards[code] = Card(rank, tuple(by_letter[letter] for letter in letters), code, own_name)
    return cards


def _rank_names(
    ranks: Iterable[str], aliases: Mapping[str, str], told: Mapping[str, Rank]
) -> list[tuple[str, str]]:
    """Everything that is read as a rank, and the rank: ids, aliases, letters and words."""
    named = [(rank, rank) for rank in ranks]
    named += [(alias, rank) for alias, rank in aliases.items() if rank in ranks]
    for rank, one in told.items():
        named += [(word, rank) for word in (*one.letter.spellings(), *one.words.spellings())]
    return list(dict.fromkeys((folded(word), rank) for word, rank in named))


def _of_two_ranks(names: Iterable[tuple[str, str]]) -> Iterable[Message]:
    """What is wrong with words that are two ranks each."""
    first: dict[str, str] = {}
    for word, rank in names:
        if first.setdefault(word, rank) != rank:
            yield say(
                "`{word}` cannot be both {rank} and {other}",
                word=word,
                rank=first[word],
                other=rank,
            )


def _run_together(pack: Pack) -> Iterable[Message]:
    """What is wrong with two ranks of which one and a suit are written as the other and a suit."""
    tails = {
        *suit_names(pack),
        *(folded(card.code.removeprefix(card.rank)) for card in pack.cards.values()),
    }
    for short, long in _beginnings(sorted(pack.rank_names)):
        rank, other = pack.rank_names[short], pack.rank_names[long]
        rest = long.removeprefix(short)
        tail = (
            next((tail for tail in tails if rest + tail in tails), None) if rank != other else None
        )
        if tail is not None:
            yield say(
                "`{word}` cannot be both {rank} and {other}",
                word=long + tail,
                rank=rank,
                other=other,
            )


def _beginnings(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Each of the words, in order of the alphabet, with every longer one that begins with it."""
    for place, short in enumerate(names, 1):
        for long in names[place:]:
            if not long.startswith(short):
                break
            yield short, long


def _spellings(
    cards: Mapping[str, Card], suits: Mapping[str, Suit], aliases: Mapping[str, str]
) -> dict[str, str]:
    """Everything that is read as a card by its signs or its own name, and the card's code."""
    marks = {suit.id: (folded(suit.letter), folded(suit.symbol)) for suit in suits.values()}
    ranks = {card.rank: [folded(card.rank)] for card in cards.values()}
    for alias, rank in aliases.items():
        ranks.setdefault(rank, []).append(folded(alias))
    spellings: dict[str, str] = {}
    for card in cards.values():
        written = list(zip(*(marks[suit] for suit in card.suits), strict=True))
        for rank in ranks[card.rank]:
            for signs in written:
                spellings.setdefault(rank + "".join(signs), card.code)
                spellings.setdefault(rank + "".join(signs[::-1]), card.code)
        if card.name:
            spellings.setdefault(folded(card.name), card.code)
            spellings.setdefault(folded(card.name).removeprefix("the "), card.code)
    return spellings
