import numpy as np
import pytest

from pr_app.analysis.rounding import rounded_text
from pr_app.lessons.facts import facts_of
from pr_app.lessons.lesson import Scene
from pr_app.lessons.pictures import pictures_of
from pr_app.lessons.registry import LESSONS
from pr_app.wording.catalogue import LANGUAGES, words_in


def drawn(key, number, language="en"):
    return {one.name: one for one in pictures_of(LESSONS[key].scene(number), words_in(language), same_data="1")}


def polygon(figure):
    curve = next(trace for trace in figure.data if trace.name == "curve")
    x, y = np.asarray(curve.x, dtype=float), np.asarray(curve.y, dtype=float)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", LESSONS)
def test_every_picture_has_a_place_of_its_own_and_a_sentence(key, language):
    for number in range(1, len(LESSONS[key].steps) + 1):
        pictures = drawn(key, number, language).values()
        assert len({one.key for one in pictures}) == len(pictures)
        assert all(len(one.alt) > 15 and one.figure.data for one in pictures)


@pytest.mark.parametrize(("number", "kind"), [(3, "macro"), (4, "weighted"), (6, "samples"), (7, "mean")])
def test_the_shape_of_an_average_has_its_number(number, kind):
    (picture,) = drawn("many", number).values()
    facts = facts_of(LESSONS["many"], number)
    assert polygon(picture.figure) == pytest.approx(facts[kind], abs=1e-9)
    assert f"<b>{rounded_text(facts[kind], '.3f')}</b>" in [note.text for note in picture.figure.layout.annotations]


@pytest.mark.parametrize("number", [4, 5, 6])
def test_the_roc_curve_stays_and_shows_the_same_threshold(number):
    picture, facts = drawn("rare", number)["roc"], facts_of(LESSONS["rare"], number)
    assert polygon(picture.figure) == pytest.approx(facts["roc_area"], abs=1e-12)
    chosen = next(trace for trace in picture.figure.data if trace.name == "chosen")
    assert (chosen.x, chosen.y) == ((0.16,), (0.5,))


def test_the_rounding_picture_has_both_areas():
    picture = drawn("rounding", 7)["decimals"]
    for name, scheme in (("left", "step_area"), ("right", "linear_area")):
        areas = next(trace.y for trace in picture.figure.data if trace.name == name)
        assert areas[0] == facts_of(LESSONS["rounding"], 1)[scheme]
        at = picture.figure.layout.xaxis.ticktext.index("2")
        assert areas[at] == facts_of(LESSONS["rounding"], 3)[scheme]


def test_a_row_that_weighs_two_is_drawn_twice():
    pictures = pictures_of(Scene("five_rows", pictures=("rows",)), words_in("en"), same_data="1")
    rows = pictures[0].figure
    marks = {trace.name: len(trace.x) for trace in rows.data}
    assert marks == {"positives": 2, "negatives": 6}
