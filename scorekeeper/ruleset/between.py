"""Faults that lie between two parts of a ruleset, each of which is well by itself."""

from __future__ import annotations

from scorekeeper.formula import FormulaError, number_of
from scorekeeper.problems import listed
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.playing import play_faults
from scorekeeper.ruleset.table import Table


def note_contradictions(top: Table, rules: Ruleset) -> None:
    """Faults that lie between two parts of the file."""
    for name, contract in rules.contracts.items():
        if contract.trump not in ("none", "open", *rules.pack.suits):
            top.fault(
                f"contract.{name}.trump",
                f"`{contract.trump}` is not a suit of this pack",
                f"say none, open or {listed(rules.pack.suits)}",
            )
        for rank in set(contract.ranks) ^ set(rules.pack.ranks) if contract.ranks else ():
            top.fault(f"contract.{name}.ranks", f"`ranks` must name every rank of the pack once; `{rank}` is amiss")
        if not contract.points and not rules.outcomes:
            top.fault(f"contract.{name}", f"nothing says what `{name}` scores", 'add `points = "…"`')
    _number_of_deals(top, rules)
    for who, path in _people(rules):
        if who.startswith("fact ") and rules.facts.get(who[5:]) is None:
            top.fault(path, f"`{who}`: there is no `[fact.{who[5:]}]`")
    for name, count in rules.counts.items():
        if count.piles is not None and count.piles not in rules.counts:
            top.fault(f"count.{name}.piles", f"`{count.piles}` is not a count of this game")
        for rank in (*count.values, *count.trump_values):
            if rank not in rules.pack.ranks:
                top.fault(
                    f"count.{name}.cards",
                    f"`{rank}` is not a rank of this pack",
                    f"ranks are {' '.join(rules.pack.ranks)}",
                )
    if rules.teams and any(number % 2 for number in rules.players):
        top.fault("teams", "partners sit across: `teams = true` needs an even number of players")
    if not rules.contracts and not rules.outcomes:
        top.fault("outcome", "nothing says what a deal scores", "add `[contract.NAME]` or `[[outcome]]`")
    play_faults(top, rules)


def _number_of_deals(top: Table, rules: Ruleset) -> None:
    """How many deals there are is settled before the first: it may hang on the players and the
    options alone, and there must be one."""
    number = rules.deals.number
    if number is None:
        return
    unknown = sorted(number.names - {"players", *rules.options})
    if unknown:
        top.fault(
            "deals.number",
            f"`number = {number.text!r}` cannot depend on {listed(unknown, 'and')}",
            "it may name `players` and the options",
        )
        return
    for players in rules.players:
        try:
            deals = number_of(
                number, {"players": players, **{name: option.default for name, option in rules.options.items()}}
            )
        except FormulaError as error:
            top.fault("deals.number", str(error))
            return
        if deals < 1:
            top.fault(
                "deals.number",
                f"`number = {number.text!r}` gives {deals} deals with {players} players; a game has at least one",
            )


def _people(rules: Ruleset) -> list[tuple[str, str]]:
    people = [(who, f"roles.{name}") for name, who in rules.roles.items()]
    people += [(getattr(rules.deals, seat) or "", f"deals.{seat}") for seat in ("declarer", "leader", "first")]
    return people
