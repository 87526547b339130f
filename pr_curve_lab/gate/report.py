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
from pr_curve_lab.exports.page_exports import build_models, model_exports
from pr_curve_lab.exports.report import elements
from pr_curve_lab.exports.report.document import FirstPage, Sections
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.messages import Messages, messages_in
from pr_curve_lab.i18n.model_sentences import format_p_value
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import NoninferiorityTest


def gate_report(
    decision: NoninferiorityTest,
    dataset: Dataset,
    table: Table,
    messages: Messages | None = None,
    cluster: str | None = None,
) -> bytes:
    """Return the HTML report of a decision on two models, of which the first in `dataset` is the new one.

    messages: in the language of the report, English by default. cluster: the column whose rows were kept together.
    """
    messages = messages or messages_in("en")
    results = CurveResults(dataset.labeled_scores(dataset.names[0]), table, report_date=date.today())
    exports = model_exports(build_models(dataset, results), messages)
    return replace(exports, first_page=partial(_first_page, decision, dataset.names, cluster)).report()


def report_of_rows(
    decision: NoninferiorityTest,
    y_true: ArrayLike,
    new: ArrayLike,
    old: ArrayLike,
    sample_weight: ArrayLike | None = None,
) -> bytes:
    """Return the report for arrays that `noninferiority_test` has checked.

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
        raise ValueError(dataset)  # cannot happen, since `noninferiority_test` rejects such rows
    return gate_report(decision, dataset, table)


def _first_page(
    decision: NoninferiorityTest, names: tuple[str, ...], cluster: str | None, _: Sections, messages: Messages
) -> FirstPage:
    """Return the first page: areas, decision with its reasons, and the smallest loss that would have been found."""
    names_of = {"new": elements.code(names[0]), "old": elements.code(names[1])}
    areas = {"new_area": decision.area_a, "old_area": decision.area_b}
    named_areas = {key: elements.DataNumber(f"gate.{key.removesuffix('_area')}", area) for key, area in areas.items()}
    differences = {"difference": decision.difference, "lower": decision.lower, "upper": decision.upper}
    tested = {key: elements.number(f"gate.{key}", value, format_difference) for key, value in differences.items()}
    loss = elements.DataNumber("gate.loss", decision.loss)
    p, level = (format_p_value(decision.p_value, messages, elements.FORMAT, "gate.p"), 100 * decision.confidence_level)
    found = "gate.found" if decision.detectable < decision.area_b else "gate.nothing_found"
    verdict = Markup(messages.format(f"gate.{decision.outcome}", **names_of, loss=loss, p=p))
    undecided = decision.outcome == "too_few_positives"
    needed = elements.number("gate.positives_needed", decision.positives_needed, format_count)
    answer = [
        *([Markup("<strong>{}</strong>").format(verdict)] if undecided else []),
        elements.sentence("gate.areas", messages, **names_of, **named_areas),
        elements.sentence("gate.tested", messages, **tested, loss=loss, level=level),
        *([] if cluster is None else [elements.sentence("gate.clusters", messages, column=elements.code(cluster))]),
        *([] if undecided else [verdict]),
        *(
            []
            if math.isnan(decision.positives_needed)
            else [elements.sentence("gate.needed", messages, positives=needed)]
        ),
        elements.sentence(found, messages, detectable=elements.DataNumber("gate.detectable", decision.detectable)),
    ]
    return FirstPage(elements.sentence("gate.question", messages, **names_of), answer, "models")
