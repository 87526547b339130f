"""Groups of rows in words: their names, what is found over all of them, and which one fails.

A fold is called by its number, a hospital by its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.group_areas import GroupArea, failing
from pr_curve_lab.analysis.printed_areas import all_alike
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import interval_name
from pr_curve_lab.i18n.model_sentences import MARKDOWN, SentenceFormat


def group_name(name: str, of: Folds, words: Words, *, mark: Callable[[str], str] = str) -> str:
    """Say the name, marked as a name where it stands in a sentence; rows may have none."""
    if not name.strip():
        return words.say("averages.nameless")
    marked = mark(name)
    return words.say("averages.folds.one", name=marked) if of.called == "folds" and name.isdecimal() else marked


def group_names(of: Folds, words: Words) -> list[str]:
    """The names of all groups, as tables and findings have them."""
    return [name if name.strip() else words.say("averages.nameless") for name in of.names]


def finding(
    folds: Folds, groups: Sequence[GroupArea | None], average: str, words: Words, fmt: SentenceFormat = MARKDOWN
) -> str:
    """What there is to see over all groups: the one that fails, else from where to where their areas go.

    groups: each by itself; none of several tasks. average: the kind over these, "" of one task.
    """
    areas, names = folds.area, group_names(folds, words)
    fails = failing(groups)

    def area_of(index: int) -> float:
        return fmt.number(f"fold.area.{names[index]}", float(areas[index]))

    lowest, highest = int(np.nanargmin(areas)), int(np.nanargmax(areas))
    facts: dict[str, Any] = {
        "count": fmt.number("folds", int(folds.counted.sum())),
        "mean": fmt.number("mean_of_folds", folds.mean),
        "low": area_of(lowest),
        "lowest": fmt.name(names[lowest]),
        "high": area_of(highest),
        "highest": fmt.name(names[highest]),
    }
    if fails is None:
        alike = "_alike" if all_alike(areas) else ""
        if not average:
            return words.say(f"averages.{folds.called}.of_one{alike}", **facts)
        return words.say(
            f"averages.{folds.called}.of_several{alike}", average=words.say(f"averages.{average}.name"), **facts
        )
    others = np.where(np.arange(areas.size) == fails, np.nan, areas)
    facts |= {
        "worst": group_name(folds.names[fails], folds, words, mark=fmt.name),
        "area": area_of(fails),
        "low": area_of(int(np.nanargmin(others))),
    }
    facts["count"] = fmt.number("other_groups", int(folds.counted.sum()) - 1)
    return words.say(f"averages.{folds.called}.fails", **facts)


def why_it_fails(folds: Folds, groups: Sequence[GroupArea | None], words: Words, fmt: SentenceFormat = MARKDOWN) -> str:
    """What shows that a group fails, and whether it is better than chance; "" where none does."""
    fails = failing(groups)
    one = None if fails is None else groups[fails]
    if one is None or fails is None:
        return ""
    name, found = group_names(folds, words)[fails], one.beside.found
    return words.say(
        "averages.fails_why",
        interval=interval_name(one.beside, words),
        low=fmt.number(f"fold.interval_low.{name}", found.low),
        high=fmt.number(f"fold.interval_high.{name}", found.high),
    ) + words.say(
        "averages.fails_by_chance" if found.low <= one.chance else "averages.fails_above_chance",
        chance=fmt.number(f"fold.chance.{name}", one.chance),
    )


def spread(folds: Folds, of_all: float, words: Words, fmt: SentenceFormat = MARKDOWN) -> str:
    """Mean and standard deviation, how sure the mean is, and the area of all rows together, which is another number."""
    facts = {
        "mean": fmt.number("mean_of_folds", folds.mean),
        "deviation": fmt.number("deviation_of_folds", folds.deviation),
        "all": fmt.number("all_rows", of_all),
    }
    if np.isnan(folds.deviation):
        said = words.say(f"averages.{folds.called}.only_one", **facts)
    else:
        said, found = words.say("averages.spread", mean=facts["mean"], deviation=facts["deviation"]), folds.interval
        if found is not None:
            ends = {"low": fmt.number("folds.low", found.low), "high": fmt.number("folds.high", found.high)}
            said += words.say("averages.folds.interval", count=int(folds.counted.sum()), **ends)
        said += words.say("averages.of_all_rows", all=facts["all"])
    return said if folds.counted.all() else said + words.say(f"averages.{folds.called}.with_absent")
