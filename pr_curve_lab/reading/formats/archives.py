"""What a zip archive holds: a spreadsheet, arrays of NumPy, another program's document, or files.

Members are counted and their sizes added up before any is opened, and each is inflated a piece at a time: the sizes
that an archive claims, and members that share their bytes, are not believed.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pr_curve_lab.reading.formats.refusal import RefusedError, check_inflation
from pr_curve_lab.reading.limits import LIMITS
from pr_curve_lab.reading.problem import Problem

PIECE = 2**20  # bytes
ENTRY = b"PK\x01\x02"  # begins a member's entry in the list of members
ENCRYPTED = 0x1  # bit of a member's flags
SPREADSHEETS = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb"}
DOCUMENTS = {
    "word/document.xml": "Word (.docx)",
    "ppt/presentation.xml": "PowerPoint (.pptx)",
    "Index/Document.iwa": "Numbers (.numbers)",
    "Index.zip": "Numbers (.numbers)",
}
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
BROKEN = (
    zipfile.BadZipFile,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    lzma.LZMAError,
)


@dataclass
class Archive:
    """A zip archive that was looked through, with the bytes that came out of it so far."""

    name: str
    content: bytes
    opened: zipfile.ZipFile
    members: list[zipfile.ZipInfo]
    inflated: int = field(default=0)

    @property
    def kind(self) -> str:
        """The kind of archive: xlsx, xlsb, ods, npz, another program's document, or zip."""
        names = {member.filename for member in self.members}
        for marks in (SPREADSHEETS, DOCUMENTS):
            if found := [kind for name, kind in marks.items() if name in names]:
                return found[0]
        if "mimetype" in names and self.read("mimetype").startswith(OPEN_DOCUMENT):
            return "ods"
        if any(name.endswith("/data.pkl") for name in names):
            return "PyTorch"
        files = [member.filename for member in self.files]
        return "npz" if files and all(name.endswith(".npy") for name in files) else "zip"

    @property
    def files(self) -> list[zipfile.ZipInfo]:
        """Members that are files of their own: no folders, and nothing that a system keeps beside them."""
        return [member for member in self.members if not member.is_dir() and not _is_hidden(member.filename)]

    def read(self, member: str | zipfile.ZipInfo) -> bytes:
        """A member's bytes.

        Raises
        ------
        RefusedError: it is broken or encrypted, or more comes out of the archive than `LIMITS` allows.
        """
        written = io.BytesIO()
        for piece in self._pieces(member):
            written.write(piece)
        return written.getvalue()

    def check_all(self) -> int:
        """The bytes of all members together, each inflated once and let go.

        Raises
        ------
        RefusedError: as for `read`.
        """
        for member in self.members:
            for _ in self._pieces(member):
                pass
        return self.inflated

    def _pieces(self, member: str | zipfile.ZipInfo) -> Iterator[bytes]:
        try:
            with self.opened.open(member) as stream:
                while piece := stream.read(PIECE):
                    self.inflated += len(piece)
                    check_inflation(self.name, len(self.content), self.inflated)
                    yield piece
        except BROKEN:
            raise RefusedError(Problem("archive_broken", name=self.name, kind="zip")) from None


def archive_of(name: str, content: bytes) -> Archive:
    """Look through the list of members.

    Raises
    ------
    RefusedError: the archive is broken, encrypted, or has members that are too many or share their bytes.
    """
    if content.count(ENTRY) > LIMITS.members:
        raise RefusedError(Problem("too_many_members", name=name, most=LIMITS.members))
    try:
        opened = zipfile.ZipFile(io.BytesIO(content))
    except BROKEN:
        raise RefusedError(Problem("archive_broken", name=name, kind="zip")) from None
    members = opened.infolist()
    if sum(member.compress_size for member in members) > len(content):
        raise RefusedError(Problem("archive_broken", name=name, kind="zip"))
    if any(member.flag_bits & ENCRYPTED for member in members):
        raise RefusedError(Problem("encrypted", name=name))
    return Archive(name, content, opened, members)


def _is_hidden(name: str) -> bool:
    """Whether a system put this beside the files: macOS's folder of attributes, and dot files.

    >>> _is_hidden("__MACOSX/._a.csv"), _is_hidden(".DS_Store"), _is_hidden("a/b.csv")
    (True, True, False)
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return not parts or "__MACOSX" in parts or parts[-1].startswith(".")
