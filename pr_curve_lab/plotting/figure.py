"""Build Plotly figures from plain dictionaries, which are not validated.

Plotly validates each property of each trace when it is set, which takes ten times as long as everything else: a page of
five charts would take a tenth of a second longer. Tests validate every chart once, the server validates none. If any
other method or attribute of a figure is used, it is converted into a validated Plotly figure.

Charts do not react to dragging or to the mouse wheel, because a thumb must scroll the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go
import plotly.io
from _plotly_utils.utils import to_typed_array_spec  # type: ignore[import-untyped]  # Plotly has no types
from plotly.basedatatypes import BaseFigure

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting import palette

Json = dict[str, Any]


class DictFigure(BaseFigure):  # type: ignore[misc]  # Plotly has no types
    """A figure of traces and a layout, each a dictionary.

    >>> figure = DictFigure({"template": "none"})
    >>> figure.add_scatter(name="points", x=[0.5])
    >>> figure.to_dict()["data"]
    [{'type': 'scatter', 'name': 'points', 'x': [0.5]}]
    >>> figure.data[0].name  # as of any figure
    'points'
    """

    def __init__(self, layout: Mapping[str, Any]) -> None:
        set_own = object.__setattr__
        set_own(self, "_traces", [])
        set_own(self, "_settings", dict(layout))
        set_own(self, "_checked", None)

    def add_scatter(self, **trace: Any) -> None:
        """Add a trace of points, lines or shapes."""
        self._add({"type": "scatter", **trace})

    def add_bar(self, **trace: Any) -> None:
        """Add a trace of bars."""
        self._add({"type": "bar", **trace})

    def _add(self, trace: Json) -> None:
        if self._checked is not None:
            self._checked.add_trace(trace)
        else:
            self._traces.append(trace)

    def add_annotation(self, annotation: Json) -> None:
        """Add an annotation."""
        self._extend("annotations", annotation)

    def add_shape(self, **shape: Any) -> None:
        """Add a shape of the layout."""
        self._extend("shapes", shape)

    def _extend(self, name: str, item: Json) -> None:
        if self._checked is not None:
            getattr(self._checked, f"add_{name[:-1]}")(item)
        else:
            self._settings[name] = [*self._settings.get(name, ()), item]

    def update_layout(self, layout: Mapping[str, Any] | None = None, **options: Any) -> Any:
        """Merge settings into the layout; annotations and shapes replace the previous ones."""
        changes = {**(layout or {}), **options}
        if self._checked is not None:
            return self._checked.update_layout(changes)
        object.__setattr__(self, "_settings", _merge_layout(self._settings, changes))
        return self

    def to_dict(self) -> Json:
        """Return the figure as it is sent to the browser."""
        if self._checked is not None:
            sent: Json = self._checked.to_dict()
            return sent
        layout = dict(self._settings)
        layout["template"] = _template(layout.get("template"))
        return {"data": [_encode(trace) for trace in self._traces], "layout": _encode(layout)}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._as_checked(), name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "to_dict":  # see `frozen_figure`
            object.__setattr__(self, name, value)
        else:
            setattr(self._as_checked(), name, value)

    def __getitem__(self, name: str) -> Any:
        return self._as_checked()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._as_checked()[name] = value

    def __reduce__(self) -> Any:
        return go.Figure, (self.to_dict(),)

    def __deepcopy__(self, _: Any) -> go.Figure:
        return go.Figure(self.to_dict())

    def _as_checked(self) -> go.Figure:
        """Return the validated Plotly figure, which is used from then on."""
        if self._checked is None:
            traces, layout = self._traces, {**self._settings, "template": _template(self._settings.get("template"))}
            object.__setattr__(self, "_checked", go.Figure(traces, layout))
        return self._checked


def _forward_method(name: str) -> Callable[..., Any]:
    def method(self: DictFigure, *given: Any, **options: Any) -> Any:
        return getattr(self._as_checked(), name)(*given, **options)

    return method


for _name in dir(go.Figure):
    if not _name.startswith("_") and _name not in vars(DictFigure) and callable(getattr(go.Figure, _name)):
        setattr(DictFigure, _name, _forward_method(_name))
for _name in ("data", "layout", "frames"):
    setattr(
        DictFigure,
        _name,
        property(
            lambda self, name=_name: getattr(self._as_checked(), name),  # type: ignore[misc]
            lambda self, value, name=_name: setattr(self._as_checked(), name, value),  # type: ignore[misc]
        ),
    )


def _template(template: Any) -> Any:
    return plotly.io.templates[template].to_plotly_json() if isinstance(template, str) else template


def _merge_layout(base: Mapping[str, Any], update: Mapping[str, Any]) -> Json:
    merged = dict(base)
    for path, change in update.items():
        name, _, within = path.partition(".")  # "margin.l", as in the layouts for the browser
        known, value = merged.get(name), {within: change} if within else change
        merged[name] = (
            _merge_layout(known, value) if isinstance(known, Mapping) and isinstance(value, Mapping) else value
        )
    return merged


def _encode(value: Any) -> Any:
    """Return a part as it is sent: arrays in base64, and without values that are None."""
    if isinstance(value, Mapping):
        return {name: _encode(part) for name, part in value.items() if part is not None}
    if isinstance(value, np.ndarray):
        return to_typed_array_spec(value)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return [_encode(part) for part in value]
    return value


def frozen_figure(figure: Any) -> Any:
    """Return a figure whose dictionary is cached, and which must not be changed any more.

    >>> import plotly.graph_objects as go
    >>> figure = frozen_figure(go.Figure())
    >>> figure.to_dict() is frozen_figure(figure).to_dict()
    True
    """
    if "to_dict" not in vars(figure):
        made = figure.to_dict()
        figure.to_dict = lambda: made
    return figure


def zoomable_figure(figure: Any, uirevision: str) -> Any:
    """Return a frozen figure that keeps the zoom of the visitor as long as `uirevision` is the same.

    >>> zoomable_figure(DictFigure({"height": 100}), "1").to_dict()["layout"]
    {'height': 100, 'uirevision': '1'}
    """
    frozen = frozen_figure(figure).to_dict()
    shown: Any = DictFigure({})
    shown.to_dict = lambda: {**frozen, "layout": {**frozen["layout"], "uirevision": uirevision}}
    return shown


@dataclass(frozen=True)
class FigureUpdate:
    """A change to a chart that the browser has already: coordinates of traces by name, and all annotations."""

    traces: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    annotations: list[dict[str, Any]] = field(default_factory=list)


IMAGE_SCALE = 2  # pixels of a PNG for each pixel of the screen, so that it is sharp in print


BUTTONS = {  # Plotly's names of its buttons, and ours
    "Zoom in": "chart.zoom_in",
    "Zoom out": "chart.zoom_out",
    "Reset axes": "chart.reset_axes",
    "Download plot": "chart.download_plot",
    "Download plot as a PNG": "chart.download_plot",
}


def chart_config(file_name: str, kind: str, messages: Messages) -> dict[str, Any]:
    """Return the Plotly config of a chart whose button saves it under a name, as "png" or "svg".

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> chart_config("areas_left", "svg", messages_in("en"))["toImageButtonOptions"]
    {'format': 'svg', 'filename': 'areas_left', 'scale': 1}
    """
    return {
        "displaylogo": False,
        "scrollZoom": False,
        "doubleClick": "reset",
        "modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]],
        "responsive": True,
        "locale": messages.language,
        "locales": {messages.language: {"dictionary": {name: messages.format(key) for name, key in BUTTONS.items()}}},
        "toImageButtonOptions": {"format": kind, "filename": file_name, "scale": IMAGE_SCALE if kind == "png" else 1},
    }


def empty_figure(messages: Messages, *, height: int, margin: dict[str, int], **layout: Any) -> go.Figure:
    """Return a figure without traces; layout: its axes, and other settings that not all charts have.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> empty_figure(messages_in("en"), height=100, margin={}).layout.dragmode
    False
    """
    return DictFigure(
        {
            "template": "none",
            "font": {"family": palette.FONT, "size": palette.BASE_SIZE, "color": palette.INK},
            "paper_bgcolor": palette.PAPER,
            "plot_bgcolor": palette.PAPER,
            "margin": margin,
            "height": height,
            "dragmode": False,  # a thumb on the chart must scroll the page
            "hovermode": "closest",
            "hoverlabel": {"font": {"family": palette.FONT, "size": palette.SMALL_SIZE}, "bgcolor": palette.PAPER},
            "separators": messages.number_format.separators,  # for every number that Plotly writes
            "showlegend": False,
            **layout,
        }
    )


def base_axis(title: str, **options: Any) -> dict[str, Any]:
    """Return an axis with its title.

    >>> base_axis("Recall")["title"]["text"]
    'Recall'
    """
    return {
        "title": {"text": title, "font": {"size": palette.LABEL_SIZE}, "standoff": 8},
        "tickfont": {"size": palette.TICK_SIZE},
        "gridcolor": palette.GRID,
        "zeroline": False,
        **options,
    }
