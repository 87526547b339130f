"""A scheme or tool added to pr_metrics only is shown under its key, in gray, and no page fails."""

import pytest

from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.numbers import rows_csv
from pr_curve_lab.exports.python_code import CodeRequest, average_code, pr_metrics_code, sklearn_code
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting.palette import SLATE
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores, example_table
from pr_curve_lab.server.cache import SHARED
from pr_metrics import SCHEMES, TOOLS, Tool
from pr_metrics.interpolation import linear_flat
from pr_metrics.schemes import Scheme
from tests.offered_code import file_that_is_read, printed_by
from tests.pages.app import arrangements_of, figure_of, headline, open_page, said
from tests.pr_curve_lab.exports.builders import dated_results
from tests.pr_curve_lab.exports.test_averages_exports import averages

KEY, TOOL = "half_way", "new.tool"
SCHEME = Scheme(key=KEY, formula="h", start="first precision", tools=(), source="a new paper", join=linear_flat)
NEW_TOOL = Tool(
    key=TOOL,
    name="New tool",
    short="New tool",
    version="1",
    scheme=KEY,
    start="first precision",
    formula="h",
    source="its code",
    area=lambda _: 0.125,
    without_positives=None,
    bins="it rounds scores",
)
PAGES = [
    ("data", "sixteen_rows"), ("curve", "sixteen_rows"), ("areas", "sixteen_rows"), ("schemes", "sixteen_rows"),
    ("balance", "sixteen_rows"), ("averages", "digits"), ("models", "four_models"), ("lessons", "sixteen_rows"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def added(monkeypatch):
    monkeypatch.setitem(SCHEMES, KEY, SCHEME)
    monkeypatch.setitem(TOOLS, TOOL, NEW_TOOL)
    SHARED.clear()
    yield
    SHARED.clear()


def opened(page, **parameters):
    """Open a page with the new scheme selected on the left, if the page offers a choice."""
    app = open_page(page, **parameters)
    if any(one.key == "left" for one in app.selectbox):
        app.selectbox(key="left").select(KEY).run()
        assert not app.exception
    return app


@pytest.mark.parametrize(("page", "example"), PAGES)
def test_no_page_fails(page, example):
    app = opened(page, example=example)
    assert headline(app)
    if page in ("areas", "balance", "models"):
        assert KEY in headline(app) + said(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scheme_is_drawn_in_gray_under_its_key(language):
    figure = figure_of(opened("areas", example="sixteen_rows", lang=language), "left_chart")
    (line,) = (trace["line"] for trace in figure["data"] if trace["name"] == "line")
    assert line["color"] == SLATE.line
    assert f"<b>{KEY}</b>" in [note["text"] for note in figure["layout"]["annotations"]]
    widest = arrangements_of(open_page("schemes", example="sixteen_rows", lang=language), "schemes_chart")[0]
    assert (f"<b>{KEY}</b>", SLATE.text) in [(note["text"], note["font"]["color"]) for note in widest["annotations"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_the_tool_with_its_scheme(language):
    app = open_page("schemes", example="sixteen_rows", lang=language)
    words = messages_in(language)
    (row,) = (row for row in app.table[0].value.itertuples(index=False) if "New tool" in " ".join(row))
    assert {words.format_number("0.125000"), KEY} <= set(row)
    assert words.format("tools.bins.default") in " ".join(row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_and_citation_name_the_scheme(language):
    words, labeled_scores = messages_in(language), example_labeled_scores("sixteen_rows")
    results = dated_results(labeled_scores, example_table("sixteen_rows"), "sixteen_rows", left=KEY)
    page = page_exports.data_exports(results, words).report().decode("utf-8")
    assert f'data-of="area.{KEY}"' in page
    assert "New tool" in page
    assert KEY in area_sentence(KEY, 0.5, results.sample, words)


def test_the_code_computes_the_scheme_with_pr_metrics(tmp_path):
    wanted = CodeRequest("rows.csv", [KEY, "step"])
    theirs = sklearn_code(wanted)
    assert f"# {KEY}: scikit-learn has nothing" in theirs
    assert f'SCHEMES["{KEY}"]' in pr_metrics_code(wanted)
    (tmp_path / file_that_is_read(theirs)).write_bytes(rows_csv(example_labeled_scores("sixteen_rows")))
    assert printed_by(theirs, tmp_path).keys() == {"step"}
    assert f"# {KEY}:" in sklearn_code(CodeRequest("rows.csv", [KEY], models=["a", "b"]))
    dataset = example_dataset("digits")
    digits = averages(dataset, example_table("digits"), "macro", KEY)
    assert "in steps only" in average_code(digits)["scikit-learn"]
