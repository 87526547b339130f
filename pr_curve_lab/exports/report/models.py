"""The sections on several models, with their charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.formatting import format_count, format_difference, format_percent
from pr_curve_lab.analysis.model_resampling import N_RESAMPLES
from pr_curve_lab.analysis.models import ModelReversal, PairResult, RecallSegment, crossing_of, models_in_color
from pr_curve_lab.exports.report import charts, document, elements
from pr_curve_lab.exports.report.charts import PAIR_PLOT_AREA
from pr_curve_lab.exports.report.document import FirstPage, SectionBuilder, Sections, chance_level
from pr_curve_lab.exports.report.schemes import interval_notes
from pr_curve_lab.exports.results import Models
from pr_curve_lab.i18n import model_sentences
from pr_curve_lab.i18n.area_sentences import (
    bootstrap_caption,
    common_interval_name,
    interval_method_name,
    interval_name,
)
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.model_sentences import format_p_value, pair_result_text, pairs_caption
from pr_curve_lab.plotting.model_curves import ModelCurve, models_plot
from pr_metrics import Interval, roc_area


def model_curves(models: Models, scheme: str, colored: tuple[str, ...]) -> list[ModelCurve]:
    """Return every model's curve under one scheme; the models share the vertices that a chart may have."""
    resolution = charts.resolution_per_curve(len(models.points))
    return [
        ModelCurve(
            model, joined_area(points, scheme, resolution, area=models.area(scheme, model)), points, model in colored
        )
        for model, points in models.points.items()
    ]


def models_svg(models: Models, scheme: str, curves: Sequence[ModelCurve], messages: Messages) -> Markup:
    """Draw the curves as lines, the gray ones below the others."""
    segments = models.reversal.segments if models.reversal else []
    bands = [(one.recall_before, one.recall_after) for one in segments]
    title = messages.format(f"schemes.{scheme}.name")
    plot = models_plot(curves, bands, title, messages, size=PAIR_PLOT_AREA.width)
    return charts.plot_svg(plot, messages)


CHARTS = ("models_chart", "models_right_chart")
MODELS_PER_TABLE = 4  # models in one table of ranks; more do not fit on A4


def model_sections(models: Models) -> dict[str, SectionBuilder]:
    """Return builders of the sections on models, and of the section on the rows."""
    return {
        "models": partial(_models_section, models),
        "model_areas": partial(_areas_section, models),
        **({"model_pairs": partial(_pairs_section, models)} if models.pairwise_comparison.pairs else {}),
        "ranking": partial(_ranking_section, models),
        "rows": partial(document.rows_section, models.curve, scores=models.ranking.models),
    }


def model_first_page(models: Models, sections: Sections, messages: Messages) -> FirstPage:
    """Name the best model, with the interval of its area and the chance level; the sentence on it is cited."""
    best, scheme = models.by_area[0], models.schemes[0]
    area_interval = models.interval(scheme, best)
    facts = {
        "name": elements.short_name(best),
        "area": elements.DataNumber(f"area.{scheme}.{best}", models.area(scheme, best)),
        "low": elements.DataNumber(f"interval.{best}.low", area_interval.interval.lower),
        "high": elements.DataNumber(f"interval.{best}.high", area_interval.interval.upper),
        "interval": interval_name(area_interval, messages),
        "joined": messages.format(f"schemes.{scheme}.joined"),
    }
    sure = elements.sentence("report.answer_model", messages, **facts)
    question = messages.format("report.question_models", count=len(models.ranking.models))
    comparison = models.pairwise_comparison
    lead = Markup(model_sentences.lead_sentence(comparison, messages, elements.FORMAT)).rstrip(".。")
    answer = [sections["models"].title, *([lead] if lead else []), sure, chance_level(models.curve, messages)]
    if comparison.pairs:
        names = comparison.pairs[0].first, comparison.pairs[0].second
        points = models.points[names[0]], models.points[names[1]]
        roc_areas = roc_area(points[0]), roc_area(points[1])
        seen = [
            model_sentences.crossing_sentence(crossing_of(names, points), messages, elements.FORMAT),
            model_sentences.roc_sentence(names, roc_areas, messages, elements.FORMAT),
        ]
        answer += [Markup(one).rstrip(".。") for one in seen if one]
    if models.thresholds is not None:
        answer.append(Markup(model_sentences.requirement_sentence(models.thresholds, messages, elements.FORMAT)))
    return FirstPage(question, answer, "models", (0,))


def _models_section(models: Models, messages: Messages) -> elements.Section:
    """Return both charts, and why another model is best on the right, if one is."""
    colored = models_in_color(models.ranking, models.schemes, models.selected_model)
    sides = zip(
        dict.fromkeys(models.schemes), CHARTS, strict=False
    )  # one chart is enough if both sides have the same scheme
    pictures = [_figure(models, scheme, key, colored, messages) for scheme, key in sides]
    gray = len(models.ranking.models) - len(colored)
    caption = elements.note(Markup(model_sentences.caption(gray, messages, elements.FORMAT)))
    ranked = (models.ranking, models.schemes, messages, elements.FORMAT)
    title = Markup(model_sentences.models_title(*ranked, models.pairwise_comparison))
    lead: list[elements.Component] = [elements.FigureRow(pictures), caption]
    rest = messages.format("report.section.models")
    return elements.Section("models", title, _reversal_components(models, messages), lead, rest)


def _figure(models: Models, scheme: str, key: str, colored: tuple[str, ...], messages: Messages) -> elements.Figure:
    """Draw all models under one scheme, as on the page."""
    curves = model_curves(models, scheme, colored)
    total = elements.DataNumber("points", max(points.threshold.size for points in models.points.values()))
    kept = max((one.joined.curve.n_kept for one in curves if one.joined.curve.n_kept is not None), default=None)
    captions = charts.thinned_caption(kept, total, messages, name=f"drawn.{scheme}")
    drawn = models_svg(models, scheme, curves, messages)
    return elements.Figure(key, drawn, model_sentences.alt_text("alt", models.ranking, scheme, messages), captions)


def _reversal_components(models: Models, messages: Messages) -> list[elements.Component]:
    """Say why another model is best on the right, with a table of segments if more than one decides."""
    reversal = models.reversal
    if reversal is None:
        return []
    parts: list[elements.Component] = [
        elements.Text(
            Markup(model_sentences.rank_reversal_sentence(reversal, models.schemes, messages, elements.FORMAT))
        )
    ]
    if reversal.n_required_segments > 1:
        if reversal.n_required_segments > len(reversal.segments):
            counts = {
                "count": elements.DataNumber("segments", len(reversal.segments)),
                "needed": elements.DataNumber("deciding", reversal.n_required_segments),
            }
            parts.append(elements.note(elements.sentence("models.segments", messages, **counts)))
        parts.append(_segment_table(reversal, messages))
    return parts


def _segment_table(reversal: ModelReversal, messages: Messages) -> elements.Grid:
    columns = ("model", "from", "to", "gain", "threshold", "rows", "positives")
    rows = [_segment_row(f"segment.{index}", segment, messages) for index, segment in enumerate(reversal.segments)]
    return elements.Grid(elements.column_titles("columns.models.", columns, messages), rows, row_headers=True)


def _segment_row(prefix: str, segment: RecallSegment, messages: Messages) -> tuple[elements.Cell, ...]:
    threshold: elements.Cell = messages.format("areas.no_threshold")
    if segment.score is not None and segment.threshold is not None:
        threshold = elements.DataNumber(f"{prefix}.score", segment.score).with_text(segment.threshold)
    return (
        elements.short_name(segment.model),
        elements.number(f"{prefix}.recall_before", segment.recall_before),
        elements.number(f"{prefix}.recall_after", segment.recall_after),
        elements.number(f"{prefix}.gain", segment.gain, format_difference),
        threshold,
        elements.number(f"{prefix}.rows", segment.rows, format_count),
        elements.number(f"{prefix}.positives", segment.positives, format_count),
    )


def _areas_section(models: Models, messages: Messages) -> elements.Section:
    """List every model's area under the left scheme, largest first, with its intervals."""
    scheme, drawn = models.schemes[0], models.bootstrap
    found = [models.interval(scheme, model) for model in models.by_area]
    columns = ("model", "area", "interval", *(("bootstrap",) if drawn else ()), "roc")
    common = common_interval_name(found, messages)
    header = elements.column_titles("columns.models.", columns, messages)
    header[columns.index("interval")] = common or messages.format("columns.models.interval")
    rows = [_model_row(model, models, messages, same_method=common is not None) for model in models.by_area]
    parts: list[elements.Component] = [elements.Grid(header, rows, row_headers=True)]
    by_clusters = models.dataset.cluster_of_row is not None
    bootstrap = [bootstrap_caption(N_RESAMPLES, messages, by_clusters=by_clusters)] if drawn else []
    note = messages.format("punctuation.sentences").join([*interval_notes(found, messages), *bootstrap])
    parts.append(elements.note(note))
    joined = messages.format(f"schemes.{scheme}.joined")
    title = messages.format("models.areas", joined=joined, interval=messages.format("columns.models.interval"))
    return elements.Section("model_areas", title, parts)


def _pairs_section(models: Models, messages: Messages) -> elements.Section:
    """List the pairs shown on the page: difference, interval, p, and how often the first is ahead, as far as known."""
    compared = models.pairwise_comparison
    rows = [_pair_row(pair, messages) for pair in compared.pairs]
    columns = ("pair", "difference", "interval", "p", "ahead", "verdict")
    grid = elements.Grid(
        elements.column_titles("columns.models.", columns, messages), rows, numbers_to=5, row_headers=True
    )
    note = elements.note(pairs_caption(compared, N_RESAMPLES, messages))
    return elements.Section("model_pairs", messages.format("models.pairs_list"), [grid, note])


def _pair_row(pair: PairResult, messages: Messages) -> tuple[elements.Cell, ...]:
    of = f"{pair.first}.{pair.second}"
    names = {"first": elements.short_name(pair.first), "second": elements.short_name(pair.second)}
    interval: elements.Cell = ""
    if not math.isnan(pair.lower) and pair.status != "none":
        ends = {"low": pair.lower, "high": pair.upper}
        written = {end: elements.number(f"{end}.{of}", value, format_difference) for end, value in ends.items()}
        interval = elements.sentence("punctuation.range", messages, **written)
    return (
        Markup(messages.format("models.pair_names", **names)),
        elements.number(f"difference.{of}", pair.difference, partial(format_difference, decimals=pair.decimals)),
        interval,
        "" if math.isnan(pair.p) else Markup(format_p_value(pair.p, messages, elements.FORMAT, f"p.{of}")),
        elements.number(f"ahead.{of}", pair.win_rate, format_percent),
        pair_result_text(pair, messages),
    )


def _model_row(model: str, models: Models, messages: Messages, *, same_method: bool) -> tuple[elements.Cell, ...]:
    scheme, drawn, area_interval = models.schemes[0], models.bootstrap, models.interval(models.schemes[0], model)

    def interval_cell(prefix: str, interval: Interval) -> Markup:
        return elements.interval(f"{prefix}.{model}.low", f"{prefix}.{model}.high", interval, messages)

    interval = interval_cell("interval", area_interval.interval)
    if not same_method:
        method = interval_method_name(area_interval, messages)
        interval = elements.sentence("models.interval_by", messages, interval=interval, way=method)
    return (
        elements.short_name(model),
        elements.number(f"area.{scheme}.{model}", models.area(scheme, model)),
        interval,
        *([interval_cell("bootstrap", drawn.areas[model])] if drawn else []),
        elements.number(f"roc.{model}", roc_area(models.points[model])),
    )


def _ranking_section(models: Models, messages: Messages) -> elements.Section:
    """List every model's area and rank under every scheme, a few models per table, the largest area first."""
    ordered = models.by_area
    blocks = [ordered[start : start + MODELS_PER_TABLE] for start in range(0, len(ordered), MODELS_PER_TABLE)]
    tables = [_rank_table(models, block, messages) for block in blocks]
    caption = elements.note(messages.format("models.ranking_caption"))
    compared = models.pairwise_comparison
    title = Markup(model_sentences.ranking_sentence(models.ranking, messages, elements.FORMAT, compared))
    return elements.Section("ranking", title, [*tables, caption])


def _rank_table(models: Models, block: list[str], messages: Messages) -> elements.Grid:
    """Return schemes by models."""
    header = (messages.format("columns.models.scheme"), *map(elements.short_name, block))
    rows = [
        (messages.format(f"schemes.{scheme}.name"), *(_rank_cell(models, scheme, model, messages) for model in block))
        for scheme in models.ranking.schemes
    ]
    return elements.Grid(header, rows, numbers_to=1 + len(block), row_headers=True)


def _rank_cell(models: Models, scheme: str, model: str, messages: Messages) -> elements.Cell:
    """Return area and rank; the largest area is in bold."""
    rank = models.rank(scheme, model)
    if rank == 0:
        return ""
    area = elements.DataNumber(f"area.{scheme}.{model}", models.area(scheme, model))
    cell = elements.sentence(
        "models.cell", messages, area=area, rank=elements.DataNumber(f"rank.{scheme}.{model}", rank)
    )
    return Markup("<strong>{}</strong>").format(cell) if rank == 1 else cell
