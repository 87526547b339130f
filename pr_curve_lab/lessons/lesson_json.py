"""Write lessons as JSON for the browser, with every text, row and number of their steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from pr_curve_lab.analysis.areas import ThinnedArea, areas_by_decimals, available_decimals
from pr_curve_lab.analysis.averages import (
    AverageCurve,
    average_by_group,
    average_curve,
    compute_average,
    split_by_group,
    task_areas,
    task_matrix,
)
from pr_curve_lab.analysis.formatting import format_prevalence
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.prevalence import chance_precision
from pr_curve_lab.analysis.thinning import Resolution, thin_curve
from pr_curve_lab.analysis.tools import EqualNumbers, blocks, tool_numbers
from pr_curve_lab.i18n.formulas import latex_to_mathml
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.i18n.names import scheme_family
from pr_curve_lab.lessons.lesson import Lesson, NumberQuestion, Picture, StepSettings, StepValues, near_range, step_text
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import StepData, curve_plot, fractions_of, row_names, step_data
from pr_curve_lab.lessons.step_values import last_reversed, other_model_values, step_values
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.web.modules import FAMILY_KEYS, Json, language_json, schemes_json
from pr_curve_lab.web.play import ScoreRow, rows_json
from pr_curve_lab.web.plot_json import plot_json, vertices_json
from pr_metrics import JoinedCurve, OperatingPoints
from pr_metrics.rounding import round_scores
from pr_metrics.tolerances import AREA_ROUNDING

MAX_RINGS = 110  # measured points that a square has room for
# Half the pixels of the square on the board, because its lines are three pixels wide.
RESOLUTION = Resolution(width=237, max_vertices=300, ratios=(1,))
MAX_TOOL_NAMES = 44  # characters for the names of tools with one number
MAX_NAMED = 20  # rows whose names a ranking has room for
MAX_TASK_CURVES = 5  # with more tasks, only the average is drawn
ROUNDING_SCHEMES = ("step", "linear")
LENS = (0.36, 0.4, 0.064, 0.075)  # recall, then precision, at the edges of the part that is enlarged
MIN_ENLARGED = 10  # points of a curve; of fewer, each line is long enough to be seen
RAIL_WIDTH = 0.07  # recall on each side of the rail of a guess that its handle covers
LABEL_PREFIX = "y_"  # of the names of columns that say whether a row has a label


def pictures_json(settings: StepSettings, messages: Messages, *, answer: StepSettings | None = None) -> list[Json]:
    """Return the pictures of a step, from left to right. Compared curves that show the answer of a step are left out.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> pictures = pictures_json(StepSettings("ten_rows", pictures=("rows", "curve")), messages_in("en"))
    >>> [one["kind"] for one in pictures]
    ['rows', 'curve']
    """
    shown = step_data(settings)
    pictures = [{"kind": name, **_BUILDERS[name](settings, shown, messages)} for name in settings.pictures]
    for picture in pictures:
        if picture["kind"] in _COMPARED:
            picture["others"] = [*picture.get("others", []), *_other_curves(settings, picture, answer, messages)]
    return pictures


def _other_curves(settings: StepSettings, picture: Json, answer: StepSettings | None, messages: Messages) -> list[Json]:
    """Return the compared curves except the own one. A ROC curve that is the same as the own one is left out.

    Those with a threshold of their own have its point.
    """
    kind, areas = picture["kind"], [] if answer is None else [step_data(answer).area]
    drawn = [
        {
            "name": _curve_name(one, key, messages),
            **_COMPARED[kind](step_data(one)),
            **({"at": _threshold_point(step_data(one), kind)} if "threshold" in settings.compared[key] else {}),
        }
        for one, key in settings.curve_names().items()
        if one != settings and step_data(one).area not in areas
    ]
    return [one for one in drawn if any(one[axis] != picture.get(axis) for axis in ("recall", "precision"))]


def _threshold_point(data: StepData, kind: Picture) -> list[float] | None:
    """Return the point at the threshold on the precision-recall or ROC curve, None if there is no threshold."""
    points, at = data.points, data.threshold_index
    if at is None:
        return None
    x, y = (points.false_positive_rate, points.recall) if kind == "roc" else (points.recall, points.precision)
    return [float(x[at]), float(y[at])]


def _curve_name(settings: StepSettings, key: str, messages: Messages) -> str:
    balance = messages.format_number(format_prevalence(step_data(settings).points.prevalence))
    return messages.format(key, balance=balance)


def _rows(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the rows from the highest score down; few rows have names; a row of weight 2 is there twice."""
    if settings.average == "samples":
        return _rows_with_all_scores(settings, messages)
    labeled_scores = data.labeled_scores
    times = (
        np.ones(labeled_scores.size, dtype=int)
        if labeled_scores.weight is None
        else np.rint(labeled_scores.weight).astype(int)
    )
    score, positive = np.repeat(labeled_scores.score, times), np.repeat(labeled_scores.positive, times)
    # Rounding changes no places; before it, the positives of a tie come first.
    exact = step_data(replace(settings, decimals=None)).labeled_scores.score
    order = np.lexsort((~positive, -np.repeat(exact, times), -score))
    rows: list[Json] = [
        {"score": messages.format_number(value, "g"), "value": value, "positive": is_positive}
        for value, is_positive in zip(score[order].tolist(), positive[order].tolist(), strict=True)
    ]
    if len(rows) <= MAX_NAMED and (names := row_names(settings.example, messages)):
        of_row = np.repeat(labeled_scores.row_index, times)[order].tolist()
        shown = [names[index] for index in of_row]
        if settings.task == "all":  # each row is there once for each label
            labels = _label_names(settings, task_matrix(example_dataset(settings.example)).names, messages)
            of_label = np.repeat(np.arange(labeled_scores.size) % len(labels), times)[order].tolist()
            pairs = zip(shown, of_label, strict=True)
            shown = [messages.format("lessons.entry", name=name, label=labels[index]) for name, index in pairs]
        rows = [{**row, "name": name} for row, name in zip(rows, shown, strict=True)]
    if settings.grid and set(settings.grid) <= set(score.tolist()):
        rows = [{**row, "threshold": row["value"] in settings.grid} for row in rows]
    elif settings.grid:  # rows between the same thresholds are tied
        rows = [{**row, "value": max(one for one in settings.grid if one <= row["value"])} for row in rows]
    points, at = data.points, data.threshold_index
    called = 0 if at is None else round(float(points.true_positives[at] + points.false_positives[at]))
    is_none = at is None and settings.threshold is not None  # the threshold is above all scores
    return {"rows": rows, "called": 0 if settings.is_blank else called, **({"isNone": True} if is_none else {})}


def _rows_with_all_scores(settings: StepSettings, messages: Messages) -> Json:
    """Return the rows in the order of their file, each with its label and its score for every label."""
    matrix, names = task_matrix(example_dataset(settings.example)), row_names(settings.example, messages)
    labels = _label_names(settings, matrix.names, messages)
    rows = [
        {
            "score": " / ".join(messages.format_number(score, "g") for score in scores),
            "value": -index,  # keeps the order
            "positive": bool(has_label[0]),
            "mark": labels[int(np.argmax(has_label))],
            "name": name,
        }
        for index, (scores, has_label, name) in enumerate(zip(matrix.score, matrix.positive, names, strict=True))
    ]
    return {"rows": rows, "called": 0, "heading": " / ".join(labels)}


def _curve(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    points, chosen, at = data.plot_points, data.threshold_index, None
    if settings.is_blank:
        settings = replace(settings, points="none", scheme=None, interval=False, chance=False)
    if chosen is not None and settings.points != "none":
        counts = [float(data.points.true_positives[chosen]), float(data.points.false_positives[chosen])]
        at = [float(data.points.recall[chosen]), float(data.points.precision[chosen]), *counts]
    drawn, once = plot_json(curve_plot(settings, RESOLUTION, messages)), step_data(replace(settings, times=1))
    for curve in drawn["curves"]:
        other_key = f"averages.{settings.average}.name" if settings.average else f"schemes.{settings.scheme}.joined"
        key = settings.curve_names().get(settings, other_key)
        curve["name"] = _curve_name(settings, key, messages)
    return {
        **drawn,
        "points": drawn["points"] if points.threshold.size <= MAX_RINGS else [[], []],
        "at": at,
        "positives": float(points.positives),
        "baseline": points.prevalence if settings.has_balance else None,
        "baseline_text": messages.format_number(format_prevalence(points.prevalence)),
        **({"bars": _bars(data)} if settings.bars and not settings.is_blank else {}),
        **({"intervals": _sample_size_intervals(settings, messages)} if settings.interval else {}),
        **(
            {"sample": {**_sample([once.labeled_scores], settings.times), "orders": settings.chance}}
            if settings.sample
            else {}
        ),
        **({"others": [_mean_of_orders(data, messages)]} if settings.chance else {}),
    }


def _bars(data: StepData) -> list[list[float]]:
    """Return the terms of the step area down to the threshold: where each starts, its width, and its height."""
    points, last = data.points, 0 if data.threshold_index is None else data.threshold_index + 1
    gain = np.diff(points.recall, prepend=0)
    bars = zip(points.recall - gain, gain, points.precision, strict=True)
    return [[float(one) for one in bar] for bar in list(bars)[:last] if bar[1] > 0]


def _sample(models: Sequence[LabeledScores], times: int) -> Json:
    """Return each model's tie group of every row for the browser to draw rows from; positives come first.

    A tie group is its rank, as two digits in base 36. times: how often the rows are repeated, which are sent once.
    """
    by_class = np.argsort(~models[0].positive, kind="stable")
    return {
        "positives": int(models[0].positive.sum()),
        "ranks": ["".join(map(_base36, np.unique(-one.score, return_inverse=True)[1][by_class])) for one in models],
        "times": times,
    }


def _base36(rank: int) -> str:
    return np.base_repr(rank, 36).rjust(2, "0").lower()


def _mean_of_orders(data: StepData, messages: Messages) -> Json:
    """Return the mean precision of all random orders at each positive as a curve in steps, with its area."""
    precision = chance_precision(round(data.points.positives), round(data.points.negatives))
    recall = np.linspace(0, 1, precision.size + 1)
    curve = JoinedCurve(np.repeat(recall, 2)[1:-1], np.repeat(precision, 2))
    mean = ThinnedArea(curve=thin_curve(curve, RESOLUTION), area=float(precision.mean()))
    return {"name": messages.format("lessons.mean_of_orders"), **_area_data(mean)}


def _sample_size_intervals(settings: StepSettings, messages: Messages) -> list[Json]:
    """Return intervals of the area if the rows are there once, ten times and so on, up to `times` of the step."""
    powers = range(round(np.log10(settings.times)) + 1)
    shown = [step_data(replace(settings, times=10**power)).labeled_scores for power in powers]
    counts, intervals = [one.positives for one in shown], [step_interval(one).interval for one in shown]
    named = [
        messages.format("lessons.positives", count=counts[0]),
        *(messages.format_number(f"{count:,}") for count in counts[1:]),
    ]
    return [{"label": label, "low": one.lower, "high": one.upper} for label, one in zip(named, intervals, strict=True)]


def _roc(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    if settings.is_blank:
        return {}
    key = settings.curve_names().get(settings)
    return {
        **_roc_data(data),
        "at": _threshold_point(data, "roc"),
        "name": _curve_name(settings, key, messages) if key else "ROC",
    }


def _rounded(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the points of rounded scores, which the browser joins in steps, and by straight lines too."""
    schemes = ROUNDING_SCHEMES[:1] if settings.scheme == "step" else ROUNDING_SCHEMES
    return _rounded_points(data.points, settings.top, schemes, messages)


def _decimals(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the points with all decimals and with each number around the one where the larger area changes."""
    points = data.points
    first = 1 + last_reversed(areas_by_decimals(points, available_decimals(points), *ROUNDING_SCHEMES))
    areas = areas_by_decimals(points, range(first, -1, -1), *ROUNDING_SCHEMES)
    rounds = []
    for decimals, step, linear in zip(areas.decimals, *areas.areas, strict=True):
        rounded = points if decimals is None else round_scores(points, decimals)
        top = 1.0 if rounded.threshold.size == 1 else settings.top
        rounds.append(
            {
                "tick": messages.format("chart.all_decimals") if decimals is None else str(decimals),
                "distinct": rounded.threshold.size,
                "difference": linear - step,
                **_rounded_points(rounded, top, ROUNDING_SCHEMES, messages),
            }
        )
    return {"rounds": rounds}


def _rounded_points(points: OperatingPoints, top: float, schemes: Sequence[str], messages: Messages) -> Json:
    """Return the first and the last point of each recall: steps and straight lines depend on no other."""
    gains = np.diff(points.true_positives, prepend=0) > 0
    kept = gains | np.append(gains[1:], True)
    named = [
        {"key": one, "name": messages.format(f"schemes.{one}.name"), "family": FAMILY_KEYS[scheme_family(one)]}
        for one in schemes
    ]
    return {
        "counts": [points.true_positives[kept].astype(int).tolist(), points.false_positives[kept].astype(int).tolist()],
        "positives": int(points.positives),
        "negatives": int(points.negatives),
        "schemes": named,
        "top": top,
        "lens": list(LENS) if points.threshold.size >= MIN_ENLARGED else None,
        "baseline": points.prevalence,
        "baseline_text": messages.format_number(format_prevalence(points.prevalence)),
    }


def _label_names(settings: StepSettings, columns: Sequence[str], messages: Messages) -> list[str]:
    """Return the names of labels by their columns: those of the catalog, if it has some for the example."""
    named = {column: f"examples.{settings.example}.{column}" for column in columns}
    return [
        messages.format(key) if key in messages.catalog else column.removeprefix(LABEL_PREFIX)
        for column, key in named.items()
    ]


def _average(settings: StepSettings, _: StepData, messages: Messages) -> Json:
    matrix, kind, scheme = task_matrix(example_dataset(settings.example)), str(settings.average), str(settings.scheme)
    areas, parts = task_areas(matrix, scheme), compute_average(matrix, kind, scheme)
    averaged = average_curve(matrix, parts, scheme, areas)
    alone = kind == "samples" or len(areas) > MAX_TASK_CURVES
    curves = {} if alone else dict(zip(_label_names(settings, matrix.names, messages), areas, strict=True))
    axes = {"across": messages.format("lessons.share_of_rows"), "up": messages.format("lessons.area_of_row")}
    found = _curves_with_average(curves, averaged, messages.format(f"averages.{kind}.name"))
    if settings.is_blank:
        del found["average"]
    return {**found, "axes": axes} if kind == "samples" else found


def _folds(settings: StepSettings, _: StepData, messages: Messages) -> Json:
    dataset = example_dataset(settings.example)
    group = np.zeros(dataset.row_index.size, dtype=int) if dataset.group_of_row is None else dataset.group_of_row
    folds = average_by_group(
        split_by_group(task_matrix(dataset), group), dataset.group_names, str(settings.average), str(settings.scheme)
    )
    named = {
        messages.format("averages.folds.one", name=name): one.thinned
        for name, one in zip(folds.names, folds.averages, strict=True)
        if one.thinned.curve.recall.size
    }
    return _curves_with_average(named, folds.mean_average, messages.format("averages.folds.mean"))


def _curves_with_average(curves: dict[str, Any], averaged: AverageCurve, name: str) -> Json:
    """Return curves with their names and areas, and their average."""
    drawn = [{"name": one, **_area_data(curve)} for one, curve in curves.items() if not np.isnan(curve.area)]
    return {"curves": drawn, "average": {"name": name, **_area_data(averaged.thinned)}}


def _tools(_: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the number of each tool, grouped by its largest cause; tools whose numbers print alike are together."""
    return {
        "groups": [
            {
                "name": messages.format(f"answer.block.{block.cause}"),
                "family": "steps" if block.cause == "same" else "other",
                "values": [
                    {
                        "name": _tool_names(equal, MAX_TOOL_NAMES),
                        "short": _tool_names(equal, MAX_TOOL_NAMES // 2),
                        "area": equal.members[0].area,
                    }
                    for equal in block.equal_numbers
                ],
            }
            for block in blocks(tool_numbers(data.labeled_scores))
            if block.cause != "coarse"  # by design, and not counted
        ]
    }


def _tool_names(equal: EqualNumbers, room: int) -> str:
    """Return the names of tools for which there is room, in characters, and the number of the others."""
    names = [one.tool.short for one in equal.members]
    kept = next(count for count in range(len(names), 0, -1) if count == 1 or len(", ".join(names[:count])) <= room)
    return ", ".join(names[:kept]) + (f" +{len(names) - kept}" if names[kept:] else "")


def _intervals(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the areas of two models with their intervals."""
    facts, rival = other_model_values(settings), example_dataset(settings.example).labeled_scores(settings.rival)
    own, other = (messages.format(f"examples.{settings.example}.{task}") for task in (settings.task, settings.rival))
    return {
        "values": [
            {"name": own, "low": facts["own_low"], "area": data.area, "high": facts["own_high"]},
            {"name": other, "low": facts["rival_low"], "area": facts["rival_area"], "high": facts["rival_high"]},
        ],
        "sample": _sample([data.labeled_scores, rival], 1),
    }


def _difference(settings: StepSettings, data: StepData, messages: Messages) -> Json:
    """Return the areas of two models with their intervals, and their difference with its interval."""
    facts = other_model_values(settings)
    difference = {"low": facts["lead_low"], "area": facts["lead"], "high": facts["lead_high"]}
    return {**_intervals(settings, data, messages), "difference": difference}


def _roc_data(data: StepData) -> Json:
    """Return the ROC curve without the vertices inside a horizontal or vertical part, and its area."""
    x, y = data.roc.curve.recall, data.roc.curve.precision
    kept = np.concatenate([[True], (x[2:] != x[:-2]) & (y[2:] != y[:-2]), [True]])
    return _area_data(replace(data.roc, curve=replace(data.roc.curve, recall=x[kept], precision=y[kept])))


def _area_data(area: ThinnedArea) -> Json:
    """Return the thinned vertices of a curve, and its exact area."""
    thinned = ThinnedArea(curve=thin_curve(area.curve, RESOLUTION), area=area.area)
    return {**vertices_json(thinned), "area": area.area}


_BUILDERS: dict[Picture, Callable[[StepSettings, StepData, Messages], Json]] = {
    "rows": _rows,
    "curve": _curve,
    "roc": _roc,
    "rounded": _rounded,
    "decimals": _decimals,
    "average": _average,
    "folds": _folds,
    "tools": _tools,
    "intervals": _intervals,
    "difference": _difference,
}
_COMPARED: dict[Picture, Callable[[StepData], Json]] = {
    "curve": lambda data: {**vertices_json(data.joined(RESOLUTION)), "area": data.area},
    "roc": _roc_data,
}


MAX_CACHED = 64  # enough for every lesson in every language


@lru_cache(maxsize=MAX_CACHED)
def lesson_json(key: str, language: str) -> Json:
    """Return all data that the browser needs for a lesson.

    >>> bundle = lesson_json("decisions", "en")
    >>> len(bundle["steps"]), bundle["steps"][0]["title"]
    (7, 'A model gives each of 10 emails a score')
    """
    lesson, messages = LESSONS[key], messages_in(language)
    return {
        **language_json("player", messages, extra_prefix="play"),
        "lesson": key,
        "source": messages.format(f"lesson_steps.{key}.source"),
        "title": messages.format(f"lesson_steps.{key}.title"),
        "schemes": schemes_json(messages),
        "following": dict(pairwise(LESSONS)).get(key),
        "onwards": messages.format("player.onwards", page=messages.format(f"{lesson.page}.title")),
        "steps": [step_json(lesson, number, messages) for number in range(1, len(lesson.steps) + 1)],
    }


def step_json(lesson: Lesson, number: int, messages: Messages) -> Json:
    """Return one step; keys of a question or a widget are left out if it has none.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> sorted(step_json(LESSONS["decisions"], 1, messages_in("en")))
    ['fractions', 'pictures', 'says', 'title']
    """
    step, facts, settings = lesson.steps[number - 1], step_values(lesson, number), lesson.settings(number)

    def text(key: str) -> str:
        return step_text(lesson, number, key, facts, messages)

    asked: Json = {}
    if step.options and step.right is not None:
        asked = {"options": [{"key": one, "text": text(one)} for one in step.options], "right": step.right(facts)}
        asked["distractors"] = list(step.distractors)
    if step.number_question is not None:
        asked = {"guess": _number_question(step.number_question, lesson, number, facts)}
    if asked:
        shown = _question_settings(lesson, number, facts)
        # Without these pictures the browser frames the rows that the answer adds, which tells how a requirement is met.
        if settings.requirement is not None or shown != lesson.settings(number - 1 or 1):
            asked["asked"] = pictures_json(shown, messages, answer=settings)
    if step.opinions:
        asked = {"opinions": list(step.opinions)}
    if asked:
        asked |= {"asks": text("asks"), **_option_message(lesson, number, facts, messages)}
    return {
        "title": text("title"),
        "says": text("says"),
        **asked,
        "fractions": [str(latex_to_mathml(one, messages)) for one in fractions_of(step, settings, facts, messages)],
        "pictures": pictures_json(settings, messages),
        **(_widget_data(step.widget, settings) if step.widget else {}),
    }


def _question_settings(lesson: Lesson, number: int, values: StepValues) -> StepSettings:
    """Return the settings while a question is open; the class balance is not drawn if it is the answer."""
    settings, question = lesson.question_settings(number), lesson.steps[number - 1].number_question
    is_balance = question is not None and abs(values[question.value_name] - values["prevalence"]) < AREA_ROUNDING
    return replace(settings, has_balance=False) if is_balance else settings


def _widget_data(widget: str, settings: StepSettings) -> Json:
    """Return a widget, and the rows that it moves."""
    if widget != "rows":
        return {"widget": widget}
    labeled_scores = step_data(settings).labeled_scores
    rows = map(ScoreRow, labeled_scores.score.tolist(), labeled_scores.positive.tolist())
    return {"widget": widget, "widget_rows": rows_json(rows)}


def _option_message(lesson: Lesson, number: int, values: StepValues, messages: Messages) -> Json:
    """Return the text that explains a tempting wrong answer, if the step has one."""
    key = f"lesson_steps.{lesson.key}.step{number}.tempts"
    return {"tempts": step_text(lesson, number, "tempts", values, messages)} if key in messages.catalog else {}


def _rail_place(settings: StepSettings) -> float:
    """Return the recall of the upright rail for an area: near the middle, but beside the points that are shown."""
    shown, places = step_data(settings).plot_points.recall, np.array([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9])
    if settings.points == "none" or settings.is_blank or "curve" not in settings.pictures:
        return 0.5
    free = np.abs(places[:, None] - shown).min(axis=1)
    return float(places[np.argmax(np.minimum(free, RAIL_WIDTH))])


def _number_question(question: NumberQuestion, lesson: Lesson, number: int, values: StepValues) -> Json:
    """Return the true number with its color, the distractors, and the position of the rail for a guess.

    A number that is drawn has the color of its curve; any other is black. close, tempting: the guesses that are near
    the truth, and near each distractor.
    """
    settings = lesson.settings(number)
    shown, drawn = step_data(settings), ("area", "precision", "recall", settings.average)
    place: dict[str, float] = {}
    if question.axis in ("area", "share"):
        place = {"at": _rail_place(lesson.question_settings(number))}
    if question.axis in ("precision", "recall") and shown.threshold_index is not None:
        ratios = {"precision": shown.points.recall, "recall": shown.points.precision}
        place = {"at": float(ratios[question.axis][shown.threshold_index])}
    truth, distractors = float(values[question.value_name]), [float(values[name]) for name in question.distractors]
    return {
        "axis": question.axis,
        "truth": truth,
        "close": near_range(question.axis, truth),
        "family": FAMILY_KEYS[scheme_family(settings.scheme or "step")] if question.value_name in drawn else "ink",
        "distractors": distractors,
        "tempting": [near_range(question.axis, one) for one in distractors],
        "most": float(values[question.max_value_name]) if question.axis == "count" else 1.0,
        **place,
    }
