"""The acts: every command that adds an entry to a session, one row each.

The shell, the live table and the phones read these rows. Arguments, options, help, completion,
the pages of commands and suggestions for misspelt words are generated from them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.text.translation import marked

# The kind of value of an argument or an option. It decides how the value is parsed and completed
# by the Tab key. A number is that of a deal; the kind `deals` also allows `last`.
Kind = Literal[
    "text", "id", "number", "deals", "facts", "deal facts", "missing facts", "players", "seats",
    "receivers", "penalties", "held contracts", "contracts", "suits", "topics", "options",
    "sessions", "games", "games and files", "files", "friends", "events", "event people",
    "commands", "full or brief",
]  # fmt: skip


class Arg(NamedTuple):
    """An argument: its name, its kind, and its placeholder (default: the name in capitals). An
    argument with `many` takes all remaining words; without `needed` it is optional."""

    name: str
    kind: Kind
    shown: str = ""
    many: bool = False
    needed: bool = True


class Opt(NamedTuple):
    """An option: its flag, its name, the placeholder of its value (empty for none), its kind, and
    its help."""

    flag: str
    name: str
    shown: str
    kind: Kind
    help: str


class ActRow(NamedTuple):
    """An act: its name, the function that makes the change, and the texts shown for it.

    `do` names the function as `room.module:function`. Each parameter named like an argument or
    an option gets its value; `words` gets all others in one line. `short` is the act's line in
    the help of the live table; without it, the live table has no such command. `synonyms` are
    other words that people type for the act, the likeliest first. `asks` adds `--yes`,
    `gives_reason` adds `--why`. `button` is the label on a phone, if any."""

    name: str
    do: str
    section: str
    short: str
    help: str
    args: tuple[Arg, ...] = ()
    options: tuple[Opt, ...] = ()
    asks: bool = False
    gives_reason: bool = False
    synonyms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    button: str = ""

    @property
    def needs_words(self) -> bool:
        """Return True if something must be typed after the name."""
        return any(arg.needed for arg in self.args)


PLAYED, IRREGULAR, WRONG = (
    marked("A deal was played"),
    marked("It went otherwise"),
    marked("Something was entered wrong"),
)
DEAL, NUMBER = Arg("number", "deals"), Arg("number", "number")
REASON = Arg("why", "text", "[WHY]", many=True, needed=False)
# Options of many acts: record an unusual entry, give a reason, set the first deal.
YES_OPTION = Opt("--yes", "yes", "", "text", "Record what is odd but possible without asking.")
WHY_OPTION = Opt("--why", "why", "TEXT", "text", "A word for the log.")
FROM_DEAL = Opt(
    "--from", "start", "N", "text", "From deal N on (default: from the coming deal on)."
)

ACTS = (
    ActRow(
        "known",
        "record.deal_changes:knowing",
        PLAYED,
        marked("records bids, an auction or a trump before the result"),
        """Records bids, an auction or a cut trump suit before the result.

    Facts are those of `scorekeeper deal`, which then needs only the others. A fact said again
    replaces what was recorded of it, FACT=- takes it out.""",
        (Arg("facts", "facts", "FACT…", many=True, needed=False),),
    ),
    ActRow(
        "deal",
        "record.disputed_counts:entered_deal",
        PLAYED,
        "",
        """Records one deal.

    Facts are key=value words, or bare words where one reading is possible; `scorekeeper next`
    says which. Counts go in the players' order (in teams the sides'), one left out or - where
    the rules fix the total; --or keeps two.""",
        (Arg("facts", "facts", "FACT… [--or FACT…]", many=True, needed=False),),
        (
            Opt("--once", "once", "ID", "id", "Record nothing if ID was recorded before."),
            Opt("--alone", "alone", "WHY", "text", "Record what two should have counted, and why."),
        ),
        asks=True,
        gives_reason=True,
    ),
    ActRow(
        "count",
        "record.disputed_counts:counting",
        PLAYED,
        marked("keeps what one person counted, for another's count"),
        """Keeps what --by NAME counted of the coming deal, for another person's count.

    Facts are those of `scorekeeper deal`. No command shows the first count before the second is
    there. Two that are alike record the deal under both names; where they differ both are shown,
    with what to count again, and whoever counts anew replaces their own.""",
        (Arg("facts", "facts", "FACT…", many=True, needed=False),),
        asks=True,
    ),
    ActRow(
        "note",
        "record.changes_between_deals:noting",
        PLAYED,
        marked("keeps a note about the coming deal"),
        """Notes something about the coming deal.

    It changes no score; `scorekeeper log` has it, and it stands under the sheet.""",
        (Arg("text", "text", "TEXT", many=True),),
        examples=("note Cleo came late",),
        button=marked("note"),
    ),
    ActRow(
        "misdeal",
        "record.irregular_changes:misdealing",
        IRREGULAR,
        marked("counts a misdeal, and says what follows"),
        """Records a misdeal: it is counted and never scored.

    What follows is what the rules say: the same dealer deals again, or the deal passes. Where
    they hold a contract that was named already, name it first.""",
        (Arg("why", "held contracts", "[CONTRACT] [WHY]", many=True, needed=False),),
        button=marked("misdeal"),
    ),
    ActRow(
        "turn",
        "record.irregular_changes:turning",
        IRREGULAR,
        marked(
            "another player deals the coming deal; with --then returns the turn goes back "
            "afterwards to where it was"
        ),
        """Says that PLAYER deals the coming deal, out of turn.

    Roles and quotas follow. Who dealt an earlier deal is corrected by `amend`.""",
        (Arg("player", "players"), REASON),
        (
            Opt(
                "--then",
                "then",
                "stays|returns",
                "text",
                "Whether the turn goes on from there (default), or goes back to where it was.",
            ),
        ),
        asks=True,
        examples=("turn Björn", "turn Björn --then returns"),
    ),
    ActRow(
        "seat",
        "record.seat_changes:seating",
        IRREGULAR,
        marked("somebody takes a seat, or two change places"),
        """Somebody takes a seat, or two change places.

    NEW goes on in the seat of PLAYER, with the score, from the coming deal on; past deals keep
    their people. With --own-score NEW begins a column, PLAYER's stays as it is, and places go
    by the points of a deal played. With swap two change places, and the deal stays at its place.
    A reason may follow.""",
        (Arg("words", "seats", "NEW for PLAYER | swap PLAYER PLAYER", many=True),),
        (
            Opt("--own-score", "own", "", "text", "With a score of NEW's own, which begins anew."),
            FROM_DEAL,
        ),
        examples=(
            "seat Dora for Cleo",
            "seat Dora for Cleo --own-score",
            "seat Dora for Cleo --from 3",
            "seat swap Anna Björn",
        ),
        button=marked("somebody takes a seat"),
    ),
    ActRow(
        "settle",
        "record.disputed_counts:settling",
        IRREGULAR,
        marked("decides which count of a disputed deal holds"),
        """Decides which count of disputed deal NUMBER holds.

    READING is 1 for the count before the first --or, 2 for the one after it, and so on; or
    `split`, where the rules have a word for it. Shows every total that moves; `scorekeeper undo`
    opens the dispute again.""",
        (DEAL, Arg("decision", "text", "READING"), REASON),
        examples=("settle 3 2", "settle 3 1 we counted the piles again"),
    ),
    ActRow(
        "penalty",
        "record.irregular_changes:penalising",
        IRREGULAR,
        marked("counts points against a player"),
        """Counts AMOUNT points against PLAYER, or what the rules fix for TOPIC.

    It is no deal: it moves the totals, and stands under the sheet.""",
        (Arg("player", "players"), Arg("amount", "penalties", "AMOUNT|TOPIC"), REASON),
        (
            Opt(
                "--to",
                "to",
                "others|nobody|PLAYER",
                "receivers",
                "Who has the points (default: the others where the rules promise a sum, "
                "else nobody).",
            ),
        ),
        examples=("penalty Anna 10 'led out of turn'", "penalty Anna 10 --to Björn"),
        button=marked("penalty"),
    ),
    ActRow(
        "agree",
        "record.irregular_changes:agreeing",
        IRREGULAR,
        marked("changes a choice of the table from now on"),
        """Changes a choice of the table in mid-evening.

    Earlier deals keep theirs. Where somebody has a score of their own, what
    ranks is a choice too: ranking=totals, or ranking=average, points per deal.""",
        (Arg("choice", "options", "KEY=VALUE", needed=False), REASON),
        (FROM_DEAL,),
        examples=("agree must_trump=yes", "agree must_trump=yes --from 3"),
    ),
    ActRow(
        "finish",
        "record.irregular_changes:finishing",
        IRREGULAR,
        marked("ends the session before its end"),
        """Ends the session before its end.

    The places are as they stand, and every page says after how many deals. Undo takes it back.""",
        (REASON,),
        examples=("finish 'the last train'",),
    ),
    ActRow(
        "amend",
        "record.corrections:amendment",
        WRONG,
        marked("corrects deal N, at any time; --why and a reason may follow"),
        """Corrects deal NUMBER; only the facts given change.

    At any time, also after the end; trump=- takes a fact out. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. --or keeps another count
    beside the one that stands, until `scorekeeper settle` decides.""",
        (DEAL, Arg("facts", "deal facts", "FACT… [--or FACT…]", many=True, needed=False)),
        (
            Opt(
                "--then",
                "then",
                "stays|returns",
                "text",
                "After dealer=PLAYER: where the turn goes then.",
            ),
        ),
        asks=True,
        gives_reason=True,
        synonyms=("correct", "change", "edit", "fix", "delete", "remove", "del", "erase"),
    ),
    ActRow(
        "complete",
        "record.corrections:completing",
        WRONG,
        marked("says what deal N still waits for"),
        """Says what deal NUMBER still waits for.

    For games in which a deal's points hang on what happens later. Until then they are open, and so
    is every total that hangs on them. Shows every later total that moves; `scorekeeper undo` lets
    the deal wait again.""",
        (DEAL, Arg("facts", "missing facts", "FACT…", many=True, needed=False)),
        asks=True,
        gives_reason=True,
        examples=("complete 3 winner=Anna", "complete last winner=Anna"),
    ),
    ActRow(
        "undo",
        "record.corrections:undoing",
        WRONG,
        marked("drops the entry that was begun, else takes back the last one"),
        "Takes back the last entry, deal or correction.",
        synonyms=("back", "delete", "remove", "del", "erase"),
        examples=("undo",),
        button="undo",
    ),
    ActRow(
        "redo",
        "record.corrections:redoing",
        WRONG,
        marked("restores what undo took back"),
        "Restores what undo took back.",
        synonyms=("restore",),
        examples=("redo",),
        button="redo",
    ),
    ActRow(
        "insert",
        "record.corrections:inserting",
        WRONG,
        marked("records a forgotten deal as deal N; those after it move up"),
        """Records a forgotten deal as deal NUMBER.

    Those from NUMBER on move up by one and are judged again. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. Where people rest each keeps
    those who dealt and played it, which is shown and asked about first; dealer=PLAYER says who
    dealt the forgotten one.""",
        (NUMBER, Arg("facts", "facts", "FACT… [--or FACT…]", many=True, needed=False)),
        asks=True,
        gives_reason=True,
    ),
    ActRow(
        "strike",
        "record.corrections:striking",
        WRONG,
        marked("takes deal N out, which never was"),
        """Takes deal NUMBER out, which never was.

    Those after it move down by one and are judged again; `scorekeeper undo` brings it back. Where
    people rest each keeps those who dealt and played it: it is shown and asked about first.""",
        (DEAL,),
        asks=True,
        gives_reason=True,
        synonyms=("delete", "remove", "del", "erase"),
        examples=("strike 2",),
    ),
    ActRow(
        "swap",
        "record.corrections:swapping",
        WRONG,
        marked("deals N and M change places"),
        """Two deals that were recorded in the wrong order change places.

    They and all after them are judged again. Where people rest each keeps those who dealt and
    played it: it is shown and asked about first.""",
        (NUMBER, Arg("other", "number")),
        asks=True,
        gives_reason=True,
        examples=("swap 1 3",),
    ),
)
ACT_NAMED = {row.name: row for row in ACTS}


def _acts_meant(word: str) -> list[str]:
    """Return the acts with this word as a synonym, the likeliest first."""
    meant = [row for row in ACTS if word in row.synonyms]
    return [row.name for row in sorted(meant, key=lambda row: row.synonyms.index(word))]


# --- words for other commands --------------------------------------------------------------------

# Words that people use in other programs for a command of the table or the shell, in addition to
# the synonyms of the acts. The table and the shell suggest those commands that they have.
ELSEWHERE = {
    "start": ("new", "play", "again"), "begin": ("new", "play", "again"),
    "score": ("deal", "sheet"), "points": ("deal", "sheet"), "stats": ("league", "summary"),
    "statistics": ("league", "summary"), "exit": ("quit",), "q": ("quit",), "quit": ("quit",),
    "history": ("log",), "scores": ("sheet",),
    "bye": ("quit",), "referee": ("?",), "--help": ("help",), "-h": ("help",),
    "annuler": ("undo", "cancel"), "défaire": ("undo",), "refaire": ("redo",),
    "quitter": ("quit",),
    "defaire": ("undo",), "ångra": ("undo",), "angra": ("undo",),
    "avbryt": ("cancel",), "avsluta": ("quit",),
    "feuille": ("sheet",), "marque": ("sheet",), "règles": ("rules",), "regles": ("rules",),
    "résumé": ("summary",), "resume": ("summary",), "suivant": ("next",), "suivante": ("next",),
    "expliquer": ("explain",), "corriger": ("amend",), "insérer": ("insert",),
    "inserer": ("insert",), "supprimer": ("strike", "undo"), "arbitre": ("?",),
    "protokoll": ("sheet",), "protokollet": ("sheet",), "ställning": ("sheet",),
    "ställningen": ("sheet",), "nästa": ("next",), "nasta": ("next",), "regler": ("rules",),
    "förklara": ("explain",), "rätta": ("amend",), "infoga": ("insert",),
    "radera": ("strike", "undo"), "sammanfattning": ("summary",), "anteckna": ("note",),
    "domare": ("?",), "sluta": ("quit", "finish"), "stop": ("quit", "finish"),
    "pause": ("quit",), "arrêter": ("quit", "finish"), "arreter": ("quit", "finish"),
}  # fmt: skip

LEAVE = "quit"


def synonyms_of(word: str) -> Sequence[str]:
    """Return the commands with this word as a synonym, the likeliest first."""
    return ELSEWHERE.get(word.casefold()) or _acts_meant(word.casefold())
