import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset
from tests.pages.app import (
    headline,
    leave_summary,
    linked_pages,
    open_page,
    page_with,
    polygon_area,
    said,
    switch,
    trace_of,
    upload,
)
from tests.pages.regions import regions

GOOD = b"outcome,p\nyes,0.9\nno,0.8\nyes,0.7\nno,0.1\n"

LONGER = "In row 2 (line 3 of the file): there are 3 fields where the header has 2"

BAD = {
    "empty file": (b"", "The file `mine.csv` is empty."),
    "header only": (b"label,score\n", "has a header but no rows below it"),
    "one class": (b"label,score\n1,0.5\n1,0.4\n", "has one value only: `1`"),
    "three classes": (b"label,score\na,0.5\nb,0.4\nc,0.1\n", "In row 3 (line 4 of the file) the label is `c`"),
    "text as score": (b"label,score\n1,0.5\n0,high\n",
        "In row 2 (line 3 of the file) the score in the column `score` is `high`, which is not"),
    "NaN": (b"label,score\n1,0.5\n0,NaN\n",
        "In row 2 (line 3 of the file) the score in the column `score` is empty or NaN (1 row like this)"),
    "infinity": (b"label,score\n1,0.5\n0,inf\n",
        "In row 2 (line 3 of the file) the score in the column `score` is infinite"),
    "field too many": (b"label,score\n1,0.5\n0,0.4,0.3\n", LONGER),
    "hostile header": (b"![x](http://y/z.png)\n1\n", "`![x](http://y/z.png)`"),
}  # fmt: skip


def test_garbage_is_collected_when_a_file_replaces_another(monkeypatch):
    app = open_page("data")
    collected = []
    monkeypatch.setattr("pr_curve_lab.server.data_in_use.garbage.collect_if_due", lambda: collected.append(True))
    upload(app, GOOD)
    assert collected


@pytest.mark.parametrize(
    ("kind", "language"), [*((kind, "en") for kind in BAD), ("empty file", "zh"), ("infinity", "zh")]
)
def test_bad_input_gets_an_error_and_keeps_the_data_in_use(kind, language):
    content, sentence = BAD[kind]
    app = page_with(GOOD, "data", name="good.csv", lang=language)
    before = headline(app)
    upload(app, content)
    assert app.error
    if language == "en":
        assert sentence in app.error[0].value
        assert "Still in use: `good.csv`." in said(app)
    assert headline(app) == before
    app.switch_page("pages/areas.py").run()
    assert not app.exception
    assert trace_of(app, "left_chart", "points")[0].tolist() == [0.5, 0.5, 1, 1]  # the four rows of good.csv


def test_text_labels_are_counted_with_the_inferred_positive_value():
    app = page_with(GOOD, "data")
    assert headline(app) == "4 rows, 2 positive: a class balance of 0.50"
    assert (app.selectbox(key="label").value, app.selectbox(key="positive").value) == ("outcome", "yes")
    assert app.multiselect(key="scores").value == ["p"]
    assert app.radio(key="example").value is None


def test_the_preview_has_the_columns_in_use_first():
    app = page_with("id,note,p,outcome\n7,a,0.9,yes\n8,b,0.8,no\n9,c,0.7,yes\n", "data")
    assert list(app.dataframe[0].proto.column_order) == ["outcome", "p", "id", "note"]


def test_roles_are_between_the_upload_and_the_examples():
    app = page_with(GOOD, "data")
    keys = [getattr(element, "key", None) for element in app.main]
    assert keys.index("upload") < keys.index("scores") < keys.index("data_chart") < keys.index("example")


def test_the_positive_value_can_be_changed():
    app = page_with(b"outcome,p\nyes,0.9\nno,0.8\nno,0.7\n", "data")
    app.selectbox(key="positive").select("no").run()
    assert headline(app).startswith("3 rows, 2 positive")


def test_a_label_column_chosen_as_score_gets_an_error():
    app = page_with(GOOD, "data")
    app.multiselect(key="scores").set_value(["outcome"]).run()
    assert app.error[0].value.startswith("The column `outcome` is chosen both as label and as score.")
    assert headline(app).startswith("4 rows, 2 positive")
    app.multiselect(key="scores").set_value(["p"]).run()
    assert not app.error


def test_one_of_three_classes_can_be_chosen_as_positive():
    app = page_with(b"label,score\na,0.5\nb,0.4\nc,0.1\n", "data")
    assert app.error
    app.selectbox(key="positive").select("b").run()
    assert not app.error
    assert headline(app).startswith("3 rows, 1 positive")
    assert "**`b` against the rest:** 2 other values count as negative." in said(switch(app, "summary"))


def test_the_headline_counts_the_rows_without_a_score_of_each_model():
    frame = regions()
    frame.loc[[1, 2], "tree"] = frame.loc[3, "forest"] = np.nan
    rows = "`mine.csv`: some of 2,000 rows have no score (`tree` 2, `forest` 1)"
    assert headline(page_with(frame, "data")) == rows


def test_the_examples_are_folded_below_own_data():
    assert open_page("data").expander(key="examples").proto.expanded
    app = page_with(b"label,score\n1,0.5\n0,0.1\n", "data")
    assert not app.expander(key="folded_examples").proto.expanded
    assert "data" not in linked_pages(app)  # the page itself


def test_rows_without_a_score_can_be_left_out():
    app = page_with(b"label,score\n1,0.5\n0,\n0,0.1\n1,\n", "data")
    assert "(2 rows like this)" in app.error[0].value
    assert headline(app) == "`mine.csv`: 2 of 4 rows have no score"
    assert not app.get("plotly_chart")  # nothing of the example
    app.checkbox(key="leave_out").check().run()
    assert not app.error
    assert headline(app).startswith("2 rows, 1 positive")
    assert "2 of 4 rows are used." in said(app)
    keys = [getattr(element, "key", None) for element in app.main]
    links = [number for number, element in enumerate(app.main) if element.type == "page_link"]
    assert any(number < keys.index("leave_out") for number in links)  # to Summary
    assert app.get("plotly_chart")
    left_out = "**Left out:** 2 rows without a score in `score`, the first in row 2 (line 3 of the file)."
    assert left_out in said(switch(app, "summary"))
    switch(app, "data").checkbox(key="leave_out").uncheck().run()
    assert app.error


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_unused_column_is_named_with_its_use(language):
    uses = {"shift": "group", "date": "days", "amount": "amount", "room": "number", "note_id": "none"}
    dates = (f"2026-01-{1 + row % 9:02}" for row in range(20))
    rows = (f"n{row},{row % 7}.5,{row}.25,{day},{'ab'[row % 2]},{row % 3 % 2},0.{row}" for row, day in enumerate(dates))
    app = page_with("note_id,room,amount,date,shift,label,score\n" + "\n".join(rows), "data", lang=language)
    words = messages_in(language)
    listed = (words.format(f"data.unused_as.{use}", name=f"`{column}`") for column, use in uses.items())
    names = words.format("punctuation.items").join(listed)
    sentences = words.format("data.unused", names=names) + words.format("data.unused_hint")
    assert sentences in [one.value for one in app.caption]


def test_weights_can_be_chosen_and_removed():
    app = page_with(b"label,score,kilos\n1,0.9,1\n0,0.8,3\n1,0.7,1\n", "data")
    assert app.selectbox(key="weight").value is None
    app.selectbox(key="weight").select("kilos").run()
    assert headline(app) == "3 rows, 2 positive; weighted class balance 0.40"
    app.switch_page("pages/curve.py").run()
    assert headline(app) == "Threshold 0.9: precision 1.00, recall 0.50, a weight of 1 flagged"
    app.switch_page("pages/data.py").run()
    app.selectbox(key="weight").set_value(None).run()
    assert headline(app) == "3 rows, 2 positive: a class balance of 0.67"


def test_roles_of_one_file_are_never_used_on_another():
    app = page_with(b"truth,p,q\nyes,0.9,0.1\nno,0.8,0.3\nyes,0.7,0.2\n", "data", name="first.csv")
    app.file_uploader(key="upload").upload("second.csv", GOOD, "text/csv")
    app.multiselect(key="scores").set_value(["q"])  # both changes arrive in one message of the browser
    app.run()
    assert not app.exception
    assert headline(app) == "4 rows, 2 positive: a class balance of 0.50"
    assert app.multiselect(key="scores").value == ["p"]


def test_clearing_the_positive_value_changes_nothing():
    app = open_page("data", example="ten_rows")
    before = headline(app)
    app.selectbox(key="positive").set_value(None).run()
    assert not app.exception
    assert (headline(app), app.selectbox(key="positive").value) == (before, "1")
    assert len(app.error) == 0


MODELS_CSV = "truth,tree,forest\n1,.5,.9\n0,.5,.1\n1,.5,.45\n0,.25,.5\n"
LABELS_CSV = "y_cat,y_dog,s_dog,s_cat\n1,0,.2,.9\n0,0,.3,.2\n1,1,.9,.3\n0,1,.8,.4\n"


def test_scores_for_one_label_are_read_as_models():
    app = page_with(MODELS_CSV, "data")
    assert app.multiselect(key="scores").value == ["tree", "forest"]
    assert app.button_group(key="kind").value == "models"
    assert "All scores are for the same label: `tree`, `forest`." in said(app)
    assert headline(app) == "4 rows, 2 positive: a class balance of 0.50"


def test_a_score_can_be_removed_and_added():
    app = page_with(MODELS_CSV, "data")
    app.multiselect(key="scores").set_value(["forest"]).run()
    assert "kind" not in [group.key for group in app.button_group]
    assert polygon_area(app, "data_chart") == pytest.approx(
        average_precision_score([1, 0, 1, 0], [0.9, 0.1, 0.45, 0.5])
    )
    app.multiselect(key="scores").set_value(["forest", "tree"]).run()
    assert app.button_group(key="kind").value == "models"
    assert not app.error


def test_labels_are_paired_with_their_scores():
    app = page_with(LABELS_CSV, "data")
    assert app.button_group(key="kind").value == "labels"
    assert "Each label by its own score: `y_dog` by `s_dog`, `y_cat` by `s_cat`." in said(app)
    assert headline(app).startswith("4 rows with 2 labels; shown is `y_cat`: 2 positive")
    app.multiselect(key="labels").set_value(["y_dog"]).run()
    assert "There are 1 label columns for 2 scores" in app.error[0].value
    app.multiselect(key="labels").set_value(["y_dog", "y_cat"]).run()
    assert not app.error


def test_the_kind_of_scores_can_be_changed():
    app = page_with(LABELS_CSV, "data")
    app.button_group(key="kind").set_value("models").run()
    assert not app.error
    assert "All scores are for the same label: `s_dog`, `s_cat`." in said(app)
    app.button_group(key="kind").set_value("classes").run()
    assert "they do not fit together" in app.error[0].value
    app.button_group(key="kind").set_value("labels").run()
    assert not app.error
    assert "`y_cat` by `s_cat`" in said(app)


@pytest.mark.parametrize("name", ["7", "9"])
def test_a_link_selects_the_class(name):
    app = open_page("data", example="digits", model=name)
    assert f"shown is `{name}`" in headline(app)
    positive = (np.arange(10) == int(name))[example_dataset("digits").label_columns.text["digit"].astype(int)]
    assert f"{int(positive.sum())} positive" in headline(app)


def test_a_link_restores_the_chosen_columns_of_an_example():
    friend = open_page("models", example="four_models", columns='{"scores":["tree","forest"]}')
    assert headline(friend).startswith("`forest` leads `tree` by ")
    assert friend.session_state["visitor"].in_use.roles.scores == ("tree", "forest")
    assert open_page("models", example="four_models", columns='{"scores":["oak"]}').warning


@pytest.mark.parametrize(
    ("language", "roles"), [("en", ("score", "weight", "group", "fold")), ("zh", ("分数", "权重", "分组", "折"))]
)
@pytest.mark.parametrize("columns", [["times"], [f"{letter}_times" for letter in "abcdefghi"]])
def test_unused_number_columns_are_offered_for_every_role(language, roles, columns):
    rng = np.random.default_rng(0)
    rows = [",".join(map(str, (row % 2, row / 9, *rng.integers(1, 4, len(columns))))) for row in range(6)]
    app = open_page("data", lang=language)
    leave_summary(app.text_area(key="paste").set_value("\n".join([",".join(("y", "score", *columns)), *rows])).run())
    (note,) = [one.value for one in app.caption if f"`{columns[0]}`" in one.value]
    assert [role for role in roles if role not in note.split("`")[-1]] == []
