"""How soon a side may win a game that a score ends, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.base.exact import signed
from scorekeeper.game.standing import Standing
from scorekeeper.proof.possible import Points
from scorekeeper.proof.prospects import Chance
from scorekeeper.report.phrases import score
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed

MOST_TOLD = 6  # deals of which a sentence has the points


def soon_sentence(
    standing: Standing, side: int, chances: Sequence[Chance], enough: Sequence[int]
) -> str:
    """In how many deals a side was found to win, with which points (`enough` of them in the coming
    deal), and who else could win with the coming deal."""
    names, rules = standing.agreed.side_names, standing.agreed.rules
    now = score(standing.state.totals[side], rules)
    proof = chances[side].proof
    if proof is None:
        return tr(
            "{player}, now at {now}: it is not known who can win.", player=names[side], now=now
        )
    points = listed(map(signed, enough)) if enough else _own(proof, side)
    sentences = [_soonest(names[side], now, len(proof), points)]
    rivals = [names[other] for other, one in enumerate(chances) if other != side and _at_once(one)]
    if rivals:
        sentences.append(tr("With the coming deal {rivals} can win too.", rivals=listed(rivals)))
    return " ".join(sentences)


def _own(proof: Sequence[Points], side: int) -> str:
    """What each deal brings the side, where they are few."""
    few = len(proof) <= MOST_TOLD
    return listed([signed(points[side]) for points in proof], "and") if few else ""


def _soonest(player: str, now: str, number: int, points: str) -> str:
    if not points:
        return tr("{player}, now at {now}, can win in {n} deals.", player=player, now=now, n=number)
    return trn(
        number,
        "{player}, now at {now}, can win with the coming deal, for example if it brings {points}.",
        "{player}, now at {now}, can win in {n} deals, for example if they bring {points}.",
        player=player,
        now=now,
        points=points,
    )


def _at_once(chance: Chance) -> bool:
    return chance.proof is not None and len(chance.proof) == 1
