"""The command line: `wordle-web`, and `python -m wordle_web`."""

import sys
from typing import Final

EXIT_MISSING: Final = 2


def main() -> None:
    """Run the command line; if a library is missing, say what to install.

    The engine needs only NumPy, so it can be installed without the dependencies of the commands.
    """
    try:
        from wordle_web.cli.commands import main as run

        run(prog_name="python -m wordle_web" if __name__ == "__main__" else "wordle-web")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in {"", "wordle_web"}:
            raise
        print(
            f"wordle-web: this command needs {error.name}, which is not installed. "
            "Install it with all it needs: in a checkout, pip install .",
            file=sys.stderr,
        )
        sys.exit(EXIT_MISSING)


if __name__ == "__main__":
    main()
