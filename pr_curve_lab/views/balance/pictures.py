"""The headline and the two pictures: one that moves with the class balance, and one that stands still."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.class_balance import Balances, balances
from pr_curve_lab.analysis.gain import GainArea, gain_points
from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.roc import RocArea, drawn_roc
from pr_curve_lab.analysis.thinning import circle_counts_in_both
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.circle_sentence import say_circles
from pr_curve_lab.i18n.numerals import change_of_area, with_minus
from pr_curve_lab.plotting.chosen_point import chosen_mark
from pr_curve_lab.plotting.gain import LOWEST, gain_figure
from pr_curve_lab.plotting.moved_curve import RESOLUTION, moved_curve_figure
from pr_curve_lab.plotting.roc import roc_figure
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import GAIN
from pr_curve_lab.server.visitor_state import same_data, value_of
from pr_curve_lab.views.charts import chart, live_chart
from pr_curve_lab.views.controls import scheme_picker
from pr_metrics import OperatingPoints, at_prevalence, gains


def computed(points: OperatingPoints, prevalence: float | None, words: Words) -> Balances:
    """Both balances with the scheme of the left side, which must be able to join the moved points too."""
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    scheme = scheme_picker.settled(moved, "left", words)
    return kept(balances, points, prevalence, scheme, RESOLUTION)


def roc(both: Balances) -> RocArea:
    """Always of the measured points: no class balance can move it by a bit."""
    return kept(drawn_roc, both.own.points, RESOLUTION)


def show_headline(both: Balances, words: Words) -> None:
    """Say what the class balance does to the area, with its sign."""
    finding = change_of_area(both.own.area, both.asked.area) if both.moved else "own"
    facts = {"prevalence": both.asked.text, "own": both.own.text, "area": both.asked.area, "plain": both.own.area}
    joined = words.say(f"schemes.{both.scheme}.joined")
    st.title(words.say(f"balance.headline_{finding}", joined=joined, **facts), anchor=False)
    circles = kept(circle_counts_in_both, both.own.points)
    st.caption(say_circles("balance.caption", circles, words))


def show(both: Balances, chosen: int, words: Words) -> None:
    """Draw the precision-recall curve at the asked balance, and beside it the ROC curve of the same points."""
    pr_side, roc_side = st.columns(2, gap="medium")
    with pr_side:
        _show_pr(both, chosen, words)
    with roc_side:
        _show_roc(both, chosen, words)


def show_thinned(both: Balances, words: Words) -> None:
    """Say from how many points the pictures are drawn, where these are not all."""
    chart.show_thinned(_pr_figure(both, words), both.own.points.threshold.size, words)


def show_gain(both: Balances, chosen: int, words: Words) -> None:
    """Draw the gain curve when it is asked for."""
    if not value_of(GAIN.key):
        return
    points, gain = both.asked.points, both.asked.gain
    still = kept(_gain_figure, gain, points, words, same_data=same_data())
    of_points = gains(points)
    at = float(of_points.recall_gain[chosen]), float(of_points.precision_gain[chosen])
    mark = chosen_mark(still, *at, _threshold(points, chosen), words)
    picture_side, words_side = st.columns(2, gap="medium")
    with picture_side:
        alt = words.say("balance.gain_alt", prevalence=both.asked.text, area=gain.area)
        live_chart.show(still, mark, key="gain_chart", alt=alt, clickable=True)
    with words_side:
        area = with_minus(gain.area, ".3f")
        st.markdown(words.say("balance.gain_says", area=area, prevalence=both.asked.text))
        lowest = float(of_points.precision_gain[of_points.recall_gain >= 0].min(initial=0.0))
        if lowest < LOWEST:
            st.caption(words.say("balance.gain_cut", lowest=with_minus(lowest, ".1f")))
        if at[0] < 0:
            st.caption(words.say("balance.gain_outside", prevalence=both.asked.text))


def _show_pr(both: Balances, chosen: int, words: Words) -> None:
    still, points = _pr_figure(both, words), both.asked.points
    at = float(points.recall[chosen]), float(points.precision[chosen])
    mark = chosen_mark(still, *at, _threshold(points, chosen), words)
    name = words.say(f"schemes.{both.scheme}.name")
    alt = words.say("balance.pr_alt", scheme=name, prevalence=both.asked.text, area=both.asked.area)
    live_chart.show(still, mark, key="pr_chart", alt=alt, clickable=True)


def _show_roc(both: Balances, chosen: int, words: Words) -> None:
    points, joined = both.own.points, roc(both)
    still = kept(roc_figure, joined, points, words, same_data=same_data())
    at = float(points.false_positive_rate[chosen]), float(points.recall[chosen])
    mark = chosen_mark(still, *at, _threshold(points, chosen), words)
    live_chart.show(still, mark, key="roc_chart", alt=words.say("balance.roc_alt", area=joined.area), clickable=True)


def _pr_figure(both: Balances, words: Words) -> object:
    return kept(moved_curve_figure, both, words, same_data=same_data())


def _gain_figure(gain: GainArea, points: OperatingPoints, words: Words, *, same_data: str) -> object:
    return gain_figure(gain, gain_points(points), words, same_data=same_data)


def _threshold(points: OperatingPoints, chosen: int) -> str:
    return threshold_text(points.threshold, chosen)
