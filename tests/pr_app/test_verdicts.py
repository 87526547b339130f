"""Sentences about models are the same by whichever hand; names and numbers are written by it alone."""

import pytest

from pr_app import verdicts
from pr_app.examples import example_questions
from pr_app.samples import Sampled
from pr_app.winners import turn_between
from pr_app.words import LANGUAGES, words_in
from pr_metrics import Interval, OperatingPoints, rank_models

FOUR = example_questions("four_models")
POINTS = {name: FOUR.points(name) for name in FOUR.names}
RANKING = rank_models(POINTS)
SAME = OperatingPoints.from_counts([1], [1], [1])


class Marked(float):
    """A number that is formatted between marks."""

    def __format__(self, spec):
        return f"#{format(int(self) if self.is_integer() else float(self), spec)}#"


MARKED = verdicts.Hand(
    name=lambda name: f"`{name}`",
    number=lambda _, value: Marked(value),
    written=lambda _, __, text: f"#{text}#",
)


def turn_of(schemes):
    return turn_between(RANKING, schemes, POINTS.__getitem__, FOUR.cases)


def sentences(schemes, words, hand):
    turn = turn_of(schemes)
    said = [verdicts.headline(RANKING, schemes, words, hand), verdicts.caption(2, turn, words, hand)]
    areas = {"forest": Interval(0.5, 0.9, 0.95), "tree": Interval(0.4, 0.6, 0.95)}
    for low, rows in ((-0.1, 20), (0.1, 20), (0.1, 3), (0.0, 20)):
        found = Sampled(areas, "tree", Interval(low, 0.2 * (low != 0), 0.95))
        said.append(verdicts.lead(found, "forest", rows, words, hand))
    return said if turn is None else [*said, verdicts.what_decides(turn, schemes, words, hand)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("schemes", [("step", "linear"), ("linear", "step"), ("step", "envelope"), ("upper", "lower")])
def test_another_hand_says_the_same(schemes, language):
    words = words_in(language)
    plain, marked = (sentences(schemes, words, hand) for hand in (verdicts.MARKDOWN, MARKED))
    assert [one.replace("#", "") for one in marked] == plain
    assert marked != plain


def test_every_number_of_what_decides_is_written_by_the_hand():
    said = verdicts.what_decides(turn_of(("step", "linear")), ("step", "linear"), words_in("en"), MARKED)
    outside = "".join(part for index, part in enumerate(said.split("#")) if index % 2 == 0)
    assert not any(letter.isdigit() for letter in outside)


def test_more_than_three_in_one_place_are_counted():
    assert verdicts.named(tuple("abcd"), words_in("en"), MARKED) == "`a`, `b`, `c` and #1# more"


def test_the_number_of_models_that_are_alike_is_written_by_the_hand():
    said = verdicts.headline(rank_models(dict.fromkeys("abcd", SAME)), ("step", "linear"), words_in("en"), MARKED)
    assert said == "All #4# models have the same area under every scheme"


@pytest.mark.parametrize("schemes", [("step", "linear"), ("linear", "step")])
def test_counts_of_models_and_stretches_are_written_by_the_hand(schemes):
    words, turn = words_in("en"), turn_of(schemes)
    assert "#2# more models are drawn in grey" in verdicts.caption(2, turn, words, MARKED)
    together = f"The #{turn.deciding}# largest such stretches decide together"
    assert (together in verdicts.what_decides(turn, schemes, words, MARKED)) == (turn.deciding > 1)
