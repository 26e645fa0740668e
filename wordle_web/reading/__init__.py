"""Reading screenshots: from pixels to rows and marks, with pure functions on arrays.

The names imported here are the interface, which needs only NumPy. `screenshots.py` decodes files
with Pillow.
"""

from wordle_web.reading.reader import BoardReading, DeadlineError, read_boards

__all__ = ["BoardReading", "DeadlineError", "read_boards"]
