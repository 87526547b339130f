"""Files without rows are refused; counts become rows, models become columns, and files are matched by an id."""

import io
import zipfile

import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset, build_labeled_scores
from pr_curve_lab.schema.roles import infer_roles
from pr_curve_lab.schema.table_files import counts_to_rows, match_tables, pivot_models, read_matched_table, read_table
from pr_metrics import OperatingPoints


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"recall,precision\n0.5,1\n1,0.5\n", "points_not_rows"),
        (b".threshold,recall,precision\n0.9,0.5,1\n0.1,1,0.5\n", "points_not_rows"),
        ("召回率,精确率\n0.5,1\n1,0.5\n".encode(), "points_not_rows"),
        (b"Threshold,Recall,PPV\n0.9,0.5,1\n0.1,1,0.5\n", "points_not_rows"),
        (b"actual,pred_yes,pred_no\nyes,3,1\nno,2,9\n", "confusion_matrix"),
    ],
)
def test_curve_points_and_confusion_matrices_are_refused(content, key):
    assert read_table("t.csv", content).key == key


def test_a_table_with_labels_and_precision_is_not_a_curve():
    assert read_table("t.csv", b"label,recall,precision\n1,0.5,1\n0,1,0.5\n").frame.shape == (2, 3)


def zip_of(**files):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.csv", content)
    return written.getvalue()


CASES, COUNTS = "label,score\n1,0.9\n0,0.1\n", "score,positives,negatives\n0.9,3,1\n"
OTHERS = "label,score\n0,0.9\n1,0.1\n"
POINTS = "recall,precision\n0.5,1\n1,0.5\n"


def test_another_table_is_read_from_the_stored_archive():
    first = read_table("a.zip", zip_of(about="about\nmine\n", points=POINTS, cases=CASES, counts=COUNTS))
    assert (first.file.titles, first.file.selected, len(first.frame)) == (("cases.csv", "counts.csv"), "cases.csv", 2)
    second = read_table(first.file.name, first.file.content, "counts.csv")
    assert (second.file.titles, second.file.selected, list(second.frame)) == (
        first.file.titles,
        "counts.csv",
        ["score", "label", "count"],
    )
    assert [note.key for note in second.notes] == ["several_tables", "counts_read"]


@pytest.mark.parametrize("others", [{}, {"points": POINTS, "about": "about\nmine\n"}])
def test_an_archive_with_one_usable_table_is_not_stored(others):
    assert read_table("a.zip", zip_of(cases=CASES, **others)).file is None


def test_the_largest_of_unusable_tables_is_reported():
    content = zip_of(matrix="actual,a,b\na,3,1\nb,2,9\n", points=POINTS + "1,0.4\n1,0.3\n")
    assert read_table("a.zip", content) == Notice("points_not_rows", name="a.zip, points.csv")


def test_tables_of_the_same_name_are_numbered():
    content = zip_of(cases=CASES, other=CASES.replace("0.9", "0.2")).replace(b"other.csv", b"cases.csv")
    table = read_table("a.zip", content, "cases.csv (2)")
    assert (table.file.titles, table.frame["score"][0]) == (("cases.csv", "cases.csv (2)"), 0.2)


def test_an_archive_among_several_files_is_not_stored():
    alone = read_matched_table([("a.csv", CASES.encode()), ("b.zip", zip_of(one=OTHERS, two=OTHERS))], allow_last=True)
    assert ([note.key for note in alone.notes][-1], alone.file) == ("file_alone", None)


LABELS = b"case,label\nc1,1\nc2,0\nc3,1\nc4,0\nc5,0\n"
FIRST = b"case,score\nc5,0.1\nc3,0.7\nc1,0.9\nc2,0.8\nc4,0.2\n"
SECOND = b"Case,score\nc1,0.3\nc2,0.4\nc4,0.2\nc5,0.9\nc9,0.5\n"


def read(*files):
    return read_matched_table([(f"{name}.csv", content) for name, content in files], allow_last=True)


def keys(table):
    return [note.key for note in table.notes]


def test_scores_are_matched_to_labels_in_any_row_order():
    table = read(("labels", LABELS), ("scores_a", FIRST))
    assert (table.name, keys(table)) == ("labels.csv + scores_a.csv", ["files_matched"])
    dataset = build_dataset(table, infer_roles(table))
    assert dataset.names == ("scores_a",)
    assert dataset.score[:, 0].tolist() == [0.9, 0.8, 0.7, 0.2, 0.1]


def test_a_label_column_keeps_its_name():
    table = read(
        ("clinic", LABELS.replace(b"label", b"diagnosis").replace(b",1", b",sick").replace(b",0", b",well")),
        ("scores_a", FIRST),
    )
    assert list(table.frame.columns) == ["case", "diagnosis", "scores_a"]


def test_a_third_file_is_another_model_on_the_common_rows():
    table = read(("labels", LABELS), ("scores_a", FIRST), ("scores_b", SECOND))
    dataset = build_dataset(table, infer_roles(table))
    assert (table.name, dataset.kind, dataset.names) == ("labels.csv + 2", "models", ("scores_a", "scores_b"))
    assert dataset.score.tolist() == [[0.9, 0.3], [0.8, 0.4], [0.2, 0.2], [0.1, 0.9]]
    alone = [note.params for note in table.notes if note.key == "rows_without_partner"]
    assert [(one["name"], one["row"], one["count"], one["listed"]) for one in alone] == [
        ("labels.csv", 3, 1, "c3"),
        ("scores_a.csv", 2, 1, "c3"),
        ("scores_b.csv", 5, 1, "c9"),
    ]


def test_the_order_of_the_files_does_not_change_the_area():
    files = [("labels", LABELS), ("scores_a", FIRST)]
    for given in (files, files[::-1]):
        table = read(*given)
        dataset = build_dataset(table, infer_roles(table))
        truth, score = dataset.positive[:, 0], dataset.score[:, 0]
        assert average_precision_score(truth, score) == pytest.approx(5 / 6, abs=1e-12)


def test_models_of_two_files_keep_only_rows_with_both_scores():
    labels = b"case,label,score\nc1,1,0.9\nc2,0,0.8\nc3,1,0.7\nc4,0,0.3\nc5,0,0.2\n"
    table = read(("first", labels), ("second", b"case,score\nc1,0.3\nc2,0.9\nc3,0.4\n"))
    dataset = build_dataset(table, infer_roles(table))
    assert dataset.names == ("first score", "second")
    assert dataset.score[:, 0].tolist() == [0.9, 0.8, 0.7]
    assert [note.params["listed"] for note in table.notes if note.key == "rows_without_partner"] == ["c4, c5"]


def test_a_file_of_ids_selects_its_rows():
    wanted = Table("wanted.csv", pd.DataFrame({"case": ["c1", "c2", "c3", "c4"]}))
    table = match_tables([read(("labels", LABELS), ("scores_a", FIRST)), wanted])
    assert table.frame.to_dict("list") == {
        "case": ["c1", "c2", "c3", "c4"],
        "label": [1, 0, 1, 0],
        "scores_a": [0.9, 0.8, 0.7, 0.2],
    }


@pytest.mark.parametrize("name", ["age", "case"])
def test_a_score_is_renamed_if_its_file_is_named_like_a_column(name):
    labels = b"case,label,age\nc1,1,31\nc2,0,40\nc3,1,52\nc4,0,38\nc5,0,29\n"
    table = read(("labels", labels), (name, FIRST))
    assert table.frame["age"].tolist() == [31, 40, 52, 38, 29]
    assert table.frame["case"].tolist() == ["c1", "c2", "c3", "c4", "c5"]
    assert infer_roles(table).scores == (f"{name}.csv score",)
    assert table.frame[f"{name}.csv score"].tolist() == [0.9, 0.8, 0.7, 0.2, 0.1]


def test_labels_in_both_files_must_agree():
    both = pd.read_csv(pd.io.common.BytesIO(FIRST)).assign(label=[0, 1, 1, 0, 0]).to_csv(index=False).encode()
    assert list(read(("labels", LABELS), ("a", both)).frame.columns) == ["case", "label", "score"]
    other = both.replace(b"c1,0.9,1", b"c1,0.9,0")
    problem = read(("labels", LABELS), ("a", other))
    assert (problem.key, problem.params["value"]) == ("labels_differ", "c1")


def test_files_with_equal_labels_are_matched_row_by_row():
    table = read(("forest", b"label,score\n1,0.9\n0,0.2\n1,0.4\n"), ("logit", b"label,score\n1,2.5\n0,-1\n1,0.5\n"))
    assert keys(table) == ["files_row_by_row"]
    assert list(table.frame.columns) == ["label", "forest score", "logit score"]


def test_the_last_file_is_used_alone_if_files_do_not_match():
    table = read(("old", b"label,score\n1,0.9\n0,0.2\n"), ("new", b"label,score\n0,0.9\n1,0.2\n1,0.1\n"))
    assert (table.name, table.frame.shape, keys(table)) == ("new.csv", (3, 2), ["file_alone"])
    broken = read(("old", b"label,score\n1,0.9\n0,0.2\n"), ("new", b"label,score\n0,0.5\n1,high\n"))
    assert broken.name == "new.csv"  # its own problem is reported


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"score\n0.1\n0.2\n", "one_column"),
        (b"number,score\nc1,0.1\nc2,0.2\nc3,0.3\n", "no_common_id"),
        (b"case,score\nc1,0.1\nc1,0.2\n", "no_common_id"),
        (b"case,score\nx1,0.1\nx2,0.2\nx3,0.3\n", "no_common_rows"),
    ],
)
def test_the_reason_why_files_do_not_match_is_reported(content, key):
    assert read(("labels", LABELS), ("scores", content)).key == key


SCORE, POSITIVES, NEGATIVES = [0.9, 0.5, 0.1], [3, 1, 0], [0, 2, 4]


@pytest.mark.parametrize("names", [("positives", "negatives"), ("n_pos", "n_neg"), ("正例数", "负例数")])
def test_expanded_counts_have_the_points_of_the_counts(names):
    frame = pd.DataFrame({"score": SCORE, names[0]: POSITIVES, names[1]: NEGATIVES})
    lines = counts_to_rows(Table("t.csv", frame))
    points = build_labeled_scores(lines, infer_roles(lines)).points
    expected = OperatingPoints.from_counts(SCORE, POSITIVES, NEGATIVES)
    assert points.true_positives.tolist() == expected.true_positives.tolist()
    assert points.false_positives.tolist() == expected.false_positives.tolist()


def test_counts_of_zero_are_dropped():
    frame = pd.DataFrame({"score": SCORE, "positives": POSITIVES, "negatives": NEGATIVES})
    assert counts_to_rows(Table("t.csv", frame)).frame["count"].tolist() == [3, 1, 2, 4]


def test_fractional_counts_become_weights_with_a_notice():
    frame = pd.DataFrame({"score": SCORE, "positives": [3.5, 1, 0], "negatives": NEGATIVES})
    lines = counts_to_rows(Table("t.csv", frame))
    assert lines.notes[-1].key == "sums_read"
    labeled_scores = build_labeled_scores(lines, infer_roles(lines))
    expected = OperatingPoints.from_counts(SCORE, [3.5, 1, 0], NEGATIVES)
    assert (labeled_scores.is_weighted, labeled_scores.size) == (True, 4)
    assert labeled_scores.points.true_positives.tolist() == expected.true_positives.tolist()


def test_expanded_counts_keep_their_group():
    frame = pd.DataFrame({"group": ["a", "b", "b"], "score": SCORE, "positives": POSITIVES, "negatives": NEGATIVES})
    lines = counts_to_rows(Table("t.csv", frame))
    assert lines.frame["group"].tolist() == ["a", "b", "b", "b"]
    roles = infer_roles(lines)
    assert (roles.group, roles.weight) == ("group", "count")


@pytest.mark.parametrize("positives", [["3", "x", "0"], [-1, 1, 0], [None, 1, 0]])
def test_invalid_counts_are_not_expanded(positives):
    frame = pd.DataFrame({"score": SCORE, "positives": positives, "negatives": NEGATIVES})
    assert counts_to_rows(Table("t.csv", frame)) is None


def binned(**columns):
    return counts_to_rows(Table("t.csv", pd.DataFrame({**columns, "positives": POSITIVES, "negatives": NEGATIVES})))


def test_a_column_of_highest_scores_makes_bins():
    lines = binned(score=SCORE, highest=[0.95, 0.6, 0.1])
    assert [note.key for note in lines.notes] == ["counts_read", "bins_read"]
    assert lines.notes[1].params == {"count": 2, "column": "score", "highest": "highest"}
    labeled_scores = build_labeled_scores(lines, infer_roles(lines))
    assert labeled_scores.roles.scores == ("score",)
    assert labeled_scores.bins.counts_of(labeled_scores.points).max_score.tolist() == [0.95, 0.6, 0.1]
    assert binned(score=SCORE, highest=SCORE).bins is None


@pytest.mark.parametrize("highest", [[0.95, 0.9, 0.1], [0.95, 0.4, 0.1], [0.95, None, 0.1], [0.95, 0.6, 0.5]])
def test_bins_that_overlap_are_a_problem(highest):
    found = binned(score=SCORE, highest=highest)
    assert (found.key, found.params["column"]) == ("bins_overlap", "score")


def test_bins_may_be_listed_in_any_order():
    frame = pd.DataFrame({"score": SCORE, "highest": [0.95, 0.6, 0.1], "positives": POSITIVES, "negatives": NEGATIVES})
    turned = counts_to_rows(Table("t.csv", frame.iloc[::-1]))
    assert turned.bins.upper.tolist() == [0.1, 0.6, 0.95]


LABEL = [1, 0, 0, 1, 0]


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def test_models_in_long_form_are_pivoted_by_id():
    table = table_of(
        case_id=[1, 2, 3, 4, 5, 5, 4, 3, 2, 1],
        model=["a"] * 5 + ["b"] * 5,
        label=LABEL + LABEL[::-1],
        score=[0.9, 0.8, 0.7, 0.6, 0.5, 0.51, 0.61, 0.71, 0.81, 0.91],
    )
    wide = pivot_models(table)
    assert wide.frame.to_dict("list") == {
        "case_id": [1, 2, 3, 4, 5],
        "label": LABEL,
        "a": [0.9, 0.8, 0.7, 0.6, 0.5],
        "b": [0.91, 0.81, 0.71, 0.61, 0.51],
    }
    assert wide.notes[0].params == {"column": "model", "count": 2, "listed": "a, b"}
    assert build_dataset(wide, infer_roles(wide)).names == ("a", "b")


def test_sites_with_different_labels_are_not_pivoted():
    labels = [*LABEL, 0, 1, 0, 1, 0]
    assert pivot_models(table_of(site=["n"] * 5 + ["s"] * 5, label=labels, score=range(10))) is None


def test_folds_or_models_of_unequal_length_are_not_pivoted():
    assert pivot_models(table_of(fold=["n"] * 5 + ["s"] * 5, label=LABEL * 2, score=range(10))) is None
    assert pivot_models(table_of(model=["n"] * 6 + ["s"] * 4, label=LABEL * 2, score=range(10))) is None
