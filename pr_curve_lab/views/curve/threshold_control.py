"""The threshold control, the confusion matrix at the threshold, and the distribution of scores.

The key of what is true of one point names that point, so that the browser sees when the server has answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.formatting import NumberText, threshold_text
from pr_curve_lab.analysis.prevalence import balance_texts
from pr_curve_lab.analysis.thresholds import Wishes
from pr_curve_lab.i18n.area_sentences import texts_at
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.plotting.score_distribution import score_distribution_figure, threshold_line
from pr_curve_lab.server.settings import THRESHOLD
from pr_curve_lab.server.visitor_state import ActiveThreshold, Origin, kept, put, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_metrics import OperatingPoints, choose_threshold, point_in_force

NAMES = ("too_strict", "answer", "next_step", "high_negatives", "low_positives", "rows_here")
TAKEN_ALONG = '.st-key-exports [data-testid="stExpanderDetails"]'  # code and citation name the threshold


def only_at(name: str, chosen: int) -> Any:
    """A place of that name for what is said of the chosen point."""
    return st.container(key=_key(name, chosen))


def places_at(chosen: int) -> list[str]:
    """Where all such places are, as selectors of CSS.

    >>> places_at(7)[2]
    '.st-key-next_step_at_7'
    """
    return [*(f".st-key-{_key(name, chosen)}" for name in NAMES), TAKEN_ALONG]


def _key(name: str, chosen: int) -> str:
    return f"{name}_at_{chosen}"


MOST_STEPS = 1000  # more stops than a screen has pixels cannot be told apart; the two buttons reach every threshold


def settle(points: OperatingPoints, answer: int | None, origin: Origin) -> int:
    """Index of the one active threshold: that of the answer, unless a hand, or an address, set another.

    answer: the point that meets what is required, or has the largest F1; None where no point meets it: then the
    threshold stays where it is. origin: what it comes from where no hand set it.
    """
    wanted = value_of(THRESHOLD.key)
    here = best_f1(points) if wanted is None else point_in_force(points, float(wanted)) or 0
    index = here if answer is None else answer
    if wanted is not None and here != answer and not _follows(float(wanted)):
        index, origin = here, "hand"
    threshold = float(points.threshold[index])
    visitor().active = ActiveThreshold(threshold, origin)
    put(threshold=threshold)
    return index


def origin_of(points: OperatingPoints) -> Origin:
    """Where the active threshold came from, on a page on which nothing is required."""
    wanted, active = value_of(THRESHOLD.key), visitor().active
    if active is not None and active.threshold == wanted:
        return active.origin
    return "best_f1" if chosen(points) == best_f1(points) else "hand"


def follow() -> None:
    """Let the threshold follow what is required from here on; a callback of whatever changes that."""
    wanted = value_of(THRESHOLD.key)
    if wanted is not None:
        visitor().active = ActiveThreshold(float(wanted), "requirement")


def chosen(points: OperatingPoints) -> int:
    """Index of the active threshold, for a page on which nothing is required; at first that of the largest F1."""
    wanted = value_of(THRESHOLD.key)
    return best_f1(points) if wanted is None else point_in_force(points, float(wanted)) or 0


def best_f1(points: OperatingPoints) -> int:
    """Index of the point with the largest F1 in the data."""
    best = kept(choose_threshold, points)
    return 0 if best is None else best.index


def _follows(threshold: float) -> bool:
    """Whether a page put the threshold where it is, and no hand."""
    active = visitor().active
    return active is not None and active.threshold == threshold and active.origin != "hand"


def show_too_strict(points: OperatingPoints, words: Words) -> None:
    """Say so when the address asks for a threshold above every score, where nothing is called positive."""
    wanted = value_of(THRESHOLD.key)
    if wanted is not None and point_in_force(points, float(wanted)) is None:
        with only_at("too_strict", 0):
            st.warning(words.say("curve.too_strict", threshold=NumberText(f"{wanted:g}")))


def show_threshold(points: OperatingPoints, words: Words, *, elsewhere: bool = False) -> None:
    """The slider, from few rows called positive to all, and a step to either side.

    elsewhere: whether the page has other counts than those of the data, which these are.
    """
    if points.threshold.size == 1:
        st.caption(words.say("curve.one_threshold"))
        return
    index = chosen(points)
    stops = kept(_stops, points, tuple(stops_of(points)), words)
    if index not in stops:
        stops = dict(sorted({**stops, **_stops(points, [index], words)}.items()))
    texts = {float(points.threshold[stop]): text for stop, text in stops.items()}
    if value_of(THRESHOLD.key) is None:
        visitor().active = ActiveThreshold(float(points.threshold[index]), "best_f1")
    put(threshold=float(points.threshold[index]))
    st.select_slider(
        words.say("curve.threshold_in_data" if elsewhere else "curve.threshold"),
        list(texts),
        format_func=texts.__getitem__,
        key="threshold",
        persist_state="session",
    )
    controls.speak_numbers("threshold", list(texts))
    with st.container(horizontal=True, key="steps"):
        for way, by in (("stricter", -1), ("looser", 1)):
            st.button(
                words.say(f"curve.step_{way}"),
                key=way,
                on_click=_step,
                args=(points, by),
                disabled=not 0 <= index + by < points.threshold.size,
            )
    with only_at("next_step", index):
        st.caption(_next_step(points, index, words))


def go_to(threshold: float) -> None:
    """Set the control; a callback of whatever chooses a threshold."""
    put(threshold=threshold)


def stops_of(points: OperatingPoints) -> list[int]:
    """Indices of the thresholds on the slider, all or an even choice; the chosen one joins them."""
    size = points.threshold.size
    even: list[int] = np.linspace(0, size - 1, min(size, MOST_STEPS)).round().astype(np.int64).tolist()
    return even


def _stops(points: OperatingPoints, indices: Sequence[int], words: Words) -> dict[int, str]:
    """Some thresholds as stops of the slider, each with how many rows it calls positive."""
    here = points_at(points, indices)
    called = (here.true_positives + here.false_positives).tolist()
    return {
        index: words.say("curve.stop", threshold=threshold_text(points.threshold, index), called=count_text(count))
        for index, count in zip(indices, called, strict=True)
    }


def _next_step(points: OperatingPoints, index: int, words: Words) -> str:
    """The sentence on what one step looser adds: a tie group moves as one."""
    if index + 1 == points.threshold.size:
        return words.say("curve.loosest")
    both = points_at(points, [index, index + 1])
    true_positives, false_positives = (float(np.diff(counts)[0]) for counts in both.counts)
    return words.say(
        "curve.next_step",
        threshold=threshold_text(points.threshold, index + 1),
        called=count_text(true_positives + false_positives),
        true_positives=count_text(true_positives),
    )


def _step(points: OperatingPoints, by: int) -> None:
    """Move from where the control stands now: clicks that follow each other quickly all count."""
    index = min(max(chosen(points) + by, 0), points.threshold.size - 1)
    go_to(float(points.threshold[index]))


CELLS = ("true_positives", "false_positives", "false_negatives", "true_negatives")
CELLS_OF_DAY = ("day_right", "day_false", "day_missed", "day_rest")
IN_FRACTIONS = (*CELLS, "precision", "recall", "npv", "f1")
MOVED = ("precision", "npv", "f1")


def show_confusion(used: Deployment, chosen: int, wishes: Wishes, words: Words) -> None:
    """The four counts of a day or of the file, the fractions they make, and those that move with the class balance."""
    texts = texts_at(used, chosen, wishes)
    with st.container(key="confusion"):
        st.markdown(matrix(used, texts, words))
    with st.container(key="fractions"):
        st.markdown(fractions(used, texts, words))
    if used.moved:
        with st.container(key="fractions_moved"):
            st.markdown(moved(used, texts, words))


def matrix(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The counts of a day, or else of the file, as a table of Markdown."""
    corner = words.say("curve.per_day" if used.per_day else "curve.unit_file")
    counts = dict(zip(CELLS, CELLS_OF_DAY if used.per_day else CELLS, strict=True))
    return words.say("curve.confusion", corner=corner, **{name: texts[count] for name, count in counts.items()})


def fractions(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The ratios as fractions of the file's counts; each number is one text of its formula, however it is written."""
    where = words.say("curve.fractions_of_file") if used.per_day else ""
    numbers = {name: rf"\text{{{words.number(texts[name])}}}" for name in IN_FRACTIONS}
    return where + words.say("curve.fractions", **numbers)


def moved(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The ratios of a threshold at the class balance where it will be used."""
    _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
    return words.say("curve.fractions_moved", prevalence=prevalence, **{one: texts[f"moved_{one}"] for one in MOVED})


def show_distribution(used: Deployment, chosen: int, required: Wishes, words: Words) -> None:
    """Say which share of either class lies at or above the threshold, and draw both."""
    points = used.own
    still = kept(score_distribution_figure, points, words, same_data=same_data())
    texts = texts_at(used, chosen, required)
    with st.container(key="distribution_says"):
        st.markdown(sentence(texts, words))
    label = words.say("chart.threshold", threshold=texts["threshold"])
    change = threshold_line(still, float(points.threshold[chosen]), label)
    charts.show_live_chart(still, change, key="scores_chart", alt=words.say("curve.distribution_alt"))


def sentence(texts: Mapping[str, str], words: Words) -> str:
    """Say which share of either class lies at or above the threshold."""
    shares = {"positives": texts["recall"], "negatives": texts["false_positive_rate"]}
    return words.say("curve.distribution_says", threshold=texts["threshold"], **shares)
