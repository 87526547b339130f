import numpy as np
import pytest

from pr_app.figures.threshold_walk import MOST_POINTS, walk_figure
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import LANGUAGES, words_in
from pr_metrics import OperatingPoints

POINTS = example_cases("apples_oranges").points


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_frame_has_the_points_so_far_and_their_counts(language):
    words = words_in(language)
    figure = walk_figure(POINTS, words, same_data="1")
    assert len(figure.frames) == POINTS.threshold.size
    for index, frame in enumerate(figure.frames):
        so_far, chosen = frame.data
        assert so_far.x.tolist() == POINTS.recall[: index + 1].tolist()
        assert so_far.y.tolist() == POINTS.precision[: index + 1].tolist()
        assert (chosen.x.tolist(), chosen.y.tolist()) == ([POINTS.recall[index]], [POINTS.precision[index]])
        true_positives = int(POINTS.true_positives[index])
        called = true_positives + int(POINTS.false_positives[index])
        said = words.say(
            "lessons.walk_says", threshold=f"{POINTS.threshold[index]:g}", true_positives=true_positives, called=called
        )
        assert frame.layout.annotations[-1].text == said


def test_it_begins_with_the_first_frame_and_each_has_a_stop_on_the_slider():
    figure = walk_figure(POINTS, words_in("en"), same_data="1")
    assert [figure.data[trace].name for trace in figure.frames[0].traces] == ["points", "chosen"]
    assert figure.data[1].x.tolist() == figure.frames[0].data[0].x.tolist()
    assert [step.label for step in figure.layout.sliders[0].steps] == [frame.name for frame in figure.frames]
    assert all(
        step.args[0] == (frame.name,) or list(step.args[0]) == [frame.name]
        for step, frame in zip(figure.layout.sliders[0].steps, figure.frames, strict=True)
    )


def test_type_can_be_read_from_the_last_row():
    layout = walk_figure(POINTS, words_in("en"), same_data="1").layout
    sizes = [layout.sliders[0].font.size, layout.sliders[0].currentvalue.font.size, layout.updatemenus[0].font.size]
    assert min(*sizes, *(note.font.size for note in layout.annotations)) >= 15


def test_what_would_take_too_long_to_play_is_refused():
    many = OperatingPoints.from_counts(np.arange(MOST_POINTS + 1), *[[1] * (MOST_POINTS + 1)] * 2)
    with pytest.raises(ValueError, match="points must be at most 50 to be walked through, got 51"):
        walk_figure(many, words_in("en"), same_data="1")
