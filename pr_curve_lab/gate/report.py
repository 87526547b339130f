"""The report of a decision: the decision and its reasons first, then both models as the page Models compares them."""

from __future__ import annotations

import math
from datetime import date
from functools import partial

import numpy as np
import pandas as pd
from markupsafe import Markup
from numpy.typing import ArrayLike

from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.page_exports import models_of, of_models
from pr_curve_lab.exports.report.components import Cell, Datum, quoted, say
from pr_curve_lab.exports.report.document import Opening, report_html
from pr_curve_lab.exports.report.models import HTML, sections_about
from pr_curve_lab.i18n.messages import Words, words_in
from pr_curve_lab.i18n.model_sentences import said_p
from pr_curve_lab.i18n.numbers import count_text, signed_text
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.tasks import BinaryTasks, build_binary_tasks
from pr_metrics import NoWorse

VERDICTS = {"no_worse": "gate.no_worse", "worse": "gate.worse", "too_few_positives": "gate.too_few_positives"}


def gate_report(
    decision: NoWorse, tasks: BinaryTasks, table: Table, words: Words | None = None, groups: str | None = None
) -> bytes:
    """The HTML report of a decision on two models: the new one is the first task, the old one the second.

    words: of the report's language; English unless given. groups: the column whose rows the decision kept together.
    """
    words = words or words_in("en")
    analysis = Analysis(tasks.cases(tasks.names[0]), table, made_on=date.today())
    models = models_of(tasks, analysis)
    exported = of_models(models, analysis, words)
    opening = Opening(partial(_question, tasks.names), partial(_answer, decision, tasks.names, groups), "models")
    sections = sections_about(models)
    return report_html(analysis, exported.sentences, exported.code, words, sections=sections, opening=opening)


def report_of_rows(
    decision: NoWorse, y_true: ArrayLike, new: ArrayLike, old: ArrayLike, sample_weight: ArrayLike | None = None
) -> bytes:
    """A report of arrays, which `no_worse` has checked.

    >>> from pr_metrics import no_worse
    >>> rows = [1, 1, 0, 0], [0.9, 0.3, 0.2, 0.4], [0.8, 0.6, 0.5, 0.1]
    >>> report_of_rows(no_worse(*rows), *rows)[:15]
    b'<!DOCTYPE html>'
    """
    positive = (np.asarray(y_true).ravel() == 1).astype(np.int8)
    columns = {"label": positive, **{name: np.asarray(one).ravel() for name, one in (("new", new), ("old", old))}}
    if sample_weight is not None:
        columns["weight"] = np.asarray(sample_weight)
    table = Table("new, old", pd.DataFrame(columns))
    weight = None if sample_weight is None else "weight"
    tasks = build_binary_tasks(table, Roles("label", "1", ("new", "old"), weight, kind="models"))
    if not isinstance(tasks, BinaryTasks):
        raise ValueError(tasks)  # no_worse has refused such rows
    return gate_report(decision, tasks, table)


def _question(names: tuple[str, ...], _: Analysis, words: Words) -> Cell:
    return say(words, "gate.question", new=quoted(names[0]), old=quoted(names[1]))


def _answer(
    decision: NoWorse, names: tuple[str, ...], groups: str | None, _: object, __: Analysis, words: Words
) -> list[Cell]:
    """The areas, the decision with its reasons, and what would have been found."""
    names_of = {"new": quoted(names[0]), "old": quoted(names[1])}
    areas = {"new_area": Datum("gate.new", decision.new_area), "old_area": Datum("gate.old", decision.old_area)}
    lower = Datum("gate.lower", decision.lower).written(signed_text(decision.lower))
    upper = Datum("gate.upper", decision.upper).written(signed_text(decision.upper))
    difference = Datum("gate.difference", decision.difference).written(signed_text(decision.difference))
    tested = {"difference": difference, "lower": lower, "upper": upper, "loss": Datum("gate.loss", decision.loss)}
    p, level = said_p(decision.p_value, words, HTML, "gate.p"), 100 * decision.level
    found = "gate.found" if decision.detectable < decision.old_area else "gate.nothing_found"
    verdict = Markup(words.say(VERDICTS[decision.outcome], **names_of, loss=tested["loss"], p=p))
    undecided = decision.outcome == "too_few_positives"
    needed = Datum("gate.positives_needed", decision.positives_needed).written(count_text(decision.positives_needed))
    return [
        *([Markup("<strong>{}</strong>").format(verdict)] if undecided else []),
        say(words, "gate.areas", **names_of, **areas),
        say(words, "gate.tested", **tested, level=level),
        *([] if groups is None else [say(words, "gate.groups", column=quoted(groups))]),
        *([] if undecided else [verdict]),
        *([] if math.isnan(decision.positives_needed) else [say(words, "gate.needed", positives=needed)]),
        say(words, found, detectable=Datum("gate.detectable", decision.detectable)),
    ]
