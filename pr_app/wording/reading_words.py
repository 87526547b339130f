"""Another reading of the rows in words, which would give a number that nothing gives on them as they are."""

from __future__ import annotations

from pr_app.analysis.number_answer import Same
from pr_app.analysis.number_texts import NumberText
from pr_app.analysis.other_readings import Reading
from pr_app.analysis.rounding import rounded_text
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span
from pr_app.wording.rounded_to import rounded_to

MOST = 6  # readings that are listed, those that assume least first


def reading_words(same: Same, prevalence: float, words: Words) -> str:
    """The words for a reading of rows with this class balance."""
    return words.say(f"published.otherwise.{same[0].kind}", **_facts(same[0], prevalence, words))


def reading_line(same: Same, prevalence: float, words: Words) -> str:
    """One reading with the schemes by which it gives the number."""
    areas = [
        words.say("published.otherwise.area", name=words.say(f"schemes.{one.scheme}.name"), area=one.area)
        for one in same
    ]
    reading, separator = reading_words(same, prevalence, words), words.say("published.separator")
    return words.say("published.otherwise.line", reading=reading, areas=separator.join(areas))


def _facts(reading: Reading, prevalence: float, words: Words) -> dict[str, object]:
    """The facts that the sentence of a reading names."""
    which = reading.which
    if reading.kind == "prevalence":
        own = NumberText(rounded_text(prevalence, f".{_digits(str(which))}g"))
        return {"which": NumberText(str(which)), "own": own}
    if reading.kind == "decimals":
        return {"which": rounded_to(int(str(which)), words)}
    if reading.kind == "average":
        return {"which": words.say(f"averages.{which}.name")}
    return {"which": code_span(which) if isinstance(which, str) else which}


def _digits(number: str) -> int:
    """How many significant digits a number below 1 is written with, at least two."""
    return max(2, len(number.partition(".")[2].lstrip("0")))
