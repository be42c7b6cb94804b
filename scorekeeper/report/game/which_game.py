"""Questions that identify the game being played, and differences of two games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.report.game.features import Feature, features
from scorekeeper.rules.cards import folded
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import heading, labelled, listed
from scorekeeper.text.problems import Refused, did_you_mean, refuse
from scorekeeper.text.terminal_text import bulleted, safe, wrapped
from scorekeeper.text.translation import tr

# --- which game --------------------------------------------------------------------------------
# The identification of a game with the fewest questions about features.


Features = Mapping[str, Mapping[str, Feature]]


class GameQuestion(NamedTuple):
    """A question, and the ids of the matching games by answer."""

    key: str
    text: str
    leaves: Mapping[str, tuple[str, ...]]


def features_of_all(games: Iterable[Ruleset]) -> Features:
    """Return the features of every game by its id."""
    return {rules.id: features(rules) for rules in games}


def families(games: Iterable[Ruleset]) -> dict[str, list[Ruleset]]:
    """Return the games by family."""
    found: dict[str, list[Ruleset]] = {}
    for rules in games:
        found.setdefault(rules.about.family or rules.id, []).append(rules)
    return found


def next_question(found: Features, left: Sequence[str]) -> GameQuestion | None:
    """Return the question that leaves the fewest games on average, the earliest of equals; None if
    no question distinguishes the games."""
    keys = dict.fromkeys(key for game in left for key in found[game])
    questions = [
        _question(found, left, key) for key in keys if all(key in found[game] for game in left)
    ]
    useful = [
        question for question in questions if max(map(len, question.leaves.values())) < len(left)
    ]
    return min(useful, key=_remaining, default=None)


def _question(found: Features, left: Sequence[str], key: str) -> GameQuestion:
    leaves: dict[str, tuple[str, ...]] = {}
    for game in left:
        for answer in found[game][key].answers:
            leaves[answer] = (*leaves.get(answer, ()), game)
    if all(answer.isdecimal() for answer in leaves):
        leaves = {answer: leaves[answer] for answer in sorted(leaves, key=int)}
    return GameQuestion(key, found[left[0]][key].question, leaves)


def _remaining(question: GameQuestion) -> float:
    """Return the average number of games after an answer, plus a surcharge for long answers, which
    are hard to choose from."""
    sizes = [len(games) for games in question.leaves.values()]
    longest = max(map(len, question.leaves))
    return sum(size * size for size in sizes) / sum(sizes) + (longest > LONG_ANSWER) * len(sizes)


LONG_ANSWER = 45


def answered(question: GameQuestion, text: str, numbered: bool = True) -> tuple[str, ...]:
    """Return the games that match an answer: a text, an unambiguous part of a text, or a list
    number if `numbered`. Raises Refused for an unclear answer."""
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


def _unclear(question: GameQuestion, text: str, chosen: Sequence[str]) -> Refused:
    """Return the error for a typed answer that matches no answer, or several (`chosen`)."""
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


def question_text(question: GameQuestion) -> str:
    """Return a question with its numbered answers."""
    return "\n".join(
        [
            question.text,
            *(f"  {number}  {safe(answer)}" for number, answer in enumerate(question.leaves, 1)),
        ]
    )


def told_by(found: Features, left: Sequence[str], answers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the games that match all answers, given by feature key. Raises Refused for an unknown
    key or answer."""
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
    """The games that no further question can distinguish, usually one."""

    games: tuple[str, ...]


class Branch(NamedTuple):
    """A question, and the leaf or branch that each of its answers leads to."""

    key: str
    question: str
    answers: Mapping[str, Leaf | Branch]


def tree_of(found: Features, left: Sequence[str]) -> Leaf | Branch:
    """Return the tree of all questions and answers."""
    question = next_question(found, left) if len(left) > 1 else None
    if question is None:
        return Leaf(tuple(left))
    answers = {answer: tree_of(found, games) for answer, games in question.leaves.items()}
    return Branch(question.key, question.text, answers)


def tree_text(tree: Branch, names: Mapping[str, str], depth: int = 0) -> str:
    """Return the tree as indented lines."""
    pad = "  " * depth
    lines = [f"{pad}{tree.question}"]
    for answer, inner in tree.answers.items():
        if isinstance(inner, Leaf):
            games = listed((f"{game} ({names[game]})" for game in inner.games), "or")
            lines.append(f"{pad}  {labelled(safe(answer), games)}")
        else:
            lines += [f"{pad}  {heading(safe(answer))}", tree_text(inner, names, depth + 2)]
    return "\n".join(lines)


# --- difference --------------------------------------------------------------------------------
# The differences between two games, in sentences to read aloud before the first deal.


class DifferenceRow(NamedTuple):
    """A feature that differs between two games: both values, None for a missing feature, and a
    sentence."""

    key: str
    from_: str | None
    to: str | None
    say: str


class GameDifference(NamedTuple):
    """The differences between two games by feature, and the labels of equal features. The field
    names are the JSON keys of `rules diff`."""

    from_: str
    to: str
    different: tuple[DifferenceRow, ...]
    same: tuple[str, ...]


def difference_of(one: Ruleset, other: Ruleset) -> GameDifference:
    """Return the differences between two games, from `one` to `other`."""
    before, after = features(one), features(other)
    keys = [*before, *(key for key in after if key not in before)]
    changed = [key for key in keys if not _is_same(before.get(key), after.get(key))]
    rows = (
        DifferenceRow(
            key, _value(before, key), _value(after, key), _sentence(key, before, after, one, other)
        )
        for key in changed
    )
    same = tuple(before[key].topic for key in keys if key not in changed)
    return GameDifference(one.id, other.id, tuple(rows), same)


def _is_same(before: Feature | None, after: Feature | None) -> bool:
    return before is not None and after is not None and before.is_same(after)


def _value(found: dict[str, Feature], key: str) -> str | None:
    return found[key].value if key in found else None


def _sentence(
    key: str, before: dict[str, Feature], after: dict[str, Feature], one: Ruleset, other: Ruleset
) -> str:
    """Return the sentence on a difference: `North: the dealer declares, not the player at the
    dealer's left.`"""
    name_before, name_after = short_names(one, other)
    if key not in after:
        return tr("{game} alone: {feature}.", game=name_before, feature=before[key].said)
    if key not in before:
        return tr("{game} alone: {feature}.", game=name_after, feature=after[key].said)
    was, now = before[key], after[key]
    if was.contrast is None or now.contrast is None or len(was.value) + len(now.said) > LONG:
        return f"{_feature_sentence(name_after, now)} {_feature_sentence(name_before, was)}"
    # Translators: as in "My game: the dealer declares, not the player at the dealer's left."
    return tr(
        "{game}: {feature}, not {contrast}.",
        game=name_after,
        feature=now.said,
        contrast=was.contrast,
    )


def _feature_sentence(name: str, feature: Feature) -> str:
    return tr("{game}: {feature}.", game=name, feature=feature.said)


LONG = 120


def short_names(one: Ruleset, other: Ruleset) -> tuple[str, str]:
    """Return the names of two games: only the parts in parentheses if the beginnings are equal."""
    names = (one.name.shown(), other.name.shown())
    (head, _, tail), (other_head, _, other_tail) = (name.partition(" (") for name in names)
    if head == other_head and tail.endswith(")") and other_tail.endswith(")"):
        return _capital(tail[:-1]), _capital(other_tail[:-1])
    return names


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def difference_text(one: Ruleset, other: Ruleset, width: int = 80) -> str:
    """Return the text on two games: a sentence for each difference, and one on equal features."""
    found = difference_of(one, other)
    lines = [
        safe(tr("From {game} to {other}:", game=one.name.shown(), other=other.name.shown())),
        "",
    ]
    lines += bulleted([row.say for row in found.different], width)
    if not found.different:
        lines.append(tr("Nothing is different."))
    same = [_small(topic) for topic in found.same]
    if same:
        lines += ["", *wrapped(tr("The same: {topics}.", topics=listed(same, "and")), width, "  ")]
    return "\n".join(lines)


def _small(topic: str) -> str:
    return topic[:1].lower() + topic[1:]
