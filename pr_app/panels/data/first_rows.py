"""The first rows as they were read."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words

SHOWN = 20  # rows
FRACTION_FORMAT = "%.6g"  # the table's own way cuts 2.49e-44 to zeros


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
