"""What packages for R report through their releases: yardstick, PRROC, precrec, MLmetrics, caret, PerfMeas, ROCR."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.integer_steps import prroc_davis_goadrich_area, rocr_area, rocr_start
from pr_metrics.tools.recall_levels import precrec_area
from pr_metrics.tools.single_precision import first_rows_first
from pr_metrics.tools.tool import NAN, Tool, release, scheme_tool, with_scheme


def yardstick_first_row_points(rows: Rows) -> OperatingPoints:
    """Count operating points as yardstick did before 0.0.4, where equal scores were counted wrongly.

    All rows of a tie take the class of the first of them in input order, and the point of the tie counts this first row
    only; the others are counted from the next point on.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each distinct score, strictest first; fewer than all rows of the lowest score.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> yardstick_first_row_points(validate_rows([1, 0, 1], [0.5, 0.5, 0.1])).true_positives.tolist()
    [1.0, 3.0]
    """
    score, first, size = np.unique(rows.score, return_index=True, return_counts=True)
    score, first, size = score[::-1], first[::-1], size[::-1].astype(np.float64)
    positive = rows.positive[first]
    true, false = (np.cumsum(size * kind) - (size - 1) * kind for kind in (positive, ~positive))
    totals = (float((size * kind).sum()) for kind in (positive, ~positive))
    return OperatingPoints.from_arrays(score, true, false, *totals)


def truncated_or_zero(points: OperatingPoints) -> float:
    """Compute the area of `linear_truncated`; 0 if no point has a recall."""
    return SCHEMES["linear_truncated"].area(points) if points.positives else 0.0


YARDSTICK_AP = scheme_tool(
    key="yardstick.average_precision",
    name="yardstick average_precision",
    short="yardstick AP",
    version="1.4.0",
    scheme="step",
    takes_weights=True,
    source="yardstick 1.4.0 for R, average_precision",
    without_positives=NAN,
)
YARDSTICK_PR_AUC = scheme_tool(
    key="yardstick.pr_auc",
    name="yardstick pr_auc",
    short="yardstick pr_auc",
    version="1.4.0",
    scheme="linear",
    takes_weights=True,
    source="yardstick 1.4.0 for R, pr_auc",
    without_positives=NAN,
)
PRROC_INTEGRAL = scheme_tool(
    key="PRROC.auc.integral",
    name="PRROC auc.integral",
    short="PRROC integral",
    version="1.4",
    scheme="continuous",
    takes_weights=True,
    source="Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209; PRROC 1.4 for R, pr.curve",
    without_positives=NAN,
)
PRROC_DAVIS_GOADRICH = scheme_tool(
    key="PRROC.auc.davis.goadrich",
    name="PRROC auc.davis.goadrich",
    short="PRROC davis.goadrich",
    version="1.4",
    scheme="davis_goadrich",
    source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874; PRROC 1.4 for R, pr.curve",
    area=prroc_davis_goadrich_area,
    without_positives=NAN,
)
PRECREC = scheme_tool(
    key="precrec",
    name="precrec auc(evalmod(...))",
    short="precrec",
    version="0.14.4",
    scheme="continuous",
    ties="spread evenly",
    bins="straight lines between inner points: one a row, and one each 0.001 of recall",
    source="Saito & Rehmsmeier (2017), doi 10.1093/bioinformatics/btw570; precrec 0.14.4 for R",
    area=precrec_area,
    without_positives=None,
    without_negatives="refused",
)
MLMETRICS = scheme_tool(
    key="MLmetrics.PRAUC",
    name="MLmetrics PRAUC",
    short="MLmetrics",
    version="1.1.1",
    scheme="linear_truncated",
    source="MLmetrics 1.1.1 for R, PRAUC",
    without_positives=None,
    without_negatives="refused",
)
PERFMEAS = scheme_tool(
    key="PerfMeas.AUPRC",
    name="PerfMeas AUPRC",
    short="PerfMeas",
    version="1.2.5",
    scheme="linear_truncated",
    ties="input order",
    source="PerfMeas 1.2.5 for R, precision.at.all.recall.levels and AUPRC",
    rank=first_rows_first,
    without_positives=None,
)
ROCR = Tool(
    key="ROCR.aucpr",
    name="ROCR aucpr",
    short="ROCR",
    version="1.0.11",
    scheme=None,
    start="one",
    formula=r"\sum_k (R_{\sigma(k)} - R_{\sigma(k-1)})\,\frac{P_{\sigma(k-1)} + P_{\sigma(k)}}{2}",
    source='ROCR 1.0.11 for R, performance(measure = "aucpr")',
    area=rocr_area,
    start_area=rocr_start,
    without_positives=None,
    without_negatives="refused",
)
CRAN = "https://github.com/cran"
YARDSTICK_NAMES = {name: getattr(YARDSTICK_PR_AUC, name) for name in ("key", "name", "short")}

BEHAVIORS: tuple[tuple[Tool, ...], ...] = (
    (YARDSTICK_AP,),
    (
        release(
            replace(MLMETRICS, **YARDSTICK_NAMES), ("0.0.1", "0.0.1"), "2017-11-12",
            f"{CRAN}/yardstick/commit/360e974", source="yardstick 0.0.1 for R, pr_auc", obtained="reading",
        ),
        release(
            with_scheme(YARDSTICK_PR_AUC, "linear_truncated", area=truncated_or_zero), ("0.0.2", "0.0.3"), "2018-11-05",
            "https://github.com/tidymodels/yardstick/issues/93", rank=yardstick_first_row_points, takes_weights=False,
            without_positives=0.0, bins="a tie takes the class of its first row, and its point counts this row only",
        ),
        release(
            YARDSTICK_PR_AUC, ("0.0.4", "0.0.4"), "2019-08-26", "https://github.com/tidymodels/yardstick/pull/95",
            takes_weights=False, without_positives=0.0,
        ),
        release(
            YARDSTICK_PR_AUC, ("1.0.0", "1.4.0"), "2022-06-06",
            "https://github.com/tidymodels/yardstick/blob/main/NEWS.md",
        ),
    ),
    (
        release(
            PRROC_INTEGRAL, ("1.0", "1.1"), "2014-12-16", f"{CRAN}/PRROC/commit/66174ae", without_positives=0.0,
            source="PRROC 1.1 for R, pr.curve",
        ),
        release(PRROC_INTEGRAL, ("1.3", "1.4"), "2017-04-21", f"{CRAN}/PRROC/commit/228a7c0"),
    ),
    (
        release(
            PRROC_DAVIS_GOADRICH, ("1.0", "1.1"), "2014-12-16", f"{CRAN}/PRROC/commit/66174ae", without_positives=0.0,
            source="PRROC 1.1 for R, pr.curve", area=SCHEMES["davis_goadrich"].area,
        ),
        release(PRROC_DAVIS_GOADRICH, ("1.3", "1.4"), "2017-04-21", f"{CRAN}/PRROC/commit/228a7c0"),
    ),
    (PRECREC,),
    (release(MLMETRICS, ("1.1.0", "1.1.1"), "2016-05-01", "https://github.com/yanyachen/MLmetrics/commit/eb9fcb9"),),
    (
        release(
            MLMETRICS, ("6.0-77", "6.0.93"), "2017-09-07", "https://github.com/topepo/caret/commit/447389cd",
            key="caret.prSummary", name="caret prSummary, AUC", short="caret prSummary",
            source="caret 6.0-93 for R, prSummary", without_positives=NAN, without_negatives="nan",
        ),
    ),
    (PERFMEAS,),
    (ROCR,),
)  # fmt: skip
