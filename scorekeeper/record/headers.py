"""What the columns of a paper sheet are about: what was entered, who sat where, and what somebody
worked out by hand beside it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.counts import counted
from scorekeeper.game.session import Agreed
from scorekeeper.record.figures import plain_number
from scorekeeper.record.names import facts_named, players_named, sides_named
from scorekeeper.record.paper_csv import Paper, row_words
from scorekeeper.record.written import decoded
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import key_typed, loosely
from scorekeeper.text.language import ENGLISH, own_words
from scorekeeper.text.message import Joined, Words, listing, say
from scorekeeper.text.problems import Problem

BARE, FACT, COUNT, SKIPPED = "bare", "fact", "count", "skipped"
NUMBER, DEALER, DECLARER, SUM = "number", "dealer", "declarer", "sum"
POINTS, TOTAL, BOTH = "points", "total", "both"
ENTERED = "entered"  # before a fact that is called like another column
SPLIT = "split"  # begins a note on a deal that counts as the mean of its readings

# What a column is headed, by language; all are read in every language, in small letters: that of Σ
# is σ.
HEADS = {name: own_words(name) for name in (NUMBER, DEALER, DECLARER, SUM, POINTS, TOTAL, SKIPPED)}
_KINDS = {word: kind for kind, words in HEADS.items() for word in words.spellings()}
_NUMBERS = {word: kind for word, kind in _KINDS.items() if kind in (POINTS, TOTAL)}
CROSSES = ("x", "×", "✓", "✗", "✔")


class Column(NamedTuple):
    """What a column is about: its kind, the fact or count of it, and the place of the side or
    player that it is for, None where it holds a list of all. `coded` says that it is called by
    the id of its fact, which is no word of the language spoken: the program wrote it."""

    kind: str
    name: str = ""
    place: int | None = None
    coded: bool = False


def columns_of(agreed: Agreed, paper: Paper) -> tuple[list[Column], list[Problem]]:
    """What each column is about, and what is wrong with the header."""
    columns, problems = list[Column](), list[Problem]()
    heads = [head for head in paper.header if not _is_declarer(head)]
    is_apart = any(facts_named(agreed.rules, head) == [_fact_of_declarer(agreed)] for head in heads)
    apart = _with_heads_apart(agreed, paper.header)
    for head in paper.header:
        if is_apart and _is_declarer(head):
            column: Column | None = Column(DECLARER)
        elif head.casefold() in _KINDS and not apart.isdisjoint(facts_named(agreed.rules, head)):
            column = Column(_KINDS[head.casefold()])
        else:
            column = _column(agreed, head)
        if column is None or (
            column.kind not in (BARE, SKIPPED) and column[:3] in (one[:3] for one in columns)
        ):
            said = (
                _nobody(agreed, head)
                if column is None
                else say("two columns are `{head}`", head=head)
            )
            problems.append(Problem("import-column", said, head, (), row_words(paper.row)))
        columns.append(column or Column(SKIPPED))
    return columns, problems


def _with_heads_apart(agreed: Agreed, heads: Iterable[str]) -> set[str]:
    """The facts and counts that have columns which are nothing else: `entered declarer`, `dealer
    Anna`. A column called as these are is then what the program itself calls so."""
    found = {_entered_fact(agreed, head) for head in heads}
    found |= {column.name for head in heads if (column := _of_whole_name(agreed, head))}
    return found - {""}


def _entered_fact(agreed: Agreed, head: str) -> str:
    """The fact of a column `entered NAME`, empty where it is none."""
    start, _, name = head.partition(" ")
    return name if loosely(start) == ENTERED and name in agreed.rules.facts else ""


def _is_declarer(head: str) -> bool:
    return _KINDS.get(head.casefold()) == DECLARER


def _nobody(agreed: Agreed, head: str) -> Words:
    names = listing(dict.fromkeys([*agreed.side_names, *agreed.players]), "and")
    return say(
        "the column `{head}` is of nobody who plays here; {names} do", head=head, names=names
    )


def _column(agreed: Agreed, head: str) -> Column | None:
    """One column, or None where it is a known word about nobody who plays here; a word that nothing
    is called is left to the reading of the deal, which says what it was taken for."""
    if not head:
        return Column(BARE)
    if _is_counter(agreed, head):
        return Column(SKIPPED)
    if (column := _of_whole_name(agreed, head)) is not None:
        return column
    if entered := _entered_fact(agreed, head):
        return Column(FACT, entered)
    named, word = facts_named(agreed.rules, head), head.casefold()
    if named:
        return Column(
            COUNT if named[0] in agreed.rules.counts else FACT,
            named[0] if len(named) == 1 else head,
            coded=named == [head] and _is_id_alone(agreed.rules, head),
        )
    if _is_declarer(head) and (fact := _fact_of_declarer(agreed)):
        return Column(FACT, fact)
    return Column(_KINDS[word]) if word in _KINDS else _of_somebody(agreed, head)


def _is_id_alone(rules: Ruleset, name: str) -> bool:
    """Return True if no language but English calls a fact by its id."""
    typed = key_typed(rules, name).by_language
    return not any(name in words for code, words in typed.items() if code != ENGLISH)


def _is_counter(agreed: Agreed, head: str) -> bool:
    """Whether a column has what a side had of a counter, `bags Anna`, which follows from the
    deals."""
    carry, known = agreed.rules.scoring.carry, {*agreed.rules.facts, *agreed.rules.counts}
    keys = {*(carry.keys() - known), *(f"carried {name}" for name in carry)}
    return any(what in keys for what, _ in _cuts(head))


def _fact_of_declarer(agreed: Agreed) -> str | None:
    """The fact that says who declared, where the deal itself decides that."""
    start, _, fact = (agreed.rules.deals.declarer or "").partition(" ")
    return fact if start == "fact" else None


def _of_whole_name(agreed: Agreed, head: str) -> Column | None:
    """`tricks Anna` where that is the whole name: of nothing else, whatever the name looks like."""
    for what, who in _cuts(head):
        kind, name = _what(agreed, what) or (SKIPPED, "")
        by_player = kind == COUNT and agreed.rules.counts[name].by_player
        names = agreed.players if by_player else agreed.side_names
        if kind != SKIPPED and who.strip() in names:
            return Column(kind, name, names.index(who.strip()))
    return None


def _of_somebody(agreed: Agreed, head: str) -> Column | None:
    """`tricks Anna`, `points Anna`, `total Anna & Cleo`, or a name alone, under which both numbers
    stand as on the printed sheet: `-2 → -5`."""
    cuts = [(about, who.strip()) for what, who in _cuts(head) if (about := _what(agreed, what))]
    for (kind, name), who in cuts:
        by_player = kind == COUNT and agreed.rules.counts[name].by_player
        found = (players_named if by_player else sides_named)(agreed, who)
        if len(found) == 1:
            return Column(kind, name, found[0])
    sides = sides_named(agreed, head)
    if len(sides) == 1:
        return Column(BOTH, "", sides[0])
    return None if cuts or "=" in head else Column(FACT, head)


def _cuts(head: str) -> Iterable[tuple[str, str]]:
    """The header cut in two at each of its spaces."""
    return ((head[:at], head[at:]) for at, letter in enumerate(head) if letter == " ")


def _what(agreed: Agreed, word: str) -> tuple[str, str] | None:
    """What is counted or worked out. A count that is called like the score is `counted points`."""
    if word.casefold() in _NUMBERS:
        return _NUMBERS[word.casefold()], ""
    start, _, rest = word.partition(" ")
    named = facts_named(agreed.rules, rest if loosely(start) == "counted" else word)
    counts = [name for name in named if name in agreed.rules.counts]
    return (COUNT, counts[0]) if len(counts) == 1 else None


def head_typed(rules: Ruleset, count: str, who: str) -> Words:
    """What the column of somebody's number of a count is called: `tricks Anna`, and of a count that
    is called like the score `counted points Anna`."""
    typed = key_typed(rules, count)
    is_score = any(word.casefold() in _NUMBERS for word in typed.spellings())
    return Joined((*(("counted",) if is_score else ()), typed, who), " ")


# --- the words of a deal -------------------------------------------------------------------------


def words_of(agreed: Agreed, columns: Sequence[Column], row: Sequence[str]) -> list[str]:
    """What a row says of its deal, as it would be typed."""
    words, parts = list[str](), dict[str, dict[int, str]]()
    for column, text in zip(columns, row, strict=False):
        if not text:
            continue
        if column.kind == BARE:
            words += text.split()
        elif column.kind == FACT:
            words += _said(agreed, column, text)
        elif column.kind == COUNT and column.place is None:
            words.append(f"{column.name}={_listed(agreed, column.name, text)}")
        elif column.kind == COUNT and column.place is not None:
            is_ticked = text.casefold() in CROSSES and agreed.rules.counts[column.name].of_one
            number = "1" if is_ticked else plain_number(text)
            parts.setdefault(column.name, {})[column.place] = number
    return [*words, *_lists(agreed, parts)]


def _said(agreed: Agreed, column: Column, text: str) -> list[str]:
    """A fact as it is typed; a dash says that there is nothing to say, a cross that it was so."""
    name, fact = column.name, agreed.rules.facts.get(column.name)
    if plain_number(text) == "-":
        return []
    if fact is not None and fact.kind == "flag" and text.casefold() in CROSSES:
        return [f"{name}=yes"]
    if column.coded:
        text = decoded(agreed.rules, name, text)
    return [f"{name}={plain_number(text) if fact is not None and fact.kind == 'number' else text}"]


def _listed(agreed: Agreed, name: str, text: str) -> str:
    """The numbers of a count as they are typed; of one that somebody has, perhaps the name."""
    if agreed.rules.counts[name].of_one and sides_named(agreed, text):
        return text
    return ",".join(_items(text))


def _items(text: str) -> list[str]:
    """The numbers of a list, which people part with commas, semicolons, strokes or spaces."""
    if ":" in text:
        return [text]
    signs = [sign for sign in ",;/" if sign in text]
    return [
        plain_number(item.strip()) for item in (text.split(signs[0]) if signs else text.split())
    ]


def _lists(agreed: Agreed, parts: dict[str, dict[int, str]]) -> Iterator[str]:
    for name, found in parts.items():
        names = counted(agreed.rules.counts[name], agreed)
        if agreed.rota is None:
            numbers = [found.get(place, "-") for place in range(len(names))]
        else:  # who rests has a dash, or nothing
            numbers = [f"{names[place]}:{text}" for place, text in found.items() if text != "-"]
        if numbers:
            yield f"{name}={','.join(numbers)}"
