"""Hostile input: what a stranger, a broken disk or a cat on the keyboard could give the program.

Each kind of input is a file here: `one_input` puts bytes through the program and raises `Finding`
where that ends in anything but an answer or a refusal, `seeds` are real inputs to begin with, and
`inputs` is what hypothesis draws: the same, spoilt as that kind is spoilt, or made of the kind's words.

    python -m tests.fuzz KIND --number N --seed S     by chance
    python -m tests.fuzz.guided KIND -runs=N          by coverage, with atheris
"""
