"""Commands about games: suggest, solve, analyze, rate a player's skill, read a screenshot."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from wordle_web.as_json import FIX, MAX_FIXES, advice_json, analysis_json, serialize
from wordle_web.cli import options
from wordle_web.cli.options import (
    CommandError,
    ListFile,
    Words,
    not_of_length,
    refuse,
    show,
)
from wordle_web.engine.advice import Advice, BoardAdvice, advise
from wordle_web.engine.analysis import Analysis
from wordle_web.engine.analysis import analyze as analyze_game
from wordle_web.engine.boards.simulation import BoardsAnalysis, analyze_boards, play_boards
from wordle_web.engine.boards.state import BoardsTurn, check_board_count, max_guesses
from wordle_web.engine.boards.suggestion import BoardsSuggestion, board_names
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TurnError
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon, lexicon_names, load_lexicon
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.rating import FinishedGame, GameRating, luck_term, luck_text
from wordle_web.engine.row_parser import MAX_TEXT, parse_rows
from wordle_web.engine.rows import Position, Row
from wordle_web.engine.simulation import Player
from wordle_web.engine.skill import rate_player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.engine.suggestion import Suggestion
from wordle_web.parsing import linear_pattern

EMOJI = "⬛🟨🟩"
_BETWEEN = linear_pattern(r"\s{0,9}:\s{0,9}|\s{1,20}")  # between a word and its marks
SURE = 0.9995  # a higher probability would be shown as 100 %, so it is left out
UNREADABLE = {  # error messages by kind of unreadable row
    "marks": "{text!r} needs {length} marks: 0 gray, 1 yellow, 2 green.",
    "boards": "{text!r} has several boards side by side.",
    "both": "{text!r} can be a word or marks. Write marks as 0, 1 and 2.",
}


@click.command()
@click.argument("rows", nargs=-1, metavar="GUESS:MARKS...")
@options.hard
@click.option("--budget-ms", default=90.0, show_default=True, help="Thinking time in ms.")
@options.mode
@options.used
@options.possible
@options.boards
@options.in_turn
@options.with_words
def suggest(
    words: Words,
    rows: tuple[str, ...],
    hard: HardMode,
    budget_ms: float,
    boards: int | None,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Suggest the best guess after rows such as crane:01002; without rows, the best opener.

    Rows are read as on the helper's page: crane 01002, crane _?__!, colored squares. With several
    boards, a row has the marks of each: crane:01002.00000, and - for a board that is already
    solved.
    """
    belief, length = words.belief, words.lexicon.length
    position = Position((), boards or 1, length, in_turn)
    if boards is None:
        refuse(in_turn, "--in-turn", only_for="several boards")
        position = position.with_rows(_rows_of_board("\n".join(rows), words.lexicon))
    else:
        refuse(hard, "--hard", only_for="one board")
        # `with_rows` would turn a board without marks into one that waits for marks.
        read = tuple(_row_of_boards(row, words.lexicon, boards) for row in rows)
        position = replace(position, rows=read)
    advice = advise(words.lexicon, position, belief, hard=hard, budget_ms=budget_ms)
    if advice.contradictory:
        raise no_match(advice)
    if advice.guess is None or advice.suggestion is None:
        raise CommandError("all boards are solved.")
    if isinstance(advice.suggestion, BoardsSuggestion):
        lines = _boards_lines(advice, advice.suggestion, words)
    else:
        lines = _board_lines(advice.suggestion, words)
    show(as_json, {**advice_json(advice), **words.facts}, [*lines, "", words.line])


def rows_in(text: str, lexicon: Lexicon) -> tuple[Row, ...]:
    """Parse rows in any notation of the helper's page; a row may lack its word or its marks.

    Raises:
        CommandError: the text is too long, or has no row or an unreadable one.
    """
    if len(text) > MAX_TEXT:
        raise CommandError(f"the rows are too long: at most {MAX_TEXT:,} characters.")
    parsed = parse_rows(text, lexicon.length, lexicon)
    for error in parsed.errors:
        if error.kind == "word":
            raise CommandError(not_of_length(error.text, lexicon))
        other = "write a guess with its marks, such as crane:01002, not {text!r}."
        reason = UNREADABLE.get(error.kind, other)
        raise CommandError(reason.format(text=error.text, length=lexicon.length))
    return parsed.rows


def _rows_of_board(text: str, lexicon: Lexicon) -> tuple[Row, ...]:
    """Parse complete rows of one board; empty text has no rows.

    Raises:
        CommandError: the text cannot be read, or a row lacks its word or its marks.
    """
    if not text.strip():
        return ()
    rows = rows_in(text, lexicon)
    for row in rows:
        if not row.guess or row.is_waiting:
            missing = "marks" if row.guess else "a word"
            text = row.guess or row.marks[0]
            raise CommandError(f"{text!r} needs {missing}, as in crane:01002.")
    return rows


def _row_of_boards(row: str, lexicon: Lexicon, count: int) -> Row:
    length = lexicon.length
    try:
        plain = plain_letters(row, lexicon.alphabet).strip()
        turn = BoardsTurn.parse(_BETWEEN.sub(":", plain, count=1))
    except TurnError as error:
        example = f"{'crane':.{length}}:{'.'.join(['0' * length] * 2)}"
        raise CommandError(
            f"write a guess with the marks of each board, such as {example}, not {row[:60]!r}. "
            "Marks are 0 gray, 1 yellow, 2 green; - is a board that is already solved."
        ) from error
    if len(turn.guess) != length:
        raise CommandError(not_of_length(turn.guess, lexicon))
    given = len(turn.patterns)
    if given != count:
        raise CommandError(
            f"{row[:60]!r} has marks of {given} board{'s' * (given > 1)}, "
            f"but there are {count}. Write - for a board that is already solved."
        )
    return Row.parse(turn.text())


def no_match(advice: Advice) -> CommandError:
    """Return an error that names the boards on which no word is left, and the possible fixes."""
    if len(advice.boards) > 1:
        numbers = [board.number for board in advice.contradictory]
        return CommandError(
            f"no word matches the rows on {board_names(numbers)}. "
            "Check the letters and marks there.",
            boards=[number + 1 for number in numbers],
            fixes=[
                {"board": board.number + 1, **fix}
                for board in advice.contradictory
                for fix in _fixes(board)
            ],
        )
    (board,) = advice.boards
    fixes, impossible = _fixes(board), board.diagnosis.impossible if board.diagnosis else ()
    reason = "no word matches these rows."
    if impossible:
        reason = f"row {impossible[0][0] + 1}: {impossible[0][1]}."
    change = "Check their letters and marks (0 gray, 1 yellow, 2 green)."
    if fixes:
        change = f"Perhaps row {fixes[0]['row']} is {fixes[0]['turn']}."
    return CommandError(f"{reason} {change}", fixes=fixes)


def _fixes(board: BoardAdvice) -> list[dict[str, object]]:
    diagnosis = board.diagnosis
    if diagnosis is None:
        return []
    impossible = [
        {"row": row + 1, "turn": fault.fix.text(), "reason": str(fault)}
        for row, fault in diagnosis.impossible
    ]
    known = [serialize(fix, FIX) for fix in diagnosis.fixes if fix.is_known]
    return [*impossible, *known[:MAX_FIXES]]


def _boards_lines(advice: Advice, suggestion: BoardsSuggestion, words: Words) -> Iterator[str]:
    for board in advice.boards:
        if board.answer:
            known = f"solved: {words.capitals(board.answer)}"
        elif not board.is_shown:
            known = "not shown yet"
        elif board.candidates == 1:
            known = f"1 word left: {words.capitals(board.remaining.words[0])}"
        else:
            known = f"{board.likely:,} likely of {board.candidates:,} words left"
        yield f"Board {board.number + 1}: {known}"
    yield f"Best next guess: {words.capitals(suggestion.guess or '')} ({suggestion.reason})"
    yield f"{advice.guesses_left} guesses left"
    yield ""
    yield f"{'guess':12}{'solves':>9}{'words left':>12}  why"
    for guess in suggestion.best:
        chance = f"{100 * guess.solve_probability:.1f} %"
        yield f"{guess.guess:12}{chance:>9}{guess.expected_remaining:12.2f}  {guess.reason}"


def _board_lines(suggestion: Suggestion, words: Words) -> Iterator[str]:
    left = f"{suggestion.likely:,} likely of {suggestion.candidates:,} words left"
    guess = words.capitals(suggestion.guess or "")
    if suggestion.is_last_guess:
        yield f"{left}. This is the last guess."
        yield f"Best guess: {guess}"
        yield ""
        yield f"{'guess':12}{'chance to win':>15}"
        for ranked in suggestion.best:
            yield f"{ranked.guess:12}{100 * ranked.answer_probability:13.1f} %"
        return
    if suggestion.expected_guesses:
        left += f", about {suggestion.expected_guesses:.2f} guesses to solve"
    if suggestion.solve_probability is not None and suggestion.solve_probability < SURE:
        left += f", {100 * suggestion.solve_probability:.1f} % chance to solve"
    yield left + " (proven best)" * suggestion.exact
    yield f"Best next guess: {guess}"
    yield ""
    yield f"{'guess':12}{'to solve':>13}{'words left':>12}{'worst':>7}{'bits':>7}{'chance':>8}"
    for ranked in suggestion.best:
        chance = f"{100 * ranked.answer_probability:.1f} %"
        to_solve = f"{'≈' * ranked.is_estimate}{ranked.expected_guesses:.2f}"
        yield (
            f"{ranked.guess:12}{to_solve:>13}{ranked.expected_remaining:12.2f}"
            f"{ranked.worst:7}{ranked.entropy_bits:7.2f}{chance:>8}"
        )
    if any(guess.is_estimate for guess in suggestion.best):
        yield "≈ estimate, or without unlikely words"


@click.command()
@click.argument("wanted", nargs=-1, required=True, metavar="ANSWER...")
@click.option(
    "--strategy",
    default="optimal",
    show_default=True,
    type=click.Choice(list(STRATEGIES)),
    help="Strategy to play with.",
)
@click.option("--opener", help="Opener (first guess).")
@options.hard
@options.mode
@options.seed
@options.used
@options.possible
@options.in_turn
@options.with_words
def solve(
    words: Words,
    wanted: tuple[str, ...],
    strategy: str,
    opener: str | None,
    hard: HardMode,
    seed: int,
    in_turn: bool,
    as_json: bool,
) -> None:
    """Solve ANSWER with a strategy and show every guess; several ANSWERs are boards of one game."""
    lexicon, belief = words.lexicon, words.belief
    answers = [words.check_answer(answer) for answer in wanted]
    first = words.check(opener) if opener else None
    facts: dict[str, object]
    if len(answers) == 1:
        refuse(in_turn, "--in-turn", only_for="several boards")
        player = Player(STRATEGIES[strategy], matrix_in_memory(lexicon), belief, first, hard, seed)
        guesses = player.tree(answers).walk(answers[0])
        won = guesses[-1] == answers[0]
        end = solved_in(len(guesses)) if won else "Not solved: no possible words left."
        facts = {"answer": answers[0], "strategy": strategy, "solved": won}
    else:
        refuse(hard, "--hard", only_for="one board")
        refuse(strategy != "optimal", "--strategy", only_for="one board")
        _check_answers(answers, lexicon)
        clock, limit = time.perf_counter, max_guesses(len(answers), in_turn=in_turn)
        game = play_boards(
            lexicon, answers, belief=belief, clock=clock, in_turn=in_turn, opener=first
        )
        guesses = game.guesses
        won = game.is_complete and len(guesses) <= limit
        end = f"Solved in {len(guesses)} of" if won else "Not solved in"
        end = f"{end} {limit} guesses."
        facts = {"answers": answers, "solved": won, "guesses_allowed": limit}
    turns, lines = list[dict[str, object]](), list[str]()
    for number, guess in enumerate(guesses):
        # A board that was already solved has no marks for a guess.
        marks = [
            None if answer in guesses[:number] else digits_of(feedback(guess, answer), len(guess))
            for answer in answers
        ]
        turns.append({"guess": guess, "marks": marks if len(answers) > 1 else marks[0]})
        tiles = ("".join(EMOJI[int(mark)] for mark in row or ()) for row in marks)
        shown = words.capitals(guess)
        lines.append(f"{'  '.join(tile or '  ' * len(guess) for tile in tiles)}  {shown}")
    show(as_json, {**facts, "guesses": turns, **words.facts}, [*lines, end, words.line])


def solved_in(guesses: int) -> str:
    """Return the sentence about the end of a solved game."""
    return f"Solved in {guesses} {'guess' if guesses == 1 else 'guesses'}."


def _check_answers(answers: Sequence[str], lexicon: Lexicon) -> None:
    """Refuse answers that are too many for a game, repeated or unknown."""
    check_board_count(len(answers))
    for answer in answers:
        if answers.count(answer) > 1:
            raise CommandError(f"{answer!r} is given twice. The answers of a game differ.")
        if answer not in lexicon:
            raise CommandError(f"{answer!r} is not in the word list, so it cannot be an answer.")


@click.command()
@click.argument("wanted", metavar="ANSWER[,ANSWER...]")
@click.argument("played", nargs=-1, required=True, metavar="GUESS...")
@options.hard
@options.mode
@options.in_turn
@options.with_words
def analyze(
    words: Words, wanted: str, played: tuple[str, ...], hard: HardMode, in_turn: bool, as_json: bool
) -> None:
    """Analyze a finished game: rate each GUESS for ANSWER, or for the ANSWERs of its boards."""
    answers = [words.check(answer) for answer in wanted.split(",")]
    path, belief = [words.check(guess) for guess in played], words.belief
    analysis: Analysis | BoardsAnalysis
    if len(answers) == 1:
        refuse(in_turn, "--in-turn", only_for="several boards")
        analysis = analyze_game(words.lexicon, answers[0], path, belief, hard)
        lines = _analysis_lines(analysis, words, hard or HardMode.ON)
    else:
        refuse(hard, "--hard", only_for="one board")
        _check_answers(answers, words.lexicon)
        analysis = analyze_boards(words.lexicon, answers, path, belief=belief, in_turn=in_turn)
        lines = _boards_analysis_lines(analysis)
    show(as_json, {**analysis_json(analysis), **words.facts}, [*lines, words.line])


analyse = analyze  # the command accepts both spellings


@click.command()
@click.argument("games", type=ListFile, metavar="FILE")
@options.hard
@options.mode
@options.with_words
def skill(words: Words, games: Path, hard: HardMode, as_json: bool) -> None:
    """Rate the player of the games in FILE, one per line: ANSWER GUESS GUESS ...

    The guesses needed are best + cost + luck: the expectation of best play, the cost of the guesses
    beyond it, and the effect of luck; negative luck saved guesses. A lost game counts two extra
    guesses.
    """
    lines = (line.split() for line in games.read_text(encoding="utf-8").splitlines())
    played = [tuple(map(words.check, line)) for line in lines if line]
    if not played or not all(guesses for _, *guesses in played):
        raise CommandError(f"{games} needs a game per line: the answer, then its guesses.")
    if unknown := [answer for answer, *_ in played if answer not in words.lexicon]:
        raise CommandError(f"{unknown[0]!r} is not in the word list, so its game can't be rated.")
    rating = rate_player(
        FinishedGame(words.lexicon, answer, tuple(guesses), words.belief, hard)
        for answer, *guesses in played
    )
    answers = [answer for answer, *_ in played]
    facts = asdict(rating)
    for facts_of_game, game, answer in zip(facts["games"], rating.games, answers, strict=True):
        facts_of_game |= {"answer": answer, "cost": game.cost, "luck": game.luck}
    if len(played) < 2:  # JSON has no infinity
        facts |= {"standard_error": None, "margin": None}
    head = f"{'answer':12}{'needed':>7}{'best':>7}{'cost':>7}  luck"
    rows = (
        f"{answer:12}{game.needed:>7g}{game.best:>7.2f}{game.cost:>7.2f}  {luck_text(game.luck)}"
        for answer, game in zip(answers, rating.games, strict=True)
    )
    margin = f" ± {rating.margin:.2f}" if len(played) > 1 else ""
    mean = f"Cost {rating.cost:.2f}{margin} guesses a game; luck: {luck_text(rating.luck)}."
    habit = rating.habit
    named = f"Habit: {habit.kind}, {habit.cost:.2f} guesses a game." if habit else ""
    certain = [named] if habit and habit.is_certain else []
    show(as_json, {**facts, **words.facts}, [head, *rows, mean, *certain, words.line])


def _analysis_lines(analysis: Analysis, words: Words, hard: HardMode) -> Iterator[str]:
    yield (
        f"{'guess':12}{'words left':>16}{'fewer in':>10}{'cost':>7}  {'luck':14}  "
        f"{'grade':8}best guess"
    )
    for turn in analysis.turns:
        step, rating = turn.step, turn.rating
        left = f"{step.words_before:,} → {step.words_after:,}"
        fewer = "-" if turn.fewer is None else f"{100 * turn.fewer:.0f} %"
        cost, luck, grade, best = "-", "-", "-", "-"
        if rating:
            cost = f"{'≈' * rating.is_estimate}{rating.cost:.2f}"
            luck = "-" if rating.luck is None else luck_text(rating.luck)
            grade, best = rating.grade.name, rating.best
        figures = f"{fewer:>10}{cost:>7}  {luck:14}"
        yield f"{step.turn.guess:12}{left:>16}{figures}  {grade:8}{best}"
        if not turn.is_known:
            yield f"  {step.turn.guess} is not in the word list."
        if turn.violation:
            yield f"  {step.turn.guess} is not allowed in {hard.label}: {turn.violation}."
    if analysis.ignored:
        ignored = ", ".join(map(words.capitals, analysis.ignored))
        yield f"Not counted after {words.capitals(analysis.answer)} was found: {ignored}."
    if summary := analysis.summary():
        yield summary
    if game := analysis.rating:
        yield _sum_line(game)
    end = solved_in(len(analysis.turns)) if analysis.is_solved else "Not solved."
    yield f"{end} Solver: {' '.join(words.capitals(step.turn.guess) for step in analysis.solver)}"


def _sum_line(game: GameRating) -> str:
    figures = f"{game.best:.2f} best + {game.cost:.2f} cost {luck_term(game.luck)}"
    return f"{game.needed:g} guesses needed = {figures}"


def _boards_analysis_lines(analysis: BoardsAnalysis) -> Iterator[str]:
    yield f"{'guess':12}{'words left':>16}{'expected':>12}  best guess"
    for guess in analysis.guesses:
        before, left = (sum(getattr(one, key) for one in guess.steps) for key in ("before", "left"))
        expected = f"{guess.own.expected_remaining:,.1f}" if guess.own else "-"
        best = guess.guess if guess.is_best else guess.best.guess if guess.best else "-"
        yield f"{guess.guess:12}{f'{before:,} → {left:,}':>16}{expected:>12}  {best}"
        if solved := [str(one.number + 1) for one in guess.steps if one.is_solved]:
            yield f"  Board{'s' * (len(solved) > 1)} {', '.join(solved)} solved."
    count = len(analysis.guesses)
    yield f"{analysis.solved} of {len(analysis.answers)} boards solved in {count} guesses."


@click.command()
@click.argument("screenshot", type=ListFile)
@click.option(
    "--lexicon",
    "names",
    multiple=True,
    metavar="NAME",
    help="Word list, such as english-5; may be repeated. Default: all built-in ones.",
)
@options.as_json
def read(screenshot: Path, names: Sequence[str], as_json: bool) -> None:
    """Read the rows and colors of a game from a screenshot (PNG, JPEG or WebP).

    Rows are printed in the form that suggest takes. Uncertain letters and colors are listed.
    """
    # Imported late, since the other commands don't need Pillow.
    from wordle_web.reading.reader import DeadlineError
    from wordle_web.reading.screenshots import MAX_BYTES, ScreenshotError, read_screenshot

    lexicons = [load_lexicon(name) for name in names or lexicon_names()]
    try:
        with screenshot.open("rb") as file:
            # Read one byte more than allowed, to detect files that are too large.
            boards = read_screenshot(file.read(MAX_BYTES + 1), lexicons)
    except OSError as error:
        raise CommandError(f"{screenshot}: {error.strerror}") from error
    except (ScreenshotError, DeadlineError) as error:
        raise CommandError(f"{screenshot}: {error}") from error
    fields = ("length", "rows", "typed", "doubtful")
    facts = [{field: getattr(board, field) for field in fields} for board in boards]
    lines = list[str]()
    for number, board in enumerate(boards, 1):
        lines += ["", f"Board {number}"] if number > 1 else []
        lines += [f"{word}:{digits}" for word, digits in board.rows]
        lines += [f"typed: {board.typed}"] if board.typed else []
        lines += [f"not sure: row {row + 1}, letter {column + 1}" for row, column in board.doubtful]
    show(as_json, {"boards": facts}, lines or ["No board found."])
