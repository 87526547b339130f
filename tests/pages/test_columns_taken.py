"""Every page says which columns are used, asks if two are equally likely, and names a file that is not used."""

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from tests.pages.app import first_page, page_with
from tests.pages.regions import csv, one_model_in_regions

ROWS = [(at % 2, at % 3 % 2, (3 * at % 10) / 10) for at in range(1, 11)]
TWO_LABELS = ("label,target,score\n" + "".join(f"{a},{b},{s}\n" for a, b, s in ROWS)).encode()
TWO_SCORES = (
    "diseased,age,bmi\n" + "".join(f"{a},{30 + 7 * at % 11},{20 + at % 4}.5\n" for at, (a, *_) in enumerate(ROWS))
).encode()
SURE = ("sex,diseased,risk\n" + "".join(f"{b},{a},{s}\n" for a, b, s in ROWS)).encode()
PROBABLE = ("label,died,score\n" + "".join(f"{a},{b},{s}\n" for a, b, s in ROWS)).encode()
SPLIT = (
    "label,score,split\n"
    + "".join(f"{a},{s},{'test' if at > 5 else 'train'}\n" for at, (a, _, s) in enumerate(ROWS, 1))
).encode()
BROKEN = b"label,score\n1,0.5\n1,0.4\n"


def brought(content, name="mine.csv", page="areas", **state):
    """Upload a file and go to another page; state: session state set before, such as open expanders."""
    app = page_with(content, "data", name=name)
    for key, value in state.items():
        app.session_state[key] = value
    app.session_state["visitor"].target_page = (page, {})
    app.switch_page("app.py").run()  # runs app.py, which writes the line above every page
    assert not app.exception
    return app


def above(app):
    return "\n".join(one.value for one in app.markdown)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_top_line_names_label_positive_value_and_score(language):
    words = messages_in(language)
    line = above(first_page(lang=language))
    assert words.format("data.taken_one", label="`label`", value="`1`", scores="`score`") in line


@pytest.mark.parametrize("page", ["data", "models"])
def test_the_columns_in_use_are_named_on_every_page(page):
    app = brought(SURE, page=page)
    assert "label `diseased` = `1`, score `risk`" in above(app)


@pytest.mark.parametrize("page", ["summary", "data"])
def test_columns_in_which_groups_that_fail_are_looked_for_are_named_beside_those_in_use(page):
    rows = one_model_in_regions().assign(site=np.arange(2000) % 3)
    app = brought(csv(rows), page=page, taken_columns=True)
    line = messages_in("en").format("data.checked_columns", columns="{}")
    (first,) = [one.value for one in app.caption if one.value.startswith(line.split("{}")[0])]
    app.selectbox(key="group").set_value("region").run()
    (second,) = [one.value for one in app.caption if one.value.startswith(line.split("{}")[0])]
    assert (first, second) == (line.format("`region`"), line.format("`site`"))
    assert not [one for one in brought(SURE, page=page).caption if one.value.startswith(line.split("{}")[0])]


def test_training_and_test_rows_are_not_called_groups():
    app = brought(SPLIT, page="summary")
    assert "· only `split` = `test`" in above(app)
    app.switch_page("pages/data.py").run()
    assert not [one for one in app.caption if "groups in `split`" in one.value]
    app.button(key="offer_chose_part_1").click().run()  # use all rows
    app.switch_page("app.py").run()
    app.session_state["visitor"].target_page = ("summary", {})
    app.run()
    assert "training and test rows by `split`" in above(app)


def test_one_click_selects_another_likely_column():
    app = brought(PROBABLE, page="curve", taken_columns=True)
    assert "the label could also be `died`" in above(app)
    app.button(key="offer_chose_label_0").click().run()
    assert app.session_state["visitor"].in_use.roles.label == "died"


@pytest.mark.parametrize(
    ("content", "role", "columns", "page"),
    [(TWO_LABELS, "label", ["label", "target"], "data"), (TWO_SCORES, "score", ["age", "bmi"], "models")],
)
def test_a_page_asks_which_column_before_it_shows_numbers(content, role, columns, page):
    app = brought(content, page=page)
    assert app.radio(key=f"asked_{role}").options == [f"`{one}`" for one in columns]
    assert not app.get("plotly_chart")
    assert "positive" not in above(app)
    assert app.session_state["visitor"].in_use.example == "apples_oranges"


def test_the_page_is_shown_after_the_answer():
    app = brought(TWO_LABELS)
    app.radio(key="asked_label").set_value("target")
    app.button(key="answer").click().run()
    assert not app.exception
    roles = app.session_state["visitor"].in_use.roles
    assert (roles.label, roles.scores) == ("target", ("score",))
    assert app.get("plotly_chart")


def test_an_ambiguous_upload_can_be_discarded():
    app = brought(TWO_SCORES)
    app.button(key="leave_aside").click().run()
    assert app.get("plotly_chart")
    assert app.session_state["visitor"].pending_source.example == "apples_oranges"


def test_a_file_that_is_not_in_use_is_named_on_other_pages():
    app = brought(BROKEN, name="ours.csv", page="curve")
    (warning,) = [one.value for one in app.warning if "`ours.csv`" in one.value]
    assert "has one value only" in warning
    assert "example" in warning
    assert "ours.csv" not in above(app)


def test_the_header_is_chosen_among_the_first_rows():
    app = page_with(b"Results of May\n\n" + SURE, "data")
    assert app.number_input(key="header_row").value == 3
    app.number_input(key="header_row").set_value(4).run()
    assert not app.exception
    assert list(app.session_state["visitor"].pending_source.table.frame.columns) == ["1", "1 (2)", "0.3"]
    app.number_input(key="header_row").set_value(3).run()
    assert app.session_state["visitor"].in_use.roles.label == "diseased"


JUDGED = ("verdict,score\n" + "".join(f"{'fail' if a else 'pass'},{-a - s}\n" for a, _, s in ROWS)).encode()


@pytest.mark.parametrize("page", ["areas", "data"])
def test_one_click_takes_the_other_value_if_scores_contradict_the_guess(page):
    app = brought(JUDGED, page=page)
    assert "label `verdict` = `fail`" in above(app)
    app.button(key="offer_positive_1").click().run()
    assert "label `verdict` = `pass`" in above(app)
    assert "offer_positive_1" not in [one.key for one in app.button]  # the visitor has decided


def test_scores_that_agree_or_a_plain_label_raise_no_question():
    for content in (JUDGED.replace(b",-", b","), JUDGED.replace(b"fail", b"1").replace(b"pass", b"0")):
        assert "offer_positive_1" not in [one.key for one in brought(content).button]


def test_the_top_line_names_the_class_that_it_counts():
    rows = "kind,p_a,p_b,p_c\n" + "".join(f"{'abc'[at % 3]},0.{at % 7},0.{at % 5},0.{at % 4}\n" for at in range(30))
    assert "30 rows, 10 positive for class `b`" in above(brought(rows.encode()))
