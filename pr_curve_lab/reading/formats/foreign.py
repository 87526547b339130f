"""Formats that are never opened, called by their right name, with the one line that saves them as something else.

Some of them run code when they are opened, others need a library of their own; whoever has such a file has the tool.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pr_curve_lab.reading.problem import Problem

SEEN_BYTES = 1024  # of the beginning, within which every format says its name
PYTHON, R = "Python", "R"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A format by the bytes that it begins with, and the line of Python or R that saves it as CSV."""

    pattern: re.Pattern[bytes]
    kind: str
    language: str = ""
    code: str = ""


def _foreign(pattern: bytes, kind: str, language: str = "", code: str = "") -> Foreign:
    return Foreign(re.compile(pattern, re.DOTALL), kind, language, code)


def _pandas(reader: str, ending: str) -> str:
    return f'pandas.{reader}("x.{ending}").to_csv("x.csv", index=False)'


FOREIGN = [
    _foreign(
        rb"(X|A|B)\r?\n(\x00\x00\x00[\x02\x03]|[23]\r?\n)", "R (.rds)", R,
        'write.csv(readRDS("x.rds"), "x.csv", row.names = FALSE)',
    ),
    _foreign(
        rb"RD[XAB][23]\r?\n", "R (.RData)", R, 'write.csv(get(load("x.RData")), "x.csv", row.names = FALSE)'
    ),
    _foreign(rb"\x80[\x02-\x05].", "Python pickle", PYTHON, _pandas("read_pickle", "pkl")),
    _foreign(rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf", "SAS (.sas7bdat)", PYTHON, _pandas("read_sas", "sas7bdat")),
    _foreign(rb"HEADER RECORD\*{7}", "SAS transport (.xpt)", PYTHON, _pandas("read_sas", "xpt")),
    _foreign(rb"<stata_dta>|[\x6c-\x73][\x01\x02]\x01\x00", "Stata (.dta)", PYTHON, _pandas("read_stata", "dta")),
    _foreign(rb"\$FL[23]", "SPSS (.sav)", R, 'write.csv(haven::read_sav("x.sav"), "x.csv")'),
    _foreign(
        rb"MATLAB \d", "MATLAB (.mat)", R,
        'write.csv(R.matlab::readMat("x.mat"), "x.csv")',
    ),
    _foreign(rb"\x89HDF\r\n\x1a\n", "HDF5", PYTHON, _pandas("read_hdf", "h5")),
    _foreign(rb"ORC[^ -~\s]", "ORC", PYTHON, _pandas("read_orc", "orc")),
    _foreign(rb"Obj\x01", "Avro", PYTHON, 'polars.read_avro("x.avro").write_csv("x.csv")'),
    _foreign(rb"FEA1", "Feather 1", R, 'write.csv(feather::read_feather("x.feather"), "x.csv")'),
    _foreign(rb".{8}DUCK", "DuckDB", PYTHON, 'duckdb.connect("x.db").table("t").to_csv("x.csv")'),
    _foreign(rb"PARE", "Parquet (encrypted)"),
    _foreign(rb".{257}ustar", "tar"),
    _foreign(rb"7z\xbc\xaf\x27\x1c", "7-Zip"),
    _foreign(rb"Rar!\x1a\x07", "RAR"),
    _foreign(rb"%PDF", "PDF"),
    _foreign(rb"\x89PNG\r\n\x1a\n", "PNG"),
    _foreign(rb"\xff\xd8\xff", "JPEG"),
    _foreign(rb"GIF8[79]a", "GIF"),
    _foreign(rb"RIFF.{4}WEBP", "WebP"),
    _foreign(rb"(II\*\x00|MM\x00\*)", "TIFF"),
    _foreign(rb"\{\\rtf", "RTF"),
    _foreign(
        rb"(?i)(\xef\xbb\xbf)?\s*(<!doctype html|<html)", "HTML", PYTHON,
        'pandas.read_html("x.html")[0].to_csv("x.csv", index=False)',
    ),
    _foreign(rb"(\xef\xbb\xbf)?\s*<\?xml", "XML", PYTHON, _pandas("read_xml", "xml")),
]  # fmt: skip


def foreign_problem(name: str, content: bytes) -> Problem | None:
    """The problem of a file in a format that is not opened; None where it is none of these.

    >>> foreign_problem("a.csv", b"%PDF-1.7")
    Problem('other_format', name='a.csv', kind='PDF')
    """
    head = content[:SEEN_BYTES]
    found = next((one for one in FOREIGN if one.pattern.match(head)), None)
    if found is None:
        return None
    if not found.code:
        return Problem("other_format", name=name, kind=found.kind)
    return Problem("format_with_code", name=name, kind=found.kind, language=found.language, code=found.code)
