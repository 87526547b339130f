"""What a file is, by its first bytes; a name says what somebody meant it to be."""

from __future__ import annotations

import re

from pr_curve_lab.reading.formats.refusal import RefusedError
from pr_curve_lab.reading.problem import Problem

MAGIC = {
    b"PAR1": "parquet",
    b"ARROW1\x00\x00": "arrow",
    b"\xff\xff\xff\xff": "arrow",  # a stream without the file's frame
    b"\x93NUMPY": "npy",
    b"SQLite format 3\x00": "sqlite",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",  # an empty one
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "compound",
}
JSON = re.compile(
    rb'(\xef\xbb\xbf)?\s*+(\{\s*+"|\{\s*+\}|\[\s*+[\[{])'
)  # CSV may begin with a bracket, hardly with two


def kind_of(content: bytes) -> str:
    """One of parquet, arrow, npy, sqlite, zip, xls, json and text, which is what remains.

    Raises
    ------
    RefusedError: it is an encrypted or another document of the time before XLSX.

    >>> kind_of(b"PAR1..."), kind_of(b'[{"a": 1}]'), kind_of(b"a,b")
    ('parquet', 'json', 'text')
    """
    kind = next((kind for magic, kind in MAGIC.items() if content.startswith(magic)), None)
    if kind == "compound":
        return "xls"
    return kind or ("json" if JSON.match(content) else "text")


def check_compound(name: str, content: bytes) -> None:
    """Refuse what has the frame of an XLS and is none.

    Raises
    ------
    RefusedError: it is an encrypted spreadsheet, or another program's document.
    """
    if _is_stream("EncryptedPackage", content):
        raise RefusedError(Problem("encrypted", name=name))
    if not (_is_stream("Workbook", content) or _is_stream("Book", content)):
        raise RefusedError(Problem("other_format", name=name, kind="Office 97 (.doc, .ppt, .msg)"))


def _is_stream(title: str, content: bytes) -> bool:
    return title.encode("utf-16-le") + b"\x00\x00" in content
