"""The page Areas: two schemes side by side, where they differ, and the terms of either sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import (
    JoinedArea,
    RoundedAreas,
    area_groups,
    areas_by_decimals,
    decimals_offered,
    hidden_bounds,
    hidden_shape,
    joined_area,
    ties_any,
)
from pr_curve_lab.analysis.formatting import (
    NumberText,
    distinct_texts,
    printed_alike,
    rounded_text,
    rounded_values,
    threshold_text,
)
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.scheme_differences import (
    MOST_BARS,
    CurvesApart,
    SchemeDifferences,
    curves_apart,
    scheme_differences,
)
from pr_curve_lab.analysis.thinning import circle_counts, measured_points
from pr_curve_lab.i18n.area_sentences import interval_name, say_circles, two_areas
from pr_curve_lab.i18n.formulas import worked_sum
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import of_family
from pr_curve_lab.i18n.numbers import change_of_area, rounded_to, size_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import both_figure, difference_figure, rounded_areas_figure
from pr_curve_lab.plotting.curve import SIZES, joined_figure, resolution
from pr_curve_lab.plotting.strip_plot import area_strip
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import DIGITS
from pr_curve_lab.server.visitor_state import kept, put, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.page_frame import coloured
from pr_metrics import SCHEMES, OperatingPoints, Receipt, receipt

# Sentences where one stretch holds most, and where none does.
SENTENCES = {"gap": ("areas.where", "areas.where_spread"), "between": ("areas.between", "areas.between_spread")}
SPREAD = 0.1  # share of the difference; where no segment holds so much, none is the place where the curves part


def found(cases: Cases, schemes: tuple[str, str]) -> SchemeDifferences:
    """Compare the two schemes on these cases, once for each choice."""
    left, right = (kept(joined_area, cases.points, scheme, resolution()) for scheme in schemes)
    return kept(scheme_differences, cases, left, right)


def show_differences(pair: SchemeDifferences, words: Words) -> None:
    """Say where most of the difference lies, draw it along recall, and list the largest segments."""
    if not pair.threshold:
        st.caption(words.say("areas.no_difference"))
        return
    after, before = distinct_texts(np.array([pair.recall_after[0], pair.recall_before[0]]))
    share = float(pair.share[0])
    percent = NumberText(rounded_text(100 * share, ".2g") + "%" if share < SPREAD else rounded_text(share, ".0%"))
    facts = {"before": before, "after": after, "share": percent}
    where, spread = SENTENCES[pair.share_of]
    st.subheader(words.say(where if share >= SPREAD else spread, **facts), anchor=False)
    alt = words.say("areas.difference_alt", difference=pair.difference_of_areas)
    look = palette.look_of(pair.right)
    figure = difference_figure(pair, look, words, same_data=same_data())
    charts.show_chart(figure, key="difference_chart", alt=alt)
    st.caption(words.say("areas.difference_caption"))
    if pair.segments > MOST_BARS:
        st.caption(words.say("areas.difference_thinned", drawn=pair.strip.x.size, segments=pair.segments))
    share_title = words.say(f"areas.column_share_{pair.share_of}")
    as_percent = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        _segments(pair, share_title, words), key="segments", hide_index=True, column_config={share_title: as_percent}
    )


def _segments(pair: SchemeDifferences, share: str, words: Words) -> pd.DataFrame:
    """The segments that make most of the difference, each with the rows that share its threshold."""
    none = words.say("areas.no_threshold")
    return pd.DataFrame(
        {
            words.say("areas.column_threshold"): [words.number(text) if text else none for text in pair.threshold],
            words.say("areas.column_rows"): pair.rows,
            words.say("areas.column_positives"): pair.positives,
            words.say("areas.column_from"): rounded_values(pair.recall_before, 4),
            words.say("areas.column_to"): rounded_values(pair.recall_after, 4),
            words.say("areas.column_difference"): rounded_values(pair.difference, 6),
            share: rounded_values(pair.share, 4),
        }
    )


def show_every_area(points: OperatingPoints, schemes: tuple[str, str], words: Words) -> None:
    """Draw the areas of all schemes that can join the points, both sides' in colour."""
    groups = kept(area_groups, points, *schemes)
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        count = sum(len(group.schemes) for group in groups)
        st.subheader(words.say("areas.every_area", count=count), anchor=False, width="content")
        st.page_link(PAGES["schemes"].script, label=words.say("areas.two_numbers"), width="content")
    figure = kept(area_strip, groups, words, same_data=same_data())
    alt = words.say("areas.every_area_alt", least=groups[0].area, most=groups[-1].area)
    charts.show_chart(figure, key="strip_chart", alt=alt)


def show_first_point(side: str, scheme: str, words: Words) -> None:
    """Offer the three starts of the straight line; a side that is joined otherwise has no such choice."""
    starts = of_family("straight lines")  # from (0, 1), from (0, first precision), from nowhere
    if scheme not in starts:
        return
    put(**{f"{side}_start": scheme})
    st.segmented_control(
        words.say("areas.start"),
        starts,
        format_func=lambda key: words.say(f"areas.start_of.{key}"),
        key=f"{side}_start",
        required=True,
        label_visibility="collapsed",
        on_change=_take_start,
        args=(side,),
        width="content",
    )


def show_what_it_adds(points: OperatingPoints, joined: JoinedArea, words: Words) -> None:
    """Say how much of the area lies under the start; schemes that need none have nothing to say."""
    start, added = SCHEMES[joined.scheme].start, joined.curve.invented_area
    if start == "not needed":
        return
    first = distinct_texts(points.recall[:1])[0]
    if points.recall[0] == 0:
        finding = "measured"
    elif start == "dropped":
        finding = "cut"
    else:
        finding = "adds" if not printed_alike(added, 0) else "adds_slightly"
    st.caption(words.say(f"areas.start_{finding}", added=added, recall=first))


def _take_start(side: str) -> None:
    """Join a side's points with the start that its switch shows."""
    put(**{side: value_of(f"{side}_start")})


def is_seen_through_a_lens(cases: Cases, pair: SchemeDifferences) -> bool:
    """Whether the curves are so close that the pictures of either do not show what lies between."""
    return not _apart(cases, pair).window.is_whole


def show_gap(cases: Cases, pair: SchemeDifferences, words: Words) -> None:
    """Draw both curves in one picture; where they are close, say how sure the area itself is."""
    points, schemes = cases.points, (pair.left, pair.right)
    apart = _apart(cases, pair)
    figure = kept(_drawn_gap, apart, points, *schemes, words, same_data=same_data())
    alt = words.say("areas.both_alt", left=pair.left_area, right=pair.right_area)
    charts.show_fitted_chart(figure, SIZES, key="both_chart", alt=alt)
    if not apart.window.is_whole and pair.left != pair.right:
        scheme = "step" if "step" in schemes else pair.left
        area = pair.left_area if scheme == pair.left else pair.right_area
        beside = kept(step_interval, cases).interval_of(scheme, area)
        gap, ends = size_text(pair.difference_of_areas), {"low": beside.found.low, "high": beside.found.high}
        st.markdown(words.say("areas.gap", gap=gap, interval=interval_name(beside, words), **ends))


def _apart(cases: Cases, pair: SchemeDifferences) -> CurvesApart:
    return kept(curves_apart, cases.points, pair.left, pair.right)


def _drawn_gap(
    apart: CurvesApart, points: OperatingPoints, left: str, right: str, words: Words, *, same_data: str
) -> Any:
    return both_figure(apart, (left, right), measured_points(points), words, same_data=same_data)


def are_missing() -> bool:
    """Whether the visitor has only seen examples."""
    return visitor().own is None and visitor().in_use.example is not None


def follow() -> None:
    """Go where it says how a file was read that was just brought."""
    if value_of("first_upload"):
        st.switch_page(PAGES["data"].script)


def offer(words: Words) -> None:
    """Say what this is, and take a file."""
    st.caption(words.say("areas.purpose"))
    with st.container(key="own_rows"):
        st.subheader(words.say("areas.own_rows"), anchor=False)
        label = words.say("data.upload")
        st.file_uploader(
            label,
            key="first_upload",
            on_change=data_in_use.take_files,
            args=("first_upload",),
            accept_multiple_files=True,
            label_visibility="collapsed",
        )
        st.caption(words.say("areas.formats"))
        st.page_link(PAGES["data"].script, label=words.say("areas.paste"), width="content")


def show_headline(points: OperatingPoints, pair: SchemeDifferences, decimals: int | None, words: Words) -> None:
    """Say both areas, each in the colour of its curve."""
    st.title(two_areas(pair, words, coloured), anchor=False)
    circles = kept(circle_counts, points)
    if decimals is None:
        st.caption(say_circles("areas.caption", circles, words))
    else:
        st.caption(say_circles("areas.caption_rounded", circles, words, decimals=rounded_to(decimals, words)))


def show_side_by_side(cases: Cases, pair: SchemeDifferences, words: Words) -> None:
    """Draw both sides, each with its own controls right under it, and beside them what lies between."""
    points, sides = cases.points, zip(("left", "right"), pair.sides, strict=True)
    with st.container(key="areas_pictures"):
        *columns, between = st.columns(3, gap="medium")
    for column, (side, joined) in zip(columns, sides, strict=True):
        with column:
            figure = kept(_drawn, joined, cases, words, same_data=same_data())
            alt = words.say("areas.alt", scheme=words.say(f"schemes.{joined.scheme}.name"), area=joined.area)
            charts.show_fitted_chart(figure, SIZES, key=f"{side}_chart", alt=alt)
            with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_controls"):
                controls.show_scheme_picker(points, side, words)
                show_first_point(side, joined.scheme, words)
            show_what_it_adds(points, joined, words)
            _show_what_bins_hide(cases, joined, words)
            charts.show_thinned(figure, points.threshold.size, words)
    with between:
        show_gap(cases, pair, words)
        if are_missing() and not is_seen_through_a_lens(cases, pair):
            offer(words)


def _show_what_bins_hide(cases: Cases, joined: JoinedArea, words: Words) -> None:
    """Say what the area can be at least and at most, where lines of a file hold several scores."""
    bounds = kept(hidden_bounds, cases, joined.scheme)
    if bounds is not None:
        least, most = distinct_texts(np.array([bounds.least, bounds.most]))
        st.caption(words.say("areas.hidden", least=least, most=most))


def _drawn(joined: JoinedArea, cases: Cases, words: Words, *, same_data: str) -> Any:
    points = measured_points(cases.points)
    return joined_figure(joined, points, words, same_data=same_data, hidden=hidden_shape(cases))


ROWS_SHOWN = 1000


def show_receipts(points: OperatingPoints, schemes: tuple[str, str], words: Words) -> None:
    """Both receipts, one under the other."""
    for scheme in dict.fromkeys(schemes):
        st.subheader(words.say(f"schemes.{scheme}.name"), anchor=False)
        st.markdown(words.say(f"schemes.{scheme}.explained"))
        worked, lines = kept(_written, points, scheme, words)
        st.latex(words.formula(SCHEMES[scheme].formula))
        st.latex(words.formula(worked))
        st.dataframe(lines, key=f"receipt_{scheme}", hide_index=True)
        facts = {"tools": ", ".join(SCHEMES[scheme].tools), "source": SCHEMES[scheme].source}
        tools, source = (words.say(f"schemes.{scheme}.{fact}", **facts) for fact in facts)
        st.caption(words.say("areas.receipt_facts", tools=tools, source=source))


def _written(points: OperatingPoints, scheme: str, words: Words) -> tuple[str, pd.DataFrame]:
    """The sum in LaTeX and its terms as a table."""
    terms = receipt(points, scheme)
    return worked_sum(terms, points), _lines(terms, points, words)


def _lines(terms: Receipt, points: OperatingPoints, words: Words) -> pd.DataFrame:
    shown = slice(0, ROWS_SHOWN)
    columns = {
        "recall_before": terms.recall_before,
        "recall_after": terms.recall_after,
        "height_before": terms.height_before,
        "height_after": terms.height_after,
        "term": terms.area,
        "running_total": terms.running_total,
    }
    numbers = {words.say(f"areas.column_{name}"): rounded_values(values[shown], 6) for name, values in columns.items()}
    return pd.DataFrame(
        {words.say("areas.column_threshold"): _thresholds(terms.threshold[shown], points, words), **numbers}
    )


def _thresholds(thresholds: np.ndarray, points: OperatingPoints, words: Words) -> list[str]:
    """The thresholds as text; several terms may share one, and a recall that none reaches has none."""
    none = words.say("areas.no_threshold")
    index = np.searchsorted(-points.threshold, -thresholds)
    return [
        none if np.isnan(value) else words.number(threshold_text(points.threshold, at))
        for value, at in zip(thresholds.tolist(), index.tolist(), strict=True)
    ]


AS_THEY_ARE = str(DIGITS.default)


def chosen(points: OperatingPoints, words: Words) -> int | None:
    """The decimals that scores are rounded to, or None; decimals that tie no rows give way, with a sentence."""
    asked = str(value_of(DIGITS.key))
    if asked == AS_THEY_ARE:
        return None
    decimals = int(asked)
    if kept(ties_any, points, decimals):
        return decimals
    st.caption(words.say("areas.rounding_idle", decimals=rounded_to(decimals, words)))
    put(digits=AS_THEY_ARE)
    return None


def show_score_rounding(points: OperatingPoints, schemes: tuple[str, str], decimals: int | None, words: Words) -> None:
    """The control, what it did to both areas, and both areas under every choice; `points` are not rounded."""
    offered = kept(decimals_offered, points)
    if decimals is not None:
        offered = tuple(sorted({*offered, decimals}, reverse=True))
    if not offered:
        st.caption(words.say("areas.rounding_nothing"))
        return
    names = {
        AS_THEY_ARE: rounded_to(None, words),
        **{str(count): rounded_to(count, words).strip() for count in offered},
    }
    st.select_slider(
        words.say("areas.rounding"), list(names), format_func=names.__getitem__, key="digits", persist_state="session"
    )
    controls.speak_numbers("digits", [None if name == AS_THEY_ARE else int(name) for name in names])
    areas = kept(areas_by_decimals, points, offered, *schemes)
    st.markdown(_effect(areas, schemes, decimals, words))
    with st.expander(words.say("areas.rounding_all"), key="rounding", on_change="rerun") as every:
        if every.open:
            _show_all(areas, schemes, words)


def _effect(areas: RoundedAreas, schemes: tuple[str, str], decimals: int | None, words: Words) -> str:
    """The effect of rounding on either area, with its sign."""
    if decimals is None:
        return words.say("areas.rounding_none", count=int(areas.thresholds[0]))
    at = areas.decimals.index(decimals)
    moved = {scheme: (area[0], area[at]) for scheme, area in zip(schemes, areas.of_both, strict=True)}
    changes = [_change(scheme, float(before), float(after), words) for scheme, (before, after) in moved.items()]
    before, after = (int(areas.thresholds[index]) for index in (0, at))
    listed = words.say("areas.rounding_and", left=changes[0], right=changes[1]) if len(changes) > 1 else changes[0]
    return words.say(
        "areas.rounding_effect", decimals=rounded_to(decimals, words), before=before, after=after, changes=listed
    )


def _change(scheme: str, before: float, after: float, words: Words) -> str:
    return words.say(
        f"areas.rounding_{change_of_area(before, after)}",
        joined=words.say(f"schemes.{scheme}.joined"),
        size=abs(after - before),
    )


def _show_all(areas: RoundedAreas, schemes: tuple[str, str], words: Words) -> None:
    ticks = [_tick(decimals, words) for decimals in areas.decimals]
    figure = rounded_areas_figure(areas, schemes, ticks, words, same_data=same_data())
    left, right = (words.say(f"schemes.{scheme}.name") for scheme in schemes)
    alt = words.say("areas.rounding_alt", left=left, right=right)
    charts.show_chart(figure, key="rounding_chart", alt=alt)
    listed = pd.DataFrame(
        {
            words.say("areas.column_decimals"): [rounded_to(decimals, words).strip() for decimals in areas.decimals],
            words.say("areas.column_thresholds"): areas.thresholds,
            left: rounded_values(areas.left_area, 6),
            right: rounded_values(areas.right_area, 6),
        }
    )
    st.dataframe(listed, key="rounding_table", hide_index=True)


def _tick(decimals: int | None, words: Words) -> str:
    """The tick's text, as short as a phone needs it: the number of decimals, or the step where there are none left."""
    if decimals is None:
        return words.say("chart.all_decimals")
    return str(decimals) if decimals >= 0 else f"×{10**-decimals}"
