"""What a page about several models hands over: each model's area under the schemes of the page, and who is first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pandas as pd

from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.code import model_code
from pr_curve_lab.exports.models_in_view import Models
from pr_curve_lab.exports.numbers.model_numbers import models_csv, models_json
from pr_curve_lab.exports.numbers.rows_file import without_formulas
from pr_curve_lab.exports.page_exports import File, PageExports
from pr_curve_lab.exports.report.document import OF_EVERY_REPORT, report_html
from pr_curve_lab.exports.report.first_page import EVERYTHING, Chosen
from pr_curve_lab.exports.report.models import opening as report_opening
from pr_curve_lab.exports.report.models import sections_about
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import area_sentence, in_languages, measure


def of_models(models: Models, analysis: Analysis, words: Words) -> PageExports:
    """Every model's sentence, the code for all, their rows and numbers, and a report about all of them."""
    about = replace(analysis, task=None)  # all models, whichever is in view
    stem, sentences = about.stem, in_languages(partial(_said, models), words)
    rows = f"{stem}_rows.csv"
    code = model_code.both(
        rows,
        models.ranking.models,
        models.schemes,
        weighted=models.tasks.weight is not None,
        total_positives=analysis.total_positives,
        clustered=models.tasks.groups_together is not None,
    )
    report = partial(_report, models, about, sentences, code, words)
    files = (
        File("rows", rows, "text/csv", partial(rows_csv_of_models, models, analysis.group)),
        File("csv", f"{stem}_models.csv", "text/csv", partial(models_csv, models)),
        File("json", f"{stem}_models.json", "application/json", partial(models_json, models, stem, sentences)),
        File("report", f"{stem}_models_report.html", "text/html", report, (*sections_about(models), *OF_EVERY_REPORT)),
    )
    return PageExports(files, sentences, code)


def _report(
    models: Models,
    about: Analysis,
    sentences: tuple[str, ...],
    code: Mapping[str, str],
    words: Words,
    chosen: Chosen = EVERYTHING,
) -> bytes:
    """The page as a report: no number in it is of the model in view alone."""
    sections, opening = sections_about(models), report_opening(models)
    return report_html(about, sentences, code, words, sections=sections, opening=opening, chosen=chosen)


def rows_csv_of_models(models: Models, group: pd.Series | None) -> bytes:
    """Columns label (1 or 0), score_... of every model, weight, cluster and group where there are any."""
    columns: dict[str, object] = {"label": models.positive.astype("int8")}
    for column, name in enumerate(models.ranking.models):
        columns[f"score_{' '.join(name.split())}"] = models.tasks.score[:, column]
    if models.tasks.weight is not None:
        columns["weight"] = models.tasks.weight
    if models.tasks.groups_together is not None:
        columns["cluster"] = models.tasks.groups_together
    if group is not None:
        columns["group"] = without_formulas(group)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def _said(models: Models, words: Words) -> list[str]:
    """A sentence a model and scheme, then who is first under which scheme."""
    sentences = []
    for scheme in dict.fromkeys(models.schemes):
        sentences += [
            area_sentence(scheme, models.area(scheme, model), models.counted[model], words)
            for model in models.ranking.models
        ]
        first = words.say("report.comma").join(" ".join(model.split()) for model in models.ranking.winners(scheme))
        sentences.append(words.say("exports.first", measure=measure(scheme, words), models=first))
    return sentences
