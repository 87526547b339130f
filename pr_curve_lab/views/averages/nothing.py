"""What the page says of data that have nothing to average."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.frame import data_name

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
