"""The page Two areas: two schemes side by side, where they differ, and the terms of both sums."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import (
    AreasByDecimals,
    JoinedArea,
    areas_by_decimals,
    available_decimals,
    equal_areas,
    joined_area,
    scheme_area_bounds,
    ties_any,
    unknown_region,
)
from pr_curve_lab.analysis.formatting import (
    DISPLAY_TOLERANCE,
    NumberText,
    area_change_key,
    format_area_difference,
    format_number,
    format_threshold,
    format_unique,
    has_same_text,
    round_values,
)
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.scheme_differences import (
    MAX_BARS,
    SchemeDifferences,
    WindowCurves,
    scheme_differences,
    window_curves,
)
from pr_curve_lab.analysis.thinning import circle_count
from pr_curve_lab.i18n.area_sentences import areas_title, circle_caption, interval_name
from pr_curve_lab.i18n.formulas import sum_formula
from pr_curve_lab.i18n.messages import Messages, format_decimals
from pr_curve_lab.i18n.names import SCHEME_FAMILIES
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import ENLARGED_LAYOUTS, decimals_figure, difference_figure, gap_figure
from pr_curve_lab.plotting.curve import HEADROOM, SIDES, TOP_MARGIN, joined_figure, resolution, square_layouts
from pr_curve_lab.plotting.plot import pr_titles
from pr_curve_lab.plotting.strip_plot import area_layouts, area_strip
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import DECIMALS, PAGES
from pr_curve_lab.server.visitor_state import cached, get_messages, message, set_widget, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.controls import color_text
from pr_metrics import SCHEMES, AreaTerms, OperatingPoints, area_terms

# Messages for when one segment has a large part of the difference, and for when none has.
HEADING_KEYS = {"gap": ("areas.where", "areas.where_spread"), "between": ("areas.between", "areas.between_spread")}
MIN_FRACTION = 0.1  # fraction of the difference that a segment must have to be named in the heading


def compare_schemes(labeled_scores: LabeledScores, schemes: tuple[str, str]) -> SchemeDifferences:
    """Compare the two schemes on these rows."""
    left, right = (cached(joined_area, labeled_scores.points, scheme, resolution()) for scheme in schemes)
    return cached(scheme_differences, labeled_scores, left, right)


def show_differences(pair: SchemeDifferences) -> None:
    """Say which segment causes the gap, with all that differ most; they are folded if none of them matters."""
    if not pair.threshold:
        st.caption(message("areas.no_difference"))
        return
    after, before = format_unique(np.array([pair.recall_after[0], pair.recall_before[0]]))
    share, largest = float(pair.share[0]), abs(float(pair.difference[0]))
    where, spread = HEADING_KEYS[pair.fraction_of]
    values = {"before": before, "after": after, "share": NumberText(format_number(share, ".0%"))}
    heading = message(where if share >= MIN_FRACTION else spread, **values)
    if share >= MIN_FRACTION and largest >= DISPLAY_TOLERANCE:
        st.header(heading, anchor=False)
        _show_parts(pair)
        return
    with st.expander(heading, key="differences", on_change="rerun") as parts:
        if parts.open:
            _show_parts(pair)


def _show_parts(pair: SchemeDifferences) -> None:
    """Draw the difference along recall, and list the largest segments."""
    alt = message("areas.difference_alt", difference=pair.difference_of_areas)
    style = palette.style_of(pair.right)
    figure = difference_figure(pair, style, get_messages())
    charts.show_chart(figure, key="difference_chart", alt=alt)
    st.caption(message("areas.difference_caption"))
    if pair.n_segments > MAX_BARS:
        st.caption(message("areas.difference_thinned", drawn=pair.strip.x.size, segments=pair.n_segments))
    _show_segments(pair)


def _show_segments(pair: SchemeDifferences) -> None:
    """List the segments with most of the difference, each with the rows that share its threshold."""
    none, number = message("areas.no_threshold"), get_messages().format_number
    share = f"share_{pair.fraction_of}"
    columns = {
        "threshold": [number(text) if text else none for text in pair.threshold],
        "rows": pair.rows,
        "positives": pair.positives,
        "from": round_values(pair.recall_before, 4),
        "to": round_values(pair.recall_after, 4),
        "difference": round_values(pair.difference, 6),
        share: round_values(pair.share, 4),
    }
    controls.show_columns("segments", "areas", columns, {share: st.column_config.NumberColumn(format="percent")})


def show_every_area(points: OperatingPoints, schemes: tuple[str, str]) -> None:
    """Draw the areas of all schemes that can join the points; those of both sides are colored."""
    printed = cached(equal_areas, points, *schemes)
    count = sum(len(areas.schemes) for areas in printed)
    figure, layouts = (cached(make, printed, get_messages()) for make in (area_strip, area_layouts))
    alt = message("areas.every_area_alt", least=printed[0].area, most=printed[-1].area)
    with st.container(key="every_area"):
        st.header(message("areas.every_area", count=count), anchor=False)
        charts.show_fitted_chart(figure, layouts, key="strip_chart", alt=alt)


def _show_start(points: OperatingPoints, side: str, joined: JoinedArea) -> None:
    """Show what the start adds to the area, with a choice of the three starts if straight lines join the points."""
    messages = get_messages()
    starts = [scheme for scheme, family in SCHEME_FAMILIES.items() if family == "straight lines"]
    with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_controls"):
        if joined.scheme in starts:
            set_widget(**{f"{side}_start": joined.scheme})
            st.segmented_control(
                message("areas.start"),
                starts,
                format_func=lambda key: messages.format(f"areas.start_of.{key}"),
                key=f"{side}_start",
                required=True,
                label_visibility="collapsed",
                on_change=lambda: set_widget(**{side: value_of(f"{side}_start")}),
                width="content",
            )
        _show_start_area(points, joined)


def _show_start_area(points: OperatingPoints, joined: JoinedArea) -> None:
    """Say how much of the area is under the start, if the scheme needs one."""
    start, added = SCHEMES[joined.scheme].start, joined.curve.extrapolated_area
    if start == "not needed":
        return
    first = format_unique(points.recall[:1])[0]
    if points.recall[0] == 0:
        finding = "measured"
    elif start == "dropped":
        finding = "cut"
    else:
        finding = "adds" if not has_same_text(added, 0) else "adds_slightly"
    st.caption(message(f"areas.start_{finding}", added=added, recall=first))


def _show_gap(gap: WindowCurves, labeled_scores: LabeledScores, pair: SchemeDifferences) -> None:
    """Draw both curves in one chart, for a phone, or enlarged if they are close, with the interval of the area."""
    messages, full = get_messages(), gap.window.is_full
    figure = cached(gap_figure, gap, pair, labeled_scores.points, messages)
    alt = message("areas.both_alt", left=pair.left_area, right=pair.right_area)
    with st.container(key="both_on_phone" if full else "enlarged"):
        layouts = square_layouts({}, pr_titles(messages), top_margin=HEADROOM) if full else ENLARGED_LAYOUTS
        charts.show_fitted_chart(figure, layouts, key="both_chart", alt=alt)
    if pair.left != pair.right and not (full and is_first_screen()):
        scheme = "step" if "step" in (pair.left, pair.right) else pair.left
        area = pair.left_area if scheme == pair.left else pair.right_area
        area_interval = cached(step_interval, labeled_scores).scheme_interval(scheme, area)
        difference = format_area_difference(pair.left_area, pair.right_area)
        ends = {"low": area_interval.interval.lower, "high": area_interval.interval.upper}
        facts = {"joined": message(f"schemes.{scheme}.joined"), "interval": interval_name(area_interval, messages)}
        st.markdown(message("areas.gap", gap=difference, **facts, **ends))


def _show_upload() -> None:
    """Show a file uploader."""
    with st.container(key="own_rows"):
        st.header(message("areas.own_rows"), anchor=False)
        label = message("data.upload")
        st.file_uploader(
            label,
            key="first_upload",
            on_change=data_in_use.use_uploaded_files,
            args=("first_upload",),
            accept_multiple_files=True,
            label_visibility="collapsed",
        )
        st.caption(message("areas.formats"))
        st.page_link(PAGES["data"].script, label=message("areas.paste"), width="content")


def show_title(pair: SchemeDifferences) -> None:
    """Show both areas, each in the color of its curve, and the way to the page on numbers of tools."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="areas_title"):
        st.title(areas_title(pair, get_messages(), color_text), anchor=False, width="content")
        st.page_link(PAGES["schemes"].script, label=message("areas.ask_why"), width="content")


def show_side_by_side(labeled_scores: LabeledScores, pair: SchemeDifferences, decimals: int | None) -> None:
    """Draw both sides, each with its scheme above and its start below, and beside them the gap or an upload."""
    points, sides = labeled_scores.points, zip(("left", "right"), pair.sides, strict=True)
    layouts = square_layouts(SIDES, pr_titles(get_messages()), top_margin=TOP_MARGIN)
    with st.container(key="areas_pictures"):
        *columns, aside = st.columns([7, 7, 4])
    for column, (side, joined) in zip(columns, sides, strict=True):
        with column:
            controls.show_scheme_name(points, side, joined.scheme)
            figure = cached(
                joined_figure, joined, points, get_messages(), hidden=cached(unknown_region, labeled_scores)
            )
            alt = message("areas.alt", scheme=message(f"schemes.{joined.scheme}.name"), area=joined.area)
            charts.show_fitted_chart(figure, layouts, key=f"{side}_chart", alt=alt)
            _show_start(points, side, joined)
            if side == "left":
                with st.container(key="circles"):
                    st.caption(_circle_text(points, decimals))
            _show_area_bounds(labeled_scores, joined)
            charts.show_thinning_note(figure, points.threshold.size)
    with aside:
        gap = cached(window_curves, labeled_scores.points, pair.left, pair.right)
        _show_gap(gap, labeled_scores, pair)
        if gap.window.is_full and is_first_screen():
            _show_upload()
            st.caption(message("areas.purpose"))


def _circle_text(points: OperatingPoints, decimals: int | None) -> str:
    """Say what the circles are, and to how many decimals the scores are rounded."""
    messages, circles = get_messages(), cached(circle_count, points)
    if decimals is None:
        return circle_caption("areas.caption", circles, messages)
    return circle_caption("areas.caption_rounded", circles, messages, decimals=format_decimals(decimals, messages))


def is_first_screen() -> bool:
    """Whether the visitor has not used own data yet."""
    return visitor().user_source is None and visitor().in_use.example is not None


def _show_area_bounds(labeled_scores: LabeledScores, joined: JoinedArea) -> None:
    """Give the bounds of the area, if a row of the file stands for several scores."""
    bounds = cached(scheme_area_bounds, labeled_scores, joined.scheme)
    if bounds is not None:
        least, most = format_unique(np.array([bounds.lower, bounds.upper]))
        st.caption(message("areas.hidden", least=least, most=most))


MAX_ROWS = 1000


def show_area_terms(points: OperatingPoints, schemes: tuple[str, str]) -> None:
    """Show the terms of both areas, one table below the other."""
    messages = get_messages()
    for scheme in dict.fromkeys(schemes):
        st.header(message(f"schemes.{scheme}.name"), anchor=False)
        st.markdown(message(f"schemes.{scheme}.explained"))
        worked, lines = cached(_formula_and_table, points, scheme, messages)
        st.latex(messages.formula(SCHEMES[scheme].formula))
        st.latex(messages.formula(worked))
        st.dataframe(lines, key=f"terms_{scheme}", hide_index=True)
        values = {"tools": ", ".join(SCHEMES[scheme].tools), "source": SCHEMES[scheme].source}
        tools, source = (message(f"schemes.{scheme}.{fact}", **values) for fact in values)
        st.caption(message("areas.terms_facts", tools=tools, source=source))


def _formula_and_table(points: OperatingPoints, scheme: str, messages: Messages) -> tuple[str, pd.DataFrame]:
    """Return the sum in LaTeX and its terms as a table."""
    terms = area_terms(points, scheme)
    return sum_formula(terms, points), _terms_table(terms, points, messages)


def _terms_table(terms: AreaTerms, points: OperatingPoints, messages: Messages) -> pd.DataFrame:
    shown = slice(0, MAX_ROWS)
    columns = {
        "recall_before": terms.recall_before,
        "recall_after": terms.recall_after,
        "height_before": terms.height_before,
        "height_after": terms.height_after,
        "term": terms.area,
        "running_total": terms.running_total,
    }
    numbers = {
        messages.format(f"columns.areas.{name}"): round_values(values[shown], 6) for name, values in columns.items()
    }
    return pd.DataFrame(
        {
            messages.format("columns.areas.threshold"): _threshold_labels(terms.threshold[shown], points, messages),
            **numbers,
        }
    )


def _threshold_labels(thresholds: np.ndarray, points: OperatingPoints, messages: Messages) -> list[str]:
    """Return the thresholds as text; recall that no threshold reaches has none."""
    none = messages.format("areas.no_threshold")
    index = np.searchsorted(-points.threshold, -thresholds)
    return [
        none if np.isnan(value) else messages.format_number(format_threshold(points.threshold, at))
        for value, at in zip(thresholds.tolist(), index.tolist(), strict=True)
    ]


ALL_DECIMALS = str(DECIMALS.default)


def update_decimals(points: OperatingPoints) -> int | None:
    """Return the decimals to which scores are rounded, or None; decimals that tie no rows are reset, with a message."""
    selected = str(value_of(DECIMALS.name))
    if selected == ALL_DECIMALS:
        return None
    decimals = int(selected)
    if cached(ties_any, points, decimals):
        return decimals
    st.caption(message("areas.rounding_idle", decimals=format_decimals(decimals, get_messages())))
    set_widget(**{DECIMALS.name: ALL_DECIMALS})
    return None


def show_score_rounding(points: OperatingPoints, schemes: tuple[str, str], decimals: int | None) -> None:
    """Show the slider, its effect on both areas, and both areas for every choice; `points` are not rounded."""
    messages = get_messages()
    offered = cached(available_decimals, points)
    if decimals is not None:
        offered = tuple(sorted({*offered, decimals}, reverse=True))
    if not offered:
        st.caption(message("areas.rounding_nothing"))
        return
    names = {
        ALL_DECIMALS: format_decimals(None, messages),
        **{str(count): format_decimals(count, messages).strip() for count in offered},
    }
    st.select_slider(
        message("areas.rounding"),
        list(names),
        format_func=names.__getitem__,
        key=DECIMALS.name,
        persist_state="session",
    )
    controls.set_slider_aria(DECIMALS.name, [None if name == ALL_DECIMALS else int(name) for name in names])
    areas = cached(areas_by_decimals, points, offered, *schemes)
    st.markdown(_rounding_text(areas, schemes, decimals))
    with st.expander(message("areas.rounding_all"), key="rounding", on_change="rerun") as every:
        if every.open:
            _show_all_decimals(areas, schemes)


def _rounding_text(areas: AreasByDecimals, schemes: tuple[str, str], decimals: int | None) -> str:
    """Give the effect of rounding on each area, with its sign."""
    if decimals is None:
        return message("areas.rounding_none", count=int(areas.thresholds[0]))
    at = areas.decimals.index(decimals)
    moved = {scheme: (area[0], area[at]) for scheme, area in zip(schemes, areas.areas, strict=True)}
    changes = [_change_text(scheme, float(before), float(after)) for scheme, (before, after) in moved.items()]
    before, after = (int(areas.thresholds[index]) for index in (0, at))
    listed = message("areas.rounding_and", left=changes[0], right=changes[1]) if len(changes) > 1 else changes[0]
    return message(
        "areas.rounding_effect",
        decimals=format_decimals(decimals, get_messages()),
        before=before,
        after=after,
        changes=listed,
    )


def _change_text(scheme: str, old: float, new: float) -> str:
    return message(
        f"areas.rounding_{area_change_key(old, new)}", joined=message(f"schemes.{scheme}.joined"), size=abs(new - old)
    )


def _show_all_decimals(areas: AreasByDecimals, schemes: tuple[str, str]) -> None:
    messages = get_messages()
    figure = decimals_figure(areas, schemes, [_tick_label(decimals) for decimals in areas.decimals], messages)
    names = {side: message(f"schemes.{scheme}.name") for side, scheme in zip(("left", "right"), schemes, strict=True)}
    charts.show_chart(figure, key="rounding_chart", alt=message("areas.rounding_alt", **names))
    columns = {
        "decimals": [format_decimals(decimals, messages).strip() for decimals in areas.decimals],
        "thresholds": areas.thresholds,
        "left": round_values(areas.areas[0], 6),
        "right": round_values(areas.areas[1], 6),
    }
    if schemes[0] == schemes[1]:
        del columns["right"]
    controls.show_columns("rounding_table", "areas", columns, {}, names)


def _tick_label(decimals: int | None) -> str:
    """Return a tick label that fits on a phone: the number of decimals, or the rounding unit, such as ×10."""
    if decimals is None:
        return message("chart.all_decimals")
    return str(decimals) if decimals >= 0 else f"×{10**-decimals}"
