"""The buttons of a chart, the same on a page and in a report: zoom, and the chart as a picture.

No drag and no wheel: a thumb must scroll the page.
"""

from __future__ import annotations

from typing import Any

PICTURE_SCALE = 2  # px of a PNG for each of the screen, so that it is sharp in print


def chart_config(file_name: str, kind: str) -> dict[str, Any]:
    """Plotly's settings for a chart whose own button saves it under a name, as "png" or "svg".

    >>> chart_config("areas_left", "svg")["toImageButtonOptions"]
    {'format': 'svg', 'filename': 'areas_left', 'scale': 1}
    """
    return {
        "displaylogo": False,
        "scrollZoom": False,
        "doubleClick": "reset",
        "modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]],
        "responsive": True,
        "toImageButtonOptions": {
            "format": kind,
            "filename": file_name,
            "scale": PICTURE_SCALE if kind == "png" else 1,
        },
    }
