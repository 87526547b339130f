"""The rounding control: how many decimals of the scores are kept, and what that does to either area."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.rounding import rounded_values
from pr_curve_lab.analysis.score_rounding import RoundedAreas, areas_by_decimals, decimals_offered, ties_any
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import change_of_area
from pr_curve_lab.i18n.rounded_to import rounded_to
from pr_curve_lab.plotting.rounded_areas import rounded_areas_figure
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import DIGITS
from pr_curve_lab.server.visitor_state import put, same_data, value_of
from pr_curve_lab.views.charts import chart
from pr_curve_lab.views.controls import spoken_slider
from pr_metrics import OperatingPoints

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


def show(points: OperatingPoints, schemes: tuple[str, str], decimals: int | None, words: Words) -> None:
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
    spoken_slider.speak_numbers("digits", [None if name == AS_THEY_ARE else int(name) for name in names])
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
    chart.show(figure, key="rounding_chart", alt=alt)
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
