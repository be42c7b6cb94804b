"""The coming deal in a sentence: who deals, declares and leads, and which contracts are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.game.schedule import Turn, is_spent
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.report.deeds import player_at, who_does
from scorekeeper.report.phrases import trump_word
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import in_quotes, text_of


def said_next(standing: Standing) -> str | None:
    """The coming deal in one spoken sentence; None when the session is over."""
    turn = standing.next_turn
    resting = standing.seating.agreed.resting
    if turn is None:
        return None
    turns = turn_words(standing.agreed, turn, resting)
    return " ".join([turns, *_trump_sentence(standing), *owed_words(standing)])


def _trump_sentence(standing: Standing) -> Iterator[str]:
    """That the last deal settled the trump suit, where it did."""
    trump, coming = settled_trump(standing), standing.next_turn
    if trump is not None and coming is not None:
        suit = settled_words(standing.agreed.rules, trump, coming.contracts)
        yield _sentence(tr("Trumps: {suit}", suit=suit))


def settled_trump(standing: Standing) -> str | None:
    """The trump suit that the last deal settled for the coming one, where one of its contracts
    leaves it open."""
    turn, known = standing.next_turn, standing.agreed.rules.contracts
    if turn is None or standing.state.follows is None:
        return None
    is_open = not turn.contracts or any(known[name].trump == "open" for name in turn.contracts)
    return standing.state.follows.trump if is_open else None


def settled_words(rules: Ruleset, trump: str, contracts: Iterable[str]) -> str:
    """The trump suit that was settled, and where a contract may have another."""
    suit = trump_word(rules, trump)
    if all(rules.contracts[name].trump == "open" for name in contracts):
        return suit
    return tr("{suit}, where the contract leaves it open", suit=suit)


def owed_words(standing: Standing) -> list[str]:
    """What the rules say of whom after the last deal, a sentence each."""
    following = standing.agreed.rules.following
    if following is None or not following.says or not standing.deals or standing.state.over:
        return []
    from scorekeeper.game.following_deal import owed_after  # noqa: PLC0415 - 0.5 ms, few games

    return [_sentence(text_of(said)) for said in owed_after(following, standing.deals[-1])]


def _sentence(text: str) -> str:
    """The words of a page with the stop that they may lack."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def turn_words(agreed: Agreed, turn: Turn, resting: Sequence[str] = ()) -> str:
    """The coming deal in one spoken sentence, with those who rest."""
    declarer, leader = (player_at(agreed, seat) for seat in (turn.declarer, turn.leader))
    people = who_does(agreed.rules, agreed.players[turn.dealer], declarer, leader, resting)
    words = in_quotes(
        [agreed.rules.contracts[name].name.shown().lower() for name in turn.contracts]
    )
    if is_spent(agreed.rules, turn) and declarer:
        # Translators: who does what, and that the declarer has no contract left to choose
        return tr("{people}; {player} has no contract left.", people=people, player=declarer)
    if not words:
        return f"{people}."
    if not turn.held and (agreed.rules.deals.picked or len(words) > 1):
        # Translators: who does what, and which contracts are left to choose from
        return tr("{people}; left: {contracts}.", people=people, contracts=", ".join(words))
    return tr("{people}; contract: {contract}.", people=people, contract=words[0])
