"""The registry of tools: what scikit-learn, XGBoost, PRROC and others report, and why it is not the same number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pr_metrics.inputs import FloatArray
from pr_metrics.points import points_of
from pr_metrics.schemes import SCHEMES
from pr_metrics.tolerances import DOUBLE_PRECISION, FOUR_DECIMALS, SINGLE_PRECISION
from pr_metrics.tools.binned import h2o_points, keras_minoring_area, keras_points, torchmetrics_points
from pr_metrics.tools.input_order import first_rows_first, last_rows_first, last_rows_first_in_float32
from pr_metrics.tools.integer_steps import auc_calculator_area, prroc_davis_goadrich_area, rocr_area
from pr_metrics.tools.rankings import Rank, Rankings
from pr_metrics.tools.recall_levels import (
    COCO_LEVELS,
    VOC_LEVELS,
    mean_best_precision,
    precrec_area,
    trec_eleven_points,
)
from pr_metrics.tools.single_precision import float32_points, torchmetrics_exact_points
from pr_metrics.tools.tool import Tool

NAN = float("nan")
KERAS_BINS = "bins of score, (b/199, (b+1)/199], worked out in float32; scores are cut to [0, 1]"
SIGMOID = "if any score is outside [0, 1], all go through 1/(1+exp(-score)) in float32, which ties those above about 17"


def _area(scheme: str, rank: Rank = points_of) -> Callable[[Rankings], float]:
    return lambda rankings: SCHEMES[scheme].area(rankings.points(rank))


def _best_at(levels: FloatArray) -> Callable[[Rankings], float]:
    def compute(rankings: Rankings) -> float:
        points = rankings.points(first_rows_first)
        return mean_best_precision(points, points.recall, levels)

    return compute


def _torchmetrics(thresholds: int) -> Tool:
    return Tool(
        key=f"torchmetrics.binned_{thresholds}",
        name=f"torchmetrics binary_average_precision(thresholds={thresholds})",
        version="1.9.0",
        scheme="step",
        start="not needed",
        bins=f"score >= k/{thresholds - 1}; {SIGMOID}",
        formula=SCHEMES["step"].formula,
        tolerance=SINGLE_PRECISION,
        source="torchmetrics 1.9.0, functional.classification.binary_average_precision",
        compute=_area("step", lambda rows: torchmetrics_points(rows, thresholds)),
        without_positives=0.0,
    )


def _trec_eval(program: str, version: str, rank: Rank, *, rounding: float, tolerance: float) -> tuple[Tool, Tool]:
    average_precision = Tool(
        key=f"{program}.map",
        name=f"{program} map",
        version=version,
        scheme="step",
        start="not needed",
        ties="by document name",
        formula=SCHEMES["step"].formula,
        tolerance=tolerance,
        source=f"{program} {version}, measure map",
        compute=_area("step", rank),
        without_positives=0.0,
    )
    eleven_points = replace(
        average_precision,
        key=f"{program}.11pt_avg",
        name=f"{program} 11pt_avg",
        scheme="eleven_point",
        bins=f"recall at whole numbers of positives: k/10 of them, plus {rounding}, rounded down",
        formula=rf"\frac{{1}}{{11}} \sum_{{k=0}}^{{10}} \max_{{TP_i \ge \lfloor kP/10 + {rounding} \rfloor}} P_i",
        source=f"{program} {version}, measure 11pt_avg",
        compute=lambda rankings: trec_eleven_points(rankings.points(rank), rounding=rounding),
    )
    return average_precision, eleven_points


_REGISTERED = (
    Tool(
        key="sklearn.average_precision_score",
        name="scikit-learn average_precision_score",
        version="1.9.1",
        scheme="step",
        start="not needed",
        formula=SCHEMES["step"].formula,
        takes_weights=True,
        source="scikit-learn 1.9.1, metrics.average_precision_score",
        compute=_area("step"),
        without_positives=0.0,
    ),
    Tool(
        key="sklearn.auc",
        name="scikit-learn auc(recall, precision)",
        version="1.9.1",
        scheme="linear",
        start="one",
        formula=SCHEMES["linear"].formula,
        takes_weights=True,
        source="scikit-learn 1.9.1, metrics.precision_recall_curve and metrics.auc",
        compute=_area("linear"),
        without_positives=0.5,  # recall is set to 1 throughout: half a square, from precision 1 to 0
    ),
    Tool(
        key="yardstick.average_precision",
        name="yardstick average_precision",
        version="1.4.0",
        scheme="step",
        start="not needed",
        formula=SCHEMES["step"].formula,
        takes_weights=True,
        source="yardstick 1.4.0 for R, average_precision",
        compute=_area("step"),
        without_positives=NAN,
    ),
    Tool(
        key="yardstick.pr_auc",
        name="yardstick pr_auc",
        version="1.4.0",
        scheme="linear",
        start="one",
        formula=SCHEMES["linear"].formula,
        takes_weights=True,
        source="yardstick 1.4.0 for R, pr_auc",
        compute=_area("linear"),
        without_positives=NAN,
    ),
    Tool(
        key="PRROC.auc.integral",
        name="PRROC auc.integral",
        version="1.4",
        scheme="continuous",
        start="first precision",
        formula=SCHEMES["continuous"].formula,
        takes_weights=True,
        source="Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209; PRROC 1.4 for R, pr.curve",
        compute=_area("continuous"),
        without_positives=NAN,
    ),
    Tool(
        key="PRROC.auc.davis.goadrich",
        name="PRROC auc.davis.goadrich",
        version="1.4",
        scheme="davis_goadrich",
        start="first precision",
        formula=SCHEMES["davis_goadrich"].formula,
        source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874; PRROC 1.4 for R, pr.curve",
        compute=lambda rankings: prroc_davis_goadrich_area(rankings.points(points_of)),
        without_positives=NAN,
    ),
    Tool(
        key="precrec",
        name="precrec auc(evalmod(...))",
        version="0.14.4",
        scheme="continuous",
        start="first precision",
        ties="spread evenly",
        bins="straight lines between inner points: one a row, and one each 0.001 of recall",
        formula=SCHEMES["continuous"].formula,
        source="Saito & Rehmsmeier (2017), doi 10.1093/bioinformatics/btw570; precrec 0.14.4 for R",
        compute=lambda rankings: precrec_area(rankings.points(points_of)),
        without_positives=None,
        without_negatives="refused",
    ),
    Tool(
        key="xgboost.aucpr",
        name="XGBoost aucpr",
        version="3.2.0",
        scheme="continuous",
        start="first precision",
        bins="scores and weights are kept in float32",
        formula=SCHEMES["continuous"].formula,
        takes_weights=True,
        source="XGBoost 3.2.0, parameter eval_metric, value aucpr",
        compute=_area("continuous", float32_points),
        without_positives=NAN,
        without_negatives="nan",
    ),
    Tool(
        key="h2o.aucpr",
        name="H2O pr_auc",
        version="3.46.0.12",
        scheme="continuous",
        start="first precision",
        bins="up to 400 distinct scores are kept apart; more are merged, which is not reproduced",
        formula=SCHEMES["continuous"].formula,
        takes_weights=True,
        source="H2O 3.46.0.12, hex.AUC2",
        compute=_area("continuous", h2o_points),
        without_positives=0.0,
    ),
    Tool(
        key="keras.AUC.interpolation",
        name='Keras AUC(curve="PR")',
        version="3.15.1",
        scheme="continuous",
        start="first precision",
        bins=KERAS_BINS,
        formula=SCHEMES["continuous"].formula,
        takes_weights=True,
        tolerance=SINGLE_PRECISION,
        source="Keras 3.15.1, metrics.AUC",
        compute=_area("continuous", keras_points),
        without_positives=0.0,
    ),
    Tool(
        key="keras.AUC.minoring",
        name='Keras AUC(curve="PR", summation_method="minoring")',
        version="3.15.1",
        scheme="lower",
        start="zero",
        bins=KERAS_BINS,
        formula=r"\sum_i (R_i - R_{i-1})\,\min(P_{i-1}, P_i),\quad P_0 = 0",
        takes_weights=True,
        tolerance=SINGLE_PRECISION,
        source="Keras 3.15.1, metrics.AUC",
        compute=lambda rankings: keras_minoring_area(rankings.points(keras_points)),
        without_positives=0.0,
    ),
    Tool(
        key="keras.AUC.majoring",
        name='Keras AUC(curve="PR", summation_method="majoring")',
        version="3.15.1",
        scheme="upper",
        start="zero",
        bins=KERAS_BINS,
        formula=r"\sum_i (R_i - R_{i-1})\,\max(P_{i-1}, P_i),\quad P_0 = 0",
        takes_weights=True,
        tolerance=SINGLE_PRECISION,
        source="Keras 3.15.1, metrics.AUC",
        compute=_area("upper", keras_points),  # max(0, P_1) is what P_0 = P_1 gives as well
        without_positives=0.0,
    ),
    Tool(
        key="torchmetrics.exact",
        name="torchmetrics binary_average_precision",
        version="1.9.0",
        scheme="step",
        start="not needed",
        bins=SIGMOID,
        formula=SCHEMES["step"].formula,
        tolerance=SINGLE_PRECISION,
        source="torchmetrics 1.9.0, functional.classification.binary_average_precision",
        compute=_area("step", torchmetrics_exact_points),
        without_positives=0.0,
    ),
    _torchmetrics(5),
    _torchmetrics(200),
    Tool(
        key="torcheval.binary_auprc",
        name="torcheval binary_auprc",
        version="0.0.7",
        scheme="step",
        start="not needed",
        bins="scores are kept in float32",
        formula=SCHEMES["step"].formula,
        tolerance=SINGLE_PRECISION,
        source="torcheval 0.0.7, metrics.functional.binary_auprc",
        compute=_area("step", float32_points),
        without_positives=0.0,
    ),
    Tool(
        key="MLmetrics.PRAUC",
        name="MLmetrics PRAUC",
        version="1.1.1",
        scheme="linear_cut",
        start="dropped",
        formula=SCHEMES["linear_cut"].formula,
        source="MLmetrics 1.1.1 for R, PRAUC",
        compute=_area("linear_cut"),
        without_positives=None,
        without_negatives="refused",
    ),
    Tool(
        key="PerfMeas.AUPRC",
        name="PerfMeas AUPRC",
        version="1.2.5",
        scheme="linear_cut",
        start="dropped",
        ties="input order",
        formula=SCHEMES["linear_cut"].formula,
        source="PerfMeas 1.2.5 for R, precision.at.all.recall.levels and AUPRC",
        compute=_area("linear_cut", first_rows_first),
        without_positives=None,
    ),
    Tool(
        key="AUCCalculator",
        name="AUCCalculator (auc.jar)",
        version="0.2 (auc.jar)",
        scheme="davis_goadrich",
        start="first positive's precision",
        formula=SCHEMES["davis_goadrich"].formula,
        source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874, program AUCCalculator 0.2",
        compute=lambda rankings: auc_calculator_area(rankings.points(points_of)),
        without_positives=None,
        without_negatives="refused",
    ),
    Tool(
        key="ROCR.aucpr",
        name="ROCR aucpr",
        version="1.0.11",
        scheme=None,
        start="one",
        formula=r"\sum_k (R_{\sigma(k)} - R_{\sigma(k-1)})\,\frac{P_{\sigma(k-1)} + P_{\sigma(k)}}{2}",
        source='ROCR 1.0.11 for R, performance(measure = "aucpr")',
        compute=lambda rankings: rocr_area(rankings.points(points_of)),
        without_positives=None,
        without_negatives="refused",
    ),
    Tool(
        key="VOC2007",
        name="PASCAL VOC 2007 average precision",
        version="VOCcode of 2007 in Octave 7.3.0",
        scheme="eleven_point",
        start="not needed",
        ties="input order",
        bins="recall at k * 0.1, compared as they stand in float64: 3/10 does not reach 3 * 0.1",
        formula=SCHEMES["eleven_point"].formula,
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4; development kit 2007, VOCevalcls",
        compute=_best_at(VOC_LEVELS),
        without_positives=0.0,
    ),
    Tool(
        key="VOC2010",
        name="PASCAL VOC 2010 and later average precision",
        version="VOCcode of 2012 in Octave 7.3.0",
        scheme="envelope",
        start="not needed",
        ties="input order",
        formula=SCHEMES["envelope"].formula,
        source="Everingham et al. (2015), doi 10.1007/s11263-014-0733-5; development kit 2012, VOCap",
        compute=_area("envelope", first_rows_first),
        without_positives=NAN,
    ),
    Tool(
        key="COCO",
        name="COCO (pycocotools) average precision",
        version="2.0.11",
        scheme="hundred_one_point",
        start="not needed",
        ties="input order",
        bins="recall at numpy's linspace(0, 1, 101)",
        formula=SCHEMES["hundred_one_point"].formula,
        source="Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48; pycocotools 2.0.11, COCOeval.accumulate",
        compute=_best_at(COCO_LEVELS),
        without_positives=-1.0,
    ),
    *_trec_eval("trec_eval", "10.0-rc3", last_rows_first, rounding=0.5, tolerance=FOUR_DECIMALS),
    *_trec_eval("pytrec_eval", "0.5.11", last_rows_first_in_float32, rounding=0.9, tolerance=DOUBLE_PRECISION),
)

TOOLS: dict[str, Tool] = {tool.key: tool for tool in _REGISTERED}
