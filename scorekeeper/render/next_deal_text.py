"""The dealer's card as text: everything to know of the next deal, legible across the table. The
card is printed after every deal, so for speed this module aligns its columns itself and imports
little."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.report.game.roles import player_of_fact
from scorekeeper.report.next_deal_summary import DealerCard
from scorekeeper.report.shared_labels import (
    RESTS,
    carried_words,
    contract_word,
    count_word,
    counter_word,
    fact_word,
    role_word,
)
from scorekeeper.report.upcoming_deal import settled_words
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, listed, names_listed, parted, text_of
from scorekeeper.text.terminal_text import NO_INK, Ink, cut, padded, safe, width_of, wrapped
from scorekeeper.text.translation import marked, tr, trc

LABEL, NAME, SHORTEST, CONTRACT = 10, 12, 3, 14  # columns
LABELS = (
    marked("counters"),
    marked("quotas"),
    marked("choice of"),
    marked("contract"),
    marked("chosen"),
    marked("declared"),
    marked("known"),
    marked("needed"),
    marked("type"),
)
DEALING = marked(
    "dealing"
)  # Translators: a label before how the cards are dealt, at most 9 letters


def next_text(
    card: DealerCard | None,
    rules: Ruleset,
    width: int = 60,
    plain: bool = False,
    full: bool = False,
    ink: Ink = NO_INK,
) -> str:
    """Return the dealer's card as text: players and roles; how to deal, in every step if `full`;
    available contracts with quotas; required fields. `plain` is for screen readers."""
    if card is None:
        return tr("The session is over.")
    if plain:
        return "\n".join(
            safe(labelled(label, value)) for label, value in _plain_lines(card, rules, full)
        )
    lines = [ink.bold(cut(card_title(card, rules), width))]
    lines += [
        line for label, value in card_people(card, rules) for line in _wrapped(label, value, width)
    ]
    lines += _dealing_lines(card, width, full)
    lines += _contract_lines(card, rules, width)
    said = [line for label, words in _asked(card, rules) for line in _wrapped(label, words, width)]
    return "\n".join(lines + said)


def _wrapped(label: str, words: str, width: int) -> list[str]:
    return wrapped(_labelled(label, words), width, " " * (_room() + 2))


def _labelled(label: str, value: str) -> str:
    """Return a line of the dealer's card, with the label padded to the common width."""
    return f"  {padded(label, _room() - 1)} {value}"


def _room() -> int:
    """Return the width of the widest label in the current language, plus a space."""
    acts = ("deals", "begins", "rests", "speaks", "declares", "chooses", "leads")
    people = [trc("before a player", act) for act in acts]
    labels = [*people, *map(tr, (DEALING, *LABELS))]
    return max(LABEL, *(width_of(label) + 1 for label in labels))


def card_title(card: DealerCard, rules: Ruleset) -> str:
    """Return the title: the number of the deal and of how many, and its round or game."""
    if rules.match is not None:
        words = [
            tr("Deal {number}", number=card.coming.deal),
            tr("game {number}", number=card.coming.game),
        ]
    elif card.coming.of:
        words = [tr("Deal {number} of {last}", number=card.coming.deal, last=card.coming.of)]
    else:
        words = [tr("Deal {number}", number=card.coming.deal)]
    return " · ".join([*words, tr("round {number}", number=card.coming.round)])


def card_people(card: DealerCard, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Yield each role with its player, or with the fact that will decide it; then a fixed trump
    suit."""
    if rules.has_cards:
        yield trc("before a player", "deals"), card.coming.dealer
    else:
        yield trc("before a player", "begins"), card.coming.dealer
    if card.coming.resting:
        # Translators: said of those who sit out the coming deal
        yield trc("before a player", "rests"), ", ".join(card.coming.resting)
    if card.before.speaks:
        # Translators: who calls first in an auction, as in "speaks    Anna first"
        yield trc("before a player", "speaks"), tr("{player} first", player=card.before.speaks)
    decided = card.before.decided_by
    if card.coming.declarer or "declarer" in decided:
        declares = trc("before a player", "declares")
        label = declares if rules.has_cards else trc("before a player", "chooses")
        yield label, _who(card, rules, "declarer", card.coming.declarer)
    if card.coming.leader or "leader" in decided:
        yield trc("before a player", "leads"), _who(card, rules, "leader", card.coming.leader)
    if card.coming.trump is not None:
        contracts = card.coming.contracts
        yield tr("trump"), settled_words(rules, card.coming.trump, contracts)


def _who(card: DealerCard, rules: Ruleset, part: str, player: str | None) -> str:
    """Return the player of a role, or in brackets the text of the fact that will name the
    player."""
    return player or f"({player_of_fact(rules, card.before.decided_by[part])})"


def _dealing(card: DealerCard, full: bool) -> Iterable[tuple[str, str]]:
    """Return labelled lines on how to deal: brief, or numbered steps if `full`."""
    dealing = card.before.dealing
    if not full:
        return [("", line) for line in dealing.brief]
    return [(f"{number}. ", step) for number, step in enumerate(dealing.steps, 1)]


def _dealing_lines(card: DealerCard, width: int, full: bool) -> Iterable[str]:
    for place, (number, step) in enumerate(_dealing(card, full)):
        label = "" if place else tr(DEALING)
        yield from wrapped(
            _labelled(label, number + step), width, " " * (_room() + 2 + width_of(number))
        )


def _contract_lines(card: DealerCard, rules: Ruleset, width: int) -> Iterable[str]:
    """Yield a line for each available contract, with a column for each side's or role's quota."""
    contracts, quotas = card.coming.contracts, card_quotas(card, rules)
    if not contracts:
        return
    every = dict.fromkeys(side for numbers in quotas.values() for side in numbers)
    sides = [side for side in every if not _has_left(card, side)]
    words = [contract_word(rules, name) for name in contracts]
    longest = max(width_of(safe(word)) for word in words)
    room = width - _room() - 2
    numbers = [quota_shown(number) for row in quotas.values() for number in row.values()]
    widest = max(map(width_of, numbers), default=0)
    heads = _heads(sides, room - min(longest, CONTRACT), widest)
    wide = min(longest, room - sum(2 + width_of(head) for head in heads))
    # Translators: a label before the contracts of which one is chosen, at most 9 letters
    title = tr("choice of") if len(contracts) > 1 else tr("contract")
    if sides:
        yield _labelled(tr("quotas"), " " * wide + "".join(f"  {head}" for head in heads))
    for number, (name, word) in enumerate(zip(contracts, words, strict=True)):
        cells = [
            f"  {padded(quota_shown(quotas[name].get(side, '')), width_of(head), right=True)}"
            for side, head in zip(sides, heads, strict=True)
        ]
        yield _labelled("" if number else title, padded(word, wide) + "".join(cells))


def _has_left(card: DealerCard, side: str) -> bool:
    """Return True if a side no longer plays: it has no quota in some contract, and does not sit
    out."""
    numbers = card.coming.quotas.values()
    is_without = any(quotas.get(side, 0) is None for quotas in numbers)
    return is_without and side not in card.coming.resting


def _heads(sides: Sequence[str], room: int, widest: int) -> list[str]:
    """Return the names above the quotas, cut equally to fit in the room, but none narrower than the
    `widest` quota."""
    taken = {
        most: sum(2 + max(widest, min(width_of(safe(side)), most)) for side in sides)
        for most in range(NAME, SHORTEST - 1, -1)
    }
    most = next((most for most, wide in taken.items() if wide <= room), SHORTEST)
    names = [cut(side, most) for side in sides]
    return [padded(name, max(widest, width_of(name)), right=True) for name in names]


def quota_shown(quota: int | str | None) -> str:
    """Return a quota as text, a dash for a player who sits out."""
    return RESTS if quota is None else str(quota)


def card_quotas(card: DealerCard, rules: Ruleset) -> Mapping[str, Mapping[str, int | None]]:
    """Return each contract's quotas by side or by role label."""
    by_role = {
        name: {role_word(rules, role): number for role, number in numbers.items()}
        for name, numbers in card.before.quotas_by_role.items()
    }
    return {**card.coming.quotas, **by_role}


def known_note(card: DealerCard) -> Iterable[tuple[str, str]]:
    """Yield the labelled partial entry of the next deal, if any."""
    if card.known:
        # Translators: a label before the bids and the like of the coming deal, at most 9 letters
        yield tr("known"), card.known


def card_notes(card: DealerCard, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Yield labelled notes: the use of limited contracts, the rules' messages to players, and the
    counters."""
    if card.coming.budgets:
        # Translators: a label before how often contracts were declared, at most 9 letters
        yield tr("declared"), parted(card.coming.budgets)
    for words in card.coming.says:
        yield tr("note"), words
    if card.coming.carried:
        # Translators: a label before what each side has of a game's counters, at most 9 letters
        yield tr("counters"), parted(_carried(card, rules))


def _asked(card: DealerCard, rules: Ruleset) -> Iterable[tuple[str, str]]:
    """Yield labelled notes, then the contract's time of choice, the required fields and an
    example. If the deal cannot be played, yield the reason and the fix after the notes."""
    yield from known_note(card)
    yield from card_notes(card, rules)
    if card.stuck:
        yield tr("contract"), text_of(card.stuck.message)
        yield tr("type"), text_of(card.stuck.mends[0])
        return
    if card.asked.chosen:
        yield tr("chosen"), tr("before the deal")
    yield tr("needed"), parted(_needed(card, rules))
    if card.asked.example:
        # Translators: a label before what can be typed, at most 9 letters
        yield tr("type"), listed(filter(None, (card.asked.shortest, card.asked.example)))


def _carried(card: DealerCard, rules: Ruleset) -> Iterable[str]:
    """Yield each shown counter with every side's value."""
    for name, words in carried_words(card.coming.counters):
        yield f"{counter_word(rules, name)} {words}"


def _needed(card: DealerCard, rules: Ruleset) -> Iterable[str]:
    """Yield the required fields, those required by certain contracts, optional fields, and
    alternatives."""
    if card.coming.needs:
        yield _need_words(card.coming.needs, rules, card.sides)
    kinds = dict[tuple[str, ...], list[str]]()
    for contract, needs in card.asked.needs_by_contract.items():
        own = tuple(need for need in needs if need not in card.coming.needs)
        if own:
            kinds.setdefault(own, []).append(contract_word(rules, contract))
    for own, names in kinds.items():
        yield tr(
            "{facts} in {contracts}",
            contracts=names_listed(names),
            facts=_need_words(own, rules, card.sides),
        )
    if card.asked.may_follow:
        yield tr("{facts} may follow", facts=_need_words(card.asked.may_follow, rules, card.sides))
    for instead in card.asked.instead:
        yield tr("or {facts}", facts=_need_words(instead, rules, card.sides))


def _need_words(needs: Sequence[str], rules: Ruleset, sides: Sequence[str]) -> str:
    """Return the required fields as text. If partners play or a field is a player, the last field
    with numbers by side names the side to type first."""
    words = [_need_word(rules, need) for need in needs]
    of_sides = [place for place, need in enumerate(needs) if _is_of_sides(rules, need)]
    is_plain = not (rules.teams or any(_is_somebody(rules, need) for need in needs))
    if sides and of_sides and not is_plain:
        # Translators: behind what is counted for each side: whose number is typed first
        words[of_sides[-1]] += " " + tr("({side} first)", side=sides[0])
    return ", ".join(words)


def _is_somebody(rules: Ruleset, need: str) -> bool:
    """Return True if the required field is a player."""
    return need in rules.facts and rules.facts[need].kind == "player"


def _is_of_sides(rules: Ruleset, need: str) -> bool:
    """Return True if the required field is a number for each side."""
    count = rules.counts.get(need)
    return count is not None and not (count.by_player or count.of_one)


def _need_word(rules: Ruleset, need: str) -> str:
    if need == "contract":
        return tr("contract")
    return count_word(rules, need) if need in rules.counts else fact_word(rules, need)


def _plain_lines(card: DealerCard, rules: Ruleset, full: bool) -> Iterable[tuple[str, str]]:
    yield tr("next"), card_title(card, rules)
    yield from card_people(card, rules)
    for number, step in _dealing(card, full):
        yield tr(DEALING), number + step
    for name in card.coming.contracts:
        numbers = card_quotas(card, rules)[name].items()
        quotas = ", ".join(f"{side} {quota}" for side, quota in numbers if quota is not None)
        word = contract_word(rules, name)
        said = tr("{contract}, quotas {quotas}", contract=word, quotas=quotas) if quotas else word
        yield tr("choice") if len(card.coming.contracts) > 1 else tr("contract"), said
    yield from _asked(card, rules)
