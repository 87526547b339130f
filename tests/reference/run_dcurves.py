"""Ask dcurves for the net benefit of the stored cases whose scores are probabilities: writes net_benefit.json.

    python -m tests.reference.run_dcurves

Cases with weights are left out, which dcurves does not take, and so are those without both classes.
"""

import json
from pathlib import Path

import dcurves
import numpy as np
import pandas as pd

HERE = Path(__file__).parent
THRESHOLDS = [k / 40 for k in range(1, 40)]
PREVALENCE = 0.02


def net_benefit(label, score, prevalence=None):
    """Net benefit of the scores, of calling all and of calling none, at each threshold."""
    frame = pd.DataFrame({"outcome": np.asarray(label, dtype=int), "score": np.asarray(score, dtype=float)})
    found = dcurves.dca(
        data=frame, outcome="outcome", modelnames=["score"], thresholds=THRESHOLDS, prevalence=prevalence
    )
    return {name: found[found.model == name].net_benefit.tolist() for name in ("score", "all", "none")}


def is_usable(case):
    scores = np.asarray(case["y_score"], dtype=float)
    return (
        case.get("sample_weight") is None
        and 0 < sum(case["y_true"]) < len(scores)
        and (0 <= scores.min() <= scores.max() <= 1)
    )


def main():
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    found = {
        name: {"at_its_own": net_benefit(case["y_true"], case["y_score"]),
               "moved": net_benefit(case["y_true"], case["y_score"], PREVALENCE)}
        for name, case in cases.items()
        if is_usable(case)
    }  # fmt: skip
    result = {"version": dcurves.__version__, "thresholds": THRESHOLDS, "prevalence": PREVALENCE, "cases": found}
    (HERE / "net_benefit.json").write_text(json.dumps(result) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
