"""Charts are built without Plotly's validation; this checks that they pass it and that Plotly gives the same JSON."""

import json

import plotly.graph_objects as go
import plotly.io
import pytest

from tests.pages.app import CHARTS, open_page, shown_fully

MORE = {"balance": {"gain": "1", "prevalence": "0.2"}, "curve": {"contours": "1", "band": "1"}}


def charts_of(page, **asked):
    app = open_page(page, **asked, **MORE.get(page, {}))
    return {chart.proto.id.split("-")[-1]: json.loads(chart.proto.spec) for chart in app.get("plotly_chart")}


@pytest.mark.parametrize("page", CHARTS)
def test_a_chart_is_valid_and_serialized_as_by_plotly(page):
    charts = charts_of(page, example=shown_fully(page))
    assert charts
    for key, sent in charts.items():
        assert json.loads(plotly.io.to_json(go.Figure(sent), validate=False)) == sent, key
