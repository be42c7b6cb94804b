"""Irregular events as changes: a misdeal, another dealer, a penalty, an early end."""

from collections.abc import Iterable, Sequence

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import AGREE, MISDEAL, PENALTY, TURN
from scorekeeper.game.irregular_events import (
    RETURNS,
    SPENT,
    STAYS,
    first_spent,
    others_share,
    penalty_shares,
)
from scorekeeper.game.log import FINISH
from scorekeeper.game.schedule import number_problems
from scorekeeper.game.session_settings import (
    RANKING,
    Agreed,
    choices_of_option,
    complete_options,
    is_ranking,
    option_words,
    ranked_by,
)
from scorekeeper.game.standing import Standing
from scorekeeper.record.changes_between_deals import happening
from scorekeeper.record.fact_values import contracts_named, number_in, seats_named, sides_named
from scorekeeper.record.open_session import Act, Book
from scorekeeper.rules.casebook import casebook, known_topics, topics_named
from scorekeeper.rules.fact_names import option_chosen, option_typed, options_named
from scorekeeper.rules.rule_text import misdeal_words
from scorekeeper.rules.ruleset import TableOption
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say
from scorekeeper.text.problems import Problem, Refused, nearest, refuse
from scorekeeper.text.translation import Phrase

CONTRACT_KEY = "contract="
TO, THEN, FROM = "--to", "--then", "--from"
OTHERS, NOBODY = "others", "nobody"
# Read in every language, because the players at a table need not share one.
TO_WORDS, FROM_WORDS = ("to", "à", "till"), ("from", "dès", "från")


# --- a misdeal -----------------------------------------------------------------------------------


def misdealing(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that records a misdeal, which is counted and never scored, with notes
    about rulings. If the contract stays valid, the first word may name it."""
    contract, why = _contract_and_why(book, words)
    contract = contract or _contract_known(book)
    act = happening(book, MISDEAL, {"contract": contract} if contract else {}, at, " ".join(why))
    return act._replace(notes=(*act.notes, *_misdeal_notes(book.agreed, contract)))


def _contract_and_why(book: Book, words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    rules, turn = book.agreed.rules, book.standing.next_turn
    if not words or turn is None:
        return None, words
    first, *rest = words
    is_asked = first.casefold().startswith(CONTRACT_KEY)
    word = first[len(CONTRACT_KEY) :] if is_asked else first
    may_be = is_asked or (rules.misdeal is not None and rules.misdeal.holds)
    found = contracts_named(rules, word, rules.contracts) if may_be else []
    if len(found) == 1:
        return found[0], rest
    if is_asked:
        message = say("`{name}` is not a contract of this game", name=word)
        names = (known.name for known in rules.contracts.values())
        raise refuse(
            "contract-unknown", message, "contract", say("there are {words}", words=listing(names))
        )
    return None, words


def _contract_known(book: Book) -> str | None:
    """Return the contract recorded for the next deal if it stays valid after a misdeal,
    else None."""
    misdeal = book.agreed.rules.misdeal
    holds = misdeal is not None and misdeal.holds
    return book.standing.known.get("contract") if holds else None


def _misdeal_notes(agreed: Agreed, contract: str | None) -> Iterable[Words]:
    """Yield notes about the consequences of a misdeal under the rules, if any, and where to find
    rulings."""
    rules = agreed.rules
    if rules.misdeal is None:
        yield (
            say("the source is silent on misdeals: the same dealer deals again")
            if rules.has_cards
            else say("the source is silent on misdeals: the same player begins again")
        )
    else:
        what = misdeal_words(rules.misdeal, rules.deals.to_the_right)
        yield say("after a misdeal {what}", what=what)
        if rules.misdeal.holds and contract is None:
            yield say(
                "no contract was named here; if one was, take this back and say it: {command}",
                command=CommandLine("misdeal", (), (say("CONTRACT"),)),
            )
    if casebook(rules).topics.get("misdeal"):
        command = CommandLine("referee", ("ruling", "misdeal"))
        yield say("rulings on misdeals: {command}", command=command)


# --- another dealer ------------------------------------------------------------------------------


def turning(book: Book, words: Sequence[str], at: str, number: int | None = None) -> Act:
    """Return the change that sets the dealer of the next deal, or of deal `number`. Notes say how
    roles and quotas change. There is a question if a player would have to declare without a
    contract left."""
    then, rest = taken(words, THEN)
    check_then(then)
    coming = len(book.folded.deals) + 1
    table = book.standing.table_of(number or coming)
    player = player_meant(table.at_table, rest[0] if rest else "")
    facts = {"dealer": player, **({"then": RETURNS} if then == RETURNS else {})}
    refuse_same_dealer(book, player, number)
    act = happening(book, TURN, facts, at, " ".join(rest[1:]), number)
    spent = tuple(spent_words(book.standing, act.standing))
    questions = tuple(Problem(SPENT, message) for message in spent)
    notes = (*act.notes, *_moved(book.standing, act.standing), *spent)
    return act._replace(notes=notes, questions=questions)


def check_then(then: str | None) -> None:
    """Check the word for the dealer after a changed deal. Raises Refused if it is unknown."""
    if then not in (None, STAYS, RETURNS):
        message = say("`{word}` does not say where the turn goes then", word=str(then))
        raise refuse(
            "turn-then", message, "then", say("say {words}", words=listing((STAYS, RETURNS)))
        )


def refuse_same_dealer(book: Book, player: str, number: int | None) -> None:
    """Raise Refused if the player is the dealer already."""
    coming = book.standing.next_turn
    deals = book.standing.deals
    turn = deals[number - 1].turn if number and number <= len(deals) else coming
    if turn is not None and book.standing.table_of(turn.number).players[turn.dealer] == player:
        message = say(
            "nothing is different: {player} deals deal {number} by turn",
            player=player,
            number=turn.number,
        )
        raise refuse("turn-same", message, "player")


def _moved(before: Standing, now: Standing) -> Iterable[Words]:
    """Yield a text for each deal that has another dealer or declarer than before."""
    for old, new in zip(before.deals, now.deals, strict=False):
        yield from _moved_in(now.table_of(new.turn.number), old, new)
    if before.next_turn and now.next_turn and before.next_turn.dealer != now.next_turn.dealer:
        yield _pair(now.agreed, now.next_turn.number, before.next_turn.dealer, now.next_turn.dealer)


def spent_words(before: Standing, now: Standing) -> Iterable[Words]:
    """Yield a note if a player will have to declare without a contract left, and would not have
    before."""
    coming = first_spent(now.agreed, now.state)
    if coming is None or coming == first_spent(before.agreed, before.state):
        return
    assert coming.declarer is not None  # whoever has no contract left is known
    yield say(
        "after this not everybody declares each contract once: {player} has none left at deal "
        "{number}",
        player=now.agreed.players[coming.declarer],
        number=coming.number,
    )


def _moved_in(agreed: Agreed, old: Scored, new: Scored) -> Iterable[Words]:
    if old.turn.dealer != new.turn.dealer:
        yield _pair(agreed, new.turn.number, old.turn.dealer, new.turn.dealer)


def _pair(agreed: Agreed, number: int, old: int, new: int) -> Words:
    """Return the text `deal 3 is dealt by Anna, not by Björn`."""
    return say(
        "deal {number} is dealt by {player}, not by {other}",
        number=number,
        player=agreed.players[new],
        other=agreed.players[old],
    )


# --- a penalty -----------------------------------------------------------------------------------


def penalising(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that records points against a side: `PLAYER AMOUNT [WHY]` or `PLAYER TOPIC
    [WHY]`. Where the rules promise a sum, the other sides share the points, unless the words
    name the receiver."""
    agreed = book.agreed
    to, rest = _goes_to(agreed, *taken(words, TO))
    player = player_meant(agreed.players, rest[0] if rest else "")
    side = agreed.side_of[agreed.seat_of[player]]
    if len(rest) < 2:
        raise _no_amount(agreed, player)
    costs = _amount(rest[1], agreed.rules.game.step)
    topic = None if costs is not None else _topic(agreed, rest[1], player)
    if topic is not None:
        penalty = agreed.rules.penalties[topic]
        here = {agreed.side_of[agreed.seat_of[name]] for name in agreed.at_table} - {side}
        gives = [penalty.gives if place in here else 0 for place in range(len(agreed.sides))]
        points = penalty_shares(agreed, side, penalty.costs, gives)
    else:
        points = penalty_shares(agreed, side, costs or 0, _gives(agreed, side, costs or 0, to))
    facts = {"player": player, "points": points, **({"topic": topic} if topic else {})}
    return happening(book, PENALTY, facts, at, " ".join(rest[1 if topic else 2 :]))


def _goes_to(agreed: Agreed, to: str | None, words: list[str]) -> tuple[str | None, list[str]]:
    """Return the receiver of the points or None, and the other words. The receiver is the value
    `to` of an option, or is named by the first words of the reason, `to Anna`; there an
    abbreviated name must be the last word."""
    is_said = (
        len(words) > 3
        and words[2].casefold() in TO_WORDS
        and _amount(words[1], agreed.rules.game.step)
    )
    if to is not None or not is_said:
        return to, words
    named = words[3].casefold()
    whole = {name.casefold() for name in (OTHERS, NOBODY, *agreed.side_names, *agreed.players)}
    if named in whole or (len(words) == 4 and len(sides_named(agreed, words[3])) == 1):
        return words[3], [*words[:2], *words[4:]]
    return to, words


def _amount(word: str, step: int) -> int | None:
    """Return the number of points in a word, or None. The number must be positive and a multiple
    of `step`."""
    number = number_in(word) if word[:1].isnumeric() and len(word) < 7 else None
    return number if number and not number % step else None


def _gives(agreed: Agreed, side: int, costs: int, to: str | None) -> Sequence[int]:
    """Return the points that each side wins from a penalty: equal shares for the others, nothing,
    or all for one side. Raises Refused if that side is the one that pays."""
    word = (to or "").casefold()
    nothing = [0] * len(agreed.sides)
    if word == NOBODY or (to is None and agreed.rules.scoring.promise is None):
        return nothing
    if word == OTHERS or to is None:
        return others_share(agreed, side, costs)
    (winner,) = _sides(agreed, to)
    if winner == side:
        raise refuse(
            "penalty-to",
            say("a penalty does not go to the side that pays it"),
            "to",
            _say_to(agreed),
        )
    return [costs if place == winner else 0 for place in range(len(agreed.sides))]


def _sides(agreed: Agreed, word: str) -> list[int]:
    found = sides_named(agreed, word)
    if len(found) == 1:
        return found
    message = say("`{word}` does not say to whom the points go", word=word)
    raise refuse("penalty-to", message, "to", _say_to(agreed))


def _say_to(agreed: Agreed) -> Words:
    return say("say {words}", words=listing((OTHERS, NOBODY, *agreed.side_names)))


def _topic(agreed: Agreed, word: str, player: str) -> str:
    """Return the topic that the word names. Raises Refused if the rules fix no penalty for it."""
    topics = known_topics(casebook(agreed.rules))
    known = {name: topics.get(name, Phrase({})) for name in agreed.rules.penalties}
    found = topics_named(known, word)
    if len(found) != 1:
        raise _no_amount(agreed, player)
    return found[0]


def _no_amount(agreed: Agreed, player: str) -> Refused:
    topics = [*agreed.rules.penalties]
    least = agreed.rules.game.step
    message = (
        say("say how many points the penalty costs, from 1 to 999999")
        if least == 1
        else say(
            "say how many points the penalty costs, by steps of {step}, up to 999999", step=least
        )
    )
    command = CommandLine("penalty", (player, str(10 * least)))
    hint = (
        say("or for what, as the rules have it: {topics}", topics=listing(topics))
        if topics
        else None
    )
    return refuse("penalty-points", message, "points", command, hint)


# --- early end, and options ----------------------------------------------------------------------


def finishing(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that ends the session with its present ranking. Raises Refused before the
    first deal."""
    if not book.folded.deals:
        way = "sessions delete" if book.log.entries else "drop"
        message = say("no deal has been recorded: there is nothing to finish")
        raise refuse("finish-empty", message, None, CommandLine(way, (book.name,)))
    return happening(book, FINISH, {}, at, " ".join(words))


def agreeing(book: Book, words: Sequence[str], at: str) -> Act:
    """Return the change that sets an option of the rules, `OPTION=VALUE [WHY]`, from the next deal
    on, or from deal N on with `--from N`. Earlier deals keep the former value."""
    start, rest = _holds_from(*taken(words, FROM))
    number = None if start is None else deal_number(book, start)
    if not rest:
        raise _no_option(book.agreed)
    rules, first = book.agreed.rules, rest[0]
    given = option_words([first])
    if is_ranking(rules, *given):
        return _ranking_agreed(book, given[RANKING], at, " ".join(rest[1:]), number)
    settled, problems = complete_options(rules, {**book.agreed.options, **given})
    if problems:
        raise Refused([_with_a_line(book.agreed, problem, rest) or problem for problem in problems])
    (word,) = given
    name = word if word in rules.options else options_named(rules, word)[0]
    if number is None and settled[name] == book.agreed.options[name]:
        message = say(
            "nothing is different: {option} is so already", option=option_typed(rules, name)
        )
        raise refuse("agree-same", message, "option")
    value = settled[name]
    facts = {"option": name, "value": str(value).lower() if isinstance(value, bool) else str(value)}
    act = happening(book, AGREE, facts, at, " ".join(rest[1:]), number)
    if none := number_problems(act.standing.agreed):
        raise Refused(none)
    return act


def _ranking_agreed(book: Book, value: str, at: str, why: str, number: int | None) -> Act:
    """Return the change that sets how players are ranked who have not all played the same number
    of deals."""
    if ranked_by(book.agreed, value) == book.agreed:
        message = say("nothing is different: {option} is so already", option=RANKING)
        raise refuse("agree-same", message, "option")
    return happening(book, AGREE, {"option": RANKING, "value": value}, at, why, number)


def _holds_from(start: str | None, words: list[str]) -> tuple[str | None, list[str]]:
    """Return the number of the deal from which an option is valid, or None, and the other words.
    An option or the first words of the reason give the number."""
    if start is not None:
        return start, words
    start, reason = from_said(words[1:])
    return start, [*words[:1], *reason]


def from_said(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the number of the deal with which the words begin, `from 3` or `from deal 3`, or
    None, and the other words."""
    first, *rest = [*words, ""]
    if first.casefold() in FROM_WORDS:
        deals = (locale.words.get("number", ()) for locale in LOCALES.values())
        rest = rest[1:] if any(rest[0].casefold() in names for names in deals) else rest
        if rest[:1] and rest[0].isdecimal():
            return rest[0], rest[1:-1]
    return None, list(words)


def _no_option(agreed: Agreed) -> Refused:
    """Return the refusal of a change without an option. It lists each option's present and
    possible values."""
    rules = agreed.rules
    listed = [
        say(
            "{option} ({choices})",
            option=option_chosen(rules, name, agreed.options[name]),
            choices=choices_of_option(option),
        )
        for name, option in rules.options.items()
    ]
    if not listed:
        return refuse("option-unknown", say("this game has no options"), "option")
    message = say("say which option changes: {options}", options=JoinedWords(tuple(listed), ", "))
    choice = another_choice(agreed, rules.options)
    line = choice and CommandLine("agree", (choice,))
    return refuse("option-unknown", message, "option", line)


def _with_a_line(agreed: Agreed, problem: Problem, words: Sequence[str]) -> Problem | None:
    """Return the refusal of an unknown option, with the line to type for the option that resembles
    or begins it: `must trump`, `see_hand`. Return None if there is none."""
    key, _, value = words[0].partition("=")
    said, options = "_".join(words).casefold(), agreed.rules.options
    typed = {
        word: name for name, option in options.items() for word in (name, *option.name.spellings())
    }
    named = [name for name in options if said.startswith(name.casefold())]
    begun = {one for name, one in typed.items() if name.casefold().startswith(key.casefold())}
    near = nearest(key, typed)
    meant = named or ([*begun] if len(begun) == 1 else [typed[near]] if near else [])
    if problem.code != "option-unknown" or not meant:
        return None
    choice = _as_said(agreed, meant[0], value) or another_choice(agreed, meant[:1])
    if choice is None:
        return None
    line = say("say it so: {command}", command=CommandLine("agree", (choice,)))
    return problem._replace(mends=(line,))


def _as_said(agreed: Agreed, name: str, value: str) -> Words | None:
    """Return `option=value` with the typed value, or None if the value is invalid or the present
    one."""
    settled, problems = complete_options(agreed.rules, {name: value})
    if problems or not value or settled[name] == agreed.options[name]:
        return None
    return option_chosen(agreed.rules, name, settled[name])


def another_choice(agreed: Agreed, names: Iterable[str]) -> Words | None:
    """Return `option=value` with another value than the present one, for the first of these
    options that has one, or None."""
    for option in (agreed.rules.options[name] for name in names):
        for value in _values(option):
            if value != agreed.options[option.id]:
                return option_chosen(agreed.rules, option.id, value)
    return None


def _values(option: TableOption) -> tuple[bool | int | str, ...]:
    """Return the possible values of an option; for a number, its minimum and maximum."""
    if option.kind == "flag":
        return (True, False)
    bounds = tuple(bound for bound in (option.least, option.most) if bound is not None)
    return option.values or bounds


def deal_number(book: Book, word: str) -> int:
    """Return the number of a deal, up to the next one. Raises Refused for any other word."""
    coming = len(book.folded.deals) + 1
    if word.isascii() and word.isdecimal() and 1 <= int(word[:7]) <= coming:
        return int(word)
    message = say("`{word}` is not a deal that it could hold from", word=word)
    raise refuse("deal-unknown", message, "from", say("say 1 to {last}", last=coming))


# --- reading words -------------------------------------------------------------------------------


def taken(words: Sequence[str], option: str) -> tuple[str | None, list[str]]:
    """Return the value entered with an option, `--to Anna` or `--to=Anna`, or None, and the other
    words."""
    for place, word in enumerate(words):
        if word.startswith(f"{option}="):
            return word[len(option) + 1 :], [*words[:place], *words[place + 1 :]]
        if word == option and place + 1 < len(words):
            return words[place + 1], [*words[:place], *words[place + 2 :]]
    return None, list(words)


def to_session(words: Sequence[str]) -> Sequence[str]:
    """Return the words without a leading `--to` or `to`: the name of a session and the words after
    it."""
    return words[1:] if words and words[0].casefold() in (TO, *TO_WORDS) else words


def player_meant(people: Sequence[str], word: str) -> str:
    """Return the person in `people` whom a word names. Raises Refused if it names nobody or
    several."""
    found = seats_named(people, word) if word else []
    if len(found) == 1:
        return people[found[0]]
    names = listing(people, "and")
    if not word:
        raise refuse("player-missing", say("say which player: {players}", players=names), "player")
    message = (
        say("`{word}` could be {choices}", word=word, choices=listing(people[n] for n in found))
        if found
        else say("`{player}` does not play here; {players} do", player=word, players=names)
    )
    raise refuse("player-ambiguous" if found else "player-unknown", message, "player")
