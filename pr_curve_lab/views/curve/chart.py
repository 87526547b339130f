"""The headline and the chart of the page Curve, with contours and bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.areas import JoinedArea, hidden_shape, joined_area
from pr_curve_lab.analysis.decision_curve import Contour, f_contours, worth_contours
from pr_curve_lab.analysis.formatting import NumberText
from pr_curve_lab.analysis.prevalence import balance_texts
from pr_curve_lab.analysis.thinning import measured_points, moved_points
from pr_curve_lab.analysis.thresholds import NoBand, Wishes, whole_band
from pr_curve_lab.i18n.area_sentences import Texts, point_texts
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.plotting.threshold import RESOLUTION, Behind, Marked, Moved, WishLine, marks, threshold_curve_figure
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.settings import BAND, BENEFIT, CONTOURS, COST_FN, COST_FP
from pr_curve_lab.server.visitor_state import kept, same_data, value_of
from pr_curve_lab.views import charts, problems
from pr_curve_lab.views.charts import Reach
from pr_curve_lab.views.curve import deployment_form
from pr_metrics import CurveBand, OperatingPoints

WORTH = "worth"


def ask(words: Words) -> None:
    """Offer the lines of equal F-score, for three weights of recall, and those of equal net benefit."""
    st.segmented_control(
        words.say("curve.contours"),
        CONTOURS.options,
        format_func=lambda kind: _name(kind, words),
        key="contours",
        required=True,
        persist_state="session",
    )


def wanted() -> tuple[float, ...]:
    """The weight of recall, or the costs of false alarm and miss and what a hit brings; nothing where none is drawn."""
    kind = str(value_of(CONTOURS.key))
    if kind == CONTOURS.default:
        return ()
    if kind == WORTH:
        return () if deployment_form.amount_column() else _costs()
    return (float(kind),)


def contour_lines(wanted: tuple[float, ...]) -> tuple[Contour, ...]:
    """The lines that are wanted."""
    if len(wanted) == 1:
        return f_contours(*wanted)
    return worth_contours(*wanted) if wanted else ()


def say(words: Words) -> str:
    """Say what lines of net benefit count, or why there are none; nothing of others."""
    if value_of(CONTOURS.key) != WORTH:
        return ""
    column, (false_alarm, missed, benefit) = deployment_form.amount_column(), _costs()
    if column:
        return words.say("curve.worth_by_rows", column=code_span(column))
    if missed + benefit == 0:
        return words.say("curve.worth_nothing")
    texts = {"cost_fp": false_alarm, "cost_fn": missed, "benefit": benefit}
    return words.say("curve.worth_says", **{name: NumberText(f"{cost:g}") for name, cost in texts.items()})


def _costs() -> tuple[float, float, float]:
    return value_of(COST_FP.key), value_of(COST_FN.key), value_of(BENEFIT.key)


def _name(kind: str, words: Words) -> str:
    if kind == CONTOURS.default:
        return words.say("curve.contours_none")
    return words.say("curve.contours_worth") if kind == WORTH else f"F{words.number(kind)}"


NO_BAND: dict[NoBand, str] = {"moved": "curve.no_band_moved", "weights": "curve.no_band_weights"}


def show_headline(cases: Cases, used: Deployment, chosen: int, wishes: Wishes, words: Words) -> None:
    """Say what the active threshold does: how many rows it calls positive, and how many of them are."""
    texts = point_texts(used, [chosen], wishes)
    (count,) = headline_counts(used, [chosen], texts)
    st.title(headline(cases, used, {name: one[0] for name, one in texts.items()}, count, words), anchor=False)


def headline(cases: Cases, used: Deployment, texts: Mapping[str, str], count: float, words: Words) -> str:
    """The headline of a threshold that calls so many rows positive; `count` decides on the plural alone."""
    if used.elsewhere:
        day = {name: texts[f"day_{name}"] for name in ("called", "right", "positives")}
        key = "curve.headline_day" if used.per_day else "curve.headline_rows"
        return words.say(key, count=count, threshold=texts["threshold"], rows=count_text(used.rows), **day)
    return words.say(
        "curve.headline" if not cases.is_weighted else "curve.headline_weighted",
        count=count,
        **{name: texts[name] for name in ("threshold", "called", "true_positives")},
        positives=count_text(used.own.positives),
    )


def headline_counts(used: Deployment, indices: Sequence[int], texts: Texts) -> list[float]:
    """The counts that decide on the plurals of headlines: what points call positive, expected counts as written."""
    if "day_called" in texts:
        return [1.0 if text == "1" else 2.0 for text in texts["day_called"]]
    here = points_at(used.own, indices)
    called: list[float] = (here.true_positives + here.false_positives).tolist()
    return called


def show_threshold_chart(
    used: Deployment,
    marked: Marked,
    lines: tuple[WishLine, ...],
    words: Words,
    *,
    band: CurveBand | NoBand | None,
    reach: Reach | None,
    cases: Cases,
) -> None:
    """Draw the curve where it will be used, with what is marked on it, the wishes as lines, and points to reach for."""
    points = used.points
    step, behind = joined(points), wanted()
    drawn = band if isinstance(band, CurveBand) else None
    still = kept(_drawn, step, used, behind, drawn, words, same_data=same_data(), cases=cases)
    _, prevalence = balance_texts(used.own.prevalence, points.prevalence)
    alt = words.say("curve.alt", points=points.threshold.size, area=step.area, prevalence=prevalence)
    change = marks(still, points, marked, words, lines)
    charts.show_live_chart(still, change, key="curve_chart", alt=alt, clickable=True, reach=reach)
    charts.show_thinned(still, points.threshold.size, words)


def band(cases: Cases, used: Deployment) -> CurveBand | NoBand | None:
    """The band where the whole curve may lie, or why there is none; None where it is not asked for."""
    return kept(whole_band, used, cases) if value_of(BAND.key) else None


def show_caption(cases: Cases, used: Deployment, band: CurveBand | NoBand | None, words: Words) -> None:
    """Say the area of the curve that is drawn, that its points can be chosen, and what the band is or why it is not."""
    area = joined(used.points).area
    if used.moved:
        own, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
        said = words.say("curve.area_moved", area=area, prevalence=prevalence, own=own, own_area=joined(used.own).area)
    else:
        said = words.say("curve.area", area=area)
    lines = [said if used.own.threshold.size == 1 else words.say("curve.caption", area=said), say(words)]
    if band is not None:
        lines.append(_band_says(band, cases, words))
    if not used.moved and kept(hidden_shape, cases) is not None:
        lines.append(words.say("curve.hidden"))
    st.caption(words.say("schemes.separator").join(line for line in lines if line))
    problems.show_clusters(words)


def _band_says(band: CurveBand | NoBand, cases: Cases, words: Words) -> str:
    """What the band is, or why there is none."""
    if isinstance(band, str):
        return words.say(NO_BAND[band])
    if cases.cluster_column is not None:
        return words.say("curve.band_says_groups", column=code_span(cases.cluster_column))
    return words.say("curve.band_says")


def show_switches(words: Words) -> None:
    """Offer the lines behind the curve, and the band of the whole curve."""
    ask(words)
    st.toggle(words.say("curve.band"), key="band", persist_state="session")


def joined(points: OperatingPoints) -> JoinedArea:
    """The curve of the page and its area."""
    return kept(joined_area, points, "step", RESOLUTION)


def _drawn(
    step: JoinedArea,
    used: Deployment,
    behind: tuple[float, ...],
    band: CurveBand | None,
    words: Words,
    *,
    same_data: str,
    cases: Cases,
) -> object:
    """The picture, on the lines that are wanted behind it, and on the band and what bins hide where there are any."""
    lines = contour_lines(behind)
    if not used.moved:
        points = measured_points(used.own)
        stands = Behind(lines, band, hidden_shape(cases))
        return threshold_curve_figure(step, points, words, same_data=same_data, behind=stands)
    own, asked = balance_texts(used.own.prevalence, used.points.prevalence)
    moved = Moved(words.raw("balance.hover"), words.say("curve.balance_moved", prevalence=asked, own=own))
    points = moved_points(used.own, used.points)
    return threshold_curve_figure(step, points, words, same_data=same_data, behind=Behind(lines), moved=moved)
