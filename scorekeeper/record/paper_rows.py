"""The rows of a paper score sheet: the columns, each deal as typed words, and the written
results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.schedule import Turn
from scorekeeper.game.session_settings import NOTHING_SETTLED, Agreed, agree, option_words
from scorekeeper.record.fact_values import (
    facts_named,
    is_dash,
    number_in,
    plain_number,
    players_named,
    sides_named,
)
from scorekeeper.record.paper_csv import Paper, row_words
from scorekeeper.record.required_facts import decoded
from scorekeeper.record.word_assignment import SEVERAL_KEYS, UNKNOWN_KEY
from scorekeeper.rules.fact_names import key_typed, keys, loosely
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import (
    CommandLine,
    JoinedWords,
    Value,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, Refused, nearest, refuse
from scorekeeper.text.translation import ENGLISH, own_words

# --- headers -----------------------------------------------------------------------------------
# The meaning of the columns of a paper sheet: entered facts, seats, and results computed by hand.


BARE, FACT, COUNT, SKIPPED = "bare", "fact", "count", "skipped"
NUMBER, DEALER, DECLARER, SUM = "number", "dealer", "declarer", "sum"
POINTS, TOTAL, BOTH = "points", "total", "both"
ENTERED = "entered"  # before a fact that is called like another column
SPLIT = "split"  # begins a note on a deal that counts as the mean of its readings

# The headings of columns, by language. All are read in every language, in small letters (σ for Σ).
HEADS = {name: own_words(name) for name in (NUMBER, DEALER, DECLARER, SUM, POINTS, TOTAL, SKIPPED)}
_KINDS = {word: kind for kind, words in HEADS.items() for word in words.spellings()}
_NUMBERS = {word: kind for word, kind in _KINDS.items() if kind in (POINTS, TOTAL)}
CROSSES = ("x", "×", "✓", "✗", "✔")


class PaperColumn(NamedTuple):
    """The meaning of a column: its kind, its fact or count, and the index of its side or player
    (None if it lists all of them). `coded` is True if its heading is the id of its fact, not a
    word of the user's language; then the program wrote it."""

    kind: str
    name: str = ""
    place: int | None = None
    coded: bool = False


def columns_of(agreed: Agreed, paper: Paper) -> tuple[list[PaperColumn], list[Problem]]:
    """Return the meaning of each column, and the problems of the header."""
    columns, problems = list[PaperColumn](), list[Problem]()
    heads = [head for head in paper.header if not _is_declarer(head)]
    is_apart = any(facts_named(agreed.rules, head) == [_fact_of_declarer(agreed)] for head in heads)
    apart = _with_heads_apart(agreed, paper.header)
    for head in paper.header:
        if is_apart and _is_declarer(head):
            column: PaperColumn | None = PaperColumn(DECLARER)
        elif head.casefold() in _KINDS and not apart.isdisjoint(facts_named(agreed.rules, head)):
            column = PaperColumn(_KINDS[head.casefold()])
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
        columns.append(column or PaperColumn(SKIPPED))
    return columns, problems


def _with_heads_apart(agreed: Agreed, heads: Iterable[str]) -> set[str]:
    """Return the facts and counts that have unambiguous columns, such as `entered declarer` or
    `dealer Anna`. A column with just the name of such a fact then has the program's own
    meaning."""
    found = {_entered_fact(agreed, head) for head in heads}
    found |= {column.name for head in heads if (column := _of_whole_name(agreed, head))}
    return found - {""}


def _entered_fact(agreed: Agreed, head: str) -> str:
    """Return the fact of a column `entered NAME`, or an empty string."""
    start, _, name = head.partition(" ")
    return name if loosely(start) == ENTERED and name in agreed.rules.facts else ""


def _is_declarer(head: str) -> bool:
    return _KINDS.get(head.casefold()) == DECLARER


def _nobody(agreed: Agreed, head: str) -> Words:
    names = listing(dict.fromkeys([*agreed.side_names, *agreed.players]), "and")
    return say(
        "the column `{head}` is of nobody who plays here; {names} do", head=head, names=names
    )


def _column(agreed: Agreed, head: str) -> PaperColumn | None:
    """Return the meaning of a column, or None if its heading is a known word with the name of
    nobody here. An unknown heading is taken for a fact, and the parser of the deal reports it."""
    if not head:
        return PaperColumn(BARE)
    if _is_counter(agreed, head):
        return PaperColumn(SKIPPED)
    if (column := _of_whole_name(agreed, head)) is not None:
        return column
    if entered := _entered_fact(agreed, head):
        return PaperColumn(FACT, entered)
    named, word = facts_named(agreed.rules, head), head.casefold()
    if named:
        return PaperColumn(
            COUNT if named[0] in agreed.rules.counts else FACT,
            named[0] if len(named) == 1 else head,
            coded=named == [head] and _is_id_alone(agreed.rules, head),
        )
    if _is_declarer(head) and (fact := _fact_of_declarer(agreed)):
        return PaperColumn(FACT, fact)
    return PaperColumn(_KINDS[word]) if word in _KINDS else _of_somebody(agreed, head)


def _is_id_alone(rules: Ruleset, name: str) -> bool:
    """Return True if no language but English calls a fact by its id."""
    typed = key_typed(rules, name).by_language
    return not any(name in words for code, words in typed.items() if code != ENGLISH)


def _is_counter(agreed: Agreed, head: str) -> bool:
    """Return True if a column is a side's counter, `bags Anna`, which follows from the deals."""
    carry, known = agreed.rules.scoring.carry, {*agreed.rules.facts, *agreed.rules.counts}
    keys = {*(carry.keys() - known), *(f"carried {name}" for name in carry)}
    return any(what in keys for what, _ in _cuts(head))


def _fact_of_declarer(agreed: Agreed) -> str | None:
    """Return the fact that gives the declarer, or None if no fact of the deal does."""
    start, _, fact = (agreed.rules.deals.declarer or "").partition(" ")
    return fact if start == "fact" else None


def _of_whole_name(agreed: Agreed, head: str) -> PaperColumn | None:
    """Return the column of a heading such as `tricks Anna`, with a player's or side's full name,
    or None. Such a heading has no other meaning."""
    for what, who in _cuts(head):
        kind, name = _what(agreed, what) or (SKIPPED, "")
        by_player = kind == COUNT and agreed.rules.counts[name].by_player
        names = agreed.players if by_player else agreed.side_names
        if kind != SKIPPED and who.strip() in names:
            return PaperColumn(kind, name, names.index(who.strip()))
    return None


def _of_somebody(agreed: Agreed, head: str) -> PaperColumn | None:
    """Return the column of a heading such as `tricks Anna` or `total Anna & Cleo`, or None if
    nobody here has the name. A name alone is a column with points and total: `-2 → -5`."""
    cuts = [(about, who.strip()) for what, who in _cuts(head) if (about := _what(agreed, what))]
    for (kind, name), who in cuts:
        by_player = kind == COUNT and agreed.rules.counts[name].by_player
        found = (players_named if by_player else sides_named)(agreed, who)
        if len(found) == 1:
            return PaperColumn(kind, name, found[0])
    sides = sides_named(agreed, head)
    if len(sides) == 1:
        return PaperColumn(BOTH, "", sides[0])
    return None if cuts or "=" in head else PaperColumn(FACT, head)


def _cuts(head: str) -> Iterable[tuple[str, str]]:
    """Return the heading split at each of its spaces in turn."""
    return ((head[:at], head[at:]) for at, letter in enumerate(head) if letter == " ")


def _what(agreed: Agreed, word: str) -> tuple[str, str] | None:
    """Return the kind of number and the count that a word names, or None. A count named like the
    score is `counted points`."""
    if word.casefold() in _NUMBERS:
        return _NUMBERS[word.casefold()], ""
    start, _, rest = word.partition(" ")
    named = facts_named(agreed.rules, rest if loosely(start) == "counted" else word)
    counts = [name for name in named if name in agreed.rules.counts]
    return (COUNT, counts[0]) if len(counts) == 1 else None


def head_typed(rules: Ruleset, count: str, who: str) -> Words:
    """Return the heading for one player's or side's numbers of a count: `tricks Anna`, or `counted
    points Anna` if the count is named like the score."""
    typed = key_typed(rules, count)
    is_score = any(word.casefold() in _NUMBERS for word in typed.spellings())
    return JoinedWords((*(("counted",) if is_score else ()), typed, who), " ")


# --- the words of a deal -------------------------------------------------------------------------


def words_of(agreed: Agreed, columns: Sequence[PaperColumn], row: Sequence[str]) -> list[str]:
    """Return the facts of a row as words typed for a deal."""
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


def _said(agreed: Agreed, column: PaperColumn, text: str) -> list[str]:
    """Return a fact as a typed word, or an empty list for a dash. A cross sets a flag."""
    name, fact = column.name, agreed.rules.facts.get(column.name)
    if plain_number(text) == "-":
        return []
    if fact is not None and fact.kind == "flag" and text.casefold() in CROSSES:
        return [f"{name}=yes"]
    if column.coded:
        text = decoded(agreed.rules, name, text)
    return [f"{name}={plain_number(text) if fact is not None and fact.kind == 'number' else text}"]


def _listed(agreed: Agreed, name: str, text: str) -> str:
    """Return the numbers of a count as typed, or the name for a count that only one player or side
    has."""
    if agreed.rules.counts[name].of_one and sides_named(agreed, text):
        return text
    return ",".join(_items(text))


def _items(text: str) -> list[str]:
    """Return the numbers of a list separated by commas, semicolons, slashes or spaces."""
    if ":" in text:
        return [text]
    signs = [sign for sign in ",;/" if sign in text]
    return [
        plain_number(item.strip()) for item in (text.split(signs[0]) if signs else text.split())
    ]


def _lists(agreed: Agreed, parts: dict[str, dict[int, str]]) -> Iterator[str]:
    for name, found in parts.items():
        names = counted_names(agreed.rules.counts[name], agreed)
        if agreed.rota is None:
            numbers = [found.get(place, "-") for place in range(len(names))]
        else:  # who rests has a dash, or nothing
            numbers = [f"{names[place]}:{text}" for place, text in found.items() if text != "-"]
        if numbers:
            yield f"{name}={','.join(numbers)}"


# --- paper rows --------------------------------------------------------------------------------
# The rows of a paper sheet: the words of each deal, and the written results.


ARROWS = ("→", "->", "=>")
# In small letters (σ for Σ).
PENALTY = "penalty"
FEET = ("total", "totals", "sum", "σ", "start", "0", "bonus", PENALTY)

Numbers = tuple[int | None, ...]


class PaperRow(NamedTuple):
    """One deal on paper: its row, its facts as typed words, its number, dealer and declarer, and
    the written results. Columns have one number for each side, None where nothing is written.
    `others` are the words of each other version, if a note on the row says that the deal was
    settled by a split."""

    place: Words
    words: tuple[str, ...]
    number: int | None
    dealer: str
    declarer: str
    points: Numbers
    totals: Numbers
    sum: int | None
    others: tuple[tuple[str, ...], ...] = ()

    @property
    def is_reckoned(self) -> bool:
        """Return True if the row has points or totals."""
        return any(number is not None for number in (*self.points, *self.totals))


def lines_of(agreed: Agreed, paper: Paper) -> list[PaperRow]:
    """Return the deals of the paper. Raises Refused with every unreadable cell. Rows without a
    deal at the end are omitted."""
    columns, problems = columns_of(agreed, paper)
    lines = []
    for place, row in paper.rows:
        if not _is_foot(columns, row):
            line, faults = _line(agreed, columns, row_words(place), row)
            lines.append(line)
            problems += faults
    if problems:
        raise Refused(problems)
    while (
        lines
        and not lines[-1].is_reckoned
        and all(_is_ahead(agreed, word) for word in lines[-1].words)
    ):
        lines.pop()
    if not lines:
        raise refuse(
            "import-empty",
            say("no deal stands on this sheet yet"),
            None,
            say("fill in a row a deal"),
        )
    return lines


def _is_ahead(agreed: Agreed, word: str) -> bool:
    """Return True for a word that the empty sheet already contains: the contract, if the order of
    contracts is fixed."""
    return not agreed.rules.deals.picked and word.startswith("contract=")


def _is_foot(
    columns: Sequence[PaperColumn], row: Sequence[str], feet: Sequence[str] = FEET
) -> bool:
    """Return True for a row that is no deal: the start of a game, its sum, or a penalty."""
    return any(
        c.kind == NUMBER and text.casefold() in feet for c, text in zip(columns, row, strict=False)
    )


def penalty_rows(agreed: Agreed, paper: Paper, above_deals: bool = False) -> list[Words]:
    """Return the rows of penalties. With `above_deals`, return only penalties that have deals
    below and so change the totals of those."""
    columns, _ = columns_of(agreed, paper)
    deals = [place for place, row in paper.rows if not _is_foot(columns, row)]
    return [
        row_words(place)
        for place, row in paper.rows
        if _is_foot(columns, row, (PENALTY,)) and not (above_deals and place > max(deals))
    ]


def _line(
    agreed: Agreed, columns: Sequence[PaperColumn], place: Words, row: Sequence[str]
) -> tuple[PaperRow, list[Problem]]:
    blank: Numbers = (None,) * len(agreed.sides)
    written: dict[str, list[int | None]] = {
        POINTS: [*blank],
        TOTAL: [*blank],
        NUMBER: [None],
        SUM: [None],
    }
    seats, problems = {DEALER: "", DECLARER: ""}, list[Problem]()
    for column, text in zip(columns, row, strict=False):
        if not text or column.kind in (BARE, FACT, COUNT):
            continue
        if column.kind in seats:
            seats[column.kind] = text
        elif column.kind in (*written, BOTH) and not _write(written, column, text):
            problems.append(_unreadable(agreed, column, text, place))
    words = tuple(words_of(agreed, columns, row))
    line = PaperRow(
        place=place,
        words=words,
        number=written[NUMBER][0],
        dealer=seats[DEALER],
        declarer=seats[DECLARER],
        points=tuple(written[POINTS]),
        totals=tuple(written[TOTAL]),
        sum=written[SUM][0],
        others=_other_readings(agreed, columns, row),
    )
    return line, problems


def _other_readings(
    agreed: Agreed, columns: Sequence[PaperColumn], row: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Return the other versions of a deal that was settled by a split, from the note on its row:
    `split or tricks=7,5,4`."""
    notes = (text for c, text in zip(columns, row, strict=False) if c.kind == SKIPPED)
    parts = (note.split(" or ") for note in notes)
    return tuple(
        tuple(_decoded(agreed, word) for word in reading.split())
        for first, *said in parts
        if first == SPLIT
        for reading in said
    )


def _decoded(agreed: Agreed, word: str) -> str:
    name, equals, text = word.partition("=")
    return f"{name}{equals}{decoded(agreed.rules, name, text)}"


def _write(written: dict[str, list[int | None]], column: PaperColumn, text: str) -> bool:
    """Store the numbers of a cell. Return False if they cannot be read."""
    if column.place is None and column.kind in (POINTS, TOTAL):
        return _write_list(written[column.kind], text)
    parts = (
        zip((POINTS, TOTAL), _two(text), strict=True)
        if column.kind == BOTH
        else [(column.kind, text)]
    )
    for kind, part in parts:
        number = number_in(part)
        if number is not None:
            written[kind][column.place or 0] = number
        elif not is_dash(part):
            return False
    return True


def _write_list(numbers: list[int | None], text: str) -> bool:
    """Store the numbers of a cell that lists all sides. Return False if they cannot be read."""
    found = [number_in(item) for item in text.split("," if "," in text else None)]
    if len(found) != len(numbers) or None in found:
        return False
    numbers[:] = found
    return True


def _two(text: str) -> list[str]:
    """Return the points and the total of a cell `-2 → -5`. A number alone is the total."""
    for arrow in ARROWS:
        before, found, after = text.partition(arrow)
        if found:
            return [before, after]
    return ["", text]


def _unreadable(agreed: Agreed, column: PaperColumn, text: str, place: Words) -> Problem:
    side = agreed.side_names[column.place] if column.place is not None else ""
    what = " ".join(filter(None, (TOTAL if column.kind == BOTH else column.kind, side)))
    message = say(
        "`{text}` in the column `{column}` cannot be read as a number", text=text, column=what
    )
    return Problem("import-number", message, what, (), place)


# --- sheet header ------------------------------------------------------------------------------
# Problems of a sheet's header that its rows reveal: a column that the game has no use for, and a
# count whose columns have other headings.


MOST_HEADS = 3  # columns of a foreign file that are named


def with_header_problems(agreed: Agreed, paper: Paper, refused: Refused) -> Refused:
    """Return the refusal of a sheet, with each problem of the header once, before the problems of
    rows. If the header is valid, return the refusal unchanged."""
    columns, _ = columns_of(agreed, paper)
    unread = {problem.fact for problem in refused.problems if _is_unread(paper, problem)}
    uncounted = _uncounted(agreed, paper, columns, bool(unread))
    found, rest = dict[str | None, Problem](), list[Problem]()
    for problem in refused.problems:
        if problem.fact in unread:
            found.setdefault(problem.fact, _unread(agreed, paper, problem))
        elif problem.is_missing and (names := uncounted.get(str(problem.fact))):
            found.setdefault(problem.fact, _elsewhere(agreed, paper, columns, problem, names))
        else:
            rest.append(problem)
    if not found:
        return refused
    return Refused([*found.values(), *rest], refused.heading if rest else None)


# --- files that are no sheet of the game ---------------------------------------------------------


def foreign_problems(agreed: Agreed, paper: Paper) -> Iterator[Problem]:
    """Yield one problem if no column of a file belongs to the game, instead of one for each row."""
    columns, problems = columns_of(agreed, paper)
    heads = [head for head, column in zip(paper.header, columns, strict=True) if head]
    if problems or any(map(partial(_is_of_the_game, agreed), paper.header, columns)):
        return
    shown = JoinedWords(
        (JoinedWords(tuple(f"`{head}`" for head in heads[:MOST_HEADS]), ", "), "…"), " "
    )
    message = say_n(
        len(paper.header),
        "read as CSV, this is no sheet of {game}: its one column {heads} is none of the game's",
        "read as CSV, this is no sheet of {game}: of its {n} columns, {heads}, none is the game's",
        game=agreed.rules.name,
        heads=shown if len(heads) > MOST_HEADS else listing([f"`{head}`" for head in heads], "and"),
    )
    blank = CommandLine("sheet", ("--blank", agreed.rules.id, "--format", "csv"))
    mends = (
        _called(agreed, heads[0]),
        say("`{command}` prints an empty sheet", command=blank),
        say("`{command}` shows an example", command=CommandLine("import", ("--help",))),
    )
    yield Problem("import-column", message, paper.header[0], mends, row_words(paper.row))


def _is_of_the_game(agreed: Agreed, head: str, column: PaperColumn) -> bool:
    """Return True for a column of a fact, a count or a player, or without a heading."""
    named = bool(facts_named(agreed.rules, head)) or column.name in agreed.rules.facts
    return column.kind in (BARE, COUNT) or column.place is not None or named


# --- columns unknown to the game -----------------------------------------------------------------


def _is_unread(paper: Paper, problem: Problem) -> bool:
    """Return True if the problem is a column whose heading names no fact or count, or several."""
    return problem.code in (UNKNOWN_KEY, SEVERAL_KEYS) and problem.fact in paper.header


def _unread(agreed: Agreed, paper: Paper, problem: Problem) -> Problem:
    """Return the problem of an unreadable column with its row and its fix. A heading that names
    several facts gets no fix, because the message lists them already."""
    mends = (_called(agreed, str(problem.fact)),) if problem.code == UNKNOWN_KEY else ()
    return problem._replace(place=row_words(paper.row), mends=mends)


def _called(agreed: Agreed, head: str) -> Words:
    """Return a suggestion for a heading, or a list of the valid headings if none is close."""
    facts, of_one = _heads_of_facts(agreed), _heads_of_one(agreed)
    known = {**facts, **of_one}
    if meant := nearest(head, known):
        return titled(_quoted(head), say("did you mean `{meant}`?", meant=known[meant]))
    heads = dict.fromkeys([*facts.values(), *[*of_one.values()][:1]])
    return say("a column may be called {heads}", heads=listing(map(_quoted, heads)))


def _heads_of_facts(agreed: Agreed) -> Mapping[str, Words]:
    """Return the headings for columns of a fact, or of all numbers of a count, by each spelling."""
    rules = agreed.rules
    return {
        word: key_typed(rules, name)
        for name, phrase in keys(rules).items()
        for word in (name, *phrase.spellings())
    }


def _heads_of_one(agreed: Agreed) -> Mapping[str, Words]:
    """Return the headings for columns with one player's or side's numbers of a count, by the
    count's id and the name."""
    return {
        f"{count.id} {who}": head_typed(agreed.rules, count.id, who)
        for count in agreed.rules.counts.values()
        for who in counted_names(count, agreed)
    }


def _quoted(words: Words) -> Words:
    return JoinedWords(("`", words, "`"))


# --- counts in columns with other headings -------------------------------------------------------


def _uncounted(
    agreed: Agreed, paper: Paper, columns: Sequence[PaperColumn], has_unread: bool
) -> Mapping[str, Sequence[str]]:
    """Return the counts that may be in columns with other headings, each with the players or sides
    that have no column of the count. Empty if a column without a heading may contain the
    numbers."""
    if _has_words(paper, columns):
        return {}
    known = {column.name for column in columns if column.kind == COUNT}
    without = {name: _without_column(agreed, columns, name) for name in agreed.rules.counts}
    return {
        name: names
        for name, names in without.items()
        if _names_alone(agreed, paper, columns, names) or (has_unread and name not in known)
    }


def _has_words(paper: Paper, columns: Sequence[PaperColumn]) -> bool:
    return any(
        text and column.kind == BARE
        for _, row in paper.rows
        for column, text in zip(columns, row, strict=False)
    )


def _without_column(agreed: Agreed, columns: Sequence[PaperColumn], name: str) -> list[str]:
    places = {column.place for column in columns if column.kind == COUNT and column.name == name}
    names = counted_names(agreed.rules.counts[name], agreed)
    return [who for place, who in enumerate(names) if places.isdisjoint((place, None))]


def _names_alone(
    agreed: Agreed, paper: Paper, columns: Sequence[PaperColumn], names: Sequence[str]
) -> list[str]:
    """Return the columns whose heading is a name alone, if all of them belong to these people."""
    found = {
        head: agreed.side_names[column.place]
        for head, column in zip(paper.header, columns, strict=True)
        if column.kind == BOTH and column.place is not None
    }
    return [*found] if set(found.values()) <= {*names} else []


def _elsewhere(
    agreed: Agreed,
    paper: Paper,
    columns: Sequence[PaperColumn],
    missing: Problem,
    names: Sequence[str],
) -> Problem:
    """Return the problem of a missing count, with the right headings for its columns as the fix."""
    alone = _names_alone(agreed, paper, columns, names)
    read = say(
        "a column called by a name alone ({heads}) is read as points and totals",
        heads=listing([f"`{head}`" for head in alone], "and"),
    )
    heads = [_quoted(head_typed(agreed.rules, str(missing.fact), who)) for who in names]
    return missing._replace(
        message=in_turn(missing.message, *([read] if alone else [])),
        mends=(say("call its columns {heads}", heads=listing(heads, "and")),),
        place=row_words(paper.row),
    )


# --- paper -------------------------------------------------------------------------------------
# The evening according to a paper sheet: the game, the players, and the seats in each deal.


GAME, PLAYERS, FIRST_DEALER, OPTIONS = "game", "players", "dealer", "options"
AND = " & "


def agreed_on(
    rules: Ruleset,
    paper: Paper,
    players: Sequence[str] = (),
    dealer: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Agreed:
    """Return the settings of a paper sheet. Each setting comes from the arguments, else from the
    lines above the header, else from the columns and the first row. Raises Refused if there are
    no players."""
    names = tuple(players) or paper.said.get(PLAYERS) or tuple(_players_in(rules, paper.header))
    if not names:
        message = say("the sheet does not say who plays")
        raise refuse(
            "audit-players", message, PLAYERS, say("name the players, clockwise, after the file")
        )
    first = dealer or first_dealer(paper)
    said = option_words(paper.said.get(OPTIONS, ()))
    agreed = agree(rules, names, None, {**said, **(options or {})}, NOTHING_SETTLED)
    if first is None:
        return agreed
    found = players_named(agreed, first)
    dealer = agreed.players[found[0]] if len(found) == 1 else first
    return agree(rules, names, dealer, agreed.options, NOTHING_SETTLED)


def _players_in(rules: Ruleset, header: Sequence[str]) -> list[str]:
    """Return the players from the columns with their names: `total Anna`, `tricks Anna`. Partners
    share a column and sit opposite each other."""
    heads = [head.partition(" ") for head in header]
    for is_it in (
        lambda word: word in ("total", "totals"),
        lambda word: word == "points",
        lambda word: any(name in rules.counts for name in facts_named(rules, word)),
    ):
        names = [who.strip() for what, found, who in heads if found and is_it(what.casefold())]
        if names:
            pairs = (
                [name.split(AND) for name in names] if rules.teams else [[name] for name in names]
            )
            size = max(map(len, pairs))
            return [pair[place] for place in range(size) for pair in pairs if place < len(pair)]
    return []


def first_dealer(paper: Paper) -> str | None:
    """Return the first dealer from the lines above the header, else from the first row,
    else None."""
    if said := paper.said.get(FIRST_DEALER):
        return said[0]
    heads = [head.casefold() for head in paper.header]
    place, (_, row) = (
        heads.index(FIRST_DEALER) if FIRST_DEALER in heads else len(heads),
        paper.rows[0],
    )
    return row[place] or None if place < len(row) else None


def other_problems(agreed: Agreed, paper: Paper) -> Iterable[Problem]:
    """Yield problems of a sheet that belongs to another session: another game, other players, or
    foreign columns."""
    game, players = next(iter(paper.said.get(GAME, ())), None), paper.said.get(PLAYERS, ())
    if game is not None and game.casefold() != agreed.rules.id:
        message = say(
            "the sheet is of `{game}`, the session of `{other}`", game=game, other=agreed.rules.id
        )
        yield Problem(
            "import-other", message, GAME, (say("say which session it belongs to: --session NAME"),)
        )
    if players and players != agreed.players:
        here, there = listing(agreed.players, "and"), listing(players, "and")
        message = say("on the sheet {there} play, in the session {here}", there=there, here=here)
        yield Problem(
            "import-other",
            message,
            PLAYERS,
            (say("say which session it belongs to: --session NAME"),),
        )
    if not paper.said:
        yield from foreign_problems(agreed, paper)


def seat_problems(agreed: Agreed, turn: Turn, line: PaperRow) -> Iterable[Problem]:
    """Yield problems of a row whose deal number, dealer or declarer differs from the schedule."""
    if line.number not in (None, turn.number):
        message = say(
            "this is deal {number}; the sheet calls it {other}",
            number=turn.number,
            other=line.number,
        )
        yield Problem("import-schedule", message, "number", (), line.place)
    for what, text, seat in (
        (FIRST_DEALER, line.dealer, turn.dealer),
        ("declarer", line.declarer, turn.declarer),
    ):
        if text and seat is not None and seat not in players_named(agreed, text):
            name = agreed.players[seat]
            told: dict[str, Value] = {"player": name, "number": turn.number, "other": text}
            deals = say("{player} deals deal {number}; the sheet has `{other}`", **told)
            declares = say("{player} declares deal {number}; the sheet has `{other}`", **told)
            message = deals if what == FIRST_DEALER else declares
            yield Problem("import-schedule", message, what, (), line.place)
