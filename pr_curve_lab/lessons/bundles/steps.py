"""A lesson as the browser plays it: its steps with their words, questions, fractions and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pr_curve_lab.i18n.catalogue import Words, words_in
from pr_curve_lab.i18n.mathml import mathml
from pr_curve_lab.lessons.bundles.scenes import scene_bundle
from pr_curve_lab.lessons.facts import facts_of
from pr_curve_lab.lessons.fractions import fractions_of
from pr_curve_lab.lessons.lesson import Guess, Lesson, Scene
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.sentences import say
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.web.bundle import Bundle, language_bundle, schemes_bundle

MOST_BUNDLES = 64  # in memory: every lesson in every language


@lru_cache(maxsize=MOST_BUNDLES)
def lesson_bundle(key: str, language: str) -> Bundle:
    """All that the browser needs to play a lesson.

    >>> bundle = lesson_bundle("decisions", "en")
    >>> len(bundle["steps"]), bundle["steps"][0]["title"]
    (7, 'A model gives each of 10 rows a score')
    """
    lesson, words = LESSONS[key], words_in(language)
    return {
        **language_bundle("player", words, also="play"),
        "lesson": key,
        "source": words.say(f"lesson_{key}.source"),
        "title": words.say(f"lesson_{key}.title"),
        "schemes": schemes_bundle(words),
        "onwards": words.say("player.onwards", page=words.say(f"{lesson.page}.title")),
        "steps": [step_bundle(lesson, number, words) for number in range(1, len(lesson.steps) + 1)],
    }


def step_bundle(lesson: Lesson, number: int, words: Words) -> Bundle:
    """One step; what is not asked or drawn is left out.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> sorted(step_bundle(LESSONS["decisions"], 1, words_in("en")))
    ['fractions', 'pictures', 'says', 'title']
    """
    step, facts, scene = lesson.steps[number - 1], facts_of(lesson, number), lesson.scene(number)

    def said(part: str) -> str:
        return say(lesson, number, part, facts, words)

    asked: Bundle = {}
    if step.options and step.right is not None:
        asked = {"options": [{"key": one, "said": said(one)} for one in step.options], "right": step.right(facts)}
        asked["tempting"] = list(step.tempting)
    if step.guess is not None:
        asked = {"guess": _guess(step.guess, lesson, number, facts)}
    if asked and step.asked:
        asked["asked"] = scene_bundle(lesson.scene_asked(number), words)
    if asked:
        asked |= {"asks": said("asks"), **_tempts(lesson, number, facts, words)}
    return {
        "title": said("title"),
        "says": said("says"),
        **asked,
        "fractions": [str(mathml(one, words)) for one in fractions_of(step, scene, facts, words)],
        "pictures": scene_bundle(scene, words),
        **(_toy(step.toy, scene) if step.toy else {}),
    }


def _toy(toy: str, scene: Scene) -> Bundle:
    """A toy, with what it begins from: the rows that it moves, or what a miss costs in false alarms."""
    if scene.wish is not None and toy == "costs":
        return {"toy": toy, "toy_cost": scene.wish["cost_fn"] / scene.wish["cost_fp"]}
    if toy != "rows":
        return {"toy": toy}
    cases = shown_by(scene).cases
    pairs = zip(cases.score.tolist(), cases.positive.tolist(), strict=True)
    return {"toy": toy, "toy_rows": [{"score": score, "positive": positive} for score, positive in pairs]}


def _tempts(lesson: Lesson, number: int, facts: Mapping[str, Any], words: Words) -> Bundle:
    """Why a wrong answer tempts."""
    key = f"lesson_{lesson.key}.step{number}.tempts"
    return {"tempts": say(lesson, number, "tempts", facts, words)} if key in words.catalogue else {}


def _guess(guess: Guess, lesson: Lesson, number: int, facts: Mapping[str, Any]) -> Bundle:
    """The truth, the numbers that it is taken for, and where the handle can go; all by pr_metrics."""
    shown = shown_by(lesson.scene(number))
    place: dict[str, float] = {}
    if guess.rail in ("precision", "recall") and shown.chosen is not None:
        ratios = {"precision": shown.points.recall, "recall": shown.points.precision}
        place = {"at": float(ratios[guess.rail][shown.chosen])}
    return {
        "rail": guess.rail,
        "fact": guess.fact,
        "truth": float(facts[guess.fact]),
        "tempting": [float(facts[name]) for name in guess.tempting],
        "most": float(facts[guess.most]) if guess.rail == "count" else 1.0,
        **place,
    }
