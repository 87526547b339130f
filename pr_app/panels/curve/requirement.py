"""Which threshold to take where it will be used: a sentence that asks, and an achievable threshold that answers."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from pr_app.analysis.deployment import Deployment
from pr_app.analysis.number_texts import NumberText, threshold_text
from pr_app.analysis.printed_areas import told_apart
from pr_app.analysis.rounding import rounded_text
from pr_app.analysis.threshold_wishes import Answer, Costs, answer, cheapest, precision_of_highest, worth
from pr_app.panels.controls import sentence_fields
from pr_app.panels.curve import columns_used, deployment, only_here
from pr_app.panels.curve import threshold as threshold_control
from pr_app.panels.curve.wishes import wished
from pr_app.serving.results import kept
from pr_app.serving.settings import ALERTS, BENEFIT, BETA, COST_FN, COST_FP, PRECISION, RECALL, REQUIRE, SETTINGS
from pr_app.serving.visitor_state import put, value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import plain
from pr_app.wording.numerals import count_text, expected_text, predictive_text, ratio_text
from pr_metrics import choose_threshold

FIELDS = {  # step and width in px of each
    "precision": (0.01, 60),
    "recall": (0.01, 60),
    "alerts": (1, 76),
    "beta": (0.5, 60),
    "cost_fp": (1.0, 64),
    "cost_fn": (1.0, 64),
    "benefit": (1.0, 64),
}
WISHED = {
    "precision": "curve.asked_precision",
    "recall": "curve.asked_recall",
    "alerts": "curve.asked_alerts",
}
ASKED = {"wishes": "curve.asked_wishes", "cost": "curve.asked_cost", "f_beta": "curve.asked_f_beta"}
MOST_PER_CENT = 100.0
KIND_WIDTH = 156  # px
OF_NOBODY = (PRECISION.default, RECALL.default, ALERTS.default)  # wishes that stand there before anybody wishes
LEAST_WHOLE = 1000  # money, from which on it is said in whole units


def met_by(used: Deployment) -> int | None:
    """Index of the point that meets best what is asked, or None."""
    kind = value_of(REQUIRE.key)
    if kind == "cost":
        return kept(cheapest, columns_used.in_money(used), *_asked_costs())
    if kind == "f_beta":
        best = kept(choose_threshold, used.points, beta=value_of(BETA.key))
        return None if best is None else best.index
    return _answer(used).index


def show_question(used: Deployment, words: Words) -> None:
    """Ask in a sentence what is wished and where the threshold will be used."""
    fields = {name: partial(_ask_value, name, words) for name in FIELDS}
    fields["per_day"] = partial(deployment.ask_rows, used.own, words)
    fields["day"], fields["amount"] = partial(columns_used.ask_day, words), partial(columns_used.ask_amount, words)
    fields["share"] = partial(deployment.ask_share, used.own, words)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="question"):
        st.selectbox(
            words.say("curve.require"),
            REQUIRE.options,
            format_func=lambda name: words.say(f"curve.require_{name}"),
            key="require",
            persist_state="session",
            label_visibility="collapsed",
            width=KIND_WIDTH,
        )
        sentence_fields.show(words.raw(f"curve.ask_{value_of(REQUIRE.key)}"), fields)


def show_answer(used: Deployment, chosen: int, words: Words) -> None:
    """Answer with the threshold that is best, or with what is possible instead."""
    index = met_by(used)
    mark = "" if index == chosen else words.say("curve.green")
    for line in _answer_lines(used, index, mark, words):
        st.markdown(line)
    if _has_other_price(index, chosen):
        with only_here.only_at("chosen_cost", chosen):
            st.markdown(_cost_of_chosen(used, chosen, words))
    if index not in (None, chosen):
        threshold = float(used.points.threshold[index])
        st.button(words.say("curve.go_there"), key="go_there", on_click=threshold_control.go_to, args=(threshold,))


def said(used: Deployment, chosen: int, words: Words) -> tuple[str, list[str]] | None:
    """Say what is asked and what answers it, in plain sentences without full stops; None where nobody asked."""
    if value_of(REQUIRE.key) == REQUIRE.default and wished() == OF_NOBODY and not used.elsewhere:
        return None
    index = met_by(used)
    lines = _answer_lines(used, index, "", words)
    if _has_other_price(index, chosen):
        lines.append(_cost_of_chosen(used, chosen, words))
    return _question(used, words), [plain(line) for line in lines]


def _question(used: Deployment, words: Words) -> str:
    """Put into words what is asked, with what stands in the fields."""
    typed = {name: value_of(SETTINGS[name].key) for name in FIELDS}
    texts = {name: NumberText(f"{value:g}") for name, value in typed.items() if value is not None}
    wishes = [words.say(key, **{name: texts[name]}) for name, key in WISHED.items() if typed[name]]
    said = words.say(
        ASKED[str(value_of(REQUIRE.key))],
        wishes=words.say("curve.asked_and").join(wishes or [words.say("curve.asked_largest_f1")]),
        per_day=expected_text(used.rows),
        share=NumberText(rounded_text(100 * used.points.prevalence, ".3g")),
        **{name: text for name, text in texts.items() if name not in WISHED},
        **columns_used.said(words),
    )
    return plain(said)


def _answer_lines(used: Deployment, index: int | None, mark: str, words: Words) -> list[str]:
    """The threshold that is best with its numbers, and what days and amounts add; else what is possible."""
    if index is None:
        return [words.say("curve.free") if value_of(REQUIRE.key) == "cost" else _no_threshold(used, words)]
    without = columns_used.say_amounts(words) if value_of(REQUIRE.key) == "cost" else ""
    more = [columns_used.say_by_day(used, index, wished()[2], words), without]
    return [_best(used, index, mark, words) + _numbers(used, index, words), *filter(None, more)]


def _has_other_price(index: int | None, chosen: int) -> bool:
    """Whether the chosen threshold has a cost of its own."""
    return index not in (None, chosen) and value_of(REQUIRE.key) == "cost"


def _ask_value(name: str, words: Words) -> None:
    setting: Any = SETTINGS[name]
    step, width = FIELDS[name]
    is_share = setting.most == 1
    empty: dict[str, Any] = {"value": None, "placeholder": words.say("curve.any")} if setting.default is None else {}
    st.number_input(
        words.say(f"curve.require_value_{name}"),
        min_value=setting.least,
        max_value=MOST_PER_CENT if is_share else setting.most,
        step=step,
        format="%d" if isinstance(step, int) else "%.6g",
        key=name,
        on_change=_take_per_cent if is_share else None,
        args=(name,) if is_share else None,
        persist_state="session",
        label_visibility="collapsed",
        width=width,
        **empty,
    )


def _take_per_cent(name: str) -> None:
    """Take 93 for 93 per cent: no precision and no recall is above 1."""
    typed = value_of(name)
    if typed is not None and typed > 1:
        put(**{name: typed / MOST_PER_CENT})


def _answer(used: Deployment) -> Answer:
    return kept(answer, used, *wished())


def _asked_costs() -> tuple[float, float, float]:
    return value_of(COST_FP.key), value_of(COST_FN.key), value_of(BENEFIT.key)


def _best(used: Deployment, index: int, mark: str, words: Words) -> str:
    """The threshold, and what it is best at; mark: how the picture marks it."""
    threshold = threshold_text(used.points.threshold, index)
    kind = value_of(REQUIRE.key)
    if kind == "cost":
        return _cheapest(used, index, mark, words)
    if kind == "f_beta" or not any(wished()):
        beta = value_of(BETA.key) if kind == "f_beta" else 1
        return words.say("curve.best_f_beta", threshold=threshold, mark=mark, beta=NumberText(f"{beta:g}"))
    return words.say(f"curve.best_{_answer(used).rule}", threshold=threshold, mark=mark)


def _cheapest(used: Deployment, index: int, mark: str, words: Words) -> str:
    """The cost of the cheapest threshold, or its benefit, beside that of calling nothing positive."""
    costs, money = Costs(*_asked_costs()), columns_used.in_money(used)
    here, none = worth(money, costs, index), worth(money, costs, None)
    texts = {"amount": _amount(here), "of_none": _amount(none)}
    threshold = threshold_text(used.points.threshold, index)
    sentence = words.say("curve.best_gain" if here > 0 else "curve.best_cost", threshold=threshold, mark=mark, **texts)
    return sentence + words.say("curve.none_is_cheaper" if none > here else "curve.cost_of_none", **texts)


def _cost_of_chosen(used: Deployment, chosen: int, words: Words) -> str:
    """The cost of the chosen threshold, or its benefit."""
    here = worth(columns_used.in_money(used), Costs(*_asked_costs()), chosen)
    threshold = threshold_text(used.points.threshold, chosen)
    return words.say(
        "curve.chosen_brings" if here > 0 else "curve.chosen_costs", threshold=threshold, amount=_amount(here)
    )


def _amount(worth: float) -> NumberText:
    return NumberText(rounded_text(abs(worth), ",.0f" if abs(worth) >= LEAST_WHOLE else ".4g"))


def _numbers(used: Deployment, index: int, words: Words) -> str:
    """The rates of a threshold, and its counts in a day."""
    sentence = words.say("curve.numbers", **_facts(used, index))
    alerts = wished()[2]
    at_k = precision_of_highest(used, alerts) if alerts else None
    if at_k is None:
        return sentence
    return sentence + words.say(
        "curve.precision_at_k", count=alerts, k=expected_text(float(alerts or 0)), precision=ratio_text(at_k)
    )


def _facts(used: Deployment, index: int) -> dict[str, NumberText]:
    """The numbers of a threshold in a day as text; one that breaks a wish does not look as if it kept it."""
    day, (precision, recall, alerts) = used.day(index), wished()
    counts = {"right": day.right, "missed": day.missed}
    text_of = expected_text if used.elsewhere else count_text  # those of the data are exact
    called = text_of(day.alerts)
    if alerts is not None and day.alerts > alerts and called == text_of(float(alerts)):
        called = told_apart(day.alerts, float(alerts))[0]
    return {
        "precision": told_apart(day.precision, precision or 0.0)[0],
        "recall": told_apart(day.recall, recall or 0.0)[0],
        "npv": predictive_text(day.negative_predictive_value),
        "called": called,
        **{name: text_of(count) for name, count in counts.items()},
    }


def _no_threshold(used: Deployment, words: Words) -> str:
    """The points that come nearest, one for each wish that is given up; and where a line looks as if it passed."""
    found = _answer(used)
    several = sum(bool(wish) for wish in wished()[:2]) + (wished()[2] is not None) > 1
    together = "curve.impossible_together" if found.enough else "curve.impossible_with_fewer"
    sentence = words.say(together if several else "curve.impossible")
    for name, index in found.nearest.items():
        threshold = threshold_text(used.points.threshold, index)
        sentence += "\n- " + words.say(f"curve.nearest_{name}", threshold=threshold, **_facts(used, index))
    return sentence if found.line is None else f"{sentence}\n\n{_line(used, found.line, words)}"


def _line(used: Deployment, end: int, words: Words) -> str:
    to = threshold_text(used.points.threshold, end)
    if end == 0:
        return words.say("curve.only_the_start", to=to)
    return words.say("curve.only_the_line", after=threshold_text(used.points.threshold, end - 1), to=to)
