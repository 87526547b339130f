"""The pictures of a step: the rows, the curve, and the fractions, one to a line."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pr_app import session
from pr_app.examples import example_cases
from pr_app.figures.lesson_curve import lesson_figure
from pr_app.figures.ranked_rows import ranked_rows_figure
from pr_app.figures.threshold_walk import walk_figure
from pr_app.lesson_facts import chosen_point, points_of
from pr_app.lessons import Scene
from pr_app.numerals import ratio_text
from pr_app.panels import chart, walk_chart
from pr_app.panels.areas.receipts import worked_sum
from pr_app.panels.lessons.player import At
from pr_app.words import Words
from pr_metrics import receipt

MOST_ROWS = 20  # drawn one by one
ROWS_WIDTH, CURVE_WIDTH, WORDS_WIDTH = 3, 5, 4  # shares


def show(here: At, words: Words) -> DeltaGenerator:
    """Draw the step, or while its question is open the step before; give the place beside it, for words."""
    scene = here.lesson.scene(here.number - 1 if here.hidden and here.number > 1 else here.number)
    with_rows = example_cases(scene.example).size <= MOST_ROWS
    with_curve = any(here.lesson.scene(number).points != "none" for number in range(1, len(here.lesson.steps) + 1))
    widths = [ROWS_WIDTH] * with_rows + [CURVE_WIDTH] * with_curve + [WORDS_WIDTH]
    sides = st.columns(widths, gap="medium")
    if with_rows:
        with sides[0]:
            _show_rows(scene, words)
    if with_curve:
        with sides[-2]:
            _show_curve(scene, words)
    return sides[-1]


def show_fractions(here: At, words: Words) -> None:
    """Precision, recall and F1 as fractions of counts, as far as the step draws them."""
    if here.hidden:
        return
    for name in here.step.formulas:
        if name == "area":
            points = points_of(here.lesson.scene(here.number))
            st.latex(worked_sum(receipt(points, "step"), points))
            continue
        counts = {key: here.facts[key] for key in ("hits", "alarms", "missed", "called", "positives")}
        st.latex(words.say(f"lessons.{name}_fraction", **counts, ratio=ratio_text(here.facts[name])))


def _show_rows(scene: Scene, words: Words) -> None:
    cases = example_cases(scene.example)
    chosen = chosen_point(cases, scene)
    threshold = None if chosen is None else float(cases.points.threshold[chosen])
    figure = ranked_rows_figure(cases, threshold, words, same_data=_same_data(scene))
    called = 0 if chosen is None else int(cases.points.true_positives[chosen] + cases.points.false_positives[chosen])
    alt = words.say("lessons.rows_alt", rows=cases.size, positives=int(cases.points.positives), called=called)
    chart.show(figure, key="rows_chart", alt=alt)


def _show_curve(scene: Scene, words: Words) -> None:
    points = points_of(scene)
    chosen = chosen_point(example_cases(scene.example), scene)
    drawn = points.threshold.size if scene.points == "all" else 0 if chosen is None else chosen + 1
    alt = words.say("lessons.curve_alt", points=drawn if scene.points != "none" else 0)
    if scene.walk:
        walk_chart.show(walk_figure(points, words, same_data=_same_data(scene)), key="lesson_chart", alt=alt)
    else:
        figure = lesson_figure(points, scene, chosen, words, same_data=_same_data(scene))
        chart.show(figure, key="lesson_chart", alt=alt)


def _same_data(scene: Scene) -> str:
    return f"{scene.example}{session.desk().data_count}"
