"""Router: page configuration, the line that every page carries, and navigation. No content of its own."""

import streamlit as st

from pr_curve_lab.server import page_run
from pr_curve_lab.server.asgi import preparation
from pr_curve_lab.views import page_frame, problems

messages = page_run.start()
navigation = st.navigation(page_run.menu(messages), position="hidden")
title = messages.format("chart.document_title", page=navigation.title, app=page_frame.NAME)
st.set_page_config(page_title=title, layout="wide")
page_run.resume()
page_frame.apply_style()
page_frame.show_header(messages, page=navigation.url_path)
page_frame.show_top_line(messages, page=navigation.url_path)
if problems.needs_column_choice(navigation.url_path):
    problems.show_column_choice(messages, page=navigation.url_path)
else:
    navigation.run()
page_frame.show_browser_tab(messages)
page_run.update_query_params()
preparation.freeze_gc()
