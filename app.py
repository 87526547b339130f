"""Router: page configuration, the line that every page carries, and navigation. No content of its own."""

import streamlit as st

from pr_app.panels.frame import document_language, page_style, top_line
from pr_app.serving import page_run
from pr_app.serving.pages import FIRST, PAGES

words = page_run.start()
navigation = st.navigation(
    [
        st.Page(page_run.first_page, title=words.say(f"{FIRST}.title"), default=True, visibility="hidden"),
        *(st.Page(page.script, title=words.say(f"{page.key}.title")) for page in PAGES.values()),
    ],
    position="top",
)
title = words.say("chart.document_title", page=navigation.title, app="PR Curve Lab")
st.set_page_config(page_title=title, layout="wide")
page_run.resume()
page_style.apply()
document_language.tell(words)
top_line.show(words, names_data=PAGES[navigation.url_path or FIRST].names_data)
navigation.run()
page_run.write_address_bar()
