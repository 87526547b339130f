"""Router: set the page configuration, draw what all pages share (style, header, top line), and run the chosen page."""

import streamlit as st

from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.asgi import startup
from pr_curve_lab.server.visitor_state import message
from pr_curve_lab.views import page_frame, problems

page_run.start()
navigation = st.navigation(page_run.menu(), position="hidden")
title = message("chart.document_title", page=navigation.title, app=page_frame.NAME)
st.set_page_config(page_title=title, layout="wide")
page_run.open_target_page()
data_in_use.update_labeled_scores(navigation.url_path)
page_frame.apply_style()
page_frame.show_header(page=navigation.url_path)
page_frame.show_top_line(page=navigation.url_path)
if problems.needs_column_choice(navigation.url_path):
    problems.show_column_choice(page=navigation.url_path)
else:
    navigation.run()
page_frame.show_browser_tab()
page_run.update_query_params()
startup.freeze_gc()
