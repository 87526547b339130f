"""Every guess about a file is printed, and one click changes it or changes it back."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from tests.pages.app import headline, leave_summary, open_page, page_with, said, switch, trace_of, upload

SCORES = [0.1, 0.9, 0.3, 0.8, 0.2]
DISEASED = b"label,score\n" + b"".join(
    b"%s,%.1f\n" % row for row in zip([b"disease", b"healthy"] * 2 + [b"disease"], SCORES, strict=True)
)
RARE = b"kind,score,age\n" + b"".join(
    b"%s,%.1f,%d\n" % row for row in zip([b"b", b"a", b"b", b"a", b"b"], SCORES, [7, 2, 9, 4, 4], strict=True)
)


def area(app):
    """Return the step area of the points in the preview of the page Data."""
    recall, precision = trace_of(app, "data_chart", "points")
    return sum((right - left) * high for left, right, high in zip([0, *recall], recall, precision, strict=False))


def click(app, key):
    app.button(key=key).click().run()
    assert not app.exception


def test_scores_below_chance_are_reported_and_not_reversed():
    app = page_with(DISEASED, "data")
    sick = [1, 0, 1, 0, 1]
    assert area(app) == pytest.approx(average_precision_score(sick, SCORES), abs=1e-12)
    assert "Positive is `disease`, going by the meaning of the word." in said(app)
    assert "in only 0% of all pairs" in said(switch(app, "summary"))
    click(app, "offer_scores_reversed_0")
    switch(app, "data")
    assert "Lower scores in `score` mean more likely positive" in said(app)
    assert area(app) == pytest.approx(average_precision_score(sick, [-score for score in SCORES]), abs=1e-12)
    click(app, "offer_chose_turned_0")
    assert area(app) == pytest.approx(average_precision_score(sick, SCORES), abs=1e-12)
    assert "Lower scores" not in said(app)


def test_one_click_swaps_the_positive_value_and_another_swaps_it_back():
    app = page_with(RARE, "data")
    assert "Positive is `a`, the rarer value" in said(app)
    assert app.selectbox(key="positive").value == "a"
    click(app, "offer_chose_positive_rarer_0")
    assert (app.selectbox(key="positive").value, area(app)) == (
        "b",
        pytest.approx(average_precision_score([1, 0, 1, 0, 1], SCORES)),
    )
    assert "Positive is `b`, as you chose." in said(app)
    click(app, "offer_chose_positive_yours_0")
    assert app.selectbox(key="positive").value == "a"


def test_another_score_is_offered_and_the_value_yes_needs_no_message():
    app = page_with(RARE.replace(b"age", b"old_risk"), "data")
    assert "The score is `score`. Also possible:" in said(app)
    assert "Not used" not in said(app)  # the column is already offered above
    click(app, "offer_chose_score_0")
    assert app.multiselect(key="scores").value == ["old_risk"]
    upload(app, b"label,score\nyes,0.9\nno,0.1\n")
    assert "Positive is" not in said(app)


def test_one_click_fixes_a_problem_and_another_undoes_the_fix():
    rng = np.random.default_rng(3)
    truth = np.arange(60) % 3 == 0
    chance = np.round(50 * rng.random(60) + 40 * truth, 9)
    rows = "".join(f"r{row},{int(truth[row])},{chance[row]}\n" for row in [*range(60), *range(9)])
    app = page_with(b"id,label,prob\n" + rows.encode(), "data")
    for noticed, back in (("rows_repeated", "chose_once"), ("probability_percent", "chose_percent")):
        before = trace_of(app, "data_chart", "points")[0].size, app.title[0].value
        click(switch(app, "summary"), f"offer_{noticed}_0")
        assert f"offer_{noticed}_0" not in [button.key for button in app.button]
        click(switch(app, "data"), f"offer_{back}_0")
        assert (trace_of(app, "data_chart", "points")[0].size, app.title[0].value) == before
    click(switch(app, "summary"), "offer_rows_repeated_0")
    switch(app, "data")
    assert area(app) == pytest.approx(average_precision_score(truth, chance), abs=1e-12)


def test_the_last_file_is_shown_if_files_do_not_match():
    app = open_page("data")
    uploader = app.file_uploader(key="upload").upload("first.csv", b"label,score\n1,0.9\n0,0.5\n1,0.2\n", "text/csv")
    leave_summary(uploader.upload("second.csv", b"label,score\n1,0.9\n0,0.5\n", "text/csv").run())
    assert not app.error
    assert headline(app).startswith("2 rows, 1 positive")


def test_one_click_combines_a_file_with_the_previous_one():
    app = page_with(b"id,label,forest\na,1,0.9\nb,0,0.5\nc,1,0.2\n", "data", name="my_second.csv")
    app.switch_page("pages/curve.py").run()
    app.switch_page("pages/data.py").run()  # after a change of page the uploader is empty
    upload(app, b"id,logit\nc,0.7\nb,0.1\na,0.3\n", "second.csv")
    assert "`second.csv` replaced `my_second.csv`." in said(app)
    click(app, "beside")
    assert app.multiselect(key="scores").value == ["forest", "logit"]
    assert "`my_second.csv + second.csv` were put side by side by `id`." in said(switch(app, "summary"))
    click(switch(app, "data"), "alone")
    assert app.error  # it has no labels of its own, and what was matched stays in use
    click(app, "beside")
    assert not app.error
    upload(app, b"id,label,score\nx,1,0.9\ny,0,0.5\n", "third.csv")
    assert "beside" not in keys(app)  # they have no row in common


def keys(app):
    return [button.key for button in app.button]


def test_one_click_restores_the_file_that_another_or_an_example_replaced():
    rows = b"outcome,p,q\nyes,0.9,0.1\nno,0.8,0.4\nyes,0.7,0.2\nno,0.1,\n"
    app = page_with(rows, "data", name="pumps.csv", roles={"scores": ["q"]})
    app.checkbox(key="leave_out").check().run()
    app.selectbox(key="positive").select("no").run()
    mine = headline(app)
    assert mine.startswith("3 rows, 1 positive")
    assert "restore" not in keys(app)
    for _ in range(2):  # dragged rows may be used twice
        upload(app, b"label,score\n1,0.9\n0,0.5\n", "Played rows")
    assert "`Played rows` replaced `pumps.csv`." in said(app)
    assert "beside" not in keys(app)
    click(app, "restore")
    assert (headline(app), app.multiselect(key="scores").value) == (mine, ["q"])
    assert app.button(key="restore").label == "Back to `Played rows`"
    app.radio(key="example").set_value("digits").run()
    assert app.button(key="restore").label == "Back to `pumps.csv`"
    click(app, "restore")
    assert headline(app) == mine
    upload(app, b"label,score\n1,0.5\n", "bad.csv")
    assert app.error
    click(app, "restore")
    assert (headline(app), list(app.error)) == (mine, [])
