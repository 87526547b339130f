"""What a class answered: a histogram of its guesses, bars of its votes, and the questions that were hardest.

The browser only places these parts, so that a lesson without a class has no script for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.web.modules import Json

Answer = str | float
Spread = list[tuple[Answer, int]]  # each answer with its count

BINS = 20  # columns of an axis from 0 to 1, each with a round number in its middle
MAX_COLUMNS = 26
COUNTS_PER_COLUMN = (1, 2, 5, 10, 20, 50, 100)  # the first with which the columns are few enough is used
MAX_TICKS = 12  # with more counts than these, only the ends of their line have numbers
MAX_LABELED = 14  # columns in a row, each wide enough for a number of two digits
# Part of a round's space for its longest column, along horizontal axes; the rest is for the number.
LONGEST = {"count": 0.6, "share": 0.6, "recall": 0.85, "limit": 0.6}
LONGEST_LEVEL = 0.75
TITLE = 0.8  # of a round's space, from its start to its name
BELOW, TRUTH_SIZE = 24, 20  # px: from the axis to its numbers; size of the truth
MIN_ANSWERS = 3  # of a question in the list
MAX_LISTED, MAX_RIGHT = 5, 0.75  # questions in the list, and the share of right answers up to which they are in it


def results_json(question: Json, rounds: list[Spread], messages: Messages, *, is_projector: bool) -> Json:
    """Return what is shown of the answers to a question of a lesson.

    bars: markup by option. For a projector also found: markup that counts the near guesses; boxes, labels: a
    histogram, see `_histogram`, and the number of its rounds.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> question = {"options": [{"key": "rises"}, {"key": "falls"}], "right": "falls"}
    >>> results = results_json(question, [[("falls", 2)]], messages_in("en"), is_projector=True)
    >>> results["bars"]["rises"]
    '<span class="lab-share"><span style="width:0%"></span></span><b data-lab-votes="rises">0</b>'
    """
    if not any(rounds):
        return {}
    found: Json = {}
    if "options" in question:
        found["bars"] = {one["key"]: _bars(one["key"], rounds, messages) for one in question["options"]}
    if is_projector and "guess" in question:
        found |= {"found": _found(question, rounds, messages), "rounds": len(rounds)}
        found |= _histogram(question["guess"], rounds, messages)
    return found


def _bars(key: str, rounds: list[Spread], messages: Messages) -> str:
    """Return markup of the votes for an option: of each round a bar and their number."""
    most, markup = max(map(_total, rounds)), ""
    for number, spread in enumerate(rounds, start=1):
        count = dict(spread).get(key, 0)
        markup += f'<span class="lab-share"><span style="width:{100 * count / most:.4g}%"></span></span>'
        markup += f'<b data-lab-votes="{key}">{count}</b>'
        if len(rounds) > 1:
            markup += f"<span>{messages.format(f'class_results.round{number}')}</span>"
    return markup


def _found(question: Json, rounds: list[Spread], messages: Messages) -> str:
    """Return markup that says how many guesses were near in each round, and which these are."""
    near, count = (
        [sum_of(spread) for spread in rounds] for sum_of in (lambda one: _count_right(question, one), _total)
    )
    kind, facts = (
        _kind(question),
        {"near": near[0], "count": count[0], "near_after": near[-1], "count_after": count[-1]},
    )
    sentence = messages.format(f"class_results.{kind}{'_twice' if len(rounds) > 1 else ''}", **facts)
    markup = f'<p class="lab-finding">{escape(sentence)}</p>'
    if kind == "near":
        low, high = question["guess"]["close"]
        markup += f'<p class="lab-quiet-text">{escape(messages.format("class_results.range", low=low, high=high))}</p>'
    return markup


def _histogram(guess: Json, rounds: list[Spread], messages: Messages) -> Json:
    """Return columns of guesses in each round, those that are near in black, with the truth.

    boxes: [low, high, from, to, class], each in shares: low and high along the axis of the question, from and to away
    from it. labels: [along, away, text, attributes].
    """
    axis, most, truth = guess["axis"], guess["most"], guess["truth"]
    color = "steps" if guess["family"] == "ink" else guess["family"]
    boxes: list[Json | list[object]] = []
    labels: list[list[object]] = []
    if axis == "count":
        ticks = range(int(most) + 1) if most <= MAX_TICKS else (0, int(most))
        labels += [[tick / most, 0, str(tick), {"class": "lab-quiet", "dy": BELOW}] for tick in ticks]
    else:
        boxes += [[0, 1, 0, 1, "lab-veil"], [*guess["close"], 0, 1, "lab-called"]]
    boxes.append([truth / most, truth / most, 0, 1, f"lab-truth-line lab-{color}"])
    columns = [_columns(guess, spread) for spread in rounds]
    longest = LONGEST.get(axis, LONGEST_LEVEL) / len(rounds)
    unit = longest / max(one["count"] for round_columns in columns for one in round_columns)
    for number, round_columns in enumerate(columns):
        # Rounds stand from left to right, or one above the other if the axis is horizontal.
        place = len(rounds) - 1 - number if axis in LONGEST else number
        start = place / len(rounds)
        for one in round_columns:
            low, high, top = one["low"] / most, one["high"] / most, start + unit * one["count"]
            gap = (high - low) / 12
            boxes.append([low + gap, high - gap, start, top, "lab-vote"])
            boxes.append([low + gap, high - gap, start, start + unit * one["near"], "lab-near"])
            if one["count"] < 10 or axis != "count" or (high - low) * MAX_LABELED > 1:
                labels.append([(low + high) / 2, top, str(one["count"]), {}])
        if len(rounds) > 1:
            title = messages.format(f"class_results.round{number + 1}")
            is_left = truth > most / 2  # where the truth is not
            at, anchor = (1.05, "end") if axis not in LONGEST else (0, "start") if is_left else (1, "end")
            labels.append([at, start + TITLE / len(rounds), title, {"text-anchor": anchor}])
    decimals = 0 if axis == "count" else 3 if axis in ("area", "limit") else 2
    style = {"size": TRUTH_SIZE, "class": f"lab-bold lab-halo-text lab-{color}-fill"}
    labels.append([truth / most, 1, messages.format_number(truth, f".{decimals}f"), style])
    return {"boxes": boxes, "labels": labels}


def _columns(guess: Json, spread: Spread) -> list[Json]:
    """Return the columns that are not empty: their limits, the guesses in each, and how many of them are near."""
    is_count = guess["axis"] == "count"
    width = next(one for one in COUNTS_PER_COLUMN if guess["most"] / one < MAX_COLUMNS) if is_count else 1 / BINS
    columns: dict[int, Json] = {}
    for value, count in spread:
        index = int(float(value) // width) if is_count else round(float(value) / width)
        low = width * index - 0.5 if is_count else width * (index - 0.5)
        high = min(low + width, guess["most"] + 0.5) if is_count else low + width
        column = columns.setdefault(index, {"low": low, "high": high, "count": 0, "near": 0})
        column["count"] += count
        column["near"] += count * _is_near(guess["close"], value)
    return list(columns.values())


def hardest_questions(questions: Mapping[int, Json], spreads: Mapping[int, Spread], messages: Messages) -> str:
    """Return markup of the steps that were answered wrongly most often, the hardest first; "" if there are none.

    questions, spreads: by the number of the step.
    """
    found = [_mistakes(number, questions[number], spread) for number, spread in spreads.items()]
    listed = [one for one in found if one["count"] >= MIN_ANSWERS and one["near"] <= MAX_RIGHT * one["count"]]
    listed = sorted(listed, key=lambda one: float(one["near"] / one["count"]))[:MAX_LISTED]
    return "".join(_entry(questions[one["step"]], one, messages) for one in listed)


def _entry(question: Json, mistakes: Json, messages: Messages) -> str:
    """Return markup of a question in the list, which is a link to its step."""
    kind, answer = _kind(question), mistakes["wrong"]
    written = next((one["text"] for one in question.get("options", []) if one["key"] == answer), None)
    facts = {**mistakes, "answer": written or messages.format_number(answer, "g" if kind == "right" else ".2f")}
    right, wrong = (messages.format(f"class_results.{key}", **facts) for key in (kind, f"{kind}_wrong"))
    return (
        f'<button type="button" class="lab-button" data-act="go" data-value="{mistakes["step"] - 1}">'
        f"<b>{escape(right)}</b><span>{escape(question['asks'])}</span><span>{escape(wrong)}</span></button>"
    )


def _mistakes(number: int, question: Json, spread: Spread) -> Json:
    """Count the right answers, and those that are, or are near, the wrong one given most often."""
    wrong = [(answer, count) for answer, count in spread if not _is_right(question, answer)]
    guess = question.get("guess")
    tried: Iterable[tuple[Answer, int]] = wrong
    if guess is not None:  # first the expected mistakes, then each guess
        ranges = zip(guess["distractors"], guess["tempting"], strict=True)
        tried = [(value, _count_near(wrong, limits)) for value, limits in ranges] + wrong
    answer, times = max(tried, key=lambda one: one[1], default=("", 0))
    near = _total(spread) - _total(wrong)
    return {"step": number, "count": _total(spread), "near": near, "wrong": answer, "times": times}


def has_truth(question: Json) -> bool:
    """Whether a question of a lesson has a right answer, or asks for an opinion."""
    return "right" in question or "guess" in question


def _kind(question: Json) -> str:
    return "near" if "guess" in question and question["guess"]["axis"] != "count" else "right"


def _count_near(spread: Spread, limits: list[float]) -> int:
    return _total([(answer, count) for answer, count in spread if _is_near(limits, answer)])


def _count_right(question: Json, spread: Spread) -> int:
    return _total([(answer, count) for answer, count in spread if _is_right(question, answer)])


def _is_near(limits: list[float], answer: Answer) -> bool:
    return limits[0] <= float(answer) <= limits[1]


def _is_right(question: Json, answer: Answer) -> bool:
    return _is_near(question["guess"]["close"], answer) if "guess" in question else answer == question["right"]


def _total(spread: Spread) -> int:
    return sum(count for _, count in spread)
