"""A page's own checks ask also of what nobody entered: `not given(out)`, `loud and not hand`."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from terminal import Person

PAGE = """
name = "Not said"
source = "made up"
players = 2
count.pegs = { max = 4 }
fact.loud = { kind = "flag", optional = true }
fact.hand = { kind = "flag", optional = true }
fact.out = { kind = "player", optional = true }
fact.bid = { min = 1, max = 3, optional = true }
outcome = [{ points = "pegs" }]

[[check]]
when = "loud and not hand"
message = "loud only with hand"

[[check]]
when = "min(all.pegs) > 3 and not given(out)"
message = "who was out first?"

[[check]]
when = "bid > 2 and out == none"
message = "so high a bid says who was out"

[[check]]
of = "side"
when = "pegs == 1 and not given(out)"
message = "one peg is left with somebody out only"
"""


SUITS = """
name = "Suits"
source = "made up"
players = 2
pack = "french-52"
deals = {{ declarer = "dealer's left", contract = "declarer picks" }}
contract = {{ red = {{ trump = "hearts" }}, black = {{ trump = "spades" }} }}
fact.trump = {{ kind = "suit", optional = true }}
fact.loud = {{ kind = "flag", optional = true }}
count.tricks = {{ total = 3 }}
outcome = [{{ points = "tricks" }}]
check = [{{ of = "{of}", when = 'trump == "hearts" and not loud', message = "loud with hearts" }}]
"""


@pytest.fixture
def table(tmp_path: Path) -> Person:
    """Two people at a game of this page."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "ns.toml").write_text(PAGE, encoding="utf-8")
    person.types("new", "ns", "A", "B", "--name", "eve")
    return person


@pytest.mark.parametrize(
    ("deal", "refused"),
    [
        ("loud 2 2", "loud only with hand"),
        ("loud hand 2 2", ""),
        ("4 4", "who was out first?"),
        ("4 4 out=A", ""),
        ("bid=3 2 2", "so high a bid says who was out"),
        ("bid=2 2 2", ""),
        ("2 2", ""),
        ("1 2", "A: one peg is left with somebody out only"),
        ("1 2 out=B", ""),
    ],
)
def test_what_was_left_out_is_asked_about(table: Person, deal: str, refused: str) -> None:
    """A check that asks whether something was given is asked where it was not, too; one that needs
    its value (`bid > 2`) is not."""
    said = table.types("deal", *deal.split())
    assert (said.code, refused in said.err) == (bool(refused), True)


HELPED = """
name = "Helped"
source = "made up"
players = 3
fact.taker = { kind = "player" }
fact.out = { kind = "player" }
fact.helper = { kind = "player", optional = true }
count.pegs = { max = 4 }
outcome = [{ points = "1 if out == helper else pegs" }]
check = [{ when = "out == helper or out == taker", message = "out is who plays alone" }]
"""


@pytest.mark.parametrize(
    ("deal", "code"), [("taker=A out=A", 1), ("taker=A out=B", 0), ("taker=A helper=B out=B", 1)]
)
def test_a_missing_name_compares_in_a_check_as_in_points(
    tmp_path: Path, deal: str, code: int
) -> None:
    """Without a helper `out == helper` does not hold, and the other half of the test is asked."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "helped.toml").write_text(HELPED, encoding="utf-8")
    person.types("new", "helped", "A", "B", "C", "--name", "eve")
    assert person.types("deal", *deal.split(), "1", "2", "3").code == code


@pytest.mark.parametrize("of", ["deal", "side"])
@pytest.mark.parametrize(("deal", "code"), [("red 2 1", 1), ("red loud 2 1", 0), ("black 2 1", 0)])
def test_a_flag_that_nobody_said_beside_the_trumps_of_the_contract(
    tmp_path: Path, of: str, deal: str, code: int
) -> None:
    """The suit follows from the contract and nobody said it; the flag nobody said does not hold: a
    check that names both is asked, of the deal as of each side."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "suits.toml").write_text(SUITS.format(of=of), encoding="utf-8")
    person.types("new", "suits", "A", "B", "--name", "eve")
    assert person.types("deal", *deal.split()).code == code


def test_a_deal_that_was_recorded_stands(table: Person, tmp_path: Path) -> None:
    """What an older program let pass is scored as it was; entered anew it is refused."""
    table.types("deal", "loud", "hand", "2", "3")
    (session,) = (tmp_path / "sessions").glob("eve.toml")
    before = session.read_text("utf-8")
    assert "facts.hand = true\n" in before
    session.write_text(before.replace("facts.hand = true\n", ""), encoding="utf-8")
    assert "+3" in table.types("sheet").out
    assert "loud only with hand" in table.types("deal", "loud", "2", "2").err


def test_the_proof_asks_it_too(table: Person) -> None:
    """As many results as can be entered are those that no check refuses, counted by hand; of the
    flags, which change no points, three of four ways."""
    said = table.types("rules", "prove", "ns", "--format", "json").json
    can_be = 0
    people, bids = [None, "A", "B"], [None, 1, 2, 3]
    for out, bid, one, other in product(people, bids, range(5), range(5)):
        is_wrong = not out and (min(one, other) > 3 or bid == 3 or 1 in (one, other))
        can_be += not is_wrong
    assert said["possible"] == can_be
    assert [(one["tried"], one["possible"]) for one in said["beside"]] == [(4, 3)]
