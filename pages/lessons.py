"""Lessons: a list, and a player that asks a question before it shows the answer."""

from pr_curve_lab.views import lessons, page_frame

page_frame.open_page("lessons")
current = lessons.current_step()
if current is None:
    lessons.show_list()
    lessons.show_glossary()
else:
    lessons.show_options(current)
    lessons.show_lesson(current)
