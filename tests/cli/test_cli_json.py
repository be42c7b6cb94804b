"""What a program reads back: the JSON of every command, key by key."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from terminal import Person

from scorekeeper.store.session_records import day_of

SWEDISH = "new bismarck-swedish A B C --dealer C --name it"
BIEN = "new bien Ann Bob Cal Dee --dealer Dee --name it"
QUOTAS = {
    "spader": {"A": 4, "B": 8, "C": 4}, "trumf": {"A": 4, "B": 8, "C": 4}, "sang": {"A": 4, "B": 8, "C": 4},
    "pass": {"A": 6, "B": 4, "C": 6},
}  # fmt: skip
NEXT = {
    "deal": 2, "of": 12, "game": 1, "round": 1, "dealer": "A", "declarer": "B", "leader": "B",
    "contracts": ["spader", "trumf", "sang", "pass"], "quotas": QUOTAS, "needs": ["contract", "tricks"],
    "say": "A deals, B declares and leads; left: spader, trumf, sang, pass.", "resting": [],
}  # fmt: skip
MORE = {
    "needs_by_contract": {}, "may_follow": [], "instead": [], "chosen": None, "example": "spader 4 8", "shortest": "sp 4 8",
    "speaks": None, "decided_by": {}, "quotas_by_role": {},
    "dealing": {
        "brief": ["Four cards face up, 16 each; B takes the four and discards four"],
        "steps": [
            "A shuffles and C cuts.",
            "A lays the top four cards of the pack face up on the table.",
            "B, forehand, chooses the contract on these four cards alone, and names the suit where it is free.",
            "A deals the other 48 cards face down, one at a time: 16 each.",
            "B takes the four table cards as well and discards any four of the 20 face down.",
        ],
    },
}  # fmt: skip
DEAL = {
    "number": 1, "game": 1, "round": 1, "dealer": "C", "declarer": "A", "leader": "A", "contract": "sang",
    "trump": None, "facts": {}, "counts": {"tricks": {"A": 6, "B": 6, "C": 4}}, "quotas": {"A": 8, "B": 4, "C": 4},
    "outcome": None, "points": {"A": -2, "B": 2, "C": 0}, "totals": {"A": -2, "B": 2, "C": 0}, "flags": [],
    "resting": [], "seats": ["A", "B", "C"],
}  # fmt: skip


def person(home: Path, *lines: str) -> Person:
    """Somebody who has typed these lines."""
    return Person(home).after(*lines)


# --- the sheet -------------------------------------------------------------------------------------


def test_sheet(tmp_path: Path) -> None:
    """The sheet of one deal is the very object of the contract, and `next` stands at its end."""
    sheet = person(tmp_path, SWEDISH, "deal sang 6 6").reads("sheet")
    assert sheet == {
        "session": "it", "game": "bismarck-swedish", "players": ["A", "B", "C"], "sides": ["A", "B", "C"],
        "deals": [DEAL],
        "totals": {"A": -2, "B": 2, "C": 0}, "ranking": [["B"], ["C"], ["A"]],
        "checks": [
            {"name": "zero-sum", "holds": True, "detail": "0"},
            {"name": "tricks-total", "holds": True, "detail": "16 in 1 deal"},
        ],
        "finished": False, "winners": [], "match": None, "next": NEXT,
    }  # fmt: skip
    assert list(sheet)[-1] == "next"


def test_level_sides_share_a_place(tmp_path: Path) -> None:
    """Before the first deal everybody is level, and `ranking` has one place with all three."""
    sheet = person(tmp_path, SWEDISH).reads("sheet")
    assert sheet["deals"] == []
    assert sheet["ranking"] == [["A", "B", "C"]]


def test_sides_of_teams(tmp_path: Path) -> None:
    """A team is named `Ann & Cal`, and every number of a side stands under that name."""
    somebody = person(tmp_path, BIEN, "deal Bob bid=200 meld=150 60")
    sheet = somebody.reads("sheet")
    assert sheet["players"] == ["Ann", "Bob", "Cal", "Dee"]
    assert sheet["sides"] == ["Ann & Cal", "Bob & Dee"]
    deal = sheet["deals"][0]
    assert deal["counts"] == {"points": {"Ann & Cal": 60, "Bob & Dee": 81}}
    assert deal["points"] == {"Ann & Cal": 0, "Bob & Dee": -4}
    assert deal["totals"] == sheet["totals"] == {"Ann & Cal": 12, "Bob & Dee": 8}
    assert deal["quotas"] == {}


def test_facts_are_what_else_was_entered(tmp_path: Path) -> None:
    """`facts` holds bid, bidder and the rest, normalised, but not the contract, the trump suit
    or the counts."""
    deal = person(tmp_path, BIEN).reads("deal 60 meld=150 trump=♠ bid=200 bidder=bo")["recorded"]
    assert deal["facts"] == {"bidder": "Bob", "bid": 200, "meld": 150}
    assert deal["trump"] == "spades"
    assert deal["contract"] is None
    assert deal["outcome"] == "Bid made"
    assert (deal["declarer"], deal["leader"]) == ("Bob", "Bob")


def test_cards_and_flags_among_the_facts(tmp_path: Path) -> None:
    """A card is given by rank and letter whatever way it was written, a flag is true."""
    somebody = person(tmp_path, "new bizon Ann Bo Cleo --name it")
    deal = somebody.reads("deal Bo gp=20,0 grass=t♣ round=1")["recorded"]
    assert deal["facts"] == {"bizon": "Bo", "round": 1, "grass": "10C"}
    assert deal["trump"] == "clubs"
    assert somebody.reads("deal passed")["recorded"]["facts"] == {"passed": True}


def test_match(tmp_path: Path) -> None:
    """`match` has every finished game with its first and last deal and its result, and the
    totals of them."""
    somebody = person(tmp_path, f"{BIEN} --option games=2")
    assert somebody.reads("sheet")["match"] == {
        "games": [],
        "totals": {"Ann & Cal": 0, "Bob & Dee": 0},
    }
    for line in ("deal Bob bid=350 meld=300 60", "deal passed", "deal Dee bid=250 meld=200 60"):
        somebody.does(line)
    sheet = somebody.reads("sheet")
    game = {"deals": [1, 3], "result": {"Ann & Cal": 0, "Bob & Dee": 12}}
    assert sheet["match"] == {"games": [game], "totals": game["result"]}
    assert sheet["totals"] == {"Ann & Cal": 12, "Bob & Dee": 12}
    assert sheet["next"]["game"] == 2


def test_the_end(tmp_path: Path) -> None:
    """When it is over `finished` is true, `winners` are named, and `next` is null, also as a
    command's whole output."""
    somebody = person(tmp_path, BIEN, "deal Bob bid=350 meld=300 60")
    done = somebody.reads("deal Dee bid=250 meld=200 60")
    assert done["next"] is None
    sheet = somebody.reads("sheet")
    assert (sheet["finished"], sheet["winners"], sheet["next"]) == (True, ["Bob & Dee"], None)
    assert somebody.reads("next") is None


# --- what comes next, and what was done ------------------------------------------------------------


def test_next(tmp_path: Path) -> None:
    """`next` prints the object that stands as `next` in everything else, and all that the
    dealer's card says."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6")
    assert somebody.reads("next") == {**NEXT, **MORE}


def test_next_while_the_deal_decides(tmp_path: Path) -> None:
    """`declarer` and `leader` are null while the deal itself decides, `of` where no number of
    deals is fixed."""
    assert person(tmp_path, BIEN).reads("next") == {
        "deal": 1, "of": None, "game": 1, "round": 1, "dealer": "Dee", "declarer": None, "leader": None,
        "contracts": [], "quotas": {}, "needs": ["bidder", "bid", "meld", "points"],
        "needs_by_contract": {}, "may_follow": [], "instead": [["passed"]], "chosen": None, "example": "Bob 100 0 70", "shortest": "B 100 0 70",
        "say": "Dee deals.", "resting": [], "speaks": "Ann", "decided_by": {"declarer": "bidder", "leader": "bidder"}, "quotas_by_role": {},
        "dealing": {
            "brief": ["Four at a time, eight each"],
            "steps": [
                "Dee deals four cards at a time, twice around the table: eight each.",
                "From Ann on, each player bids once or passes.",
            ],
        },
    }  # fmt: skip


def test_new(tmp_path: Path) -> None:
    """`new` says what was begun and what comes next."""
    said = Person(tmp_path).reads(SWEDISH)
    assert list(said) == ["session", "game", "players", "next"]
    assert (said["session"], said["game"], said["players"]) == (
        "it",
        "bismarck-swedish",
        ["A", "B", "C"],
    )
    assert said["next"]["deal"] == 1


def test_demo(tmp_path: Path) -> None:
    """Each example with what was typed, its source, and the sheet."""
    told = Person(tmp_path).reads("demo bizon")
    assert [list(row) for row in told] == [["typed", "source", "sheet"]] * len(told)
    assert told[0]["typed"][0].startswith("scorekeeper new bizon")
    assert [row["sheet"]["game"] for row in told] == ["bizon"] * len(told)


# What is said of the entry that was recorded: its id, who recorded it, its seal.
ENTRY = ["id", "by", "seal"]


def without_entry(said: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in said.items() if key not in ENTRY}


def test_deal(tmp_path: Path) -> None:
    """`deal` prints the deal recorded, no later deal that changed, and what comes next."""
    said = person(tmp_path, SWEDISH).reads("deal sang 6 6 --by Anna")
    assert re.fullmatch(r"[A-Z]{4}-[A-Z]{4}-[0-9]+", said["seal"])
    assert (re.fullmatch("[0-9a-f]{16}", said["id"]) is not None, said["by"]) == (True, "Anna")
    assert without_entry(said) == {
        "recorded": DEAL, "changed": [], "flags": [], "next": NEXT, "session": "it",
    }  # fmt: skip


def test_amend_names_what_changed(tmp_path: Path) -> None:
    """`changed` holds each later deal whose totals moved, with its totals as they now are."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6", "deal pass 9 2", "deal sang 4 4")
    said = somebody.reads("amend 1 tricks=7,5,4")
    assert said["recorded"]["points"] == {"A": -1, "B": 1, "C": 0}
    assert [(deal["number"], deal["totals"]) for deal in said["changed"]] == [
        (2, {"A": -4, "B": 3, "C": 1}), (3, {"A": -4, "B": 3, "C": 1}),
    ]  # fmt: skip
    assert list(said) == ["recorded", "changed", "flags", "next", *ENTRY, "session"]


def test_amend_that_moves_no_total(tmp_path: Path) -> None:
    """A correction that leaves the totals as they were has an empty `changed`."""
    somebody = person(tmp_path, SWEDISH, "deal trumf hearts 8 4", "deal sang 4 8")
    said = somebody.reads("amend 1 trump=clubs")
    assert (said["recorded"]["trump"], said["changed"]) == ("clubs", [])


def test_undo_and_redo(tmp_path: Path) -> None:
    """`recorded` is null when a deal was taken back, and the deal when it is restored or a
    correction of it undone."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6")
    undone = somebody.reads("undo")
    assert (undone["recorded"], undone["changed"], undone["next"]["deal"]) == (None, [], 1)
    assert without_entry(somebody.reads("redo")) == {
        "recorded": DEAL,
        "changed": [],
        "flags": [],
        "next": NEXT,
        "session": "it",
    }
    somebody.does("amend 1 tricks=7,5,4")
    assert somebody.reads("undo")["recorded"] == DEAL


def test_flags(tmp_path: Path) -> None:
    """What is odd is in the flags of the answer and of the deal, and a word of it on standard
    error."""
    somebody = person(tmp_path, SWEDISH)
    said = somebody.does("deal trumf spades 8 4 --format json")
    flags = said.json["flags"]
    assert flags == said.json["recorded"]["flags"] == somebody.reads("sheet")["deals"][0]["flags"]
    assert len(flags) == 1
    assert said.err == f"note: {flags[0]}\n"


def test_import(tmp_path: Path) -> None:
    """`import` answers as `deal` does; `recorded` is null because it is not one deal, and flags
    name theirs."""
    rows = tmp_path / "rows.csv"
    rows.write_text('contract,trump,tricks\nsang,,"6,6,4"\ntrumf,spades,"4,8,4"\n')
    said = person(tmp_path, SWEDISH).reads(f"import {rows}")
    assert list(said) == ["recorded", "changed", "flags", "next", *ENTRY, "session"]
    assert (said["recorded"], said["changed"], said["next"]["deal"]) == (None, [], 3)
    assert [flag.partition(":")[0] for flag in said["flags"]] == ["deal 2"]


# --- reading ---------------------------------------------------------------------------------------


def test_log(tmp_path: Path) -> None:
    """`log` has a row an entry: when, what, which deal, its facts, why, and the words for it."""
    somebody = person(
        tmp_path, SWEDISH, "deal sang 6 6", "amend 1 tricks=7,5,4 --why counted", "undo"
    )
    log = somebody.reads("log")
    assert [(row["what"], row["deal"], row["why"]) for row in log] == [
        ("deal", 1, None), ("amend", 1, "counted"), ("undo", 1, None),
    ]  # fmt: skip
    assert log[0]["facts"] == {"contract": "sang", "tricks": [6, 6, 4]}
    assert all(list(row) == ["at", "what", "deal", "facts", "why", "say", *ENTRY] for row in log)


def test_sessions(tmp_path: Path) -> None:
    """`sessions` has a row a session; the leader is a list, empty before the first deal."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6", "new bizon Ann Bo Cleo --name other")
    first, second = somebody.reads("sessions")
    assert first == {
        "name": "it", "game": "bismarck-swedish", "players": ["A", "B", "C"], "deals": 1,
        "day": day_of(somebody.reads("log -s it")[0]["at"]), "finished": False, "leader": ["B"],
        "waits": False,
        "current": False, "early": False, "of": 12, "state": "going on", "archived": False,
        "copy_of": None, "evening": None, "disputed": False,
    }  # fmt: skip
    assert (second["name"], second["leader"], second["current"]) == ("other", [], True)
    assert Person(tmp_path / "empty").reads("sessions") == []


def test_check(tmp_path: Path) -> None:
    """`check` says how many sessions were checked, that nothing is wrong with them, and their
    fingerprints."""
    told = person(tmp_path, SWEDISH).reads("check")
    assert [told["checked"], told["problems"]] == [1, []]
    assert [len(value) for value in told["fingerprints"].values()] == [len("0123-4567-89ab-cdef")]


def test_explain_and_summary(tmp_path: Path) -> None:
    """`explain` carries the deal as the sheet has it, `summary` the whole sheet."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6")
    assert somebody.reads("explain 1")["deal"] == DEAL
    summary = somebody.reads("summary")
    assert summary["sheet"] == somebody.reads("sheet")
    assert summary["ranking"][0] == {"place": 1, "sides": ["B"], "total": 2}
    assert "payments" not in summary
    assert somebody.reads("summary --stake 1")["payments"]


def test_rules_list(tmp_path: Path) -> None:
    """`rules list` has the keys of the contract first; deals are null where only a score ends
    the game."""
    rows = {row["id"]: row for row in Person(tmp_path).reads("rules list")}
    assert {"bizon", "bismarck-swedish", "bismarck-british", "bien"} <= rows.keys()
    keys = ["id", "name", "family", "players", "deals", "languages", "sources"]
    assert all(list(row)[: len(keys)] == keys for row in rows.values())
    swedish = rows["bismarck-swedish"]
    assert (swedish["players"], swedish["deals"], swedish["languages"]) == (
        [3],
        12,
        ["en", "fr", "sv"],
    )
    assert rows["bien"]["deals"] is None
    assert all(row["sources"] for row in rows.values())


def test_rules_show_and_check(tmp_path: Path) -> None:
    """`rules show` is the game's row and its rules, `rules check` counts the files that are
    well."""
    shown = Person(tmp_path).reads("rules show bizon")
    assert (shown["id"], shown["rules"]["hand"]) == ("bizon", 8)
    checked = Person(tmp_path).reads("rules check bizon bien")
    assert (checked["checked"], checked["problems"]) == (2, [])


# --- refusals --------------------------------------------------------------------------------------


def test_a_refusal_is_one_object_on_stderr(tmp_path: Path) -> None:
    """Code, fact, message and hint, in that order and nothing else; standard output stays empty."""
    said = person(tmp_path, SWEDISH).types("deal", "sang", "8", "5", "4", "--format", "json")
    assert (said.code, said.out) == (1, "")
    (problem,) = said.problems
    assert list(problem) == ["code", "fact", "message", "hint"]
    assert (problem["code"], problem["fact"]) == ("tricks-total", "tricks")
    for number in ("17", "16", "1 too many"):
        assert number in problem["message"]
    assert "deal sang 8 5 3" in problem["hint"]


def test_a_refusal_without_fact_or_hint_has_nulls(tmp_path: Path) -> None:
    """Fact and hint are null where there is none."""
    said = person(tmp_path, SWEDISH).types("undo", "--format", "json")
    (problem,) = said.problems
    assert (problem["code"], problem["fact"], problem["hint"]) == ("undo-nothing", None, None)


def test_a_refusal_names_everything(tmp_path: Path) -> None:
    """Every problem of an entry is there at once."""
    said = person(tmp_path, SWEDISH).types(
        "deal", "spader", "hearts", "tricks=17,0,0", "nonsense=1", "--format", "json"
    )
    assert {"trump-contract", "tricks-range", "tricks-total", "fact-unknown"} <= set(said.codes)


def test_a_row_stands_in_the_message(tmp_path: Path) -> None:
    """Of many deals at once each message begins with the row that it is about."""
    rows = tmp_path / "rows.csv"
    rows.write_text('contract,tricks\nsang,"6,6,5"\nsang,"6,6,4"\nzzz,"6,6,4"\n')
    said = person(tmp_path, SWEDISH).types("import", str(rows), "--format", "json")
    assert [problem["message"].partition(":")[0] for problem in said.problems] == ["row 2", "row 4"]


def test_what_check_finds_is_a_refusal(tmp_path: Path) -> None:
    """`check` prints nothing on standard output when something is wrong, and one object on
    standard error."""
    somebody = person(tmp_path, SWEDISH, "deal sang 6 6")
    path = tmp_path / "sessions" / "it.toml"
    path.write_text(path.read_text().replace("[6, 6, 4]", "[6, 6, 5]"))
    said = somebody.types("check", "--format", "json")
    assert (said.code, said.out, said.codes) == (1, "", ["tricks-total"])
    assert said.problems[0]["message"].startswith("it · deal 1, line ")


def test_a_failure_is_an_object_too(tmp_path: Path) -> None:
    """Where the machine fails the object has one problem, and the exit code is 3."""
    (tmp_path / "sessions").write_text("a file where the folder should be")
    said = Person(tmp_path).types(*SWEDISH.split(), "--format", "json")
    assert said.code == 3
    assert [list(problem) for problem in said.problems] == [["code", "fact", "message", "hint"]]


@pytest.mark.parametrize(
    "line", ["sheet", "next", "log", "summary", "explain 1", "sessions", "rules list"]
)
def test_json_is_one_line_that_anybody_can_read(tmp_path: Path, line: str) -> None:
    """The JSON of a command is one line of standard output, and names come back as they were
    typed."""
    somebody = Person(tmp_path)
    said = somebody.types("new", "bismarck-swedish", "Å.", "李 四", "=1+1", "--name", "it")
    assert said.code == 0
    somebody.does("deal sang 6 6")
    said = somebody.does(f"{line} --format json")
    assert (said.err, said.out.count("\n")) == ("", 1)
    value: Any = json.loads(said.out)
    if line == "sheet":
        assert value["players"] == ["Å.", "李 四", "=1+1"]
