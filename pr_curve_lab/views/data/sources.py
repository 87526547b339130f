"""The page Data: upload, paste and examples, the tables of a file, its first rows, a preview."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea, joined_area, joined_as_given
from pr_curve_lab.analysis.formatting import prevalence_text
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.i18n.area_sentences import counted_positives
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.io.table import FileOfTables
from pr_curve_lab.plotting.areas import given_points_figure
from pr_curve_lab.plotting.curve import joined_figure, resolution
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.examples import EXAMPLES
from pr_curve_lab.schema.shapes import CurvePoints
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.data_in_use import put_beside, take_alone, take_table
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import kept, put, put_translated, same_data, value_of, visitor
from pr_curve_lab.views import charts
from pr_metrics import OperatingPoints

PASTE_HEIGHT = 104  # px, three lines


def show_headline(cases: Cases, words: Words) -> None:
    """Say what is in use as a finding: how many rows, and how many of them positive."""
    rows = words.say("data.rows", count=cases.size)
    positives = counted_positives(cases, words)
    key = "data.headline" if not cases.is_weighted else "data.headline_weighted"
    facts: dict[str, str | int] = {
        "rows": rows,
        "positives": positives,
        "prevalence": prevalence_text(cases.points.prevalence),
    }
    tasks = visitor().tasks
    if tasks.kind in ("classes", "labels"):
        key, facts["count"] = f"data.headline_{tasks.kind}", len(tasks.names)
        facts["name"] = code_span(str(value_of(MODEL.key)))
    st.title(words.say(key, **facts), anchor=False)
    st.caption(words.say("data.privacy"))


def show_own(words: Words) -> None:
    """Offer the two ways to bring rows of one's own."""
    upload = words.say("data.upload")
    taken = data_in_use.take_files
    st.file_uploader(upload, key="upload", on_change=taken, args=("upload",), accept_multiple_files=True)
    pasted = words.say("data.pasted")
    st.text_area(
        words.say("data.paste"),
        key="paste",
        height=PASTE_HEIGHT,
        placeholder=words.say("data.paste_example"),
        on_change=_take_paste,
        args=(pasted,),
    )
    st.button(words.say("data.paste_read"), key="paste_read", on_click=_take_paste, args=(pasted,))


def show_examples(words: Words) -> None:
    """Offer the built-in examples, one a card."""
    put_translated(example=visitor().reading.example)
    st.radio(
        words.say("data.examples"),
        EXAMPLES,
        index=None,
        format_func=lambda name: words.say(f"examples.{name}.name"),
        captions=[words.say(f"examples.{name}.shows") for name in EXAMPLES],
        key="example",
        on_change=_take_example,
    )


def _take_paste(name: str) -> None:
    """Read the pasted rows as if they were a file of that name."""
    text = value_of("paste")
    if text.strip():
        data_in_use.read_files([(name, text.encode("utf-8"))])


def _take_example() -> None:
    """Use the example that was chosen."""
    name = value_of("example")
    if name is not None:
        data_in_use.use_example(name)


MOST_BUTTONS = 6  # tables; more are a list


def show_earlier(words: Words) -> None:
    """Offer to put a file beside the one before, or to take it alone again."""
    state = visitor()
    if state.earlier is None or state.reading.example:
        return
    table = state.alone or state.reading.table
    with st.container(horizontal=True, vertical_alignment="center", key="earlier"):
        names = {"name": code_span(table.name), "earlier": code_span(state.earlier.name)}
        if state.alone is None:
            st.markdown(words.say("data.instead_of", **names), width="content")
            st.button(words.say("data.put_beside", **names), key="beside", on_click=put_beside)
        else:
            st.button(words.say("data.take_alone", **names), key="alone", on_click=take_alone)


def show_choice(words: Words) -> None:
    """Say which table of the file was read, and offer the others."""
    table = visitor().reading.table
    if table.file is None or not table.has_others:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="tables"):
        for note in table.notes:
            if note.key == "several_tables":
                st.markdown(words.say_problem(note), width="content")
        if len(table.file.titles) > MOST_BUTTONS:
            _show_list(table.file, words)
        else:
            _show_buttons(table.file, words)


def _show_buttons(file: FileOfTables, words: Words) -> None:
    for number, title in enumerate(file.titles):
        if title != file.taken:
            says = words.say("data.offer_take", value=code_span(title))
            st.button(says, key=f"table_{number}", on_click=take_table, args=(title,))


def _show_list(file: FileOfTables, words: Words) -> None:
    put(table=file.taken)
    st.selectbox(words.say("data.table"), file.titles, key="table", on_change=_take_chosen)


def _take_chosen() -> None:
    take_table(value_of("table"))


SHOWN = 20  # rows
MOST_ABOVE = 1000  # rows above a header, and the header itself
DOUBTFUL = ("title_above", "no_header", "number_in_header", "comment_as_header")
FRACTION_FORMAT = "%.6g"  # the table's own way cuts 2.49e-44 to zeros


def show_header(words: Words) -> None:
    """Show the first rows of the file as they stand, with the row that is the header, to be changed."""
    table = visitor().reading.table
    if table.first_rows is None or table.file is None:
        return
    seen = table.first_rows
    is_doubtful = any(note.key in DOUBTFUL for note in table.notes)
    with st.expander(
        words.say("data.header_rows", name=code_span(table.name)), key="header_rows", expanded=is_doubtful
    ):
        put(header_row=seen.header)
        st.number_input(
            words.say("data.header_row"),
            min_value=0,
            max_value=MOST_ABOVE,
            step=1,
            key="header_row",
            help=words.say("data.header_row_help"),
            on_change=_take_header,
        )
        frame = pd.DataFrame(list(seen.rows))
        frame.index = pd.RangeIndex(1, len(frame) + 1)
        frame.columns = pd.Index([f"#{number}" for number in range(1, frame.shape[1] + 1)])
        st.dataframe(frame, key="raw_rows")


def _take_header() -> None:
    row = value_of("header_row")
    if row is not None:
        data_in_use.take_header(int(row))


def show_first_rows(words: Words) -> None:
    """Show the head of the table being read, rows numbered as problems number them."""
    table = visitor().reading.table
    frame = table.frame
    head = frame.head(SHOWN)
    head.index = pd.RangeIndex(1, len(head) + 1)
    what = "data.first_lines" if any(note.key == "counts_read" for note in table.notes) else "data.first_rows"
    st.subheader(words.say(what, shown=len(head), total=len(frame)), anchor=False)
    fractions = [name for name in head.columns if head[name].dtype.kind == "f"]
    digits = {name: st.column_config.NumberColumn(format=FRACTION_FORMAT) for name in fractions}
    st.dataframe(head, key="first_rows", column_config=digits)


HEIGHT = 320  # px, beside the two ways to bring rows


def show_preview(cases: Cases, words: Words) -> None:
    """Draw the curve joined in steps, and lead on to the pages that say more."""
    step = kept(joined_area, cases.points, "step", resolution(HEIGHT))
    figure = kept(_drawn, step, cases.points, words, same_data=same_data())
    alt = words.say("areas.alt", scheme=words.say("schemes.step.name"), area=step.area)
    charts.show_chart(figure, key="data_chart", alt=alt)
    charts.show_thinned(figure, cases.points.threshold.size, words)
    with st.container(horizontal=True, key="onwards"):
        for page in PAGES.values():
            if page.names_data and page.key != visitor().page:
                st.page_link(page.script, label=words.say(f"{page.key}.title"), width="content")


def _drawn(joined: JoinedArea, points: OperatingPoints, words: Words, *, same_data: str) -> object:
    return joined_figure(joined, measured_points(points), words, same_data=same_data, height=HEIGHT)


def show_drawn_points(words: Words) -> None:
    """Draw what was brought last, if it was points."""
    points = visitor().drawn_points
    if points is None:
        return
    both = kept(joined_as_given, points, resolution(HEIGHT))
    for column, side, joined in zip(st.columns(2, gap="medium"), ("step", "linear"), both, strict=True):
        with column:
            figure = kept(_drawn_drawn_points, joined, points, words)
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{joined.scheme}.name"), area=joined.area)
            charts.show_chart(figure, key=f"given_{side}_chart", alt=alt)
            charts.show_thinned(figure, points.recall.size, words)


def _drawn_drawn_points(joined: JoinedArea, points: CurvePoints, words: Words) -> Any:
    return given_points_figure(joined, points, words, same_data=points.name, height=HEIGHT)
