"""One step of a lesson: a question first where there is one, then what it shows, and the way on and back."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pr_app.lessons.facts import facts_of
from pr_app.lessons.lesson import Facts, Lesson, LessonStep
from pr_app.lessons.registry import LESSONS
from pr_app.lessons.sentences import say
from pr_app.lessons.shown_rows import shown_by
from pr_app.panels.lessons import sheet
from pr_app.serving.pages import PAGES
from pr_app.serving.settings import LESSON, STEP, THRESHOLD
from pr_app.serving.visitor_state import keep_answer, put, value_of, visitor
from pr_app.wording.catalogue import Words


@dataclass(frozen=True)
class At:
    """A visitor's place in a lesson, with the numbers of the step, and what was answered there."""

    lesson: Lesson
    number: int
    facts: Facts
    answer: str | None

    @property
    def step(self) -> LessonStep:
        """The step itself."""
        return self.lesson.steps[self.number - 1]

    @property
    def hidden(self) -> bool:
        """Whether what the step shows waits for an answer."""
        return bool(self.step.options) and self.answer is None

    def say(self, part: str, words: Words) -> str:
        """A part of the step: title, text, question or an answer to it."""
        return say(self.lesson, self.number, part, self.facts, words)


def at() -> At | None:
    """The step that the address asks for, or the last one of its lesson; None where no lesson is open."""
    lesson = LESSONS.get(str(value_of(LESSON.name)))
    if lesson is None:
        return None
    number = min(int(value_of(STEP.name)), len(lesson.steps))
    put(step=number)
    return At(lesson, number, facts_of(lesson, number), visitor().answers.get((lesson.key, number)))


def go_to_step(lesson: str, number: int) -> None:
    """Open a lesson at a step, or the list of lessons."""
    put(lesson=lesson, step=number)


def show_place(here: At, words: Words) -> None:
    """Show which lesson this is, and how far it has gone; once answered also what was asked."""
    count = {"lesson": words.say(f"lesson_{here.lesson.key}.title"), "number": here.number}
    place = words.say("lessons.step_of", **count, total=len(here.lesson.steps))
    asked = here.say("asks", words) if here.answer is not None and here.step.options else ""
    st.caption(words.say("lessons.asked", place=place, question=asked) if asked else place, width="stretch")


def show_headline(here: At, words: Words) -> None:
    """The question while it is open, else what the step finds."""
    st.title(here.say("asks" if here.hidden else "title", words), anchor=False)


def show_question(here: At, words: Words) -> None:
    """The answers to choose from; once one is chosen, whether it is right."""
    step = here.step
    if not step.options or step.right is None:
        return
    right = step.right(here.facts)
    with st.container(horizontal=True, key="answers"):  # buttons, since a row of choices keeps the arrow keys to itself
        for option in step.options:
            st.button(
                _label(here, option, words, is_right=option == right),
                key=f"answer_{option}",
                on_click=keep_answer,
                args=(here.lesson.key, here.number, option),
                type="primary" if option == here.answer else "secondary",
            )
    if here.answer is not None:
        st.markdown(_verdict(here, right, words))


def _label(here: At, option: str, words: Words, *, is_right: bool) -> str:
    """An option; once one is chosen, the right one has a mark."""
    said = here.say(option, words)
    return words.say("lessons.marked", answer=said) if is_right and here.answer is not None else said


def _verdict(here: At, right: str, words: Words) -> str:
    """Whether the answer is right; of a wrong one also why it tempts."""
    if here.answer == right:
        return words.say("lessons.right", answer=here.say(right, words))
    verdict = words.say("lessons.wrong", answer=here.say(right, words))
    return words.say("lessons.tempting", verdict=verdict, tempts=here.say("tempts", words))


def show_text(here: At, words: Words) -> None:
    """Show the text of the step, once it is not hidden."""
    if not here.hidden:
        st.markdown(here.say("says", words))


def show_ways(here: At, words: Words) -> None:
    """Back, forward, and to the list; after the last step to a page with the same data, and to one's own."""
    last = here.number == len(here.lesson.steps)
    with st.container(horizontal=True, vertical_alignment="center", key="ways"):
        for way, by, edge in (("back", -1, here.number == 1), ("forward", 1, last or here.hidden)):
            st.button(
                words.say(f"lessons.{way}"),
                key=way,
                on_click=go_to_step,
                args=(here.lesson.key, here.number + by),
                disabled=edge,
                shortcut={"back": "Left", "forward": "Right"}[way],
                type="primary" if way == "forward" else "secondary",
            )
        st.button(words.say("lessons.all"), key="all_lessons", on_click=go_to_step, args=("", 1), type="tertiary")
    if last and not here.hidden:
        _show_onwards(here.lesson, words)


def onwards(lesson: Lesson) -> dict[str, str]:
    """The settings that the page after a lesson opens with: its last data, and the threshold where that page has one.

    >>> onwards(LESSONS["rare"])
    {'example': 'thousand_each', 'threshold': '0.65'}
    """
    scene = lesson.scene(len(lesson.steps))
    shown = shown_by(scene)
    if shown.chosen is None or THRESHOLD not in PAGES[lesson.page].settings:
        return {"example": scene.example}
    return {"example": scene.example, "threshold": f"{shown.points.threshold[shown.chosen]}"}


def _show_onwards(lesson: Lesson, words: Words) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        st.markdown(words.say("lessons.try_it"), width="content")
        page = words.say(f"{lesson.page}.title")
        st.page_link(
            PAGES[lesson.page].script,
            label=words.say("lessons.same_data", page=page),
            query_params={**onwards(lesson), "lang": words.language},
            width="content",
        )
        st.page_link(PAGES["data"].script, label=words.say("lessons.own_file"), width="content")
        sheet.show(lesson, words)
