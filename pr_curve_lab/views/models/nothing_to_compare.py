"""What the page says where there is one score only, or where several are no models: why, and the way to some."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.model_sentences import named
from pr_curve_lab.reading.roles.unused_columns import unused_numbers
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.visitor_state import visitor

EXAMPLE = "four_models"


def show(words: Words) -> None:
    """Say what the data in use lack, and lead to the data page and to an example that has it."""
    in_use, kind = visitor().in_use, visitor().tasks.kind
    others = tuple(unused_numbers(in_use.table, in_use.roles)) if kind == "one" else ()
    st.title(words.say(f"models.none_{kind}"), anchor=False)
    st.markdown(words.say("models.what_it_needs"))
    if others:
        st.markdown(words.say("models.other_numbers", names=named((*in_use.roles.scores, *others), words)))
        st.button(words.say("models.compare_all"), key="compare_all", on_click=data_in_use.compare_with, args=(others,))
    with st.container(horizontal=True, key="instead"):
        example = words.say(f"examples.{EXAMPLE}.name")
        st.button(
            words.say("models.try_example", name=example),
            key=f"take_{EXAMPLE}",
            on_click=data_in_use.use_example,
            args=(EXAMPLE,),
        )
        st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")
