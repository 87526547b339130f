"""What the page says of data that have nothing to average."""

from __future__ import annotations

import streamlit as st

from pr_app.panels.frame import data_name
from pr_app.serving import data_in_use
from pr_app.serving.pages import PAGES
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words

EXAMPLE = "digits"


def show(words: Words) -> None:
    """Say what is missing and how to bring it, and lead to an example that has it."""
    models = visitor().tasks.kind == "models"
    st.title(words.say("averages.nothing", name=data_name.in_use(words)), anchor=False)
    st.markdown(words.say("averages.nothing_of_models" if models else "averages.nothing_of_one"))
    with st.container(horizontal=True, key="instead"):
        st.button(
            words.say("averages.take_example"), key="take_digits", on_click=data_in_use.use_example, args=(EXAMPLE,)
        )
        st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")
