"""Reading screenshots: pure functions that turn arrays of pixels into rows and marks.

The names imported here are the interface, which needs only NumPy. `screenshots.py` decodes files
with Pillow.
"""

from wordle_web.reading.reader import BoardReading, DeadlineError, read_boards

__all__ = ["BoardReading", "DeadlineError", "read_boards"]
