"""Where data come from: a file, pasted rows, or a built-in example."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.counted_positives import counted_positives
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.examples import EXAMPLES
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import put_translated, value_of, visitor

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
