"""The page Play: rows to drag in the browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from pr_curve_lab.i18n.messages import Words, words_in
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import GOAL, LEFT, RIGHT, ROWS, START, THRESHOLD
from pr_curve_lab.server.visitor_state import put, value_of, visitor
from pr_curve_lab.views import problems
from pr_curve_lab.web.payload import STYLE, script_of
from pr_curve_lab.web.play_payload import DATA, STARTS, Asked, play_bundle, sampled_rows, table_of_rows, text_of_rows

KEY = "play"
_board = st.components.v2.component(
    "pr_curve_lab_play", js=script_of("play_in_streamlit"), css=STYLE, isolate_styles=False
)


def show_board(cases: Cases, words: Words) -> None:
    """Show the rows that the address asks for, or one's own as last dragged, with pictures that move with the hand."""
    heard = (value_of(KEY) or {}).get("now") or {}
    asked = Asked(*(value_of(setting.key) for setting in (START, ROWS, GOAL, THRESHOLD, LEFT, RIGHT)))
    count, played = visitor().played or (-1, "")
    if asked.start == DATA and count == visitor().data_count:
        asked = replace(asked, rows=played)
    bundle = play_bundle(asked, cases, problems.plain_name(words), words)
    bundle["now"]["heard"] = heard.get("told", 0)
    _board(key=KEY, data=bundle, on_now_change=_take_now, on_use_change=_use)


def _take_now() -> None:
    """Put what stands in the browser into the settings, which the address names; rows of the data in use stay here."""
    now: dict[str, Any] = value_of(KEY)["now"]
    begun = {key: start.rows for key, start in STARTS.items()} | {DATA: sampled_rows(visitor().cases)}
    moved = now["rows"] != text_of_rows(begun.get(now["start"], []))
    found = {name: now[name] for name in ("start", "threshold", "left", "right")}
    is_own = now["start"] == DATA
    if is_own:
        visitor().played = (visitor().data_count, now["rows"])
    put(**{**found, "played": now["rows"] if moved and not is_own else ""})


def _use() -> None:
    """Use the rows on every other page."""
    if (table := table_of_rows(value_of(KEY)["use"])) is not None:
        data_in_use.read_files([(words_in(value_of("lang")).say("play.rows_name"), table)])
