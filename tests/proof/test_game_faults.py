"""What only a game shows that is played on: `rules check` plays some of each table by chance, and
names the deal in which the page fails."""

from __future__ import annotations

import pytest
from own_pages import read

from scorekeeper.base.input_limits import Steps
from scorekeeper.proof.impossible_parts import too_many_tricks
from scorekeeper.proof.ruleset_checks import lint_faults, pack_is_dealt
from scorekeeper.proof.trial_deals import game_faults
from scorekeeper.rules.ruleset_file import page_of
from scorekeeper.text.message import in_english

HEAD = """
name = "Played on"
source = "made up"
players = 4
count.points.max = 10
"""
POINTS = 'outcome = [{ points = "points" }]\n'


def told(text: str) -> list[tuple[str | None, str]]:
    """The place and the message of each fault that games of a page show."""
    return [
        (one.fact, in_english(one.message)) for one in game_faults(read(HEAD + text), Steps(10**9))
    ]


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ('carry.k.next = "k + 10 // (3 - k)"', "carry.k.next", "in deal 2 of a game"),
        ('carry.k = { start = 1, next = "40 * k" }', "carry.k.next", "in deal 6 of a game"),
        ('settlement.points = "9 // (4 - deals)"\ncarry.deals.next = "deals + 1"',
         "settlement.points", "in deal 4 of a game"),
        ('option.a = { default = 2, min = 0, max = 9, text = "a" }\nlet.b = "9 // a"\n'
         'side.c = "b + points"\ncheck = [{ when = "b > 99", message = "x" }]',
         "let.b", "of a game of 4 players: a=0 "),
        ('deals.number = 20\nresting.score = "10 // (people - 5)"',
         "resting.score", "10 divided by (the number of people"),
    ],
)  # fmt: skip
def test_what_fails_later_is_told_with_the_deal(text: str, place: str, says: str) -> None:
    """A counter, what is settled, a choice that is not the usual, what a rester scores."""
    ((found, message),) = told(POINTS + text)
    assert found == place
    assert says in message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            'carry.k.next = "k + 1"\ncheck = [{ when = "max(all.k) > 3", message = "too many" }]',
            "check",
        ),
        ('count.cards.total = "5 - deal"', "count.cards"),
    ],
)
def test_a_deal_that_nobody_can_enter_is_told(text: str, place: str) -> None:
    """After some deals a check refuses every other, or there is less than nothing to share."""
    ((found, message),) = told(POINTS + text)
    assert found == place
    assert message.startswith(
        ("deal 5 of a game of 4 players cannot", "deal 6 of a game of 4 players cannot")
    )


def test_who_is_out_has_nothing_and_the_game_goes_on() -> None:
    """A check that leaves few deals to those who are left is no fault: some of these are found."""
    rules = """
players = 8
count.points.max = 31
carry.lives = { start = 1, next = "lives - (1 if alive and points == worst else 0)" }
let.worst = "min(where(all.points, all.alive))"
side.alive = "lives > 0"
game.over = "count(all.lives, 0) > 6"
outcome = [{ points = "points" }]

[[check]]
of = "side"
when = "lives == 0 and points > 0"
message = "{me} is out"
"""
    page = HEAD.replace("players = 4\ncount.points.max = 10\n", "") + rules
    assert lint_faults(read(page)) == []


def test_hands_that_hang_on_a_choice_are_dealt_from_the_pack() -> None:
    """Of 52 cards four players cannot have 20 each, though the usual number is well."""
    page = """
name = "Hands"
source = "made up"
players = 4
pack = "french-52"
hand = "size"
talon = "52 - 4 * size"
option.size = { default = 5, min = 1, max = 20, text = "cards in a hand" }
count.tricks.total = "hand"
outcome = [{ points = "tricks" }]
"""
    (fault,) = pack_is_dealt(read(page))
    assert "4 players with 20 cards each" in in_english(fault.message)


def test_contracts_that_each_declares_once_within_budgets() -> None:
    """Three of one contract and four of the other are fewer than the eight deals."""
    page = """
name = "Once"
source = "made up"
players = 4
count.points.max = 10
deals = { number = 8, declarer = "dealer", contract = "declarer picks, each once" }
contract.a.points = "points"
contract.b.points = "-points"
budget.a.game = NUMBER
"""
    (fault,) = lint_faults(read(page.replace("NUMBER", "3")))
    assert (fault.code, fault.fact) == ("deals-budget", "deals.number")
    assert lint_faults(read(page.replace("NUMBER", "4"))) == []


def test_many_choices_leave_the_usual_game_its_deals() -> None:
    """What fails in the fourth deal is found also on a page of forty options."""
    options = "\n".join(
        f'option.o{number} = {{ default = 1, min = 0, max = 9, text = "one of forty" }}'
        for number in range(40)
    )
    used = " + ".join(f"o{number}" for number in range(40))
    ((place, message),) = told(
        f'{POINTS}{options}\nlet.sum = "{used}"\ncarry.k.next = "k + 1 + 0 * (9 // (3 - k))"'
    )
    assert place == "carry.k.next"
    assert "in deal 4 of a game" in message


@pytest.mark.parametrize(
    ("page", "is_fault"),
    [
        ("hand = 13\ncount.tricks.total = 14", True),
        ("hand = 13\ncount.tricks.total = 13", False),
        ("hand = 13\ncount.tricks.total = 1", False),
        ("hand = 13\ncount.tricks.total = 14\nplay.tricks = 14", False),
        ("hand = 13\ncount.tricks.total = 20\nplay.tricks = 0", False),
        ("hand = 13\ncount.melds.total = 20", False),
        (
            "deals.number = 13\nhand = 'deal'\ntalon = '52 - 4 * deal'\ncount.tricks.total = 13",
            True,
        ),
    ],
)
def test_no_more_tricks_than_are_played(page: str, is_fault: bool) -> None:
    """A total that is above the cards of a hand cannot be taken, in any deal of the game; fewer
    there may be."""
    name = "melds" if "melds" in page else "tricks"
    head = 'name = "T"\nsource = "made up"\nplayers = 4\npack = "french-52"\n'
    rules = read(f"{head}{page}\noutcome = [{{ points = '{name}' }}]")
    found = [problem.fact for problem in too_many_tricks(page_of(rules))]
    assert found == (["count.tricks.total"] if is_fault else [])
