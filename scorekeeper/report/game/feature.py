"""One feature of a game: what tells it from others, and how that is asked for and said."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from scorekeeper.report.game.questions import question_of, topic_of
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import listed

NONE, NOBODY = marked("none"), marked("nobody in particular")
NO_NUMBER, NOTHING_SPECIAL = marked("no fixed number"), marked("as in every deal")
NOT_SAID = marked("not said")


class Feature(NamedTuple):
    """One feature: what it is called, the question that asks for it, its answers (several where
    the game leaves a choice, as of how many play), what is said of a game that has it, and what
    stands after `not` where that is not the answer. `meant` is what a formula says in whatever
    words: two games in which it is the same do not differ; empty where there is no formula."""

    key: str
    topic: str
    question: str
    answers: tuple[str, ...]
    said: str
    instead: str = ""
    meant: Hashable = ""

    def is_same(self, other: Feature) -> bool:
        """Whether two games are alike in this: in what is meant, or else in what is said."""
        return self.value == other.value or (self.meant != "" and self.meant == other.meant)

    @property
    def value(self) -> str:
        """The answers as one."""
        return listed(self.answers)

    @property
    def contrast(self) -> str | None:
        """What can stand after `not`, as what another game has instead; None where nothing can."""
        special = map(tr, (NONE, NOBODY, NO_NUMBER, NOTHING_SPECIAL, NOT_SAID))
        return None if self.value in (*special, self.said) else self.instead or self.value


def common_feature(
    key: str, answers: tuple[str, ...], said: str, instead: str = "", meant: Hashable = ""
) -> Feature:
    """One of the features that are called and asked for alike in every game."""
    return Feature(key, topic_of(key), question_of(key), answers, said, instead, meant)
