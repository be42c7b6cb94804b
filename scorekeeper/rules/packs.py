"""What is wrong with the table of a pack: cards that cannot be, and words that are read as two."""

from collections.abc import Iterable, Sequence

from scorekeeper.rules.cards import Pack, card_of_row, folded, names_of_ranks, suit_letter
from scorekeeper.text.message import Message, say


def pack_faults(pack: Pack) -> Iterable[tuple[str, Message]]:
    """The words of the table with what is wrong with each: a card that is none of the ranks and
    suits, or words that would be two cards."""
    for code, name in pack.rows or ():
        if card_of_row(pack, code, name) is None:
            message = say("`{card}` is not a rank and suit letters of this pack", card=code)
            yield "cards", message
    alone = {code for code, _ in pack.suitless}
    for code in sorted(alone):
        if any(
            code == rank + suit.letter
            for rank in {*pack.ranks} - alone
            for suit in pack.suits.values()
        ):
            message = say("`{card}` is a card with a suit already", card=code)
            yield "suitless", message
    yield from (("suit", message) for message in _of_two_suits(pack))
    if pack.told:
        yield from (("rank", message) for message in _of_two_ranks(pack))
        yield from (("rank", message) for message in _run_together(pack))


def _of_two_suits(pack: Pack) -> Iterable[Message]:
    """What is wrong with letters that are two suits each in one language."""
    for code in sorted({code for suit in pack.suits.values() for code in suit.letters.by_language}):
        first: dict[str, str] = {}
        for suit in pack.suits.values():
            letter = suit_letter(suit, code)
            if first.setdefault(folded(letter), suit.id) != suit.id:
                yield say(
                    "`{word}` cannot be both {rank} and {other}",
                    word=letter, rank=first[folded(letter)], other=suit.id,
                )  # fmt: skip


def _of_two_ranks(pack: Pack) -> Iterable[Message]:
    """What is wrong with words that are two ranks each."""
    first: dict[str, str] = {}
    for word, rank in names_of_ranks(pack):
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
        *pack.suit_names,
        *(folded(card.code.removeprefix(card.rank)) for card in pack.cards.values() if card.suits),
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
