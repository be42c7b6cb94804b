"""Faults between what a page says of the next deal, and of how often contracts may be declared, and
the rest of it."""

from __future__ import annotations

from scorekeeper.rules.model import Following, Ruleset
from scorekeeper.rules.model_deals import FOLLOWING, Budget
from scorekeeper.rules.said import TRUMP
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import did_you_mean


def note_course(top: Table, rules: Ruleset) -> None:
    """Faults of `[next]` and of every `[budget.NAME]`."""
    if rules.following is not None:
        _note_following(top, rules, rules.following)
    for name, budget in rules.budgets.items():
        _note_budget(top, rules, name, budget)


def _note_following(top: Table, rules: Ruleset, following: Following) -> None:
    """What follows from a deal says something, and nothing else says who that is."""
    if not (following.moves or following.trump or following.says):
        words = listing([f"`{word.name}`" for word in FOLLOWING.words if word.kind != "phrase"])
        top.fault(
            "next", say("nothing says what follows from a deal"), say("say {words}", words=words)
        )
    for part, test, who in (
        ("declarer", following.declarer, rules.deals.declarer),
        ("leader", following.leader, rules.deals.leader),
    ):
        if test is not None and who is None:
            message = say("nobody is said to do this in other deals")
            hint = say("say `{key}` in `[deals]`: that holds for the first deal", key=part)
            top.fault(f"next.{part}", message, hint)
        elif test is not None and (who or "").startswith("fact "):
            message = say("the entry says who that is, by `{key}` of `[deals]`", key=part)
            top.fault(f"next.{part}", message, say("leave one of them out"))
    if following.trump is not None and rules.has_cards:
        _note_trump(top, rules)
    if following.moves_dealer and rules.misdeal is not None and rules.misdeal.passes:
        message = say("the deal passes left after a misdeal, where nobody knows whose turn it is")
        top.fault("misdeal.then", message, say("leave `{key}` out", key="then"))
    if following.moves and rules.resting is not None:
        message = say("nobody can rest where who deals, declares or leads follows from each deal")
        top.fault("resting", message, say("leave one of them out"))


def _note_trump(top: Table, rules: Ruleset) -> None:
    """A trump suit that is settled is one that a deal may have."""
    trump = rules.facts.get(TRUMP)
    if trump is None:
        message = say("no deal has a trump suit that could be settled")
        hint = say('say `trump = "open"` in a contract, or add `fact.trump`, of kind `suit`')
        top.fault("next.trump", message, hint)
    elif trump.kind != "suit":
        message = say("`trump` is of kind `{kind}`, and not a suit", kind=trump.kind)
        top.fault("next.trump", message, say('say `kind = "suit"`'))


def _note_budget(top: Table, rules: Ruleset, name: str, budget: Budget) -> None:
    """A budget bounds contracts that there are, and that somebody chooses."""
    path, known = f"budget.{name}", {*rules.contracts}
    known |= {one.group for one in rules.contracts.values() if one.group}
    for word in budget.contracts or (name,):
        if word not in known:
            message = say("`{name}` is no contract and no group of this game", name=word)
            hint = did_you_mean(word, known) or say("say which `contracts`")
            top.fault(f"{path}.contracts" if budget.contracts else path, message, hint)
    if {budget.player, budget.side, budget.round, budget.game} == {None}:
        message = say("nothing says how often these may be declared")
        words = listing([f"`{one}`" for one in ("player", "side", "round", "game")])
        top.fault(path, message, say("say {words}", words=words))
    if budget.side is not None and not rules.teams:
        message = say("nobody has a partner in this game: each player is a side")
        top.fault(f"{path}.side", message, say("say {words}", words="`player`"))
    if rules.contracts and not rules.deals.picked:
        message = say("nobody picks a contract in this game: the order is fixed")
        hint = say('say `contract = "declarer picks"` in `[deals]`')
        top.fault(path, message, hint)
