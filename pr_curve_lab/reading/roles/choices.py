"""What was chosen about the columns of a table and could be otherwise: each choice is said, with the others to take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pr_curve_lab.reading.columns.label_values import label_values
from pr_curve_lab.reading.columns.names import COUNTS, TOTALS, is_named
from pr_curve_lab.reading.columns.positive_value import guess_positive, is_named_after
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.all_positives import total_column, units_of, with_total
from pr_curve_lab.reading.roles.clusters import cluster_columns
from pr_curve_lab.reading.roles.guessed_roles import decide_beside, guess, numeric_columns, positive_of
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.reading.roles.several_scores import guess_kind

MOST_OTHERS = 4  # columns that are offered in place of one


@dataclass(frozen=True)
class Offer:
    """Other roles, and what taking them does: a key of the catalogue, with the value or column that it names."""

    does: str
    value: str
    roles: Roles


@dataclass(frozen=True)
class Choice:
    """A sentence about what was taken, and what could be taken instead."""

    said: Problem
    offers: tuple[Offer, ...]


def choices(table: Table, roles: Roles) -> list[Choice]:
    """Choices that are not beyond doubt.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> [(choice.said.key, choice.offers[0].value) for choice in choices(table, Roles("y", "dog", ("s",)))]
    [('chose_positive_rarer', 'cat')]
    """
    of_scores = (_positive, _confidence, _other_score, _turned, _scaled)
    of_rows = (_part, _counts, _total, _once)
    looks = (*of_scores, *of_rows, _score, _label)
    return [choice for choice in (look(table, roles) for look in looks) if choice is not None]


def cluster_offers(table: Table, roles: Roles) -> tuple[Offer, ...]:
    """What else intervals can do about persons, images or queries: take rows as independent, or keep others together.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"user": [*range(12)] * 2, "y": [0, 1] * 12, "s": range(24)})
    >>> [offer.does for offer in cluster_offers(Table("t", frame), Roles("y", "1", ("s",), cluster="user"))]
    ['apart']
    """
    others = [name for name in cluster_columns(table, roles) if name != roles.cluster][:MOST_OTHERS]
    apart = () if roles.cluster is None else (Offer("apart", roles.cluster, replace(roles, cluster=None)),)
    return (*apart, *(Offer("together", name, replace(roles, cluster=name)) for name in others))


def _positive(table: Table, roles: Roles) -> Choice | None:
    """The positive value of two, unless the words leave no doubt and nobody has chosen the other."""
    values = label_values(table, roles.label)
    if roles.kind not in ("one", "models") or len(values) != 2 or roles.positive not in values:
        return None
    guessed = guess_positive(table, roles.label, numeric_columns(table, roles.label))
    if guessed is None or (guessed.why == "plain" and guessed.value == roles.positive):
        return None
    other = next(value for value in values if value != roles.positive)
    why = guessed.why if guessed.value == roles.positive else "yours"
    said = Problem(f"chose_positive_{why}", value=roles.positive, column=roles.label)
    return Choice(said, (Offer("take", other, replace(roles, positive=other)),))


def _other_score(table: Table, roles: Roles) -> Choice | None:
    """A score that is named after the negative value, and taken as it stands."""
    others = [value for value in label_values(table, roles.label) if value != roles.positive]
    if roles.kind != "one" or roles.positive is None or len(others) != 1 or roles.turned or roles.prediction:
        return None
    score, other = roles.scores[0], others[0]
    if not is_named_after(score, other) or is_named_after(score, roles.positive):
        return None
    turn = Offer("turn", score, replace(roles, turned=(score,)))
    take = Offer("take_positive", other, replace(roles, positive=other))
    return Choice(Problem("chose_other_score", column=score, value=other), (turn, take))


def _turned(_: Table, roles: Roles) -> Choice | None:
    """Scores of which the lower are the more positive."""
    if not roles.turned:
        return None
    columns = ", ".join(roles.turned)
    return Choice(Problem("chose_turned", column=columns), (Offer("unturn", columns, replace(roles, turned=())),))


def _confidence(_: Table, roles: Roles) -> Choice | None:
    """Scores that say how sure a prediction is."""
    if roles.prediction is None or roles.kind != "one":
        return None
    said = Problem("chose_confidence", column=roles.scores[0], prediction=roles.prediction)
    return Choice(said, (Offer("as_it_stands", roles.scores[0], replace(roles, prediction=None)),))


def _part(table: Table, roles: Roles) -> Choice | None:
    """The rows of one part of the group."""
    if roles.part is None or roles.group is None:
        return None
    others = [value for value in label_values(table, roles.group) if value != roles.part]
    offers = [Offer("take", value, replace(roles, part=value)) for value in others]
    said = Problem("chose_part", value=roles.part, column=roles.group)
    return Choice(said, (*offers, Offer("take_all", roles.group, replace(roles, part=None))))


def _counts(_: Table, roles: Roles) -> Choice | None:
    """Lines that stand for several rows."""
    if roles.weight is None or not is_named(COUNTS, roles.weight):
        return None
    said = Problem("chose_counts", column=roles.weight)
    return Choice(said, (Offer("once_each", roles.weight, replace(roles, weight=None)),))


def _total(table: Table, roles: Roles) -> Choice | None:
    """A column of all positives there are, taken or not; of classes it is only named."""
    if roles.kind in ("classes", "labels"):
        named = next((name for name in table.frame.columns if is_named(TOTALS, name)), None)
        return None if named is None else Choice(Problem("chose_total_of_classes", column=named), ())
    if roles.total is None:
        column = total_column(table, roles)
        found = () if column is None else (Offer("take", column, with_total(table, roles, column)),)
        return Choice(Problem("chose_no_total", column=column), found) if found else None
    none = Offer("as_scored", roles.total, replace(roles, total=None, total_by=None))
    if roles.total_by is not None:
        said = Problem("chose_total_of_each", column=roles.total, unit=roles.total_by)
        one = table.frame[roles.total].nunique() == 1
        return Choice(said, (none, *((Offer("in_all", "", replace(roles, total_by=None)),) if one else ())))
    units = units_of(table, roles, roles.total)[:1]
    each = tuple(Offer("for_each", unit, replace(roles, total_by=unit)) for unit in units)
    return Choice(Problem("chose_total", column=roles.total), (none, *each))


def _once(_: Table, roles: Roles) -> Choice | None:
    """Rows that come again, counted once."""
    if not roles.once:
        return None
    return Choice(Problem("chose_once"), (Offer("count_again", "", replace(roles, once=False)),))


def _scaled(_: Table, roles: Roles) -> Choice | None:
    """Scores that are read as per cent or as log odds."""
    if not roles.percent and not roles.logit:
        return None
    named = ", ".join(roles.percent or roles.logit)
    said = Problem("chose_percent", column=named) if roles.percent else Problem("chose_logit", column=named)
    return Choice(said, (Offer("as_it_stands", named, replace(roles, percent=(), logit=())),))


def _score(table: Table, roles: Roles) -> Choice | None:
    """The score, or the models, where another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    found = guess(table)
    is_guessed = replace(found.roles, scores=roles.scores, positive=roles.positive) == replace(roles, turned=())
    decided = found.score if is_guessed else decide_beside(table, roles)
    others = [name for name in (*decided.taken, *decided.others) if name not in roles.scores][:MOST_OTHERS]
    if not others:
        return None
    return Choice(
        Problem("chose_score", column=", ".join(roles.scores)),
        tuple(
            Offer("take", name, replace(roles, scores=(name,), kind="one", turned=(), prediction=None))
            for name in others
        ),
    )


def _label(table: Table, roles: Roles) -> Choice | None:
    """The label, where another column could be meant."""
    if roles.kind not in ("one", "models"):
        return None
    decided = guess(table).label
    possible = [*decided.taken, *decided.others] if roles.label in (*decided.taken, *decided.others) else []
    others = [name for name in possible if name not in (roles.label, *roles.scores)][:MOST_OTHERS]
    if not others:
        return None
    offers = tuple(Offer("take", name, _with(table, roles, name)) for name in others)
    return Choice(Problem("chose_label", column=roles.label), offers)


def _with(table: Table, roles: Roles, label: str) -> Roles:
    return guess_kind(table, replace(roles, label=label, positive=positive_of(table, label)))
