"""The page Data: the role of each column, and the means to change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import streamlit as st

from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.schema.column_values import MOST_LABEL_VALUES, label_values
from pr_curve_lab.schema.extra_columns import with_total
from pr_curve_lab.schema.infer_roles import numeric_columns, positive_of
from pr_curve_lab.schema.multi_scores import guess_kind, guess_labels, match_labels
from pr_curve_lab.schema.role_options import Choice, Offer, choices
from pr_curve_lab.schema.roles import KINDS, MOST_MISSED, Roles, unused_numbers
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.visitor_state import Reading, kept_about, put_translated, value_of, visitor

OF_ONE_COLUMN = ("label", "positive", "weight", "group", "cluster", "total", "total_by")
OF_SEVERAL = ("scores", "labels")


def put_roles() -> Reading:
    """Set the widgets to the roles of what is being read, and give it."""
    state = visitor()
    state.shown = state.reading
    shown = asdict(state.reading.roles)
    put_translated(**{role: list(value) if isinstance(value, tuple) else value for role, value in shown.items()})
    return state.reading


def take_roles() -> None:
    """Count again with the roles that the widgets show; a new label column gets a new guess of its positive value."""
    state = visitor()
    reading = state.reading
    if state.shown is not reading:  # a new table came with the same message: these widgets speak of the one before
        return
    leave_out = value_of("leave_out")
    leave_out = reading.leave_out if leave_out is None else bool(leave_out)
    data_in_use.count_again(replace(reading, roles=_roles_shown(reading), leave_out=leave_out))


def take_offer(roles: Roles) -> None:
    """Count again with the roles of an offer."""
    data_in_use.count_again(replace(visitor().reading, roles=roles))


def _roles_shown(reading: Reading) -> Roles:
    """The roles that the widgets show; what one of them has just made impossible is guessed anew."""
    before = reading.roles
    shown: dict[str, Any] = {role: value_of(role) for role in OF_ONE_COLUMN}
    scores, labels = (tuple(value_of(role) or getattr(before, role)) for role in OF_SEVERAL)
    turned, percent, logit = (
        tuple(column for column in columns if column in scores)
        for columns in (before.turned, before.percent, before.logit)
    )
    roles = replace(before, **shown, scores=scores, labels=labels, turned=turned, percent=percent, logit=logit)
    roles = replace(roles, kind=value_of("kind") or before.kind, missed=int(value_of("missed") or 0))
    taken = (roles.label, *roles.scores, *roles.labels, roles.weight)
    if roles.cluster in taken and roles.cluster == before.cluster:  # as it was guessed, or chosen before
        roles = replace(roles, cluster=None)
    if roles.total != before.total:
        roles = with_total(reading.table, roles, roles.total)
    if roles.group != before.group:
        roles = replace(roles, part=None)
    if (roles.label, roles.scores) != (before.label, before.scores):
        roles = replace(roles, prediction=None)
    if roles.kind == "labels" and (before.kind != "labels" or set(roles.labels) != set(before.labels)):
        return guess_labels(reading.table, roles) if before.kind != "labels" else match_labels(roles)
    if roles.label != before.label:
        roles = replace(roles, positive=positive_of(reading.table, roles.label))
    elif roles.positive is None:  # Escape empties an open list, which nobody means by it
        roles = replace(roles, positive=before.positive)
    if (roles.label, len(roles.scores) > 1) != (before.label, len(before.scores) > 1):
        roles = guess_kind(reading.table, roles)
    return roles if roles.kind == "labels" else replace(roles, labels=())


def show_choices(words: Words, *, only: Sequence[str] = ()) -> None:
    """Say what was chosen where it is not beyond doubt, and offer the others. only: the keys that are wanted."""
    reading = visitor().reading
    for choice in choices_of(reading):
        if only and choice.said.key not in only:
            continue
        with st.container(horizontal=True, vertical_alignment="center", key=choice.said.key):
            st.markdown(words.say_problem(choice.said), width="content")
            show_buttons(choice.said.key, choice.offers, words)


def offered_columns() -> set[str]:
    """The columns that one of the offers would use."""
    offered = [offer.roles for choice in choices_of(visitor().reading) for offer in choice.offers]
    return {column for roles in offered for column in (roles.label, *roles.scores)}


def choices_of(reading: Reading) -> list[Choice]:
    """What was chosen about the columns and could be otherwise."""
    return kept_about(reading, choices, reading.table, reading.roles)


def show_buttons(about: str, offers: Sequence[Offer], words: Words) -> None:
    """Show a button for each offer."""
    for number, offer in enumerate(offers):
        says = words.say(f"data.offer_{offer.does}", value=code_span(offer.value))
        st.button(says, key=f"offer_{about}_{number}", on_click=take_offer, args=(offer.roles,))


SHARES = (4, 3, 5, 3, 3, 4)  # of the width: several scores take more room
IDLE = {"classes": ("positive",), "labels": ("label", "positive")}  # roles that play no part, by kind of scores
MOST_NAMED = 8  # columns that are not used


def show_column_roles(words: Words) -> None:
    """One selection a role: label, positive value, scores, weight, group, cluster; of several scores, their kind."""
    reading = put_roles()
    _show_columns(reading, words)
    if len(reading.roles.scores) > 1:
        _show_several(reading, words)
    show_choices(words)
    offered = offered_columns()
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
    show_choices(words, only=("chose_label", "chose_score"))


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
    for side, (role, possible) in zip(st.columns(SHARES), options.items(), strict=True):
        with side:
            if role == "scores":
                _choose_several(role, possible, words)
            else:
                _choose_one(role, possible, words, disabled=role in idle)


def _others(roles: Roles) -> set[str | None]:
    """The columns of other roles, which are no scores: whoever selects all means all others."""
    labels = roles.labels if roles.kind == "labels" else (roles.label,)
    return {*labels, roles.weight, roles.group} - set(roles.scores)


def _choose_one(role: str, possible: list[str], words: Words, *, disabled: bool) -> None:
    unset = {
        "positive": words.say("data.choose"),
        **dict.fromkeys(("weight", "group", "cluster"), words.say("data.none")),
    }
    st.selectbox(
        words.say(f"data.role_{role}"),
        possible,
        index=None if role in unset else 0,
        key=role,
        placeholder=unset.get(role),
        help=words.say(f"data.role_{role}_help"),
        on_change=take_roles,
        disabled=disabled,
    )


def _choose_several(role: str, possible: list[str], words: Words) -> None:
    st.multiselect(
        words.say(f"data.role_{role}"),
        possible,
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


def show_never_scored(words: Words) -> None:
    """Ask for either, where the scores are of one label."""
    reading = visitor().reading
    roles = reading.roles
    if roles.kind not in ("one", "models") and not roles.missed and roles.total is None:
        return
    columns = [name for name in reading.table.frame.columns if name not in (roles.label, *roles.scores)]
    numbers = [name for name in numeric_columns(reading.table, roles.label) if name in columns]
    with st.expander(words.say("data.never_scored"), key="never_scored", expanded=bool(roles.missed or roles.total)):
        number_side, column_side, unit_side = st.columns(3)
        number_side.number_input(
            words.say("data.role_missed"),
            min_value=0,
            max_value=MOST_MISSED,
            step=1,
            key="missed",
            help=words.say("data.role_missed_help"),
            on_change=take_roles,
            disabled=roles.total is not None,
        )
        with column_side:
            _choose_column("total", numbers, words.say("data.none"), words, disabled=False)
        with unit_side:
            units = [name for name in columns if name != roles.total]
            _choose_column("total_by", units, words.say("data.all_rows"), words, disabled=roles.total is None)


def _choose_column(role: str, columns: list[str], unset: str, words: Words, *, disabled: bool) -> None:
    st.selectbox(
        words.say(f"data.role_{role}"),
        columns,
        index=None,
        key=role,
        placeholder=unset,
        help=words.say(f"data.role_{role}_help"),
        on_change=take_roles,
        disabled=disabled,
    )
