"""The page Play: rows that can be dragged in the browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from pr_curve_lab.analysis.formatting import format_area
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import LEFT, PLAYED_ROWS, RIDDLE_TARGET, RIGHT, START, THRESHOLD
from pr_curve_lab.server.visitor_state import get_messages, message, set_widget, value_of, visitor
from pr_curve_lab.views import controls, lessons, problems
from pr_curve_lab.web.modules import LAB_CSS, script_of
from pr_curve_lab.web.play import (
    DATA,
    STARTS,
    PlayParams,
    format_rows,
    play_json,
    rows_to_csv,
    sample_rows,
    starts_json,
)

KEY = "play"
_play_component = st.components.v2.component(
    "pr_curve_lab_play", js=script_of("play_in_streamlit"), css=LAB_CSS, isolate_styles=False
)


def show_row_editor(labeled_scores: LabeledScores) -> None:
    """Show the rows of the address, or the visitor's own as last dragged, with charts that follow the dragging."""
    sent = (value_of(KEY) or {}).get("now") or {}
    params = PlayParams(
        *(value_of(setting.name) for setting in (START, PLAYED_ROWS, RIDDLE_TARGET, THRESHOLD, LEFT, RIGHT))
    )
    count, played = visitor().play_rows or (-1, "")
    if params.start == DATA and count == visitor().data_version:
        params = replace(params, rows=played)
    bundle = play_json(params, labeled_scores, problems.data_name(str), get_messages())
    bundle["now"]["received"] = sent.get("sent", 0)
    result = _play_component(
        key=KEY, data=bundle, on_now_change=_save_state, on_use_change=_use_rows, on_link_change=lambda: None
    )
    if result.link:
        st.dialog(message("play.riddle"))(_show_link)(result.link)
    st.caption(message("play.own_riddle"))


def _show_link(url: str) -> None:
    """Show a link to copy below its task, and say if it holds rows of the visitor or works on this computer only."""
    st.markdown(message("play.riddle_asks", task=_task_of(url)))
    if value_of(START.name) == DATA and visitor().in_use.example is None:
        st.markdown(message("play.holds_own_rows"))
    if not lessons.is_public_url(url):
        st.markdown(message("lessons.link_only_here"))
    controls.show_sentence(url, "link_sentence")


def _task_of(url: str) -> str:
    """Return the headline for whoever opens a link."""
    params = dict(parse_qsl(urlsplit(url).query))
    key, goal = params[START.name], params.get(RIDDLE_TARGET.name)
    target = next((one["target"] for one in starts_json(get_messages()) if one["key"] == key), goal)
    # Two decimals if they are enough, as the browser prints it.
    area = "" if target is None else get_messages().format_number(format_area(float(target)).removesuffix("0"))
    return message(f"play.start_{key}", area=area)


def _save_state() -> None:
    """Save the state of the browser in the settings and thereby in the address; own rows stay on the server."""
    now: dict[str, Any] = value_of(KEY)["now"]
    begun = {key: start.rows for key, start in STARTS.items()} | {DATA: sample_rows(visitor().labeled_scores)}
    moved = now["rows"] != format_rows(begun.get(now["start"], []))
    found = {name: now[name] for name in ("start", "threshold", "left", "right")}
    is_own = now["start"] == DATA
    if is_own:
        visitor().play_rows = (visitor().data_version, now["rows"])
    set_widget(**{**found, "played": now["rows"] if moved and not is_own else ""})


def _use_rows() -> None:
    """Use the dragged rows on all pages."""
    if (table := rows_to_csv(value_of(KEY)["use"])) is not None:
        data_in_use.use_files([(message("play.rows_name"), table)])
