"""Router: page configuration, the line that every page carries, and navigation. No content of its own."""

import streamlit as st

from pr_curve_lab.server import memory, page_run
from pr_curve_lab.views.frame import browser_tab, header, page_style, question, top_line

words = page_run.start()
navigation = st.navigation(page_run.menu(words), position="hidden")
title = words.say("chart.document_title", page=navigation.title, app=header.NAME)
st.set_page_config(page_title=title, layout="wide")
page_run.resume()
page_style.apply()
header.show(words, page=navigation.url_path)
top_line.show(words, page=navigation.url_path)
if question.is_asked(navigation.url_path):
    question.show(words, page=navigation.url_path)
else:
    navigation.run()
browser_tab.show(words)
page_run.write_address_bar()
memory.settle()
