"""Ranking: mean average precision of one query, whose documents, images or items are the rows."""

from __future__ import annotations

from typing import Any

from tests.reference.releases.probe import Archive, Ask, Case, Probe, stub


def names_of(case: Case) -> tuple[list[str], list[str]]:
    """Return the names of the rows, and those of the relevant documents that no row has."""
    missing = int(case["total_positives"] - sum(case["y_true"]))
    return [f"d{i:05}" for i in range(len(case["y_true"]))], [f"n{i:05}" for i in range(missing)]


def ranking(case: Case) -> list[int]:
    """Return the places of the rows, highest score first; equal scores stay in their order."""
    return sorted(range(len(case["y_score"])), key=lambda i: -case["y_score"][i])


def relevant(case: Case) -> list[str]:
    """Return the names of the relevant documents in the order of the rows, then those without a row."""
    names, missing = names_of(case)
    return [name for name, hit in zip(names, case["y_true"], strict=True) if hit] + missing


class UndefinedOrder(ValueError):  # noqa: N818 - the answer that is kept is named by it
    """Error for equal scores of both classes, which the tool orders by a sort that is not stable.

    The same version then gives other numbers on other processors, so that none is kept. This is our own refusal.
    """


def check_order(case: Case, *, code: str = "f") -> None:
    """Raise an error if a positive and a negative have the same score, in float32 or, with code "d", in float64."""
    import struct

    largest = 3e38 if code == "f" else float("inf")
    scores = [struct.pack(code, max(-largest, min(largest, float(score)))) for score in case["y_score"]]
    sides = [
        {score for score, y in zip(scores, case["y_true"], strict=True) if bool(y) is side} for side in (True, False)
    ]
    if sides[0] & sides[1]:
        raise UndefinedOrder


def haystack_map(archive: Archive) -> Ask:
    """Ask the component for one query; documents are compared by their contents."""
    import typing
    from types import SimpleNamespace

    component = stub("component", output_types=lambda **_: lambda run: run)
    module = archive.take(
        ("DocumentMAPEvaluator",),
        "haystack/components/evaluators/document_map.py",
        component=component, Document=SimpleNamespace, default_to_dict=dict,
        **vars(typing),
    )  # fmt: skip

    def ask(case: Case) -> float:
        names, _ = names_of(case)
        found = [SimpleNamespace(content=names[i]) for i in ranking(case)]
        expected = [SimpleNamespace(content=name) for name in relevant(case)]
        answer = module["DocumentMAPEvaluator"]().run(ground_truth_documents=[expected], retrieved_documents=[found])
        return float(answer["score"])

    return ask


def ranx_map(archive: Archive) -> Ask:
    """Ask evaluate for one query; every row is judged, 1 or 0."""
    import sys

    sys.path.insert(0, str(archive.folder))
    from ranx import Qrels, Run, evaluate  # type: ignore[import-not-found]

    def ask(case: Case) -> float:
        check_order(case, code="d")
        names, missing = names_of(case)
        judged = dict(zip(names, map(int, case["y_true"]), strict=True)) | dict.fromkeys(missing, 1)
        scores = dict(zip(names, map(float, case["y_score"]), strict=True))
        makers = [getattr(kind, "from_dict", kind) for kind in (Qrels, Run)]
        return float(evaluate(makers[0]({"q": judged}), makers[1]({"q": scores}), "map"))

    return ask


def pytrec_eval(measure: str) -> Any:
    """Ask the relevance evaluator for one query."""

    def ask_archive(_: Archive) -> Ask:
        import pytrec_eval as package  # type: ignore[import-not-found]

        def ask(case: Case) -> float:
            names, missing = names_of(case)
            judged = dict(zip(names, map(int, case["y_true"]), strict=True)) | dict.fromkeys(missing, 1)
            scores = dict(zip(names, map(float, case["y_score"]), strict=True))
            evaluator = package.RelevanceEvaluator({"q": judged}, {measure})
            return float(evaluator.evaluate({"q": scores})["q"][measure])

        return ask

    return ask_archive


def market1501_ap(archive: Archive) -> Ask:
    """Ask evaluate_rank for one query of another camera than the gallery; distances are float32, as from torch."""
    from collections import defaultdict

    import numpy as np

    module = archive.take(
        ("eval_market1501", "evaluate_py", "evaluate_rank", "IS_CYTHON_AVAI"),
        "*/torchreid/reid/metrics/rank.py", "*/torchreid/metrics/rank.py", "*/torchreid/torchreid/metrics/rank.py",
        "*/deep-person-reid/torchreid/metrics/rank.py", "fastreid/evaluation/rank.py",
        np=np, defaultdict=defaultdict,
    )  # fmt: skip
    module["IS_CYTHON_AVAI"] = False

    def ask(case: Case) -> float:
        check_order(case)
        distance = -np.array(case["y_score"], np.float32)[None, :]
        gallery = np.where(np.array(case["y_true"]) == 1, 7, 1)
        answer = module["evaluate_rank"](distance, np.array([7]), gallery, np.array([0]), np.ones_like(gallery))
        return float(np.mean(answer[1]))

    return ask


def irbench_ap(archive: Archive) -> Ask:
    """Ask compute_mAP for one query without junk images."""
    import csv
    import json

    module = archive.take(("PureInstanceRetrieval",), "irbench/evals/evaluate.py", csv=csv, json=json, __DEBUG__=False)

    def ask(case: Case) -> float:
        names, _ = names_of(case)
        expected = {"q": {"positive": relevant(case), "junk": []}}
        found = {"q": [names[i] for i in ranking(case)]}
        answer = module["PureInstanceRetrieval"].compute_mAP(found, expected, indiv=False)
        return float(answer[0]["overall"]["mAP"])

    return ask


def recommenders_map_at_k(archive: Archive) -> Ask:
    """Ask map_at_k with its default k of 10 for one user, who rated the relevant items."""
    import numpy as np
    import pandas as pd

    names = ("map_at_k", "merge_ranking_true_pred", "get_top_k_items", "_get_reciprocal_rank")
    defaults = {
        "DEFAULT_USER_COL": "userID", "DEFAULT_ITEM_COL": "itemID", "DEFAULT_RATING_COL": "rating",
        "DEFAULT_PREDICTION_COL": "prediction", "DEFAULT_K": 10, "DEFAULT_THRESHOLD": 10,
    }  # fmt: skip
    module = archive.take(names, "recommenders/evaluation/python_evaluation.py", np=np, pd=pd, **defaults)

    def ask(case: Case) -> float:
        items, _ = names_of(case)
        rated = pd.DataFrame({"userID": 1, "itemID": relevant(case), "rating": 1.0})
        predicted = pd.DataFrame({"userID": 1, "itemID": items, "prediction": np.array(case["y_score"], float)})
        return float(module["map_at_k"](rated, predicted))

    return ask


RANX_NEEDS = (
    "numpy", "numba", "pandas", "scipy", "tabulate", "tqdm", "rich", "statsmodels", "lz4", "orjson", "cbor2",
    "ir_datasets", "seaborn", "fastparquet",
)  # fmt: skip

PROBES = (
    Probe(
        key="haystack.DocumentMAPEvaluator",
        package="haystack-ai",
        ask=haystack_map,
        versions=(("2.1.0", "2.2.4"), ("2.3.0", "2.17.0", "3.0.0"), ("3.1.0", "3.4.1")),
        takes_total_positives=True,
    ),
    Probe(
        key="ranx.map",
        package="ranx",
        ask=ranx_map,
        versions=(("0.1.4", "0.1.9", "0.2.0", "0.3.3", "0.3.16", "0.3.21"),),
        obtained="imported",
        requirements=RANX_NEEDS,
        takes_total_positives=True,
    ),
    Probe(
        key="pytrec_eval.map",
        package="pytrec-eval-terrier",
        ask=pytrec_eval("map"),
        versions=(("0.5.3", "0.5.6", "0.5.8", "0.5.11"),),
        obtained="installed",
        takes_total_positives=True,
    ),
    Probe(
        key="pytrec_eval.11pt_avg",
        package="pytrec-eval-terrier",
        ask=pytrec_eval("11pt_avg"),
        versions=(("0.5.3", "0.5.6", "0.5.8", "0.5.11"),),
        obtained="installed",
        takes_total_positives=True,
    ),
    Probe(
        key="torchreid.mAP",
        package="torchreid",
        ask=market1501_ap,
        versions=(("0.0.1", "0.1.4", "0.1.5", "0.1.8", "0.2.5"),),
    ),
    Probe(key="fastreid.mAP", package="fastreid", ask=market1501_ap, versions=(("1.4.0",),)),
    Probe(
        key="reid.oxford_ap",
        package="irbench-vision",
        ask=irbench_ap,
        versions=(("0.1.9", "0.1.11", "0.1.12"),),
        takes_total_positives=True,
    ),
    Probe(
        key="recommenders.map_at_k",
        package="recommenders",
        ask=recommenders_map_at_k,
        versions=(("1.1.1",), ("1.2.0", "1.2.1")),
        requirements=("numpy", "pandas>=2,<3"),
        takes_total_positives=True,
    ),
)
