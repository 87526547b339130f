"""The page Balance: the same classifier at another class balance."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.formatting import NumberText, distinct_texts, prevalence_text, threshold_text, told_apart
from pr_curve_lab.analysis.intervals import AreaInterval, step_interval
from pr_curve_lab.analysis.model_resampling import predicted_seconds
from pr_curve_lab.analysis.prevalence import (
    Balance,
    Balances,
    GainArea,
    RocArea,
    RowLimits,
    Shuffled,
    balances,
    drawn_roc,
    gain_points,
    row_limits,
    shuffled,
    shuffled_with_weights,
)
from pr_curve_lab.analysis.thinning import circle_counts_in_both
from pr_curve_lab.i18n.area_sentences import interval_name, interval_reason, say_circles
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import change_of_area, percent_text, with_minus
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.intervals import Line, Said, limits_figure, limits_layouts
from pr_curve_lab.plotting.prevalence import (
    LOWEST,
    RESOLUTION,
    chosen_mark,
    gain_figure,
    moved_curve_figure,
    roc_figure,
)
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.settings import GAIN, LEAST_PREVALENCE, MOST_PREVALENCE, OWN_BALANCE, PREVALENCE
from pr_curve_lab.server.visitor_state import kept, put, put_again, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.curve import threshold_control
from pr_metrics import SCHEMES, OperatingPoints, area_bias, at_prevalence, gains
from pr_metrics.tolerances import AREA_ROUNDING

RARE = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
STOPS = (*RARE, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
LARGEST_STEP = 0.01


def asked(points: OperatingPoints, words: Words) -> float | None:
    """The class balance that is asked for, None for the data's own; one that the data cannot have gives way."""
    wanted = value_of(PREVALENCE.key)
    if wanted is None or wanted == OWN_BALANCE:
        return None
    if float(wanted) == points.prevalence:
        put(prevalence=OWN_BALANCE)
        return None
    try:
        at_prevalence(points, float(wanted))
    except ValueError:  # weights so large that the negatives would be infinitely many
        st.warning(words.say("balance.impossible", prevalence=NumberText(f"{wanted:g}")))
        put(prevalence=OWN_BALANCE)
        return None
    return float(wanted)


def show_prevalence(points: OperatingPoints, words: Words) -> None:
    """A slider with sensible stops, and a field for any other class balance."""
    prevalence = asked(points, words)
    texts = _stops(points.prevalence, prevalence, words)
    slider_side, field_side = st.columns([4, 1], gap="medium", vertical_alignment="bottom")
    with slider_side:
        st.select_slider(
            words.say("balance.control"),
            list(texts),
            format_func=texts.__getitem__,
            key="prevalence",
            persist_state="session",
        )
        numbers = [points.prevalence if stop == OWN_BALANCE else float(stop) for stop in texts]
        controls.speak_numbers("prevalence", numbers)
    put_again(prevalence_typed=points.prevalence if prevalence is None else prevalence)
    with field_side:
        st.number_input(
            words.say("balance.typed"),
            min_value=min(LEAST_PREVALENCE, points.prevalence),
            max_value=max(MOST_PREVALENCE, points.prevalence),
            step=_step(points.prevalence if prevalence is None else prevalence),
            format="%.6g",
            key="prevalence_typed",
            on_change=_take_prevalence,
        )


def _take_prevalence() -> None:
    """Move to the class balance that was typed; the data's own is called so."""
    typed = value_of("prevalence_typed")
    own = typed is None or typed == visitor().cases.points.prevalence
    put(prevalence=OWN_BALANCE if own else typed)


def _step(prevalence: float) -> float:
    """A unit of the first digit of the class balance, or of what is left of 1."""
    rest = min(prevalence, 1 - prevalence)
    return min(LARGEST_STEP, 10.0 ** math.floor(math.log10(rest))) if rest > 0 else LARGEST_STEP


def _stops(own: float, prevalence: float | None, words: Words) -> dict[float | str, str]:
    """The stops of the slider, with their words: fixed ones, the asked balance, and among them the data's own."""
    others = np.unique([stop for stop in (*STOPS, prevalence) if stop is not None and stop != own])
    written = map(words.number, distinct_texts(others))
    texts: dict[float | str, str] = dict(zip(others.tolist(), written, strict=True))
    texts[OWN_BALANCE] = words.say("balance.own_stop", prevalence=prevalence_text(own))
    return dict(sorted(texts.items(), key=lambda stop: own if stop[0] == OWN_BALANCE else float(stop[0])))


def computed(points: OperatingPoints, prevalence: float | None, words: Words) -> Balances:
    """Both balances with the scheme of the left side, which must be able to join the moved points too."""
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    scheme = controls.settled(moved, "left", words)
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


def show_pictures(both: Balances, chosen: int, words: Words) -> None:
    """Draw the precision-recall curve at the asked balance, and beside it the ROC curve of the same points."""
    pr_side, roc_side = st.columns(2, gap="medium")
    with pr_side:
        _show_pr(both, chosen, words)
    with roc_side:
        _show_roc(both, chosen, words)


def show_thinned(both: Balances, words: Words) -> None:
    """Say from how many points the pictures are drawn, where these are not all."""
    charts.show_thinned(_pr_figure(both, words), both.own.points.threshold.size, words)


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
        charts.show_live_chart(still, mark, key="gain_chart", alt=alt, clickable=True)
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
    charts.show_live_chart(still, mark, key="pr_chart", alt=alt, clickable=True)


def _show_roc(both: Balances, chosen: int, words: Words) -> None:
    points, joined = both.own.points, roc(both)
    still = kept(roc_figure, joined, points, words, same_data=same_data())
    at = float(points.false_positive_rate[chosen]), float(points.recall[chosen])
    mark = chosen_mark(still, *at, _threshold(points, chosen), words)
    charts.show_live_chart(
        still, mark, key="roc_chart", alt=words.say("balance.roc_alt", area=joined.area), clickable=True
    )


def _pr_figure(both: Balances, words: Words) -> object:
    return kept(moved_curve_figure, both, words, same_data=same_data())


def _gain_figure(gain: GainArea, points: OperatingPoints, words: Words, *, same_data: str) -> object:
    return gain_figure(gain, gain_points(points), words, same_data=same_data)


def _threshold(points: OperatingPoints, chosen: int) -> str:
    return threshold_text(points.threshold, chosen)


def show_chosen_point(both: Balances, chosen: int, words: Words) -> None:
    """Its recall and false positive rate, which stay, and its precision at either balance."""
    own, asked = both.own.points, both.asked.points
    facts = {
        "threshold": threshold_text(own.threshold, chosen),
        "recall": float(own.recall[chosen]),
        "rate": float(own.false_positive_rate[chosen]),
        "own": both.own.text,
        "precision": float(own.precision[chosen]),
        "prevalence": both.asked.text,
        "moved": float(asked.precision[chosen]),
    }
    st.markdown(words.say("balance.point_moved" if both.moved else "balance.point", **facts))


def show_controls(both: Balances, words: Words) -> None:
    """The threshold for whoever does not point at the pictures, how the points are joined, and the gain curve."""
    threshold_side, picture_side = st.columns([3, 2], gap="medium")
    with threshold_side:
        threshold_control.show_threshold(both.own.points, words)
    with picture_side:
        st.markdown(words.say("balance.joined"))
        controls.show_scheme_picker(both.asked.points, "left", words, alone=True)
        st.toggle(words.say("balance.gain"), key="gain", persist_state="session")


PERMUTATIONS = 1000


def tested(cases: Cases, scheme: str, words: Words) -> Shuffled | None:
    """The areas of shuffled labels at the data's own balance; None while they are computed, or were stopped."""
    points = cases.size if cases.is_weighted else cases.points.threshold.size
    schemes: tuple[str, ...] = (scheme,)
    if controls.few_rows(points):
        schemes = tuple(key for key, one in SCHEMES.items() if one.applies_to(cases.points))
    saying = words.say("balance.shuffling", count=PERMUTATIONS)
    asked = controls.Asked("permutations", predicted_seconds(PERMUTATIONS, points, areas=len(schemes)), saying)
    if cases.is_weighted:
        found = controls.result_of(asked, words, shuffled_with_weights, cases, schemes, PERMUTATIONS)
    else:
        found = controls.result_of(asked, words, shuffled, cases.points, schemes, PERMUTATIONS)
    return None if found is None else found[scheme]


SEEN = 0.005  # area; less is 0.00 in print
FEW_POSITIVES = 50  # below, an area may lie so much too high


def show_limits(cases: Cases, both: Balances, words: Words) -> Shuffled | None:
    """The number lines, and all numbers in a table; gives what shuffled labels made of the area, if that is known."""
    rows, beside = kept(row_limits, cases), kept(step_interval, cases).interval_of(both.scheme, both.own.area)
    st.subheader(_finding(both, words), anchor=False)
    picture = st.container()
    if rows is None:
        st.caption(words.say("balance.no_rows"))
    by_chance = tested(cases, both.scheme, words)
    with picture:
        _show_lines(both, rows, by_chance, words)
    with st.container(key="limits_table"):
        st.table(_table(both, rows, by_chance, beside, words), hide_index=True, border="horizontal")
    st.caption(_footnote(by_chance, words, moved=both.moved))
    st.caption(interval_reason(beside, words))
    if by_chance is not None and cases.clusters is not None:
        st.caption(words.say_problem(Problem("clusters_shuffled", column=cases.clusters.column)))
    if both.scheme == "step":
        _say_that_few_positives_flatter(cases, words)
    return by_chance


def _say_that_few_positives_flatter(cases: Cases, words: Words) -> None:
    """Say by how much, where it can be seen in two decimals; weights are no rows to leave out."""
    if cases.is_weighted or cases.positives >= FEW_POSITIVES:
        return
    bias = kept(area_bias, cases.points)
    if bias >= SEEN:
        st.caption(words.say("balance.few_positives", positives=cases.positives, bias=bias))


def _footnote(by_chance: Shuffled | None, words: Words, *, moved: bool) -> str:
    """The footnote: what a dash means, and how far p can be relied on, since other shuffles would give another one."""
    if by_chance is None:
        return words.say("balance.table_caption_untested")
    tested = words.say("balance.table_caption", shuffles=by_chance.times, error=by_chance.error)
    return f"{words.say('balance.table_dash')} {tested}" if moved else tested


def _finding(both: Balances, words: Words) -> str:
    """The finding: where the area stands between a random ranking and a perfect one."""
    asked = both.asked
    if math.isnan(asked.corrected):
        return words.say("balance.finding_one_class", area=asked.area)
    side = "at" if abs(asked.corrected) < AREA_ROUNDING else "above" if asked.corrected > 0 else "below"
    share = percent_text(abs(asked.corrected))
    area, _ = told_apart(asked.area, 1.0)
    return words.say(f"balance.finding_{side}", area=area, prevalence=_chance(asked), share=share)


def _chance(one: Balance) -> str:
    """The area of a random ranking's line, in print: the class balance, unless some positives were never scored."""
    return prevalence_text(one.chance) if one.points.unreached_positives else one.text


def _show_lines(both: Balances, rows: RowLimits | None, by_chance: Shuffled | None, words: Words) -> None:
    lines = [_line(both, both.own, rows, by_chance, words)]
    if both.moved:
        lines.append(_line(both, both.asked, None, None, words))
    figure = limits_figure(lines, words, same_data=same_data())
    alt = words.say("balance.limits_alt", area=both.asked.area, prevalence=both.asked.text, least=both.asked.least)
    charts.show_fitted_chart(figure, limits_layouts(lines), key="limits_chart", alt=alt)


def _line(both: Balances, one: Balance, rows: RowLimits | None, by_chance: Shuffled | None, words: Words) -> Line:
    chance = one.chance if rows is None else rows.random
    band = None
    if by_chance is not None:
        band = _said("band", (by_chance.low + by_chance.high) / 2, words, low=by_chance.low, high=by_chance.high)
    return Line(
        colour=palette.look_of(both.scheme),
        area=_said("area", one.area, words, prevalence=one.text),
        random=_said("random" if rows is None else "random_rows", chance, words, prevalence=_chance(one)),
        least=None if math.isnan(one.least) else _said("least", one.least, words),
        band=band,
        band_ends=(0.0, 0.0) if by_chance is None else (by_chance.low, by_chance.high),
    )


def _said(name: str, value: float, words: Words, **facts: object) -> Said:
    return Said(
        value,
        words.say(f"balance.line_{name}", value=value, **facts),
        words.say(f"balance.line_{name}_short", value=value, **facts),
    )


def _table(
    both: Balances, rows: RowLimits | None, by_chance: Shuffled | None, beside: AreaInterval, words: Words
) -> pd.DataFrame:
    """One line a number, one column a balance; what exists for the counted rows only stands in the first."""
    shown = (both.own, both.asked) if both.moved else (both.own,)
    lines: dict[str, list[str | None]] = {
        "area": [_number(one.area, words) for one in shown],
        "random_line": [words.number(_chance(one)) for one in shown],
        "random_rows": [None if rows is None else _number(rows.random, words)],
        "band": [None if by_chance is None else _range(by_chance.low, by_chance.high, words)],
        "p_value": [None if by_chance is None else words.number(by_chance.p_value, ".3f")],
        "least": [_number(one.least, words) for one in shown],
        "least_rows": [None if rows is None else _number(rows.least, words)],
        "corrected": [_number(one.corrected, words) for one in shown],
        "normalised": [_number(one.normalised, words) for one in shown],
        "interval": [_range(beside.found.low, beside.found.high, words)],
        "roc": [_number(roc(both).area, words)] * len(shown),
        "gain": [_number(one.under_gain, words) for one in shown],
    }
    none = words.say("balance.none")
    columns: dict[str, list[str]] = {"": [_name(name, beside, words) for name in lines]}
    for number, one in enumerate(shown):
        title = words.say("balance.column_asked" if number else "balance.column_own", prevalence=one.text)
        columns[title] = [(values[number] if number < len(values) else None) or none for values in lines.values()]
    return pd.DataFrame(columns)


def _number(value: float, words: Words) -> str | None:
    return None if math.isnan(value) else words.number(with_minus(value, ".3f"))


def _name(line: str, beside: AreaInterval, words: Words) -> str:
    return interval_name(beside, words) if line == "interval" else words.say(f"balance.row_{line}")


def _range(low: float, high: float, words: Words) -> str:
    return f"{words.number(low, '.3f')} – {words.number(high, '.3f')}"
