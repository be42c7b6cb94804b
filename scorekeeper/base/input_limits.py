"""Limits on input. No real game reaches them, but a file from a stranger may."""

DEALS = (
    5_000  # that are recorded in one session: a hundred a week for a year; corrections still are
)
ENTRIES = 10_000  # of a session that is read: a table of so many rows takes a second and a half
# bytes of a session's file: ten thousand entries, or as many lines of lists in another spelling
SESSION = 2 << 20
# bytes before the first entry: Python's reader of TOML takes a second for them; fifty times the
# largest
HEAD = 1 << 20
SEATS = 100  # changes of who sits where that stand in a session: each may be of all its deals
RULESET = 1 << 20  # bytes of a file of rules or of a pack: the same; sixty times the largest
# contracts, options, facts or anything else of one kind in a file of rules: ten times the most
KIND = 500
# bytes of a paper sheet or a deal that was written down: four hundred letters for each of
PAPER = 2 << 20
ROWS = (
    6_000  # rows of a paper sheet: all deals of a session, and what stands above and between them
)
# names of people in one home: a hundred times the most
NAMES = 10_000
PEOPLE = 1 << 20  # bytes of the file that says who is who: a hundred for each of them
EVER = 64 << 20  # bytes of any file, also where the limits are lifted
EVENT_PEOPLE = 500  # of one event: a solver of seats is asked about up to 200
EVENT_ROUNDS = 100  # of one event


class Steps:
    """A budget of work in steps instead of seconds, so that the result is the same on every
    machine. `each` is the cost of one item, `done` the number of items done."""

    def __init__(self, most: int, each: int = 1) -> None:
        self.left, self.each, self.done = most, max(1, each), 0
        self.is_short = False

    def take(self, number: int = 1) -> bool:
        """Return True and count `number` more items if the budget allows them."""
        if self.is_short or number * self.each > self.left:
            self.is_short = True
            return False
        self.left -= number * self.each
        self.done += number
        return True
