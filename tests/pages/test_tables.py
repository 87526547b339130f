"""A file of several tables: the page names the table in use, and one click takes another."""

import io
import sqlite3

import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.server import data_in_use
from tests.pages.app import headline, leave_summary, open_page, page_with, said, switch, upload
from tests.pages.test_data_choices import area, click

SHEETS = {
    "first": {"label": [1, 0, 1, 0], "score": [0.9, 0.8, 0.7, 0.1]},
    "second": {"label": [0, 0, 1], "score": [0.9, 0.8, 0.7]},
}
AREAS = {title: average_precision_score(*sheet.values()) for title, sheet in SHEETS.items()}
BAD = {"label": [1, 1], "score": [0.9, 0.8]}
POINTS = {"recall": [0.5, 1.0], "precision": [1.0, 0.5]}


def workbook(sheets):
    written = io.BytesIO()
    with pd.ExcelWriter(written, engine="openpyxl") as book:
        for title, columns in sheets.items():
            pd.DataFrame(columns).to_excel(book, sheet_name=title, index=False)
    return written.getvalue()


def database(tables):
    connection = sqlite3.connect(":memory:")
    for title, columns in tables.items():
        pd.DataFrame(columns).to_sql(title, connection, index=False)
    return connection.serialize()


def offered(app):
    return [button.label for button in app.button if (button.key or "").startswith("table_")]


@pytest.mark.parametrize("written", [workbook, database])
def test_one_click_selects_another_table_and_another_the_first(written):
    app = page_with(written(SHEETS), "data", name="both")
    assert "holds several tables; `first` was read, not `second`." in said(app)
    assert "save it as a file of its own" not in said(app)
    assert (offered(app), area(app)) == (["Use `second`"], pytest.approx(AREAS["first"], abs=1e-12))
    click(app, "table_1")
    assert "`second` was read, not `first`." in said(app)
    assert (offered(app), area(app)) == (["Use `first`"], pytest.approx(AREAS["second"], abs=1e-12))
    click(app, "table_0")
    assert area(app) == pytest.approx(AREAS["first"], abs=1e-12)


def test_an_unusable_table_keeps_the_data_in_use():
    app = page_with(workbook({**SHEETS, "bad": BAD}), "data", name="three.xlsx")
    before = headline(app)
    click(app, "table_2")
    assert "has one value only: `1`" in app.error[0].value
    assert "Still in use: `three.xlsx, first`." in said(app)
    assert (headline(app), offered(app)) == (before, ["Use `first`", "Use `second`"])
    click(app, "table_1")
    assert not app.error
    assert area(app) == pytest.approx(AREAS["second"], abs=1e-12)


def test_a_table_that_cannot_be_read_again_keeps_the_previous_one(monkeypatch):
    app = page_with(workbook(SHEETS), "data", name="both.xlsx")
    costly = Notice("spreadsheet_too_costly", name="both.xlsx")
    monkeypatch.setattr(data_in_use, "read_table", lambda *_, **__: costly)
    click(app, "table_1")
    assert "The spreadsheet `both.xlsx` needs more memory" in app.error[0].value
    assert (offered(app), area(app)) == (["Use `second`"], pytest.approx(AREAS["first"], abs=1e-12))


def test_many_tables_are_offered_in_a_selectbox():
    app = open_page("data")
    upload(
        app, database({f"t{number}": SHEETS["second" if number == 6 else "first"] for number in range(7)}), "many.db"
    )
    assert (offered(app), app.selectbox(key="table").value) == ([], "t0")
    app.selectbox(key="table").set_value("t6").run()
    assert not app.exception
    assert area(app) == pytest.approx(AREAS["second"], abs=1e-12)
    app.selectbox(key="table").set_value("t0").run()
    assert area(app) == pytest.approx(AREAS["first"], abs=1e-12)


def test_tables_of_files_that_were_joined_are_named_and_not_offered():
    app = open_page("data")
    uploads = app.file_uploader(key="upload")
    uploads.upload("labels.csv", b"id,label\na,1\nb,0\nc,1\n", "text/csv")
    forest = {"id": ["c", "b", "a"], "score": [0.2, 0.5, 0.9]}
    uploads.upload("forest.xlsx", workbook({"forest": forest, "other": forest}), "text/csv")
    leave_summary(app.run())
    assert not app.exception
    assert offered(app) == []
    assert "`forest` was read, not `other`." in said(switch(app, "summary"))
