"""JSON as pandas and others write it."""

import json

import pandas as pd
import pytest

from pr_curve_lab.io.files import read_tables
from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import text_of
from pr_curve_lab.schema.table_files import read_table


def test_records_with_other_fields_have_empty_cells():
    content = b'[{"a": 1, "b": "x"}, {"b": "y", "c": NaN}, {"a": "{,}", "b": null, "c": 2}]'
    frame = read_table("a.json", content).frame
    assert text_of(frame["a"]).tolist() == ["1", "", "{,}"]
    assert text_of(frame["b"]).tolist() == ["x", "y", ""]
    assert text_of(frame["c"]).tolist() == ["", "", "2"]


def test_many_records_are_read_in_parts():
    records = [{"label": "}, {" * (row % 3), "score": row / 7} for row in range(60_000)]
    frame = read_table("a.json", json.dumps(records).encode()).frame
    assert frame["score"].tolist() == [row / 7 for row in range(60_000)]
    assert frame["label"].tolist() == [("}, {" * (row % 3)).strip() for row in range(60_000)]


RECORDS = [{"label": 1, "score": 0.9}, {"label": 0, "score": 0.1}]


BY_NAME = {"label": [0, 1], "score": [0.4, 0.2]}


SPLIT = {"columns": ["label", "score"], "data": [[1, 0.5]]}


def test_json_may_contain_several_named_tables():
    content = json.dumps({"folds": {"a": RECORDS, "seed": 7, "b": BY_NAME, "c": SPLIT}}).encode()
    tables = {table.name: table.frame.to_dict("list") for table in read_tables("a.json", content)}
    assert tables == {
        "a.json, a": {"label": [1, 0], "score": [0.9, 0.1]},
        "a.json, b": BY_NAME,
        "a.json, c": {"label": [1], "score": [0.5]},
    }


def test_json_with_a_pandas_schema_is_one_table_without_its_index():
    (table,) = read_tables("a.json", pd.DataFrame(BY_NAME).to_json(orient="table").encode())
    assert (table.name, table.frame.to_dict("list")) == ("a.json", BY_NAME)


def test_records_beside_columns_are_left_out():
    (table,) = read_tables("a.json", json.dumps({**BY_NAME, "more": RECORDS}).encode())
    assert table.frame.to_dict("list") == BY_NAME
    assert table.notes == (Notice("columns_excluded", name="a.json", columns="more"),)


def test_records_beside_settings_are_the_only_table():
    (table,) = read_tables("a.json", json.dumps({"model": "forest", "rows": RECORDS, "tuned": {"depth": 3}}).encode())
    assert (table.name, len(table.frame)) == ("a.json", 2)


PROBLEMS = {
    "labels and scores each by fold": (
        b'{"y": {"a": [1, 0], "b": [0, 1]}, "p": {"a": [1], "b": [0]}}',
        "json_no_table",
    ),
    "too many tables": (json.dumps({f"t{number}": RECORDS for number in range(101)}).encode(), "too_many_sheets"),
    "unequal columns": (b'{"a": [1, 2], "b": [1]}', "columns_unequal"),
    "broken": (b'[{"a": 1},\n{"a" 2}]', "json_broken"),
    "no table": (b'{"a": 1}', "json_no_table"),
    "a list of an object that never ends": (b'[{"a": 1}', "json_broken"),
}


@pytest.mark.parametrize("kind", PROBLEMS)
def test_json_that_is_no_table_is_a_problem(kind):
    content, key = PROBLEMS[kind]
    assert read_table("a.json", content).key == key


def test_json_that_is_too_deep_is_refused():
    deep = LIMITS.json_depth + 1
    assert read_table("a.json", b"[" * deep + b"]" * deep).key == "json_too_deep"
