"""The program's data for each language, in addition to its catalogue: number formats, yes and no,
words of its own."""

from collections.abc import Mapping


class Locale:
    """The data of a language. `called` is its own name. `thousands` separates thousands, `decimal`
    the fraction. `yes` and `no` are the answers to a question, as a letter and as a word.
    `words` are the program's own words by name, the displayed one first; a language may omit
    any. `before_semicolon` is the space there. `rulings` is the name of the page of rulings, in
    citations. `elided` and `eliding` find the letter that becomes an apostrophe, before a vowel
    and before `{what}` in a sentence; `vowel` finds a word that begins with a vowel. `after_z`
    are the letters after z in the alphabet, by position."""

    def __init__(
        self, thousands: str, decimal: str, yes: tuple[str, str], no: tuple[str, str],
        words: Mapping[str, tuple[str, ...]], before_semicolon: str = "", rulings: str = "rulings",
        elided: str = "", eliding: str = "", vowel: str = "", after_z: tuple[str, ...] = (),
        called: str = "",
    ) -> None:  # fmt: skip
        self.thousands, self.decimal, self.yes, self.no = thousands, decimal, yes, no
        self.words, self.before_semicolon = words, before_semicolon
        self.rulings, self.elided = rulings, elided
        self.eliding, self.vowel, self.called = eliding, vowel, called
        self.after_z = after_z


# The first is the language in which the messages are written.
LOCALES = {
    "en": Locale(
        called="English",
        thousands=",",
        decimal=".",
        yes=("y", "yes"),
        no=("n", "no"),
        words={
            "contract": ("contract",),
            "and": ("and", "&", "+"),
            "or": ("or",),
            "trump": ("trump",),
            "which trump": ("Which suit is trumps?",),
            "number": ("deal", "number", "#", "no"),
            "dealer": ("dealer",),
            "declarer": ("declarer",),
            "sum": ("σ", "sum"),
            "points": ("points",),
            "total": ("total", "totals"),
            "skipped": (
                "game", "round", "leader", "trump", "outcome", "note", "notes", "remark",
                "remarks", "comment", "comments",
            ),
            "wrong dealer": ("dealer",),
            "wrong order": ("order",),
            "forgotten": ("forgot", "forgotten", "missed", "missing"),
            "revoke": ("revoke", "revoked", "renege", "reneged"),
            "joins or leaves": (
                "add", "join", "joins", "joined", "leave", "leaves", "leaving", "left", "late",
                "arrives", "arrived", "replaces",
            ),
            "own score": (
                "own score", "with own score", "with their own score", "with a score of their own",
            ),
            "misdealt": ("misdealt",),
            "disputed": ("dispute", "disputed", "disagree"),
            "ended": ("stop", "ended"),
        },
    ),
    "fr": Locale(
        called="français",
        thousands="\u202f",  # spaces that no line is broken at
        decimal=",",
        yes=("o", "oui"),
        no=("n", "non"),
        words={
            "contract": ("contrat",),
            "and": ("et",),
            "or": ("ou",),
            "trump": ("atout",),
            "which trump": ("Quelle couleur est l'atout\u00a0?",),
            "number": ("donne", "numéro", "n\u00b0"),  # read, never said: ASCII has no such sign
            "dealer": ("donneur",),
            "declarer": ("déclarant",),
            "sum": ("somme",),
            "total": ("totaux",),
            "skipped": (
                "partie", "tour", "entame", "atout", "résultat", "notes", "remarque",
                "remarques", "commentaire",
            ),
            "wrong dealer": ("donneur", "donneuse"),
            "wrong order": ("ordre",),
            "forgotten": ("oublié", "oubliée", "oublions"),
            "revoke": ("renonce", "renoncé", "pénalité"),
            "joins or leaves": (
                "ajouter", "arrive", "rejoint", "quitte", "retard", "remplace",
            ),
            "own score": ("score à part", "avec un score à part", "avec son propre score"),
            "misdealt": ("maldonne",),
            "disputed": ("litige", "désaccord"),
            "ended": ("terminer", "terminé"),
        },
        before_semicolon="\u00a0",
        rulings="décisions",
        elided=r"\b(d|qu)e (?=[aeiouyhàâäéèêëîïôöùûüœ])",  # « de » and « que »
        eliding=r"\b([Dd]|[Qq]u)e \{(\w+)\}",
        # No h: that of « Hugo » is silent, that of « Hans » is not; « Yves », but not « Yann »; no
        # letter by itself, « de A ».
        vowel=r"[aeiouàâäéèêëîïôöùûüœåøæ]\w|y[^aeiouy\W]",
    ),
    "sv": Locale(
        called="svenska",
        thousands="\u00a0",
        decimal=",",
        yes=("j", "ja"),
        no=("n", "nej"),
        words={
            "contract": ("spel", "kontrakt"),
            "and": ("och", "samt"),
            "or": ("eller",),
            "trump": ("trumf",),
            "which trump": ("Vilken färg är trumf?",),
            "number": ("giv", "nummer", "nr"),
            "dealer": ("givare",),
            "declarer": ("spelförare",),
            "sum": ("summa",),
            "points": ("poäng",),
            "total": ("totalt",),
            "skipped": (
                "parti", "varv", "utspel", "trumf", "utfall", "anmärkning", "anmärkningar",
                "kommentar",
            ),
            "wrong dealer": ("givare", "givaren"),
            "wrong order": ("ordning", "ordningen", "ordningsföljd"),
            "forgotten": ("glömd", "glömde", "glömt", "saknas"),
            "revoke": ("revokera", "revokerade", "straff", "straffpoäng"),
            "joins or leaves": (
                "lägg", "kommer", "kom", "sen", "lämnar", "går", "gick", "ersätter",
            ),
            "own score": ("egna poäng", "med egna poäng", "egen poäng", "med egen poäng"),
            "misdealt": ("felgiv", "felgivning"),
            "disputed": ("tvist", "oense"),
            "ended": ("avsluta", "avslutat"),
        },
        rulings="tolkningar",
        after_z=("å", "äæ", "öø"),
    ),
}  # fmt: skip
