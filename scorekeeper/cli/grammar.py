"""What may be typed where: of every command its words, and its options with what they take.

Written by `python -m tests.grammar --update` from the commands themselves, so that completing a
word need not load them; a test fails when it is not what they are.
"""

# fmt: off
USAGE = {
    "": "--version --lang=en|fr|sv --no-color --help",
    "new": "GAME FRIEND… --dealer=PLAYER --name=ANY --option=OPTION --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "deal": "FACT… -s=SESSION --session=SESSION --format=text|json --yes --once=ANY --lang=en|fr|sv --no-color --help",
    "undo": "-s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "redo": "-s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "amend": "DEAL FACT… -s=SESSION --session=SESSION --format=text|json --yes --why=ANY --lang=en|fr|sv --no-color --help",
    "import": "FILE -s=SESSION --session=SESSION --format=text|json --yes --dry-run --lang=en|fr|sv --no-color --help",
    "play": "GAME FRIEND… -s=SESSION --session=SESSION --dealer=PLAYER --name=ANY --option=OPTION --plain --lang=en|fr|sv --no-color --help",
    "next": "-s=SESSION --session=SESSION --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "sheet": "FRIEND… -s=SESSION --session=SESSION --format=text|json|csv|markdown|html --plain --blank=GAME --option=OPTION --lang=en|fr|sv --no-color --help",
    "explain": "DEAL -s=SESSION --session=SESSION --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "summary": "-s=SESSION --session=SESSION --format=text|json|csv|markdown|html --plain --stake=ANY --currency=ANY --print --lang=en|fr|sv --no-color --help",
    "log": "-s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "check": "SESSION… -s=SESSION --session=SESSION --format=text|json --all --fingerprint=ANY --repair --lang=en|fr|sv --no-color --help",
    "sessions": "--format=text|json --plain --lang=en|fr|sv --no-color --help",
    "audit": "FILE FRIEND… -s=SESSION --session=SESSION --game=GAME --dealer=PLAYER --option=OPTION --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "outlook": "--for=PLAYER -s=SESSION --session=SESSION --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "league": "--game=GAME --since=ANY --until=ANY --player=FRIEND --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "rules": "--lang=en|fr|sv --no-color --help",
    "rules check": "GAME-OR-FILE… --format=text|json --strict --lang=en|fr|sv --no-color --help",
    "rules diff": "GAME GAME --format=text|json --lang=en|fr|sv --no-color --help",
    "rules list": "--format=text|json --plain --lang=en|fr|sv --no-color --help",
    "rules new": "ANY --from=GAME --format=text|json --lang=en|fr|sv --no-color --help",
    "rules prove": "GAME --format=text|json --plain --most=ANY --draws=ANY --seed=ANY --lang=en|fr|sv --no-color --help",
    "rules schema": "--pack --format=text|json --lang=en|fr|sv --no-color --help",
    "rules show": "GAME --format=text|json|markdown --lang=en|fr|sv --no-color --help",
    "rules which": "ANY --answer=ANY --tree --format=text|json --lang=en|fr|sv --no-color --help",
    "referee": "--lang=en|fr|sv --no-color --help",
    "referee auction": "ANY… --turned=ANY --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee deal": "FILE FACT… --record --yes --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee dealing": "--rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee legal": "ANY… --hand=ANY --trick=ANY --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee melds": "ANY… --partner=ANY --played=ANY --said --late --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee miscount": "ANY… --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee points": "ANY… --other=GAME --goal=ANY --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee ruling": "TOPIC… --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee stops": "ANY… --hand=ANY --layout=ANY --start=ANY --direction=up|down --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "referee trick": "ANY… --leader=PLAYER --rules=GAME --contract=CONTRACT --trump=SUIT --option=OPTION --players=ANY --dealer=PLAYER -s=SESSION --session=SESSION --format=text|json --lang=en|fr|sv --no-color --help",
    "demo": "GAME… --format=text|json --plain --lang=en|fr|sv --no-color --help",
    "completion": "bash|zsh|fish --lang=en|fr|sv --no-color --help",
}
