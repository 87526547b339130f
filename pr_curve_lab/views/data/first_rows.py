"""The first rows as they were read, and as they stand in the file: one of these is the header."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.visitor_state import put, value_of, visitor

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


def show(words: Words) -> None:
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
