"""Where data come from: a file, pasted rows, or a built-in example."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.number_texts import prevalence_text
from pr_app.reading.cases import Cases
from pr_app.reading.examples import EXAMPLES
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span

PASTE_HEIGHT = 104  # px, three lines


def show_headline(cases: Cases, words: Words) -> None:
    """Say what is in use as a finding: how many rows, and how many of them positive."""
    rows = words.say("data.rows", count=cases.size)
    positives = words.say("data.positives", count=int(cases.positive.sum()))
    key = "data.headline" if cases.weight is None else "data.headline_weighted"
    facts: dict[str, str | int] = {
        "rows": rows,
        "positives": positives,
        "prevalence": prevalence_text(cases.points.prevalence),
    }
    tasks = session.visitor().tasks
    if tasks.kind in ("classes", "labels"):
        key, facts["count"] = f"data.headline_{tasks.kind}", len(tasks.names)
        facts["name"] = code_span(str(session.value_of("model")))
    st.title(words.say(key, **facts), anchor=False)
    st.caption(words.say("data.privacy"))


def show_own(words: Words) -> None:
    """Offer the two ways to bring rows of one's own."""
    st.file_uploader(words.say("data.upload"), key="upload", on_change=session.take_upload)
    pasted = words.say("data.pasted")
    st.text_area(
        words.say("data.paste"),
        key="paste",
        height=PASTE_HEIGHT,
        placeholder=words.say("data.paste_example"),
        on_change=session.take_paste,
        args=(pasted,),
    )
    st.button(words.say("data.paste_read"), key="paste_read", on_click=session.take_paste, args=(pasted,))


def show_examples(words: Words) -> None:
    """Offer the built-in examples, one a card."""
    session.put(example=session.visitor().reading.example)
    st.radio(
        words.say("data.examples"),
        EXAMPLES,
        index=None,
        format_func=lambda name: words.say(f"examples.{name}.name"),
        captions=[words.say(f"examples.{name}.shows") for name in EXAMPLES],
        key="example",
        on_change=session.take_example,
    )
