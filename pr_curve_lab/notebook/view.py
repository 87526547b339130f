"""The view in a notebook: a widget, or static HTML if the notebook has no widgets.

Static pictures have a white background, so that they can be read in a dark notebook too.
"""

from __future__ import annotations

import math
import webbrowser
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, ClassVar

import anywidget
import traitlets
from markupsafe import Markup

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import (
    format_count,
    format_distinct,
    format_number,
    format_ratio,
    format_threshold,
)
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.notebook.inputs import InputModels, Model, format_roles, read_models
from pr_curve_lab.notebook.view_data import ViewData, ViewState
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import FreeSpace
from pr_curve_lab.plotting.plot import Plot, PlotCurve, baseline_label, marker_points, pr_titles
from pr_curve_lab.plotting.svg import PlotArea, svg
from pr_curve_lab.server.network import AppServer
from pr_curve_lab.web.modules import LAB_CSS, script_of
from pr_metrics import OperatingPoints, choose_threshold, signature, threshold_index

PLOT_AREA = PlotArea(46, 38, 260, 260)  # px
CONTAINER = Markup(
    '<div class="pr-curve-lab" style="background:{paper};color:{ink};font:15px sans-serif;padding:12px;'
    'max-width:720px">'
)
FIGURE = Markup(
    '<figure style="display:inline-block;margin:0 12px 0 0"><figcaption style="color:{color}">'
    '<b style="font-size:26px" data-lab-area="{scheme}" data-value="{value}">{area}</b> {name}</figcaption>{drawing}'
    "</figure>"
)
ROW = Markup("<tr><th style='text-align:left'>{name}</th>{cells}</tr>")
CELL = Markup('<td style="color:{color}" data-lab-area="{scheme}" data-value="{value}">{area}</td>')


def render_html(data: ViewData, state: ViewState) -> Markup:
    """Return both pictures, the ratios at the threshold, and if there are several models a table of their areas."""
    messages, model = data.words, data.inputs.model(state.model)
    pictures = [
        _render_figure(joined, area, model.points, state.threshold, messages)
        for joined, area in _formatted_areas(data, model, state)
    ]
    at = _threshold_sentence(model.points, state.threshold, messages)
    signatures = [signature(model.points, scheme, short=True) for scheme in dict.fromkeys((state.left, state.right))]
    parts = [CONTAINER.format(paper=palette.PAPER, ink=palette.INK), *pictures, Markup("<p>{}</p>").format(at)]
    parts += [Markup("<p><code>{}</code></p>").format(text) for text in signatures]
    if len(data.inputs.models) > 1:
        parts.append(_table(data, state))
    if data.inputs.guessed_roles:
        quiet = Markup('<p style="color:{quiet}">{text}</p>')
        parts.append(quiet.format(quiet=palette.QUIET, text=format_roles(data.inputs.guessed_roles, messages)))
    return Markup("").join([*parts, Markup("</div>")])


def _formatted_areas(data: ViewData, model: Model, state: ViewState) -> Iterator[tuple[JoinedArea, str]]:
    """Return both curves of a model with their areas as text; the texts differ if the areas do."""
    sides = [data.joined(model, scheme) for scheme in (state.left, state.right)]
    texts = format_distinct(sides[0].area, sides[1].area)
    return zip(sides, map(data.words.format_number, texts), strict=True)


def _render_figure(
    joined: JoinedArea, area: str, points: OperatingPoints, threshold: float, messages: Messages
) -> Markup:
    """Return a picture with its area above it; points that have room are drawn, the selected one with a thick rim."""
    style, name = palette.style_of(joined.scheme), messages.format(f"schemes.{joined.scheme}.name")
    index, space = threshold_index(points, threshold), FreeSpace()
    plot = Plot(
        pr_titles(messages),
        [PlotCurve(joined, joined.scheme, style)],
        baseline=points.prevalence,
        points=[marker_points(points, style)],
        selected=None if index is None else (float(points.recall[index]), float(points.precision[index])),
        labels=[baseline_label(points.prevalence, space, messages)],
    )
    drawing = svg(plot, PLOT_AREA, messages, alt=messages.format("areas.alt", scheme=name, area=joined.area))
    return FIGURE.format(
        color=style.text, scheme=joined.scheme, value=repr(joined.area), area=area, name=name, drawing=drawing
    )


def _threshold_sentence(points: OperatingPoints, threshold: float, messages: Messages) -> str:
    """Return precision and recall at a threshold as text; above the highest score, no row is called positive."""
    index = threshold_index(points, threshold)
    true, false = (0.0, 0.0) if index is None else (float(count[index]) for count in points.counts)
    found = {"precision": (true, true + false), "recall": (true, points.positives)}
    counts = [
        messages.format(
            "notebook.ratio_of_counts",
            name=messages.format(f"chart.{name}"),
            fraction=f"{messages.format_number(format_count(part))}/{messages.format_number(format_count(whole))}",
            ratio=messages.format_number(format_ratio(part / whole)) if whole else "–",
        )
        for name, (part, whole) in found.items()
    ]
    text = f"{threshold:g}" if index is None else format_threshold(points.threshold, index)
    return " · ".join([messages.format("notebook.at_threshold", threshold=messages.format_number(text)), *counts])


def _table(data: ViewData, state: ViewState) -> Markup:
    """Return a table with both areas of every model."""
    rows = []
    for model in data.inputs.models:
        cells = [
            CELL.format(color=palette.style_of(one.scheme).text, scheme=one.scheme, value=repr(one.area), area=area)
            for one, area in _formatted_areas(data, model, state)
        ]
        rows.append(ROW.format(name=model.name, cells=Markup("").join(cells)))
    return Markup("<table>{}</table>").format(Markup("").join(rows))


REBUILD_TRAITS = ("model", "left", "right")  # traits whose change always needs new data


class View(anywidget.AnyWidget):
    """The points of one model joined under two schemes; `threshold`, `left`, `right`, `model` can be read and set."""

    _esm = script_of("side_by_side")
    _css = LAB_CSS
    bundle = traitlets.Dict().tag(sync=True)
    threshold = traitlets.Float().tag(sync=True)  # of the score; set by the browser after the pointer is released
    left = traitlets.Unicode().tag(sync=True)
    right = traitlets.Unicode().tag(sync=True)
    model = traitlets.Unicode().tag(sync=True)
    _last_server: ClassVar[AppServer | None] = None  # shared by all views: one app runs at a time

    def __init__(self, models: InputModels, messages: Messages, state: ViewState) -> None:
        self._view_data = ViewData(models, messages)
        self._server: AppServer | None = None
        self._is_initialized = False
        super().__init__(**asdict(state))
        self._is_initialized = True
        self.bundle = self._view_data.to_json(self.view_state)
        self.observe(self._update_json, names=[*REBUILD_TRAITS, "threshold"])

    @property
    def view_state(self) -> ViewState:
        """The model, the schemes and the threshold that are selected."""
        return ViewState(self.model, self.left, self.right, self.threshold)

    @traitlets.validate("threshold")
    def _validate_threshold(self, proposal: Any) -> float:
        threshold = float(proposal["value"])
        if not math.isfinite(threshold):
            raise ValueError(f"threshold must be a finite number, got {threshold}")
        return threshold

    @traitlets.validate("left", "right")
    def _validate_scheme(self, proposal: Any) -> str:
        return self._view_data.scheme(proposal["trait"].name, proposal["value"])

    @traitlets.validate("model")
    def _validate_model(self, proposal: Any) -> str:
        return self._view_data.inputs.model(proposal["value"]).name

    def _update_json(self, change: Any) -> None:
        """Send new data. A new threshold needs none if the browser has all points, or the point at the threshold."""
        if change["name"] == "model":
            self.unobserve(self._update_json, names="threshold")
            self.threshold = _first_threshold(self._view_data.inputs.model(self.model).points)
            self.observe(self._update_json, names="threshold")
        elif change["name"] == "threshold" and (
            self.bundle["isWhole"] or self.threshold in self.bundle["points"]["threshold"]
        ):
            return
        self.bundle = self._view_data.to_json(self.view_state)

    def __repr__(self) -> str:
        model, data = self._view_data.inputs.model(self.model), self._view_data
        joined = [data.joined(model, scheme) for scheme in (self.left, self.right)]
        areas = [f"{one.scheme} {format_number(one.area, '.3f')}" for one in joined]
        guessed = self._view_data.inputs.guessed_roles
        inferred = f"; {format_roles(guessed, messages_in('en'))}" if guessed else ""
        return f"View({self.model!r}, {', '.join(areas)}, threshold {self.threshold!r}){inferred}"

    def _repr_html_(self) -> str:
        return str(render_html(self._view_data, self.view_state))

    def open(self, port: int | None = None, browser: bool = True) -> str:
        """Start the app with these data and return its address; an app that any view has started before is stopped.

        The rows are written to a private temporary file. `close` or the end of Python deletes it and stops the server.
        port: None takes a free one. browser: whether to open the address in a browser.

        Raises
        ------
        ValueError: the port is in use.
        RuntimeError: the server did not start.
        """
        if not self._is_initialized:  # a widget calls this to open its connection to the page
            super().open()
            return ""
        if View._last_server is not None:
            View._last_server.close()
        self._server = View._last_server = AppServer.start(self._view_data.inputs.to_files(self.model), port=port)
        if browser:
            webbrowser.open(self._server.address)
        return self._server.address

    def close(self) -> None:
        """Stop the app that was started, and close the widget."""
        server: AppServer | None = getattr(self, "_server", None)
        if server is not None:
            server.close()
        super().close()


def view(
    y_true: Any,
    y_score: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    sample_weight: Any = None,
    pos_label: object = None,
    left: str = "step",
    right: str = "linear",
    threshold: float | None = None,
    model: str | None = None,
    lang: str = "en",
) -> View:
    """Show a precision-recall curve under two schemes, with a threshold to drag.

    y_true, y_score, sample_weight, pos_label: as `operating_points` takes them; y_score may be a dict or a table with
    the scores of several models. Instead of both, y_true may be a DataFrame, whose columns are guessed as in the app or
    named by label, score (one or several) and sample_weight; a table of score, positives and negatives;
    OperatingPoints, or a dict of them.
    left, right: schemes. threshold: the initial one; None has the largest F1. model: the one that is shown; None is the
    first. lang: the language, en or zh. If there are few rows, they can be moved in the widget; Python keeps them as
    given.

    Raises
    ------
    ValueError: input that is invalid for `operating_points` or the app, no positives, an unknown name.

    >>> view([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    View('score', step 0.833, linear 0.792, threshold 0.7)
    """
    models = read_models(y_true, y_score, label=label, score=score, sample_weight=sample_weight, pos_label=pos_label)
    shown = models.models[0] if model is None else models.model(model)
    first = _first_threshold(shown.points) if threshold is None else float(threshold)
    return View(models, messages_in(lang), ViewState(shown.name, left, right, first))


def _first_threshold(points: OperatingPoints) -> float:
    chosen = choose_threshold(points)
    assert chosen is not None  # there are positives, and nothing is required
    return chosen.threshold
