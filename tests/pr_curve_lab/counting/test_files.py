import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from pr_curve_lab.counting.files import count_files
from pr_curve_lab.counting.frames import count_scores
from tests.engines import table_of

TABLE = table_of("spam", "ham")
NUMBERS = ("score", "positives", "negatives", "rows")


def write_parts(folder, *, kind="parquet", name="part"):
    writer = {"parquet": pa.parquet.write_table, "csv": pa.csv.write_csv}[kind]
    for place, part in enumerate((TABLE[:700], TABLE[700:])):
        writer(part, folder / f"{name}{place}.{kind}")
    return folder


def counts_as_dict(counts):
    return {name: getattr(counts, name).tolist() for name in NUMBERS} | {"left out": counts.left_out}


@pytest.mark.parametrize("options", [{}, {"decimals": 1}, {"group": "g"}])
@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_files_have_the_counts_of_their_rows(tmp_path, kind, options):
    write_parts(tmp_path, kind=kind)
    counts = count_files(f"{tmp_path}/*.{kind}", "p", "y", positive="spam", **options)
    assert counts_as_dict(counts) == counts_as_dict(count_scores(TABLE, "p", "y", positive="spam", **options))


def test_merged_counts_of_files_are_the_counts_of_all(tmp_path):
    first, second = sorted(write_parts(tmp_path).iterdir())
    merged = count_files(first, "p", "y", positive="spam").merge(count_files(second, "p", "y", positive="spam"))
    assert counts_as_dict(merged) == counts_as_dict(count_files([first, second], "p", "y", positive="spam"))


def test_the_row_of_the_header_can_be_named(tmp_path):
    file = tmp_path / "export.csv"
    file.write_text("Weekly export,\n,\np,y\n0.9,1\n0.4,0\n", encoding="utf-8")
    counts = count_files(file, "p", "y", positive=1, header=3)
    assert (counts.score.tolist(), counts.positives.tolist()) == ([0.9, 0.4], [1, 0])


@pytest.mark.parametrize("name", ["a[1]*", 'it\'s "so"', "数据;", "a?b"])
def test_a_file_name_is_not_a_pattern(tmp_path, name):
    first = sorted(write_parts(tmp_path, name=name).iterdir())[0]
    pa.parquet.write_table(TABLE[700:], tmp_path / "a10.parquet")  # a pattern would match this file too
    counts = count_files(first, "p", "y", positive="spam")
    assert counts_as_dict(counts) == counts_as_dict(count_scores(TABLE[:700], "p", "y", positive="spam"))


@pytest.mark.slow
def test_temporary_files_are_removed(tmp_path, monkeypatch):
    work, aside = tmp_path / "work", tmp_path / "aside"
    for folder in (work, aside):
        folder.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr("tempfile.tempdir", str(aside))
    monkeypatch.setattr("pr_curve_lab.counting.files.MEMORY", "24MB")
    seen, table = [], pa.table({"p": np.random.default_rng(0).permutation(600_000), "y": np.arange(600_000) % 2})
    pa.parquet.write_table(table, "rows.parquet", row_group_size=50_000)
    monkeypatch.setattr(
        "pr_curve_lab.counting.files.count_scores", lambda *rows, **options: _watched(seen, aside, rows, options)
    )
    counts = count_files("rows.parquet", "p", "y", positive=1)
    assert counts.rows.sum() == 600_000
    assert seen == [True]
    assert list(aside.iterdir()) == []
    assert [one.name for one in work.iterdir()] == ["rows.parquet"]


def _watched(seen, folder, rows, options):
    counts = count_scores(*rows, **options)
    seen.append(any(path.is_file() for path in folder.rglob("*")))
    return counts


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ("nowhere/*.parquet", "files must be readable, got IO Error: No files found that match the pattern"),
        ("rows.json", "files must be all .parquet, .pq or all .csv, .*, got rows.json"),
        (["a.csv", "b.parquet"], "files must be all .parquet, .pq or all .csv, .*, got a.csv, b.parquet"),
        ([], "files must be all .parquet, .pq or all .csv, .*, got none"),
    ],
)
def test_invalid_files_are_refused(files, sentence):
    with pytest.raises(ValueError, match=sentence):
        count_files(files, "p", "y", positive=1)


def test_an_unreadable_file_is_named(tmp_path):
    path = tmp_path / "rows.parquet"
    path.write_text("p,y\n")
    with pytest.raises(ValueError, match=r"files must be readable, got .*rows\.parquet"):
        count_files(path, "p", "y", positive=1)


def test_a_missing_column_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"score must be a column, got 'q'; there are 'p', 'y', 'w', 'g', 'n'"):
        count_files(f"{write_parts(tmp_path)}/*.parquet", "q", "y", positive="spam")
