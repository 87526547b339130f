"""Rows clustered by person: pages with intervals say that clusters stay together, or rows are independent."""

import re

import pytest

from pr_curve_lab.analysis import model_resampling
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.i18n.messages import format_notices, messages_in
from tests.pages.app import page_with, rates_of
from tests.pr_curve_lab.persons import persons

SAID = {
    "en": "The 1,000 rows have only 40 different values of `patient_id`, so they are not independent. "
    "Intervals keep the rows of each value together.",
    "zh": "同一 `patient_id` 的各行并不独立：1,000 行来自 40 个 `patient_id`。"
    "置信区间把同一 `patient_id` 的各行合并处理。",
}


def opened(lang="en", frame=None, page="data", **roles):
    return page_with(persons() if frame is None else frame, page, name="study.csv", roles=roles, lang=lang)


def captions(app):
    return [caption.value for caption in app.caption]


def cited(app):
    return next(code.value for code in app.code if "0.95" in code.value or "95%" in code.value)


def clusters(app):
    return app.session_state["visitor"].labeled_scores.clusters


@pytest.mark.parametrize(
    ("page", "lang"), [*((page, "en") for page in ("data", "areas", "curve", "schemes", "balance")), ("areas", "zh")]
)
def test_every_page_with_an_interval_names_the_clusters(page, lang):
    app = opened(lang, page=page)
    assert captions(app).count(SAID[lang]) == 1
    found = step_interval(app.session_state["visitor"].labeled_scores).interval
    if page != "data":
        assert re.search(rf"{found.lower:.3f}(-| to | 到 ){found.upper:.3f}", cited(app))
        assert "patient_id" in cited(app)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_models_are_compared_by_person(lang):
    app = opened(lang, persons(models=("p", "q")), "models", scores=["p", "q"])
    assert captions(app).count(SAID[lang]) == 1
    words = messages_in(lang)
    assert any(words.format("interval.name_groups") in one.value for one in app.header)
    titles, *rows = rates_of(app)
    assert (titles[2][0], len(rows)) == (words.format("columns.models.bootstrap"), 2)
    drawn = words.format("models.bootstrap_caption_clusters", resamples=model_resampling.N_RESAMPLES)
    assert any(drawn in caption for caption in captions(app))


def test_one_click_treats_rows_as_independent():
    app, words = opened(page="balance"), messages_in("en")
    wide, threshold = cited(app), app.session_state["visitor"].labeled_scores.points.threshold[3]
    app.session_state["threshold"] = float(threshold)
    app.run()
    assert app.button(key="clusters_apart").label == words.format("data.offer_apart")
    app.button(key="clusters_apart").click().run()
    assert not app.exception
    assert words.format_notice(clusters(app).notice) in captions(app)
    assert clusters(app).status == "apart"
    assert app.session_state["threshold"] == threshold
    narrow = cited(app)
    assert narrow != wide
    assert words.format("exports.independent", column="patient_id") in narrow
    app.button(key="clusters_together_patient_id").click().run()
    assert cited(app).split("\n")[0] == wide.split("\n")[0]


def test_few_persons_give_the_interval_of_rows_with_a_message():
    frame = persons().assign(patient_id=[row % 6 for row in range(1000)])
    app = opened(frame=frame, page="areas")
    assert messages_in("en").format_notice(clusters(app).notice) in captions(app)
    assert "6 different values are too few" in format_notices(clusters(app).notice)
    assert "rows of each patient_id treated as independent" in cited(app)


def test_the_permutation_test_warns_about_ignored_clusters():
    app = opened(page="balance")
    assert any("p is too small" in caption for caption in captions(app))


def test_the_caption_of_the_band_names_the_clusters():
    app = opened(page="curve")
    app.toggle(key="band").set_value(True).run()
    assert not app.exception
    assert any("rows of each `patient_id` kept together" in caption for caption in captions(app))


@pytest.mark.parametrize(
    ("regions", "said"),
    [(2, "Intervals keep the rows of each value together"), (5, "some groups have fewer than 10 of them")],
)
def test_a_caption_tells_whether_intervals_of_groups_use_clusters(regions, said):
    frame = persons().assign(region=[f"r{row * regions // 1000}" for row in range(1000)])
    app = opened(frame=frame, page="averages", group="region")
    (found,) = (caption for caption in captions(app) if said in caption)
    assert "`patient_id`" in found
