"""The ranking under every scheme: areas and ranks, who wins, and where that is not who wins on the left."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_app.words import Words
from pr_metrics import ModelRanking

FIRST_COLUMNS = ("scheme", "winner", "change")  # beside one column a model, named m0, m1 ...


def show(ranking: ModelRanking, left: str, words: Words) -> None:
    """List schemes by models; the winner stands in words, and where it is another than on the left, that too."""
    st.subheader(words.say("models.every_scheme"), anchor=False)
    lines = [_line(ranking, index, left, words) for index in range(len(ranking.schemes))]
    joined = words.say(f"schemes.{left}.short")
    titles = {name: words.say(f"models.column_{name}", scheme=joined) for name in FIRST_COLUMNS}
    titles |= {f"m{index}": model for index, model in enumerate(ranking.models)}
    columns = {name: st.column_config.TextColumn(title) for name, title in titles.items()}
    st.dataframe(pd.DataFrame(lines), key="ranking_table", hide_index=True, column_config=columns, height="content")
    st.caption(words.say("models.ranking_caption"))


def _line(ranking: ModelRanking, index: int, left: str, words: Words) -> dict[str, str]:
    """A scheme: its winners, whether they are those of the left, and each model's area with its rank."""
    scheme = ranking.schemes[index]
    winners, compared = ranking.winners(scheme), ranking.winners(left)
    change = "compared" if scheme == left else "same" if winners == compared else "other"
    cells = (
        words.say("models.cell", area=area, rank=rank)
        for area, rank in zip(ranking.area[index].tolist(), ranking.rank[index].tolist(), strict=True)
    )
    return {
        "scheme": words.say(f"schemes.{scheme}.name"),
        "winner": words.say("models.separator").join(winners),
        "change": words.say(f"models.change_{change}"),
        **{f"m{model}": cell for model, cell in enumerate(cells)},
    }
