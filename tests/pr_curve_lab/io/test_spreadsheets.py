"""Spreadsheets are read cell by cell; a binary workbook (XLSB) is written here record by record as in [MS-XLSB]."""

import datetime
import io
import struct
import zipfile
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pyarrow as pa

from benchmarks.hostile_files import PACKAGE, RELATIONS, written, xlsx, zipped
from pr_curve_lab.io import spreadsheets
from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.table_files import read_table

# Records of [MS-XLSB] 2.3.2.
ROW, NUMBER, TEXT, SHEET, SHEET_END, BOOK, BOOK_END = 0, 5, 6, 129, 130, 131, 132
SHEETS, SHEETS_END, ROWS, ROWS_END, SIZE, NAMED_SHEET = 143, 144, 145, 146, 148, 156


def test_typed_percent_signs_are_removed_with_a_notice():
    frame = pd.DataFrame({"label": [1, 0, 1], "risk": ["46%", "9 %", "87.5%"]})
    table = read_table("a.xlsx", written(lambda target: frame.to_excel(target, index=False)))
    assert table.frame["risk"].tolist() == [46, 9, 87.5]
    assert Notice("percent_signs", name="a.xlsx", column="risk") in table.notes


def test_the_first_sheet_with_two_columns_is_read():
    def write(target):
        with pd.ExcelWriter(target, engine="openpyxl") as book:
            pd.DataFrame({"about": ["made by me"]}).to_excel(book, sheet_name="Readme", index=False)
            pd.DataFrame({"label": ["yes", "NA"], "score": [0.1, 0.3]}).to_excel(book, sheet_name="Scores", index=False)

    table = read_table("a.xlsx", written(write))
    assert table.name == "a.xlsx, Scores"
    assert table.notes[0].params["others"] == "Readme"


def test_numbers_of_a_spreadsheet_are_read_exactly():
    row = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
    numbers = '<row r="2"><c r="A2"><v>0.30000000000000004</v></c><c r="B2"><v>1E-300</v></c></row>'
    assert read_table("a.xlsx", xlsx(row + numbers)).frame.iloc[0].tolist() == [0.30000000000000004, 1e-300]


def test_only_empty_rows_and_columns_are_dropped():
    def write(target):
        sheet = pd.DataFrame(
            {
                "label": ["#N/A", "a", None],
                "day": [datetime.datetime(2026, 1, 2)] * 2 + [None],
                "score": [1.0, 2.0, None],
                " ": [None] * 3,
            }
        )
        sheet.to_excel(target, index=False, engine="openpyxl")

    frame = read_table("a.xlsx", written(write)).frame
    assert frame.iloc[:, :3].to_dict("list") == {"label": ["#N/A", "a"], "day": ["2026-01-02"] * 2, "score": [1, 2]}


def test_an_xls_file_is_read():
    content = (Path(__file__).parent / "files/small.xls").read_bytes()  # made with xlwt 1.3
    days = ["2026-01-02", "2026-01-03"]
    wanted = {"label": ["yes", "NA"], "score": [0.25, 0.5], "day": days}
    assert read_table("a.csv", content).frame.to_dict("list") == wanted


def test_a_workbook_without_cells_is_empty():
    assert read_table("a.xlsx", xlsx("")) == Notice("empty_file", name="a.xlsx")


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


def test_a_binary_workbook_is_read_exactly():
    table = read_table("a.csv", workbook(ROWS_OF_CELLS))
    assert table.frame.to_dict("list") == {"label": ["yes", "no"], "score": [0.30000000000000004, 1e-300]}
    assert table.notes == ()


def test_a_broken_binary_workbook_is_refused():
    content = workbook(ROWS_OF_CELLS)
    assert read_table("a.xlsb", content[: len(content) // 2]).key == "archive_broken"


def test_many_empty_rows_between_two_cells_are_read():
    row = '<row r="1"><c r="A1"><v>7</v></c><c r="B1"><v>8</v></c></row><row r="900"><c r="B900"><v>1</v></c></row>'
    assert read_table("a.xlsx", xlsx(row)).frame.shape == (900, 2)


def test_cells_too_far_apart_are_refused():
    row = '<row r="1"><c r="A1"><v>7</v></c></row><row r="1000000"><c r="AX1000000"><v>1</v></c></row>'
    assert read_table("a.xlsx", xlsx(row)).key == "spreadsheet_too_costly"


def test_a_spreadsheet_that_is_parsed_for_too_long_is_refused(monkeypatch):
    content = xlsx('<row r="1"><c r="A1"><v>7</v></c><c r="B1"><v>8</v></c></row>' + "<row/>" * 30_000_000)
    monkeypatch.setattr(spreadsheets, "LIMITS", replace(LIMITS, spreadsheet_seconds=1, spreadsheet_speed=2**40))
    assert read_table("a.xlsx", content).key == "spreadsheet_too_costly"


def test_a_row_that_is_repeated_too_often_is_refused():
    target, table = io.BytesIO(), pa.table({"label": [1], "score": [0.5]}).to_pandas()
    table.to_excel(target, index=False, engine="odf")
    with zipfile.ZipFile(target) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    row = b"<table:table-row "
    content = members["content.xml"].replace(b"<table:table-row>", row + b">")
    last = content.rindex(row) + len(row)
    members["content.xml"] = content[:last] + b'table:number-rows-repeated="1000000"' + content[last:]
    assert read_table("a.ods", zipped(**members)).key == "spreadsheet_too_costly"
