"""Hostile input: what a stranger, a broken disk or a cat on the keyboard could give the program.

Each kind of input is a file here: `one_input` puts bytes through the program and raises `Finding`
where that ends in anything but an answer or a refusal, `seeds` are real inputs to begin with, and
`mutated` spoils one as that kind is spoilt.

    python -m tests.fuzz KIND --number N --seed S     by chance, from the seeds
    python -m tests.fuzz.guided KIND --number N       by coverage, with atheris
"""
