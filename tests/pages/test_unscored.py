"""Positives that were never scored end recall below 1 on every page, in every picture, table and line of code."""

import io

import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.exports.numbers import rows_csv
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from pr_metrics import SCHEMES, operating_points
from tests.offered_code import file_that_is_read, printed_by
from tests.pages.app import (
    PAGES,
    figure_of,
    headline,
    open_page,
    page_with,
    polygon_area,
    rates_of,
    said,
    switch,
    trace_of,
    upload,
)

CASES = example_labeled_scores("ten_rows")  # six positives
MISSED = '{"missed":2}'
POINTS = operating_points(CASES.positive, CASES.score, total_positives=8)


@pytest.mark.parametrize(("page", "missed", "lang"), [*((page, 2, "en") for page in PAGES), ("curve", 500, "zh")])
def test_every_page_names_the_missed_positives(page, missed, lang):
    example = "four_models" if page == "models" else "ten_rows"
    app = open_page(page, example=example, columns=f'{{"missed":{missed}}}', lang=lang)
    scored = example_labeled_scores(example).positive.sum()
    assert {"en": f"{missed} more never scored", "zh": f"另有 {missed} 个从未打分"}[lang] in said(app)
    assert f"{scored / (scored + missed):.2f}" in said(app)
    if page == "balance":
        app.toggle(key="gain").set_value(True).run()
        assert not app.exception


def test_areas_are_scaled_by_the_share_of_scored_positives():
    app = open_page("areas", example="ten_rows", columns=MISSED)
    step = average_precision_score(CASES.positive, CASES.score) * 6 / 8
    assert polygon_area(app, "left_chart") == pytest.approx(step, abs=1e-12)
    assert f"{step:.3f}" in str(figure_of(app, "left_chart")["layout"]["annotations"])
    assert polygon_area(app, "right_chart") == pytest.approx(SCHEMES["linear"].area(POINTS), abs=1e-12)
    assert trace_of(app, "left_chart", "points")[0][-1] == 0.75


def test_the_code_prints_what_is_drawn(tmp_path):
    app = open_page("areas", example="ten_rows", columns=MISSED)
    for code in [block.value for block in app.code if "import" in block.value]:
        (tmp_path / file_that_is_read(code)).write_bytes(rows_csv(CASES))
        printed = printed_by(code, tmp_path)
        assert polygon_area(app, "left_chart") == pytest.approx(printed["step"], abs=1e-12)
        assert polygon_area(app, "right_chart") == pytest.approx(printed["linear"], abs=1e-12)


def test_models_are_compared_by_all_positives():
    dataset = example_dataset("four_models")
    app = open_page("models", example="four_models", columns=MISSED)
    for (model, _), (area, _), *_ in rates_of(app)[1:]:
        positive, score = dataset.positive[:, 0], dataset.score[:, dataset.names.index(model)]
        share = positive.sum() / (positive.sum() + 2)
        assert area == f"{average_precision_score(positive, score) * share:.3f}"


def test_a_number_of_missed_positives_can_be_typed_and_removed():
    app = page_with(b"label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n", "data")
    app.number_input(key="missed").set_value(2).run()
    assert headline(app) == "4 rows, 2 positive, 2 more never scored: a class balance of 0.67"
    assert trace_of(app, "data_chart", "points")[0].tolist() == [0.25, 0.25, 0.5, 0.5]
    app.number_input(key="missed").set_value(0).run()
    assert trace_of(app, "data_chart", "points")[0][-1] == 1.0


def test_rows_without_a_score_can_be_missed_or_left_out():
    app = page_with(b"label,score\n1,0.9\n0,0.8\n1,0.7\n0,\n1,\n", "data")
    assert "is empty or NaN" in app.error[0].value
    app.button(key="offer_score_missing_0").click().run()
    assert not app.exception
    assert trace_of(app, "data_chart", "points")[0].tolist() == pytest.approx([1 / 3, 1 / 3, 2 / 3])
    assert "**Counted as missed:**" in said(switch(app, "summary"))
    app.button(key="offer_unscored_missed_0").click().run()
    switch(app, "data")
    assert trace_of(app, "data_chart", "points")[0][-1] == 1.0


def test_rows_or_the_model_without_a_score_can_be_left_out_of_the_test_rows():
    cells = [f"{number % 2},{number % 7},{number % 5},{'train' if number < 20 else 'test'}" for number in range(40)]
    cells[3], cells[23] = "1,3,,train", "1,2,,test"
    app = page_with("\n".join(["label,model_a,model_b,split", *cells]).encode(), "data")
    one = messages_in("en").format(
        "data.waiting_score_missing", name="`mine.csv`, only `split` = `test`", count=1, total=20
    )
    assert headline(app) == one
    assert app.button(key="offer_score_missing_0").label == "Leave out `model_b` (all 20 rows remain)"
    assert app.checkbox(key="leave_out").label.endswith(" (19 of 20 rows remain, the same for every model)")
    app.checkbox(key="leave_out").check().run()
    used = {"used": 19, "total": 20, "column": "`split`", "value": "`test`"}
    assert messages_in("en").format("data.rows_used_of_split", **used) in said(app)
    app.button(key="offer_excluded_score_0").click().run()
    assert not app.exception
    assert "20 rows" in headline(app)


def test_of_two_models_that_lack_scores_either_can_be_left_out():
    cells = [f"{number % 2},{number % 7},{number % 5}" for number in range(40)]
    cells[3], cells[8] = "1,3,", "0,,2"
    app = page_with("\n".join(["label,model_a,model_b", *cells]).encode(), "data")
    app.checkbox(key="leave_out").check().run()
    assert not app.exception
    offered = {one.label: one.key for one in app.button if one.key.startswith("offer_")}
    labels = [f"Leave out `{model}` (39 of 40 rows remain)" for model in ("model_a", "model_b")]
    assert list(offered) == labels
    assert not switch(app, "summary").exception
    switch(app, "data").button(key=offered[labels[0]]).click().run()
    assert not app.exception
    assert "39 rows" in headline(app)


def test_a_column_of_totals_is_chosen_with_its_group_column():
    app = open_page("data")
    rows = b"image,label,score,objects\na,1,0.9,3\na,0,0.8,3\nb,1,0.7,1\nb,0,0.1,1\n"
    upload(app, rows)
    app.selectbox(key="total").set_value("objects").run()
    assert app.selectbox(key="total_by").value == "image"
    assert headline(app).startswith("4 rows, 2 positive, 2 more never scored: ")
    app.selectbox(key="total_by").set_value(None).run()
    assert "differ from row to row" in app.error[0].value
    app.selectbox(key="total").set_value(None).run()
    assert headline(app).startswith("4 rows, 2 positive: ")
    assert not app.error


FOLDS = "".join(
    f"{row % 3},{int(row % 4 == 0)},{(row * 37 % 60) / 60 + (row % 4 == 0) / 3:.6f},{row % 3 + 7}\n"
    for row in range(60)
)


@pytest.mark.parametrize("missed", ["of each fold", "typed"])
def test_the_code_of_folds_prints_the_numbers_of_the_page(missed, tmp_path):
    header = "fold,label,score,num_gt\n" if missed == "of each fold" else "fold,label,score,other\n"
    app = page_with(header + FOLDS, "averages", roles={"missed": 9} if missed == "typed" else {})
    (ours,) = [block.value for block in app.code if "operating_points" in block.value]
    (said_to_cite,) = {block.value for block in app.code if "folds =" in block.value and "import" not in block.value}
    rows = pd.read_csv(io.StringIO(header + FOLDS))[["label", "score", "fold"]]
    rows.to_csv(tmp_path / file_that_is_read(ours), index=False)
    printed = printed_by(ours, tmp_path)
    assert printed["mean_of_folds"] == pytest.approx(polygon_area(app, "averages_chart"), abs=1e-12)
    assert ("never scored" in said_to_cite) == (missed == "of each fold")
    scored = average_precision_score(rows["label"], rows["score"])
    positives = rows["label"].sum()
    total = {"of each fold": 7 + 8 + 9, "typed": positives + 9}[missed]
    assert printed["area"] == pytest.approx(scored * positives / total, abs=1e-12)


def test_a_fractional_number_of_positives_gets_an_error():
    app = page_with(b"label,score,objects\n1,0.9,3.5\n0,0.8,3.5\n1,0.7,3.5\n0,0.1,3.5\n", "data")
    app.selectbox(key="total").set_value("objects").run()
    assert "`objects` is `3.5`" in app.error[0].value
    app.switch_page("pages/balance.py").run()
    assert not app.exception


def test_positives_that_no_model_scored_can_be_missed_and_other_gaps_remain():
    cells = [f"{number % 2},{number % 7},{number % 5}" for number in range(40)]
    cells[3], cells[5], cells[8] = "1,3,", "1,,", "0,,2"
    rows = "\n".join(["label,model_a,model_b", *cells])
    app = page_with(rows.replace("1,,\n", "0,,\n").encode(), "data")
    assert [one.key for one in app.button if one.key.startswith("offer_score_missing")] == [
        "offer_score_missing_0",
        "offer_score_missing_1",
    ]  # either model can be left out; no positive lacks every score
    upload(app, rows.encode(), "again.csv")
    (error,) = app.error
    assert "3 rows without at least one of them, the first in row 4" in error.value
    assert app.button(key="offer_score_missing_0").label == "Count positives without a score of any model as missed"
    app.button(key="offer_score_missing_0").click().run()
    (error,) = app.error
    assert "2 rows without at least one of them" in error.value
    assert "Positives without any score count as missed." in said(app)
    app.checkbox(key="leave_out").check().run()
    assert headline(app).startswith("37 rows, 18 positive, 1 more never scored")
    assert not app.error
    upload(app, rows.encode(), "third.csv")
    app.checkbox(key="leave_out").check().run()
    assert "37 of 40 rows are used." in said(app)
    assert "In total, 3 rows are left out." in said(app)
