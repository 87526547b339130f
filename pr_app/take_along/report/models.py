"""Several models in a report: who wins on either side, what decides it, how sure the areas are, and every ranking."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from pr_app import verdicts
from pr_app.figures.buttons import chart_config
from pr_app.figures.inline import inline_chart
from pr_app.figures.several_curves import ModelCurve, model_curve, several_curves_figure
from pr_app.figures.thinning import fewer_corners
from pr_app.markup import LONGEST_SHOWN, middle_cut
from pr_app.numerals import signed_text
from pr_app.samples import RESAMPLES
from pr_app.take_along.analysis import Analysis
from pr_app.take_along.compared_models import Models
from pr_app.take_along.report import about_rows
from pr_app.take_along.report.datum import Datum, quoted, say
from pr_app.take_along.report.document import Make
from pr_app.take_along.report.parts import Cell, Grid, Part, Picture, Pictures, Section, Text
from pr_app.winners import Stretch, Turn, in_colour
from pr_app.words import Words
from pr_metrics import SCHEMES, Interval, logit_interval, roc_area

CHARTS = ("models_chart", "models_right_chart")
WIDTH, HEIGHT = 330, 344  # px; two fit A4 beside each other, one a phone
SAME_DATA = "report"
BESIDE = 4  # models in one table of ranks; more do not fit A4


def sections_about(models: Models) -> tuple[Make, ...]:
    """The page's sections, and how the rows were understood."""
    rows = partial(about_rows.section, scores=models.ranking.models)
    return (partial(_compared, models), partial(_areas, models), partial(_ranking, models), rows)


def _name(text: str) -> Markup:
    """A name in a sentence; a number that is quoted as one keeps its element."""
    return (
        Markup("<code>{}</code>").format(text) if isinstance(text, Markup) else quoted(middle_cut(text, LONGEST_SHOWN))
    )


HTML = verdicts.Hand(name=_name, number=Datum, written=lambda of, value, text: Datum(of, value).written(text))


def _compared(models: Models, analysis: Analysis, words: Words) -> Section:
    """Both pictures, and what decides where another model wins on the right."""
    coloured = in_colour(models.ranking, models.schemes, models.in_view)
    sides = zip(
        dict.fromkeys(models.schemes), CHARTS, strict=False
    )  # one picture is enough where they are joined alike
    pictures = [_picture(models, scheme, key, coloured, analysis, words) for scheme, key in sides]
    grey = len(models.ranking.models) - len(coloured)
    caption = Text(Markup(verdicts.caption(grey, models.turn, words, HTML)), quiet=True)
    title = Markup(verdicts.headline(models.ranking, models.schemes, words, HTML))
    return Section("models", title, [Pictures(pictures), caption, *_change(models, words)])


def _picture(
    models: Models, scheme: str, key: str, coloured: tuple[str, ...], analysis: Analysis, words: Words
) -> Picture:
    """All models joined by one scheme, as the page draws them."""
    curves = [
        ModelCurve(model, model_curve(points, SCHEMES[scheme]), models.area(scheme, model), points, model in coloured)
        for model, points in models.points.items()
    ]
    bands = [(one.recall_before, one.recall_after) for one in models.turn.stretches] if models.turn else []
    name = words.say(f"schemes.{scheme}.name")
    figure = several_curves_figure(curves, bands, name, words, same_data=SAME_DATA, height=HEIGHT)
    captions: list[Cell] = []
    total = max(points.threshold.size for points in models.points.values())
    shown = fewer_corners(figure, total)
    if shown is not None:
        counts = {"shown": Datum(f"drawn.{scheme}", shown), "total": Datum("points", total)}
        captions.append(say(words, "chart.thinned", **counts))
    config = chart_config(f"{analysis.stem}_models_{scheme}", analysis.picture)
    chart = Markup(inline_chart(figure, key, config, width=WIDTH))
    return Picture(chart, verdicts.alt(models.ranking, scheme, words), captions)


def _change(models: Models, words: Words) -> list[Part]:
    """Why another model wins on the right; the stretches of recall where more than one decides."""
    turn = models.turn
    if turn is None:
        return []
    parts: list[Part] = [Text(Markup(verdicts.what_decides(turn, models.schemes, words, HTML)))]
    if turn.deciding > 1:
        if turn.deciding > len(turn.stretches):
            counts = {"count": Datum("stretches", len(turn.stretches)), "needed": Datum("deciding", turn.deciding)}
            parts.append(Text(say(words, "models.stretches", **counts), quiet=True))
        parts.append(_stretches(turn, words))
    return parts


def _stretches(turn: Turn, words: Words) -> Grid:
    columns = ("model", "from", "to", "gain", "threshold", "rows", "positives")
    rows = [_stretch(f"stretch.{index}", stretch, words) for index, stretch in enumerate(turn.stretches)]
    return Grid([words.say(f"models.column_{column}") for column in columns], rows, heads=True)


def _stretch(of: str, stretch: Stretch, words: Words) -> tuple[Cell, ...]:
    threshold: Cell = words.say("areas.no_threshold")
    if stretch.score is not None and stretch.threshold is not None:
        threshold = Datum(f"{of}.score", stretch.score).written(stretch.threshold)
    return (
        _name(stretch.model),
        Markup(f"{Datum(f'{of}.recall_before', stretch.recall_before):.4f}"),
        Markup(f"{Datum(f'{of}.recall_after', stretch.recall_after):.4f}"),
        Datum(f"{of}.gain", stretch.gain).written(signed_text(stretch.gain, 4)),
        threshold,
        Markup(f"{Datum(f'{of}.rows', stretch.rows):,.0f}"),
        Markup(f"{Datum(f'{of}.positives', stretch.positives):,.0f}"),
    )


def _areas(models: Models, _: Analysis, words: Words) -> Section:
    """Every model's area under the left scheme, the largest first, with the intervals that there are."""
    scheme, drawn = models.schemes[0], models.sampled
    columns = ("model", "area", "logit", *(("bootstrap",) if drawn else ()), "roc")
    header = [words.say(f"models.column_{column}") for column in columns]
    rows = [_model(model, models, words) for model in models.by_area]
    parts: list[Part] = [Grid(header, rows, heads=True)]
    if drawn is not None:
        parts.append(Text(Markup(verdicts.lead(drawn, models.by_area[0], models.fewer_rows, words, HTML))))
    note = words.say("models.areas_caption", resamples=RESAMPLES) if drawn else words.say("report.logit_alone")
    parts.append(Text(note, quiet=True))
    return Section("model_areas", words.say("models.areas", joined=words.say(f"schemes.{scheme}.joined")), parts)


def _model(model: str, models: Models, words: Words) -> tuple[Cell, ...]:
    scheme, drawn = models.schemes[0], models.sampled
    area = models.area(scheme, model)
    bootstrap = [_interval(f"bootstrap.{model}", drawn.areas[model], words)] if drawn else []
    return (
        _name(model),
        Markup(f"{Datum(f'area.{scheme}.{model}', area):.4f}"),
        _interval(f"logit.{model}", logit_interval(area, models.positives), words),
        *bootstrap,
        Markup(f"{Datum(f'roc.{model}', roc_area(models.points[model])):.4f}"),
    )


def _interval(of: str, interval: Interval, words: Words) -> Markup:
    return say(words, "models.interval", low=Datum(f"{of}.low", interval.low), high=Datum(f"{of}.high", interval.high))


def _ranking(models: Models, _: Analysis, words: Words) -> Section:
    """Every model's area and rank under every scheme, a few models a table, those with the largest area first."""
    ordered = models.by_area
    blocks = [ordered[start : start + BESIDE] for start in range(0, len(ordered), BESIDE)]
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
