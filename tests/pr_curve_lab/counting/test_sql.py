import duckdb
import numpy as np
import pyarrow as pa
import pytest
import sqlglot

from pr_curve_lab.counting.files import DIALECTS, counting_sql
from pr_curve_lab.counting.frames import count_scores
from pr_curve_lab.counting.score_counts import counts_at
from tests.engines import table_of

NASTY = ['a"b', "a.b", "a b;", "a'b", "数 据", "select", "a`b", "$1", "a\\", "{x}", "--", "a]b", '"; drop table x; --']
OPTIONS = [{}, {"weight": "w"}, {"group": "g"}, {"decimals": 1}, {"decimals": -1}, {"weight": "w", "group": "n"}]


def counted(rows):
    """Return the result of the SQL, an Arrow table, as counts."""
    columns = {name: rows.column(name).cast("float64").to_numpy() for name in ("score", "positives", "negatives")}
    seen = columns["positives"] + columns["negatives"] > 0
    group = np.array(rows.column("group").to_pylist()) if "group" in rows.column_names else None
    return counts_at(*(values[seen] for values in columns.values()), group=None if group is None else group[seen])


def run_on_duckdb(sql, table, name="rows"):
    with duckdb.connect() as connection:
        connection.register("given", table)
        quoted = name.replace('"', '""')
        connection.execute(f'create table "{quoted}" as from given')
        return connection.sql(sql).arrow().read_all()


def assert_same(counts, expected):
    assert counts.score.tolist() == expected.score.tolist()
    np.testing.assert_allclose(counts.positives, expected.positives, rtol=1e-12)
    np.testing.assert_allclose(counts.negatives, expected.negatives, rtol=1e-12)
    if not expected.weighted:
        assert counts.positives.tolist() == expected.positives.tolist()
        assert counts.negatives.tolist() == expected.negatives.tolist()
    if expected.group is not None:
        assert counts.group.tolist() == expected.group.tolist()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("labels", [("spam", "ham"), (1, 0), (True, False), (1.0, float("nan"))], ids=str)
def test_duckdb_gives_the_counts_of_count_scores(labels, options):
    table = table_of(*labels)
    sql = counting_sql("rows", "p", "y", positive=labels[0], **options)
    assert_same(counted(run_on_duckdb(sql, table)), count_scores(table, "p", "y", positive=labels[0], **options))


@pytest.mark.parametrize("name", NASTY)
def test_names_and_values_are_quoted(name):
    table = pa.table({name: [0.5, 0.1, 0.5], name + "y": [name, "no", "no"]})
    sql = counting_sql(name, name, name + "y", positive=name, group=name + "y")
    assert_same(
        counted(run_on_duckdb(sql, table, name)), count_scores(table, name, name + "y", positive=name, group=name + "y")
    )


@pytest.mark.parametrize("name", ["given_rows", "settled_rows", "Given_Rows"])
def test_no_subquery_has_the_name_of_the_table(name):
    sql = counting_sql(name, "p", "y", positive=1)
    parts = {one.alias.lower() for one in sqlglot.parse_one(sql, read="duckdb").find_all(sqlglot.exp.CTE)}
    assert len(parts - {name.lower()}) == 2  # Snowflake would take the table for the subquery
    assert counted(run_on_duckdb(sql, pa.table({"p": [0.5, 0.1], "y": [1, 0]}), name)).positives.tolist() == [1, 0]


def test_negative_zero_becomes_zero():
    rows = run_on_duckdb(counting_sql("rows", "p", "y", positive=1), pa.table({"p": [-0.0, -0.0], "y": [1, 0]}))
    assert [str(score) for score in rows.column("score").to_pylist()] == ["0.0"]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", NASTY)
def test_every_dialect_reads_the_names_back(dialect, name):
    if dialect == "bigquery" and set("\\`.") & set(name):
        with pytest.raises(ValueError, match=r"score must be a name without . \\ ` in BigQuery"):
            counting_sql("rows", name, "y", positive=1, dialect=dialect)
        return
    sql = counting_sql(("schema", "rows"), name, "y", positive=name, dialect=dialect, weight="w", decimals=2)
    statements = sqlglot.parse(sql, read=dialect)
    assert len(statements) == 1
    assert name in {column.name for column in statements[0].find_all(sqlglot.exp.Column)}
    values = [one.this for one in statements[0].find_all(sqlglot.exp.Literal) if one.is_string and one.this != "NaN"]
    assert values == [name, name]
    written = [one for one in statements[0].find_all(sqlglot.exp.Identifier) if not one.name.endswith("_rows")]
    assert all(one.quoted for one in written)  # otherwise the engine may change its case
    tables = {(one.db, one.name) for one in statements[0].find_all(sqlglot.exp.Table)}
    assert tables == {("schema", "rows"), ("", "given_rows"), ("", "settled_rows")}


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("rows", "p", "y"), {"dialect": "sprak"}, "dialect must be one of .*, got 'sprak'; did you mean 'spark'"),
        (("", "p", "y"), {}, "table must be a name, got ''"),
        (([], "p", "y"), {}, "table must be a name or up to 3 parts of one, got 0 parts"),
        (("rows", 3, "y"), {}, "score must be a name, got 3"),
        (("rows", "p", "y"), {"positive": None}, "positive must be text, a bool or a finite number, got None"),
        (("rows", "p", "y"), {"positive": float("nan")}, "positive must be text, a bool or a finite number, got nan"),
        (("rows", "p", "y"), {"decimals": 1.5}, "decimals must be an integer from -308 to 308, got 1.5"),
    ],
)  # fmt: skip
def test_invalid_arguments_are_refused(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        counting_sql(*arguments, **({"positive": 1} | options))
