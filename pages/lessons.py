"""Lessons on data that a class can count: a list, and a player that asks a question before it shows the answer."""

from pr_curve_lab.server import page_run
from pr_curve_lab.views import lessons, problems

_, messages = page_run.open_page("lessons")
problems.show_query_problems(messages)
current = lessons.current_step()
if current is None:
    lessons.show_list(messages)
    lessons.show_glossary(messages)
else:
    lessons.show_lesson(current, messages)
    lessons.show_options(current, messages)
