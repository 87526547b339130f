"""The ranking under every scheme: areas and ranks, who wins, and where that is not who wins on the left."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.views.controls.name_width import name_width
from pr_metrics import ModelRanking

FIRST_COLUMNS = ("scheme", "winner", "change")  # beside one column a model, named m0, m1 ...


def show(ranking: ModelRanking, left: str, words: Words) -> None:
    """List schemes by models, the best on the left first; in words who wins, and where it is not who wins there."""
    st.subheader(words.say("models.every_scheme"), anchor=False)
    order = np.argsort(ranking.rank[ranking.schemes.index(left)], kind="stable").tolist()
    lines = [_line(ranking, index, left, order, words) for index in range(len(ranking.schemes))]
    joined = words.say(f"schemes.{left}.short")
    titles = {name: words.say(f"models.column_{name}", scheme=joined) for name in FIRST_COLUMNS}
    titles |= {f"m{index}": ranking.models[index] for index in order}
    widths = {name: [title] for name, title in titles.items()} | {"winner": [line["winner"] for line in lines]}
    columns = {
        name: st.column_config.TextColumn(title, width=name_width(widths[name])) for name, title in titles.items()
    }
    st.dataframe(pd.DataFrame(lines), key="ranking_table", hide_index=True, column_config=columns, height="content")
    st.caption(words.say("models.ranking_caption"))


def _line(ranking: ModelRanking, index: int, left: str, order: list[int], words: Words) -> dict[str, str]:
    """A scheme: its winners, whether they are those of the left, and each model's area with its rank."""
    scheme = ranking.schemes[index]
    winners, compared = ranking.winners(scheme), ranking.winners(left)
    change = "compared" if scheme == left else "same" if winners == compared else "other"
    areas, ranks = ranking.area[index].tolist(), ranking.rank[index].tolist()
    cells = {f"m{model}": words.say("models.cell", area=areas[model], rank=ranks[model]) for model in order}
    return {
        "scheme": words.say(f"schemes.{scheme}.name"),
        "winner": words.say("models.separator").join(winners),
        "change": words.say(f"models.change_{change}"),
        **cells,
    }
