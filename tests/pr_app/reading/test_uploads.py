"""What is no table of rows is called by its name."""

import pytest

from pr_app.reading.uploads import read_upload


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
