"""The exports of a page have the numbers that the page shows."""

import numpy as np
import pytest

from pr_curve_lab.analysis.formatting import format_distinct
from pr_curve_lab.exports.numbers import rows_csv
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from pr_metrics import SCHEMES, at_prevalence, choose_threshold, operating_points
from tests.expected_intervals import expected_interval
from tests.offered_code import file_that_is_read, printed_by
from tests.pages.app import PAGES, headline, open_page, page_with, said, seen_page, shown_fully

AREA = 1e-12
OFFERING = ("data", "curve", "areas", "schemes")
IN_VIEW = {"four_models": "logistic: AP (step", "digits": "class 0 against the rest: AP (step"}


def offered(app):
    """Return the sentences to cite and the code of the page."""
    blocks = [block.value for folded in app.expander for block in folded.code]
    return [text for text in blocks if "import" not in text], [text for text in blocks if "import" in text]


def run(app, labeled_scores, folder):
    """Run both versions of the code in a folder with the rows, and return what they print."""
    _, codes = offered(app)
    for code in codes:
        (folder / file_that_is_read(code)).write_bytes(rows_csv(labeled_scores))
    ours, theirs = (printed_by(code, folder) for code in codes)
    return ours, theirs


@pytest.mark.parametrize(("example", "model"), [("sixteen_rows", {}), ("digits", {"model": "0"})])
def test_the_curve_page_offers_its_area_and_its_threshold(example, model, tmp_path):
    labeled_scores = example_labeled_scores(example)
    points = labeled_scores.points
    app = seen_page("curve", example=example, **model)
    sentences, _ = offered(app)
    area, at = SCHEMES["step"].area(points), choose_threshold(points).index
    interval, way = expected_interval(labeled_scores.positive, labeled_scores.score)
    name = "logit interval" if way == "logit" else "interval (influence function)"
    assert f"AP (step, ties together) = {area:.3f}; n = {labeled_scores.size:,}, " in sentences[-1]
    answer, area_said = sentences[-1].split("\n")
    assert area_said.startswith(IN_VIEW.get(example, "AP (step"))
    assert area_said.endswith(f"95% {name} {interval.lower:.3f}-{interval.upper:.3f}")
    assert f"precision {points.precision[at]:.3f}" in answer
    assert answer == app.code[0].value
    expected = {"step": area, "precision": points.precision[at], "recall": points.recall[at]}
    for printed in run(app, labeled_scores, tmp_path):
        assert printed == pytest.approx(expected, abs=AREA)
    assert f"area (average precision) is {printed['step']:.3f}" in said(app)


def test_citation_and_code_use_the_moved_threshold(tmp_path):
    points = example_labeled_scores("sixteen_rows").points
    app = open_page("curve", example="sixteen_rows")
    app.button(key="looser").click().run()
    at = choose_threshold(points).index + 1
    sentences, codes = offered(app)
    assert f"score >= {points.threshold[at]:g} (chosen by hand):" in sentences[-1]
    assert all(repr(float(points.threshold[at])) in code for code in codes)
    for printed in run(app, example_labeled_scores("sixteen_rows"), tmp_path):
        assert printed["recall"] == pytest.approx(points.recall[at], abs=AREA)


@pytest.mark.parametrize(
    ("example", "choices"),
    [("sixteen_rows", {"left": "envelope", "right": "continuous"}), ("breast_cancer", {"digits": "0"})],
    ids=str,
)
def test_the_areas_page_offers_both_areas_and_their_difference(example, choices, tmp_path):
    labeled_scores = example_labeled_scores(example)
    score = np.round(labeled_scores.score, 0) if "digits" in choices else labeled_scores.score
    points = operating_points(labeled_scores.positive, score)
    app = seen_page("areas", example=example, **choices)
    left, right = choices.get("left", "step"), choices.get("right", "linear")
    areas = {left: SCHEMES[left].area(points), right: SCHEMES[right].area(points)}
    expected = {**areas, "difference": areas[right] - areas[left]}
    sentences, _ = offered(app)
    for area in format_distinct(areas[left], areas[right]):
        assert f"= {area};" in sentences[0]
    assert ("scores rounded to whole numbers" in sentences[0]) == ("digits" in choices)
    interval, _ = expected_interval(labeled_scores.positive, score, left)
    assert f" {interval.lower:.3f}-{interval.upper:.3f}" in sentences[0]
    for printed in run(app, labeled_scores, tmp_path):
        assert printed == pytest.approx(expected, abs=AREA)
    assert all(f"{area:.3f}" in headline(app) for area in areas.values())


def test_the_schemes_page_offers_every_area(tmp_path):
    labeled_scores = example_labeled_scores("breast_cancer")
    areas = {key: scheme.area(labeled_scores.points) for key, scheme in SCHEMES.items()}
    app = seen_page("schemes", example="breast_cancer", left="envelope")
    ours, theirs = run(app, labeled_scores, tmp_path)
    assert ours == pytest.approx(areas, abs=AREA)
    assert theirs == pytest.approx({key: area for key, area in areas.items() if key in theirs}, abs=AREA)
    assert areas.keys() - theirs.keys() == {"davis_goadrich"}
    sentences, _ = offered(app)
    assert sentences[0].startswith(f"AP (best precision at that recall or beyond) = {areas['envelope']:.3f};")
    assert f"{len(SCHEMES)} ways to join the same points: {min(areas.values()):.3f} (" in sentences[0]


def test_citation_and_code_use_the_weights(tmp_path):
    rows = "label,score,sample_weight\n1,0.9,0.5\n0,0.7,1\n1,0.7,1.5\n0,0.2,1\n1,,2\n"
    app = page_with(rows, "data")
    app.checkbox(key="leave_out").check().run()
    app.switch_page("pages/areas.py").run()
    sentences, codes = offered(app)
    assert (
        "n = 4, 2 positives; weighted by sample_weight; 1 row left out; 2 rows tied with the other class"
        in sentences[0]
    )
    label, score, weight = [1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2], [0.5, 1, 1.5, 1]
    points = operating_points(label, score, sample_weight=weight)
    lines = "".join(f"{a},{b},{c}\n" for a, b, c in zip(label, score, weight, strict=True))
    for code in codes:
        (tmp_path / file_that_is_read(code)).write_text(f"label,score,weight\n{lines}", encoding="utf-8")
        assert printed_by(code, tmp_path)["linear"] == pytest.approx(SCHEMES["linear"].area(points), abs=AREA)


@pytest.mark.parametrize("page", OFFERING)
def test_every_page_offers_its_files(page):
    app = seen_page(page, example="ten_rows")
    keys = {button.proto.id.split("-")[-1] for button in app.get("download_button")}
    offered_here = {"rows", "report"} if page == "data" else {"rows", "csv", "json", "report"}
    assert {f"download_{kind}" for kind in offered_here} <= keys
    assert all(button.proto.deferred_file_id and not button.proto.url for button in app.get("download_button"))
    assert sum(map(len, offered(app))) == (0 if page == "data" else 3)


@pytest.mark.parametrize("page", ["areas", "curve"])
def test_the_button_of_a_chart_saves_the_chosen_format(page):
    app = open_page(page, example="ten_rows", picture="svg")
    for kind, scale in (("svg", 1), ("png", 2)):
        app.segmented_control(key="picture").set_value(kind).run()
        for chart in app.get("plotly_chart"):
            key = chart.proto.id.split("-")[-1].removesuffix("_chart")
            assert f'"filename": "ten_rows_{page}_{key}"' in chart.proto.config
            assert f'"format": "{kind}"' in chart.proto.config
            assert f'"scale": {scale}' in chart.proto.config


def test_exports_name_the_selected_score(tmp_path):
    app = seen_page("areas", example="four_models", model="forest")
    labeled_scores = example_dataset("four_models").labeled_scores("forest")
    sentences, codes = offered(app)
    area = SCHEMES["step"].area(labeled_scores.points)
    assert sentences[0].startswith(f"forest: AP (step, ties together) = {area:.3f}; n = 500, ")
    assert {file_that_is_read(code) for code in codes} == {"four_models_forest_rows.csv"}
    for printed in run(app, labeled_scores, tmp_path):
        assert printed["step"] == pytest.approx(area, abs=AREA)
    charts = [chart.proto.config for chart in app.get("plotly_chart")]
    assert any('"filename": "four_models_forest_areas_left"' in config for config in charts)


@pytest.mark.parametrize(("prevalence", "scheme"), [(None, "step"), (0.01, "continuous"), (0.9, "linear_flat")])
def test_the_balance_page_offers_the_area_at_the_asked_balance(tmp_path, prevalence, scheme):
    labeled_scores = example_labeled_scores("sixteen_rows")
    asked = {} if prevalence is None else {"prevalence": str(prevalence)}
    app = seen_page("balance", example="sixteen_rows", left=scheme, **asked)
    own = SCHEMES[scheme].area(labeled_scores.points)
    moved = own if prevalence is None else SCHEMES[scheme].area(at_prevalence(labeled_scores.points, prevalence))
    sentences, _ = offered(app)
    assert f"= {own:.3f}; n = 16, 9 positives;" in sentences[0]
    assert ("At a class balance of " in sentences[0]) == (prevalence is not None)
    assert prevalence is None or f"At a class balance of {prevalence:.2f}: " in sentences[0]
    assert sentences[0].endswith(f"= {moved:.3f}") == (prevalence is not None)
    for printed in run(app, labeled_scores, tmp_path):
        assert printed == {scheme: pytest.approx(moved, abs=AREA)}


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_exported_while_the_expander_is_closed(monkeypatch, page):
    app = open_page(page, example=shown_fully(page))
    # Above the exports Schemes, Summary, Models and Groups show a sentence that is made of the same results.
    makers = {"schemes": "exports.page_exports.scheme_exports", "summary": "exports.page_exports.curve_exports"}
    makers |= {"models": "views.models.model_exports", "averages": "views.averages.average_exports"}
    monkeypatch.delattr(f"pr_curve_lab.{makers.get(page, 'views.exports.current_results')}")
    app.session_state["exports"] = False
    assert not app.run().exception
    app.session_state["exports"] = True
    assert app.run().exception


def test_title_author_and_sections_of_the_report_stay_in_the_session(monkeypatch):
    options = []
    monkeypatch.setattr(
        "pr_curve_lab.exports.page_exports.ExportFile.with_options", lambda _, one: options.append(one()) or _
    )
    app = open_page("areas", example="ten_rows")
    assert options[-1].title == options[-1].author == ""
    assert {"areas", "schemes", "code"} <= set(options[-1].sections)
    app.text_input(key="report_title").set_value("Spring <b>review</b>").run()
    app.text_input(key="report_author").set_value("Ada").run()
    assert (options[-1].title, options[-1].author) == ("Spring <b>review</b>", "Ada")
    app.switch_page("pages/curve.py").run().run()  # the page knows the last export one run later
    assert (options[-1].title, options[-1].author) == ("Spring <b>review</b>", "Ada")
    assert "Spring" not in str(dict(app.query_params))
