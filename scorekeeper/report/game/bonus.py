"""What a game's end brings each side, in words."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.base.exact import signed
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled


def bonus_word(rules: Ruleset) -> str:
    """What the bonus of a game is called."""
    bonus = rules.game.bonus
    # Translators: the head of a row, the points that are given because a game is over
    return (bonus.name.shown() if bonus else "") or tr("bonus")


def bonus_lines(before: Standing, now: Standing) -> Iterable[str]:
    """`bonus: Anna +100, Björn 0`, of each game that is over and was not, or ended otherwise; not
    while a count is disputed."""
    old = {one.deal: one for one in before.state.ended}
    for one in () if now.ways else now.state.ended:
        if one.bonus and old.get(one.deal) != one:
            yield labelled(bonus_word(now.agreed.rules), points_said(now.agreed, one.bonus))


def points_said(agreed: Agreed, points: Iterable[int]) -> str:
    """`Anna +100, Björn 0`."""
    return ", ".join(
        f"{side} {signed(number)}" for side, number in zip(agreed.side_names, points, strict=True)
    )
