"""Every scheme as a small picture, and the one that all are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.printed_areas import printed_alike
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import signed_text
from pr_curve_lab.plotting.every_scheme import layouts, schemes_figure
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import chart, fitted_chart
from pr_curve_lab.views.schemes import reports
from pr_metrics import OperatingPoints
from pr_metrics.tolerances import AREA_ROUNDING


def show_finding(areas: Mapping[str, float], words: Words) -> None:
    """Say from where to where the areas of the same points go."""
    least, most = min(areas.values()), max(areas.values())
    finding = "alike" if printed_alike(least, most) else "range"  # no data make all of them equal
    st.subheader(words.say(f"schemes.headline_{finding}", schemes=len(areas), least=least, most=most), anchor=False)


def show(points: OperatingPoints, joined: Mapping[str, JoinedArea], scheme: str, words: Words) -> None:
    """Draw all schemes in one chart, and offer under it the one to compare with."""
    panels, areas = list(joined.values()), {key: one.area for key, one in joined.items()}
    figure = kept(_figure, points, words, same_data=same_data())
    alt = words.say("schemes.alt", panels=len(panels), least=min(areas.values()), most=max(areas.values()))
    fitted_chart.show(figure, layouts(points, panels, words, compared=scheme), key="schemes_chart", alt=alt)
    _show_picker(areas, scheme, words)
    chart.show_thinned(figure, points.threshold.size, words)


def _figure(points: OperatingPoints, words: Words, *, same_data: str) -> Any:
    return schemes_figure(points, list(reports.joined(points, words).values()), words, same_data=same_data)


def _show_picker(areas: Mapping[str, float], scheme: str, words: Words) -> None:
    by_area = sorted(areas, key=lambda key: areas[key])
    lowest, highest = ((key, areas[key] - areas[scheme]) for key in (by_area[0], by_area[-1]))
    with st.container(horizontal=True, vertical_alignment="center", key="compare"):
        st.markdown(words.say("schemes.compare"), width="content")
        st.selectbox(
            words.say("schemes.compare"),
            list(areas),
            format_func=lambda key: words.say(f"schemes.{key}.name"),
            key="left",
            label_visibility="collapsed",
            persist_state="session",
            width=280,
        )
        ends = [_extreme(end, *found, words) for end, found in (("lowest", lowest), ("highest", highest))]
        st.caption(words.say("schemes.separator").join(ends), width="content")


def _extreme(end: str, scheme: str, difference: float, words: Words) -> str:
    """The scheme with the lowest or the highest area; none where the compared one is not surpassed."""
    if abs(difference) < AREA_ROUNDING:
        return words.say(f"schemes.no_{end}")
    return words.say(f"schemes.{end}", name=words.say(f"schemes.{scheme}.name"), difference=signed_text(difference))
