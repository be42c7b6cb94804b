"""The outlook for people and for programs: what is still possible, and what is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.outlook.need import Need, needs_of
from scorekeeper.outlook.outlook import outlook_of
from scorekeeper.outlook.possible import Unknown
from scorekeeper.problems import listed
from scorekeeper.report.plain import linear
from scorekeeper.report.text import text_table
from scorekeeper.report.width import cut, wrapped
from scorekeeper.report.words import contract_word, count_word, score
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.standing import Standing

Value = dict[str, Any]


def outlook_value(standing: Standing) -> Value:
    """The JSON of `outlook`; a proof has the points of each deal to come, in order."""
    names, found = standing.agreed.side_names, outlook_of(standing)
    sides = {}
    for name, side in zip(names, found.sides, strict=True):
        proof = None if side.proof is None else [dict(zip(names, points, strict=True)) for points in side.proof]
        sides[name] = {"best": side.best, "worst": side.worst, "can_win": side.can_win, "proof": proof}
    value: Value = {"sides": sides, "decided": found.decided}
    return value if found.because is None else {**value, "because": found.because}


def need_of(standing: Standing, side: int) -> Value:
    """What a side needs, for a program; `say` is the same in a sentence."""
    name, rules = standing.agreed.side_names[side], standing.agreed.rules
    chance = outlook_of(standing).sides[side]
    try:
        needs = needs_of(standing, side) if chance.can_win and not standing.state.over else ()
        say = _sentence(standing, side, needs, chance.can_win, chance.best)
    except Unknown as unknown:
        needs, say = (), f"{name}: {unknown}"
    rows = [
        {"contract": n.contract, "role": n.role, "count": n.told_by, "enough": list(n.enough), "sure": list(n.sure)}
        for n in needs
    ]
    return {"side": name, "say": say if rules else "", "needs": rows}


def _sentence(standing: Standing, side: int, needs: Sequence[Need], can_win: bool | None, best: int | None) -> str:
    name, rules = standing.agreed.side_names[side], standing.agreed.rules
    if can_win is None:
        return f"{name}: {outlook_of(standing).because}."
    if standing.state.over:
        return f"{name}: the session is over, {'won' if can_win else 'not won'} with {score(best or 0, rules)}."
    if not can_win:
        others = (total for other, total in enumerate(standing.state.totals) if other != side)
        leader = (min if rules.game.lowest_wins else max)(others)
        who = standing.agreed.side_names[
            next(o for o, t in enumerate(standing.state.totals) if o != side and t == leader)
        ]
        return f"{name} cannot win any more: at best {score(best or 0, rules)}, {who} has {score(leader, rules)}."
    last = any(need.sure or need.given for need in needs)
    if all(need.enough == need.possible for need in needs) and not any(need.given for need in needs):
        return (
            f"{name} {'wins or shares whatever comes' if last else 'can still win whatever comes'} of the coming deal."
        )
    words = [
        f"in {where} {said}" if where and last else f"{said} in {where}" if where else said
        for said, where in _grouped(standing, side, needs)
    ]
    return f"{name} needs {('; ' if last else ', or ').join(words)}."


def _grouped(standing: Standing, side: int, needs: Sequence[Need]) -> Iterable[tuple[str, str]]:
    """What is needed, contracts with the same need together."""
    rules = standing.agreed.rules
    roles = {need.contract: {n.role for n in needs if n.contract == need.contract} for need in needs}
    together: dict[str, list[str]] = {}
    for need in needs:
        if need.enough:
            role = f"as {need.role} " if len(roles[need.contract]) > 1 and need.role else ""
            where = together.setdefault(role + _said(standing, side, need, rules), [])
            where += [contract_word(rules, need.contract).lower()] if need.contract else []
    return [(said, listed(where, "or") if where else "") for said, where in together.items()]


def _said(standing: Standing, side: int, need: Need, rules: Ruleset) -> str:
    word = count_word(rules, need.told_by or "")
    if not (need.sure or need.given):
        return _range(need.enough, need.possible, word)
    parts = [_range(need.sure, need.possible, word)] if need.sure else []
    parts += [f"{given.own}{'' if parts else f' {word}'} {_condition(standing, given.rivals)}" for given in need.given]
    return ", or ".join(parts)


def _condition(standing: Standing, rivals: Mapping[int, tuple[int | None, int | None]] | None) -> str:
    if rivals is None:
        return "by what the others have"
    words = []
    for rival, (least, most) in rivals.items():
        words.append(f"{standing.agreed.side_names[rival]} {_bound_words(least, most)}")
    return f"with {listed(words, 'and')}"


def _bound_words(least: int | None, most: int | None) -> str:
    if least is None or most is None:
        return f"at most {most}" if least is None else f"at least {least}"
    return f"{least} to {most}" if least < most else str(least)


def _range(enough: Sequence[int], possible: Sequence[int], word: str) -> str:
    if enough == possible:
        return f"any number of {word}" if word else "nothing"
    if enough == possible[-len(enough) :]:
        return f"at least {enough[0]} {word}"
    if enough == possible[: len(enough)]:
        return f"at most {enough[-1]} {word}"
    if enough[-1] - enough[0] == len(enough) - 1:
        return f"{enough[0]} to {enough[-1]} {word}" if len(enough) > 1 else f"{enough[0]} {word}"
    return f"{listed([str(number) for number in enough], 'or')} {word}"


# --- for people ---------------------------------------------------------------------------------------


def outlook_text(value: Mapping[str, Any], rules: Ruleset, width: int = 80, plain: bool = False) -> str:
    """The outlook as a table with a proof for each side below, or as lines for a screen reader; what
    one side needs alone where that was asked."""
    if "for" in value:
        return "\n".join(wrapped(value["for"]["say"], width, "  "))
    if "because" in value:
        return "\n".join(wrapped(f"what is still possible cannot be told: {value['because']}", width, "  "))
    if plain:
        return linear(pair for name, side in value["sides"].items() for pair in _pairs(name, side, rules))
    rows = [
        [cut(name, 24), score(s["best"], rules), score(s["worst"], rules), "yes" if s["can_win"] else "no"]
        for name, s in value["sides"].items()
    ]
    parts = [text_table(["", "best", "worst", "can win"], rows, ["left", "right", "right", "left"])]
    parts += ["it is decided"] * bool(value["decided"])
    proofs = [
        line
        for name, side in value["sides"].items()
        if side["proof"]
        for line in wrapped(_proof(name, side), width, "  ")
    ]
    return "\n\n".join(
        [*parts, "\n".join(["points, deal by deal, with which a side wins or shares:", *proofs])] if proofs else parts
    )


def _proof(name: str, side: Mapping[str, Any]) -> str:
    return f"{name}: " + " · ".join(
        " ".join(f"{number:+d}" if number else "0" for number in deal.values()) for deal in side["proof"]
    )


def _pairs(name: str, side: Mapping[str, Any], rules: Ruleset) -> Iterable[tuple[str, str]]:
    yield (
        name,
        f"best {score(side['best'], rules)}, worst {score(side['worst'], rules)}, {'can' if side['can_win'] else 'cannot'} win",
    )
