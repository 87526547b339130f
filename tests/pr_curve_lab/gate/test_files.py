import io
import re

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.gate.files import ReadOptions, RowsError, gate_files
from pr_curve_lab.gate.report import gate_report
from pr_curve_lab.i18n.messages import format_notices, messages_in
from pr_curve_lab.io.notices import Notice
from pr_metrics import noninferiority_test
from tests.pr_curve_lab.exports.reading import Read
from tests.pr_curve_lab.gate.test_assertion import rows
from tests.pr_curve_lab.gate.test_report import verdict

ORDER = np.random.default_rng(0).permutation(400)


def frames(worse=0.0, new_score="score", old_score="score"):
    label, new, old = rows(worse)
    ids = [f"case {one}" for one in range(400)]
    return tuple(
        pd.DataFrame({"id": ids, "label": label, name: score}) for name, score in ((new_score, new), (old_score, old))
    )


def message_of(key, **facts):
    """Return the message of a problem."""
    return format_notices(Notice(key, **facts))


def exactly(key, **facts):
    return f"^{re.escape(message_of(key, **facts))}$"


def csv(name, frame):
    return name, frame.to_csv(index=False).encode("utf-8")


@pytest.mark.parametrize("worse", [0.0, 1.0])
def test_rows_are_matched_by_id(worse):
    new, old = frames(worse)
    found = gate_files(csv("new.csv", new), csv("old.csv", old.iloc[ORDER]))
    assert found.decision == noninferiority_test(*rows(worse))
    files = found.files
    assert (files.roles.label, files.roles.positive) == ("label", "1")
    assert (files.new_score, files.old_score) == ("score", "score")
    assert found.dataset.names == ("new", "old")
    assert message_of("files_matched", names="new.csv + old.csv", column="id") in found.notices


def test_without_ids_rows_are_matched_in_their_order():
    new, old = (frame.drop(columns="id") for frame in frames())
    found = gate_files(csv("new.csv", new), csv("old.csv", old))
    assert found.decision == noninferiority_test(*rows())
    assert message_of("files_row_by_row", names="new.csv + old.csv", column="label") in found.notices
    for rows_of_old in (ORDER, slice(-1)):
        with pytest.raises(RowsError, match=exactly("no_common_id", names="new.csv + old.csv")):
            gate_files(csv("new.csv", new), csv("old.csv", old.iloc[rows_of_old]))


def test_labels_that_contradict_each_other_are_refused():
    new, old = frames()
    old["label"] = 1 - old["label"]
    with pytest.raises(RowsError, match=exactly("labels_differ", name="old.csv", column="label", value="case 0")):
        gate_files(csv("new.csv", new), csv("old.csv", old))


def test_rows_of_one_file_alone_are_left_out_with_a_notice():
    new, old = frames()
    found = gate_files(csv("new.csv", new), csv("old.csv", old.iloc[:-3]))
    label, first, second = rows()
    assert found.decision == noninferiority_test(label[:-3], first[:-3], second[:-3])
    assert any("3 rows of 'new.csv'" in one for one in found.notices)


def test_the_labels_of_the_new_file_are_enough():
    new, old = frames()
    found = gate_files(csv("new.csv", new), csv("old.csv", old.drop(columns="label")))
    assert found.decision == noninferiority_test(*rows())


def test_columns_may_have_different_names():
    new, old = frames(new_score="p", old_score="probability")
    old = old.rename(columns={"label": "y_true"})
    found = gate_files(csv("v2.csv", new), csv("v1.csv", old.iloc[ORDER]))
    assert found.decision == noninferiority_test(*rows())
    assert (found.files.new_score, found.files.old_score, found.dataset.names) == ("p", "probability", ("v2", "v1"))


def test_named_columns_are_used():
    new, old = frames()
    for frame, other in ((new, old), (old, new)):
        frame["fraud"] = np.where(frame["label"] == 1, "bad", "fine")
        frame["other score"] = other["score"]
    asked = {"label": "fraud", "score": "other score", "positive": "fine"}
    found = gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(**asked))
    label, first, second = rows()
    assert found.decision == noninferiority_test(1 - label, second, first)
    roles = found.files.roles
    assert (roles.label, roles.positive, found.files.new_score) == ("fraud", "fine", "other score")


def test_weights_and_clusters_are_used():
    new, old = frames()
    new["sample_weight"], new["patient"] = np.linspace(0.5, 1.5, 400), np.arange(400) // 8
    found = gate_files(csv("new.csv", new), csv("old.csv", old.iloc[ORDER]), ReadOptions(cluster="patient"))
    expected = noninferiority_test(*rows(), sample_weight=new["sample_weight"], groups=new["patient"])
    assert found.decision.upper == pytest.approx(expected.upper, abs=1e-12)
    assert found.files.roles.weight == "sample_weight"


def frames_with(**columns):
    new, old = frames()
    return new.assign(**columns), old.assign(**columns)


def test_equal_weights_and_clusters_of_both_files_are_used():
    weight, patient = np.linspace(0.5, 1.5, 400), np.arange(400) // 8
    new, old = frames_with(sample_weight=weight, patient=patient)
    found = gate_files(csv("new.csv", new), csv("old.csv", old.iloc[ORDER]), ReadOptions(cluster="patient"))
    expected = noninferiority_test(*rows(), sample_weight=weight, groups=patient)
    assert found.decision.upper == pytest.approx(expected.upper, abs=1e-12)
    assert (found.files.roles.weight, found.cluster) == ("sample_weight", "patient")


def test_only_the_test_rows_of_a_file_with_groups_count():
    is_test = np.arange(400) % 4 > 0
    new, old = frames_with(site=np.arange(400) % 3, part=np.where(is_test, "test", "train"))
    found = gate_files(csv("new.csv", new), csv("old.csv", old))
    assert found.decision == noninferiority_test(*(one[is_test] for one in rows()))


@pytest.mark.parametrize(("column", "more"), [
    ("sample_weight", {}), ("patient", {"cluster": "patient"}), ("split", {}), ("paid", {"weight": "paid"}),
])  # fmt: skip
def test_weights_and_clusters_that_differ_are_refused(column, more):
    new, old = frames_with(**{column: np.where(np.arange(400) % 2, "train", "test")})
    if column != "split":
        new, old = frames_with(**{column: 1.5 + np.arange(400) // 8})
    old.loc[[3, 7], column] = new.loc[399, column] if column != "split" else "test"
    refused = rf"new\.csv \+ old\.csv: '{column}' differs between the files in 2 rows, the first of them row 4"
    with pytest.raises(ValueError, match=refused):
        gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(score="score", **more))


def test_an_id_may_also_be_the_cluster():
    new, old = frames()
    found = gate_files(csv("new.csv", new), csv("old.csv", old.iloc[ORDER]), ReadOptions(cluster="id"))
    assert found.decision.upper == pytest.approx(noninferiority_test(*rows(), groups=np.arange(400)).upper, abs=1e-12)


def test_repeated_ids_need_the_same_order():
    new, old = (frame.assign(id=[f"case {one // 2}" for one in range(400)]) for frame in frames())
    new, old = (frame.sort_values("label", kind="stable") for frame in (new, old))
    assert gate_files(csv("new.csv", new), csv("old.csv", old)).decision.rows == 400
    moved = np.r_[np.flatnonzero(old["label"] == 0)[::-1], np.flatnonzero(old["label"] == 1)]
    with pytest.raises(RowsError, match=exactly("ids_repeated", names="new.csv + old.csv", column="id")):
        gate_files(csv("new.csv", new), csv("old.csv", old.iloc[moved]))


def test_the_report_mentions_the_clusters():
    new, old = frames_with(patient=np.arange(400) // 8)
    found = gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(cluster="patient"))
    page = gate_report(found.decision, found.dataset, found.files.table, cluster=found.cluster).decode("utf-8")
    assert messages_in("en").format("gate.clusters", column="<code>patient</code>") in page


@pytest.mark.slow
def test_other_formats_and_files_of_one_name_are_read():
    new, old = frames()
    content = io.BytesIO()
    old.to_parquet(content)
    found = gate_files(csv("scores.csv", new), ("scores.csv", content.getvalue()), loss=0.05)
    assert found.decision == noninferiority_test(*rows(), loss=0.05)
    assert found.dataset.names == ("new", "old")


@pytest.mark.parametrize("taken", ["old", "New", "new model 1"])
def test_models_get_names_that_differ_from_columns(taken):
    new, old = (frame.drop(columns="id").rename(columns={"score": "p"}) for frame in frames())
    new[taken], new["new"] = 3, 3
    found = gate_files(csv("scores.csv", new), csv("scores.csv", old), ReadOptions(score="p"))
    assert found.decision == noninferiority_test(*rows())
    number = 2 if taken == "new model 1" else 1
    assert found.dataset.names == (f"new model {number}", f"old model {number}")


@pytest.mark.parametrize("score", [None, "score"])
def test_counts_are_refused(score):
    new, old = frames()
    counts = csv("counts.csv", new.groupby("score")["label"].agg(positives="sum", negatives="size").reset_index())
    lines = csv("lines.csv", new.drop(columns="id").assign(n=2))
    for first, second in ((counts, counts), (csv("new.csv", new), counts), (lines, csv("old.csv", old))):
        with pytest.raises(ValueError, match=r"(counts|lines)\.csv .*rows of two models cannot be paired from counts"):
            gate_files(first, second, ReadOptions(score=score))


def test_incomplete_rows_are_left_out_on_request():
    new, old = frames()
    new.loc[5, "score"] = None
    with pytest.raises(RowsError, match=exactly("score_missing", column="new", row=6, count=1)):
        gate_files(csv("new.csv", new), csv("old.csv", old))
    found = gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(exclude=True))
    assert found.decision == noninferiority_test(*(np.delete(one, 5) for one in rows()))
    assert message_of("excluded_score", column="new", row=6, count=1) in found.notices


def test_the_report_names_the_files():
    new, old = frames(1.0)
    found = gate_files(csv("v2.csv", new), csv("v1.csv", old))
    page = gate_report(found.decision, found.dataset, found.files.table).decode("utf-8")
    assert verdict(found.decision, "v2", "v1") in Read(page).said()


def with_two_scores(frame):
    share = frame["score"].rank() / 400
    return frame.drop(columns="score").assign(tree=share, forest=share / 2)


@pytest.mark.parametrize(("change", "more", "sentence"), [
    (lambda frame: frame, {"score": "scroe"}, "new.csv has no column 'scroe'; did you mean 'score'"),
    (lambda frame: frame, {"label": "y"}, "new.csv has no column 'y'"),
    (lambda frame: frame, {"positive": "yes"}, "the label has no value 'yes', only 0, 1|only 1, 0"),
    (lambda frame: frame, {"cluster": "patient"}, "new.csv has no column 'patient'"),
    (lambda frame: frame.assign(label=0), {}, exactly("labels_differ", name="old.csv", column="label", value="case 0")),
    (lambda frame: frame.assign(score=frame["score"].where(frame.index != 5)), {},
     exactly("score_missing", column="new", row=6, count=1)),
    (with_two_scores, {}, "new.csv has several scores, tree, forest: name the one to compare"),
    (lambda frame: frame.iloc[:0], {}, exactly("header_only", name="new.csv")),
])  # fmt: skip
def test_invalid_files_are_refused_in_a_sentence(change, more, sentence):
    new, old = frames()
    with pytest.raises(ValueError, match=sentence):
        gate_files(csv("new.csv", change(new)), csv("old.csv", old), ReadOptions(**more))


def test_a_loss_that_no_area_can_have_is_refused():
    new, old = frames()
    with pytest.raises(ValueError, match="loss must be at least 0 and below 1, got 2"):
        gate_files(csv("new.csv", new), csv("old.csv", old), loss=2)


def test_a_row_without_a_cluster_is_named():
    new, old = frames_with(patient=[f"p{one // 8}" for one in range(400)])
    new.loc[6, "patient"] = old.loc[6, "patient"] = None
    with pytest.raises(ValueError, match=r"new\.csv \+ old\.csv: patient is empty in row 7"):
        gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(cluster="patient"))


def test_clusters_stay_with_their_rows():
    patient = np.arange(400) % 7
    new, old = frames_with(patient=patient)
    gone = np.arange(400) % 4 == 0
    new.loc[gone, "score"] = None
    found = gate_files(csv("new.csv", new), csv("old.csv", old), ReadOptions(cluster="patient", exclude=True))
    expected = noninferiority_test(*(one[~gone] for one in rows()), groups=patient[~gone])
    assert found.decision.upper == pytest.approx(expected.upper, abs=1e-12)
