"""Router: page configuration, the line that every page carries, and navigation. No content of its own."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.server.asgi import preparation
from pr_curve_lab.views import page_frame, problems

words = page_run.start()
navigation = st.navigation(page_run.menu(words), position="hidden")
title = words.say("chart.document_title", page=navigation.title, app=page_frame.NAME)
st.set_page_config(page_title=title, layout="wide")
page_run.resume()
page_frame.apply()
page_frame.show_header(words, page=navigation.url_path)
page_frame.show_top_line(words, page=navigation.url_path)
if problems.is_asked(navigation.url_path):
    problems.show_question(words, page=navigation.url_path)
else:
    navigation.run()
page_frame.show_browser_tab(words)
page_run.write_address_bar()
preparation.settle()
