"""Lessons as the browser plays them: every word, row and number of their steps, computed and worded here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import DrawnArea, areas_by_decimals, decimals_offered
from pr_curve_lab.analysis.averages import Averaged, average_of, folds_of, parts_of, split, task_areas, task_matrix
from pr_curve_lab.analysis.formatting import prevalence_text
from pr_curve_lab.analysis.thinning import Resolution, drawn_vertices, marked_points
from pr_curve_lab.i18n.formulas import mathml
from pr_curve_lab.i18n.messages import Words, words_in
from pr_curve_lab.i18n.names import entry_of
from pr_curve_lab.lessons.facts import facts_of, facts_of_rival
from pr_curve_lab.lessons.lesson import Guess, Lesson, Picture, Scene, say
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.shown_rows import Shown, fractions_of, shown_by
from pr_curve_lab.schema.examples import example_tasks
from pr_curve_lab.web.payload import LOOKS, Bundle, language_bundle, schemes_bundle
from pr_metrics import TOOLS, logit_interval, tool_reports

MANY, MOST_RINGS = 150, 110  # vertices; measured points that a square has room for
RESOLUTION = Resolution(
    width=237, most=300, scales=(1,)
)  # half of the px of the board's square; its lines are three wide
MOST_BESIDE = 5  # curves that their average is drawn among
ROUNDED = ("step", "linear")
OF_LABEL = "y_"  # begins the name of a column that tells whether a row has a label
DIGITS, DIGITS_OF_MANY = 12, 5  # of a coordinate: of curves that are thinned, far below a pixel


def scene_bundle(scene: Scene, words: Words) -> list[Bundle]:
    """The pictures of a scene, from left to right.

    >>> from pr_curve_lab.i18n.messages import words_in
    >>> [one["kind"] for one in scene_bundle(Scene("ten_rows", pictures=("rows", "curve")), words_in("en"))]
    ['rows', 'curve']
    """
    shown = shown_by(scene)
    return [{"kind": name, **_MADE[name](scene, shown, words)} for name in scene.pictures]


def called_rows(shown: Shown) -> int:
    """How many rows the scene's threshold calls positive."""
    points, at = shown.points, shown.chosen
    return 0 if at is None else round(float(points.true_positives[at] + points.false_positives[at]))


def _rows(_: Scene, shown: Shown, words: Words) -> Bundle:
    """The rows from the highest score down; one that weighs two comes twice."""
    cases = shown.cases
    times = np.ones(cases.size, dtype=int) if cases.weight is None else np.rint(cases.weight).astype(int)
    score, positive = np.repeat(cases.score, times), np.repeat(cases.positive, times)
    order = np.lexsort((~positive, -score))
    rows = [
        {"score": words.number(float(score[at]), "g"), "value": float(score[at]), "positive": bool(positive[at])}
        for at in order
    ]
    return {"rows": rows, "called": called_rows(shown)}


def _curve(scene: Scene, shown: Shown, words: Words) -> Bundle:
    points, chosen = shown.drawn, shown.chosen
    size = points.threshold.size
    upto = {"none": 0, "so_far": 0 if chosen is None else chosen + 1, "found": size, "all": size}[scene.points]
    rings = marked_points(points.recall)
    rings = rings[rings < upto] if rings.size <= MOST_RINGS else rings[:0]
    if scene.points == "found":
        rings = rings[points.recall[rings] > 0]
    at = None
    if chosen is not None and upto:
        counts = [float(shown.points.true_positives[chosen]), float(shown.points.false_positives[chosen])]
        at = [float(shown.points.recall[chosen]), float(shown.points.precision[chosen]), *counts]
    joined = None
    if scene.scheme is not None:
        area = shown.joined(RESOLUTION)
        joined = {**_drawn(area), "scheme": scene.scheme, "name": words.say(f"schemes.{scene.scheme}.name")}
        joined |= {"family": LOOKS[entry_of(scene.scheme).family], "invented": area.curve.invented}
    return {
        "rings": [_rounded(points.recall[rings]), _rounded(points.precision[rings])],
        "at": at,
        "positives": float(points.positives),
        "joined": joined,
        "balance": points.prevalence,
        "balance_text": words.number(prevalence_text(points.prevalence)),
        "top": scene.top,
        **({"doubts": _doubts(scene, shown, words)} if scene.doubt else {}),
    }


def _doubts(scene: Scene, shown: Shown, words: Words) -> list[Bundle]:
    """Intervals of the area with the rows once, ten times and so on, up to as often as the scene has them."""
    once, powers = shown.points.positives / scene.times, range(round(np.log10(scene.times)) + 1)
    counts = [round(once * 10**power) for power in powers]
    intervals = [logit_interval(shown.area, count) for count in counts]
    named = [words.say("lessons.positives", count=counts[0]), *(words.number(f"{count:,}") for count in counts[1:])]
    return [{"said": said, "low": one.low, "high": one.high} for said, one in zip(named, intervals, strict=True)]


def _roc(_: Scene, shown: Shown, __: Words) -> Bundle:
    points, at = shown.points, shown.chosen
    place = None if at is None else [float(points.false_positive_rate[at]), float(points.recall[at])]
    return {**_drawn(shown.roc), "at": place}


def _decimals(_: Scene, shown: Shown, words: Words) -> Bundle:
    points = shown.cases.points
    areas = areas_by_decimals(points, decimals_offered(points), *ROUNDED)
    ticks = [words.say("chart.all_decimals") if one is None else str(one) for one in areas.decimals]
    names = [words.say(f"schemes.{scheme}.name") for scheme in ROUNDED]
    distinct = areas.thresholds.tolist()
    return {
        "ticks": ticks,
        "names": names,
        "distinct": distinct,
        "areas": [_rounded(areas.left_area), _rounded(areas.right_area)],
    }


def _average(scene: Scene, _: Shown, words: Words) -> Bundle:
    matrix, kind, scheme = task_matrix(example_tasks(scene.example)), str(scene.average), str(scene.scheme)
    tasks, parts = task_areas(matrix, scheme), parts_of(matrix, kind, scheme)
    averaged = average_of(matrix, parts, scheme, tasks)
    alone = kind == "samples" or len(tasks) > MOST_BESIDE
    names = [name.removeprefix(OF_LABEL) for name in matrix.names]
    curves = {} if alone else dict(zip(names, tasks, strict=True))
    axes = {"across": words.say("lessons.share_of_rows"), "up": words.say("lessons.area_of_row")}
    found = _several(curves, averaged, words.say(f"averages.{kind}.name"))
    return {**found, "axes": axes} if kind == "samples" else found


def _folds(scene: Scene, _: Shown, words: Words) -> Bundle:
    tasks = example_tasks(scene.example)
    group = np.zeros(tasks.row.size, dtype=int) if tasks.group is None else tasks.group
    folds = folds_of(split(task_matrix(tasks), group), tasks.group_names, str(scene.average), str(scene.scheme))
    named = {
        words.say("averages.folds.one", name=name): one.drawn
        for name, one in zip(folds.names, folds.averages, strict=True)
        if one.drawn.curve.recall.size
    }
    return _several(named, folds.of_mean, words.say("averages.folds.mean"))


def _several(curves: dict[str, Any], averaged: Averaged, name: str) -> Bundle:
    """Curves with their names and areas, and the average among them."""
    drawn = [{"name": one, **_drawn(curve)} for one, curve in curves.items() if not np.isnan(curve.area)]
    return {"curves": drawn, "average": {"name": name, **_drawn(averaged.drawn)}}


def _tools(_: Scene, shown: Shown, __: Words) -> Bundle:
    cases = shown.cases
    reports = tool_reports(cases.positive, cases.score, sample_weight=cases.weight)
    values = [{"name": TOOLS[key].name, "area": area} for key, area in reports.items() if isinstance(area, float)]
    return {"values": sorted(values, key=lambda one: one["area"])}


def _intervals(scene: Scene, shown: Shown, words: Words) -> Bundle:
    """The areas of two models with their intervals."""
    facts = facts_of_rival(scene)
    own, other = (words.say(f"examples.{scene.example}.{task}") for task in (scene.task, scene.rival))
    return {
        "values": [
            {"name": own, "low": facts["drawn_low"], "area": shown.area, "high": facts["drawn_high"]},
            {"name": other, "low": facts["rival_low"], "area": facts["rival_area"], "high": facts["rival_high"]},
        ]
    }


def _lead(scene: Scene, shown: Shown, words: Words) -> Bundle:
    """Two models with their intervals, and the interval of their difference."""
    facts = facts_of_rival(scene)
    lead = {"low": facts["lead_low"], "area": facts["lead"], "high": facts["lead_high"]}
    return {**_intervals(scene, shown, words), "lead": lead}


def _drawn(area: DrawnArea) -> Bundle:
    """The vertices of a curve, and its area to the bit."""
    curve = drawn_vertices(area.curve, RESOLUTION)
    return {"recall": _rounded(curve.recall), "precision": _rounded(curve.precision), "area": area.area}


def _rounded(values: np.ndarray) -> list[float]:
    digits = DIGITS if values.size <= MANY else DIGITS_OF_MANY
    rounded: list[float] = np.round(values, digits).tolist()
    return rounded


_MADE: dict[Picture, Callable[[Scene, Shown, Words], Bundle]] = {
    "rows": _rows,
    "curve": _curve,
    "roc": _roc,
    "decimals": _decimals,
    "average": _average,
    "folds": _folds,
    "tools": _tools,
    "intervals": _intervals,
    "lead": _lead,
}


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
