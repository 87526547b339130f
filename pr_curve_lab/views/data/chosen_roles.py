"""The roles that the widgets of the columns show: set from what is being read, and taken over when one changes."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pr_curve_lab.reading.roles.all_positives import with_total
from pr_curve_lab.reading.roles.guessed_roles import positive_of
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.several_scores import guess_kind, guess_labels, match_labels
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.visitor_state import Reading, put_translated, value_of, visitor

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
