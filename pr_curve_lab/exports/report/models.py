"""The section about several models, with its pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
from markupsafe import Markup

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.model_resampling import RESAMPLES
from pr_curve_lab.analysis.models import ComparedPair, RankReversal, RecallSegment, in_colour
from pr_curve_lab.analysis.thinning import circle_counts, circled_points, fewer_corners
from pr_curve_lab.exports.analysis import Analysis, Models
from pr_curve_lab.exports.report import charts, document
from pr_curve_lab.exports.report.at_threshold import reasons_of
from pr_curve_lab.exports.report.charts import BESIDE, Drawing
from pr_curve_lab.exports.report.components import (
    Cell,
    Datum,
    Grid,
    Part,
    Picture,
    Pictures,
    Section,
    Text,
    quoted,
    ratio,
    say,
)
from pr_curve_lab.exports.report.document import Make, Opening, Sections, chance
from pr_curve_lab.i18n import model_sentences
from pr_curve_lab.i18n.area_sentences import bootstrap_note, common_name, interval_name, interval_way
from pr_curve_lab.i18n.markup import LONGEST_SHOWN, middle_cut
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.model_sentences import pairs_note, said_p, verdict
from pr_curve_lab.i18n.numbers import percent_text, signed_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import Box, Place, free_place
from pr_curve_lab.plotting.model_curves import BAND_LABEL, LONGEST_NAME, SAMPLE, ModelCurve, Named, Placed, placed
from pr_curve_lab.web.payload import Bundle
from pr_metrics import Interval, JoinedCurve, roc_area

LOOKS_BY_RANK = ("lab-steps", "lab-lines", "lab-counts", "lab-best")  # with a dash each, from the second on
GREY = "lab-grey"
PIXEL = 1 / BESIDE.size
SAMPLE_SHARE = 0.8  # of the room before a name


def model_curves(models: Models, scheme: str, coloured: tuple[str, ...]) -> list[ModelCurve]:
    """Every model's curve, joined by one scheme; many of them share what a report has room for."""
    resolution = charts.shared_by(len(models.points))
    return [
        ModelCurve(
            model, joined_area(points, scheme, resolution, area=models.area(scheme, model)), points, model in coloured
        )
        for model, points in models.points.items()
    ]


def draw_models(models: Models, scheme: str, curves: Sequence[ModelCurve], words: Words) -> Bundle:
    """Lines alone, each of which closes to its area; grey ones lie below."""
    prevalence = curves[0].points.prevalence
    looks = dict(zip((one.name for one in curves if one.in_colour), LOOKS_BY_RANK, strict=False))
    lines = [*(one.joined.curve for one in curves), JoinedCurve(np.array([0.0, 1.0]), np.full(2, prevalence))]
    names = _names(curves, lines, charts.balance_box(prevalence))
    balance, label = charts.balance(prevalence, words, BESIDE)
    bands, decides = _bands(models, lines, [charts.balance_box(prevalence), *(one.box for one in names)], words)
    return Drawing(
        BESIDE,
        (words.say("chart.recall"), words.say("chart.precision")),
        areas=[
            charts.area(one.joined, scheme, f"lab-bare {looks.get(one.name, GREY)}")
            for one in sorted(curves, key=lambda one: one.in_colour)
        ],
        lines=[*bands, balance, *(_sample(one, looks[one.model.name]) for one in names)],
        circles=[circle for one in curves if one.in_colour for circle in _circles(one, looks[one.name])],
        labels=[
            charts.title(words.say(f"schemes.{scheme}.name"), BESIDE),
            label,
            *(text for one in names for text in _name_models_picture(one, looks[one.model.name], words)),
            *decides,
        ],
    ).bundle()


def _names(curves: Sequence[ModelCurve], lines: Sequence[JoinedCurve], taken: Box) -> list[Placed]:
    """The names of models in colour, as a list where that covers no line."""
    named = [Named(one.name, one.joined.area, palette.SLATE, "", one.joined.curve) for one in curves if one.in_colour]
    return placed(named, lines, taken, PIXEL)


def _name_models_picture(one: Placed, look: str, words: Words) -> list[Bundle]:
    left = Place(one.box.left + SAMPLE * one.pixel, one.height)
    text = f"{words.say('chart.area', area=one.model.area)} {middle_cut(one.model.name, LONGEST_NAME)}"
    return [{**charts.label(left, text, BESIDE, f"{charts.STRONG} {look}-fill"), "text-anchor": "start"}]


def _sample(one: Placed, look: str) -> Bundle:
    ends = np.array([one.box.left, one.box.left + SAMPLE_SHARE * SAMPLE * one.pixel])
    return charts.line(ends, np.full(2, one.height), f"lab-curve lab-bare {look}")


def _circles(one: ModelCurve, look: str) -> list[Bundle]:
    shown = circled_points(one.points.recall, one.points.precision)
    return charts.circles(one.points.recall[shown], one.points.precision[shown], look, BESIDE)


def _bands(
    models: Models, lines: Sequence[JoinedCurve], taken: Sequence[Box], words: Words
) -> tuple[list[Bundle], list[Bundle]]:
    """The segments of recall that decide, and a word on the first or, where it is narrow, beside it."""
    segments = models.reversal.segments if models.reversal else []
    bands = [
        charts.line(np.array([one.recall_before, one.recall_after]), np.ones(2), "lab-band", closed=True)
        for one in segments
    ]
    if not segments:
        return bands, []
    half = BAND_LABEL[0] / 2
    middle = min(max((segments[0].recall_before + segments[0].recall_after) / 2, half), 1 - half)
    place = free_place(BAND_LABEL, lines, taken, left=middle - half)
    at = Place(middle, (place.bottom + place.top) / 2)
    return bands, [charts.label(at, words.say("models.decides"), BESIDE, "lab-halo-text")]


CHARTS = ("models_chart", "models_right_chart")
NUMBER_BESIDE = 4  # models in one table of ranks; more do not fit A4


def sections_about(models: Models) -> dict[str, Make]:
    """The page's sections, and how the rows were understood."""
    return {
        "models": partial(_compared, models),
        "model_areas": partial(_areas, models),
        **({"model_pairs": partial(_pairs, models)} if models.compared.pairs else {}),
        "ranking": partial(_ranking, models),
        "rows": partial(document.rows_section, scores=models.ranking.models),
    }


def opening(models: Models) -> Opening:
    """Who is best, how sure the area of the best is, and the line of chance; cited is the best."""
    best, scheme = models.by_area[0], models.schemes[0]

    def question(_: Analysis, words: Words) -> Cell:
        return words.say("report.question_models", count=len(models.ranking.models))

    def answer(made: Sections, analysis: Analysis, words: Words) -> list[Cell]:
        beside = models.interval(scheme, best)
        facts = {
            "name": _name(best),
            "area": Datum(f"area.{scheme}.{best}", models.area(scheme, best)),
            "low": Datum(f"interval.{best}.low", beside.found.low),
            "high": Datum(f"interval.{best}.high", beside.found.high),
            "interval": interval_name(beside, words),
            "joined": words.say(f"schemes.{scheme}.joined"),
        }
        return [made["models"].title, say(words, "report.answer_model", **facts), chance(analysis, words)]

    return Opening(question, answer, "models", (models.ranking.models.index(best),))


def _name(text: str) -> Markup:
    """A name in a sentence; a number that is quoted as one keeps its element."""
    return (
        Markup("<code>{}</code>").format(text) if isinstance(text, Markup) else quoted(middle_cut(text, LONGEST_SHOWN))
    )


HTML = model_sentences.SentenceFormat(
    name=_name, number=Datum, written=lambda of, value, text: Datum(of, value).written(text)
)


def _compared(models: Models, _: Analysis, words: Words) -> Section:
    """Both pictures, and what decides where another model wins on the right."""
    coloured = in_colour(models.ranking, models.schemes, models.in_view)
    sides = zip(
        dict.fromkeys(models.schemes), CHARTS, strict=False
    )  # one picture is enough where they are joined alike
    pictures = [_picture(models, scheme, key, coloured, words) for scheme, key in sides]
    grey = len(models.ranking.models) - len(coloured)
    circles = circle_counts(*(models.points[model] for model in coloured))
    caption = Text(Markup(model_sentences.caption(grey, circles, words, HTML)), quiet=True)
    doubt = models.compared.is_doubtful
    title = Markup(model_sentences.headline(models.ranking, models.schemes, words, HTML, is_doubtful=doubt))
    lead: list[Part] = [Pictures(pictures), caption]
    return Section("models", title, _change(models, words), lead, words.say("report.models_rest"))


def _picture(models: Models, scheme: str, key: str, coloured: tuple[str, ...], words: Words) -> Picture:
    """A picture of all models joined by one scheme, as the page draws them."""
    curves = model_curves(models, scheme, coloured)
    captions: list[Cell] = []
    total = max(points.threshold.size for points in models.points.values())
    kept = max((one.joined.curve.kept for one in curves if one.joined.curve.kept is not None), default=None)
    shown = fewer_corners(kept, total)
    if shown is not None:
        counts = {"shown": Datum(f"drawn.{scheme}", shown), "total": Datum("points", total)}
        captions.append(say(words, "chart.thinned", **counts))
    drawn = draw_models(models, scheme, curves, words)
    return Picture(key, drawn, model_sentences.alt(models.ranking, scheme, words), captions)


def _change(models: Models, words: Words) -> list[Part]:
    """Why another model wins on the right; the segments of recall where more than one decides."""
    reversal = models.reversal
    if reversal is None:
        return []
    parts: list[Part] = [Text(Markup(model_sentences.what_decides(reversal, models.schemes, words, HTML)))]
    if reversal.deciding > 1:
        if reversal.deciding > len(reversal.segments):
            counts = {
                "count": Datum("segments", len(reversal.segments)),
                "needed": Datum("deciding", reversal.deciding),
            }
            parts.append(Text(say(words, "models.segments", **counts), quiet=True))
        parts.append(_segments(reversal, words))
    return parts


def _segments(reversal: RankReversal, words: Words) -> Grid:
    columns = ("model", "from", "to", "gain", "threshold", "rows", "positives")
    rows = [_recall_segment(f"segment.{index}", segment, words) for index, segment in enumerate(reversal.segments)]
    return Grid([words.say(f"models.column_{column}") for column in columns], rows, heads=True)


def _recall_segment(of: str, segment: RecallSegment, words: Words) -> tuple[Cell, ...]:
    threshold: Cell = words.say("areas.no_threshold")
    if segment.score is not None and segment.threshold is not None:
        threshold = Datum(f"{of}.score", segment.score).written(segment.threshold)
    return (
        _name(segment.model),
        ratio(f"{of}.recall_before", segment.recall_before),
        ratio(f"{of}.recall_after", segment.recall_after),
        Datum(f"{of}.gain", segment.gain).written(signed_text(segment.gain)),
        threshold,
        Markup(f"{Datum(f'{of}.rows', segment.rows):,.0f}"),
        Markup(f"{Datum(f'{of}.positives', segment.positives):,.0f}"),
    )


def _areas(models: Models, _: Analysis, words: Words) -> Section:
    """Every model's area under the left scheme, the largest first, with the intervals that there are."""
    scheme, drawn = models.schemes[0], models.sampled
    found = [models.interval(scheme, model) for model in models.by_area]
    columns = ("model", "area", "interval", *(("bootstrap",) if drawn else ()), "roc")
    common = common_name(found, words)
    header = [words.say(f"models.column_{column}") for column in columns]
    header[columns.index("interval")] = common or words.say("models.column_interval")
    rows = [_model(model, models, words, one_way=common is not None) for model in models.by_area]
    parts: list[Part] = [Grid(header, rows, heads=True)]
    by_groups = models.tasks.groups_together is not None
    bootstrap = [bootstrap_note(RESAMPLES, words, by_groups=by_groups)] if drawn else []
    note = words.say("schemes.separator").join([*reasons_of(found, words), *bootstrap])
    parts.append(Text(note, quiet=True))
    joined = words.say(f"schemes.{scheme}.joined")
    title = words.say("models.areas", joined=joined, interval=words.say("models.column_interval"))
    return Section("model_areas", title, parts)


def _pairs(models: Models, _: Analysis, words: Words) -> Section:
    """The pairs that the page prints: difference, interval, p and how often the first is ahead, as far as known."""
    compared = models.compared
    rows = [_pair(pair, words) for pair in compared.pairs]
    header = [
        words.say(f"models.column_{column}") for column in ("pair", "difference", "interval", "p", "ahead", "verdict")
    ]
    note = Text(pairs_note(compared, RESAMPLES, words), quiet=True)
    return Section("model_pairs", words.say("models.pairs_list"), [Grid(header, rows, numbers_to=5, heads=True), note])


def _pair(pair: ComparedPair, words: Words) -> tuple[Cell, ...]:
    of = f"{pair.first}.{pair.second}"
    names = Markup(words.say("models.pair_names", first=_name(pair.first), second=_name(pair.second)))
    difference = Datum(f"difference.{of}", pair.difference).written(signed_text(pair.difference))
    interval: Cell = ""
    if not math.isnan(pair.low) and pair.finding != "none":
        low, high = (
            Datum(f"{end}.{of}", value).written(signed_text(value))
            for end, value in (("low", pair.low), ("high", pair.high))
        )
        interval = say(words, "models.pair_interval", low=low, high=high)
    p = "" if math.isnan(pair.p) else Markup(said_p(pair.p, words, HTML, f"p.{of}"))
    ahead = "" if math.isnan(pair.ahead) else Datum(f"ahead.{of}", pair.ahead).written(percent_text(pair.ahead))
    return names, difference, interval, p, ahead, verdict(pair, words)


def _model(model: str, models: Models, words: Words, *, one_way: bool) -> tuple[Cell, ...]:
    scheme, drawn = models.schemes[0], models.sampled
    area = models.area(scheme, model)
    beside = models.interval(scheme, model)
    interval = _interval(f"interval.{model}", beside.found, words)
    if not one_way:
        interval = say(words, "models.interval_by", interval=interval, way=interval_way(beside, words))
    bootstrap = [_interval(f"bootstrap.{model}", drawn.areas[model], words)] if drawn else []
    return (
        _name(model),
        ratio(f"area.{scheme}.{model}", area),
        interval,
        *bootstrap,
        ratio(f"roc.{model}", roc_area(models.points[model])),
    )


def _interval(of: str, interval: Interval, words: Words) -> Markup:
    return say(words, "models.interval", low=Datum(f"{of}.low", interval.low), high=Datum(f"{of}.high", interval.high))


def _ranking(models: Models, _: Analysis, words: Words) -> Section:
    """Every model's area and rank under every scheme, a few models a table, those with the largest area first."""
    ordered = models.by_area
    blocks = [ordered[start : start + NUMBER_BESIDE] for start in range(0, len(ordered), NUMBER_BESIDE)]
    tables = [_ranks(models, block, words, compared=index == 0) for index, block in enumerate(blocks)]
    caption = Text(words.say("models.ranking_caption"), quiet=True)
    return Section("ranking", words.say("models.every_scheme"), [*tables, caption])


def _ranks(models: Models, block: list[str], words: Words, *, compared: bool) -> Grid:
    """Schemes by models; `compared`: also whether the same model wins as under the left scheme."""
    ranking, left = models.ranking, models.schemes[0]
    change = [words.say("models.column_change", scheme=words.say(f"schemes.{left}.short"))] if compared else []
    header = (words.say("models.column_scheme"), *map(_name, block), *change)
    rows = []
    for scheme in ranking.schemes:
        cells = [_rank(models, scheme, model, words) for model in block]
        same = ranking.winners(scheme) == ranking.winners(left)
        finding = "compared" if scheme == left else "same" if same else "other"
        said = [words.say(f"models.change_{finding}")] if compared else []
        rows.append((words.say(f"schemes.{scheme}.name"), *cells, *said))
    return Grid(header, rows, numbers_to=1 + len(block), heads=True)


def _rank(models: Models, scheme: str, model: str, words: Words) -> Cell:
    """Area and rank, strong for the largest area."""
    rank = models.rank(scheme, model)
    if rank == 0:
        return ""
    area = Datum(f"area.{scheme}.{model}", models.area(scheme, model))
    cell = say(words, "models.cell", area=area, rank=Datum(f"rank.{scheme}.{model}", rank))
    return Markup("<strong>{}</strong>").format(cell) if rank == 1 else cell
