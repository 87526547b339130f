"""The classes of a lesson: its steps with settings and questions, and the texts of a step from the catalogs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from pr_curve_lab.i18n.messages import Messages

Picture = Literal["rows", "curve", "roc", "rounded", "decimals", "average", "folds", "tools", "intervals", "difference"]
Formula = Literal["precision", "recall", "f1", "area", "false_positive_rate", "average", "corrected", "hits"]
Widget = Literal["threshold", "rows", "resample", "rare", "decimals", "costs"]
StepValues = Mapping[str, Any]  # numbers by name; texts that depend on the language are a dict by language

ROW_SETTINGS = ("order", "times", "decimals", "power", "positives", "missed", "prevalence", "grid")  # of an example


@dataclass(frozen=True)
class StepSettings:
    """Settings of a step: first those of its rows, then those of its pictures."""

    example: str
    task: str = ""  # which of several scores; "" is the first, "all" pools them as if they were one
    # Breaks ties: the seed of a random order, or negatives first; for "last", the last row of the file comes first. For
    # "best", all positives come first, whatever their scores.
    order: int | Literal["worst", "last", "best"] | None = None
    times: int = 1  # how often each row is repeated
    decimals: int | None = None  # scores are rounded to so many decimals
    power: int = 1  # scores are raised to this power, which keeps their order
    positives: int | None = None  # so many of the rows are positive instead, among rows with one score
    missed: int = 0  # number of positives without a score
    rival: str = ""  # another score of the same rows, whose area is compared
    prevalence: float | None = None  # the class balance for which the counts are reweighted
    grid: tuple[float, ...] | None = None  # the only thresholds that are used; None uses all
    pictures: tuple[Picture, ...] = ("curve",)  # side by side
    top: float = 1.0  # precision at the upper edge; less than 1 if everything of interest is low
    threshold: float | None = None  # rows with this score or more are called positive; None: no row is
    requirement: Mapping[str, Any] | None = field(default=None, hash=False)  # arguments of `choose_threshold`
    points: Literal["none", "so_far", "found", "all"] = "none"  # so_far: down to the threshold; found: recall > 0
    scheme: str | None = None  # joins the points; None draws no curve
    bars: bool = False  # draw the terms of the step area down to the threshold
    interval: bool = False  # draw the interval of the area, beside those with a tenth of the rows, a hundredth ...
    sample: bool = False  # the rows can be drawn with replacement; with `chance`, they can be put in random orders
    chance: bool = False  # draw the mean precision of all random orders at each positive
    average: str | None = None  # the kind of average over several scores: "macro", "micro", "weighted" or "samples"
    is_blank: bool = False  # draw no curve, point or count: only the axes, the class balance and the rows
    has_balance: bool = True  # draw the class balance
    # The curves in the picture, by the key of their names: how their settings differ. All but its own are gray.
    compared: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)

    @property
    def rows(self) -> StepSettings:
        """The settings of the rows alone.

        >>> StepSettings("ten_rows", power=2, threshold=0.5).rows == StepSettings("ten_rows", power=2)
        True
        """
        return StepSettings(self.example, self.task, **{name: getattr(self, name) for name in ROW_SETTINGS})

    @property
    def points_key(self) -> StepSettings:
        """What the points depend on. Rows that are repeated without a new order keep their points."""
        return replace(self.rows, grid=None, times=1 if self.order is None else self.times)

    def curve_names(self) -> dict[StepSettings, str]:
        """Return the keys of the names of the compared curves by their settings; the own curve may be one of them.

        >>> compared = {"schemes.step.name": {"scheme": "step"}, "schemes.linear.name": {"scheme": "linear"}}
        >>> settings = StepSettings("ten_rows", scheme="linear", compared=compared)
        >>> settings.curve_names()[settings]
        'schemes.linear.name'
        """
        found: dict[StepSettings, str] = {}
        for name, changes in self.compared.items():
            found.setdefault(replace(self, **changes), name)
        return found


@dataclass(frozen=True)
class NumberQuestion:
    """A question that is answered by placing a number in the picture.

    value_name: the name of the true number among the values of the step. axis: where it is placed: along an axis of the
    picture, as the height of a rectangle with that area, as a share from 0 to 1, on a line of counts, or as the limit
    of an interval on an axis of area. distractors: the names of values that are often mistaken for it.
    """

    value_name: str
    axis: Literal["precision", "recall", "area", "share", "count", "limit"]
    distractors: tuple[str, ...] = ()
    max_value_name: str = "rows"  # the value at the end of a line of counts


NEAR, MIN_NEAR, HUNDREDTH = 0.03, 0.01, 0.01  # a guess is written with two decimals
_ROUNDING = 1e-9


def near_range(axis: str, value: float) -> tuple[float, float]:
    """Return the lowest and the highest guess that count as near a value: only the value itself on a line of counts.

    Elsewhere they are at most 0.03 away; for a small value a quarter of it, but at least 0.01.

    >>> near_range("count", 5), near_range("precision", 2 / 3), near_range("area", 0.0355)
    ((5, 5), (0.64, 0.69), (0.03, 0.04))
    """
    if axis == "count":
        return value, value
    tolerance = min(NEAR, max(MIN_NEAR, value / 4))
    low = math.ceil((value - tolerance) / HUNDREDTH - _ROUNDING)
    high = math.floor((value + tolerance) / HUNDREDTH + _ROUNDING)
    return round(max(low * HUNDREDTH, 0), 2), round(min(high * HUNDREDTH, 1), 2)


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: changes of the settings, a question that comes first, and the fractions that are shown.

    While the question is open, the previous step is shown. If this step has other rows, it is shown without curves and
    points; with `question_changes`, it is shown with these changes.
    """

    changes: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[str, ...] = ()  # answers to choose from; empty if there is no such question
    right: Callable[[StepValues], str] | None = None  # returns the right option for the values of the step
    distractors: tuple[str, ...] = ()  # wrong options that the text of the step explains
    formulas: tuple[Formula, ...] = ()
    question_changes: Mapping[str, Any] = field(default_factory=dict)  # settings while the question is open
    recalled_steps: Mapping[str, int] = field(default_factory=dict)  # steps whose values are also used, by prefix
    number_question: NumberQuestion | None = None  # a question with a number in place of options
    widget: Widget | None = None  # the interactive element that appears with the step
    opinions: tuple[float, ...] = ()  # values of the widget among which everyone chooses one; none is right


@dataclass(frozen=True, eq=False)
class Lesson:
    """Steps on sample data, and the page of the app on which learners continue with their own data.

    minutes: the time that a class needs. preview_step: the step whose picture is in the list of lessons.
    """

    key: str
    steps: tuple[LessonStep, ...]
    page: str
    minutes: int
    preview_step: int

    def settings(self, number: int) -> StepSettings:
        """Return the settings of a step; steps are numbered from 1.

        >>> from pr_curve_lab.lessons.registry import LESSONS
        >>> LESSONS["decisions"].settings(2).threshold
        0.5
        """
        return self._settings_by_step[number - 1]

    def question_settings(self, number: int) -> StepSettings:
        """Return the settings while the question of a step is open.

        >>> from pr_curve_lab.lessons.registry import LESSONS
        >>> LESSONS["between"].question_settings(4).scheme, LESSONS["between"].question_settings(5).example
        ('linear', 'improved')
        >>> LESSONS["floor"].question_settings(2).is_blank
        True
        """
        asked, own, before = (
            self.steps[number - 1].question_changes,
            self.settings(number),
            self.settings(number - 1 or 1),
        )
        if asked:
            return replace(own, **asked)
        return before if before.points_key == own.points_key else replace(own, is_blank=True)

    @cached_property
    def _settings_by_step(self) -> tuple[StepSettings, ...]:
        """The settings of all steps: those of the previous step with the changes of the step."""
        found = [StepSettings(**self.steps[0].changes)]
        for step in self.steps[1:]:
            found.append(replace(found[-1], **step.changes))
        return tuple(found)


def step_text(lesson: Lesson, number: int, key: str, values: StepValues, messages: Messages) -> str:
    """Return a text of a step: `title`, `says`, `asks`, `tempts`, or an option, whose text many steps may share.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> from pr_curve_lab.lessons.step_values import step_values
    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> lesson = LESSONS["decisions"]
    >>> step_text(lesson, 6, "rises", step_values(lesson, 6), messages_in("en"))
    'it rises'
    """
    own = f"lesson_steps.{lesson.key}.step{number}.{key}"
    in_language = {name: fact[messages.language] for name, fact in values.items() if isinstance(fact, Mapping)}
    return messages.format(own if own in messages.catalog else f"lessons.{key}", **{**values, **in_language})
