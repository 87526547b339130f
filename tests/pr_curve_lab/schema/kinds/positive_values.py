"""Which value is positive: by what the words mean, by the header, by a column of scores, else the rarer one, and said.

No outcome may choose it: in most of these files the positives are many and have the lower scores.
"""

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_HIGH,
    FEW_LOW,
    MANY_LOW,
    SCORES,
    AnyOf,
    Counted,
    Kind,
    Refused,
    csv,
    spelled,
)

WORDS = [  # the positive word first
    ("yes", "no"), ("Yes", "No"), ("YES", "NO"), ("y", "n"), ("Y", "N"), ("true", "false"), ("True", "False"),
    ("TRUE", "FALSE"), ("T", "F"), ("pos", "neg"), ("Positive", "Negative"), ("POS", "NEG"), ("+", "-"),
    ("disease", "healthy"), ("malignant", "benign"), ("fraud", "legit"), ("case", "control"), ("Case", "Control"),
    ("spam", "ham"), ("pass", "fail"), ("sick", "well"), ("default", "paid"), ("churn", "stay"), ("churned", "stayed"),
    ("是", "否"), ("阳性", "阴性"), ("有", "无"), ("正", "负"), ("ja", "nein"), ("Ja", "Nein"), ("oui", "non"),
    ("sí", "no"), ("si", "no"), ("fraud", "not_fraud"), ("spam", "non-spam"), ("disease", "no disease"),
    ("违约", "未违约"), ("欺诈", "非欺诈"), ("relevant", "irrelevant"), ("relevant", "not relevant"),
    ("abnormal", "normal"), ("anomaly", "normal"), ("infected", "uninfected"), ("toxic", "non_toxic"),
    ("clicked", "not clicked"), ("fraudulent", "legitimate"), ("event", "nonevent"), ("survived", "not survived"),
    ("diabetes", "no_diabetes"), ("malware", "benign"), ("attack", "normal"), ("1", "0"), ("1", "-1"), ("1.0", "0.0"),
    ("1", "-1.0"), ("+1", "-1"),
]  # fmt: skip


def with_words(positive: str, negative: str, truth: str, header: str = "outcome") -> bytes:
    return csv({"key": [f"r{number}" for number in range(10)], header: spelled(truth, positive, negative), "p": SCORES})


def by_words(positive: str, negative: str, truth: str, name: str) -> Kind:
    wanted = positive.removeprefix("+").removesuffix(".0") or "+"
    wanted = {"1": None}.get(wanted, wanted)  # a number may be called 1 or 1.0, a truth True or true
    wanted = None if positive.lower() == "true" else wanted
    expect = Counted(truth, label="outcome", positive=wanted, score="p")
    return Kind(f"{positive} and {negative}, {name}", with_words(positive, negative, truth), expect, "positive")


def by_header(header: str, positive: str, negative: str) -> Kind:
    expect = Counted(MANY_LOW, label=header, positive=positive, score="p")
    name = f"{header} with {positive} and {negative}"
    return Kind(name, with_words(positive, negative, MANY_LOW, header), expect, "positive")


def by_rarity(positive: str, negative: str, truth: str, header: str = "outcome") -> Kind:
    """The rarer one, and the other one is offered by name."""
    expect = Counted(truth, label=header, positive=positive, score="p", says=(negative,))
    high = "higher" if truth == FEW_HIGH else "lower"
    name = f"{header}: {positive} rarer and {high} than {negative}"
    return Kind(name, with_words(positive, negative, truth, header), expect, "positive")


def named_score(column: str, positive: str, negative: str) -> Kind:
    content = csv({"species": spelled(MANY_LOW, positive, negative), column: SCORES})
    expect = Counted(MANY_LOW, label="species", positive=positive, score=column)
    return Kind(f"{column} for {positive} and {negative}", content, expect, "positive")


def mixed_case() -> Kind:
    """Yes and yes are one answer to a person: counted together, or refused; never yes against Yes."""
    words = ["no", "Yes", "yes", "no", "YES", "No", "no", "NO", "no", "no"]
    content = csv({"outcome": words, "p": SCORES})
    return Kind("yes in three cases", content, AnyOf((Counted("0110100000"), Refused())), "positive")


def one_class() -> Kind:
    return Kind("one class", csv({"label": ["yes"] * 10, "score": SCORES}), Refused(("one_class",)), "today")


KINDS = [
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
