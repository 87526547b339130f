"""How every column was understood, and the means to change it."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.columns.label_values import MOST_LABEL_VALUES, label_values
from pr_curve_lab.reading.roles.roles import KINDS, Roles
from pr_curve_lab.reading.roles.unused_columns import unused_numbers
from pr_curve_lab.server.visitor_state import Reading, visitor
from pr_curve_lab.views.data import offers
from pr_curve_lab.views.data.chosen_roles import put_roles, take_roles

SHARES = (4, 3, 5, 3, 3, 4)  # of the width: several scores take more room
IDLE = {"classes": ("positive",), "labels": ("label", "positive")}  # roles that play no part, by kind of scores
MOST_NAMED = 8  # columns that are not used


def show(words: Words) -> None:
    """One selection a role: label, positive value, scores, weight, group, cluster; of several scores, their kind."""
    reading = put_roles()
    _show_columns(reading, words)
    if len(reading.roles.scores) > 1:
        _show_several(reading, words)
    offers.show_choices(words)
    offered = offers.offered_columns()
    unused = [name for name in unused_numbers(reading.table, reading.roles) if name not in offered]
    if unused and reading.roles.kind in ("one", "models"):
        listed = words.say("data.separator").join(code_span(name) for name in unused[:MOST_NAMED])
        more = len(unused) - MOST_NAMED
        st.caption(words.say("data.unused_more" if more > 0 else "data.unused", names=listed, count=more))
    if reading.roles.group is not None:
        groups = int(reading.table.frame[reading.roles.group].nunique())
        st.caption(words.say("data.groups", count=groups, column=code_span(reading.roles.group)))


def show_label_and_scores(words: Words) -> None:
    """The selections of label, positive value and scores alone, below one another, with what else could be meant."""
    reading = put_roles()
    columns = list(reading.table.frame.columns)
    values = label_values(reading.table, reading.roles.label)[:MOST_LABEL_VALUES]
    idle = IDLE.get(reading.roles.kind, ())
    _choose_one("label", columns, words, disabled="label" in idle)
    _choose_one("positive", values, words, disabled="positive" in idle)
    _choose_several("scores", [name for name in columns if name not in _others(reading.roles)], words)
    offers.show_choices(words, only=("chose_label", "chose_score"))


def _show_columns(reading: Reading, words: Words) -> None:
    """The columns of every table; a role that plays no part with these scores stands aside."""
    columns = list(reading.table.frame.columns)
    idle = IDLE.get(reading.roles.kind, ())
    options = {
        "label": columns,
        "positive": label_values(reading.table, reading.roles.label)[:MOST_LABEL_VALUES],
        "scores": [name for name in columns if name not in _others(reading.roles)],
        "weight": columns,
        "group": columns,
        "cluster": columns,
    }
    for side, (role, choices) in zip(st.columns(SHARES), options.items(), strict=True):
        with side:
            if role == "scores":
                _choose_several(role, choices, words)
            else:
                _choose_one(role, choices, words, disabled=role in idle)


def _others(roles: Roles) -> set[str | None]:
    """The columns of other roles, which are no scores: whoever selects all means all others."""
    labels = roles.labels if roles.kind == "labels" else (roles.label,)
    return {*labels, roles.weight, roles.group} - set(roles.scores)


def _choose_one(role: str, choices: list[str], words: Words, *, disabled: bool) -> None:
    unset = {
        "positive": words.say("data.choose"),
        **dict.fromkeys(("weight", "group", "cluster"), words.say("data.none")),
    }
    st.selectbox(
        words.say(f"data.role_{role}"),
        choices,
        index=None if role in unset else 0,
        key=role,
        placeholder=unset.get(role),
        help=words.say(f"data.role_{role}_help"),
        on_change=take_roles,
        disabled=disabled,
    )


def _choose_several(role: str, choices: list[str], words: Words) -> None:
    st.multiselect(
        words.say(f"data.role_{role}"),
        choices,
        key=role,
        placeholder=words.say("data.choose"),
        help=words.say(f"data.role_{role}_help"),
        on_change=take_roles,
    )


def _show_several(reading: Reading, words: Words) -> None:
    """Show what several scores are, and of labels which belongs to which."""
    st.segmented_control(
        words.say("data.kind"),
        KINDS,
        format_func=lambda kind: words.say(f"data.kind_{kind}"),
        key="kind",
        required=True,
        on_change=take_roles,
    )
    if reading.roles.kind == "labels":
        _choose_several("labels", list(reading.table.frame.columns), words)
    asked = visitor().tasks
    if asked.roles == reading.roles:
        st.caption(words.say(f"data.asked_{asked.kind}", pairs=_pairs(asked.roles, asked.names, words)))


def _pairs(roles: Roles, names: tuple[str, ...], words: Words) -> str:
    """The pairs of a score and what it scores; all models score the same label."""
    if roles.kind == "models":
        return words.say("data.separator").join(code_span(score) for score in roles.scores)
    pairs = (
        words.say("data.pair", score=code_span(score), name=code_span(name))
        for score, name in zip(roles.scores, names, strict=True)
    )
    return words.say("data.separator").join(pairs)
