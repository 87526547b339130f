import numpy as np
import pytest
from pr_app.lessons.pictures import KEYS, MAIN

from pr_app.lessons.facts import facts_of
from pr_app.lessons.registry import LESSONS
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import LANGUAGES, words_in
from pr_metrics import SCHEMES
from tests.pages.app import headline, open_page, said, trace_of

STEPS = [(lesson.key, number + 1) for lesson in LESSONS.values() for number in range(len(lesson.steps))]
WORDS = words_in("en")
ASKED = [(key, number) for key, number in STEPS if LESSONS[key].steps[number - 1].options]


def charts(app):
    return {chart.proto.id.split("-")[-1] for chart in app.get("plotly_chart")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_lesson(language):
    app = open_page("lessons", lang=language)
    words = words_in(language)
    for key in LESSONS:
        assert words.say(f"lesson_{key}.about") in said(app)
    app.button(key="open_ends").click().run()
    assert headline(app) == words.say("lesson_ends.step1.title", **facts_of(LESSONS["ends"], 1))


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_every_step_opens_by_its_link_and_asks_before_it_shows(key, number):
    lesson, facts = LESSONS[key], facts_of(LESSONS[key], number)
    step, asks = lesson.steps[number - 1], (key, number) in ASKED
    app = open_page("lessons", lesson=key, step=str(number))
    scene = lesson.scene_asked(number) if asks else lesson.scene(number)
    assert charts(app) == {KEYS.get(picture, MAIN) for picture in scene.pictures}
    assert headline(app) == WORDS.say(f"lesson_{key}.step{number}.{'asks' if asks else 'title'}", **fill(facts))
    assert app.button(key="back").disabled == (number == 1)
    assert app.button(key="forward").disabled == (number == len(lesson.steps) or asks)
    if asks:
        check_answers(app, key, number, step.right(facts))


def check_answers(app, key, number, right):
    """Nothing is shown before an answer, and a wrong one is told from a right one."""
    facts = fill(facts_of(LESSONS[key], number))
    text = WORDS.say(f"lesson_{key}.step{number}.says", **facts)
    assert text not in said(app)
    assert not app.latex
    options = LESSONS[key].steps[number - 1].options
    assert not any(app.button(key=f"answer_{option}").label.startswith("✓") for option in options)
    wrong = next(option for option in options if option != right)
    for answer, verdict in ((wrong, "wrong"), (right, "right")):
        app.button(key=f"answer_{answer}").click().run()
        assert headline(app) == WORDS.say(f"lesson_{key}.step{number}.title", **facts)
        assert text in said(app)
        assert WORDS.say(f"lesson_{key}.step{number}.asks", **facts) in said(app)
        assert WORDS.say(f"lessons.{verdict}", answer="").split(":")[0] in said(app)
        assert (WORDS.say(f"lesson_{key}.step{number}.tempts", **facts) in said(app)) == (verdict == "wrong")
        marked = [option for option in options if app.button(key=f"answer_{option}").label.startswith("✓")]
        assert marked == [right]


def fill(facts):
    """The numbers of a step as an English sentence takes them."""
    return {name: fact["en"] if isinstance(fact, dict) else fact for name, fact in facts.items()}


def test_while_a_question_is_open_the_step_before_is_shown():
    app = open_page("lessons", lesson="curve", step="4")
    points = example_cases("apples_oranges").points
    assert trace_of(app, "lesson_chart", "points")[0].tolist() == points.recall[:2].tolist()
    app.button(key="answer_falls").click().run()
    assert trace_of(app, "lesson_chart", "points")[0].tolist() == points.recall[:3].tolist()


def test_the_fractions_are_drawn_one_to_a_line():
    app = open_page("lessons", lesson="decisions", step="4")
    (precision,) = (element.value for element in app.get("latex") or app.latex)
    assert r"\frac{4}{5} = 0.80" in precision
    app = open_page("lessons", lesson="wishes", step="2")
    fractions = [element.value for element in app.latex]
    assert len(fractions) == 3
    assert r"\frac{2 \times 8}{10 + 10} = 0.80" in fractions[2]


def sheets(app):
    return {button.proto.id.split("-")[-1]: button.proto.label for button in app.get("download_button")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_printed_from_the_list_and_at_its_end(language):
    label = words_in(language).say("sheet.download")
    assert sheets(open_page("lessons", lang=language)) == {f"sheet_{key}": label for key in LESSONS}
    assert sheets(open_page("lessons", lang=language, lesson="curve", step="8")) == {}
    assert sheets(open_page("lessons", lang=language, lesson="curve", step="9")) == {"sheet_curve": label}


def test_the_sheet_is_withheld_while_the_last_question_is_open():
    app = open_page("lessons", lesson="between", step="9")
    assert sheets(app) == {}
    app.button(key="answer_less").click().run()
    assert sheets(app).keys() == {"sheet_between"}


def test_forward_and_back_agree():
    app = open_page("lessons", lesson="curve", step="1")
    seen = []
    for number in range(1, 10):
        if LESSONS["curve"].steps[number - 1].options:
            app.button(key="answer_rises").click().run()
        seen.append(headline(app))
        if number < 9:
            app.button(key="forward").click().run()
    for number in range(8, 0, -1):
        app.button(key="back").click().run()
        assert headline(app) == seen[number - 1]
    app.button(key="all_lessons").click().run()
    assert headline(app) == f"{len(LESSONS)} lessons on data that a class can count"


@pytest.mark.parametrize("step", ["99", "7"])
def test_a_step_beyond_the_last_is_the_last(step):
    app = open_page("lessons", lesson="ends", step=step)
    assert headline(app) == "Look at that row, not at the limits of the plot"


@pytest.mark.parametrize(("lesson", "step"), [("nobody", "1"), ("curve", "0"), ("curve", "x"), ("curve", "-1")])
def test_what_the_address_asks_for_in_vain_is_said(lesson, step):
    app = open_page("lessons", lesson=lesson, step=step)
    assert "which is not known here" in app.warning[0].value


def test_the_pictures_show_what_the_sentences_say():
    app = open_page("lessons", lesson="curve", step="8")
    x, y = trace_of(app, "lesson_chart", "curve")
    area = SCHEMES["step"].area(example_cases("apples_oranges").points)
    assert float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) == pytest.approx(area, abs=1e-12)
    assert f"{area:.3f}" in headline(app)


def test_a_lesson_leaves_the_visitors_own_data_in_use():
    app = open_page("data")
    app.text_area(key="paste").set_value("label,score\n1,3\n0,2\n").run()
    app.switch_page("pages/lessons.py").run()
    app.button(key="open_curve").click().run()
    app.switch_page("pages/areas.py").run()
    assert app.session_state["visitor"].cases.size == 2


def test_the_sum_is_written_in_fractions():
    app = open_page("lessons", lesson="sum", step="5")
    (terms,) = (element.value for element in app.latex)
    assert r"\frac{1}{2} \times \frac{1}{1}" in terms
    assert r"\frac{1}{2} \times \frac{2}{3}" in terms
    assert r"\frac{5}{6} \approx 0.833" in terms
