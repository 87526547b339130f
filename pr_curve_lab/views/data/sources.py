"""The page Data: upload, paste and examples, the tables of a file, its first rows, a preview."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea, joined_area, step_and_linear_areas
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.i18n.area_sentences import positives_text
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.io.table import MultiTableFile
from pr_curve_lab.plotting.areas import curve_points_figure
from pr_curve_lab.plotting.curve import joined_figure, resolution
from pr_curve_lab.schema.examples import EXAMPLES
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.schema.shapes import CurvePoints
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.data_in_use import join_with_current, select_table, use_last_table
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import cached, same_data, set_translated_widget, set_widget, value_of, visitor
from pr_curve_lab.views import charts
from pr_metrics import OperatingPoints

PASTE_HEIGHT = 104  # px, three lines


def show_title(cases: LabeledScores, messages: Messages) -> None:
    """Say what is in use as a finding: how many rows, and how many of them positive."""
    rows = messages.format("data.rows", count=cases.size)
    positives = positives_text(cases, messages)
    key = "data.headline" if not cases.is_weighted else "data.headline_weighted"
    facts: dict[str, str | int] = {
        "rows": rows,
        "positives": positives,
        "prevalence": format_prevalence(cases.points.prevalence),
    }
    dataset = visitor().dataset
    if dataset.kind in ("classes", "labels"):
        key, facts["count"] = f"data.headline_{dataset.kind}", len(dataset.names)
        facts["name"] = code_span(str(value_of(MODEL.key)))
    st.title(messages.format(key, **facts), anchor=False)
    st.caption(messages.format("data.privacy"))


def show_upload(messages: Messages) -> None:
    """Offer the two ways to bring rows of one's own."""
    upload = messages.format("data.upload")
    taken = data_in_use.load_files
    st.file_uploader(upload, key="upload", on_change=taken, args=("upload",), accept_multiple_files=True)
    pasted = messages.format("data.pasted")
    st.text_area(
        messages.format("data.paste"),
        key="paste",
        height=PASTE_HEIGHT,
        placeholder=messages.format("data.paste_example"),
        on_change=_read_paste,
        args=(pasted,),
    )
    st.button(messages.format("data.paste_read"), key="paste_read", on_click=_read_paste, args=(pasted,))


def show_examples(messages: Messages) -> None:
    """Offer the built-in examples, one a card."""
    set_translated_widget(example=visitor().draft.example)
    st.radio(
        messages.format("data.examples"),
        EXAMPLES,
        index=None,
        format_func=lambda name: messages.format(f"examples.{name}.name"),
        captions=[messages.format(f"examples.{name}.shows") for name in EXAMPLES],
        key="example",
        on_change=_use_example,
    )


def _read_paste(name: str) -> None:
    """Read the pasted rows as if they were a file of that name."""
    text = value_of("paste")
    if text.strip():
        data_in_use.read_files([(name, text.encode("utf-8"))])


def _use_example() -> None:
    """Use the example that was chosen."""
    name = value_of("example")
    if name is not None:
        data_in_use.use_example(name)


MAX_BUTTONS = 6  # tables; more are a list


def show_join_button(messages: Messages) -> None:
    """Offer to put a file beside the one before, or to take it alone again."""
    state = visitor()
    if state.previous_table is None or state.draft.example:
        return
    table = state.single_table or state.draft.table
    with st.container(horizontal=True, vertical_alignment="center", key="earlier"):
        names = {"name": code_span(table.name), "earlier": code_span(state.previous_table.name)}
        if state.single_table is None:
            st.markdown(messages.format("data.instead_of", **names), width="content")
            st.button(messages.format("data.put_beside", **names), key="beside", on_click=join_with_current)
        else:
            st.button(messages.format("data.take_alone", **names), key="alone", on_click=use_last_table)


def show_table_select(messages: Messages) -> None:
    """Say which table of the file was read, and offer the others."""
    table = visitor().draft.table
    if table.file is None or not table.has_other_tables:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="tables"):
        for note in table.notes:
            if note.key == "several_tables":
                st.markdown(messages.format_problem(note), width="content")
        if len(table.file.titles) > MAX_BUTTONS:
            _show_table_list(table.file, messages)
        else:
            _show_table_buttons(table.file, messages)


def _show_table_buttons(file: MultiTableFile, messages: Messages) -> None:
    for number, title in enumerate(file.titles):
        if title != file.selected:
            says = messages.format("data.offer_take", value=code_span(title))
            st.button(says, key=f"table_{number}", on_click=select_table, args=(title,))


def _show_table_list(file: MultiTableFile, messages: Messages) -> None:
    set_widget(table=file.selected)
    st.selectbox(messages.format("data.table"), file.titles, key="table", on_change=_select_table)


def _select_table() -> None:
    select_table(value_of("table"))


MAX_ROWS = 20  # rows
MAX_HEADER_ROW = 1000  # rows above a header, and the header itself
UNSURE_HEADER_KEYS = ("title_above", "no_header", "number_in_header", "comment_as_header")
FRACTION_FORMAT = "%.6g"  # the table's own way cuts 2.49e-44 to zeros


def show_header(messages: Messages) -> None:
    """Show the first rows of the file as they stand, with the row that is the header, to be changed."""
    table = visitor().draft.table
    if table.first_rows is None or table.file is None:
        return
    seen = table.first_rows
    is_doubtful = any(note.key in UNSURE_HEADER_KEYS for note in table.notes)
    with st.expander(
        messages.format("data.header_rows", name=code_span(table.name)), key="header_rows", expanded=is_doubtful
    ):
        set_widget(header_row=seen.header)
        st.number_input(
            messages.format("data.header_row"),
            min_value=0,
            max_value=MAX_HEADER_ROW,
            step=1,
            key="header_row",
            help=messages.format("data.header_row_help"),
            on_change=_set_header,
        )
        frame = pd.DataFrame(list(seen.rows))
        frame.index = pd.RangeIndex(1, len(frame) + 1)
        frame.columns = pd.Index([f"#{number}" for number in range(1, frame.shape[1] + 1)])
        st.dataframe(frame, key="raw_rows")


def _set_header() -> None:
    row = value_of("header_row")
    if row is not None:
        data_in_use.set_header(int(row))


def show_first_rows(messages: Messages) -> None:
    """Show the head of the table being read, rows numbered as problems number them."""
    table = visitor().draft.table
    frame = table.frame
    head = frame.head(MAX_ROWS)
    head.index = pd.RangeIndex(1, len(head) + 1)
    what = "data.first_lines" if any(note.key == "counts_read" for note in table.notes) else "data.first_rows"
    st.subheader(messages.format(what, shown=len(head), total=len(frame)), anchor=False)
    fractions = [name for name in head.columns if head[name].dtype.kind == "f"]
    digits = {name: st.column_config.NumberColumn(format=FRACTION_FORMAT) for name in fractions}
    st.dataframe(head, key="first_rows", column_config=digits)


HEIGHT = 320  # px, beside the two ways to bring rows


def show_preview(cases: LabeledScores, messages: Messages) -> None:
    """Draw the curve joined in steps, and lead on to the pages that say more."""
    step = cached(joined_area, cases.points, "step", resolution(HEIGHT))
    figure = cached(_preview_figure, step, cases.points, messages, same_data=same_data())
    alt = messages.format("areas.alt", scheme=messages.format("schemes.step.name"), area=step.area)
    charts.show_chart(figure, key="data_chart", alt=alt)
    charts.show_point_count(figure, cases.points.threshold.size, messages)
    with st.container(horizontal=True, key="onwards"):
        for page in PAGES.values():
            if page.has_data_name and page.key != visitor().page:
                st.page_link(page.script, label=messages.format(f"{page.key}.title"), width="content")


def _preview_figure(joined: JoinedArea, points: OperatingPoints, messages: Messages, *, same_data: str) -> object:
    return joined_figure(joined, measured_points(points), messages, same_data=same_data, height=HEIGHT)


def show_curve_points(messages: Messages) -> None:
    """Draw what was brought last, if it was points."""
    points = visitor().curve_points
    if points is None:
        return
    both = cached(step_and_linear_areas, points, resolution(HEIGHT))
    for column, side, joined in zip(st.columns(2, gap="medium"), ("step", "linear"), both, strict=True):
        with column:
            figure = cached(_points_figure, joined, points, messages)
            alt = messages.format(
                "areas.alt", scheme=messages.format(f"schemes.{joined.scheme}.name"), area=joined.area
            )
            charts.show_chart(figure, key=f"given_{side}_chart", alt=alt)
            charts.show_point_count(figure, points.recall.size, messages)


def _points_figure(joined: JoinedArea, points: CurvePoints, messages: Messages) -> Any:
    return curve_points_figure(joined, points, messages, same_data=points.name, height=HEIGHT)
