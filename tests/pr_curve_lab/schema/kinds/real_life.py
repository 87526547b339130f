"""Tables as tools and people hand them on: the names, words and habits of each field, with numbers made up here."""

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_HIGH,
    FEW_LOW,
    MANY_LOW,
    ONES,
    SCORES,
    Expect,
    Kind,
    any_of,
    counted,
    csv,
    refused,
    reported,
    several,
    spelled,
)

AGAINST = tuple(round(1 - one, 2) for one in SCORES)
IDS = [f"{number:03d}" for number in range(41, 51)]
NUMBERS = (58, 17, 93, 41, 76, 22, 64, 39, 85, 10)
LOGITS = (2.1, -0.7, 0.1, 1.2, -1.6, -0.4, -0.9, 0.5, 1.8, -2.5)
SAME_LABEL = {"label": ONES}


def table(name: str, columns: dict, expect: Expect, delimiter: str = ",") -> Kind:
    return Kind(name, csv(columns, delimiter), expect)


def words(truth: str, positive: str, negative: str) -> list[object]:
    return spelled(truth, positive, negative)


def decided(truth: str, positive: str, negative: str) -> list[object]:
    """A column of decisions, as many tools write one beside the truth."""
    return [positive if (one == "1") == (number % 4 > 0) else negative for number, one in enumerate(truth)]


def from_r() -> list[Kind]:
    """The columns of caret, yardstick, pROC and write.csv."""
    obs, pred = words(MANY_LOW, "yes", "no"), decided(MANY_LOW, "yes", "no")
    caret = {"pred": pred, "obs": obs, "yes": SCORES, "no": AGAINST, "rowIndex": range(1, 11)}
    folds = ["Fold1"] * 5 + ["Fold2"] * 5
    tidy = {".pred_class": pred, ".row": range(1, 11), ".pred_no": AGAINST, ".pred_yes": SCORES, "obs": obs}
    two = words(FEW_LOW, "Class1", "Class2")
    example = {"truth": two, "Class1": SCORES, "Class2": AGAINST, "predicted": decided(FEW_LOW, "Class1", "Class2")}
    bleeding = {"gos6": [5, 4] * 5, "outcome": words(FEW_LOW, "Poor", "Good"), "gender": list("MFFMFMMFFM")}
    quoted = {f'"{name}"': column for name, column in {"": [f'"{one}"' for one in range(1, 11)], "y": ONES}.items()}
    short = csv({"label": ONES, "score": SCORES}).decode().splitlines()
    named = "\n".join([short[0], *(f"r{number},{row}" for number, row in enumerate(short[1:]))]).encode()
    plain = counted(FEW_LOW, label="label", score="score")
    return [
        table("caret", caret, counted(MANY_LOW, label="obs", positive="yes", score="yes")),
        table("caret with folds", caret | {"Resample": folds}, counted(MANY_LOW, label="obs", group="Resample")),
        table("yardstick", tidy, counted(MANY_LOW, label="obs", positive="yes", score=".pred_yes")),
        table("two classes of yardstick", example, counted(FEW_LOW, label="truth", positive="Class1", score="Class1")),
        table("pROC, one marker", bleeding | {"s100b": SCORES}, counted(FEW_LOW, label="outcome", positive="Poor")),
        table("write.csv", quoted | {'"score"': SCORES}, counted(FEW_LOW, label="y", score="score")),
        Kind("row names without a header", named, any_of(plain, refused())),
    ]


def from_python() -> list[Kind]:
    """What scikit-learn, XGBoost and pandas leave behind."""
    proba = {"y_test": words(MANY_LOW, "1", "0"), "proba_0": AGAINST, "proba_1": SCORES}
    text = {"": range(10), "y_true": words(FEW_LOW, "True", "False"), "y_pred": decided(FEW_LOW, "True", "False")}
    booster = {"label": [f"{one}.0" for one in ONES], "pred": [f"{one:.8f}" for one in SCORES]}
    torch = {"target": ONES, "logit_0": [-one for one in LOGITS], "logit_1": LOGITS}
    report = {"index": range(10), "target": ONES, "prediction": decided(FEW_LOW, "1", "0"), "score": SCORES}
    return [
        table("predict_proba", proba, counted(MANY_LOW, label="y_test", positive="1", score="proba_1")),
        table("a frame with its index", text | {"y_score": SCORES}, counted(FEW_LOW, label="y_true", score="y_score")),
        table("XGBoost", booster, counted(FEW_LOW, label="label", score="pred")),
        table("two logits", torch, counted(FEW_LOW, LOGITS, label="target", positive="1", score="logit_1")),
        table("index, target, prediction, score", report, counted(FEW_LOW, label="target", score="score")),
    ]


def from_other_programs() -> list[Kind]:
    """SAS, Weka, Excel in German, and a submission joined with the truth."""
    sas = {"F_DEFAULT": ONES, "I_DEFAULT": decided(FEW_LOW, "1", "0"), "P_DEFAULT1": SCORES, "P_DEFAULT0": AGAINST}
    weka = {
        "inst#": range(1, 11),
        "actual": words(FEW_LOW, "2:yes", "1:no"),
        "predicted": decided(FEW_LOW, "2:yes", "1:no"),
    }
    weka |= {"error": ["+" if number % 4 == 0 else "" for number in range(10)], "prediction": SCORES}
    commas = [str(one).replace(".", ",") for one in SCORES]
    german = {"Fall-Nr.": IDS, "Befund": words(MANY_LOW, "ja", "nein"), "Wahrscheinlichkeit": commas}
    joined = {"PassengerId": NUMBERS, "Survived_true": ONES, "Survived": SCORES}
    target = {"ID_code": [f"test_{one}" for one in IDS], "target": SCORES, "truth": ONES}
    scores_of_yes = [one if value == "2:yes" else 1 - one for one, value in zip(SCORES, weka["predicted"], strict=True)]
    excel = csv(german, ";").replace(b"\n", b"\r\n")
    return [
        table("SAS", sas, counted(FEW_LOW, label="F_DEFAULT", positive="1", score="P_DEFAULT1")),
        table("Weka, confidence in its prediction", weka, any_of(counted(FEW_LOW, scores_of_yes), refused())),
        Kind("Excel in German", excel, counted(MANY_LOW, label="Befund", positive="ja")),
        table("a submission joined", joined, counted(FEW_LOW, label="Survived_true", score="Survived")),
        table("a submission called target", target, counted(FEW_LOW, label="truth", score="target")),
    ]


def from_fields() -> list[Kind]:
    """Language models, pictures, search, medicine, chemistry, money."""
    expected, predicted = words(FEW_LOW, "yes", "no"), decided(FEW_LOW, "yes", "no")
    scores_of_yes = [one if value == "yes" else 1 - one for one, value in zip(SCORES, predicted, strict=True)]
    log = {"prompt_id": IDS, "expected": expected, "predicted": predicted, "confidence": SCORES}
    boxes = {"image": IDS, "class": ["car"] * 10, "score": SCORES, "tp": ONES}
    both = boxes | {"fp": [1 - int(one) for one in ONES]}
    judged = {"qid": [1, 1, 1, 1, 1, 2, 2, 2, 2, 2], "docid": [f"d{one}" for one in IDS], "rel": ONES, "score": SCORES}
    marker = {"patient_id": NUMBERS, "troponin_ng_l": SCORES, "infarction": words(MANY_LOW, "yes", "no")}
    low = {"patient": NUMBERS, "hemoglobin": [10 * one for one in SCORES], "anemia": words(FEW_LOW, "anemic", "well")}
    decoys = {
        "smiles": ["C" * one for one in range(1, 11)],
        "active": ONES,
        "docking_score": [-9 * one for one in SCORES],
    }
    cards = {"Time": range(10), "V1": LOGITS, "Amount": NUMBERS, "Class": ONES, "anomaly_score": SCORES}
    churn = {"customerID": IDS, "tenure": NUMBERS, "Churn": words(MANY_LOW, "Yes", "No"), "churn_probability": SCORES}
    heart = {"age": NUMBERS, "HeartDisease": words(MANY_LOW, "Presence", "Absence"), "pred_prob": SCORES}
    return [
        table("a log of a language model", log, any_of(counted(FEW_LOW, scores_of_yes), refused())),
        table("boxes with flags of hits", boxes, counted(FEW_LOW, label="tp", score="score")),
        table("boxes with hits and misses", both, counted(FEW_LOW, label="tp", score="score")),
        table("documents of two queries", judged, counted(FEW_LOW, label="rel", positive="1", score="score")),
        table("a marker, higher is worse", marker, counted(MANY_LOW, label="infarction", score="troponin_ng_l")),
        table(
            "a marker, lower is worse",
            low,
            counted(FEW_LOW, label="anemia", positive="anemic", notices=("hemoglobin",)),
        ),
        table("docking", decoys, counted(FEW_LOW, [-one for one in SCORES], label="active", score="docking_score")),
        table("transactions", cards, counted(FEW_LOW, label="Class", score="anomaly_score")),
        table("churn", churn, counted(MANY_LOW, label="Churn", positive="Yes", score="churn_probability")),
        table("presence and absence", heart, counted(MANY_LOW, label="HeartDisease", positive="Presence")),
        table("grades of relevance", judged | {"rel": [0, 2, 0, 1, 1, 0, 0, 0, 0, 3]}, refused()),
    ]


def units_of_scores() -> list[Kind]:
    """Scores may have any unit; those in the opposite direction are reported, never silently inverted."""
    ranks = [sorted(SCORES, reverse=True).index(one) + 1 for one in SCORES]
    distance = [round(1 - one, 2) for one in SCORES]
    percents = {"label": ONES, "score": [f"{100 * one:.0f}%" for one in SCORES]}
    hundred = counted(FEW_LOW, SCORES, label="label", score="score")
    high = spelled(FEW_HIGH, 1, 0)
    other_way = [1 / one for one in ranks]
    rank_outcomes = any_of(
        counted(FEW_HIGH, ranks, notices=("rank",)), counted(FEW_HIGH, other_way, notices=("rank",)), refused()
    )
    by_distance = [counted(FEW_HIGH, one, notices=("distance",)) for one in (distance, SCORES)]
    whole = [number // 10 for number in NUMBERS]
    small = [one * 1e-300 for one in SCORES]
    columns = {
        "logits": (LOGITS, LOGITS), "whole numbers": (NUMBERS, NUMBERS), "tied whole numbers": (whole, whole),
        "all below zero": ([-one for one in NUMBERS], [-one for one in NUMBERS]), "scores of 1e-300": (small, small),
        "large numbers": ([f"{one}000000000" for one in NUMBERS], NUMBERS), "0 to 100": (NUMBERS, NUMBERS),
    }  # fmt: skip
    return [
        *(
            table(name, SAME_LABEL | {"score": written}, counted(FEW_LOW, values, label="label", score="score"))
            for name, (written, values) in columns.items()
        ),
        table("percent signs", percents, any_of(hundred, refused("score_not_number", row=1))),
        table("ranks, 1 first", {"label": high, "rank": ranks}, rank_outcomes),
        table("distances", {"label": high, "distance": distance}, any_of(*by_distance, refused())),
        table("p-values", {"is_hit": high, "p_value": distance}, reported("p_value")),
        table("one score", SAME_LABEL | {"score": [0.5] * 10}, counted(FEW_LOW, [0.5] * 10, notices=("one_score",))),
        table(
            "decisions for scores",
            {"y_true": ONES, "y_pred": spelled(MANY_LOW, 1, 0)},
            counted(
                FEW_LOW, [float(one) for one in MANY_LOW], label="y_true", score="y_pred", notices=("hard_decisions",)
            ),
        ),
        table("above 2^53", SAME_LABEL | {"score": [2**53 + one for one in NUMBERS]}, refused("score_too_large")),
    ]


def two_markers() -> Kind:
    """Two markers of one outcome: both are drawn, or one is and the other is offered."""
    columns = {"outcome": words(FEW_LOW, "yes", "no"), "marker_a": SCORES, "marker_b": NUMBERS}
    both = several([(FEW_LOW, SCORES), (FEW_LOW, NUMBERS)], kind="models")
    return table("two markers", columns, any_of(both, counted(FEW_LOW, score="marker_a", notices=("marker_b",))))


KINDS = [*from_r(), *from_python(), *from_other_programs(), *from_fields(), *units_of_scores(), two_markers()]
