"""What should be different in the entry being made; a deal that was whole stays so where the
change is refused."""

from __future__ import annotations

from scorekeeper.game.judge import judged
from scorekeeper.record.bare import CONTRACT
from scorekeeper.record.words import Typed, read_words, split_line
from scorekeeper.report.phrases import facts_typed
from scorekeeper.rules.model import OF_PLAYERS
from scorekeeper.table.entering import entered, is_answer
from scorekeeper.table.fields import named_field
from scorekeeper.table.state import CHANGE, Draft, Reply, Table, Turned, fitted
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse


def at_change(table: Table, line: str) -> Turned:
    """Words that change the entry, or the name of the fact to ask for again."""
    agreed, state, draft = table.agreed, table.state, table.draft
    if not line:
        return entered(table)
    field = named_field(agreed, line, draft.facts)
    if field:
        facts = {name: value for name, value in draft.facts.items() if name != field}
        return entered(table._replace(draft=Draft(facts, wanted=field)))
    typed = read_words(agreed, state, split_line(line), draft.facts)
    if is_answer(line) and (typed.problems or CONTRACT in typed.facts):
        return table, Reply(
            fitted(table, [say("say what should be different; `cancel` drops the entry")])
        )
    if not typed.problems and any(name in agreed.rules.counts for name in typed.facts):
        _hold_to_one_deal(table, line, typed)
    turned, reply = entered(table, typed)
    if reply.problems and judged(agreed, state, draft.facts).scored is not None:
        return _as_it_was(table, typed), reply
    return turned, reply


def _as_it_was(table: Table, typed: Typed) -> Table:
    """The whole deal that a refused line leaves, of which nothing is taken in."""
    facts, rules = table.draft.facts, table.book.agreed.rules
    whose = {CONTRACT, *(fact.id for fact in rules.facts.values() if fact.kind in OF_PLAYERS)}
    named = {name: typed.facts[name] for name in facts if name in typed.facts and name in whose}
    other = {name: value for name, value in named.items() if value != facts[name]}
    earlier = table.draft.named or {}
    kept = {name: value for name, value in earlier.items() if name not in typed.facts}
    draft = table.draft._replace(refused=True, named={**kept, **other})
    return table._replace(at=CHANGE, draft=draft, pending=None)


def _hold_to_one_deal(table: Table, line: str, typed: Typed) -> None:
    """Refuses numbers that may be of the deal as it was, or of what a refused line named."""
    facts, other = table.draft.facts, table.draft.named or {}
    if other.keys() <= typed.facts.keys():
        return
    named = " ".join(facts_typed(table.agreed, other))
    stands = " ".join(facts_typed(table.agreed, {name: facts[name] for name in other}))
    message = say(
        "`{named}` was refused with its line; is `{line}` of that, or of `{stands}`?",
        named=named, line=line, stands=stands,
    )  # fmt: skip
    hint = say("say `{named} {line}` or `{stands} {line}`", named=named, line=line, stands=stands)
    raise refuse("change-unclear", message, None, hint)
