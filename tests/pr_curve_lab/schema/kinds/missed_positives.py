"""Positives that never got a score: objects that were missed, documents that were not retrieved."""

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_LOW,
    SCORES,
    Counted,
    Kind,
    Refused,
    Several,
    average_precision,
    csv,
    spelled,
)

ONES = spelled(FEW_LOW, 1, 0)
FOUND = ONES.count(1)
PLAIN = {"label": ONES, "score": SCORES}
IMAGES = ["a"] * 5 + ["b"] * 5


def shared_by(total: int, *says: str) -> Several:
    """The area of ten rows when there are so many positives."""
    area = average_precision([one == 1 for one in ONES], SCORES) * FOUND / total
    return Several(((area, float(FOUND), float(len(ONES) - FOUND)),), "one", says)


def missed(name: str, columns: dict[str, object], expect: object) -> Kind:
    return Kind(f"missed positives, {name}", csv(columns), expect, "missed")


KINDS = [
    *(missed(f"a column {name}", {**PLAIN, name: [7] * 10}, shared_by(7, name))
      for name in ("num_gt", "n_gt", "nGT", "total_positives", "num_relevant", "正例总数")),
    missed("a number for each image", {"group": IMAGES, **PLAIN, "num_gt": [5] * 5 + [3] * 5}, shared_by(8, "num_gt")),
    missed("a number for each query", {"qid": IMAGES, **PLAIN, "num_rel": [5] * 5 + [3] * 5}, shared_by(8, "qid")),
    missed("one object an image", {"image": range(10), **PLAIN, "num_gt": [1] * 10}, shared_by(10, "image")),
    missed("hits and false alarms", {"image": IMAGES, "confidence": SCORES, "n_gt": [5] * 5 + [3] * 5,
           "matched": spelled(FEW_LOW, "hit", "false alarm")}, shared_by(8, "image")),
    missed("as many as were found", {**PLAIN, "num_gt": [FOUND] * 10}, shared_by(FOUND, "num_gt")),
    missed("fewer than were found", {**PLAIN, "num_gt": [1] * 10}, Refused(("total_too_small",))),
    missed("numbers that go with nothing", {**PLAIN, "num_gt": range(10)}, Counted(FEW_LOW, score="score")),
    missed("an empty score", {**PLAIN, "score": ["", *SCORES[1:]]}, Refused(("score_missing",), row=1)),
    Kind("missed positives, points of a ROC curve", b"fpr,tpr,threshold\n0,0.5,0.9\n1,1,0.1\n",
         Refused(("roc_points_not_rows",)), "missed"),
    missed("hits of a detector", {"image": IMAGES, "confidence": SCORES, "tp": ONES, "gt_count": [9] * 10},
           shared_by(9, "gt_count")),
    Kind("missed positives, points with F1", b"recall,precision,f1\n0.5,1,0.67\n1,0.5,0.67\n",
         Refused(("points_not_rows",)), "missed"),
]  # fmt: skip
