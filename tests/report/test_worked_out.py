"""`explain` tells what the names of a page came to in a deal: what the points follow from is said, and
not only what it is called."""

from __future__ import annotations

from conftest import allowed
from own_pages import read
from shown import explain_text

from scorekeeper.game.session_settings import Facts, agree
from scorekeeper.report.explain import explain_value, explained_readings
from scorekeeper.rules.ruleset import Ruleset

THROWS = read("""
name = "Throws"
source = "made up"
players = 2
roles = { thrower = "dealer", rest = "others" }
fact.score = { min = 0, max = 180 }
fact.out = { kind = "flag", optional = true }
game = { start = 501, best = "lowest", over = "min(all.total) == 0" }

[let]
left = "thrower.total - score"
bust = "left < 0 or (left == 0 and not given(out))"
unused = "score * 2"

[side]
gets = "bonus - score if role == 'thrower' else 0"
bonus = "10 if score == 180 else 0"

[[outcome]]
name = "bust"
when = "bust"
points = 0

[[outcome]]
name = "counts"
points = "gets"
""")
PARTNERS = read("""
name = "Partners"
source = "made up"
players = 4
teams = true
pack = "french-24"
hand = 6
count.bid = { per = "player", max = 6 }
count.tricks.total = 6
each.brave = "5 if bid > 3 else 0"
side.want = "sum(bid)"
side.gain = "10 * want + sum(brave) - tricks"
outcome = [{ points = "gain" }]
""")


def explained(rules: Ruleset, *deals: Facts) -> list[str]:
    """The steps of the last of some deals, line by line."""
    agreed = agree(rules, ("Anna", "Björn", "Cleo", "Dora")[: rules.players[0]])
    now = allowed(agreed, *deals)
    (found,) = explained_readings(now, len(deals))
    return explain_text(found, rules, 100).splitlines()


def told(lines: list[str]) -> list[str]:
    """What stands beside `worked out`, and in the lines below it."""
    first = next(place for place, line in enumerate(lines) if "worked out" in line)
    room = lines[first].index("worked out") + len("worked out") + 1
    found = [lines[first][room:].strip()]
    for line in lines[first + 1 :]:
        if line[:room].strip():
            return found
        found.append(line.strip())
    return found


def test_names_are_told_with_their_numbers() -> None:
    """The left of the throw, whether that is bust and why, and what each side gets; no name that
    nothing follows from."""
    assert told(explained(THROWS, {"score": 180})) == [
        "left: 501 − 180 = 321",
        "bust: no, 321 is at least 0 and 321 is not 0",
        "gets, Anna: 10 − 180 = −170",
        "gets, Björn: 0",
        "bonus, Anna: 10",
        "bonus, Björn: 10",
    ]


def test_a_test_that_holds_says_why() -> None:
    """What is bust is told; nothing of what each side would have got."""
    zero: list[Facts] = [{"score": 180}, {"score": 0}] * 2
    assert told(explained(THROWS, *zero, {"score": 161})) == [
        "left: 161 − 161 = 0",
        "bust: yes, 0 is 0 and “out” was not said",
    ]


def test_of_partners_what_the_side_has_is_told() -> None:
    """What each partner has by himself is a list to the side, and is in its numbers."""
    assert told(explained(PARTNERS, {"bid": [4, 1, 0, 1], "tricks": [4, 2]})) == [
        "want, Anna & Cleo: 4 + 0 = 4",
        "want, Björn & Dora: 1 + 1 = 2",
        "gain, Anna & Cleo: 10 × 4 + 5 + 0 − 4 = 41",
        "gain, Björn & Dora: 10 × 2 + 0 + 0 − 2 = 18",
    ]


def test_programs_read_the_names_too() -> None:
    """The JSON has each name with its side, formula and value; it lacks the key where a page has
    none."""
    agreed = agree(THROWS, ("Anna", "Björn"))
    (found,) = explained_readings(allowed(agreed, {"score": 20}), 1)
    first, *_ = found.names
    assert (first.name, first.side, first.formula, first.value) == (
        "left",
        None,
        "thrower.total - score",
        481,
    )
    assert "names" in explain_value(found)
    plain = read(
        'name = "x"\nplayers = 2\nfact.n = { min = 0, max = 3 }\noutcome = [{ points = "n" }]'
    )
    (found,) = explained_readings(allowed(agree(plain, ("A", "B")), {"n": 1}), 1)
    assert "names" not in explain_value(found)
