import numpy as np

from pr_app.figures.tool_values import Reported, tool_values_figure
from pr_app.wording.catalogue import words_in
from pr_metrics import TOOLS

WORDS = words_in("en")


def test_tools_that_agree_share_a_line_and_the_highest_is_on_top():
    keys = list(TOOLS)
    areas = (0.5, 0.9, 0.5001, 0.5, 0.7)
    reports = [Reported(key, TOOLS[key].name, area) for key, area in zip(keys, areas, strict=False)]
    figure = tool_values_figure(reports, WORDS, same_data="1")
    (values,) = figure.data
    assert list(values.x) == [0.9, 0.7, 0.5]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    labels = [note.text for note in figure.layout.annotations]
    assert labels[0].startswith("0.900")
    assert labels[2].endswith(f"{keys[0]} +2")


def test_one_area_has_a_range():
    figure = tool_values_figure([Reported("a", "A", 0.5)], WORDS, same_data="1")
    assert np.ptp(figure.layout.xaxis.range) > 0
