"""Which data are in use: choose, upload or paste them, and see how every column was understood."""

import streamlit as st

from pr_app import session
from pr_app.panels import column_roles, first_rows, problems, sources

cases, words = session.enter("pages/data.py")
problems.show_address(words)
sources.show_headline(cases, words)
sources.show(words)
st.subheader(words.say("data.columns"))
column_roles.show(words)
problems.show_table(words)
problems.show_notices(cases, words)
first_rows.show(words)
