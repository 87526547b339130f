"""What the page says where there is one score only, or where several are no models: why, and the way to some."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.words import Words

EXAMPLE = "four_models"


def show(words: Words) -> None:
    """Say what the data in use lack, and lead to the data page and to an example that has it."""
    kind = session.desk().questions.kind
    st.title(words.say(f"models.none_{kind}"), anchor=False)
    st.markdown(words.say("models.what_it_needs"))
    with st.container(horizontal=True, key="instead"):
        example = words.say(f"examples.{EXAMPLE}.name")
        st.button(
            words.say("models.try_example", name=example),
            key=f"take_{EXAMPLE}",
            on_click=session.use_example,
            args=(EXAMPLE,),
        )
        st.page_link("pages/data.py", label=words.say("data.change"), width="content")
