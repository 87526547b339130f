"""Only the stored rows of a database are read."""

from dataclasses import replace

from benchmarks.hostile_files import HOSTILE, database
from pr_curve_lab.io import sqlite_tables
from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.table_files import read_table


def test_computed_columns_are_ignored():
    content = HOSTILE["SQLite computed column"]()
    assert list(read_table("a.db", content).frame) == ["label", "score"]


def test_a_database_that_needs_too_many_steps_is_refused(monkeypatch):
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT i, i FROM n"
    content = database("CREATE TABLE t(label, score)", f"INSERT INTO t {rows}")
    assert len(read_table("a.db", content).frame) == 300_000
    monkeypatch.setattr(sqlite_tables, "LIMITS", replace(LIMITS, database_steps=0))
    assert read_table("a.db", content).key == "too_large"


def test_virtual_tables_and_triggers_are_ignored():
    content = database(
        "CREATE TABLE t(label, score)", "INSERT INTO t VALUES (1, 0.5)", "CREATE VIRTUAL TABLE f USING fts5(x)",
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END",
    )  # fmt: skip
    table = read_table("a.db", content)
    assert isinstance(table, Table)
    assert table.frame.to_dict("list") == {"label": [1], "score": [0.5]}
