"""The form on a phone that may enter: the facts and counts of the next deal, as fields and
buttons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.board.form_to_words import CONTRACT, COUNT, FACT, FLAG, LINE
from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.entry_kinds import DEAL
from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.record.acts import ACTS
from scorekeeper.record.entry_text import known_words
from scorekeeper.record.open_session import Book
from scorekeeper.record.required_facts import Asks, asks, fixed_total
from scorekeeper.render.html.element import NOTHING, Html, element, name, text
from scorekeeper.report.deal_text import by_reading, truth_line
from scorekeeper.report.shared_labels import contract_word, count_word, fact_word
from scorekeeper.report.upcoming_deal import next_of
from scorekeeper.rules.cards import rank_shown, suit_word
from scorekeeper.rules.fact_names import TRUMP
from scorekeeper.rules.ruleset import LISTS, OF_PLAYERS, Count, Fact
from scorekeeper.text.message_text import labelled, text_of
from scorekeeper.text.translation import tr

BUTTONS = [row for row in ACTS if row.button]  # acts that a tap makes, or begins
MOST_KEYS = 21  # maximum of number keys; beyond it there are ten digits
Choice = tuple[str, Html]  # the value, and the label of its button


def entry_part(book: Book) -> Html:
    """Return the part for a phone that may enter: the form for the next deal, buttons, and a field
    for any command."""
    people = [(who, name(who)) for who in book.agreed.players]
    who = _choices("who", tr("Who are you?"), people, "by")
    notice = element("noscript", element("p", text(tr("To enter takes the script of this page."))))
    line = element(
        "form",
        element("label", text(tr("Or in words, as at the live table")), for_="line"),
        element(
            "input", id="line", name=LINE, maxlength="1000", autocomplete="off",
            autocapitalize="none",
        ),
        _submit(tr("Say")),
        id="words",
    )  # fmt: skip
    back = element(
        "p",
        *(_button(tr(row.button), f"line:{row.name}") for row in BUTTONS if not row.needs_words),
        _button(tr("what do I need?"), "need"),
        class_="said",
    )
    begun = element(
        "p", *(_button(f"{label}…", f"begin:{words}") for words, label in _beginnings(book)),
        class_="said", id="begun", data_fresh="yes",
    )  # fmt: skip
    return _entering(
        book,
        element("h2", text(tr("Enter"))),
        notice,
        element("div", who, id="whoever"),
        _settling(book),
        _known(book),
        _deal_form(book),
        element(
            "details", element("summary", text(tr("Something else"))), back, begun, line, id="else"
        ),
    )


def _beginnings(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the beginnings of frequent commands for a tap, with their labels."""
    for number, fact in _waiting(book):
        label = tr("complete deal {number}", number=number)
        yield f"complete {number} {fact}=", labelled(label, fact_word(book.agreed.rules, fact))
    if last := len(book.standing.deals):
        yield f"amend {last} ", tr("correct deal {number}", number=last)
        yield f"amend {last} or ", tr("another count of deal {number}", number=last)
    yield from ((f"{row.name} ", tr(row.button)) for row in BUTTONS if row.needs_words)


def _waiting(book: Book) -> Iterator[tuple[int, str]]:
    """Yield (deal number, missing fact) for each missing fact of the incomplete deals."""
    deals = book.standing.deals
    for number in book.standing.waits:
        yield from ((number, fact) for fact in deals[number - 1].waits)


def _settling(book: Book) -> Html:
    """Return buttons that settle the disputed deals, one for each version of a deal. This part is
    updated even while the form is not."""
    now = book.standing
    lines = [_disputed(now, number) for number in now.readings if number not in now.waits]
    return element("div", *lines, id="disputed", data_fresh="yes")


def _known(book: Book) -> Html:
    """Return the facts already recorded for the next deal, which need not be entered. This part is
    updated even while the form is not."""
    now = book.standing
    said = NOTHING
    if now.known:
        facts = text_of(known_words(now.seating.agreed, now.known))
        words = tr("known, and need not be entered again: {facts}", facts=facts)
        said = element("p", text(words), class_="said")
    return element("div", said, id="known", data_fresh="yes")


def _disputed(now: Standing, number: int) -> Html:
    asked = tr("deal {number} is disputed: which count holds?", number=number)
    return element("p", element("span", text(asked)), *_readings(now, number), class_="said")


def _readings(now: Standing, number: int) -> Iterator[Html]:
    for place, way in enumerate(by_reading(now, number), 1):
        said = truth_line(way.table_of(number), way.deals[number - 1])
        yield _button(said, f"line:settle {number} {place}")


def no_entry_part() -> Html:
    """Return the part shown instead of the form while the session cannot be shown. It has only the
    place for the result of an entry."""
    return _entering(None)


def _entering(book: Book | None, *inner: Html) -> Html:
    return element(
        "section", *inner, element("div", id="answer", role="status"),
        id="enter",
        data_key=_key(book) if book else None,
        data_coming=_coming(book) if book else None,
        data_unsent=tr("Not sent yet: it waits in this phone."),
        data_drop=tr("Do not send it"),
        data_sure=tr("It is so"),
        data_kept=tr("Waits for another person's yes."),
    )  # fmt: skip


def _key(book: Book) -> str:
    """Return a key of the form. While the key is unchanged, an update of the page keeps the
    filled-in fields."""
    now = book.standing
    turn = now.next_turn
    people = ",".join(now.seating.agreed.players)
    contracts = ",".join(turn.contracts) if turn else ""
    return f"{now.state.deal} {people} {turn and turn.declarer} {contracts}"


def _coming(book: Book) -> int:
    """Return the number of deals recorded so far, undone ones excluded, which identifies the next
    deal. Unlike the next deal's number, it does not change when a deal is inserted or deleted."""
    return sum(act.what == DEAL for act in book.folded.done)


def _deal_form(book: Book) -> Html:
    if book.standing.next_turn is None:
        return NOTHING
    agreed, state = book.standing.seating.agreed, book.standing.seating.state
    asked = asks(agreed, state)
    now, later = [*_asked_now(agreed, asked)], [*_asked_later(agreed, asked)]
    quotas = next_of(book.standing)
    more = [_field(agreed, state, one, ()) for one in later]
    return element(
        "form",
        _contracts(agreed, asked),
        *(_field(agreed, state, one, of) for one, of in now),
        element("details", element("summary", text(tr("More of this deal"))), *more, id="more")
        if more
        else NOTHING,
        element("output", id="truth", for_="deal"),
        _submit(tr("Enter this deal")),
        id="deal",
        data_quotas=json.dumps(quotas.quotas if quotas else {}),
    )


def _asked_now(agreed: Agreed, asked: Asks) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each fact or count that a contract requires, with the contracts that require it, [] if
    all do. The trump suit is required by contracts that leave it open."""
    of = dict[str, list[str]]()
    rules = agreed.rules
    for contract, names in asked.by_contract.items():
        is_open = contract is not None and rules.contracts[contract].trump == "open"
        for one in [*([TRUMP] if is_open and TRUMP in rules.facts else []), *names]:
            of.setdefault(one, []).append(str(contract or ""))
    order = [*rules.facts, *rules.counts]
    for one in sorted(of, key=order.index):
        yield one, [] if len(of[one]) == len(asked.by_contract) else of[one]


def _asked_later(agreed: Agreed, asked: Asks) -> Iterator[str]:
    """Yield the facts and counts that no contract requires."""
    now = {one for one, _ in _asked_now(agreed, asked)}
    rules = agreed.rules
    for one in [*rules.facts, *rules.counts]:
        if one not in now:
            yield one


def _contracts(agreed: Agreed, asked: Asks) -> Html:
    """Return a button for each available contract, or nothing if there is no choice."""
    names = [one for one in asked.by_contract if one]
    if len(names) < 2:
        return NOTHING
    choices = [(one, text(contract_word(agreed.rules, one))) for one in names]
    return _choices(CONTRACT, tr("contract"), choices, CONTRACT)


# --- the field of one fact or count --------------------------------------------------------------


def _field(agreed: Agreed, state: State, one: str, of: Sequence[str]) -> Html:
    """Return the field of a fact or a count. It is shown for the contracts in `of`, or for all
    contracts if `of` is empty."""
    count = agreed.rules.counts.get(one)
    if count is None:
        return _fact(agreed, agreed.rules.facts[one], of)
    if count.of_one:
        people = [(who, name(who)) for who in counted_names(count, agreed)]
        return _choices(FACT + one, count_word(agreed.rules, one), people, one, of)
    return _count(agreed, state, count, of)


def _fact(agreed: Agreed, fact: Fact, of: Sequence[str]) -> Html:
    label = fact.ask.shown() or fact_word(agreed.rules, fact.id)
    if fact.kind == "flag":
        return _choices(FLAG + fact.id, label, [("yes", text(tr("yes")))], fact.id, of, "checkbox")
    choices = _of_fact(agreed, fact)
    if choices and fact.kind in ("rank", "card"):
        return _list(FACT + fact.id, label, choices, fact.id, of)
    if choices:
        kind = "checkbox" if fact.kind in LISTS else "radio"
        return _choices(FACT + fact.id, label, choices, fact.id, of, kind)
    typed = element(
        "input", name=FACT + fact.id, maxlength="200", autocomplete="off", aria_label=label,
        inputmode="numeric" if fact.kind == "number" and not fact.values else None,
    )  # fmt: skip
    return _fieldset(label, fact.id, of, typed)


def _of_fact(agreed: Agreed, fact: Fact) -> Sequence[Choice]:
    """Return the values of a fact as choices, or [] for a number."""
    pack = agreed.rules.pack
    if fact.kind in OF_PLAYERS:
        return [(who, name(who)) for who in agreed.players]
    if fact.kind == "suit":
        return [(suit, text(suit_word(pack, suit))) for suit in pack.suits]
    if fact.kind == "rank":
        return [(rank_shown(pack, rank), text(rank_shown(pack, rank))) for rank in pack.ranks]
    if fact.kind == "card":
        return [(code, text(code)) for code in pack.cards]
    if fact.kind == "number":
        return []
    return [(value, text(said.shown())) for value, said in fact.values.items()]


def _count(agreed: Agreed, state: State, count: Count, of: Sequence[str]) -> Html:
    """Return the fields of a count: a number for each player or side, and a pad of keys to tap."""
    total = fixed_total(agreed, state, count, {})
    label = count_word(agreed.rules, count.id)
    said = tr("{things}, {total} in all", things=label, total=total) if total else label
    rows = [_number(count, who, label) for who in counted_names(count, agreed)]
    keys = range(0, (total or 0) + 1, count.step)
    pad = (keys if len(keys) <= MOST_KEYS else range(10)) if total else range(10)
    each = [_button(str(number), f"key:{number}") for number in pad]
    is_digits = len(pad) == 10 and len(keys) != 10
    each += [_button("⌫", "key:back", tr("delete"))]
    group = element("div", *each, class_="pad", role="group", aria_label=tr("numbers"))
    return _fieldset(
        said, count.id, of, *rows, group, data_digits="yes" if is_digits else None, data_total=total
    )


def _number(count: Count, who: str, label: str) -> Html:
    return element(
        "p",
        element("span", name(who), element("small", class_="quota"), class_="whose"),
        _button("−", "less", labelled(who, tr("one less"))),
        element(
            "input", name=COUNT + count.id, data_side=who, data_step=count.step,
            inputmode="numeric", autocomplete="off", maxlength="10", aria_label=f"{who}, {label}",
        ),
        _button("+", "more", labelled(who, tr("one more"))),
        class_="number",
    )  # fmt: skip


# --- fields to tap -------------------------------------------------------------------------------


def _choices(
    field: str, label: str, choices: Iterable[Choice], about: str | None,
    of: Sequence[str] = (), kind: str = "radio",
) -> Html:  # fmt: skip
    """Return a group of buttons: one can be chosen, or several if `kind` is "checkbox"."""
    each = [
        element(
            "label",
            element("input", type=kind, name=field, value=value, autocomplete="off"),
            element("span", shown),
            class_="choice",
        )
        for value, shown in choices
    ]
    return _fieldset(label, about, of, element("div", *each, class_="choices"))


def _list(field: str, label: str, choices: Iterable[Choice], about: str, of: Sequence[str]) -> Html:
    """Return a drop-down list."""
    options = [element("option", text("–"), value="")]
    options += [element("option", shown, value=value) for value, shown in choices]
    chosen = element("select", *options, name=field, aria_label=label)
    return _fieldset(label, about, of, chosen)


def _fieldset(
    label: str, about: str | None, of: Sequence[str], *inner: Html, **more: object
) -> Html:
    """Return a group of fields with a place for an error message."""
    wrong = element("p", class_="wrong", role="alert")
    return element(
        "fieldset", element("legend", text(label)), *inner, wrong,
        data_fact=about, data_of=" ".join(of) or None, **more,
    )  # fmt: skip


def _button(label: str, does: str, said: str | None = None) -> Html:
    return element("button", text(label), type="button", data_do=does, aria_label=said)


def _submit(label: str) -> Html:
    return element("p", element("button", text(label), type="submit"))
