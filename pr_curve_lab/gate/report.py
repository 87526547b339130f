"""The report of a decision: the decision and its reasons first, then both models as the page Models compares them."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date
from functools import partial

import numpy as np
import pandas as pd
from markupsafe import Markup
from numpy.typing import ArrayLike

from pr_curve_lab.analysis.formatting import format_count, format_difference
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.page_exports import build_models, model_exports
from pr_curve_lab.exports.report.components import DataNumber, code_element, format_html
from pr_curve_lab.exports.report.document import Opening, Sections
from pr_curve_lab.exports.report.models import HTML
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.i18n.model_sentences import format_p_value
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import NoninferiorityTest

OUTCOME_KEYS = {"no_worse": "gate.no_worse", "worse": "gate.worse", "too_few_positives": "gate.too_few_positives"}


def gate_report(
    decision: NoninferiorityTest,
    dataset: Dataset,
    table: Table,
    messages: Messages | None = None,
    groups: str | None = None,
) -> bytes:
    """The HTML report of a decision on two models: the new one is the first task, the old one the second.

    messages: of the report's language; English unless given. groups: the column whose rows the decision kept together.
    """
    messages = messages or messages_in("en")
    analysis = Analysis(dataset.cases(dataset.names[0]), table, report_date=date.today())
    models = build_models(dataset, analysis)
    description = model_exports(models, analysis, messages)
    return replace(description, opening=partial(_opening, decision, dataset.names, groups)).report()


def report_of_rows(
    decision: NoninferiorityTest,
    y_true: ArrayLike,
    new: ArrayLike,
    old: ArrayLike,
    sample_weight: ArrayLike | None = None,
) -> bytes:
    """A report of arrays, which `noninferiority_test` has checked.

    >>> from pr_metrics import noninferiority_test
    >>> rows = [1, 1, 0, 0], [0.9, 0.3, 0.2, 0.4], [0.8, 0.6, 0.5, 0.1]
    >>> report_of_rows(noninferiority_test(*rows), *rows)[:15]
    b'<!DOCTYPE html>'
    """
    positive = (np.asarray(y_true).ravel() == 1).astype(np.int8)
    columns = {"label": positive, **{name: np.asarray(one).ravel() for name, one in (("new", new), ("old", old))}}
    if sample_weight is not None:
        columns["weight"] = np.asarray(sample_weight)
    table = Table("new, old", pd.DataFrame(columns))
    weight = None if sample_weight is None else "weight"
    dataset = build_dataset(table, Roles("label", "1", ("new", "old"), weight, kind="models"))
    if not isinstance(dataset, Dataset):
        raise ValueError(dataset)  # no_worse has refused such rows
    return gate_report(decision, dataset, table)


def _opening(
    decision: NoninferiorityTest,
    names: tuple[str, ...],
    groups: str | None,
    _: Sections,
    __: Analysis,
    messages: Messages,
) -> Opening:
    """The areas, the decision with its reasons, and what would have been found."""
    names_of = {"new": code_element(names[0]), "old": code_element(names[1])}
    areas = {"new_area": DataNumber("gate.new", decision.area_a), "old_area": DataNumber("gate.old", decision.area_b)}
    lower = DataNumber("gate.lower", decision.lower).with_text(format_difference(decision.lower))
    upper = DataNumber("gate.upper", decision.upper).with_text(format_difference(decision.upper))
    difference = DataNumber("gate.difference", decision.difference).with_text(format_difference(decision.difference))
    tested = {"difference": difference, "lower": lower, "upper": upper, "loss": DataNumber("gate.loss", decision.loss)}
    p, level = format_p_value(decision.p_value, messages, HTML, "gate.p"), 100 * decision.confidence_level
    found = "gate.found" if decision.detectable < decision.area_b else "gate.nothing_found"
    verdict = Markup(messages.format(OUTCOME_KEYS[decision.outcome], **names_of, loss=tested["loss"], p=p))
    undecided = decision.outcome == "too_few_positives"
    needed = DataNumber("gate.positives_needed", decision.positives_needed).with_text(
        format_count(decision.positives_needed)
    )
    answer = [
        *([Markup("<strong>{}</strong>").format(verdict)] if undecided else []),
        format_html(messages, "gate.areas", **names_of, **areas),
        format_html(messages, "gate.tested", **tested, level=level),
        *([] if groups is None else [format_html(messages, "gate.groups", column=code_element(groups))]),
        *([] if undecided else [verdict]),
        *([] if math.isnan(decision.positives_needed) else [format_html(messages, "gate.needed", positives=needed)]),
        format_html(messages, found, detectable=DataNumber("gate.detectable", decision.detectable)),
    ]
    return Opening(format_html(messages, "gate.question", **names_of), answer, "models")
