"""`prlab count`: counts that the app opens, made without holding the rows in memory, or the SQL that makes them."""

import json
from io import StringIO

import duckdb
import numpy as np
import pandas as pd
import pytest

from pr_metrics import SCHEMES, OperatingPoints, area_bounds, bin_counts, operating_points

LABEL, SCORE = [1, 0, 1, 0, 0], [0.9, 0.8, 0.8, 0.1, np.nan]


@pytest.fixture
def parts(folder):
    """Write two Parquet files and a CSV, and return the points of the rows that have a score."""
    frame = pd.DataFrame({"y": LABEL, "p": SCORE, "kind": ["spam", "ham", "spam", "ham", "ham"]})
    frame.iloc[:2].to_parquet(folder / "a.parquet")
    frame.iloc[2:].to_parquet(folder / "b.parquet")
    frame.to_csv(folder / "all.csv", index=False)
    return operating_points(LABEL[:4], SCORE[:4])


def read(text):
    return pd.read_csv(StringIO(text))


def test_files_are_counted_together_with_guessed_columns(prlab, parts):
    result = prlab("count", "*.parquet")
    assert result.exit_code == 0
    table = read(result.stdout)
    points = OperatingPoints.from_counts(table["score"], table["positives"], table["negatives"])
    assert points.true_positives.tolist() == parts.true_positives.tolist()
    assert points.threshold.tolist() == parts.threshold.tolist()
    assert result.stdout.splitlines()[1] == "0.9,1,0"
    assert result.stderr.splitlines() == [
        "prlab: as guessed: label 'y', score 'p'",
        "prlab: left out: 1 row without a score",
    ]


def test_prlab_ap_reads_the_counts(prlab, parts, folder):
    (folder / "counts.csv").write_text(prlab("count", "a.parquet", "b.parquet").stdout, encoding="utf-8")
    (model,) = json.loads(prlab("ap", "counts.csv", "--json").stdout)["models"]
    assert model["areas"]["step"] == SCHEMES["step"].area(parts)


def test_the_positive_value_may_be_text(prlab, parts):
    result = prlab("count", "all.csv", "-l", "kind", "-s", "p", "--positive", "spam", "--json")
    counts = json.loads(result.stdout)
    assert counts["left_out"] == {"score": 1}
    assert sum(counts["counts"]["positives"]) == parts.positives


@pytest.mark.usefixtures("parts")
def test_groups_are_counted_separately(prlab):
    result = prlab("count", "all.csv", "-l", "y", "-s", "p", "--group", "kind", "--decimals", "0")
    assert result.stdout.splitlines() == ["group,score,positives,negatives", "ham,1,0,1", "ham,0,0,1", "spam,1,2,0"]


def test_the_sql_gives_the_same_counts(prlab, parts, folder):
    asked = prlab("count", "alerts", "-l", "y", "-s", "p", "--sql", "duckdb")
    assert "negative weights" in asked.stderr  # only the table could show these
    text = asked.stdout
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE alerts AS SELECT * FROM '{folder / 'all.csv'}'")
        score, positives, negatives = zip(*connection.execute(text).fetchall(), strict=True)
    points = OperatingPoints.from_counts(score, positives, negatives)
    assert points.false_positives.tolist() == parts.false_positives.tolist()


@pytest.mark.parametrize("positive", ["007", "'007'"])
def test_a_positive_value_of_digits_may_be_text(prlab, folder, positive):
    pd.DataFrame({"y": ["007", "006"], "p": [0.9, 0.2]}).to_parquet(folder / "agents.parquet")
    result = prlab("count", "agents.parquet", "--positive", positive)
    assert result.stdout == "score,positives,negatives\n0.9,1,0\n0.2,0,1\n", result.stderr


@pytest.fixture
def many(folder):
    """Write a file with many distinct scores, and return its rows."""
    rng = np.random.default_rng(2)
    label = rng.random(3000) < 0.2
    frame = pd.DataFrame({"y": label.astype(int), "p": label + rng.normal(size=3000)})
    frame.to_parquet(folder / "many.parquet")
    return frame


def test_bins_give_bounds_of_each_area(prlab, many, folder):
    result = prlab("count", "many.parquet", "--bins", "50")
    table = read(result.stdout)
    assert list(table) == ["score", "highest", "positives", "negatives"]
    assert len(table) <= 50
    (folder / "bins.csv").write_text(result.stdout, encoding="utf-8")
    read_again = prlab("ap", "bins.csv", "--json")
    (model,) = json.loads(read_again.stdout)["models"]
    assert "lines are bins of several scores" in read_again.stderr
    binned = bin_counts(many["p"], many["y"], 1 - many["y"], max_points=50)
    for scheme, ends in model["bounds"].items():
        found = area_bounds(binned, scheme=scheme)
        assert (ends["least"], ends["most"]) == (found.lower, found.upper)
    assert (model["rows"], model["tie_range"]) == (3000, None)
    assert "least" in prlab("ap", "bins.csv").stdout.splitlines()[3]
    assert "least" not in prlab("ap", "many.parquet").stdout


@pytest.mark.usefixtures("many")
def test_bins_of_rounded_scores_keep_unrounded_limits(prlab, many):
    table = read(prlab("count", "many.parquet", "--bins", "50", "--decimals", "2").stdout)
    assert set(table["score"]) | set(table["highest"]) <= set(many["p"])


def test_numbers_are_printed_as_short_as_possible(prlab, folder):
    pd.DataFrame({"y": [1, 0], "p": [1e300, 2.0]}).to_csv(folder / "large.csv", index=False)
    assert prlab("count", "large.csv").stdout.splitlines()[1:] == ["1e+300,1,0", "2,0,1"]


def test_the_row_of_the_header_can_be_named(prlab, folder):
    (folder / "titled.csv").write_text("a,b\nlabel,score\n1,0.9\n0,0.2\n")
    result = prlab("count", "titled.csv", "--header", "2")
    assert result.stdout.splitlines() == ["score,positives,negatives", "0.9,1,0", "0.2,0,1"]
    (folder / "bare.csv").write_text("1,0.9\n0,0.2\n")
    bare = prlab("count", "bare.csv", "--header", "0", "--label", "column0", "--score", "column1")
    assert bare.stdout.splitlines()[1:] == ["0.9,1,0", "0.2,0,1"]


@pytest.mark.usefixtures("parts")
def test_parquet_has_no_header_row(prlab):
    assert prlab("count", "a.parquet", "--header", "2", "-l", "y", "-s", "p").exit_code == 2
