"""The outlook of a game that a score ends, for people: who is found to be able to win, and how
soon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.language import tr, trn
from scorekeeper.outlook.possible import Points
from scorekeeper.outlook.prospects import Chance
from scorekeeper.problems import listed
from scorekeeper.render.plain import linear
from scorekeeper.render.text import text_table
from scorekeeper.render.win_proof import proof_lines, proof_pairs
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.standing import Standing
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.phrases import score, signed
from scorekeeper.words.width import cut, wrapped
from scorekeeper.words.worth import end_of_game

MOST_TOLD = 6  # deals of which a sentence has the points


def no_last_deal(rules: Ruleset) -> str:
    """Why there is no best and no worst total."""
    return tr("no number of deals is fixed: the game ends when {test}", test=end_of_game(rules))


def ending_text(
    value: Mapping[str, Any], rules: Ruleset, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """Each side with its score now and in how many deals it may have won, and the deals of each
    below; or as lines for a screen reader."""
    if plain:
        return linear(_pairs(value, rules))
    rows = [
        [cut(name, 24), score(side["now"], rules), _can(side), _deals(side)]
        for name, side in value["sides"].items()
    ]
    heads = ["", tr("now"), tr("can win"), tr("deals")]
    said = "\n".join(wrapped(no_last_deal(rules), width, "  "))
    table = text_table(heads, rows, ["left", "right", "left", "right"], ink=ink)
    below = ("\n".join(lines) for lines in proof_lines(value["sides"], rules, width, ink))
    return "\n\n".join([said, table, *below])


def _can(side: Mapping[str, Any]) -> str:
    return tr("yes") if side["can_win"] else tr("not known")


def _deals(side: Mapping[str, Any]) -> str:
    return str(len(side["proof"])) if side["proof"] else ""


def _pairs(value: Mapping[str, Any], rules: Ruleset) -> Iterable[tuple[str, str]]:
    for name, side in value["sides"].items():
        now = score(side["now"], rules)
        if side["can_win"]:
            number = len(side["proof"])
            yield (
                name,
                trn(
                    number,
                    "now {now}, can win with {n} deal",
                    "now {now}, can win with {n} deals",
                    now=now,
                ),
            )
        else:
            yield name, tr("now {now}, not known whether it can win", now=now)
    yield tr("decided"), tr("no")
    yield from proof_pairs(value["sides"], rules)


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
