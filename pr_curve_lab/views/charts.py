"""Show charts, with scripts that act on them in the browser.

If a script does not find the elements that it expects, it shows a message that was sent with the chart. On some charts
a click selects the point under the pointer, and the selected point can be dragged.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.thinning import reduced_count
from pr_curve_lab.exports.results import file_stem
from pr_curve_lab.plotting.figure import FigureUpdate, chart_config, frozen_figure, zoomable_figure
from pr_curve_lab.server.settings import PICTURE, TASK
from pr_curve_lab.server.visitor_state import get_messages, message, value_of, visitor
from pr_curve_lab.web.modules import PAGE_FOLDER, script_of


def show_chart(figure: Any, *, key: str, alt: str) -> None:
    """Show a figure under a key that tests and links use; its download button saves it in the selected format.

    The zoom stays until the data, the model, class or label, or the group change.
    """
    state = visitor()
    in_view = (
        state.data_version,
        value_of(TASK.name),
        state.labeled_scores.group_name,
        state.given_curve and state.given_curve.name,
    )
    data = file_stem(state.in_use.example or state.labeled_scores.name, str(value_of(TASK.name)))
    config = chart_config(
        f"{data}_{state.page}_{key.removesuffix('_chart')}", str(value_of(PICTURE.name)), get_messages()
    )
    st.plotly_chart(zoomable_figure(figure, str(in_view)), key=key, theme=None, alt=alt, config=config)


def show_thinning_note(figure: Any, n_points: int) -> None:
    """Say how many vertices a line is drawn from, if these are fewer than its points."""
    shown = reduced_count(frozen_figure(figure).to_dict()["layout"]["meta"].get("kept"), n_points)
    if shown is not None:
        st.caption(message("chart.thinned", shown=shown, total=n_points))


_SCRIPT = script_of("chart_tasks", PAGE_FOLDER)
_tasks_component = st.components.v2.component("pr_curve_lab_chart_tasks", js=_SCRIPT, isolate_styles=False)


def attach_script(
    chart: str, *tasks: str, data: dict[str, Any], on_select: Callable[[float], None] | None = None
) -> None:
    """Run tasks of a script on the chart with this key, each with an error message in case it fails.

    on_select: called with the threshold of a point that was clicked or dropped, before the page is rerun.
    """
    error_messages = {task: message(f"chart.without_{task}") for task in tasks}
    key = f"{chart}_script"
    callbacks: dict[str, Any] = {}
    if on_select is not None:
        callbacks["on_selected_change"] = lambda: _run_on_select(key, on_select)
    _tasks_component(key=key, data={"chart": chart, "error_messages": error_messages, **data}, **callbacks)


def attach_data(chart: str, data: dict[str, Any]) -> None:
    """Send the browser the data of a chart that stay the same from run to run; Streamlit sends them once."""
    _tasks_component(key=f"{chart}_fixed_script", data={"chart": chart, "fixed": data})


def _run_on_select(key: str, on_select: Callable[[float], None]) -> None:
    threshold = value_of(key).get("selected")
    if threshold is not None:
        on_select(float(threshold))


def show_fitted_chart(figure: Any, layouts: list[dict[str, Any]], *, key: str, alt: str) -> None:
    """Show a figure that adapts to its width: each of `layouts`, widest first, applies `from` a width in pixels."""
    show_chart(figure, key=key, alt=alt)
    attach_script(key, "layouts", data={"layouts": layouts})


@dataclass(frozen=True)
class DragData:
    """The points to which the selected one can be dragged, with all texts that follow it, and the selected point."""

    fixed: dict[str, Any]
    selected_point: dict[str, Any]


def show_live_chart(
    figure: Any,
    change: FigureUpdate,
    *,
    key: str,
    alt: str,
    on_select: Callable[[float], None] | None = None,
    drag_data: DragData | None = None,
    layouts: list[dict[str, Any]] | None = None,
) -> None:
    """Show a figure under a key, with changes that the browser applies to it so that its zoom is kept.

    on_select: called with the threshold of a point that was clicked or dropped; hover data start with the threshold.
    drag_data: the points to which the selected one can be dragged. layouts: as for `show_fitted_chart`.
    """
    show_chart(figure, key=key, alt=alt)
    data = asdict(change)
    data["stamp"] = json.dumps(data, sort_keys=True)
    tasks = ["updates", *["clicks"] * (on_select is not None)]
    if layouts is not None:
        data["layouts"] = layouts
        tasks.append("layouts")
    if drag_data is not None:
        attach_data(key, drag_data.fixed)
        data["selected_point"] = {**drag_data.selected_point, "id": drag_data.fixed["id"]}
        tasks.append("drag")
    attach_script(key, *tasks, data=data, on_select=on_select)
