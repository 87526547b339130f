"""The format of a file by its first bytes, and the names of formats that are never opened.

Some of them run code when they are opened, others need a library of their own; whoever has such a file has the tool.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pr_curve_lab.io.limits import InvalidFileError, Problem

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
    InvalidFileError: it is an encrypted or another document of the time before XLSX.

    >>> kind_of(b"PAR1..."), kind_of(b'[{"a": 1}]'), kind_of(b"a,b")
    ('parquet', 'json', 'text')
    """
    kind = next((kind for magic, kind in MAGIC.items() if content.startswith(magic)), None)
    if kind == "compound":
        return "xls"
    return kind or ("json" if JSON.match(content) else "text")


def check_xls(name: str, content: bytes) -> None:
    """Refuse what has the frame of an XLS and is none.

    Raises
    ------
    InvalidFileError: it is an encrypted spreadsheet, or another program's document.
    """
    if _is_stream("EncryptedPackage", content):
        raise InvalidFileError(Problem("encrypted", name=name))
    if not (_is_stream("Workbook", content) or _is_stream("Book", content)):
        raise InvalidFileError(Problem("other_format", name=name, kind="Office 97 (.doc, .ppt, .msg)"))


def _is_stream(title: str, content: bytes) -> bool:
    return title.encode("utf-16-le") + b"\x00\x00" in content


HEAD_BYTES = 1024  # of the beginning, within which every format says its name
PYTHON, R = "Python", "R"


@dataclass(frozen=True, slots=True)
class OtherFormat:
    """A format by the bytes that it begins with, and the line of Python or R that saves it as CSV."""

    pattern: re.Pattern[bytes]
    kind: str
    language: str = ""
    code: str = ""


def _other_format(pattern: bytes, kind: str, language: str = "", code: str = "") -> OtherFormat:
    return OtherFormat(re.compile(pattern, re.DOTALL), kind, language, code)


def _pandas(reader: str, extension: str) -> str:
    return f'pandas.{reader}("x.{extension}").to_csv("x.csv", index=False)'


SAS_START = rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf"  # the first bytes of a SAS data set
OTHER_FORMATS = [
    _other_format(
        rb"(X|A|B)\r?\n(\x00\x00\x00[\x02\x03]|[23]\r?\n)", "R (.rds)", R,
        'write.csv(readRDS("x.rds"), "x.csv", row.names = FALSE)',
    ),
    _other_format(
        rb"RD[XAB][23]\r?\n", "R (.RData)", R, 'write.csv(get(load("x.RData")), "x.csv", row.names = FALSE)'
    ),
    _other_format(rb"\x80[\x02-\x05].", "Python pickle", PYTHON, _pandas("read_pickle", "pkl")),
    _other_format(SAS_START, "SAS (.sas7bdat)", PYTHON, _pandas("read_sas", "sas7bdat")),
    _other_format(rb"HEADER RECORD\*{7}", "SAS transport (.xpt)", PYTHON, _pandas("read_sas", "xpt")),
    _other_format(rb"<stata_dta>|[\x6c-\x73][\x01\x02]\x01\x00", "Stata (.dta)", PYTHON, _pandas("read_stata", "dta")),
    _other_format(rb"\$FL[23]", "SPSS (.sav)", R, 'write.csv(haven::read_sav("x.sav"), "x.csv")'),
    _other_format(
        rb"MATLAB \d", "MATLAB (.mat)", R,
        'write.csv(R.matlab::readMat("x.mat"), "x.csv")',
    ),
    _other_format(rb"\x89HDF\r\n\x1a\n", "HDF5", PYTHON, _pandas("read_hdf", "h5")),
    _other_format(rb"ORC[^ -~\s]", "ORC", PYTHON, _pandas("read_orc", "orc")),
    _other_format(rb"Obj\x01", "Avro", PYTHON, 'polars.read_avro("x.avro").write_csv("x.csv")'),
    _other_format(rb"FEA1", "Feather 1", R, 'write.csv(feather::read_feather("x.feather"), "x.csv")'),
    _other_format(rb".{8}DUCK", "DuckDB", PYTHON, 'duckdb.connect("x.db").table("t").to_csv("x.csv")'),
    _other_format(rb"PARE", "Parquet (encrypted)"),
    _other_format(rb".{257}ustar", "tar"),
    _other_format(rb"7z\xbc\xaf\x27\x1c", "7-Zip"),
    _other_format(rb"Rar!\x1a\x07", "RAR"),
    _other_format(rb"%PDF", "PDF"),
    _other_format(rb"\x89PNG\r\n\x1a\n", "PNG"),
    _other_format(rb"\xff\xd8\xff", "JPEG"),
    _other_format(rb"GIF8[79]a", "GIF"),
    _other_format(rb"RIFF.{4}WEBP", "WebP"),
    _other_format(rb"(II\*\x00|MM\x00\*)", "TIFF"),
    _other_format(rb"\{\\rtf", "RTF"),
    _other_format(
        rb"(?i)(\xef\xbb\xbf)?\s*(<!doctype html|<html)", "HTML", PYTHON,
        'pandas.read_html("x.html")[0].to_csv("x.csv", index=False)',
    ),
    _other_format(rb"(\xef\xbb\xbf)?\s*<\?xml", "XML", PYTHON, _pandas("read_xml", "xml")),
]  # fmt: skip


def other_format_error(name: str, content: bytes) -> Problem | None:
    """The problem of a file in a format that is not opened; None where it is none of these.

    >>> other_format_error("a.csv", b"%PDF-1.7")
    Problem('other_format', name='a.csv', kind='PDF')
    """
    head = content[:HEAD_BYTES]
    found = next((one for one in OTHER_FORMATS if one.pattern.match(head)), None)
    if found is None:
        return None
    if not found.code:
        return Problem("other_format", name=name, kind=found.kind)
    return Problem("format_with_code", name=name, kind=found.kind, language=found.language, code=found.code)
