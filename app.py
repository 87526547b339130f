"""Router: page configuration, the line that every page carries, and navigation. No content of its own."""

import streamlit as st

from pr_app.panels.frame import page_style, top_line
from pr_app.serving import session

PAGES = ("data", "curve", "areas", "schemes", "balance", "averages", "models", "lessons")

st.set_page_config(page_title="PR Curve Lab", layout="wide")
words = session.start()
navigation = st.navigation(
    [
        st.Page(session.first_page, title=words.say("areas.title"), default=True, visibility="hidden"),
        *(st.Page(f"pages/{page}.py", title=words.say(f"{page}.title")) for page in PAGES),
    ],
    position="top",
)
session.resume()
page_style.apply()
top_line.show(words, names_data=navigation.url_path != "lessons")
navigation.run()
session.write_address_bar()
