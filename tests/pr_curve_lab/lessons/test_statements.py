"""What the texts of lessons say in numbers is computed: in words too, with one rounding, and as the pages print it."""

import re
import string
from collections import defaultdict

import numpy as np
import pytest

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson_json import pictures_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import BLANK, fractions_of, fractions_to_fill_in, step_data
from pr_curve_lab.lessons.step_values import LEVELS, step_values
from pr_metrics import SCHEMES, chance_corrected_area, operating_points, random_average_precision

PARTS = ("asks", "tempts", "title", "says")

# "One" and 一 are numbers only after some words; elsewhere they are a pronoun or an article.
NUMBER_WORDS = {
    "en": r"(?i)\b(?:half|third|quarter|tenths?|hundredth|\w+ieth|twice|double|ten|two|three|four|five|six|seven"
    r"|eights?|nine|eleven|twelve|\w+teen|twenty|thirty|fifty|hundred|thousand|times|zero"
    r"|(?<=\bis )one|(?<=\bat )one|(?<=precision )one|(?<=recall )one|(?<=reach )one|(?<=area )one)\b",
    "zh": r"[零二两三四五六七八九十百千半倍]|(?<=[是为到率在作])一(?![个行次种起部定样批条份路些])",
}
# These count nothing in the rows: things that are compared, names of models, definitions, and ends of a scale.
NEUTRAL = {
    "en": r"two (?:points|ends|extreme|circles|classes|areas|curves|numbers|ways|models|papers|scores|intervals)"
    r"|two random orders"
    r"|third model|the third is|three models|four (?:outcomes|averages|questions|reasons|things)|third reason"
    r"|from zero(?: to one)?|zero divided by zero|unless it is (?:zero|one)|should get zero, or"
    r"|one half(?: is|,| as)[\w ]*(?:ROC|chance)|times(?= chance)|is one (?:of|positive)"
    r"|(?:is|at) one (?:threshold|random)|that width, times",
    "zh": r"两(?:[个点者类端边条篇种张]|次随机排序)|第[一二三]|三个模型|四[个种]|四舍五入|原因[二三四]|并为一点|多半"
    r"|的 倍|几倍",
}


def is_third(facts, before="before_width"):
    return abs(facts["width"] / facts[before] - 1 / 3) < 0.03


def ranks(lesson, number):
    """The ranks of the positives of a step without ties, from 1."""
    data = step_data(LESSONS[lesson].settings(number)).labeled_scores
    return np.flatnonzero(data.positive[np.argsort(-data.score)]) + 1


# Lesson, step (0: its title and purpose), the words in each language, and what must hold for the values of the step.
CLAIMS = [
    ("between", 3, "line starts at one", "", lambda v: np.isclose(v["area"], (1 + v["prevalence"]) / 2)),
    ("between", 3, "mean of the heights", "两头高度的平均", lambda v: np.isclose(v["area"], (1 + v["prevalence"]) / 2)),
    ("between", 2, "one half would be", "", lambda v: v["area"] == v["prevalence"] < 0.5),
    ("between", 4, "Flagging half of the rows", "把一半的行判为正例", lambda v: v["points"] == 1),
    ("ends", 1, "recall is one", "", lambda v: v["recall"] == 1),
    ("ends", 2, "One is the recall", "", lambda v: v["recall"] == 1),
    ("ends", 2, "seems to end at zero", "", lambda v: v["precision"] > 0),
    ("ends", 3, "Recall is zero", "", lambda v: v["recall"] == v["called"] == 0),
    ("ends", 3, "precision of one, and no hit like zero", "", lambda v: np.isnan(v["precision"])),
    ("ends", 3, "it is zero", "", lambda v: np.isnan(v["precision"])),
    ("ends", 3, "it is one", "", lambda v: np.isnan(v["precision"])),
    ("ends", 5, "at recall zero and precision one", "", lambda v: v["linear_area"] > v["step_area"]),
    ("ends", 5, "first point has precision one", "", lambda v: v["first_precision"] < 1),
    ("floor", 1, "like one half", "", lambda v: v["prevalence"] < 0.5),
    ("floor", 2, "One half sounds", "", lambda v: v["prevalence"] > 0.5),
    ("meaning", 0, "area of three tenths", "面积为零点三", lambda v: f"{v['area']:.3f}" == "0.300"),
    ("meaning", 1, "Two hits at the top", "前两次命中时", lambda _: ranks("meaning", 1)[:3].tolist() == [1, 2, 24]),
    ("meaning", 1, "two hits on top", "前两次命中时", lambda _: ranks("meaning", 1)[:3].tolist() == [1, 2, 24]),
    ("missed", 2, "recall should reach one", "", lambda v: v["recall"] < 1),
    ("missed", 5, "has area one", "", lambda v: v["area"] < 1),
    ("missed", 5, "found at precision one", "", lambda v: v["area"] == v["scored_positives"] / v["positives"]),
    ("missed", 6, "count zero", "", lambda v: v["levels_beyond"] == sum(v["reached"] < LEVELS)),
    ("missed", 6, "counts zero", "", lambda v: v["levels_beyond"] == sum(v["reached"] < LEVELS)),
    ("numbers", 5, "eleven levels", "", lambda v: v["levels"] == 11),
    ("numbers", 7, "eleven levels", "", lambda v: v["levels"] == 11),
    ("numbers", 8, "three decimals", "三位小数", lambda _: DISPLAY_DECIMALS == 3),
    ("rare", 3, "ten times the negatives", "反例是原来的十倍", lambda v: v["negatives"] == 10 * v["first_negatives"]),
    (
        "rare",
        3,
        "ten times the false alarms",
        "误报也是原来的十倍",
        lambda v: v["false_positives"] == 10 * v["first_false_positives"],
    ),
    (
        "roc",
        1,
        "half of the positives right at the top",
        "把一半的正例排在最前面，另一半",
        lambda v: ranks("roc", 1)[:5].tolist() == [1, 2, 3, 4, 5] and v["positives"] == 10,
    ),
    ("roc", 3, "half of the positives", "一半的正例", lambda v: 2 * v["true_positives"] == v["positives"]),
    ("roc", 7, "the other half of its positives", "另一半正例", lambda _: ranks("roc", 7)[5] > ranks("roc", 2)[-1]),
    ("floor", 8, "zero on this scale", "", lambda v: chance_corrected_area(v["prevalence"], v["prevalence"]) == 0),
    (
        "many",
        4,
        "counts cats times and foxes times",
        "",
        lambda v: np.isclose(v["weighted"], np.average(areas(v), weights=positives(v))),
    ),
    (
        "many",
        6,
        "counts one if its true label has the higher score, one half if not",
        "",
        lambda v: np.isclose(v["samples"], (8 + 2 / 2) / 10),
    ),
    ("many", 6, "precision one half", "查准率是一半", lambda v: np.isclose(v["samples"], (8 + 2 / 2) / 10)),
    ("sum", 5, "two steps", "两级台阶", lambda v: v["positives"] == 2),
    ("sure", 0, "ten positives", "十个正例", lambda v: v["positives"] == 10),
    ("sure", 3, "Ten times the rows", "行数增加到原来的十倍", lambda v: v["rows"] == 10 * v["before_rows"]),
    ("sure", 3, "ten times the positives", "正例增至十倍", lambda v: v["positives"] == 10 * v["before_positives"]),
    ("sure", 3, "a quarter of the width", "四分之一", lambda v: abs(v["before_width"] / v["width"] - 4) < 0.1),
    (
        "sure",
        4,
        "Ten times as many again",
        "再增加到原来的十倍",
        lambda v: v["positives"] == 10 * v["before_positives"],
    ),
    (
        "sure",
        4,
        "Ten times the rows looks like ten times as sure",
        "行数是十倍，好像把握也是十倍",
        lambda v: v["rows"] == 10 * v["before_rows"],
    ),
    ("sure", 4, "a tenth of the width before", "刚才宽度的十分之一", lambda v: v["before_width"] / v["width"] < 5),
    ("sure", 4, "a third of the width before", "刚才宽度的三分之一", is_third),
    ("sure", 4, "About a third:", "约三分之一：", is_third),
    (
        "sure",
        4,
        "half the width takes four times as many",
        "宽度减半，需要四倍的正例",
        lambda v: abs(v["before_width"] / v["width"] / 10**0.5 - 1) < 0.03,
    ),
    ("sure", 5, "an eight", "数字“八”", lambda v: v["positives"] == 46),
    ("sure", 6, "difference is above zero", "", lambda v: v["lead_low"] > 0),
    ("sure", 7, "Zero lies in the interval", "", lambda v: v["lead_low"] < 0 < v["lead_high"]),
    ("wishes", 5, "two share the next score", "接下来的两笔恰好同分", lambda v: next_rows(v) == 2),
    (
        "wishes",
        5,
        "one too many",
        "超出了一笔",
        lambda v: v["called"] + next_rows(v) == float(v["required_max_alerts"]) + 1,
    ),
    ("wishes", 5, "two more rows at once", "有两笔同分，一次要多判两笔", lambda v: next_rows(v) == 2),
]


def areas(facts):
    return [facts["area_of_first"], facts["area_of_second"]]


def positives(facts):
    return [facts["positives_of_first"], facts["positives_of_second"]]


def next_rows(facts):
    """The rows at the threshold after that of the lesson on requirements."""
    score = step_data(LESSONS["wishes"].settings(5)).labeled_scores.score
    return int((score == score[score < facts["level"]].max()).sum())


def texts(lesson, number, language):
    """The texts of a step without their fields, by key; number 0 has the title and the purpose of the lesson."""
    catalog, prefix = messages_in(language).catalog, f"lesson_steps.{lesson}."
    start = f"{prefix}step{number}." if number else prefix
    names = (*PARTS, *LESSONS[lesson].steps[number - 1].options) if number else ("title", "about")
    return {name: " ".join(literal_text(catalog[start + name]).split()) for name in names if start + name in catalog}


def literal_text(sentence):
    return "".join(text for text, *_ in string.Formatter().parse(sentence))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_number_in_words_is_a_checked_claim(lesson, language):
    """A new one needs a line in `CLAIMS` with its check, or in `NEUTRAL` if it counts nothing in the rows."""
    column, unchecked = 2 + list(LANGUAGES).index(language), {}
    for number in range(len(LESSONS[lesson].steps) + 1):
        claims = [re.escape(claim[column]) for claim in CLAIMS if claim[:2] == (lesson, number) and claim[column]]
        known = "|".join([*claims, NEUTRAL[language]])
        for name, text in texts(lesson, number, language).items():
            rest = re.sub(known, " … ", text, flags=re.IGNORECASE)
            unchecked |= {(number, name, found): rest for found in re.findall(NUMBER_WORDS[language], rest)}
    assert not unchecked


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: "-".join(map(str, claim[:3])))
def test_a_claim_in_words_is_said_and_true(claim):
    lesson, number, *phrases, holds = claim
    for language, phrase in zip(LANGUAGES, phrases, strict=True):
        said = " ".join(texts(lesson, number, language).values())
        assert phrase.lower() in said.lower(), language
    assert holds(step_values(LESSONS[lesson], number or 1))


# Texts in place of a number, and the number that they are of.
TEXT_SOURCES = {"balance": "prevalence", "threshold": "level"}


def printed_numbers(lesson, language):
    """Every number with decimals that a lesson prints, by value: its texts and where they are."""
    messages, printed = messages_in(language), defaultdict(dict)

    def add(value, text, place):
        if isinstance(value, int | float) and np.isfinite(value):
            printed[round(float(value), 12)][float(str(text).replace("−", "-").replace(",", ""))] = place

    for number, step in enumerate(lesson.steps, start=1):
        facts, prefix = step_values(lesson, number), f"lesson_steps.{lesson.key}.step{number}."
        keys = [*(prefix + part for part in PARTS), *(f"lessons.{name}_fraction" for name in step.formulas)]
        for key in (key for key in keys if key in messages.catalog):
            for _, field, spec, _ in string.Formatter().parse(messages.catalog[key]):
                if field and not isinstance(facts.get(field), str | dict):
                    add(facts.get(field), messages.format_number(facts.get(field, 0), spec), (number, key, field))
                elif field:
                    name = next((field.replace(*one) for one in TEXT_SOURCES.items() if field.endswith(one[0])), field)
                    add(facts.get(name.removesuffix("_text")), facts.get(field), (number, key, field))
        for picture in pictures_json(lesson.settings(number), messages):
            for curve in (picture, *(one for name in ("curves", "others", "values") for one in picture.get(name, ()))):
                for name in {"area", "low", "high"} & curve.keys():
                    add(curve[name], messages.format_number(curve[name], ".3f"), (number, picture["kind"], name))
            if "baseline_text" in picture:
                add(picture["baseline"], picture["baseline_text"], (number, picture["kind"], "baseline"))
    return printed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
def test_a_number_is_rounded_alike_all_through_a_lesson(lesson, language):
    """0.10 and 0.100 are alike, 0.63 and 0.625 are not. Ratios have two decimals, areas and their intervals three."""
    printed = printed_numbers(lesson, language)
    assert printed
    assert not [texts for texts in printed.values() if len(texts) > 1]


def test_a_rounded_ratio_is_not_called_equal():
    """2/3 is about 0.67, as 5/6 is about 0.833 in the sum of an area, and 3/4 is 0.75."""
    for number, sign in ((4, r"\approx 0.67"), (5, "= 0.75")):
        lesson, messages = LESSONS["curve"], messages_in("en")
        step, settings, values = lesson.steps[number - 1], lesson.settings(number), step_values(lesson, number)
        assert fractions_of(step, settings, values, messages)[0].endswith(sign)
        assert fractions_to_fill_in(step, settings, values, messages)[0].endswith(rf"= {BLANK}")


def test_rules_that_lessons_state_for_all_data_hold():
    """Straight lines never have more than steps without ties; recall never goes back; chance has more than its line."""
    random = np.random.default_rng(11)
    for _ in range(200):
        positive = random.random(random.integers(2, 60)) < random.choice([0.1, 0.3, 0.7])
        positive[random.integers(positive.size)] = True
        points = operating_points(positive, random.permutation(positive.size))
        step, linear, continuous = (SCHEMES[scheme].area(points) for scheme in ("step", "linear", "continuous"))
        assert linear <= continuous + 1e-12 <= step + 2e-12
        assert (np.diff(points.recall) >= 0).all()
        assert (np.diff(points.precision)[np.diff(points.recall) == 0] <= 0).all()
        assert (np.diff(points.precision)[np.diff(points.recall) > 0] >= 0).all()
        assert random_average_precision(points.positives, points.negatives) >= points.prevalence
        assert points.precision[-1] == points.prevalence


def test_a_random_order_of_the_ties_most_likely_raises_the_area():
    lesson, random = LESSONS["between"], np.random.default_rng(7)
    tied = step_values(lesson, 5)["area"]
    data = step_data(lesson.settings(5)).labeled_scores
    orders = [np.lexsort((random.random(data.size), -data.score)) for _ in range(500)]
    areas_by_order = [
        SCHEMES["step"].area(operating_points(data.positive[order], -np.arange(data.size))) for order in orders
    ]
    assert np.mean(np.array(areas_by_order) > tied) > 0.9
