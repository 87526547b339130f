"""The picture of a notebook: a widget on the modules of the app, a still picture where there are no widgets."""

from __future__ import annotations

import math
import webbrowser
from typing import Any, ClassVar

import anywidget
import traitlets

from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.i18n.catalogue import Words, words_in
from pr_curve_lab.notebook.bundle import Now, Shown
from pr_curve_lab.notebook.given import Given, given
from pr_curve_lab.notebook.guessed import said_roles
from pr_curve_lab.notebook.shown_arguments import shows
from pr_curve_lab.notebook.still import still
from pr_curve_lab.server.child_server import AppServer
from pr_curve_lab.web.modules import STYLE, script_of
from pr_metrics import OperatingPoints, choose_threshold

REBUILT_BY = ("model", "left", "right")  # traits


class View(anywidget.AnyWidget):
    """Two ways of joining one model's points side by side; `threshold`, `left`, `right`, `model` are read and set."""

    _esm = script_of("in_notebook")
    _css = STYLE
    bundle = traitlets.Dict().tag(sync=True)
    threshold = traitlets.Float().tag(sync=True)  # of the score; written when the hand lets go
    left = traitlets.Unicode().tag(sync=True)
    right = traitlets.Unicode().tag(sync=True)
    model = traitlets.Unicode().tag(sync=True)
    _last_server: ClassVar[AppServer | None] = None  # of any view: one is open at a time

    def __init__(self, models: Given, words: Words, now: Now) -> None:
        self._shown = Shown(models, words)
        self._server: AppServer | None = None
        self._is_made = False
        first = {"model": now.model, "left": now.left, "right": now.right, "threshold": now.threshold}
        super().__init__(**first)
        self._is_made = True
        self.bundle = self._shown.bundle(self.now)
        self.observe(self._build_again, names=[*REBUILT_BY, "threshold"])

    @property
    def now(self) -> Now:
        """All that was chosen."""
        return Now(self.model, self.left, self.right, self.threshold)

    @traitlets.validate("threshold")
    def _finite(self, proposal: Any) -> float:
        threshold = float(proposal["value"])
        if not math.isfinite(threshold):
            raise ValueError(f"threshold must be a finite number, got {threshold}")
        return threshold

    @traitlets.validate("left", "right")
    def _known_scheme(self, proposal: Any) -> str:
        return self._shown.scheme(proposal["trait"].name, proposal["value"])

    @traitlets.validate("model")
    def _known_model(self, proposal: Any) -> str:
        return self._shown.given.model(proposal["value"]).name

    def _build_again(self, change: Any) -> None:
        """Send what changed; a threshold needs nothing where the browser has all points, or that one."""
        if change["name"] == "model":
            self.unobserve(self._build_again, names="threshold")
            self.threshold = _first_threshold(self._shown.given.model(self.model).points)
            self.observe(self._build_again, names="threshold")
        elif change["name"] == "threshold" and (self.bundle["isWhole"] or self._is_there(self.threshold)):
            return
        self.bundle = self._shown.bundle(self.now)

    def _is_there(self, threshold: float) -> bool:
        return threshold in self.bundle["points"]["threshold"]

    def __repr__(self) -> str:
        model = self._shown.given.model(self.model)
        areas = [f"{scheme} {rounded_text(self._shown.joined(model, scheme).area, '.3f')}" for scheme in self._sides]
        guessed = self._shown.given.guessed
        said = f"; {said_roles(guessed, words_in('en'))}" if guessed else ""
        return f"View({self.model!r}, {', '.join(areas)}, threshold {self.threshold:g}){said}"

    @property
    def _sides(self) -> tuple[str, str]:
        return self.left, self.right

    def _repr_html_(self) -> str:
        return str(still(self._shown, self.now))

    def open(self, port: int | None = None, browser: bool = True) -> str:
        """Open the app with these data and give its address; an app that any view has opened before ends.

        The rows are written into a private temporary file, which goes, as the server does, with `close` or with Python.
        port: a free one unless it is named. browser: whether to open the address there too.

        Raises
        ------
        ValueError: somebody listens on the port.
        RuntimeError: the server did not start.
        """
        if not self._is_made:  # by this name a widget opens its connection to the page
            super().open()
            return ""
        if View._last_server is not None:
            View._last_server.close()
        self._server = View._last_server = AppServer.started(self._shown.given.as_files(self.model), port=port)
        if browser:
            webbrowser.open(self._server.address)
        return self._server.address

    def close(self) -> None:
        """End the app that was opened, and the widget."""
        server: AppServer | None = getattr(self, "_server", None)
        if server is not None:
            server.close()
        super().close()


@shows(left="step", right="linear", threshold=None, model=None, lang="en")
def view(
    y_true: Any,
    y_score: Any = None,
    *,
    label: Any = None,
    score: Any = None,
    sample_weight: Any = None,
    pos_label: object = None,
    **begun: Any,
) -> View:
    """Show a precision-recall curve joined two ways, with a threshold to drag.

    y_true, y_score, sample_weight, pos_label: as `operating_points` takes them; y_score may be a dict or a table of
    several models' scores. Instead of both a DataFrame, whose columns are guessed as the app does or named by label,
    score (one or several) and sample_weight; a table of score, positives and negatives; OperatingPoints, or a dict of
    them.
    left, right: schemes. threshold: at first that of the largest F1. model: the one shown, at first the first. lang: of
    the words, en or zh. Of few rows each can be moved by hand: in the picture alone, Python keeps the rows as given.

    Raises
    ------
    ValueError: what `operating_points` refuses, what the app says of a table, no positives, a name that is not there.

    >>> view([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    View('score', step 0.833, linear 0.792, threshold 0.7)
    """
    models = given(y_true, y_score, label=label, score=score, sample_weight=sample_weight, pos_label=pos_label)
    return _begun(models, **begun)


def _begun(
    models: Given,
    *,
    left: str = "step",
    right: str = "linear",
    threshold: float | None = None,
    model: str | None = None,
    lang: str = "en",
) -> View:
    shown = models.models[0] if model is None else models.model(model)
    first = _first_threshold(shown.points) if threshold is None else float(threshold)
    return View(models, words_in(lang), Now(shown.name, left, right, first))


def _first_threshold(points: OperatingPoints) -> float:
    chosen = choose_threshold(points)
    assert chosen is not None  # there are positives, and nothing is required
    return chosen.threshold
