"""A binary workbook (XLSB), record by record as [MS-XLSB] has it, is read cell for cell."""

import struct

from benchmarks.hostile_files import PACKAGE, RELATIONS, zipped
from pr_curve_lab.schema.uploads import read_table

# Records of [MS-XLSB] 2.3.2.
ROW, NUMBER, TEXT, SHEET, SHEET_END, BOOK, BOOK_END = 0, 5, 6, 129, 130, 131, 132
SHEETS, SHEETS_END, ROWS, ROWS_END, SIZE, NAMED_SHEET = 143, 144, 145, 146, 148, 156
ROWS_OF_CELLS = [["label", "score"], ["yes", 0.30000000000000004], ["no", 1e-300]]


def record(kind, body=b""):
    assert len(body) < 128
    return (bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])) + bytes([len(body)]) + body


def text(written):
    return struct.pack("<I", len(written)) + written.encode("utf-16-le")


def cell(column, value):
    is_text = isinstance(value, str)
    body = text(value) if is_text else struct.pack("<d", value)
    return record(TEXT if is_text else NUMBER, struct.pack("<II", column, 0) + body)


def sheet(rows):
    size = struct.pack("<4I", 0, len(rows) - 1, 0, len(rows[0]) - 1)
    cells = b"".join(
        record(ROW, struct.pack("<I", at) + bytes(13))
        + b"".join(cell(column, value) for column, value in enumerate(row))
        for at, row in enumerate(rows)
    )
    return record(SHEET) + record(SIZE, size) + record(ROWS) + cells + record(ROWS_END) + record(SHEET_END)


def relation(kind, target):
    one = f'<Relationship Id="r1" Type="{RELATIONS}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="{PACKAGE}/relationships">{one}</Relationships>'.encode()


def workbook(rows):
    named = record(NAMED_SHEET, struct.pack("<II", 0, 1) + text("r1") + text("Scores"))
    members = {
        "_rels/.rels": relation("officeDocument", "xl/workbook.bin"),
        "xl/workbook.bin": record(BOOK) + record(SHEETS) + named + record(SHEETS_END) + record(BOOK_END),
        "xl/_rels/workbook.bin.rels": relation("worksheet", "worksheets/sheet1.bin"),
        "xl/worksheets/sheet1.bin": sheet(rows),
    }
    return zipped(**members)


def test_a_binary_workbook_is_read_to_the_bit():
    table = read_table("a.csv", workbook(ROWS_OF_CELLS))
    assert table.frame.to_dict("list") == {"label": ["yes", "no"], "score": [0.30000000000000004, 1e-300]}
    assert table.notes == ()


def test_a_broken_binary_workbook_is_refused():
    content = workbook(ROWS_OF_CELLS)
    assert read_table("a.xlsb", content[: len(content) // 2]).key == "archive_broken"
