"""Widgets and tables that several pages share.

Short work is done at once. Long work runs in the background: the page is shown without the result and with a progress
bar, and is rerun when the work is done.

Streamlit's select slider gives screen readers the position of an option, so its number is sent separately.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import pandas as pd
import streamlit as st
from markupsafe import Markup

from pr_curve_lab.analysis.formatting import NumberText
from pr_curve_lab.i18n.messages import code_span
from pr_curve_lab.i18n.names import Family, scheme_family
from pr_curve_lab.server import jobs
from pr_curve_lab.server.settings import MEASURED_PREVALENCE, PREVALENCE, SETTINGS
from pr_curve_lab.server.visitor_state import cached, get_messages, is_shared, message, set_widget, value_of, visitor
from pr_curve_lab.web.modules import PAGE_FOLDER, script_of
from pr_metrics import SCHEMES, OperatingPoints, at_prevalence
from pr_metrics.interpolation import MAX_STEPS

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
LONG_NAME, LONG_NAME_WIDTH = 20, 150  # characters; pixels
inline_select = partial(st.selectbox, label_visibility="collapsed", persist_state="session")  # without a visible label
choice_buttons = partial(st.segmented_control, required=True, persist_state="session")
WHOLE_NUMBERS = st.column_config.NumberColumn(format="%,d")
THREE_DECIMALS = st.column_config.NumberColumn(format="%.3f")


def name_width(names: Iterable[str]) -> int | None:
    """Return the width of a column of names in pixels, or None if all are short, so that the table chooses it.

    >>> name_width(["North", "South"]) is None, name_width(["The southern part of the coast"])
    (True, 150)
    """
    return LONG_NAME_WIDTH if any(len(name) > LONG_NAME for name in names) else None


def show_title(text: str) -> None:
    """Show a headline in which no line ends within an interval, or between a number and a Chinese word."""
    between = get_messages().raw("punctuation.range").format(low="", high="")
    within = rf"(?<=\d){re.escape(between)}(?=[-\u2212]?\d)"
    text = re.sub(within, between.replace(" ", NO_BREAK_SPACE), text)
    st.title(re.sub(r"(?<=\d) (?=[\u4e00-\u9fff])", NO_BREAK_SPACE, text), anchor=False)


def code_list(names: Iterable[object]) -> str:
    """Return names as code spans, separated by commas."""
    return message("punctuation.items").join(code_span(str(name)) for name in names)


def show_columns(
    key: str,
    page: str,
    columns: Mapping[str, Any] | pd.DataFrame,
    formats: Mapping[str, Any],
    titles: Mapping[str, str | None] | None = None,
    **options: Any,
) -> None:
    """Show a table. The title of a column is the message `columns.{page}.{name}`, unless `titles` has another.

    formats: column configurations by name; counts have separators without any. options: those of `st.dataframe`.
    """
    shown = {name: (titles or {}).get(name) or message(f"columns.{page}.{name}") for name in map(str, columns)}
    table = pd.DataFrame(columns).rename(columns=shown)
    whole = [
        title for title in shown.values() if table[title].dtype.kind in "iuf" and (table[title].dropna() % 1 == 0).all()
    ]
    configs = dict.fromkeys(whole, WHOLE_NUMBERS)
    configs |= {title: formats[name] for name, title in shown.items() if name in formats}
    st.dataframe(table, key=key, hide_index=True, column_config=configs, **options)


MAX_ROWS, ROWS_HEIGHT = 10, 400  # rows that are shown without scrolling; px


def show_two_line_rows(
    key: str, titles: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]], fails: Container[int] = ()
) -> None:
    """Show a table that fits on a phone: each cell has a number or a name, and a short text below it.

    fails: the rows to highlight.
    """
    lines = [Markup("").join(Markup('<th scope="col">{}</th>').format(one) for one in titles)]
    for number, (name, *cells) in enumerate(rows):
        kind = "fails" if number in fails else ""
        first = Markup('<th scope="row" class="{}">{}<small>{}</small></th>').format(kind, *name)
        lines.append(first + Markup("").join(Markup("<td>{}<small>{}</small></td>").format(*cell) for cell in cells))
    body = Markup("").join(Markup("<tr>{}</tr>").format(line) for line in lines)
    with st.container(key=key, height="content" if len(rows) <= MAX_ROWS else ROWS_HEIGHT, border=False):
        st.html(Markup('<table class="rates">{}</table>').format(body))


def show_sentence(sentence: str, key: str = "report_sentence") -> None:
    """Show a sentence with a button that copies it, by default what to report."""
    with st.container(key=key):
        st.code(sentence, language=None, wrap_lines=True)


Result = TypeVar("Result")

MAX_DIRECT_SECONDS = 0.1  # seconds; all visitors wait for such work, since one interpreter serves them
REFRESH_SECONDS = 0.8  # seconds between two updates of a progress bar
MAX_SMALL_ROWS = 8192  # up to this, all schemes are computed at once; beyond it, only the selected one


@dataclass(frozen=True)
class ProgressInfo:
    """What a page shows about long work.

    name: prefix of the widgets' keys. seconds: estimated duration. message: what is being done, for the progress bar.
    """

    name: str
    seconds: float
    message: str


def is_small(rows: int) -> bool:
    """Whether there are so few rows that computing all schemes on each sample costs little more than one."""
    return rows <= MAX_SMALL_ROWS


def run_with_progress(info: ProgressInfo, function: Callable[..., Result], *args: Any) -> Result | None:
    """Return the result of a function, or None while it is computed, with a progress bar on the page.

    The function gets a callback for its progress as the last argument. Its arguments must be plain values, frozen
    records, or tuples of these. Results about an example are computed once for all visitors, and no visitor can stop
    that.
    """
    result, going = _result_or_job(info.seconds, function, *args)
    if going is None:
        return result
    if not going.is_over:
        _show_bar(going, info, can_stop=not is_shared(function, *args))
    elif going.result is None:
        why = "stopped" if going.error is None else "failed"
        with st.container(horizontal=True, vertical_alignment="center", key=f"{info.name}_progress"):
            st.markdown(message(f"progress.{why}", doing=info.message), width="content")
            again = message("progress.again")
            st.button(again, key=f"{info.name}_again", on_click=jobs.remove_job, args=(function, *args))
    return going.result


def run_quietly(seconds: float, function: Callable[..., Result], *args: Any) -> tuple[Result | None, bool]:
    """Return the result as `run_with_progress` does, but without a progress bar, and whether it is being computed."""
    result, going = _result_or_job(seconds, function, *args)
    if going is None or going.is_over:
        return result, False
    _rerun_when_over(going)
    return None, True


def _result_or_job(
    seconds: float, function: Callable[..., Result], *args: Any
) -> tuple[Result | None, jobs.Job[Result] | None]:
    """Return the result of short work, or of work for all that is done, and otherwise the job with its result."""
    for_all = is_shared(function, *args)
    if seconds <= MAX_DIRECT_SECONDS:
        return cached(function, *args, _ignore_progress), None
    if for_all and (made := jobs.get_shared_result(function, *args)) is not None:
        return made, None
    going = jobs.start_shared_job(function, *args) if for_all else jobs.start_job(function, *args)
    return going.result, going


@st.fragment(run_every=REFRESH_SECONDS)
def _rerun_when_over(work: jobs.Job[Any]) -> None:
    if work.is_over:
        st.rerun()


def compute(function: Callable[..., Result], *args: Any) -> Result:
    """Return the cached result of a function, with a spinner on the page while it is computed."""
    with st.spinner(message("schemes.computing")):
        return cached(function, *args)


@st.fragment(run_every=REFRESH_SECONDS)
def _show_bar(work: jobs.Job[Any], info: ProgressInfo, *, can_stop: bool) -> None:
    """Update only the progress bar; when the work is done, rerun the whole page."""
    if work.is_over:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{info.name}_progress"):
        st.progress(work.fraction, text=message("progress.share", doing=info.message, share=work.fraction))
        if can_stop:
            st.button(message("progress.stop"), key=f"{info.name}_stop", on_click=work.stop)


def _ignore_progress(_: float) -> None:
    """Do nothing: short work shows no progress."""


def update_prevalence(points: OperatingPoints) -> float | None:
    """Return the target prevalence, or None for that of the data; an impossible one is reset, with a message."""
    prevalence = value_of(PREVALENCE.name)
    if prevalence in (None, MEASURED_PREVALENCE):
        return None
    if prevalence == points.prevalence:
        set_prevalence(None)
        return None
    try:
        at_prevalence(points, prevalence)
    except ValueError:  # weights so large that the number of negatives would overflow
        st.warning(message("balance.impossible", prevalence=NumberText(f"{prevalence:g}")))
        set_prevalence(None)
        return None
    return float(prevalence)


def set_prevalence(prevalence: float | None) -> None:
    """Set the target prevalence; None means that of the data, which is stored by its own name."""
    is_measured = prevalence in (None, visitor().labeled_scores.points.prevalence)
    set_widget(prevalence=MEASURED_PREVALENCE if is_measured else prevalence)


def update_schemes(points: OperatingPoints) -> tuple[str, str]:
    """Return the schemes on the left and on the right, as `update_scheme` does."""
    return update_scheme(points, "left"), update_scheme(points, "right")


def update_scheme(points: OperatingPoints, side: str) -> str:
    """Return the scheme of a side, "left" or "right"; one that cannot join these points is replaced, with a message."""
    scheme, instead = str(value_of(side)), str(SETTINGS[side].default)
    if SCHEMES[scheme].can_join(points):
        return scheme
    names = {part: message(f"schemes.{key}.name") for part, key in (("scheme", scheme), ("instead", instead))}
    if (points.true_positives % 1).any():
        st.warning(message("areas.needs_whole_rows", **names))
    else:
        st.warning(message("areas.needs_fewer_positives", most=MAX_STEPS, **names))
    set_widget(**{side: instead})
    return instead


def show_scheme_select(
    points: OperatingPoints, side: str, label: str, *, width: int | Literal["stretch"] = "stretch"
) -> None:
    """Show a choice of the schemes that can join these points, for a side "left" or "right"; label: a message key."""
    messages = get_messages()
    inline_select(
        message(label),
        [key for key, scheme in SCHEMES.items() if scheme.can_join(points)],
        format_func=lambda key: messages.format(f"schemes.{key}.name"),
        key=side,
        width=width,
    )


def show_scheme_name(points: OperatingPoints, side: str, scheme: str) -> None:
    """Show the name of the scheme of a side, in its color above its picture, as the choice of another one."""
    with st.container(key=f"{side}_name_{COLOR_NAMES[scheme_family(scheme)]}"):
        show_scheme_select(points, side, f"areas.pick_{side}")


COLOR_NAMES: dict[Family, str] = {  # as Streamlit calls the color of a family
    "steps": "blue",
    "straight lines": "orange",
    "counts": "green",
    "best precision": "violet",
    "unknown": "gray",
}


def color_text(text: str, scheme: str) -> str:
    """Return Markdown text in the color of a scheme.

    >>> color_text("0.826 in steps", "step")
    ':blue[0.826 in steps]'
    """
    return f":{COLOR_NAMES[scheme_family(scheme)]}[{text}]"


_SCRIPT = script_of("slider_aria", PAGE_FOLDER)
_slider_component = st.components.v2.component("pr_curve_lab_slider_aria", js=_SCRIPT)


def set_slider_aria(slider: str, values: Sequence[float | None]) -> None:
    """Give screen readers the number of each option of the slider above, or None."""
    _slider_component(key=f"{slider}_unseen", data={"slider": slider, "numbers": list(values)})
