"""The registry of tools: what scikit-learn, XGBoost, PRROC and others report, and why the numbers differ."""

from __future__ import annotations

from dataclasses import replace

from pr_metrics.tolerances import DOUBLE_PRECISION, FOUR_DECIMALS
from pr_metrics.tools import (
    boosting,
    detection,
    displays,
    frameworks,
    keras,
    r_packages,
    retrieval,
    scikit_learn,
    torch_metrics,
    yolo,
)
from pr_metrics.tools.integer_steps import auc_calculator_area
from pr_metrics.tools.recall_levels import VOC_LEVELS, mean_best_precision, trec_11_point_area
from pr_metrics.tools.single_precision import first_rows_first, last_rows_first, last_rows_first_in_float32
from pr_metrics.tools.tool import NAN, Area, Rank, Resolution, Tool, scheme_tool
from pr_metrics.tools.tool_registry import ToolRegistry
from pr_metrics.validation import FloatArray

KERAS_BINS = "bins of score, (b/199, (b+1)/199], worked out in float32; scores are cut to [0, 1]"


def _best_at(levels: FloatArray) -> Area:
    return lambda points: mean_best_precision(points, points.recall, levels)


def _trec_eval(
    package: str, version: str, rank: Rank, resolution: Resolution, *, offset: float, tolerance: float
) -> tuple[Tool, Tool]:
    average_precision = scheme_tool(
        key=f"{package}.map",
        name=f"{package} map",
        short=f"{package} map",
        version=version,
        scheme="step",
        domain="retrieval",
        ties="by document name",
        tolerance=tolerance,
        source=f"{package} {version}, measure map",
        rank=rank,
        resolution=resolution,
        takes_total_positives=True,
        without_positives=0.0,
    )
    eleven_points = replace(
        average_precision,
        key=f"{package}.11pt_avg",
        name=f"{package} 11pt_avg",
        short=f"{package} 11pt",
        scheme="eleven_point",
        bins=f"recall at whole numbers of positives: k/10 of them, plus {offset}, rounded down",
        formula=rf"\frac{{1}}{{11}} \sum_{{k=0}}^{{10}} \max_{{TP_i \ge \lfloor kP/10 + {offset} \rfloor}} P_i",
        source=f"{package} {version}, measure 11pt_avg",
        area=lambda points: trec_11_point_area(points, offset=offset),
    )
    return average_precision, eleven_points


_REGISTERED = (
    scheme_tool(
        key="AUCCalculator",
        name="AUCCalculator (auc.jar)",
        short="AUCCalculator",
        version="0.2 (auc.jar)",
        scheme="davis_goadrich",
        start="first positive's precision",
        source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874, program AUCCalculator 0.2",
        area=auc_calculator_area,
        without_positives=None,
        without_negatives="refused",
    ),
    scheme_tool(
        key="VOC2007",
        name="PASCAL VOC 2007 average precision",
        short="VOC 2007",
        version="VOCcode of 2007 in Octave 7.3.0",
        scheme="eleven_point",
        domain="detection",
        ties="input order",
        bins="recall at k * 0.1, compared as they stand in float64: 3/10 does not reach 3 * 0.1",
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4; development kit 2007, VOCevalcls",
        area=_best_at(VOC_LEVELS),
        rank=first_rows_first,
        takes_total_positives=True,
        without_positives=0.0,
    ),
    scheme_tool(
        key="VOC2010",
        name="PASCAL VOC 2010 and later average precision",
        short="VOC 2010",
        version="VOCcode of 2012 in Octave 7.3.0",
        scheme="envelope",
        domain="detection",
        ties="input order",
        source="Everingham et al. (2015), doi 10.1007/s11263-014-0733-5; development kit 2012, VOCap",
        rank=first_rows_first,
        takes_total_positives=True,
        without_positives=NAN,
    ),
    *_trec_eval("trec_eval", "10.0-rc3", last_rows_first, "double", offset=0.5, tolerance=FOUR_DECIMALS),
    *(
        replace(tool, since="0.5.3", released="2022-08-20", address="https://github.com/cvangysel/pytrec_eval")
        for tool in _trec_eval(
            "pytrec_eval", "0.5.11", last_rows_first_in_float32, "single", offset=0.9, tolerance=DOUBLE_PRECISION
        )
    ),
)

FAMILIES = (scikit_learn, r_packages, boosting, keras, torch_metrics, frameworks, displays, detection, yolo, retrieval)
_HISTORIES = {tools[-1].key: tools for family in FAMILIES for tools in family.BEHAVIORS}
TOOLS = ToolRegistry((_HISTORIES | {tool.key: (tool,) for tool in _REGISTERED}).values())
