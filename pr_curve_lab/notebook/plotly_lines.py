"""Lines of a figure of Plotly as they are asked for: by the names of matplotlib, which scikit-learn's displays take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# The names of matplotlib, in full and in short, and Plotly's own; alpha is of the whole trace.
NAMES = {
    **{"color": "color", "linewidth": "width", "linestyle": "dash"},
    **{"c": "color", "lw": "width", "ls": "dash", "width": "width", "dash": "dash"},
}
VALUES = {
    "dash": {"-": "solid", "--": "dash", ":": "dot", "-.": "dashdot", "dashed": "dash", "dotted": "dot"},
    "color": {
        **{"k": "black", "w": "white", "r": "red", "g": "green", "b": "blue"},
        **{"c": "#00bfbf", "m": "#bf00bf", "y": "#bfbf00"},
    },
}


def restyle(figure: Any, order: Sequence[int], own: Sequence[Mapping[str, Any]], chance: Mapping[str, Any]) -> None:
    """Give each curve its own options, and the line of chance those of it.

    order: the position of each curve in `own`, as they lie above each other; a curve begins with its shape,
    which of a grey one is its line too.

    Raises
    ------
    ValueError: what a line of Plotly has not.
    """
    positions, options = iter(order), own[0]
    for trace in figure.data:
        if trace.name == "curve":
            options = own[next(positions)]
        if trace.name in ("line", "start", "baseline") or (trace.name == "curve" and trace.line.width):
            _update(trace, chance if trace.name == "baseline" else options)


def _update(trace: Any, options: Mapping[str, Any]) -> None:
    unknown = [key for key in options if key not in (*NAMES, "alpha")]
    if unknown:
        listed = ", ".join([*NAMES, "alpha"])
        raise ValueError(f"a line of Plotly has {listed}, got {unknown[0]!r}; ax= draws with matplotlib")
    named = {NAMES[key]: value for key, value in options.items() if key in NAMES}
    line = {
        key: VALUES.get(key, {}).get(value, value) if isinstance(value, str) else value for key, value in named.items()
    }
    try:
        trace.update(line=line, opacity=options.get("alpha"))
    except ValueError:
        raise ValueError(f"a line of Plotly cannot have {dict(options)}; ax= draws with matplotlib") from None
