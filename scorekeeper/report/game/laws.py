"""The laws of play in words: in few, to tell games apart, and in full, to play by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.referee.law_cards import named_said
from scorekeeper.report.game.roles import somebody
from scorekeeper.rules.model import Contract, Ruleset
from scorekeeper.rules.model_laws import CLOSED, LAWS, THROW
from scorekeeper.rules.model_play import Play
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import names_listed, parted, text_of

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
    """What a law of play is about, as a heading."""
    return tr(TOPICS[law])


def law_of(rules: Ruleset, play: Play, law: str) -> str:
    """A law as a game has it, and the contracts in which it is another."""
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
    """A law of play as it is said."""
    named = _named(rules, word) if law in (CLOSED, THROW) else ""
    if law == CLOSED:
        return tr(UNTIL_PLAYED, suits=named) if named else tr("any suit may be led at once")
    if law == THROW:
        return tr(MUST_THROW, cards=named) if named else tr("nothing must be thrown")
    return tr(LAW_WORDS[law, word])


UNTIL_PLAYED = marked("{suits} may not be led before one was played to an earlier trick")
MUST_THROW = marked("who cannot follow must throw one of these, if the hand has one: {cards}")


def _named(rules: Ruleset, said: str) -> str:
    """The suits or cards that a law names, in words; empty where it names none."""
    return text_of(named_said(rules.pack, said)) if said.split() else ""


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


def play_lines(rules: Ruleset, play: Play) -> Iterator[str]:
    """How tricks are played, in the order in which one meets it, and how suits are laid out; not of
    a game without cards or tricks."""
    if not rules.has_cards or play.tricks == 0:
        return
    laid = [contract for contract in rules.contracts.values() if contract.stops]
    if not laid or len(laid) < len(rules.contracts):
        yield _leads(rules, play)
        for law in _law_sentences(rules, play):
            yield _in_full(rules, play, law)
    if laid:
        yield _lays(rules, laid)


def _leads(rules: Ruleset, play: Play) -> str:
    """Who leads to the first trick and to those after it."""
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
    """How suits are laid out, and by whom first."""
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


def _law_sentences(rules: Ruleset, play: Play) -> Iterator[str]:
    """The laws that are worth a sentence in this game."""
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


def _words_of(rules: Ruleset, play: Play, law: str) -> set[str]:
    """Every word that a law has in the game or in some contract of it."""
    own = {contract.play[law] for contract in rules.contracts.values() if law in contract.play}
    return {play.laws.get(law, LAWS[law][0]), *own}


# Laws that every game is told of, and those that say nothing where another law is everywhere so.
_ALWAYS = ("follow", "wins")
_WHEN: Mapping[str, tuple[str, str]] = {
    "void": ("follow", "free"),
    "head": ("follow", "free"),
    "ties": ("wins", "suit led"),
}


def _in_full(rules: Ruleset, play: Play, law: str) -> str:
    """A law as a game has it, and the contracts in which it is another."""
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
    """What one word of a law asks for."""
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
