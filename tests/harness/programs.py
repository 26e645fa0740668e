"""The external programs that tests start, and an error that names a missing program."""

import os
import shutil
import socket

PACKAGES = {
    "chromedriver": "chromium-driver",
    "nginx": "nginx-light",
    "systemd-analyze": "systemd",
    "WPEWebDriver": "wpewebkit-driver cog",
}
FOLDERS = os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin", "/sbin"))


class MissingProgramError(RuntimeError):
    """A required program is not installed."""

    def __init__(self, name: str) -> None:
        """Set a message with the program and how to install it."""
        super().__init__(
            f"{name} is not installed (Debian: apt install {PACKAGES.get(name, name)})"
        )
        self.name = name


def program(name: str) -> str:
    """Return the path of a program.

    Raises:
        MissingProgramError: it is not installed.
    """
    path = shutil.which(name, path=FOLDERS)
    if path is None:
        raise MissingProgramError(name)
    return path


def free_port() -> int:
    """Return a port of the loopback interface that is not in use."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
