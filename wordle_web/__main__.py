"""`python -m wordle_web`: the command line."""

from wordle_web.cli.commands import main

main(prog_name="python -m wordle_web")
