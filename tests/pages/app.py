"""The real app, driven without a browser."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from streamlit.testing.v1 import AppTest

from pr_curve_lab.server import settings

APP = Path(__file__).parents[2] / "app.py"
FEW_SAMPLES = 100  # samples of a bootstrap, and permutations of a test
FOLDED = (
    "calibration",
    "close_schemes",
    "differences",
    "exports",
    "glossary",
    "how",
    "net_benefit",
    "ranking",
    "releases",
    "rounding",
    "rows",
    "table",
    "tie_orders",
)  # expanders whose content is only computed when they are open; here all are open
CHARTS = {  # charts of each page, for data that it supports
    "data": ("data_chart",),
    "curve": ("curve_chart", "scores_chart", "net_benefit_chart", "calibration_chart"),
    "areas": ("left_chart", "right_chart", "both_chart", "strip_chart", "difference_chart", "rounding_chart"),
    "schemes": ("tools_chart", "schemes_chart", "close_schemes_chart", "ties_chart", "releases_chart"),
    "balance": ("pr_chart", "roc_chart", "limits_chart"),
    "averages": ("averages_chart", "folds_chart"),
    "models": ("models_chart", "models_right_chart", "forest_chart"),
    "summary": ("summary_chart",),
}
# Other pages show most for digits, which has classes, folds and ties:
FULLEST = {"models": "four_models", "summary": "four_models"}
PAGES = tuple(page.key for page in settings.PAGES.values() if page.uses_data_in_use)  # Lessons and Play have own data


def first_page(**parameters: str) -> AppTest:
    """Open the app without a page name, so that app.py runs directly, as no other test without a browser does."""
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update(parameters)
    for key in FOLDED:
        app.session_state[key] = True
    app.run()
    assert not app.exception
    return app


def open_page(page: str, **parameters: str) -> AppTest:
    """Open a page by its address, like a direct link on a server that nobody has visited."""
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params.update(parameters)
    for key in FOLDED:
        app.session_state[key] = True
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def page_with(rows: Any, page: str, *, name: str = "mine.csv", roles: Any = None, **parameters: str) -> AppTest:
    """Open a page with rows that were uploaded on Data: a table, or the text or bytes of a file.

    roles: values to select in the widgets of Data, by key. parameters: those of a link to these rows.
    """
    app = open_page("data", own="1", **parameters)
    content = rows.to_csv(index=False) if isinstance(rows, pd.DataFrame) else rows
    content = content.encode() if isinstance(content, str) else content
    upload(app, content, name)
    for role, value in (roles or {}).items():
        kind = {"missed": app.number_input, "scores": app.multiselect}.get(role, app.selectbox)
        kind(key=role).set_value(value).run()
    if page != "data":
        assert not app.error
        app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def upload(app: AppTest, content: bytes, name: str = "mine.csv") -> AppTest:
    """Upload a file on the page Data, and go back to it from Summary."""
    app.file_uploader(key="upload").upload(name, content, "text/csv").run()
    assert not app.exception
    return leave_summary(app)


def leave_summary(app: AppTest) -> AppTest:
    """Go back to the page Data if the app shows Summary after the first rows."""
    return app.switch_page("pages/data.py").run() if app.session_state["visitor"].page == "summary" else app


@cache
def seen_page(page: str, **parameters: str) -> AppTest:
    """The same, but cached for tests that only read the page; a test that moves a widget opens its own."""
    return open_page(page, **parameters)


def shown_fully(page: str) -> str:
    """Return the example for which a page shows most."""
    return FULLEST.get(page, "digits")


def figure_of(app: AppTest, key: str) -> dict[str, Any]:
    """Return a chart as it is sent to the browser."""
    charts = {chart.proto.id.split("-")[-1]: chart for chart in app.get("plotly_chart")}
    return json.loads(charts[key].proto.spec)


def sent_to_browser(app: AppTest, key: str) -> dict[str, Any]:
    """Return the data of the component with this key."""
    (data,) = (one.proto.json for one in app.get("bidi_component") if one.proto.id.endswith(f"-{key}"))
    return json.loads(data)


def following_texts(app: AppTest) -> list[str]:
    """Return the texts that follow the threshold in the browser, as sent by the server."""
    data = (json.loads(one.proto.json) for one in app.get("bidi_component"))
    return [_plain_text(one["html"]) for one in data if "html" in one]


def threshold_stops(app: AppTest) -> list[str]:
    """Return the labels of the stops of the threshold slider."""
    return sent_to_browser(app, "threshold_slider")["texts"]


def set_threshold(app: AppTest, threshold: float) -> AppTest:
    """Move the threshold, as its slider does."""
    app.session_state["threshold"] = threshold
    return app.run()


def arrangements_of(app: AppTest, key: str) -> list[dict[str, Any]]:
    """Return the layouts of a chart by its width in the browser, widest first."""
    (sent,) = (json.loads(one.proto.json) for one in app.get("bidi_component") if f'"chart": "{key}"' in one.proto.json)
    return [entry["layout"] for entry in sent["layouts"]]


def trace_of(app: AppTest, key: str, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the coordinates of a trace."""
    trace = next(one for one in figure_of(app, key)["data"] if one["name"] == name)
    return decode_array(trace["x"]), decode_array(trace["y"])


def polygon_area(app: AppTest, key: str) -> float:
    """Return the area below the curve of a chart, as drawn."""
    x, y = trace_of(app, key, "curve")
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def annotation_texts(app: AppTest, key: str) -> list[str]:
    """Return the texts of the annotations in a chart."""
    return [note["text"] for note in figure_of(app, key)["layout"]["annotations"]]


def table_with(app: AppTest, column: str) -> Any:
    """Return the first table that has a column of this name."""
    return next(table.value for table in app.dataframe if column in table.value)


def rates_of(app: AppTest) -> list[list[tuple[str, str]]]:
    """Return the cells of the first table of rates, row by row after that of titles: what is large, and below it."""
    body = next(one.proto.body for one in app.get("html") if 'class="rates"' in one.proto.body)
    return [re.findall(r"<t[dh][^>]*>(.*?)(?:<small>(.*?)</small>)?</t", row) for row in body.split("</tr>")[:-1]]


def address(app: AppTest) -> dict[str, str]:
    """Return the query parameters of the page."""
    return {name: value if isinstance(value, str) else value[0] for name, value in app.query_params.items()}


def headline(app: AppTest) -> str:
    """Return the title of the page without its colors and no-break spaces."""
    title = app.title[0].value.replace("\N{NO-BREAK SPACE}", " ") if app.title else following_texts(app)[0]
    return re.sub(r":[a-z]+\[(.*?)\]", r"\1", title)


def file_of(monkeypatch: Any) -> Callable[[str], bytes]:
    """Return a function that makes an export of the last page, given the key of the file."""
    shown: list[Any] = []
    monkeypatch.setattr("pr_curve_lab.views.exports.show_exports", lambda make_exports: shown.append(make_exports()))
    return lambda key: next(file.make() for file in shown[-1].files if file.key == key)


def report_of(monkeypatch: Any) -> Callable[[], str]:
    """Return a function that makes the report of the last page and returns its text."""
    made = file_of(monkeypatch)
    return lambda: html.unescape(re.sub("<[^>]+>", "", made("report").decode()))


def said(app: AppTest) -> str:
    """Return all texts of the page outside of charts and tables."""
    kinds = (app.title, app.header, app.markdown, app.caption, app.code, app.error, app.warning, app.info)
    return "\n".join([*(str(element.value) for kind in kinds for element in kind), *following_texts(app)])


def switch(app: AppTest, page: str) -> AppTest:
    """Open another page of the same visit."""
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def linked_pages(app: AppTest) -> list[str]:
    """Return the pages to which links on the page lead, those of the menu included."""
    return [link.proto.page for link in app.get("page_link")]


def _plain_text(markup: str) -> str:
    """Convert HTML to plain text: bold words and tables as in Markdown, fractions with a slash."""
    for pattern, typed in (
        (r"<mfrac><mrow>(.*?)</mrow><mrow>(.*?)</mrow></mfrac>", r"\1/(\2)"),
        (r"</?strong>", "**"),
        (r'<th scope="row">(.*?)</th>', r"| **\1** "),
        (r"<t[hd][^>]*>(.*?)</t[hd]>", r"| \1 "),
        (r"</tr>", "|\n"),
        (r"</(p|h1)>", "\n"),
        (r"<[^>]+>", ""),
    ):
        markup = re.sub(pattern, typed, markup)
    return html.unescape(markup).strip()


def decode_array(column: Any) -> np.ndarray:
    if isinstance(column, dict):
        return np.frombuffer(base64.b64decode(column["bdata"]), dtype=column["dtype"])
    return np.asarray(column, dtype=float)
