"""Why two numbers for the same rows differ, in one sentence, and in a second what each part of it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from pr_app.analysis.two_numbers import Found, Gap, Source
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import signed_text, size_text
from pr_app.wording.tool_terms import term
from pr_metrics import SCHEMES
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import Departure

DECIMALS = 4  # of a gap and its parts
NEGLIGIBLE = 1e-3  # of the gap


def source_name(source: Source, words: Words) -> str:
    """The short name of a tool, else that of the scheme.

    >>> from pr_app.wording.catalogue import words_in
    >>> source_name(Source(None, "linear_flat", 0.5, Departure(0, 0, 0)), words_in("en"))
    'Straight line, flat start'
    """
    return source.tool.short if source.tool else words.say(f"schemes.{source.scheme}.name")


def cause_sentence(gap: Gap, words: Words) -> str:
    """Say whose habit sets two numbers apart, and which it is."""
    who, other = gap.who, gap.first if gap.by_second else gap.second
    names = {"name": source_name(who, words), "other": source_name(other, words)}
    if gap.cause in ("joining", "levels"):
        joined, other_joined = _joined(who, words), _joined(other, words)
        key = "answer.cause.joining_alike" if joined == other_joined else f"answer.cause.{gap.cause}"
        return words.say(key, **names, joined=joined, other_joined=other_joined)
    if gap.cause == "start":
        start = who.tool.start if who.tool else _start_of_scheme(who)
        return words.say(term("start", start).replace("tools.", "answer.cause."), **names)
    if gap.cause == "ties" and who.tool and who.tool.ties == "by document name":
        return words.say("answer.cause.ties_by_name", **names)
    return words.say(f"answer.cause.{gap.cause}", **names)


def parts_sentence(gap: Gap, first: str, words: Words) -> str:
    """Say by how much the second number is higher or lower than the first, and what each part makes of that.

    first: the words for the first.
    """
    total = gap.second.area - gap.first.area
    key = "answer.apart_higher" if total > 0 else "answer.apart_lower"
    parts = parts_list(gap.parts, total, words, missed=gap.missed)
    return words.say(key, gap=size_text(total, DECIMALS), first=first, parts=parts)


def parts_list(parts: Departure, total: float, words: Words, *, missed: float = 0.0) -> str:
    """The parts that matter beside the whole, the largest first, each with its sign."""
    sizes = {"start": parts.start, "joining": parts.joining, "counting": parts.counting, "missed": missed}
    said = [part for part in sizes if abs(sizes[part]) > max(AREA_ROUNDING, NEGLIGIBLE * abs(total))]
    said.sort(key=lambda part: -abs(sizes[part]))
    texts = [words.say(f"answer.part_{part}", size=signed_text(sizes[part], DECIMALS)) for part in said]
    return words.say("answer.separator").join(texts)


def fits_sentence(found: Found, words: Words) -> str:
    """All that give a number, which nobody said where it comes from."""
    key = "answer.fits_cut" if found.cut_off else "answer.fits"
    names = words.say("answer.separator").join(source_name(one, words) for one in found.sources)
    return words.say(key, number=found.asked.number.text, names=names)


def nearest_sentence(number: float, sources: Sequence[Source], words: Words) -> str:
    """The source that comes nearest to a number that nothing gives."""
    nearest = min(sources, key=lambda one: abs(one.area - number))
    return words.say("answer.nearest", name=source_name(nearest, words), area=nearest.area)


def _joined(source: Source, words: Words) -> str:
    return words.say(f"schemes.{source.scheme}.joined") if source.scheme else words.say("answer.cause.by_slipped_lines")


def _start_of_scheme(source: Source) -> str:
    return SCHEMES[str(source.scheme)].start
