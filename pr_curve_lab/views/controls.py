"""Controls that several pages share.

Short work is done at once. Long work runs in the background: the page is shown without the result and with a progress
bar, and is run again when the work is done.

Streamlit's slider announces the position of an option as its value, so its number is sent along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import streamlit as st

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.server import jobs
from pr_curve_lab.server.settings import SETTINGS
from pr_curve_lab.server.visitor_state import cached, is_shared, set_widget, value_of
from pr_curve_lab.web.modules import PAGE_FOLDER, script_of
from pr_metrics import SCHEMES, OperatingPoints
from pr_metrics.interpolation import MAX_STEPS

LONG_NAME, LONG_NAME_WIDTH = 20, 150  # characters; px
inline_select = partial(st.selectbox, label_visibility="collapsed", persist_state="session")  # without a visible label


def name_width(names: Iterable[str]) -> int | None:
    """The width in px; None where the names are short, so that the table finds its own.

    >>> name_width(["North", "South"]) is None, name_width(["The southern part of the coast"])
    (True, 150)
    """
    return LONG_NAME_WIDTH if any(len(name) > LONG_NAME for name in names) else None


Result = TypeVar("Result")

MAX_DIRECT_SECONDS = 0.1  # s; all visitors wait for such work, since one interpreter serves them
REFRESH_SECONDS = 0.8  # s
MAX_SMALL_ROWS = 8192  # of these every scheme is computed at once, of more only the one that is asked for


@dataclass(frozen=True)
class ProgressInfo:
    """What a page shows about long work.

    name: prefix of the widgets' keys. seconds: estimated duration. message: what is being done, for the progress bar.
    """

    name: str
    seconds: float
    message: str


def is_small(rows: int) -> bool:
    """Whether samples of so many rows are drawn once for all schemes, whose areas then cost little more than one."""
    return rows <= MAX_SMALL_ROWS


def get_result(info: ProgressInfo, messages: Messages, function: Callable[..., Result], *args: Any) -> Result | None:
    """The result of a function, or None while it is computed, with a progress bar on the page.

    The function gets a callback for its progress as the last argument. Its arguments must be hashable. Results about an
    example are computed once for all visitors, and no visitor can stop that.
    """
    for_all = is_shared(function, *args)
    if info.seconds <= MAX_DIRECT_SECONDS:
        return cached(function, *args, _ignore_progress)
    if for_all and (made := jobs.get_shared_result(function, *args)) is not None:
        return made
    going = jobs.start_shared_job(function, *args) if for_all else jobs.start_job(function, *args)
    if not going.is_over:
        _show_bar(going, info, messages, can_stop=not for_all)
    elif going.result is None:
        why = "stopped" if going.error is None else "failed"
        with st.container(horizontal=True, vertical_alignment="center", key=f"{info.name}_progress"):
            st.markdown(messages.format(f"progress.{why}", doing=info.message), width="content")
            again = messages.format("progress.again")
            st.button(again, key=f"{info.name}_again", on_click=jobs.remove_job, args=(function, *args))
    return going.result


def compute(messages: Messages, function: Callable[..., Result], *args: Any) -> Result:
    """The cached result of a function, with a spinner on the page while it is computed."""
    with st.spinner(messages.format("schemes.computing")):
        return cached(function, *args)


@st.fragment(run_every=REFRESH_SECONDS)
def _show_bar(work: jobs.Job[Any], info: ProgressInfo, messages: Messages, *, can_stop: bool) -> None:
    """Update the progress bar alone; when the work is done, run the whole page again."""
    if work.is_over:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{info.name}_progress"):
        st.progress(work.fraction, text=messages.format("progress.share", doing=info.message, share=work.fraction))
        if can_stop:
            st.button(messages.format("progress.stop"), key=f"{info.name}_stop", on_click=work.stop)


def _ignore_progress(_: float) -> None:
    """Short work reports no progress."""


def get_schemes(points: OperatingPoints, messages: Messages) -> tuple[str, str]:
    """The schemes on the left and on the right."""
    return get_scheme(points, "left", messages), get_scheme(points, "right", messages)


def get_scheme(points: OperatingPoints, side: str, messages: Messages) -> str:
    """The scheme of a side, "left" or "right"; one that cannot join these points is replaced, with a message."""
    scheme, instead = str(value_of(side)), str(SETTINGS[side].default)
    if SCHEMES[scheme].can_join(points):
        return scheme
    names = {part: messages.format(f"schemes.{key}.name") for part, key in (("scheme", scheme), ("instead", instead))}
    if (points.true_positives % 1).any():
        st.warning(messages.format("areas.needs_whole_rows", **names))
    else:
        st.warning(messages.format("areas.needs_fewer_positives", most=MAX_STEPS, **names))
    set_widget(**{side: instead})
    return instead


def show_scheme_select(
    points: OperatingPoints, side: str, label: str, messages: Messages, *, width: int | Literal["stretch"] = "stretch"
) -> None:
    """Offer every scheme that can join these points for a side, "left" or "right", under a label of the catalog."""
    inline_select(
        messages.format(label),
        [key for key, scheme in SCHEMES.items() if scheme.can_join(points)],
        format_func=lambda key: messages.format(f"schemes.{key}.name"),
        key=side,
        width=width,
    )


_SCRIPT = script_of("slider_values", PAGE_FOLDER)
_slider_component = st.components.v2.component("pr_curve_lab_slider_values", js=_SCRIPT)


def set_slider_values(slider: str, values: Sequence[float | None]) -> None:
    """Give screen readers the number of each option of the slider above, or None."""
    _slider_component(key=f"{slider}_unseen", data={"slider": slider, "numbers": list(values)})
