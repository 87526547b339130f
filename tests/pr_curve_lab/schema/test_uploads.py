"""What is no table of rows is called by its name, and of several tables another can be read."""

import io
import zipfile

import pytest

from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.uploads import read_upload, read_uploads


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"recall,precision\n0.5,1\n1,0.5\n", "points_not_rows"),
        (b"Threshold,Recall,PPV\n0.9,0.5,1\n0.1,1,0.5\n", "points_not_rows"),
        (b"actual,pred_yes,pred_no\nyes,3,1\nno,2,9\n", "confusion_matrix"),
    ],
)
def test_what_holds_no_rows_is_refused(content, key):
    assert read_upload("t.csv", content).key == key


def test_a_score_called_precision_beside_a_label_is_a_score():
    assert read_upload("t.csv", b"label,recall,precision\n1,0.5,1\n0,1,0.5\n").frame.shape == (2, 3)


def both(**files):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.csv", content)
    return written.getvalue()


CASES, COUNTS = "label,score\n1,0.9\n0,0.1\n", "score,positives,negatives\n0.9,3,1\n"
OTHERS = "label,score\n0,0.9\n1,0.1\n"
POINTS = "recall,precision\n0.5,1\n1,0.5\n"


def test_another_table_of_a_file_is_read_from_what_is_kept_of_the_first():
    first = read_upload("a.zip", both(about="about\nmine\n", points=POINTS, cases=CASES, counts=COUNTS))
    assert (first.file.titles, first.file.selected, len(first.frame)) == (("cases.csv", "counts.csv"), "cases.csv", 2)
    second = read_upload(first.file.name, first.file.content, "counts.csv")
    assert (second.file.titles, second.file.selected, list(second.frame)) == (
        first.file.titles,
        "counts.csv",
        ["score", "label", "count"],
    )
    assert [note.key for note in second.notes] == ["several_tables", "counts_read"]


@pytest.mark.parametrize("others", [{}, {"points": POINTS, "about": "about\nmine\n"}])
def test_nothing_is_kept_of_a_file_with_one_table_to_take(others):
    assert read_upload("a.zip", both(cases=CASES, **others)).file is None


def test_where_no_table_can_be_taken_the_largest_says_why():
    content = both(matrix="actual,a,b\na,3,1\nb,2,9\n", points=POINTS + "1,0.4\n1,0.3\n")
    assert read_upload("a.zip", content) == Problem("points_not_rows", name="a.zip, points.csv")


def test_two_tables_of_one_name_are_told_apart():
    content = both(cases=CASES, other=CASES.replace("0.9", "0.2")).replace(b"other.csv", b"cases.csv")
    table = read_upload("a.zip", content, "cases.csv (2)")
    assert (table.file.titles, table.frame["score"][0]) == (("cases.csv", "cases.csv (2)"), 0.2)


def test_of_files_brought_together_no_table_is_kept():
    alone = read_uploads([("a.csv", CASES.encode()), ("b.zip", both(one=OTHERS, two=OTHERS))])
    assert ([note.key for note in alone.notes][-1], alone.file) == ("file_alone", None)
