"""All models in two pictures, joined by a scheme each, and who has the largest area in either and in all."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app import session
from pr_app.figures.several_curves import ModelCurve, model_curve, several_curves_figure
from pr_app.numerals import NOISE
from pr_app.panels import chart, scheme_picker
from pr_app.panels.models import rivals
from pr_app.winners import Turn, areas_under, in_colour, schemes_with_other_winners
from pr_app.words import Words
from pr_metrics import SCHEMES, ModelRanking

CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show_headline(ranking: ModelRanking, schemes: tuple[str, str], words: Words) -> None:
    """Say who has the largest area on either side, and whether that holds under every scheme."""
    left, right = schemes
    winners, others = ranking.winners(left), ranking.winners(right)
    if winners != others:
        finding = "changes"
    elif not schemes_with_other_winners(ranking, left):
        all_alike = "both_alike" if len(winners) == 2 else "all_alike"
        finding = all_alike if winners == ranking.models else "everywhere"
    else:
        finding = "on_both" if left != right else "here"
    facts = {
        "names": rivals.named(winners, words),
        "others": rivals.named(others, words),
        "left": words.say(f"schemes.{left}.joined"),
        "right": words.say(f"schemes.{right}.joined"),
    }
    st.title(words.say(f"models.headline_{finding}", count=len(winners), **facts), anchor=False)


def show(ranking: ModelRanking, turn: Turn | None, schemes: tuple[str, str], words: Words) -> None:
    """Draw all models on both sides, each side with its own picker right under it."""
    st.caption(_caption(ranking, turn, schemes, words))
    coloured = in_colour(ranking, schemes, str(session.value_of("model")))
    for column, (side, scheme) in zip(st.columns(2, gap="medium"), zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            figure = _drawn(ranking, turn, scheme, schemes, coloured, words)
            chart.show(figure, key=CHARTS[side], alt=_alt(ranking, scheme, words))
            scheme_picker.show(session.desk().cases.points, side, words)
            points = max(session.points_of(model).threshold.size for model in ranking.models)
            chart.show_thinned(figure, points, words)


def _drawn(
    ranking: ModelRanking,
    turn: Turn | None,
    scheme: str,
    schemes: tuple[str, str],
    coloured: tuple[str, ...],
    words: Words,
) -> Any:
    bands = [(one.recall_before, one.recall_after) for one in turn.stretches] if turn else []
    title = words.say(f"schemes.{scheme}.name")
    areas = areas_under(ranking, scheme)

    def draw() -> Any:
        models = [
            ModelCurve(
                model, _curves(ranking, scheme)[model], areas[model], session.points_of(model), model in coloured
            )
            for model in ranking.models
        ]
        return several_curves_figure(models, bands, title, words, same_data=f"{session.desk().data_count}")

    return session.remembered(draw, "models_drawn", scheme, schemes, coloured, words.language)


def _curves(ranking: ModelRanking, scheme: str) -> dict[str, Any]:
    """The curve of each model as it is drawn."""

    def draw() -> dict[str, Any]:
        return {model: model_curve(session.points_of(model), SCHEMES[scheme]) for model in ranking.models}

    return session.remembered_of_all(draw, "models_curves", scheme)


def _caption(ranking: ModelRanking, turn: Turn | None, schemes: tuple[str, str], words: Words) -> str:
    parts = [words.say("models.caption")]
    grey = len(ranking.models) - len(in_colour(ranking, schemes, str(session.value_of("model"))))
    if grey:
        parts.append(words.say("models.caption_grey", count=grey))
    if turn is not None:
        parts.append(words.say("models.caption_band"))
    return words.say("schemes.separator").join(parts)


def _alt(ranking: ModelRanking, scheme: str, words: Words) -> str:
    """What the picture shows, in a sentence: how many curves, and the ends of the ranking."""
    areas = areas_under(ranking, scheme)
    best, worst = max(areas, key=areas.__getitem__), min(areas, key=areas.__getitem__)
    facts = {"count": len(areas), "scheme": words.say(f"schemes.{scheme}.name")}
    if areas[best] - areas[worst] < NOISE:
        return words.say("models.alt_alike", area=areas[best], **facts)
    ends = {"best": best, "most": areas[best], "worst": worst, "least": areas[worst]}
    return words.say("models.alt", **facts, **ends)
