"""`python -m wordle_web.lab`: make the lab's data."""

from wordle_web.lab.commands import PROGRAM, main

main(prog_name=PROGRAM)
