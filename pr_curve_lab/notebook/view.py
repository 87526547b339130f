"""The picture of a notebook: a widget, or a still picture where there are no widgets.

Still pictures lie on white paper, so that they can be read in a dark notebook too.
"""

from __future__ import annotations

import math
import webbrowser
from typing import Any, ClassVar

import anywidget
import numpy as np
import traitlets
from markupsafe import Markup

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.formatting import (
    format_count,
    format_distinct,
    format_number,
    format_prevalence,
    format_ratio,
    format_threshold,
)
from pr_curve_lab.analysis.thinning import marker_indices_with_space
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.notebook.inputs import InputModels, format_roles, read_models
from pr_curve_lab.notebook.payload import ViewData, ViewState, extend_signature
from pr_curve_lab.plotting import palette
from pr_curve_lab.server.network import AppServer
from pr_curve_lab.web.payload import STYLE, script_of
from pr_metrics import OperatingPoints, choose_threshold, threshold_index

PLOT_SIZE, MARGIN, FOOTER = 260, 58, 52  # px
TICKS = (0, 0.5, 1)
CONTAINER = Markup(
    '<div class="pr-curve-lab" style="background:{paper};color:{ink};font:15px sans-serif;padding:12px;'
    'max-width:720px">'
)
FIGURE = Markup(
    '<figure style="display:inline-block;margin:0 12px 0 0"><figcaption style="color:{colour}">'
    '<b style="font-size:26px" data-lab-area="{scheme}" data-value="{value}">{area}</b> {name}</figcaption>{drawing}'
    "</figure>"
)
SVG = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{alt}" width="{width}" height="{height}" '
    'viewBox="{left} -10 {width} {height}" font-size="14" fill="{ink}">{grid}'
    '<g transform="translate(0 {side}) scale({side} -{side})"><path d="{shape}" fill="{colour}" fill-opacity="0.14"/>'
    '<path d="{start}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="7 5" '
    'vector-effect="non-scaling-stroke"/><path d="{line}" fill="none" stroke="{colour}" stroke-width="3" '
    'vector-effect="non-scaling-stroke"/></g>{circles}{balance}</svg>'
)
GRID = Markup(
    '<path d="M{at} 0V{side}M0 {down}H{side}" stroke="{grid}"/><text x="{at}" y="{below}" text-anchor="middle">{tick}'
    '</text><text x="-8" y="{beside}" text-anchor="end">{tick}</text>'
)
AXIS_LABELS = Markup(
    '<text x="{middle}" y="{foot}" text-anchor="middle">{recall}</text>'
    '<text x="{up}" y="-40" transform="rotate(-90)" text-anchor="middle">{precision}</text>'
)
PREVALENCE_LINE = Markup(
    '<path d="M0 {at}H{side}" stroke="{quiet}" stroke-width="2" stroke-dasharray="8 6"/>'
    '<text x="6" y="{above}" fill="{quiet}" stroke="{paper}" stroke-width="4" paint-order="stroke">{said}</text>'
)
MARKER = Markup('<circle cx="{x}" cy="{y}" r="{r}" fill="{paper}" stroke="{colour}" stroke-width="{width}"/>')
RADIUS, ACTIVE_RADIUS = 4, 8  # px
ROW = Markup("<tr><th style='text-align:left'>{name}</th>{cells}</tr>")
CELL = Markup('<td style="color:{colour}" data-lab-area="{scheme}" data-value="{value}">{area}</td>')


def render_html(data: ViewData, state: ViewState) -> Markup:
    """Both pictures, the counts at the threshold, and of several models a table of their areas."""
    messages, model = data.words, data.inputs.model(state.model)
    sides = [data.joined(model, scheme) for scheme in (state.left, state.right)]
    texts = format_distinct(sides[0].area, sides[1].area)
    pictures = [
        _render_figure(one, messages.number(text), model.points, state.threshold, messages)
        for one, text in zip(sides, texts, strict=True)
    ]
    at = _threshold_sentence(model.points, state.threshold, messages)
    parts = [CONTAINER.format(paper=palette.PAPER, ink=palette.INK), *pictures, Markup("<p>{}</p>").format(at)]
    if len(data.inputs.models) > 1:
        parts.append(_table(data, state))
    if data.inputs.guessed_roles:
        quiet = Markup('<p style="color:{quiet}">{said}</p>')
        parts.append(quiet.format(quiet=palette.QUIET, said=format_roles(data.inputs.guessed_roles, messages)))
    return Markup("").join([*parts, Markup("</div>")])


def _render_figure(
    joined: JoinedArea, area: str, points: OperatingPoints, threshold: float, messages: Messages
) -> Markup:
    style, curve, name = palette.style_of(joined.scheme), joined.curve, messages.format(f"schemes.{joined.scheme}.name")
    start = curve.n_extrapolated + 1 if curve.n_extrapolated else 0
    drawing = SVG.format(
        alt=messages.format("areas.alt", scheme=name, area=joined.area),
        width=PLOT_SIZE + MARGIN + 14,
        height=PLOT_SIZE + FOOTER + 10,
        left=-MARGIN,
        side=PLOT_SIZE,
        ink=palette.INK,
        colour=style.line,
        grid=_grid(messages),
        shape=f"{_path(curve.recall, curve.precision)}L{curve.recall[-1]} 0L{curve.recall[0]} 0Z",
        start=_path(curve.recall[:start], curve.precision[:start]),
        line=_path(curve.recall[curve.n_extrapolated :], curve.precision[curve.n_extrapolated :]),
        balance=_render_prevalence(points.prevalence, messages),
        circles=_render_markers(points, threshold, style),
    )
    return FIGURE.format(
        colour=style.text, scheme=joined.scheme, value=repr(joined.area), area=area, name=name, drawing=drawing
    )


def _path(recall: np.ndarray, precision: np.ndarray) -> str:
    corners = zip(recall.tolist(), precision.tolist(), strict=True)
    return "".join(f"{'L' if at else 'M'}{x!r} {y!r}" for at, (x, y) in enumerate(corners))


def _grid(messages: Messages) -> Markup:
    lines = [
        GRID.format(
            at=PLOT_SIZE * tick,
            down=PLOT_SIZE * (1 - tick),
            side=PLOT_SIZE,
            grid=palette.GRID,
            below=PLOT_SIZE + 18,
            beside=PLOT_SIZE * (1 - tick) + 5,
            tick=messages.number(tick, "g"),
        )
        for tick in TICKS
    ]
    names = {"recall": messages.format("chart.recall"), "precision": messages.format("chart.precision")}
    return Markup("").join(
        [*lines, AXIS_LABELS.format(middle=PLOT_SIZE / 2, up=-PLOT_SIZE / 2, foot=PLOT_SIZE + 40, **names)]
    )


def _render_prevalence(prevalence: float, messages: Messages) -> Markup:
    at = PLOT_SIZE * (1 - prevalence)
    said = messages.format("chart.baseline", prevalence=format_prevalence(prevalence))
    place = at - 6 if at > PLOT_SIZE / 2 else at + 18
    return PREVALENCE_LINE.format(
        at=at, side=PLOT_SIZE, quiet=palette.QUIET, paper=palette.PAPER, above=place, said=said
    )


def _render_markers(points: OperatingPoints, threshold: float, style: palette.Style) -> Markup:
    """Measured points with room, and a thick one for the threshold in force."""
    recall, precision, index = points.recall, points.precision, threshold_index(points, threshold)
    marks = [(int(at), RADIUS, style.line, 2) for at in marker_indices_with_space(recall, precision)]
    marks += [] if index is None else [(index, ACTIVE_RADIUS, palette.INK, 4)]
    return Markup("").join(
        MARKER.format(
            x=round(PLOT_SIZE * float(recall[at]), 2),
            y=round(PLOT_SIZE * (1 - float(precision[at])), 2),
            r=radius,
            paper=palette.PAPER,
            colour=colour,
            width=width,
        )
        for at, radius, colour, width in marks
    )


def _threshold_sentence(points: OperatingPoints, threshold: float, messages: Messages) -> str:
    """The fractions of the point in force; without one nothing is called positive."""
    index = threshold_index(points, threshold)
    true, false = (0.0, 0.0) if index is None else (float(count[index]) for count in points.counts)
    found = {"precision": (true, true + false), "recall": (true, points.positives)}
    said = [
        messages.format(
            "notebook.ratio_of_counts",
            name=messages.format(f"chart.{name}"),
            fraction=f"{messages.number(format_count(part))}/{messages.number(format_count(whole))}",
            ratio=messages.number(format_ratio(part / whole)) if whole else "–",
        )
        for name, (part, whole) in found.items()
    ]
    text = f"{threshold:g}" if index is None else format_threshold(points.threshold, index)
    return " · ".join([messages.format("notebook.at_threshold", threshold=messages.number(text)), *said])


def _table(data: ViewData, state: ViewState) -> Markup:
    """Both areas of every model."""
    rows = []
    for model in data.inputs.models:
        sides = [data.joined(model, scheme) for scheme in (state.left, state.right)]
        texts = format_distinct(sides[0].area, sides[1].area)
        cells = [
            CELL.format(
                colour=palette.style_of(one.scheme).text,
                scheme=one.scheme,
                value=repr(one.area),
                area=data.words.number(text),
            )
            for one, text in zip(sides, texts, strict=True)
        ]
        rows.append(ROW.format(name=model.name, cells=Markup("").join(cells)))
    return Markup("<table>{}</table>").format(Markup("").join(rows))


REBUILD_TRAITS = ("model", "left", "right")  # traits


class View(anywidget.AnyWidget):
    """Two ways of joining one model's points side by side; `threshold`, `left`, `right`, `model` are read and set."""

    _esm = script_of("in_notebook")
    _css = STYLE
    bundle = traitlets.Dict().tag(sync=True)
    threshold = traitlets.Float().tag(sync=True)  # of the score; written when the hand lets go
    left = traitlets.Unicode().tag(sync=True)
    right = traitlets.Unicode().tag(sync=True)
    model = traitlets.Unicode().tag(sync=True)
    _last_server: ClassVar[AppServer | None] = None  # of any view: one is open at a time

    def __init__(self, models: InputModels, messages: Messages, state: ViewState) -> None:
        self._view_data = ViewData(models, messages)
        self._server: AppServer | None = None
        self._is_initialized = False
        first = {"model": state.model, "left": state.left, "right": state.right, "threshold": state.threshold}
        super().__init__(**first)
        self._is_initialized = True
        self.bundle = self._view_data.payload(self.view_state)
        self.observe(self._update_payload, names=[*REBUILD_TRAITS, "threshold"])

    @property
    def view_state(self) -> ViewState:
        """All that was chosen."""
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

    def _update_payload(self, change: Any) -> None:
        """Send what changed; a threshold needs nothing where the browser has all points, or that one."""
        if change["name"] == "model":
            self.unobserve(self._update_payload, names="threshold")
            self.threshold = _first_threshold(self._view_data.inputs.model(self.model).points)
            self.observe(self._update_payload, names="threshold")
        elif change["name"] == "threshold" and (self.bundle["isWhole"] or self._has_threshold(self.threshold)):
            return
        self.bundle = self._view_data.payload(self.view_state)

    def _has_threshold(self, threshold: float) -> bool:
        return threshold in self.bundle["points"]["threshold"]

    def __repr__(self) -> str:
        model = self._view_data.inputs.model(self.model)
        areas = [
            f"{scheme} {format_number(self._view_data.joined(model, scheme).area, '.3f')}" for scheme in self._sides
        ]
        guessed = self._view_data.inputs.guessed_roles
        said = f"; {format_roles(guessed, messages_in('en'))}" if guessed else ""
        return f"View({self.model!r}, {', '.join(areas)}, threshold {self.threshold:g}){said}"

    @property
    def _sides(self) -> tuple[str, str]:
        return self.left, self.right

    def _repr_html_(self) -> str:
        return str(render_html(self._view_data, self.view_state))

    def open(self, port: int | None = None, browser: bool = True) -> str:
        """Open the app with these data and give its address; an app that any view has opened before ends.

        The rows are written into a private temporary file, which goes, as the server does, with `close` or with Python.
        port: a free one unless it is named. browser: whether to open the address there too.

        Raises
        ------
        ValueError: somebody listens on the port.
        RuntimeError: the server did not start.
        """
        if not self._is_initialized:  # by this name a widget opens its connection to the page
            super().open()
            return ""
        if View._last_server is not None:
            View._last_server.close()
        self._server = View._last_server = AppServer.start(self._view_data.inputs.to_files(self.model), port=port)
        if browser:
            webbrowser.open(self._server.address)
        return self._server.address

    def close(self) -> None:
        """End the app that was opened, and the widget."""
        server: AppServer | None = getattr(self, "_server", None)
        if server is not None:
            server.close()
        super().close()


@extend_signature(left="step", right="linear", threshold=None, model=None, lang="en")
def view(
    y_true: Any,
    y_score: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    sample_weight: Any = None,
    pos_label: object = None,
    **options: Any,
) -> View:
    """Show a precision-recall curve joined two ways, with a threshold to drag.

    y_true, y_score, sample_weight, pos_label: as `operating_points` takes them; y_score may be a dict or a table of
    several models' scores. Instead of both a DataFrame, whose columns are guessed as the app does or named by label,
    score (one or several) and sample_weight; a table of score, positives and negatives; OperatingPoints, or a dict of
    them.
    left, right: schemes. threshold: at first that of the largest F1. model: the one shown, at first the first. lang: of
    the words, en or zh. Of few rows each can be moved by hand: in the picture alone, Python keeps the rows as given.

    Raises
    ------
    ValueError: what `operating_points` refuses, what the app says of a table, no positives, a name that is not there.

    >>> view([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    View('score', step 0.833, linear 0.792, threshold 0.7)
    """
    models = read_models(y_true, y_score, label=label, score=score, sample_weight=sample_weight, pos_label=pos_label)
    return _make_view(models, **options)


def _make_view(
    models: InputModels,
    *,
    left: str = "step",
    right: str = "linear",
    threshold: float | None = None,
    model: str | None = None,
    lang: str = "en",
) -> View:
    shown = models.models[0] if model is None else models.model(model)
    first = _first_threshold(shown.points) if threshold is None else float(threshold)
    return View(models, messages_in(lang), ViewState(shown.name, left, right, first))


def _first_threshold(points: OperatingPoints) -> float:
    chosen = choose_threshold(points)
    assert chosen is not None  # there are positives, and nothing is required
    return chosen.threshold
