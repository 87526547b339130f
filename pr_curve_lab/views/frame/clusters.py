"""Rows of a person, an image or a query: what intervals make of them, with the other ways one click away."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.choices import cluster_offers
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.results import kept_about
from pr_curve_lab.server.visitor_state import visitor


def show(words: Words) -> None:
    """Say whether intervals keep such rows together, where the data in use have any."""
    clusters = visitor().cases.clusters
    if clusters is not None:
        show_notice(clusters.notice, words)


def show_notice(said: Problem, words: Words) -> None:
    """Say what intervals make of such rows, and offer the other ways."""
    in_use = visitor().in_use
    with st.container(horizontal=True, vertical_alignment="center", key="clusters"):
        st.caption(words.say_problem(said), width="content")
        for offer in kept_about(in_use, cluster_offers, in_use.table, in_use.roles):
            says = words.say(f"data.offer_{offer.does}", value=code_span(offer.value))
            key = f"clusters_{offer.does}" + (f"_{offer.value}" if offer.does == "together" else "")
            st.button(says, key=key, on_click=_take, args=(offer.roles.cluster,))


def _take(column: str | None) -> None:
    """Count the data in use with this column, or none, of what is kept together."""
    in_use = visitor().in_use
    data_in_use.count_again(replace(in_use, roles=replace(in_use.roles, cluster=column)))
