"""One-line questions to the referee, as typed at the live table or in a shell."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.referee.auction_answers import auction_answer
from scorekeeper.referee.dealing import dealing_answer
from scorekeeper.referee.exchange import discard_answer
from scorekeeper.referee.melds import melds_answer
from scorekeeper.referee.pile_value_answers import pile_answer, typed_answer
from scorekeeper.referee.question_context import (
    PARTS,
    Case,
    RefereeAnswer,
    case_of_next_deal,
    check_cards,
    with_contract,
    with_played_suits,
    with_trump,
)
from scorekeeper.referee.stops import stops_answer
from scorekeeper.referee.trick_answers import legal_answer, trick_answer
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import did_you_mean, refuse

KEYS = (
    "contract", "trump", "leader", "hand", "trick", "layout", "start", "direction", "turned",
    "partner", "played",
    "other", "goal", "talon", "step", "pot", "broken",
)  # fmt: skip
FLAGS = ("said", "late")
# The kinds of question that are also answered in games without cards or without tricks.
WITHOUT_CARDS = ("auction", "ruling", "miscount")


class RefereeQuestion(NamedTuple):
    """A question to the referee: its kind, its words in parts separated by `/`, and the facts
    typed as `key=value`."""

    what: str
    parts: tuple[tuple[str, ...], ...]
    given: Mapping[str, str]


def answered(agreed: Agreed, state: State, facts: Facts, words: Sequence[str]) -> list[Words]:
    """Return the lines of the referee's answer about the next deal. `facts` are the known facts of
    that deal. Raises Refused if there is no answer.

    Questions: `trick KH 2S 7H leader=Ann`, `legal 2H KH 3S / 5H`, `melds JS QS KS trump=S`,
    `points KC AC / QS JS`, `auction 100 pass 120`, `stops JS 6H / 10S`, `ruling misdeal`,
    `dealing`, `discard 2C 3C 4C 5C / HAND`, `miscount 8 5 4`."""
    case = case_of_next_deal(agreed, state, facts)
    return list(answer(case, read_question(words), state).lines)


def read_question(words: Sequence[str]) -> RefereeQuestion:
    """Return the question in these words: its kind, by any unambiguous beginning, and its parts."""
    if not words:
        hint = say("for example {words}", words="trick KH QH AH")
        raise refuse(
            "question-missing",
            say("ask about {choices}", choices=listing(ANSWERS)),
            "question",
            hint,
        )
    what = _named(words[0])
    given: dict[str, str] = {}
    parts: list[list[str]] = [[]]
    for word in words[1:]:
        key, equals, text = word.partition("=")
        if word == PARTS:
            parts.append([])
        elif equals and key in KEYS:
            given[key] = text
        elif word in FLAGS and what == "melds":
            given[word] = "yes"
        else:
            parts[-1].append(word)
    return RefereeQuestion(what, tuple(map(tuple, parts)), given)


def _named(word: str) -> str:
    """Return the kind of question that a word names or begins. Raises Refused if it is none, or
    several."""
    found = [name for name in ANSWERS if name.startswith(word.casefold())]
    if len(found) == 1 or word in found:
        return word if word in found else found[0]
    hint = did_you_mean(word, ANSWERS) or say("ask about {choices}", choices=listing(ANSWERS))
    raise refuse(
        "question-unknown",
        say("`{word}` is not something the referee is asked", word=word),
        "question",
        hint,
    )


def answer(case: Case, question: RefereeQuestion, state: State | None = None) -> RefereeAnswer:
    """Return the answer to a question in its context."""
    if question.what not in WITHOUT_CARDS:
        check_cards(case)
    if "contract" in question.given:
        case = _under_its_trumps(with_contract(case, question.given["contract"]))
    if "trump" in question.given:
        case = with_trump(case, question.given["trump"])
    if "broken" in question.given:
        case = with_played_suits(case, question.given["broken"])
    return ANSWERS[question.what](case, question, state)


def _under_its_trumps(case: Case) -> Case:
    """Return the case without a trump suit if the named contract fixes its own trumps or none.

    A suit entered before was meant for another contract."""
    contract = case.rules.contracts[case.contract or ""]
    return case if contract.trump == "open" else case._replace(trump=None)


def _part(question: RefereeQuestion, key: str, place: int) -> list[str]:
    """Return the words typed as `key=…`; else the question's part at index `place`."""
    if key in question.given:
        return [question.given[key]]
    return list(question.parts[place]) if len(question.parts) > place else []


# Each function imports its own module, because importing all would be most of the run time.


def _trick(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    leader, pot, goal = (question.given.get(key) for key in ("leader", "pot", "goal"))
    return trick_answer(case, _part(question, "trick", 0), leader, [pot or ""], [goal or ""])


def _legal(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    return legal_answer(
        case,
        _part(question, "hand", 0),
        _part(question, "trick", 0 if "hand" in question.given else 1),
    )


def _melds(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    said, late = "said" in question.given, "late" in question.given
    played = [question.given["played"]] if "played" in question.given else []
    return melds_answer(
        case, _part(question, "hand", 0), _part(question, "partner", 1), played, said, late
    )


def _points(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    others = [[question.given["other"]]] if "other" in question.given else []
    return pile_answer(
        case, [*question.parts, *others], _part(question, "goal", len(question.parts))
    )


def _auction(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    return auction_answer(case, question.parts[0], question.given.get("turned"))


def _stops(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    hand, layout = (
        _part(question, "hand", 0),
        _part(question, "layout", 0 if "hand" in question.given else 1),
    )
    return stops_answer(
        case, hand, layout, question.given.get("start"), question.given.get("direction")
    )


def _ruling(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    from scorekeeper.referee.rulings import ruling_answer

    return ruling_answer(case, " ".join(question.parts[0]))


def _dealing(case: Case, _: RefereeQuestion, __: State | None) -> RefereeAnswer:
    return dealing_answer(case)


def _discard(case: Case, question: RefereeQuestion, _: State | None) -> RefereeAnswer:
    hand, talon = _part(question, "hand", 1), _part(question, "talon", 2)
    return discard_answer(case, question.parts[0], hand, talon, question.given.get("step"))


def _miscount(case: Case, question: RefereeQuestion, state: State | None) -> RefereeAnswer:
    return typed_answer(case, question.parts[0], state)


ANSWERS: Mapping[str, Callable[[Case, RefereeQuestion, State | None], RefereeAnswer]] = {
    "trick": _trick, "legal": _legal, "melds": _melds, "points": _points, "auction": _auction,
    "stops": _stops, "ruling": _ruling, "dealing": _dealing, "discard": _discard,
    "miscount": _miscount,
}  # fmt: skip
