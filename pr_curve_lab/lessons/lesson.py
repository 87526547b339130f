"""What a lesson consists of: steps, questions, fractions, and where their sentences stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from pr_curve_lab.i18n.messages import Messages

Picture = Literal["rows", "curve", "roc", "decimals", "average", "folds", "tools", "intervals", "difference"]
Formula = Literal["precision", "recall", "f1", "area", "false_positive_rate", "average", "corrected", "hits"]
Widget = Literal["threshold", "rows", "shuffle", "rare", "decimals", "costs"]
StepValues = Mapping[str, Any]


@dataclass(frozen=True)
class StepSettings:
    """Settings of the pictures of a step: first which rows, then what is seen of them."""

    example: str
    task: str = ""  # which of several scores; "" is the first, "all" pools them as if they were one
    order: int | Literal["worst"] | None = None  # tied rows one by one, by chance with this seed, or negatives first
    times: int = 1  # each row so many times
    decimals: int | None = None  # that scores are rounded to
    power: int = 1  # that scores are raised to: a map that keeps their order
    missed: int = 0  # positives that never got a score
    rival: str = ""  # another score of the same rows, whose area is compared
    prevalence: float | None = None  # the class balance that the rows are moved to
    grid: tuple[float, ...] | None = None  # of thresholds, where no others are used
    pictures: tuple[Picture, ...] = ("curve",)  # side by side
    top: float = 1.0  # precision at the upper edge, where all that matters is low
    threshold: float | None = None  # rows with this score or more are called positive; None: no row is
    requirement: Mapping[str, Any] | None = field(default=None, hash=False)  # arguments of `choose_threshold`
    points: Literal["none", "so_far", "found", "all"] = "none"  # found: where something is
    scheme: str | None = None  # that joins all points
    interval: bool = False  # the interval of the area stands in its picture, beside those of a tenth of the rows ...
    average: str | None = None  # of several scores: "macro", "micro", "weighted" or "samples"


@dataclass(frozen=True)
class NumberQuestion:
    """A number that is asked for before it is shown, to be placed by hand.

    value_name: its name among the numbers of the step. axis: where it is placed: along an axis of the picture, as the
    height of a rectangle with that area, as a share from 0 to 1, or on a line of counts. distractors: the names of the
    numbers that it is often taken for.
    """

    value_name: str
    axis: Literal["precision", "recall", "area", "share", "count"]
    distractors: tuple[str, ...] = ()
    max_value_name: str = "rows"  # the number at the end of a line of counts


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: what changes, what is asked before it is shown, and which fractions are drawn.

    While a question is open the step before is seen, unless the question is about rows that it does not have.
    """

    changes: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[str, ...] = ()  # of the question; none where nothing is asked
    right: Callable[[StepValues], str] | None = None  # the option that is right, by the numbers of the step
    distractors: tuple[str, ...] = ()  # wrong options that the step says something about
    formulas: tuple[Formula, ...] = ()
    question_changes: Mapping[str, Any] = field(default_factory=dict)  # what the question sees of the new rows instead
    recalled_steps: Mapping[str, int] = field(default_factory=dict)  # other steps whose numbers are named, by a prefix
    number_question: NumberQuestion | None = None  # in place of options
    widget: Widget | None = None  # what can be moved once the step is shown


@dataclass(frozen=True, eq=False)
class Lesson:
    """Steps on sample data, and the page on which to go on with one's own.

    minutes: the time that a class needs. preview_step: the step whose picture the list of lessons shows.
    """

    key: str
    steps: tuple[LessonStep, ...]
    page: str
    minutes: int
    preview_step: int

    def settings(self, number: int) -> StepSettings:
        """The settings of a step, the first being 1.

        >>> from pr_curve_lab.lessons.registry import LESSONS
        >>> LESSONS["decisions"].settings(2).threshold
        0.5
        """
        return self._settings_by_step[number - 1]

    def question_settings(self, number: int) -> StepSettings:
        """The settings while the question of a step is open.

        >>> from pr_curve_lab.lessons.registry import LESSONS
        >>> LESSONS["between"].question_settings(4).scheme, LESSONS["between"].question_settings(5).example
        ('linear', 'improved')
        """
        asked = self.steps[number - 1].question_changes
        return replace(self.settings(number), **asked) if asked else self.settings(max(number - 1, 1))

    @cached_property
    def _settings_by_step(self) -> tuple[StepSettings, ...]:
        """The settings of all steps, made once, so that what was made of one is found again."""
        found = [StepSettings(**self.steps[0].changes)]
        for step in self.steps[1:]:
            found.append(replace(found[-1], **step.changes))
        return tuple(found)


def step_text(lesson: Lesson, number: int, key: str, values: Mapping[str, Any], messages: Messages) -> str:
    """A part of a step: `title`, `says`, `asks`, `tempts`, or an option; options that many steps offer are worded once.

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
