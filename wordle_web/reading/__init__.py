"""Reading a screenshot: from pixels to rows and marks, in pure functions on arrays.

What is imported here is the interface, which needs NumPy only. `screenshots.py` decodes files, by
Pillow.
"""

from wordle_web.reading.reader import BoardReading, DeadlineError, read_boards

__all__ = ["BoardReading", "DeadlineError", "read_boards"]
