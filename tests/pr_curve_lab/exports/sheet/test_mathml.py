import re

import pytest

from pr_curve_lab.i18n.formulas import latex_to_mathml
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import fractions_of, fractions_to_fill_in
from pr_curve_lab.lessons.step_values import step_values
from tests.pr_curve_lab.exports.parsed import parsed

STEPS = [(lesson, number + 1) for lesson in LESSONS.values() for number in range(len(lesson.steps))]
KNOWN = {"math", "mrow", "mfrac", "mn", "mo", "mi", "mtext", "mtable", "mtr", "mtd", "msub", "mstyle", "mspace"}
COMMANDS = r"\\(begin|end)\{aligned\}|\\t?frac|\\text|\\dots|\\left|\\right|\\big|\\;|\\\\|[&{}_]"
SIGNS = {r"\times": "×", r"\approx": "≈", r"\pi": "π", "-": "−"}


def written(make):
    """Yield every formula of every lesson in every language."""
    for language in LANGUAGES:
        for lesson, number in STEPS:
            step, settings, facts = lesson.steps[number - 1], lesson.settings(number), step_values(lesson, number)
            yield from make(step, settings, facts, messages_in(language))


@pytest.mark.parametrize("make", [fractions_of, fractions_to_fill_in])
def test_every_formula_is_converted_to_mathml_elements(make):
    for latex in written(make):
        math = parsed(latex_to_mathml(latex, messages_in("en")).encode())
        assert {one.tag for one in math.every()} <= KNOWN, latex
        assert not re.search(r"[\\{}&]", math.text), latex
        assert len(list(math.every("mfrac"))) == len(re.findall(r"\\t?frac", latex)), latex
        assert len(list(math.every("mtr"))) == (latex.count(r"\\") + 1 if "aligned" in latex else 0), latex


def test_the_conversion_keeps_all_text():
    for latex in written(fractions_of):
        read = re.sub(
            r"\\(begin|end)\{aligned\}|\\t?frac|\\text|\\dots|\\left|\\right|\\big|\\;|\\\\|[&{}_]", "", latex
        )
        for sign, drawn in SIGNS.items():
            read = read.replace(sign, drawn)
        drawn = parsed(latex_to_mathml(latex, messages_in("en")).encode()).text
        assert re.sub(r"\s", "", drawn.replace("…", "")) == re.sub(r"\s", "", read), latex


def test_a_fraction_to_fill_in_shows_no_number():
    for latex in written(fractions_to_fill_in):
        room = re.sub(r"\\hspace\{[\d.]+em\}", "", latex)
        assert room.count("hspace") == 0
        assert set(re.findall(r"\d+", room)) <= {"1", "2"}, latex  # of 1 - π, F_1 and 2 hits
        assert len(re.findall("hspace", latex)) >= 2, latex
