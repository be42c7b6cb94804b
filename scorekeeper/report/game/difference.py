"""What is different between two games, in sentences to read aloud before the first deal."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.report.game.feature import Feature
from scorekeeper.report.game.features import features
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import listed
from scorekeeper.text.width import bulleted, safe, wrapped


class DifferenceRow(NamedTuple):
    """A feature in which two games differ: what each has, None where it has none of that kind, and
    both in a sentence."""

    key: str
    from_: str | None
    to: str | None
    say: str


class Difference(NamedTuple):
    """What the second game has that the first has not, feature by feature; and the topics in which
    they are the same. The names of the fields are the keys of the JSON of `rules diff`."""

    from_: str
    to: str
    different: tuple[DifferenceRow, ...]
    same: tuple[str, ...]


def difference_of(one: Ruleset, other: Ruleset) -> Difference:
    """What is different in the second of two games."""
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
    return Difference(one.id, other.id, tuple(rows), same)


def _is_same(before: Feature | None, after: Feature | None) -> bool:
    return before is not None and after is not None and before.is_same(after)


def _value(found: dict[str, Feature], key: str) -> str | None:
    return found[key].value if key in found else None


def _sentence(
    key: str, before: dict[str, Feature], after: dict[str, Feature], one: Ruleset, other: Ruleset
) -> str:
    """`North: the dealer declares, not the player at the dealer's left.`"""
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
    """The names of two games as they are told apart: without what both begin with."""
    names = (one.name.shown(), other.name.shown())
    (head, _, tail), (other_head, _, other_tail) = (name.partition(" (") for name in names)
    if head == other_head and tail.endswith(")") and other_tail.endswith(")"):
        return _capital(tail[:-1]), _capital(other_tail[:-1])
    return names


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def difference_text(one: Ruleset, other: Ruleset, width: int = 80) -> str:
    """The sentences, and in one line what is the same."""
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
