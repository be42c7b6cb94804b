"""The deals that a sentence is about, and the sentence on a score that several played for."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from scorekeeper.game.score_changes import Share
from scorekeeper.report.phrases import made, score
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import listed


def with_deals(words: str, deals: Sequence[int]) -> str:
    """Return the words with the numbers of the deals that they are about."""
    return trn(
        len(deals),
        "{words} (deal {deals})",
        "{words} (deals {deals})",
        words=words,
        deals=numbers_words(deals),
    )


def numbers_words(numbers: Iterable[int]) -> str:
    """`2–4, 7`: numbers in ascending order; three or more in a row are written as a span."""
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda place: place[1] - place[0])
    spans = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 2 else ", ".join(map(str, s)) for s in spans)


def shared_score_words(shares: Sequence[Share], total: int | None, rules: Ruleset) -> str:
    """Return who played for one score, with the points and the deals of each; `total` is what they
    have together, None where the games of a match rank."""
    each = ", ".join(_share_words(share, rules) for share in shares)
    players = listed([share.name for share in shares], "and")
    if total is None:
        return tr("{players} played for one score: {each}", players=players, each=each)
    # Translators: "Anna and Dora played for one score, +8: Anna +10 (deal 1), Dora −2 (deals 2, 3)"
    return tr(
        "{players} played for one score, {total}: {each}",
        players=players,
        total=score(total, rules),
        each=each,
    )


def _share_words(share: Share, rules: Ruleset) -> str:
    words = f"{share.name} {made(share.points + share.penalties, rules)}"
    if share.penalties:
        words = tr("{words} with penalties", words=words)
    return with_deals(words, share.deals) if share.deals else words
