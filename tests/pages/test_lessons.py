import json

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson import StepSettings
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_values import step_values
from pr_curve_lab.schema.examples import example_dataset
from tests.pages.app import headline, open_page, page_with, said, seen_page
from tests.pages.test_models import pairs_of


def played(app):
    """Return the lesson data sent to the browser."""
    boards = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "pr_curve_lab_lesson"]
    return json.loads(boards[0].json) if boards else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_lesson_with_its_thumbnail(language):
    app = open_page("lessons", lang=language)
    words = messages_in(language)
    for key in LESSONS:
        assert words.format(f"lesson_steps.{key}.about") in said(app)
    assert sum("<img alt=" in one.proto.body for one in app.get("html")) == len(LESSONS)
    app.button(key="open_ends").click().run()
    assert played(app)["lesson"] == "ends"


@pytest.mark.parametrize(("key", "language"), [("curve", "en"), ("rare", "zh")])
def test_a_link_opens_its_lesson_in_its_language(key, language):
    app = open_page("lessons", lesson=key, step="2", lang=language)
    assert played(app) == json.loads(json.dumps(lesson_json(key, language)))


def test_the_list_shows_the_progress_of_a_lesson():
    app = open_page("lessons", lesson="curve", step="4")
    app.switch_page("pages/areas.py").run()
    app.session_state["lesson"] = ""
    app.switch_page("pages/lessons.py").run()
    assert f"step 4 of {len(LESSONS['curve'].steps)}" in said(app)


def test_a_step_beyond_the_last_is_the_last():
    app = open_page("lessons", lesson="ends", step="7")
    assert app.session_state["step"] == 6


@pytest.mark.parametrize(("lesson", "step"), [("nobody", "1"), ("curve", "0")])
def test_an_unknown_lesson_or_step_in_the_address_gets_a_warning(lesson, step):
    app = open_page("lessons", lesson=lesson, step=step)
    assert "which does not exist here" in app.warning[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_can_be_printed_while_it_is_open(language):
    app = open_page("lessons", lesson="curve", lang=language)
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == [messages_in(language).format(f"sheet.download_{kind}") for kind in ("exercise", "sheet")]


def test_a_lesson_leaves_the_visitors_own_data_in_use():
    app = page_with("label,score\n1,3\n0,2\n", "lessons")
    assert headline(app).endswith("lessons: guess first, then see the answer")
    app.button(key="open_curve").click().run()
    app.switch_page("pages/areas.py").run()
    assert app.session_state["visitor"].labeled_scores.size == 2


FIELDS = {"min_recall": "recall", "min_precision": "precision", "max_alerts": "alerts"}
CHANGES_OF_ROWS = ("order", "times", "decimals", "power", "missed", "positives", "grid")
OF_EXAMPLE = StepSettings("")  # the settings of rows that are those of an example


def page_of(settings):
    """Return the page and the address that ask what a step asks of the same rows, and the sentence with the answer."""
    models = example_dataset(settings.example).valid_names
    rows = {"example": settings.example} | ({"model": settings.task or models[0]} if len(models) > 1 else {})
    if settings.requirement is not None:
        asked = {FIELDS.get(name, name): str(value) for name, value in settings.requirement.items() if name != "beta"}
        kind = "cost" if "cost_fp" in asked else "".join(settings.requirement)
        address = {**asked, "require": kind} if asked else {}
        sentence = "Threshold {threshold}: precision {precision:.2f}, recall {recall:.2f}, {called} flagged"
        return "curve", {**rows, **address}, sentence
    if settings.prevalence is not None:
        return "balance", {**rows, "prevalence": str(settings.prevalence)}, "of {balance} the area is {area:.3f}"
    if "folds" in settings.pictures:
        return "averages", {**rows, "average": settings.average}, "Over {folds} folds the macro average is {mean:.3f}"
    if settings.average:
        address = {"example": settings.example, "average": settings.average}
        return "averages", address, f"The {settings.average} average is {{{settings.average}:.3f}}"
    if "tools" in settings.pictures:
        return "schemes", rows, "{tools} tools, {values} numbers: from {least:.3f} to {most:.3f}"
    return "areas", {**rows, "left": settings.scheme}, ": {area:.3f}"


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_page_gives_the_numbers_of_a_lesson_on_the_same_rows(lesson):
    for number in range(1, len(lesson.steps) + 1):
        settings, values = lesson.settings(number), step_values(lesson, number)
        is_changed = any(getattr(settings, name) != getattr(OF_EXAMPLE, name) for name in CHANGES_OF_ROWS)
        if is_changed or (settings.scheme is None and settings.requirement is None):
            continue
        page, address, sentence = page_of(settings)
        read = said if settings.average else headline
        assert sentence.format(**values) in read(seen_page(page, **address)), number


@pytest.mark.parametrize("number", [one for one in range(1, 8) if LESSONS["sure"].settings(one).rival])
def test_models_are_as_sure_in_the_lesson_as_on_the_page(number):
    settings, values = LESSONS["sure"].settings(number), step_values(LESSONS["sure"], number)
    app = seen_page("models", example=settings.example)
    assert pairs_of(app)[settings.task, settings.rival][2] == "{lead_low_text} to {lead_high_text}".format(**values)
    tables = "".join(one.proto.body for one in app.get("html"))
    for one in ("own", "rival"):
        assert f"{values[f'{one}_low']:.3f}–{values[f'{one}_high']:.3f}" in tables


def test_summary_prints_the_interval_of_a_lesson():
    values = step_values(LESSONS["sure"], 2)
    interval = f"(95% CI {values['low']:.3f} to {values['high']:.3f}"
    assert interval in said(seen_page("summary", example="twenty_rows"))
