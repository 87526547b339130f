import numpy as np
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.decision_curve import decision_curve
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.threshold import net_benefit_figure
from pr_curve_lab.schema.examples import example_cases
from tests.kinds_of_rows import KINDS_OF_ROWS


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
@pytest.mark.parametrize("prevalence", [None, 0.01])
def test_three_lines_are_what_was_computed_and_each_has_its_name_in_the_picture(example, prevalence):
    curve = decision_curve(build_deployment(example_cases(example).points, prevalence=prevalence))
    figure = net_benefit_figure(curve, messages_in("en"), same_data="1")
    lines = {one.name: one for one in figure.data}
    assert lines["model"].x.tolist() == lines["all"].x.tolist() == curve.probability.tolist()
    assert lines["model"].y.tolist() == curve.model.tolist()
    assert lines["all"].y.tolist() == curve.treat_all.tolist()
    assert set(lines["none"].y) == {0}
    bottom, top = figure.layout.yaxis.range
    assert top > max(curve.model.max(), curve.treat_all.max())
    assert [note.text for note in figure.layout.annotations] == ["the model", "call all", "call none"]
    for note in figure.layout.annotations:
        assert 0 <= note.x <= figure.layout.xaxis.range[1]
        assert bottom <= note.y <= top
    assert len({(round(note.x, 1), np.round(note.y / top, 1)) for note in figure.layout.annotations}) == 3
