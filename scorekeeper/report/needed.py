"""What a side needs of the coming deal, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.standing import Standing
from scorekeeper.proof.coming_deals import sign_of
from scorekeeper.proof.need import Need
from scorekeeper.proof.prospects import Blockers, Chance
from scorekeeper.proof.rival_counts import Bounds, RivalCounts
from scorekeeper.report.phrases import (
    contract_word,
    count_word,
    fact_word,
    role_word,
    score,
    things_words,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed, parted, quoted


def over_sentence(standing: Standing, side: int, chance: Chance) -> str:
    """How it ended for a side."""
    name, total = standing.agreed.side_names[side], score(chance.best or 0, standing.agreed.rules)
    if chance.can_win:
        return tr("{player}: the session is over, won with {total}.", player=name, total=total)
    return tr("{player}: the session is over, not won with {total}.", player=name, total=total)


def out_sentence(standing: Standing, side: int, chance: Chance, blockers: Blockers) -> str:
    """Why a side cannot win any more: who is in the way, and stays there."""
    agreed = standing.agreed
    said = {
        "player": agreed.side_names[side],
        "total": score(chance.best or 0, agreed.rules),
        "rivals": listed([agreed.side_names[rival] for rival in blockers.rivals], "and"),
    }
    if blockers.ahead is None:
        return tr(
            "{player} cannot win any more: at best {total}; of {rivals} one always stays ahead.",
            **said,
        )
    now = score(standing.state.totals[blockers.rivals[0]], agreed.rules)
    return trn(
        blockers.ahead,
        "{player} cannot win any more: at best {total}; {rivals}, now at {now}, will be at least "
        "{n} point ahead.",
        "{player} cannot win any more: at best {total}; {rivals}, now at {now}, will be at least "
        "{n} points ahead.",
        now=now,
        **said,
    )


def need_sentence(standing: Standing, side: int, needs: Sequence[Need]) -> str:
    """The least that is needed now."""
    is_last = any(need.sure or need.given for need in needs)
    is_any_enough = all(need.enough == need.possible for need in needs)
    if is_any_enough and not any(need.given for need in needs):
        return _whatever_comes(standing, side, is_last)
    name, members = standing.agreed.side_names[side], len(standing.agreed.sides[side])
    ways = [_placed(said, where, is_last) for said, where in _grouped(standing, needs)]
    if is_last:
        return trn(
            members,
            "To win or share the win, {player} needs {what}.",
            "To win or share the win, {player} need {what}.",
            player=name,
            what=parted(ways),
        )
    return trn(
        members,
        "To keep a chance of winning, {player} needs {what}.",
        "To keep a chance of winning, {player} need {what}.",
        player=name,
        what=_or(ways),
    )


def _whatever_comes(standing: Standing, side: int, is_last: bool) -> str:
    """That every result of the coming deal is enough."""
    name, members = standing.agreed.side_names[side], len(standing.agreed.sides[side])
    if not is_last:
        return tr("{player} can still win whatever comes of the coming deal.", player=name)
    return trn(
        members,
        "{player} wins or shares whatever comes of the coming deal.",
        "{player} win or share whatever comes of the coming deal.",
        player=name,
    )


def _placed(said: str, where: Sequence[str], last: bool) -> str:
    """A need with the contracts that it holds for; these stand first in the last deal, where a need
    is long."""
    if not where:
        return said
    if last:
        return tr("in {contracts} {what}", contracts=listed(where), what=said)
    return tr("{what} in {contracts}", what=said, contracts=listed(where))


def _or(parts: Sequence[str]) -> str:
    """One way or another, each long enough for a comma."""
    said = parts[0]
    for part in parts[1:]:
        said = tr("{one}, or {other}", one=said, other=part)
    return said


def _grouped(standing: Standing, needs: Sequence[Need]) -> Iterable[tuple[str, list[str]]]:
    """What is needed, contracts with the same need together."""
    rules = standing.agreed.rules
    roles = {
        need.contract: {n.role for n in needs if n.contract == need.contract} for need in needs
    }
    together: dict[str, list[str]] = {}
    for need in needs:
        if need.enough:
            said = _need_words(standing, need)
            if len(roles[need.contract]) > 1 and need.role:
                said = tr("as {role} {what}", role=role_word(rules, need.role), what=said)
            together.setdefault(said, []).extend(
                [_contract(rules, need.contract)] if need.contract else []
            )
    return together.items()


def _contract(rules: Ruleset, contract: str) -> str:
    """The contract as a sentence has it: in lower case, or in quotes where its name has a comma."""
    word = contract_word(rules, contract)
    return quoted(word) if "," in word else word.lower()


def _need_words(standing: Standing, need: Need) -> str:
    rules = standing.agreed.rules
    if need.alone:
        return tr("a deal of “{fact}”", fact=fact_word(rules, need.alone))
    word = count_word(rules, need.shown_count) if need.shown_count else None
    if not (need.sure or need.given):
        return _range(need.enough, need.possible, word)
    parts = [_range(need.sure, need.possible, word)] if need.sure else []
    return _or([*parts, *(_given(standing, given, word) for given in need.given)])


def _given(standing: Standing, given: RivalCounts, word: str | None) -> str:
    own = _numbers_words(given.own, word)
    if given.rivals is not None:
        names = standing.agreed.side_names
        with_ = [_bound(names[rival], bounds, word) for rival, bounds in given.rivals.items()]
        return tr("{amount} with {others}", amount=own, others=listed(with_, "and"))
    margins = [_margin(standing, rival, ahead) for rival, ahead in given.ahead.items()]
    return tr("{amount} that score {margins}", amount=own, margins=listed(margins, "and"))


def _bound(rival: str, bounds: Bounds, word: str | None) -> str:
    least, most = bounds
    if least is None:
        return tr("at most {amount} for {rival}", amount=_bound_words(most or 0, word), rival=rival)
    if most is None:
        return tr("at least {amount} for {rival}", amount=_bound_words(least, word), rival=rival)
    if least == most:
        return tr("{amount} for {rival}", amount=_bound_words(most, word), rival=rival)
    return tr(
        "{least} to {amount} for {rival}", least=least, amount=_bound_words(most, word), rival=rival
    )


def _margin(standing: Standing, rival: int, ahead: int) -> str:
    """How the points of the deal must compare with a rival's."""
    name, lowest = standing.agreed.side_names[rival], sign_of(standing) < 0
    if ahead == 0:
        return (
            tr("no more than {rival}", rival=name)
            if lowest
            else tr("no less than {rival}", rival=name)
        )
    points = trn(abs(ahead), "{n} point", "{n} points")
    if (ahead > 0) == lowest:
        if ahead > 0:
            return tr("at least {points} less than {rival}", points=points, rival=name)
        return tr("at most {points} less than {rival}", points=points, rival=name)
    if ahead > 0:
        return tr("at least {points} more than {rival}", points=points, rival=name)
    return tr("at most {points} more than {rival}", points=points, rival=name)


# --- numbers -------------------------------------------------------------------------------------


def _range(enough: Sequence[int], possible: Sequence[int], word: str | None) -> str:
    """Those of the possible numbers that are enough."""
    if enough == possible:
        return tr("any number of {things}", things=word) if word else tr("any points")
    if len(enough) == 1:
        return _amount(enough[0], word)
    if enough == possible[-len(enough) :]:
        return tr("at least {amount}", amount=_amount(enough[0], word))
    if enough == possible[: len(enough)]:
        return tr("at most {amount}", amount=_amount(enough[-1], word))
    return _numbers_words(enough, word)


def _numbers_words(numbers: Sequence[int], word: str | None) -> str:
    """Numbers in a row, or one by one."""
    amount = _amount(numbers[-1], word)
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return tr("{least} to {amount}", least=numbers[0], amount=amount)
    return listed([*map(str, numbers[:-1]), amount])


def _amount(number: int, word: str | None) -> str:
    """So many of what is counted, or so many points."""
    return things_words(number, word) if word else trn(number, "{n} point", "{n} points")


def _bound_words(number: int, word: str | None) -> str:
    """The number alone where the count has been named; else with the word for points."""
    return str(number) if word else trn(number, "{n} point", "{n} points")
