"""Which steps of two copies somebody typed that they want."""

from collections.abc import Mapping

from scorekeeper.record.tails import Step
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem, Refused

NOTHING = "-"
Named = Mapping[str, Step]


def steps_taken(typed: str, first: Named, second: Named) -> dict[str, Step]:
    """The steps of `a`, all of the first copy, of `b`, of `-`, none, or of `a1,b1,a2`, in this
    order; raises Refused with each word that names none."""
    whole: Mapping[str, Named] = {"a": first, "b": second, NOTHING: {}}
    words = typed.casefold().replace(",", " ").split()
    if len(words) == 1 and words[0] in whole:
        return dict(whole[words[0]])
    known = {**first, **second}
    unknown = [word for word in dict.fromkeys(words) if word not in known]
    twice = [word for word in dict.fromkeys(words) if words.count(word) > 1]
    if unknown or twice or not words:
        raise Refused(
            [
                *(_unknown(word, known) for word in unknown or (() if words else [typed])),
                *(_twice(word) for word in twice),
            ]
        )
    return {word: known[word] for word in words}


def _unknown(word: str, known: Named) -> Problem:
    message = say("`{word}` is no entry of either copy", word=word)
    hint = say(
        "say a, b or - for all of one or nothing, or some of {names}", names=listing(known, "and")
    )
    return Problem("merge-take", message, "take", (hint,))


def _twice(word: str) -> Problem:
    message = say("`{word}` is named twice", word=word)
    return Problem("merge-take", message, "take", (say("an entry is taken once"),))
