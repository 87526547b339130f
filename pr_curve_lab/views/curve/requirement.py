"""Requirements on precision, recall and alerts, as a sentence with fields, and the threshold that meets them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import partial
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.formatting import PRINTED_DECIMALS, NumberText, rounded_text, threshold_text
from pr_curve_lab.analysis.thresholds import (
    NO_WISHES,
    Answer,
    Costs,
    Wishes,
    answer,
    cheapest,
    precision_of_highest,
    worth,
)
from pr_curve_lab.i18n.markup import plain
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text, expected_text, limited_text, predictive_text, ratio_text
from pr_curve_lab.plotting.threshold import WishLine
from pr_curve_lab.server.settings import (
    ALERTS,
    BENEFIT,
    BETA,
    COST_FN,
    COST_FP,
    LIMIT,
    PRECISION,
    RECALL,
    REQUIRE,
    SETTINGS,
)
from pr_curve_lab.server.visitor_state import Origin, kept, put, value_of
from pr_curve_lab.views.curve import deployment_form, threshold_control
from pr_metrics import choose_threshold


def wished() -> Wishes:
    """Precision, recall and alerts that are required; nothing where costs or an F-score decide."""
    if value_of(REQUIRE.key) != REQUIRE.default:
        return NO_WISHES
    every_day = bool(deployment_form.day_column()) and value_of(LIMIT.key) == "every_day"
    return Wishes(value_of(PRECISION.key), value_of(RECALL.key), value_of(ALERTS.key), every_day)


def limit_text(used: Deployment, words: Words) -> str:
    """Say on what alerts are limited: on every day, on the mean of the days, on a day, or in the file."""
    by_days = bool(deployment_form.day_column())
    return words.say(f"curve.limit_{value_of(LIMIT.key)}") if by_days else deployment_form.unit(used, words)


def lines(used: Deployment, words: Words) -> tuple[WishLine, ...]:
    """A line for each requirement; so many alerts have the precision prevalence * recall / (alerts / rows)."""
    wishes = wished()
    found = []
    for name, share in (("precision", wishes.precision), ("recall", wishes.recall)):
        if share:
            text = words.say(f"curve.wish_{name}", **{name: NumberText(f"{share:.6g}")})
            found.append(WishLine(f"wish_{name}", share, text))
    exact = not wishes.every_day and used.counted is used.points
    called = used.in_points(wishes.alerts or 0) if exact else wishes.required(used).get("max_alerts")
    if wishes.alerts and called:
        text = words.say("curve.wish_alerts", alerts=count_text(float(wishes.alerts)), unit=limit_text(used, words))
        found.append(WishLine("wish_alerts", used.points.positives / called, text))
    return tuple(found)


_FIELD = re.compile(r"\{(\w+)\}")


def show_sentence_fields(sentence: str, fields: Mapping[str, Callable[[], object]]) -> None:
    """Show the words of a sentence in a row, and at each {name} the field of that name."""
    for at, part in enumerate(_FIELD.split(sentence)):
        if at % 2:
            fields[part]()
        elif part.strip():
            st.markdown(part.strip(), width="content")


FIELDS = {  # step and width in px of each
    "precision": (0.01, 60),
    "recall": (0.01, 60),
    "alerts": (1, 68),
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
KIND_WIDTH, LIMIT_WIDTH = 162, 172  # px
LEAST_WHOLE = 1000  # money, from which on it is said in whole units


def is_asked() -> bool:
    """Whether anything is required of the threshold."""
    return value_of(REQUIRE.key) != REQUIRE.default or wished().count > 0


def met_by(used: Deployment) -> int | None:
    """Index of the point that meets best what is required, or None; of the largest F1 where nothing is."""
    kind = value_of(REQUIRE.key)
    if kind == "cost":
        return kept(cheapest, deployment_form.in_money(used), *_asked_costs())
    if kind == "f_beta":
        best = kept(choose_threshold, used.points, beta=value_of(BETA.key))
        return None if best is None else best.index
    return _answer(used).index if is_asked() else threshold_control.best_f1(used.own)


def settle(used: Deployment) -> int:
    """Index of the one active threshold: what is required puts it there, unless a hand did."""
    index = met_by(used)
    origin: Origin = "unmet" if index is None else "requirement" if is_asked() else "best_f1"
    return threshold_control.settle(used.own, index, origin)


def show_question(used: Deployment, words: Words) -> None:
    """Ask in a sentence what is required and where the threshold will be used."""
    fields = {name: partial(_ask_value, name, words) for name in FIELDS}
    fields["limit"] = partial(_ask_limit, used, words)
    fields["per_day"] = partial(deployment_form.ask_rows, used, words)
    fields["day"], fields["amount"] = (
        partial(deployment_form.ask_day, words),
        partial(deployment_form.ask_amount, words),
    )
    fields["share"] = partial(deployment_form.ask_share, used.own, words)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="question"):
        st.selectbox(
            words.say("curve.require"),
            REQUIRE.options,
            format_func=lambda name: words.say(f"curve.require_{name}"),
            key="require",
            on_change=threshold_control.follow,
            persist_state="session",
            label_visibility="collapsed",
            width=KIND_WIDTH,
        )
        where = "" if used.per_day else "_file"
        show_sentence_fields(words.raw(f"curve.ask_{value_of(REQUIRE.key)}{where}"), fields)


def show_answer(used: Deployment, chosen: int, words: Words) -> None:
    """Say where the active threshold came from and what it does, and offer what the requirement would have instead."""
    with threshold_control.only_at("answer", chosen):
        for line in _answer_lines(used, chosen, words):
            st.markdown(line)
        for key, index in _offered(used, chosen).items():
            st.button(
                _offer(key, used, index, words),
                key=key,
                on_click=threshold_control.go_to,
                args=(float(used.points.threshold[index]),),
            )


def said(used: Deployment, chosen: int, words: Words) -> tuple[str, list[str]] | None:
    """Say what is required and what answers it, in plain sentences without full stops; None where nobody asked."""
    if not is_asked() and not used.elsewhere:
        return None
    return _question(used, words), [plain(line) for line in _answer_lines(used, chosen, words)]


def _question(used: Deployment, words: Words) -> str:
    """Put into words what is asked, with what stands in the fields."""
    typed = {name: value_of(SETTINGS[name].key) for name in FIELDS}
    texts = {name: NumberText(f"{value:g}") for name, value in typed.items() if value is not None}
    facts = {**texts, "limit": limit_text(used, words)}
    is_wish = {"precision": bool(typed["precision"]), "recall": bool(typed["recall"]), "alerts": "alerts" in texts}
    asked = [words.say(key, **facts) for name, key in WISHED.items() if is_wish[name]]
    column, amount = deployment_form.day_column(), deployment_form.amount_column()
    where = words.say(
        "curve.where_dates" if column else "curve.where_day" if used.per_day else "curve.where_file",
        rows=expected_text(used.rows),
        share=NumberText(rounded_text(100 * used.points.prevalence, ".3g")),
        column=column,
    )
    said = words.say(
        ASKED[str(value_of(REQUIRE.key))],
        wishes=words.say("curve.asked_and").join(asked or [words.say("curve.asked_largest_f1")]),
        where=where,
        amount=words.say("curve.asked_amount", column=amount) if amount else "",
        **{name: text for name, text in texts.items() if name not in WISHED},
    )
    return plain(said)


def _answer_lines(used: Deployment, chosen: int, words: Words) -> list[str]:
    """The active threshold with its origin and its numbers, what days and amounts add, and what is possible instead."""
    index, wishes = met_by(used), wished()
    first = [] if index is not None else [_no_threshold(used, words)]
    without = deployment_form.say_amounts(words) if value_of(REQUIRE.key) == "cost" else ""
    more = [deployment_form.say_by_day(used, chosen, wishes, words), without]
    if index == chosen:
        return [_best(used, index, words) + _numbers(used, chosen, words), *filter(None, more)]
    by_hand = threshold_control.origin_of(used.own) == "hand"
    active = words.say(
        "curve.by_hand" if by_hand else "curve.stays", threshold=threshold_text(used.points.threshold, chosen)
    )
    return [*first, active + _numbers(used, chosen, words), *filter(None, more), *_held_against(used, chosen, words)]


def _held_against(used: Deployment, chosen: int, words: Words) -> list[str]:
    """What the active threshold misses of what is required, or that it misses nothing; or what it costs."""
    if value_of(REQUIRE.key) == "cost":
        return [] if met_by(used) is None else [_cost_of_chosen(used, chosen, words)]
    wishes = wished()
    if not wishes.count:
        return []
    missed = wishes.missed_at(used, chosen)
    if not missed:
        return [words.say("curve.still_met")]
    facts = _facts(used, chosen, words)
    parts = [words.say(f"curve.misses_{name}", **facts, **_required_texts()) for name in missed]
    return [words.say("curve.misses", missed=words.say("curve.asked_and").join(parts))]


def _required_texts() -> dict[str, str]:
    wishes = wished()
    shares = {"precision": wishes.precision, "recall": wishes.recall}
    return {
        **{f"required_{name}": NumberText(f"{share:.6g}") for name, share in shares.items() if share},
        "limit": count_text(float(wishes.alerts or 0)),
    }


def _offered(used: Deployment, chosen: int) -> dict[str, int]:
    """Other thresholds that are one click away, by the keys of their buttons."""
    index = met_by(used)
    if index is not None:
        return {"go_there": index} if index != chosen else {}
    if value_of(REQUIRE.key) == "cost":
        return {}
    nearest = _answer(used).nearest
    return {f"take_{name}": at for name, at in nearest.items() if at != chosen}


def _offer(key: str, used: Deployment, index: int, words: Words) -> str:
    threshold = threshold_text(used.points.threshold, index)
    if key != "go_there":
        return words.say("curve.take_nearest", threshold=threshold)
    kind = str(value_of(REQUIRE.key)) if is_asked() else "f1"
    return words.say(f"curve.back_{kind}", threshold=threshold)


def _ask_limit(used: Deployment, words: Words) -> None:
    """A choice of what alerts are limited on, where the data have days; else the words that say it."""
    if not deployment_form.day_column():
        st.markdown(deployment_form.unit(used, words), width="content")
        return
    st.selectbox(
        words.say("curve.limit"),
        LIMIT.options,
        format_func=lambda name: words.say(f"curve.limit_{name}"),
        key="limit",
        on_change=threshold_control.follow,
        persist_state="session",
        label_visibility="collapsed",
        width=LIMIT_WIDTH,
    )


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
        on_change=_take_typed,
        args=(name,),
        persist_state="session",
        label_visibility="collapsed",
        width=width,
        **empty,
    )


def _take_typed(name: str) -> None:
    """Let the threshold follow; take 93 for 93 per cent: no precision and no recall is above 1."""
    typed = value_of(name)
    if typed is not None and SETTINGS[name].most == 1 and typed > 1:
        put(**{name: typed / MOST_PER_CENT})
    threshold_control.follow()


def _answer(used: Deployment) -> Answer:
    return kept(_answer_of, used, *astuple(wished()))


def _answer_of(
    used: Deployment, precision: float | None, recall: float | None, alerts: float | None, every_day: bool
) -> Answer:
    return answer(used, Wishes(precision, recall, alerts, every_day))


def _asked_costs() -> tuple[float, float, float]:
    return value_of(COST_FP.key), value_of(COST_FN.key), value_of(BENEFIT.key)


def _best(used: Deployment, index: int, words: Words) -> str:
    """The threshold that is best, and what it is best at."""
    threshold = threshold_text(used.points.threshold, index)
    kind = value_of(REQUIRE.key)
    if kind == "cost":
        return _cheapest(used, index, words)
    if kind == "f_beta":
        return words.say("curve.best_f_beta", threshold=threshold, beta=NumberText(f"{value_of(BETA.key):g}"))
    return words.say(f"curve.best_{_answer(used).rule}" if is_asked() else "curve.largest_f1", threshold=threshold)


def _cheapest(used: Deployment, index: int, words: Words) -> str:
    """The cost of the cheapest threshold, or its benefit, beside that of calling nothing positive."""
    costs, money = Costs(*_asked_costs()), deployment_form.in_money(used)
    here, none = worth(money, costs, index), worth(money, costs, None)
    texts = {"amount": _amount(here), "of_none": _amount(none), "unit": deployment_form.unit(used, words)}
    threshold = threshold_text(used.points.threshold, index)
    sentence = words.say("curve.best_gain" if here > 0 else "curve.best_cost", threshold=threshold, **texts)
    return sentence + words.say("curve.none_is_cheaper" if none > here else "curve.cost_of_none", **texts)


def _cost_of_chosen(used: Deployment, chosen: int, words: Words) -> str:
    """The cost of the chosen threshold, or its benefit, beside those of the cheapest."""
    index = met_by(used)
    costs, money = Costs(*_asked_costs()), deployment_form.in_money(used)
    here, best = worth(money, costs, chosen), worth(money, costs, index)
    return words.say(
        "curve.chosen_brings" if here > 0 else "curve.chosen_costs",
        amount=_amount(here),
        best=words.say("curve.best_brings" if best > 0 else "curve.best_costs", amount=_amount(best)),
        threshold=threshold_text(used.points.threshold, index or 0),
        unit=deployment_form.unit(used, words),
    )


def _amount(worth: float) -> NumberText:
    return NumberText(rounded_text(abs(worth), ",.0f" if abs(worth) >= LEAST_WHOLE else ".4g"))


def _numbers(used: Deployment, index: int, words: Words) -> str:
    """The rates of a threshold, and its counts in a day or in the file."""
    facts, alerts = _facts(used, index, words), wished().alerts
    count = 1 if facts["called"] == "1" else 2  # as it is written
    sentence = words.say("curve.numbers", count=count, each=deployment_form.unit(used, words, begins=True), **facts)
    at_k = precision_of_highest(used, alerts) if alerts and not deployment_form.day_column() else None
    if at_k is None:
        return sentence
    k, unit = expected_text(float(alerts or 0)), deployment_form.unit(used, words)
    return sentence + words.say("curve.precision_at_k", count=alerts, k=k, unit=unit, precision=ratio_text(at_k))


def _facts(used: Deployment, index: int, words: Words) -> dict[str, str]:
    """The numbers of a threshold as text; one that breaks a requirement does not look as if it met it."""
    day, wishes = used.day(index), wished()
    text_of = expected_text if used.elsewhere else count_text  # those of the data are exact
    called = limited_text(day.alerts, wishes.alerts, text_of)
    unit = deployment_form.unit(used, words)
    alerts = words.say("curve.alerts_of", count=1 if called == "1" else 2, called=called, unit=unit)
    if wishes.every_day:
        found = deployment_form.on_days(used, index, wishes.alerts)
        most = limited_text(found.most, wishes.alerts, expected_text if used.moved else count_text)
        day_of_most = deployment_form.day_text(found.busiest)
        alerts = words.say("curve.alerts_on", count=1 if most == "1" else 2, called=most, day=day_of_most)
    return {
        "precision": ratio_text(day.precision, bound=wishes.precision, decimals=PRINTED_DECIMALS),
        "recall": ratio_text(day.recall, bound=wishes.recall, decimals=PRINTED_DECIMALS),
        "npv": predictive_text(day.negative_predictive_value),
        "called": called,
        "alerts": alerts,
        "right": text_of(day.right),
        "missed": text_of(day.missed),
    }


def _no_threshold(used: Deployment, words: Words) -> str:
    """The points that come nearest, one for each requirement that is given up; and where a line only seems to pass."""
    if value_of(REQUIRE.key) == "cost":
        return words.say("curve.free")
    found = _answer(used)
    together = "curve.impossible_together" if found.enough else "curve.impossible_with_fewer"
    sentence = words.say(together if wished().count > 1 else "curve.impossible")
    for name, index in found.nearest.items():
        threshold = threshold_text(used.points.threshold, index)
        sentence += "\n- " + words.say(f"curve.nearest_{name}", threshold=threshold, **_facts(used, index, words))
    return sentence if found.line is None else f"{sentence}\n\n{_line(used, found.line, words)}"


def _line(used: Deployment, end: int, words: Words) -> str:
    to = threshold_text(used.points.threshold, end)
    if end == 0:
        return words.say("curve.only_the_start", to=to)
    return words.say("curve.only_the_line", after=threshold_text(used.points.threshold, end - 1), to=to)
