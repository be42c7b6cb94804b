"""Questions to the referee: `referee trick legal melds points discard auction stops ruling
dealing miscount`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from scorekeeper.cli.common import Command, no_such_option, offered
from scorekeeper.cli.referee_options import Asked, case_asked, show_answer, table_options
from scorekeeper.referee.ask import Question, answer
from scorekeeper.referee.case import PARTS
from scorekeeper.text.problems import Refused

# wrong under any rules
BY_ITSELF = ("cards-none", "card-unknown", "card-twice", "player-unknown", "player-ambiguous")


def _answer(
    what: str, asked: Asked, parts: Sequence[Sequence[str]], given: Mapping[str, str | None]
) -> None:
    case, state, problems = case_asked(asked)
    known = {key: value for key, value in given.items() if value is not None}
    try:
        found = answer(case, Question(what, tuple(map(tuple, parts)), known), state)
    except Refused as refusal:
        # What else is wrong may follow from what was left out of the case.
        raise Refused(
            [*problems, *(p for p in refusal.problems if not problems or p.code in BY_ITSELF)]
        ) from None
    if problems:
        raise Refused(problems)
    show_answer(found, asked.form)


# --- about cards ---------------------------------------------------------------------------------


@click.command("trick", cls=Command)
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option(
    "--leader",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who played the first card.",
)
@click.option(
    "--pot", metavar="CARDS", default="", help="The heap to which a card of the trick goes, so far."
)
@click.option("--goal", metavar="CARD", help="The card whose suits in that heap matter.")
@table_options
def trick(
    cards: tuple[str, ...], leader: str | None, pot: str, goal: str | None, asked: Asked
) -> None:
    """Who won the trick of these cards, in order of play, and which of them may go to a heap."""
    _answer("trick", asked, [cards], {"leader": leader, "pot": pot, "goal": goal})


@click.command("legal", cls=Command)
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option("--trick", "played", metavar="CARDS", help="What was played to the trick so far.")
@click.option(
    "--broken",
    metavar="SUIT",
    help="The suit, of those that may not be led at once, that was played before, or none.",
)
@table_options
def legal(
    cards: tuple[str, ...], hand: str | None, played: str | None, broken: str | None, asked: Asked
) -> None:
    """Which cards of a hand may be played, and by which rule."""
    given = {"hand": hand, "trick": played, "broken": broken}
    _answer("legal", asked, _parts(cards), given)


@click.command("melds", cls=Command)
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--partner", metavar="CARDS", help="The partner's hand, whose melds are added.")
@click.option("--played", metavar="CARDS", help="Cards of the hands that went to the first trick.")
@click.option("--said", is_flag=True, help="What must be said with such a card was said.")
@click.option("--late", is_flag=True, help="The melds were shown after their moment.")
@table_options
def melds(
    cards: tuple[str, ...],
    partner: str | None,
    played: str | None,
    said: bool,
    late: bool,
    asked: Asked,
) -> None:
    """The best melds of a hand and their total."""
    flags = {"said": "yes" if said else None, "late": "yes" if late else None}
    _answer("melds", asked, [cards], {"partner": partner, "played": played, **flags})


@click.command("points", cls=Command)
@click.argument("cards", nargs=-1, metavar="CARD…")
@click.option("--other", multiple=True, metavar="CARDS", help="Another pile; repeatable.")
@click.option(
    "--goal", metavar="CARD", help="The card whose suits matter, where suits are counted apart."
)
@table_options
def points(cards: tuple[str, ...], other: tuple[str, ...], goal: str | None, asked: Asked) -> None:
    """What a pile of cards is worth; with other piles, what is missing from the pack."""
    _answer("points", asked, [*_parts(cards), *([pile] for pile in other)], {"goal": goal})


def _parts(words: Sequence[str]) -> list[list[str]]:
    """The words between one stroke and the next."""
    parts: list[list[str]] = [[]]
    for word in words:
        parts.append([]) if word == PARTS else parts[-1].append(word)
    return parts


@click.command("discard", cls=Command)
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", default="", help="The hand that they are given from.")
@click.option(
    "--talon", metavar="CARDS", default="", help="The cards of the talon that are taken up."
)
@click.option(
    "--step", metavar="NUMBER", help="Which step of the exchange, where there are several."
)
@table_options
def discard(cards: tuple[str, ...], hand: str, talon: str, step: str | None, asked: Asked) -> None:
    """Whether cards may be discarded or passed before play, and what is kept.

    Without cards: which of the hand may be.
    """
    _answer("discard", asked, [cards], {"hand": hand, "talon": talon, "step": step})


@click.command("auction", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("calls", nargs=-1, metavar="CALL…")
@click.option("--turned", metavar="CARD", help="The card that was turned up.")
@table_options
@click.pass_context
def auction(
    ctx: click.Context, /, calls: tuple[str, ...], turned: str | None, asked: Asked
) -> None:
    """Whether the calls were in order, who holds the contract, whose turn it is.

    Calls go from the dealer's left.
    """
    no_such_option(ctx, calls)
    _answer("auction", asked, [calls], {"turned": turned})


@click.command("stops", cls=Command)
@click.argument("cards", nargs=-1, metavar="[CARD…]")
@click.option("--hand", metavar="CARDS", help="The hand.")
@click.option(
    "--layout", metavar="CARDS", default="", help="What lies on the piles, or the top card of each."
)
@click.option("--start", metavar="RANK", help="The first rank, where the deal decides it.")
@click.option("--direction", metavar="up|down", help="The direction, where the deal decides it.")
@table_options
def stops(
    cards: tuple[str, ...],
    hand: str | None,
    layout: str,
    start: str | None,
    direction: str | None,
    asked: Asked,
) -> None:
    """In a round of piles that grow rank by rank, what may be played."""
    held = hand if hand is not None else " ".join(cards)
    _answer(
        "stops",
        asked,
        [cards],
        {"hand": held, "layout": layout, "start": start, "direction": direction},
    )


# --- about the rules -----------------------------------------------------------------------------


@click.command("ruling", cls=Command)
@click.argument("topic", nargs=-1, metavar="[TOPIC]", shell_complete=offered("topics"))
@table_options
def ruling(topic: tuple[str, ...], asked: Asked) -> None:
    """What the rules say on misdeal, revoke, exposed-card…; without a topic, what they speak of."""
    _answer("ruling", asked, [topic], {})


@click.command("dealing", cls=Command)
@table_options
def dealing(asked: Asked) -> None:
    """How the cards are dealt: how many to whom, what is turned up, who exchanges what."""
    _answer("dealing", asked, [()], {})


@click.command("miscount", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("numbers", nargs=-1, metavar="NUMBER…")
@table_options
@click.pass_context
def miscount(ctx: click.Context, /, numbers: tuple[str, ...], asked: Asked) -> None:
    """Which single slip explains a wrong count, and how many cards each pile must hold."""
    no_such_option(ctx, numbers)
    _answer("miscount", asked, [numbers], {})


COMMANDS = {
    "trick": trick,
    "legal": legal,
    "melds": melds,
    "points": points,
    "discard": discard,
    "auction": auction,
    "stops": stops,
    "ruling": ruling,
    "dealing": dealing,
    "miscount": miscount,
}
