"""A visitor uploads a file."""

import csv

import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from tests.browser.accessible import serious_findings
from tests.browser.visitor import PROJECTOR

MOST_TABS = 20  # presses between two steps
FOCUS = "selector => document.activeElement.matches(selector) && getComputedStyle(document.activeElement).outlineStyle"
NAMES = {True: "benign", False: "malignant"}


@pytest.fixture
def clinic(tmp_path):
    """A real file of 469 rows with text labels and an id column, as a German spreadsheet saves it."""
    labeled_scores = example_labeled_scores("breast_cancer")
    path = tmp_path / "clinic.csv"
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(("patient", "diagnosis", "model"))
        for row, (positive, score) in enumerate(
            zip(labeled_scores.positive, labeled_scores.score, strict=True), start=1001
        ):
            writer.writerow((row, NAMES[bool(positive)], repr(float(score)).replace(".", ",")))
    return path


def test_uploaded_files_are_read_and_stay_text(visitor, clinic, tmp_path):
    a_real_file_has_the_values_of_scikit_learn(visitor, clinic, tmp_path)
    visitor.go_back_to("data?lang=en")
    hostile_names_fetch_nothing_and_stay_text(visitor, tmp_path)
    pasted_rows_and_examples_replace_them(visitor)


def a_real_file_has_the_values_of_scikit_learn(visitor, clinic, folder):
    the_keyboard_leads_from_the_first_screen_to_the_report(visitor, clinic, folder)
    is_kept_over_back_and_forward(visitor)
    columns_and_first_rows_need_no_scrolling(visitor)
    roles_can_be_chosen(visitor)
    stays_in_use_after_a_bad_one(visitor, folder)
    visitor.visit("areas")
    assert "clinic.csv · 469 rows, 322 positive" in visitor.text()
    has_the_areas_of_scikit_learn(visitor)
    visitor.choose("left", "Envelope")
    visitor.page.locator(".st-key-lang").get_by_text("中文").click()
    visitor.wait()
    assert "clinic.csv · 469 行" in visitor.text()
    assert visitor.parameters() == {"own": "1", "lang": "zh", "left": "envelope", "right": "linear"}
    visitor.visit("data")
    assert visitor.headline().startswith("469 行")


def the_keyboard_leads_from_the_first_screen_to_the_report(visitor, clinic, folder):
    """Skip the menu, upload the file, copy the sentence to report, and save the report."""
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visitor.address)
    with page.expect_file_chooser() as asked:  # Playwright needs a moment before it catches one
        visitor.open("areas?example=ten_rows")
        page.get_by_text(messages_in("en").format("chart.skip")).wait_for(state="attached")  # Streamlit's link differs
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.tagName") == "H1"
        tab_to(visitor, ".st-key-first_upload button")
        page.keyboard.press("Enter")
    asked.value.set_files(clinic)
    page.wait_for_url("**/summary?own=1**")
    visitor.wait()
    assert visitor.headline().startswith("Average precision 0.178")
    assert serious_findings(page) == []
    tab_to(visitor, ".st-key-report_sentence button")
    page.keyboard.press("Enter")
    sentence = page.evaluate("navigator.clipboard.readText()")
    assert sentence == page.locator(".st-key-report_sentence code").text_content()
    tab_to(visitor, ".st-key-exports summary")
    page.keyboard.press("Enter")
    visitor.stands(".st-key-picture")
    visitor.wait()
    tab_to(visitor, ".st-key-exports [data-testid=stCode] button")
    tab_to(visitor, ".st-key-download_report button")
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    saved.value.save_as(folder / "report.html")
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert "0.178" in sentence
    assert [part in report for part in ("clinic.csv", "0.178")] == [True, True]


def tab_to(visitor, selector):
    """Press Tab until an element has the focus, which must be visible."""
    for _ in range(MOST_TABS):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            break
    assert visitor.page.evaluate(FOCUS, selector) == "solid"


def is_kept_over_back_and_forward(visitor):
    """Go to the first screen, back and forward, and to Data; take an example, and go back to the rows and forward."""
    summary = visitor.page.url
    for goes in (visitor.page.go_back, visitor.page.go_forward, visitor.page.go_back):
        goes()
        visitor.wait()
        assert (visitor.page.url == summary) == (goes == visitor.page.go_forward)
    assert "clinic.csv · 469 rows" in visitor.text()
    visitor.visit("data")
    assert visitor.headline().startswith("469 rows")
    visitor.page.locator(".st-key-folded_examples summary").click()  # folded below own data
    visitor.page.locator(".st-key-example").get_by_text("One score for all").click()
    visitor.wait()
    for goes, begins in (
        (visitor.page.go_back, "469 rows"),
        (visitor.page.go_forward, "100 rows"),
        (visitor.page.go_back, "469 rows"),
    ):
        goes()
        visitor.wait()
        assert visitor.headline().startswith(begins)


def columns_and_first_rows_need_no_scrolling(visitor):
    """Check that label, positive value and scores are on the first screen, beside the rows."""
    places = (".st-key-label", ".st-key-positive", ".st-key-scores", '[data-testid="stDataFrame"] >> nth=0')
    boxes = [visitor.page.locator(place).bounding_box() for place in places]
    assert max(box["y"] + box["height"] for box in boxes) <= PROJECTOR["height"]
    *roles, rows = boxes
    assert rows["x"] + rows["width"] <= min(box["x"] for box in roles)


def roles_can_be_chosen(visitor):
    assert visitor.page.locator(".st-key-scores").inner_text().split() == ["Score,", "or", "scores", "model"]
    assert visitor.headline() == "469 rows, 147 positive: a class balance of 0.31"
    visitor.choose("positive", "benign")
    assert visitor.headline() == "469 rows, 322 positive: a class balance of 0.69"


def stays_in_use_after_a_bad_one(visitor, folder):
    bad = folder / "bad.csv"
    bad.write_text("label,score\n1,0.5\n0,high\n", encoding="utf-8")
    before = visitor.headline()
    visitor.upload(bad)
    assert (
        "In row 2 (line 3 of the file) the score in the column score is high, which is not a number" in visitor.text()
    )
    assert "Still in use: clinic.csv." in visitor.text()
    assert visitor.headline() == before
    assert visitor.traceback() == ""


def has_the_areas_of_scikit_learn(visitor):
    labeled_scores = example_labeled_scores("breast_cancer")
    step = average_precision_score(labeled_scores.positive, labeled_scores.score)
    precision, recall, _ = precision_recall_curve(labeled_scores.positive, labeled_scores.score)
    for chart, area in (("left_chart", step), ("right_chart", auc(recall, precision))):
        assert f"{area:.3f}" in visitor.chart_text(chart)
        assert visitor.polygon_area(chart) == pytest.approx(area, abs=1e-12)
    assert f"{step:.6f}" == "0.992462"


def pasted_rows_and_examples_replace_them(visitor):
    visitor.page.locator(".st-key-paste textarea").fill("label\tscore\n1\t0.9\n0\t0.5\n1\t0.4\n0\t0.1\n")
    visitor.page.locator(".st-key-paste_read button").click()
    visitor.leave_summary()
    assert visitor.headline() == "4 rows, 2 positive: a class balance of 0.50"
    visitor.page.locator(".st-key-folded_examples summary").click()  # folded below own data
    visitor.page.locator(".st-key-example").get_by_text("One score for all").click()
    visitor.wait()
    assert visitor.headline() == "100 rows, 10 positive: a class balance of 0.10"
    assert visitor.parameters()["example"] == "constant"
    visitor.visit("curve")
    assert visitor.page.get_by_test_id("stAlert").count() == 0


def hostile_names_fetch_nothing_and_stay_text(visitor, folder):
    hostile = folder / "![pic](http:__127.0.0.1:9_x.png).csv"
    hostile.write_text(
        "![label](http://127.0.0.1:9/t.png),<img src=http://127.0.0.1:9/i.png>,$x^2$\n1,0.9,a\n0,0.5,b\n1,0.4,`c`\n",
        encoding="utf-8",
    )
    visitor.upload(hostile)
    assert visitor.headline().startswith("3 rows, ")
    for page in ("areas", "curve", "data"):
        visitor.visit(page)
        assert visitor.page.locator('[data-testid="stMain"] img').count() == 0
