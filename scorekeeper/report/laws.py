"""The laws of play in words."""

from __future__ import annotations

from scorekeeper.ruleset.play import LAWS

TOPICS = {
    "follow": "Following suit", "void": "Playing when one cannot follow", "head": "Heading the trick",
    "undertrump": "Under-trumping", "wins": "What wins a trick", "ties": "Equal cards", "trump": "How trumps are made",
}  # fmt: skip
LAW_WORDS = {
    ("follow", "must"): "suit must be followed",
    ("follow", "trumps only"): "only trumps must be followed",
    ("follow", "free"): "any card may be played",
    ("void", "free"): "who cannot follow may play anything",
    ("void", "must trump"): "who cannot follow must trump",
    ("head", "never"): "nobody has to head the trick",
    ("head", "suit led"): "who can head the suit led must",
    ("head", "trumps led"): "who can head trumps that were led must",
    ("undertrump", "free"): "under-trumping is allowed",
    ("undertrump", "partner's only"): "only a partner may be under-trumped",
    ("wins", "suit led"): "the highest trump wins, else the highest of the suit led",
    ("wins", "any suit"): "the highest card wins, whatever its suit",
    ("ties", "first played"): "of equal cards the first wins",
    ("ties", "last played"): "of equal cards the last wins",
    ("trump", "named"): "trumps are named",
    ("trump", "first card led"): "the first card led makes trumps",
}


def law_words(law: str, word: str) -> str:
    """A law of play as it is said."""
    return LAW_WORDS.get((law, word), f"{law}: {word}")


def usual_law(law: str) -> str:
    """The law that holds where a ruleset says nothing, as it is said."""
    return law_words(law, LAWS[law][0])
