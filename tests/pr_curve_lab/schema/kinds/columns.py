"""Which column has which role, and which value is positive: by words, never by how well scores rank."""

from collections.abc import Iterable

from pr_curve_lab.schema.roles import Roles
from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_HIGH,
    FEW_LOW,
    MANY_LOW,
    ONES,
    SCORES,
    YES_NO,
    Kind,
    any_of,
    counted,
    csv,
    refused,
    reported,
    spelled,
)

OTHER = (3.2, 8.1, 5.5, 4.4, 7.9, 6.1, 2.7, 9.3, 1.8, 5.2)  # numbers that mean nothing here
NUMBERS = (58, 17, 93, 41, 76, 22, 64, 39, 85, 10)
HALVES = "ABABBABABA"
WEIGHTS = (1, 2, 1, 3, 1, 1, 2, 1, 1, 4)
FOLDS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
AGAINST = tuple(round(1 - score, 2) for score in SCORES)


def plain(name: str, label: str, score: str, /, **columns: Iterable[object]) -> Kind:
    """One label and one score among other columns, none of which is a weight or a group."""
    return Kind(name, csv(columns), counted(FEW_LOW, label=label, score=score))


def two(label: str, score: str) -> Kind:
    """Two columns with these names, in both orders the same."""
    columns = {score: SCORES, label: ONES}
    return Kind(f"{label} and {score}", csv(columns), counted(FEW_LOW, label=label, score=score))


def beside(name: str, label: str, negative: str, positive: str, words: tuple[object, object]) -> Kind:
    """A column for either class; that of the positive value counts, which stands second in the file."""
    columns = {label: spelled(MANY_LOW, *words), negative: AGAINST, positive: SCORES}
    return Kind(name, csv(columns), counted(MANY_LOW, label=label, score=positive))


def confidence(column: str, answer: str) -> Kind:
    """Confidence in no is the rest to 1 of that in yes: it is subtracted or refused, never used as it is."""
    answers = ["yes" if number % 3 else "no" for number in range(10)]
    confidences = (0.95, 0.6, 0.8, 0.7, 0.55, 0.9, 0.85, 0.65, 0.75, 0.99)
    scores = [one if value == "yes" else 1 - one for one, value in zip(confidences, answers, strict=True)]
    content = csv({"expected": YES_NO, answer: answers, column: confidences})
    return Kind(f"{column} beside {answer}", content, any_of(counted(FEW_LOW, scores), refused()))


def three_answers() -> Kind:
    expected, given = list("abcabcabca"), list("abcbbcaaca")
    content = csv({"expected": expected, "predicted": given, "confidence": SCORES})
    return Kind("confidence of three answers", content, reported("confidence", "positive_unknown"))


def weighted(column: str) -> Kind:
    content = csv({"label": ONES, "score": SCORES, column: WEIGHTS})
    expect = counted(FEW_LOW, weights=WEIGHTS, label="label", score="score", weight=column)
    return Kind(f"weights in {column}", content, expect)


def grouped(column: str) -> Kind:
    content = csv({column: FOLDS, "label": ONES, "score": SCORES})
    return Kind(f"groups in {column}", content, counted(FEW_LOW, label="label", score="score", group=column))


def refused_weights() -> list[Kind]:
    columns = {"label": ONES, "score": SCORES}
    chosen = Roles("label", "1", ("score",), "score")
    return [
        Kind("the score as its own weight", csv(columns), refused(), roles=chosen),
        Kind("weights alone beside a label", csv({"truth": ONES, "weight": SCORES}), counted(FEW_LOW)),
    ]


COLUMN_NAMES = [
    plain("birth weights", "label", "score", label=ONES, score=SCORES, birth_weights=OTHER),
    plain("target_id of two values", "sick", "risk", target_id=FOLDS, sick=YES_NO, risk=SCORES),
    plain("latitude", "event", "risk", lat=OTHER, lon=NUMBERS, event=ONES, risk=SCORES),
    plain("patients by number", "truth", "points", patient=NUMBERS, truth=ONES, points=[90 * one for one in SCORES]),
    plain("a credit score beside pd", "default", "pd", credit_score=NUMBERS, default=ONES, pd=SCORES),
    plain("classrooms", "passed", "grade", classroom=FOLDS, passed=YES_NO, grade=SCORES),
    plain("classes of a school", "passed", "score", classroom=HALVES, passed=YES_NO, score=SCORES),
    plain("a scoreboard", "label", "prob", scoreboard=OTHER, label=ONES, prob=SCORES),
    plain("months of probation", "reoffended", "risk", probation=OTHER, reoffended=YES_NO, risk=SCORES),
    plain("two labelers", "truth", "score", labeler=spelled(FEW_HIGH, "ann", "bob"), truth=ONES, score=SCORES),
    plain("groupon used or not", "label", "score", groupon=FOLDS, label=ONES, score=SCORES),
    plain("fold changes", "label", "score", fold_change=FOLDS, label=ONES, score=SCORES),
    plain("fold enrichment", "is_hit", "score", fold_enrichment=OTHER, is_hit=ONES, score=SCORES),
    plain("a weighted score", "label", "weighted_score", label=ONES, weighted_score=SCORES),
    plain("body weight in kg", "label", "score", label=ONES, score=SCORES, weight_kg=NUMBERS),
    plain("year and score", "label", "score", year=[2001 + one for one in range(10)], label=ONES, score=SCORES),
    plain("age beside the score", "sick", "score", age=NUMBERS, score=SCORES, sick=ONES),
    plain("decisions beside probabilities", "y_true", "y_prob", y_true=ONES, y_pred=[1, 0] * 5, y_prob=SCORES),
    plain("a prediction of words", "y_true", "y_prob", y_true=YES_NO, y_pred=["yes", "no"] * 5, y_prob=SCORES),
    plain("decisions before the truth", "truth", "probability", prediction=[1, 0] * 5, probability=SCORES, truth=ONES),
    plain("sex beside the outcome", "died", "risk", sex=list("MFMFMFFMMF"), died=YES_NO, risk=SCORES),
    plain("a threshold in each row", "label", "score", threshold=[0.5] * 10, label=ONES, score=SCORES),
    plain("an error beside the score", "label", "score", label=ONES, score=SCORES, std_error=OTHER),
    plain("logit and probability", "label", "probability", label=ONES, age=NUMBERS, probability=SCORES),
    plain("a cluster's number", "label", "score", cluster_weight_class=FOLDS, label=ONES, score=SCORES),
    plain("a class size", "label", "score", class_size=FOLDS, label=ONES, score=SCORES),
    plain("a truth about something else", "label", "score", truthfulness=OTHER, label=ONES, score=SCORES),
    plain("a probe's number", "label", "score", probe=NUMBERS, label=ONES, score=SCORES),
    plain("predictor and prediction", "label", "prediction", predictor=OTHER, label=ONES, prediction=SCORES),
    *(
        two(label, score)
        for label, score in [
            ("y_true", "y_score"), ("y_test", "y_prob"), ("ground_truth", "prediction"), ("target", "pred"),
            ("gt", "conf"),
            ("Label", "Score"), ("LABEL", "SCORE"), ("Actual", "Probability"), ("True Label", "Predicted Probability"),
            ("标签", "得分"), ("真实值", "预测概率"), ("Klasse", "Wert"), ("is_fraud", "fraud_probability"),
            ("y", "yhat"),
            ("isSpam", "spamScore"), ("class", "p(class=1)"),
        ]
    ),
    beside("p_0 and p_1", "label", "p_0", "p_1", (1, 0)),
    beside("0 and 1 as columns", "y", "0", "1", (1, 0)),
    beside("prob_neg and prob_pos", "label", "prob_neg", "prob_pos", (1, 0)),
    beside("prob_neg and prob_pos for words", "label", "prob_neg", "prob_pos", ("yes", "no")),
    beside("P(no) and P(yes)", "answer", "P(no)", "P(yes)", ("yes", "no")),
    beside("proba_0 and proba_1", "y_true", "proba_0", "proba_1", (1, 0)),
    beside("benign and malignant", "diagnosis", "benign", "malignant", ("malignant", "benign")),
    beside("scores of both, other case", "Diagnosis", "Score_Benign", "Score_Malignant", ("malignant", "benign")),
    beside("positive written first", "label", "prob_neg", "prob_pos", ("pos", "neg")),
    beside("负 and 正", "标签", "概率_负", "概率_正", ("正", "负")),
    confidence("confidence", "predicted"),
    confidence("Confidence", "answer"),
    three_answers(),
    weighted("sample_weight"),
    weighted("weights"),
    grouped("fold"),
    grouped("cv_fold"),
    grouped("Fold"),
    *refused_weights(),
]  # fmt: skip


WORDS = [  # the positive word first; pairs of words alone are tested with `positive_by_text`
    ("yes", "no"), ("True", "False"), ("是", "否"), ("违约", "未违约"), ("+", "-"), ("1", "0"), ("1", "-1"),
    ("1.0", "0.0"), ("1", "-1.0"), ("+1", "-1"),
]  # fmt: skip


def with_words(positive: str, negative: str, truth: str, header: str = "outcome") -> bytes:
    return csv({"key": [f"r{number}" for number in range(10)], header: spelled(truth, positive, negative), "p": SCORES})


def by_words(positive: str, negative: str, truth: str, name: str) -> Kind:
    wanted = positive.removeprefix("+").removesuffix(".0") or "+"
    wanted = {"1": None}.get(wanted, wanted)  # a number may be called 1 or 1.0, a truth True or true
    wanted = None if positive.lower() == "true" else wanted
    expect = counted(truth, label="outcome", positive=wanted, score="p")
    return Kind(f"{positive} and {negative}, {name}", with_words(positive, negative, truth), expect)


def by_header(header: str, positive: str, negative: str) -> Kind:
    expect = counted(MANY_LOW, label=header, positive=positive, score="p")
    name = f"{header} with {positive} and {negative}"
    return Kind(name, with_words(positive, negative, MANY_LOW, header), expect)


def by_rarity(positive: str, negative: str, truth: str, header: str = "outcome") -> Kind:
    """The rarer one, and the other one is offered by name."""
    expect = counted(truth, label=header, positive=positive, score="p", notices=(negative,))
    high = "higher" if truth == FEW_HIGH else "lower"
    name = f"{header}: {positive} rarer and {high} than {negative}"
    return Kind(name, with_words(positive, negative, truth, header), expect)


def named_score(column: str, positive: str, negative: str) -> Kind:
    content = csv({"species": spelled(MANY_LOW, positive, negative), column: SCORES})
    expect = counted(MANY_LOW, label="species", positive=positive, score=column)
    return Kind(f"{column} for {positive} and {negative}", content, expect)


def mixed_case() -> Kind:
    """Yes and yes are one answer to a person: counted together, or refused; never yes against Yes."""
    words = ["no", "Yes", "yes", "no", "YES", "No", "no", "NO", "no", "no"]
    content = csv({"outcome": words, "p": SCORES})
    return Kind("yes in upper, lower and mixed case", content, any_of(counted("0110100000"), refused()))


def one_class() -> Kind:
    return Kind("one class", csv({"label": ["yes"] * 10, "score": SCORES}), refused("one_class"))


POSITIVE_VALUES = [
    *(by_words(positive, negative, MANY_LOW, "many and low") for positive, negative in WORDS),
    *(by_words(positive, negative, FEW_HIGH, "few and high") for positive, negative in WORDS[:1]),
    by_header("is_fraud", "F", "N"),
    by_header("diseased", "d", "h"),
    by_header("diseased", "D", "H"),
    by_header("Malignant", "M", "B"),
    by_header("spam", "s", "h"),
    by_header("is_malignant", "M", "B"),
    by_rarity("cat", "dog", FEW_LOW),
    by_rarity("cat", "dog", FEW_HIGH),
    by_rarity("B", "A", FEW_LOW),
    by_rarity("A", "B", FEW_LOW),
    by_rarity("4", "3", FEW_LOW),
    by_rarity("3", "4", FEW_LOW),
    by_rarity("Poor", "Good", FEW_LOW),
    by_rarity("猫", "狗", FEW_LOW),
    by_rarity("group1", "group2", FEW_LOW),
    by_rarity("M", "F", FEW_LOW, "sex"),
    by_rarity("setosa", "versicolor", FEW_LOW, "species"),
    named_score("p_setosa", "setosa", "versicolor"),
    named_score("prob_dog", "dog", "cat"),
    named_score("score.B", "B", "A"),
    named_score("P(virginica)", "virginica", "setosa"),
    mixed_case(),
    one_class(),
]


KINDS = [*COLUMN_NAMES, *POSITIVE_VALUES]
