"""Which game is it: the fewest questions that tell games apart, from their own features."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.report.game.feature import Feature
from scorekeeper.report.game.features import features
from scorekeeper.rules.cards import folded
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.problems import Refused, did_you_mean, refuse
from scorekeeper.text.speech import heading, labelled, listed
from scorekeeper.text.width import safe

Features = Mapping[str, Mapping[str, Feature]]


class Question(NamedTuple):
    """A question, its answers, and the games that each leaves."""

    key: str
    text: str
    leaves: Mapping[str, tuple[str, ...]]


def features_of_all(games: Iterable[Ruleset]) -> Features:
    """The features of every game, by its id."""
    return {rules.id: features(rules) for rules in games}


def families(games: Iterable[Ruleset]) -> dict[str, list[Ruleset]]:
    """The games by family."""
    found: dict[str, list[Ruleset]] = {}
    for rules in games:
        found.setdefault(rules.about.family or rules.id, []).append(rules)
    return found


def next_question(found: Features, left: Sequence[str]) -> Question | None:
    """The question that leaves the fewest games on the average, the earlier feature of two as
    good; None where no question tells these games apart."""
    keys = dict.fromkeys(key for game in left for key in found[game])
    questions = [
        _question(found, left, key) for key in keys if all(key in found[game] for game in left)
    ]
    useful = [
        question for question in questions if max(map(len, question.leaves.values())) < len(left)
    ]
    return min(useful, key=_remaining, default=None)


def _question(found: Features, left: Sequence[str], key: str) -> Question:
    leaves: dict[str, tuple[str, ...]] = {}
    for game in left:
        for answer in found[game][key].answers:
            leaves[answer] = (*leaves.get(answer, ()), game)
    if all(answer.isdecimal() for answer in leaves):
        leaves = {answer: leaves[answer] for answer in sorted(leaves, key=int)}
    return Question(key, found[left[0]][key].question, leaves)


def _remaining(question: Question) -> float:
    """How many games an answer leaves on the average; a long list of answers is no easy
    question."""
    sizes = [len(games) for games in question.leaves.values()]
    longest = max(map(len, question.leaves))
    return sum(size * size for size in sizes) / sum(sizes) + (longest > LONG_ANSWER) * len(sizes)


LONG_ANSWER = 45


def answered(question: Question, text: str, numbered: bool = True) -> tuple[str, ...]:
    """The games that an answer leaves: its words, a part of them that only one has, or its number
    where the answers were shown with numbers."""
    answers = list(question.leaves)
    wanted = folded(text)
    if (
        numbered
        and wanted.isdecimal()
        and wanted not in map(folded, answers)
        and 1 <= int(wanted) <= len(answers)
    ):
        return question.leaves[answers[int(wanted) - 1]]
    exact = [answer for answer in answers if folded(answer) == wanted]
    part = [answer for answer in answers if wanted and wanted in folded(answer)]
    chosen = exact or part
    if len(chosen) == 1:
        return question.leaves[chosen[0]]
    raise _unclear(question, text, chosen)


def _unclear(question: Question, text: str, chosen: Sequence[str]) -> Refused:
    """What is said to an answer that more than one of the answers may mean, or none."""
    if chosen:
        message = tr(
            "{question} `{answer}` could be {answers}",
            question=question.text,
            answer=text,
            answers=listed(chosen),
        )
    else:
        message = tr("{question} `{answer}` is not an answer", question=question.text, answer=text)
    say = tr("say {answers}", answers=listed(f"`{answer}`" for answer in question.leaves))
    return refuse("answer", message, question.key, did_you_mean(text, question.leaves) or say)


def question_text(question: Question) -> str:
    """A question with its answers, each with its number."""
    return "\n".join(
        [
            question.text,
            *(f"  {number}  {safe(answer)}" for number, answer in enumerate(question.leaves, 1)),
        ]
    )


def told_by(found: Features, left: Sequence[str], answers: Mapping[str, str]) -> tuple[str, ...]:
    """The games that are left when these answers are given, whatever was asked."""
    games = tuple(left)
    for key, text in answers.items():
        keys = {k for game in games for k in found[game]}
        if key not in keys:
            hint = did_you_mean(key, keys) or tr(
                "there are {keys}", keys=listed(sorted(keys), "and")
            )
            raise refuse("question", tr("nothing is asked about `{key}`", key=key), "answer", hint)
        asked = _question(found, [game for game in games if key in found[game]], key)
        games = answered(asked, text, numbered=False)
    return games


# --- the whole tree ------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """The games that no further question tells apart, usually one."""

    games: tuple[str, ...]


class Branch(NamedTuple):
    """A question, and where each of its answers leads."""

    key: str
    question: str
    answers: Mapping[str, Leaf | Branch]


def tree_of(found: Features, left: Sequence[str]) -> Leaf | Branch:
    """Every question and where each answer leads."""
    question = next_question(found, left) if len(left) > 1 else None
    if question is None:
        return Leaf(tuple(left))
    answers = {answer: tree_of(found, games) for answer, games in question.leaves.items()}
    return Branch(question.key, question.text, answers)


def tree_text(tree: Branch, names: Mapping[str, str], depth: int = 0) -> str:
    """The tree as indented lines."""
    pad = "  " * depth
    lines = [f"{pad}{tree.question}"]
    for answer, inner in tree.answers.items():
        if isinstance(inner, Leaf):
            games = listed((f"{game} ({names[game]})" for game in inner.games), "or")
            lines.append(f"{pad}  {labelled(safe(answer), games)}")
        else:
            lines += [f"{pad}  {heading(safe(answer))}", tree_text(inner, names, depth + 2)]
    return "\n".join(lines)
