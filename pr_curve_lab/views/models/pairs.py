"""Which of two models would win: difference, interval, p, how often it is ahead; a matrix, or a list about the best.

On a phone each pair stands by itself under its names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import streamlit as st
from markupsafe import Markup

from pr_curve_lab.analysis import model_resampling
from pr_curve_lab.analysis.compared_pairs import ComparedPair, ComparedPairs
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span, middle_cut
from pr_curve_lab.i18n.model_sentences import LONGEST_NAME, said_p
from pr_curve_lab.i18n.numerals import percent_text, signed_text
from pr_curve_lab.i18n.pair_words import pairs_note, pairs_title, verdict
from pr_curve_lab.plotting import palette


def show(compared: ComparedPairs, coloured: tuple[str, ...], words: Words) -> None:
    """Show the pairs that there are, and how their numbers were found."""
    pairs = compared.pairs
    if not pairs:
        return
    looks = {model: f"model-{number}" for number, model in enumerate(coloured[: len(palette.SEVERAL)])}
    best = code_span(middle_cut(pairs[0].first, LONGEST_NAME))
    st.subheader(pairs_title(compared, best, words), anchor=False)
    with st.container(key="pairs_table"):
        st.html(_table(compared, looks, words))
    st.caption(pairs_note(compared, model_resampling.RESAMPLES, words))


def _table(compared: ComparedPairs, looks: dict[str, str], words: Words) -> Markup:
    """A row for each first and a column for each second model; where not all pairs are here, a row for each second."""
    cells = {(pair.first, pair.second): pair for pair in compared.pairs}
    firsts, seconds = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    if not compared.is_matrix:
        listed = [_row(pair.second, [pair], looks, words) for pair in compared.pairs]
        return Markup('<table class="listed">{}</table>').format(Markup("").join(listed))
    heads = [Markup('<th scope="col" class="{}">{}</th>').format(*_named(name, looks)) for name in seconds]
    rows = [_row(first, [cells.get((first, second)) for second in seconds], looks, words) for first in firsts]
    head = Markup("<tr><td></td>{}</tr>").format(Markup("").join(heads))
    return Markup("<table>{}{}</table>").format(head, Markup("").join(rows))


def _row(name: str, pairs: Sequence[ComparedPair | None], looks: dict[str, str], words: Words) -> Markup:
    cells = Markup("").join(_cell(pair, words) for pair in pairs)
    return Markup('<tr><th scope="row" class="{}">{}</th>{}</tr>').format(*_named(name, looks), cells)


def _named(name: str, looks: dict[str, str]) -> tuple[str, str]:
    return looks.get(name, "model-grey"), middle_cut(name, LONGEST_NAME)


def _cell(pair: ComparedPair | None, words: Words) -> Markup:
    """The numbers of a pair, as far as they are known."""
    if pair is None:
        return Markup("<td></td>")
    names = words.say(
        "models.pair_names", first=middle_cut(pair.first, LONGEST_NAME), second=middle_cut(pair.second, LONGEST_NAME)
    )
    lines = []
    if not math.isnan(pair.low) and pair.finding != "none":
        lines.append(words.say("models.pair_interval", low=signed_text(pair.low), high=signed_text(pair.high)))
    known = [] if math.isnan(pair.p) else [said_p(pair.p, words)]
    if not math.isnan(pair.ahead):
        known.append(words.say("models.pair_ahead", share=percent_text(pair.ahead)))
    lines.append(words.say("models.separator").join(known))
    return Markup('<td class="pair {}"><i>{}</i><b>{}</b> <span>{}</span>{}</td>').format(
        "sure" if pair.finding == "settled" else "",
        names,
        words.number(signed_text(pair.difference)),
        verdict(pair, words),
        Markup("").join(Markup("<div>{}</div>").format(line) for line in lines if line),
    )
